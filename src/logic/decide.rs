//! Verdicts: TRUE or FALSE with the numbers that show it, or the automaton of a statement with free variables.
//!
//! A closed statement is taken apart, and its quantifiers searched ([`engine`](super::engine),
//! [`evidence`](super::evidence)); one with free variables is built whole ([`build`](super::build)), which may take far
//! longer.

use std::sync::Arc;

use crate::budget::{Budget, Halt};
use crate::numeration::{Direction, Language, NumerationSystem, Relation, TrackKind};

use super::engine::Engine;
use super::evidence::{Answer, DecideError, Example};
use super::ir::Kind;
use super::statement::{Leading, Statement};
use super::workspace::Workspace;

/// What a closed statement came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it is true.
    pub truth: bool,
    /// Values that show it: a witness of a true `E`, a counterexample to a false `A`, in the order of the variables in the
    /// statement.
    pub example: Option<Example>,
    /// More values that do, where the verdict rests on several quantifiers or on several tuples.
    pub also: Vec<Example>,
    /// Of a statement that holds for all values since each has an answer (`Ax Ey ..`): the first values, and theirs.
    pub answer: Option<Answer>,
}

impl Verdict {
    /// A verdict that one tuple shows, or none.
    pub fn new(truth: bool, example: Option<Example>) -> Verdict {
        Verdict { truth, example, also: Vec::new(), answer: None }
    }

    /// All tuples that show it.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.example.iter().chain(&self.also)
    }
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
    let turned = statement.turned_to_msd(workspace, budget)?;
    let statement = turned.as_ref().unwrap_or(statement);
    let variables = &statement.variables;
    let mut engine = Engine::new(workspace, variables, budget);
    let (vars, body, sought) = match &statement.leading {
        Leading::Exists(vars, body) => (vars, body, true),
        Leading::ForAll(vars, body) => (vars, body, false),
    };
    let (truth, examples) = if vars.is_empty() {
        engine.shown(body)?
    } else {
        let (exists, examples) = match &statement.tuples {
            Some(tuples) => engine.shown_over_words(&tuples.frame, vars, body, sought)?,
            None => engine.shown_exists(vars, body, sought)?,
        };
        (exists == sought, examples)
    };
    let held_for_all = if !vars.is_empty() {
        (truth != sought && statement.tuples.is_none()).then_some((vars, body, !sought))
    } else if let Kind::Not(denied) = body.kind()
        && let Kind::Exists(vars, body) = denied.kind()
    {
        truth.then_some((vars, body, false))
    } else {
        None
    };
    let answer = match held_for_all {
        Some((vars, body, truth)) => engine.first_answer(vars, body, truth)?,
        None => None,
    };
    let mut examples = examples.into_iter();
    Ok(Verdict { truth, example: examples.next(), also: examples.collect(), answer })
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
    if let Some(turned) = statement.turned_to_msd(workspace, budget)? {
        let relation = define(&turned, workspace, budget)?;
        // Free variables are read in one order; those that are bound may have been read in the other.
        if statement.free.iter().all(|&var| variables.system(var).direction() == Direction::Msd) {
            return Ok(Defined::Relation(relation));
        }
        let dfa = Arc::new(relation.dfa().reverse().determinize(budget)?.minimize_within(budget)?);
        workspace.keep_turned(&dfa, relation.dfa());
        let systems = statement.free.iter().map(|&var| variables.system(var).clone()).collect();
        return Ok(Defined::Relation(Relation::from_closed(dfa, systems)));
    }
    let mut engine = Engine::new(workspace, variables, budget);
    let has_words = !statement.free_words().is_empty();
    let whole = if has_words { statement.whole() } else { statement.over_numbers() };
    let dfa = engine.relation_over(&engine.prepare(&whole, true), &statement.free)?.dfa;
    let ranges: Vec<TrackKind> = statement.free.iter().map(|&var| variables.range(var).clone()).collect();
    if has_words {
        return Ok(Defined::Words(Language { dfa, tracks: ranges }));
    }
    let systems: Vec<Arc<NumerationSystem>> = ranges.iter().filter_map(TrackKind::system).cloned().collect();
    Ok(Defined::Relation(Relation::from_closed(dfa, systems)))
}
