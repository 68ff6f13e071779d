//! Whether a move leads from one position to another, for many pairs: the automaton of the moves as a table.
//!
//! A pair costs one look at the table for each digit. Listing the positions with a move to a given one
//! ([`Completions`]) costs as much for each of them, which is worse where whole regions have one.

use crate::automata::{Dfa, Letter, Slot, State};
use crate::budget::{Budget, Halt};

use super::options::{Completions, Digits};

/// Bits of a letter up to which rows of the table are made; with more, edges are looked up.
const TABLE_BITS: u32 = 10;
/// No edge.
const NONE: u32 = u32::MAX;

/// The moves between positions with digits that are tabulated.
pub(super) struct Moves<'a> {
    dfa: &'a Dfa,
    length: usize,
    /// For each track the letters of the digits of each number, `length` a number.
    letters: Vec<Vec<u64>>,
    table: Vec<u32>,
    bits: u32,
}

impl<'a> Moves<'a> {
    /// The relation of some numbers, in the order of its tracks.
    ///
    /// # Errors
    /// There is no room for the table.
    pub fn new(relation: &'a Completions, digits: &Digits, budget: &Budget) -> Result<Moves<'a>, Halt> {
        let dfa = relation.dfa();
        let slots = dfa.layout().slots();
        budget.check_room(slots.len() * digits.side as usize * digits.length * size_of::<u64>())?;
        let of_track = |slot: &Slot| {
            let digits = (0..digits.side).flat_map(|n| digits.of(n).iter());
            digits.map(|&digit| slot.place(u32::from(digit)).bits()).collect()
        };
        let all: Letter = slots.iter().map(|slot| slot.mask()).collect();
        let bits = u64::BITS - all.bits().leading_zeros();
        let mut table = Vec::new();
        if bits <= TABLE_BITS {
            table.resize(dfa.states() << bits, NONE);
            for (state, letter, target) in dfa.transitions().iter() {
                table[(state.index() << bits) + letter.bits() as usize] = target.index() as u32;
            }
        }
        Ok(Moves { dfa, length: digits.length, letters: slots.iter().map(of_track).collect(), table, bits })
    }

    /// Whether these numbers are related.
    pub fn relate(&self, numbers: [u64; 4]) -> bool {
        let mut state = State::START;
        let starts = numbers.map(|n| n as usize * self.length);
        for place in 0..self.length {
            let tracks = self.letters.iter().zip(starts);
            let letter = tracks.fold(0, |letter, (letters, start)| letter | letters[start + place]);
            let next = match self.table.is_empty() {
                true => self.dfa.transitions().step(state, letter.into()),
                false => {
                    let target = self.table[(state.index() << self.bits) + letter as usize];
                    (target != NONE).then(|| State::new(target as usize))
                }
            };
            match next {
                Some(next) => state = next,
                None => return false,
            }
        }
        self.dfa.accepting()[state]
    }
}
