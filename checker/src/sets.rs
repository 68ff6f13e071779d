//! Sets of states of a nondeterministic automaton, and which set each letter leads to (Rabin and Scott 1959).
//!
//! Each set is kept once, and each step is taken once, whatever else it goes along with. There may be 2^n of them.

use crate::Read;
use crate::machine::{Interner, Map, spend};

/// Sets by number.
#[derive(Default)]
pub struct Sets {
    sets: Interner<u32>,
    steps: Map<(u32, u32), u32>,
    /// When each state was put into a set last; every set takes a step at least, of fewer than 2^32.
    marks: Vec<u32>,
    time: u32,
    next: Vec<u32>,
    /// Words of memory that all this takes, about.
    pub size: usize,
}

/// Words of memory for a step.
const EACH: usize = 16;

impl Sets {
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// The states of a set, in ascending order.
    pub fn get(&self, set: u32) -> &[u32] {
        self.sets.get(set)
    }

    /// The number of the set of some states.
    pub fn number(&mut self, mut states: Vec<u32>) -> u32 {
        states.sort_unstable();
        states.dedup();
        let (before, number) = (self.len(), self.sets.number(&states));
        self.size += if self.len() > before { states.len() } else { 0 };
        number
    }

    /// The set that a letter leads to; `after` calls what it is given with each state that it leads to from one.
    pub fn after(
        &mut self,
        set: u32,
        letter: u32,
        mut after: impl FnMut(u32, &mut dyn FnMut(u32)) -> Read<()>,
    ) -> Read<u32> {
        if let Some(&next) = self.steps.get(&(set, letter)) {
            return Ok(next);
        }
        let (mut next, mut found) = (std::mem::take(&mut self.next), 0);
        next.clear();
        self.time += 1;
        for &state in self.sets.get(set) {
            after(state, &mut |q| {
                found += 1;
                if self.marks.len() <= q as usize {
                    self.marks.resize(2 * q as usize + 1, 0);
                }
                if std::mem::replace(&mut self.marks[q as usize], self.time) != self.time {
                    next.push(q);
                }
            })?;
        }
        spend(self.sets.get(set).len() + found + 1)?;
        next.sort_unstable();
        let (before, number) = (self.len(), self.sets.number(&next));
        self.size += EACH + if self.len() > before { next.len() } else { 0 };
        self.next = next;
        self.steps.insert((set, letter), number);
        Ok(number)
    }
}
