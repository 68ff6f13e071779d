//! Quantifiers moved inwards, as `verified/Narrow.v`: `E x,y (F & G)` with x in F alone is `E y ((E x F) & G)`, and `A x (F => G)`
//! with x in F alone is `(E x F) => G`.
//!
//! Of several variables the first is one whose parts have the fewest (bucket elimination, Dechter 1999). Cost: the variables, times the
//! parts of a conjunction.

use crate::formula::{Comparison, Formula, Term, Variable};

/// A part of a conjunction, with its variables.
type Part = (Formula, Vec<Variable>);

/// A formula whose quantifiers are moved inwards.
pub(crate) fn narrow(formula: &Formula) -> Formula {
    moved_in(Quantifier::Exists, &[], formula)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantifier {
    Exists,
    ForAll,
}

/// A quantifier of some variables in front of a formula, moved inwards.
fn moved_in(quantifier: Quantifier, variables: &[Variable], formula: &Formula) -> Formula {
    match (formula, quantifier) {
        (Formula::Implies(f, g), Quantifier::ForAll) => {
            let free = g.free();
            let (behind, before): (Vec<_>, Vec<_>) = variables.iter().partition(|x| free.contains(x));
            for_all(&behind, moved_in(Quantifier::Exists, &before, f).implies(narrow(g)))
        }
        (Formula::Exists(x, f), Quantifier::ForAll) => for_all(variables, moved_in(Quantifier::Exists, &[*x], f)),
        (Formula::Exists(x, f), Quantifier::Exists) => moved_in(Quantifier::Exists, &[&[*x], variables].concat(), f),
        (Formula::ForAll(x, f), Quantifier::ForAll) => moved_in(Quantifier::ForAll, &[&[*x], variables].concat(), f),
        (Formula::ForAll(x, f), Quantifier::Exists) => some(variables, moved_in(Quantifier::ForAll, &[*x], f)),
        (_, Quantifier::ForAll) => for_all(variables, formula.with_parts(narrow)),
        (_, Quantifier::Exists) => some(variables, formula.with_parts(narrow)),
    }
}

fn for_all(variables: &[Variable], formula: Formula) -> Formula {
    variables.iter().rev().fold(formula, |f, x| Formula::ForAll(*x, Box::new(f)))
}

fn some(variables: &[Variable], formula: Formula) -> Formula {
    match variables {
        [] => formula,
        _ => eliminate(variables.to_vec(), formula.conjuncts().into_iter().cloned().map(with_variables).collect()),
    }
}

fn with_variables(formula: Formula) -> Part {
    let variables = formula.free();
    (formula, variables)
}

/// One variable after the other, that with the least part first: each stands in front of the parts that it is in.
fn eliminate(mut variables: Vec<Variable>, mut parts: Vec<Part>) -> Formula {
    // As many rounds as there are variables, which a variable of two quantifiers ends before.
    for _ in 0..variables.len() {
        let Some(x) = cheapest(&parts, &variables) else { break };
        variables.retain(|y| *y != x);
        let (inside, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(_, own)| own.contains(&x));
        parts = others;
        if !inside.is_empty() {
            parts.push(with_variables(Formula::exists(x, conjunction(inside))));
        }
    }
    conjunction(parts)
}

/// How many variables the parts have in which a variable is, and how few parts these are.
fn cost(parts: &[Part], x: Variable) -> usize {
    let inside: Vec<&Part> = parts.iter().filter(|(_, own)| own.contains(&x)).collect();
    let mut all: Vec<Variable> = inside.iter().flat_map(|(_, own)| own).copied().collect();
    all.sort_unstable();
    all.dedup();
    (10 * all.len()).saturating_sub(inside.len())
}

/// Of several the last.
fn cheapest(parts: &[Part], variables: &[Variable]) -> Option<Variable> {
    variables.iter().rev().copied().min_by_key(|x| cost(parts, *x))
}

fn conjunction(parts: Vec<Part>) -> Formula {
    let together = parts.into_iter().map(|(formula, _)| formula).rev().reduce(|rest, formula| formula.and(rest));
    together.unwrap_or_else(|| Formula::Compare(Comparison::Equal, Term::zero(), Term::zero()))
}
