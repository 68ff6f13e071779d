//! Sets of integers that are periodic from some number on, in either direction, as conditions on a sum.
//!
//! [`linear_projection`](super::linear_projection) ends here: the cases that it has not decided speak of one number x,
//! so that they are evaluated at each number of a stretch with a period on either side. Then the members are said by
//! intervals and remainders. Costs (numbers + periods) * cases. Gives up where the stretch is long, the intervals many,
//! or the moduli heavy: `tuning` has the limits.

use std::collections::BTreeMap;
use std::ops::Range;

use num_integer::Integer;

use crate::numeration::Compare;
use crate::tuning::logic::eventually_periodic_set;

use super::ir::{Expr, ExprRef, Var};
use super::linear_system::{LinearSystem, Sum};
use super::remainder::multiple_of;

/// Members among `first .. first + members.len()`; what is below repeats the first `period` of these, what is above
/// the last.
#[derive(Debug)]
pub(super) struct EventuallyPeriodicSet {
    first: i64,
    members: Vec<bool>,
    period: usize,
    /// Nothing is below 0, which is `first`, and nothing is said of it.
    natural: bool,
}

impl EventuallyPeriodicSet {
    /// The values of `x` at which one of the cases holds; they read nothing else. `None` if these are not few enough to
    /// be looked at.
    pub(super) fn of(cases: &[LinearSystem], x: Var, natural: bool) -> Option<EventuallyPeriodicSet> {
        let coefficient = |sum: &Sum| sum.terms.get(&x).copied().unwrap_or(0);
        let (mut lowest, mut highest, mut period) = (0i64, 0i64, 1i64);
        for case in cases {
            for sum in case.zero.iter().chain(&case.at_most).filter(|sum| coefficient(sum) != 0) {
                let turn = -sum.constant / coefficient(sum);
                (lowest, highest) = (lowest.min(turn - 1), highest.max(turn + 2));
            }
            for (m, _) in &case.multiple {
                period = Some(period.lcm(m)).filter(|&all| all <= eventually_periodic_set::TESTED_NUMBERS)?;
            }
        }
        let first = if natural { 0 } else { lowest - period };
        let after = highest + period;
        let looks = usize::try_from(after - first).ok()?.checked_mul(cases.len())?;
        if after - first > eventually_periodic_set::TESTED_NUMBERS || looks > eventually_periodic_set::TESTED_CONDITIONS
        {
            return None;
        }
        let value = |sum: &Sum, at: i64| coefficient(sum) * at + sum.constant;
        let holds = |case: &LinearSystem, at: i64| {
            case.at_most.iter().all(|sum| value(sum, at) <= 0)
                && case.zero.iter().all(|sum| value(sum, at) == 0)
                && case.multiple.iter().all(|(m, sum)| value(sum, at) % m == 0)
        };
        let members = (first..after).map(|at| cases.iter().any(|case| holds(case, at))).collect();
        Some(EventuallyPeriodicSet { first, members, period: usize::try_from(period).ok()?, natural })
    }

    /// The remainders of the members in a stretch of some periods, by the least period.
    fn remainders(&self, stretch: Range<usize>) -> (usize, Vec<bool>) {
        let inside = &self.members[stretch.clone()];
        let repeats = |p: usize| inside.iter().zip(inside.iter().cycle().skip(p)).all(|(a, b)| a == b);
        let period = (1..=self.period).find(|p| self.period.is_multiple_of(*p) && repeats(*p)).unwrap_or(self.period);
        let mut remainders = vec![false; period];
        for (i, &member) in inside.iter().take(period).enumerate() {
            remainders[self.remainder(stretch.start + i, period)] = member;
        }
        (period, remainders)
    }

    fn number(&self, place: usize) -> i64 {
        self.first + place as i64
    }

    /// The remainder of the number at a place.
    fn remainder(&self, place: usize, modulus: usize) -> usize {
        usize::try_from(self.number(place).rem_euclid(modulus as i64)).expect("no remainder is negative")
    }

    /// That `sum` is a member, with `q` for the quotients; `None` if that takes too much to say: many runs, or remainders
    /// modulo more than `heaviest`.
    pub(super) fn formula(&self, sum: &Sum, q: Var, heaviest: i64, signed: bool) -> Option<ExprRef> {
        self.formula_within(eventually_periodic_set::RUNS, sum, q, heaviest, signed)
    }

    /// That `sum`, of several variables, is a member: by a variable `name` for it, if there is one and the runs are
    /// many.
    pub(super) fn wide_formula(
        &self,
        sum: &Sum,
        [q, name]: [Option<Var>; 2],
        heaviest: i64,
        signed: bool,
    ) -> Option<ExprRef> {
        let plain = self.formula_within(eventually_periodic_set::RUNS_OF_SEVERAL_VARIABLES, sum, q?, heaviest, signed);
        // A sum that may be negative has no name among natural numbers.
        let name = name.filter(|_| signed || self.natural);
        plain.or_else(|| {
            let own = Sum { terms: BTreeMap::from([(name?, 1)]), constant: 0 };
            let mut equation = sum.clone();
            equation.terms.insert(name?, -1);
            let parts = vec![equation.compared(Compare::Equal, signed), self.formula(&own, q?, heaviest, signed)?];
            Some(Expr::exists(vec![name?], Expr::and(parts)))
        })
    }

    fn formula_within(&self, most: usize, sum: &Sum, q: Var, heaviest: i64, signed: bool) -> Option<ExprRef> {
        let count = self.members.len();
        let above = self.remainders(count - self.period..count);
        let below = if self.natural { above.clone() } else { self.remainders(0..self.period) };
        let speak = Speaker { sum, q, signed };
        let inside = |place: usize| above.1[self.remainder(place, above.0)];
        let is_common = above == below && (0..count).all(|place| inside(place) || !self.members[place]);
        if above.0.max(below.0) as i64 > heaviest.max(1) {
            return None;
        }
        if is_common && above.1.contains(&true) {
            // Members are runs among the numbers with these remainders, the last of them without an end.
            let places: Vec<usize> = (0..count).filter(|&place| inside(place)).collect();
            let runs = self.runs(&places, !self.natural, true);
            let all = speak.remainders(&above.1)?;
            return (runs.len() <= most).then(|| Expr::and(vec![all, speak.runs(&runs)]));
        }
        // The numbers between the stretches that repeat, and these.
        let start = if self.natural { 0 } else { self.period };
        let places: Vec<usize> = (start..count - self.period).collect();
        let runs = self.runs(&places, false, false);
        if runs.len() > most {
            return None;
        }
        let mut parts = vec![speak.runs(&runs)];
        let edge = |place: usize| self.number(place);
        parts.push(Expr::and(vec![speak.remainders(&above.1)?, speak.at_least(edge(count - self.period))]));
        if !self.natural {
            parts.push(Expr::and(vec![speak.remainders(&below.1)?, speak.at_most(edge(self.period - 1))]));
        }
        Some(Expr::or(parts))
    }

    /// The runs of members among these places: from the first to the last number of each, `None` for no end there.
    fn runs(&self, places: &[usize], endless_below: bool, endless_above: bool) -> Vec<(Option<i64>, Option<i64>)> {
        let mut runs = Vec::new();
        let mut next = 0;
        while next < places.len() {
            let length = places[next..].iter().take_while(|&&place| self.members[place]).count();
            if length == 0 {
                next += 1;
                continue;
            }
            let (from, to) = (next, next + length - 1);
            let is_first = from == 0 && (endless_below || self.natural);
            let is_last = to + 1 == places.len() && endless_above;
            runs.push(((!is_first).then(|| self.number(places[from])), (!is_last).then(|| self.number(places[to]))));
            next += length;
        }
        runs
    }
}

/// Makes conditions on one sum.
struct Speaker<'a> {
    sum: &'a Sum,
    q: Var,
    signed: bool,
}

impl Speaker<'_> {
    fn at_most(&self, value: i64) -> ExprRef {
        let sum = Sum { constant: -value - 1, ..self.sum.clone() };
        sum.compared(Compare::Less, self.signed)
    }

    fn at_least(&self, value: i64) -> ExprRef {
        let terms: BTreeMap<Var, i64> = self.sum.terms.iter().map(|(&var, k)| (var, -k)).collect();
        Sum { terms, constant: value - 1 }.compared(Compare::Less, self.signed)
    }

    fn runs(&self, runs: &[(Option<i64>, Option<i64>)]) -> ExprRef {
        let run = |&(from, to): &(Option<i64>, Option<i64>)| match (from, to) {
            (Some(a), Some(b)) if a == b => {
                Sum { constant: -a, ..self.sum.clone() }.compared(Compare::Equal, self.signed)
            }
            _ => Expr::and(from.map(|a| self.at_least(a)).into_iter().chain(to.map(|b| self.at_most(b))).collect()),
        };
        Expr::or(runs.iter().map(run).collect())
    }

    /// That the sum leaves one of these remainders; `None` if they are many.
    fn remainders(&self, remainders: &[bool]) -> Option<ExprRef> {
        let m = remainders.len();
        let listed: Vec<usize> = (0..m).filter(|&r| remainders[r]).collect();
        if listed.len() == m {
            return Some(Expr::truth(true));
        }
        let leaves = |r: usize| {
            let shifted = Sum { constant: -(r as i64), ..self.sum.clone() };
            multiple_of(m as i64, &shifted, self.q, self.signed)
        };
        (listed.len() <= eventually_periodic_set::REMAINDERS)
            .then(|| Expr::or(listed.into_iter().map(leaves).collect()))
    }
}
