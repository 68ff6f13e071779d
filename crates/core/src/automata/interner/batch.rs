//! Slices whose numbers are asked for together.
//!
//! A lookup in a large table is a cache miss, and so is reading the slice found there. Misses that do not wait for each
//! other overlap: first all places of the table are read, then all slices, then the numbers are given in turn.

use std::hash::Hash;
use std::hint::black_box;

use crate::tuning::automata::interner;

use super::{Interner, State, hash_slice};

/// Slices without numbers.
#[derive(Debug)]
pub struct Batch<T> {
    items: Vec<T>,
    /// Where each ends.
    ends: Vec<usize>,
    hashes: Vec<u32>,
}

impl<T> Default for Batch<T> {
    fn default() -> Batch<T> {
        Batch { items: Vec::new(), ends: Vec::new(), hashes: Vec::new() }
    }
}

impl<T: Copy + Eq + Hash> Batch<T> {
    /// One more slice.
    #[inline]
    pub fn push(&mut self, slice: &[T]) {
        self.items.extend_from_slice(slice);
        self.ends.push(self.items.len());
        self.hashes.push(hash_slice(slice));
    }

    /// Number of slices.
    #[inline]
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Whether more would only take room.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.count() >= interner::BATCHED_SLICES
    }

    /// No slice any more.
    pub fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
        self.hashes.clear();
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// The numbers of these slices in turn, and whether each is new. None is left.
    #[inline]
    pub fn intern_all(&mut self, batch: &mut Batch<T>, mut told: impl FnMut(State, bool)) {
        if let Some(below) = &self.below {
            below.look_at(&batch.hashes);
        }
        self.look_at(&batch.hashes);
        let mut from = 0;
        for (&end, &hash) in batch.ends.iter().zip(&batch.hashes) {
            let (id, is_new) = self.intern_hashed(&batch.items[from..end], hash);
            told(id, is_new);
            from = end;
        }
        batch.clear();
    }

    /// Writes their numbers as the targets of the last edges, one each, and says which are new. None is left.
    #[inline]
    pub fn intern_targets<L>(&mut self, batch: &mut Batch<T>, edges: &mut [(L, State)], mut new: impl FnMut(State)) {
        let before = edges.len() - batch.count();
        let mut edges = edges[before..].iter_mut();
        self.intern_all(batch, |id, is_new| {
            edges.next().expect("one edge each").1 = id;
            if is_new {
                new(id);
            }
        });
    }

    /// Looks where slices with these hashes may stand, so that they are near.
    fn look_at(&self, hashes: &[u32]) {
        if hashes.len() < 2 || self.table.size() < interner::NEAR_PLACES {
            return;
        }
        for hashes in hashes.chunks(interner::LOOKS_AT_ONCE) {
            let mut likely = [State::MAX; interner::LOOKS_AT_ONCE];
            likely.iter_mut().zip(hashes).for_each(|(id, &hash)| *id = self.table.likely(hash));
            for id in likely.into_iter().filter(|&id| id != State::MAX) {
                // What is read, not where it stands: slices may lie across two lines of memory.
                let slice = self.own(id);
                black_box((slice.first().copied(), slice.last().copied()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::budget::Budget;

    proptest! {
        #[test]
        fn numbers_are_those_that_are_given_in_turn(
            slices in proptest::collection::vec(proptest::collection::vec(0u32..7, 0..4), 0..80),
            size in 1usize..9,
        ) {
            let (mut together, mut in_turn, mut batch) = (Interner::default(), Interner::default(), Batch::default());
            for slices in slices.chunks(size) {
                slices.iter().for_each(|slice| batch.push(slice));
                let mut found = Vec::new();
                together.intern_all(&mut batch, |id, is_new| found.push((id, is_new)));
                prop_assert_eq!(batch.count(), 0);
                prop_assert!(found.into_iter().eq(slices.iter().map(|slice| in_turn.intern(slice))));
            }
        }
    }

    #[test]
    fn large_tables_are_looked_at() {
        let (mut interner, mut batch) = (Interner::default(), Batch::default());
        for round in 0..3 {
            let mut fork = interner.fork();
            for n in 0..2 * interner::NEAR_PLACES {
                batch.push(&[n, n / 7]);
                if batch.is_full() {
                    fork.intern_all(&mut batch, |_, is_new| assert_eq!(is_new, round == 0));
                }
            }
            fork.intern_all(&mut batch, |_, _| {});
            fork.mark();
            let blocks = super::super::Blocks { forks: vec![0], helpers: 1, budget: &Budget::unlimited() };
            interner.absorb(vec![fork.take()], &blocks, |_, _| {}, |_, _| {});
            assert_eq!(interner.len(), 2 * interner::NEAR_PLACES);
        }
    }
}
