//! Carries bounds into quantifiers: `x<=5 & ~E y F(x,y)` needs `F` for six values of x only.
//!
//! Where a conjunction holds a bound on some variables, every quantified formula beside it may assume that bound. What
//! is built for it then has finitely many values on those tracks instead of all. Bad where one formula stands beside
//! different bounds: it is built for each.

use crate::numeration::Compare;

use super::ir::{Expr, ExprRef, Kind};

/// The formula with bounds repeated inside the quantifiers that they concern, and whether there are some. `expr` is
/// simplified.
pub(super) fn push_bounds(expr: &ExprRef) -> (ExprRef, bool) {
    let mut pushed = false;
    (inside(expr, &[], &mut pushed), pushed)
}

/// Whether an atom allows finitely many values for all its variables.
fn is_bound(expr: &ExprRef) -> bool {
    if let Some(linear) = expr.kind().linear() {
        let mut coefficients = linear.terms.iter().flat_map(|term| &term.1);
        return linear.compare != Compare::NotEqual && coefficients.all(|&k| k >= 0);
    }
    matches!(expr.kind(), Kind::Constant(..))
}

fn inside(expr: &ExprRef, bounds: &[ExprRef], pushed: &mut bool) -> ExprRef {
    let kind = expr.kind();
    Expr::new(match kind {
        // Reversal is of words, not of numbers.
        Kind::Reverse(_) => return expr.clone(),
        Kind::Truth(_) | Kind::Linear(_) | Kind::Constant(..) | Kind::Relation(..) => return expr.clone(),
        Kind::Not(_) | Kind::Or(_) | Kind::Iff(..) => kind.map_children(|part| inside(part, bounds, pushed)),
        Kind::And(parts) => {
            let mut bounds = bounds.to_vec();
            bounds.extend(
                parts.iter().filter(|part| is_bound(part) && !bounds.contains(part)).cloned().collect::<Vec<_>>(),
            );
            kind.map_children(|part| inside(part, &bounds, pushed))
        }
        // A bound from outside would be said of numbers padded to the words inside: of other tuples.
        Kind::OverWords(..) => kind.map_children(|body| inside(body, &[], pushed)),
        Kind::Exists(..) | Kind::AtLeast(..) | Kind::Infinitely(..) => {
            kind.map_children(|body| bounded(body, bounds, pushed))
        }
    })
}

/// The body of a quantifier with the bounds on variables that it mentions.
fn bounded(body: &ExprRef, bounds: &[ExprRef], pushed: &mut bool) -> ExprRef {
    let mut parts = body.conjuncts().to_vec();
    for bound in bounds {
        if bound.free().iter().all(|var| body.mentions(&[*var])) && !parts.contains(bound) {
            parts.push(bound.clone());
            *pushed = true;
        }
    }
    if parts.len() == 1 {
        return inside(&parts[0], bounds, pushed);
    }
    inside(&Expr::and(parts), bounds, pushed)
}
