//! Claims over the integers as formulas over natural numbers: `verified/Integers.v`.
//!
//! Names become variables, and quotients too; parts may be negative here, so that nothing else is said of them.

use filbert_answers::formula::{Comparison, Formula, Term};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::flatten::{Around, Scope, compared, multiple, sum, surrounded, variable};
use super::tree::{Expr, Sentence};
use super::whole;

/// A claim as a formula over natural numbers; words and functions are refused.
pub fn over_naturals(sentence: &Sentence) -> Option<Formula> {
    whole::over_naturals(Numbering { scope: Vec::new() }.sentence(0, sentence)?)
}

/// That a term is the quotient of another by a number.
fn quotient(term: &Term, by: &BigInt, quotient: &Term) -> Formula {
    let product = || multiple(by.clone(), quotient.clone());
    let next = sum(product(), Term::Number(by.clone()));
    let (first, second) = if by.is_positive() {
        let below = Formula::Compare(Comparison::AtMost, product(), term.clone());
        (below, Formula::Compare(Comparison::Less, term.clone(), next))
    } else {
        let above = Formula::Compare(Comparison::Less, next, term.clone());
        (above, Formula::Compare(Comparison::AtMost, term.clone(), product()))
    };
    first.and(second)
}

struct Numbering {
    scope: Scope,
}

impl Numbering {
    fn term(&self, term: &Expr, next: &mut usize, around: &mut Vec<Around>) -> Option<Term> {
        Some(match term {
            Expr::Number(value) | Expr::Letter(value) => Term::Number(value.clone()),
            Expr::Named(name) => Term::Variable(variable(&self.scope, name)?),
            Expr::Plus(a, b) => {
                let (a, b) = (self.term(a, next, around)?, self.term(b, next, around)?);
                sum(a, b)
            }
            Expr::Minus(a, b) => {
                let (a, b) = (self.term(a, next, around)?, self.term(b, next, around)?);
                Term::Difference(a.into(), b.into())
            }
            Expr::Times(factor, a) => multiple(factor.clone(), self.term(a, next, around)?),
            Expr::Over(_, by) if by.is_zero() => return None,
            Expr::Over(a, by) => {
                let a = self.term(a, next, around)?;
                let x = *next;
                *next += 1;
                around.push(Around::Exists(x, quotient(&a, by, &Term::Variable(x))));
                Term::Variable(x)
            }
            Expr::Indexed(..) => return None,
        })
    }

    fn sentence(&mut self, next: usize, sentence: &Sentence) -> Option<Formula> {
        let mut part = |body: &Sentence| self.sentence(next, body).map(Box::new);
        Some(match sentence {
            Sentence::Relates(sign, a, b) => {
                let (mut next, mut around) = (next, Vec::new());
                let (a, b) = (self.term(a, &mut next, &mut around)?, self.term(b, &mut next, &mut around)?);
                surrounded(around, compared(*sign, a, b))
            }
            Sentence::Call(..) => return None,
            Sentence::Not(body) => Formula::Not(part(body)?),
            Sentence::And(f, g) => Formula::And(part(f)?, part(g)?),
            Sentence::Or(f, g) => Formula::Or(part(f)?, part(g)?),
            Sentence::Implies(f, g) => Formula::Implies(part(f)?, part(g)?),
            Sentence::Iff(f, g) => Formula::Iff(part(f)?, part(g)?),
            Sentence::Exists(x, body) => Formula::Exists(next, self.under(next, std::slice::from_ref(x), body)?),
            Sentence::ForAll(x, body) => Formula::ForAll(next, self.under(next, std::slice::from_ref(x), body)?),
            Sentence::AtLeast(k, names, body) => {
                Formula::AtLeast(*k, (next..next + names.len()).collect(), self.under(next, names, body)?)
            }
            Sentence::Infinitely(x, body) => {
                Formula::Infinitely(next, self.under(next, std::slice::from_ref(x), body)?)
            }
        })
    }

    fn under(&mut self, next: usize, names: &[String], body: &Sentence) -> Option<Box<Formula>> {
        self.scope.extend(names.iter().cloned().zip(next..));
        let body = self.sentence(next + names.len(), body);
        self.scope.truncate(self.scope.len() - names.len());
        body.map(Box::new)
    }
}
