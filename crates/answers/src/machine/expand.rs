//! The edges of one state: digits are chosen place by place, and a table leaves the rows that have them.

use filbert_core::automata::State;

use super::Machine;
use super::choice::Choice;
use super::parts::{OPEN, Part};
use crate::stop::{Budget, Stop};

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
        for at in 0..self.parts.parts.len() {
            let token = choice.state[places + at];
            if token < OPEN {
                continue;
            }
            match &self.parts.parts[at] {
                Part::Known(_) | Part::Not(_) | Part::Both(..) => {}
                Part::Accepts(table) => {
                    let (rows, guides) =
                        (self.parts.tables[*table].rows(token - OPEN), choice.guides[at] == Some(false));
                    choice.ranges[0][*table] = rows;
                    possible &= rows.0 < rows.1 || !guides;
                    for (column, place) in self.parts.tables[*table].places.iter().enumerate() {
                        choice.readers[*place].push((*table, column, guides));
                    }
                }
                Part::Linear(reader) => match reader.last_place() {
                    Some(place) => choice.complete[place].push(at),
                    None => choice.lines[at] = self.parts.line(at, token, &[], &[])?,
                },
            }
        }
        if possible {
            self.choose(&mut choice, 0, budget)?;
        }
        if self.merged {
            choice.found.sort_unstable_by_key(|(letter, to)| (letter.bits(), u32::from(*to)));
            choice.found.dedup();
        }
        let from = self.edges.len();
        self.edges.append(&mut choice.found);
        self.choice = choice;
        Ok((from, self.edges.len()))
    }

    fn choose(&mut self, choice: &mut Choice, place: usize, budget: &mut Budget) -> Result<(), Stop> {
        if place == self.places.len() {
            return self.reach(choice, place);
        }
        // States that a table does not have are as (0, 0) in the checker.
        let (top, last) = self.places[place].get(choice.state[place] as usize).copied().unwrap_or_default();
        for digit in 0..=top {
            budget.step(1)?;
            choice.digits[place] = digit;
            choice.after[place] = if digit < top { 0 } else { last };
            let (before, behind) = choice.ranges.split_at_mut(place + 1);
            behind[0].copy_from_slice(&before[place]);
            let mut possible = true;
            for (table, column, guides) in &choice.readers[place] {
                let rows = self.parts.tables[*table].narrow(before[place][*table], *column, digit);
                behind[0][*table] = rows;
                possible &= rows.0 < rows.1 || !guides;
            }
            possible = possible && self.read(choice, place)?;
            if possible {
                self.choose(choice, place + 1, budget)?;
            }
        }
        Ok(())
    }

    /// Reads the comparisons that end with a place; whether none of them decides the whole.
    fn read(&mut self, choice: &mut Choice, place: usize) -> Result<bool, Stop> {
        let Choice { state, guides, complete, lines, digits, after, .. } = choice;
        for at in &complete[place] {
            let token = state[self.places.len() + at];
            lines[*at] = self.parts.line(*at, token, digits, after)?;
            if lines[*at] < OPEN && guides[*at] == Some(lines[*at] == 1) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn reach(&mut self, choice: &mut Choice, places: usize) -> Result<(), Stop> {
        let Choice { state, ranges, digits, lines, after, found, .. } = choice;
        let next = &mut after[places..];
        self.parts.step(&state[places..], &ranges[places], lines, next);
        let whole = *next.last().expect("a part");
        if self.dropped != Some(whole == 1) || whole >= OPEN {
            found.push((self.packing.pack(digits), self.intern(after)));
        }
        Ok(())
    }
}
