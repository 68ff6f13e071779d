//! What is typed into a console or a cell of a notebook.

use crate::syntax::{self, is_complete, read_input};

/// One of the inputs that a text is made of, with blanks and ends of lines in front, so that errors have the places of the
/// whole text.
///
/// ```
/// use filbert::Input;
/// let inputs = Input::all("?msd_fib Ex x=5\ndef even \"Ey x=2*y\":\n:show even");
/// assert_eq!(inputs[0], Input::Statement("?msd_fib Ex x=5".into()));
/// assert_eq!(inputs[1], Input::Commands("\ndef even \"Ey x=2*y\":".into()));
/// assert_eq!(inputs[2], Input::Directive("show".into(), "even".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A statement by itself, for [`Session::read`](crate::Session::read).
    ///
    /// ```
    /// assert_eq!(filbert::Input::all(" x=1;"), [filbert::Input::Statement(" x=1".into())]);
    /// ```
    Statement(String),
    /// Commands, each with its end, for [`Session::run`](crate::Session::run).
    ///
    /// ```
    /// assert_eq!(filbert::Input::all("eval \"x=1\""), [filbert::Input::Commands("eval \"x=1\":".into())]);
    /// ```
    Commands(String),
    /// `:show even`: the word behind the colon and what follows it.
    ///
    /// ```
    /// let position = filbert::Input::Directive("position".into(), "K2 5,8".into());
    /// assert_eq!(filbert::Input::all("position K2 5,8"), [position]);
    /// ```
    Directive(String, String),
}

impl Input {
    /// The inputs of a text, as the console reads it: a command goes on to its end, a statement to the end of its line unless
    /// a bracket is open or something must follow, and an empty line ends both.
    ///
    /// ```
    /// let inputs = filbert::Input::all("# a comment\nx=1 &\n  y=2\nx=3");
    /// assert_eq!(inputs.len(), 2);
    /// ```
    pub fn all(text: &str) -> Vec<Input> {
        let mut found = Vec::new();
        let (mut start, mut end) = (0, 0);
        for line in text.split_inclusive('\n') {
            end += line.len();
            let piece = text[start..end].trim_end_matches(['\r', '\n']);
            // An empty line ends what is open; one that only ends a line does not.
            let is_over = if line.trim().is_empty() { is_complete(&text[start..end]) } else { is_complete(piece) };
            if is_over || end == text.len() {
                found.extend(Input::one(text, start, piece));
                start = end;
            }
        }
        found
    }

    /// Whether nothing more is needed after a text.
    ///
    /// ```
    /// assert!(filbert::Input::is_complete("x=1") && !filbert::Input::is_complete("eval \"x=1\""));
    /// ```
    pub fn is_complete(text: &str) -> bool {
        is_complete(text)
    }

    /// The input that stands somewhere in a text.
    fn one(text: &str, start: usize, piece: &str) -> Option<Input> {
        let before = |length: usize| {
            let head = &text[..start + length];
            let last = head.rsplit('\n').next().unwrap_or_default();
            "\n".repeat(head.matches('\n').count()) + &" ".repeat(last.chars().count())
        };
        let blanks = piece.len() - piece.trim_start().len();
        Some(match read_input(piece) {
            syntax::Input::Blank => return None,
            syntax::Input::Directive(word, argument) => Input::Directive(word, argument),
            syntax::Input::Commands(commands) => Input::Commands(before(0) + &commands),
            syntax::Input::Statement(statement) => Input::Statement(before(blanks) + &statement),
        })
    }
}
