//! The search for the answers of a command.

use crate::answer::Answer;
use crate::formula::{Command, Hints, Relation, Systems};
use crate::tuning::Limits;

/// Why there are no answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// Whatever was tried is too large.
    #[error("too large")]
    TooLarge,
    /// The checker would reject what is found: the statement is false, or its systems do not fit.
    #[error("not accepted")]
    Refused,
}

/// Answers, and the relation that the command defines.
pub type Found = (Vec<Answer>, Option<Relation>);

/// Finds answers for a command.
///
/// # Errors
///
/// [`NotFound`] if nothing is found within the limits, or if the command claims what is false.
pub fn find(
    _systems: &Systems,
    _relations: &[Relation],
    _command: &Command,
    _hints: &Hints,
    _limits: &Limits,
) -> Result<Found, NotFound> {
    Err(NotFound::TooLarge)
}
