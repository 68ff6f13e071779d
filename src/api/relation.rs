//! Sets of tuples of numbers.

use std::sync::Arc;

use num_bigint::BigInt;

use super::error::Error;
use super::system::NumerationSystem;
use crate::{library, numeration};

/// A set of tuples of numbers, given by the minimal automaton of their representations.
///
/// ```
/// use filbert::Session;
/// let squares = Session::new().relation(&"?msd_fib n>0 & Ei At t<n => F[i+t]=F[i+n+t]".parse()?)?;
/// assert_eq!(squares.first(5).concat(), [1, 2, 3, 5, 8].map(Into::into));
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Relation {
    tracks: Vec<Arc<str>>,
    relation: numeration::Relation,
}

impl Relation {
    pub(super) fn new(tracks: Vec<Arc<str>>, relation: numeration::Relation) -> Relation {
        Relation { tracks, relation }
    }

    pub(super) fn inner(&self) -> &numeration::Relation {
        &self.relation
    }

    /// What its tracks are called: the variables of the formula that it is, or the piles of a game.
    ///
    /// ```
    /// let sum = filbert::Session::new().relation(&"x+y=z".parse()?)?;
    /// assert_eq!(sum.tracks(), ["x".into(), "y".into(), "z".into()]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn tracks(&self) -> &[Arc<str>] {
        &self.tracks
    }

    /// The numeration system of each track.
    ///
    /// ```
    /// let even = filbert::Session::new().relation(&"?msd_fib Ey x=2*y".parse()?)?;
    /// assert_eq!(even.systems()[0].name(), "msd_fib");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn systems(&self) -> Vec<NumerationSystem> {
        self.relation.systems().iter().cloned().map(NumerationSystem::new).collect()
    }

    /// Whether a tuple is in it, one number a track. Costs as many steps as the longest representation has digits.
    ///
    /// ```
    /// let sum = filbert::Session::new().relation(&"?msd_trib x+y=z".parse()?)?;
    /// assert!(sum.contains(&[20.into(), 22.into(), 42.into()])?);
    /// assert!(sum.contains(&[20.into()]).is_err());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there are more or fewer numbers than tracks.
    pub fn contains(&self, numbers: &[BigInt]) -> Result<bool, Error> {
        if numbers.len() != self.tracks.len() {
            let message = format!("{} numbers for a relation with {} tracks", numbers.len(), self.tracks.len());
            return Err(Error::wrong(message));
        }
        Ok(self.relation.contains(numbers))
    }

    /// The first tuples in radix order: by the length of the longest representation, then digit by digit.
    ///
    /// ```
    /// let even = filbert::Session::new().relation(&"Ey x=2*y".parse()?)?;
    /// assert_eq!(even.first(3), [[0.into()], [2.into()], [4.into()]]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn first(&self, count: usize) -> Vec<Vec<BigInt>> {
        self.relation.first(count)
    }

    /// Whether no tuple is in it.
    ///
    /// ```
    /// assert!(filbert::Session::new().relation(&"x<0".parse()?)?.is_empty());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.relation.dfa().is_empty()
    }

    /// Whether infinitely many tuples are in it.
    ///
    /// ```
    /// assert!(!filbert::Session::new().relation(&"x<100".parse()?)?.is_infinite());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn is_infinite(&self) -> bool {
        self.relation.dfa().pumped(true).is_some()
    }

    /// States of its automaton, which is minimal; a state from which nothing is accepted is not counted.
    ///
    /// ```
    /// let adder = filbert::Session::new().relation(&"?msd_trib x+y=z".parse()?)?;
    /// assert_eq!(adder.states(), 149);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn states(&self) -> usize {
        self.relation.dfa().states()
    }

    /// The automaton in the text format of `Automata Library/`, which filbert and Walnut read.
    ///
    /// ```
    /// let even = filbert::Session::new().relation(&"Ey x=2*y".parse()?)?;
    /// assert!(even.to_text().starts_with("msd_2\n"));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn to_text(&self) -> String {
        library::write_relation(&self.relation)
    }
}
