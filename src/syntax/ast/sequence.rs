//! Terms in sequences, in an arena, and what is claimed of them. Indices and formulas in them stay text: they are read
//! when the term is evaluated.

use num_bigint::BigUint;

use super::formula::Comparison;
use super::name::Name;
use crate::syntax::source::Span;

/// Index of a node in [`SequenceTerm::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequenceId(pub usize);

/// A node and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceNode {
    /// What it is.
    pub kind: SequenceKind,
    /// Its first token, or its operator.
    pub span: Span,
}

/// The forms of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SequenceKind {
    /// A natural number.
    Number(BigUint),
    /// A variable: the number itself.
    Variable(Name),
    /// `s(t, u)`: a value of a sequence.
    Call {
        /// Its name.
        sequence: Name,
        /// Its indices, terms of the language of formulas.
        indices: Vec<Span>,
    },
    /// `W[t]`: a value of a word, a term of the language of formulas.
    Word(Name, Span),
    /// `count{i,j: F}`: how many tuples satisfy a formula; 1 or 0 without variables.
    Count(Vec<Name>, Span),
    /// `sum{i,j: F} t`: the sum over the tuples that satisfy a formula.
    Sum(Vec<Name>, Span, SequenceId),
    /// `-t`.
    Negate(SequenceId),
    /// `t + u`.
    Add(SequenceId, SequenceId),
    /// `t - u`.
    Subtract(SequenceId, SequenceId),
    /// `t * u`.
    Multiply(SequenceId, SequenceId),
    /// `t / u`: a fraction; `u` must turn out constant.
    Divide(SequenceId, SequenceId),
    /// `t^k`.
    Power(SequenceId, u32),
}

/// A term in sequences.
#[derive(Clone, Debug)]
pub struct SequenceTerm<Top> {
    /// Every node, children before parents.
    pub nodes: Vec<SequenceNode>,
    /// What stands on top: a node, a claim or equations.
    pub top: Top,
}

impl<Top> std::ops::Index<SequenceId> for SequenceTerm<Top> {
    type Output = SequenceNode;
    fn index(&self, id: SequenceId) -> &SequenceNode {
        &self.nodes[id.0]
    }
}

/// What is claimed of sequences, for all values of the variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SequenceClaim {
    /// `s op t [eventually]`.
    Compare {
        /// Which comparison.
        op: Comparison,
        /// Left side.
        left: SequenceId,
        /// Right side.
        right: SequenceId,
        /// Whether it may fail finitely often.
        eventually: bool,
    },
    /// `s is bounded`.
    Bounded(SequenceId),
    /// `s takes finitely many values`.
    FinitelyManyValues(SequenceId),
}

/// A claim in its system, below a premise.
#[derive(Clone, Debug)]
pub struct SequenceTheorem {
    /// A formula for which alone it is claimed: `n>=8 =>`.
    pub premise: Option<Span>,
    /// The claim.
    pub claim: SequenceTerm<SequenceClaim>,
}
