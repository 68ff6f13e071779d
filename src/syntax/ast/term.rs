//! Terms: what stands for a number, or for a letter of a word.

use std::sync::Arc;

use num_bigint::BigUint;

use super::name::Name;
use crate::syntax::source::Span;

/// Index of a term node in [`Formula::terms`](super::Formula::terms).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub u32);

impl TermId {
    /// That of the node at a place in [`Formula::terms`](super::Formula::terms).
    ///
    /// # Panics
    /// Beyond 2^32 nodes, which no memory holds.
    pub fn at(place: usize) -> TermId {
        TermId(u32::try_from(place).expect("fewer than 2^32 nodes"))
    }

    /// The place of its node.
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

/// A term node, where it stands, and the numeration system in force there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermNode {
    /// What it is.
    pub kind: TermKind,
    /// From its first to its last token, parentheses not counted.
    pub span: Span,
    /// Full name of the system that `?` set for its first token: `msd_2` where nothing did.
    pub system: Arc<str>,
}

/// The forms of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A variable.
    Variable(Arc<str>),
    /// A natural number.
    Number(BigUint),
    /// `@3`, `@-1`: a letter of a word.
    Letter(i64),
    /// `_t`.
    Negate(TermId),
    /// `t + u`.
    Add(TermId, TermId),
    /// `t - u`.
    Subtract(TermId, TermId),
    /// `t * u`: one of them must turn out constant.
    Multiply(TermId, TermId),
    /// `t / u`: the floor; `u` must turn out constant.
    Divide(TermId, TermId),
    /// `W[t][u]`: the value of a word.
    Word {
        /// Its name.
        word: Name,
        /// One index for each of its tracks.
        indices: Vec<TermId>,
    },
}

impl TermKind {
    /// The terms right below, the indices of a word among them, from left to right.
    pub fn children(&self) -> Vec<TermId> {
        match self {
            TermKind::Variable(_) | TermKind::Number(_) | TermKind::Letter(_) => Vec::new(),
            TermKind::Negate(inner) => vec![*inner],
            TermKind::Add(a, b) | TermKind::Subtract(a, b) | TermKind::Multiply(a, b) | TermKind::Divide(a, b) => {
                vec![*a, *b]
            }
            TermKind::Word { indices, .. } => indices.clone(),
        }
    }

    /// The operands of an operation, from left to right; the indices of a word are none.
    pub fn operands(&self) -> Vec<TermId> {
        if matches!(self, TermKind::Word { .. }) { Vec::new() } else { self.children() }
    }

    /// Replaces the terms right below by what `term` gives for them.
    #[must_use]
    pub fn map_children(&self, term: impl Fn(TermId) -> TermId) -> TermKind {
        match self {
            TermKind::Variable(_) | TermKind::Number(_) | TermKind::Letter(_) => self.clone(),
            TermKind::Negate(inner) => TermKind::Negate(term(*inner)),
            TermKind::Add(a, b) => TermKind::Add(term(*a), term(*b)),
            TermKind::Subtract(a, b) => TermKind::Subtract(term(*a), term(*b)),
            TermKind::Multiply(a, b) => TermKind::Multiply(term(*a), term(*b)),
            TermKind::Divide(a, b) => TermKind::Divide(term(*a), term(*b)),
            TermKind::Word { word, indices } => {
                TermKind::Word { word: word.clone(), indices: indices.iter().map(|&index| term(index)).collect() }
            }
        }
    }
}
