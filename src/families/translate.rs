//! Translates a local formula to one about words, for `logic`: the parameter and its numbers are words of one length.
//!
//! Atoms become calls of automata ([`Atoms`]), and every bound variable is also said to be a number of the part.
//! Negations are within the numbers of the part, for words have others. Linear in the formula; the automata and
//! projections in `logic` cost more. A call of a relation with a sum becomes one atom; with several sums, each gets a
//! track of its own.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::NoVerdict;
use super::atoms::Atoms;
use super::bounds::blocks_of;
use super::determined::without_determined;
use super::form::{Form, Var};
use super::node::{Call, Node, Variables};
use super::{Deciding, Spoken};
use crate::automata::{Dfa, Track};
use crate::budget::{Budget, Halt, Unsupported};
use crate::logic::{Defined, Environment, Function, ResolveError, Statement, Value, decide, define_words, resolve};
use crate::numeration::{Compare, NumerationError, NumerationSystem};
use crate::syntax::ast::{Connective, FormulaId, FormulaKind, Name, Quantifier, TermKind, Tree};
use crate::syntax::{DEFAULT_SYSTEM, Span};
use crate::tuning::families::NUMBERS_TOGETHER;
use crate::words::Indexed;

/// A local formula, or that some numbers of a part satisfy it with so many zeros in front of all.
pub(super) struct Asked<'a> {
    pub node: &'a Node,
    pub positive: bool,
    /// The numbers that are asked for, if any.
    pub exists: &'a [Var],
    /// Zeros in front of all numbers.
    pub zeros: usize,
    /// Languages of the parameters that are asked about.
    pub parameters: &'a [Arc<Dfa>],
}

/// The parts of parameters and numbers of them, on tracks in this order, of which it holds: quantifiers of the formula range over
/// the numbers of the part.
///
/// # Errors
/// The limit that was passed.
pub(super) fn relation(
    asked: &Asked<'_>,
    free: &[Var],
    variables: &Variables,
    (spoken, deciding): (&Spoken, &mut Deciding<'_>),
) -> Result<Dfa, ResolveError> {
    let statement = translated(asked, free, false, variables, (spoken, deciding))?;
    let Defined::Words(language) = define_words(&statement, deciding.workspace, deciding.budget)? else {
        unreachable!("the parameter is a word")
    };
    let place = |name: &str| {
        let known = statement.free.iter().position(|&var| **statement.variables.name(var) == *name);
        known.expect("all of them are spoken of")
    };
    let order =
        std::iter::once(place(&spoken.parameter)).chain(free.iter().map(|&var| place(&variables.own_name(var))));
    Ok(language.dfa.permute(&Track::list(order)).minimize_within(deciding.budget)?)
}

/// A part of some parameter of which it holds with the numbers that it asks for, as words: the part first.
///
/// # Errors
/// The limit that was passed, or the words do not show it.
pub(super) fn some_part(
    asked: &Asked<'_>,
    variables: &Variables,
    (spoken, deciding): (&Spoken, &mut Deciding<'_>),
) -> Result<Option<Vec<Vec<i64>>>, NoVerdict> {
    let statement = translated(asked, &[], true, variables, (spoken, deciding))?;
    let verdict = decide(&statement, deciding.workspace, deciding.budget)?;
    let word = |(_, value): (Arc<str>, Value)| match value {
        Value::Word(digits) => digits,
        Value::Number(_) | Value::Slope { .. } | Value::Parameter { .. } => unreachable!("all variables are words"),
    };
    Ok(verdict.truth.then(|| verdict.example.unwrap_or_default().into_iter().map(word).collect()))
}

/// It as a statement about words; closed if it asks for a parameter as well.
fn translated(
    asked: &Asked<'_>,
    free: &[Var],
    closed: bool,
    variables: &Variables,
    (spoken, deciding): (&Spoken, &mut Deciding<'_>),
) -> Result<Statement, ResolveError> {
    let mut translator = Translator {
        tree: Tree::new(spoken.span, DEFAULT_SYSTEM.into()),
        parameter: spoken.parameter.clone(),
        variables,
        atoms: deciding.atoms,
        budget: deciding.budget,
        functions: Vec::new(),
        fresh: 0,
        span: spoken.span,
    };
    let all = [free, asked.exists].concat();
    let mut whole = translator.numbers(&all)?;
    for parameters in asked.parameters {
        let parameters = translator.called("parameters", &translator.atoms.function(parameters.clone()), &[]);
        whole = translator.binary(Connective::And, whole, parameters);
    }
    // Of a part without numbers, so many blocks are meant.
    let chunks = all.chunks(NUMBERS_TOGETHER).chain(all.is_empty().then_some(&[][..]));
    for vars in chunks.filter(|_| asked.zeros > 0) {
        let zeros = translator.atoms.zeros(vars.len(), asked.zeros, translator.budget)?;
        let names: Vec<String> = vars.iter().map(|&var| variables.own_name(var)).collect();
        let zeros = translator.called("zeros", &zeros, &names);
        whole = translator.binary(Connective::And, whole, zeros);
    }
    let body = translator.formula(asked.node, asked.positive)?;
    whole = translator.binary(Connective::And, whole, body);
    let mut names: Vec<String> = asked.exists.iter().map(|&var| variables.own_name(var)).collect();
    if closed {
        names.insert(0, spoken.parameter.to_string());
    }
    if !names.is_empty() {
        translator.exists(&names, whole);
    }
    let Translator { tree, functions, .. } = translator;
    let words = Words { base: deciding.environment, functions: functions.into_iter().collect() };
    resolve(&tree.finish(), deciding.source, &words, deciding.workspace, deciding.budget)
}

struct Translator<'a> {
    tree: Tree,
    parameter: Arc<str>,
    variables: &'a Variables,
    atoms: &'a mut Atoms,
    budget: &'a Budget,
    /// What the formula calls, by names that only it knows.
    functions: Vec<(String, Arc<Function>)>,
    fresh: usize,
    span: Span,
}

impl Translator<'_> {
    fn formula(&mut self, node: &Node, positive: bool) -> Result<FormulaId, Halt> {
        match node {
            Node::Compare(form, compare) => self.compare(form, *compare, positive),
            Node::Call(call) => self.call(call, positive),
            Node::Not(inner) => self.formula(inner, !positive),
            Node::And(parts) | Node::Or(parts) => {
                let any = matches!(node, Node::Or(_)) == positive;
                let Some((first, rest)) = parts.split_first() else { return self.truth(!any) };
                let connective = if any { Connective::Or } else { Connective::And };
                let mut all = self.formula(first, positive)?;
                for part in rest {
                    let part = self.formula(part, positive)?;
                    all = self.binary(connective, all, part);
                }
                Ok(all)
            }
            Node::Iff(a, b) => {
                let (a, b) = (self.formula(a, true)?, self.formula(b, positive)?);
                Ok(self.binary(Connective::Iff, a, b))
            }
            Node::Exists(vars, body) => {
                if let Some((vars, body)) = without_determined(vars, body) {
                    let free = node.free();
                    let inner = self.formula(&Node::exists(vars, body), true)?;
                    return self.denied_unless(positive, inner, &free);
                }
                let (free, mut inner) = (node.free(), self.formula(body, true)?);
                if !are_numbers(vars, body) {
                    let of_numbers = self.numbers(vars)?;
                    inner = self.binary(Connective::And, of_numbers, inner);
                }
                let names = vars.iter().map(|&var| self.variables.own_name(var)).collect::<Vec<_>>();
                let whole = self.exists(&names, inner);
                self.denied_unless(positive, whole, &free)
            }
            Node::ExistsParameter(_) => unreachable!("a local formula binds no parameter"),
        }
    }

    /// A part, or what is no such tuple of numbers: that is all that a negation of words may be.
    fn denied_unless(&mut self, positive: bool, part: FormulaId, free: &BTreeSet<Var>) -> Result<FormulaId, Halt> {
        if positive {
            return Ok(part);
        }
        let denied = self.tree.formula(FormulaKind::Not(part));
        let of_numbers = self.numbers(&free.iter().copied().collect::<Vec<_>>())?;
        Ok(self.binary(Connective::And, of_numbers, denied))
    }

    fn compare(&mut self, form: &Form, compare: Compare, positive: bool) -> Result<FormulaId, Halt> {
        let (form, compare) = match (compare, positive) {
            (_, true) => (form.clone(), compare),
            (Compare::Equal, false) => (form.clone(), Compare::NotEqual),
            (Compare::NotEqual, false) => (form.clone(), Compare::Equal),
            // Not form < 0: -form - 1 < 0.
            (Compare::Less, false) => {
                let negated = Form::constant(-1).plus_times(form, -1);
                (negated.ok_or(Halt::Unsupported(Unsupported::Overflow))?, compare)
            }
        };
        let coefficients: Vec<i64> = form.terms.values().copied().collect();
        let name = comparison(&coefficients, compare, form.constant);
        let atom = self.atoms.linear(coefficients, compare, form.constant, self.budget)?;
        let names: Vec<String> = form.variables().map(|var| self.variables.own_name(var)).collect();
        Ok(self.called(&name, &atom, &names))
    }

    fn call(&mut self, call: &Call, positive: bool) -> Result<FormulaId, Halt> {
        let (relation, positive) = match &call.relation.denied {
            Some(other) => (other, !positive),
            None => (&call.relation, positive),
        };
        if let [form] = &call.arguments[..]
            && form.as_variable().is_none()
        {
            let blocks = blocks_of(form, &self.atoms.system).ok_or(Halt::Unsupported(Unsupported::Overflow))?;
            let blocks = blocks + relation.late.unwrap_or(0);
            let atom = self.atoms.indexed(relation, form, blocks, self.budget)?;
            let coefficients: Vec<i64> = form.terms.values().copied().collect();
            let name = format!("{} at {}", relation.name, sum(&coefficients, form.constant));
            let names: Vec<String> = form.variables().map(|var| self.variables.own_name(var)).collect();
            let whole = self.called(&name, &atom, &names);
            return self.denied_unless(positive, whole, &form.variables().collect());
        }
        // A number for each term that is none.
        let (mut names, mut fresh, mut equations) = (Vec::new(), Vec::new(), Vec::new());
        for form in &call.arguments {
            if let Some(var) = form.as_variable() {
                names.push(self.variables.own_name(var));
                continue;
            }
            let name = format!("_{}", self.fresh);
            self.fresh += 1;
            let coefficients: Vec<i64> = form.terms.values().copied().chain([-1]).collect();
            let atom = self.atoms.linear(coefficients.clone(), Compare::Equal, form.constant, self.budget)?;
            let mut of_atom: Vec<String> = form.variables().map(|var| self.variables.own_name(var)).collect();
            of_atom.push(name.clone());
            equations.push(self.called(&comparison(&coefficients, Compare::Equal, form.constant), &atom, &of_atom));
            fresh.push(name.clone());
            names.push(name);
        }
        let mut whole = self.called(&relation.name, &relation.function, &names);
        for equation in equations {
            whole = self.binary(Connective::And, equation, whole);
        }
        if !fresh.is_empty() {
            whole = self.exists(&fresh, whole);
        }
        self.denied_unless(positive, whole, &call.arguments.iter().flat_map(Form::variables).collect())
    }

    /// That words are those of numbers of the parameter.
    fn numbers(&mut self, vars: &[Var]) -> Result<FormulaId, Halt> {
        let (first, others) = vars.split_at(vars.len().min(NUMBERS_TOGETHER));
        let atom = self.atoms.numbers(first.len(), self.budget)?;
        let names: Vec<String> = first.iter().map(|&var| self.variables.own_name(var)).collect();
        let whole = self.called("numbers", &atom, &names);
        if others.is_empty() {
            return Ok(whole);
        }
        let others = self.numbers(others)?;
        Ok(self.binary(Connective::And, whole, others))
    }

    fn truth(&mut self, value: bool) -> Result<FormulaId, Halt> {
        let atom = match value {
            true => self.atoms.numbers(0, self.budget)?,
            false => self.atoms.function(Dfa::empty(self.atoms.system.parameters.parts().layout().clone())),
        };
        Ok(self.called(if value { "numbers" } else { "none" }, &atom, &[]))
    }

    /// `$name(parameter, numbers..)`.
    fn called(&mut self, name: &str, atom: &Arc<Function>, numbers: &[String]) -> FormulaId {
        // As it is shown: a function has its `$` from what calls it.
        let name = name.trim_start_matches('$').replace("[..]", "");
        let known = self.functions.iter().find(|(_, known)| Arc::ptr_eq(known, atom)).map(|(name, _)| name.clone());
        let text = known.unwrap_or_else(|| {
            let mut text = name;
            while self.functions.iter().any(|(known, _)| *known == text) {
                text.push('\'');
            }
            self.functions.push((text.clone(), atom.clone()));
            text
        });
        let names = std::iter::once(&*self.parameter).chain(numbers.iter().map(String::as_str));
        let arguments = names.map(|name| self.tree.term(TermKind::Variable(name.into()))).collect();
        self.tree.formula(FormulaKind::Call { function: Name { text: text.into(), span: self.span }, arguments })
    }

    fn exists(&mut self, names: &[String], body: FormulaId) -> FormulaId {
        let variables = names.iter().map(|name| Name { text: name.as_str().into(), span: self.span }).collect();
        self.tree.formula(FormulaKind::Quantified { quantifier: Quantifier::Exists, variables, body })
    }

    fn binary(&mut self, op: Connective, left: FormulaId, right: FormulaId) -> FormulaId {
        self.tree.formula(FormulaKind::Binary { op, left, right })
    }
}

/// Whether a formula that holds makes words numbers: some conjunct reads each.
fn are_numbers(vars: &[Var], body: &Node) -> bool {
    let all = |part: &Node, var: &Var| matches!(part, Node::Compare(..) | Node::Call(_)) && part.free().contains(var);
    match body {
        Node::And(parts) => vars.iter().all(|var| parts.iter().any(|part| all(part, var))),
        _ => vars.iter().all(|var| all(body, var)),
    }
}

/// `2a+b-c<0`.
fn comparison(coefficients: &[i64], compare: Compare, constant: i64) -> String {
    let sign = match compare {
        Compare::Equal => "=",
        Compare::NotEqual => "!=",
        Compare::Less => "<",
    };
    format!("{}{sign}0", sum(coefficients, constant))
}

/// `2a+b-c+3`.
fn sum(coefficients: &[i64], constant: i64) -> String {
    let mut text = String::new();
    for (letter, &k) in ('a'..='z').cycle().zip(coefficients) {
        text += match (k < 0, text.is_empty()) {
            (true, _) => "-",
            (false, true) => "",
            (false, false) => "+",
        };
        if k.unsigned_abs() != 1 {
            text += &k.unsigned_abs().to_string();
        }
        text.push(letter);
    }
    if constant != 0 || text.is_empty() {
        text += &if text.is_empty() { constant.to_string() } else { format!("{constant:+}") };
    }
    text
}

/// The functions of one translated formula, and nothing else of its own.
struct Words<'a> {
    base: &'a dyn Environment,
    functions: HashMap<String, Arc<Function>>,
}

impl Environment for Words<'_> {
    fn system(&self, full_name: &str) -> Result<Arc<NumerationSystem>, NumerationError> {
        self.base.system(full_name)
    }

    fn function(&self, name: &str) -> Option<Result<Arc<Function>, String>> {
        self.functions.get(name).cloned().map(Ok)
    }

    fn word(&self, _: &str) -> Option<Result<Indexed, String>> {
        None
    }

    fn functions(&self) -> Vec<String> {
        Vec::new()
    }

    fn words(&self) -> Vec<String> {
        Vec::new()
    }

    fn systems(&self) -> Vec<String> {
        Vec::new()
    }
}
