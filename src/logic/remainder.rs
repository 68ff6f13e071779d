//! That a sum of multiples of variables leaves a remainder: how formulas say it, and how it is seen that they do.

use std::collections::BTreeMap;

use crate::numeration::Compare;

use super::ir::{Expr, ExprRef, LinearConstraint, Var};
use super::linear_case::Sum;

/// `m | sum` as `E q sum' = m q + r`, all coefficients of sum' and r natural and below m, so that q is natural where the
/// variables are.
pub(super) fn multiple_of(m: i64, sum: &Sum, q: Var, signed: bool) -> ExprRef {
    let mut terms: BTreeMap<Var, i64> = sum.terms.iter().map(|(&var, k)| (var, k.rem_euclid(m))).collect();
    terms.retain(|_, k| *k != 0);
    terms.insert(q, -m);
    let equation = Sum { terms, constant: sum.constant.rem_euclid(m) - m };
    // sum' + c = m q' with c = m - r: sum' = m (q' - 1) + r. A remainder of 0 takes c = 0.
    let equation = if sum.constant.rem_euclid(m) == 0 { Sum { constant: 0, ..equation } } else { equation };
    Expr::exists(vec![q], equation.compared(Compare::Equal, signed))
}

/// That a sum of multiples of some variables leaves a remainder.
pub(super) struct Remainder {
    pub(super) vars: Vec<Var>,
    pub(super) factors: Vec<i64>,
    pub(super) modulus: i64,
    pub(super) remainder: i64,
}

/// The condition without q, if the atom is `k_1 x_1 + .. = m q + r` with natural coefficients, where the numbers
/// are natural also r < m: some q satisfies it iff the sum leaves that remainder.
pub(super) fn as_remainder(q: Var, linear: &LinearConstraint) -> Option<Remainder> {
    if linear.compare != Compare::Equal || linear.terms.len() < 2 {
        return None;
    }
    let mut sum = Sum::of(linear)?;
    if sum.coefficient(q) > 0 {
        sum = sum.scaled(-1).ok()?;
    }
    let m = -sum.coefficient(q);
    let remainder = -sum.constant;
    let is_natural = sum.terms.iter().all(|(&var, &k)| var == q || k > 0) && (0..m).contains(&remainder);
    sum.terms.remove(&q);
    let (vars, factors) = sum.terms.into_iter().unzip();
    (m > 1 && (linear.signed || is_natural)).then(|| Remainder {
        vars,
        factors,
        modulus: m,
        remainder: remainder.rem_euclid(m),
    })
}
