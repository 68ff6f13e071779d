//! What a statement may not mean as its writer thinks: findings that warn and change no verdict.
//!
//! Most are read off the tree ([`read`]). Two are decided, by a query of their own under a small budget
//! ([`decided`]): whether a true implication needs its conclusion at all, and whether a difference goes below
//! zero where it counts. `docs/lints/` has a page for each.

mod below_zero;
mod tree;
mod vacuous;
mod written;

use std::fmt;

use crate::automata::Budget;
use crate::syntax::Diagnostic;
use crate::syntax::Source;
use crate::syntax::ast::Formula;

use super::environment::Environment;
use super::workspace::Workspace;
use tree::Tree;

/// Statements with more nodes than this are not looked at: they come from programs.
const MOST_NODES: usize = 20_000;

/// What may be amiss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lint {
    /// A difference that is negative for some values that count.
    BelowZero,
    /// `P => Q => R` without parentheses.
    ChainedImplies,
    /// `E x (P => Q)`.
    ExistsImplies,
    /// `P & Q | R` without parentheses.
    MixedConnectives,
    /// A quantified variable that hides another of its name.
    ShadowedVariable,
    /// A comment that allows what is no lint.
    UnknownLint,
    /// A quantified variable that nothing speaks of.
    UnusedVariable,
    /// An implication that is true whatever it concludes.
    VacuousPremise,
}

impl Lint {
    /// All of them, in the order of their names.
    pub const ALL: [Lint; 8] = [
        Lint::BelowZero,
        Lint::ChainedImplies,
        Lint::ExistsImplies,
        Lint::MixedConnectives,
        Lint::ShadowedVariable,
        Lint::UnknownLint,
        Lint::UnusedVariable,
        Lint::VacuousPremise,
    ];

    /// Its name, that of its page in `docs/lints/`.
    pub fn name(self) -> &'static str {
        match self {
            Lint::BelowZero => "below-zero",
            Lint::ChainedImplies => "chained-implies",
            Lint::ExistsImplies => "exists-implies",
            Lint::MixedConnectives => "mixed-connectives",
            Lint::ShadowedVariable => "shadowed-variable",
            Lint::UnknownLint => "unknown-lint",
            Lint::UnusedVariable => "unused-variable",
            Lint::VacuousPremise => "vacuous-premise",
        }
    }

    /// The lint with this name.
    pub fn named(name: &str) -> Option<Lint> {
        Lint::ALL.into_iter().find(|lint| lint.name() == name)
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A place where a lint applies.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Which.
    pub lint: Lint,
    /// Where, and what to write instead.
    pub diagnostic: Diagnostic,
}

impl Finding {
    fn new(lint: Lint, diagnostic: Diagnostic) -> Finding {
        Finding { lint, diagnostic }
    }

    /// The whole message under the name of its lint: an error where the lint is denied.
    pub fn render(&self, denied: bool, color: bool) -> String {
        let kind = if denied { "error" } else { "warning" };
        self.diagnostic.render(color).replacen("warning", &format!("{kind}[{}]", self.lint), 1)
    }
}

/// What is found by reading a formula, in the order of the text.
pub fn read(formula: &Formula, source: &Source) -> Vec<Finding> {
    if formula.nodes.len() > MOST_NODES {
        return Vec::new();
    }
    let mut findings = written::findings(&Tree::new(formula), source);
    findings.sort_by_key(|finding| finding.diagnostic.span());
    findings
}

/// What is found by deciding variants of a statement that has a result.
///
/// `truth` is its verdict if it is closed. `budget` makes the budget of one query; a query beyond it finds nothing.
pub fn decided(
    formula: &Formula,
    source: &Source,
    truth: Option<bool>,
    environment: &dyn Environment,
    workspace: &mut Workspace,
    budget: &dyn Fn() -> Budget,
) -> Vec<Finding> {
    if formula.nodes.len() > MOST_NODES {
        return Vec::new();
    }
    let tree = Tree::new(formula);
    let mut findings = workspace.aside(|workspace| {
        let mut query = Query { source, environment, workspace, budget };
        let mut findings = below_zero::findings(&tree, &mut query);
        if truth == Some(true) {
            findings.extend(vacuous::findings(&tree, &mut query));
        }
        findings
    });
    findings.sort_by_key(|finding| finding.diagnostic.span());
    findings
}

/// Decides variants of a statement.
struct Query<'a> {
    source: &'a Source,
    environment: &'a dyn Environment,
    workspace: &'a mut Workspace,
    budget: &'a dyn Fn() -> Budget,
}

impl Query<'_> {
    /// The verdict of a closed variant; `None` if it makes no sense or passes the budget.
    fn decide(&mut self, formula: &Formula) -> Option<super::Verdict> {
        let budget = (self.budget)();
        let statement = super::resolve(formula, self.source, self.environment, self.workspace, &budget).ok()?;
        if !statement.free.is_empty() {
            return None;
        }
        super::decide(&statement, self.workspace, &budget).ok()
    }
}
