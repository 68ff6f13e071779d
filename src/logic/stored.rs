//! Stored relations as they stand in formulas: known by the object, not by its transitions.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use num_traits::ToPrimitive;

use crate::automata::Dfa;
use crate::budget::{Budget, Halt};
use crate::numeration::Relation;

/// States of a relation beyond which nobody asks whether its tuples are few.
const MOST_STATES: usize = 256;
/// Tuples beyond which they are not few: a formula is written once for each.
const MOST_TUPLES: usize = 16;

/// A stored relation and what it is called where it is read.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The automaton.
    pub dfa: Arc<Dfa>,
    /// With `%` for the variables: `$f(%)`, `W[%]=@1`.
    pub name: Arc<str>,
    /// Whether it tells paddings of one number apart, or has words on its tracks.
    pub of_words: bool,
    /// All its tuples, where they are numbers and are known to be few.
    pub few: Option<Arc<[Vec<i64>]>>,
}

impl Stored {
    /// A relation over numbers.
    pub fn of_numbers(dfa: Arc<Dfa>, name: impl Into<Arc<str>>) -> Stored {
        Stored { dfa, name: name.into(), of_words: false, few: None }
    }
}

/// The tuples of a relation, if they are few.
///
/// # Errors
/// The limit that was passed.
pub fn few_tuples(relation: &Relation, budget: &Budget) -> Result<Option<Arc<[Vec<i64>]>>, Halt> {
    if relation.dfa().states() > MOST_STATES {
        return Ok(None);
    }
    let first = relation.first_within(MOST_TUPLES + 1, budget)?;
    if first.len() > MOST_TUPLES {
        return Ok(None);
    }
    Ok(first.iter().map(|tuple| tuple.iter().map(ToPrimitive::to_i64).collect()).collect())
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
