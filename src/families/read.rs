//! From a syntax tree to a formula about a parameter: looks up names, turns terms into sums, and refuses what has no
//! meaning beside a parameter.

use std::collections::HashMap;
use std::sync::Arc;

use super::atoms::{Atoms, Relation};
use super::form::{Form, Var};
use super::node::{Call, Node, Variables};
use super::side::Side;
use super::{Deciding, Spoken};
use crate::budget::Budget;
use crate::logic::{Environment, FunctionKind, ResolveError, called, indexed};
use crate::numeration::{Compare, TrackKind};
use crate::syntax::ast::{Connective, Formula, FormulaId, FormulaKind, Name, Quantifier, TermId, TermKind};
use crate::syntax::{Diagnostic, Source, Span};
use crate::tuning::logic::nesting::FORMULA_LEVELS;
use crate::words::Indexed;

/// A formula whose names are known.
pub(super) struct Read {
    pub variables: Variables,
    /// Those that are free, by name; the parameter is not among them.
    pub free: Vec<Var>,
    /// Whether the parameter is bound.
    pub binds_parameter: bool,
    pub node: Node,
}

/// Reads a formula.
///
/// # Errors
/// What is wrong in it, with its place; the limit that was passed.
pub(super) fn read(formula: &Formula, spoken: &Spoken, deciding: &mut Deciding<'_>) -> Result<Read, ResolveError> {
    let mut reader = Reader {
        formula,
        spoken,
        source: deciding.source,
        environment: deciding.environment,
        atoms: deciding.atoms,
        budget: deciding.budget,
        variables: Variables::default(),
        scope: Vec::new(),
        free: Vec::new(),
        binds_parameter: false,
    };
    let node = reader.formula(formula.root, 0)?;
    let Reader { variables, mut free, binds_parameter, .. } = reader;
    free.sort_unstable_by(|a, b| variables.name(*a).cmp(variables.name(*b)));
    Ok(Read { variables, free, binds_parameter, node })
}

pub(super) struct Reader<'a> {
    pub(super) formula: &'a Formula,
    pub(super) spoken: &'a Spoken,
    pub(super) source: &'a Source,
    environment: &'a dyn Environment,
    pub(super) atoms: &'a mut Atoms,
    pub(super) budget: &'a Budget,
    pub(super) variables: Variables,
    /// The variables that are bound here, innermost last.
    scope: Vec<Var>,
    free: Vec<Var>,
    binds_parameter: bool,
}

impl Reader<'_> {
    pub(super) fn error(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.source, span, message)
    }

    fn formula(&mut self, id: FormulaId, depth: usize) -> Result<Node, ResolveError> {
        let node = &self.formula[id];
        if depth > FORMULA_LEVELS {
            let message = format!("formulas nested more than {FORMULA_LEVELS} deep");
            return Err(self.error(node.span, message).help("define parts of it with `def` and call them").into());
        }
        Ok(match &node.kind {
            FormulaKind::Compare { op, left, right } => self.compare(*op, *left, *right, node.span)?,
            FormulaKind::Call { function, arguments } => self.call(function, arguments, node.span)?,
            FormulaKind::Not(inner) => self.formula(*inner, depth + 1)?.negated(),
            FormulaKind::Reverse(_) => {
                return Err(self
                    .error(node.span, "the words of a parameter and its numbers cannot be reversed")
                    .help("leave out the backquote")
                    .into());
            }
            FormulaKind::Binary { op, .. } => self.binary(*op, id, depth)?,
            FormulaKind::Quantified { quantifier, variables, body } => {
                self.quantified(*quantifier, variables, *body, (node.span, depth))?
            }
        })
    }

    /// A chain of one connective, which may be as long as the text.
    fn binary(&mut self, op: Connective, id: FormulaId, depth: usize) -> Result<Node, ResolveError> {
        let FormulaKind::Binary { left, right, .. } = &self.formula[id].kind else { unreachable!("it has operands") };
        if !matches!(op, Connective::And | Connective::Or) {
            let (a, b) = (self.formula(*left, depth + 1)?, self.formula(*right, depth + 1)?);
            return Ok(match op {
                Connective::Implies => Node::Or(vec![a.negated(), b]),
                Connective::Iff => Node::Iff(Box::new(a), Box::new(b)),
                Connective::Xor => Node::Iff(Box::new(a), Box::new(b)).negated(),
                Connective::And | Connective::Or => unreachable!("they are chains"),
            });
        }
        let (mut first, mut operands) = (*left, vec![*right]);
        while let FormulaKind::Binary { op: own, left, right } = &self.formula[first].kind
            && *own == op
        {
            operands.push(*right);
            first = *left;
        }
        operands.push(first);
        let parts = operands.into_iter().rev().map(|operand| self.formula(operand, depth + 1));
        let parts = parts.collect::<Result<_, _>>()?;
        Ok(if op == Connective::And { Node::And(parts) } else { Node::Or(parts) })
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        names: &[Name],
        body: FormulaId,
        (span, depth): (Span, usize),
    ) -> Result<Node, ResolveError> {
        let mut vars = Vec::new();
        let mut parameter = None;
        for (place, name) in names.iter().enumerate() {
            if let Some(first) = names[..place].iter().find(|earlier| earlier.text == name.text) {
                return Err(self
                    .error(name.span, format!("`{}` is bound twice", name.text))
                    .also(first.span, "first here")
                    .into());
            }
            if name.text == self.spoken.parameter {
                parameter = Some(name.span);
            } else {
                vars.push(self.variables.add(name.text.clone(), name.span));
            }
        }
        if let Some(place) = parameter {
            if self.binds_parameter {
                return Err(self
                    .error(place, format!("the parameter `{}` is bound twice", self.spoken.parameter))
                    .help("a statement has one parameter")
                    .into());
            }
            self.binds_parameter = true;
        }
        let universal = match quantifier {
            Quantifier::Exists => false,
            Quantifier::ForAll => true,
            Quantifier::Infinitely => {
                if parameter.is_some() || vars.len() != 1 {
                    return Err(self
                        .error(span, "`I` of more than one number")
                        .help("write it with `A` and `E`")
                        .into());
                }
                return self.infinitely(vars[0], body, depth);
            }
            Quantifier::AtLeast(_) | Quantifier::AtMost(_) | Quantifier::Exactly(_) => {
                let message = format!("numbers of the parameter `{}` cannot be counted", self.spoken.parameter);
                return Err(self
                    .error(span, message)
                    .label("no automaton counts them for all parameters")
                    .help(
                        "say it with `E` and `A`: for two numbers `E x,y x<y & ..`; that a word has n+1 factors of each \
                         length n, as one right special factor of each length",
                    )
                    .into());
            }
        };
        let bound = vars.len();
        self.scope.extend(&vars);
        let body = self.formula(body, depth + 1)?;
        self.scope.truncate(self.scope.len() - bound);
        // A variable that nothing is said of has a value, 0.
        let free = body.free();
        vars.retain(|var| free.contains(var));
        let body = if universal { body.negated() } else { body };
        let mut node = Node::exists(vars, body);
        if parameter.is_some() {
            node = Node::ExistsParameter(Box::new(node));
        }
        Ok(if universal { node.negated() } else { node })
    }

    /// `I x F`: beyond each number is one more.
    fn infinitely(&mut self, var: Var, body: FormulaId, depth: usize) -> Result<Node, ResolveError> {
        self.scope.push(var);
        let body = self.formula(body, depth + 1)?;
        self.scope.pop();
        let before = self.variables.add(self.variables.name(var).clone(), self.variables.span(var));
        let terms = [(before, 1), (var, -1)].into_iter().collect();
        let beyond = Node::Compare(Form { terms, constant: 0 }, Compare::Less);
        let some = Node::exists(vec![var], Node::And(vec![beyond, body]));
        Ok(Node::exists(vec![before], some.negated()).negated())
    }

    /// The variable that a name is here.
    pub(super) fn variable(&mut self, id: TermId) -> Result<Var, ResolveError> {
        let term = &self.formula[id];
        let TermKind::Variable(name) = &term.kind else { unreachable!("it is a variable") };
        if *name == self.spoken.parameter {
            return Err(self
                .error(term.span, format!("`{name}` is the parameter, not a number"))
                .label(format!("because of `?{}`", self.spoken.system))
                .help("give the number or the parameter another name")
                .into());
        }
        self.is_read_here(id)?;
        let known = self.scope.iter().rev().chain(&self.free).copied().find(|var| self.variables.name(*var) == name);
        Ok(known.unwrap_or_else(|| {
            let var = self.variables.add(name.clone(), term.span);
            self.free.push(var);
            var
        }))
    }

    /// Checks that a term is a number of the parameter.
    fn is_read_here(&self, id: TermId) -> Result<(), Diagnostic> {
        let term = &self.formula[id];
        if term.system == self.spoken.system {
            return Ok(());
        }
        let here = self.source.slice(term.span);
        Err(self
            .error(term.span, format!("a number in {} in a statement about a parameter", term.system))
            .also(self.spoken.span, format!("in ?{} here", self.spoken.system))
            .help(format!("put `?{}` before `{here}`", self.spoken.system)))
    }

    /// `$function(..)`.
    fn call(&mut self, function: &Name, arguments: &[TermId], span: Span) -> Result<Node, ResolveError> {
        let name = format!("${}", function.text);
        let known = called((self.environment, self.source), function, arguments.len(), span)?;
        let (dfa, tracks) = match known.kind() {
            FunctionKind::Truth(value) => return Ok(Node::truth(*value)),
            FunctionKind::Relation(relation) => {
                let tracks = relation.systems().iter().cloned().map(TrackKind::Numbers).collect();
                (relation.dfa().clone(), tracks)
            }
            FunctionKind::Language(language) => (language.dfa.clone(), language.tracks.clone()),
        };
        let mut side = Side::default();
        let (parameter, arguments) = self.placed(&name, &tracks, (arguments, &mut side, &HashMap::new(), span))?;
        let relation = self.atoms.relation(&name, &dfa, parameter, self.budget)?;
        Ok(side.around(Node::Call(Call { relation, arguments, span })))
    }

    /// That a word has this value at its indices.
    pub(super) fn valued(
        &mut self,
        id: TermId,
        value: i64,
        side: &mut Side,
        case: &HashMap<TermId, i64>,
    ) -> Result<Node, ResolveError> {
        let term = &self.formula[id];
        let TermKind::Word { word, indices } = &term.kind else { unreachable!("it is a word") };
        let name = |value: i64| format!("{}[..]=@{value}", word.text);
        let given = (&indices[..], &mut *side, case, term.span);
        let (relation, arguments) = match self.word(id)? {
            Indexed::Family(family) => {
                let dfa = self.atoms.selected(&family, value);
                let (parameter, arguments) = self.placed(&name(value), family.tracks(), given)?;
                let relation = self.atoms.relation(&name(value), &dfa, parameter, self.budget)?;
                // A family has a value at every number.
                let relation = match family.values()[..] {
                    [first, second] if value == second => {
                        let dfa = self.atoms.selected(&family, first);
                        let first = self.atoms.relation(&name(first), &dfa, parameter, self.budget)?;
                        Arc::new(Relation { denied: Some(first), ..(*relation).clone() })
                    }
                    _ => relation,
                };
                (relation, arguments)
            }
            Indexed::Word(word) => {
                let tracks: Vec<_> = word.systems.iter().cloned().map(TrackKind::Numbers).collect();
                let dfa = Arc::new(word.dfao.select(|found| found == value));
                let (parameter, arguments) = self.placed(&name(value), &tracks, given)?;
                (self.atoms.relation(&name(value), &dfa, parameter, self.budget)?, arguments)
            }
        };
        Ok(Node::Call(Call { relation, arguments, span: term.span }))
    }

    /// The word that a term reads.
    pub(super) fn word(&self, id: TermId) -> Result<Indexed, Diagnostic> {
        let term = &self.formula[id];
        let TermKind::Word { word, indices } = &term.kind else { unreachable!("it is a word") };
        indexed((self.environment, self.source), word, indices.len(), term.span)
    }

    /// Which track is given the parameter, and the numbers that the others are given.
    fn placed(
        &mut self,
        name: &str,
        tracks: &[TrackKind],
        (arguments, side, case, span): (&[TermId], &mut Side, &HashMap<TermId, i64>, Span),
    ) -> Result<(usize, Vec<Form>), ResolveError> {
        self.relates(name, tracks, span)?;
        let is_parameter =
            |&id: &TermId| matches!(&self.formula[id].kind, TermKind::Variable(text) if *text == self.spoken.parameter);
        let places: Vec<usize> = (0..arguments.len()).filter(|&place| is_parameter(&arguments[place])).collect();
        let parameter = match places[..] {
            [place] if self.is_related(tracks, place) => Ok(place),
            [_] => Err(format!("`{name}` is given the parameter as a number")),
            _ => Err(format!("`{name}` is given the parameter {} times", places.len())),
        };
        let parameter = parameter.map_err(|message| {
            let help = "to the track of the parameter, and numbers to the others";
            self.error(span, message).help(format!("give `{}` {help}", self.spoken.parameter))
        })?;
        let mut forms = Vec::new();
        for (place, &argument) in arguments.iter().enumerate() {
            if place != parameter {
                let form = self.natural(argument, case, side)?;
                forms.push(form);
            }
        }
        Ok((parameter, forms))
    }

    /// Whether the parameter is on this track, and numbers are on the others.
    fn is_related(&self, tracks: &[TrackKind], parameter: usize) -> bool {
        let expected: Vec<Vec<i64>> =
            self.atoms.system.parameters.tracks(1).iter().map(TrackKind::digit_values).collect();
        let is_read = |place: usize| tracks[place].digit_values() == expected[usize::from(place != parameter)];
        (0..tracks.len()).all(is_read)
    }

    /// Checks that a relation is one of a parameter and numbers.
    fn relates(&self, name: &str, tracks: &[TrackKind], span: Span) -> Result<(), Diagnostic> {
        if (0..tracks.len()).any(|place| self.is_related(tracks, place)) {
            return Ok(());
        }
        let digits = self.atoms.system.parameters.tracks(1).into_iter().map(|kind| {
            format!("{{{}}}", kind.digit_values().iter().map(i64::to_string).collect::<Vec<_>>().join(","))
        });
        let digits: Vec<String> = digits.collect();
        Err(self
            .error(span, format!("`{name}` does not relate a parameter to its numbers"))
            .label("it has other tracks")
            .help(format!(
                "define it after `?{}`, or by `reg` over {} for the parameter and {} for numbers",
                self.spoken.system, digits[0], digits[1]
            )))
    }
}
