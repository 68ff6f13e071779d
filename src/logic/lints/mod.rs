//! What a statement may not mean as its writer thinks: findings that warn and change no verdict.
//!
//! Most are read off the tree ([`read`]). Three are decided, by a query of their own under a small budget
//! ([`decided`]): whether a true implication needs its conclusion at all, whether a difference goes below zero where
//! it counts, and whether the order of a call's arguments matters. `docs/lints/` has a page for each.

mod argument_order;
mod below_zero;
mod finding;
mod query;
mod tree;
mod vacuous;
mod values;
mod written;

use crate::budget::Budget;
use crate::syntax::Source;
use crate::syntax::ast::Formula;
use crate::tuning::logic::lints;

use super::environment::Environment;
use super::workspace::Workspace;
use query::Query;
use tree::Tree;

pub use finding::{Finding, Lint};

/// What is found by reading a formula, in the order of the text.
pub fn read(formula: &Formula, source: &Source) -> Vec<Finding> {
    if formula.nodes.len() > lints::NODES {
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
    if formula.nodes.len() > lints::NODES {
        return Vec::new();
    }
    let tree = Tree::new(formula);
    let mut findings = workspace.untraced(|workspace| {
        let mut query = Query { source, environment, workspace, budget };
        let mut findings = below_zero::findings(&tree, &mut query);
        findings.extend(values::findings(&tree, &query));
        findings.extend(argument_order::findings(&tree, &mut query));
        if truth == Some(true) {
            findings.extend(vacuous::findings(&tree, &mut query));
        }
        findings
    });
    findings.sort_by_key(|finding| finding.diagnostic.span());
    findings
}
