//! What the user does not allow.

/// Why a computation was ended before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Limit {
    /// The time allowed is over.
    #[error("time limit")]
    Time,
    /// The memory allowed is used up.
    #[error("memory limit")]
    Memory,
    /// An automaton has more states than allowed.
    #[error("state limit")]
    States,
    /// The user interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The tracks of one automaton do not fit into a letter.
    #[error("more tracks at once than a letter of 64 bits holds")]
    Width,
    /// A remainder of a linear atom left the range of machine integers.
    #[error("a coefficient or constant is too large")]
    Overflow,
    /// An automaton could not be learned from as many questions as allowed.
    #[error("limit on questions about words")]
    Questions,
    /// Two computations of the same thing disagree.
    #[error("two computations of one relation disagree: this is a bug in filbert, please report it")]
    Contradiction,
}
