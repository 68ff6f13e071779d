//! Verdicts: TRUE or FALSE with the numbers that show it, or the automaton of a statement with free variables.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::{Budget, Halt};
use crate::numeration::{NumerationSystem, Relation};

use super::engine::{Assignment, Engine, prepare};
use super::evaluate::holds;
use super::ir::Var;
use super::statement::{Leading, Statement};
use super::workspace::Workspace;

/// What a closed statement came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it is true.
    pub truth: bool,
    /// For a false statement that begins with `A`, a counterexample; for a true one that begins with `E`, a witness.
    /// In the order of the variables in the statement.
    pub example: Option<Vec<(Arc<str>, BigInt)>>,
}

/// Why there is no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    /// A limit was passed.
    #[error("{0}")]
    Limit(#[from] Halt),
    /// The numbers found do not show what they should: an error in filbert.
    #[error("the counterexample found fails direct evaluation: this is a bug in filbert, please report it")]
    Contradiction,
}

/// Decides a closed statement.
///
/// # Errors
/// [`DecideError`].
///
/// # Panics
/// If the statement has free variables.
pub fn decide(statement: &Statement, workspace: &mut Workspace, budget: &Budget) -> Result<Verdict, DecideError> {
    assert!(statement.free.is_empty(), "a statement with free variables has no truth value");
    let variables = &statement.variables;
    let mut engine = Engine::new(workspace, variables, budget);
    let (vars, body, sought) = match &statement.leading {
        Leading::Exists(vars, body) => (vars, body, true),
        Leading::ForAll(vars, body) => (vars, body, false),
    };
    if vars.is_empty() {
        return Ok(Verdict { truth: engine.decide(&prepare(body, true))?, example: None });
    }
    let Some(found) = engine.search(vars, &prepare(body, sought))? else {
        return Ok(Verdict { truth: !sought, example: None });
    };
    if holds(body, &found, variables, budget)? != sought {
        return Err(DecideError::Contradiction);
    }
    Ok(Verdict { truth: sought, example: Some(named(vars, &found, statement)) })
}

fn named(vars: &[Var], found: &Assignment, statement: &Statement) -> Vec<(Arc<str>, BigInt)> {
    let value = |var: &Var| found.iter().find(|(known, _)| known == var).expect("every variable has a value").1.clone();
    vars.iter().map(|var| (statement.variables.name(*var).clone(), value(var))).collect()
}

/// The relation of a statement with free variables: its tracks are those, in alphabetical order.
///
/// # Errors
/// The limit that was passed.
pub fn define(statement: &Statement, workspace: &mut Workspace, budget: &Budget) -> Result<Relation, Halt> {
    let variables = &statement.variables;
    let mut engine = Engine::new(workspace, variables, budget);
    let built = engine.relation_over(&prepare(&statement.whole(), true), &statement.free)?;
    let order: Vec<usize> = statement
        .free
        .iter()
        .map(|var| built.vars.iter().position(|other| other == var).expect("a free variable"))
        .collect();
    let dfa = if order.is_sorted() { built.dfa } else { Arc::new(built.dfa.permute(&order).trim()) };
    let systems: Vec<Arc<NumerationSystem>> = statement.free.iter().map(|&var| variables.system(var).clone()).collect();
    Ok(Relation::from_closed(dfa, systems))
}
