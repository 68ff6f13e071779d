//! Verdicts: TRUE or FALSE with the numbers that show it, or the automaton of a statement with free variables.

use std::sync::Arc;

use crate::budget::{Budget, Halt};
use crate::numeration::{Language, NumerationSystem, Relation, TrackKind};

use super::engine::{Assignment, Engine, prepare};
use super::evaluate::holds;
use super::ir::{Expr, ExprRef, Var};
use super::large::has_large;
use super::statement::{Leading, Statement};
use super::tactics::Tactics;
use super::tuple::{Tuple, Value};
use super::workspace::Workspace;

/// What a closed statement came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it is true.
    pub truth: bool,
    /// For a false statement that begins with `A`, a counterexample; for a true one that begins with `E`, a witness.
    /// In the order of the variables in the statement.
    pub example: Option<Vec<(Arc<str>, Value)>>,
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
    let turned = statement.turned_to_msd(budget)?;
    let statement = turned.as_ref().unwrap_or(statement);
    let variables = &statement.variables;
    let mut engine = Engine::new(workspace, variables, budget);
    let (vars, body, sought) = match &statement.leading {
        Leading::Exists(vars, body) => (vars, body, true),
        Leading::ForAll(vars, body) => (vars, body, false),
    };
    if vars.is_empty() {
        return Ok(Verdict { truth: engine.decide(&prepare(body, true))?, example: None });
    }
    if let Some(tuples) = &statement.tuples {
        let Some(digits) = engine.search_tuple(&tuples.frame, &prepare(body, sought))? else {
            return Ok(Verdict { truth: !sought, example: None });
        };
        let found = Tuple { vars: &tuples.frame, digits: &digits, variables };
        if found.satisfies(body, budget)? != sought {
            return Err(DecideError::Contradiction);
        }
        let example = vars.iter().map(|&var| (variables.name(var).clone(), found.value(var))).collect();
        return Ok(Verdict { truth: sought, example: Some(example) });
    }
    let prepared = prepare(body, sought);
    if let Some(exists) = exists_by_elimination(vars, &prepared, &mut engine)? {
        return Ok(Verdict { truth: exists == sought, example: None });
    }
    let Some(found) = engine.search(vars, &prepared)? else {
        return Ok(Verdict { truth: !sought, example: None });
    };
    if holds(body, &found, variables, budget)? != sought {
        return Err(DecideError::Contradiction);
    }
    Ok(Verdict { truth: sought, example: Some(named(vars, &found, statement)) })
}

/// Whether `E vars body`, where large atoms stand in the body and eliminating variables leaves none: a search for their
/// values may go on for as many states as the coefficients say.
fn exists_by_elimination(vars: &[Var], body: &ExprRef, engine: &mut Engine<'_>) -> Result<Option<bool>, Halt> {
    let tactics = engine.workspace.tactics;
    if !has_large(body, tactics) {
        return Ok(None);
    }
    let eliminated = prepare(&Expr::exists(vars.to_vec(), body.clone()), true);
    if reads_large(&eliminated, tactics) {
        return Ok(None);
    }
    engine.decide(&eliminated).map(Some)
}

/// Whether a large atom stands anywhere in a formula.
fn reads_large(expr: &ExprRef, tactics: Tactics) -> bool {
    has_large(expr, tactics) || expr.kind().children().any(|part| reads_large(part, tactics))
}

fn named(vars: &[Var], found: &Assignment, statement: &Statement) -> Vec<(Arc<str>, Value)> {
    let value = |var: &Var| found.iter().find(|(known, _)| known == var).expect("every variable has a value").1.clone();
    vars.iter().map(|var| (statement.variables.name(*var).clone(), value(var).into())).collect()
}

/// What a statement with free variables defines; its tracks are those, in alphabetical order.
#[derive(Clone, Debug)]
pub enum Defined {
    /// A relation over numbers.
    Relation(Relation),
    /// Tuples of one length, with words among them.
    Words(Language),
}

/// The relation of a statement with free variables, all of them numbers: its tracks are those, in alphabetical order.
///
/// # Errors
/// The limit that was passed.
///
/// # Panics
/// If a free variable is a word: [`define_words`] takes those.
pub fn define(statement: &Statement, workspace: &mut Workspace, budget: &Budget) -> Result<Relation, Halt> {
    match define_words(statement, workspace, budget)? {
        Defined::Relation(relation) => Ok(relation),
        Defined::Words(_) => panic!("a free variable is a word"),
    }
}

/// What a statement with free variables defines. If none of them is a word, it is a relation over numbers: those some
/// padding of which satisfies the statement.
///
/// # Errors
/// The limit that was passed.
pub fn define_words(statement: &Statement, workspace: &mut Workspace, budget: &Budget) -> Result<Defined, Halt> {
    let variables = &statement.variables;
    if let Some(turned) = statement.turned_to_msd(budget)? {
        let relation = define(&turned, workspace, budget)?;
        let dfa = relation.dfa().reverse().determinize(budget)?.minimize_within(budget)?;
        let systems = statement.free.iter().map(|&var| variables.system(var).clone()).collect();
        return Ok(Defined::Relation(Relation::from_closed(Arc::new(dfa), systems)));
    }
    let mut engine = Engine::new(workspace, variables, budget);
    let has_words = !statement.free_words().is_empty();
    let whole = if has_words { statement.whole() } else { statement.over_numbers() };
    let dfa = engine.relation_over(&prepare(&whole, true), &statement.free)?.dfa;
    let ranges: Vec<TrackKind> = statement.free.iter().map(|&var| variables.range(var).clone()).collect();
    if has_words {
        return Ok(Defined::Words(Language { dfa, tracks: ranges }));
    }
    let systems: Vec<Arc<NumerationSystem>> = ranges.iter().filter_map(TrackKind::system).cloned().collect();
    Ok(Defined::Relation(Relation::from_closed(dfa, systems)))
}
