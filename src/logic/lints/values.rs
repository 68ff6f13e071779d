//! Comparisons of a word with a value that it never has.

use std::collections::BTreeSet;

use crate::syntax::Diagnostic;
use crate::syntax::ast::{Comparison, FormulaKind, TermId, TermKind};
use crate::tuning::logic::lints;

use super::finding::{Finding, Lint};
use super::query::Query;
use super::tree::Tree;

pub(super) fn findings(tree: &Tree<'_>, query: &Query<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (_, node) in tree.nodes() {
        let FormulaKind::Compare { op: Comparison::Equal | Comparison::NotEqual, left, right } = node.kind else {
            continue;
        };
        for (word, value) in [(left, right), (right, left)] {
            findings.extend(never(tree, query, word, value));
        }
    }
    findings
}

/// `W[n]=c`, where c is no output of W.
fn never(tree: &Tree<'_>, query: &Query<'_>, word: TermId, value: TermId) -> Option<Finding> {
    let TermKind::Word { word: name, .. } = &tree.formula[word].kind else { return None };
    let (wanted, is_number) = match &tree.formula[value].kind {
        TermKind::Number(number) => (i64::try_from(number).ok(), true),
        TermKind::Letter(letter) => (Some(*letter), false),
        TermKind::Variable(_)
        | TermKind::Negate(_)
        | TermKind::Add(..)
        | TermKind::Subtract(..)
        | TermKind::Multiply(..)
        | TermKind::Divide(..)
        | TermKind::Word { .. } => return None,
    };
    let indexed = query.environment.word(&name.text)?.ok()?;
    let outputs: BTreeSet<i64> = indexed.dfao().outputs().iter().copied().collect();
    if wanted.is_some_and(|wanted| outputs.contains(&wanted)) {
        return None;
    }
    let written = query.source.slice(tree.formula[value].span);
    let mut listed: Vec<String> = outputs.iter().take(lints::LISTED_VALUES).map(i64::to_string).collect();
    if outputs.len() > lints::LISTED_VALUES {
        listed.push("...".into());
    }
    let message = format!("`{}` never has the value {}", name.text, written.trim_start_matches('@'));
    let help = match is_number {
        true => format!(
            "a letter of a word is written with `@`, as in `{}[n]=@{written}`, and must be one of its values",
            name.text
        ),
        false => "look for another word, or another letter".into(),
    };
    let diagnostic = Diagnostic::warning(query.source, tree.formula[value].span, message)
        .label(format!("its values are {}", listed.join(", ")))
        .help(help);
    Some(Finding::new(Lint::NoSuchValue, diagnostic))
}
