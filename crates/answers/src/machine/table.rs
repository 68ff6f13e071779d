//! The rows of an automaton in the order of the places of a machine, so that fixing one digit after another leaves a range of them.

use crate::formula::Dfa;

/// An automaton whose letters are sorted by the places that it reads.
#[derive(Debug)]
pub(crate) struct Table {
    /// The places that it reads, each once, in their order.
    pub(crate) places: Vec<usize>,
    digits: Vec<u16>,
    targets: Vec<u32>,
    starts: Vec<u32>,
    accepting: Vec<bool>,
}

/// Rows of a table, from one to another.
pub(crate) type Range = (u32, u32);

impl Table {
    /// The table of an automaton whose tracks are these places.
    pub(crate) fn new(dfa: &Dfa, tracks: &[usize]) -> Table {
        let mut places = tracks.to_vec();
        places.sort_unstable();
        places.dedup();
        let first = |place: &usize| tracks.iter().position(|track| track == place).expect("a track");
        let columns: Vec<usize> = places.iter().map(first).collect();
        let mut table = Table {
            digits: Vec::new(),
            targets: Vec::new(),
            starts: vec![0],
            accepting: dfa.accepting.clone(),
            places,
        };
        for row in &dfa.rows {
            // Tracks of one variable have one digit.
            let agrees = |letter: &[u16]| {
                letter.len() == tracks.len() && (0..tracks.len()).all(|i| letter[i] == letter[first(&tracks[i])])
            };
            let own = row.iter().filter(|(letter, _)| agrees(letter));
            let ordered = |(letter, to): &(Box<[u16]>, usize)| {
                (columns.iter().map(|column| letter[*column]).collect::<Vec<_>>(), *to as u32)
            };
            let mut rows: Vec<_> = own.map(ordered).collect();
            rows.sort_unstable();
            for (letter, to) in rows {
                table.digits.extend(letter);
                table.targets.push(to);
            }
            table.starts.push(table.targets.len() as u32);
        }
        table
    }

    pub(crate) fn accepts(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// The rows of a state.
    pub(crate) fn rows(&self, state: u32) -> Range {
        (self.starts[state as usize], self.starts[state as usize + 1])
    }

    /// Those of some rows, which agree in the columns before, that have a digit in a column.
    pub(crate) fn narrow(&self, (from, to): Range, column: usize, digit: u16) -> Range {
        let width = self.places.len();
        let at = |row: u32| self.digits[row as usize * width + column];
        let mut low = from;
        while low < to && at(low) < digit {
            low += 1;
        }
        let mut high = low;
        while high < to && at(high) == digit {
            high += 1;
        }
        (low, high)
    }

    /// The state after the letter of a row.
    pub(crate) fn target(&self, row: u32) -> u32 {
        self.targets[row as usize]
    }
}
