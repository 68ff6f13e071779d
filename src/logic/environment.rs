//! What a statement may name: functions, words, numeration systems.

use std::sync::{Arc, Mutex};

use crate::automata::Dfa;
use crate::budget::{Budget, Halt};
use crate::numeration::{Language, NumerationError, NumerationSystem, Relation, TrackKind, normalize_padding};
use crate::words::Indexed;

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
    fn word(&self, name: &str) -> Option<Result<Indexed, String>>;

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
    /// What its arguments are called where it is defined; empty if that is not known.
    arguments: Vec<Arc<str>>,
    /// A language read as a relation, for each list of systems it was called with.
    readings: Mutex<Vec<Reading>>,
    /// A language read as a set of words, for each list of ranges it was called with.
    words: Mutex<Vec<WordReading>>,
}

/// The systems of the arguments, and the relation read in them.
type Reading = (Vec<Arc<NumerationSystem>>, Arc<Dfa>);

/// The ranges of the arguments, the tuples read on them, and whether they tell paddings of one number apart.
type WordReading = (Vec<TrackKind>, (Arc<Dfa>, bool));

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
        Function { kind, arguments: Vec::new(), readings: Mutex::default(), words: Mutex::default() }
    }

    /// Names the arguments, in their order.
    #[must_use]
    pub fn with_arguments(mut self, arguments: Vec<Arc<str>>) -> Function {
        self.arguments = arguments;
        self
    }

    /// What its arguments are called, in their order; empty if that is not known.
    pub fn arguments(&self) -> &[Arc<str>] {
        &self.arguments
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
        let ranges: Vec<TrackKind> = systems.iter().cloned().map(TrackKind::Numbers).collect();
        let words = language.on(&ranges, budget)?;
        let dfa = Relation::from_language(&words, systems, budget)?.dfa().clone();
        readings.push((systems.to_vec(), dfa.clone()));
        Ok(dfa)
    }

    /// The tuples that its words are on arguments with these ranges, some of which stand for words, one object for each
    /// list of ranges; and whether paddings of one number are told apart there, or some range is one of words.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn words(&self, ranges: &[TrackKind], budget: &Budget) -> Result<(Arc<Dfa>, bool), Halt> {
        let FunctionKind::Language(language) = &self.kind else { unreachable!("only languages have tracks of digits") };
        let mut words = self.words.lock().expect("no holder panics");
        if let Some((_, known)) = words.iter().find(|(known, _)| known == ranges) {
            return Ok(known.clone());
        }
        let dfa = language.on(ranges, budget)?;
        let systems: Vec<Arc<NumerationSystem>> = ranges.iter().filter_map(TrackKind::system).cloned().collect();
        let of_words = systems.len() < ranges.len() || normalize_padding(&dfa, &systems, budget)? != dfa;
        let reading = (Arc::new(dfa), of_words);
        words.push((ranges.to_vec(), reading.clone()));
        Ok(reading)
    }
}
