//! From a syntax tree to a formula about a slope: names are looked up, terms become sums.

use std::collections::HashMap;
use std::sync::Arc;

use super::atoms::{Atoms, Relation, track};
use super::form::{Form, Var};
use super::node::{Call, Node, Variables};
use super::side::Side;
use super::{Deciding, Spoken};
use crate::automata::Dfa;
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
    /// Those that are free, by name; the slope is not among them.
    pub free: Vec<Var>,
    /// Whether the slope is bound.
    pub binds_slope: bool,
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
        binds_slope: false,
    };
    let node = reader.formula(formula.root, 0)?;
    let Reader { variables, mut free, binds_slope, .. } = reader;
    free.sort_unstable_by(|a, b| variables.name(*a).cmp(variables.name(*b)));
    Ok(Read { variables, free, binds_slope, node })
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
    binds_slope: bool,
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
                    .error(node.span, "the words of a slope and its numbers cannot be reversed")
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
        let mut slope = None;
        for (place, name) in names.iter().enumerate() {
            if let Some(first) = names[..place].iter().find(|earlier| earlier.text == name.text) {
                return Err(self
                    .error(name.span, format!("`{}` is bound twice", name.text))
                    .also(first.span, "first here")
                    .into());
            }
            if name.text == self.spoken.slope {
                slope = Some(name.span);
            } else {
                vars.push(self.variables.add(name.text.clone(), name.span));
            }
        }
        if let Some(place) = slope {
            if self.binds_slope {
                return Err(self
                    .error(place, format!("the slope `{}` is bound twice", self.spoken.slope))
                    .help("a statement has one slope")
                    .into());
            }
            self.binds_slope = true;
        }
        let universal = match quantifier {
            Quantifier::Exists => false,
            Quantifier::ForAll => true,
            Quantifier::Infinitely => {
                if slope.is_some() || vars.len() != 1 {
                    return Err(self
                        .error(span, "`I` of more than one number")
                        .help("write it with `A` and `E`")
                        .into());
                }
                return self.infinitely(vars[0], body, depth);
            }
            Quantifier::AtLeast(_) | Quantifier::AtMost(_) | Quantifier::Exactly(_) => {
                let message = format!("numbers of the slope `{}` cannot be counted", self.spoken.slope);
                return Err(self
                    .error(span, message)
                    .label("no automaton counts them for all slopes")
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
        if slope.is_some() {
            node = Node::ExistsSlope(Box::new(node));
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
        if *name == self.spoken.slope {
            return Err(self
                .error(term.span, format!("`{name}` is the slope, not a number"))
                .label(format!("because of `?{}`", self.spoken.system))
                .help("give the number or the slope another name")
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

    /// Checks that a term is a number of the slope.
    fn is_read_here(&self, id: TermId) -> Result<(), Diagnostic> {
        let term = &self.formula[id];
        if term.system == self.spoken.system {
            return Ok(());
        }
        let here = self.source.slice(term.span);
        Err(self
            .error(term.span, format!("a number in {} in a statement about a slope", term.system))
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
        let (relation, arguments) =
            self.placed(&name, (&dfa, &tracks), arguments, (&mut side, &HashMap::new(), span))?;
        Ok(side.around(Node::Call(Call { relation, arguments, span })))
    }

    /// That a word has one of these values at its indices.
    pub(super) fn valued(
        &mut self,
        id: TermId,
        values: &[i64],
        side: &mut Side,
        case: &HashMap<TermId, i64>,
    ) -> Result<Node, ResolveError> {
        let term = &self.formula[id];
        let TermKind::Word { word, indices } = &term.kind else { unreachable!("it is a word") };
        let listed: Vec<String> = values.iter().map(|value| format!("@{value}")).collect();
        let name = format!("{}[..]={}", word.text, listed.join("|"));
        let (dfa, tracks) = match self.word(id)? {
            Indexed::Family(family) => (self.atoms.selected(&family, values), family.tracks().to_vec()),
            Indexed::Word(word) => {
                let tracks = word.systems.iter().cloned().map(TrackKind::Numbers).collect();
                (Arc::new(word.dfao.select(|value| values.contains(&value))), tracks)
            }
        };
        let (relation, arguments) = self.placed(&name, (&dfa, &tracks), indices, (side, case, term.span))?;
        Ok(Node::Call(Call { relation, arguments, span: term.span }))
    }

    /// The word that a term reads.
    pub(super) fn word(&self, id: TermId) -> Result<Indexed, Diagnostic> {
        let term = &self.formula[id];
        let TermKind::Word { word, indices } = &term.kind else { unreachable!("it is a word") };
        indexed((self.environment, self.source), word, indices.len(), term.span)
    }

    /// What an automaton is of the slope and the numbers that it is given.
    fn placed(
        &mut self,
        name: &str,
        (dfa, tracks): (&Arc<Dfa>, &Vec<TrackKind>),
        arguments: &[TermId],
        (side, case, span): (&mut Side, &HashMap<TermId, i64>, Span),
    ) -> Result<(Arc<Relation>, Vec<Form>), ResolveError> {
        if tracks.iter().any(|kind| *kind != track()) {
            return Err(self
                .error(span, format!("`{name}` does not relate a slope to its numbers"))
                .label("it has other tracks")
                .help(format!("define it after `?{}`, or by `reg` over {{0,1,2}} on each track", self.spoken.system))
                .into());
        }
        let is_slope =
            |&id: &TermId| matches!(&self.formula[id].kind, TermKind::Variable(text) if *text == self.spoken.slope);
        let slopes: Vec<usize> = (0..arguments.len()).filter(|&place| is_slope(&arguments[place])).collect();
        let [slope] = slopes[..] else {
            let message = format!("`{name}` is given the slope {} times", slopes.len());
            return Err(self
                .error(span, message)
                .help(format!("give `{}` to the track of the slope, and numbers to the others", self.spoken.slope))
                .into());
        };
        let mut forms = Vec::new();
        for (place, &argument) in arguments.iter().enumerate() {
            if place != slope {
                let form = self.natural(argument, case, side)?;
                forms.push(form);
            }
        }
        Ok((self.atoms.relation(name, dfa, slope, self.budget)?, forms))
    }
}
