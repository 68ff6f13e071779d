//! What a remainder may be worth for an equation to hold still, length by length.
//!
//! [`Numbers::verdict`] adds the tails of each length to what a remainder is worth, and compares with the
//! constant. Of an equation whose recurrence has no negative coefficient all comparisons are with numbers that do not
//! depend on the remainder: they are found once for the validity states, and what is left is to look where each worth
//! lies. It is asked for each letter of each state, and for each track that forbids something.

use crate::tuning::numeration::in_64_bits;

use super::lengths::{Numbers, Tails};
use super::linear_atom::Verdict;

/// The part of remainders that all letters from one state have in common.
pub(super) struct Part {
    pub(super) remainder: Vec<i64>,
    pub(super) is_small: bool,
    /// What it is worth with so many digits to come, and for which numbers of them that is known, as bits.
    worth: [i64; in_64_bits::KEPT_LENGTHS],
    pub(super) known: u64,
}

impl Part {
    pub(super) fn new() -> Part {
        Part { remainder: Vec::new(), is_small: false, worth: [0; in_64_bits::KEPT_LENGTHS], known: 0 }
    }

    /// What it is worth, and what a letter adds, with each number of digits to come.
    #[inline]
    pub(super) fn worth_with<'a>(
        &'a mut self,
        near: &'a Numbers<i64>,
        added: Option<&'a [i64]>,
    ) -> impl FnMut(usize) -> i64 + 'a {
        move |m| {
            let own = match self.worth.get(m) {
                Some(&worth) if self.known >> m & 1 != 0 => worth,
                _ => self.find(near, m),
            };
            added.map_or(own, |added| added[m] + own)
        }
    }

    /// What it is worth, found for the first time. Apart from what asks for it again and again, which is to be short.
    #[inline(never)]
    fn find(&mut self, near: &Numbers<i64>, m: usize) -> i64 {
        let worth = near.worth(m, &self.remainder);
        if let Some(kept) = self.worth.get_mut(m) {
            *kept = worth;
            self.known |= 1 << m;
        }
        worth
    }

    /// What it is worth with the first so many numbers of digits to come, no more than are kept.
    #[inline]
    fn first(&mut self, near: &Numbers<i64>, count: usize) -> &[i64] {
        let wanted = (1 << count) - 1;
        if self.known & wanted != wanted {
            (0..count).for_each(|m| {
                self.find(near, m);
            });
        }
        &self.worth[..count]
    }
}

/// What a letter adds to remainders, and to what they are worth with each number of digits to come: that is known where it is
/// small.
pub(super) struct Added {
    pub(super) remainder: Vec<i64>,
    pub(super) worth: Option<Vec<i64>>,
}

/// What a remainder may be worth with one number of digits to come.
#[derive(Clone, Copy)]
struct Window {
    /// The sum can be the constant from here on, up to there; nowhere if no tail exists.
    least: i64,
    greatest: i64,
    /// A term of a run of sums above the constant is worth at least this, one of a run below it at most that.
    above: i64,
    below: i64,
}

impl Window {
    fn new(numbers: &Numbers<i64>, tails: Tails<i64>) -> Window {
        let Numbers { positive, negative, constant, .. } = *numbers;
        Window {
            least: if tails.exist { constant + positive - tails.highest } else { i64::MAX },
            greatest: if tails.exist { constant - negative - tails.lowest } else { i64::MIN },
            above: (constant + 1 - negative).max(0) - tails.lowest,
            below: (constant - 1 + positive).min(0) - tails.highest,
        }
    }

    #[inline]
    fn has(self, worth: i64) -> bool {
        self.least <= worth && worth <= self.greatest
    }
}

/// The windows of all lengths that are known.
#[derive(Default)]
pub(super) struct Windows {
    all: Vec<Window>,
    /// What the terms of a run are worth that are its first ones and enough: at least these, or at most those. None if there are not
    /// so many lengths.
    above: Vec<i64>,
    below: Vec<i64>,
}

impl Windows {
    /// Those of an equation, with the tails of each length, where the recurrence is of this order.
    pub(super) fn new(numbers: &Numbers<i64>, tails: impl Iterator<Item = Tails<i64>>, order: usize) -> Windows {
        let all: Vec<Window> = tails.map(|tails| Window::new(numbers, tails)).collect();
        let run = all.get(..order).filter(|_| order < in_64_bits::KEPT_LENGTHS).unwrap_or(&[]);
        let (above, below) = run.iter().map(|window| (window.above, window.below)).unzip();
        Windows { all, above, below }
    }

    /// What [`Numbers::verdict`] says of an equation, where the recurrence has no negative coefficient.
    #[inline]
    pub(super) fn verdict(
        &self,
        near: &Numbers<i64>,
        part: &mut Part,
        added: Option<&[i64]>,
        likely: &mut usize,
    ) -> Option<Verdict> {
        let order = part.remainder.len();
        if self.all.get(*likely).is_some_and(|window| window.has(part.worth_with(near, added)(*likely))) {
            return Some(Verdict::Open);
        }
        if added.is_some_and(|added| self.begin_run(part.first(near, self.above.len()), added)) {
            return Some(Verdict::Dead);
        }
        let mut worth = part.worth_with(near, added);
        let (mut above, mut below) = (0, 0);
        for (m, window) in self.all.iter().enumerate() {
            let worth = worth(m);
            if window.has(worth) {
                *likely = m;
                return Some(Verdict::Open);
            }
            above = if worth >= window.above { above + 1 } else { 0 };
            below = if worth <= window.below { below + 1 } else { 0 };
            if above.max(below) >= order {
                return Some(Verdict::Dead);
            }
        }
        None
    }

    /// Whether sums of the first lengths are a run, which settles most of what is dead: then they are in no window. A comparison
    /// is the sign of a difference, so that several are made at once, and none ends the loop.
    ///
    /// What wraps around here does not: these are the numbers of [`in_64_bits`].
    #[inline]
    fn begin_run(&self, part: &[i64], added: &[i64]) -> bool {
        let (mut above, mut below) = (0, 0);
        for (((part, added), least), most) in part.iter().zip(added).zip(&self.above).zip(&self.below) {
            let worth = part.wrapping_add(*added);
            above |= worth.wrapping_sub(*least);
            below |= most.wrapping_sub(worth);
        }
        !part.is_empty() && (above >= 0 || below >= 0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::linear_atom::Compare;
    use super::super::positional::Cone;
    use super::*;

    proptest! {
        #[test]
        fn windows_tell_what_sums_tell(
            tails in proptest::collection::vec((any::<bool>(), -20i64..20, 0i64..20), 0..12),
            weights in proptest::collection::vec(1i64..9, 20),
            remainder in proptest::collection::vec(-6i64..7, 1..5),
            added in proptest::collection::vec(-20i64..20, 12),
            (positive, negative, constant) in (0i64..4, 0i64..4, -9i64..9),
            likely in 0usize..14,
            is_added in any::<bool>(),
        ) {
            let numbers = Numbers { weights, positive, negative, constant };
            let tails = || tails.iter().map(|&(exist, lowest, more)| Tails { exist, lowest, highest: lowest + more });
            let added = Some(&added[..]).filter(|_| is_added);
            let (order, mut own, mut expected) = (remainder.len(), likely, likely);
            let worth = |m: usize| numbers.worth(m, &remainder) + added.map_or(0, |added| added[m]);
            let told = numbers.verdict(tails(), order, worth, Compare::Equal, Cone::Nonnegative, &mut expected);
            let mut part = Part { remainder: remainder.clone(), ..Part::new() };
            for _ in 0..2 {
                let found = Windows::new(&numbers, tails(), order).verdict(&numbers, &mut part, added, &mut own);
                prop_assert_eq!((found, own), (told, expected));
                own = likely;
            }
        }
    }
}
