//! Formulas in an arena.

use super::name::Name;
use super::term::{TermId, TermNode};
use crate::syntax::source::Span;

/// A parsed formula.
#[derive(Clone, Debug)]
pub struct Formula {
    /// Every formula node, children before parents.
    pub nodes: Vec<FormulaNode>,
    /// Every term node, children before parents.
    pub terms: Vec<TermNode>,
    /// The whole formula; always the last node.
    pub root: FormulaId,
}

impl std::ops::Index<FormulaId> for Formula {
    type Output = FormulaNode;
    fn index(&self, id: FormulaId) -> &FormulaNode {
        &self.nodes[id.0 as usize]
    }
}

impl std::ops::Index<TermId> for Formula {
    type Output = TermNode;
    fn index(&self, id: TermId) -> &TermNode {
        &self.terms[id.0 as usize]
    }
}

/// Index of a formula node in [`Formula::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormulaId(pub u32);

impl FormulaId {
    /// That of the node at a place in [`Formula::nodes`].
    ///
    /// # Panics
    /// Beyond 2^32 nodes, which no memory holds.
    pub fn at(place: usize) -> FormulaId {
        FormulaId(u32::try_from(place).expect("fewer than 2^32 nodes"))
    }

    /// The place of its node.
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

/// A formula node, where it stands, and whether it stands in parentheses of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaNode {
    /// What it says.
    pub kind: FormulaKind,
    /// From its first to its last token, parentheses not counted.
    pub span: Span,
    /// True for `(F)`: lints about precedence look at it.
    pub parenthesized: bool,
}

/// The forms of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaKind {
    /// `left op right`.
    Compare {
        /// Which comparison.
        op: Comparison,
        /// Left side.
        left: TermId,
        /// Right side.
        right: TermId,
    },
    /// `$function(arguments)`: a saved automaton.
    Call {
        /// Its name.
        function: Name,
        /// One term for each of its tracks.
        arguments: Vec<TermId>,
    },
    /// `~F`.
    Not(FormulaId),
    /// `` `F ``: the reversed language.
    Reverse(FormulaId),
    /// `F op G`.
    Binary {
        /// Which connective.
        op: Connective,
        /// Left side.
        left: FormulaId,
        /// Right side.
        right: FormulaId,
    },
    /// `E x,y F` and its kin.
    Quantified {
        /// Which quantifier.
        quantifier: Quantifier,
        /// The bound variables, in the order written; never empty.
        variables: Vec<Name>,
        /// What it binds.
        body: FormulaId,
    },
}

impl FormulaKind {
    /// The formulas right below, from left to right.
    pub fn children(&self) -> Vec<FormulaId> {
        match self {
            FormulaKind::Compare { .. } | FormulaKind::Call { .. } => Vec::new(),
            FormulaKind::Not(inner) | FormulaKind::Reverse(inner) => vec![*inner],
            FormulaKind::Binary { left, right, .. } => vec![*left, *right],
            FormulaKind::Quantified { body, .. } => vec![*body],
        }
    }

    /// The terms of an atom, from left to right.
    pub fn terms(&self) -> Vec<TermId> {
        match self {
            FormulaKind::Compare { left, right, .. } => vec![*left, *right],
            FormulaKind::Call { arguments, .. } => arguments.clone(),
            FormulaKind::Not(_)
            | FormulaKind::Reverse(_)
            | FormulaKind::Binary { .. }
            | FormulaKind::Quantified { .. } => Vec::new(),
        }
    }

    /// The same form over other formulas and terms.
    #[must_use]
    pub fn map_children(
        &self,
        formula: impl Fn(FormulaId) -> FormulaId,
        term: impl Fn(TermId) -> TermId,
    ) -> FormulaKind {
        match self {
            FormulaKind::Compare { op, left, right } => {
                FormulaKind::Compare { op: *op, left: term(*left), right: term(*right) }
            }
            FormulaKind::Call { function, arguments } => {
                let arguments = arguments.iter().map(|&argument| term(argument)).collect();
                FormulaKind::Call { function: function.clone(), arguments }
            }
            FormulaKind::Not(inner) => FormulaKind::Not(formula(*inner)),
            FormulaKind::Reverse(inner) => FormulaKind::Reverse(formula(*inner)),
            FormulaKind::Binary { op, left, right } => {
                FormulaKind::Binary { op: *op, left: formula(*left), right: formula(*right) }
            }
            FormulaKind::Quantified { quantifier, variables, body } => {
                FormulaKind::Quantified { quantifier: *quantifier, variables: variables.clone(), body: formula(*body) }
            }
        }
    }
}

/// Comparisons of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

/// Binary connectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connective {
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `=>`
    Implies,
    /// `<=>`
    Iff,
}

/// The largest number in a quantifier: one more, which "at most" needs, still is a value that an automaton puts out.
pub const LARGEST_COUNT: u64 = i64::MAX as u64 - 1;

/// Quantifiers. No number in them is above [`LARGEST_COUNT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// `E`
    Exists,
    /// `A`
    ForAll,
    /// `I`: infinitely many values of the tuple of bound variables.
    Infinitely,
    /// `E>=k`: at least k tuples.
    AtLeast(u64),
    /// `E<=k`: at most k tuples.
    AtMost(u64),
    /// `E=k`: exactly k tuples.
    Exactly(u64),
}
