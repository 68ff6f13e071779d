//! A formula with what the lints ask of each of its nodes: its parent, its polarity, the names free in it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::syntax::ast::{
    Comparison, Connective, Formula, FormulaId, FormulaKind, FormulaNode, Quantifier, TermId, TermKind, TermNode,
};

/// Whether a statement can only become truer, or only falser, as a part of it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Polarity {
    Positive,
    Negative,
    /// Neither.
    Both,
}

impl Polarity {
    fn flipped(self) -> Polarity {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
            Polarity::Both => Polarity::Both,
        }
    }
}

/// Names of variables.
pub(super) type NameSet = BTreeSet<Arc<str>>;

/// A formula and tables over its nodes. All are filled by loops, since formulas nest deep.
pub(super) struct Tree<'a> {
    pub(super) formula: &'a Formula,
    parents: Vec<Option<FormulaId>>,
    polarities: Vec<Polarity>,
    free: Vec<NameSet>,
    term_free: Vec<NameSet>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(formula: &'a Formula) -> Tree<'a> {
        let mut tree = Tree {
            formula,
            parents: vec![None; formula.nodes.len()],
            polarities: vec![Polarity::Positive; formula.nodes.len()],
            free: Vec::with_capacity(formula.nodes.len()),
            term_free: Vec::with_capacity(formula.terms.len()),
        };
        for term in &formula.terms {
            let mut names = NameSet::new();
            if let TermKind::Variable(name) = &term.kind {
                names.insert(name.clone());
            }
            for child in term.kind.children() {
                names.extend(tree.term_free[child.place()].iter().cloned());
            }
            tree.term_free.push(names);
        }
        for (i, node) in formula.nodes.iter().enumerate() {
            let mut names = NameSet::new();
            for term in node.kind.terms() {
                names.extend(tree.term_free[term.place()].iter().cloned());
            }
            for child in node.kind.children() {
                tree.parents[child.place()] = Some(FormulaId::at(i));
                names.extend(tree.free[child.place()].iter().cloned());
            }
            if let FormulaKind::Quantified { variables, .. } = &node.kind {
                variables.iter().for_each(|name| {
                    names.remove(&name.text);
                });
            }
            tree.free.push(names);
        }
        for (i, node) in formula.nodes.iter().enumerate().rev() {
            for (child, polarity) in polarities(&node.kind, tree.polarities[i]) {
                tree.polarities[child.place()] = polarity;
            }
        }
        tree
    }

    /// Every node.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (FormulaId, &'a FormulaNode)> {
        self.formula.nodes.iter().enumerate().map(|(i, node)| (FormulaId::at(i), node))
    }

    pub(super) fn parent(&self, id: FormulaId) -> Option<FormulaId> {
        self.parents[id.place()]
    }

    pub(super) fn polarity(&self, id: FormulaId) -> Polarity {
        self.polarities[id.place()]
    }

    /// The names free in a formula.
    pub(super) fn free(&self, id: FormulaId) -> &NameSet {
        &self.free[id.place()]
    }

    /// The names in a term.
    pub(super) fn names_in(&self, id: TermId) -> &NameSet {
        &self.term_free[id.place()]
    }

    /// `E vars F` over all names in the parts, F being their conjunction; a part with `false` is negated.
    pub(super) fn satisfiable(&self, parts: &[(FormulaId, bool)], left: TermId, right: TermId) -> Formula {
        let span = self.formula[left].span;
        let mut nodes = self.formula.nodes.clone();
        let mut add = |kind: FormulaKind| {
            nodes.push(FormulaNode { kind, span, parenthesized: true });
            FormulaId::at(nodes.len() - 1)
        };
        let mut names: NameSet = self.names_in(left).union(self.names_in(right)).cloned().collect();
        let mut whole = add(FormulaKind::Compare { op: Comparison::Less, left, right });
        for &(part, is_true) in parts {
            names.extend(self.free(part).iter().cloned());
            let part = if is_true { part } else { add(FormulaKind::Not(part)) };
            whole = add(FormulaKind::Binary { op: Connective::And, left: part, right: whole });
        }
        let variables: Vec<_> = names.into_iter().map(|text| crate::syntax::ast::Name { text, span }).collect();
        if !variables.is_empty() {
            whole = add(FormulaKind::Quantified { quantifier: Quantifier::Exists, variables, body: whole });
        }
        pruned(&nodes, &self.formula.terms, whole)
    }

    /// `A vars (call <=> the same call with its arguments in this order)` over the names in a call.
    pub(super) fn reordered(&self, call: FormulaId, order: &[usize]) -> Option<Formula> {
        let FormulaKind::Call { function, arguments } = &self.formula[call].kind else { return None };
        let span = self.formula[call].span;
        let mut terms = self.formula.terms.clone();
        // Terms of their own: each stands on one track.
        let arguments = order.iter().map(|&place| {
            terms.push(self.formula[*arguments.get(place)?].clone());
            Some(TermId::at(terms.len() - 1))
        });
        let arguments = arguments.collect::<Option<Vec<TermId>>>()?;
        let mut nodes = self.formula.nodes.clone();
        let mut add = |kind: FormulaKind| {
            nodes.push(FormulaNode { kind, span, parenthesized: true });
            FormulaId::at(nodes.len() - 1)
        };
        let other = add(FormulaKind::Call { function: function.clone(), arguments });
        let body = add(FormulaKind::Binary { op: Connective::Iff, left: call, right: other });
        let names = self.free(call).iter().cloned();
        let variables: Vec<_> = names.map(|text| crate::syntax::ast::Name { text, span }).collect();
        let whole = add(FormulaKind::Quantified { quantifier: Quantifier::ForAll, variables, body });
        Some(pruned(&nodes, &terms, whole))
    }

    /// The formula with one node replaced by something false.
    pub(super) fn falsified(&self, id: FormulaId) -> Formula {
        let mut nodes = self.formula.nodes.clone();
        let mut terms = self.formula.terms.clone();
        let node = &mut nodes[id.place()];
        let zero = TermKind::Number(num_bigint::BigUint::ZERO);
        terms.push(TermNode { kind: zero, span: node.span, system: crate::syntax::DEFAULT_SYSTEM.into() });
        let zero = TermId::at(terms.len() - 1);
        node.kind = FormulaKind::Compare { op: Comparison::NotEqual, left: zero, right: zero };
        pruned(&nodes, &terms, self.formula.root)
    }
}

fn polarities(kind: &FormulaKind, own: Polarity) -> Vec<(FormulaId, Polarity)> {
    match kind {
        FormulaKind::Compare { .. } | FormulaKind::Call { .. } => Vec::new(),
        FormulaKind::Not(inner) => vec![(*inner, own.flipped())],
        FormulaKind::Reverse(inner) => vec![(*inner, own)],
        FormulaKind::Binary { op, left, right } => match op {
            Connective::And | Connective::Or => vec![(*left, own), (*right, own)],
            Connective::Implies => vec![(*left, own.flipped()), (*right, own)],
            Connective::Xor | Connective::Iff => vec![(*left, Polarity::Both), (*right, Polarity::Both)],
        },
        FormulaKind::Quantified { quantifier, body, .. } => vec![(
            *body,
            match quantifier {
                Quantifier::AtMost(_) => own.flipped(),
                Quantifier::Exactly(_) => Polarity::Both,
                Quantifier::Exists | Quantifier::ForAll | Quantifier::Infinitely | Quantifier::AtLeast(_) => own,
            },
        )],
    }
}

/// What `root` reaches, numbered anew: later passes look at every node there is.
fn pruned(nodes: &[FormulaNode], terms: &[TermNode], root: FormulaId) -> Formula {
    let (mut keep, mut keep_terms) = (vec![false; nodes.len()], vec![false; terms.len()]);
    let (mut pending, mut pending_terms) = (vec![root], Vec::new());
    while let Some(id) = pending.pop() {
        keep[id.place()] = true;
        pending.extend(nodes[id.place()].kind.children());
        pending_terms.extend(nodes[id.place()].kind.terms());
    }
    while let Some(id) = pending_terms.pop() {
        keep_terms[id.place()] = true;
        pending_terms.extend(terms[id.place()].kind.children());
    }
    let (places, term_places) = (places(&keep), places(&keep_terms));
    let formula = |id: FormulaId| FormulaId(places[id.place()]);
    let term = |id: TermId| TermId(term_places[id.place()]);
    let kept_terms = terms.iter().zip(&keep_terms).filter(|(_, keep)| **keep);
    let kept = nodes.iter().zip(&keep).filter(|(_, keep)| **keep);
    Formula {
        terms: kept_terms.map(|(node, _)| TermNode { kind: node.kind.map_children(term), ..node.clone() }).collect(),
        nodes: kept
            .map(|(node, _)| FormulaNode { kind: node.kind.map_children(formula, term), ..node.clone() })
            .collect(),
        root: formula(root),
        systems: Vec::new(),
    }
}

/// The number of each that is kept, among those that are kept.
fn places(keep: &[bool]) -> Vec<u32> {
    keep.iter()
        .scan(0, |next, &keep| {
            let place = *next;
            *next += u32::from(keep);
            Some(place)
        })
        .collect()
}
