//! Rewriting before building: smaller scopes, fewer variables, fewer tracks at once.
//!
//! Negation goes down to tables and quantifiers, linear atoms absorb it. Quantifiers go down as far as they can
//! (miniscoping): through disjunctions, past the conjuncts that do not mention their variables, apart where variables
//! do not meet. A variable that an equation determines and that only linear atoms read is replaced by its value. A
//! variable is eliminated early where that makes no relation wider than those it was read by.

use std::convert::Infallible;

use crate::numeration::{Coefficient, Compare};
use crate::tuning::logic::rewriting;

use super::counting::counted;
use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var};
use super::linear_elimination::{decided, equations};
use super::linear_projection::projected;

/// The simplified formula.
pub fn simplify(expr: &ExprRef) -> ExprRef {
    polar(expr, true)
}

/// The simplified formula, negated unless `positive`.
fn polar(expr: &ExprRef, positive: bool) -> ExprRef {
    match expr.kind() {
        Kind::Truth(value) => Expr::truth(*value == positive),
        Kind::Linear(linear) if positive => linear.clone().reduced(),
        Kind::Linear(linear) => linear.clone().negation(),
        Kind::Constant(..) | Kind::Table(..) => literal(expr.clone(), positive),
        Kind::Not(inner) => polar(inner, !positive),
        Kind::And(parts) => combine(parts.iter().map(|part| polar(part, positive)), positive),
        Kind::Or(parts) => combine(parts.iter().map(|part| polar(part, positive)), !positive),
        Kind::Iff(a, b) => same(polar(a, true), polar(b, positive)),
        Kind::Exists(vars, body) => negated_unless(positive, exists(vars, polar(body, true))),
        Kind::AtLeast(count, vars, body) => negated_unless(positive, at_least(*count, vars, polar(body, true))),
        Kind::Infinitely(vars, body) => {
            let body = polar(body, true);
            let whole = match vars.iter().any(|&var| !body.mentions(&[var])) {
                // A variable that is not read has infinitely many values.
                true => exists(vars, body),
                false => Expr::new(Kind::Infinitely(vars.clone(), body)),
            };
            negated_unless(positive, whole)
        }
        // Taken as it stands: its frame counts.
        Kind::OverWords(quantifier, body) => {
            let body = polar(body, true);
            let is_false = matches!(body.kind(), Kind::Truth(false));
            let whole = if is_false { body } else { Expr::new(Kind::OverWords(quantifier.clone(), body)) };
            negated_unless(positive, whole)
        }
        Kind::Reverse(body) => literal(Expr::new(Kind::Reverse(polar(body, true))), positive),
    }
}

fn literal(expr: ExprRef, positive: bool) -> ExprRef {
    if positive { expr } else { Expr::negation(expr) }
}

fn negated_unless(positive: bool, expr: ExprRef) -> ExprRef {
    if positive { expr } else { negate(&expr) }
}

/// The negation of a simplified formula. Quantifiers are not entered: what they bind is simplified already, and
/// entering it once for each negation above would double the work at every level.
pub(super) fn negate(expr: &ExprRef) -> ExprRef {
    match expr.kind() {
        Kind::Truth(value) => Expr::truth(!value),
        Kind::Linear(linear) => linear.clone().negation(),
        Kind::Not(inner) => inner.clone(),
        Kind::And(parts) => combine(parts.iter().map(negate), false),
        Kind::Or(parts) => combine(parts.iter().map(negate), true),
        Kind::Iff(a, b) => same(a.clone(), negate(b)),
        Kind::Constant(..)
        | Kind::Table(..)
        | Kind::Exists(..)
        | Kind::AtLeast(..)
        | Kind::Infinitely(..)
        | Kind::OverWords(..)
        | Kind::Reverse(_) => Expr::negation(expr.clone()),
    }
}

/// A boolean combination with its parts replaced, simplified; `None` for atoms, and for quantifiers and reversal, which
/// are entered when their body is built.
fn map_parts<E>(expr: &ExprRef, new: &mut dyn FnMut(&ExprRef) -> Result<ExprRef, E>) -> Result<Option<ExprRef>, E> {
    let mut many = |parts: &[ExprRef]| parts.iter().map(&mut *new).collect::<Result<Vec<_>, E>>();
    Ok(Some(match expr.kind() {
        Kind::Not(inner) => negate(&new(inner)?),
        Kind::And(parts) => combine(many(parts)?, true),
        Kind::Or(parts) => combine(many(parts)?, false),
        Kind::Iff(a, b) => same(new(a)?, new(b)?),
        Kind::Truth(_)
        | Kind::Linear(_)
        | Kind::Constant(..)
        | Kind::Table(..)
        | Kind::Exists(..)
        | Kind::AtLeast(..)
        | Kind::Infinitely(..)
        | Kind::OverWords(..)
        | Kind::Reverse(_) => return Ok(None),
    }))
}

/// The conjunction (`all`) or disjunction of simplified parts: flat, without constants, repeats and what equations
/// decide.
fn combine(parts: impl IntoIterator<Item = ExprRef>, all: bool) -> ExprRef {
    let mut flat: Vec<ExprRef> = Vec::new();
    let mut pending: Vec<ExprRef> = parts.into_iter().collect();
    pending.reverse();
    while let Some(part) = pending.pop() {
        let inner = if all { part.conjuncts() } else { part.disjuncts() };
        if *inner != [part.clone()] {
            pending.extend(inner.iter().rev().cloned());
        } else if let Kind::Truth(value) = part.kind() {
            if *value != all {
                return part;
            }
        } else if !flat.contains(&part) {
            flat.push(part);
        }
    }
    if let Some(rest) = all.then(|| without_decided(&flat)).flatten() {
        return combine(rest, true);
    }
    match flat.len() {
        0 => Expr::truth(all),
        1 => flat.remove(0),
        _ if all => Expr::and(flat),
        _ => Expr::or(flat),
    }
}

/// The conjuncts, without the atoms that equations among them decide; `None` if there are none such.
fn without_decided(parts: &[ExprRef]) -> Option<Vec<ExprRef>> {
    let equations = equations(parts);
    if equations.is_empty() {
        return None;
    }
    let mut changed = false;
    let mut without = |part: &ExprRef| match equations
        .iter()
        .any(|&equation| matches!(part.kind(), Kind::Linear(linear) if std::ptr::eq(linear, equation)))
    {
        true => part.clone(),
        false => replace_atoms(part, &mut |atom| {
            let truth = decided(atom, &equations)?;
            changed = true;
            Some(Expr::truth(truth))
        }),
    };
    let rest = parts.iter().map(&mut without).collect();
    changed.then_some(rest)
}

fn same(a: ExprRef, b: ExprRef) -> ExprRef {
    match (a.kind(), b.kind()) {
        (&Kind::Truth(value), _) => negated_unless(value, b),
        (_, &Kind::Truth(value)) => negated_unless(value, a),
        _ if a == b => Expr::truth(true),
        _ => Expr::new(Kind::Iff(a, b)),
    }
}

fn at_least(count: u64, vars: &[Var], body: ExprRef) -> ExprRef {
    if count == 0 {
        return Expr::truth(true);
    }
    // A variable that is not read has infinitely many values.
    if count == 1 || vars.iter().any(|&var| !body.mentions(&[var])) {
        return exists(vars, body);
    }
    if let Kind::Truth(false) = body.kind() {
        return body;
    }
    Expr::new(Kind::AtLeast(count, vars.to_vec(), body))
}

/// `E vars body`, with the quantifier as far down as it goes. The body is simplified.
pub(super) fn exists(vars: &[Var], body: ExprRef) -> ExprRef {
    let mut vars: Vec<Var> = vars.iter().copied().filter(|&var| body.mentions(&[var])).collect();
    if vars.is_empty() {
        return body;
    }
    match body.kind() {
        Kind::Or(parts) => combine(parts.iter().map(|part| exists(&vars, part.clone())), false),
        Kind::And(parts) => {
            if let Some((var, rest)) = substitute(&vars, parts) {
                vars.retain(|&other| other != var);
                return exists(&vars, combine(rest, true));
            }
            conjunction(vars, parts)
        }
        Kind::Exists(inner, body) => {
            vars.extend(inner);
            exists(&vars, body.clone())
        }
        Kind::Linear(linear) if is_satisfiable(&vars, linear) => Expr::truth(true),
        Kind::Linear(_) => match substitute(&vars, std::slice::from_ref(&body)) {
            Some((var, rest)) => {
                vars.retain(|&other| other != var);
                exists(&vars, combine(rest, true))
            }
            None => match projected(&vars, std::slice::from_ref(&body)) {
                Some(rest) => polar(&rest, true),
                None => Expr::new(Kind::Exists(vars, body)),
            },
        },
        Kind::Truth(_)
        | Kind::Constant(..)
        | Kind::Table(..)
        | Kind::Not(_)
        | Kind::Iff(..)
        | Kind::AtLeast(..)
        | Kind::Infinitely(..)
        | Kind::OverWords(..)
        | Kind::Reverse(_) => Expr::new(Kind::Exists(vars, body)),
    }
}

/// Whether one of the variables can always be chosen to satisfy the atom by being large.
fn is_satisfiable(vars: &[Var], linear: &LinearConstraint) -> bool {
    // A polynomial in the shift may be zero in disguise, one number may not.
    let chosen = |coefficient: &Coefficient| match (&coefficient[..], linear.compare) {
        ([_], Compare::NotEqual) => true,
        ([k], Compare::Less) => *k < 0 || linear.signed,
        _ => false,
    };
    linear.terms.iter().any(|(var, coefficient)| vars.contains(var) && chosen(coefficient))
}

/// `E vars (parts)`: components that share no variable apart, conjuncts without the variables outside.
fn conjunction(vars: Vec<Var>, parts: &[ExprRef]) -> ExprRef {
    let (inside, outside): (Vec<ExprRef>, Vec<ExprRef>) = parts.iter().cloned().partition(|part| part.mentions(&vars));
    let mut components: Vec<(Vec<Var>, Vec<ExprRef>)> = Vec::new();
    for part in inside {
        let read: Vec<Var> = vars.iter().copied().filter(|&var| part.mentions(&[var])).collect();
        let (touching, apart): (Vec<_>, Vec<_>) =
            components.into_iter().partition(|(known, _)| known.iter().any(|var| read.contains(var)));
        components = apart;
        let mut joined = (read, Vec::new());
        for (known, parts) in touching {
            joined.0.extend(known);
            joined.1.extend(parts);
        }
        joined.0.sort_unstable();
        joined.0.dedup();
        joined.1.push(part);
        components.push(joined);
    }
    let quantified = components.into_iter().map(|(vars, mut parts)| match parts.len() {
        1 => match parts.remove(0) {
            // Alone, a conjunct may let the quantifier further down.
            part if matches!(part.kind(), Kind::Or(_) | Kind::Exists(..) | Kind::Linear(_)) => exists(&vars, part),
            part => Expr::new(Kind::Exists(vars, part)),
        },
        _ => eliminate(vars, parts),
    });
    combine(outside.into_iter().chain(quantified), true)
}

/// `E vars (parts)` for connected parts: variables whose own conjuncts are no narrower than what is left of them go
/// first.
fn eliminate(mut vars: Vec<Var>, mut parts: Vec<ExprRef>) -> ExprRef {
    if let Some(counted) = counted(&vars, &parts) {
        return polar(&counted, true);
    }
    if let Some(rest) = projected(&vars, &parts) {
        return polar(&rest, true);
    }
    loop {
        let early = vars.iter().enumerate().find_map(|(i, &var)| {
            let bucket: Vec<ExprRef> = parts.iter().filter(|part| part.mentions(&[var])).cloned().collect();
            if bucket.len() == parts.len() {
                return None;
            }
            let widest = bucket.iter().map(|part| part.free().len()).max().unwrap_or(0);
            let rest = exists(&[var], combine(bucket, true));
            // Something must be left to tie it to the other conjuncts.
            (!rest.free().is_empty() && rest.free().len() <= widest).then_some((i, var, rest))
        });
        let Some((i, var, rest)) = early else { break };
        vars.remove(i);
        parts.retain(|part| !part.mentions(&[var]));
        parts.push(rest);
    }
    let whole = combine(parts, true);
    match vars.is_empty() || !matches!(whole.kind(), Kind::And(_)) {
        true => exists(&vars, whole),
        false => Expr::new(Kind::Exists(vars, whole)),
    }
}

/// Finds a variable that an equation among the parts determines and that only linear atoms read, and replaces it. The
/// new parts say also that its value is natural, where all numbers are.
fn substitute(vars: &[Var], parts: &[ExprRef]) -> Option<(Var, Vec<ExprRef>)> {
    substitute_within(true, vars, parts)
}

/// The same; whether the atoms may become heavier, and more of them long, is up to the caller.
pub(super) fn substitute_within(is_limited: bool, vars: &[Var], parts: &[ExprRef]) -> Option<(Var, Vec<ExprRef>)> {
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
                .map(|(_, part)| replace(part, *var, &value, offset))
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
fn replace(expr: &ExprRef, var: Var, value: &[(Var, Coefficient)], offset: i64) -> Option<ExprRef> {
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
    map_parts(expr, &mut |part| replace(part, var, value, offset).ok_or(())).ok()?
}

/// The formula with atoms outside its quantifiers replaced, where `new` gives something for them.
pub(super) fn replace_atoms(expr: &ExprRef, new: &mut dyn FnMut(&LinearConstraint) -> Option<ExprRef>) -> ExprRef {
    if let Kind::Linear(linear) = expr.kind() {
        return new(linear).unwrap_or_else(|| expr.clone());
    }
    let Ok(mapped) = map_parts(expr, &mut |part| Ok::<_, Infallible>(replace_atoms(part, new)));
    mapped.unwrap_or_else(|| expr.clone())
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

/// Replaces subformulas without free variables by their truth.
pub(super) fn map_closed<E>(expr: &ExprRef, decide: &mut dyn FnMut(&ExprRef) -> Result<bool, E>) -> Result<ExprRef, E> {
    if let Kind::Truth(_) = expr.kind() {
        return Ok(expr.clone());
    }
    if expr.free().is_empty() {
        return Ok(Expr::truth(decide(expr)?));
    }
    if !has_closed(expr) {
        return Ok(expr.clone());
    }
    Ok(map_parts(expr, &mut |part| map_closed(part, decide))?.unwrap_or_else(|| expr.clone()))
}

fn has_closed(expr: &ExprRef) -> bool {
    expr.free().is_empty() || expr.kind().parts().any(has_closed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_equations_is_seen_and_the_equations_stay() {
        let atom = |terms: &[(u32, i64)], compare, constant| {
            let terms = terms.iter().map(|&(var, k)| (Var(var), vec![k])).collect();
            Expr::new(Kind::Linear(LinearConstraint { terms, compare, constant, signed: false }))
        };
        let first = atom(&[(0, 1), (1, -1)], Compare::Equal, 2);
        let second = atom(&[(1, 1), (2, -1)], Compare::Equal, 3);
        let follows = atom(&[(0, 1), (2, -1)], Compare::Less, 6);
        let open = atom(&[(0, 1), (2, 1)], Compare::Less, 6);
        let rest = without_decided(&[first.clone(), second.clone(), follows, open.clone()]).unwrap();
        assert_eq!(rest, [first.clone(), second.clone(), Expr::truth(true), open.clone()]);
        assert_eq!(without_decided(&[first, second, open]), None);
    }
}
