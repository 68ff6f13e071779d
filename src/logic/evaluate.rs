//! Direct evaluation at given numbers: what a counterexample must survive before it is shown.
//!
//! Atoms are computed with integers, tables are run on representations. What is left under a quantifier is decided
//! with the numbers put in, from an empty workspace, so that nothing is taken over from the search that found them.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use crate::budget::{Budget, Halt};
use crate::numeration::{Compare, NumerationSystem, encode};

use super::engine::{Assignment, Engine, prepare};
use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var, Variables};
use super::workspace::Workspace;

/// Whether the formula holds at these numbers; every free variable has one.
///
/// # Errors
/// The limit that was passed.
pub fn holds(expr: &ExprRef, at: &Assignment, variables: &Variables, budget: &Budget) -> Result<bool, Halt> {
    let value = |var: &Var| &at.iter().find(|(known, _)| known == var).expect("every free variable has a value").1;
    let of = |inner: &ExprRef| holds(inner, at, variables, budget);
    Ok(match expr.kind() {
        Kind::Truth(truth) => *truth,
        Kind::Linear(linear) => {
            let system = |var: &Var| variables.system(*var);
            let sum: BigInt =
                linear.terms.iter().map(|(var, coefficient)| times(value(var), coefficient, system(var))).sum();
            compare(&sum, linear)
        }
        Kind::Constant(var, constant) => value(var) == constant,
        Kind::Table(stored, vars) => {
            let systems: Vec<Arc<NumerationSystem>> = vars.iter().map(|&var| variables.system(var).clone()).collect();
            let numbers: Vec<BigInt> = vars.iter().map(|var| value(var).clone()).collect();
            stored.dfa.accepts(encode(&numbers, stored.dfa.layout(), &systems))
        }
        Kind::Not(inner) => !of(inner)?,
        Kind::And(parts) => {
            for part in parts {
                if !of(part)? {
                    return Ok(false);
                }
            }
            true
        }
        Kind::Or(parts) => {
            for part in parts {
                if of(part)? {
                    return Ok(true);
                }
            }
            false
        }
        Kind::Iff(a, b) => of(a)? == of(b)?,
        // What is left of a quantifier over words here are numbers, however padded: no other formula over words has
        // numbers alone for its variables.
        Kind::Exists(..) | Kind::AtLeast(..) | Kind::Infinitely(..) | Kind::OverWords(..) | Kind::Reverse(_) => {
            let closed = prepare(&instantiate(expr, at), true);
            let pinned: Vec<ExprRef> =
                closed.free().iter().map(|&var| Expr::new(Kind::Constant(var, value(&var).clone()))).collect();
            let mut workspace = Workspace::new();
            let mut engine = Engine::new(&mut workspace, variables, budget);
            if pinned.is_empty() {
                return engine.decide(&closed);
            }
            // Tables still read the variables: each is tied to its number.
            let vars = closed.free().to_vec();
            let whole = Expr::exists(vars, Expr::and(pinned.into_iter().chain([closed]).collect()));
            engine.decide(&prepare(&whole, true))?
        }
    })
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
        Kind::Truth(_) | Kind::Constant(..) | Kind::Table(..) | Kind::OverWords(..) | Kind::Reverse(_) => expr.clone(),
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
