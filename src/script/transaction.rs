//! A definition binds its names whole, or leaves them undecided; so does a command that cannot be read.
//!
//! Undecided names keep no earlier meaning (`undecided`), so that no verdict rests on a meaning that the script has
//! taken away. `docs/meaning.md` has the rules.

use crate::budget::{Halt, Limit};
use crate::logic::Environment as _;
use crate::planted::{Bug, planted};
use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Binding, Broken, NameKind, Source, bindings};

use super::deferred_definitions::Waiting;
use super::guesses::remark_on_guesses;
use super::outcome::{Cause, CommandError, Effect, Run, Saved};
use super::query_result::Proof;
use super::session::Session;
use super::undecided::value_of;

impl Session {
    /// Runs one command and writes what it made.
    ///
    /// A definition that fails leaves its names undecided: they keep no earlier meaning, and what looks them up has no
    /// result.
    ///
    /// # Errors
    /// [`CommandError`].
    pub fn run(&mut self, source: &Source, command: &Command) -> Result<Run, CommandError> {
        let text = source.slice(command.span);
        self.require(text, Some(&command.kind));
        let result = self.perform(source, command).and_then(|run| self.publish(source, command, &run).map(|()| run));
        self.settle(source, command, &result);
        result
    }

    /// Runs a command as [`Session::run`] does, and writes nothing.
    ///
    /// # Errors
    /// [`CommandError`].
    pub fn try_run(&mut self, source: &Source, command: &Command) -> Result<Run, CommandError> {
        self.require(source.slice(command.span), Some(&command.kind));
        let result = self.perform(source, command);
        self.settle(source, command, &result);
        result
    }

    /// The names of a command that has run mean what it made of them, or nothing.
    fn settle(&mut self, source: &Source, command: &Command, result: &Result<Run, CommandError>) {
        self.context.hide(&command.kind, source.slice(command.span));
        match result {
            Err(CommandError::Limit { .. }) if planted(Bug::Limited) => {}
            _ => self.bind(&command.kind, result, why_left(source, command, result)),
        }
    }

    /// Binds the names of a command to what it made, or leaves them undecided if there is a cause.
    fn bind(&mut self, command: &CommandKind, result: &Result<Run, CommandError>, cause: Option<Cause>) {
        match (cause, result) {
            (Some(cause), _) => self.leave_bound(command, &cause),
            (None, Ok(run)) => self.decide(command, run),
            (None, Err(_)) => {}
        }
    }

    /// The names of a command are undecided no more, and rest on the guesses that it rests on; of those that it may bind in
    /// several kinds, those that it made.
    fn decide(&mut self, command: &CommandKind, run: &Run) {
        let mut guesses = run.guesses.clone();
        if let (CommandKind::Guess { name, .. }, Effect::Proved(_, Proof::Guess { .. })) = (command, &run.effect) {
            guesses.insert(name.text.to_string());
        }
        for Binding { name, kinds } in bindings(command) {
            let may_be_either = kinds.contains(&NameKind::Word) && kinds.len() > 1;
            let is_made = |kind: NameKind| {
                run.saved.iter().any(|one| match one {
                    Saved::Word(own, _) => kind == NameKind::Word && *own == name,
                    Saved::Function(own, _) => kind == NameKind::Function && *own == name,
                    _ => false,
                })
            };
            for &kind in kinds.iter().filter(|&&kind| !may_be_either || is_made(kind)) {
                self.names.decide(kind, &name, &guesses);
            }
        }
    }

    /// Leaves the names of a command undecided.
    pub(super) fn leave_bound(&mut self, command: &CommandKind, cause: &Cause) {
        if planted(Bug::Kept) {
            return;
        }
        for Binding { name, kinds } in bindings(command) {
            kinds.iter().for_each(|&kind| self.names.undecided.leave(kind, &name, cause));
        }
    }

    /// Leaves the names of a command undecided that is not run.
    pub fn leave(&mut self, source: &Source, command: &Command) {
        self.require("", Some(&command.kind));
        self.context.hide(&command.kind, source.slice(command.span));
        self.leave_bound(&command.kind, &Cause::new(source, command.span.start));
    }

    /// Leaves undecided what a command that cannot be read may have been meant to define.
    pub fn leave_broken(&mut self, source: &Source, broken: &Broken) {
        if planted(Bug::Unread) {
            return;
        }
        let cause = Cause::new(source, broken.error.span().start);
        for waiting in self.context.needed_by_names(&broken.names) {
            self.run_waiting(waiting);
        }
        let mut names = broken.names.clone();
        if names.iter().any(|name| name == "grundy") {
            names.extend(self.values_of(&broken.names));
            broken.names.iter().for_each(|name| self.names.undecided.leave_values(name, &cause));
        }
        for name in &names {
            self.context.forget(name);
            NameKind::BOUND.iter().for_each(|&kind| self.names.undecided.leave(kind, name, &cause));
        }
    }

    /// The known names of Sprague-Grundy values that a `grundy` of one of these names defines.
    fn values_of(&self, names: &[String]) -> Vec<String> {
        let is_value = |known: &String| value_of(known).is_some_and(|name| names.iter().any(|own| own == name));
        let known = self.names.functions().into_iter().chain(self.names_waiting().map(str::to_owned));
        known.filter(is_value).collect()
    }

    /// A file whose names were to be known cannot be read: they might have been any. In a script no name keeps a meaning
    /// from before; at a prompt, where everybody sees what failed, they do.
    pub(super) fn lose_names(&mut self, source: &Source, start: usize) {
        if (self.blocks || !self.including.is_empty()) && !planted(Bug::Missing) {
            self.leave_all(Cause::new(source, start));
        }
    }

    /// No name keeps a meaning from before.
    pub(super) fn leave_all(&mut self, cause: Cause) {
        self.context.forget_all();
        self.counted.clear();
        self.names.forget_all();
        self.names.undecided.leave_all(cause);
    }

    /// The error of a command that looked up what is undecided, or what it came to.
    pub(super) fn unless_undecided<T>(
        &self,
        source: &Source,
        result: Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        match self.names.undecided.take_noted() {
            // What was interrupted or passed a limit says so.
            Some(_) if matches!(result, Err(CommandError::Limit { limit: Halt::Limit(Limit::Interrupted), .. })) => {
                result
            }
            Some(cause) => {
                self.failures.borrow_mut().extend(cause.take_aside());
                Err(cause.into_error(source.name()))
            }
            None => result,
        }
    }

    /// Why a name is undecided in some kind, if it is.
    pub fn undecided(&self, name: &str) -> Option<&Cause> {
        self.names.undecided.why(name)
    }

    /// What is said of a name that rests on guesses in some kind, if it does.
    pub fn remark_on(&self, name: &str) -> Option<String> {
        remark_on_guesses(&self.names.guesses.behind(name))
    }

    /// The names that are undecided: kind, name and why.
    pub fn all_undecided(&self) -> impl Iterator<Item = (NameKind, &str, &Cause)> {
        self.names.undecided.all()
    }

    /// Runs a definition that waited. If it fails, who names it first is told why, unless somebody else is.
    pub(super) fn run_waiting(&mut self, waiting: Waiting) {
        let Waiting { source, command, file, is_told } = waiting;
        self.including.push(file);
        let result = self.perform(&source, &command).and_then(|run| match self.names.folders {
            // What is stored there hides what is only known.
            Some(_) => self.publish(&source, &command, &run).map(|()| run),
            None => Ok(run),
        });
        self.including.pop();
        let cause = why_left(&source, &command, &result);
        let cause = match (&result, cause) {
            (Err(CommandError::Undecided(_)) | Ok(_), cause) => cause,
            (Err(why), cause) => cause.map(|cause| {
                let cause = cause.untold(elsewhere(why.clone(), &source, &command));
                if is_told { cause.aside() } else { cause }
            }),
        };
        self.bind(&command.kind, &result, cause);
    }
}

/// A failure with the place of the command, if it does not say its place itself.
pub(super) fn elsewhere(why: CommandError, source: &Source, command: &Command) -> CommandError {
    match why {
        CommandError::Wrong(_) | CommandError::Elsewhere { .. } | CommandError::Undecided(_) => why,
        why => {
            let line = source.position(command.span.start).line;
            CommandError::Elsewhere { why: Box::new(why), place: format!("{}:{line}", source.name()) }
        }
    }
}

/// Why a command that has run leaves its names undecided, if it does.
fn why_left(source: &Source, command: &Command, result: &Result<Run, CommandError>) -> Option<Cause> {
    match result {
        Ok(run) if !is_refuted(&run.effect, &command.kind) => None,
        Err(CommandError::Undecided(cause)) => Some(cause.clone()),
        _ => Some(Cause::new(source, command.span.start)),
    }
}

/// Whether what was to be bound was refuted: a candidate that is not the kernel.
fn is_refuted(effect: &Effect, command: &CommandKind) -> bool {
    matches!((effect, command), (Effect::Proved(verdict, _), CommandKind::Kernel { .. }) if !verdict.truth)
}
