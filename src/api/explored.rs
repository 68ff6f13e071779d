//! Facts that a search found and proved.

use std::fmt;
use std::time::Duration;

use super::error::Error;
use super::session::Session;
use crate::explore;

impl Session {
    /// Looks for facts about a word, a function of two or three numbers or a game whose kernel is stored, for so long at most,
    /// and keeps what it proves. The limits of the session are those of one statement.
    ///
    /// ```
    /// use std::time::Duration;
    /// let found = filbert::Session::new().explore("K3", Duration::from_secs(60))?;
    /// assert!(found.facts().len() > 40 && found.is_complete());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If nothing has this name that can be looked at.
    pub fn explore(&mut self, name: &str, within: Duration) -> Result<Explored, Error> {
        self.inner_mut().restart_clock();
        let found = explore::explore(self.inner_mut(), name, within, &mut |_| {});
        found.map(Explored::new).map_err(Error::wrong)
    }
}

/// What [`Session::explore`](crate::Session::explore) found. As text it is a script: definitions, and a theorem for each fact.
///
/// ```
/// use std::time::Duration;
/// let found = filbert::Session::new().explore("PD", Duration::from_secs(60))?;
/// let holds = filbert::Session::new().run(&found.to_string())?;
/// assert!(holds.len() > found.facts().len());
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explored {
    definitions: String,
    facts: Vec<Fact>,
    undecided: Vec<Fact>,
    is_complete: bool,
}

impl Explored {
    pub(super) fn new(found: explore::Explored) -> Explored {
        let facts = |facts: Vec<explore::Fact>| facts.into_iter().map(Fact).collect();
        Explored {
            definitions: found.definitions,
            facts: facts(found.facts),
            undecided: facts(found.undecided),
            is_complete: !found.is_cut,
        }
    }

    /// The commands that define what the facts speak of.
    ///
    /// ```
    /// let found = filbert::Session::new().explore("F", std::time::Duration::from_secs(60))?;
    /// assert!(found.definitions().contains("sequence complexity n"));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn definitions(&self) -> &str {
        &self.definitions
    }

    /// What is proved.
    ///
    /// ```
    /// let found = filbert::Session::new().explore("K0", std::time::Duration::from_secs(60))?;
    /// assert_eq!(found.facts()[0].about(), "b(n) = n + a(n).");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// What was not decided within the limits of the session.
    ///
    /// ```
    /// let found = filbert::Session::new().explore("F", std::time::Duration::from_secs(60))?;
    /// assert!(found.undecided().is_empty());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn undecided(&self) -> &[Fact] {
        &self.undecided
    }

    /// Whether all was looked at before the time was over.
    ///
    /// ```
    /// let found = filbert::Session::new().explore("F", std::time::Duration::ZERO)?;
    /// assert!(!found.is_complete());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }
}

impl fmt::Display for Explored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.definitions)?;
        self.facts.iter().try_for_each(|fact| f.write_str(&fact.0.written()))
    }
}

/// A statement that was found.
///
/// ```
/// let found = filbert::Session::new().explore("F", std::time::Duration::from_secs(60))?;
/// let fact = found.facts().iter().find(|fact| fact.command().contains("palindromes")).expect("it is found");
/// assert_eq!(fact.about(), "There are arbitrarily long palindromes.");
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fact(explore::Fact);

impl Fact {
    /// What it says, in words.
    ///
    /// ```
    /// let found = filbert::Session::new().explore("T", std::time::Duration::from_secs(60))?;
    /// assert!(found.facts().iter().any(|fact| fact.about().contains("there is no overlap")));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn about(&self) -> &str {
        &self.0.about
    }

    /// The command that states it: `theorem`, or `refute` if it is that something is false.
    ///
    /// ```
    /// let found = filbert::Session::new().explore("F", std::time::Duration::from_secs(60))?;
    /// assert!(found.facts()[0].command().starts_with("theorem periods_of_squares "));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn command(&self) -> String {
        self.0.command()
    }
}
