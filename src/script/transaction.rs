//! A definition binds its names whole, or leaves them undecided; so does what cannot be read.

use crate::budget::{Halt, Limit};
use crate::logic::Environment as _;
use crate::planted::{Bug, planted};
use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Binding, Broken, NameKind, Source, bindings};

use super::context::Waiting;
use super::outcome::Cause;
use super::outcome::{CommandError, Effect, Run, Saved};
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
            Ok(run) if !is_refuted(&run.effect, &command.kind) => self.decide(&command.kind, &run.saved),
            Ok(_) => self.leave_bound(&command.kind, &Cause::new(source, command.span.start)),
            Err(CommandError::Undecided(cause)) => self.leave_bound(&command.kind, &cause.clone()),
            Err(CommandError::Limit { .. }) if planted(Bug::Limited) => {}
            Err(_) => self.leave_bound(&command.kind, &Cause::new(source, command.span.start)),
        }
    }

    /// The names of a command are undecided no more; of those that it may bind in several kinds, those that it made.
    fn decide(&mut self, command: &CommandKind, saved: &[Saved]) {
        for Binding { name, kinds } in bindings(command) {
            for &kind in kinds {
                let is_made = match kind {
                    NameKind::Word if kinds.len() > 1 => {
                        made(saved, |one| matches!(one, Saved::Word(own, _) if *own == name))
                    }
                    NameKind::Function if kinds.contains(&NameKind::Word) => {
                        made(saved, |one| matches!(one, Saved::Function(own, _) if *own == name))
                    }
                    _ => true,
                };
                if is_made {
                    self.names.undecided.decide(kind, &name);
                }
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
        if broken.names.iter().any(|name| name == "grundy") {
            broken.names.iter().for_each(|name| self.names.undecided.leave_values(name, &cause));
        }
        for name in broken.names.iter().chain(&self.values_of(broken)) {
            self.context.forget(name);
            NameKind::BOUND.iter().for_each(|&kind| self.names.undecided.leave(kind, name, &cause));
        }
    }

    /// The known names of Sprague-Grundy values that a broken `grundy` may have been meant to define.
    fn values_of(&self, broken: &Broken) -> Vec<String> {
        if !broken.names.iter().any(|name| name == "grundy") {
            return Vec::new();
        }
        let is_value = |known: &String| value_of(known).is_some_and(|name| broken.names.iter().any(|own| own == name));
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
        match result {
            Ok(run) if !is_refuted(&run.effect, &command.kind) => self.decide(&command.kind, &run.saved),
            Ok(_) => self.leave_bound(&command.kind, &Cause::new(&source, command.span.start)),
            Err(CommandError::Undecided(cause)) => self.leave_bound(&command.kind, &cause),
            Err(why) => {
                let cause = Cause::new(&source, command.span.start);
                let cause = cause.untold(elsewhere(why, &source, &command));
                let cause = if is_told { cause.aside() } else { cause };
                self.leave_bound(&command.kind, &cause);
            }
        }
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

/// Whether what was to be bound was refuted: a candidate that is not the kernel.
fn is_refuted(effect: &Effect, command: &CommandKind) -> bool {
    matches!((effect, command), (Effect::Proved(verdict, _), CommandKind::Kernel { .. }) if !verdict.truth)
}

fn made(saved: &[Saved], is: impl Fn(&Saved) -> bool) -> bool {
    saved.iter().any(is)
}
