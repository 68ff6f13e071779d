//! Slices of numbers, each with a number of its own by which it is found again.
//!
//! Cost: one hash for each look-up; the slices lie one after another.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Slices and their numbers.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    words: Vec<u32>,
    ends: Vec<usize>,
    table: HashTable<u32>,
}

impl Interner {
    /// The number of a slice, and whether it is new.
    pub(crate) fn intern(&mut self, slice: &[u32]) -> (u32, bool) {
        let Interner { words, ends, table } = self;
        if let Some(id) = table.find(hash(slice), |id| part(words, ends, *id) == slice) {
            return (*id, false);
        }
        let id = u32::try_from(ends.len()).expect("fewer than 2^32 slices");
        words.extend_from_slice(slice);
        ends.push(words.len());
        table.insert_unique(hash(slice), id, |id| hash(part(words, ends, *id)));
        (id, true)
    }

    /// The slice that has a number.
    pub(crate) fn get(&self, id: u32) -> &[u32] {
        part(&self.words, &self.ends, id)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }
}

fn part<'a>(words: &'a [u32], ends: &[usize], id: u32) -> &'a [u32] {
    let from = match id {
        0 => 0,
        id => ends[id as usize - 1],
    };
    &words[from..ends[id as usize]]
}

fn hash(slice: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    let (pairs, rest) = slice.as_chunks::<2>();
    for [a, b] in pairs {
        hasher.write_u64(u64::from(*a) << 32 | u64::from(*b));
    }
    for last in rest {
        hasher.write_u32(*last);
    }
    hasher.write_usize(slice.len());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_found_again() {
        let mut interner = Interner::default();
        let slices: [&[u32]; 5] = [&[], &[0], &[0, 0], &[0, 1, 2], &[1]];
        for (id, slice) in slices.into_iter().enumerate() {
            assert_eq!(interner.intern(slice), (id as u32, true));
        }
        for (id, slice) in slices.into_iter().enumerate() {
            assert_eq!(interner.intern(slice), (id as u32, false));
            assert_eq!(interner.get(id as u32), slice);
        }
        assert_eq!(interner.len(), slices.len());
    }
}
