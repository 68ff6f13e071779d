//! A formula that has been read.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::error::Error;
use crate::syntax::{Formula, Source, parse_formula};

/// A formula in the notation that Walnut introduced: `?msd_fib Ax,y x<y => Ez x+z=y`.
///
/// The grammar is described in `docs/language.md`. What its names mean is looked up by the [`Session`](crate::Session)
/// that decides it.
///
/// ```
/// let statement: filbert::Statement = "?msd_fib Ey x=2*y".parse()?;
/// assert_eq!(statement.variables(), ["x".into()]);
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Statement {
    source: Source,
    formula: Formula,
}

impl Statement {
    pub(super) fn new(source: Source, formula: Formula) -> Statement {
        Statement { source, formula }
    }

    pub(super) fn source(&self) -> &Source {
        &self.source
    }

    /// The free variables in alphabetical order, which is that of the tracks of its relation.
    ///
    /// ```
    /// let statement: filbert::Statement = "z=x & Ay y<=z+y".parse()?;
    /// assert_eq!(statement.variables(), ["x".into(), "z".into()]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn variables(&self) -> Vec<Arc<str>> {
        self.formula.free_variables()
    }

    /// Whether it has no free variables, so that it is true or false.
    ///
    /// ```
    /// assert!("Ex x=x".parse::<filbert::Statement>()?.is_closed());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn is_closed(&self) -> bool {
        self.variables().is_empty()
    }
}

impl FromStr for Statement {
    type Err = Error;

    fn from_str(text: &str) -> Result<Statement, Error> {
        let source = Source::new("statement", text);
        let formula = parse_formula(&source, source.span(), &())?;
        Ok(Statement { source, formula })
    }
}

/// As `filbert` writes it: without blanks and parentheses that mean nothing.
impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.formula.fmt(f)
    }
}
