//! Weights whose recurrence changes from place to place and repeats in the end, and linear constraints on them.
//!
//! The weights are w_{-1} = 0, w_0 = 1, w_{p+1} = a_p w_p + b w_{p-1}, the a_p eventually periodic. Read most
//! significant digit first, the place of a digit is not known, only guessed: a state is the class of the number of
//! digits to come (exact before the period, modulo the period behind), whether each track must go on with 0, and the
//! remainder (r_0, r_1) worth r_0 w_i + r_1 w_{i-1} with i digits to come. The guesses are made deterministic at the
//! end: of all words of one length exactly one guess is right.
//!
//! Which remainders are dead or done is decided in integers, as in [`super::linear`], and proved in
//! `docs/linear-atoms.md`; bounds take each digit by itself, which needs no theorem about valid words. Baranwal,
//! Schaeffer and Shallit, "Ostrowski-automatic sequences" (2021), build the adder; this is another way. The subsets are
//! few while the period is short. Bad for long periods and large quotients: every letter is tried.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::automata::{Dfa, Interner, Layout, Letter, Nfa, State, place, unfold};
use crate::budget::{Budget, Halt, Unsupported};
use crate::tuning::numeration::{linear, weights};

use super::linear_atom::{Compare, Prospect, Verdict};

/// The weights. Places are classed: exactly before the period, modulo the period behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PeriodicRecurrence {
    /// a_p for each class.
    pub steps: Vec<i64>,
    /// Places before the period.
    pub preperiod: usize,
    /// b, 0 or 1.
    pub back: i64,
}

/// What the words of one track are, on a recurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AdmissibleDigits {
    /// For each class of places.
    pub places: Vec<Place>,
}

/// The digits of one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The digits are those below.
    pub digits: u32,
    /// The digit after which the next one, further down, must be 0.
    pub full: Option<u32>,
    /// A digit d at place p is worth d (x w_p + y w_{p-1}). The sign of this is that of the class.
    pub worth: [i64; 2],
}

impl PeriodicRecurrence {
    pub fn classes(&self) -> usize {
        self.steps.len()
    }

    fn period(&self) -> usize {
        self.steps.len() - self.preperiod
    }

    /// The class of a place.
    pub fn class(&self, place: usize) -> usize {
        match place.checked_sub(self.preperiod) {
            None => place,
            Some(beyond) => self.preperiod + beyond % self.period(),
        }
    }

    /// w_{-1}, w_0, w_1, ..
    pub fn weights(&self) -> impl Iterator<Item = BigInt> + '_ {
        let mut pair = (BigInt::ZERO, BigInt::from(1));
        std::iter::once(BigInt::ZERO).chain((0..).map(move |place| {
            let next = &pair.1 * self.steps[self.class(place)] + &pair.0 * self.back;
            pair.0 = std::mem::replace(&mut pair.1, next);
            pair.0.clone()
        }))
    }

    /// The classes in which the next digit may stand with so many digits to come, by their class.
    fn below(&self, to_come: usize) -> impl Iterator<Item = usize> {
        let around = (to_come == self.preperiod).then_some(self.classes() - 1);
        to_come.checked_sub(1).into_iter().chain(around)
    }

    /// Trace and determinant of the step by a whole period.
    fn round(&self) -> (BigInt, BigInt) {
        let mut matrix = [BigInt::from(1), BigInt::ZERO, BigInt::ZERO, BigInt::from(1)];
        for &a in &self.steps[self.preperiod..] {
            let [p, q, r, s] = matrix;
            matrix = [&p * a + &r * self.back, &q * a + &s * self.back, p, q];
        }
        (&matrix[0] + &matrix[3], &matrix[0] * &matrix[3] - &matrix[1] * &matrix[2])
    }
}

impl AdmissibleDigits {
    /// Of each length from 0 on, a lower and an upper bound of the values of its words.
    pub fn ranges<'a>(&'a self, recurrence: &'a PeriodicRecurrence) -> impl Iterator<Item = (BigInt, BigInt)> + 'a {
        let mut range = (BigInt::ZERO, BigInt::ZERO);
        let mut weights = recurrence.weights();
        let mut before = weights.next().expect("weights do not end");
        weights.enumerate().map(move |(place, weight)| {
            let Place { digits, worth: [x, y], .. } = self.places[recurrence.class(place)];
            let most = (&weight * x + &before * y) * (digits - 1);
            before = weight;
            let known = range.clone();
            *(if most.is_negative() { &mut range.0 } else { &mut range.1 }) += most;
            known
        })
    }
}

/// `sum coefficient * track  compare  constant`, every track a number read on the same recurrence.
pub(super) struct PeriodicAtom<'a> {
    recurrence: &'a PeriodicRecurrence,
    tracks: &'a [(&'a AdmissibleDigits, i64)],
    compare: Compare,
    constant: i64,
    /// For each number of digits to come: w_i, w_{i-1}, and the least and largest sum of the tails.
    levels: Vec<[BigInt; 4]>,
    round: (BigInt, BigInt),
    /// For each state. It is its class, a flag for each track, then the remainder; none once everything is accepted.
    verdicts: Vec<Verdict>,
}

/// A letter in the making.
#[derive(Clone)]
struct Choice {
    letter: Letter,
    flags: Vec<i64>,
    remainder: Option<[i64; 2]>,
}

impl<'a> PeriodicAtom<'a> {
    pub fn new(
        recurrence: &'a PeriodicRecurrence,
        tracks: &'a [(&'a AdmissibleDigits, i64)],
        compare: Compare,
        constant: i64,
    ) -> Self {
        let mut levels: Vec<[BigInt; 4]> = Vec::new();
        let mut ranges: Vec<_> = tracks.iter().map(|(admissible, k)| (admissible.ranges(recurrence), *k)).collect();
        let mut weights = recurrence.weights();
        let mut before = weights.next().expect("weights do not end");
        for weight in weights {
            let (mut least, mut most) = (BigInt::ZERO, BigInt::ZERO);
            for (ranges, k) in &mut ranges {
                let (low, high) = ranges.next().expect("ranges do not end");
                let (low, high) = if *k < 0 { (high, low) } else { (low, high) };
                least += low * *k;
                most += high * *k;
            }
            let enough = weight.bits() > weights::TABULATED_BITS
                && levels.len() > recurrence.preperiod + weights::TABULATED_PERIODS * recurrence.period();
            levels.push([weight.clone(), before, least, most]);
            before = weight;
            if enough {
                break;
            }
        }
        let round = recurrence.round();
        PeriodicAtom { recurrence, tracks, compare, constant, levels, round, verdicts: Vec::new() }
    }

    /// The automaton, most significant digit first, minimal: valid words only, closed under leading zeros.
    pub fn build(mut self, layout: &Layout, budget: &Budget) -> Result<Dfa, Halt> {
        let fits = |k: i64| k.unsigned_abs() <= linear::LARGEST_REMAINDER.unsigned_abs();
        if !fits(self.constant) || !self.tracks.iter().all(|track| fits(track.1)) {
            return Err(Halt::Unsupported(Unsupported::Overflow));
        }
        let (mut states, mut starts) = (Interner::default(), Vec::new());
        for class in 0..self.recurrence.classes() {
            let mut key = vec![0; self.tracks.len() + 3];
            key[0] = class as i64;
            starts.extend(self.number(&mut states, &key)?);
        }
        let largest = self.tracks.iter().map(|track| track.1.unsigned_abs()).max().unwrap_or(0);
        let (transitions, accepting) = unfold(states, budget, |key, states, row| {
            if states.len() > linear::HOPELESS_REMAINDERS && largest > linear::HOPELESS_COEFFICIENT {
                return Err(Halt::Unsupported(Unsupported::Multiple(largest)));
            }
            // Dead ones lead nowhere, and none leads to one that has been told to forget its remainder.
            let (state, _) = states.intern(key);
            if self.verdicts[state] == Verdict::Open || key.len() == self.tracks.len() + 1 {
                for place in self.recurrence.below(class_of(key)) {
                    for choice in self.choices(key, place, layout, budget)? {
                        let mut next = vec![place as i64];
                        next.extend(choice.flags);
                        next.extend(choice.remainder.into_iter().flatten());
                        if let Some(target) = self.number(states, &next)? {
                            row.push((choice.letter, target));
                        }
                    }
                }
            }
            Ok::<_, Halt>(self.accepts(key))
        })?;
        Nfa::new(layout.clone(), transitions, starts, accepting).determinize(budget)?.minimize_within(budget)
    }

    fn accepts(&self, key: &[i64]) -> bool {
        key[0] == 0
            && match (key.get(self.tracks.len() + 1), self.compare) {
                (None, _) => true,
                (Some(&value), Compare::Equal) => value == self.constant,
                (Some(&value), Compare::NotEqual) => value != self.constant,
                (Some(&value), Compare::Less) => value < self.constant,
            }
    }

    /// The letters that may come next, at this class of places.
    fn choices(&self, key: &[i64], place: usize, layout: &Layout, budget: &Budget) -> Result<Vec<Choice>, Halt> {
        let tracks = self.tracks.len();
        let remainder = match key[tracks + 1..] {
            // r_0 w_i + r_1 w_{i-1} = (a r_0 + r_1) w_{i-1} + b r_0 w_{i-2}
            [above, below] => Some([self.recurrence.steps[place] * above + below, self.recurrence.back * above]),
            _ => None,
        };
        let mut choices = vec![Choice { letter: Letter::ZERO, flags: Vec::with_capacity(tracks), remainder }];
        for (track, (admissible, k)) in self.tracks.iter().enumerate() {
            let Place { digits, full, worth } = admissible.places[place];
            let digits = if key[1 + track] != 0 { 1 } else { digits };
            let slot = layout.slots()[track];
            let mut longer = Vec::new();
            for choice in &choices {
                let (from, to) = match choice.remainder {
                    Some([start, _]) if track + 1 == tracks => self.possible(start, k * worth[0], digits),
                    _ => (0, digits),
                };
                for digit in from..to {
                    let mut next = choice.clone();
                    next.letter |= slot.place(digit);
                    next.flags.push(i64::from(full == Some(digit)));
                    if let Some([above, below]) = &mut next.remainder {
                        *above += k * worth[0] * i64::from(digit);
                        *below += k * worth[1] * i64::from(digit);
                    }
                    longer.push(next);
                }
                budget.check(longer.len())?;
            }
            choices = longer;
        }
        Ok(choices)
    }

    /// Digits of the last track of an equation worth trying where each weight is a multiple of the one before: all
    /// tails of i digits together are worth less than K |w_i|, K the sum of the absolute coefficients.
    fn possible(&self, start: i64, step: i64, digits: u32) -> (u32, u32) {
        if self.recurrence.back != 0 || self.compare != Compare::Equal || step == 0 {
            return (0, digits);
        }
        let largest = self.tracks.iter().map(|track| track.1.abs()).sum::<i64>() + self.constant.abs();
        let (a, b) = (-largest - start, largest - start);
        let (a, b) = if step > 0 { (a, b) } else { (b, a) };
        let digit = |n: i64| u32::try_from(n).expect("a digit or their number");
        let from = num_integer::Integer::div_ceil(&a, &step).clamp(0, i64::from(digits));
        let to = (num_integer::Integer::div_floor(&b, &step) + 1).clamp(from, i64::from(digits));
        (digit(from), digit(to))
    }

    /// The number of a state, unless it is dead. One in which everything is accepted forgets its remainder.
    fn number(&mut self, states: &mut Interner<i64>, key: &[i64]) -> Result<Option<State>, Halt> {
        let kept = self.tracks.len() + 1;
        let (id, new) = states.intern(key);
        if new {
            let remainder = &key[kept..];
            if remainder.iter().any(|r| r.abs() > linear::LARGEST_REMAINDER) {
                return Err(Halt::Unsupported(Unsupported::Overflow));
            }
            let verdict = match *remainder {
                [above, below] => self.verdict(class_of(key), above, below),
                _ => Verdict::Always,
            };
            self.verdicts.push(verdict);
        }
        match self.verdicts[id] {
            Verdict::Dead => Ok(None),
            Verdict::Always if key.len() > kept => self.number(states, &key[..kept]),
            _ => Ok(Some(id)),
        }
    }

    /// What can still happen with so many digits to come, given by their class, and this remainder.
    fn verdict(&self, class: usize, above: i64, below: i64) -> Verdict {
        let constant = BigInt::from(self.constant);
        let mut prospect = Prospect::default();
        // Least sums, and largest ones negated, one period after another.
        let (mut low, mut high): (Vec<BigInt>, Vec<BigInt>) = (Vec::new(), Vec::new());
        let is_exact = class < self.recurrence.preperiod;
        let periods = if is_exact { 1 } else { usize::MAX };
        for level in self.levels.iter().skip(class).step_by(self.recurrence.period()).take(periods) {
            let [weight, before, least, most] = level;
            let value = weight * above + before * below;
            let (lo, hi) = (&value + least, value + most);
            if prospect.is_open_with(self.compare, [&lo, &hi], &constant) {
                return Verdict::Open;
            }
            low.push(lo);
            high.push(-hi);
            // For equality the constant itself must be left out on either side, for less it belongs to "not less".
            let strict = i64::from(self.compare != Compare::Less);
            let above = (is_exact && low[0] >= &constant + strict) || self.stays(&low, &(&constant + strict));
            let below = (is_exact && high[0] >= 1 - &constant) || self.stays(&high, &(1 - &constant));
            if above || below {
                return self.compare.settled([above, below], prospect);
            }
        }
        Verdict::Open
    }

    /// Whether the last three terms prove that all later ones are at least `bound`. Differences D of terms one period
    /// apart obey D'' = tr D' - det D.
    fn stays(&self, terms: &[BigInt], bound: &BigInt) -> bool {
        let [.., a, b, c] = terms else { return false };
        if a < bound || b < a || c < b {
            return false;
        }
        let (trace, determinant) = &self.round;
        let growing = c - b >= b - a;
        if !determinant.is_positive() { !trace.is_negative() } else { growing && *trace > *determinant }
    }
}

/// The class in which a state stands.
fn class_of(key: &[i64]) -> usize {
    place(key[0])
}

/// Whether a recurrence and its digits hold numbers below 0.
pub(super) fn has_negatives(recurrence: &PeriodicRecurrence, admissible: &AdmissibleDigits) -> bool {
    admissible.ranges(recurrence).take(recurrence.classes() + 2).any(|(low, _)| !low.is_zero())
}
