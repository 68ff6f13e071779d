//! Systems whose weights obey a recurrence of order two that is periodic in the end: what Ostrowski systems and
//! negative bases have in common.
//!
//! The digits of a number are found from the highest place down: each is the smallest that leaves what the lower places
//! can hold. That is one division of integers as long as the number for each digit, and the weights of all places are
//! kept: O(m^2) for m digits, in time and in bits. Valid words and linear atoms are those of
//! [`periodic`](super::periodic).

use std::convert::Infallible;

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use crate::automata::{Dfa, Layout};
use crate::budget::{Budget, Halt};

use super::linear_atom::{Compare, LinearAtom};
use super::periodic::{AdmissibleDigits, PeriodicAtom, PeriodicRecurrence, has_negatives};

/// Weights on a periodic recurrence, and the digits that may stand at each place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodicSystem {
    recurrence: PeriodicRecurrence,
    admissible: AdmissibleDigits,
    signed: bool,
}

impl PeriodicSystem {
    pub(super) fn new(recurrence: PeriodicRecurrence, admissible: AdmissibleDigits) -> PeriodicSystem {
        let signed = has_negatives(&recurrence, &admissible);
        PeriodicSystem { recurrence, admissible, signed }
    }

    pub(super) fn recurrence(&self) -> &PeriodicRecurrence {
        &self.recurrence
    }

    pub(super) fn admissible(&self) -> &AdmissibleDigits {
        &self.admissible
    }

    /// Whether its numbers are all integers.
    pub fn is_signed(&self) -> bool {
        self.signed
    }

    /// Number of digits.
    pub fn digits(&self) -> u32 {
        self.admissible.places.iter().map(|place| place.digits).max().unwrap_or(0)
    }

    /// What a digit of a place is worth, from the lowest place up.
    pub fn weights(&self) -> impl Iterator<Item = BigInt> + '_ {
        let mut weights = self.recurrence.weights();
        let mut before = weights.next().expect("weights do not end");
        weights.enumerate().map(move |(place, weight)| {
            let [x, y] = self.admissible.places[self.recurrence.class(place)].worth;
            let worth = &weight * x + &before * y;
            before = weight;
            worth
        })
    }

    /// The smallest and the largest number of each length from 0 on.
    fn extremes(&self) -> Box<dyn Iterator<Item = (BigInt, BigInt)> + '_> {
        match self.signed {
            // Each bound is the value of a word: of digits at every other place.
            true => Box::new(self.admissible.ranges(&self.recurrence)),
            false => Box::new(self.recurrence.weights().skip(1).map(|weight| (BigInt::ZERO, weight - 1))),
        }
    }

    /// The digits of `n`, most significant first, without leading zeros; none for 0. For numbers of this system.
    pub fn digits_of(&self, n: &BigInt) -> Vec<u32> {
        let Ok(digits) = self.digits_by(n, || Ok::<(), Infallible>(()));
        digits
    }

    /// The digits of `n` as [`Self::digits_of`] finds them; an error of `look` ends the search.
    pub(super) fn digits_by<E>(&self, n: &BigInt, look: impl Fn() -> Result<(), E>) -> Result<Vec<u32>, E> {
        if n.is_zero() {
            return Ok(Vec::new());
        }
        let holds = |(low, high): &(BigInt, BigInt), n: &BigInt| low <= n && n <= high;
        let mut ranges = Vec::new();
        for range in self.extremes() {
            let enough = holds(&range, n);
            ranges.push(range);
            look()?;
            if enough {
                break;
            }
        }
        let weights = self.weights().take(ranges.len()).map(|weight| look().map(|()| weight));
        let weights: Vec<BigInt> = weights.collect::<Result<_, E>>()?;
        let mut rest = n.clone();
        let mut digits = Vec::with_capacity(ranges.len());
        for place in (0..ranges.len() - 1).rev() {
            look()?;
            // The smallest digit that leaves what the lower places can hold.
            let (low, high) = &ranges[place];
            let weight = &weights[place];
            let too_far = if weight.sign() == num_bigint::Sign::Plus { &rest - high } else { &rest - low };
            let digit = num_integer::Integer::div_ceil(&too_far, weight).max(BigInt::ZERO);
            rest -= &digit * weight;
            digits.push(digit.to_u32().expect("a digit is small"));
        }
        Ok(digits)
    }

    /// The value of a word of digits, most significant first, valid or not.
    pub fn value_of(&self, digits: &[u32]) -> BigInt {
        let Ok(value) = self.value_by(digits, || Ok::<(), Infallible>(()));
        value
    }

    /// The value of `digits` as [`Self::value_of`] finds it; an error of `look` ends the sum.
    pub(super) fn value_by<E>(&self, digits: &[u32], look: impl Fn() -> Result<(), E>) -> Result<BigInt, E> {
        digits.iter().rev().zip(self.weights()).map(|(&digit, weight)| look().map(|()| weight * digit)).sum()
    }

    /// The valid words, most significant digit first.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn valid(&self, budget: &Budget) -> Result<Dfa, Halt> {
        let all = LinearAtom { coefficients: vec![vec![0]], compare: Compare::Less, constant: 1 };
        self.linear(&all, budget)
    }

    /// The relation of an atom without shifts, most significant digit first.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn linear(&self, atom: &LinearAtom, budget: &Budget) -> Result<Dfa, Halt> {
        let tracks: Vec<(&AdmissibleDigits, i64)> =
            atom.coefficients.iter().map(|coefficient| (&self.admissible, coefficient[0])).collect();
        let layout = Layout::new(&vec![self.digits(); tracks.len()])?;
        PeriodicAtom::new(&self.recurrence, &tracks, atom.compare, atom.constant).build(&layout, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::super::negative_base::NegativeBase;
    use super::super::ostrowski::Ostrowski;
    use super::*;

    #[test]
    fn every_number_has_its_digits() {
        let systems: [PeriodicSystem; 5] = [
            (*NegativeBase::new(2).unwrap()).clone(),
            (*NegativeBase::new(10).unwrap()).clone(),
            (*NegativeBase::fibonacci()).clone(),
            (*Ostrowski::new(&[0], &[1]).unwrap()).clone(),
            (*Ostrowski::new(&[0, 3, 1], &[1, 2]).unwrap()).clone(),
        ];
        for system in systems {
            let least = if system.is_signed() { -300 } else { 0 };
            let valid = system.valid(&Budget::unlimited()).unwrap();
            for n in least..300i64 {
                let digits = system.digits_of(&n.into());
                assert_ne!(digits.first(), Some(&0));
                assert_eq!(system.value_of(&digits), n.into());
                assert!(valid.accepts(digits.iter().map(|&digit| u64::from(digit))), "{n}: {digits:?}");
            }
        }
    }
}
