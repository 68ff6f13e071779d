//! Ostrowski systems: the weights are the denominators of the convergents of a continued fraction.
//!
//! For [a_0; a_1, a_2, ..] the weights are q_0 = 1, q_1 = a_1, q_{i+1} = a_{i+1} q_i + q_{i-1}; digit d_i is at most
//! a_{i+1}, and after a digit a_{i+1} comes 0; d_0 is at most a_1 - 1 (Ostrowski 1922). The integer part a_0 does not
//! matter. Words of i digits are worth 0 .. q_i - 1, in their radix order.

use std::ops::Deref;

use crate::tuning::numeration::{digits, ostrowski};

use super::error::NumerationError;
use super::periodic::{AdmissibleDigits, PeriodicRecurrence, Place};
use super::periodic_system::PeriodicSystem;

/// The numbers written with the denominators of a continued fraction that is periodic in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ostrowski(PeriodicSystem);

impl Ostrowski {
    /// The Ostrowski system of a continued fraction; its first term is the integer part.
    ///
    /// # Errors
    /// If the period is empty, or a term after the integer part is 0 or too large.
    ///
    /// ```
    /// use filbert_core::numeration::Ostrowski;
    /// // sqrt(3) = [1; 1, 2, 1, 2, ..], with the denominators 1, 1, 3, 4, 11, 15, ..
    /// let system = Ostrowski::new(&[1], &[1, 2]).unwrap();
    /// // 10 = 2*4 + 2*1, where the digit of the first 1 must be 0.
    /// assert_eq!(system.digits_of(&10.into()), [2, 0, 2, 0]);
    /// ```
    pub fn new(preperiod: &[u64], period: &[u64]) -> Result<Ostrowski, NumerationError> {
        let wrong = |why: &str| Err(NumerationError::NotAFraction(why.into()));
        let (mut before, mut period) = (preperiod.to_vec(), period.to_vec());
        if period.is_empty() {
            return wrong("its period is empty, so the number is rational");
        }
        if before.len() + period.len() > ostrowski::TERMS {
            return wrong("it has more than 64 terms");
        }
        if before.is_empty() {
            before.push(period[0]);
            period.rotate_left(1);
        }
        let mut before = before.split_off(1);
        if before.iter().chain(&period).any(|term| !(1..digits::LARGEST_BASE).contains(term)) {
            return wrong("a term after the integer part is 0 or too large");
        }
        let whole = (1..=period.len())
            .find(|&n| period.len() % n == 0 && period.iter().zip(period.iter().cycle().skip(n)).all(|(a, b)| a == b));
        period.truncate(whole.expect("a period is a period of itself"));
        while before.last() == period.last() {
            before.pop();
            period.rotate_right(1);
        }
        // The lowest place has a digit less.
        if before.is_empty() {
            before.push(period[0]);
            period.rotate_left(1);
        }
        let terms: Vec<u64> = before.iter().chain(&period).copied().collect();
        let place = |(i, &term): (usize, &u64)| {
            let term = u32::try_from(term).expect("below the largest base");
            let (digits, full) = if i == 0 { (term, None) } else { (term + 1, Some(term)) };
            Place { digits, full, worth: [1, 0] }
        };
        let places = terms.iter().enumerate().map(place).collect();
        let steps = terms.iter().map(|&term| term as i64).collect();
        let recurrence = PeriodicRecurrence { steps, preperiod: before.len(), back: 1 };
        Ok(Ostrowski(PeriodicSystem::new(recurrence, AdmissibleDigits { places })))
    }

    /// The partial quotients a_1, a_2, .., before the period and in it.
    pub fn quotients(&self) -> (&[i64], &[i64]) {
        self.recurrence().steps.split_at(self.recurrence().preperiod)
    }
}

impl Deref for Ostrowski {
    type Target = PeriodicSystem;

    fn deref(&self) -> &PeriodicSystem {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;

    use super::*;

    #[test]
    fn weights_are_denominators() {
        let weights = |before: &[u64], period: &[u64]| -> Vec<i64> {
            let system = Ostrowski::new(before, period).unwrap();
            system.weights().take(6).map(|weight| weight.to_i64().unwrap()).collect()
        };
        assert_eq!(weights(&[0], &[1]), [1, 1, 2, 3, 5, 8]);
        assert_eq!(weights(&[0, 2], &[1]), [1, 2, 3, 5, 8, 13]);
        assert_eq!(weights(&[0], &[2]), [1, 2, 5, 12, 29, 70]);
        assert_eq!(weights(&[0, 3, 1], &[1, 2]), [1, 3, 4, 7, 18, 25]);
    }

    #[test]
    fn one_fraction_has_one_system() {
        let ost = |before: &[u64], period: &[u64]| Ostrowski::new(before, period).unwrap();
        assert_eq!(ost(&[0], &[1, 2]), ost(&[7, 1, 2, 1], &[2, 1, 2, 1]));
        assert_eq!(ost(&[], &[2]), ost(&[0], &[2]));
        assert_ne!(ost(&[0], &[1, 2]), ost(&[0], &[2, 1]));
        for (before, period) in [(&[0, 0][..], &[1][..]), (&[0], &[]), (&[0], &[1, 0]), (&[0], &[1 << 20])] {
            assert!(Ostrowski::new(before, period).is_err(), "{before:?} {period:?}");
        }
    }
}
