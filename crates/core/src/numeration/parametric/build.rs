//! Builds relations between a parameter and numbers: joins others, or explores a step function over aligned blocks, and
//! forgets tracks.
//!
//! Costs a product for a join, and a subset construction for tracks that are forgotten, each minimized.

use std::sync::Arc;

use super::parameters::Parameters;
use crate::automata::{Dfa, Layout, LazyAutomaton, Letter, Nfa, Product, State, StoredAutomaton, Track, minimized};
use crate::budget::{Budget, Halt};

/// A relation, and the tracks that it is on.
pub(super) type On<'a> = (&'a Dfa, &'a [usize]);

impl Parameters {
    /// The tuples of a part and so many numbers whose tracks are in all of these relations.
    pub(super) fn joined(&self, numbers: usize, parts: &[On<'_>], budget: &Budget) -> Result<Dfa, Halt> {
        let layout = self.layout(numbers)?;
        let slots = layout.slots();
        let part = |(dfa, tracks): &On<'_>| -> Box<dyn LazyAutomaton> {
            let places: Vec<_> = tracks.iter().map(|&track| slots[track]).collect();
            Box::new(StoredAutomaton::new(Arc::new((*dfa).clone()), &places, Arc::new([])))
        };
        minimized(Product::new(parts.iter().map(part).collect(), Vec::new()), &layout, slots, budget)
    }

    /// The automaton of a part and so many words beside it, blocks side by side, whose states are found by `step`.
    pub(super) fn words<S: Clone + PartialEq>(
        &self,
        numbers: usize,
        start: S,
        step: impl Fn(&S, &[u32]) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Dfa, Halt> {
        let layout = self.layout(numbers)?;
        let mut states = vec![start];
        let mut rows: Vec<(bool, Vec<(Letter, State)>)> = Vec::new();
        while rows.len() < states.len() {
            let state = states[rows.len()].clone();
            let mut row = Vec::new();
            for letter in layout.letters().filter(|letter| self.is_aligned(&layout, *letter)) {
                let Some(next) = step(&state, &layout.unpack(letter)) else { continue };
                let place = states.iter().position(|known| *known == next).unwrap_or_else(|| {
                    states.push(next);
                    states.len() - 1
                });
                row.push((letter, State::new(place)));
            }
            rows.push((accepts(&state), row));
        }
        Ok(Dfa::from_rows(layout, rows).minimize())
    }

    /// Whether a letter closes the blocks of all tracks or of none.
    fn is_aligned(&self, layout: &Layout, letter: Letter) -> bool {
        let Some(close) = self.close else { return true };
        let mut slots = layout.slots().iter().enumerate();
        let closed =
            slots.by_ref().filter(|(track, slot)| slot.digit(letter) == close[usize::from(*track > 0)]).count();
        closed == 0 || closed == layout.tracks()
    }
}

/// The relation of the tracks that are kept.
pub(super) fn kept(dfa: &Dfa, tracks: &[usize], budget: &Budget) -> Result<Dfa, Halt> {
    dfa.project(&Track::list(tracks.iter().copied())).determinize(budget)?.minimize_within(budget)
}

/// What an automaton accepts from any of these states on.
pub(super) fn from_states(dfa: &Dfa, starts: Vec<State>, budget: &Budget) -> Result<Dfa, Halt> {
    match starts[..] {
        [] => Ok(Dfa::empty(dfa.layout().clone())),
        [State::START] => Ok(dfa.clone()),
        _ => {
            let nfa = Nfa::new(dfa.layout().clone(), dfa.transitions().clone(), starts, dfa.accepting().to_vec());
            nfa.determinize(budget)?.minimize_within(budget)
        }
    }
}
