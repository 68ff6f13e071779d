//! A search under way: what is decided, told and kept.

use std::time::Instant;

use crate::logic::Environment;
use crate::script::{CommandError, Effect, Seen, Session};
use crate::syntax::{Source, parse_script};

use super::fact::Fact;

/// Characters of a regular expression that says more than the automaton.
const LONGEST_EXPRESSION: usize = 60;

/// What becomes known.
#[derive(Clone, Debug)]
pub enum News {
    /// Commands that define what facts speak of.
    Defined(String),
    /// A fact is proved.
    Proved(Fact),
    /// A statement was not decided, and why.
    Undecided(Fact, String),
}

/// What a search came to.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// The definitions of the facts.
    pub definitions: String,
    /// What is proved.
    pub facts: Vec<Fact>,
    /// What was not decided.
    pub undecided: Vec<Fact>,
    /// Whether it ended because the time was over.
    pub is_cut: bool,
}

/// A search under way.
pub(super) struct Explorer<'a> {
    pub session: &'a mut Session,
    pub ends: Instant,
    pub found: Explored,
    pub tell: &'a mut dyn FnMut(News),
}

impl Explorer<'_> {
    /// A name for a definition that nothing has yet: this one, or with a number behind it.
    pub(super) fn fresh(&self, wanted: &str) -> String {
        let is_taken =
            |name: &str| self.session.names().function(name).is_some() || self.session.sequence(name).is_some();
        let more = (2..).map(|number| format!("{wanted}{number}"));
        let mut all = std::iter::once(wanted.to_owned()).chain(more);
        all.find(|name| !is_taken(name)).expect("there are more names than are taken")
    }

    /// Runs commands that define something.
    ///
    /// # Errors
    /// Why they cannot be run.
    pub(super) fn define(&mut self, commands: &str) -> Result<(), String> {
        self.run(commands).map_err(|failure| crate::report::text::failure(&failure, false))?;
        self.found.definitions += commands;
        (self.tell)(News::Defined(commands.to_owned()));
        Ok(())
    }

    /// Runs commands that define something which no fact speaks of; whether they can be run.
    pub(super) fn set_up(&mut self, commands: &str) -> bool {
        !self.is_over() && self.run(commands).is_ok()
    }

    /// A function of one number as a regular expression, if that is short.
    pub(super) fn expression(&mut self, function: &str) -> Option<String> {
        let source = Source::new("explore", format!("regex {function};"));
        let (commands, _) = parse_script(&source);
        match self.session.run(&source, commands.first()?).ok()?.effect {
            Effect::Seen(Seen::Expression(text)) if text.len() <= LONGEST_EXPRESSION => Some(text),
            _ => None,
        }
    }

    /// The verdict of the last of some commands.
    fn run(&mut self, text: &str) -> Result<Option<(bool, Vec<String>)>, CommandError> {
        let source = Source::new("explore", text);
        let (commands, errors) = parse_script(&source);
        if let Some(error) = errors.into_iter().next() {
            return Err(error.into());
        }
        let mut last = None;
        for command in &commands {
            let run = self.session.run(&source, command)?;
            last = run.truth().map(|truth| (truth, run.notes));
        }
        Ok(last)
    }

    /// Whether the time is over.
    pub(super) fn is_over(&mut self) -> bool {
        self.found.is_cut |= Instant::now() >= self.ends;
        self.found.is_cut
    }

    /// Whether a statement is true; nothing if that is not decided.
    pub(super) fn holds(&mut self, statement: &str) -> Option<bool> {
        if self.is_over() {
            return None;
        }
        self.run(&format!("theorem t \"{statement}\":")).ok().flatten().map(|verdict| verdict.0)
    }

    /// Whether a claim of bounds is true, and what is remarked on it; nothing if it is not decided.
    pub(super) fn remarks(&mut self, claim: &str) -> Option<(bool, Vec<String>)> {
        if self.is_over() {
            return None;
        }
        self.run(&format!("eval \"{claim}\":")).ok().flatten()
    }

    /// Tells a fact if it is as it claims to be; whether it is so.
    pub(super) fn prove(&mut self, fact: Fact) -> bool {
        if self.is_over() {
            return false;
        }
        match self.run(&fact.command()) {
            Ok(Some((truth, _))) if truth == fact.is_true => {
                (self.tell)(News::Proved(fact.clone()));
                self.found.facts.push(fact);
                true
            }
            Ok(_) => false,
            Err(failure) => {
                let why = crate::report::text::failure(&failure, false);
                (self.tell)(News::Undecided(fact.clone(), why));
                self.found.undecided.push(fact);
                false
            }
        }
    }

    /// Tells whether a statement is true or false, whichever it is.
    pub(super) fn decide(&mut self, mut fact: Fact, otherwise: &str) -> Option<bool> {
        let truth = match self.holds(&fact.statement) {
            Some(truth) => truth,
            None => {
                if !self.found.is_cut {
                    self.found.undecided.push(fact);
                }
                return None;
            }
        };
        if !truth {
            fact = Fact { is_true: false, about: otherwise.to_owned(), ..fact };
        }
        (self.tell)(News::Proved(fact.clone()));
        self.found.facts.push(fact);
        Some(truth)
    }
}
