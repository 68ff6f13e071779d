//! Parameters, their parts and their blocks, as automata and letters.

use crate::automata::{Dfa, Layout, Letter};
use crate::budget::Halt;
use crate::numeration::TrackKind;

/// The parameters of a system: words without end, of which automata read finite parts.
#[derive(Debug)]
pub struct Parameters {
    pub(super) parameter: TrackKind,
    pub(super) number: TrackKind,
    /// The letters of a parameter and of a number that close a block, by index; `None` if each letter is a block.
    pub(super) close: Option<[u32; 2]>,
    /// The parts of parameters.
    pub(super) parts: Dfa,
}

impl Parameters {
    /// What the tracks of a relation with so many numbers are.
    #[must_use]
    pub fn tracks(&self, numbers: usize) -> Vec<TrackKind> {
        std::iter::once(self.parameter.clone()).chain(vec![self.number.clone(); numbers]).collect()
    }

    /// The parts of parameters, on one track.
    #[must_use]
    pub fn parts(&self) -> &Dfa {
        &self.parts
    }

    /// The letters of a parameter, divided into blocks.
    #[must_use]
    pub fn blocks<'a>(&self, letters: &'a [u32]) -> Vec<&'a [u32]> {
        match self.close {
            None => letters.chunks(1).collect(),
            Some([close, _]) => letters.split_inclusive(|&letter| letter == close).collect(),
        }
    }

    /// The letters of zero beside a part.
    #[must_use]
    pub fn zeros_beside(&self, part: &[u32]) -> Vec<u32> {
        let beside = |&letter: &u32| match self.close {
            Some([close, of_numbers]) if letter == close => of_numbers,
            _ => 0,
        };
        part.iter().map(beside).collect()
    }

    pub(super) fn layout(&self, numbers: usize) -> Result<Layout, Halt> {
        let sizes: Vec<u32> = self.tracks(numbers).iter().map(TrackKind::size).collect();
        Ok(Layout::new(&sizes)?)
    }

    /// Whether a letter closes a block: those of all tracks do, if that of the parameter does.
    pub(super) fn closes(&self, layout: &Layout, letter: Letter) -> bool {
        self.close.is_none_or(|[close, _]| layout.slots()[0].digit(letter) == close)
    }

    /// The letters of blocks in front, each with that of the parameter: beside it all numbers have zeros.
    pub(super) fn in_front(&self, layout: &Layout) -> Vec<(Letter, Letter)> {
        let own = self.parts.layout();
        let beside = |digit: u32| match self.close {
            Some([close, of_numbers]) if digit == close => {
                let mut digits = vec![of_numbers; layout.tracks()];
                digits[0] = close;
                layout.pack(&digits)
            }
            _ => layout.slots()[0].place(digit),
        };
        (0..layout.sizes()[0]).map(|digit| (beside(digit), own.pack(&[digit]))).collect()
    }

    /// Those letters alone.
    pub(super) fn letters_in_front(&self, layout: &Layout) -> Vec<Letter> {
        self.in_front(layout).into_iter().map(|letter| letter.0).collect()
    }
}

/// Digits with the values of those of a track.
pub(super) fn digits_of(kind: &TrackKind) -> TrackKind {
    TrackKind::of_digits(&kind.digit_values())
}
