//! Linear representations of counting functions.

use num_bigint::BigInt;
use num_rational::Ratio;

use super::error::Error;
use super::system::NumerationSystem;
use crate::library::{CountedBy, read_linear};
use crate::logic::Environment;
use crate::numeration::encode_within;
use crate::script::{self, Names};
use crate::{automata, numeration};

/// A row vector v, a matrix for each letter, a column vector w: for the digits a, b, ... of n, as they are read, the number
/// that is counted is `v M(a) M(b) ... w`.
///
/// Berstel and Reutenauer, "Noncommutative Rational Series with Applications" (2011).
///
/// ```
/// let below = filbert::Session::new().count(&"?msd_2 i<n".parse()?, &["n"])?;
/// assert_eq!(below.value(&[1_000_000.into()])?, num_rational::Ratio::from_integer(1_000_000.into()));
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinearRepresentation {
    linear: automata::LinearRepresentation,
    variables: Vec<String>,
    systems: Vec<NumerationSystem>,
    limits: script::Limits,
}

impl LinearRepresentation {
    pub(super) fn read(text: &str, names: &Names, limits: &script::Limits) -> Result<LinearRepresentation, Error> {
        let system = |name: &str| names.system(name).map_err(|error| error.to_string());
        let digits = |name: &str| system(name).map(|system| system.digits());
        let (linear, CountedBy { variables, systems }) = read_linear(text, digits).map_err(Error::wrong)?;
        let systems = systems.iter().map(|name| system(name).map(NumerationSystem::new));
        let systems = systems.collect::<Result<_, String>>().map_err(Error::wrong)?;
        Ok(LinearRepresentation { linear, variables, systems, limits: limits.clone() })
    }

    /// What it counts by.
    ///
    /// ```
    /// let below = filbert::Session::new().count(&"?msd_2 i<n".parse()?, &["n"])?;
    /// assert_eq!(below.variables(), ["n"]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// The numeration system of each variable.
    ///
    /// ```
    /// let below = filbert::Session::new().count(&"?msd_fib i<n".parse()?, &["n"])?;
    /// assert_eq!(below.systems()[0].name(), "msd_fib");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn systems(&self) -> &[NumerationSystem] {
        &self.systems
    }

    /// The row vector v.
    ///
    /// ```
    /// let below = filbert::Session::new().count(&"?msd_2 i<n".parse()?, &["n"])?;
    /// assert_eq!(below.row().len(), below.column().len());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn row(&self) -> &[Ratio<BigInt>] {
        &self.linear.v
    }

    /// The column vector w.
    ///
    /// ```
    /// let below = filbert::Session::new().count(&"?msd_2 i<n".parse()?, &["n"])?;
    /// assert_eq!(below.minimize()?.column().len(), 2);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn column(&self) -> &[Ratio<BigInt>] {
        &self.linear.w
    }

    /// Each letter, one digit a variable, and its matrix by rows.
    ///
    /// ```
    /// let below = filbert::Session::new().count(&"?msd_3 i<n".parse()?, &["n"])?;
    /// let letters: Vec<_> = below.matrices().map(|(letter, _)| letter).collect();
    /// assert_eq!(letters, [[0], [1], [2]]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn matrices(&self) -> impl Iterator<Item = (Vec<u32>, &[Vec<Ratio<BigInt>>])> {
        self.linear.mu.iter().map(|(letter, matrix)| (self.linear.layout.unpack(*letter), &matrix[..]))
    }

    /// What is counted for these numbers, one a variable. Costs a product of a vector and a matrix for each digit.
    ///
    /// ```
    /// let between = filbert::Session::new().count(&"?msd_2 m<=i & i<n".parse()?, &["m", "n"])?;
    /// assert_eq!(between.value(&[3.into(), 10.into()])?.to_string(), "7");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there are more or fewer numbers than variables, or a system lacks one of them; the limit that was passed.
    pub fn value(&self, numbers: &[BigInt]) -> Result<Ratio<BigInt>, Error> {
        if numbers.len() != self.systems.len() {
            let message = format!("{} numbers given for {} variables", numbers.len(), self.systems.len());
            return Err(Error::wrong(message));
        }
        let outside = numbers.iter().zip(&self.systems).find(|(number, system)| !system.inner().has(number));
        if let Some((number, system)) = outside {
            return Err(Error::wrong(format!("{number} is not a number of {}", system.name())));
        }
        let budget = self.limits.budget();
        let systems: Vec<std::sync::Arc<numeration::NumerationSystem>> =
            self.systems.iter().map(|system| system.inner().clone()).collect();
        let word = encode_within(numbers, &self.linear.layout, &systems, &budget)?;
        let value = self.linear.value(word, &budget)?;
        value.ok_or_else(|| Error::wrong("a letter has no matrix"))
    }

    /// The one of smallest dimension that counts the same.
    ///
    /// ```
    /// let below = filbert::Session::new().count(&"?msd_2 i<n".parse()?, &["n"])?;
    /// assert_eq!(below.minimize()?.row().len(), 2);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn minimize(&self) -> Result<LinearRepresentation, Error> {
        Ok(LinearRepresentation { linear: self.linear.minimize(&self.limits.budget())?, ..self.clone() })
    }
}
