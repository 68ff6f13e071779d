//! Linear atoms with large coefficients, which are explored beside what else is said and never built alone.
//!
//! An automaton that multiplies by k has about k states. Beside conditions that leave few values an exploration meets few
//! of them, so quantifiers around such atoms are moved outwards to where the conditions stand. Bad where nothing is said
//! beside: the exploration then ends at a limit.

use super::ir::{ExprRef, Kind, Var};

/// Atoms are not built beyond so many states.
pub(super) const LARGE: u16 = 20_000;

/// Whether an atom has more states than are built before it is joined with others.
pub(super) fn is_large(part: &ExprRef) -> bool {
    matches!(part.kind(), Kind::Linear(linear) if linear.terms.len() > 1 && linear.largest_coefficient() > LARGE.into())
}

/// The conjuncts of `part` without the quantifiers around large atoms, whose variables go to `bound`: such atoms are
/// explored beside the others and not built alone. A variable is bound once in a formula, or in copies of one part:
/// a copy whose variables are there already stays as it is.
pub(super) fn unquantified(part: &ExprRef, bound: &mut Vec<Var>, out: &mut Vec<ExprRef>) {
    match part.kind() {
        Kind::Exists(vars, body) if has_large(body) && !vars.iter().any(|var| bound.contains(var)) => {
            bound.extend(vars);
            body.conjuncts().iter().for_each(|part| unquantified(part, bound, out));
        }
        Kind::Truth(_)
        | Kind::Linear(_)
        | Kind::Constant(..)
        | Kind::Table(..)
        | Kind::Not(_)
        | Kind::And(_)
        | Kind::Or(_)
        | Kind::Iff(..)
        | Kind::Exists(..)
        | Kind::AtLeast(..)
        | Kind::Infinitely(..)
        | Kind::OverWords(..)
        | Kind::Reverse(_) => out.push(part.clone()),
    }
}

/// Whether a large atom stands in a conjunction, under quantifiers or not.
pub(super) fn has_large(expr: &ExprRef) -> bool {
    match expr.kind() {
        Kind::Exists(_, body) => has_large(body),
        Kind::And(parts) => parts.iter().any(has_large),
        Kind::Truth(_)
        | Kind::Linear(_)
        | Kind::Constant(..)
        | Kind::Table(..)
        | Kind::Not(_)
        | Kind::Or(_)
        | Kind::Iff(..)
        | Kind::AtLeast(..)
        | Kind::Infinitely(..)
        | Kind::OverWords(..)
        | Kind::Reverse(_) => is_large(expr),
    }
}
