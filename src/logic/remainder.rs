//! That a sum of multiples of variables leaves a remainder: how formulas say it, and how it is seen that they do.

use std::collections::BTreeMap;

use crate::numeration::Compare;

use super::ir::{Expr, ExprRef, LinearConstraint, Var};
use super::linear_system::Sum;

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

/// Whether `E q` of the atom says that a sum leaves a remainder: `k_1 x_1 + .. = m q + r` with natural coefficients, where
/// the numbers are natural also r < m. Some q satisfies it iff the sum leaves that remainder, so nothing simpler does.
pub(super) fn is_remainder(q: Var, linear: &LinearConstraint) -> bool {
    if linear.compare != Compare::Equal || linear.terms.len() < 2 {
        return false;
    }
    let Some(mut sum) = Sum::of(linear) else { return false };
    if sum.coefficient(q) > 0 {
        let Ok(scaled) = sum.scaled(-1) else { return false };
        sum = scaled;
    }
    let m = -sum.coefficient(q);
    let is_natural = || sum.terms.iter().all(|(&var, &k)| var == q || k > 0) && (0..m).contains(&-sum.constant);
    m > 1 && (linear.signed || is_natural())
}
