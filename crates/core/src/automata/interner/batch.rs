//! Slices whose numbers are asked for together.
//!
//! A lookup in a large table is a cache miss, and so is reading the slice found there. Misses that do not wait for each
//! other overlap: first all places of the table are read, then all slices, which says of most that are known what number
//! they have; then the numbers are given in turn.

use std::hash::Hash;
use std::hint::black_box;

use crate::tuning::automata::interner;

use super::{Interner, State, are_equal, hash_slice};

/// Slices without numbers.
#[derive(Debug)]
pub struct Batch<T> {
    items: Vec<T>,
    /// Where each ends.
    ends: Vec<usize>,
    hashes: Vec<u32>,
    /// Where the search for each ended, and the number found; [`State::MAX`] where none was found for sure.
    found: Vec<(usize, State)>,
}

/// Where a search ends that was not made.
const NOWHERE: usize = usize::MAX;

impl<T> Default for Batch<T> {
    fn default() -> Batch<T> {
        Batch { items: Vec::new(), ends: Vec::new(), hashes: Vec::new(), found: Vec::new() }
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

    fn slice(&self, at: usize) -> &[T] {
        let from = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.items[from..self.ends[at]]
    }

    /// No slice any more.
    pub fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
        self.hashes.clear();
        self.found.clear();
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// The numbers of these slices in turn, and whether each is new. None is left.
    #[inline]
    pub fn intern_all(&mut self, batch: &mut Batch<T>, mut told: impl FnMut(State, bool)) {
        batch.found.resize(batch.count(), (NOWHERE, State::MAX));
        // Where searches end must stay what it is until all have their numbers.
        self.table.make_room(batch.count());
        if let Some(below) = &self.below {
            below.look_for(batch);
        }
        self.look_for(batch);
        for at in 0..batch.count() {
            let (slice, hash) = (batch.slice(at), batch.hashes[at]);
            let (id, is_new) = match batch.found[at] {
                // Had an equal one been added since, it would stand there.
                (place, State::MAX) if place != NOWHERE && self.below.is_none() && self.table.is_free(place) => {
                    (self.add(slice, hash, place), true)
                }
                (_, State::MAX) => self.intern_hashed(slice, hash),
                (_, id) => (id, false),
            };
            told(id, is_new);
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

    /// Finds the numbers of those that are known here, but for some whose hash is that of another one, and where the others belong.
    fn look_for(&self, batch: &mut Batch<T>) {
        if batch.count() < 2 || self.table.size() < interner::NEAR_PLACES {
            return;
        }
        for first in (0..batch.count()).step_by(interner::LOOKS_AT_ONCE) {
            let range = first..batch.count().min(first + interner::LOOKS_AT_ONCE);
            let hashes = &batch.hashes[range.clone()];
            black_box(hashes.iter().fold(0, |all, &hash| all ^ self.table.touch(hash)));
            let mut likely = [(NOWHERE, State::MAX); interner::LOOKS_AT_ONCE];
            likely.iter_mut().zip(hashes).for_each(|(likely, &hash)| *likely = self.table.likely(hash));
            for &(_, id) in likely.iter().filter(|likely| likely.1 != State::MAX) {
                // What is read, not where it stands: slices may lie across two lines of memory.
                let slice = self.own(id);
                black_box((slice.first().copied(), slice.last().copied()));
            }
            for (at, (place, id)) in range.zip(likely) {
                if id == State::MAX {
                    batch.found[at].0 = place;
                } else if are_equal(self.own(id), batch.slice(at)) {
                    batch.found[at].1 = id;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::budget::Budget;

    /// Has the hash of all others.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Alike(u32);

    impl Hash for Alike {
        fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
    }

    /// Whether batches of so many get the numbers that are given in turn.
    fn check<T: Copy + Eq + Hash>(slices: &[Vec<T>], size: usize) -> Result<(), TestCaseError> {
        let (mut together, mut in_turn, mut batch) = (Interner::default(), Interner::default(), Batch::default());
        for slices in slices.chunks(size) {
            slices.iter().for_each(|slice| batch.push(slice));
            let mut found = Vec::new();
            together.intern_all(&mut batch, |id, is_new| found.push((id, is_new)));
            prop_assert_eq!(batch.count(), 0);
            prop_assert!(found.into_iter().eq(slices.iter().map(|slice| in_turn.intern(slice))));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn numbers_are_those_that_are_given_in_turn(
            slices in proptest::collection::vec(proptest::collection::vec(0u32..7, 0..4), 0..80),
            size in 1usize..9,
        ) {
            check(&slices, size)?;
            let alike: Vec<Vec<Alike>> = slices.iter().map(|slice| slice.iter().copied().map(Alike).collect()).collect();
            check(&alike, size)?;
        }
    }

    #[test]
    fn large_tables_are_looked_at() {
        let (mut interner, mut batch, states) = (Interner::default(), Batch::default(), 1 << 15);
        for round in 0..3 {
            let mut fork = interner.fork();
            for n in 0..states {
                batch.push(&[n, n / 7]);
                if batch.is_full() {
                    fork.intern_all(&mut batch, |_, is_new| assert_eq!(is_new, round == 0));
                }
            }
            fork.intern_all(&mut batch, |_, _| {});
            fork.mark();
            let blocks = super::super::Blocks { forks: vec![0], helpers: 1, budget: &Budget::unlimited() };
            interner.absorb(vec![fork.take()], &blocks, |_, _| {}, |_, _| {});
            assert_eq!(interner.len(), states);
        }
    }
}
