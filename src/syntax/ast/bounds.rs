//! Bounds of sums with real coefficients, as they are written.

use super::name::Name;
use crate::syntax::source::Span;

/// `bounds n*sqrt(2) - a(n) in (-1,2) for ?msd_pell n>0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundsSpec {
    /// The sum.
    pub sum: RealTerm,
    /// Where it is claimed to be.
    pub interval: Option<Interval>,
    /// The formula that says for which numbers.
    pub premise: Option<Span>,
}

/// `(-1,2]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The lower end.
    pub low: End,
    /// The upper end.
    pub high: End,
}

/// An end of an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The number.
    pub value: RealTerm,
    /// Whether it is in the interval.
    pub is_in: bool,
}

/// A term of real numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealTerm {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: RealTermKind,
}

/// Kinds of real terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RealTermKind {
    /// `3`.
    Number(i64),
    /// `sqrt(2)`.
    Root(i64),
    /// `phi`.
    GoldenRatio,
    /// `root(x^3 - x - 1)`: the largest real root of the polynomial, whose coefficients begin with that of 1.
    LargestRoot(Vec<i64>),
    /// `n`.
    Variable(Name),
    /// `a(n)`: the number with which n is in the relation `$a`.
    Call(Name, Name),
    /// `-x`.
    Negate(Box<RealTerm>),
    /// `x + y`.
    Add(Box<RealTerm>, Box<RealTerm>),
    /// `x - y`.
    Subtract(Box<RealTerm>, Box<RealTerm>),
    /// `x * y`.
    Multiply(Box<RealTerm>, Box<RealTerm>),
    /// `x / y`.
    Divide(Box<RealTerm>, Box<RealTerm>),
    /// `x ^ 3`.
    Power(Box<RealTerm>, u32),
}
