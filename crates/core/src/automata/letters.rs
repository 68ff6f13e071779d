//! Letters end to end: those of all rows of an automaton.
//!
//! A letter has 64 bits, of which few automata use more than eight: a byte each as long as all of them fit, where an
//! automaton of millions of states would take more memory for its letters than for all else. The first that does not fit
//! makes all of them wide, once. Costs a look at the width for each letter that is read, always with one outcome.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::letter::Letter;
use crate::tuning::automata::transitions;

/// A list of letters.
#[derive(Clone, Debug)]
pub(super) enum Letters {
    Narrow(Vec<u8>),
    Wide(Vec<Letter>),
}

/// Letters that stand together in a list.
#[derive(Clone, Copy, Debug)]
pub struct LetterRow<'a>(Row<'a>);

#[derive(Clone, Copy, Debug)]
enum Row<'a> {
    Narrow(&'a [u8]),
    Wide(&'a [Letter]),
}

fn widened(byte: u8) -> Letter {
    Letter::from(u64::from(byte))
}

impl Letters {
    pub(super) const NONE: Letters = Letters::Narrow(Vec::new());

    /// None, with room for as many as here, and as wide ones.
    pub(super) fn with_same_room(&self) -> Letters {
        match self {
            Letters::Narrow(letters) => Letters::Narrow(Vec::with_capacity(letters.len())),
            Letters::Wide(letters) => Letters::Wide(Vec::with_capacity(letters.len())),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Letters::Narrow(letters) => letters.len(),
            Letters::Wide(letters) => letters.len(),
        }
    }

    /// Appends letters, so many.
    #[inline]
    pub(super) fn extend(&mut self, letters: impl ExactSizeIterator<Item = Letter> + Clone) {
        if let Letters::Narrow(narrow) = self {
            if letters.clone().all(|letter| u8::try_from(letter.bits()).is_ok()) {
                make_room(narrow, letters.len());
                narrow.extend(letters.map(|letter| letter.bits().to_le_bytes()[0]));
                return;
            }
            *self = Letters::Wide(narrow.iter().copied().map(widened).collect());
        }
        if let Letters::Wide(wide) = self {
            make_room(wide, letters.len());
            wide.extend(letters);
        }
    }

    /// The letters at these places.
    #[inline]
    pub(super) fn row(&self, places: Range<usize>) -> LetterRow<'_> {
        LetterRow(match self {
            Letters::Narrow(letters) => Row::Narrow(&letters[places]),
            Letters::Wide(letters) => Row::Wide(&letters[places]),
        })
    }

    /// Moves those at these places to where the others begin that are moved.
    pub(super) fn copy_within(&mut self, from: Range<usize>, to: usize) {
        match self {
            Letters::Narrow(letters) => letters.copy_within(from, to),
            Letters::Wide(letters) => letters.copy_within(from, to),
        }
    }

    /// Leaves the first so many.
    pub(super) fn truncate(&mut self, count: usize) {
        match self {
            Letters::Narrow(letters) => letters.truncate(count),
            Letters::Wide(letters) => letters.truncate(count),
        }
    }

    /// Gives back the room for more.
    pub(super) fn shrink_to_fit(&mut self) {
        match self {
            Letters::Narrow(letters) => letters.shrink_to_fit(),
            Letters::Wide(letters) => letters.shrink_to_fit(),
        }
    }

    /// All of them, to be cut into pieces.
    pub(super) fn piece(&mut self) -> LetterPiece<'_> {
        match self {
            Letters::Narrow(letters) => LetterPiece::Narrow(letters),
            Letters::Wide(letters) => LetterPiece::Wide(letters),
        }
    }

    /// All of them.
    pub(super) fn all(&self) -> LetterRow<'_> {
        self.row(0..self.len())
    }
}

/// A piece of a list whose letters are moved.
pub(super) enum LetterPiece<'a> {
    Narrow(&'a mut [u8]),
    Wide(&'a mut [Letter]),
}

impl<'a> LetterPiece<'a> {
    /// The first so many, and the others.
    pub(super) fn split(self, count: usize) -> (LetterPiece<'a>, LetterPiece<'a>) {
        match self {
            LetterPiece::Narrow(letters) => {
                let (own, rest) = letters.split_at_mut(count);
                (LetterPiece::Narrow(own), LetterPiece::Narrow(rest))
            }
            LetterPiece::Wide(letters) => {
                let (own, rest) = letters.split_at_mut(count);
                (LetterPiece::Wide(own), LetterPiece::Wide(rest))
            }
        }
    }

    /// Copies a letter from one place to another.
    #[inline]
    pub(super) fn copy(&mut self, from: usize, to: usize) {
        match self {
            LetterPiece::Narrow(letters) => letters[to] = letters[from],
            LetterPiece::Wide(letters) => letters[to] = letters[from],
        }
    }
}

impl<'a> LetterRow<'a> {
    /// Number of letters.
    #[inline]
    pub fn len(self) -> usize {
        match self.0 {
            Row::Narrow(letters) => letters.len(),
            Row::Wide(letters) => letters.len(),
        }
    }

    /// True if there is no letter.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The letter at this place.
    #[inline]
    pub fn at(self, place: usize) -> Letter {
        match self.0 {
            Row::Narrow(letters) => widened(letters[place]),
            Row::Wide(letters) => letters[place],
        }
    }

    /// The letters in turn.
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = Letter> + Clone + 'a {
        (0..self.len()).map(move |place| self.at(place))
    }

    /// Where this letter stands first.
    #[inline]
    pub fn position(self, letter: Letter) -> Option<usize> {
        match self.0 {
            Row::Narrow(letters) => {
                let byte = u8::try_from(letter.bits()).ok()?;
                letters.iter().position(|&other| other == byte)
            }
            Row::Wide(letters) => letters.iter().position(|&other| other == letter),
        }
    }

    /// How many come before the first for which `is_before` does not hold, which holds for none that follows.
    #[inline]
    pub fn partition_point(self, mut is_before: impl FnMut(Letter) -> bool) -> usize {
        match self.0 {
            Row::Narrow(letters) => letters.partition_point(|&byte| is_before(widened(byte))),
            Row::Wide(letters) => letters.partition_point(|&letter| is_before(letter)),
        }
    }
}

impl PartialEq for LetterRow<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Row::Narrow(a), Row::Narrow(b)) => a == b,
            (Row::Wide(a), Row::Wide(b)) => a == b,
            _ => self.iter().eq(other.iter()),
        }
    }
}

impl PartialEq for Letters {
    fn eq(&self, other: &Self) -> bool {
        self.all() == other.all()
    }
}

impl Hash for Letters {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_usize(self.len());
        self.all().iter().for_each(|letter| letter.hash(hasher));
    }
}

/// Room for so many more.
pub(super) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.len() >= transitions::DOUBLED_EDGES && list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 4));
    }
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn letters_are_those_of_a_plain_list(
            rows in proptest::collection::vec(
                proptest::collection::vec(prop_oneof![9 => 0u64..20, 2 => 250u64..258, 1 => any::<u64>()], 0..5),
                0..8,
            ),
        ) {
            let (mut letters, mut plain) = (Letters::NONE, Vec::new());
            for mut row in rows {
                row.sort_unstable();
                let from = plain.len();
                letters.extend(row.iter().map(|&bits| Letter::from(bits)));
                plain.extend(row.iter().map(|&bits| Letter::from(bits)));
                let found = letters.row(from..plain.len());
                prop_assert!(found.iter().eq(plain[from..].iter().copied()));
                prop_assert_eq!((found.len(), found.is_empty()), (row.len(), row.is_empty()));
                for letter in [3, 255, 256, 1 << 40].map(Letter::from) {
                    prop_assert_eq!(found.position(letter), plain[from..].iter().position(|&other| other == letter));
                    let before = plain[from..].partition_point(|&other| other < letter);
                    prop_assert_eq!(found.partition_point(|other| other < letter), before);
                }
            }
            let is_wide = plain.iter().any(|letter| letter.bits() > 255);
            prop_assert_eq!(matches!(letters, Letters::Wide(_)), is_wide);
            // Equal lists are equal whatever their width is.
            let wide = Letters::Wide(plain.clone());
            let state = rustc_hash::FxBuildHasher;
            prop_assert!(letters == wide && state.hash_one(&letters) == state.hash_one(&plain));
            if plain.len() > 2 {
                letters.copy_within(2..plain.len(), 1);
                letters.piece().split(1).1.copy(1, 0);
                letters.truncate(plain.len() - 1);
                plain.copy_within(2.., 1);
                plain[1] = plain[2];
                plain.truncate(plain.len() - 1);
                prop_assert!(letters == Letters::Wide(plain));
            }
        }
    }
}
