//! What a search for functions has at hand.

use std::collections::HashMap;
use std::sync::Arc;

use crate::budget::Budget;
use crate::logic::{Function, define, resolve};
use crate::numeration::Relation;
use crate::script::names::WithOwn;
use crate::script::outcome::CommandError;
use crate::script::session::Session;
use crate::syntax::{Source, parse_formula_in};
use crate::words::Word;

use super::read::Recursion;

/// Looks for automata, and proves them.
pub(super) struct Search<'a> {
    pub session: &'a mut Session,
    pub source: &'a Source,
    pub recursion: &'a Recursion,
    pub budget: &'a Budget,
}

impl Search<'_> {
    /// The relation of a formula in these functions and this word.
    pub fn defined(
        &mut self,
        text: String,
        functions: HashMap<String, Arc<Function>>,
        word: Option<(&str, &Arc<Word>)>,
    ) -> Result<Relation, CommandError> {
        let text = Source::new("recursion", text);
        let formula = parse_formula_in(&text, text.span(), &(), self.recursion.system.name())?;
        let names = WithOwn { names: &self.session.names, functions, word };
        let statement = resolve(&formula, &text, &names, &mut self.session.workspace, self.budget)?;
        Ok(define(&statement, &mut self.session.workspace, self.budget)?)
    }
}
