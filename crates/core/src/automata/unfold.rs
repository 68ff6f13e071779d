//! The work-list of what is built whole: a state is a key, and its row is found when its turn comes.
//!
//! States are numbered in the order in which their keys are met, so breadth first. The construction says what a key is,
//! what it puts out and where it leads. After each row `Budget::check` is called with the number of states; each time
//! the edges have doubled, and at the end, the budget is asked for the memory to minimize them. If there is none, the
//! rows go to a file, where that is allowed ([`Unfold::let_spill`]), or the construction ends. Products also ask while a
//! single row grows; searches and the learner have work-lists of their own, and ask for them.

use std::hash::Hash;

use super::interner::{Interner, State};
use super::spilled::SpilledRows;
use super::transitions::{Edge, Transitions};
use crate::budget::{Budget, Halt};
use crate::tuning::automata::{determinize, room};

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

/// A construction in progress.
pub struct Unfold<K: Keys, O> {
    keys: K,
    transitions: Transitions,
    /// All rows, once they may stand in a file and do not fit into memory.
    spilled: Option<SpilledRows>,
    may_spill: bool,
    edges: usize,
    outputs: Vec<O>,
    /// The number of keys after each [`determinize::ROWS_A_COUNT`] rows.
    met: Vec<usize>,
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
            spilled: None,
            may_spill: false,
            edges: 0,
            outputs: Vec::new(),
            met: Vec::new(),
            key: K::Key::default(),
            row: Vec::new(),
            room_needed: room::UNASKED_EDGES,
        }
    }

    /// The rows may stand in the [spill folder](crate::budget::Spill) of the budget.
    pub fn let_spill(&mut self) {
        self.may_spill = true;
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
        Ok(self.close_row(output, budget)?)
    }

    /// Appends the row of the next state, which is known, to be written with the numbers that its targets have here.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn append(
        &mut self,
        row: &[Edge],
        output: O,
        number: impl Fn(State, &mut K) -> State,
        budget: &Budget,
    ) -> Result<(), Halt> {
        self.row.clear();
        self.row.extend(row.iter().map(|&(letter, target)| (letter, number(target, &mut self.keys))));
        self.close_row(output, budget)
    }

    #[inline]
    fn close_row(&mut self, output: O, budget: &Budget) -> Result<(), Halt> {
        self.outputs.push(output);
        if self.outputs.len().is_multiple_of(determinize::ROWS_A_COUNT) {
            self.met.push(self.keys.count());
        }
        self.edges += self.row.len();
        if let Some(spilled) = &mut self.spilled {
            self.row.sort_unstable();
            spilled.push(&self.row)?;
            return budget.check(self.keys.count());
        }
        self.transitions.push_row(&mut self.row);
        if self.transitions.len() >= self.room_needed {
            self.check_room(budget)?;
            self.room_needed = 2 * self.transitions.len();
        }
        budget.check(self.keys.count())
    }

    /// Whether rows stand in a file.
    pub fn is_spilled(&self) -> bool {
        self.spilled.is_some()
    }

    /// Number of edges of all rows.
    pub fn edges(&self) -> usize {
        self.edges
    }

    /// The keys, and how many of them have their row.
    pub fn keys(&self) -> (&K, usize) {
        (&self.keys, self.outputs.len())
    }

    /// Rows that are likely to be left after the first so many, all found. The last quarter of them met some new keys a row;
    /// if that is less than one, the keys without a row lead to that many times as many again, and so on: a geometric
    /// series. `None` if it is one or more, or if there are too few rows to tell.
    pub fn rows_left(&self, rows: usize) -> Option<usize> {
        let counts = rows / determinize::ROWS_A_COUNT;
        let last = counts / 4;
        let [before, now] = [counts - last, counts].map(|count| count.checked_sub(1).map(|at| self.met[at]));
        let (rows, new) = (last * determinize::ROWS_A_COUNT, now? - before?);
        let fewer = rows.checked_sub(new).filter(|&fewer| fewer > 0)?;
        Some((now? - counts * determinize::ROWS_A_COUNT).saturating_mul(rows) / fewer)
    }

    /// Sees to it that what was built so far can be minimized in the memory allowed.
    ///
    /// # Errors
    /// [`Limit::Memory`](crate::budget::Limit::Memory) if it cannot be, and [`Limit::Spill`](crate::budget::Limit::Spill).
    pub fn check_room(&mut self, budget: &Budget) -> Result<(), Halt> {
        let bytes = room::BYTES_OF_EDGE * self.transitions.len() + room::BYTES_OF_STATE * self.keys.count();
        match budget.spill().filter(|_| self.may_spill) {
            _ if self.spilled.is_some() => Ok(()),
            Some(spill) if spill.is_eager() || !budget.has_room(bytes) => {
                let rows = std::mem::take(&mut self.transitions);
                self.spilled = Some(SpilledRows::begin(spill, &rows)?);
                Ok(())
            }
            _ => budget.check_room(bytes),
        }
    }

    /// The keys, the rows, wherever they stand, and the outputs; of all states, once it is whole.
    pub fn finish(self) -> (K, Result<Transitions, SpilledRows>, Vec<O>) {
        (self.keys, self.spilled.map_or(Ok(self.transitions), Err), self.outputs)
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
    Ok((unfold.transitions, unfold.outputs))
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
    fn what_is_left_is_told_once_rows_meet_fewer_keys_than_they_are() {
        let mut keys = Interner::default();
        keys.intern(&[0]);
        // Each number leads to its double and the next one; below 512 that meets two, and none from there on.
        let mut unfold = Unfold::new(keys);
        let mut told = Vec::new();
        while !unfold.is_whole() {
            told.push(unfold.rows_left(unfold.keys().1));
            let halt: Result<(), Halt> = unfold.advance(&Budget::unlimited(), |key, keys, row| {
                let next = [2 * key[0], 2 * key[0] + 1].into_iter().filter(|&next| next < 1024);
                row.extend((0..).zip(next).map(|(letter, next): (u64, u32)| (letter.into(), keys.intern(&[next]).0)));
                Ok(())
            });
            halt.unwrap();
        }
        assert_eq!(told.len(), 1024);
        assert!(told[..512].iter().all(Option::is_none));
        // From here on the last quarter of the rows has met nothing new.
        assert_eq!(told[700], Some(1024 - 700));
        assert_eq!(told[1020], Some(4));
    }

    #[test]
    fn an_unfolding_ends_at_a_limit() {
        assert_eq!(grid(30, &Budget::unlimited().with_states(100)), Err(Halt::Limit(Limit::States)));
        let little = Budget::unlimited().with_memory(1000, || 999);
        assert_eq!(grid(100, &little), Err(Halt::Limit(Limit::Memory)));
    }
}
