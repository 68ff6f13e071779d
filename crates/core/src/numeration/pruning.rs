//! What can still happen to a linear atom: from the validity states of its tracks, with a remainder. It says which
//! states are dead (nothing is accepted) and which are done (everything valid is).
//!
//! With m digits to come the sum lies between lo_m and hi_m. If no length allows the relation, the state is dead; if no
//! length allows its negation, it is done. The lengths that are not looked at are settled by d consecutive terms in a
//! cone that the recurrence does not leave (`docs/linear-atoms.md` has the proof); without that the state stays open,
//! which is sound.
//!
//! A few lengths mostly tell, each O(d) operations for order d, and the last one that told is tried first. The bounds
//! of small remainders and small weights are calculated in 64 bits, which nearly always tells; else in 128. Bad where
//! the recurrence has no such cone: the automaton is then right and larger, and may be infinite.

use std::ops::Range;
use std::sync::Arc;

use crate::automata::{Overlay, State, index};
use crate::planted::{Bug, planted};
use crate::tuning::numeration::{in_64_bits, linear};

use super::keys::Word;
use super::lengths::{Numbers, Tails};
use super::linear_atom::{Compare, LinearAtom, Verdict};
use super::positional::{Cone, Positional};
use super::telling::telling_lengths;
use super::windows::{Added, Part, Windows};

/// The tails of each length, and the first ones again if they are small.
#[derive(Default)]
pub(super) struct AtPlace {
    all: Vec<Tails<i128>>,
    near: Vec<Tails<i64>>,
    /// Those of an equation, if they tell all.
    windows: Windows,
    /// Tracks whose validity state forbids what the first one allows.
    forbidding: Vec<Forbidding>,
}

/// A track whose validity state forbids something, and the windows of what it forbids.
struct Forbidding {
    track: usize,
    state: usize,
    windows: Windows,
}

/// By track and validity state, what the tails of one length are worth more if the track has one that its validity state
/// forbids and the first one allows; no length where that is not known.
type Forbidden = Arc<[Vec<Vec<Tails<i64>>>]>;

/// An atom, and the tails of each of the validity states that were met.
pub(super) struct Prospects {
    system: Arc<Positional>,
    atom: Arc<LinearAtom>,
    /// Number of powers of the shift that occur.
    shifts: usize,
    all: Arc<Numbers<i128>>,
    near: Option<Arc<Numbers<i64>>>,
    pub(super) tails: Overlay<Vec<AtPlace>>,
    /// Lengths whose words tell remainders apart, if there are any.
    telling: Option<Range<usize>>,
    forbidden: Forbidden,
    /// Whether [windows](Windows) tell all.
    has_windows: bool,
    /// The length for which the last state was found open, and the one for which something forbidden was.
    likely: usize,
    likely_forbidden: usize,
    part: Part,
}

impl Prospects {
    pub(super) fn new(system: Arc<Positional>, atom: Arc<LinearAtom>) -> Prospects {
        // A word with zeros appended that is not valid may be worth as much as the number of valid ones of its length.
        let exact = if system.zeros_can_be_appended() { usize::MAX } else { 1 };
        let sum = |sign: i128| {
            let coefficients = atom.coefficients.iter().flat_map(|coefficient| coefficient.iter().take(exact));
            coefficients.map(|&k| (sign * i128::from(k)).max(0)).sum::<i128>()
        };
        let weights = system.weights().to_vec();
        let all = Numbers { weights, positive: sum(1), negative: sum(-1), constant: atom.constant.into() };
        let small = |number: i128| i64::try_from(number).ok().filter(|_| number.abs() <= in_64_bits::LARGEST_CONSTANT);
        let near = || {
            let weights = all.weights.iter().take_while(|&&weight| weight <= in_64_bits::LARGEST_WEIGHT);
            (system.order() <= in_64_bits::HIGHEST_ORDER).then_some(())?;
            Some(Numbers {
                weights: weights.map(|&weight| small(weight)).collect::<Option<_>>()?,
                positive: small(all.positive)?,
                negative: small(all.negative)?,
                constant: small(all.constant)?,
            })
        };
        let near = near();
        let lengths = near.as_ref().map(|near| (near.weights.len() + 1).saturating_sub(system.order()));
        Prospects {
            telling: lengths.and_then(|past| telling_lengths(&system, &atom, past)),
            shifts: atom.coefficients.iter().map(Vec::len).max().unwrap_or(0),
            forbidden: near.as_ref().map_or_else(Forbidden::default, |near| forbidden(&system, &atom, near)),
            has_windows: atom.compare == Compare::Equal && system.cone() == Cone::Nonnegative,
            near: near.map(Arc::new),
            all: Arc::new(all),
            tails: Overlay::default(),
            likely: 0,
            likely_forbidden: 0,
            part: Part::new(),
            system,
            atom,
        }
    }

    /// Whether each letter makes of each remainder that is not dead one within the limit, in an integer base b. With m digits
    /// to come a remainder r is not dead if tails, at most b^m times the coefficients, make r * b^m the constant: then |r|
    /// is at most all of these together, and a letter makes of it less than 2b times as much.
    pub(super) fn are_sums_in_base_small(&self) -> bool {
        let most = self.all.positive + self.all.negative + self.all.constant.abs();
        most <= i128::from(linear::LARGEST_REMAINDER) / i128::from(2 * self.system.digits())
    }

    /// What a letter adds.
    pub(super) fn added(&self, remainder: Vec<i64>) -> Added {
        let near = self.near.as_ref().filter(|_| are_small(&remainder, in_64_bits::LARGEST_PART));
        let lengths = |near: &Numbers<i64>| (near.weights.len() + 1).saturating_sub(remainder.len());
        let worth = near.map(|near| (0..lengths(near)).map(|m| near.worth(m, &remainder)).collect());
        Added { remainder, worth }
    }

    /// Knows what the remainders that are asked about next have in common.
    pub(super) fn set_part(&mut self, remainder: &[i64]) {
        self.part.remainder.clear();
        self.part.remainder.extend_from_slice(remainder);
        self.part.is_small = are_small(remainder, in_64_bits::LARGEST_PART);
        self.part.known = 0;
    }

    /// What can still happen from these validity states with the remainder set before and what a letter adds to it: the
    /// same as [`Prospects::verdict`] tells of their sum; `None` if it is to be asked.
    #[inline]
    pub(super) fn verdict_after(&mut self, at: State, added: Option<&Added>) -> Option<Verdict> {
        let near = self.near.as_ref().filter(|_| self.part.is_small && !planted(Bug::Pruning))?;
        let added = added.map(|added| added.worth.as_deref().ok_or(())).transpose().ok()?;
        let AtPlace { near: tails, windows, .. } = self.tails.at(at.index());
        if self.has_windows {
            return windows.verdict(near, &mut self.part, added, &mut self.likely);
        }
        let worth = self.part.worth_with(near, added);
        near.verdict(
            tails.iter().copied(),
            self.system.order(),
            worth,
            self.atom.compare,
            self.system.cone(),
            &mut self.likely,
        )
    }

    /// Whether one of these validity states forbids what the first one allows.
    #[inline]
    pub(super) fn forbids(&self, at: State) -> bool {
        !self.tails.at(at.index()).forbidding.is_empty()
    }

    /// The first track, from this one on, whose validity state forbids nothing that could be accepted, so that the first
    /// validity state is as good there (`docs/linear-atoms.md`, Lemma 5): from these validity states with the remainder set
    /// before and what a letter adds to it.
    #[inline]
    pub(super) fn relaxed_track(&mut self, at: State, from: usize, added: Option<&Added>) -> Option<usize> {
        let tails = self.tails.at(at.index());
        let near = self.near.as_ref().filter(|_| self.part.is_small && !planted(Bug::Pruning))?;
        let added = added.map(|added| added.worth.as_deref().ok_or(())).transpose().ok()?;
        let (order, compare, cone) = (self.system.order(), self.atom.compare, self.system.cone());
        for &Forbidding { track, state, ref windows } in tails.forbidding.iter().filter(|track| track.track >= from) {
            let told = if self.has_windows {
                windows.verdict(near, &mut self.part, added, &mut self.likely_forbidden)
            } else {
                let worth = self.part.worth_with(near, added);
                let forbidden = with_forbidden(&tails.near, &self.forbidden[track][state]);
                near.verdict(forbidden, order, worth, compare, cone, &mut self.likely_forbidden)
            };
            if told == Some(Verdict::Dead) {
                return Some(track);
            }
        }
        None
    }

    /// Whether it may be known of a state that its [remainder tells](Prospects::is_told) it.
    pub(super) fn tell_any(&self) -> bool {
        self.telling.is_some()
    }

    /// Whether something is accepted from these validity states with this remainder that is accepted with no other one
    /// (`docs/linear-atoms.md`, Lemma 7). So it is with all states that accept the same words, or with none.
    pub(super) fn is_told(&self, at: State, remainder: &[i64]) -> bool {
        let (Some(near), Some(lengths)) = (&self.near, self.telling.clone()) else { return false };
        let tails = &self.tails.at(at.index()).near;
        are_small(remainder, in_64_bits::LARGEST_REMAINDER)
            && lengths.into_iter().all(|m| near.may_be_equal(near.worth(m, remainder), &tails[m]))
    }

    /// What a remainder of small entries is worth with no digit to come, if weights are small, too.
    #[inline]
    pub(super) fn value(&self, remainder: &[Word]) -> Option<i128> {
        let weights = self.near.as_ref()?.weights.get(..remainder.len())?;
        Some(remainder.iter().zip(weights).map(|(&r, &weight)| i64::from(r) * weight).sum::<i64>().into())
    }

    /// Another one that knows the same.
    pub(super) fn fork(&mut self) -> Prospects {
        Prospects {
            system: self.system.clone(),
            atom: self.atom.clone(),
            all: self.all.clone(),
            near: self.near.clone(),
            forbidden: self.forbidden.clone(),
            tails: self.tails.fork(Vec::new()),
            telling: self.telling.clone(),
            part: Part::new(),
            ..*self
        }
    }

    /// Knows the next validity states.
    pub(super) fn add_place(&mut self, validity: &[u32]) {
        let of_length = |m: usize| {
            let mut tails = Tails { exist: true, lowest: 0, highest: 0 };
            for (&state, weight) in validity.iter().zip(&self.atom.coefficients) {
                tails.exist &= self.system.count(m, index(state)) > 0;
                for (j, &k) in weight.iter().enumerate() {
                    let worth = i128::from(k) * self.system.count(m + j, index(state));
                    if k < 0 {
                        tails.lowest += worth;
                    } else {
                        tails.highest += worth;
                    }
                }
            }
            tails
        };
        let lengths = self.system.tabulated().saturating_sub(self.system.order() + self.shifts);
        let all: Vec<_> = (0..lengths).map(of_length).collect();
        let near = |&Tails { exist, lowest, highest }: &Tails<i128>| {
            Some(Tails { exist, lowest: small_tail(lowest)?, highest: small_tail(highest)? })
        };
        let weights = self.near.as_ref().map_or(0, |near| near.weights.len());
        let near: Vec<Tails<i64>> =
            all.iter().take((weights + 1).saturating_sub(self.system.order())).map_while(near).collect();
        let numbers = self.near.as_ref().filter(|_| self.has_windows);
        let forbidding = |(track, &state): (usize, &u32)| {
            let (state, states) = (index(state), self.forbidden.get(track)?);
            let forbidden = || with_forbidden(&near, &states[state]);
            let windows = numbers
                .map_or_else(Windows::default, |numbers| Windows::new(numbers, forbidden(), self.system.order()));
            (!states[state].is_empty()).then_some(Forbidding { track, state, windows })
        };
        let forbidding = validity.iter().enumerate().filter_map(forbidding).collect();
        let windows = numbers
            .map_or_else(Windows::default, |numbers| Windows::new(numbers, near.iter().copied(), self.system.order()));
        self.tails.own.push(AtPlace { all, near, windows, forbidding });
    }

    /// What can still happen from these validity states with this remainder.
    pub(super) fn verdict(&mut self, at: State, remainder: &[i64]) -> Verdict {
        let equal = self.atom.compare == Compare::Equal;
        if planted(Bug::Pruning) && equal && remainder.iter().any(|r| r.abs() > 6) {
            return Verdict::Dead;
        }
        let tails = self.tails.at(at.index());
        let (order, compare, cone) = (remainder.len(), self.atom.compare, self.system.cone());
        if let Some(near) = &self.near
            && are_small(remainder, in_64_bits::LARGEST_REMAINDER)
            && let Some(verdict) = near.verdict(
                tails.near.iter().copied(),
                order,
                |m| near.worth(m, remainder),
                compare,
                cone,
                &mut self.likely,
            )
        {
            return verdict;
        }
        let worth = |m: usize| self.all.worth(m, remainder);
        self.all
            .verdict(tails.all.iter().copied(), order, worth, compare, cone, &mut self.likely)
            .unwrap_or(Verdict::Open)
    }
}

/// What is forbidden on each track by each validity state: tails of the first state are worth 0, 1, .. up to their number, and
/// those of a state of which it has all come first among them.
fn forbidden(system: &Positional, atom: &LinearAtom, near: &Numbers<i64>) -> Forbidden {
    let lengths = (near.weights.len() + 1).saturating_sub(system.order()).min(system.tabulated());
    let of_state = |k: i64, state: usize| {
        let of_length = |m: usize| {
            let (own, all) = (system.count(m, state), system.count(m, 0));
            let [least, more] = [own, all - own].map(|count| i128::from(k) * count);
            let [lowest, highest] = if k < 0 { [more, least] } else { [least, more] };
            Some(Tails { exist: own < all, lowest: small_tail(lowest)?, highest: small_tail(highest)? })
        };
        (0..lengths).map_while(of_length).collect()
    };
    let of_track = |coefficient: &Vec<i64>| {
        let forbids = |state: usize| state != 0 && system.is_within_start(state);
        let states = 0..system.validity().len();
        // A shifted number may be worth as much as the number of its tails, and more than those that are allowed.
        match coefficient[..] {
            [k] => states.map(|state| if forbids(state) { of_state(k, state) } else { Vec::new() }).collect(),
            _ => states.map(|_| Vec::new()).collect(),
        }
    };
    atom.coefficients.iter().map(of_track).collect()
}

/// Tails of each length that are forbidden on one track.
fn with_forbidden<'a>(
    tails: &'a [Tails<i64>],
    forbidden: &'a [Tails<i64>],
) -> impl Iterator<Item = Tails<i64>> + Clone + 'a {
    tails.iter().zip(forbidden).map(|(tails, more)| Tails {
        exist: more.exist,
        lowest: tails.lowest + more.lowest,
        highest: tails.highest + more.highest,
    })
}

fn small_tail(number: i128) -> Option<i64> {
    i64::try_from(number).ok().filter(|_| number.abs() <= in_64_bits::LARGEST_TAIL)
}

fn are_small(numbers: &[i64], bound: u64) -> bool {
    numbers.iter().all(|number| number.unsigned_abs() <= bound)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::base::base;
    use super::super::linear::Linear;
    use super::super::parry::from_recurrence;
    use super::*;
    use crate::automata::{Bound, Layout, LazyAutomaton, minimal};
    use crate::budget::Budget;

    /// Systems of several kinds, one with initial weights of its own.
    fn some_system(number: usize) -> Positional {
        match number {
            0 => base(10).unwrap(),
            1 => from_recurrence(&[1, 1], None).unwrap(),
            2 => from_recurrence(&[3, -1], None).unwrap(),
            3 => from_recurrence(&[1, 1, 1], None).unwrap(),
            4 => from_recurrence(&[1, 0, 1], Some(&[1, 2, 2])).unwrap(),
            _ => base(2).unwrap(),
        }
    }

    #[test]
    fn little_more_than_the_minimal_automaton_is_explored() {
        for compare in [Compare::Equal, Compare::Less] {
            let system = Arc::new(some_system(3));
            let layout = Layout::new(&[system.digits(); 3]).unwrap();
            let linear = Linear::new(system, LinearAtom::new(&[1, 1, -1], compare, 5), layout.slots());
            let (dfa, explored) = minimal(linear, &layout, layout.slots(), &Budget::unlimited()).unwrap();
            // With validity states as they come: 533 for 292, and 577 for 337.
            assert!(8 * explored <= 9 * dfa.states(), "{explored} for {}", dfa.states());
        }
    }

    /// Whether an atom accepts what arithmetic does, of all words that begin with these rows of digits and are so many longer.
    fn check_words(
        linear: &mut Linear,
        system: &Positional,
        atom: &LinearAtom,
        state: Option<State>,
        rows: &mut Vec<Vec<u32>>,
        longer: usize,
    ) -> Result<(), TestCaseError> {
        let worth = |row: &Vec<u32>| -> i128 {
            row.iter().rev().zip(system.weights()).map(|(&digit, weight)| i128::from(digit) * weight).sum()
        };
        let sum: i128 = rows.iter().zip(&atom.coefficients).map(|(row, k)| i128::from(k[0]) * worth(row)).sum();
        let holds = match atom.compare {
            Compare::Equal => sum == atom.constant.into(),
            Compare::NotEqual => sum != atom.constant.into(),
            Compare::Less => sum < atom.constant.into(),
        };
        let expected = holds && rows.iter().all(|row| system.is_valid(row));
        prop_assert_eq!(state.is_some_and(|state| linear.accepts(state)), expected, "{:?}", rows);
        if longer == 0 {
            return Ok(());
        }
        let layout = Layout::new(&vec![system.digits(); rows.len()]).unwrap();
        let mut edges = Vec::new();
        if let Some(state) = state {
            linear.transitions(state, Bound::FREE, &mut edges, &Budget::unlimited()).unwrap();
        }
        for letter in layout.letters() {
            let target = edges.iter().find(|edge| edge.0 == letter).map(|edge| edge.1);
            rows.iter_mut().zip(layout.slots()).for_each(|(row, slot)| row.push(slot.digit(letter)));
            check_words(linear, system, atom, target, rows, longer - 1)?;
            rows.iter_mut().for_each(|row| row.truncate(row.len() - 1));
        }
        Ok(())
    }

    proptest! {
        // Words that are not valid among them: validity states are replaced by others.
        #[test]
        fn all_words_are_accepted_that_are_valid_and_no_others(
            system in 1usize..6,
            coefficients in proptest::collection::vec(prop_oneof![-3i64..0, 1i64..4], 1..4),
            compare in prop_oneof![Just(Compare::Equal), Just(Compare::NotEqual), Just(Compare::Less)],
            constant in -4i64..9,
        ) {
            let system = some_system(system);
            let letters = (system.digits() as usize).pow(u32::try_from(coefficients.len()).unwrap());
            let (system, atom) = (Arc::new(system), LinearAtom::new(&coefficients, compare, constant));
            let layout = Layout::new(&vec![system.digits(); coefficients.len()]).unwrap();
            let mut linear = Linear::new(system.clone(), atom.clone(), layout.slots());
            let start = linear.start(&Budget::unlimited()).unwrap();
            let longest = [11, 9, 6, 5, 4, 4, 3][(letters.ilog2() as usize).min(6)];
            let mut rows = vec![Vec::new(); coefficients.len()];
            check_words(&mut linear, &system, &atom, start, &mut rows, longest)?;
        }

        #[test]
        fn small_numbers_tell_what_large_ones_tell(
            system in 0usize..4,
            coefficients in proptest::collection::vec(prop_oneof![-9i64..9, -70_000i64..70_000], 1..4),
            compare in prop_oneof![Just(Compare::Equal), Just(Compare::NotEqual), Just(Compare::Less)],
            constant in -2000i64..2000,
            numbers in proptest::collection::vec(prop_oneof![-20i64..20, -3_000_000i64..3_000_000], 3),
        ) {
            let system = Arc::new(some_system(system));
            let coefficients: Vec<i64> = coefficients.into_iter().map(|k| if k == 0 { 1 } else { k }).collect();
            let atom = Arc::new(LinearAtom::new(&coefficients, compare, constant));
            let mut both = Prospects::new(system.clone(), atom.clone());
            let mut large = Prospects { near: None, ..Prospects::new(system.clone(), atom) };
            for prospects in [&mut both, &mut large] {
                prospects.add_place(&vec![0; coefficients.len()]);
            }
            let remainder = &numbers[..system.order()];
            prop_assert!(both.near.is_some());
            let expected = large.verdict(State::START, remainder);
            prop_assert_eq!(both.verdict(State::START, remainder), expected);
            // In two parts.
            for parts in [1, 2, -3] {
                let added: Vec<i64> = remainder.iter().map(|r| r / parts).collect();
                let rest: Vec<i64> = remainder.iter().zip(&added).map(|(r, add)| r - add).collect();
                let added = both.added(added);
                both.set_part(&rest);
                for _ in 0..2 {
                    let found = both.verdict_after(State::START, Some(&added));
                    prop_assert!(found.is_none_or(|found| found == expected));
                    let may_miss = expected == Verdict::Open || !are_small(&numbers, in_64_bits::LARGEST_PART / 4);
                    prop_assert!(found.is_some() || may_miss);
                }
            }
        }
    }
}
