//! Which two variables of a quantifier are only added up.
//!
//! Two variables may be added up if nothing but linear atoms reads them beside conditions on each alone, and if all
//! those atoms read them in one proportion c:d. Then the atoms speak of c x + d y alone, so a number s can stand for
//! it: there are x and y as wanted iff s is such a sum of x and y as wanted on each alone. In a system of natural
//! numbers c and d must be positive, since s has to be a number of the system.

use num_integer::Integer;

use crate::numeration::Compare;

use super::ir::{ExprRef, LinearConstraint, Var};
use super::rewriter::Rewriter;

/// Two variables that are read as c x + d y.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) vars: [Var; 2],
    coefficients: [i64; 2],
    signed: bool,
}

/// The coefficient of a variable in an atom: zero if it is not there, nothing if it is no number.
fn coefficient(linear: &LinearConstraint, var: Var) -> Option<i64> {
    match linear.terms.iter().find(|term| term.0 == var) {
        None => Some(0),
        Some((_, coefficient)) => match coefficient[..] {
            [k] => Some(k),
            _ => None,
        },
    }
}

/// Two variables of `E vars (parts)` that may be added up, and gain by it: beside them an atom reads two others.
pub(super) fn pair(vars: &[Var], parts: &[ExprRef]) -> Option<Pair> {
    let is_member = |var: Var| {
        let mut is_restricted = false;
        let is_read_so = parts.iter().filter(|part| part.mentions(&[var])).all(|part| match part.kind().linear() {
            _ if *part.free() == [var] => {
                is_restricted = true;
                true
            }
            Some(linear) => linear.can_be_negated() && coefficient(linear, var).is_some(),
            None => false,
        });
        is_restricted && is_read_so
    };
    let members: Vec<Var> = vars.iter().copied().filter(|&var| is_member(var)).collect();
    let pairs = members.iter().enumerate().flat_map(|(i, &x)| members[i + 1..].iter().map(move |&y| [x, y]));
    pairs.filter_map(|vars| proportional(vars, parts)).next()
}

/// The two, if all linear atoms that read them and others read them in one proportion.
fn proportional(vars: [Var; 2], parts: &[ExprRef]) -> Option<Pair> {
    let mut found: Option<Pair> = None;
    let mut gains = false;
    for part in parts {
        let Some(linear) = part.kind().linear().filter(|_| part.free().len() > 1 && part.mentions(&vars)) else {
            continue;
        };
        let mut pair = [coefficient(linear, vars[0])?, coefficient(linear, vars[1])?];
        let divisor = pair[0].gcd(&pair[1]) * if pair[0] < 0 { -1 } else { 1 };
        if pair.contains(&0) {
            return None;
        }
        pair = pair.map(|k| k / divisor);
        if !linear.signed && pair[1] < 0 || found.as_ref().is_some_and(|known| known.coefficients != pair) {
            return None;
        }
        gains |= linear.terms.len() > 3;
        found = Some(Pair { vars, coefficients: pair, signed: linear.signed });
    }
    found.filter(|_| gains)
}

impl Pair {
    /// The parts with `s = c x + d y`, which is x from now on.
    pub(super) fn added_up(&self, rewriter: Rewriter<'_>, parts: &[ExprRef], sums: ExprRef) -> ExprRef {
        let [x, y] = self.vars;
        let others = parts.iter().filter(|part| part.free().iter().any(|var| !self.vars.contains(var)));
        let read = others.map(|part| match part.kind().linear().filter(|_| part.mentions(&self.vars)) {
            None => part.clone(),
            Some(linear) => {
                let mut linear = linear.clone();
                linear.terms.retain(|term| term.0 != y);
                let term = linear.terms.iter_mut().find(|term| term.0 == x).expect("an atom reads both");
                term.1[0] /= self.coefficients[0];
                linear.reduced()
            }
        });
        rewriter.combine(read.chain([sums]), true)
    }

    /// `s = c x + d y`.
    pub(super) fn equation(&self, s: Var) -> ExprRef {
        let [c, d] = self.coefficients;
        let mut terms = vec![(self.vars[0], vec![c]), (self.vars[1], vec![d]), (s, vec![-1])];
        terms.sort_unstable_by_key(|term| term.0);
        LinearConstraint { terms, compare: Compare::Equal, constant: 0, signed: self.signed }.reduced()
    }
}
