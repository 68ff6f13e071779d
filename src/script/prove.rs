//! Proves script files: each in a session of its own, several at a time, reports in the order of the files.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use crate::logic::lints::{Finding, Lint};
use crate::logic::{Step, Verdict};
use crate::syntax::ast::{Command, CommandKind, Quoted};
use crate::syntax::{Diagnostic, Source, parse_script};

use super::include::read_script;
use super::lint::{MARK, Repeated};
use super::outcome::Saved;
use super::outcome::{CommandError, Effect, Limits, Run};
use super::seen::Proof;
use super::session::Session;
use super::standard::comment_above;

/// Stack of a worker: formulas are allowed to nest as deep as `logic` lets them.
const STACK: usize = 256 << 20;

/// How scripts are proved.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Limits on each statement.
    pub limits: Limits,
    /// Whether the steps of each statement are kept.
    pub explain: bool,
    /// Lints that are errors.
    pub denied: Vec<Lint>,
    /// Whether what commands make is kept.
    pub objects: bool,
    /// Scripts and folders whose names may be used.
    pub context: Vec<PathBuf>,
}

/// What a statement of a script claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// `theorem`: TRUE.
    True,
    /// `refute`: FALSE.
    False,
    /// `eval`: nothing; its verdict is shown and not counted.
    None,
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
    /// The file could not be read.
    Unreadable(String),
    /// What the writer of the command before should know beside its result.
    Note(String),
    /// A command may not mean what its writer thinks; its own entry stands before.
    Lint {
        /// Which lint, and where.
        finding: Finding,
        /// Whether it is an error.
        denied: bool,
    },
    /// A command made something, or defined a game or a numeration system; if objects are kept.
    Made {
        /// The command as written.
        command: String,
        /// The comment above it.
        comment: String,
        /// Line on which it begins.
        line: usize,
        /// What it made.
        saved: Vec<Saved>,
    },
    /// What was done for the command whose entry follows, or that defined something; if steps are kept.
    Steps {
        /// The number of the first in the session.
        first: usize,
        /// In the order in which they were finished.
        steps: Vec<Step>,
    },
}

/// What became of one file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The path as it was given or found.
    pub path: PathBuf,
    /// In the order of the file.
    pub entries: Vec<Entry>,
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
}

impl Totals {
    /// Adds a file.
    pub fn add(&mut self, report: &FileReport) {
        for entry in &report.entries {
            match entry {
                Entry::Statement(statement) => match &statement.outcome {
                    Err(_) => self.undecided += 1,
                    Ok(_) if statement.claim == Claim::None => {}
                    Ok(_) if statement.holds() => self.hold += 1,
                    Ok(_) => self.fail += 1,
                },
                Entry::Error(_) | Entry::Undefined { .. } | Entry::Unreadable(_) => self.undecided += 1,
                Entry::Lint { denied: true, .. } => self.denied += 1,
                Entry::Lint { denied: false, .. } => self.warnings += 1,
                Entry::Shown { .. } | Entry::Note(_) | Entry::Steps { .. } | Entry::Made { .. } => {}
            }
        }
    }

    /// 0 if all hold, 1 if one fails or has a lint that is denied, 2 if none does and something could not be decided or
    /// read.
    pub fn exit_code(&self) -> u8 {
        match (self.fail + self.denied, self.undecided) {
            (0, 0) => 0,
            (0, _) => 2,
            _ => 1,
        }
    }
}

/// The script files that these paths stand for: files as they are, folders searched for `*.prf`, in alphabetical order.
///
/// # Errors
/// If a path does not exist, a folder cannot be read or holds no script.
pub fn script_files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        if std::fs::metadata(path).map_err(named)?.is_dir() {
            let before = files.len();
            search(path, &mut files).map_err(named)?;
            if files.len() == before {
                return Err(io::Error::other(format!("{}: no .prf file in this folder", path.display())));
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn search(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    entries.sort();
    for path in entries {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden && path.file_name().is_some_and(|name| name != "target") {
            search(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "prf") {
            files.push(path);
        }
    }
    Ok(())
}

/// Proves the files, `jobs` at a time, and hands over each report in the order of the files as soon as it is its turn.
pub fn prove(files: &[PathBuf], options: &Options, jobs: usize, mut finished: impl FnMut(&FileReport)) {
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel::<(usize, FileReport)>();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, files.len().max(1)) {
            let (next, send) = (&next, send.clone());
            let work = move || {
                while let Some((index, file)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    files.get(index).map(|file| (index, file))
                } {
                    if send.send((index, prove_file(file, options))).is_err() {
                        break;
                    }
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread can be started");
        }
        drop(send);
        let mut waiting: BTreeMap<usize, FileReport> = BTreeMap::new();
        let mut turn = 0;
        for (index, report) in receive {
            waiting.insert(index, report);
            while let Some(report) = waiting.remove(&turn) {
                finished(&report);
                turn += 1;
            }
        }
    });
}

fn prove_file(path: &Path, options: &Options) -> FileReport {
    let mut report = FileReport { path: path.to_owned(), entries: Vec::new() };
    let text = match read_script(path) {
        Ok(text) => text,
        Err(why) => {
            report.entries.push(Entry::Unreadable(format!("{}: {why}", path.display())));
            return report;
        }
    };
    let source = Source::new(path.display().to_string(), text);
    report.entries = prove_source(&source, Some(path), options);
    report
}

/// Proves the statements of a script; one that fails does not keep the others from being tried.
pub fn prove_source(source: &Source, path: Option<&Path>, options: &Options) -> Vec<Entry> {
    let mut session = Session::with_limits(options.limits.clone());
    if options.explain {
        session.keep_steps();
    }
    if let Some(path) = path {
        session.enter(path);
    }
    let mut entries = Vec::new();
    for place in &options.context {
        match session.use_path(place) {
            Ok(errors) => entries.extend(errors.into_iter().map(Entry::Error)),
            Err(why) => entries.push(Entry::Unreadable(why)),
        }
    }
    let (commands, errors) = parse_script(source);
    // Errors are reported where they stand among the commands.
    let mut errors = errors.into_iter().peekable();
    let mut repeated = Repeated::default();
    for command in &commands {
        while let Some(error) = errors.next_if(|error| error.span().start < command.span.start) {
            entries.push(Entry::Error(error));
        }
        if command.kind == CommandKind::Quit {
            break;
        }
        let (mut saved, mut notes) = (Vec::new(), Vec::new());
        let (entry, ran) = run(&mut session, source, command, (&mut saved, &mut notes));
        let (first, steps) = session.new_steps();
        if !steps.is_empty() {
            entries.push(Entry::Steps { first, steps });
        }
        entries.extend(entry);
        entries.extend(notes.into_iter().map(Entry::Note));
        if let Some(truth) = ran {
            let repeated = repeated.findings(source, command);
            let findings = repeated.into_iter().chain(session.lint(source, command, truth));
            entries.extend(
                findings.map(|finding| Entry::Lint { denied: options.denied.contains(&finding.lint), finding }),
            );
        }
        let includes = matches!(command.kind, CommandKind::Include { .. } | CommandKind::Load { .. });
        let defines =
            ran.is_some() && matches!(command.kind, CommandKind::Game { .. } | CommandKind::Numeration { .. });
        if options.objects && !includes && (defines || !saved.is_empty()) {
            let line = source.position(command.span.start).line;
            let comment = explained(source, command);
            entries.push(Entry::Made { command: source.slice(command.span).to_owned(), comment, line, saved });
        }
    }
    entries.extend(errors.map(Entry::Error));
    entries
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
    let whole = Quoted { span: command.span };
    let result = session.run(source, command).map(|mut run| {
        saved.append(&mut run.saved);
        notes.append(&mut run.notes);
        run
    });
    let claimed = match &command.kind {
        CommandKind::Theorem { name, formula, source } => {
            Some((name.text.to_string(), Claim::True, formula, source.as_ref()))
        }
        CommandKind::Refute { name, formula, source } => {
            Some((name.text.to_string(), Claim::False, formula, source.as_ref()))
        }
        CommandKind::Cover { name, source, .. } => Some((name.text.to_string(), Claim::True, &whole, source.as_ref())),
        CommandKind::Eval { name, formula, .. } => {
            let name = name.as_ref().map_or_else(|| format!("line {line}"), |name| name.text.to_string());
            Some((name, Claim::None, formula, None))
        }
        CommandKind::Kernel { name, .. } | CommandKind::Grundy { name, .. } => {
            Some((name.text.to_string(), Claim::True, &whole, None))
        }
        CommandKind::Redundant { game, .. } => Some((format!("redundant {}", game.text), Claim::None, &whole, None)),
        _ => None,
    };
    let statement = |claimed: (String, Claim, &Quoted, Option<&Quoted>), outcome, largest, time| {
        let (name, claim, formula, citation) = claimed;
        Entry::Statement(StatementReport {
            name,
            claim,
            formula: source.slice(formula.span).to_owned(),
            citation: citation.map(|quoted| source.slice(quoted.span).to_owned()),
            proof: None,
            comment: explained(source, command),
            line,
            outcome,
            largest,
            left: Vec::new(),
            time,
        })
    };
    let ran = result.as_ref().ok().map(Run::truth);
    let entry = match (result, claimed) {
        (Ok(run), Some(claimed)) => match run.effect {
            Effect::Verdict(verdict) => Some(statement(claimed, Ok(verdict), run.largest, run.time)),
            Effect::Covered(verdict, left) => {
                let mut entry = statement(claimed, Ok(verdict), run.largest, run.time);
                if let Entry::Statement(report) = &mut entry {
                    report.left = left;
                }
                Some(entry)
            }
            Effect::Proved(verdict, proof) => {
                let mut entry = statement(claimed, Ok(verdict), run.largest, run.time);
                if let Entry::Statement(report) = &mut entry {
                    report.proof = Some(proof);
                }
                Some(entry)
            }
            Effect::Relation(..) | Effect::Words(..) => Some(Entry::Shown { name: claimed.0, line, run }),
            Effect::Nothing | Effect::Seen(_) | Effect::Quit => None,
        },
        (Ok(run), None) if matches!(run.effect, Effect::Seen(_)) => {
            Some(Entry::Shown { name: String::new(), line, run })
        }
        (Ok(_), None) => None,
        (Err(failure), Some(claimed)) => Some(statement(claimed, Err(failure), 0, Duration::ZERO)),
        (Err(CommandError::Wrong(diagnostic)), None) => Some(Entry::Error(diagnostic)),
        (Err(failure), None) => {
            let first_line = source.slice(command.span).lines().next().unwrap_or("").to_owned();
            Some(Entry::Undefined { name: first_line, line, failure })
        }
    };
    (entry, ran)
}
