//! A statement whose names are known, and why there may be none.

use crate::automata::Halt;
use crate::syntax::Diagnostic;

use super::ir::{Expr, ExprRef, Kind, Var, Variables};

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
    /// The same statement with its numbers read most significant digit first, if they are not and it speaks of nothing
    /// but numbers: read from the other end an atom is a set of states where it was one.
    pub(super) fn turned_to_msd(&self) -> Option<Statement> {
        let (Leading::Exists(_, body) | Leading::ForAll(_, body)) = &self.leading;
        let variables = self.variables.turned_to_msd().filter(|_| is_of_numbers(body))?;
        Some(Statement { variables, ..self.clone() })
    }

    /// The whole statement.
    pub fn whole(&self) -> ExprRef {
        match &self.leading {
            Leading::Exists(vars, body) => Expr::exists(vars.clone(), body.clone()),
            Leading::ForAll(vars, body) => Expr::negation(Expr::exists(vars.clone(), Expr::negation(body.clone()))),
        }
    }
}

/// Whether no automaton that reads digits stands in a formula.
fn is_of_numbers(expr: &ExprRef) -> bool {
    match expr.kind() {
        Kind::Table(..) | Kind::Reverse(_) => false,
        kind => kind.children().all(is_of_numbers),
    }
}
