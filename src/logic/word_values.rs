//! Sums and comparisons of word values and constants, as decision diagrams (Bryant 1986; with numbers at the leaves: Bahar, Frohm,
//! Gaona, Hachtel, Macii, Pardo, Somenzi 1993).
//!
//! Each word is a level, each of its values a branch, and a leaf is the value of a term over the integers. Terms are made
//! from the inside out, and a comparison puts 1 or 0 at the leaves. A sum of n words has as many nodes on a level as
//! partial sums, O(n^2) in all. As a formula it would be a tree, so where it is large and about few variables, its parts
//! are built as relations. Bad where all combinations of values differ, as in `T[a]+2*T[b]+4*T[c]`, or where there are
//! many variables: beyond a limit the comparison is refused.

use std::collections::{HashMap, HashSet};

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;

use crate::syntax::ast::{Comparison, TermId, TermKind};
use crate::syntax::{Diagnostic, Span};
use crate::tuning::logic::atoms;
use crate::tuning::logic::nesting::TERM_LEVELS;

use super::builder::Builder;
use super::engine::Engine;
use super::ir::{Expr, ExprRef, Kind, Stored};
use super::statement::ResolveError;
use super::word_cases::{WordCase, WordValues};

#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    Leaf(BigInt),
    /// The word that is asked, by its place, and where each of its values leads.
    Branch(usize, Vec<usize>),
}

/// Why there is no diagram.
enum Refusal {
    TooLarge,
    DivisionByZero,
}

/// Nodes, each only once.
#[derive(Default)]
struct Diagrams {
    nodes: Vec<Node>,
    known: HashMap<Node, usize>,
}

impl Diagrams {
    fn insert(&mut self, node: Node) -> Result<usize, Refusal> {
        if let Node::Branch(_, children) = &node
            && let [first, others @ ..] = &children[..]
            && others.iter().all(|other| other == first)
        {
            return Ok(*first);
        }
        if let Some(&known) = self.known.get(&node) {
            return Ok(known);
        }
        if self.nodes.len() >= atoms::WORD_DECISIONS {
            return Err(Refusal::TooLarge);
        }
        self.nodes.push(node.clone());
        self.known.insert(node, self.nodes.len() - 1);
        Ok(self.nodes.len() - 1)
    }

    fn leaf(&mut self, value: impl Into<BigInt>) -> Result<usize, Refusal> {
        self.insert(Node::Leaf(value.into()))
    }

    fn word(&mut self, place: usize, values: &[i64]) -> Result<usize, Refusal> {
        let leaves = values.iter().map(|&value| self.leaf(value)).collect::<Result<_, _>>()?;
        self.insert(Node::Branch(place, leaves))
    }

    /// Where a value of a word leads, by its place: to the node itself if that does not ask the word.
    fn child(&self, node: usize, place: usize, value: usize) -> usize {
        match &self.nodes[node] {
            Node::Branch(own, children) if *own == place => children[value],
            Node::Branch(..) | Node::Leaf(_) => node,
        }
    }

    /// The diagram that has `op` of the leaves of two at its own.
    fn apply(
        &mut self,
        (a, b): (usize, usize),
        op: &impl Fn(&BigInt, &BigInt) -> Option<BigInt>,
        done: &mut HashMap<(usize, usize), usize>,
    ) -> Result<usize, Refusal> {
        if let Some(&known) = done.get(&(a, b)) {
            return Ok(known);
        }
        let asked = |node: &Node| match node {
            Node::Leaf(_) => None,
            Node::Branch(place, children) => Some((*place, children.len())),
        };
        let made = match [a, b].into_iter().filter_map(|node| asked(&self.nodes[node])).min() {
            Some((place, values)) => {
                let mut children = Vec::with_capacity(values);
                for value in 0..values {
                    let pair = (self.child(a, place, value), self.child(b, place, value));
                    children.push(self.apply(pair, op, done)?);
                }
                self.insert(Node::Branch(place, children))?
            }
            None => {
                let (Node::Leaf(x), Node::Leaf(y)) = (&self.nodes[a], &self.nodes[b]) else {
                    unreachable!("what asks no word is a leaf")
                };
                let value = op(x, y).ok_or(Refusal::DivisionByZero)?;
                self.leaf(value)?
            }
        };
        done.insert((a, b), made);
        Ok(made)
    }
}

/// The diagrams of one comparison, and the words that they ask, in the order of their terms.
struct WordComparison {
    diagrams: Diagrams,
    words: Vec<(TermId, Vec<i64>)>,
    truth: usize,
}

impl WordComparison {
    /// The diagram of a sum of all words.
    fn sums(&mut self, summands: &[(TermId, BigInt)]) -> Result<usize, Refusal> {
        let mut sums = self.diagrams.leaf(0)?;
        for (place, (word, values)) in self.words.iter().enumerate() {
            let (_, factor) = summands.iter().find(|summand| summand.0 == *word).expect("each word is a summand");
            let letters = self.diagrams.word(place, values)?;
            sums = self.diagrams.apply((sums, letters), &|a, b| Some(a + b * factor), &mut HashMap::new())?;
        }
        Ok(sums)
    }

    /// The leaves below a node, with values of the words that lead there.
    fn ends(&self, top: usize) -> Vec<(usize, WordValues)> {
        let any = |(word, values): &(TermId, Vec<i64>)| Some((*word, *values.first()?));
        let first: WordValues = self.words.iter().filter_map(any).collect();
        let (mut found, mut seen, mut pending) = (Vec::new(), HashSet::from([top]), vec![(top, first)]);
        while let Some((node, values)) = pending.pop() {
            let Node::Branch(place, children) = &self.diagrams.nodes[node] else {
                found.push((node, values));
                continue;
            };
            let (word, own) = &self.words[*place];
            for (&child, &value) in children.iter().zip(own).rev() {
                if seen.insert(child) {
                    let mut values = values.clone();
                    values.insert(*word, value);
                    pending.push((child, values));
                }
            }
        }
        found
    }

    /// Whether the comparison is false whatever values the words have that a node asks: a diagram has no node all of whose
    /// branches lead to one.
    fn is_false(&self, node: usize) -> bool {
        matches!(&self.diagrams.nodes[node], Node::Leaf(value) if value.is_zero())
    }
}

impl Builder<'_> {
    /// `left op right` over the integers, where outside of indices only words and constants stand.
    pub(super) fn compare_words(
        &mut self,
        span: Span,
        (op, left, right): (Comparison, TermId, TermId),
        words: &[TermId],
    ) -> Result<ExprRef, ResolveError> {
        let mut made = self.comparison_of(span, words)?;
        let [a, b] = [self.values_of(left, &mut made, 0)?, self.values_of(right, &mut made, 0)?];
        let truth = |a: &BigInt, b: &BigInt| Some(BigInt::from(u8::from(compare(op, a, b))));
        made.truth =
            made.diagrams.apply((a, b), &truth, &mut HashMap::new()).map_err(|refusal| self.refused(span, refusal))?;
        self.decision(span, &made)
    }

    /// A case for each sum that the words may have, each with its factor.
    pub(super) fn cases_by_sum(
        &mut self,
        span: Span,
        words: &[TermId],
        summands: &[(TermId, BigInt)],
    ) -> Result<Vec<WordCase>, ResolveError> {
        let mut made = self.comparison_of(span, words)?;
        let sums = made.sums(summands).map_err(|refusal| self.refused(span, refusal))?;
        let ends = made.ends(sums);
        if ends.len() > atoms::WORD_COMBINATIONS {
            return Err(self.refused(span, Refusal::TooLarge));
        }
        let mut cases = Vec::with_capacity(ends.len());
        for (end, values) in ends {
            let is_it = |a: &BigInt, b: &BigInt| Some(BigInt::from(u8::from(a == b)));
            let truth = made.diagrams.apply((sums, end), &is_it, &mut HashMap::new());
            made.truth = truth.map_err(|refusal| self.refused(span, refusal))?;
            cases.push(WordCase { conditions: vec![self.decision(span, &made)?], values });
        }
        Ok(cases)
    }

    fn comparison_of(&self, span: Span, words: &[TermId]) -> Result<WordComparison, ResolveError> {
        // Diagrams are gone through by recursion.
        if words.len() > TERM_LEVELS {
            return Err(self.refused(span, Refusal::TooLarge));
        }
        let words = words.iter().map(|word| (*word, self.words[word].values())).collect();
        Ok(WordComparison { diagrams: Diagrams::default(), words, truth: 0 })
    }

    fn refused(&self, span: Span, refusal: Refusal) -> ResolveError {
        match refusal {
            Refusal::TooLarge => {
                let message = "the words in this comparison have too many combinations of values";
                Diagnostic::error(self.source, span, message).help("define parts of it with `def` and call them").into()
            }
            Refusal::DivisionByZero => Diagnostic::error(self.source, span, "division by 0").into(),
        }
    }

    /// The values of a term, as a diagram.
    fn values_of(&self, id: TermId, made: &mut WordComparison, depth: usize) -> Result<usize, ResolveError> {
        self.check_depth(id, depth)?;
        let term = &self.formula[id];
        let mut two = |a: TermId, b: TermId, op: &dyn Fn(&BigInt, &BigInt) -> Option<BigInt>| {
            let pair = (self.values_of(a, made, depth + 1)?, self.values_of(b, made, depth + 1)?);
            made.diagrams.apply(pair, &op, &mut HashMap::new()).map_err(|refusal| self.refused(term.span, refusal))
        };
        let leaf = match &term.kind {
            TermKind::Variable(_) => unreachable!("the comparison has no variables"),
            TermKind::Number(n) => made.diagrams.leaf(n.clone()),
            TermKind::Letter(letter) => made.diagrams.leaf(*letter),
            TermKind::Word { .. } => {
                let place = made.words.partition_point(|(word, _)| *word < id);
                made.diagrams.word(place, &made.words[place].1)
            }
            TermKind::Negate(inner) => {
                let pair = (made.diagrams.leaf(0), self.values_of(*inner, made, depth + 1)?);
                pair.0.and_then(|zero| made.diagrams.apply((zero, pair.1), &|a, b| Some(a - b), &mut HashMap::new()))
            }
            TermKind::Add(a, b) => return two(*a, *b, &|a, b| Some(a + b)),
            TermKind::Subtract(a, b) => return two(*a, *b, &|a, b| Some(a - b)),
            TermKind::Multiply(a, b) => return two(*a, *b, &|a, b| Some(a * b)),
            TermKind::Divide(a, b) => return two(*a, *b, &|a, b| (!b.is_zero()).then(|| a.div_floor(b))),
        };
        leaf.map_err(|refusal| self.refused(term.span, refusal))
    }

    /// The disjunction over the values of the words for which the comparison is true; values of a word that leave the
    /// same rest are one case.
    fn decision(&mut self, span: Span, compared: &WordComparison) -> Result<ExprRef, ResolveError> {
        if compared.is_false(compared.truth) {
            return Ok(Expr::truth(false));
        }
        Ok(self.decided(span, compared, (0, compared.truth), &mut HashMap::new())?.expr)
    }

    /// What the words from a place on have to satisfy, which they can.
    fn decided(
        &mut self,
        span: Span,
        compared: &WordComparison,
        (place, node): (usize, usize),
        done: &mut HashMap<(usize, usize), Decided>,
    ) -> Result<Decided, ResolveError> {
        let Some((word, values)) = compared.words.get(place) else {
            return Ok(Decided { expr: Expr::truth(true), paths: 1 });
        };
        if let Some(known) = done.get(&(place, node)) {
            return Ok(known.clone());
        }
        let mut groups: Vec<(usize, Vec<i64>)> = Vec::new();
        for (at, &value) in values.iter().enumerate() {
            let child = compared.diagrams.child(node, place, at);
            match groups.iter_mut().find(|group| group.0 == child) {
                Some(group) => group.1.push(value),
                None => groups.push((child, vec![value])),
            }
        }
        let (mut cases, mut paths) = (Vec::new(), 0);
        for (child, values) in groups {
            if !compared.is_false(child) {
                let selected = self.selected(*word, &|value| values.contains(&value))?;
                let rest = self.decided(span, compared, (place + 1, child), done)?;
                cases.push(Expr::and(vec![selected, rest.expr]));
                paths += rest.paths;
            }
        }
        let made = self.shortened(span, Decided { expr: Expr::or(cases), paths })?;
        done.insert((place, node), made.clone());
        Ok(made)
    }

    /// As a relation, where there are many paths and few variables: formulas are trees, in which a node stands once for each
    /// path that leads there.
    fn shortened(&mut self, span: Span, decided: Decided) -> Result<Decided, ResolveError> {
        let free = decided.expr.free().to_vec();
        if decided.paths <= atoms::UNBUILT_WORD_PATHS
            || free.len() > atoms::BUILT_WORD_VARIABLES
            || decided.expr.is_of_words()
        {
            return match decided.paths <= atoms::WORD_COMBINATIONS {
                true => Ok(decided),
                false => Err(self.refused(span, Refusal::TooLarge)),
            };
        }
        let mut engine = Engine::new(self.workspace, &self.variables, self.budget);
        let prepared = engine.prepare(&decided.expr, true);
        let dfa = engine.relation_over(&prepared, &free)?.dfa;
        let stored = Stored::of_numbers(dfa, "letters(%)");
        Ok(Decided { expr: Expr::new(Kind::Relation(stored, free)), paths: 1 })
    }
}

/// A part of a decision, and how many of the words' values lead through it.
#[derive(Clone)]
struct Decided {
    expr: ExprRef,
    paths: usize,
}

/// `a op b`.
fn compare(op: Comparison, a: &BigInt, b: &BigInt) -> bool {
    match op {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
    }
}
