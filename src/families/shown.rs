//! What shows a verdict: a slope with a period, and numbers.

use num_bigint::{BigInt, BigUint};

use super::Spoken;
use super::form::Var;
use super::node::Variables;
use crate::automata::{Layout, Letter};
use crate::logic::{Example, Value};
use crate::numeration::every_slope;

/// A slope whose quotients return, and numbers of it.
pub(super) struct Shown {
    /// a_1, a_2, .. before the period.
    pub quotients: Vec<BigUint>,
    pub period: Vec<BigUint>,
    pub numbers: Vec<BigUint>,
}

impl Shown {
    /// Of blocks from the top: those that return, and of those before the slope and each number.
    pub fn new(period: &[BigUint], rest: &[Vec<BigUint>]) -> Shown {
        let from_below = |blocks: &[BigUint]| blocks.iter().rev().cloned().collect::<Vec<_>>();
        let quotients = from_below(&rest[0]);
        let mut weights = vec![BigUint::ZERO, BigUint::from(1u32)];
        for quotient in &quotients {
            let next = quotient * &weights[weights.len() - 1] + &weights[weights.len() - 2];
            weights.push(next);
        }
        let number = |digits: &Vec<BigUint>| digits.iter().rev().zip(&weights[1..]).map(|(d, weight)| d * weight).sum();
        Shown { period: from_below(period), numbers: rest[1..].iter().map(number).collect(), quotients }
    }

    /// Of a part and numbers of it, as words. It goes on with quotients 1.
    pub fn of_part(words: &[Vec<i64>]) -> Shown {
        let letter = |digit: &i64| Letter::digit(u32::try_from(*digit).expect("one of three digits"));
        let layout = Layout::new(&[every_slope::LETTERS]).expect("one track fits");
        let blocks = |word: &Vec<i64>| every_slope::blocks(&word.iter().map(letter).collect::<Vec<_>>(), &layout, 0);
        let mut rest: Vec<Vec<BigUint>> = words.iter().map(blocks).collect();
        // Quotients 1 that no number needs are those of the period.
        let one = BigUint::from(1u32);
        let is_free = |rest: &[Vec<BigUint>]| {
            rest[0].first() == Some(&one) && rest[1..].iter().all(|digits| digits.first() == Some(&BigUint::ZERO))
        };
        while is_free(&rest) {
            rest.iter_mut().for_each(|blocks| drop(blocks.remove(0)));
        }
        Shown::new(&[one], &rest)
    }

    pub fn example(&self, universals: &[Var], variables: &Variables, spoken: &Spoken) -> Example {
        let slope = Value::Slope { quotients: self.quotients.clone(), period: self.period.clone() };
        let numbers = universals.iter().zip(&self.numbers).filter(|(var, _)| &**variables.name(**var) != "_");
        let numbers =
            numbers.map(|(&var, number)| (variables.own_name(var).into(), BigInt::from(number.clone()).into()));
        std::iter::once((spoken.slope.clone(), slope)).chain(numbers).collect()
    }
}
