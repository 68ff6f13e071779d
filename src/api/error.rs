//! Why there is no answer.

use std::fmt;

use crate::budget::{Halt, Limit};
use crate::games::TableError;
use crate::script::CommandError;
use crate::syntax::{Diagnostic, Position};

/// What kind of thing went wrong.
///
/// ```
/// use filbert::{ErrorKind, Session};
/// let error = Session::new().decide(&"Ax x=y".parse()?).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Wrong);
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// What was given means nothing, or not what is needed here.
    ///
    /// ```
    /// let error = "x <".parse::<filbert::Statement>().unwrap_err();
    /// assert_eq!(error.kind(), filbert::ErrorKind::Wrong);
    /// ```
    Wrong,
    /// A limit was passed: the answer is not known.
    ///
    /// ```
    /// use filbert::{ErrorKind, Limits, Session};
    /// let mut session = Session::with_limits(Limits::new().states(2));
    /// let error = session.relation(&"?msd_fib x+y=z".parse()?).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Limit);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    Limit,
    /// Whoever waits did not want to wait any longer.
    ///
    /// ```
    /// use filbert::{ErrorKind, Limits, Session, Watch};
    /// let watch = Watch::new();
    /// watch.interrupt();
    /// let mut session = Session::with_limits(Limits::new().watched_by(&watch));
    /// assert_eq!(session.relation(&"?msd_trib y=100*x".parse()?).unwrap_err().kind(), ErrorKind::Interrupted);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    Interrupted,
    /// A name was looked up whose definition failed, and no later one succeeded.
    ///
    /// ```
    /// use filbert::{ErrorKind, Session};
    /// let mut session = Session::new();
    /// session.run("def large \"x>5\":")?;
    /// assert!(session.run("def large \"x>\":").is_err());
    /// let error = session.decide(&"Ex $large(x)".parse()?).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Undecided);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    Undecided,
    /// filbert contradicts itself: please report it. There is no example, for none is known.
    ///
    /// ```
    /// assert_ne!(filbert::ErrorKind::Contradiction, filbert::ErrorKind::Limit);
    /// ```
    Contradiction,
}

/// Why there is no answer, and where the text is wrong if it is.
///
/// ```
/// let error = "?msd_fib x+1=y &".parse::<filbert::Statement>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a formula after `&`");
/// ```
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    diagnostic: Option<Diagnostic>,
}

impl Error {
    pub(super) fn wrong(message: impl Into<String>) -> Error {
        Error { kind: ErrorKind::Wrong, message: message.into(), diagnostic: None }
    }

    /// What kind of thing went wrong.
    ///
    /// ```
    /// let error = "x=".parse::<filbert::Statement>().unwrap_err();
    /// assert_eq!(error.kind(), filbert::ErrorKind::Wrong);
    /// ```
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Line and column where the text is wrong, from 1, the column in characters.
    ///
    /// ```
    /// let error = "x=1 &\n& y=2".parse::<filbert::Statement>().unwrap_err();
    /// assert_eq!(error.position(), Some((2, 1)));
    /// ```
    pub fn position(&self) -> Option<(usize, usize)> {
        let Position { line, column } = self.diagnostic.as_ref()?.position();
        Some((line, column))
    }

    /// Line and column behind the last character that is wrong.
    ///
    /// ```
    /// let error = "x == y".parse::<filbert::Statement>().unwrap_err();
    /// assert_eq!((error.position(), error.end()), (Some((1, 3)), Some((1, 5))));
    /// ```
    pub fn end(&self) -> Option<(usize, usize)> {
        let diagnostic = self.diagnostic.as_ref()?;
        let Position { line, column } = diagnostic.text().position(diagnostic.span().end);
        Some((line, column))
    }

    /// What would be right, if that is known.
    ///
    /// ```
    /// let error = "x == y".parse::<filbert::Statement>().unwrap_err();
    /// assert_eq!(error.fix().as_deref(), Some("write `=`"));
    /// ```
    pub fn fix(&self) -> Option<String> {
        self.diagnostic.as_ref()?.remedy()
    }

    /// The message with the line that is wrong, and what would be right.
    ///
    /// ```
    /// let error = "x == y".parse::<filbert::Statement>().unwrap_err();
    /// assert!(error.explain().contains("write `=`"));
    /// ```
    pub fn explain(&self) -> String {
        self.diagnostic.as_ref().map_or_else(|| self.message.clone(), |diagnostic| diagnostic.render(false))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Error {
        let message = diagnostic.message().to_owned();
        Error { kind: ErrorKind::Wrong, message, diagnostic: Some(diagnostic) }
    }
}

impl From<Halt> for Error {
    fn from(halt: Halt) -> Error {
        Error { kind: kind_of(halt), message: halt.to_string(), diagnostic: None }
    }
}

fn kind_of(halt: Halt) -> ErrorKind {
    match halt {
        Halt::Limit(Limit::Interrupted) => ErrorKind::Interrupted,
        Halt::Contradiction => ErrorKind::Contradiction,
        _ => ErrorKind::Limit,
    }
}

impl From<TableError> for Error {
    fn from(error: TableError) -> Error {
        match error {
            TableError::Limit(halt) => halt.into(),
            other => Error::wrong(other.to_string()),
        }
    }
}

impl From<CommandError> for Error {
    fn from(error: CommandError) -> Error {
        let message = crate::report::text::failure(&error, false);
        let kind = match error {
            CommandError::Wrong(diagnostic) => return diagnostic.into(),
            CommandError::Limit { limit, .. } => kind_of(limit),
            CommandError::Unfinished(_) => ErrorKind::Limit,
            CommandError::Undecided(_) => ErrorKind::Undecided,
            CommandError::Contradiction => ErrorKind::Contradiction,
            CommandError::Elsewhere { why, .. } => Error::from(*why).kind,
        };
        Error { kind, message, diagnostic: None }
    }
}
