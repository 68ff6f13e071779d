//! `sequence NAME n "BODY"`: what a formula counts, a term in sequences, equations, or matrices in a file.
//!
//! A formula is counted by the runs of its automaton, one matrix for each letter (Schützenberger 1961, in
//! `automata::counting`); the other bodies go to `terms`, `equations` and `library::linear`. Every sequence is kept as
//! its smallest representation: O(d^3) operations for each letter where the first one has dimension d. Bad for formulas
//! with automata of thousands of states.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::automata::Track;
use crate::budget::Budget;
use crate::disk::read_given;
use crate::library::{CountedBy, read_linear, write_linear};
use crate::logic::Environment;
use crate::planted::{Bug, planted};
use crate::script::outcome::{CommandError, Effect};
use crate::script::session::Session;
use crate::sequences::{Sequence, SequenceError, widened};
use crate::syntax::ast::{Name, Quoted};
use crate::syntax::{
    Diagnostic, NameKind, Source, Span, calls_sequence, parse_equations, parse_sequence, speaks_of_sequences,
    system_of_sequences,
};

use crate::words::{Word, WordError};

use super::terms::{Amount, Terms, Variable, tracks, union};

impl Session {
    /// `sequence NAME n m .. "BODY"`, or `sequence NAME from "FILE"`.
    pub(in crate::script) fn define_sequence(
        &mut self,
        source: &Source,
        name: &Name,
        variables: &[Name],
        body: Quoted,
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        let text = source.slice(body.span);
        let names: Vec<Variable> = variables.iter().map(|variable| variable.text.clone()).collect();
        for (at, variable) in variables.iter().enumerate() {
            if names[..at].contains(&variable.text) {
                let message = format!("`{}` occurs twice here", variable.text);
                return Err(Diagnostic::error(source, variable.span, message).into());
            }
        }
        let (sequence, names) = match &names[..] {
            [from] if **from == *"from" => self.sequence_of_file(source, body.span, budget)?,
            _ if calls_sequence(text, &name.text) => {
                // In its own equations the name means what they define, whatever it meant.
                self.names.decide(NameKind::Sequence, &name.text, &BTreeSet::new());
                let (system, rest) = system_of_sequences(source, body.span)?;
                let equations = parse_equations(source, rest)?;
                let terms = Terms::new(self, source, system, &equations, budget)?;
                (super::equations::defined(terms, name, variables, body.span, &equations)?, names)
            }
            _ if self.is_term(source, body.span) => {
                let (system, rest) = system_of_sequences(source, body.span)?;
                let term = parse_sequence(source, rest)?;
                let mut terms = Terms::new(self, source, system, &term, budget)?;
                let amount = terms.evaluate(&term, term.top)?;
                (terms.in_order(body.span, &amount, variables)?, names)
            }
            _ => (self.counted_sequence(source, body.span, variables, budget)?, names),
        };
        self.keep_sequence(&name.text, &names, sequence);
        Ok(Effect::Nothing)
    }

    /// The sequence that a command defined under a name.
    pub fn sequence(&self, name: &str) -> Option<&Arc<Sequence>> {
        self.names.sequences.get(name)
    }

    /// The variables of a sequence, and its systems.
    pub(in crate::script) fn counted_by(&self, name: &str) -> Option<CountedBy> {
        let text = self.counted.get(name)?;
        let digits =
            |system: &str| self.names.system(system).map(|system| system.digits()).map_err(|why| why.to_string());
        let (_, by) = read_linear(text, digits).ok()?;
        let systems = by.systems.iter().map(|name| match name.strip_prefix("lsd_") {
            Some(rest) => format!("msd_{rest}"),
            None => name.clone(),
        });
        Some(CountedBy { systems: systems.collect(), variables: by.variables })
    }

    /// Keeps a sequence under a name, for terms and for `filbert count`.
    pub(in crate::script) fn keep_sequence(&mut self, name: &str, variables: &[Variable], sequence: Sequence) {
        let by = CountedBy {
            variables: variables.iter().map(ToString::to_string).collect(),
            systems: vec![sequence.system().name().to_string(); sequence.variables()],
        };
        let files = write_linear(sequence.linear(), &by);
        let (_, text) = files.into_iter().find(|(ending, _)| *ending == "json").expect("it is among them");
        if planted(Bug::Sequence) && self.names.sequences.contains_key(name) {
            return;
        }
        self.counted.insert(name.to_owned(), text);
        self.names.sequences.insert(name.to_owned(), Arc::new(sequence));
    }

    /// The sequence with a name, or what `eval NAME n "F"` counts.
    pub(in crate::script) fn sequence_named(
        &mut self,
        source: &Source,
        name: &str,
        span: Span,
        budget: &Budget,
    ) -> Result<Option<Arc<Sequence>>, CommandError> {
        // A look-up of what is not read yet would find nothing, which may leave the command undecided.
        if !self.names.sequences.contains_key(name)
            && !self.names.undecided.is_left(NameKind::Sequence, name)
            && let Some(text) = self.counted.get(name).cloned()
        {
            let (sequence, _) = self.sequence_of_text(source, span, &text, budget)?;
            self.names.sequences.insert(name.to_owned(), Arc::new(sequence));
        }
        Ok(self.names.sequence(name).cloned())
    }

    /// The word of the values of a term in sequences, for `word NAME[n] "s(n)"`.
    pub(in crate::script) fn word_of_sequence(
        &mut self,
        source: &Source,
        indices: &[Name],
        body: Quoted,
        budget: &Budget,
    ) -> Result<Word, CommandError> {
        let sequence = self.sequence_of_word(source, indices, body, budget)?;
        let Some(values) = sequence.values(budget)? else {
            return Err(CommandError::Unfinished("it is not known to take finitely many values".into()));
        };
        match values.word(budget) {
            Ok(Some(word)) => Ok(word),
            Ok(None) => Err(Diagnostic::error(source, body.span, "a value does not fit in 64 bits").into()),
            Err(WordError::Limit(limit)) => Err(limit.into()),
            Err(why) => Err(Diagnostic::error(source, body.span, why.to_string()).into()),
        }
    }

    /// The values of such a term, at the indices in their order.
    pub(super) fn sequence_of_word(
        &mut self,
        source: &Source,
        indices: &[Name],
        body: Quoted,
        budget: &Budget,
    ) -> Result<Sequence, CommandError> {
        let (system, rest) = system_of_sequences(source, body.span)?;
        let term = parse_sequence(source, rest)?;
        let mut terms = Terms::new(self, source, system, &term, budget)?;
        let amount = terms.evaluate(&term, term.top)?;
        terms.in_order(body.span, &amount, indices)
    }

    /// Whether a sequence is what a formula counts.
    pub(in crate::script) fn is_counted(&self, source: &Source, name: &Name, variables: &[Name], body: Quoted) -> bool {
        let is_of_file = matches!(variables, [from] if *from.text == *"from");
        !is_of_file && !calls_sequence(source.slice(body.span), &name.text) && !self.is_term(source, body.span)
    }

    /// Whether a text is a term in sequences and no formula: formulas compare or call.
    fn is_term(&self, source: &Source, span: Span) -> bool {
        let text = source.slice(span);
        let known = |name: &str| self.counted.contains_key(name);
        let outside = |byte: u8| !text.bytes().any(|other| other == byte);
        speaks_of_sequences(text, known) || b"=<>$".iter().all(|&byte| outside(byte))
    }

    /// How many tuples of the other free variables satisfy a formula.
    pub(in crate::script) fn counted_sequence(
        &mut self,
        source: &Source,
        span: Span,
        variables: &[Name],
        budget: &Budget,
    ) -> Result<Sequence, CommandError> {
        let formula = crate::syntax::parse_formula(source, span, &self.names)?;
        let (names, relation) = self.free_relation(source, &formula, budget)?;
        if names.is_empty() {
            return Err(Diagnostic::error(source, span, "a closed statement has no values to count").into());
        }
        let relation = self.turned_to_msd(source, &relation, span, budget)?;
        let all = union(&names, &variables.iter().map(|variable| variable.text.clone()).collect::<Vec<_>>());
        let wrong = |error: SequenceError| match error {
            SequenceError::Limit(limit) => CommandError::from(limit),
            SequenceError::Infinite => {
                Diagnostic::error(source, span, error.to_string()).help("bound the other variables, as in `i<n`").into()
            }
            error => Diagnostic::error(source, span, error.to_string()).into(),
        };
        let kept: Vec<Variable> = variables.iter().map(|variable| variable.text.clone()).collect();
        let own = names.iter().position(|name| kept.contains(name)).unwrap_or(0);
        let system = relation.systems()[own].clone();
        let relation = widened(&relation, &tracks(&names, &all), (all.len(), &system), budget)?;
        Sequence::summed(&relation, &tracks(&kept, &all), &[], budget).map_err(wrong)
    }

    /// The matrices of a JSON file, as `eval NAME n "F"` writes it.
    fn sequence_of_file(
        &mut self,
        source: &Source,
        span: Span,
        budget: &Budget,
    ) -> Result<(Sequence, Vec<Variable>), CommandError> {
        let path = self.base().join(source.slice(span));
        let wrong = |why: String| {
            Diagnostic::error(source, span, format!("`{}` cannot be read", source.slice(span))).label(why)
        };
        self.admit(&path).map_err(wrong)?;
        let text = read_given(&path, budget).map_err(|why| wrong(why.to_string()))?;
        self.sequence_of_text(source, span, &text, budget)
    }

    fn sequence_of_text(
        &self,
        source: &Source,
        span: Span,
        text: &str,
        budget: &Budget,
    ) -> Result<(Sequence, Vec<Variable>), CommandError> {
        let wrong = |why: String| Diagnostic::error(source, span, "these matrices do not define a sequence").label(why);
        let digits = |name: &str| match self.names.system(name) {
            Ok(system) => Ok(system.digits()),
            Err(why) => Err(why.to_string()),
        };
        let (linear, by) = read_linear(text, digits).map_err(wrong)?;
        let first = by.systems.first().ok_or_else(|| wrong("it has no variable to count by".into()))?;
        if by.systems.iter().any(|system| system != first) {
            return Err(wrong(format!("its variables are read in {}", by.systems.join(", "))).into());
        }
        let system = self.msd_system(source, first, span)?;
        let linear = if first.starts_with("lsd_") { linear.transposed() } else { linear };
        let sequence = Sequence::of_digits(&linear, &system, budget).map_err(|error| match error {
            SequenceError::Limit(limit) => CommandError::from(limit),
            error => wrong(error.to_string()).into(),
        })?;
        Ok((sequence, by.variables.into_iter().map(Into::into).collect()))
    }
}

impl Terms<'_> {
    /// An amount as a sequence of these variables in their order.
    pub(super) fn in_order(&self, span: Span, amount: &Amount, order: &[Name]) -> Result<Sequence, CommandError> {
        let names: Vec<Variable> = order.iter().map(|variable| variable.text.clone()).collect();
        if let Some(other) = amount.variables().iter().find(|name| !names.contains(name)) {
            return Err(Diagnostic::error(self.source, span, format!("`{other}` is not a variable of this sequence"))
                .label(format!("its variables are {}", names.join(", ")))
                .into());
        }
        let mut sorted = names.clone();
        sorted.sort();
        let lifted = self.lift(span, amount, &sorted)?;
        let tracks: Vec<Track> = tracks(&sorted, &names);
        Sequence::product(&[(&lifted, tracks)], names.len(), self.budget).map_err(|why| self.error(span, why))
    }
}
