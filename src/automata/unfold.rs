//! The work-list of every construction: a state is a key, and its row is found when its turn comes.
//!
//! States are numbered in the order in which their keys are met, so breadth first. What a key is, what it puts out and
//! where it leads is said by the construction; when the budget is looked at is said here.

use std::hash::Hash;

use super::interner::{Interner, State};
use super::transitions::{Edge, Transitions};
use crate::budget::{Budget, Halt};

/// Keys of states, numbered from 0 on in the order in which they were met.
pub trait Keys {
    /// A key, taken out.
    type Key: Default;

    /// Number of keys.
    fn count(&self) -> usize;

    /// Writes the key with this number over another one.
    fn read(&self, number: State, key: &mut Self::Key);
}

impl<T: Copy + Eq + Hash> Keys for Interner<T> {
    type Key = Vec<T>;

    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn read(&self, number: State, key: &mut Vec<T>) {
        key.clear();
        key.extend_from_slice(self.get(number));
    }
}

/// Bytes that trimming and minimizing take, for each edge and each state.
const BYTES_TO_MINIMIZE: usize = 60;
/// Edges from which on it is asked whether there is room to minimize.
const FIRST_ROOM: usize = 1 << 12;

/// A construction in progress.
pub struct Unfold<K: Keys, O> {
    keys: K,
    transitions: Transitions,
    outputs: Vec<O>,
    key: K::Key,
    row: Vec<Edge>,
    /// Edges at which there must be room for twice as many.
    room_needed: usize,
}

impl<K: Keys, O> Unfold<K, O> {
    /// Begins with the keys of the starts.
    pub fn new(keys: K) -> Unfold<K, O> {
        Unfold {
            keys,
            transitions: Transitions::new(),
            outputs: Vec::new(),
            key: K::Key::default(),
            row: Vec::new(),
            room_needed: FIRST_ROOM,
        }
    }

    /// Whether every key met has its row.
    pub fn is_whole(&self) -> bool {
        self.outputs.len() == self.keys.count()
    }

    /// Finds the row of the next state: `expand` is given its key and appends its edges, whose targets it numbers; it
    /// gives back the output of the state.
    ///
    /// # Errors
    /// Those of `expand`; the limit that was passed.
    #[inline]
    pub fn advance<E: From<Halt>>(
        &mut self,
        budget: &Budget,
        expand: impl FnOnce(&K::Key, &mut K, &mut Vec<Edge>) -> Result<O, E>,
    ) -> Result<(), E> {
        self.keys.read(State::new(self.outputs.len()), &mut self.key);
        self.row.clear();
        let output = expand(&self.key, &mut self.keys, &mut self.row)?;
        self.transitions.push_row(&mut self.row);
        self.outputs.push(output);
        budget.check(self.keys.count())?;
        if self.transitions.len() >= self.room_needed {
            self.check_room(budget)?;
            self.room_needed = 2 * self.transitions.len();
        }
        Ok(())
    }

    /// Whether what was built so far can be minimized in the memory allowed.
    ///
    /// # Errors
    /// [`Limit::Memory`](crate::budget::Limit::Memory) if not.
    pub fn check_room(&self, budget: &Budget) -> Result<(), Halt> {
        budget.check_room(BYTES_TO_MINIMIZE * (self.transitions.len() + self.keys.count()))
    }

    /// The rows and the outputs; of all states, once it is whole.
    pub fn finish(self) -> (Transitions, Vec<O>) {
        (self.transitions, self.outputs)
    }
}

/// The rows and the outputs of all states that can be reached from those already in `keys`, by `Unfold::advance`.
///
/// # Errors
/// Those of `expand`; the limit that was passed.
pub fn unfold<K: Keys, O, E: From<Halt>>(
    keys: K,
    budget: &Budget,
    mut expand: impl FnMut(&K::Key, &mut K, &mut Vec<Edge>) -> Result<O, E>,
) -> Result<(Transitions, Vec<O>), E> {
    let mut unfold = Unfold::new(keys);
    while !unfold.is_whole() {
        unfold.advance(budget, &mut expand)?;
    }
    unfold.check_room(budget)?;
    Ok(unfold.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limit;

    /// Pairs of numbers below `n`, the letter raising one of them.
    fn grid(n: u32, budget: &Budget) -> Result<(Transitions, Vec<u32>), Halt> {
        let mut keys = Interner::default();
        keys.intern(&[0, 0]);
        unfold(keys, budget, |key, keys, row| {
            let raised = [[key[0] + 1, key[1]], [key[0], key[1] + 1]];
            let inside = (0..).zip(raised).filter(|(_, key)| key.iter().all(|&x| x < n));
            row.extend(inside.map(|(letter, key): (u64, _)| (letter.into(), keys.intern(&key).0)));
            Ok(key[0] + key[1])
        })
    }

    #[test]
    fn every_key_that_can_be_reached_gets_its_row() {
        let (transitions, outputs) = grid(3, &Budget::unlimited()).unwrap();
        assert_eq!(outputs, [0, 1, 1, 2, 2, 2, 3, 3, 4]);
        assert_eq!(transitions.len(), 12);
        assert_eq!(transitions.targets(1.into()), [3, 4].map(State::from));
    }

    #[test]
    fn an_unfolding_ends_at_a_limit() {
        assert_eq!(grid(30, &Budget::unlimited().with_states(100)), Err(Halt::Limit(Limit::States)));
        let little = Budget::unlimited().with_memory(1000, || 999);
        assert_eq!(grid(100, &little), Err(Halt::Limit(Limit::Memory)));
    }
}
