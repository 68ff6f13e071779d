//! Turns statements about how many, written out in plain logic, into counting quantifiers.
//!
//! Two forms are common in games. "There are k different witnesses": `E x1,..,xk F(x1) & .. & F(xk)` with all `xi`
//! pairwise different is `E>=k x F(x)`. "There is a witness other than these": `E x F(x) & x!=t1 & .. & x!=tk` says
//! that there are more witnesses than those among the points `t1, .., tk`. Here an `x` may be a tuple. In both, k
//! copies of the tracks of `x` become one, and are counted away. `ir` has what a counting quantifier means,
//! `Engine::count` in `build` makes its automaton.
//!
//! The second form becomes k+1 cases on subsets of the points, about 2^k in all: k has a limit. Both forms are
//! recognized only where they are written in the same way, up to renaming.

use std::collections::BTreeMap;

use crate::numeration::Compare;
use crate::tuning::logic::rewriting;

use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var};

/// `E vars (parts)` as a statement on numbers of witnesses, if it is one. Parts are simplified.
pub(super) fn counted(vars: &[Var], parts: &[ExprRef]) -> Option<ExprRef> {
    distinct_witnesses(vars, parts).or_else(|| witness_beside_points(vars, parts))
}

/// The pairs of variables that a part says differ somewhere: `x1!=y1 | x2!=y2 | ..`.
fn difference(part: &ExprRef) -> Option<Vec<(Var, Var)>> {
    let pair = |part: &ExprRef| {
        let Kind::Linear(LinearConstraint { terms, compare: Compare::NotEqual, constant: 0, .. }) = part.kind() else {
            return None;
        };
        match &terms[..] {
            [(x, a), (y, b)] if a[..] == [1] && b[..] == [-1] || a[..] == [-1] && b[..] == [1] => Some((*x, *y)),
            _ => None,
        }
    };
    part.disjuncts().iter().map(pair).collect()
}

/// `E x1,..,xk F(x1) & .. & F(xk) & (all different)` as `E>=k x F(x)`.
fn distinct_witnesses(vars: &[Var], parts: &[ExprRef]) -> Option<ExprRef> {
    let (differences, bodies): (Vec<_>, Vec<_>) =
        parts.iter().map(|part| (part, difference(part))).partition(|(_, d)| {
            d.as_ref().is_some_and(|pairs| pairs.iter().all(|(x, y)| vars.contains(x) && vars.contains(y)))
        });
    let differences: Vec<Vec<(Var, Var)>> = differences.into_iter().filter_map(|(_, pairs)| pairs).collect();
    let bodies: Vec<&ExprRef> = bodies.into_iter().map(|(part, _)| part).collect();
    // Coordinates: which variables are compared with each other. Each must meet each difference once.
    let width = differences.first()?.len();
    let mut coordinate: BTreeMap<Var, usize> = BTreeMap::new();
    for (i, &(x, y)) in differences[0].iter().enumerate() {
        coordinate.insert(x, i);
        coordinate.insert(y, i);
    }
    // Tuples: variables that the bodies read together. Spread coordinates along the differences until nothing changes.
    for _ in 0..differences.len() {
        for pairs in &differences {
            for &(x, y) in pairs {
                if let Some(&i) = coordinate.get(&x) {
                    coordinate.insert(y, i);
                } else if let Some(&i) = coordinate.get(&y) {
                    coordinate.insert(x, i);
                }
            }
        }
    }
    if coordinate.len() != vars.len() || !vars.len().is_multiple_of(width) {
        return None;
    }
    let tuples = tuples(vars, &differences, &coordinate, width)?;
    let count = tuples.len();
    // Every pair of tuples differs, coordinate by coordinate, and nothing else is compared.
    let mut seen = vec![false; count * count];
    for pairs in &differences {
        let place = |var: Var| tuples.iter().position(|tuple| tuple.contains(&var));
        let (a, b) = (place(pairs[0].0)?, place(pairs[0].1)?);
        let mut pairs = pairs.clone();
        for pair in &mut pairs {
            if place(pair.0)? == b {
                *pair = (pair.1, pair.0);
            }
        }
        pairs.sort_unstable_by_key(|pair| coordinate[&pair.0]);
        let expected: Vec<(Var, Var)> = tuples[a].iter().copied().zip(tuples[b].iter().copied()).collect();
        if a == b || pairs != expected {
            return None;
        }
        seen[a * count + b] = true;
        seen[b * count + a] = true;
    }
    if !(0..count).all(|a| (0..count).all(|b| a == b || seen[a * count + b])) {
        return None;
    }
    // The bodies of the tuples are one formula up to renaming.
    let mut of_tuple: Vec<Vec<ExprRef>> = vec![Vec::new(); count];
    for part in bodies {
        let mut readers = tuples.iter().enumerate().filter(|(_, tuple)| part.mentions(tuple));
        let (reader, _) = readers.next()?;
        if readers.next().is_some() {
            return None;
        }
        of_tuple[reader].push(part.clone());
    }
    let first = &of_tuple[0];
    for (tuple, body) in tuples.iter().zip(&of_tuple).skip(1) {
        let names: BTreeMap<Var, Var> = tuple.iter().copied().zip(tuples[0].iter().copied()).collect();
        let renamed: Vec<ExprRef> = body.iter().map(|part| part.renamed(&names)).collect();
        if renamed.len() != first.len() || !renamed.iter().all(|part| first.contains(part)) {
            return None;
        }
    }
    if first.is_empty() {
        return None;
    }
    Some(Expr::new(Kind::AtLeast(count as u64, tuples[0].clone(), Expr::and(first.clone()))))
}

/// The tuples that are said to differ, each in the order of its coordinates.
fn tuples(
    vars: &[Var],
    differences: &[Vec<(Var, Var)>],
    coordinate: &BTreeMap<Var, usize>,
    width: usize,
) -> Option<Vec<Vec<Var>>> {
    // A variable belongs with those that stand on its side in some difference, the sides being found by growing: the
    // first of each pair against the second, if the first coordinate's orientation is kept.
    let mut tuples: Vec<Vec<Option<Var>>> = Vec::new();
    let place = |tuples: &mut Vec<Vec<Option<Var>>>, side: Vec<Var>| -> Option<()> {
        let known = tuples.iter().position(|tuple| side.iter().any(|var| tuple.contains(&Some(*var))));
        let at = known.unwrap_or_else(|| {
            tuples.push(vec![None; width]);
            tuples.len() - 1
        });
        for var in side {
            let slot = &mut tuples[at][coordinate[&var]];
            if slot.is_some_and(|other| other != var) {
                return None;
            }
            *slot = Some(var);
        }
        Some(())
    };
    for pairs in differences {
        if pairs.len() != width {
            return None;
        }
        // Variables are numbered in the order in which they are bound, tuple after tuple: within a difference, the
        // smaller of each pair belong together.
        place(&mut tuples, pairs.iter().map(|&(x, y)| x.min(y)).collect())?;
        place(&mut tuples, pairs.iter().map(|&(x, y)| x.max(y)).collect())?;
    }
    let tuples: Option<Vec<Vec<Var>>> = tuples.into_iter().map(|tuple| tuple.into_iter().collect()).collect();
    tuples.filter(|tuples| tuples.iter().map(Vec::len).sum::<usize>() == vars.len())
}

/// `E x F(x) & x!=t1 & .. & x!=tk` as "more witnesses than points that are witnesses".
fn witness_beside_points(vars: &[Var], parts: &[ExprRef]) -> Option<ExprRef> {
    let mut points: Vec<Vec<LinearConstraint>> = Vec::new();
    let mut body: Vec<ExprRef> = Vec::new();
    for part in parts {
        match point(vars, part) {
            Some(point) => points.push(point),
            None => body.push(part.clone()),
        }
    }
    let body_reads_all = vars.iter().all(|var| body.iter().any(|part| part.mentions(&[*var])));
    if points.is_empty() || points.len() > rewriting::EXCLUDED_POINTS || !body_reads_all {
        return None;
    }
    let whole = Expr::and(body.clone());
    // For each point: it is a witness. The bound variables are used again, in scopes beside each other.
    let at: Vec<ExprRef> = points
        .iter()
        .map(|point| {
            let equations = point.iter().map(|equation| Expr::new(Kind::Linear(equation.clone())));
            Expr::exists(vars.to_vec(), Expr::and(equations.chain(body.iter().cloned()).collect()))
        })
        .collect();
    // More witnesses than points among them: for some m, more than m witnesses and no m+1 different points among them.
    let cases = (1..).zip(0..=points.len()).map(|(count, m)| {
        let more = Expr::new(Kind::AtLeast(count, vars.to_vec(), whole.clone()));
        let mut case = vec![more];
        for chosen in subsets(points.len(), m + 1) {
            let mut together: Vec<ExprRef> = chosen.iter().map(|&k| at[k].clone()).collect();
            for (i, &a) in chosen.iter().enumerate() {
                together.extend(chosen[..i].iter().map(|&b| apart(vars, &points[a], &points[b])));
            }
            case.push(Expr::negation(Expr::and(together)));
        }
        Expr::and(case)
    });
    Some(Expr::or(cases.collect()))
}

/// The equations `x_j = t_j` of the point that a part excludes: one for each variable, nothing bound in `t_j`.
fn point(vars: &[Var], part: &ExprRef) -> Option<Vec<LinearConstraint>> {
    let mut equations: Vec<Option<LinearConstraint>> = vec![None; vars.len()];
    for one in part.disjuncts() {
        let Kind::Linear(linear) = one.kind() else { return None };
        let mut bound = linear.terms.iter().filter(|(var, _)| vars.contains(var));
        let ((var, coefficient), None) = (bound.next()?, bound.next()) else { return None };
        let unit = coefficient[..] == [1] || coefficient[..] == [-1];
        if linear.terms.iter().any(|term| term.1.len() > 1) || !linear.can_be_subtracted() {
            return None;
        }
        let slot = &mut equations[vars.iter().position(|other| other == var)?];
        if linear.compare != Compare::NotEqual || !unit || slot.is_some() {
            return None;
        }
        *slot = Some(LinearConstraint { compare: Compare::Equal, ..linear.clone() });
    }
    equations.into_iter().collect()
}

/// Two points differ: in some coordinate their values, as far as they are numbers of the system, are not equal.
fn apart(vars: &[Var], a: &[LinearConstraint], b: &[LinearConstraint]) -> ExprRef {
    // x = t and x = u, with x of coefficient 1 in both: t - u = 0 is their difference.
    let value = |equation: &LinearConstraint, var: Var| {
        let sign = equation.terms.iter().find(|term| term.0 == var).map_or(1, |term| term.1[0]);
        let mut terms: BTreeMap<Var, i64> = BTreeMap::new();
        for (other, coefficient) in &equation.terms {
            terms.insert(*other, sign * coefficient[0]);
        }
        (terms, sign * equation.constant)
    };
    let parts = vars.iter().zip(a.iter().zip(b)).map(|(&var, (a, b))| {
        let signed = a.signed;
        let ((mut terms, constant), (others, other)) = (value(a, var), value(b, var));
        for (var, k) in others {
            *terms.entry(var).or_default() -= k;
        }
        let terms = terms.into_iter().filter(|(_, k)| *k != 0).map(|(var, k)| (var, vec![k])).collect();
        Expr::new(Kind::Linear(LinearConstraint {
            terms,
            compare: Compare::NotEqual,
            constant: constant - other,
            signed,
        }))
    });
    Expr::or(parts.collect())
}

/// Every choice of `size` among `0..count`, each in increasing order.
fn subsets(count: usize, size: usize) -> Vec<Vec<usize>> {
    (0..1u32 << count)
        .filter(|set| set.count_ones() as usize == size)
        .map(|set| (0..count).filter(|i| set >> i & 1 == 1).collect())
        .collect()
}
