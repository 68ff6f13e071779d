//! Carries bounds into quantifiers: `x<=5 & ~E y F(x,y)` needs `F` for six values of x only.
//!
//! Where a conjunction holds a bound on some variables, every quantified formula beside it may assume that bound. What
//! is built for it then has finitely many values on those tracks instead of all.

use crate::numeration::Compare;

use super::ir::{Expr, ExprRef, Kind};

/// The same formula with bounds repeated inside the quantifiers that they concern. `expr` is simplified.
pub(super) fn relativize(expr: &ExprRef) -> ExprRef {
    inside(expr, &[])
}

/// Whether an atom allows finitely many values for all its variables.
fn is_bound(expr: &ExprRef) -> bool {
    match expr.kind() {
        Kind::Constant(..) => true,
        Kind::Linear(linear) => {
            let mut weights = linear.terms.iter().flat_map(|term| &term.1);
            linear.compare != Compare::NotEqual && weights.all(|&k| k >= 0)
        }
        _ => false,
    }
}

fn inside(expr: &ExprRef, bounds: &[ExprRef]) -> ExprRef {
    let many = |parts: &[ExprRef], bounds: &[ExprRef]| parts.iter().map(|part| inside(part, bounds)).collect();
    match expr.kind() {
        Kind::Truth(_) | Kind::Linear(_) | Kind::Constant(..) | Kind::Table(..) | Kind::Reverse(_) => expr.clone(),
        Kind::Not(inner) => Expr::negation(inside(inner, bounds)),
        Kind::Any(parts) => Expr::any(many(parts, bounds)),
        Kind::Same(a, b) => Expr::new(Kind::Same(inside(a, bounds), inside(b, bounds))),
        Kind::All(parts) => {
            let mut bounds = bounds.to_vec();
            bounds.extend(
                parts.iter().filter(|part| is_bound(part) && !bounds.contains(part)).cloned().collect::<Vec<_>>(),
            );
            Expr::all(many(parts, &bounds))
        }
        Kind::Exists(vars, body) => Expr::new(Kind::Exists(vars.clone(), bounded(body, bounds))),
        Kind::AtLeast(count, vars, body) => Expr::new(Kind::AtLeast(*count, vars.clone(), bounded(body, bounds))),
        Kind::Infinitely(vars, body) => Expr::new(Kind::Infinitely(vars.clone(), bounded(body, bounds))),
        // A bound from outside would be said of numbers padded to the words inside: of other tuples.
        Kind::OverWords(quantifier, body) => Expr::new(Kind::OverWords(quantifier.clone(), inside(body, &[]))),
    }
}

/// The body of a quantifier with the bounds on variables that it mentions.
fn bounded(body: &ExprRef, bounds: &[ExprRef]) -> ExprRef {
    let mut parts = match body.kind() {
        Kind::All(parts) => parts.clone(),
        _ => vec![body.clone()],
    };
    for bound in bounds {
        if bound.free().iter().all(|var| body.mentions(&[*var])) && !parts.contains(bound) {
            parts.push(bound.clone());
        }
    }
    if parts.len() == 1 {
        return inside(&parts[0], bounds);
    }
    inside(&Expr::all(parts), bounds)
}
