//! Implications whose conclusion does not matter: decided, not guessed.
//!
//! A true statement is vacuous in a part if it stays true when the part is replaced by what is worst for it (Beer,
//! Ben-David, Eisner and Rodeh 1997; Kupferman and Vardi 1999). For the conclusion of an implication that the whole
//! statement can only gain by, that is `false`. One query for each such implication; most end at the first position
//! that satisfies the premise. Where the premise has to be built, it is there already, from the statement itself.

use crate::syntax::Diagnostic;
use crate::syntax::ast::{Connective, FormulaKind};

use super::finding::{Finding, Lint};
use super::query::Query;
use super::tree::{Polarity, Tree};
use super::written::exists_implies;

pub(super) fn findings(tree: &Tree<'_>, query: &mut Query<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (id, node) in tree.nodes() {
        let FormulaKind::Binary { op: Connective::Implies, left, right } = &node.kind else { continue };
        if tree.polarity(id) != Polarity::Positive {
            continue;
        }
        // `E x (P => Q)` has a lint of its own.
        if tree.parent(id).is_some_and(|parent| exists_implies(tree, parent).is_some()) {
            continue;
        }
        if !query.decide(&tree.falsified(*right)).is_some_and(|verdict| verdict.truth) {
            continue;
        }
        let (premise, conclusion) = (tree.formula[*left].span, tree.formula[*right].span);
        let diagnostic = Diagnostic::warning(query.source, premise, "vacuously true: the premise never holds")
            .label("never true where it counts")
            .also(conclusion, "the statement would be TRUE with any conclusion")
            .help("look for a typo in the premise, or state that it never holds");
        findings.push(Finding::new(Lint::VacuousPremise, diagnostic));
    }
    findings
}
