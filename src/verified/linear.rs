//! Sums of multiples of variables, in the order in which `verified/Rules.v` collects them.

use filbert_answers::formula::{Comparison, Formula, Term, Variable};
use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::flatten::{multiple, sum};

/// A sum of multiples of variables and a constant.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// Each variable with its factor.
    pub multiples: Vec<(BigInt, Variable)>,
    /// The constant.
    pub constant: BigInt,
}

impl Linear {
    /// The sum that a term is.
    pub fn of(term: &Term) -> Linear {
        let mut sum = Linear::default();
        sum.add(&BigInt::one(), term);
        sum
    }

    /// Adds a multiple of a term.
    pub fn add(&mut self, factor: &BigInt, term: &Term) {
        match term {
            Term::Number(value) => self.constant += factor * value,
            Term::Variable(x) => self.add_variable(factor, *x),
            Term::Sum(a, b) => {
                self.add(factor, b);
                self.add(factor, a);
            }
            Term::Difference(a, b) => {
                self.add(&-factor, b);
                self.add(factor, a);
            }
            Term::Multiple(other, a) => self.add(&(factor * other), a),
        }
    }

    fn add_variable(&mut self, factor: &BigInt, x: Variable) {
        match self.multiples.iter().position(|(_, y)| *y == x) {
            Some(at) => {
                self.multiples[at].0 += factor;
                if self.multiples[at].0.is_zero() {
                    self.multiples.remove(at);
                }
            }
            None => self.multiples.push((factor.clone(), x)),
        }
    }

    /// What a variable is multiplied by; the sum is without it then.
    pub fn take_out(&mut self, x: Variable) -> BigInt {
        let factor = self.multiples.iter().filter(|(_, y)| *y == x).map(|(factor, _)| factor).sum();
        self.multiples.retain(|(_, y)| *y != x);
        factor
    }

    /// A term for the sum.
    pub fn term(self) -> Term {
        self.multiples
            .into_iter()
            .rev()
            .fold(Term::Number(self.constant), |rest, (factor, x)| sum(multiple(factor, Term::Variable(x)), rest))
    }
}

/// A comparison of the difference of two terms with 0.
pub fn simple(comparison: Comparison, a: &Term, b: &Term) -> Formula {
    let mut difference = Linear::default();
    difference.add(&-BigInt::one(), b);
    difference.add(&BigInt::one(), a);
    Formula::Compare(comparison, difference.term(), Term::zero())
}
