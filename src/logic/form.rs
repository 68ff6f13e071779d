//! Linear forms: what a term is once its words have values.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::ir::{Expr, ExprRef, Kind, Linear, Var, Variables};
use crate::numeration::Compare;

/// Constants beyond this become a track of their own, which holds one number of any size.
const LARGEST_CONSTANT: i64 = 1 << 40;
/// Coefficients beyond this are refused: remainders would leave the range of machine integers.
const LARGEST_COEFFICIENT: i64 = 1 << 32;

/// `sum k_i x_i + c` over the integers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// Coefficients, none of them zero.
    coefficients: BTreeMap<Var, BigInt>,
    constant: BigInt,
}

impl Form {
    pub(super) fn constant(value: impl Into<BigInt>) -> Form {
        Form { coefficients: BTreeMap::new(), constant: value.into() }
    }

    pub(super) fn variable(var: Var) -> Form {
        Form { coefficients: BTreeMap::from([(var, BigInt::one())]), constant: BigInt::zero() }
    }

    /// The value, if it does not depend on a variable.
    pub(super) fn as_constant(&self) -> Option<&BigInt> {
        self.coefficients.is_empty().then_some(&self.constant)
    }

    /// The variable, if it is one.
    pub(super) fn as_variable(&self) -> Option<Var> {
        match self.coefficients.iter().collect::<Vec<_>>()[..] {
            [(&var, k)] if k.is_one() && self.constant.is_zero() => Some(var),
            _ => None,
        }
    }

    /// A variable that occurs in it.
    pub(super) fn some_variable(&self) -> Option<Var> {
        self.coefficients.keys().next().copied()
    }

    /// True if no value of the variables, which are natural numbers, makes it negative.
    pub(super) fn is_natural(&self) -> bool {
        !self.constant.is_negative() && self.coefficients.values().all(|k| !k.is_negative())
    }

    pub(super) fn scale(&self, factor: &BigInt) -> Form {
        if factor.is_zero() {
            return Form::default();
        }
        Form {
            coefficients: self.coefficients.iter().map(|(&var, k)| (var, k * factor)).collect(),
            constant: &self.constant * factor,
        }
    }

    pub(super) fn plus(&self, other: &Form) -> Form {
        let mut sum = self.clone();
        sum.constant += &other.constant;
        for (&var, k) in &other.coefficients {
            let entry = sum.coefficients.entry(var).or_default();
            *entry += k;
            if entry.is_zero() {
                sum.coefficients.remove(&var);
            }
        }
        sum
    }

    pub(super) fn minus(&self, other: &Form) -> Form {
        self.plus(&other.scale(&BigInt::from(-1)))
    }

    /// The formula `self compare 0`; `None` if a coefficient is too large.
    pub(super) fn compared(&self, compare: Compare, variables: &mut Variables) -> Option<ExprRef> {
        if self.coefficients.is_empty() {
            return Some(Expr::truth(match compare {
                Compare::Equal => self.constant.is_zero(),
                Compare::NotEqual => !self.constant.is_zero(),
                Compare::Less => self.constant.is_negative(),
            }));
        }
        let signed = self.some_variable().is_some_and(|var| variables.system(var).is_signed());
        let small = |k: &BigInt| k.to_i64().filter(|k| k.abs() <= LARGEST_COEFFICIENT);
        let mut terms = Vec::with_capacity(self.coefficients.len() + 1);
        for (&var, k) in &self.coefficients {
            terms.push((var, vec![small(k)?]));
        }
        if let Some(constant) = (-&self.constant).to_i64().filter(|c| c.abs() <= LARGEST_CONSTANT) {
            return Some(Expr::new(Kind::Linear(Linear { terms, compare, constant, signed })));
        }
        let system = variables.system(terms[0].0).clone();
        let large = variables.fresh(&system);
        terms.push((large, vec![if self.constant.is_negative() { -1 } else { 1 }]));
        let atom = Expr::new(Kind::Linear(Linear { terms, compare, constant: 0, signed }));
        let is_large = Expr::new(Kind::Constant(large, self.constant.abs()));
        Some(Expr::exists(vec![large], Expr::all(vec![is_large, atom])))
    }
}
