//! Equations that define functions by their values at smaller numbers, as they are written.

use std::sync::Arc;

use super::name::Name;
use crate::syntax::source::Span;

/// What a sum is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// A variable of the equation, by its place in [`EquationSpec::variables`].
    Variable(usize),
    /// What a call is worth, by its place in the list of calls that belongs to the sum.
    Value(usize),
}

/// A sum of integer multiples, and a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SumSpec {
    /// Each slot once, sorted, with a factor other than 0.
    pub terms: Vec<(Slot, i64)>,
    /// What is added.
    pub constant: i64,
}

/// `G(t)`: the calls in `t` stand before it in its list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSpec {
    /// The function.
    pub function: Name,
    /// Where it is asked for.
    pub argument: SumSpec,
    /// The whole call.
    pub span: Span,
}

/// `i<n`, `2*i+1<=n`: how far the variable of an element of `mex{..}` goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeSpec {
    /// The left side: a variable of its own, times a number, and a number more.
    pub left: SumSpec,
    /// Whether it may be equal.
    pub or_equal: bool,
    /// The right side: the variable of the equation.
    pub right: SumSpec,
    /// Where it stands.
    pub span: Span,
}

/// An element of `mex{..}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementSpec {
    /// Its calls.
    pub calls: Vec<CallSpec>,
    /// What it is.
    pub value: SumSpec,
    /// Where it stands.
    pub span: Span,
}

/// The right side of an equation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RightSpec {
    /// A sum in variables and calls.
    Sum(SumSpec),
    /// `mex{A(i), B(i) : i<n}`: the least natural number that is none of the elements.
    Mex(Vec<ElementSpec>, Vec<RangeSpec>),
}

/// `G(n) = n-G(G(n-1)) if (F)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EquationSpec {
    /// The function on the left.
    pub function: Name,
    /// Its argument there, which has no calls.
    pub left: SumSpec,
    /// Every variable outside the condition, each once, those of the left side first.
    pub variables: Vec<Name>,
    /// The calls of the right side.
    pub calls: Vec<CallSpec>,
    /// The right side.
    pub right: RightSpec,
    /// The formula for whose tuples the equation holds.
    pub condition: Option<Span>,
    /// The whole equation.
    pub span: Span,
}

/// Equations in a numeration system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecursionSpec {
    /// The system and where it stands, if one is named.
    pub system: Option<(Arc<str>, Span)>,
    /// In the order written; not empty.
    pub equations: Vec<EquationSpec>,
}
