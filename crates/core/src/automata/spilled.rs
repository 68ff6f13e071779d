//! The rows of an automaton in a file, and the minimal automaton made of them.
//!
//! Used only with a spill folder, once there is no room to minimize in memory. Rows are written once, in the order of
//! their states, and read from one end to the other. Minimization is Moore's (1956): in each round the signature of a
//! state is its class and where its row leads, by classes, until no class is split; in memory are the classes of the
//! states and a table of the classes, some 10 bytes a state and 30 a class. Signatures are compared by hashes, and the
//! partition is checked row by row, as in [`minimize`](super::minimize). Each round reads the whole file: bad where two
//! states differ only after many letters, for there are as many rounds.
//!
//! What is left must fit into memory: the keys of the states while they are found, and the minimal automaton.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};

use rustc_hash::FxHashMap;

use super::dfa::Dfa;
use super::interner::{State, index, number};
use super::letter::{Layout, Letter};
use super::transitions::{Edge, Transitions};
use crate::budget::{Budget, Halt, Spill, lost};
use crate::tuning::automata::spilled;

/// The class of a state from which nothing is accepted.
const DEAD: u32 = u32::MAX;

/// Rows that are being written.
pub struct SpilledRows {
    file: File,
    blocks: Vec<Block>,
    /// The rows that are not written yet: the number of edges, then a letter and a target each.
    waiting: Vec<u8>,
    states: usize,
    letters: Vec<Letter>,
    numbers: FxHashMap<Letter, u32>,
}

/// Rows that stand together in the file.
struct Block {
    first: usize,
    bytes: usize,
    at: u64,
}

impl SpilledRows {
    /// Writes the rows that there are, to be followed by others.
    ///
    /// # Errors
    /// [`Limit::Spill`](crate::budget::Limit::Spill).
    pub fn begin(spill: &Spill, rows: &Transitions) -> Result<SpilledRows, Halt> {
        let mut spilled = SpilledRows {
            file: spill.file()?,
            blocks: vec![Block { first: 0, bytes: 0, at: 0 }],
            waiting: Vec::new(),
            states: 0,
            letters: Vec::new(),
            numbers: FxHashMap::default(),
        };
        let mut row = Vec::new();
        for q in rows.numbers() {
            row.clear();
            row.extend(rows.row(q));
            spilled.push(&row)?;
        }
        Ok(spilled)
    }

    /// Appends the row of the next state, sorted.
    ///
    /// # Errors
    /// [`Limit::Spill`](crate::budget::Limit::Spill).
    pub fn push(&mut self, row: &[Edge]) -> Result<(), Halt> {
        self.waiting.extend(number(row.len()).to_le_bytes());
        for &(letter, target) in row {
            let new = number(self.letters.len());
            let known = *self.numbers.entry(letter).or_insert(new);
            if known == new {
                self.letters.push(letter);
            }
            self.waiting.extend(known.to_le_bytes());
            self.waiting.extend(u32::from(target).to_le_bytes());
        }
        self.states += 1;
        if self.waiting.len() >= spilled::WRITTEN_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Halt> {
        self.file.write_all(&self.waiting).map_err(|error| lost(&error))?;
        let last = self.blocks.last_mut().expect("there is always one");
        last.bytes = self.waiting.len();
        let at = last.at + self.waiting.len() as u64;
        self.waiting.clear();
        self.blocks.push(Block { first: self.states, bytes: 0, at });
        Ok(())
    }

    /// The minimal automaton of these rows, in which every state is reached, canonically numbered.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn minimal(mut self, layout: Layout, accepting: &[bool], budget: &Budget) -> Result<Dfa, Halt> {
        self.flush()?;
        let live = self.live(accepting, budget)?;
        if !live[0] {
            return Ok(Dfa::empty(layout));
        }
        for try_ in 0.. {
            let factor = 0x9e37_79b9_7f4a_7c15u64.wrapping_add(try_ << 1);
            let (classes, count) = self.refined(accepting, &live, factor, budget)?;
            if let Some((rows, outputs)) = self.quotient(&classes, count, accepting, budget)? {
                return Ok(Dfa::new(layout, rows, outputs).trim());
            }
        }
        unreachable!("there is no last factor")
    }

    /// Every row, its letters by their numbers; block by block, from the last one if it is asked for.
    fn each(
        &self,
        from_the_end: bool,
        budget: &Budget,
        mut told: impl FnMut(usize, &[[u32; 2]]) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let (mut bytes, mut edges, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for at in 0..self.blocks.len() {
            let block = &self.blocks[if from_the_end { self.blocks.len() - 1 - at } else { at }];
            budget.check_now()?;
            bytes.resize(block.bytes, 0);
            let mut file = &self.file;
            let read = file.seek(SeekFrom::Start(block.at)).and_then(|_| file.read_exact(&mut bytes));
            read.map_err(|error| lost(&error))?;
            let mut numbers = bytes.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes));
            edges.clear();
            ends.clear();
            while let Some(length) = numbers.next() {
                edges.extend((0..length).filter_map(|_| Some([numbers.next()?, numbers.next()?])));
                ends.push(edges.len());
            }
            let row = |i: usize| &edges[if i == 0 { 0 } else { ends[i - 1] }..ends[i]];
            match from_the_end {
                true => (0..ends.len()).rev().try_for_each(|i| told(block.first + i, row(i)))?,
                false => (0..ends.len()).try_for_each(|i| told(block.first + i, row(i)))?,
            }
        }
        Ok(())
    }

    /// The states from which something is accepted: most edges lead to higher numbers, so that few sweeps find all.
    fn live(&self, accepting: &[bool], budget: &Budget) -> Result<Vec<bool>, Halt> {
        let mut live = accepting.to_vec();
        for sweep in 0.. {
            let mut found = false;
            self.each(sweep % 2 == 0, budget, |q, row| {
                if !live[q] && row.iter().any(|edge| live[index(edge[1])]) {
                    (live[q], found) = (true, true);
                }
                Ok(())
            })?;
            // The first one finds nothing only where nothing is to be found.
            if !found {
                break;
            }
        }
        Ok(live)
    }

    /// The class of each state, by the first of its states, and their number: the coarsest partition, if no two signatures that
    /// differ have one hash.
    fn refined(
        &self,
        accepting: &[bool],
        live: &[bool],
        factor: u64,
        budget: &Budget,
    ) -> Result<(Vec<u32>, usize), Halt> {
        let mix = |hash: u64, part: u32| (hash ^ u64::from(part)).wrapping_mul(factor).rotate_left(29);
        let initial = |(&accepts, &live): (&bool, &bool)| if live { u32::from(accepts) } else { DEAD };
        let mut classes: Vec<u32> = accepting.iter().zip(live).map(initial).collect();
        let mut next = vec![DEAD; classes.len()];
        let mut count = 0;
        loop {
            let mut table: FxHashMap<u64, u32> = FxHashMap::default();
            self.each(false, budget, |q, row| {
                if classes[q] != DEAD {
                    let to = |edge: &[u32; 2]| Some([edge[0], classes[index(edge[1])]]).filter(|to| to[1] != DEAD);
                    let signature = row.iter().filter_map(to).flatten().fold(mix(factor, classes[q]), mix);
                    let new = number(table.len());
                    next[q] = *table.entry(signature).or_insert(new);
                }
                Ok(())
            })?;
            std::mem::swap(&mut classes, &mut next);
            if table.len() == count {
                return Ok((classes, count));
            }
            count = table.len();
            budget.check(count)?;
        }
    }

    /// The rows of the first state of each class and whether it accepts, if all states of the class agree with it.
    fn quotient(
        &self,
        classes: &[u32],
        count: usize,
        accepting: &[bool],
        budget: &Budget,
    ) -> Result<Option<(Transitions, Vec<bool>)>, Halt> {
        let (mut rows, mut outputs) = (Transitions::new(), Vec::with_capacity(count));
        let (mut mapped, mut stable) = (Vec::new(), true);
        let map = |row: &[[u32; 2]], mapped: &mut Vec<Edge>| {
            mapped.clear();
            let edges = row.iter().map(|edge| (self.letters[index(edge[0])], classes[index(edge[1])]));
            mapped.extend(edges.filter(|edge| edge.1 != DEAD).map(|(letter, class)| (letter, State::from(class))));
        };
        self.each(false, budget, |q, row| {
            if classes[q] == number(rows.states()) {
                map(row, &mut mapped);
                rows.push_row(&mut mapped);
                outputs.push(accepting[q]);
            }
            Ok(())
        })?;
        self.each(false, budget, |q, row| {
            if classes[q] != DEAD && stable {
                map(row, &mut mapped);
                mapped.sort_unstable();
                let class = State::from(classes[q]);
                stable = outputs[class.index()] == accepting[q] && rows.row(class).eq(mapped.iter().copied());
            }
            Ok(())
        })?;
        Ok(stable.then_some((rows, outputs)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::testing::arbitrary_dfa;
    use crate::budget::Limit;

    fn spilled(rows: &Transitions) -> SpilledRows {
        SpilledRows::begin(&Spill::eager(std::env::temp_dir()), rows).expect("temporary files can be made")
    }

    proptest! {
        #[test]
        fn the_minimal_automaton_is_that_of_the_rows_in_memory(dfa in arbitrary_dfa(30, &[2, 3])) {
            let found = spilled(dfa.transitions()).minimal(dfa.layout().clone(), dfa.accepting(), &Budget::unlimited());
            prop_assert_eq!(found.unwrap(), dfa.minimize());
        }
    }

    #[test]
    fn a_partition_that_is_too_coarse_is_refused() {
        let rows = Transitions::from_rows([vec![(0u64, 1u32)], vec![(0, 2)], vec![(1, 2)]]);
        let mut spilled = spilled(&rows);
        spilled.flush().unwrap();
        let (accepting, budget) = ([false, false, true], Budget::unlimited());
        for (classes, is_right) in [([0, 1, 2], true), ([0, 0, 1], false)] {
            let count = index(classes[2]) + 1;
            assert_eq!(spilled.quotient(&classes, count, &accepting, &budget).unwrap().is_some(), is_right);
        }
    }

    #[test]
    fn it_ends_at_limits() {
        let rows = Transitions::from_rows([vec![(0u64, 1u32)], vec![(0, 0)]]);
        let late = Budget::unlimited().with_time(std::time::Duration::ZERO);
        let layout = Layout::new(&[2]).unwrap();
        let found = spilled(&rows).minimal(layout, &[true, false], &late);
        assert_eq!(found, Err(Halt::Limit(Limit::Time)));
    }

    #[test]
    fn a_folder_that_cannot_be_used_is_told() {
        let missing = Spill::new(std::env::temp_dir().join("no such folder"));
        let told = SpilledRows::begin(&missing, &Transitions::new()).err();
        assert_eq!(told, Some(Halt::Limit(Limit::Spill(std::io::ErrorKind::NotFound))));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told() {
        let mut spilled = spilled(&Transitions::new());
        spilled.file = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let row: Vec<Edge> = (0..20u64).map(|letter| (letter.into(), State::START)).collect();
        let told = (0..9).find_map(|_| spilled.push(&row).err());
        assert_eq!(told, Some(Halt::Limit(Limit::Spill(std::io::ErrorKind::StorageFull))));
        assert_eq!(told.unwrap().to_string(), "the spill folder: no storage space");
    }
}
