//! Numbers by their hashes.

use std::hint::black_box;
use std::sync::Mutex;

use super::state_index::{State, index};
use crate::automata::parallel::for_each_piece;
use crate::tuning::automata::interner;

/// Numbers, each beside its hash, in the place that the hash says or in the next one that is free (linear probing;
/// Knuth, "The Art of Computer Programming" 3, section 6.4). A lookup is one cache miss, where a table that keeps its
/// free places apart takes two.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// A power of two of them, at least a third free; a number stands there as the next one, so that a free place is zero, as the
    /// memory is that the system gives: who looks at it first has it made, not who asks for it.
    places: Vec<(u32, u32)>,
    count: usize,
}

impl Table {
    /// With places for so many numbers.
    pub(super) fn with_room(count: usize) -> Table {
        Table { places: vec![(0, 0); places_for(count)], count: 0 }
    }

    /// Where the search for a hash begins.
    #[inline]
    fn start(&self, hash: u32) -> usize {
        start(hash, self.places.len().trailing_zeros())
    }

    /// Number of places.
    pub(super) fn size(&self) -> usize {
        self.places.len()
    }

    /// Reads the places that a search for a hash reads, so that they are near: beyond the first few it seldom goes.
    #[inline]
    pub(super) fn touch(&self, hash: u32) -> u32 {
        let (last, at) = (self.places.len() - 1, self.start(hash));
        self.places[at].1 ^ self.places[(at + interner::LIKELY_PLACES) & last].1
    }

    /// The place where a search for a hash meets that hash first, or none; and the number there, or [`State::MAX`].
    #[inline]
    pub(super) fn likely(&self, hash: u32) -> (usize, State) {
        let (last, mut at) = (self.places.len() - 1, self.start(hash));
        loop {
            let (known, stored) = self.places[at & last];
            if known == hash || stored == 0 {
                // One less than a free place is no number.
                return (at & last, State::from(stored.wrapping_sub(1)));
            }
            at += 1;
        }
    }

    /// Whether nothing stands at this place.
    #[inline]
    pub(super) fn is_free(&self, place: usize) -> bool {
        self.places[place].1 == 0
    }

    #[inline]
    pub(super) fn find(&self, hash: u32, is_it: impl FnMut(State) -> bool) -> Option<State> {
        if self.places.is_empty() { None } else { self.find_or_place(hash, is_it).ok() }
    }

    /// The number, or the free place where it belongs. There is a free place.
    #[inline]
    pub(super) fn find_or_place(&self, hash: u32, mut is_it: impl FnMut(State) -> bool) -> Result<State, usize> {
        let (last, mut at) = (self.places.len() - 1, self.start(hash));
        loop {
            let (known, stored) = self.places[at & last];
            if stored == 0 {
                return Err(at & last);
            }
            let id = State::from(stored - 1);
            if known == hash && is_it(id) {
                return Ok(id);
            }
            at += 1;
        }
    }

    /// Sees to it that so many more can be added, so that places stay what they are until then.
    #[inline]
    pub(super) fn make_room(&mut self, more: usize) {
        if self.is_full_with(self.count + more) {
            self.grow(self.count + more, 0);
        }
    }

    /// Adds a number that is not there, for which there is room, in its place.
    #[inline]
    pub(super) fn fill(&mut self, place: usize, hash: u32, id: State) {
        self.count += 1;
        self.places[place] = (hash, u32::from(id) + 1);
    }

    /// Adds a number that is not there.
    pub(super) fn insert(&mut self, hash: u32, id: State) {
        self.make_room(1);
        self.count += 1;
        self.put((hash, u32::from(id) + 1));
    }

    /// Adds numbers that are not there, each beside its hash, by so many more threads.
    pub(super) fn insert_all(&mut self, new: &[(u32, State)], helpers: usize) {
        self.count += new.len();
        if self.is_full_with(self.count) {
            self.grow(self.count, helpers);
        }
        self.put_all(new, |&(hash, id)| (hash, u32::from(id) + 1), helpers);
    }

    /// Whether so many are too many.
    #[inline]
    fn is_full_with(&self, count: usize) -> bool {
        3 * count > 2 * self.places.len()
    }

    /// Makes places for so many.
    #[inline(never)]
    fn grow(&mut self, count: usize, helpers: usize) {
        if helpers == 0 {
            return self.spread(places_for(count));
        }
        let known = std::mem::replace(&mut self.places, vec![(0, 0); places_for(count)]);
        // Memory that is read before it is written has its pages made twice, and all threads wait for the second time.
        for_each_piece(&mut self.places, helpers, |_, part| part.fill((0, 0)));
        self.put_all(&known, |&(hash, stored)| (hash, stored), helpers);
    }

    /// Moves all numbers to where they stand among more places. The system moves no memory to make a list longer, and has half as
    /// much to make as for another one. From the last one on: a number goes to a higher place, among others that stay where they
    /// are. Those for which that does not hold come last.
    fn spread(&mut self, places: usize) {
        let before = self.places.len();
        self.places.resize(places, (0, 0));
        let mut late = Vec::new();
        for at in (0..before).rev() {
            let entry = std::mem::take(&mut self.places[at]);
            if entry.1 == 0 {
                continue;
            }
            let first = self.start(entry.0);
            let free = self.places[first..].iter_mut().find(|place| place.1 == 0).filter(|_| first >= at);
            match free {
                Some(place) => *place = entry,
                None => late.push(entry),
            }
        }
        late.into_iter().for_each(|entry| self.put(entry));
    }

    /// Puts a number into a free place.
    #[inline]
    fn put(&mut self, entry: (u32, u32)) {
        let last = self.places.len() - 1;
        let mut at = self.start(entry.0);
        while self.places[at & last].1 != 0 {
            at += 1;
        }
        self.places[at & last] = entry;
    }

    /// Puts numbers into free places, leaving out those that are none. Each thread has its part of the places; what does not find
    /// one there comes last, when all places between where its search begins and the end of that part are taken.
    fn put_all<T: Sync>(&mut self, new: &[T], entry: impl Fn(&T) -> (u32, u32) + Sync, helpers: usize) {
        let new = || new.iter().map(&entry).filter(|entry| entry.1 != 0);
        if helpers == 0 {
            return new().for_each(|entry| self.put(entry));
        }
        let bits = self.places.len().trailing_zeros();
        let late = Mutex::new(Vec::new());
        for_each_piece(&mut self.places, helpers, |from, part| {
            let size = part.len();
            let mut put = |entries: &[(usize, (u32, u32))]| {
                // All places are looked at before the first entry waits for its own.
                black_box(entries.iter().fold(0, |all, entry| all | part[entry.0].1));
                for &(at, entry) in entries {
                    match part[at..].iter_mut().find(|place| place.1 == 0) {
                        Some(place) => *place = entry,
                        None => late.lock().expect("no holder panics").push(entry),
                    }
                }
            };
            let (mut entries, mut count) = ([(0, (0, 0)); interner::LOOKS_AT_ONCE], 0);
            for entry in new() {
                let at = start(entry.0, bits).wrapping_sub(from);
                // Whether an entry is in this part is as good as random: one that is not gets overwritten.
                entries[count] = (at, entry);
                count += usize::from(at < size);
                if count == interner::LOOKS_AT_ONCE {
                    put(&entries);
                    count = 0;
                }
            }
            put(&entries[..count]);
        });
        let late = late.into_inner().expect("no holder panics");
        late.into_iter().for_each(|entry| self.put(entry));
    }
}

/// How many places leave a third free beside so many numbers.
fn places_for(count: usize) -> usize {
    (count + count.div_ceil(2)).next_power_of_two().max(8)
}

/// Where the search for a hash begins among 2^`bits` places.
#[inline]
fn start(hash: u32, bits: u32) -> usize {
    index(hash.wrapping_mul(0x9e37_79b1) >> (32 - bits.min(32)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A hash of which the search begins at the place that the first bits of a number say.
    fn hash_beginning_at(bits: u32) -> u32 {
        let inverse = (0..5).fold(1u32, |x, _| x.wrapping_mul(2u32.wrapping_sub(0x9e37_79b1u32.wrapping_mul(x))));
        bits.wrapping_mul(inverse)
    }

    proptest! {
        // Searches begin near either end, and go on at the other one.
        #[test]
        fn numbers_are_found_among_more_places(
            beginnings in proptest::collection::vec(prop_oneof![0u32..3, u32::MAX - 2..=u32::MAX, any::<u32>()], 1..120),
        ) {
            let mut table = Table::default();
            for (n, &bits) in (0..).zip(&beginnings) {
                table.insert(hash_beginning_at(bits), State(n));
                for (known, &bits) in (0..=n).zip(&beginnings) {
                    prop_assert_eq!(table.find(hash_beginning_at(bits), |id| id == State(known)), Some(State(known)));
                }
            }
            let before = table.clone();
            table.make_room(1000);
            prop_assert!(table.size() > before.size());
            prop_assert_eq!(table.places.iter().filter(|place| place.1 != 0).count(), beginnings.len());
            for (known, &bits) in (0..).zip(&beginnings) {
                let hash = hash_beginning_at(bits);
                prop_assert_eq!(start(hash, 32), index(bits));
                prop_assert_eq!(table.find(hash, |id| id == State(known)), Some(State(known)));
            }
        }
    }

    #[test]
    fn a_table_finds_what_was_put_in_though_hashes_collide() {
        let (mut table, hash) = (Table::default(), |n: u32| ((n % 7) << 29) | (n % 3));
        for n in 0..500 {
            assert_eq!(table.find(hash(n), |id| id == State(n)), None);
            table.insert(hash(n), State(n));
            for known in (0..=n).step_by(7) {
                assert_eq!(table.find(hash(known), |id| id == State(known)), Some(State(known)));
            }
        }
    }

    #[test]
    fn several_threads_put_in_what_one_does() {
        for (helpers, spread) in [(0, 29), (1, 29), (2, 0), (3, 31), (3, 20)] {
            let (mut table, hash) = (Table::default(), |n: u32| (n % 13) << spread | (n % 50));
            let mut past = 0;
            for more in [1, 5, 0, 40, 300, 7] {
                let new: Vec<_> = (past..past + more).map(|n| (hash(n), State(n))).collect();
                table.insert_all(&new, helpers);
                past += more;
                assert!((0..past).all(|n| table.find(hash(n), |id| id == State(n)) == Some(State(n))));
                assert_eq!(table.find(hash(past), |id| id == State(past)), None);
            }
        }
    }
}
