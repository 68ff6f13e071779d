//! A command as a tree, for those who show it in another notation. Macros are expanded as they are at the command.

use std::sync::Arc;

use crate::syntax::ast::{Command, CommandKind, Formula, RuleSpec};
use crate::syntax::{Diagnostic, Source, parse_rule};

use super::session::Session;

/// A statement, a definition or the rules of a game.
#[derive(Clone, Debug)]
pub enum Written {
    /// What is claimed or asked.
    Statement(Arc<Formula>),
    /// A function, its arguments, and what it says of them.
    Definition(Arc<str>, Vec<Arc<str>>, Arc<Formula>),
    /// The moves of a game.
    Rules(RuleSpec),
}

impl Session {
    /// What a command says; `None` if that is no formula.
    ///
    /// # Errors
    /// What is wrong in it.
    pub fn written(&mut self, source: &Source, command: &Command) -> Result<Option<Written>, Diagnostic> {
        Ok(match &command.kind {
            CommandKind::Theorem { formula, .. }
            | CommandKind::Refute { formula, .. }
            | CommandKind::Eval { formula, .. } => Some(Written::Statement(self.parsed_before(source, formula.span)?)),
            CommandKind::Def { name, order, formula, .. } => {
                let formula = self.parsed_before(source, formula.span)?;
                let arguments = match order {
                    Some(order) => order.iter().map(|argument| argument.text.clone()).collect(),
                    None => formula.free_variables(),
                };
                Some(Written::Definition(name.text.clone(), arguments, formula))
            }
            CommandKind::Game { rule, .. } => Some(Written::Rules(parse_rule(source, rule.span, self.names())?)),
            _ => None,
        })
    }
}
