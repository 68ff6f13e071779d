//! Claims over the integers as formulas over natural numbers: `verified/Integers.v`.
//!
//! Names become variables, and quotients too; parts may be negative here, so that nothing else is said of them.

use filbert_answers::formula::{Formula, Term};
use num_traits::Zero;

use super::flatten::{Around, Scope, compared, multiple, new, numbered, quotient, sum, surrounded, variable};
use super::tree::{Expr, Sentence};
use super::whole;

/// A claim as a formula over natural numbers; words and functions are refused.
pub fn over_naturals(sentence: &Sentence) -> Option<Formula> {
    let atom = |scope: &Scope, mut next: usize, sentence: &Sentence| {
        let Sentence::Relates(sign, a, b) = sentence else { return None };
        let mut around = Vec::new();
        let (a, b) = (number(scope, a, &mut next, &mut around)?, number(scope, b, &mut next, &mut around)?);
        Some(surrounded(around, compared(*sign, a, b)))
    };
    whole::over_naturals(numbered(&mut Vec::new(), 0, sentence, &atom)?)
}

fn number(scope: &Scope, term: &Expr, next: &mut usize, around: &mut Vec<Around>) -> Option<Term> {
    Some(match term {
        Expr::Number(value) | Expr::Letter(value) => Term::Number(value.clone()),
        Expr::Named(name) => Term::Variable(variable(scope, name)?),
        Expr::Plus(a, b) => {
            let (a, b) = (number(scope, a, next, around)?, number(scope, b, next, around)?);
            sum(a, b)
        }
        Expr::Minus(a, b) => {
            let (a, b) = (number(scope, a, next, around)?, number(scope, b, next, around)?);
            Term::Difference(a.into(), b.into())
        }
        Expr::Times(factor, a) => multiple(factor.clone(), number(scope, a, next, around)?),
        Expr::Over(_, by) if by.is_zero() => return None,
        Expr::Over(a, by) => {
            let a = number(scope, a, next, around)?;
            let x = new(next);
            around.push(Around::Exists(x, quotient(&a, by, &Term::Variable(x))));
            Term::Variable(x)
        }
        Expr::Indexed(..) => return None,
    })
}
