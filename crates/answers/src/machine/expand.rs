//! The edges of one state: digits are chosen place by place, and a table leaves the rows that have them.

use super::parts::{OPEN, Token};
use super::table::Range;
use super::{Machine, State};
use crate::stop::{Budget, Stop};

/// What is chosen so far.
struct Choice {
    tokens: Vec<Token>,
    live: Vec<bool>,
    next: Vec<Token>,
    guides: Vec<bool>,
    /// For each place the tables that read it, with the column; those that matter.
    readers: Vec<Vec<(usize, usize)>>,
    /// Before each place, the rows of each table.
    ranges: Vec<Vec<Range>>,
    digits: Vec<u16>,
    /// The states of places after the letter, and that of the whole.
    after: Vec<u32>,
    found: Vec<(u64, State)>,
}

impl Machine {
    /// Writes the edges of a state behind the others.
    pub(super) fn expand(&mut self, state: State, budget: &mut Budget) -> Result<(usize, usize), Stop> {
        let key = self.states.get(state).to_vec();
        let (places, parts) = (self.places.len(), self.parts.parts.len());
        let mut choice = Choice {
            tokens: vec![0; parts],
            live: vec![false; parts],
            next: vec![0; parts],
            guides: vec![false; self.parts.tables.len()],
            readers: vec![Vec::new(); places],
            ranges: vec![vec![(0, 0); self.parts.tables.len()]; places + 1],
            digits: vec![0; places],
            after: vec![0; places + 1],
            found: Vec::new(),
        };
        self.parts.unfold(key[places], &mut choice.tokens, &mut choice.live);
        if let Some(dropped) = self.dropped {
            self.parts.guides(dropped, &choice.tokens, &mut choice.guides);
        }
        let mut possible = true;
        for (at, part) in self.parts.parts.iter().enumerate() {
            if let super::parts::Part::Accepts(table) = part
                && choice.live[at]
                && choice.tokens[at] >= OPEN
            {
                let rows = self.parts.tables[*table].rows(choice.tokens[at] - OPEN);
                choice.ranges[0][*table] = rows;
                possible &= rows.0 < rows.1 || !choice.guides[*table];
                for (column, place) in self.parts.tables[*table].places.iter().enumerate() {
                    choice.readers[*place].push((*table, column));
                }
            }
        }
        if possible {
            self.choose(&key[..places], &mut choice, 0, budget)?;
        }
        if self.merged {
            choice.found.sort_unstable();
            choice.found.dedup();
        }
        let from = self.edges.len();
        self.edges.append(&mut choice.found);
        Ok((from, self.edges.len()))
    }

    fn choose(&mut self, states: &[u32], choice: &mut Choice, place: usize, budget: &mut Budget) -> Result<(), Stop> {
        if place == states.len() {
            budget.step(1)?;
            return self.reach(choice, place);
        }
        // States that a table does not have are as (0, 0) in the checker.
        let (top, last) = self.places[place].get(states[place] as usize).copied().unwrap_or_default();
        for digit in 0..=top {
            choice.digits[place] = digit;
            choice.after[place] = if digit < top { 0 } else { last };
            let (before, behind) = choice.ranges.split_at_mut(place + 1);
            behind[0].copy_from_slice(&before[place]);
            let mut possible = true;
            for (table, column) in &choice.readers[place] {
                let rows = self.parts.tables[*table].narrow(before[place][*table], *column, digit);
                behind[0][*table] = rows;
                possible &= rows.0 < rows.1 || !choice.guides[*table];
            }
            if possible {
                self.choose(states, choice, place + 1, budget)?;
            }
        }
        Ok(())
    }

    fn reach(&mut self, choice: &mut Choice, places: usize) -> Result<(), Stop> {
        let Choice { tokens, live, next, ranges, digits, after, found, .. } = choice;
        let whole = self.parts.step((tokens, live), &ranges[places], (digits, &after[..places]), next)?;
        if self.dropped != Some(whole == 1) || whole >= OPEN {
            after[places] = whole;
            let target = self.intern(after);
            found.push((self.packing.pack(digits), target));
        }
        Ok(())
    }
}
