//! Proves script files: each in a session of its own, several at a time, with reports in the order of the files.
//!
//! There is a thread for each of as many files as there are jobs; cores left over help single statements
//! (`budget::Cores`). Statements of one file run one after another, since each may use the names before it: one long
//! file gains from cores only within a statement. [`Part`] shares such a file among several runs.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use crate::budget::Cores;
use crate::budget::process::is_interrupted;
use crate::disk::read_given;
use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Source, bindings, parse_in_order};
use crate::tuning::STACK_BYTES;

use super::certify::is_found;
use super::claim::{Claimed, names_of};
use super::command_tree::Written;
use super::comment::comment_above;
use super::dependency_hash::Rests;
use super::entry::{Entry, FileReport, Made, Options, StatementReport};
use super::lint::{MARK, Repeated};
use super::outcome::{CommandError, Effect, Limits, Run, Saved};
use super::session::Session;
use super::session_setup::{leave, opened};
use super::shard::Part;
use super::template::filled;

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
            match std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work) {
                Ok(_) => workers += 1,
                Err(error) => first_failure = Some(error),
            }
        }
        drop(send);
        match first_failure {
            Some(error) if workers == 0 => Err(io::Error::new(error.kind(), format!("cannot start a thread: {error}"))),
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

/// Proves the statements of a script like [`prove_source`], and tells each result as soon as it is known.
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
    let rests = Rests::new(&session, path, options);
    let mut proving = Proving { source, options, session, repeated: Repeated::default(), rests };
    let (mut number, mut has_ended) = (0, false);
    for item in &items {
        match item {
            Err(broken) => {
                if !has_ended {
                    proving.session.leave_broken(source, broken);
                    proving.rests.unknown();
                }
                entry(Entry::Error(broken.error.clone()));
            }
            Ok(_) if has_ended => {}
            Ok(command) if command.kind == CommandKind::Quit => has_ended = true,
            Ok(_) if is_interrupted() => return false,
            Ok(command) => {
                let rests_on = proving.rests.next(&proving.session, source, command);
                if is_meant(source, command, (place, number), &options.part) {
                    tell(Message::Tries(source.position(command.span.start).line));
                    proving.command((command, number), rests_on, &entry);
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
    rests: Rests,
}

impl Proving<'_> {
    /// Runs a command, and tells how it went and what it made.
    fn command(&mut self, (command, number): (&Command, usize), rests_on: Option<String>, entry: &dyn Fn(Entry)) {
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
        if result.is_none() && ran.is_some() && !bindings(&command.kind).is_empty() {
            entry(Entry::Defined);
        }
        let mut of = None;
        if let Some(mut told) = result {
            if let Entry::Statement(statement) = &mut told {
                statement.written.clone_from(&written);
                statement.rests_on = rests_on;
                of = Some(statement.name.clone());
            }
            entry(told);
        }
        for failure in session.failures.take() {
            // Other parts pass other limits.
            if let CommandError::Wrong(error) = failure {
                entry(Entry::Error(error));
            }
        }
        notes.into_iter().map(Entry::Note).for_each(entry);
        if let Some(truth) = ran {
            let repeated = self.repeated.findings(source, command);
            for finding in repeated.into_iter().chain(session.lint(source, command, truth)) {
                let denied = options.denied.contains(&finding.lint);
                entry(Entry::Lint { finding, denied, of: of.clone() });
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
    let statement = |claimed: Claimed, outcome, (largest, time), (left, proof), guesses: BTreeSet<String>| {
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
            rests_on: None,
            guesses: guesses.into_iter().collect(),
            time,
        })
    };
    let ran = result.as_ref().ok().map(Run::truth);
    let entry = match (result, claimed) {
        (Ok(run), Some(claimed)) => match run.effect {
            Effect::Verdict(verdict) => {
                Some(statement(claimed, Ok(verdict), (run.largest, run.time), (Vec::new(), None), run.guesses))
            }
            Effect::Covered(verdict, left) => {
                Some(statement(claimed, Ok(verdict), (run.largest, run.time), (left, None), run.guesses))
            }
            Effect::Proved(verdict, proof) => {
                Some(statement(claimed, Ok(verdict), (run.largest, run.time), (Vec::new(), Some(proof)), run.guesses))
            }
            Effect::Relation(..) | Effect::Words(..) => Some(Entry::Shown { name: claimed.name, line, run }),
            Effect::Nothing | Effect::Query(_) | Effect::Quit => None,
        },
        (Ok(run), None) if matches!(run.effect, Effect::Query(_)) => {
            Some(Entry::Shown { name: String::new(), line, run })
        }
        (Ok(_), None) => None,
        (Err(failure), Some(claimed)) => {
            Some(statement(claimed, Err(failure), (0, Duration::ZERO), (Vec::new(), None), BTreeSet::new()))
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
