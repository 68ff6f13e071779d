//! Sets of tuples of words.

use std::sync::Arc;

use super::error::Error;
use crate::report::object::Object;
use crate::{library, numeration};

/// A set of tuples of words of one length, given by its minimal automaton: what a statement is whose variables range over
/// words and not over numbers.
///
/// ```
/// let mut session = filbert::Session::new();
/// session.run("reg ends {0,1} {0,1} \"([0,0]|[1,0]|[1,1])*\";")?;
/// let below = session.language(&"$ends(x,y)".parse()?)?;
/// assert_eq!(below.first(2), [[vec![], vec![]], [vec![0], vec![0]]]);
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Language {
    tracks: Vec<Arc<str>>,
    language: numeration::Language,
}

impl Language {
    pub(super) fn new(tracks: Vec<Arc<str>>, language: numeration::Language) -> Language {
        Language { tracks, language }
    }

    /// What its tracks are called: the variables of the formula that it is.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("reg some {0,1} \"0*1\";")?;
    /// assert_eq!(session.language(&"$some(x)".parse()?)?.tracks(), ["x".into()]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn tracks(&self) -> &[Arc<str>] {
        &self.tracks
    }

    /// The first tuples in radix order: for each track the values of its digits.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("reg some {0,1} \"0*1\";")?;
    /// assert_eq!(session.language(&"$some(x)".parse()?)?.first(2), [[vec![1]], [vec![0, 1]]]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn first(&self, count: usize) -> Vec<Vec<Vec<i64>>> {
        self.language.first(count)
    }

    /// States of its automaton, which is minimal; a state from which nothing is accepted is not counted.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("reg some {0,1} \"0*1\";")?;
    /// assert_eq!(session.language(&"$some(x)".parse()?)?.states(), 2);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn states(&self) -> usize {
        self.language.dfa.states()
    }

    /// The automaton in the text format of `Automata Library/`, which filbert and Walnut read.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("reg some {0,1} \"0*1\";")?;
    /// assert!(session.language(&"$some(x)".parse()?)?.to_text().starts_with("{0,1}\n"));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn to_text(&self) -> String {
        library::write_language(&self.language)
    }

    /// The automaton as a picture, in SVG.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("reg some {0,1} \"0*1\";")?;
    /// assert!(session.language(&"$some(x)".parse()?)?.to_svg()?.starts_with("<svg"));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it has too many arrows to be drawn.
    pub fn to_svg(&self) -> Result<String, Error> {
        let object = Object::Set(self.language.clone(), None, self.tracks.clone());
        object.svg("automaton").map_err(Error::wrong)
    }
}
