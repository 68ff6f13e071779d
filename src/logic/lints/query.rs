//! What lints ask the prover, under a budget of their own.

use crate::budget::Budget;
use crate::logic::decide::{Verdict, decide};
use crate::logic::environment::Environment;
use crate::logic::resolve::resolve;
use crate::logic::workspace::Workspace;
use crate::syntax::Source;
use crate::syntax::ast::Formula;

/// Decides variants of a statement.
pub(super) struct Query<'a> {
    pub(super) source: &'a Source,
    pub(super) environment: &'a dyn Environment,
    pub(super) workspace: &'a mut Workspace,
    pub(super) budget: &'a dyn Fn() -> Budget,
}

impl Query<'_> {
    /// The verdict of a closed variant; `None` if it makes no sense or passes the budget.
    pub(super) fn decide(&mut self, formula: &Formula) -> Option<Verdict> {
        let budget = (self.budget)();
        let statement = resolve(formula, self.source, self.environment, self.workspace, &budget).ok()?;
        if !statement.free.is_empty() {
            return None;
        }
        decide(&statement, self.workspace, &budget).ok()
    }
}
