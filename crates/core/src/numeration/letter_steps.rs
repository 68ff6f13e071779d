//! Where the letters lead from the validity states of the tracks: the same for all remainders, so that it is found once.

use std::sync::Arc;

use crate::automata::{Bound, Letter, State};
use crate::budget::Budget;

use super::windows::Added;

/// A letter and what it does: the validity states to which it leads, and what it adds to the remainder.
pub(super) struct LetterStep {
    pub(super) letter: Letter,
    pub(super) at: State,
    pub(super) adds: Added,
}

/// By validity states, where each letter leads; of those that were asked for.
#[derive(Clone, Default)]
pub(super) struct LetterSteps(Vec<Option<Arc<[LetterStep]>>>);

impl LetterSteps {
    pub(super) fn is_known(&self, at: State) -> bool {
        matches!(self.0.get(at.index()), Some(Some(_)))
    }

    /// The steps from some validity states, until they are put back. Not copied: threads that count who has something wait for
    /// each other.
    pub(super) fn take(&mut self, at: State) -> Option<Arc<[LetterStep]>> {
        self.0.get_mut(at.index())?.take()
    }

    pub(super) fn put(&mut self, at: State, steps: Arc<[LetterStep]>) {
        if self.0.len() <= at.index() {
            self.0.resize(at.index() + 1, None);
        }
        self.0[at] = Some(steps);
    }

    /// Takes over what a fork has found, as far as it is about the first `known` validity states, which both number alike.
    pub(super) fn absorb(&mut self, found: LetterSteps, known: usize) {
        self.0.resize(known, None);
        for (mine, found) in self.0.iter_mut().zip(found.0) {
            let is_known = |steps: &Arc<[LetterStep]>| steps.iter().all(|step| step.at.index() < known);
            if mine.is_none() {
                *mine = found.filter(is_known);
            }
        }
    }
}

/// Where letters are chosen from.
pub(super) struct Origin<'a> {
    pub(super) bound: Bound,
    pub(super) budget: &'a Budget,
}

/// Digits chosen so far for one letter.
#[derive(Default)]
pub(super) struct Choice {
    /// The validity state of each track before it.
    pub(super) from: Vec<u32>,
    pub(super) letter: Letter,
    /// The validity states that they lead to.
    pub(super) validity: Vec<u32>,
    /// Empty once everything is accepted.
    pub(super) remainder: Vec<i64>,
}
