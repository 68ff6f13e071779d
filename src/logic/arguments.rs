//! What is given to the tracks of functions and of families of words: numbers, or words over the digits of a track.

use std::sync::Arc;

use crate::numeration::{NumerationSystem, TrackKind};
use crate::syntax::ast::{Name, TermId};
use crate::syntax::{Diagnostic, Span};
use crate::words::WordFamily;

use super::builder::Builder;
use super::environment::Function;
use super::ir::{ExprRef, Stored};
use super::statement::ResolveError;
use super::unknown::{REDEFINED, system_at, told_apart};

impl Builder<'_> {
    /// What a function is on arguments with these ranges, and the systems of those that are numbers. It is called by its
    /// name in errors, and by the other one where formulas are shown.
    pub(super) fn table_of(
        &self,
        function: &Function,
        (name, shown): (&str, String),
        span: Span,
        (ranges, arguments): (&[TrackKind], &[TermId]),
    ) -> Result<(Stored, Vec<Arc<NumerationSystem>>), ResolveError> {
        let systems: Vec<Arc<NumerationSystem>> = ranges.iter().filter_map(TrackKind::system).cloned().collect();
        if let Some(other) = systems.iter().find(|system| system.direction() != systems[0].direction()) {
            let message = format!("`{name}` is given numbers in {} and {}", systems[0].name(), other.name());
            return Err(Diagnostic::error(self.source, span, message)
                .help("one automaton reads either the most or the least significant digits first")
                .into());
        }
        // A term is a number, whatever the track: only variables can be words.
        let reads_words = arguments.iter().any(|argument| self.on_digits.contains(argument));
        let (dfa, of_words) = match reads_words {
            true => function.words(ranges, self.budget)?,
            false => (function.reading(&systems, self.budget)?, false),
        };
        Ok((Stored { dfa, name: shown.into(), of_words }, systems))
    }

    /// What an argument is: a variable that stands on a track of digits may be a word.
    pub(super) fn argument_range(
        &mut self,
        place: &str,
        track: &TrackKind,
        argument: TermId,
    ) -> Result<TrackKind, ResolveError> {
        let term = &self.formula[argument];
        let own = match self.occurrences.get(&argument) {
            Some(&var) if self.on_digits.contains(&argument) => return Ok(self.variables.range(var).clone()),
            Some(&var) => Some(self.variables.system(var).clone()),
            None => self.arithmetic_system(&[argument])?,
        };
        match (track, own) {
            (TrackKind::Numbers(system), None) => Ok(system.clone().into()),
            (TrackKind::Numbers(system), Some(own)) if *system == own => Ok(own.into()),
            (TrackKind::Numbers(system), Some(own)) => Err(self.other_system(place, term.span, [system, &own]).into()),
            (TrackKind::Digits(_), Some(own)) => Ok(own.into()),
            (TrackKind::Digits(_), None) => {
                Ok(system_at(self.environment, self.source, &term.system, term.span)?.into())
            }
        }
    }

    /// The error of a number given to a track in another system; `systems` are that of the track and its own.
    pub(super) fn other_system(&self, place: &str, span: Span, systems: [&Arc<NumerationSystem>; 2]) -> Diagnostic {
        let [wanted, own] = told_apart(self.environment, self.source, span, systems);
        let error = Diagnostic::error(self.source, span, format!("{place} is a number in {wanted}"))
            .label(format!("this is in {own}"));
        match systems[0].name() == systems[1].name() {
            true => error.help(REDEFINED),
            false => error.help(format!("`?{}` sets the system up to the end of the parenthesis", systems[0].name())),
        }
    }

    /// A family's value at a term satisfies `wanted`.
    pub(super) fn selected_of_family(
        &mut self,
        id: TermId,
        (family, name, indices): (&Arc<WordFamily>, &Name, &[TermId]),
        wanted: &dyn Fn(i64) -> bool,
    ) -> Result<ExprRef, ResolveError> {
        let mut ranges = Vec::with_capacity(indices.len());
        for (i, (track, &index)) in family.tracks().iter().zip(indices).enumerate() {
            ranges.push(self.argument_range(&format!("index {} of `{}`", i + 1, name.text), track, index)?);
        }
        let span = self.formula[id].span;
        // The family is one of words as soon as one of its values tells paddings apart, so that its values mean the same
        // alone and together.
        let mut of_words = false;
        for value in family.values() {
            let (function, shown) = self.workspace.family_selection(family, &name.text, &|other| other == value);
            of_words |= self.table_of(&function, (&name.text, shown), span, (&ranges, indices))?.0.of_words;
        }
        let (function, shown) = self.workspace.family_selection(family, &name.text, wanted);
        let (mut table, _) = self.table_of(&function, (&name.text, shown), span, (&ranges, indices))?;
        table.of_words = of_words;
        self.at_places(span, indices, &ranges, (table, None))
    }
}
