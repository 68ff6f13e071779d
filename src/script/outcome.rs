//! What a command did, or why it did nothing, and what it may use.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::budget::{Budget, Cores, Halt, Limit, ProgressRegistry, Spill};
use crate::library::Directory;
use crate::logic::{Cache, DecideError, Function, ResolveError, Verdict};
use crate::numeration::{Language, Relation};
use crate::syntax::{Diagnostic, Source};
use crate::words::Indexed;

use super::claim::Claim;
use super::query_result::{Proof, QueryResult};

/// What each statement of a session may use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time for one statement.
    pub time: Option<Duration>,
    /// Bytes that the process may have in use; without it, nearly what the machine has.
    pub memory: Option<usize>,
    /// States of one automaton.
    pub states: Option<usize>,
    /// Looks at the clock, which are as many on every machine.
    pub looks: Option<usize>,
    /// Cores that may help a statement while they are free.
    pub cores: Cores,
    /// Where what does not fit into memory may stand.
    pub spill: Option<Spill>,
    /// Relations kept between runs.
    pub cache: Option<Arc<dyn Cache>>,
    /// Where sessions show what they are doing.
    pub registry: Option<ProgressRegistry>,
    /// Set when the statements of these sessions alone are to end.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// A budget for one statement, its clock running from now. What the user left open is as large as can be; he can
    /// always interrupt.
    pub fn budget(&self) -> Budget {
        let budget = Budget::new(self.time.unwrap_or(Duration::MAX), self.memory.unwrap_or(usize::MAX));
        let mut budget = budget.with_cores(self.cores.clone()).with_spill(self.spill.clone());
        if let Some(states) = self.states {
            budget = budget.with_states(states);
        }
        if let Some(looks) = self.looks {
            budget = budget.with_looks(looks);
        }
        if let Some(stop) = &self.stop {
            budget = budget.with_stop(stop.clone());
        }
        budget
    }
}

/// Why a name is undecided.
#[derive(Clone, Debug)]
pub struct Cause {
    name: String,
    /// The script and the line of the command that failed.
    script: String,
    line: usize,
    /// Whether it stands in the script that looks the name up.
    is_here: bool,
    /// Why it failed, until somebody was told.
    untold: Arc<Mutex<Option<CommandError>>>,
    /// Whether what looks the name up is undecided all the same, and the failure is told beside it.
    is_aside: bool,
}

impl Cause {
    /// The failure of the command that begins at a place, of which everybody was told.
    pub(super) fn new(source: &Source, start: usize) -> Cause {
        let (script, line) = (source.name().to_owned(), source.position(start).line);
        Cause { name: String::new(), script, line, is_here: true, untold: Arc::default(), is_aside: false }
    }

    /// A file or folder that was to be used and cannot be read.
    pub(super) fn missing(path: &Path) -> Cause {
        let script = path.display().to_string();
        Cause { name: String::new(), script, line: 0, is_here: false, untold: Arc::default(), is_aside: false }
    }

    /// A cause of which nobody has been told why: the first that looks the name up is.
    pub(super) fn untold(self, why: CommandError) -> Cause {
        Cause { untold: Arc::new(Mutex::new(Some(why))), ..self }
    }

    /// The name that was looked up.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The line of the command that left it undecided.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The script in which that command stands.
    pub fn script(&self) -> &str {
        &self.script
    }

    /// The cause for a name. One that has a name keeps it: the reason is that of the first failure, also for what rests on it.
    pub(super) fn of(&self, name: String) -> Cause {
        if self.name.is_empty() { Cause { name, ..self.clone() } } else { self.clone() }
    }

    /// A cause whose failure is told beside what looks the name up: it belongs to a part of the script that another run proves.
    pub(super) fn aside(self) -> Cause {
        Cause { is_aside: true, ..self }
    }

    /// The failure that is to be told beside what looks the name up, if nobody was told of it.
    pub(super) fn take_aside(&self) -> Option<CommandError> {
        self.is_aside.then(|| self.untold.lock().expect("no holder panics").take()).flatten()
    }

    /// What a command of a script that looked the name up fails with: the failure itself, if nobody was told of it.
    pub(super) fn into_error(self, script: &str) -> CommandError {
        let untold = self.untold.lock().expect("no holder panics").take();
        untold.unwrap_or_else(|| CommandError::Undecided(Cause { is_here: self.script == script, ..self }))
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "`{}` may be defined in `{}`, which cannot be read", self.name, self.script),
            line if self.is_here => write!(f, "`{}` was left undecided at line {line}", self.name),
            line => write!(f, "`{}` was left undecided at {}:{line}", self.name, self.script),
        }
    }
}

/// Why a command has no effect.
#[derive(Clone, Debug)]
pub enum CommandError {
    /// It is wrong at a place that is shown.
    Wrong(Diagnostic),
    /// It passed a limit.
    Limit {
        /// Which.
        limit: Halt,
        /// The formula on which work was, if it was known by then.
        at: Option<String>,
    },
    /// It looked up a name that an earlier failure left undecided.
    Undecided(Cause),
    /// The engine contradicted itself.
    Contradiction,
    /// It passed a limit; what is known by then.
    Unfinished(String),
    /// A command of another script failed without saying where.
    Elsewhere {
        /// Why.
        why: Box<CommandError>,
        /// File and line.
        place: String,
    },
}

impl CommandError {
    /// Whether it needed more memory than it might have.
    pub fn is_lack_of_memory(&self) -> bool {
        match self {
            CommandError::Limit { limit, .. } => *limit == Halt::Limit(Limit::Memory),
            CommandError::Elsewhere { why, .. } => why.is_lack_of_memory(),
            _ => false,
        }
    }
}

impl From<ResolveError> for CommandError {
    fn from(stop: ResolveError) -> CommandError {
        match stop {
            ResolveError::Wrong(diagnostic) => CommandError::Wrong(diagnostic),
            ResolveError::Limit(limit) => limit.into(),
        }
    }
}

impl From<DecideError> for CommandError {
    fn from(undecided: DecideError) -> CommandError {
        match undecided {
            DecideError::Limit(limit) => limit.into(),
            DecideError::Contradiction => CommandError::Contradiction,
        }
    }
}

impl From<Diagnostic> for CommandError {
    fn from(diagnostic: Diagnostic) -> CommandError {
        CommandError::Wrong(diagnostic)
    }
}

impl From<Halt> for CommandError {
    fn from(limit: Halt) -> CommandError {
        CommandError::Limit { limit, at: None }
    }
}

/// What a command did.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Something was defined, or nothing was to be shown.
    Nothing,
    /// A closed statement has a verdict.
    Verdict(Verdict),
    /// A statement with free variables has an automaton.
    Relation(Vec<Arc<str>>, Relation),
    /// A statement with free variables that are words has an automaton.
    Words(Vec<Arc<str>>, Language),
    /// Something is to be shown.
    Query(QueryResult),
    /// Whether the pieces of a `cover` leave nothing, and the states of what each left.
    Covered(Verdict, Vec<usize>),
    /// What a command about games claims was proved or refuted.
    Proved(Verdict, Proof),
    /// The script ends here.
    Quit,
}

impl Effect {
    /// The verdict, if the command has one, and the word for it.
    pub fn verdict(&self) -> Option<(&Verdict, &'static str)> {
        let (verdict, claim) = match self {
            Effect::Verdict(verdict) | Effect::Covered(verdict, _) => (verdict, Claim::None),
            Effect::Proved(verdict, Proof::Redundant(_)) => (verdict, Claim::Search),
            Effect::Proved(verdict, Proof::Guess { .. }) => (verdict, Claim::Guess),
            Effect::Proved(verdict, _) => (verdict, Claim::None),
            _ => return None,
        };
        Some((verdict, claim.word(verdict.truth)))
    }
}

/// How a command went.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it did.
    pub effect: Effect,
    /// States of the largest automaton on the way.
    pub largest: usize,
    /// How long it took.
    pub time: Duration,
    /// What it made.
    pub saved: Vec<Saved>,
    /// How it got there, for a formula in a session with folders.
    pub steps: Vec<LoggedStep>,
    /// What its writer should know beside the result.
    pub notes: Vec<String>,
    /// The names of the guesses on which it rests.
    pub guesses: BTreeSet<String>,
}

impl Run {
    /// The truth of a closed statement.
    pub fn truth(&self) -> Option<bool> {
        match &self.effect {
            Effect::Verdict(verdict) => Some(verdict.truth),
            _ => None,
        }
    }
}

/// Something that a command made and that outlives it.
#[derive(Clone, Debug)]
pub enum Saved {
    /// A function and its name.
    Function(String, Arc<Function>),
    /// A function, its name, and what its file says of it.
    Checksummed(String, Arc<Function>, String),
    /// A word and its name.
    Word(String, Indexed),
    /// A morphism as its file says it.
    Morphism(String, String),
    /// A macro.
    Macro(String, String),
    /// A file of a directory.
    Stored(Directory, String, String),
    /// A file for other programs, with its ending.
    File(String, String),
}

/// One automaton that was built on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedStep {
    /// How deep its formula stands in the whole.
    pub depth: usize,
    /// Its formula.
    pub formula: String,
    /// Its states.
    pub states: usize,
    /// How long it took.
    pub time: Duration,
}
