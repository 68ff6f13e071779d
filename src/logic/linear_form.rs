//! Linear forms `sum k_i x_i + c` over the integers: what a term is once its words have values.
//!
//! [`LinearForm::compared`] makes the atoms. It splits coefficients that are longer than a machine word, and gives a
//! constant that is too large a track of its own.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var, Variables};
use crate::numeration::Compare;
use crate::planted::{Bug, planted};
use crate::tuning::logic::atoms;

/// `sum k_i x_i + c` over the integers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LinearForm {
    /// Coefficients, none of them zero.
    coefficients: BTreeMap<Var, BigInt>,
    constant: BigInt,
}

impl LinearForm {
    pub(super) fn constant(value: impl Into<BigInt>) -> LinearForm {
        LinearForm { coefficients: BTreeMap::new(), constant: value.into() }
    }

    pub(super) fn variable(var: Var) -> LinearForm {
        LinearForm { coefficients: BTreeMap::from([(var, BigInt::one())]), constant: BigInt::zero() }
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

    pub(super) fn scale(&self, factor: &BigInt) -> LinearForm {
        if factor.is_zero() {
            return LinearForm::default();
        }
        LinearForm {
            coefficients: self.coefficients.iter().map(|(&var, k)| (var, k * factor)).collect(),
            constant: &self.constant * factor,
        }
    }

    pub(super) fn plus(&self, other: &LinearForm) -> LinearForm {
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

    pub(super) fn minus(&self, other: &LinearForm) -> LinearForm {
        self.plus(&other.scale(&BigInt::from(-1)))
    }

    /// The formula `self compare 0`; `None` if a coefficient is too large even in lowest terms. One of several machine
    /// words is split. A constant that is too large becomes a track of its own, which holds one number of any size.
    pub(super) fn compared(&self, compare: Compare, variables: &mut Variables) -> Option<ExprRef> {
        if self.coefficients.is_empty() {
            return Some(Expr::truth(match compare {
                Compare::Equal => self.constant.is_zero(),
                Compare::NotEqual => !self.constant.is_zero(),
                Compare::Less => self.constant.is_negative(),
            }));
        }
        let signed = self.some_variable().is_some_and(|var| variables.system(var).is_signed());
        let within = |bound: u64| self.coefficients.values().all(|k| *k.magnitude() <= BigUint::from(bound));
        let is_one_piece = *self.constant.magnitude() <= BigUint::from(atoms::LARGEST_NUMBER);
        // What is small is brought into lowest terms later, by all that rewrites atoms.
        if planted(Bug::Sign) && self.coefficients.values().any(|k| *k.magnitude() == BigUint::one() << 63) {
            let turned =
                |(&var, k): (&Var, &BigInt)| (var, if *k.magnitude() == BigUint::one() << 63 { -1 } else { 1 } * k);
            let coefficients: BTreeMap<Var, BigInt> = self.coefficients.iter().map(turned).collect();
            return LinearForm { coefficients, constant: self.constant.clone() }.split(compare, variables);
        }
        if !within(atoms::LARGEST_NUMBER) || !is_one_piece && !within(1) {
            let lowered = self.lowered(compare, signed);
            if lowered != *self {
                return lowered.compared(compare, variables);
            }
        }
        if !within(atoms::LARGEST_NUMBER) {
            return self.split(compare, variables);
        }
        let mut terms = Vec::with_capacity(self.coefficients.len() + 1);
        for (&var, k) in &self.coefficients {
            terms.push((var, vec![k.to_i64()?]));
        }
        // The magnitude is compared: the least machine integer has no absolute value.
        if let Some(constant) = (-&self.constant).to_i64().filter(|c| c.unsigned_abs() <= atoms::LARGEST_NUMBER) {
            return Some(Expr::new(Kind::Linear(LinearConstraint { terms, compare, constant, signed })));
        }
        let system = variables.system(terms[0].0).clone();
        let large = variables.fresh(&system);
        terms.push((large, vec![if self.constant.is_negative() { -1 } else { 1 }]));
        let atom = Expr::new(Kind::Linear(LinearConstraint { terms, compare, constant: 0, signed }));
        let is_large = Expr::new(Kind::Constant(large, self.constant.abs()));
        Some(Expr::exists(vec![large], Expr::and(vec![is_large, atom])))
    }

    /// The comparison with large coefficients in pieces: `k x = d_0 x + 2^30 y_1` where `y_1 = d_1 x + 2^30 y_2`, and
    /// so on with the digits d_0, d_1, .. of k in base 2^30. Each y is a number of the system as x is, and there is
    /// one.
    fn split(&self, compare: Compare, variables: &mut Variables) -> Option<ExprRef> {
        let base = BigInt::one() << atoms::PIECE_BITS;
        let (mut rest, mut fresh, mut parts) = (self.clone(), Vec::new(), Vec::new());
        for (&var, k) in self.coefficients.iter().filter(|(_, k)| *k.magnitude() > BigUint::from(atoms::LARGEST_NUMBER))
        {
            if k.bits() > atoms::COEFFICIENT_BITS {
                return None;
            }
            let sign = BigInt::from_biguint(k.sign(), BigUint::one());
            let mut left = k.abs();
            let mut digits = Vec::new();
            while !left.is_zero() {
                let (higher, digit) = left.div_mod_floor(&base);
                digits.push(digit);
                left = higher;
            }
            let system = variables.system(var).clone();
            let of_digit = |digit: &BigInt| LinearForm::variable(var).scale(digit);
            let mut piece = of_digit(&digits[digits.len() - 1]);
            for digit in digits[..digits.len() - 1].iter().rev() {
                let place = variables.fresh(&system);
                parts.push(LinearForm::variable(place).minus(&piece).compared(Compare::Equal, variables)?);
                fresh.push(place);
                piece = of_digit(digit).plus(&LinearForm::variable(place).scale(&base));
            }
            rest.coefficients.remove(&var);
            rest = rest.plus(&piece.scale(&sign));
        }
        parts.push(rest.compared(compare, variables)?);
        Some(Expr::exists(fresh, Expr::and(parts)))
    }

    /// A form with smaller coefficients that compares with 0 as this one does, whatever the values of the variables.
    ///
    /// For sums s of integers, `g s < c` iff `s < ceil(c / g)`, and `g s = c` iff g divides c and `s = c / g`. Where all
    /// numbers are natural and no coefficient is negative, one that is at least c (more than c for an equation) says only
    /// that its variable is 0, and the least such one says the same.
    fn lowered(&self, compare: Compare, signed: bool) -> LinearForm {
        let divisor = self.coefficients.values().fold(BigInt::zero(), |gcd, k| gcd.gcd(k));
        let target = -&self.constant;
        if compare != Compare::Less && !target.is_multiple_of(&divisor) {
            // 1 is not 0.
            return LinearForm::constant(1);
        }
        let target = target.div_ceil(&divisor);
        let mut coefficients: BTreeMap<Var, BigInt> =
            self.coefficients.iter().map(|(&var, k)| (var, k / &divisor)).collect();
        let one_sign = |sign: Sign| coefficients.values().all(|k| k.sign() == sign);
        let sign = match (one_sign(Sign::Plus), one_sign(Sign::Minus)) {
            (true, _) => 1,
            (_, true) => -1,
            _ => 0,
        };
        if sign != 0 && !signed {
            let most = match (compare, sign) {
                (Compare::Less, 1) => target.clone(),
                // -s < c iff s >= 1 - c.
                (Compare::Less, _) => 1 - &target,
                _ => &target * sign + 1,
            };
            let most = most.max(BigInt::one());
            coefficients.values_mut().for_each(|k| *k = k.abs().min(most.clone()) * sign);
        }
        LinearForm { coefficients, constant: -target }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_true(form: &LinearForm, compare: Compare, at: &[i64; 2]) -> bool {
        let sum: BigInt =
            form.coefficients.iter().map(|(var, k)| k * at[var.0 as usize]).sum::<BigInt>() + &form.constant;
        match compare {
            Compare::Equal => sum.is_zero(),
            Compare::NotEqual => !sum.is_zero(),
            Compare::Less => sum.is_negative(),
        }
    }

    proptest! {
        #[test]
        fn a_lowered_form_compares_as_it_did(
            coefficients in prop::collection::vec(-12i64..=12, 2),
            constant in -40i64..=40,
            compare in prop_oneof![Just(Compare::Equal), Just(Compare::NotEqual), Just(Compare::Less)],
            signed in any::<bool>(),
        ) {
            let terms = (0u32..).map(Var).zip(coefficients.iter().map(|&k| BigInt::from(k)));
            let form = LinearForm { coefficients: terms.filter(|(_, k)| !k.is_zero()).collect(), constant: constant.into() };
            prop_assume!(!form.coefficients.is_empty());
            let lowered = form.lowered(compare, signed);
            let least = if signed { -45 } else { 0 };
            for x in least..45 {
                for y in least..45 {
                    prop_assert_eq!(is_true(&form, compare, &[x, y]), is_true(&lowered, compare, &[x, y]), "{} {}", x, y);
                }
            }
        }
    }
}
