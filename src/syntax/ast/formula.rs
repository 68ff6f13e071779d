//! Formulas in an arena.

use std::sync::Arc;

use super::name::Name;
use super::term::{TermId, TermKind, TermNode};
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
    /// The numeration systems in force somewhere in its text, each with the place where it is so first.
    pub systems: Vec<(Arc<str>, Span)>,
}

impl Formula {
    /// A part of it as a formula of its own, what was bound around it free.
    #[must_use]
    pub fn part(&self, id: FormulaId) -> Formula {
        let mut is_kept = vec![false; id.place() + 1];
        is_kept[id.place()] = true;
        // Children stand before their parents.
        for place in (0..=id.place()).rev() {
            if is_kept[place] {
                self.nodes[place].kind.children().iter().for_each(|child| is_kept[child.place()] = true);
            }
        }
        let mut new = vec![id; id.place() + 1];
        let mut nodes = Vec::new();
        for place in (0..=id.place()).filter(|&place| is_kept[place]) {
            let node = &self.nodes[place];
            new[place] = FormulaId::at(nodes.len());
            nodes.push(FormulaNode {
                kind: node.kind.map_children(|child| new[child.place()], |term| term),
                ..node.clone()
            });
        }
        Formula { root: new[id.place()], nodes, terms: self.terms.clone(), systems: self.systems.clone() }
    }
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

/// The rule of a game, `?msd_fib p,q -> r,s : MOVE`.
#[derive(Clone, Debug)]
pub struct RuleSpec {
    /// Full name of the numeration system of the piles.
    pub system: Arc<str>,
    /// The piles of a position.
    pub position: Vec<Name>,
    /// The piles of an option, as many.
    pub option: Vec<Name>,
    /// Which options a position has.
    pub moves: Formula,
}

/// A term that stands by itself, as a measure does and the values of a word.
#[derive(Clone, Debug)]
pub struct LoneTerm {
    /// The formula nodes in it, as [`Formula::nodes`].
    pub(in crate::syntax) nodes: Vec<FormulaNode>,
    /// The term nodes in it, as [`Formula::terms`].
    pub(in crate::syntax) terms: Vec<TermNode>,
    /// The whole term.
    pub root: TermId,
    /// The numeration systems in force in it, as [`Formula::systems`].
    pub(in crate::syntax) systems: Vec<(Arc<str>, Span)>,
    /// What holds besides, of the variables in the place of which it stands.
    pub(in crate::syntax) constraints: Vec<FormulaId>,
}

impl LoneTerm {
    /// The formula that the term has this value.
    pub fn equals(&self, value: TermKind) -> Formula {
        let TermNode { span, system, .. } = self[self.root].clone();
        let LoneTerm { mut nodes, mut terms, root, constraints, systems } = self.clone();
        let right = TermId::at(terms.len());
        terms.push(TermNode { kind: value, span: Span::at(span.end), system });
        let mut put = |kind: FormulaKind| {
            nodes.push(FormulaNode { kind, span, parenthesized: true });
            FormulaId::at(nodes.len() - 1)
        };
        let atom = put(FormulaKind::Compare { op: Comparison::Equal, left: root, right });
        let root = (constraints.into_iter())
            .fold(atom, |left, right| put(FormulaKind::Binary { op: Connective::And, left, right }));
        Formula { nodes, terms, root, systems }
    }
}

impl std::ops::Index<TermId> for LoneTerm {
    type Output = TermNode;
    fn index(&self, id: TermId) -> &TermNode {
        &self.terms[id.place()]
    }
}

/// A formula made node by node, where no text stands for it: all nodes have one place and one numeration system.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<FormulaNode>,
    terms: Vec<TermNode>,
    span: Span,
    system: Arc<str>,
}

impl Tree {
    /// A tree without nodes.
    pub fn new(span: Span, system: Arc<str>) -> Tree {
        Tree { nodes: Vec::new(), terms: Vec::new(), span, system }
    }

    /// Another term, over terms that are there.
    pub fn term(&mut self, kind: TermKind) -> TermId {
        self.terms.push(TermNode { kind, span: self.span, system: self.system.clone() });
        TermId::at(self.terms.len() - 1)
    }

    /// Another formula, over formulas and terms that are there.
    pub fn formula(&mut self, kind: FormulaKind) -> FormulaId {
        self.nodes.push(FormulaNode { kind, span: self.span, parenthesized: true });
        FormulaId::at(self.nodes.len() - 1)
    }

    /// The formula that was added last.
    ///
    /// # Panics
    /// If there is none.
    pub fn finish(self) -> Formula {
        let root = FormulaId::at(self.nodes.len().checked_sub(1).expect("a tree has a formula"));
        let systems = vec![(self.system, self.span)];
        Formula { nodes: self.nodes, terms: self.terms, root, systems }
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

    /// Replaces the formulas and terms right below by what `formula` and `term` give for them.
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
