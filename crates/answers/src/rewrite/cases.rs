//! Cases in front of quantifiers, as `verified/Cases.v`: `E x ((F | G) & H)` is `E x (F & H) | E x (G & H)`.
//!
//! The sets of the first would be all pairs of a set for F and one for G. Cost: as many cases as alternatives multiply to.

use num_bigint::BigInt;

use crate::formula::{Comparison, Formula, Term};

/// The cases of a formula, in front of its quantifiers.
pub(crate) fn by_cases(formula: &Formula) -> Formula {
    let boxed = |f: &Formula| Box::new(by_cases(f));
    match formula {
        Formula::Compare(..) | Formula::Relation(..) => formula.clone(),
        Formula::Not(f) => joined(disjuncts(&by_cases(f)).into_iter().map(|f| f.clone().not()).collect(), Formula::and),
        Formula::And(f, g) => Formula::And(boxed(f), boxed(g)),
        Formula::Or(f, g) => Formula::Or(boxed(f), boxed(g)),
        Formula::Implies(f, g) => Formula::Implies(boxed(f), boxed(g)),
        Formula::Iff(f, g) => Formula::Iff(boxed(f), boxed(g)),
        Formula::Exists(x, f) => {
            joined(cases(&by_cases(f)).into_iter().map(|f| Formula::exists(*x, f)).collect(), Formula::or)
        }
        Formula::ForAll(x, f) => Formula::ForAll(*x, boxed(f)),
        Formula::AtLeast(count, tuple, f) => Formula::AtLeast(*count, tuple.clone(), boxed(f)),
        Formula::Infinitely(x, f) => Formula::Infinitely(*x, boxed(f)),
    }
}

fn cases(formula: &Formula) -> Vec<Formula> {
    match formula {
        Formula::Or(f, g) => [cases(f), cases(g)].concat(),
        Formula::And(f, g) => {
            let others = cases(g);
            cases(f).into_iter().flat_map(|a| others.iter().map(move |b| a.clone().and(b.clone()))).collect()
        }
        other => vec![other.clone()],
    }
}

fn disjuncts(formula: &Formula) -> Vec<&Formula> {
    match formula {
        Formula::Or(f, g) => [disjuncts(f), disjuncts(g)].concat(),
        other => vec![other],
    }
}

fn joined(formulas: Vec<Formula>, join: fn(Formula, Formula) -> Formula) -> Formula {
    let zero = || Term::Number(BigInt::ZERO);
    let together = formulas.into_iter().rev().reduce(|rest, formula| join(formula, rest));
    together.unwrap_or_else(|| Formula::Compare(Comparison::Less, zero(), zero()))
}
