//! Existential quantifiers that only linear atoms read, eliminated in the arithmetic.
//!
//! `E x,y,z n=6*x+9*y+20*z` is a condition on n alone: a finite set and, from some number on, residues. Built from the
//! equation it is a subset construction over the remainders of four tracks, which in Tribonacci does not end. Here a
//! variable goes by Cooper's method ("Theorem proving in arithmetic without multiplication", 1972), or, where one of the
//! two kinds of bounds has the factor 1 and nothing is said of remainders, by Fourier and Motzkin's, exact then (Pugh,
//! "The Omega test", 1991). That needs cases, one for each remainder, only where both fail. Cases are followed only where
//! all that is left are conditions on one sum F: then they are evaluated, and become a set of numbers ([`SumSet`]).
//! Otherwise what comes out must be one conjunction, no heavier than what went in.
//!
//! Of the steps of [`Case::without`] each keeps what `E x` says, over the integers, x >= 0 being one of the bounds where
//! numbers are natural:
//!
//! - k x = v: x is v/k. The other conditions, times |k|, speak of v; and k divides v.
//! - Bounds on one side alone: large (or small) x satisfy them all; of the remainders one period of x is tried, or,
//!   for one of them, m | c x + r has a solution iff gcd(c, m) | r.
//! - l_i <= a_i x, b_j x <= u_j, all a_i = 1: if b_j l_i <= u_j for all i, j the largest l_i is a solution. The same for
//!   b_j = 1.
//! - Otherwise let d be the least common multiple of the periods of the remainders. If there is a solution, the least one
//!   above the lower bounds with the same remainders is a solution too, and subtracting d takes it below one of them:
//!   a_i x = l_i + j, 0 <= j < a_i d, for some i. The same from above.
//!
//! Bad for several sums with remainders, which are left as they are. The cases are counted, and beyond [`MOST_CASES`] the
//! quantifier stays.

use std::collections::{BTreeMap, BTreeSet};

use num_integer::Integer;

use crate::numeration::Compare;

use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var};
use super::sum_set::SumSet;

/// Cases made, in all, before the quantifier is left as it is: some milliseconds.
const MOST_CASES: usize = 6_000;
/// Conditions of one case.
const MOST_CONDITIONS: usize = 24;
/// Inequations `!=` that are split into two cases.
const MOST_SPLITS: u32 = 3;
/// Coefficients and constants beyond this are not calculated with.
const LARGEST: i64 = 1 << 31;

/// A number is too large, or the cases are too many.
#[derive(Debug)]
pub(super) struct GiveUp;

/// `sum k_i x_i + c`; no coefficient is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sum {
    pub(super) terms: BTreeMap<Var, i64>,
    pub(super) constant: i64,
}

impl Sum {
    /// The atom as its sum less its constant; `None` if it appends zeros.
    fn of(linear: &LinearConstraint) -> Option<Sum> {
        let mut terms = BTreeMap::new();
        for (var, coefficient) in &linear.terms {
            let [k] = coefficient[..] else { return None };
            terms.insert(*var, k);
        }
        let constant = linear.constant.checked_neg()?;
        let sum = Sum { terms, constant };
        sum.is_small().then_some(sum)
    }

    fn is_small(&self) -> bool {
        self.terms.values().chain([&self.constant]).all(|k| (-LARGEST..=LARGEST).contains(k))
    }

    fn coefficient(&self, var: Var) -> i64 {
        self.terms.get(&var).copied().unwrap_or(0)
    }

    /// `a self + b other`.
    fn combined(&self, a: i64, other: &Sum, b: i64) -> Result<Sum, GiveUp> {
        // Below 2^31 each: products and their sums stay inside 64 bits.
        if !(-LARGEST..=LARGEST).contains(&a) || !(-LARGEST..=LARGEST).contains(&b) {
            return Err(GiveUp);
        }
        let mut terms: BTreeMap<Var, i64> = self.terms.iter().map(|(&var, k)| (var, a * k)).collect();
        for (&var, k) in &other.terms {
            *terms.entry(var).or_default() += b * k;
        }
        terms.retain(|_, k| *k != 0);
        let sum = Sum { terms, constant: a * self.constant + b * other.constant };
        if sum.is_small() { Ok(sum) } else { Err(GiveUp) }
    }

    fn scaled(&self, a: i64) -> Result<Sum, GiveUp> {
        self.combined(a, &Sum::default(), 0)
    }

    fn without(&self, var: Var) -> Sum {
        let mut rest = self.clone();
        rest.terms.remove(&var);
        rest
    }

    fn divisor(&self) -> i64 {
        self.terms.values().fold(0, |gcd, k| gcd.gcd(k))
    }

    /// The sum of the absolute coefficients.
    fn weight(&self) -> i64 {
        self.terms.values().map(|k| k.abs()).sum()
    }

    /// As an atom `self compare 0`.
    pub(super) fn compared(&self, compare: Compare, signed: bool) -> ExprRef {
        let terms = self.terms.iter().map(|(&var, &k)| (var, vec![k])).collect();
        LinearConstraint { terms, compare, constant: -self.constant, signed }.reduced()
    }
}

/// Which variables are natural numbers.
#[derive(Clone, Copy, Debug)]
struct Range {
    signed: bool,
    /// Stands for a sum that may be negative, though its variables are not.
    mixed: Option<Var>,
}

impl Range {
    fn is_natural(self, var: Var) -> bool {
        !self.signed && self.mixed != Some(var)
    }

    /// Whether every term of a sum, times the sign, is at least zero.
    fn all(self, sum: &Sum, sign: i64) -> bool {
        sum.terms.iter().all(|(&var, k)| k * sign > 0 && self.is_natural(var))
    }
}

/// A conjunction: sums that are 0, that are at most 0, and that are multiples of a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) zero: Vec<Sum>,
    pub(super) at_most: Vec<Sum>,
    pub(super) multiple: Vec<(i64, Sum)>,
}

impl Case {
    /// In lowest terms; `None` if it is seen to be false.
    fn reduced(self, range: Range) -> Option<Case> {
        let mut reduced = Case::default();
        for mut sum in self.zero {
            let divisor = sum.divisor();
            if divisor == 0 || sum.constant % divisor != 0 {
                if sum.constant == 0 {
                    continue;
                }
                return None;
            }
            let sign = sum.terms.values().next().map_or(1, |k| k.signum());
            sum.terms.values_mut().for_each(|k| *k /= sign * divisor);
            sum.constant /= sign * divisor;
            if range.all(&sum, 1) && sum.constant > 0 {
                return None;
            }
            reduced.zero.push(sum);
        }
        // For each left side, with its sign, the largest constant.
        let mut at_most: BTreeMap<BTreeMap<Var, i64>, i64> = BTreeMap::new();
        for mut sum in self.at_most {
            let divisor = sum.divisor();
            if divisor == 0 {
                if sum.constant > 0 {
                    return None;
                }
                continue;
            }
            sum.terms.values_mut().for_each(|k| *k /= divisor);
            sum.constant = Integer::div_ceil(&sum.constant, &divisor);
            if range.all(&sum, -1) && sum.constant <= 0 {
                continue;
            }
            if range.all(&sum, 1) && sum.constant > 0 {
                return None;
            }
            let known = at_most.entry(sum.terms).or_insert(sum.constant);
            *known = sum.constant.max(*known);
        }
        for (terms, constant) in &at_most {
            let opposite: BTreeMap<Var, i64> = terms.iter().map(|(&var, k)| (var, -k)).collect();
            if at_most.get(&opposite).is_some_and(|other| other + constant > 0) {
                return None;
            }
        }
        reduced.at_most = at_most.into_iter().map(|(terms, constant)| Sum { terms, constant }).collect();
        for (m, mut sum) in self.multiple {
            sum.terms.values_mut().for_each(|k| *k = k.rem_euclid(m));
            sum.terms.retain(|_, k| *k != 0);
            let divisor = sum.divisor().gcd(&m);
            if sum.constant % divisor != 0 {
                return None;
            }
            let m = m / divisor;
            if m == 1 {
                continue;
            }
            sum.terms.values_mut().for_each(|k| *k /= divisor);
            sum.constant = (sum.constant / divisor).rem_euclid(m);
            reduced.multiple.push((m, sum));
        }
        reduced.zero.sort_unstable();
        reduced.zero.dedup();
        reduced.multiple.sort_unstable();
        reduced.multiple.dedup();
        Some(reduced)
    }

    fn conditions(&self) -> usize {
        self.zero.len() + self.at_most.len() + self.multiple.len()
    }

    /// The largest weight of a sum, or modulus.
    fn heaviest(&self) -> i64 {
        let sums = self.zero.iter().chain(&self.at_most).map(Sum::weight);
        sums.chain(self.multiple.iter().map(|multiple| multiple.0)).max().unwrap_or(0)
    }

    fn sums(&self) -> impl Iterator<Item = &Sum> {
        self.zero.iter().chain(&self.at_most).chain(self.multiple.iter().map(|multiple| &multiple.1))
    }

    /// The case with `k x = -rest`, that is, where `k x + rest` is zero, and x gone.
    fn substituted(&self, x: Var, equation: &Sum, range: Range) -> Result<Case, GiveUp> {
        let k = equation.coefficient(x);
        let rest = equation.without(x);
        let replaced = |sum: &Sum| match sum.coefficient(x) {
            0 => Ok(sum.clone()),
            p => sum.without(x).combined(k.abs(), &rest, -p * k.signum()),
        };
        let mut case = Case {
            zero: self.zero.iter().map(replaced).collect::<Result<_, _>>()?,
            at_most: self.at_most.iter().map(replaced).collect::<Result<_, _>>()?,
            multiple: Vec::new(),
        };
        for (m, sum) in &self.multiple {
            let scale = if sum.coefficient(x) == 0 { 1 } else { k.abs() };
            let m = m.checked_mul(scale).filter(|&m| m <= LARGEST).ok_or(GiveUp)?;
            case.multiple.push((m, replaced(sum)?));
        }
        if range.is_natural(x) {
            case.at_most.push(rest.scaled(k.signum())?);
        }
        case.multiple.push((k.abs(), rest));
        Ok(case)
    }

    /// Cases of which some hold iff this one does for some value of `x`, which they do not read; one, unless more are
    /// allowed.
    fn without(&self, x: Var, range: Range, one: bool) -> Result<Vec<Case>, GiveUp> {
        let equations = self.zero.iter().filter(|sum| sum.coefficient(x) != 0);
        if let Some(equation) = equations.min_by_key(|sum| sum.coefficient(x).abs()) {
            return Ok(vec![self.substituted(x, equation, range)?]);
        }
        let (mut lower, mut upper, mut beside) = (Vec::new(), Vec::new(), Case::default());
        if range.is_natural(x) {
            lower.push(Sum { terms: BTreeMap::from([(x, -1)]), constant: 0 });
        }
        for sum in &self.at_most {
            match sum.coefficient(x).signum() {
                0 => beside.at_most.push(sum.clone()),
                -1 => lower.push(sum.clone()),
                _ => upper.push(sum.clone()),
            }
        }
        beside.zero.clone_from(&self.zero);
        let (remainders, others): (Vec<_>, Vec<_>) =
            self.multiple.iter().cloned().partition(|(_, sum)| sum.coefficient(x) != 0);
        beside.multiple = others;
        let period = |(m, sum): &(i64, Sum)| m / sum.coefficient(x).gcd(m);
        let periods = remainders
            .iter()
            .try_fold(1i64, |all, remainder| Some(all.lcm(&period(remainder))).filter(|&all| all <= LARGEST));
        let periods = periods.ok_or(GiveUp)?;
        if lower.is_empty() || upper.is_empty() {
            return beside.with_remainders(x, &remainders, periods, one);
        }
        let is_plain = |side: &[Sum]| side.iter().all(|sum| sum.coefficient(x).abs() == 1);
        if remainders.is_empty() && (is_plain(&lower) || is_plain(&upper)) {
            for low in &lower {
                for high in &upper {
                    let (a, b) = (low.coefficient(x).abs(), high.coefficient(x));
                    beside.at_most.push(low.without(x).combined(b, &high.without(x), a)?);
                }
            }
            return Ok(vec![beside]);
        }
        let count = |side: &[Sum]| side.iter().map(|sum| sum.coefficient(x).abs().saturating_mul(periods)).sum::<i64>();
        let side = if count(&lower) <= count(&upper) { &lower } else { &upper };
        if one || count(side) > MOST_CASES as i64 {
            return Err(GiveUp);
        }
        let mut cases = Vec::new();
        for bound in side {
            for offset in 0..bound.coefficient(x).abs() * periods {
                // A lower bound is -a x + l <= 0: -a x + l + j = 0. An upper one is b x + u <= 0: b x + u + j = 0.
                let equation = Sum { constant: bound.constant + offset, ..bound.clone() };
                cases.push(self.substituted(x, &equation, range)?);
            }
        }
        Ok(cases)
    }

    /// These conditions, and that some x, on which there is no bound (or bounds on one side), satisfies the remainders.
    fn with_remainders(self, x: Var, remainders: &[(i64, Sum)], periods: i64, one: bool) -> Result<Vec<Case>, GiveUp> {
        if let [(m, sum)] = remainders {
            let mut case = self;
            case.multiple.push((sum.coefficient(x).gcd(m), sum.without(x)));
            return Ok(vec![case]);
        }
        if remainders.is_empty() {
            return Ok(vec![self]);
        }
        if one || periods > MOST_CASES as i64 {
            return Err(GiveUp);
        }
        let at = |value: i64| {
            let mut case = self.clone();
            for (m, sum) in remainders {
                let shift = Sum { terms: BTreeMap::new(), constant: value };
                case.multiple.push((*m, sum.without(x).combined(1, &shift, sum.coefficient(x))?));
            }
            Ok(case)
        };
        (0..periods).map(at).collect()
    }

    /// Whether what holds in `other` holds here: the same conditions, with constants that allow as much.
    fn contains(&self, other: &Case) -> bool {
        let looser = |a: &Sum, b: &Sum| a.terms == b.terms && a.constant <= b.constant;
        self.zero == other.zero
            && self.multiple == other.multiple
            && self.at_most.len() == other.at_most.len()
            && self.at_most.iter().zip(&other.at_most).all(|(a, b)| looser(a, b))
    }
}

/// The cases without those that others contain.
fn widest(cases: Vec<Case>) -> Vec<Case> {
    let mut groups: BTreeMap<Vec<(i64, Sum)>, Vec<Case>> = BTreeMap::new();
    for case in cases {
        let group = groups.entry(case.multiple.clone()).or_default();
        if !group.iter().any(|known| known.contains(&case)) {
            group.retain(|known| !case.contains(known));
            group.push(case);
        }
    }
    groups.into_values().flatten().collect()
}

/// Cases of which some hold iff some values of the variables satisfy the first ones.
fn eliminated(mut cases: Vec<Case>, vars: &[Var], range: Range, one: bool) -> Result<Vec<Case>, GiveUp> {
    let (mut left, mut made) = (vars.to_vec(), 0);
    while !left.is_empty() {
        // Variables with small coefficients in equations go first: remainders multiply with them.
        let cost = |x: Var| {
            let in_equations =
                |case: &Case| case.zero.iter().map(|sum| sum.coefficient(x).abs()).filter(|&k| k > 0).min();
            cases.iter().filter_map(in_equations).min().unwrap_or(i64::MAX)
        };
        let next = (0..left.len()).min_by_key(|&i| cost(left[i])).expect("a variable is left");
        let x = left.remove(next);
        let mut rest = Vec::new();
        for case in cases {
            for case in case.without(x, range, one)? {
                made += 1;
                if made > MOST_CASES {
                    return Err(GiveUp);
                }
                let Some(case) = case.reduced(range) else { continue };
                if case.conditions() > MOST_CONDITIONS {
                    return Err(GiveUp);
                }
                rest.push(case);
            }
        }
        cases = widest(rest);
    }
    Ok(cases)
}

/// Linear atoms, and those under quantifiers that bind only what they read: what stands for remainders.
fn atoms<'a>(part: &'a ExprRef, bound: &mut Vec<Var>) -> Option<Vec<&'a LinearConstraint>> {
    match part.kind() {
        Kind::Linear(linear) => Some(vec![linear]),
        // A variable may be bound once more in a copy of a part.
        Kind::Exists(vars, body) if !vars.iter().any(|var| bound.contains(var)) => {
            let linear = |part: &'a ExprRef| if let Kind::Linear(linear) = part.kind() { Some(linear) } else { None };
            let atoms = body.conjuncts().iter().map(linear).collect::<Option<_>>()?;
            bound.extend(vars);
            Some(atoms)
        }
        Kind::Exists(..)
        | Kind::Truth(_)
        | Kind::Constant(..)
        | Kind::Table(..)
        | Kind::Not(_)
        | Kind::And(_)
        | Kind::Or(_)
        | Kind::Iff(..)
        | Kind::AtLeast(..)
        | Kind::Infinitely(..)
        | Kind::OverWords(..)
        | Kind::Reverse(_) => None,
    }
}

/// The cases of the atoms: `!=` are two.
fn cases_of(atoms: &[&LinearConstraint]) -> Option<Vec<Case>> {
    let mut cases = vec![Case::default()];
    for atom in atoms {
        let sum = Sum::of(atom)?;
        match atom.compare {
            Compare::Equal => cases.iter_mut().for_each(|case| case.zero.push(sum.clone())),
            Compare::Less => {
                let below = Sum { constant: sum.constant + 1, ..sum };
                cases.iter_mut().for_each(|case| case.at_most.push(below.clone()));
            }
            Compare::NotEqual => {
                if cases.len() >= 1 << MOST_SPLITS {
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
fn outer_sum(cases: &[Case], vars: &[Var]) -> Option<BTreeMap<Var, i64>> {
    let mut outer: BTreeMap<Var, i64> = BTreeMap::new();
    for sum in cases.iter().flat_map(Case::sums) {
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
fn folded(cases: Vec<Case>, outer: &BTreeMap<Var, i64>, in_place: Var) -> Vec<Case> {
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
    let fold_case = |case: Case| Case {
        zero: fold_all(case.zero),
        at_most: fold_all(case.at_most),
        multiple: case.multiple.into_iter().map(|(m, sum)| (m, fold(sum))).collect(),
    };
    cases.into_iter().map(fold_case).collect()
}

/// `m | sum` as `E q sum' = m q + r`, all coefficients of sum' and r natural and below m, so that q is natural where the
/// variables are.
pub(super) fn multiple_of(m: i64, sum: &Sum, q: Var, signed: bool) -> ExprRef {
    let mut terms: BTreeMap<Var, i64> = sum.terms.iter().map(|(&var, k)| (var, k.rem_euclid(m))).collect();
    terms.retain(|_, k| *k != 0);
    terms.insert(q, -m);
    let equation = Sum { terms, constant: sum.constant.rem_euclid(m) - m };
    // sum' + c = m q' with c = m - r: sum' = m (q' - 1) + r. A remainder of 0 takes c = 0.
    let equation = if sum.constant.rem_euclid(m) == 0 { Sum { constant: 0, ..equation } } else { equation };
    Expr::exists(vec![q], equation.compared(Compare::Equal, signed))
}

/// That a sum of multiples of some variables leaves a remainder.
pub(super) struct Remainder {
    pub(super) vars: Vec<Var>,
    pub(super) factors: Vec<i64>,
    pub(super) modulus: i64,
    pub(super) remainder: i64,
}

/// The condition without q, if the atom is `k_1 x_1 + .. = m q + r` with natural coefficients, where the numbers
/// are natural also r < m: some q satisfies it iff the sum leaves that remainder.
pub(super) fn as_remainder(q: Var, linear: &LinearConstraint) -> Option<Remainder> {
    if linear.compare != Compare::Equal || linear.terms.len() < 2 {
        return None;
    }
    let mut sum = Sum::of(linear)?;
    if sum.coefficient(q) > 0 {
        sum = sum.scaled(-1).ok()?;
    }
    let m = -sum.coefficient(q);
    let remainder = -sum.constant;
    let is_natural = sum.terms.iter().all(|(&var, &k)| var == q || k > 0) && (0..m).contains(&remainder);
    sum.terms.remove(&q);
    let (vars, factors) = sum.terms.into_iter().unzip();
    (m > 1 && (linear.signed || is_natural)).then(|| Remainder {
        vars,
        factors,
        modulus: m,
        remainder: remainder.rem_euclid(m),
    })
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
        && as_remainder(*q, linear).is_some()
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
    let before = cases.iter().map(Case::heaviest).max().unwrap_or(0);
    let conditions = cases.iter().map(Case::conditions).max().unwrap_or(0);
    if let Some(outer) = outer_sum(&cases, vars) {
        // A variable that is gone, in place of the sum.
        let in_place = Var(u32::MAX);
        let is_mixed = outer.values().any(|&k| k < 0);
        let range = Range { signed, mixed: is_mixed.then_some(in_place) };
        let cases = eliminated(folded(cases, &outer, in_place), vars, range, false).ok()?;
        let set = SumSet::of(&cases, in_place, !signed && !is_mixed)?;
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

    const X: Var = Var(0);

    /// `a x + k n + l m + c`; `n` and `m` are the variables 2 and 3.
    fn sum() -> impl Strategy<Value = Sum> {
        (prop::array::uniform3(-5i64..=5), -9i64..=9).prop_map(|(factors, constant)| {
            let terms = [X, Var(2), Var(3)].into_iter().zip(factors).filter(|term| term.1 != 0);
            Sum { terms: terms.collect(), constant }
        })
    }

    fn value(sum: &Sum, at: &dyn Fn(Var) -> i64) -> i64 {
        sum.terms.iter().map(|(&var, k)| k * at(var)).sum::<i64>() + sum.constant
    }

    fn holds(case: &Case, at: &dyn Fn(Var) -> i64) -> bool {
        case.zero.iter().all(|sum| value(sum, at) == 0)
            && case.at_most.iter().all(|sum| value(sum, at) <= 0)
            && case.multiple.iter().all(|(m, sum)| value(sum, at) % m == 0)
    }

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
            _ => unreachable!("arithmetic alone"),
        }
    }

    proptest! {
        /// With at most two remainders modulo 6 and bounds between -70 and 70, what has a solution has one here.
        #[test]
        fn a_variable_is_eliminated_exactly(
            zero in prop::collection::vec(sum(), 0..=1),
            at_most in prop::collection::vec(sum(), 0..=3),
            multiple in prop::collection::vec((2i64..=6, sum()), 0..=2),
            signed in any::<bool>(),
        ) {
            let case = Case { zero, at_most, multiple };
            let range = Range { signed, mixed: None };
            for one in [false, true] {
                let Ok(cases) = case.without(X, range, one) else { continue };
                prop_assert!(!one || cases.len() == 1);
                let reduced: Vec<Case> = widest(cases.into_iter().filter_map(|case| case.reduced(range)).collect());
                for n in 0..6 {
                    for m in 0..6 {
                        let at = |x: i64| move |var: Var| if var == X { x } else if var == Var(2) { n } else { m };
                        let least = if signed { -150 } else { 0 };
                        let expected = (least..150).any(|x| holds(&case, &at(x)));
                        let found = reduced.iter().any(|case| holds(case, &at(0)));
                        prop_assert_eq!(found, expected, "{:?} at {} {}", reduced, n, m);
                    }
                }
            }
        }

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
            for n in 0..300 {
                prop_assert_eq!(is_true(&rest, &mut BTreeMap::from([(Var(9), n)]), &(0..300)), is_sum[n as usize], "{}", n);
            }
        }
    }
}
