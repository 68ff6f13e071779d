//! What a statement may name: functions, words, numeration systems.

use std::sync::{Arc, Mutex};

use crate::automata::{Budget, Dfa, Halt};
use crate::numeration::{Language, NumerationError, NumerationSystem, Relation};
use crate::words::Word;

/// Looks up the names in a statement.
pub trait Environment {
    /// The system with this full name.
    ///
    /// # Errors
    /// If nothing has this name.
    fn system(&self, full_name: &str) -> Result<Arc<NumerationSystem>, NumerationError>;

    /// What `$name` calls, or why it cannot be read.
    fn function(&self, name: &str) -> Option<Result<Arc<Function>, String>>;

    /// What `name[..]` reads, or why it cannot be read.
    fn word(&self, name: &str) -> Option<Result<Arc<Word>, String>>;

    /// Every function, for suggestions.
    fn functions(&self) -> Vec<String>;

    /// Every word, for suggestions.
    fn words(&self) -> Vec<String>;

    /// Every system, without `msd_`, for suggestions.
    fn systems(&self) -> Vec<String>;
}

/// A saved automaton that formulas can call.
#[derive(Debug)]
pub struct Function {
    kind: FunctionKind,
    /// A language read as a relation, for each list of systems it was called with.
    readings: Mutex<Vec<Reading>>,
}

/// The systems of the arguments, and the relation read in them.
type Reading = (Vec<Arc<NumerationSystem>>, Arc<Dfa>);

/// What a function is.
#[derive(Debug)]
pub enum FunctionKind {
    /// A closed statement.
    Truth(bool),
    /// A relation over numbers.
    Relation(Relation),
    /// Words of digits, which become a relation where they are called.
    Language(Language),
}

impl Function {
    /// The function of this kind.
    pub fn new(kind: FunctionKind) -> Function {
        Function { kind, readings: Mutex::default() }
    }

    /// What it is.
    pub fn kind(&self) -> &FunctionKind {
        &self.kind
    }

    /// Number of arguments.
    pub fn arity(&self) -> usize {
        match &self.kind {
            FunctionKind::Truth(_) => 0,
            FunctionKind::Relation(relation) => relation.systems().len(),
            FunctionKind::Language(language) => language.tracks.len(),
        }
    }

    /// The relation it is on arguments in these systems, one object for each list of systems.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn reading(&self, systems: &[Arc<NumerationSystem>], budget: &Budget) -> Result<Arc<Dfa>, Halt> {
        let language = match &self.kind {
            FunctionKind::Relation(relation) => return Ok(relation.dfa().clone()),
            FunctionKind::Truth(_) => unreachable!("a closed statement has no arguments"),
            FunctionKind::Language(language) => language,
        };
        let mut readings = self.readings.lock().expect("no holder panics");
        if let Some((_, dfa)) = readings.iter().find(|(known, _)| known == systems) {
            return Ok(dfa.clone());
        }
        let dfa = Relation::from_language(&language.dfa, systems, budget)?.dfa().clone();
        readings.push((systems.to_vec(), dfa.clone()));
        Ok(dfa)
    }
}
