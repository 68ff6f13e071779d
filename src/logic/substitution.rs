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
