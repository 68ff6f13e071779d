//! What is chosen while the edges of one state are found, with memory that is used again for the next state.

use filbert_core::automata::{Letter, State};

use super::parts::Token;
use super::table::Range;

/// What is chosen so far.
#[derive(Debug, Default)]
pub(super) struct Choice {
    /// The state that is expanded: those of places, and those of parts.
    pub(super) state: Vec<u32>,
    /// For each part its truth that decides the whole.
    pub(super) guides: Vec<Option<bool>>,
    /// For each place the tables that read it, with the column, and whether one without rows decides the whole.
    pub(super) readers: Vec<Vec<(usize, usize, bool)>>,
    /// For each place the comparisons that have read all after it.
    pub(super) complete: Vec<Vec<usize>>,
    /// The states of those.
    pub(super) lines: Vec<Token>,
    /// Before each place, the rows of each table.
    pub(super) ranges: Vec<Vec<Range>>,
    pub(super) digits: Vec<u16>,
    /// The state after the letter.
    pub(super) after: Vec<u32>,
    pub(super) found: Vec<(Letter, State)>,
}

impl Choice {
    /// Nothing is chosen, for a state.
    pub(super) fn reset(&mut self, state: &[u32], places: usize, tables: usize) {
        self.state.clear();
        self.state.extend_from_slice(state);
        self.after.resize(state.len(), 0);
        self.digits.resize(places, 0);
        self.guides.resize(state.len() - places, None);
        self.lines.resize(state.len() - places, 0);
        self.complete.resize_with(places, Vec::new);
        self.complete.iter_mut().for_each(Vec::clear);
        self.ranges.resize_with(places + 1, || vec![(0, 0); tables]);
        self.readers.resize_with(places, Vec::new);
        self.readers.iter_mut().for_each(Vec::clear);
        self.found.clear();
    }
}
