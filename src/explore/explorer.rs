//! A search for facts under way: what is decided, told and kept.
//!
//! Every fact is run as a command in a session, under the limits of one statement; the whole ends when its time is
//! over.

use std::time::Duration;

use num_bigint::BigInt;

use crate::budget::{Halt, Instant, Limit};
use crate::logic::Environment;
use crate::numeration::Algebraic;
use crate::report::text;
use crate::script::{CommandError, Effect, QueryResult, Session, SumValues};
use crate::syntax::{Source, parse_script};

use super::fact::Fact;
use super::real::{Interval, less_multiple};

/// Characters of a regular expression that says more than the automaton.
const LONGEST_EXPRESSION: usize = 60;

/// What becomes known.
#[derive(Clone, Debug)]
pub enum News {
    /// Commands that define what facts speak of.
    Defined(String),
    /// A fact is proved.
    Proved(Fact),
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
    /// Whether it ended because the time was over, or it was interrupted.
    pub is_cut: bool,
}

/// A search under way.
pub(super) struct Explorer<'a> {
    pub session: &'a mut Session,
    pub began: Instant,
    pub within: Duration,
    pub found: Explored,
    pub tell: &'a mut dyn FnMut(News),
}

impl Explorer<'_> {
    /// A name for a definition that nothing has yet: this one, or with a number behind it.
    pub(super) fn fresh(&self, wanted: &str) -> String {
        let names = self.session.names();
        let is_taken = |name: &str| {
            names.function(name).is_some() || names.word(name).is_some() || self.session.sequence(name).is_some()
        };
        let more = (2..).map(|number| format!("{wanted}{number}"));
        let mut all = std::iter::once(wanted.to_owned()).chain(more);
        all.find(|name| !is_taken(name)).expect("there are more names than are taken")
    }

    /// Runs commands that define something.
    ///
    /// # Errors
    /// Why they cannot be run.
    pub(super) fn define(&mut self, commands: &str) -> Result<(), String> {
        self.run(commands).map_err(|failure| text::failure(&failure, false))?;
        self.show(commands);
        Ok(())
    }

    /// Tells commands that have been run.
    pub(super) fn show(&mut self, commands: &str) {
        self.found.definitions += commands;
        (self.tell)(News::Defined(commands.to_owned()));
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
            Effect::Query(QueryResult::Expression(text)) if text.len() <= LONGEST_EXPRESSION => Some(text),
            _ => None,
        }
    }

    /// The verdict of the last of some commands.
    fn run(&mut self, text: &str) -> Result<Option<bool>, CommandError> {
        let source = Source::new("explore", text);
        let (commands, errors) = parse_script(&source);
        if let Some(error) = errors.into_iter().next() {
            return Err(error.into());
        }
        let mut last = None;
        for command in &commands {
            let run = self.session.run(&source, command).inspect_err(|failure| {
                // Who interrupts one statement does not want the next.
                self.found.is_cut |=
                    matches!(failure, CommandError::Limit { limit: Halt::Limit(Limit::Interrupted), .. });
            })?;
            last = run.truth();
        }
        Ok(last)
    }

    /// Whether the time is over, or the search was interrupted.
    pub(super) fn is_over(&mut self) -> bool {
        self.found.is_cut |= self.began.elapsed() >= self.within;
        self.found.is_cut
    }

    /// Whether a statement is true; nothing if that is not decided.
    pub(super) fn holds(&mut self, statement: &str) -> Option<bool> {
        if self.is_over() {
            return None;
        }
        self.run(&format!("theorem t \"{statement}\":")).ok().flatten()
    }

    /// The first tuples of a relation, by the length of the longest representation.
    pub(super) fn first(&mut self, formula: &str, count: usize) -> Option<Vec<Vec<BigInt>>> {
        if self.is_over() {
            return None;
        }
        match self.session.answer(&Source::new("explore", formula)).ok()?.effect {
            Effect::Relation(_, relation) => relation.first_within(count, &self.session.limits().budget()).ok(),
            _ => None,
        }
    }

    /// What is known of the values of a sum, as `bounds a(n) - n` has it.
    pub(super) fn values_of_sum(&mut self, claim: &str) -> Option<SumValues> {
        if self.is_over() {
            return None;
        }
        self.session.values_of_sum(&Source::new("explore", claim)).ok()
    }

    /// What a sum divided by the number that its values hang on tends to.
    pub(super) fn rate(&mut self, claim: &str) -> Option<Algebraic> {
        match self.values_of_sum(claim)? {
            SumValues::Unbounded { rate, .. } => Some(rate?.1),
            SumValues::Bounded { .. } => None,
        }
    }

    /// What the values of a sequence tend to, divided by n, and how far they are from that line, as a fact that begins with some words. It
    /// has not been told.
    pub(super) fn line(&mut self, sequence: &str, name: String, begins: &str) -> Option<Fact> {
        let rate = self.rate(&format!("bounds {sequence}(n)"))?;
        let sum = less_multiple(sequence, &rate);
        let told = format!("{begins} {}", rate.with_decimals());
        Some(match self.values_of_sum(&sum)? {
            SumValues::Bounded { lowest, highest } => {
                let interval = Interval::new(&lowest, &highest);
                let about = format!("{told}; {sequence}(n) less n times that is in {}.", interval.in_words());
                Fact::new(name, format!("{sum} in {interval}"), about)
            }
            SumValues::Unbounded { .. } => {
                let about = format!("{told}; {sequence}(n) less n times that is not bounded.");
                Fact { is_true: false, ..Fact::new(name, sum, about) }
            }
        })
    }

    /// Tells a fact if it is as it claims to be; whether it is so.
    pub(super) fn prove(&mut self, fact: Fact) -> bool {
        if self.is_over() {
            return false;
        }
        match self.run(&fact.command()) {
            Ok(truth) if truth == Some(fact.is_true) => {
                self.keep(fact);
                true
            }
            Ok(_) => false,
            Err(_) => {
                self.give_up(fact);
                false
            }
        }
    }

    /// Tells a fact if it is true; whether it is, if that is decided. Of one that is not decided nothing is said.
    pub(super) fn prove_if_true(&mut self, fact: Fact) -> Option<bool> {
        let truth = self.holds(&fact.statement);
        if truth == Some(true) {
            self.keep(fact);
        }
        truth
    }

    /// Tells whether a statement is true or false, whichever it is: `otherwise` says that it is false.
    pub(super) fn decide(&mut self, fact: Fact, otherwise: &str) -> Option<bool> {
        if self.is_over() {
            return None;
        }
        let truth = self.holds(&fact.statement);
        match truth {
            Some(true) => self.keep(fact),
            Some(false) => self.keep(Fact { is_true: false, about: otherwise.to_owned(), ..fact }),
            None => self.give_up(fact),
        }
        truth
    }

    /// Tells a fact that is known to hold: its statement was decided.
    pub(super) fn keep(&mut self, fact: Fact) {
        (self.tell)(News::Proved(fact.clone()));
        self.found.facts.push(fact);
    }

    /// What was cut short may be decided another time.
    fn give_up(&mut self, fact: Fact) {
        if !self.found.is_cut {
            self.found.undecided.push(fact);
        }
    }
}
