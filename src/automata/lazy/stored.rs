//! A stored automaton as a part of an exploration.

use std::sync::Arc;

use super::automaton::{Bound, LazyAutomaton, Next};
use crate::automata::dfa::Dfa;
use crate::automata::letter::{Letter, Moves, Slot};
use crate::automata::transitions::{Edge, State, Transitions};
use crate::budget::{Budget, Halt};

/// A [`Dfa`] whose tracks stand at given fields of a frame.
pub struct StoredAutomaton {
    dfa: Arc<Dfa>,
    /// Its rows with letters of the frame; `None` if they are those of `dfa`.
    moved: Option<Transitions>,
    mask: Letter,
    full: Arc<[bool]>,
}

impl StoredAutomaton {
    /// The automaton with track i at the field `slots[i]`. Two tracks may share a field: only the words that have
    /// equal digits there are kept.
    ///
    /// `full` says of each state whether it accepts all that is valid; it may be empty, for no.
    pub fn new(dfa: Arc<Dfa>, slots: &[Slot], full: Arc<[bool]>) -> StoredAutomaton {
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
        StoredAutomaton { dfa, moved, mask, full }
    }

    #[inline]
    fn placed(&self) -> &Transitions {
        self.moved.as_ref().unwrap_or(self.dfa.transitions())
    }

    #[inline]
    fn next(&self, state: State) -> Next {
        if self.full.get(state.index()).copied().unwrap_or(false) { Next::Universal } else { Next::To(state) }
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
        matching(self.placed(), state, self.mask, bound, out);
        Ok(())
    }

    #[inline]
    fn step(&mut self, state: State, letter: Letter, _: &Budget) -> Result<Next, Halt> {
        Ok(match self.placed().step(state, letter) {
            Some(target) => self.next(target),
            None => Next::Dead,
        })
    }

    fn fan_out(&self, mask: Letter) -> f64 {
        fan_out(self.placed(), mask & self.mask)
    }
}

/// Appends the edges of a row that agree with `bound` under `mask`.
#[inline]
pub(super) fn matching(transitions: &Transitions, state: State, mask: Letter, bound: Bound, out: &mut Vec<Edge>) {
    let letters = transitions.letters(state);
    let targets = transitions.targets(state);
    let known = bound.mask & mask;
    let wanted = bound.letter & known;
    let range = if letters.len() <= 16 || known == Letter::ZERO {
        0..letters.len()
    } else {
        // The known fields that are most significant among those read make a prefix of the sort order.
        let unknown = mask & !known;
        let prefix = known & unknown.above();
        letters.partition_point(|&l| l & prefix < wanted & prefix)
            ..letters.partition_point(|&l| l & prefix <= wanted & prefix)
    };
    for i in range {
        if (letters[i] ^ wanted) & known == Letter::ZERO {
            out.push((letters[i], targets[i]));
        }
    }
}

/// Average number of edges of a row that agree with digits known under `mask` and met in that row.
pub(super) fn fan_out(transitions: &Transitions, mask: Letter) -> f64 {
    let mut known: Vec<Letter> = Vec::new();
    let mut groups = 0usize;
    for q in transitions.numbers() {
        known.clear();
        known.extend(transitions.letters(q).iter().map(|&letter| letter & mask));
        known.sort_unstable();
        known.dedup();
        groups += known.len();
    }
    transitions.len() as f64 / groups.max(1) as f64
}
