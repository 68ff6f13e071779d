//! Sets of states and their numbers: equal sets get equal numbers.
//!
//! A set is kept as the list of its members or as bits, whichever is shorter: a list of as many integers as the bits
//! take, or more, is never kept, so that the length tells which it is. Sets that change have no numbers: they are bits.

use crate::automata::interner::{Batch, Interner, State, index};
use crate::automata::overlay::{Blocks, Renumbered};
use crate::automata::transitions::Edge;

/// Sets of some of the first so many states.
pub struct Sets {
    /// Words of 32 bits that have a bit for each state.
    words: usize,
    kept: Interner<u32>,
    key: Vec<u32>,
    /// Sets without a number.
    waiting: Batch<u32>,
}

impl Sets {
    /// No set of states yet.
    pub fn new(states: usize) -> Sets {
        Sets { words: states.div_ceil(32), kept: Interner::default(), key: Vec::new(), waiting: Batch::default() }
    }

    /// Other sets of the same states that know the same.
    pub fn fork(&mut self) -> Sets {
        Sets { words: self.words, kept: self.kept.fork(), key: Vec::new(), waiting: Batch::default() }
    }

    /// The sets that a fork has found.
    pub fn take(&mut self) -> Interner<u32> {
        self.kept.take()
    }

    /// Takes over the sets that forks have found.
    pub fn absorb(&mut self, found: Vec<Interner<u32>>, blocks: &Blocks) -> Vec<Renumbered> {
        self.kept.absorb(found, blocks, |_, _| {}, |_, _| {})
    }

    /// A fork has done another block.
    pub fn mark(&mut self) {
        self.kept.mark();
    }

    /// Number of distinct sets.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// The number of a set, and whether it is new. Members are sorted, none twice.
    pub fn intern(&mut self, members: impl ExactSizeIterator<Item = State>) -> (State, bool) {
        self.key.clear();
        if members.len() < self.words {
            self.key.extend(members.map(u32::from));
        } else {
            self.key.resize(self.words, 0);
            members.for_each(|q| self.key[q.index() / 32] |= 1 << (q.index() % 32));
        }
        self.kept.intern(&self.key)
    }

    /// Takes a set that has these bits, as many as there are states, to be given a number; whether it is time for that.
    pub fn put_bits(&mut self, bits: &[u64]) -> bool {
        let members: u32 = bits.iter().map(|word| word.count_ones()).sum();
        self.key.clear();
        if index(members) < self.words {
            for (at, &word) in (0u32..).step_by(64).zip(bits) {
                let mut word = word;
                while word != 0 {
                    self.key.push(at | word.trailing_zeros());
                    word &= word - 1;
                }
            }
        } else {
            self.key.extend(bits.iter().flat_map(|&word| halves(word)));
            self.key.truncate(self.words);
        }
        self.waiting.push(&self.key);
        self.waiting.is_full()
    }

    /// Writes the numbers of the sets that wait for one to the last of these edges.
    pub fn number(&mut self, out: &mut [Edge]) {
        self.kept.intern_targets(&mut self.waiting, out, |_| {});
    }

    /// Whether a set has no members.
    pub fn is_nothing(&self, set: State) -> bool {
        self.kept.get(set).is_empty()
    }

    /// The member of a set that has just one.
    pub fn only(&self, set: State) -> Option<State> {
        let mut members = self.members(set);
        members.next().filter(|_| members.next().is_none())
    }

    /// The members of a set, sorted.
    pub fn members(&self, set: State) -> impl Iterator<Item = State> + '_ {
        let kept = self.kept.get(set);
        let (list, bits) = if kept.len() < self.words { (kept, &kept[..0]) } else { (&kept[..0], kept) };
        let of_bits = (0..).step_by(32).zip(bits);
        let of_bits = of_bits.flat_map(|(at, &word)| places(word.into()).map(move |place| at + place));
        list.iter().copied().chain(of_bits).map(State::from)
    }
}

/// A set of some of the first so many states for each of some numbers, all as bits: for sets that change.
#[derive(Debug)]
pub struct BitSets {
    /// Words in a set.
    words: usize,
    bits: Vec<u64>,
}

impl BitSets {
    /// So many sets without members.
    pub fn new(sets: usize, states: usize) -> BitSets {
        let words = states.div_ceil(64);
        BitSets { words, bits: vec![0; sets * words] }
    }

    /// As many sets of the same states, without members.
    pub fn emptied(&self) -> BitSets {
        BitSets { words: self.words, bits: vec![0; self.bits.len()] }
    }

    /// The bits of a set.
    #[inline]
    pub fn of(&self, set: usize) -> &[u64] {
        &self.bits[set * self.words..][..self.words]
    }

    /// The bits of a set, to be changed.
    #[inline]
    pub fn of_mut(&mut self, set: usize) -> &mut [u64] {
        &mut self.bits[set * self.words..][..self.words]
    }

    /// Whether a state is in a set.
    #[inline]
    pub fn has(&self, set: usize, q: State) -> bool {
        self.bits[set * self.words + q.index() / 64] >> (q.index() % 64) & 1 == 1
    }

    /// Puts a state into a set.
    #[inline]
    pub fn insert(&mut self, set: usize, q: State) {
        self.bits[set * self.words + q.index() / 64] |= 1 << (q.index() % 64);
    }

    /// Takes a state out of a set.
    pub fn remove(&mut self, set: usize, q: State) {
        self.bits[set * self.words + q.index() / 64] &= !(1 << (q.index() % 64));
    }

    /// The members of a set, sorted.
    pub fn members(&self, set: usize) -> impl Iterator<Item = State> + '_ {
        let words = (0..).step_by(64).zip(self.of(set));
        words.flat_map(|(at, &word)| places(word).map(move |place| State::from(at + place)))
    }
}

/// The places of the bits that are set.
pub fn places(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}

fn halves(word: u64) -> [u32; 2] {
    let [a, b, c, d, rest @ ..] = word.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes(rest)]
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_are_what_was_put_in_and_not_taken_out(
            changes in proptest::collection::vec((any::<bool>(), 0..3usize, 0..200u32), 0..100)
        ) {
            let (mut bits, mut known) = (BitSets::new(3, 200), vec![BTreeSet::new(); 3]);
            for (is_new, set, q) in changes {
                if is_new {
                    bits.insert(set, q.into());
                    known[set].insert(q);
                } else {
                    bits.remove(set, q.into());
                    known[set].remove(&q);
                }
            }
            for (set, known) in known.iter().enumerate() {
                prop_assert!(bits.members(set).map(u32::from).eq(known.iter().copied()));
                prop_assert!((0..200).all(|q| bits.has(set, q.into()) == known.contains(&q)));
                prop_assert!(bits.emptied().members(set).next().is_none());
            }
        }

        #[test]
        fn sets_are_what_was_put_in(
            (states, sets) in (1..200u32).prop_flat_map(|n| {
                let few = proptest::collection::btree_set(0..n, 0..6);
                let any = proptest::collection::btree_set(0..n, 0..=n as usize);
                (Just(n), proptest::collection::vec(prop_oneof![few, any], 0..20))
            })
        ) {
            let mut kept = Sets::new(states as usize);
            let mut known: HashMap<BTreeSet<u32>, State> = HashMap::new();
            for set in sets {
                let mut bits = vec![0; (states as usize).div_ceil(64)];
                set.iter().for_each(|&q| bits[q as usize / 64] |= 1 << (q % 64));
                let mut edge = [Edge::default()];
                let count = kept.len();
                kept.put_bits(&bits);
                kept.number(&mut edge);
                let number = edge[0].1;
                prop_assert_eq!(kept.len() > count, !known.contains_key(&set));
                prop_assert_eq!(*known.entry(set.clone()).or_insert(number), number);
                prop_assert_eq!(kept.intern(set.iter().map(|&q| q.into()).collect::<Vec<_>>().into_iter()), (number, false));
                prop_assert!(kept.members(number).map(u32::from).eq(set.iter().copied()));
                prop_assert_eq!(kept.is_nothing(number), set.is_empty());
                prop_assert_eq!(kept.only(number).map(u32::from), set.first().copied().filter(|_| set.len() == 1));
            }
            prop_assert_eq!(kept.len(), known.len());
        }
    }
}
