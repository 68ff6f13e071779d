//! Steps that were taken: where a letter leads from a state, in twelve bytes.
//!
//! A join takes millions of steps and meets most of them again; a look at what is known is a look at memory far away, so
//! that the size of a step is its cost. Letters are many bits and few of them occur: each gets a number.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use super::automaton::Next;
use crate::automata::interner::{State, index, number};
use crate::automata::layered::{Layered, Renumbered};
use crate::automata::letter::Letter;

/// The numbers of a state that stand for a step that is not known, for nothing more being accepted, and for everything.
const UNKNOWN: u32 = u32::MAX;
const DEAD: u32 = u32::MAX - 1;
const UNIVERSAL: u32 = u32::MAX - 2;

/// Letters up to which each state has a place for each.
const FEW: usize = 16;

/// The steps known.
#[derive(Default)]
pub(super) struct Steps {
    letters: FxHashMap<Letter, u32>,
    known: Known,
    count: usize,
}

/// Where each step leads.
enum Known {
    /// In the place of the state and the letter.
    Few(Vec<[u32; FEW]>),
    /// The state, the number of the letter, the state that it leads to.
    Many(HashTable<[u32; 3]>),
}

impl Default for Known {
    fn default() -> Known {
        Known::Few(Vec::new())
    }
}

impl Steps {
    /// Number of steps.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The step, if it is known.
    #[inline]
    pub(super) fn get(&self, state: State, letter: Letter) -> Option<Next> {
        let letter = *self.letters.get(&letter)?;
        let next = match &self.known {
            Known::Few(rows) => rows.get(state.index())?[index(letter)],
            Known::Many(table) => {
                let state = u32::from(state);
                table.find(hash(state, letter), |step| step[0] == state && step[1] == letter)?[2]
            }
        };
        decoded(next)
    }

    /// Nothing known yet, for the steps of a few states among many.
    fn scattered() -> Steps {
        Steps { known: Known::Many(HashTable::new()), ..Steps::default() }
    }

    /// Every step: the state, the letter, where it leads.
    fn each(&self, mut told: impl FnMut(State, Letter, Next)) {
        let mut letters = vec![Letter::ZERO; self.letters.len()];
        self.letters.iter().for_each(|(&letter, &number)| letters[index(number)] = letter);
        let mut told = |state: u32, letter: u32, next: u32| {
            if let Some(next) = decoded(next) {
                told(State::from(state), letters[index(letter)], next);
            }
        };
        match &self.known {
            Known::Few(rows) => {
                (0..)
                    .zip(rows)
                    .for_each(|(state, row)| (0..).zip(row).for_each(|(letter, &next)| told(state, letter, next)));
            }
            Known::Many(table) => table.iter().for_each(|&[state, letter, next]| told(state, letter, next)),
        }
    }

    /// A step that was not known.
    pub(super) fn insert(&mut self, state: State, letter: Letter, next: Next) {
        let fresh = number(self.letters.len());
        let letter = *self.letters.entry(letter).or_insert(fresh);
        let next = match next {
            Next::Dead => DEAD,
            Next::Universal => UNIVERSAL,
            Next::To(to) => u32::from(to),
        };
        self.count += 1;
        if let Known::Few(rows) = &mut self.known {
            if index(letter) < FEW {
                if rows.len() <= state.index() {
                    rows.resize(state.index() + 1, [UNKNOWN; FEW]);
                }
                rows[state][index(letter)] = next;
                return;
            }
            self.known = Known::Many(spread(rows));
        }
        if let Known::Many(table) = &mut self.known {
            add(table, [u32::from(state), letter, next]);
        }
    }
}

/// What a number of a state stands for.
#[inline]
fn decoded(next: u32) -> Option<Next> {
    match next {
        UNKNOWN => None,
        DEAD => Some(Next::Dead),
        UNIVERSAL => Some(Next::Universal),
        to => Some(Next::To(State::from(to))),
    }
}

impl Layered<Steps> {
    /// Number of steps.
    pub(super) fn len(&self) -> usize {
        self.below().map_or(0, Steps::len) + self.own.len()
    }

    /// The step, if it is known.
    #[inline]
    pub(super) fn get(&self, state: State, letter: Letter) -> Option<Next> {
        let known = self.below().and_then(|below| below.get(state, letter));
        known.or_else(|| self.own.get(state, letter))
    }

    /// Another one that knows the same.
    pub(super) fn apart(&mut self) -> Layered<Steps> {
        self.fork(Steps::scattered())
    }

    /// Takes over the steps of forks.
    pub(super) fn absorb(&mut self, found: &[Steps], states: &[Renumbered]) {
        self.thaw();
        for (found, states) in found.iter().zip(states) {
            found.each(|state, letter, next| {
                let next = match next {
                    Next::To(target) => Next::To(states.of(target)),
                    known => known,
                };
                let state = states.of(state);
                if self.own.get(state, letter).is_none() {
                    self.own.insert(state, letter, next);
                }
            });
        }
    }
}

/// The same steps in a table.
fn spread(rows: &[[u32; FEW]]) -> HashTable<[u32; 3]> {
    let mut table = HashTable::new();
    for (state, row) in (0..).zip(rows) {
        let known = (0..).zip(row).filter(|&(_, &next)| next != UNKNOWN);
        known.for_each(|(letter, &next)| add(&mut table, [state, letter, next]));
    }
    table
}

fn add(table: &mut HashTable<[u32; 3]>, step: [u32; 3]) {
    table.insert_unique(hash(step[0], step[1]), step, |step| hash(step[0], step[1]));
}

#[inline]
fn hash(state: u32, letter: u32) -> u64 {
    let mut hasher = FxHasher::default();
    (u64::from(state) << 32 | u64::from(letter)).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_what_was_put_in() {
        let mut steps = Steps::default();
        let next = |n: u32| match n % 5 {
            0 => Next::Dead,
            1 => Next::Universal,
            _ => Next::To(State::from(n)),
        };
        let all = || (0..40u32).flat_map(|state| (0..30u32).map(move |letter| (state, letter)));
        for (state, letter) in all() {
            assert_eq!(steps.get(state.into(), Letter::from(u64::from(letter) << 50)), None);
            steps.insert(state.into(), Letter::from(u64::from(letter) << 50), next(state * 31 + letter));
        }
        assert_eq!(steps.len(), 1200);
        for (state, letter) in all() {
            let expected = next(state * 31 + letter);
            assert_eq!(steps.get(state.into(), Letter::from(u64::from(letter) << 50)), Some(expected));
        }
    }
}
