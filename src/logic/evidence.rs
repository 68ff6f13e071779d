//! The numbers that show a verdict.
//!
//! A true `E` has a witness, a false `A` a counterexample, and `E>=k` has k tuples. A closed statement is decided part
//! by part, so quantifiers under negations and connectives give theirs as well: all parts show a true conjunction, the
//! first false part shows a false one. Nothing is found twice: the search for a witness also decides its quantifier.
//! Only where a quantifier is decided without one (by counting, by eliminating variables) is a search made afterwards.
//! If that is long, it is given up, and the verdict has no numbers.
//!
//! `numeration::decode` makes integers of words in `Engine::search`; `tuple` does so where words of digits occur. All
//! numbers are put into the statement and evaluated (`evaluate`) before they are shown.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::budget::{Halt, Limit};
use crate::numeration::Compare;
use crate::tuning::logic::{atoms, evidence};

use super::engine::{Assignment, Engine};
use super::evaluate::{evaluated, within_few_states};
use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var, Variables};
use super::large_coefficients::has_large;
use super::tactics::Tactics;
use super::tuple::{Tuple, Value};

/// Values of variables that belong together.
pub type Example = Vec<(Arc<str>, Value)>;

/// Values of what holds for all, and values of what there is for them.
pub type Answer = (Example, Example);

/// Why there is no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    /// A limit was passed.
    #[error("{0}")]
    Limit(#[from] Halt),
    /// The numbers found do not show what they should: an error in filbert.
    #[error("the counterexample found fails direct evaluation: this is a bug in filbert, please report it")]
    Contradiction,
}

impl Engine<'_> {
    /// Whether a closed formula is true, and what shows it. The formula is as it was written, not prepared.
    ///
    /// # Errors
    /// [`DecideError`].
    pub(super) fn shown(&mut self, expr: &ExprRef) -> Result<(bool, Vec<Example>), DecideError> {
        Ok(match expr.kind() {
            Kind::Not(inner) => {
                let (truth, examples) = self.shown(inner)?;
                (!truth, examples)
            }
            Kind::And(parts) => self.shown_by_parts(parts, false)?,
            Kind::Or(parts) => self.shown_by_parts(parts, true)?,
            Kind::Iff(a, b) if a == b => (true, Vec::new()),
            Kind::Iff(a, b) => {
                let ((left, mut examples), (right, more)) = (self.shown(a)?, self.shown(b)?);
                examples.extend(more);
                (left == right, examples)
            }
            Kind::Exists(vars, body) => {
                let (body, sought) = without_negation(body);
                self.shown_exists(vars, body, sought)?
            }
            Kind::AtLeast(1, vars, body) => self.shown_exists(vars, body, true)?,
            Kind::AtLeast(count, vars, body) => self.shown_at_least(expr, *count, vars, body)?,
            Kind::OverWords(over, body) if !over.infinitely => {
                let (body, sought) = without_negation(body);
                self.shown_over_words(&over.frame, &over.bound, body, sought)?
            }
            Kind::Truth(_)
            | Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => (self.decide(&self.prepare(expr, true))?, Vec::new()),
        })
    }

    /// Parts joined by `&` or `|`, one of which decides the whole if it has the truth value `deciding`.
    fn shown_by_parts(&mut self, parts: &[ExprRef], deciding: bool) -> Result<(bool, Vec<Example>), DecideError> {
        let mut all = Vec::new();
        for part in parts {
            let (truth, examples) = self.shown(part)?;
            if truth == deciding {
                return Ok((truth, examples));
            }
            all.extend(examples);
        }
        Ok((!deciding, all))
    }

    /// Whether some values of the variables give the body the truth value `sought`, and such values.
    pub(super) fn shown_exists(
        &mut self,
        vars: &[Var],
        body: &ExprRef,
        sought: bool,
    ) -> Result<(bool, Vec<Example>), DecideError> {
        let prepared = self.prepare(body, sought);
        let found = match self.exists_by_elimination(vars, &prepared)? {
            Some(false) => None,
            Some(true) => match self.values(vars, &prepared)? {
                Some(found) => Some(found),
                None => return Ok((true, Vec::new())),
            },
            None => self.search(vars, &prepared)?,
        };
        let Some(found) = found else { return Ok((false, Vec::new())) };
        let (truth, nested) = evaluated(body, &found, self.variables, self.budget)?;
        if truth != sought {
            return Err(DecideError::Contradiction);
        }
        let own = named(vars, &found, self.variables);
        let nested = nested.iter().map(|(vars, values)| named(vars, values, self.variables));
        Ok((true, std::iter::once(own).chain(nested.filter(|example| !example.is_empty())).collect()))
    }

    /// Whether some tuple of words of one length gives the body the truth value `sought`, and such values of `vars`.
    pub(super) fn shown_over_words(
        &mut self,
        frame: &[Var],
        vars: &[Var],
        body: &ExprRef,
        sought: bool,
    ) -> Result<(bool, Vec<Example>), DecideError> {
        let Some(digits) = self.search_tuple(frame, &self.prepare(body, sought))? else {
            return Ok((false, Vec::new()));
        };
        let variables = self.variables;
        let found = Tuple { vars: frame, digits: &digits, variables };
        if found.satisfies(body, self.budget)? != sought {
            return Err(DecideError::Contradiction);
        }
        Ok((true, vec![vars.iter().map(|&var| (variables.name(var).clone(), found.value(var))).collect()]))
    }

    /// Whether so many tuples satisfy the body, and that many of them.
    fn shown_at_least(
        &mut self,
        expr: &ExprRef,
        count: u64,
        vars: &[Var],
        body: &ExprRef,
    ) -> Result<(bool, Vec<Example>), DecideError> {
        if !self.decide(&self.prepare(expr, true))? {
            return Ok((false, Vec::new()));
        }
        let (mut examples, mut rest) = (Vec::new(), body.clone());
        if count > evidence::SHOWN_TUPLES {
            return Ok((true, examples));
        }
        for _ in 0..count {
            let Some(found) = self.if_short(|engine| engine.search(vars, &engine.prepare(&rest, true)))?.flatten()
            else {
                return Ok((true, Vec::new()));
            };
            if !evaluated(body, &found, self.variables, self.budget)?.0 {
                return Err(DecideError::Contradiction);
            }
            let this = found.iter().map(|(var, value)| Expr::new(Kind::Constant(*var, value.clone()))).collect();
            rest = Expr::and(vec![rest, Expr::negation(Expr::and(this))]);
            examples.push(named(vars, &found, self.variables));
        }
        Ok((true, examples))
    }

    /// The first values of the variables for which the body has the truth value that it has for all of them because
    /// values of a quantifier inside it satisfy that, and such values, if they are soon found: the first answer of a
    /// strategy. It shows no verdict, and is checked all the same.
    ///
    /// # Errors
    /// [`DecideError`].
    pub(super) fn first_answer(
        &mut self,
        vars: &[Var],
        body: &ExprRef,
        truth: bool,
    ) -> Result<Option<Answer>, DecideError> {
        let mut parts = Vec::new();
        let Some(asked) = answering(body, truth, &mut parts) else { return Ok(None) };
        let whole = Expr::and(parts);
        let all = [vars, asked].concat();
        let (variables, budget) = (self.variables, self.budget.aside(evidence::CLOCK_LOOKS));
        let found = self.workspace.untraced(|workspace| {
            let mut engine = Engine::new(workspace, variables, &budget);
            let Some(found) = engine.search(&all, &engine.prepare(&whole, true))? else { return Ok(None) };
            let (holds, _) = evaluated(&whole, &found, variables, &budget)?;
            Ok(Some((found, holds)))
        });
        let found = match found {
            Ok(Some((found, true))) => found,
            Ok(Some((_, false))) => return Err(DecideError::Contradiction),
            Err(halt @ Halt::Limit(Limit::Interrupted)) => return Err(halt.into()),
            // The verdict stands without.
            Ok(None) | Err(_) => return Ok(None),
        };
        let [given, answer] = [vars, asked].map(|vars| named(vars, &found, self.variables));
        Ok((!given.is_empty() && !answer.is_empty()).then_some((given, answer)))
    }

    /// Work without a trace that is given up where it is long: what it finds is only shown.
    fn if_short<T>(&mut self, work: impl FnOnce(&mut Engine<'_>) -> Result<T, Halt>) -> Result<Option<T>, Halt> {
        let (variables, budget) = (self.variables, self.budget);
        self.workspace.untraced(|workspace| within_few_states(workspace, variables, budget, work))
    }

    /// Whether `E vars body`, where large atoms stand in the body and eliminating variables leaves none: a search for their
    /// values may go on for as many states as the coefficients say.
    fn exists_by_elimination(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<bool>, Halt> {
        let tactics = self.workspace.tactics;
        if !has_large(body, tactics) {
            return Ok(None);
        }
        let eliminated = self.prepare(&Expr::exists(vars.to_vec(), body.clone()), true);
        if reads_large(&eliminated, tactics) {
            return Ok(None);
        }
        self.decide(&eliminated).map(Some)
    }

    /// Values that satisfy a body which some do, if they are soon found: by a search, or one variable after another, its
    /// least value by halving, each question being decided by elimination.
    fn values(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Assignment>, Halt> {
        if let Some(found) = self.if_short(|engine| engine.search(vars, body))? {
            return Ok(found);
        }
        self.if_short(|engine| engine.least_values(vars, body)).map(Option::flatten)
    }

    /// The least value of the first variable that some satisfy the body with, then of the second beside it, and so on; none
    /// where numbers may be negative or a value is too large for an atom.
    fn least_values(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Assignment>, Halt> {
        let (mut rest, mut found) = (body.clone(), Assignment::new());
        for &var in vars {
            let is_natural = self.variables.range(var).system().is_some_and(|system| !system.is_signed());
            if !is_natural {
                return Ok(None);
            }
            let limited = |compare, constant| {
                let terms = vec![(var, vec![1])];
                Expr::new(Kind::Linear(LinearConstraint { terms, compare, constant, signed: false }))
            };
            let mut is_below = |bound: i64| -> Result<bool, Halt> {
                let both = Expr::and(vec![limited(Compare::Less, bound), rest.clone()]);
                self.decide(&self.prepare(&Expr::exists(vars.to_vec(), both), true))
            };
            let mut bound = 1i64;
            while !is_below(bound)? {
                bound *= 2;
                if bound.unsigned_abs() > atoms::LARGEST_NUMBER {
                    return Ok(None);
                }
            }
            let (mut none, mut some) = (0, bound);
            while some - none > 1 {
                let middle = none + (some - none) / 2;
                match is_below(middle)? {
                    true => some = middle,
                    false => none = middle,
                }
            }
            rest = Expr::and(vec![limited(Compare::Equal, some - 1), rest]);
            found.push((var, BigInt::from(some - 1)));
        }
        Ok(Some(found))
    }
}

/// The variables of the first quantifier that can give the formula this truth value. What must hold for it to do so is
/// added to `parts`: its body, and that no disjunct before or behind it holds.
fn answering<'e>(expr: &'e ExprRef, truth: bool, parts: &mut Vec<ExprRef>) -> Option<&'e [Var]> {
    match (expr.kind(), truth) {
        (Kind::Not(inner), _) => answering(inner, !truth, parts),
        (Kind::Exists(vars, body), true) => {
            parts.push(body.clone());
            Some(vars)
        }
        (Kind::And(all), true) | (Kind::Or(all), false) => all.iter().find_map(|part| answering(part, truth, parts)),
        (Kind::Or(some), true) | (Kind::And(some), false) => {
            let (at, vars) =
                some.iter().enumerate().find_map(|(at, part)| Some((at, answering(part, truth, parts)?)))?;
            let others = some.iter().enumerate().filter(|other| other.0 != at).map(|other| other.1.clone());
            parts.extend(others.map(|part| if truth { Expr::negation(part) } else { part }));
            Some(vars)
        }
        _ => None,
    }
}

/// The formula without a negation in front of it, and the truth value that it has if the whole is true.
fn without_negation(expr: &ExprRef) -> (&ExprRef, bool) {
    if let Kind::Not(inner) = expr.kind() { (inner, false) } else { (expr, true) }
}

/// Whether a large atom stands anywhere in a formula.
fn reads_large(expr: &ExprRef, tactics: Tactics) -> bool {
    has_large(expr, tactics) || expr.kind().children().any(|part| reads_large(part, tactics))
}

/// The values of the variables that somebody wrote.
fn named(vars: &[Var], found: &Assignment, variables: &Variables) -> Example {
    let value = |var: &Var| found.iter().find(|(known, _)| known == var).expect("every variable has a value").1.clone();
    let written = vars.iter().filter(|&&var| variables.is_written(var));
    written.map(|var| (variables.name(*var).clone(), value(var).into())).collect()
}
