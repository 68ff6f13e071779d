//! The edges of one state: digits are chosen place by place, and a table leaves the rows that have them.

use super::parts::{OPEN, Part};
use super::table::Range;
use super::{Machine, State};
use crate::stop::{Budget, Stop};

/// What is chosen so far.
#[derive(Debug, Default)]
pub(super) struct Choice {
    /// The state that is expanded: those of places, and those of parts.
    state: Vec<u32>,
    guides: Vec<bool>,
    /// For each place the tables that read it, with the column; those that matter.
    readers: Vec<Vec<(usize, usize)>>,
    /// Before each place, the rows of each table.
    ranges: Vec<Vec<Range>>,
    digits: Vec<u16>,
    /// The state after the letter.
    after: Vec<u32>,
    found: Vec<(u64, State)>,
}

impl Machine {
    /// Writes the edges of a state behind the others.
    pub(super) fn expand(&mut self, state: State, budget: &mut Budget) -> Result<(usize, usize), Stop> {
        let (places, tables) = (self.places.len(), self.parts.tables.len());
        let mut choice = std::mem::take(&mut self.choice);
        choice.reset(self.states.get(state), places, tables);
        if let Some(dropped) = self.dropped {
            self.parts.guides(dropped, &choice.state[places..], &mut choice.guides);
        }
        let mut possible = true;
        for (part, token) in self.parts.parts.iter().zip(&choice.state[places..]) {
            if let Part::Accepts(table) = part
                && *token >= OPEN
            {
                let rows = self.parts.tables[*table].rows(*token - OPEN);
                choice.ranges[0][*table] = rows;
                possible &= rows.0 < rows.1 || !choice.guides[*table];
                for (column, place) in self.parts.tables[*table].places.iter().enumerate() {
                    choice.readers[*place].push((*table, column));
                }
            }
        }
        if possible {
            self.choose(&mut choice, 0, budget)?;
        }
        if self.merged {
            choice.found.sort_unstable();
            choice.found.dedup();
        }
        let from = self.edges.len();
        self.edges.append(&mut choice.found);
        self.choice = choice;
        Ok((from, self.edges.len()))
    }

    fn choose(&mut self, choice: &mut Choice, place: usize, budget: &mut Budget) -> Result<(), Stop> {
        if place == self.places.len() {
            budget.step(1)?;
            return self.reach(choice, place);
        }
        // States that a table does not have are as (0, 0) in the checker.
        let (top, last) = self.places[place].get(choice.state[place] as usize).copied().unwrap_or_default();
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
                self.choose(choice, place + 1, budget)?;
            }
        }
        Ok(())
    }

    fn reach(&mut self, choice: &mut Choice, places: usize) -> Result<(), Stop> {
        let Choice { state, ranges, digits, after, found, .. } = choice;
        let (reached, next) = after.split_at_mut(places);
        self.parts.step(&state[places..], &ranges[places], (digits, reached), next)?;
        let whole = *next.last().expect("a part");
        if self.dropped != Some(whole == 1) || whole >= OPEN {
            found.push((self.packing.pack(digits), self.intern(after)));
        }
        Ok(())
    }
}

impl Choice {
    /// Nothing is chosen, for a state.
    fn reset(&mut self, state: &[u32], places: usize, tables: usize) {
        self.state.clear();
        self.state.extend_from_slice(state);
        self.after.resize(state.len(), 0);
        self.digits.resize(places, 0);
        self.guides.resize(tables, false);
        self.ranges.resize_with(places + 1, || vec![(0, 0); tables]);
        self.readers.resize_with(places, Vec::new);
        self.readers.iter_mut().for_each(Vec::clear);
        self.found.clear();
    }
}
