//! Free variables of formulas.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::ast::{Formula, FormulaId, FormulaKind, FormulaNode, Name, TermId, TermKind, TermNode};

impl Formula {
    /// The names of its free variables, sorted.
    pub fn free_variables(&self) -> Vec<Arc<str>> {
        self.free_variables_of(self.root)
    }

    /// The names of the free variables of a part of it, sorted.
    pub fn free_variables_of(&self, part: FormulaId) -> Vec<Arc<str>> {
        free_variables(&self.nodes, &self.terms, part)
    }
}

/// The names of the free variables of a formula, sorted.
pub(super) fn free_variables(nodes: &[FormulaNode], terms: &[TermNode], root: FormulaId) -> Vec<Arc<str>> {
    enum Visit<'a> {
        Formula(FormulaId),
        Term(TermId),
        Leave(&'a [Name]),
    }
    let mut free: BTreeSet<Arc<str>> = BTreeSet::new();
    // How many quantifiers around bind each name.
    let mut bound: HashMap<&str, usize> = HashMap::new();
    let mut pending = vec![Visit::Formula(root)];
    while let Some(visit) = pending.pop() {
        match visit {
            Visit::Leave(names) => {
                for name in names {
                    *bound.entry(&*name.text).or_default() -= 1;
                }
            }
            Visit::Term(id) => match &terms[id.0 as usize].kind {
                TermKind::Variable(name) => {
                    if bound.get(&**name).is_none_or(|&count| count == 0) {
                        free.insert(name.clone());
                    }
                }
                TermKind::Number(_) | TermKind::Letter(_) => {}
                TermKind::Negate(inner) => pending.push(Visit::Term(*inner)),
                TermKind::Add(a, b) | TermKind::Subtract(a, b) | TermKind::Multiply(a, b) | TermKind::Divide(a, b) => {
                    pending.extend([Visit::Term(*a), Visit::Term(*b)]);
                }
                TermKind::Word { indices, .. } => pending.extend(indices.iter().map(|&index| Visit::Term(index))),
            },
            Visit::Formula(id) => match &nodes[id.0 as usize].kind {
                FormulaKind::Compare { left, right, .. } => pending.extend([Visit::Term(*left), Visit::Term(*right)]),
                FormulaKind::Call { arguments, .. } => pending.extend(arguments.iter().map(|&id| Visit::Term(id))),
                FormulaKind::Not(body) | FormulaKind::Reverse(body) => pending.push(Visit::Formula(*body)),
                FormulaKind::Binary { left, right, .. } => {
                    pending.extend([Visit::Formula(*left), Visit::Formula(*right)]);
                }
                FormulaKind::Quantified { variables, body, .. } => {
                    for name in variables {
                        *bound.entry(&*name.text).or_default() += 1;
                    }
                    pending.extend([Visit::Leave(variables), Visit::Formula(*body)]);
                }
            },
        }
    }
    free.into_iter().collect()
}
