//! One object for each value that is alive, with a number that no other ever has: hash-consing.
//!
//! Ershov, "On programming of arithmetic operations" (Comm. ACM 1958); the weak table is that of Filliâtre and Conchon,
//! "Type-safe modular hash-consing" (ML workshop 2006). A value costs one look into a hash table. The table holds no
//! value alive; entries of dead ones are swept out when it has doubled.

use std::sync::{Arc, Weak};

use hashbrown::HashTable;

use crate::tuning::logic::memory;

/// The values that are alive.
#[derive(Debug)]
pub(super) struct Interner<T> {
    /// Each with its hash.
    values: HashTable<(u64, Weak<T>)>,
    next: u64,
    sweep_at: usize,
}

impl<T> Interner<T> {
    /// No value yet.
    pub(super) const fn new() -> Interner<T> {
        Interner { values: HashTable::new(), next: 0, sweep_at: memory::UNSWEPT_ENTRIES }
    }

    /// The value made of `from`: that which is alive and `is` it, or a new one, made with its number.
    pub(super) fn intern<F>(
        &mut self,
        hash: u64,
        from: F,
        is: impl Fn(&T, &F) -> bool,
        make: impl FnOnce(u64, F) -> T,
    ) -> Arc<T> {
        let is_it =
            |entry: &(u64, Weak<T>)| entry.0 == hash && entry.1.upgrade().is_some_and(|known| is(&known, &from));
        if let Some(known) = self.values.find(hash, is_it).and_then(|entry| entry.1.upgrade()) {
            return known;
        }
        if self.values.len() >= self.sweep_at {
            self.values.retain(|entry| entry.1.strong_count() > 0);
            self.sweep_at = memory::UNSWEPT_ENTRIES.max(2 * self.values.len());
        }
        let value = Arc::new(make(self.next, from));
        self.next += 1;
        self.values.insert_unique(hash, (hash, Arc::downgrade(&value)), |entry| entry.0);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hashes that meet, so that only equality tells values apart.
    fn interned(interner: &mut Interner<(u64, usize)>, value: usize) -> Arc<(u64, usize)> {
        interner.intern(value as u64 % 7, value, |known, value| known.1 == *value, |number, value| (number, value))
    }

    #[test]
    fn equal_values_are_one_object_and_others_are_not() {
        let mut interner = Interner::new();
        let first: Vec<_> = (0..100).map(|value| interned(&mut interner, value)).collect();
        for (value, known) in first.iter().enumerate() {
            assert!(Arc::ptr_eq(&interned(&mut interner, value), known));
        }
    }

    #[test]
    fn a_number_is_never_used_again_and_the_dead_are_swept_out() {
        let mut interner = Interner::new();
        let mut numbers: Vec<u64> = (0..10_000).map(|value| interned(&mut interner, value).0).collect();
        numbers.extend((0..10_000).map(|value| interned(&mut interner, value).0));
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 20_000);
        assert!(interner.values.len() <= memory::UNSWEPT_ENTRIES);
    }
}
