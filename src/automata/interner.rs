//! Numbers for slices: equal slices get equal numbers.
//!
//! States of products and subset automata are slices. They are stored end to end in one vector and found through a
//! table of their numbers, so that a million of them cost two allocations.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// The number of what stands at this place of a list: of a state, a class, a digit.
///
/// # Panics
/// From 2^32 on: such a list has no place in memory.
#[inline]
pub fn number(place: usize) -> u32 {
    u32::try_from(place).expect("fewer than 2^32 states fit into memory")
}

/// The place in a list that stands in a key of integers.
///
/// # Panics
/// If it was none.
#[inline]
pub fn place(part: i64) -> usize {
    usize::try_from(part).expect("a place was put into the key")
}

/// A growing set of slices over `T`, numbered from 0 in the order of their first appearance.
#[derive(Clone, Debug)]
pub struct Interner<T> {
    items: Vec<T>,
    ends: Vec<usize>,
    table: HashTable<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { items: Vec::new(), ends: Vec::new(), table: HashTable::new() }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// Number of distinct slices.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if nothing was interned.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The slice with this number.
    #[inline]
    pub fn get(&self, id: u32) -> &[T] {
        slice(&self.items, &self.ends, id)
    }

    /// The number of this slice, and whether it is new.
    #[inline]
    pub fn intern(&mut self, key: &[T]) -> (u32, bool) {
        let hash = hash_slice(key);
        let (items, ends) = (&self.items, &self.ends);
        if let Some(&id) = self.table.find(hash, |&id| slice(items, ends, id) == key) {
            return (id, false);
        }
        let id = number(self.ends.len());
        self.items.extend_from_slice(key);
        self.ends.push(self.items.len());
        let (items, ends) = (&self.items, &self.ends);
        self.table.insert_unique(hash, id, |&id| hash_slice(slice(items, ends, id)));
        (id, true)
    }
}

#[inline]
fn slice<'a, T>(items: &'a [T], ends: &[usize], id: u32) -> &'a [T] {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] };
    &items[start..ends[id]]
}

#[inline]
fn hash_slice<T: Hash>(key: &[T]) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_slices_get_equal_numbers() {
        let mut interner = Interner::<u32>::default();
        assert_eq!(interner.intern(&[1, 2]), (0, true));
        assert_eq!(interner.intern(&[]), (1, true));
        assert_eq!(interner.intern(&[1]), (2, true));
        assert_eq!(interner.intern(&[1, 2]), (0, false));
        assert_eq!(interner.get(2), [1]);
        assert_eq!(interner.len(), 3);
    }
}
