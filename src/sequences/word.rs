//! The values of a sequence that takes finitely many: the numbers at which it has each of them.

use std::sync::Arc;

use num_traits::ToPrimitive;

use crate::automata::{Dfa, Dfao, Image, Rational, Transitions};
use crate::budget::{Budget, Halt};
use crate::numeration::Relation;
use crate::words::{Word, WordError};

use super::sequence::Sequence;

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
}

impl Values {
    /// The tuples at which it has some of them; 0, which it has at words that represent nothing, is none of these.
    pub fn select(&self, wanted: impl Fn(&Rational) -> bool) -> Relation {
        let accepting = self.values.iter().map(wanted).collect();
        let layout = self.sequence.linear().layout.clone();
        let dfa = Dfa::new(layout, self.transitions.clone(), accepting).minimize();
        Relation::from_closed(Arc::new(dfa), vec![self.sequence.system().clone(); self.sequence.variables()])
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
