//! Conjunctions of linear conditions, and variables eliminated from them: the steps of
//! [`linear_projection`](super::linear_projection).
//!
//! Of the steps of [`LinearSystem::without`] each keeps what `E x` says, over the integers, x >= 0 being one of the
//! bounds where numbers are natural:
//!
//! - k x = v: x is v/k. The other conditions, times |k|, speak of v; and k divides v.
//! - Bounds on one side alone: large (or small) x satisfy them all; of the remainders one period of x is tried, or,
//!   for one of them, m | c x + r has a solution iff gcd(c, m) | r.
//! - l_i <= a_i x, b_j x <= u_j, all a_i = 1: if b_j l_i <= u_j for all i, j the largest l_i is a solution. The same for
//!   b_j = 1. Fourier's and Motzkin's step is exact then (Pugh, "The Omega test", 1991).
//! - Otherwise let d be the least common multiple of the periods of the remainders. If there is a solution, the least
//!   one above the lower bounds with the same remainders is a solution too, and subtracting d takes it below one of
//!   them: a_i x = l_i + j, 0 <= j < a_i d, for some i. The same from above. (Cooper 1972.)
//!
//! The last makes a_i d cases of one for each i.

use std::collections::BTreeMap;

use num_integer::Integer;

use crate::numeration::Compare;
use crate::tuning::logic::elimination;

use super::ir::{ExprRef, LinearConstraint, Var};

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
    pub(super) fn of(linear: &LinearConstraint) -> Option<Sum> {
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
        self.terms
            .values()
            .chain([&self.constant])
            .all(|k| (-elimination::LARGEST_NUMBER..=elimination::LARGEST_NUMBER).contains(k))
    }

    pub(super) fn coefficient(&self, var: Var) -> i64 {
        self.terms.get(&var).copied().unwrap_or(0)
    }

    /// `a self + b other`.
    fn combined(&self, a: i64, other: &Sum, b: i64) -> Result<Sum, GiveUp> {
        // Below 2^31 each: products and their sums stay inside 64 bits.
        if !(-elimination::LARGEST_NUMBER..=elimination::LARGEST_NUMBER).contains(&a)
            || !(-elimination::LARGEST_NUMBER..=elimination::LARGEST_NUMBER).contains(&b)
        {
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

    pub(super) fn scaled(&self, a: i64) -> Result<Sum, GiveUp> {
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
pub(super) struct Range {
    pub(super) signed: bool,
    /// Stands for a sum that may be negative, though its variables are not.
    pub(super) mixed: Option<Var>,
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
pub(super) struct LinearSystem {
    pub(super) zero: Vec<Sum>,
    pub(super) at_most: Vec<Sum>,
    pub(super) multiple: Vec<(i64, Sum)>,
}

impl LinearSystem {
    /// In lowest terms; `None` if it is seen to be false.
    fn reduced(self, range: Range) -> Option<LinearSystem> {
        let mut reduced = LinearSystem::default();
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

    pub(super) fn conditions(&self) -> usize {
        self.zero.len() + self.at_most.len() + self.multiple.len()
    }

    /// The largest weight of a sum, or modulus.
    pub(super) fn heaviest(&self) -> i64 {
        let sums = self.zero.iter().chain(&self.at_most).map(Sum::weight);
        sums.chain(self.multiple.iter().map(|multiple| multiple.0)).max().unwrap_or(0)
    }

    pub(super) fn sums(&self) -> impl Iterator<Item = &Sum> {
        self.zero.iter().chain(&self.at_most).chain(self.multiple.iter().map(|multiple| &multiple.1))
    }

    /// The case with `k x = -rest`, that is, where `k x + rest` is zero, and x gone.
    fn substituted(&self, x: Var, equation: &Sum, range: Range) -> Result<LinearSystem, GiveUp> {
        let k = equation.coefficient(x);
        let rest = equation.without(x);
        let replaced = |sum: &Sum| match sum.coefficient(x) {
            0 => Ok(sum.clone()),
            p => sum.without(x).combined(k.abs(), &rest, -p * k.signum()),
        };
        let mut case = LinearSystem {
            zero: self.zero.iter().map(replaced).collect::<Result<_, _>>()?,
            at_most: self.at_most.iter().map(replaced).collect::<Result<_, _>>()?,
            multiple: Vec::new(),
        };
        for (m, sum) in &self.multiple {
            let scale = if sum.coefficient(x) == 0 { 1 } else { k.abs() };
            let m = m.checked_mul(scale).filter(|&m| m <= elimination::LARGEST_NUMBER).ok_or(GiveUp)?;
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
    fn without(&self, x: Var, range: Range, one: bool) -> Result<Vec<LinearSystem>, GiveUp> {
        let equations = self.zero.iter().filter(|sum| sum.coefficient(x) != 0);
        if let Some(equation) = equations.min_by_key(|sum| sum.coefficient(x).abs()) {
            return Ok(vec![self.substituted(x, equation, range)?]);
        }
        let (mut lower, mut upper, mut beside) = (Vec::new(), Vec::new(), LinearSystem::default());
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
        let periods = remainders.iter().try_fold(1i64, |all, remainder| {
            Some(all.lcm(&period(remainder))).filter(|&all| all <= elimination::LARGEST_NUMBER)
        });
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
        if one || count(side) > elimination::CASES as i64 {
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
    fn with_remainders(
        self,
        x: Var,
        remainders: &[(i64, Sum)],
        periods: i64,
        one: bool,
    ) -> Result<Vec<LinearSystem>, GiveUp> {
        if let [(m, sum)] = remainders {
            let mut case = self;
            case.multiple.push((sum.coefficient(x).gcd(m), sum.without(x)));
            return Ok(vec![case]);
        }
        if remainders.is_empty() {
            return Ok(vec![self]);
        }
        if one || periods > elimination::CASES as i64 {
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
    fn contains(&self, other: &LinearSystem) -> bool {
        let looser = |a: &Sum, b: &Sum| a.terms == b.terms && a.constant <= b.constant;
        self.zero == other.zero
            && self.multiple == other.multiple
            && self.at_most.len() == other.at_most.len()
            && self.at_most.iter().zip(&other.at_most).all(|(a, b)| looser(a, b))
    }
}

/// The cases without those that others contain.
fn drop_subsumed(cases: Vec<LinearSystem>) -> Vec<LinearSystem> {
    let mut groups: BTreeMap<Vec<(i64, Sum)>, Vec<LinearSystem>> = BTreeMap::new();
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
pub(super) fn eliminated(
    mut cases: Vec<LinearSystem>,
    vars: &[Var],
    range: Range,
    one: bool,
) -> Result<Vec<LinearSystem>, GiveUp> {
    let (mut left, mut made) = (vars.to_vec(), 0);
    while !left.is_empty() {
        // Variables with small coefficients in equations go first: remainders multiply with them.
        let cost = |x: Var| {
            let in_equations =
                |case: &LinearSystem| case.zero.iter().map(|sum| sum.coefficient(x).abs()).filter(|&k| k > 0).min();
            cases.iter().filter_map(in_equations).min().unwrap_or(i64::MAX)
        };
        let next = (0..left.len()).min_by_key(|&i| cost(left[i])).expect("a variable is left");
        let x = left.remove(next);
        let mut rest = Vec::new();
        for case in cases {
            for case in case.without(x, range, one)? {
                made += 1;
                if made > elimination::CASES {
                    return Err(GiveUp);
                }
                let Some(case) = case.reduced(range) else { continue };
                if case.conditions() > elimination::CONDITIONS {
                    return Err(GiveUp);
                }
                rest.push(case);
            }
        }
        cases = drop_subsumed(rest);
    }
    Ok(cases)
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

    fn holds(case: &LinearSystem, at: &dyn Fn(Var) -> i64) -> bool {
        case.zero.iter().all(|sum| value(sum, at) == 0)
            && case.at_most.iter().all(|sum| value(sum, at) <= 0)
            && case.multiple.iter().all(|(m, sum)| value(sum, at) % m == 0)
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
            let case = LinearSystem { zero, at_most, multiple };
            let range = Range { signed, mixed: None };
            for one in [false, true] {
                let Ok(cases) = case.without(X, range, one) else { continue };
                prop_assert!(!one || cases.len() == 1);
                let reduced: Vec<LinearSystem> = drop_subsumed(cases.into_iter().filter_map(|case| case.reduced(range)).collect());
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
    }
}
