//! Sets of tuples of numbers.

use std::convert::Infallible;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};

use super::error::Error;
use super::system::NumerationSystem;
use crate::report::object::Object;
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
            let message = format!("{} numbers given for a relation with {} tracks", numbers.len(), self.tracks.len());
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

    /// Its tuples in radix order, one after another: each is looked for when it is asked for.
    ///
    /// ```
    /// let odd = filbert::Session::new().relation(&"Ey x=2*y+1".parse()?)?;
    /// assert_eq!(odd.iter().find(|tuple| tuple[0] > 1000.into()), Some(vec![1001.into()]));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn iter(&self) -> Tuples {
        Tuples(self.relation.tuples())
    }

    /// How many tuples are in it; `None` if infinitely many.
    ///
    /// ```
    /// let sums = filbert::Session::new().relation(&"?msd_fib x+y=1000".parse()?)?;
    /// assert_eq!(sums.count(), Some(1001u32.into()));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn count(&self) -> Option<BigUint> {
        self.relation.count()
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
        self.relation.count().is_none()
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

    /// The automaton as a picture, in SVG.
    ///
    /// ```
    /// let even = filbert::Session::new().relation(&"Ey x=2*y".parse()?)?;
    /// assert!(even.to_svg()?.starts_with("<svg"));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it has too many arrows to be drawn.
    pub fn to_svg(&self) -> Result<String, Error> {
        self.object().svg("automaton").map_err(Error::wrong)
    }

    /// What is in it as a picture, in SVG: a row of `size` squares for one track, a board with sides of `size` for two, slices of
    /// one for three.
    ///
    /// ```
    /// let wythoff = filbert::Session::new().relation(&"?msd_fib En ($phin(n,x) & y=x+n) | ($phin(n,y) & x=y+n)".parse()?)?;
    /// assert!(wythoff.to_board(20)?.contains("<title>"));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it has more than three tracks, or the board too many squares.
    pub fn to_board(&self, size: usize) -> Result<String, Error> {
        let plot = self.object().plot(size).map_err(Error::wrong)?;
        Ok(plot.svg(&self.tracks.join(", ")))
    }

    fn object(&self) -> Object {
        Object::of_relation(&self.relation).called(&self.tracks)
    }
}

/// Relations are equal that have the same tuples in the same systems, whatever their tracks are called.
impl PartialEq for Relation {
    fn eq(&self, other: &Relation) -> bool {
        let minimal = |relation: &Relation| relation.relation.dfa().minimize();
        self.relation.systems() == other.relation.systems() && minimal(self) == minimal(other)
    }
}

impl Eq for Relation {}

impl IntoIterator for &Relation {
    type Item = Vec<BigInt>;
    type IntoIter = Tuples;

    fn into_iter(self) -> Tuples {
        self.iter()
    }
}

/// The tuples of a relation in radix order.
///
/// ```
/// let squares = filbert::Session::new().relation(&"?msd_fib n>0 & Ei At t<n => F[i+t]=F[i+n+t]".parse()?)?;
/// let mut orders: filbert::Tuples = squares.iter();
/// assert_eq!(orders.next(), Some(vec![1.into()]));
/// # Ok::<(), filbert::Error>(())
/// ```
pub struct Tuples(numeration::Tuples);

impl std::fmt::Debug for Tuples {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tuples").finish_non_exhaustive()
    }
}

impl Iterator for Tuples {
    type Item = Vec<BigInt>;

    fn next(&mut self) -> Option<Vec<BigInt>> {
        let Ok(tuple) = self.0.next_by(|| Ok::<(), Infallible>(()));
        tuple
    }
}
