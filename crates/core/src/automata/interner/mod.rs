//! Numbers for slices: equal slices get equal numbers.
//!
//! States of products and subset automata are slices. They are stored end to end in one vector and found through a
//! table of their numbers, so that a million of them cost two allocations.

mod batch;
mod state_index;
mod table;
mod together;

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHasher;

pub use self::batch::Batch;
pub use self::state_index::{State, States, index, number, place};
use self::table::Table;
use crate::budget::Budget;

/// What forks have done.
pub struct Blocks<'a> {
    /// Which fork did each block, in the order of the blocks; each fork did its own in that order.
    pub forks: Vec<usize>,
    /// Threads that help to take over what they found.
    pub helpers: usize,
    /// What is left for it: once a limit was passed nothing is taken over that can be found again.
    pub budget: &'a Budget,
}

/// The numbers that what a fork found has in the automaton that it was forked from.
#[derive(Debug, Default)]
pub struct Renumbered {
    /// Number of states known to both.
    pub known: usize,
    /// The states found, in the order of their own numbers.
    pub numbers: Vec<State>,
}

impl Renumbered {
    /// The number of a state of the fork. What is no state stays what it is.
    #[inline]
    pub fn of(&self, state: State) -> State {
        match state.index().checked_sub(self.known) {
            Some(place) => self.numbers.get(place).copied().unwrap_or(state),
            None => state,
        }
    }
}

/// A growing set of slices over `T`, numbered from 0 in the order of their first appearance.
#[derive(Clone, Debug)]
pub struct Interner<T> {
    /// What was known when it was forked, and how many.
    below: Option<Arc<Interner<T>>>,
    known: usize,
    /// How many there were at the end of each block of a fork.
    marks: Vec<usize>,
    items: Vec<T>,
    places: Places,
    /// Number of slices that are not in `below`.
    count: usize,
    table: Table,
}

/// Where slices stand that lie end to end.
#[derive(Clone, Debug)]
enum Places {
    /// All have one length.
    Same(usize),
    /// The end of each.
    Ends(Vec<usize>),
}

impl Places {
    #[inline]
    fn of(&self, id: usize) -> Range<usize> {
        match self {
            Places::Same(length) => id * length..(id + 1) * length,
            Places::Ends(ends) => (if id == 0 { 0 } else { ends[id - 1] })..ends[id],
        }
    }

    /// One more slice, after `count` of them.
    fn push(&mut self, count: usize, length: usize) {
        match self {
            Places::Same(known) if count == 0 => *known = length,
            Places::Same(known) if *known == length => {}
            Places::Same(known) => {
                let mut ends: Vec<usize> = (1..=count).map(|id| id * *known).collect();
                ends.push(count * *known + length);
                *self = Places::Ends(ends);
            }
            Places::Ends(ends) => ends.push(ends.last().copied().unwrap_or(0) + length),
        }
    }
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner {
            below: None,
            known: 0,
            marks: Vec::new(),
            items: Vec::new(),
            places: Places::Same(0),
            count: 0,
            table: Table::default(),
        }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// Number of distinct slices.
    pub fn len(&self) -> usize {
        self.known + self.count
    }

    /// True if nothing was interned.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The slice with this number.
    #[inline]
    pub fn get(&self, id: State) -> &[T] {
        match &self.below {
            Some(below) if id.index() < self.known => below.get(id),
            _ => self.own(id),
        }
    }

    #[inline]
    fn own(&self, id: State) -> &[T] {
        &self.items[self.places.of(id.index() - self.known)]
    }

    /// The number of a slice, if it is known. Reading an item is a cache miss, so it waits until the hashes agree.
    #[inline]
    fn find(&self, key: &[T], hash: u32) -> Option<State> {
        self.table.find(hash, |id| are_equal(self.own(id), key))
    }

    /// The number of this slice, and whether it is new.
    #[inline]
    pub fn intern(&mut self, key: &[T]) -> (State, bool) {
        self.intern_hashed(key, hash_slice(key))
    }

    #[inline]
    fn intern_hashed(&mut self, key: &[T], hash: u32) -> (State, bool) {
        if let Some(id) = self.below.as_ref().and_then(|below| below.find(key, hash)) {
            return (id, false);
        }
        self.table.make_room(1);
        let place = match self.table.find_or_place(hash, |id| are_equal(self.own(id), key)) {
            Ok(id) => return (id, false),
            Err(place) => place,
        };
        (self.add(key, hash, place), true)
    }

    /// The number of a slice that is new, and belongs at this place of the table.
    #[inline]
    fn add(&mut self, key: &[T], hash: u32, place: usize) -> State {
        let id = State::new(self.len());
        self.items.extend_from_slice(key);
        self.places.push(self.count, key.len());
        self.count += 1;
        self.table.fill(place, hash, id);
        id
    }

    /// Another one that knows the same; numbers go on from there in both, so that this one is not to be added to before
    /// [`Interner::absorb`]. See [`overlay`](super::overlay).
    #[must_use]
    pub fn fork(&mut self) -> Interner<T> {
        if self.below.is_none() {
            let whole = std::mem::take(self);
            self.known = whole.count;
            self.below = Some(Arc::new(whole));
        }
        Interner { below: self.below.clone(), known: self.known, ..Interner::default() }
    }

    /// Forgets how slices are found, which takes most of the memory: their numbers stay, and nothing is added any more.
    pub fn forget_places(&mut self) {
        self.table = Table::default();
    }

    /// A fork has done another block.
    pub fn mark(&mut self) {
        self.marks.push(self.count);
    }

    /// What a fork has found; it knows nothing any more.
    #[must_use]
    pub fn take(&mut self) -> Interner<T> {
        self.below = None;
        std::mem::take(self)
    }
}

/// Whether two slices are equal, several items at a time.
#[inline]
fn are_equal<T: Eq>(a: &[T], b: &[T]) -> bool {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let same = |a: &[T], b: &[T]| a.iter().zip(b).fold(true, |same, (a, b)| same & (a == b));
    a.len() == b.len()
        && a_rest.len() == b_rest.len()
        && a.iter().zip(b).all(|(a, b)| same(a, b))
        && same(a_rest, b_rest)
}

/// The half of a hash in which every bit of the key counts.
#[inline]
fn hash_slice<T: Hash>(key: &[T]) -> u32 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    let [a, b, c, d, ..] = hasher.finish().to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_slices_get_equal_numbers() {
        let mut interner = Interner::<u32>::default();
        for (slice, expected) in [(&[1, 2][..], (0, true)), (&[], (1, true)), (&[1], (2, true)), (&[1, 2], (0, false))]
        {
            assert_eq!(interner.intern(slice), (State(expected.0), expected.1));
        }
        assert_eq!(interner.get(State(2)), [1]);
        assert_eq!(interner.len(), 3);
    }

    #[test]
    fn slices_of_one_length_need_no_ends() {
        let mut interner = Interner::<u32>::default();
        for n in 0..100 {
            assert_eq!(interner.intern(&[n, n + 1]), (State(n), true));
        }
        assert!(matches!(interner.places, Places::Same(2)));
        assert_eq!(interner.intern(&[7, 8, 9]), (State(100), true));
        assert_eq!(interner.intern(&[]), (State(101), true));
        assert_eq!((interner.get(State(42)), interner.get(State(100))), (&[42, 43][..], &[7, 8, 9][..]));
        assert!(interner.get(State(101)).is_empty());
        assert_eq!(interner.intern(&[42, 43]), (State(42), false));
    }
}
