//! The least automaton that accepts the same, by refinement of partitions (Moore 1956).
//!
//! Automata are partial: states from which nothing is accepted are cut off, so that the checker skips letters that lead to them. Cost:
//! the transitions, as often as classes are split, which is seldom more than some tens of times.

use std::collections::VecDeque;
use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use crate::formula::Dfa;
use crate::packing::Packing;

/// An automaton that is explored, letters as numbers.
#[derive(Debug, Default)]
pub(crate) struct Explored {
    pub(crate) accepting: Vec<bool>,
    pub(crate) edges: Vec<(u64, u32)>,
    /// Where the edges of each state end.
    pub(crate) ends: Vec<usize>,
}

impl Explored {
    /// The edges of a state.
    pub(crate) fn row(&self, state: usize) -> &[(u64, u32)] {
        let from = if state == 0 { 0 } else { self.ends[state - 1] };
        &self.edges[from..self.ends[state]]
    }

    /// The least automaton, with its letters taken apart.
    pub(crate) fn minimized(mut self, packing: &Packing, tracks: usize) -> Dfa {
        let live = self.live();
        if !live[0] {
            return Dfa::empty(tracks);
        }
        self.keep(&live);
        let classes = self.classes();
        // Classes have numbers in the order in which they are reached.
        let mut numbers: FxHashMap<u32, usize> = FxHashMap::default();
        let mut todo = VecDeque::from([0usize]);
        numbers.insert(classes[0], 0);
        let mut dfa = Dfa { accepting: Vec::new(), rows: Vec::new() };
        while let Some(state) = todo.pop_front() {
            let row = self.row(state).iter().map(|(letter, to)| {
                let next = numbers.len();
                let target = *numbers.entry(classes[*to as usize]).or_insert_with(|| {
                    todo.push_back(*to as usize);
                    next
                });
                (packing.unpack(*letter), target)
            });
            dfa.rows.push(row.collect());
            dfa.accepting.push(self.accepting[state]);
        }
        dfa
    }

    /// The states from which something is accepted.
    fn live(&self) -> Vec<bool> {
        let states = self.accepting.len();
        let mut degrees = vec![0u32; states + 1];
        for (_, to) in &self.edges {
            degrees[*to as usize + 1] += 1;
        }
        for state in 0..states {
            degrees[state + 1] += degrees[state];
        }
        let (mut at, mut sources) = (degrees.clone(), vec![0u32; self.edges.len()]);
        for state in 0..states {
            for (_, to) in self.row(state) {
                sources[at[*to as usize] as usize] = state as u32;
                at[*to as usize] += 1;
            }
        }
        let mut live = self.accepting.clone();
        let mut todo: Vec<usize> = (0..states).filter(|state| live[*state]).collect();
        while let Some(state) = todo.pop() {
            for source in &sources[degrees[state] as usize..degrees[state + 1] as usize] {
                if !std::mem::replace(&mut live[*source as usize], true) {
                    todo.push(*source as usize);
                }
            }
        }
        live
    }

    /// Takes off edges to states that are not live.
    fn keep(&mut self, live: &[bool]) {
        let (mut kept, mut from) = (0, 0);
        for end in &mut self.ends {
            for at in from..*end {
                if live[self.edges[at].1 as usize] {
                    self.edges[kept] = self.edges[at];
                    kept += 1;
                }
            }
            from = std::mem::replace(end, kept);
        }
        self.edges.truncate(kept);
    }

    /// The class of each state: those of one class accept the same.
    fn classes(&self) -> Vec<u32> {
        let states = self.accepting.len();
        let split = |same: &dyn Fn(usize, usize) -> bool, hash: &dyn Fn(usize, &mut FxHasher)| {
            let mut found: hashbrown::HashTable<(u64, usize, u32)> = hashbrown::HashTable::new();
            let mut classes = Vec::with_capacity(states);
            for state in 0..states {
                let mut hasher = FxHasher::default();
                hash(state, &mut hasher);
                let key = hasher.finish();
                let class = match found.find(key, |(own, other, _)| *own == key && same(*other, state)) {
                    Some((_, _, class)) => *class,
                    None => {
                        let class = found.len() as u32;
                        found.insert_unique(key, (key, state, class), |(own, _, _)| *own);
                        class
                    }
                };
                classes.push(class);
            }
            (classes, found.len())
        };
        let letters = |state: usize| self.row(state).iter().map(|(letter, _)| *letter);
        let (mut classes, mut count) =
            split(&|a, b| self.accepting[a] == self.accepting[b] && letters(a).eq(letters(b)), &|state, hasher| {
                hasher.write_u8(u8::from(self.accepting[state]));
                letters(state).for_each(|letter| hasher.write_u64(letter));
            });
        // A class has the same letters, so only the classes of targets are compared.
        loop {
            let targets = |state: usize| self.row(state).iter().map(|(_, to)| classes[*to as usize]);
            let (finer, number) =
                split(&|a, b| classes[a] == classes[b] && targets(a).eq(targets(b)), &|state, hasher| {
                    hasher.write_u32(classes[state]);
                    targets(state).for_each(|class| hasher.write_u32(class));
                });
            if number == count {
                return classes;
            }
            (classes, count) = (finer, number);
        }
    }
}
