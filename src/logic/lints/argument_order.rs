//! Calls with the names of the definition's arguments, and not in their order: arguments go by their place.
//!
//! Whoever writes `$option(n,t,m,u)` where `def option "n=m+u & .."` has the arguments m, n, t, u may take them for
//! given by name. What is meant as a change of places is let pass where that can be seen: the same statement calls the
//! function in its own order too, as `$f(x,y) <=> $f(y,x)` does, or the order makes no difference.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use crate::syntax::Diagnostic;
use crate::syntax::ast::{FormulaId, FormulaKind, TermId, TermKind};

use super::finding::{Finding, Lint};
use super::query::Query;
use super::tree::Tree;

pub(super) fn findings(tree: &Tree<'_>, query: &mut Query<'_>) -> Vec<Finding> {
    let mut in_order: HashSet<&str> = HashSet::new();
    let mut others = Vec::new();
    for (id, node) in tree.nodes() {
        let FormulaKind::Call { function, arguments } = &node.kind else { continue };
        let Some(given) = names(tree, arguments) else { continue };
        let Some(Ok(known)) = query.environment.function(&function.text) else { continue };
        let own = known.arguments();
        if *own == *given {
            in_order.insert(&function.text);
        } else if given.len() == own.len() && is_set(&given) && given.iter().all(|name| own.contains(name)) {
            others.push((id, function, given, own.to_vec()));
        }
    }
    let mut findings = Vec::new();
    let mut told: HashSet<(&str, Vec<Arc<str>>)> = HashSet::new();
    for (id, function, given, own) in others {
        let place = |name: &Arc<str>| given.iter().position(|other| other == name);
        let Some(order) = own.iter().map(place).collect::<Option<Vec<usize>>>() else { continue };
        let span = tree.formula[id].span;
        let written = query.source.slice(span);
        let is_new = !in_order.contains(&*function.text) && told.insert((&function.text, given.clone()));
        if !is_new || written.starts_with('#') || makes_no_difference(tree, query, id, &order) {
            continue;
        }
        let (own, given) = (own.join(","), given.join(","));
        let diagnostic = Diagnostic::warning(
            query.source,
            span,
            format!("the arguments of `${0}` are `{own}`, in this order", function.text),
        )
        .label("the same names in another order")
        .help(format!("arguments are positional: `def {}({given}) \"..\"` has this order", function.text));
        findings.push(Finding::new(Lint::ArgumentOrder, diagnostic));
    }
    findings
}

/// The names of the arguments, if all are variables.
fn names(tree: &Tree<'_>, arguments: &[TermId]) -> Option<Vec<Arc<str>>> {
    let name = |id: &TermId| {
        if let TermKind::Variable(name) = &tree.formula[*id].kind { Some(name.clone()) } else { None }
    };
    arguments.iter().map(name).collect()
}

fn is_set(names: &[Arc<str>]) -> bool {
    names.iter().collect::<BTreeSet<_>>().len() == names.len()
}

/// Whether the function says the same of its arguments in their own order.
fn makes_no_difference(tree: &Tree<'_>, query: &mut Query<'_>, call: FormulaId, order: &[usize]) -> bool {
    let Some(same) = tree.reordered(call, order) else { return false };
    query.decide(&same).is_some_and(|verdict| verdict.truth)
}
