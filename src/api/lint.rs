//! What may not mean what its writer thinks.

use std::fmt;

use crate::logic::lints::Finding;
use crate::syntax::Position;

/// A place in a statement or command that may not mean what its writer thinks. `docs/lints/` has a page for each name.
///
/// ```
/// let mut session = filbert::Session::new();
/// session.keep_lints();
/// let verdict = session.decide(&"Ax x<x => x=1".parse()?)?;
/// assert_eq!(verdict.lints()[0].name(), "vacuous-premise");
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lint(pub(super) Finding);

impl Lint {
    /// Its name, as `filbert: allow NAME` in a comment has it.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.keep_lints();
    /// assert_eq!(session.decide(&"Ax,y x=x".parse()?)?.lints()[0].name(), "unused-variable");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn name(&self) -> &'static str {
        self.0.lint.name()
    }

    /// Line and column, from 1, the column in characters.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.keep_lints();
    /// assert_eq!(session.decide(&"Ax,y x=x".parse()?)?.lints()[0].position(), (1, 4));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn position(&self) -> (usize, usize) {
        let Position { line, column } = self.0.diagnostic.position();
        (line, column)
    }

    /// What to do about it, if that is known.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.keep_lints();
    /// let verdict = session.decide(&"Ax,y x=x".parse()?)?;
    /// assert_eq!(verdict.lints()[0].fix(), Some("remove it from the variables of `A`"));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn fix(&self) -> Option<&str> {
        self.0.diagnostic.advice()
    }

    /// The message with the line that it speaks of, and what to do.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.keep_lints();
    /// let verdict = session.decide(&"Ax,y x=x".parse()?)?;
    /// assert!(verdict.lints()[0].explain().starts_with("warning[unused-variable]: "));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn explain(&self) -> String {
        self.0.render(false, false)
    }
}

/// What may be amiss, in one line.
impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.diagnostic.message())
    }
}

/// Whether lints are looked for, and what they found where there is no verdict.
#[derive(Default)]
pub(super) struct Lints {
    pub(super) kept: bool,
    pub(super) new: Vec<Lint>,
}
