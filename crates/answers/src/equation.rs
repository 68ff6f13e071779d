//! A variable that an equation gives is replaced, as in `verified/Equation.v`: where k x + r = c with k = 1 or -1, x is k (c - r).
//!
//! The equation has to hold for the formula to be true, and x stands in sums only. What stays says that k (c - r) is not negative.

use crate::formula::Variable;
use crate::linear::{Sums, add_to};
use crate::skeleton::{Connective, Skeleton};

/// An equation: what the variable is multiplied by, the rest of the sum, and the constant.
struct Equation {
    factor: i64,
    rest: Sums,
    constant: i64,
}

/// The formula without a variable that one of its equations gives, if it does.
pub(crate) fn solve(variable: Variable, skeleton: &Skeleton) -> Option<Skeleton> {
    let equation = equation(true, variable, skeleton)?;
    let replaced = replaced(variable, &equation, skeleton)?;
    let sums = scaled(equation.factor, &equation.rest)?;
    let constant = equation.factor.checked_mul(equation.constant)?;
    Some(replaced.and(Skeleton::Linear { equal: false, sums, constant }))
}

fn take_out(variable: Variable, sums: &Sums) -> (i64, Sums) {
    let factor = sums.iter().filter(|(_, other)| *other == variable).map(|(factor, _)| factor).sum();
    (factor, sums.iter().filter(|(_, other)| *other != variable).copied().collect())
}

fn scaled(by: i64, sums: &Sums) -> Option<Sums> {
    sums.iter().map(|(factor, variable)| Some((factor.checked_mul(by)?, *variable))).collect()
}

/// An equation for a variable that holds wherever a formula has a truth.
fn equation(truth: bool, variable: Variable, skeleton: &Skeleton) -> Option<Equation> {
    match skeleton {
        Skeleton::Linear { equal: true, sums, constant } => {
            let (factor, rest) = take_out(variable, sums);
            (truth && factor.abs() == 1).then_some(Equation { factor, rest, constant: *constant })
        }
        Skeleton::Known(_) | Skeleton::Accepts(..) | Skeleton::Linear { .. } => None,
        Skeleton::Not(a) => equation(!truth, variable, a),
        Skeleton::Both(connective, a, b) => {
            let (one, other) = forced(*connective, truth)?;
            equation(one, variable, a).or_else(|| equation(other, variable, b))
        }
    }
}

/// The truths of two parts wherever the whole has a truth, if they are always the same.
fn forced(connective: Connective, truth: bool) -> Option<(bool, bool)> {
    let pairs = [(true, true), (true, false), (false, true), (false, false)];
    let mut own = pairs.into_iter().filter(|(a, b)| connective.of(*a, *b) == truth);
    // A connective that is never true forces everything; the checker takes the first pair.
    match (own.next(), own.next()) {
        (None, _) => Some((true, true)),
        (Some(pair), None) => Some(pair),
        (Some(_), Some(_)) => None,
    }
}

fn replaced(variable: Variable, equation: &Equation, skeleton: &Skeleton) -> Option<Skeleton> {
    match skeleton {
        Skeleton::Known(_) => Some(skeleton.clone()),
        Skeleton::Accepts(dfa, tracks) => {
            (!tracks.contains(&variable) && dfa.has_zero_loop()).then(|| skeleton.clone())
        }
        Skeleton::Linear { equal, sums, constant } => {
            let (factor, rest) = take_out(variable, sums);
            if factor == 0 {
                return Some(Skeleton::Linear { equal: *equal, sums: rest, constant: *constant });
            }
            let by = factor.checked_mul(equation.factor)?;
            let mut sums = rest;
            // The checker adds the summands from the last to the first.
            for (factor, variable) in scaled(by.checked_neg()?, &equation.rest)?.into_iter().rev() {
                add_to(factor, variable, &mut sums).ok()?;
            }
            let constant = constant.checked_sub(by.checked_mul(equation.constant)?)?;
            Some(Skeleton::Linear { equal: *equal, sums, constant })
        }
        Skeleton::Not(a) => Some(replaced(variable, equation, a)?.not()),
        Skeleton::Both(connective, a, b) => {
            Some(Skeleton::both(*connective, replaced(variable, equation, a)?, replaced(variable, equation, b)?))
        }
    }
}

/// Replaces what equations give of some variables; those that are replaced, in order, and what is left.
pub(crate) fn solved(variables: &[Variable], skeleton: Skeleton) -> (Vec<Variable>, Vec<Variable>, Skeleton) {
    let (mut left, mut given, mut skeleton) = (variables.to_vec(), Vec::new(), skeleton);
    while let Some((x, next)) = left.iter().find_map(|x| Some((*x, solve(*x, &skeleton)?))) {
        left.retain(|y| *y != x);
        given.push(x);
        skeleton = next;
    }
    (left, given, skeleton)
}
