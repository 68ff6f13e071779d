//! The values of a sequence that takes finitely many: the numbers at which it has each of them.

use std::sync::Arc;

use num_traits::ToPrimitive;

use num_bigint::BigInt;

use crate::automata::{Dfa, Dfao, Image, Rational, State, Track, Transitions, index};
use crate::budget::{Budget, Halt};
use crate::numeration::{Compare, LinearAtom, Relation};
use crate::words::{Word, WordError};

use super::sequence::{Sequence, SequenceError};

/// Where each digit leads from each state, if a number begins so, and the value of each state.
pub type DigitAutomaton = (Vec<Vec<Option<usize>>>, Vec<BigInt>);

/// An automaton whose states are the row vectors of a sequence, with their values.
#[derive(Clone, Debug)]
pub struct Values {
    sequence: Sequence,
    transitions: Transitions,
    values: Vec<Rational>,
}

impl Sequence {
    /// Its values, if they are found to be finitely many.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn values(&self, budget: &Budget) -> Result<Option<Values>, Halt> {
        Ok(match self.linear().image(budget)? {
            Image::Finite(transitions, values) => Some(Values { sequence: self.clone(), transitions, values }),
            Image::Infinite(_) | Image::Unknown(_) => None,
        })
    }

    /// The sequence of a(n+1) - a(n), of one variable as this one is.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn differences(&self, budget: &Budget) -> Result<Sequence, SequenceError> {
        let next = Relation::linear(self.system(), &LinearAtom::new(&[1, -1], Compare::Equal, -1), budget)?;
        Sequence::summed(&next, &[Track(0)], &[(self, vec![Track(1)])], budget)?.minus(self, budget)
    }
}

impl Values {
    /// The tuples at which it has some of them; 0, which it has at words that represent nothing, is none of these.
    pub fn select(&self, wanted: impl Fn(&Rational) -> bool) -> Relation {
        let accepting = self.values.iter().map(wanted).collect();
        let layout = self.sequence.linear().layout.clone();
        let dfa = Dfa::new(layout, self.transitions.clone(), accepting).minimize();
        Relation::from_closed(Arc::new(dfa), vec![self.sequence.system().clone(); self.sequence.variables()])
    }

    /// The automaton of a sequence of one variable; `None` if a value is not whole.
    pub fn by_digits(&self) -> Option<DigitAutomaton> {
        let slot = self.sequence.linear().layout.slots()[0];
        let row = |state: State| {
            let mut row = Vec::new();
            for (letter, target) in self.transitions.row(state) {
                let digit = index(slot.digit(letter));
                row.resize(row.len().max(digit + 1), None);
                row[digit] = Some(target.index());
            }
            row
        };
        let rows = State::START.onwards().take(self.values.len()).map(row).collect();
        let whole = |value: &Rational| value.is_integer().then(|| value.to_integer());
        Some((rows, self.values.iter().map(whole).collect::<Option<_>>()?))
    }

    /// The word of these values; `None` if one of them is no whole number of 64 bits.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn word(&self, budget: &Budget) -> Result<Option<Word>, WordError> {
        let value = |value: &Rational| value.is_integer().then(|| value.numer().to_i64()).flatten();
        let Some(outputs) = self.values.iter().map(value).collect::<Option<Vec<i64>>>() else { return Ok(None) };
        let dfao = Dfao::new(self.sequence.linear().layout.clone(), self.transitions.clone(), outputs);
        let systems = vec![self.sequence.system().clone(); self.sequence.variables()];
        Word::new(&dfao, systems, budget).map(Some)
    }
}
