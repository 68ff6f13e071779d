//! Differences that go below zero where it counts: decided, not guessed.
//!
//! There are no negative numbers: an atom is false where a difference in it would be one. That is no surprise where
//! the atom is false over the integers as well, as `x-2=y`, `x-2>y` and `$f(x-2,y)` are. Elsewhere the parts beside it
//! may keep the difference natural: in `n>0 & W[n-1]!=@1` the comparison only counts where n>0. So the values are looked
//! for that satisfy all that stands beside the atom on its way up, and make the difference negative; first beside its
//! linear conditions alone, which mostly settle it and cost nothing.

use std::collections::HashSet;

use crate::syntax::Diagnostic;
use crate::syntax::ast::{Comparison, Connective, FormulaId, FormulaKind, TermId, TermKind};

use super::finding::{Finding, Lint};
use super::query::Query;
use super::tree::{NameSet, Tree};

/// A part that must be true, or false, for an atom to count.
type Beside = (FormulaId, bool);

pub(super) fn findings(tree: &Tree<'_>, query: &mut Query<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut told: HashSet<&str> = HashSet::new();
    for (atom, node) in tree.nodes() {
        let terms = node.kind.terms();
        if terms.is_empty() {
            continue;
        }
        for term in differences(tree, &terms) {
            let TermKind::Subtract(left, right) = tree.formula[term].kind else { continue };
            if false_anyway(tree, &node.kind, term) || !is_numeric(tree, term) {
                continue;
            }
            let Some(beside) = beside(tree, atom) else { continue };
            let linear: Vec<Beside> = beside.iter().copied().filter(|&(part, _)| is_linear(tree, part)).collect();
            let below = |query: &mut Query<'_>, parts: &[Beside]| {
                let verdict = query.decide(&tree.satisfiable(parts, left, right))?;
                verdict.truth.then_some(verdict.example.unwrap_or_default())
            };
            let Some(mut example) = below(query, &linear) else { continue };
            if linear.len() < beside.len() {
                let Some(found) = below(query, &beside) else { continue };
                example = found;
            }
            let source = query.source;
            let text = source.slice(tree.formula[term].span);
            let names = tree.names_in(term);
            let values = example.iter().filter(|(name, _)| names.contains(name));
            let values: Vec<String> = values.map(|(name, value)| format!("{name} = {value}")).collect();
            if values.is_empty() || source.slice(node.span).starts_with('#') || !told.insert(text) {
                continue;
            }
            let diagnostic =
                Diagnostic::warning(source, tree.formula[term].span, format!("`{text}` can go below zero"))
                    .label(format!("it does at {}", values.join(", ")))
                    .help(format!(
                        "there `{}` is false: say what should hold, or rule it out with `{}>={} &`",
                        source.slice(node.span),
                        source.slice(tree.formula[left].span),
                        source.slice(tree.formula[right].span)
                    ));
            findings.push(Finding::new(Lint::BelowZero, diagnostic));
        }
    }
    findings
}

/// The differences in the terms of an atom.
fn differences(tree: &Tree<'_>, terms: &[TermId]) -> Vec<TermId> {
    let mut pending = terms.to_vec();
    let mut found = Vec::new();
    while let Some(id) = pending.pop() {
        let kind = &tree.formula[id].kind;
        if matches!(kind, TermKind::Subtract(..)) {
            found.push(id);
        }
        pending.extend(kind.children());
    }
    found
}

/// Whether the atom is false over the integers too where `term` is negative: `x-2=y`, `x-2>=y` with nothing else that
/// could be negative, or `$f(x-2)`, f being a set of naturals.
fn false_anyway(tree: &Tree<'_>, atom: &FormulaKind, term: TermId) -> bool {
    let &FormulaKind::Compare { op, left, right } = atom else {
        return atom.terms().contains(&term);
    };
    let (other, fits) = match term {
        _ if term == left => (right, matches!(op, Comparison::Greater | Comparison::GreaterEqual)),
        _ if term == right => (left, matches!(op, Comparison::Less | Comparison::LessEqual)),
        _ => return false,
    };
    (fits || op == Comparison::Equal) && differences(tree, &[other]).is_empty()
}

/// Whether a difference is one of numbers: letters are integers, and some systems have negative numbers.
fn is_numeric(tree: &Tree<'_>, term: TermId) -> bool {
    let mut pending = vec![term];
    while let Some(id) = pending.pop() {
        let kind = &tree.formula[id].kind;
        if matches!(kind, TermKind::Variable(_)) {
            return !tree.formula[id].system.contains("_neg_");
        }
        // An index is a number, the value there need not be one.
        if !matches!(kind, TermKind::Word { .. }) {
            pending.extend(kind.children());
        }
    }
    false
}

/// What stands beside an atom on its way up, and must be so for the atom to count. `None` if that cannot be said:
/// within a reversed language, or if two variables of one name are on the way.
fn beside(tree: &Tree<'_>, atom: FormulaId) -> Option<Vec<Beside>> {
    let mut parts = Vec::new();
    let mut bound = NameSet::new();
    let mut at = atom;
    while let Some(parent) = tree.parent(at) {
        match &tree.formula[parent].kind {
            FormulaKind::Reverse(_) => return None,
            FormulaKind::Quantified { variables, .. } => {
                for name in variables {
                    if !bound.insert(name.text.clone()) {
                        return None;
                    }
                }
            }
            &FormulaKind::Binary { op, left, right } => {
                let other = if at == left { right } else { left };
                // What is outside must not speak of a variable that is bound inside.
                if !tree.free(other).is_disjoint(&bound) {
                    return None;
                }
                match op {
                    Connective::And => conjuncts(tree, other, &mut parts),
                    Connective::Implies if at == right => conjuncts(tree, other, &mut parts),
                    Connective::Or | Connective::Implies => parts.push((other, false)),
                    Connective::Xor | Connective::Iff => {}
                }
            }
            FormulaKind::Compare { .. } | FormulaKind::Call { .. } | FormulaKind::Not(_) => {}
        }
        at = parent;
    }
    Some(parts)
}

/// The parts of a conjunction.
fn conjuncts(tree: &Tree<'_>, id: FormulaId, parts: &mut Vec<Beside>) {
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        if let FormulaKind::Binary { op: Connective::And, left, right } = tree.formula[id].kind {
            pending.extend([left, right]);
        } else {
            parts.push((id, true));
        }
    }
}

/// Whether a formula is a combination of comparisons of numbers.
fn is_linear(tree: &Tree<'_>, id: FormulaId) -> bool {
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        let kind = &tree.formula[id].kind;
        match kind {
            FormulaKind::Call { .. } | FormulaKind::Reverse(_) | FormulaKind::Quantified { .. } => return false,
            FormulaKind::Compare { .. } | FormulaKind::Not(_) | FormulaKind::Binary { .. } => {}
        }
        let mut terms = kind.terms();
        while let Some(term) = terms.pop() {
            let kind = &tree.formula[term].kind;
            if matches!(kind, TermKind::Word { .. }) {
                return false;
            }
            terms.extend(kind.children());
        }
        pending.extend(kind.children());
    }
    true
}
