//! Steps that were taken: where a letter leads from a state, in some twelve bytes.
//!
//! A join takes millions of steps and meets most of them again. Looking up a known step costs a cache miss, so its size
//! counts, and its place too: a state is asked for many letters one after another, so its steps lie together. Letters
//! are many bits and few of them occur: each gets a number.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use super::automaton::Next;
use crate::automata::interner::{State, index, number};
use crate::automata::letter::Letter;
use crate::automata::overlay::{Overlay, Renumbered};
use crate::budget::{Budget, Halt};
use crate::tuning::automata::steps;

/// The numbers of a state that stand for a step that is not known, for nothing more being accepted, and for everything.
const UNKNOWN: u32 = u32::MAX;
const DEAD: u32 = u32::MAX - 1;
const UNIVERSAL: u32 = u32::MAX - 2;

/// The steps known.
#[derive(Default)]
pub struct Steps {
    letters: FxHashMap<Letter, u32>,
    known: Known,
    count: usize,
}

/// Where each step leads.
enum Known {
    /// In the place of the state and the letter.
    Few(Vec<[u32; steps::PLACED_LETTERS]>),
    /// In the block of the state.
    Many(Blocks),
    /// Of a few states among many: the state, the number of the letter, the state that it leads to.
    Scattered(HashTable<[u32; 3]>),
}

/// For each state a block of places for its steps: the number of the letter and the state that it leads to, at the place
/// that the number of the letter says or in the next one that is free.
#[derive(Default)]
struct Blocks {
    heads: Vec<Head>,
    places: Vec<[u32; 2]>,
    /// Where blocks begin that were outgrown, by the logarithm of their size.
    free: Vec<Vec<u32>>,
}

/// Where a block begins, its size, which is 0 or a power of two, and how many of its places are taken.
#[derive(Clone, Copy, Default)]
struct Head {
    start: u32,
    size: u32,
    taken: u32,
}

/// A place that is free.
const FREE: [u32; 2] = [0, UNKNOWN];

impl Blocks {
    /// The place of a letter in the block of a state, or the one where it would stand; `None` if the block is full.
    #[inline]
    fn place(&self, head: Head, letter: u32) -> Option<usize> {
        let last = head.size.wrapping_sub(1);
        let places = (0..head.size).map(|step| index(head.start + (letter.wrapping_add(step) & last)));
        places.into_iter().find(|&at| self.places[at][0] == letter || self.places[at][1] == UNKNOWN)
    }

    #[inline]
    fn get(&self, state: State, letter: u32) -> Option<u32> {
        let head = *self.heads.get(state.index())?;
        self.place(head, letter).map(|at| self.places[at][1])
    }

    /// A step that is not known.
    fn insert(&mut self, state: State, letter: u32, next: u32) {
        if self.heads.len() <= state.index() {
            self.heads.resize(state.index() + 1, Head::default());
        }
        let head = self.heads[state];
        // Of a large block an eighth is left free.
        if head.taken >= head.size - head.size / 8 {
            self.grow(state);
        }
        let head = &mut self.heads[state];
        head.taken += 1;
        let at = self.place(self.heads[state], letter).expect("a block with a free place");
        self.places[at] = [letter, next];
    }

    /// Gives a state a block of twice the size.
    fn grow(&mut self, state: State) {
        let old = self.heads[state];
        let size = (2 * old.size).max(2);
        let class = |size: u32| index(size.trailing_zeros());
        self.free.resize(self.free.len().max(class(size) + 1), Vec::new());
        let start = self.free[class(size)].pop().unwrap_or_else(|| {
            let start = number(self.places.len());
            self.places.resize(self.places.len() + index(size), FREE);
            start
        });
        let new = Head { start, size, taken: old.taken };
        for at in old.start..old.start + old.size {
            let step = std::mem::replace(&mut self.places[index(at)], FREE);
            if step[1] != UNKNOWN {
                let at = self.place(new, step[0]).expect("a larger block");
                self.places[at] = step;
            }
        }
        if old.size > 0 {
            self.free[class(old.size)].push(old.start);
        }
        self.heads[state] = new;
    }

    /// Every step: the state, the number of the letter, where it leads.
    fn each(&self, mut told: impl FnMut(u32, u32, u32) -> Result<(), Halt>) -> Result<(), Halt> {
        (0..).zip(&self.heads).try_for_each(|(state, head)| {
            let block = &self.places[index(head.start)..][..index(head.size)];
            let mut known = block.iter().filter(|step| step[1] != UNKNOWN);
            known.try_for_each(|step| told(state, step[0], step[1]))
        })
    }
}

impl Default for Known {
    fn default() -> Known {
        Known::Few(Vec::new())
    }
}

impl Steps {
    /// Number of steps.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The step, if it is known.
    #[inline]
    pub fn get(&self, state: State, letter: Letter) -> Option<Next> {
        let letter = *self.letters.get(&letter)?;
        let next = match &self.known {
            Known::Few(rows) => rows.get(state.index())?[index(letter)],
            Known::Many(blocks) => blocks.get(state, letter)?,
            Known::Scattered(table) => {
                let state = u32::from(state);
                table.find(hash(state, letter), |step| step[0] == state && step[1] == letter)?[2]
            }
        };
        decoded(next)
    }

    /// Nothing known yet, for the steps of a few states among many.
    fn scattered() -> Steps {
        Steps { known: Known::Scattered(HashTable::new()), ..Steps::default() }
    }

    /// Every step: the state, the letter, where it leads; up to an error.
    fn each(&self, mut told: impl FnMut(State, Letter, Next) -> Result<(), Halt>) -> Result<(), Halt> {
        let mut letters = vec![Letter::ZERO; self.letters.len()];
        self.letters.iter().for_each(|(&letter, &number)| letters[index(number)] = letter);
        let mut told = |state: u32, letter: u32, next: u32| match decoded(next) {
            Some(next) => told(State::from(state), letters[index(letter)], next),
            None => Ok(()),
        };
        match &self.known {
            Known::Few(rows) => (0..)
                .zip(rows)
                .try_for_each(|(state, row)| (0..).zip(row).try_for_each(|(letter, &next)| told(state, letter, next))),
            Known::Many(blocks) => blocks.each(told),
            Known::Scattered(table) => table.iter().try_for_each(|&[state, letter, next]| told(state, letter, next)),
        }
    }

    /// Whether one more step of this state has a place, or there is room for more places.
    #[inline]
    fn has_place(&self, state: State, budget: &Budget) -> bool {
        // What grows is there twice until it has moved.
        let grows =
            |count: usize, capacity: usize, size: usize| count < capacity || budget.has_room(3 * size * capacity);
        let places = match &self.known {
            Known::Few(rows) => grows(state.index(), rows.capacity(), size_of::<[u32; steps::PLACED_LETTERS]>()),
            Known::Many(blocks) => {
                let size = blocks.heads.get(state.index()).map_or(0, |head| index(head.size));
                grows(blocks.places.len() + 2 * size, blocks.places.capacity(), size_of::<[u32; 2]>())
            }
            Known::Scattered(table) => grows(table.len(), table.capacity(), size_of::<[u32; 3]>()),
        };
        places && grows(self.letters.len(), self.letters.capacity(), size_of::<(Letter, u32)>())
    }

    /// A step that was not known. Where there is no room for more it stays unknown.
    pub fn insert(&mut self, state: State, letter: Letter, next: Next, budget: &Budget) {
        if !self.has_place(state, budget) {
            return;
        }
        let fresh = number(self.letters.len());
        let letter = *self.letters.entry(letter).or_insert(fresh);
        let next = match next {
            Next::Dead => DEAD,
            Next::Universal => UNIVERSAL,
            Next::To(to) => u32::from(to),
        };
        self.count += 1;
        if let Known::Few(rows) = &mut self.known {
            if index(letter) < steps::PLACED_LETTERS {
                if rows.len() <= state.index() {
                    rows.resize(state.index() + 1, [UNKNOWN; steps::PLACED_LETTERS]);
                }
                rows[state][index(letter)] = next;
                return;
            }
            self.known = Known::Many(spread(rows));
        }
        match &mut self.known {
            Known::Few(_) => {}
            Known::Many(blocks) => blocks.insert(state, letter, next),
            Known::Scattered(table) => add(table, [u32::from(state), letter, next]),
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

impl Overlay<Steps> {
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
    pub(super) fn apart(&mut self) -> Overlay<Steps> {
        self.fork(Steps::scattered())
    }

    /// Takes over the steps of forks, until a limit is passed: a step that is not known is taken again.
    pub(super) fn absorb(&mut self, found: &[Steps], states: &[Renumbered], budget: &Budget) {
        self.merge();
        let mut told = 0usize;
        for (found, states) in found.iter().zip(states) {
            let taken = found.each(|state, letter, next| {
                if told.is_multiple_of(steps::STEPS_BETWEEN_POLLS) {
                    budget.check_now()?;
                }
                told += 1;
                let next = match next {
                    Next::To(target) => Next::To(states.of(target)),
                    known => known,
                };
                let state = states.of(state);
                if self.own.get(state, letter).is_none() {
                    self.own.insert(state, letter, next, budget);
                }
                Ok(())
            });
            if taken.is_err() {
                return;
            }
        }
    }
}

/// The steps that are known in these rows, as blocks.
fn spread(rows: &[[u32; steps::PLACED_LETTERS]]) -> Blocks {
    let mut blocks = Blocks::default();
    for (state, row) in (0..).zip(rows) {
        let known = (0..).zip(row).filter(|&(_, &next)| next != UNKNOWN);
        known.for_each(|(letter, &next)| blocks.insert(State::from(state), letter, next));
    }
    blocks
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
    fn without_room_a_step_stays_unknown() {
        let budget = Budget::unlimited().with_memory(100, || 101);
        for mut steps in [Steps::default(), Steps::scattered()] {
            steps.insert(State::START, Letter::ZERO, Next::Dead, &Budget::unlimited());
            (1..100).for_each(|at| steps.insert(State::from(at), Letter::ZERO, Next::Dead, &budget));
            let known = (0..100).filter(|&at| steps.get(State::from(at), Letter::ZERO).is_some()).count();
            assert!(known == steps.len() && (1..50).contains(&known), "{known}");
        }
    }

    #[test]
    fn steps_are_what_was_put_in() {
        let next = |n: u32| match n % 5 {
            0 => Next::Dead,
            1 => Next::Universal,
            _ => Next::To(State::from(n)),
        };
        let all: Vec<(u32, u32)> = (0..40u32).flat_map(|state| (0..30u32).map(move |letter| (state, letter))).collect();
        // State by state, and letter by letter.
        let mut by_letter = all.clone();
        by_letter.sort_unstable_by_key(|&(state, letter)| (letter, state));
        let letter = |letter: u32| Letter::from(u64::from(letter) << 50);
        for order in [all, by_letter] {
            for mut steps in [Steps::default(), Steps::scattered()] {
                for &(from, by) in &order {
                    assert_eq!(steps.get(from.into(), letter(by)), None);
                    steps.insert(from.into(), letter(by), next(from * 31 + by), &Budget::unlimited());
                }
                assert_eq!(steps.len(), 1200);
                for &(from, by) in &order {
                    assert_eq!(steps.get(from.into(), letter(by)), Some(next(from * 31 + by)));
                }
                let mut told = Vec::new();
                let all = steps.each(|from, by, to| {
                    told.push((u32::from(from), by, to));
                    Ok(())
                });
                assert_eq!(all, Ok(()));
                told.sort_unstable_by_key(|step| (step.0, step.1));
                assert!(told.iter().map(|step| step.0).eq((0..1200).map(|at| at / 30)));
                assert!(told.iter().enumerate().all(|(at, step)| step.1 == letter(number(at % 30))
                    && step.2 == next(number(at / 30) * 31 + number(at % 30))));
            }
        }
    }
}
