//! A statement whose names are known, and why there may be none.

use crate::automata::Halt;
use crate::syntax::Diagnostic;

use super::ir::{Expr, ExprRef, Var, Variables};

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
    /// The whole statement.
    pub fn whole(&self) -> ExprRef {
        match &self.leading {
            Leading::Exists(vars, body) => Expr::exists(vars.clone(), body.clone()),
            Leading::ForAll(vars, body) => Expr::negation(Expr::exists(vars.clone(), Expr::negation(body.clone()))),
        }
    }
}
