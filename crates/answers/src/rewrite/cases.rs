//! Cases in front of quantifiers, as `verified/Cases.v`: `E x ((F | G) & H)` is `E x (F & H) | E x (G & H)`.
//!
//! The sets of the first would be all pairs of a set for F and one for G. Cost: as many cases as alternatives multiply to.

use crate::formula::Formula;

/// The cases of a formula, in front of its quantifiers.
pub(crate) fn by_cases(formula: &Formula) -> Formula {
    match formula {
        Formula::Not(f) => {
            let divided = by_cases(f);
            let cases = disjuncts(&divided).into_iter().map(|case| case.clone().negation());
            cases.rev().reduce(|rest, f| f.and(rest)).expect("at least one")
        }
        Formula::Exists(x, f) => {
            Formula::any(cases(&by_cases(f)).into_iter().map(|f| Formula::exists(*x, f)).collect())
        }
        _ => formula.with_parts(by_cases),
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
