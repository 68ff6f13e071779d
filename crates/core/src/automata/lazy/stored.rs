//! A stored automaton as a part of an exploration: its rows are looked up, and nothing is computed.

use std::sync::Arc;

use super::automaton::{Bound, LazyAutomaton, Next};
use crate::automata::dfa::Dfa;
use crate::automata::interner::index;
use crate::automata::letter::{Letter, Moves, Slot};
use crate::automata::overlay::{Blocks, Found, Renumbered};
use crate::automata::transitions::{Edge, LetterRow, State, Transitions};
use crate::budget::{Budget, Halt};
use crate::tuning::automata::transitions;

/// A [`Dfa`] whose tracks stand at given fields of a frame.
#[derive(Clone)]
pub struct StoredAutomaton {
    dfa: Arc<Dfa>,
    /// Its rows with letters of the frame; `None` if they are those of `dfa`.
    moved: Option<Arc<Transitions>>,
    mask: Letter,
    universal: Arc<[bool]>,
    /// Finds a letter in a row that has them all.
    dense: Option<Arc<Dense>>,
}

/// The place of each letter among all letters of some fields.
struct Dense {
    /// Each field, and how many letters there are for each of its digits.
    fields: Vec<(Slot, usize)>,
    letters: usize,
}

impl Dense {
    /// `None` if there are few letters, or too many to be in any row.
    fn new(sizes: &[u32], slots: &[Slot]) -> Option<Dense> {
        let mut tracks: Vec<(Slot, u32)> = slots.iter().copied().zip(sizes.iter().copied()).collect();
        tracks.sort_unstable_by_key(|track| track.0.shift);
        let (mut fields, mut letters) = (Vec::with_capacity(tracks.len()), 1usize);
        for (slot, size) in tracks {
            fields.push((slot, letters));
            letters = letters.checked_mul(index(size))?;
        }
        (letters >= transitions::COUNTED_LETTERS).then_some(Dense { fields, letters })
    }

    #[inline]
    fn place(&self, letter: Letter) -> usize {
        self.fields.iter().map(|&(slot, each)| index(slot.digit(letter)) * each).sum()
    }
}

impl StoredAutomaton {
    /// The automaton with track i at the field `slots[i]`. Two tracks may share a field: only the words that have
    /// equal digits there are kept.
    ///
    /// `universal` says of each state whether it accepts all that is valid; it may be empty, for no.
    pub fn new(dfa: Arc<Dfa>, slots: &[Slot], universal: Arc<[bool]>) -> StoredAutomaton {
        let own = dfa.layout().slots();
        debug_assert_eq!(own.len(), slots.len());
        let mask: Letter = slots.iter().map(|slot| slot.mask()).collect();
        let shared = mask.bits().count_ones() < slots.iter().map(|slot| slot.bits).sum();
        let moved = if shared {
            Some(dfa.transitions().map_letters(|letter| {
                let (mut out, mut known) = (Letter::ZERO, Letter::ZERO);
                for (from, to) in own.iter().zip(slots) {
                    let digit = to.place(from.digit(letter));
                    if known & to.mask() != Letter::ZERO && out & to.mask() != digit {
                        return None;
                    }
                    out |= digit;
                    known |= to.mask();
                }
                Some(out)
            }))
        } else {
            let moves = Moves::new(own, slots);
            (!moves.is_identity()).then(|| dfa.transitions().moved(&moves))
        };
        let dense = if shared { None } else { Dense::new(dfa.layout().sizes(), slots) };
        StoredAutomaton { dfa, moved: moved.map(Arc::new), mask, universal, dense: dense.map(Arc::new) }
    }

    #[inline]
    fn placed(&self) -> &Transitions {
        self.moved.as_deref().unwrap_or(self.dfa.transitions())
    }

    #[inline]
    fn next(&self, state: State) -> Next {
        if self.universal.get(state.index()).copied().unwrap_or(false) { Next::Universal } else { Next::To(state) }
    }
}

impl LazyAutomaton for StoredAutomaton {
    fn mask(&self) -> Letter {
        self.mask
    }

    fn start(&mut self, _: &Budget) -> Result<Option<State>, Halt> {
        let empty = self.placed().letters(State::START).is_empty() && !self.dfa.accepting()[0];
        Ok((!empty).then_some(State::START))
    }

    fn accepts(&self, state: State) -> bool {
        self.dfa.accepting()[state]
    }

    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, _: &Budget) -> Result<(), Halt> {
        matching(self.placed(), state, self.mask, bound.within(self.mask), out);
        Ok(())
    }

    #[inline]
    fn step(&mut self, state: State, letter: Letter, _: &Budget) -> Result<Next, Halt> {
        let placed = self.placed();
        // Letters are sorted, so that in a row of all of them each has its place.
        if let Some(dense) = &self.dense
            && placed.letters(state).len() == dense.letters
        {
            return Ok(self.next(placed.targets(state)[dense.place(letter)]));
        }
        Ok(match placed.step(state, letter) {
            Some(target) => self.next(target),
            None => Next::Dead,
        })
    }

    fn fan_out(&self, mask: Letter) -> f64 {
        fan_out(self.placed(), mask & self.mask)
    }

    fn fork(&mut self) -> Box<dyn LazyAutomaton> {
        Box::new(self.clone())
    }

    fn found(&mut self) -> Found {
        Found::new(())
    }

    fn mark(&mut self) {}

    fn absorb(&mut self, found: Vec<Found>, _: &Blocks) -> Result<Vec<Renumbered>, Halt> {
        let known = self.dfa.states();
        Ok(found.iter().map(|_| Renumbered { known, numbers: Vec::new() }).collect())
    }
}

/// Appends the edges of a row that agree with `bound` under `mask`.
#[inline]
pub(super) fn matching(transitions: &Transitions, state: State, mask: Letter, bound: Bound, out: &mut Vec<Edge>) {
    let letters = transitions.letters(state);
    let targets = transitions.targets(state);
    for i in possible(letters, mask, bound) {
        let letter = letters.at(i);
        if bound.admits(letter) {
            out.push((letter, targets[i]));
        }
    }
}

/// Where in a row letters stand that may agree with `bound` under `mask`, to which the fields outside are zero.
#[inline]
pub(super) fn possible(letters: LetterRow<'_>, mask: Letter, bound: Bound) -> std::ops::Range<usize> {
    if letters.len() <= transitions::SCANNED_CANDIDATES || bound.mask == Letter::ZERO {
        return 0..letters.len();
    }
    let prefix = bound.prefix(mask);
    let wanted = bound.letter & prefix;
    letters.partition_point(|l| l & prefix < wanted)..letters.partition_point(|l| l & prefix <= wanted)
}

/// Average number of edges of a row that agree with digits known under `mask` and met in that row.
pub(super) fn fan_out(transitions: &Transitions, mask: Letter) -> f64 {
    let mut known: Vec<Letter> = Vec::new();
    let mut groups = 0usize;
    for q in transitions.numbers() {
        known.clear();
        known.extend(transitions.letters(q).iter().map(|letter| letter & mask));
        known.sort_unstable();
        known.dedup();
        groups += known.len();
    }
    transitions.len() as f64 / groups.max(1) as f64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::letter::Layout;
    use crate::automata::testing::arbitrary_dfa;

    proptest! {
        #[test]
        fn a_step_is_the_edge_of_its_letter(dfa in arbitrary_dfa(5, &[2, 3]), is_whole in any::<bool>()) {
            let layout = dfa.layout().clone();
            // Every letter, or those that the automaton has.
            let row = |q| {
                let known: Vec<Edge> = dfa.transitions().row(q).collect();
                let missing = layout.letters().filter(|&letter| is_whole && known.iter().all(|edge| edge.0 != letter));
                let edges: Vec<Edge> = known.iter().copied().chain(missing.map(|letter| (letter, q))).collect();
                (dfa.accepting()[q], edges)
            };
            let dfa = Arc::new(Dfa::from_rows(layout.clone(), dfa.numbers().map(row).collect::<Vec<_>>()));
            let frame = Layout::new(&[3, 2, 2]).unwrap();
            let slots = [frame.slots()[2], frame.slots()[0]];
            let mut stored = StoredAutomaton::new(dfa.clone(), &slots, Arc::new([]));
            for q in dfa.numbers() {
                for letter in layout.letters() {
                    let digits = layout.unpack(letter);
                    let placed = [slots[0].place(digits[0]), slots[1].place(digits[1])].into_iter().collect();
                    let expected = dfa.transitions().step(q, letter).map_or(Next::Dead, Next::To);
                    prop_assert_eq!(stored.step(q, placed, &Budget::unlimited()), Ok(expected));
                }
            }
        }
    }
}
