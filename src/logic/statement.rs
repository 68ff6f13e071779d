//! A statement whose names are known, and why there may be none.

use crate::budget::Halt;
use crate::syntax::Diagnostic;

use super::ir::{Expr, ExprRef, Var, Variables};
use super::spoken::Tuples;

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
    pub(super) beside: Vec<ExprRef>,
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
        let some = |vars: &[Var], body: ExprRef| match &self.tuples {
            Some(tuples) => tuples.some(vars, body),
            None => Expr::exists(vars.to_vec(), body),
        };
        let whole = match &self.leading {
            Leading::Exists(vars, body) => some(vars, body.clone()),
            Leading::ForAll(vars, body) => Expr::negation(some(vars, Expr::negation(body.clone()))),
        };
        match self.beside.is_empty() {
            true => whole,
            false => Expr::and(self.beside.iter().cloned().chain([whole]).collect()),
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
