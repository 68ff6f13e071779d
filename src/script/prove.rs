//! Proves script files: each in a session of its own, several at a time, reports in the order of the files.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use crate::budget::process::is_interrupted;
use crate::budget::{Cores, Halt};
use crate::disk::read_given;
use crate::games::Table;
use crate::logic::lints::{Finding, Lint};
use crate::logic::{Step, Tactics, Verdict};
use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Diagnostic, Source, parse_in_order};

use super::certify::is_found;
use super::claimed::{Claim, Claimed, names_of};
use super::given::Given;
use super::lint::{MARK, Repeated};
use super::opened::{leave, opened};
use super::outcome::Saved;
use super::outcome::{CommandError, Effect, Limits, Run};
use super::part::Part;
use super::seen::Proof;
use super::session::Session;
use super::standard::comment_above;
use super::template::{Parameters, filled};
use super::written::Written;

/// Stack of a worker: formulas are allowed to nest as deep as `logic` lets them.
const STACK: usize = 256 << 20;

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
    /// How long it took.
    pub time: Duration,
}

impl StatementReport {
    /// True if the statement is what it claims to be; statements that claim nothing only need a verdict.
    pub fn holds(&self) -> bool {
        match (&self.outcome, self.claim) {
            (Ok(verdict), Claim::True) => verdict.truth,
            (Ok(verdict), Claim::False) => !verdict.truth,
            (Ok(_), Claim::None) => true,
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
    },
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

/// What is heard while files are proved: of one after another, whatever is proved at the same time.
#[derive(Debug)]
pub enum News<'a> {
    /// A file begins; the longest name of its statements has so many characters.
    Begins(&'a Path, usize),
    /// Something became known.
    Entry(&'a Path, &'a Entry),
    /// The file ends.
    Ends(&'a FileReport),
}

/// Totals over all files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Statements that are what they claim.
    pub hold: usize,
    /// Statements with the other verdict.
    pub fail: usize,
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
}

impl Totals {
    /// Adds a file.
    pub fn add(&mut self, report: &FileReport) {
        self.unfinished += usize::from(!report.complete);
        for entry in &report.entries {
            match entry {
                Entry::Statement(statement) => match &statement.outcome {
                    Err(_) => self.undecided += 1,
                    Ok(_) if statement.claim == Claim::None => {}
                    Ok(_) if statement.holds() => self.hold += 1,
                    Ok(_) => self.fail += 1,
                },
                Entry::Error(_) | Entry::Undefined { .. } | Entry::Unreadable(_) => self.undecided += 1,
                Entry::Elsewhere(_) => self.elsewhere += 1,
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

    /// 0 if all hold, 1 if one fails or has a lint that is denied, 2 if none does and something could not be decided or
    /// read.
    pub fn exit_code(&self) -> u8 {
        match (self.fail + self.denied, self.undecided + self.unfinished) {
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

/// What is told of a script in progress.
#[derive(Clone, Debug)]
pub enum Told {
    /// The command on this line is tried.
    Tries(usize),
    /// Something became known.
    Knows(Box<Entry>),
}

/// What a worker tells of a file.
enum Message {
    Begins(usize),
    Tries(usize),
    Entry(Box<Entry>),
    Ends(bool),
}

/// Proves the files, `jobs` at a time, and tells what is known as soon as it is, in the order of the files. Cores for which
/// there is no file help with the others. Once the user has interrupted nothing more is tried.
///
/// # Errors
/// If no thread can be made.
pub fn prove(files: &[PathBuf], options: &Options, jobs: usize, mut heard: impl FnMut(News<'_>)) -> io::Result<()> {
    let cores = Cores::new(jobs.max(1));
    let limits = Limits { cores: cores.clone(), ..options.limits.clone() };
    let options = &Options { limits, ..options.clone() };
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel::<(usize, Message)>();
    std::thread::scope(|scope| {
        let mut first_failure = None;
        let mut workers = 0;
        for _ in 0..jobs.clamp(1, files.len().max(1)) {
            let (next, send, core) = (&next, send.clone(), cores.lend(1));
            let work = move || {
                let _core = core;
                while let Some((index, file)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    files.get(index).map(|file| (index, file))
                } {
                    // Whoever listens does so until all is told.
                    let tell = |message| drop(send.send((index, message)));
                    tell(Message::Ends(prove_file((index, file), options, &tell)));
                }
            };
            match std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                Ok(_) => workers += 1,
                Err(error) => first_failure = Some(error),
            }
        }
        drop(send);
        match first_failure {
            Some(error) if workers == 0 => {
                Err(io::Error::new(error.kind(), format!("no thread can be started: {error}")))
            }
            // Those that there are do the work of all.
            _ => {
                in_turn(files, receive, &mut heard);
                Ok(())
            }
        }
    })
}

/// Tells what comes in the order of the files.
fn in_turn(files: &[PathBuf], receive: mpsc::Receiver<(usize, Message)>, heard: &mut impl FnMut(News<'_>)) {
    let mut waiting: BTreeMap<usize, Vec<Message>> = BTreeMap::new();
    let mut turn = 0;
    let mut entries = Vec::new();
    for (index, message) in receive {
        waiting.entry(index).or_default().push(message);
        while let Some(messages) = waiting.remove(&turn) {
            let path = &files[turn];
            for message in messages {
                match message {
                    Message::Begins(width) => heard(News::Begins(path, width)),
                    Message::Tries(_) => {}
                    Message::Entry(entry) => {
                        heard(News::Entry(path, &entry));
                        entries.push(*entry);
                    }
                    Message::Ends(complete) => {
                        let entries = std::mem::take(&mut entries);
                        heard(News::Ends(&FileReport { path: path.clone(), entries, complete }));
                        turn += 1;
                    }
                }
            }
        }
    }
}

/// Proves a file, which has its place among others; whether to its end.
fn prove_file((place, path): (usize, &Path), options: &Options, tell: &dyn Fn(Message)) -> bool {
    if is_interrupted() {
        return false;
    }
    let text = read_given(path, &options.limits.budget()).map_err(|why| why.to_string());
    match text.and_then(|text| filled(&text, &options.parameters)) {
        Ok(text) => {
            let source = Source::new(path.display().to_string(), text);
            prove_commands(&source, (place, Some(path)), options, tell)
        }
        Err(why) => {
            tell(Message::Begins(0));
            tell(Message::Entry(Box::new(Entry::Unreadable(format!("{}: {why}", path.display())))));
            true
        }
    }
}

/// Proves the statements of a script; one that fails does not keep the others from being tried.
pub fn prove_source(source: &Source, path: Option<&Path>, options: &Options) -> Vec<Entry> {
    let entries = RefCell::new(Vec::new());
    prove_aloud(source, path, options, &|told| {
        if let Told::Knows(entry) = told {
            entries.borrow_mut().push(*entry);
        }
    });
    entries.into_inner()
}

/// The same, telling what is known as soon as it is.
pub fn prove_aloud(source: &Source, path: Option<&Path>, options: &Options, tell: &dyn Fn(Told)) {
    prove_commands(source, (0, path), options, &|message| match message {
        Message::Tries(line) => tell(Told::Tries(line)),
        Message::Entry(entry) => tell(Told::Knows(entry)),
        Message::Begins(_) | Message::Ends(_) => {}
    });
}

/// Whether a command belongs to the part, by its place in the file and that of the file among others.
fn is_meant(source: &Source, command: &Command, (file, number): (usize, usize), part: &Part) -> bool {
    *part == Part::Whole || part.has(file, number, &names_of(source, command))
}

fn prove_commands(
    source: &Source,
    (place, path): (usize, Option<&Path>),
    options: &Options,
    tell: &dyn Fn(Message),
) -> bool {
    let entry = |entry| tell(Message::Entry(Box::new(entry)));
    let items = parse_in_order(source);
    let names = items.iter().flatten().filter_map(|command| Claimed::of(source, command));
    let width = names.map(|claimed| claimed.name.chars().count()).max().unwrap_or(0);
    let session = opened(path, options, &entry);
    tell(Message::Begins(width));
    let mut proving = Proving { source, options, session, repeated: Repeated::default() };
    let (mut number, mut has_ended) = (0, false);
    for item in &items {
        match item {
            Err(broken) => {
                if !has_ended {
                    proving.session.leave_broken(source, broken);
                }
                entry(Entry::Error(broken.error.clone()));
            }
            Ok(_) if has_ended => {}
            Ok(command) if command.kind == CommandKind::Quit => has_ended = true,
            Ok(_) if is_interrupted() => return false,
            Ok(command) => {
                if is_meant(source, command, (place, number), &options.part) {
                    tell(Message::Tries(source.position(command.span.start).line));
                    proving.command(command, number, &entry);
                } else {
                    leave(&mut proving.session, source, command, path).into_iter().for_each(entry);
                    // What is defined here a second time is told by whose part has the second.
                    proving.repeated.findings(source, command);
                }
                number += 1;
            }
        }
    }
    true
}

/// A script that is being proved.
struct Proving<'a> {
    source: &'a Source,
    options: &'a Options,
    session: Session,
    repeated: Repeated,
}

impl Proving<'_> {
    /// Runs a command, and tells how it went and what it made.
    fn command(&mut self, command: &Command, number: usize, entry: &dyn Fn(Entry)) {
        let (source, session, options) = (self.source, &mut self.session, self.options);
        let certify = |session: &mut Session| match session.certificate(source, command, number) {
            Ok(text) => entry(Entry::Certificate(text)),
            Err(CommandError::Limit { limit, .. }) => entry(Entry::Uncertified(limit)),
            // What is wrong the command itself tells.
            Err(_) => {}
        };
        if options.certify && !is_found(command) {
            certify(session);
        }
        let (mut saved, mut notes) = (Vec::new(), Vec::new());
        let (result, ran) = run(session, source, command, (&mut saved, &mut notes));
        if options.certify && is_found(command) {
            certify(session);
        }
        let (first, steps) = session.new_steps();
        if !steps.is_empty() {
            entry(Entry::Steps { first, steps });
        }
        let written = if options.objects { session.written(source, command).ok().flatten() } else { None };
        if let Some(mut told) = result {
            if let Entry::Statement(statement) = &mut told {
                statement.written.clone_from(&written);
            }
            entry(told);
        }
        notes.into_iter().map(Entry::Note).for_each(entry);
        if let Some(truth) = ran {
            let repeated = self.repeated.findings(source, command);
            for finding in repeated.into_iter().chain(session.lint(source, command, truth)) {
                entry(Entry::Lint { denied: options.denied.contains(&finding.lint), finding });
            }
        }
        if let Some(made) = options.objects.then(|| self.made(command, saved, written, ran.is_some())).flatten() {
            entry(Entry::Made(made));
        }
    }

    /// What a command made or defined, with its values if it is a game.
    fn made(&mut self, command: &Command, saved: Vec<Saved>, written: Option<Written>, has_run: bool) -> Option<Made> {
        let includes = matches!(command.kind, CommandKind::Include { .. } | CommandKind::Load { .. });
        let defines = has_run && matches!(command.kind, CommandKind::Game { .. } | CommandKind::Numeration { .. });
        if includes || !defines && saved.is_empty() {
            return None;
        }
        let values = match &command.kind {
            CommandKind::Game { name, .. } => self.session.first_values(&name.text),
            _ => None,
        };
        let line = self.source.position(command.span.start).line;
        let comment = explained(self.source, command);
        let command = self.source.slice(command.span).to_owned();
        Some(Made { command, comment, line, saved, written, values })
    }
}

/// The comment above a command, without what speaks to filbert.
fn explained(source: &Source, command: &Command) -> String {
    let above = comment_above(source.text(), command.span.start);
    above.lines().filter(|line| !line.starts_with(MARK)).collect::<Vec<_>>().join("\n")
}

/// Runs one command; an internal error ends the command, not the script. If it has an effect, the truth of its
/// statement too, where it has one. What it made is added to `saved`, and what it noticed to `notes`.
fn run(
    session: &mut Session,
    source: &Source,
    command: &Command,
    (saved, notes): (&mut Vec<Saved>, &mut Vec<String>),
) -> (Option<Entry>, Option<Option<bool>>) {
    let line = source.position(command.span.start).line;
    let claimed = Claimed::of(source, command);
    let result = session.run(source, command).map(|mut run| {
        saved.append(&mut run.saved);
        notes.append(&mut run.notes);
        run
    });
    let statement = |claimed: Claimed, outcome, (largest, time), (left, proof)| {
        let Claimed { name, claim, formula, citation, line } = claimed;
        Entry::Statement(StatementReport {
            name,
            claim,
            formula,
            citation,
            proof,
            comment: explained(source, command),
            line,
            outcome,
            largest,
            left,
            written: None,
            time,
        })
    };
    let ran = result.as_ref().ok().map(Run::truth);
    let entry = match (result, claimed) {
        (Ok(run), Some(claimed)) => match run.effect {
            Effect::Verdict(verdict) => {
                Some(statement(claimed, Ok(verdict), (run.largest, run.time), (Vec::new(), None)))
            }
            Effect::Covered(verdict, left) => {
                Some(statement(claimed, Ok(verdict), (run.largest, run.time), (left, None)))
            }
            Effect::Proved(verdict, proof) => {
                Some(statement(claimed, Ok(verdict), (run.largest, run.time), (Vec::new(), Some(proof))))
            }
            Effect::Relation(..) | Effect::Words(..) => Some(Entry::Shown { name: claimed.name, line, run }),
            Effect::Nothing | Effect::Seen(_) | Effect::Quit => None,
        },
        (Ok(run), None) if matches!(run.effect, Effect::Seen(_)) => {
            Some(Entry::Shown { name: String::new(), line, run })
        }
        (Ok(_), None) => None,
        (Err(failure), Some(claimed)) => {
            Some(statement(claimed, Err(failure), (0, Duration::ZERO), (Vec::new(), None)))
        }
        (Err(CommandError::Wrong(diagnostic)), None) => Some(Entry::Error(diagnostic)),
        // What it rests on was told.
        (Err(CommandError::Undecided(_)), None) => None,
        (Err(failure), None) => {
            let first_line = source.slice(command.span).lines().next().unwrap_or("").to_owned();
            Some(Entry::Undefined { name: first_line, line, failure })
        }
    };
    (entry, ran)
}
