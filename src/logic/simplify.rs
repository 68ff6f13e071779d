//! Rewriting before building: smaller scopes, fewer variables, fewer tracks at once.
//!
//! Negation goes down to tables and quantifiers, linear atoms absorb it. Quantifiers go down as far as they can
//! (miniscoping): through disjunctions, past the conjuncts that do not mention their variables, apart where variables
//! do not meet. A variable that an equation determines and that only linear atoms read is replaced by its value. A
//! variable is eliminated early where that makes no relation wider than those it was read by.

use std::sync::Arc;

use num_integer::Integer;

use crate::numeration::{Coefficient, Compare};

use super::consequences::without_decided;
use super::counting::counted;
use super::ir::{Expr, ExprRef, Kind, Linear, Var};

/// The simplified formula.
pub fn simplify(expr: &ExprRef) -> ExprRef {
    polar(expr, true)
}

/// The simplified formula, negated unless `positive`.
fn polar(expr: &ExprRef, positive: bool) -> ExprRef {
    match expr.kind() {
        Kind::Truth(value) => Expr::truth(*value == positive),
        Kind::Linear(linear) => linear_atom(linear.clone(), positive),
        Kind::Constant(..) | Kind::Table(..) => literal(expr.clone(), positive),
        Kind::Not(inner) => polar(inner, !positive),
        Kind::All(parts) => combine(parts.iter().map(|part| polar(part, positive)), positive),
        Kind::Any(parts) => combine(parts.iter().map(|part| polar(part, positive)), !positive),
        Kind::Same(a, b) => same(polar(a, true), polar(b, positive)),
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
            let whole = match body.kind() {
                Kind::Truth(false) => body,
                _ => Expr::new(Kind::OverWords(quantifier.clone(), body)),
            };
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
        Kind::Linear(linear) => linear_atom(linear.clone(), false),
        Kind::Not(inner) => inner.clone(),
        Kind::All(parts) => combine(parts.iter().map(negate), false),
        Kind::Any(parts) => combine(parts.iter().map(negate), true),
        Kind::Same(a, b) => same(a.clone(), negate(b)),
        _ => Expr::negation(expr.clone()),
    }
}

/// The conjunction (`all`) or disjunction of simplified parts: flat, without constants, repeats and what equations decide.
fn combine(parts: impl IntoIterator<Item = ExprRef>, all: bool) -> ExprRef {
    let mut flat: Vec<ExprRef> = Vec::new();
    let mut pending: Vec<ExprRef> = parts.into_iter().collect();
    pending.reverse();
    while let Some(part) = pending.pop() {
        match part.kind() {
            Kind::Truth(value) if *value == all => {}
            Kind::Truth(_) => return part,
            Kind::All(inner) if all => pending.extend(inner.iter().rev().cloned()),
            Kind::Any(inner) if !all => pending.extend(inner.iter().rev().cloned()),
            _ if flat.contains(&part) => {}
            _ => flat.push(part),
        }
    }
    if let Some(rest) = all.then(|| without_decided(&flat)).flatten() {
        return combine(rest, true);
    }
    match flat.len() {
        0 => Expr::truth(all),
        1 => flat.remove(0),
        _ if all => Expr::all(flat),
        _ => Expr::any(flat),
    }
}

fn same(a: ExprRef, b: ExprRef) -> ExprRef {
    match (a.kind(), b.kind()) {
        (&Kind::Truth(value), _) => negated_unless(value, b),
        (_, &Kind::Truth(value)) => negated_unless(value, a),
        _ if a == b => Expr::truth(true),
        _ => Expr::new(Kind::Same(a, b)),
    }
}

/// A linear atom or its negation, in lowest terms.
pub(super) fn linear_atom(mut linear: Linear, positive: bool) -> ExprRef {
    if !linear.can_be_negated() {
        return literal(Expr::new(Kind::Linear(linear)), positive);
    }
    if !positive {
        linear.compare = match linear.compare {
            Compare::Equal => Compare::NotEqual,
            Compare::NotEqual => Compare::Equal,
            Compare::Less => {
                // Not sum < c: -sum < 1 - c.
                linear.terms.iter_mut().flat_map(|term| &mut term.1).for_each(|k| *k = -*k);
                linear.constant = 1 - linear.constant;
                Compare::Less
            }
        };
    }
    let divisor = linear.terms.iter().flat_map(|term| &term.1).fold(0i64, |gcd, k| gcd.gcd(k));
    if divisor > 1 {
        if linear.compare != Compare::Less && linear.constant % divisor != 0 {
            return Expr::truth(linear.compare == Compare::NotEqual);
        }
        linear.terms.iter_mut().flat_map(|term| &mut term.1).for_each(|k| *k /= divisor);
        // sum < c iff sum / g < ceil(c / g), for integers.
        linear.constant = Integer::div_ceil(&linear.constant, &divisor);
    }
    let weights = || linear.terms.iter().flat_map(|term| term.1.iter().copied());
    let (nonnegative, nonpositive) = (weights().all(|k| k >= 0), weights().all(|k| k <= 0));
    let (constant, natural) = (linear.constant, !linear.signed);
    let decided = match linear.compare {
        _ if linear.terms.is_empty() => Some(match linear.compare {
            Compare::Equal => constant == 0,
            Compare::NotEqual => constant != 0,
            Compare::Less => 0 < constant,
        }),
        Compare::Less if natural && nonnegative && constant <= 0 => Some(false),
        Compare::Less if natural && nonpositive && constant > 0 => Some(true),
        Compare::Equal | Compare::NotEqual
            if natural && (nonnegative && constant < 0 || nonpositive && constant > 0) =>
        {
            Some(linear.compare == Compare::NotEqual)
        }
        _ => None,
    };
    match decided {
        Some(value) => Expr::truth(value),
        None => Expr::new(Kind::Linear(linear)),
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
        Kind::Any(parts) => combine(parts.iter().map(|part| exists(&vars, part.clone())), false),
        Kind::All(parts) => {
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
            None => Expr::new(Kind::Exists(vars, body)),
        },
        _ => Expr::new(Kind::Exists(vars, body)),
    }
}

/// Whether one of the variables can always be chosen to satisfy the atom by being large.
fn is_satisfiable(vars: &[Var], linear: &Linear) -> bool {
    // A polynomial in the shift may be zero in disguise, one number may not.
    let chosen = |weight: &Coefficient| match (&weight[..], linear.compare) {
        ([_], Compare::NotEqual) => true,
        ([k], Compare::Less) => *k < 0 || linear.signed,
        _ => false,
    };
    linear.terms.iter().any(|(var, weight)| vars.contains(var) && chosen(weight))
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
            part if matches!(part.kind(), Kind::Any(_) | Kind::Exists(..) | Kind::Linear(_)) => exists(&vars, part),
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
    match combine(parts, true).kind() {
        Kind::All(parts) if !vars.is_empty() => Expr::new(Kind::Exists(vars, Expr::all(parts.clone()))),
        kind => exists(&vars, Expr::new(kind.clone())),
    }
}

/// Finds a variable that an equation among the parts determines and that only linear atoms read, and replaces it. The
/// new parts say also that its value is natural, where all numbers are.
fn substitute(vars: &[Var], parts: &[ExprRef]) -> Option<(Var, Vec<ExprRef>)> {
    for (i, part) in parts.iter().enumerate() {
        let Kind::Linear(equation) = part.kind() else { continue };
        if equation.compare != Compare::Equal || !equation.can_be_built() {
            continue;
        }
        for (var, weight) in &equation.terms {
            let sign = match weight[..] {
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
            let offset = -sign * equation.constant;
            let heaviest = parts.iter().map(heaviest_atom).max().unwrap_or(0);
            let replaced: Option<Vec<ExprRef>> = parts
                .iter()
                .enumerate()
                .filter(|&(j, _)| j != i)
                .map(|(_, part)| replace(part, *var, &value, offset))
                .collect();
            // Remainders multiply with the coefficients: heavier atoms cost more than the variable saved.
            let Some(mut rest) = replaced.filter(|rest| rest.iter().all(|part| heaviest_atom(part) <= heaviest)) else {
                continue;
            };
            if !equation.signed {
                // value + offset >= 0
                let terms = value.iter().map(|(v, w)| (*v, w.iter().map(|k| -k).collect())).collect();
                let natural = Linear { terms, compare: Compare::Less, constant: offset + 1, signed: false };
                rest.push(linear_atom(natural, true));
            }
            return Some((*var, rest));
        }
    }
    None
}

/// The largest sum of absolute coefficients in a linear atom.
fn heaviest_atom(expr: &ExprRef) -> u128 {
    match expr.kind() {
        Kind::Linear(linear) => {
            linear.terms.iter().flat_map(|term| &term.1).map(|k| u128::from(k.unsigned_abs())).sum()
        }
        Kind::Not(inner) => heaviest_atom(inner),
        Kind::All(parts) | Kind::Any(parts) => parts.iter().map(heaviest_atom).max().unwrap_or(0),
        Kind::Same(a, b) => heaviest_atom(a).max(heaviest_atom(b)),
        _ => 0,
    }
}

/// Whether a variable is read by linear atoms only.
fn only_linear(expr: &ExprRef, var: Var) -> bool {
    if !expr.mentions(&[var]) {
        return true;
    }
    match expr.kind() {
        Kind::Truth(_) | Kind::Linear(_) => true,
        Kind::Not(inner) => only_linear(inner, var),
        Kind::All(parts) | Kind::Any(parts) => parts.iter().all(|part| only_linear(part, var)),
        Kind::Same(a, b) => only_linear(a, var) && only_linear(b, var),
        _ => false,
    }
}

/// The formula with `var` replaced by `value + offset`; `None` if a coefficient or constant becomes too large to build.
fn replace(expr: &ExprRef, var: Var, value: &[(Var, Coefficient)], offset: i64) -> Option<ExprRef> {
    if !expr.mentions(&[var]) {
        return Some(expr.clone());
    }
    let many = |parts: &[ExprRef]| -> Option<Vec<ExprRef>> {
        parts.iter().map(|part| replace(part, var, value, offset)).collect()
    };
    Some(match expr.kind() {
        Kind::Linear(linear) => {
            let weight = &linear.terms.iter().find(|term| term.0 == var)?.1;
            let mut terms: Vec<(Var, Coefficient)> =
                linear.terms.iter().filter(|term| term.0 != var).cloned().collect();
            // A sum is not shifted term by term: only the shift of one word may be shifted again.
            if weight.len() > 1 && (offset != 0 || value.len() != 1 || !is_pure_shift(&value[0].1)) {
                return None;
            }
            for (other, inner) in value {
                add(&mut terms, *other, &product(weight, inner)?)?;
            }
            let constant = linear.constant.checked_sub(offset.checked_mul(weight[0])?)?;
            let replaced = Linear { terms, constant, ..linear.clone() };
            linear_atom(Some(replaced).filter(Linear::can_be_built)?, true)
        }
        Kind::Not(inner) => negate(&replace(inner, var, value, offset)?),
        Kind::All(parts) => combine(many(parts)?, true),
        Kind::Any(parts) => combine(many(parts)?, false),
        Kind::Same(a, b) => same(replace(a, var, value, offset)?, replace(b, var, value, offset)?),
        _ => return None,
    })
}

/// The formula with atoms outside its quantifiers replaced, where `new` gives something for them.
pub(super) fn replace_atoms(expr: &ExprRef, new: &mut dyn FnMut(&Linear) -> Option<ExprRef>) -> ExprRef {
    match expr.kind() {
        Kind::Linear(linear) => new(linear).unwrap_or_else(|| expr.clone()),
        Kind::Not(inner) => negate(&replace_atoms(inner, new)),
        Kind::All(parts) => combine(parts.iter().map(|part| replace_atoms(part, new)).collect::<Vec<_>>(), true),
        Kind::Any(parts) => combine(parts.iter().map(|part| replace_atoms(part, new)).collect::<Vec<_>>(), false),
        Kind::Same(a, b) => same(replace_atoms(a, new), replace_atoms(b, new)),
        _ => expr.clone(),
    }
}

/// Whether a weight stands for a word with some zeros appended, once.
fn is_pure_shift(weight: &[i64]) -> bool {
    matches!(weight, [zeros @ .., 1] if zeros.iter().all(|&k| k == 0))
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

/// Adds a weight to the terms, which stay sorted and free of zeros.
pub(super) fn add(terms: &mut Vec<(Var, Coefficient)>, var: Var, weight: &[i64]) -> Option<()> {
    let place = terms.partition_point(|term| term.0 < var);
    if terms.get(place).is_none_or(|term| term.0 != var) {
        terms.insert(place, (var, Vec::new()));
    }
    let sum = &mut terms[place].1;
    sum.resize(sum.len().max(weight.len()), 0);
    for (a, b) in sum.iter_mut().zip(weight) {
        *a = a.checked_add(*b)?;
    }
    while sum.last() == Some(&0) {
        sum.pop();
    }
    if sum.is_empty() {
        terms.remove(place);
    }
    Some(())
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
    let mut many =
        |parts: &[ExprRef]| -> Result<Vec<ExprRef>, E> { parts.iter().map(|part| map_closed(part, decide)).collect() };
    Ok(match expr.kind() {
        Kind::Not(inner) => negate(&many(std::slice::from_ref(inner))?[0]),
        Kind::All(parts) => combine(many(parts)?, true),
        Kind::Any(parts) => combine(many(parts)?, false),
        Kind::Same(a, b) => {
            let both = many(&[a.clone(), b.clone()])?;
            same(both[0].clone(), both[1].clone())
        }
        // Below a quantifier: when its body is built.
        _ => expr.clone(),
    })
}

fn has_closed(expr: &Arc<Expr>) -> bool {
    expr.free().is_empty()
        || match expr.kind() {
            Kind::Not(inner) => has_closed(inner),
            Kind::All(parts) | Kind::Any(parts) => parts.iter().any(has_closed),
            Kind::Same(a, b) => has_closed(a) || has_closed(b),
            _ => false,
        }
}
