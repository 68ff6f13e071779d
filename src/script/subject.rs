//! What the text of a statement is about, told apart in one place for all who ask: the engine, certificates, lints and
//! the page.
//!
//! A text is tried as a claim on bounds, on a word that is fixed, on sequences, and as a formula, in this order. Formulas
//! that a command has read stay until the next command, so that whoever looks at the command afterwards sees what was
//! decided: a macro may have another meaning by then. Cost: a parse.

use std::sync::Arc;

use crate::families::{Spoken, spoken_of};
use crate::syntax::ast::Formula;
use crate::syntax::{Diagnostic, Source, Span, parse_formula, speaks_of_bounds, speaks_of_fixed_words};

use super::session::{ReadFormula, Session};

/// What a statement is about.
pub(super) enum Subject {
    /// Bounds of a sum of multiples of real numbers.
    Bounds,
    /// A word that is fixed by a morphism.
    FixedWord,
    /// The values of sequences.
    Sequences,
    /// A formula about all parameters of a family.
    Family(Arc<Formula>, Spoken),
    /// A formula about numbers and words.
    Formula(Arc<Formula>),
}

impl Session {
    /// What the text of a statement is about.
    ///
    /// # Errors
    /// What is wrong in a formula.
    pub(super) fn subject(&mut self, source: &Source, span: Span) -> Result<Subject, Diagnostic> {
        let text = source.slice(span);
        if speaks_of_bounds(text) {
            return Ok(Subject::Bounds);
        }
        if speaks_of_fixed_words(text) {
            return Ok(Subject::FixedWord);
        }
        if self.speaks_of_sequences(text) {
            return Ok(Subject::Sequences);
        }
        self.subject_of_formula(source, span)
    }

    /// What a formula is about.
    ///
    /// # Errors
    /// What is wrong in it.
    pub(super) fn subject_of_formula(&mut self, source: &Source, span: Span) -> Result<Subject, Diagnostic> {
        let formula = self.parsed(source, span)?;
        Ok(match spoken_of(&formula, source)? {
            Some(spoken) => Subject::Family(formula, spoken),
            None => Subject::Formula(formula),
        })
    }

    /// A formula, its macros filled in as they are now.
    ///
    /// # Errors
    /// What is wrong in it.
    pub(super) fn parsed(&mut self, source: &Source, span: Span) -> Result<Arc<Formula>, Diagnostic> {
        let formula = Arc::new(parse_formula(source, span, &self.names)?);
        let (name, text) = (source.name().to_owned(), source.slice(span).to_owned());
        self.read_formulas.push(ReadFormula { source: name, text, span, formula: formula.clone() });
        Ok(formula)
    }

    /// The formula that the last command has read there; if it has read none, the formula as it is read now.
    ///
    /// # Errors
    /// What is wrong in it.
    pub(super) fn parsed_before(&mut self, source: &Source, span: Span) -> Result<Arc<Formula>, Diagnostic> {
        let is_here =
            |read: &&ReadFormula| read.span == span && read.source == source.name() && read.text == source.slice(span);
        match self.read_formulas.iter().rev().find(is_here) {
            Some(read) => Ok(read.formula.clone()),
            None => self.read(source, span).map(Arc::new),
        }
    }
}
