//! A variable that an equation determines, replaced by its value: `E x (x = y+z+1 & F(x))` is `F(y+z+1)`.
//!
//! Only linear atoms may read the variable, so each stays one atom. Where numbers are natural the value has to be one:
//! that is said beside it. Saves a track. Bad where the value has several variables and many atoms read it, which are
//! automata of more tracks then, or where atoms become heavier: remainders multiply with the coefficients. There the
//! variable stays.

use crate::numeration::{Coefficient, Compare};
use crate::tuning::logic::rewriting;

use super::ir::{ExprRef, Kind, LinearConstraint, Var};
use super::rewriter::Rewriter;

/// Finds a variable that an equation among the parts determines and that only linear atoms read, and replaces it. The
/// new parts say also that its value is natural, where all numbers are.
pub(super) fn substitute(rewriter: Rewriter<'_>, vars: &[Var], parts: &[ExprRef]) -> Option<(Var, Vec<ExprRef>)> {
    substitute_within(rewriter, true, vars, parts)
}

/// Unless `is_limited`, atoms may become heavier, and any number of them longer.
pub(super) fn substitute_within(
    rewriter: Rewriter<'_>,
    is_limited: bool,
    vars: &[Var],
    parts: &[ExprRef],
) -> Option<(Var, Vec<ExprRef>)> {
    for (i, part) in parts.iter().enumerate() {
        let Kind::Linear(equation) = part.kind() else { continue };
        if equation.compare != Compare::Equal || !equation.can_be_built() {
            continue;
        }
        for (var, coefficient) in &equation.terms {
            let sign = match coefficient[..] {
                [1] => -1,
                [-1] => 1,
                _ => continue,
            };
            if !vars.contains(var) || !parts.iter().all(|part| only_linear(part, *var)) {
                continue;
            }
            // var = sum of value + offset
            let mut value: Vec<(Var, Coefficient)> =
                equation.terms.iter().filter(|term| term.0 != *var).cloned().collect();
            value.iter_mut().flat_map(|term| &mut term.1).for_each(|k| *k *= sign);
            if is_limited
                && value.len() > 1
                && parts.iter().map(|part| atoms_on(part, *var)).sum::<usize>() > rewriting::SUBSTITUTED_ATOMS
            {
                continue;
            }
            let offset = -sign * equation.constant;
            let heaviest = parts.iter().map(heaviest_atom).max().unwrap_or(0);
            let replaced: Option<Vec<ExprRef>> = parts
                .iter()
                .enumerate()
                .filter(|&(j, _)| j != i)
                .map(|(_, part)| replace(rewriter, part, *var, &value, offset))
                .collect();
            // Remainders multiply with the coefficients: heavier atoms cost more than the variable saved.
            let Some(mut rest) =
                replaced.filter(|rest| !is_limited || rest.iter().all(|part| heaviest_atom(part) <= heaviest))
            else {
                continue;
            };
            if !equation.signed {
                // value + offset >= 0
                let terms = value.iter().map(|(v, w)| (*v, w.iter().map(|k| -k).collect())).collect();
                let natural = LinearConstraint { terms, compare: Compare::Less, constant: offset + 1, signed: false };
                rest.push(natural.reduced());
            }
            return Some((*var, rest));
        }
    }
    None
}

/// The parts with `x+c` for y wherever an equation says that y, which is free, is x+c, and x is bound: `E x (x+1=y & F(x,y))`
/// is `E x (x+1=y & F(x,x+1))`. Only linear atoms may read y. `None` if nothing changes.
pub(super) fn tied_to_bound(rewriter: Rewriter<'_>, vars: &[Var], parts: &[ExprRef]) -> Option<Vec<ExprRef>> {
    let mut tied: Option<Vec<ExprRef>> = None;
    for i in 0..parts.len() {
        let parts = tied.as_deref().unwrap_or(parts);
        let Some((x, y, offset)) = parts[i].kind().linear().and_then(|equation| difference(equation, vars)) else {
            continue;
        };
        let others = || parts.iter().enumerate().filter(|&(j, _)| j != i);
        if !others().any(|(_, part)| part.mentions(&[y])) || !others().all(|(_, part)| only_linear(part, y)) {
            continue;
        }
        let value = [(x, vec![1])];
        let replaced = |(j, part): (usize, &ExprRef)| match j == i {
            true => Some(part.clone()),
            false => replace(rewriter, part, y, &value, offset),
        };
        tied = parts.iter().enumerate().map(replaced).collect::<Option<_>>().or(tied);
    }
    tied
}

/// A bound variable, a free one, and the number that is added to the first to give the second, if an equation says so.
fn difference(equation: &LinearConstraint, vars: &[Var]) -> Option<(Var, Var, i64)> {
    let [(first, k), (second, l)] = &equation.terms[..] else { return None };
    if equation.compare != Compare::Equal || equation.signed || !matches!((&k[..], &l[..]), ([1], [-1]) | ([-1], [1])) {
        return None;
    }
    // k * (first - second) = constant
    let offset = k[0] * equation.constant;
    match (vars.contains(first), vars.contains(second)) {
        (true, false) => Some((*first, *second, -offset)),
        (false, true) => Some((*second, *first, offset)),
        _ => None,
    }
}

/// How many atoms read a variable.
fn atoms_on(expr: &ExprRef, var: Var) -> usize {
    let own = usize::from(expr.kind().is_atom() && expr.mentions(&[var]));
    own + expr.kind().parts().map(|part| atoms_on(part, var)).sum::<usize>()
}

/// The largest sum of absolute coefficients in a linear atom.
fn heaviest_atom(expr: &ExprRef) -> u128 {
    if let Kind::Linear(linear) = expr.kind() {
        return linear.terms.iter().flat_map(|term| &term.1).map(|k| u128::from(k.unsigned_abs())).sum();
    }
    expr.kind().parts().map(heaviest_atom).max().unwrap_or(0)
}

/// Whether a variable is read by linear atoms only.
fn only_linear(expr: &ExprRef, var: Var) -> bool {
    if !expr.mentions(&[var]) {
        return true;
    }
    let mut parts = expr.kind().parts().peekable();
    matches!(expr.kind(), Kind::Linear(_)) || parts.peek().is_some() && parts.all(|part| only_linear(part, var))
}

/// The formula with `var` replaced by `value + offset`; `None` if a coefficient or constant becomes too large to build.
fn replace(
    rewriter: Rewriter<'_>,
    expr: &ExprRef,
    var: Var,
    value: &[(Var, Coefficient)],
    offset: i64,
) -> Option<ExprRef> {
    if !expr.mentions(&[var]) {
        return Some(expr.clone());
    }
    if let Kind::Linear(linear) = expr.kind() {
        let coefficient = &linear.terms.iter().find(|term| term.0 == var)?.1;
        let terms = linear.terms.iter().filter(|term| term.0 != var).cloned().collect();
        // A sum is not shifted term by term: only the shift of one word may be shifted again.
        if coefficient.len() > 1 && (offset != 0 || value.len() != 1 || !is_pure_shift(&value[0].1)) {
            return None;
        }
        let constant = linear.constant.checked_sub(offset.checked_mul(coefficient[0])?)?;
        let mut replaced = LinearConstraint { terms, constant, ..linear.clone() };
        for (other, inner) in value {
            replaced.add(*other, &product(coefficient, inner)?)?;
        }
        return Some(Some(replaced).filter(LinearConstraint::can_be_built)?.reduced());
    }
    rewriter.map_parts(expr, &mut |part| replace(rewriter, part, var, value, offset).ok_or(())).ok()?
}

/// Whether a coefficient stands for a word with some zeros appended, once.
fn is_pure_shift(coefficient: &[i64]) -> bool {
    matches!(coefficient, [zeros @ .., 1] if zeros.iter().all(|&k| k == 0))
}

/// The product of two polynomials in the shift; `None` if it overflows.
fn product(a: &[i64], b: &[i64]) -> Option<Coefficient> {
    let mut product = vec![0i64; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            product[i + j] = product[i + j].checked_add(x.checked_mul(*y)?)?;
        }
    }
    Some(product)
}

#[cfg(test)]
mod tests {
    use super::super::ir::Expr;
    use super::super::rewriter::Uses;
    use super::super::tactics::Tactics;
    use super::*;

    #[test]
    fn what_is_tied_to_a_bound_variable_is_read_by_the_equation_alone() {
        let uses = Uses::default();
        let rewriter = Rewriter { tactics: Tactics::default(), rule_of: |_| None, uses: &uses };
        let atom = |terms: &[(u32, i64)], compare, constant| {
            let terms = terms.iter().map(|&(var, k)| (Var(var), vec![k])).collect();
            Expr::new(Kind::Linear(LinearConstraint { terms, compare, constant, signed: false }))
        };
        // b = a+1, and b+2*c < 6.
        let sum = atom(&[(1, 1), (2, 2)], Compare::Less, 6);
        let replaced = atom(&[(0, 1), (2, 2)], Compare::Less, 5);
        for equation in [atom(&[(0, 1), (1, -1)], Compare::Equal, -1), atom(&[(0, -1), (1, 1)], Compare::Equal, 1)] {
            let parts = [sum.clone(), equation.clone()];
            assert_eq!(tied_to_bound(rewriter, &[Var(0)], &parts), Some(vec![replaced.clone(), equation]));
            // Neither is bound, or both are.
            assert_eq!(tied_to_bound(rewriter, &[Var(2)], &parts), None);
            assert_eq!(tied_to_bound(rewriter, &[Var(0), Var(1)], &parts), None);
        }
        // b = a-1 the other way round: a is b+1.
        let equation = atom(&[(0, 1), (1, -1)], Compare::Equal, 1);
        let replaced = atom(&[(0, 1), (2, 2)], Compare::Less, 7);
        assert_eq!(tied_to_bound(rewriter, &[Var(0)], &[sum, equation.clone()]), Some(vec![replaced, equation]));
    }
}
