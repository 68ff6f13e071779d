//! How scripts are proved ([`Options`]), and what is reported: an [`Entry`] for each statement, and for errors, lints
//! and whatever else there is to say.

use std::path::PathBuf;
use std::time::Duration;

use crate::budget::Halt;
use crate::games::Table;
use crate::logic::lints::{Finding, Lint};
use crate::logic::{Step, Tactics, Verdict};
use crate::syntax::Diagnostic;

use super::claim::{Claim, Claimed};
use super::command_tree::Written;
use super::outcome::{CommandError, Limits, Run, Saved};
use super::query_result::Proof;
use super::shard::Part;
use super::template::Parameters;
use super::virtual_files::Given;

/// How scripts are proved.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Limits on each statement.
    pub limits: Limits,
    /// Whether the steps of each statement are kept.
    pub explain: bool,
    /// Which constructions may be tried.
    pub tactics: Tactics,
    /// Lints that are errors.
    pub denied: Vec<Lint>,
    /// Whether what commands make is kept.
    pub objects: bool,
    /// Scripts and folders whose names may be used.
    pub context: Vec<PathBuf>,
    /// Where files for other programs go, if not beside each script.
    pub outputs: Option<PathBuf>,
    /// Whether certificates are written.
    pub certify: bool,
    /// Which commands are run; what the others define waits until it is named.
    pub part: Part,
    /// What fills the places in the scripts.
    pub parameters: Parameters,
    /// Where else files that a script names may lie than in its folder; anywhere if there is nothing here.
    pub confined: Option<Vec<PathBuf>>,
    /// Where there is no disk, the files that there are; nothing is written then.
    pub given: Option<Given>,
}

/// How a statement went.
#[derive(Clone, Debug)]
pub struct StatementReport {
    /// Its name.
    pub name: String,
    /// What it claims.
    pub claim: Claim,
    /// The formula as written.
    pub formula: String,
    /// Where it comes from.
    pub citation: Option<String>,
    /// What more there is to say of a kernel.
    pub proof: Option<Proof>,
    /// The comment above it.
    pub comment: String,
    /// Line on which it begins.
    pub line: usize,
    /// The verdict, or why there is none.
    pub outcome: Result<Verdict, CommandError>,
    /// States of the largest automaton on the way.
    pub largest: usize,
    /// For a `cover`: states of what each piece left.
    pub left: Vec<usize>,
    /// The statement as a tree, if objects are kept.
    pub written: Option<Written>,
    /// The hash of what the script says of it: its text, and that of all that it rests on. None if that is not in the script
    /// and the files that it includes alone.
    pub rests_on: Option<String>,
    /// The names of the guesses on which it rests, which are not proved.
    pub guesses: Vec<String>,
    /// How long it took.
    pub time: Duration,
}

impl StatementReport {
    /// True if the statement is what it claims to be; statements that claim nothing only need a verdict.
    pub fn holds(&self) -> bool {
        match (&self.outcome, self.claim) {
            (Ok(verdict), Claim::True | Claim::Kernel) => verdict.truth,
            (Ok(verdict), Claim::False) => !verdict.truth,
            (Ok(_), Claim::None | Claim::Search | Claim::Guess) => true,
            (Err(_), _) => false,
        }
    }
}

/// One line of a file's report.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A statement was tried.
    Statement(StatementReport),
    /// A command could not be read or run.
    Error(Diagnostic),
    /// A definition passed a limit.
    Undefined {
        /// What it would have defined.
        name: String,
        /// Line on which it begins.
        line: usize,
        /// Why it has no result.
        failure: CommandError,
    },
    /// A command that claims nothing found something: what a formula with free variables is, or what is to be seen.
    Shown {
        /// The name it was given, or the line on which it begins.
        name: String,
        /// Line on which it begins.
        line: usize,
        /// How it went.
        run: Run,
    },
    /// A statement belongs to another part.
    Elsewhere(Claimed),
    /// The file could not be read.
    Unreadable(String),
    /// What the writer of the command before should know beside its result.
    Note(String),
    /// The command that is told of next has no certificate: what it needs was ended by this.
    Uncertified(Halt),
    /// A command may not mean what its writer thinks; its own entry stands before.
    Lint {
        /// Which lint, and where.
        finding: Finding,
        /// Whether it is an error.
        denied: bool,
        /// The name of the statement that it is about, if the command makes one.
        of: Option<String>,
    },
    /// A command that claims nothing defined something.
    Defined,
    /// A command made something, or defined a game or a numeration system; if objects are kept.
    Made(Made),
    /// What the certificate of the file says of the command whose entry follows; if certificates are written.
    Certificate(String),
    /// What was done for the command whose entry follows, or that defined something; if steps are kept.
    Steps {
        /// The number of the first in the session.
        first: usize,
        /// In the order in which they were finished.
        steps: Vec<Step>,
    },
}

/// What a command made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The command as written.
    pub command: String,
    /// The comment above it.
    pub comment: String,
    /// Line on which it begins.
    pub line: usize,
    /// What it made.
    pub saved: Vec<Saved>,
    /// What it says as a tree.
    pub written: Option<Written>,
    /// The first Sprague-Grundy values of a game on two or three piles, where they are soon found.
    pub values: Option<Table>,
}

/// What became of one file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The path as it was given or found.
    pub path: PathBuf,
    /// In the order of the file.
    pub entries: Vec<Entry>,
    /// False if the user ended the run before the end of the file.
    pub complete: bool,
}

/// Totals over all files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Theorems and refutations that are what they claim.
    pub hold: usize,
    /// Those with the other verdict.
    pub fail: usize,
    /// Kernels, and values of games, that are proved.
    pub kernels: usize,
    /// Those that were given and are refuted.
    pub false_kernels: usize,
    /// Those of all these that rest on a guess.
    pub guessed: usize,
    /// Statements without a verdict, and commands that could not be read or run.
    pub undecided: usize,
    /// Findings of lints.
    pub warnings: usize,
    /// Findings of lints that are denied.
    pub denied: usize,
    /// Files that were not proved to their end.
    pub unfinished: usize,
    /// Statements that belong to another part.
    pub elsewhere: usize,
    /// Commands that claim nothing and defined something.
    pub definitions: usize,
}

impl Totals {
    /// Adds a file.
    pub fn add(&mut self, report: &FileReport) {
        self.unfinished += usize::from(!report.complete);
        for entry in &report.entries {
            match entry {
                Entry::Statement(statement) => match &statement.outcome {
                    Err(_) => self.undecided += 1,
                    Ok(_) if matches!(statement.claim, Claim::None | Claim::Search | Claim::Guess) => {}
                    Ok(_) => self.count(statement.claim, statement.holds(), !statement.guesses.is_empty()),
                },
                Entry::Error(_) | Entry::Undefined { .. } | Entry::Unreadable(_) => self.undecided += 1,
                Entry::Elsewhere(_) => self.elsewhere += 1,
                Entry::Defined => self.definitions += 1,
                Entry::Lint { denied: true, .. } => self.denied += 1,
                Entry::Lint { denied: false, .. } => self.warnings += 1,
                Entry::Shown { .. }
                | Entry::Note(_)
                | Entry::Uncertified(_)
                | Entry::Steps { .. }
                | Entry::Certificate(_)
                | Entry::Made(_) => {}
            }
        }
    }

    /// Counts what claims something and was decided, and whether it rests on a guess.
    pub(crate) fn count(&mut self, claim: Claim, holds: bool, is_guessed: bool) {
        self.guessed += usize::from(is_guessed);
        let counter = match (claim, holds) {
            (Claim::Kernel, true) => &mut self.kernels,
            (Claim::Kernel, false) => &mut self.false_kernels,
            (_, true) => &mut self.hold,
            (_, false) => &mut self.fail,
        };
        *counter += 1;
    }

    /// 0 if all hold, 1 if one fails or has a lint that is denied, 2 if none does and something could not be decided or
    /// read.
    pub fn exit_code(&self) -> u8 {
        match (self.fail + self.false_kernels + self.denied, self.undecided + self.unfinished) {
            (0, 0) => 0,
            (0, _) => 2,
            _ => 1,
        }
    }
}

impl Entry {
    /// Why it has no result, if it has none.
    pub fn failure(&self) -> Option<&CommandError> {
        match self {
            Entry::Statement(statement) => statement.outcome.as_ref().err(),
            Entry::Undefined { failure, .. } => Some(failure),
            _ => None,
        }
    }
}
