//! The thread on which statements run: one after another, within limits, until an edit takes one back.
//!
//! A session lives as long as the commands that it has seen stay as they were, so that of what statements share nothing
//! is built twice.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lsp_server::RequestId;

use crate::budget::process::{interrupt, resume};
use crate::budget::{Budget, Halt, Limit};
use crate::editor::{Document, NameKind, Problem, computed};
use crate::report::text;
use crate::script::{CommandError, Limits, Run, Session, Texts, remark_on_guesses};
use crate::syntax::Broken;
use crate::syntax::ast::{Command, CommandKind};
use crate::tuning::STACK_BYTES;

/// What is asked.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// To run the command of this number and say its verdict.
    Prove(usize),
    /// To find out what a name stands for that the commands before this number define, for a text that is known so far.
    Describe { before: usize, kind: NameKind, name: String, known: serde_json::Value },
}

/// Something to be done.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The requests that wait for it.
    pub(super) request: Option<RequestId>,
    /// The address of the text.
    pub(super) uri: String,
    /// The text.
    pub(super) document: Arc<Document>,
    /// Those that it includes, directly or not.
    pub(super) included: Vec<Arc<Document>>,
    /// What a verdict is kept under.
    pub(super) key: u64,
    pub(super) task: Task,
    /// Set when nobody wants it any more.
    pub(super) cancelled: Arc<AtomicBool>,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    /// `TRUE`, `FALSE`, `SOME`, `NONE`, `GUESS`, `DONE`, `UNKNOWN` or `ERROR`.
    pub(super) verdict: &'static str,
    /// Whether it is what it claims to be.
    pub(super) holds: bool,
    /// Whether it claims something.
    pub(super) claims: bool,
    /// What more there is to say, in one line.
    pub(super) about: String,
    /// What is said of it if it rests on guesses.
    pub(super) remark: Option<String>,
    pub(super) states: usize,
    pub(super) time: Duration,
    /// What is wrong, and what lints have found.
    pub(super) problems: Vec<Problem>,
}

/// What came of a job.
#[derive(Debug)]
pub(super) enum Outcome {
    Verdict(Verdict),
    /// What a name stands for, in Markdown.
    Facts(Option<String>),
    /// It was taken back.
    Cancelled,
    /// The program is wrong.
    Panicked,
}

/// Jobs that wait, and the one that runs.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    running: Option<Job>,
    is_over: bool,
}

/// The thread and its queue.
pub(super) struct Worker {
    shared: Arc<(Mutex<Queue>, Condvar)>,
}

fn locked(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Worker {
    /// Begins to wait for jobs; `done` hears what comes of each.
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub(super) fn start(limits: Limits, done: impl Fn(Job, Outcome) + Send + 'static) -> std::io::Result<Worker> {
        let shared: Arc<(Mutex<Queue>, Condvar)> = Arc::default();
        let own = shared.clone();
        std::thread::Builder::new().name("statements".into()).stack_size(STACK_BYTES).spawn(move || {
            let mut room = Room { limits, known: None };
            while let Some(job) = next(&own) {
                let outcome = room.attempt(&job);
                locked(&own.0).running = None;
                done(job, outcome);
            }
        })?;
        Ok(Worker { shared })
    }

    pub(super) fn put(&self, job: Job) {
        locked(&self.shared.0).waiting.push_back(job);
        self.shared.1.notify_one();
    }

    /// Takes back those that fit.
    pub(super) fn cancel(&self, fits: impl Fn(&Job) -> bool) {
        let queue = locked(&self.shared.0);
        for job in queue.waiting.iter().chain(&queue.running).filter(|job| fits(job)) {
            job.cancelled.store(true, Ordering::SeqCst);
        }
        if queue.running.as_ref().is_some_and(fits) {
            interrupt();
        }
    }

    /// Whether a verdict is being looked for or waited for.
    pub(super) fn is_at(&self, key: u64) -> bool {
        let queue = locked(&self.shared.0);
        queue
            .waiting
            .iter()
            .chain(&queue.running)
            .any(|job| job.key == key && matches!(job.task, Task::Prove(_)) && !job.cancelled.load(Ordering::SeqCst))
    }

    /// Whether there is nothing to do.
    pub(super) fn is_idle(&self) -> bool {
        let queue = locked(&self.shared.0);
        queue.running.is_none() && queue.waiting.is_empty()
    }

    /// Ends what runs, and the thread.
    pub(super) fn end(&self) {
        self.cancel(|_| true);
        locked(&self.shared.0).is_over = true;
        self.shared.1.notify_one();
    }
}

fn next(shared: &(Mutex<Queue>, Condvar)) -> Option<Job> {
    let mut queue = locked(&shared.0);
    loop {
        if queue.is_over {
            return None;
        }
        if let Some(job) = queue.waiting.pop_front() {
            // Under the lock: who takes it back from here on interrupts it.
            resume();
            queue.running = Some(job.clone());
            return Some(job);
        }
        queue = shared.1.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// What the thread keeps between jobs.
struct Room {
    limits: Limits,
    known: Option<Seen>,
}

/// A session, and the commands that it has seen: their texts, and those of all included files.
struct Seen {
    session: Session,
    uri: String,
    included: Vec<String>,
    commands: Vec<String>,
}

impl Room {
    fn attempt(&mut self, job: &Job) -> Outcome {
        if job.cancelled.load(Ordering::SeqCst) {
            return Outcome::Cancelled;
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| self.run(job)));
        let is_whole = match &outcome {
            Ok(Outcome::Verdict(verdict)) => !matches!(verdict.verdict, "UNKNOWN" | "ERROR"),
            Ok(Outcome::Facts(facts)) => facts.is_some(),
            _ => false,
        };
        if !is_whole || job.cancelled.load(Ordering::SeqCst) {
            // Definitions on the way have failed for a reason that may be gone, or left anything behind.
            self.known = None;
        }
        if job.cancelled.load(Ordering::SeqCst) {
            return Outcome::Cancelled;
        }
        outcome.unwrap_or(Outcome::Panicked)
    }

    fn run(&mut self, job: &Job) -> Outcome {
        let limits = self.limits.clone();
        match &job.task {
            Task::Prove(command) => {
                let (session, mut problems) = self.session(job, *command);
                let source = job.document.source();
                let command = &job.document.commands()[*command];
                let result = session.try_run(source, command);
                let truth = result.as_ref().ok().map(Run::truth);
                let mut verdict = verdict(&command.kind, &result);
                if let Some(truth) = truth {
                    let findings = session.lint(source, command, truth).into_iter();
                    let problem = |finding: crate::logic::lints::Finding| Problem {
                        diagnostic: finding.diagnostic,
                        lint: Some(finding.lint),
                    };
                    problems.extend(findings.map(problem));
                }
                if let Err(CommandError::Wrong(diagnostic)) = result {
                    problems.push(Problem { diagnostic, lint: None });
                }
                // What is wrong in other files is told where they are open.
                problems.retain(|problem| problem.diagnostic.source_name() == source.name());
                verdict.problems = problems;
                Outcome::Verdict(verdict)
            }
            Task::Describe { before, kind, name, .. } => {
                let (session, _) = self.session(job, *before);
                if session.know(name).is_err() {
                    return Outcome::Facts(None);
                }
                let budget: Budget = limits.budget();
                Outcome::Facts(computed(session.names(), *kind, name, &budget))
            }
        }
    }

    /// The session in which the commands before this number wait, and what is wrong in them.
    fn session(&mut self, job: &Job, before: usize) -> (&mut Session, Vec<Problem>) {
        let source = job.document.source();
        let items = job.document.items_before(before);
        let written = |item: &Result<Command, Broken>| match item {
            Ok(command) => source.slice(command.span).to_owned(),
            Err(broken) => format!("broken: {}", broken.names.join(" ")),
        };
        let written: Vec<String> = items.iter().map(written).collect();
        let included: Vec<String> = job.included.iter().map(|other| other.source().text().to_owned()).collect();
        let goes_on = self.known.as_ref().is_some_and(|seen| {
            seen.uri == job.uri && seen.included == included && written.starts_with(&seen.commands)
        });
        if !goes_on {
            let mut session = Session::with_limits(self.limits.clone());
            session.keep_steps();
            if let Some(path) = job.document.path() {
                session.enter(path);
            }
            self.known = Some(Seen { session, uri: job.uri.clone(), included, commands: Vec::new() });
        }
        let seen = self.known.as_mut().expect("there is one now");
        let texts: Texts = (job.included.iter())
            .filter_map(|other| {
                let items = other.items_before(usize::MAX);
                Some((real(other.path()?.to_owned()), (other.source().clone(), items)))
            })
            .collect();
        let path = real(job.document.path().map_or_else(|| PathBuf::from("."), |path| path.to_owned()));
        let wrong = seen.session.await_definitions(source, &items[seen.commands.len()..], &path, &texts);
        seen.commands = written;
        let problems = wrong.into_iter().map(|diagnostic| Problem { diagnostic, lint: None }).collect();
        (&mut seen.session, problems)
    }
}

/// A path by which a session knows a file.
fn real(path: PathBuf) -> PathBuf {
    path.canonicalize().unwrap_or(path)
}

/// Whether a command evaluates a formula, and claims nothing of it.
pub(super) fn is_eval(kind: &CommandKind) -> bool {
    matches!(kind, CommandKind::Eval { .. })
}

fn verdict(kind: &CommandKind, result: &Result<Run, CommandError>) -> Verdict {
    let expected = match kind {
        CommandKind::Guess { .. } | CommandKind::Redundant { .. } | CommandKind::Eval { .. } => None,
        CommandKind::Refute { .. } => Some(false),
        _ => Some(true),
    };
    let claims = !is_eval(kind);
    let nothing = |verdict, about: String| Verdict {
        verdict,
        holds: false,
        claims,
        about,
        remark: None,
        states: 0,
        time: Duration::ZERO,
        problems: Vec::new(),
    };
    match result {
        Ok(run) => {
            let found = run.effect.verdict();
            let answer = text::answer(run);
            let about = match found.and_then(|(found, _)| text::evidence(found)) {
                Some(example) => example,
                None => answer
                    .split_once(": ")
                    .map_or(String::new(), |(_, about)| about.lines().collect::<Vec<_>>().join(" ")),
            };
            Verdict {
                verdict: found.map_or("DONE", |(_, word)| word),
                holds: found.is_none_or(|(found, _)| expected.is_none_or(|expected| found.truth == expected)),
                claims,
                about,
                remark: remark_on_guesses(&run.guesses),
                states: run.largest,
                time: run.time,
                problems: Vec::new(),
            }
        }
        Err(CommandError::Wrong(error)) => nothing("ERROR", error.message().to_owned()),
        Err(CommandError::Limit { limit: Halt::Limit(Limit::Interrupted), .. }) => {
            nothing("UNKNOWN", "interrupted".into())
        }
        Err(why) => nothing("UNKNOWN", text::failure(why, false).trim_start_matches("UNKNOWN ").to_owned()),
    }
}
