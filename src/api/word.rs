//! Automatic words.

use std::sync::Arc;

use num_bigint::BigInt;

use super::error::Error;
use super::system::NumerationSystem;
use crate::report::object::Object;
use crate::{library, words};

/// A word whose letter at n an automaton computes from the digits of n; a word may have several indices.
///
/// Allouche and Shallit, "Automatic Sequences" (2003).
///
/// ```
/// let thue_morse = filbert::Session::new().word("T")?;
/// let prefix = (0..8).map(|n| thue_morse.letter(&[n.into()])).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(prefix, [0, 1, 1, 0, 1, 0, 0, 1]);
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(Arc<words::Word>);

impl Word {
    pub(super) fn new(word: Arc<words::Word>) -> Word {
        Word(word)
    }

    /// The letter at these indices.
    ///
    /// ```
    /// let fibonacci = filbert::Session::new().word("F")?;
    /// assert_eq!(fibonacci.letter(&[1.into()])?, 1);
    /// assert!(fibonacci.letter(&[(-1).into()]).is_err());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there are more or fewer numbers than indices, or a system lacks one of them.
    pub fn letter(&self, indices: &[BigInt]) -> Result<i64, Error> {
        let systems = &self.0.systems;
        if indices.len() != systems.len() {
            return Err(Error::wrong(format!(
                "{} numbers given for a word with {} indices",
                indices.len(),
                systems.len()
            )));
        }
        if let Some((n, system)) = indices.iter().zip(systems).find(|(n, system)| !system.has(n)) {
            return Err(Error::wrong(format!("{n} is not a number of {}", system.name())));
        }
        Ok(self.0.value(indices))
    }

    /// The letters that occur, sorted.
    ///
    /// ```
    /// assert_eq!(filbert::Session::new().word("TR")?.letters(), [0, 1, 2]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn letters(&self) -> Vec<i64> {
        self.0.values()
    }

    /// The numeration system of each index.
    ///
    /// ```
    /// assert_eq!(filbert::Session::new().word("TR")?.systems()[0].name(), "msd_trib");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn systems(&self) -> Vec<NumerationSystem> {
        self.0.systems.iter().cloned().map(NumerationSystem::new).collect()
    }

    /// States of its automaton, which is minimal.
    ///
    /// ```
    /// assert_eq!(filbert::Session::new().word("T")?.states(), 2);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn states(&self) -> usize {
        self.0.dfao.states()
    }

    /// The automaton in the text format of `Word Automata Library/`, which filbert and Walnut read.
    ///
    /// ```
    /// assert!(filbert::Session::new().word("T")?.to_text().starts_with("msd_2\n"));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn to_text(&self) -> String {
        library::write_word(&self.0.clone().into())
    }

    /// The automaton as a picture, in SVG.
    ///
    /// ```
    /// assert!(filbert::Session::new().word("T")?.to_svg()?.starts_with("<svg"));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it has too many arrows to be drawn.
    pub fn to_svg(&self) -> Result<String, Error> {
        self.object().svg("automaton").map_err(Error::wrong)
    }

    /// The first letters as a picture, in SVG: `size` squares in rows, or a board with sides of `size` for two indices.
    ///
    /// ```
    /// assert!(filbert::Session::new().word("T")?.to_board(64)?.starts_with("<svg"));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it has more than two indices, or the board too many squares.
    pub fn to_board(&self, size: usize) -> Result<String, Error> {
        Ok(self.object().plot(size).map_err(Error::wrong)?.svg("letters"))
    }

    fn object(&self) -> Object {
        Object::Word(self.0.clone().into())
    }
}
