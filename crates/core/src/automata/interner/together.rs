//! Taking over what forks have found, by several threads.
//!
//! Nothing that a fork found was known to all: it looked there first. So each slice is either new or was found by
//! another fork before, and only what the forks found in this round is looked through, each thread having the hashes of
//! one range. Numbers are given by one thread in the order of the blocks; then several copy the slices and put them
//! into the table. What one thread does alone is to count.

use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use super::table::Table;
use super::{Blocks, Interner, Places, Renumbered, State, are_equal, hash_slice};
use crate::automata::parallel::{for_each_piece, for_each_piece_meanwhile};
use crate::tuning::automata::interner;

/// What a fork has found.
struct Finds<T> {
    items: Vec<T>,
    places: Places,
    hashes: Vec<u32>,
    /// How many there were at the end of each block.
    marks: Vec<usize>,
}

impl<T: Copy + Hash> Finds<T> {
    /// All of a fork, each slice after `change`.
    fn new(found: Interner<T>) -> Finds<T> {
        Finds { hashes: vec![0; found.count], items: found.items, places: found.places, marks: found.marks }
    }

    /// Rewrites each slice.
    fn change(&mut self, change: impl Fn(&mut [T])) {
        for (place, hash) in self.hashes.iter_mut().enumerate() {
            let slice = &mut self.items[self.places.of(place)];
            change(slice);
            *hash = hash_slice(slice);
        }
    }

    fn get(&self, place: usize) -> &[T] {
        &self.items[self.places.of(place)]
    }
}

/// Slices that were found one after another by one fork.
struct Run {
    fork: usize,
    places: Range<usize>,
}

/// What was found, by the fork and the place there.
type Find = (usize, usize);

impl<T: Copy + Default + Eq + Hash + Send + Sync> Interner<T> {
    /// Takes over what forks have found, all of which have been taken. `change` is told the fork and rewrites its slice, so that
    /// what was different stays so, and what was known nowhere becomes nothing that is known; `new` is told the fork and the place
    /// of what no fork has found in a block before.
    pub fn absorb(
        &mut self,
        found: Vec<Interner<T>>,
        blocks: &Blocks,
        change: impl Fn(usize, &mut [T]) + Sync,
        mut new: impl FnMut(usize, usize),
    ) -> Vec<Renumbered> {
        if let Some(below) = self.below.take() {
            *self = Arc::into_inner(below).expect("every fork has given back what it found");
        }
        let known = self.count;
        let mut found: Vec<Finds<T>> = found.into_iter().map(Finds::new).collect();
        let total: usize = found.iter().map(|found| found.hashes.len()).sum();
        let helpers = if total < interner::THREADED_SLICES { 0 } else { blocks.helpers };
        for_each_piece(&mut found, helpers, |first, found| {
            for (fork, found) in (first..).zip(found) {
                found.change(|slice| change(fork, slice));
            }
        });
        let runs = runs(&found, blocks);
        // Memory is slow when it is new: this thread gets it while others look through what was found.
        let most = self.items.len() + found.iter().map(|found| found.items.len()).sum::<usize>();
        let again = found_again(&found, &runs, helpers, || self.items.resize(most, T::default()));
        let mut numbers: Vec<Vec<State>> = found.iter().map(|found| vec![State::START; found.hashes.len()]).collect();
        again.iter().for_each(|&((fork, place), _)| numbers[fork][place] = State::MAX);
        let first = self.count;
        for Run { fork, places } in &runs {
            for place in places.clone() {
                if numbers[*fork][place] == State::MAX {
                    continue;
                }
                let length = found[*fork].places.of(place).len();
                self.places.push(self.count, length);
                numbers[*fork][place] = State::new(self.count);
                self.count += 1;
                new(*fork, place);
            }
        }
        let fresh = self.copy(first, &found, &runs, &numbers, helpers);
        drop(found);
        self.table.insert_all(&fresh, helpers);
        for ((fork, place), first) in again {
            numbers[fork][place] = numbers[first.0][first.1];
        }
        numbers.into_iter().map(|numbers| Renumbered { known, numbers }).collect()
    }
}

impl<T: Copy + Default + Eq + Hash + Send + Sync> Interner<T> {
    /// Copies the slices that have numbers from `first` on to where there is room for them, and gives the hash and the number of
    /// each. Those of a run stand together.
    fn copy(
        &mut self,
        first: usize,
        found: &[Finds<T>],
        runs: &[Run],
        numbers: &[Vec<State>],
        helpers: usize,
    ) -> Vec<(u32, State)> {
        let end = |count: usize| if count == 0 { 0 } else { self.places.of(count - 1).end };
        let start = end(first);
        self.items.truncate(end(self.count));
        let mut fresh = vec![(0, State::START); self.count - first];
        let (mut items, mut entries) = (&mut self.items[start..], &mut fresh[..]);
        let mut parts = Vec::new();
        for run in runs {
            let new = || run.places.clone().filter(|&place| numbers[run.fork][place] != State::MAX);
            let length = new().map(|place| found[run.fork].places.of(place).len()).sum();
            let (own, rest) = std::mem::take(&mut items).split_at_mut(length);
            let (own_entries, other_entries) = std::mem::take(&mut entries).split_at_mut(new().count());
            parts.push((run, own, own_entries));
            (items, entries) = (rest, other_entries);
        }
        for_each_piece(&mut parts, helpers, |_, parts| {
            for (run, items, entries) in parts {
                let (finds, numbers) = (&found[run.fork], &numbers[run.fork]);
                let new = run.places.clone().filter(|&place| numbers[place] != State::MAX);
                let mut at = 0;
                for (place, entry) in new.zip(entries.iter_mut()) {
                    let slice = finds.get(place);
                    items[at..at + slice.len()].copy_from_slice(slice);
                    at += slice.len();
                    *entry = (finds.hashes[place], numbers[place]);
                }
            }
        });
        fresh
    }
}

/// What the forks have found, in the order of the blocks.
fn runs<T>(found: &[Finds<T>], blocks: &Blocks) -> Vec<Run> {
    let mut done = vec![0; found.len()];
    let mut run = |&fork: &usize| {
        let marks = &found[fork].marks;
        let before = if done[fork] == 0 { 0 } else { marks[done[fork] - 1] };
        done[fork] += 1;
        Run { fork, places: before..marks[done[fork] - 1] }
    };
    blocks.forks.iter().map(&mut run).collect()
}

/// What was found before, and what it was found as first; this thread does first what is to be done `meanwhile`.
fn found_again<T: Copy + Eq + Hash + Sync>(
    found: &[Finds<T>],
    runs: &[Run],
    helpers: usize,
    meanwhile: impl FnOnce(),
) -> Vec<(Find, Find)> {
    if found.len() < 2 {
        meanwhile();
        return Vec::new();
    }
    let mut shares = vec![Vec::new(); helpers + 1];
    let size = (1u64 << 32).div_ceil(helpers as u64 + 1);
    let all: usize = found.iter().map(|found| found.hashes.len()).sum();
    let look = |first: usize, shares: &mut [Vec<(Find, Find)>]| {
        for (share, again) in (first as u64..).zip(shares) {
            let hashes = share * size..(share + 1) * size;
            let mut table = Table::with_room(all / (helpers + 1));
            for Run { fork, places } in runs {
                let finds = &found[*fork];
                for place in places.clone().filter(|&place| hashes.contains(&u64::from(finds.hashes[place]))) {
                    let (slice, hash) = (finds.get(place), finds.hashes[place]);
                    let find = |id: State| (id.index() % found.len(), id.index() / found.len());
                    let is_it = |id: State| {
                        let (fork, place) = find(id);
                        are_equal(found[fork].get(place), slice)
                    };
                    match table.find(hash, is_it) {
                        Some(id) => again.push(((*fork, place), find(id))),
                        None => table.insert(hash, State::new(place * found.len() + fork)),
                    }
                }
            }
        }
    };
    for_each_piece_meanwhile(&mut shares, helpers, look, meanwhile);
    shares.concat()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::budget::Budget;

    proptest! {
        #[test]
        fn forks_find_what_one_finds(
            before in proptest::collection::vec(proptest::collection::vec(0u32..6, 0..3), 0..20),
            rounds in proptest::collection::vec(
                proptest::collection::vec((0usize..3, proptest::collection::vec(proptest::collection::vec(0u32..9, 0..4), 0..9)), 0..12),
                1..4,
            ),
            helpers in 0usize..4,
        ) {
            let (mut whole, mut expected) = (Interner::default(), Interner::default());
            for slice in &before {
                whole.intern(slice);
                expected.intern(slice);
            }
            for blocks in rounds {
                let mut forks: Vec<Interner<u32>> = (0..3).map(|_| whole.fork()).collect();
                let mut own: Vec<Vec<(State, State)>> = vec![Vec::new(); 3];
                let mut new = Vec::new();
                for (fork, slices) in &blocks {
                    for slice in slices {
                        let known = expected.len();
                        let id = expected.intern(slice).0;
                        own[*fork].push((forks[*fork].intern(slice).0, id));
                        if expected.len() > known {
                            new.push(id);
                        }
                    }
                    forks[*fork].mark();
                }
                let found: Vec<_> = forks.iter_mut().map(Interner::take).collect();
                let blocks = Blocks { forks: blocks.iter().map(|block| block.0).collect(), helpers, budget: &Budget::unlimited() };
                let mut told = Vec::new();
                let numbers = whole.absorb(found, &blocks, |_, _| {}, |fork, place| told.push((fork, place)));
                prop_assert_eq!(whole.len(), expected.len());
                prop_assert!(State::first(whole.len()).all(|id| whole.get(id) == expected.get(id) && whole.find(whole.get(id), hash_slice(whole.get(id))) == Some(id)));
                for (numbers, own) in numbers.iter().zip(&own) {
                    prop_assert!(own.iter().all(|&(fork, id)| numbers.of(fork) == id));
                }
                prop_assert!(told.iter().map(|&(fork, place)| numbers[fork].numbers[place]).eq(new));
            }
        }
    }
}
