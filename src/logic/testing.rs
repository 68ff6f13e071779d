//! Formulas for the tests of this module, written as people write them.

use std::sync::Arc;

use crate::budget::Budget;
use crate::library::standard_word;
use crate::numeration::{NumerationError, NumerationSystem, Numerations};
use crate::syntax::{Source, parse_formula};
use crate::words::Indexed;

use super::environment::{Environment, Function};
use super::ir::{ExprRef, Kind, Var, Variables};
use super::resolve::resolve;
use super::workspace::Workspace;

/// The standard systems and words.
struct Shipped(Numerations);

impl Environment for Shipped {
    fn system(&self, full_name: &str) -> Result<Arc<NumerationSystem>, NumerationError> {
        self.0.get(full_name)
    }

    fn function(&self, _: &str) -> Option<Result<Arc<Function>, String>> {
        None
    }

    fn word(&self, name: &str) -> Option<Result<Indexed, String>> {
        standard_word(name, &Budget::unlimited()).map(|word| word.map(Indexed::Word).map_err(|error| error.to_string()))
    }

    fn functions(&self) -> Vec<String> {
        Vec::new()
    }

    fn words(&self) -> Vec<String> {
        Vec::new()
    }

    fn systems(&self) -> Vec<String> {
        self.0.names()
    }
}

/// A formula made ready to be built, and its variables.
pub(super) fn prepared(text: &str, workspace: &mut Workspace) -> (ExprRef, Variables) {
    let source = Source::new("test", text);
    let formula = parse_formula(&source, source.span(), &()).expect("a formula");
    let environment = Shipped(Numerations::standard());
    let statement = resolve(&formula, &source, &environment, workspace, &Budget::unlimited());
    let Ok(statement) = statement else { panic!("{text} makes no sense") };
    (workspace.prepare(&statement.whole(), true), statement.variables)
}

/// The first quantifier in a formula, from outside.
pub(super) fn quantifier(expr: &ExprRef) -> Option<(Vec<Var>, ExprRef)> {
    if let Kind::Exists(vars, body) = expr.kind() {
        return Some((vars.clone(), body.clone()));
    }
    expr.kind().parts().find_map(quantifier)
}
