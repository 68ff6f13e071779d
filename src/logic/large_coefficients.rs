//! Linear atoms with large coefficients, which are explored beside what else is said and never built alone.
//!
//! An automaton that multiplies by k has about k states. Beside conditions that leave few values an exploration meets
//! few of them, so quantifiers around such atoms are moved outwards to where the conditions stand. Bad where nothing is
//! said beside: the exploration then ends at a limit.

use super::ir::{ExprRef, Kind, Var, Variables};
use super::tactics::{Tactic, Tactics};

/// Whether an atom has more states than are built before it is joined with others.
pub(super) fn is_large(part: &ExprRef, tactics: Tactics) -> bool {
    matches!(part.kind(), Kind::Linear(linear) if linear.terms.len() > 1 && linear.largest_coefficient() > tactics.large)
}

/// The conjuncts of a conjunction without the quantifiers around large atoms, and the variables of these quantifiers:
/// such atoms are explored beside the others and not built alone.
///
/// `F & E x G` is `E x (F & G)` where x is not in F, for numbers: the quantified conjunction is closed under padding,
/// and so is F. A formula that tells paddings of a number apart, or is about words, is not: its quantifiers stay.
pub(super) fn hoist_quantifiers(
    conjunction: &ExprRef,
    variables: &Variables,
    tactics: Tactics,
) -> (Vec<Var>, Vec<ExprRef>) {
    if !tactics.has(Tactic::HoistQuantifiers) || conjunction.is_of_words() || !variables.are_numbers(conjunction.free())
    {
        return (Vec::new(), conjunction.conjuncts().to_vec());
    }
    let (mut bound, mut parts) = (Vec::new(), Vec::new());
    conjunction.conjuncts().iter().for_each(|part| unquantify(part, tactics, &mut bound, &mut parts));
    (bound, parts)
}

/// A variable is bound once in a formula, or in copies of one part: a copy whose variables are there already stays as it
/// is.
fn unquantify(part: &ExprRef, tactics: Tactics, bound: &mut Vec<Var>, out: &mut Vec<ExprRef>) {
    if let Kind::Exists(vars, body) = part.kind()
        && has_large(body, tactics)
        && !vars.iter().any(|var| bound.contains(var))
    {
        bound.extend(vars);
        body.conjuncts().iter().for_each(|part| unquantify(part, tactics, bound, out));
    } else {
        out.push(part.clone());
    }
}

/// Whether a large atom stands in a conjunction, under quantifiers or not.
pub(super) fn has_large(expr: &ExprRef, tactics: Tactics) -> bool {
    if let Kind::Exists(_, body) = expr.kind() {
        return has_large(body, tactics);
    }
    is_large(expr, tactics) || expr.conjuncts().iter().any(|part| part != expr && has_large(part, tactics))
}
