//! Existential quantifiers that only linear atoms read, eliminated in the arithmetic.
//!
//! `E x,y,z n=6*x+9*y+20*z` is a condition on n alone: a finite set and, from some number on, residues. Built from the
//! equation it is a subset construction over the remainders of four tracks, which in Tribonacci does not end. Here a
//! variable goes by Cooper's method ("Theorem proving in arithmetic without multiplication", 1972), or, where one of
//! the two kinds of bounds has the factor 1 and nothing is said of remainders, by Fourier and Motzkin's, exact then
//! (Pugh, "The Omega test", 1991). That needs cases, one for each remainder, only where both fail. Cases are followed
//! only where all that is left are conditions on one sum F: then they are evaluated, and become a set of numbers
//! ([`EventuallyPeriodicSet`]). Otherwise what comes out must be one conjunction, no heavier than what went in. Why
//! each step is right stands in `linear_system`.
//!
//! Bad for several sums with remainders, which are left as they are. The cases are counted, and where they are too many
//! the quantifier stays.

use std::collections::{BTreeMap, BTreeSet};

use num_integer::Integer;

use crate::numeration::Compare;
use crate::tuning::logic::elimination;

use super::eventually_periodic_set::EventuallyPeriodicSet;
use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var};
use super::linear_system::{LinearSystem, Range, Sum, eliminated};
use super::remainder::{is_remainder, multiple_of};

/// Linear atoms, and those under quantifiers that bind only what they read: what stands for remainders.
fn atoms<'a>(part: &'a ExprRef, bound: &mut Vec<Var>) -> Option<Vec<&'a LinearConstraint>> {
    if let Kind::Exists(vars, body) = part.kind() {
        // A variable may be bound once more in a copy of a part.
        if vars.iter().any(|var| bound.contains(var)) {
            return None;
        }
        let atoms = body.conjuncts().iter().map(|part| part.kind().linear()).collect::<Option<_>>()?;
        bound.extend(vars);
        return Some(atoms);
    }
    part.kind().linear().map(|linear| vec![linear])
}

/// The cases of the atoms: `!=` are two.
fn cases_of(atoms: &[&LinearConstraint]) -> Option<Vec<LinearSystem>> {
    let mut cases = vec![LinearSystem::default()];
    for atom in atoms {
        let sum = Sum::of(atom)?;
        match atom.compare {
            Compare::Equal => cases.iter_mut().for_each(|case| case.zero.push(sum.clone())),
            Compare::Less => {
                let below = Sum { constant: sum.constant + 1, ..sum };
                cases.iter_mut().for_each(|case| case.at_most.push(below.clone()));
            }
            Compare::NotEqual => {
                if cases.len() >= 1 << elimination::SPLIT_INEQUATIONS {
                    return None;
                }
                let sides = [1, -1].map(|sign| sum.scaled(sign).map(|s| Sum { constant: s.constant + 1, ..s }));
                let mut split = Vec::new();
                for side in sides {
                    let side = side.ok()?;
                    split.extend(cases.iter().cloned().map(|mut case| {
                        case.at_most.push(side.clone());
                        case
                    }));
                }
                cases = split;
            }
        }
    }
    Some(cases)
}

/// The one sum of variables outside `vars` of which all these sums read multiples, in lowest terms; empty, if they read
/// no other variables, and `None`, if there are several.
fn outer_sum(cases: &[LinearSystem], vars: &[Var]) -> Option<BTreeMap<Var, i64>> {
    let mut outer: BTreeMap<Var, i64> = BTreeMap::new();
    for sum in cases.iter().flat_map(LinearSystem::sums) {
        let mut part: BTreeMap<Var, i64> =
            sum.terms.iter().filter(|(var, _)| !vars.contains(var)).map(|(&var, &k)| (var, k)).collect();
        let divisor = part.values().fold(0i64, |gcd, k| gcd.gcd(k));
        if divisor == 0 {
            continue;
        }
        // The side on which more is positive: of natural numbers a sum of positive terms is natural.
        let positive = part.values().filter(|&&k| k > 0).count();
        let negative = part.len() - positive;
        let first = part.values().next().map_or(1, |k| k.signum());
        let sign = match positive.cmp(&negative) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Less => -1,
            std::cmp::Ordering::Equal => first,
        };
        part.values_mut().for_each(|k| *k /= divisor * sign);
        if outer.is_empty() {
            outer = part;
        } else if outer != part {
            return None;
        }
    }
    Some(outer)
}

/// The sums with a variable in place of the multiple of `outer` that they read.
fn folded(cases: Vec<LinearSystem>, outer: &BTreeMap<Var, i64>, in_place: Var) -> Vec<LinearSystem> {
    let Some((&first, &unit)) = outer.iter().next() else { return cases };
    let fold = |mut sum: Sum| {
        let factor = sum.coefficient(first) / unit;
        sum.terms.retain(|var, _| !outer.contains_key(var));
        if factor != 0 {
            sum.terms.insert(in_place, factor);
        }
        sum
    };
    let fold_all = |sums: Vec<Sum>| sums.into_iter().map(fold).collect();
    let fold_case = |case: LinearSystem| LinearSystem {
        zero: fold_all(case.zero),
        at_most: fold_all(case.at_most),
        multiple: case.multiple.into_iter().map(|(m, sum)| (m, fold(sum))).collect(),
    };
    cases.into_iter().map(fold_case).collect()
}

/// `E vars (parts)` without those variables that only linear atoms read, if they can be eliminated cheaply. The result
/// is not simplified.
pub(super) fn projected(vars: &[Var], parts: &[ExprRef]) -> Option<ExprRef> {
    let mut bound = vars.to_vec();
    let read: Vec<Option<Vec<&LinearConstraint>>> = parts.iter().map(|part| atoms(part, &mut bound)).collect();
    let is_opaque = |var: &Var| parts.iter().zip(&read).any(|(part, read)| read.is_none() && part.mentions(&[*var]));
    let gone: Vec<Var> = vars.iter().copied().filter(|var| !is_opaque(var)).collect();
    if gone.is_empty() {
        return None;
    }
    let (mut group, mut rest, mut hidden) = (Vec::new(), Vec::new(), Vec::new());
    for (part, read) in parts.iter().zip(read) {
        match read.filter(|_| part.mentions(&gone)) {
            Some(read) => {
                group.extend(read);
                hidden.extend(part.kind().bound());
            }
            None => rest.push(part.clone()),
        }
    }
    let signed = group.first()?.signed;
    let all: Vec<Var> = gone.iter().chain(&hidden).copied().collect();
    if let ([q], [linear]) = (&all[..], &group[..])
        && is_remainder(*q, linear)
    {
        return None;
    }
    let result = eliminated_group(&group, &all, signed)?;
    rest.push(result);
    let kept: Vec<Var> = vars.iter().copied().filter(|var| !gone.contains(var)).collect();
    Some(Expr::exists(kept, Expr::and(rest)))
}

/// `E vars (atoms)` without quantifiers, but for those of remainders.
fn eliminated_group(atoms: &[&LinearConstraint], vars: &[Var], signed: bool) -> Option<ExprRef> {
    let cases = cases_of(atoms)?;
    let before = cases.iter().map(LinearSystem::heaviest).max().unwrap_or(0);
    let conditions = cases.iter().map(LinearSystem::conditions).max().unwrap_or(0);
    if let Some(outer) = outer_sum(&cases, vars) {
        // A variable that is gone, in place of the sum.
        let in_place = Var(u32::MAX);
        let is_mixed = outer.values().any(|&k| k < 0);
        let range = Range { signed, mixed: is_mixed.then_some(in_place) };
        let cases = eliminated(folded(cases, &outer, in_place), vars, range, false).ok()?;
        let set = EventuallyPeriodicSet::of(&cases, in_place, !signed && !is_mixed)?;
        let sum = Sum { terms: outer, constant: 0 };
        return match sum.terms.len() {
            0 | 1 => set.formula(&sum, vars[0], before, signed),
            _ => set.wide_formula(&sum, [vars.first().copied(), vars.get(1).copied()], before, signed),
        };
    }
    let range = Range { signed, mixed: None };
    let cases = eliminated(cases, vars, range, true).ok()?;
    if cases.is_empty() {
        return Some(Expr::truth(false));
    }
    let [case] = &cases[..] else { return None };
    if case.heaviest() > before || case.conditions() > conditions {
        return None;
    }
    let mut parts: Vec<ExprRef> = case.zero.iter().map(|sum| sum.compared(Compare::Equal, signed)).collect();
    parts.extend(
        case.at_most
            .iter()
            .map(|sum| Sum { constant: sum.constant - 1, ..sum.clone() }.compared(Compare::Less, signed)),
    );
    let names: BTreeSet<Var> = vars.iter().copied().collect();
    if case.multiple.len() > names.len() {
        return None;
    }
    parts.extend(case.multiple.iter().zip(names).map(|((m, sum), q)| multiple_of(*m, sum, q, signed)));
    Some(Expr::and(parts))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The truth of a formula; the variables that it binds are tried below a bound.
    fn is_true(expr: &ExprRef, at: &mut BTreeMap<Var, i64>, tried: &std::ops::Range<i64>) -> bool {
        match expr.kind() {
            Kind::Truth(value) => *value,
            Kind::Linear(linear) => {
                let sum: i64 = linear.terms.iter().map(|(var, k)| k[0] * at[var]).sum();
                match linear.compare {
                    Compare::Equal => sum == linear.constant,
                    Compare::NotEqual => sum != linear.constant,
                    Compare::Less => sum < linear.constant,
                }
            }
            Kind::Not(inner) => !is_true(inner, at, tried),
            Kind::And(parts) => parts.iter().all(|part| is_true(part, at, tried)),
            Kind::Or(parts) => parts.iter().any(|part| is_true(part, at, tried)),
            Kind::Exists(vars, body) => match &vars[..] {
                [] => is_true(body, at, tried),
                [var, rest @ ..] => {
                    let rest = Expr::exists(rest.to_vec(), body.clone());
                    tried.clone().any(|value| {
                        let before = at.insert(*var, value);
                        let found = is_true(&rest, at, tried);
                        match before {
                            Some(before) => at.insert(*var, before),
                            None => at.remove(var),
                        };
                        found
                    })
                }
            },
            Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::Iff(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => unreachable!("arithmetic alone"),
        }
    }

    proptest! {
        /// Quantified variables are below 7 by their atoms, so that looking there is exact.
        #[test]
        fn what_is_projected_says_the_same(
            atoms in prop::collection::vec(
                (prop::array::uniform4(-4i64..=4), -12i64..=12, 0usize..3), 1..=3),
            two in any::<bool>(),
            signed in any::<bool>(),
        ) {
            let compares = [Compare::Equal, Compare::Less, Compare::NotEqual];
            let atom = |terms: Vec<(u32, i64)>, compare, constant| {
                let terms = terms.into_iter().filter(|term| term.1 != 0).map(|(var, k)| (Var(var), vec![k])).collect();
                LinearConstraint { terms, compare, constant, signed }.reduced()
            };
            // Variables 0 and 1 go; 2, and 3 if there are two, stay.
            let mut parts: Vec<ExprRef> = atoms
                .iter()
                .map(|(factors, constant, compare)| {
                    let mut terms: Vec<(u32, i64)> = (0u32..).zip(*factors).collect();
                    if !two { terms.truncate(3); }
                    atom(terms, compares[*compare], *constant)
                })
                .collect();
            for var in [0, 1] {
                parts.push(atom(vec![(var, 1)], Compare::Less, 7));
                parts.push(atom(vec![(var, -1)], Compare::Less, 7));
            }
            parts.retain(|part| !matches!(part.kind(), Kind::Truth(true)));
            prop_assume!(parts.iter().all(|part| matches!(part.kind(), Kind::Linear(_))));
            let Some(rest) = projected(&[Var(0), Var(1)], &parts) else { return Ok(()) };
            let least = if signed { -150 } else { 0 };
            for n in if signed { -20..20 } else { 0..20 } {
                for m in if two { 0..9 } else { 0..1 } {
                    let mut at = BTreeMap::from([(Var(2), n), (Var(3), m)]);
                    let small = if signed { -6..7 } else { 0..7 };
                    let whole = Expr::exists(vec![Var(0), Var(1)], Expr::and(parts.clone()));
                    let expected = is_true(&whole, &mut at.clone(), &small);
                    prop_assert_eq!(is_true(&rest, &mut at, &(least..150)), expected, "{:?} at {} {}", rest, n, m);
                }
            }
        }

        /// Sums of multiples, by dynamic programming: there are no other solutions than these.
        #[test]
        fn sums_of_multiples_are_found(factors in prop::collection::vec(1i64..=12, 1..=3), constant in 0i64..=9) {
            let mut terms: Vec<(Var, Vec<i64>)> = (0..).map(Var).zip(factors.iter().map(|&k| vec![k])).collect();
            terms.push((Var(9), vec![-1]));
            let vars: Vec<Var> = terms[..factors.len()].iter().map(|term| term.0).collect();
            let equation = LinearConstraint { terms, compare: Compare::Equal, constant: -constant, signed: false };
            let part = Expr::new(Kind::Linear(equation));
            let mut is_sum = vec![false; 300];
            for n in 0..300 {
                let below = |k: i64| usize::try_from(n as i64 - k).is_ok_and(|place| is_sum[place]);
                is_sum[n] = n as i64 == constant || factors.iter().any(|&k| below(k));
            }
            let rest = projected(&vars, &[part]);
            prop_assert!(rest.is_some() || factors.len() == 1);
            let Some(rest) = rest else { return Ok(()) };
            for (n, &expected) in (0..).zip(&is_sum) {
                prop_assert_eq!(is_true(&rest, &mut BTreeMap::from([(Var(9), n)]), &(0..300)), expected, "{}", n);
            }
        }
    }
}
