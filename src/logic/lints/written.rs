//! Lints that are read off the tree of a formula, without the prover.

use crate::syntax::ast::{Connective, FormulaId, FormulaKind, FormulaNode, Quantifier};
use crate::syntax::{Diagnostic, Source, Span, family_and_parameter};

use super::finding::{Finding, Lint};
use super::tree::Tree;

pub(super) fn findings(tree: &Tree<'_>, source: &Source) -> Vec<Finding> {
    let look = Look { tree, source };
    let mut findings = Vec::new();
    for (id, node) in tree.nodes() {
        match &node.kind {
            FormulaKind::Binary { op, left, .. } => findings.extend(look.without_parentheses(id, *op, *left)),
            FormulaKind::Quantified { .. } => {
                findings.extend(look.variables(id));
                findings.extend(look.exists_implies(id));
            }
            FormulaKind::Compare { .. } | FormulaKind::Call { .. } | FormulaKind::Not(_) | FormulaKind::Reverse(_) => {}
        }
    }
    findings
}

struct Look<'a> {
    tree: &'a Tree<'a>,
    source: &'a Source,
}

impl Look<'_> {
    fn node(&self, id: FormulaId) -> &FormulaNode {
        &self.tree.formula[id]
    }

    fn warn(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(self.source, span, message)
    }

    /// `P => Q => R` and `P & Q | R`: the first of a chain speaks for all.
    fn without_parentheses(&self, id: FormulaId, op: Connective, left: FormulaId) -> Option<Finding> {
        let inner = self.bare_operator(left)?;
        let (lint, diagnostic) = match (inner, op) {
            (Connective::Implies, Connective::Implies) => (
                Lint::ChainedImplies,
                self.warn(self.node(id).span, "`=>` chained without parentheses")
                    .help("`=>` associates to the left, as in `(P => Q) => R`: add parentheses"),
            ),
            (inner, op) if inner != op && is_flat(inner) && is_flat(op) => {
                let message = format!("`{}` and `{}` mixed without parentheses", inner.symbol(), op.symbol());
                let help = "`&`, `|` and `^` have the same precedence and associate to the left: add parentheses";
                (Lint::MixedConnectives, self.warn(self.node(id).span, message).help(help))
            }
            _ => return None,
        };
        // Within the left side the same was spoken of already.
        let earlier = if let FormulaKind::Binary { op, left: first, .. } = &self.node(left).kind {
            let chained = op == &Connective::Implies;
            self.bare_operator(*first).is_some_and(|inner| {
                if chained { inner == Connective::Implies } else { inner != *op && is_flat(inner) }
            })
        } else {
            false
        };
        let left = self.node(left).span;
        (!earlier).then(|| Finding::new(lint, diagnostic.also(left, "this comes first").label("and then this")))
    }

    /// The connective of a formula without parentheses of its own.
    fn bare_operator(&self, id: FormulaId) -> Option<Connective> {
        match self.node(id) {
            FormulaNode { kind: FormulaKind::Binary { op, .. }, parenthesized: false, .. } => Some(*op),
            _ => None,
        }
    }

    /// Variables that nothing speaks of, or that hide others.
    fn variables(&self, id: FormulaId) -> Vec<Finding> {
        let FormulaKind::Quantified { quantifier, variables, body } = &self.node(id).kind else { return Vec::new() };
        let mut findings = Vec::new();
        for name in variables {
            let text = &name.text;
            let mut systems = self.tree.formula.systems.iter().filter_map(|system| family_and_parameter(&system.0));
            let is_parameter = systems.any(|(_, parameter)| parameter == &**text);
            if !is_parameter && !self.tree.free(*body).contains(text) {
                let message = format!("`{text}` is never used");
                let diagnostic = self.warn(name.span, message).label("bound here");
                let help = format!("remove it from the variables of `{quantifier}`");
                findings.push(Finding::new(Lint::UnusedVariable, diagnostic.help(help)));
                continue;
            }
            let diagnostic = match self.outer_binder(id, text) {
                Some(outer) => self
                    .warn(name.span, format!("`{text}` shadows another variable `{text}`"))
                    .also(outer, "the variable it shadows"),
                None if self.tree.free(self.tree.formula.root).contains(text) => {
                    self.warn(name.span, format!("`{text}` is bound here and free elsewhere"))
                }
                None => continue,
            };
            let diagnostic = diagnostic.label("this one is used up to the end of its parenthesis");
            findings.push(Finding::new(Lint::ShadowedVariable, diagnostic.help("give one of them another name")));
        }
        findings
    }

    /// Where a variable of this name is bound further out.
    fn outer_binder(&self, id: FormulaId, text: &str) -> Option<Span> {
        let mut at = id;
        while let Some(parent) = self.tree.parent(at) {
            if let FormulaKind::Quantified { variables, .. } = &self.node(parent).kind
                && let Some(name) = variables.iter().find(|name| &*name.text == text)
            {
                return Some(name.span);
            }
            at = parent;
        }
        None
    }

    /// `E x (P => Q)` where P speaks of x: one x without P makes it true.
    fn exists_implies(&self, id: FormulaId) -> Option<Finding> {
        let premise = exists_implies(self.tree, id)?;
        let FormulaKind::Quantified { quantifier, variables, .. } = &self.node(id).kind else { return None };
        let names: Vec<&str> = variables.iter().map(|name| &*name.text).collect();
        let diagnostic = self
            .warn(self.node(id).span, format!("`{quantifier}` over an implication"))
            .label(format!("true as soon as the premise fails for some {}", names.join(",")))
            .also(self.node(premise).span, "the premise")
            .help("write `A` for \"every P is Q\", `&` for \"some P is Q\"");
        Some(Finding::new(Lint::ExistsImplies, diagnostic))
    }
}

/// The premise, if this node is `E x (P => Q)` with a premise that speaks of `x`.
pub(super) fn exists_implies(tree: &Tree<'_>, id: FormulaId) -> Option<FormulaId> {
    let FormulaKind::Quantified { quantifier, variables, body } = &tree.formula[id].kind else { return None };
    let exists = matches!(quantifier, Quantifier::Exists | Quantifier::Infinitely | Quantifier::AtLeast(_));
    let FormulaKind::Binary { op: Connective::Implies, left, .. } = &tree.formula[*body].kind else { return None };
    // A quantifier around this one may be of the same block.
    let mut spoken_of = variables.iter().any(|name| tree.free(*left).contains(&name.text));
    let mut at = id;
    while let Some(parent) = tree.parent(at)
        && let FormulaKind::Quantified { quantifier: outer, variables, .. } = &tree.formula[parent].kind
        && outer == quantifier
    {
        spoken_of |= variables.iter().any(|name| tree.free(*left).contains(&name.text));
        at = parent;
    }
    (exists && spoken_of).then_some(*left)
}

fn is_flat(op: Connective) -> bool {
    matches!(op, Connective::And | Connective::Or | Connective::Xor)
}
