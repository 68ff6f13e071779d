//! Stored relations as they stand in formulas: known by the object, not by its transitions.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::automata::Dfa;

/// A stored relation and what it is called where it is read.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The automaton.
    pub dfa: Arc<Dfa>,
    /// With `%` for the variables: `$f(%)`, `W[%]=@1`.
    pub name: Arc<str>,
    /// Whether it tells paddings of one number apart, or has words on its tracks.
    pub of_words: bool,
}

impl Stored {
    /// A relation over numbers.
    pub fn of_numbers(dfa: Arc<Dfa>, name: impl Into<Arc<str>>) -> Stored {
        Stored { dfa, name: name.into(), of_words: false }
    }
}

/// One is equal to another if it is the same object: comparing automata edge by edge would cost more than it saves.
impl PartialEq for Stored {
    fn eq(&self, other: &Stored) -> bool {
        Arc::ptr_eq(&self.dfa, &other.dfa) && self.name == other.name && self.of_words == other.of_words
    }
}

impl Eq for Stored {}

impl Hash for Stored {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.dfa).hash(state);
        self.name.hash(state);
    }
}
