//! Numeration systems.

use std::sync::Arc;

use num_bigint::BigInt;

use super::error::Error;
use crate::numeration;

/// How numbers are written in digits.
///
/// Parry systems are those of Frougny and Solomyak, "On representation of integers in linear numeration systems" (1996).
///
/// ```
/// let fib = filbert::Session::new().system("msd_fib")?;
/// assert_eq!(fib.represent(&11.into())?, [1, 0, 1, 0, 0]);
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumerationSystem(Arc<numeration::NumerationSystem>);

impl NumerationSystem {
    pub(super) fn new(system: Arc<numeration::NumerationSystem>) -> NumerationSystem {
        NumerationSystem(system)
    }

    pub(super) fn inner(&self) -> &Arc<numeration::NumerationSystem> {
        &self.0
    }

    /// Its full name, which says where the most significant digit stands: `msd_fib`, `lsd_2`.
    ///
    /// ```
    /// assert_eq!(filbert::Session::new().system("fib")?.name(), "msd_fib");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// How many digits it has: 0, 1, 2, ...
    ///
    /// ```
    /// assert_eq!(filbert::Session::new().system("msd_pell")?.digits(), 3);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn digits(&self) -> u32 {
        self.0.digits()
    }

    /// Whether its numbers are all integers, and not only the natural ones.
    ///
    /// ```
    /// assert!(filbert::Session::new().system("msd_neg_2")?.is_signed());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn is_signed(&self) -> bool {
        self.0.is_signed()
    }

    /// The digits of a number in reading order, without zeros that mean nothing: none for 0.
    ///
    /// ```
    /// let system = filbert::Session::new().system("lsd_10")?;
    /// assert_eq!(system.represent(&365.into())?, [5, 6, 3]);
    /// assert!(system.represent(&(-1).into()).is_err());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// For a negative number in a system that has none.
    pub fn represent(&self, number: &BigInt) -> Result<Vec<u32>, Error> {
        if !self.0.has(number) {
            return Err(Error::wrong(format!("{number} is not a number of {}", self.name())));
        }
        Ok(self.0.representation(number))
    }

    /// The number that these digits stand for, in reading order, with or without zeros that mean nothing.
    ///
    /// ```
    /// let fib = filbert::Session::new().system("msd_fib")?;
    /// assert_eq!(fib.value(&[0, 1, 0, 1, 0, 0])?, 11.into());
    /// assert!(fib.value(&[1, 1]).is_err());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If they are no representation.
    pub fn value(&self, digits: &[u32]) -> Result<BigInt, Error> {
        let is_valid = digits.iter().all(|&digit| digit < self.digits())
            && self.0.valid().accepts(digits.iter().map(|&digit| crate::automata::Letter::digit(digit)));
        if !is_valid {
            return Err(Error::wrong(format!("{digits:?} is not a representation in {}", self.name())));
        }
        Ok(self.0.value(digits))
    }

    /// Proves of its automata that their order is that of the numbers and that `x+y=z` adds, and says what fails.
    ///
    /// Induction over the successor; `docs/trust.md` has the argument.
    ///
    /// ```
    /// assert_eq!(filbert::Session::new().system("msd_fib")?.certify()?, Vec::<String>::new());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If an automaton becomes too large.
    pub fn certify(&self) -> Result<Vec<String>, Error> {
        let certificate = numeration::certify(&self.0, &crate::script::Limits::default().budget())?;
        let failed = certificate.claims.into_iter().filter(|(_, counterexample)| counterexample.is_some());
        Ok(failed.map(|(claim, _)| claim.to_owned()).collect())
    }
}
