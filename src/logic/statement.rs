//! A statement whose names are known, or why there is none: what `resolve` makes and `decide` takes.

use std::sync::Arc;

use crate::budget::{Budget, Halt};
use crate::numeration::{Direction, NumerationSystem};
use crate::syntax::Diagnostic;

use super::bound::Bounded;
use super::ir::{Expr, ExprRef, Kind, Stored, Var, Variables};
use super::variable_uses::Tuples;
use super::workspace::Workspace;

/// Why a statement has no result.
#[derive(Clone, Debug)]
pub enum ResolveError {
    /// It says something that makes no sense; the place is shown.
    Wrong(Diagnostic),
    /// A limit was passed.
    Limit(Halt),
}

impl From<Halt> for ResolveError {
    fn from(limit: Halt) -> ResolveError {
        ResolveError::Limit(limit)
    }
}

impl From<Diagnostic> for ResolveError {
    fn from(diagnostic: Diagnostic) -> ResolveError {
        ResolveError::Wrong(diagnostic)
    }
}

/// A statement ready to be decided or built.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its variables.
    pub variables: Variables,
    /// Those that are free, by name.
    pub free: Vec<Var>,
    /// The quantifiers of one kind that the whole statement begins with, and what they range over.
    pub leading: Leading,
    /// The tuples of words and numbers that the body below those quantifiers is a set of, if it reads words.
    pub tuples: Option<Tuples>,
    /// What the free variables satisfy beside the statement: they are words without some digits.
    pub(super) side_conditions: Vec<ExprRef>,
}

/// The first block of quantifiers.
#[derive(Clone, Debug)]
pub enum Leading {
    /// `E x,y,.. body`, in the order written; or no quantifier at all, if there are no variables.
    Exists(Vec<Var>, ExprRef),
    /// `A x,y,.. body`.
    ForAll(Vec<Var>, ExprRef),
}

impl Statement {
    /// Writes the numbers of the statement in this system. It means what it did if it is about numbers alone: no
    /// automaton and no word is in it, which are those of one system.
    #[must_use]
    pub fn in_system(&self, system: &Arc<NumerationSystem>) -> Statement {
        Statement { variables: self.variables.in_system(system), ..self.clone() }
    }

    /// The statement with its numbers read most significant digit first, if they are not and it is about numbers alone, or has a
    /// bounded quantifier: that can be learned then, and read from the other end an atom is a set of states where it was one.
    /// `None` otherwise, or if an automaton in it would have many more states.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn turned_to_msd(&self, workspace: &mut Workspace, budget: &Budget) -> Result<Option<Statement>, Halt> {
        if self.tuples.is_some() || !self.side_conditions.is_empty() {
            return Ok(None);
        }
        let Some(variables) = self.variables.turned_to_msd(budget)? else { return Ok(None) };
        let whole = self.whole();
        if !is_of_numbers(&whole) && !has_bounded(&workspace.prepare(&whole, true)) {
            return Ok(None);
        }
        let mut turn = |body: &ExprRef| turned(body, &self.variables, workspace, budget);
        let leading = match &self.leading {
            Leading::Exists(vars, body) => turn(body)?.map(|body| Leading::Exists(vars.clone(), body)),
            Leading::ForAll(vars, body) => turn(body)?.map(|body| Leading::ForAll(vars.clone(), body)),
        };
        Ok(leading.map(|leading| Statement { variables, leading, ..self.clone() }))
    }

    /// The whole statement.
    pub fn whole(&self) -> ExprRef {
        let some = |vars: &[Var], body: ExprRef| match &self.tuples {
            Some(tuples) => tuples.some(vars, body),
            None => Expr::exists(vars.to_vec(), body),
        };
        let whole = match &self.leading {
            Leading::Exists(vars, body) => some(vars, body.clone()),
            Leading::ForAll(vars, body) => Expr::negation(some(vars, Expr::negation(body.clone()))),
        };
        match self.side_conditions.is_empty() {
            true => whole,
            false => Expr::and(self.side_conditions.iter().cloned().chain([whole]).collect()),
        }
    }

    /// The relation of the numbers some padding of which satisfies the statement; no free variable is a word.
    pub fn over_numbers(&self) -> ExprRef {
        let mut frame = self.free.clone();
        frame.sort_unstable();
        Tuples { frame, words: Vec::new() }.of_numbers(self.whole())
    }

    /// The free variables that are words: no padding of them is meant.
    pub fn free_words(&self) -> Vec<Var> {
        let words = self.tuples.as_ref().map_or(&[][..], |tuples| &tuples.words);
        self.free.iter().copied().filter(|var| words.contains(var)).collect()
    }
}

/// Whether no automaton that reads digits stands in a formula.
fn is_of_numbers(expr: &ExprRef) -> bool {
    !matches!(expr.kind(), Kind::Relation(..)) && expr.kind().children().all(is_of_numbers)
}

/// Whether a formula that is simplified has a bounded quantifier.
fn has_bounded(expr: &ExprRef) -> bool {
    let is_one = |vars: &[Var], body: &ExprRef| Bounded::of(vars, body).is_some();
    matches!(expr.kind(), Kind::Exists(vars, body) if is_one(vars, body)) || expr.kind().children().any(has_bounded)
}

/// The formula with its automata read most significant digit first; `None` where one of them cannot be, or not cheaply.
fn turned(
    expr: &ExprRef,
    variables: &Variables,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Option<ExprRef>, Halt> {
    match expr.kind() {
        Kind::OverWords(..) | Kind::Reverse(_) => Ok(None),
        Kind::Relation(stored, vars) => {
            let is_lsd =
                |&&var: &&Var| variables.range(var).system().is_some_and(|own| own.direction() == Direction::Lsd);
            let lsd = vars.iter().filter(is_lsd).count();
            if lsd == 0 {
                return Ok(Some(expr.clone()));
            }
            if stored.of_words || lsd < vars.len() {
                return Ok(None);
            }
            let turned = workspace.turned(&stored.dfa, budget)?;
            Ok(turned.map(|dfa| Expr::new(Kind::Relation(Stored { dfa, ..stored.clone() }, vars.clone()))))
        }
        kind @ (Kind::Truth(_)
        | Kind::Linear(_)
        | Kind::Constant(..)
        | Kind::Not(_)
        | Kind::And(_)
        | Kind::Or(_)
        | Kind::Iff(..)
        | Kind::Exists(..)
        | Kind::AtLeast(..)
        | Kind::Infinitely(..)) => {
            let mut is_turned = true;
            let kind = kind.try_map_children(|child| {
                if !is_turned {
                    return Ok(child.clone());
                }
                let turned = turned(child, variables, workspace, budget)?;
                is_turned &= turned.is_some();
                Ok::<_, Halt>(turned.unwrap_or_else(|| child.clone()))
            })?;
            Ok(is_turned.then(|| Expr::new(kind)))
        }
    }
}
