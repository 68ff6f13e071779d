//! Direct evaluation at given numbers: what a counterexample must survive before it is shown.
//!
//! Atoms are computed with integers, relations are run on representations. What is left under a quantifier is decided
//! with the numbers put in, from an empty workspace, so that nothing is taken over from the search that found them.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use crate::budget::{Attempt, Budget, Halt, Limit};
use crate::numeration::{Compare, NumerationSystem, encode};
use crate::tuning::logic::evidence;

use super::engine::{Assignment, Engine};
use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var, Variables};
use super::workspace::Workspace;

/// Whether the formula holds at these numbers; every free variable has one.
///
/// # Errors
/// The limit that was passed.
pub fn holds(expr: &ExprRef, at: &Assignment, variables: &Variables, budget: &Budget) -> Result<bool, Halt> {
    Ok(Evaluation { at, variables, budget, shows: false }.of(expr)?.0)
}

/// Like [`holds`], with values of the quantifiers in the formula that show why, where they are soon found.
///
/// # Errors
/// The limit that was passed.
pub(super) fn evaluated(
    expr: &ExprRef,
    at: &Assignment,
    variables: &Variables,
    budget: &Budget,
) -> Result<(bool, Vec<Shown>), Halt> {
    Evaluation { at, variables, budget, shows: true }.of(expr)
}

/// Variables bound together, and values of them.
pub(super) type Shown = (Vec<Var>, Assignment);

#[derive(Clone, Copy)]
struct Evaluation<'a> {
    at: &'a Assignment,
    variables: &'a Variables,
    budget: &'a Budget,
    /// Whether values of quantifiers are looked for.
    shows: bool,
}

impl Evaluation<'_> {
    fn of(self, expr: &ExprRef) -> Result<(bool, Vec<Shown>), Halt> {
        let Evaluation { at, variables, .. } = self;
        let value = |var: &Var| &at.iter().find(|(known, _)| known == var).expect("every free variable has a value").1;
        let bare = |truth| Ok((truth, Vec::new()));
        match expr.kind() {
            Kind::Truth(truth) => bare(*truth),
            Kind::Linear(linear) => {
                let system = |var: &Var| variables.system(*var);
                let sum: BigInt =
                    linear.terms.iter().map(|(var, coefficient)| times(value(var), coefficient, system(var))).sum();
                bare(compare(&sum, linear))
            }
            Kind::Constant(var, constant) => bare(value(var) == constant),
            Kind::Relation(stored, vars) => {
                let systems: Vec<Arc<NumerationSystem>> =
                    vars.iter().map(|&var| variables.system(var).clone()).collect();
                let numbers: Vec<BigInt> = vars.iter().map(|var| value(var).clone()).collect();
                bare(stored.dfa.accepts(encode(&numbers, stored.dfa.layout(), &systems)))
            }
            Kind::Not(inner) => self.of(inner).map(|(truth, shown)| (!truth, shown)),
            Kind::And(parts) => self.parts(parts, false),
            Kind::Or(parts) => self.parts(parts, true),
            Kind::Iff(a, b) => {
                let ((left, mut shown), (right, more)) = (self.of(a)?, self.of(b)?);
                shown.extend(more);
                Ok((left == right, shown))
            }
            Kind::Exists(vars, body) => {
                let truth = self.decided(expr)?;
                let found = if truth && self.shows { self.values(vars, body)? } else { None };
                Ok((truth, found.into_iter().map(|found| (vars.clone(), found)).collect()))
            }
            // What is left of a quantifier over words here are numbers, however padded: no other formula over words has
            // numbers alone for its variables.
            Kind::AtLeast(..) | Kind::Infinitely(..) | Kind::OverWords(..) | Kind::Reverse(_) => {
                bare(self.decided(expr)?)
            }
        }
    }

    /// Parts joined by `&` or `|`, one of which decides the whole if it has the truth value `deciding`.
    fn parts(self, parts: &[ExprRef], deciding: bool) -> Result<(bool, Vec<Shown>), Halt> {
        let mut all = Vec::new();
        for part in parts {
            let (truth, shown) = self.of(part)?;
            if truth == deciding {
                return Ok((truth, shown));
            }
            all.extend(shown);
        }
        Ok((!deciding, all))
    }

    /// Whether a formula with quantifiers holds, decided from an empty workspace.
    fn decided(self, expr: &ExprRef) -> Result<bool, Halt> {
        let mut workspace = Workspace::new();
        let mut engine = Engine::new(&mut workspace, self.variables, self.budget);
        let closed = engine.prepare(&instantiate(expr, self.at), true);
        if closed.free().is_empty() {
            return engine.decide(&closed);
        }
        // Tables still read the variables: each is tied to its number.
        let vars = closed.free().to_vec();
        let whole = Expr::exists(vars, self.tied(closed));
        engine.decide(&engine.prepare(&whole, true))
    }

    /// Values of these variables that satisfy the body with the numbers put in, if they are soon found.
    fn values(self, vars: &[Var], body: &ExprRef) -> Result<Option<Assignment>, Halt> {
        let body = self.tied(instantiate(body, self.at));
        let all: Vec<Var> =
            body.free().iter().chain(vars.iter().filter(|var| !body.mentions(&[**var]))).copied().collect();
        let search = |engine: &mut Engine<'_>| engine.search(&all, &engine.prepare(&body, true));
        let found = within_few_states(&mut Workspace::new(), self.variables, self.budget, search)?.flatten();
        Ok(found.map(|values| values.into_iter().filter(|(var, _)| vars.contains(var)).collect()))
    }

    /// The formula, and that those of its variables that have a number are that number.
    fn tied(self, expr: ExprRef) -> ExprRef {
        let read = self.at.iter().filter(|(var, _)| expr.mentions(&[*var]));
        let ties: Vec<ExprRef> = read.map(|(var, value)| Expr::new(Kind::Constant(*var, value.clone()))).collect();
        if ties.is_empty() { expr } else { Expr::and(ties.into_iter().chain([expr]).collect()) }
    }
}

/// Work by an engine of its own, given up where an automaton is large or a limit is passed; not where it is interrupted.
pub(super) fn within_few_states<T>(
    workspace: &mut Workspace,
    variables: &Variables,
    budget: &Budget,
    work: impl FnOnce(&mut Engine<'_>) -> Result<T, Halt>,
) -> Result<Option<T>, Halt> {
    let found =
        budget.attempt(evidence::EVALUATED_STATES, |budget| work(&mut Engine::new(workspace, variables, budget)));
    match found {
        Ok(Attempt::Done(found)) => Ok(Some(found)),
        Err(halt @ Halt::Limit(Limit::Interrupted)) => Err(halt),
        Ok(Attempt::TooLarge) | Err(_) => Ok(None),
    }
}

fn compare(sum: &BigInt, linear: &LinearConstraint) -> bool {
    let constant = BigInt::from(linear.constant);
    match linear.compare {
        Compare::Equal => *sum == constant,
        Compare::NotEqual => *sum != constant,
        Compare::Less => *sum < constant,
    }
}

/// k_0 x + k_1 shift(x) + ... Only numbers read most significant digit first are shifted.
fn times(value: &BigInt, coefficient: &[i64], system: &NumerationSystem) -> BigInt {
    let shifted = |places: usize| {
        if places == 0 {
            return value.clone();
        }
        let mut digits = system.representation(value);
        digits.extend(std::iter::repeat_n(0, places));
        system.value(&digits)
    };
    coefficient.iter().enumerate().filter(|(_, k)| !k.is_zero()).map(|(places, &k)| shifted(places) * k).sum()
}

/// The formula with the numbers put into its plain linear atoms, as far as machine integers reach.
fn instantiate(expr: &ExprRef, at: &Assignment) -> ExprRef {
    let vars: Vec<Var> = at.iter().map(|entry| entry.0).collect();
    if !expr.mentions(&vars) {
        return expr.clone();
    }
    match expr.kind() {
        Kind::Linear(linear) => instantiate_linear(linear, at).unwrap_or_else(|| expr.clone()),
        kind @ (Kind::Not(_)
        | Kind::And(_)
        | Kind::Or(_)
        | Kind::Iff(..)
        | Kind::Exists(..)
        | Kind::AtLeast(..)
        | Kind::Infinitely(..)) => Expr::new(kind.map_children(|part| instantiate(part, at))),
        // Reversal is of words: its body keeps its variables.
        // So does that of a quantifier over words: numbers put in would be padded to no length.
        Kind::Truth(_) | Kind::Constant(..) | Kind::Relation(..) | Kind::OverWords(..) | Kind::Reverse(_) => {
            expr.clone()
        }
    }
}

fn instantiate_linear(linear: &LinearConstraint, at: &Assignment) -> Option<ExprRef> {
    let mut terms = Vec::new();
    let mut constant = linear.constant;
    for (var, coefficient) in &linear.terms {
        match (at.iter().find(|(known, _)| known == var), &coefficient[..]) {
            (None, _) => terms.push((*var, coefficient.clone())),
            (Some((_, value)), [k]) => constant = constant.checked_sub(k.checked_mul(value.to_i64()?)?)?,
            (Some(_), _) => return None,
        }
    }
    let instance = LinearConstraint { terms, constant, ..linear.clone() };
    instance.can_be_built().then(|| Expr::new(Kind::Linear(instance)))
}
