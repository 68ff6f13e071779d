//! Negative bases, whose words are all the integers.
//!
//! Base -k has the weights (-k)^i and the digits below k; all words are valid (Grünwald 1885). NegaFibonacci has the
//! weights 1, -1, 2, -3, 5, .. and the words without two adjacent 1s (Bunder, "Zeckendorf representations using negative
//! Fibonacci numbers", 1992).

use std::ops::Deref;

use crate::automata::{Dfa, Layout};
use crate::budget::{Budget, Halt};
use crate::tuning::numeration::digits;

use super::base::is_number;
use super::error::NumerationError;
use super::linear_atom::Compare;
use super::periodic::{AdmissibleDigits, PeriodicAtom, PeriodicRecurrence, Place};
use super::periodic_system::PeriodicSystem;

/// Weights with alternating signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NegativeBase(PeriodicSystem);

/// The sign of a place where signs alternate.
const SIGNS: [i64; 2] = [1, -1];

impl NegativeBase {
    /// Base -k.
    ///
    /// # Errors
    /// If k is below 2 or too large.
    pub fn new(k: u64) -> Result<NegativeBase, NumerationError> {
        if !(2..=digits::LARGEST_BASE).contains(&k) {
            return Err(NumerationError::BadBase(k.to_string()));
        }
        let recurrence = PeriodicRecurrence { steps: vec![k as i64; 2], preperiod: 0, back: 0 };
        let digits = u32::try_from(k).expect("at most the largest base");
        Ok(NegativeBase(PeriodicSystem::new(recurrence, alternating(digits, None))))
    }

    /// Negative Fibonacci: weights 1, -1, 2, -3, 5, ...
    pub fn fibonacci() -> NegativeBase {
        let recurrence = PeriodicRecurrence { steps: vec![1; 2], preperiod: 0, back: 1 };
        NegativeBase(PeriodicSystem::new(recurrence, alternating(2, Some(1))))
    }

    /// The pairs of equal numbers of this negative system and of its positive one, most significant digit first.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn base_change(&self, budget: &Budget) -> Result<Dfa, Halt> {
        // |w_p| = k^p in base -k, which base k has too. |w_p| = F_{p+1} in negaFibonacci, where Fibonacci has F_{p+2}.
        let worth = [1, self.recurrence().back];
        let places = self.admissible().places.iter().map(|place| Place { worth, ..*place }).collect();
        let positive = AdmissibleDigits { places };
        let tracks = [(self.admissible(), 1), (&positive, -1)];
        let layout = Layout::new(&[self.digits(); 2])?;
        PeriodicAtom::new(self.recurrence(), &tracks, Compare::Equal, 0).build(&layout, budget)
    }
}

impl Deref for NegativeBase {
    type Target = PeriodicSystem;

    fn deref(&self) -> &PeriodicSystem {
        &self.0
    }
}

/// Digits below `digits` at places with alternating signs.
fn alternating(digits: u32, full: Option<u32>) -> AdmissibleDigits {
    AdmissibleDigits { places: SIGNS.map(|sign| Place { digits, full, worth: [sign, 0] }).into() }
}

/// A system by the words that filbert itself has for it, `neg_10` or `neg_fib`; `None` if it has none.
pub(super) fn negative(name: &str) -> Option<Result<NegativeBase, NumerationError>> {
    let rest = name.strip_prefix("neg_")?;
    match rest.parse::<u64>() {
        Ok(k) => Some(NegativeBase::new(k)),
        Err(_) if is_number(rest) => Some(Err(NumerationError::BadBase(rest.into()))),
        Err(_) => (rest == "fib").then(|| Ok(NegativeBase::fibonacci())),
    }
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;

    use super::*;

    #[test]
    fn weights_are_those_of_the_literature() {
        let weights = |system: &NegativeBase| -> Vec<i64> {
            system.weights().take(5).map(|weight| weight.to_i64().unwrap()).collect()
        };
        assert_eq!(weights(&NegativeBase::new(2).unwrap()), [1, -2, 4, -8, 16]);
        assert_eq!(weights(&NegativeBase::fibonacci()), [1, -1, 2, -3, 5]);
    }
}
