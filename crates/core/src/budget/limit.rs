//! Why a computation ends without a result.

/// What the user does not allow.
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
    /// Clock, memory and interrupt were looked at as often as allowed.
    #[error("limit on clock checks")]
    Looks,
    /// The folder for what does not fit into memory cannot be written or read.
    #[error("the spill folder: {0}")]
    Spill(std::io::ErrorKind),
    /// The user interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// What filbert cannot compute with, whatever it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Unsupported {
    /// The tracks of one automaton do not fit into a letter.
    #[error("more tracks than fit into a letter of 64 bits")]
    Width,
    /// Some tracks have more letters together than are listed.
    #[error("too many letters on all tracks together")]
    Letters,
    /// A table or a text has more entries than are kept.
    #[error("a table with too many entries")]
    Entries,
    /// A linear atom met more remainders than are kept; its largest coefficient.
    #[error("multiplication by {0} takes too many states: an automaton that multiplies by k has about k")]
    Multiple(u64),
    /// A sum in a system whose sums have no automata, and the absolute value of the eigenvalue that tells, in thousandths.
    #[error(
        "a sum has no automaton in this system, only a difference of two numbers has: the second eigenvalue of its \
         morphism has absolute value {}.{:03}, not below 1",
        thousandths / 1000,
        thousandths % 1000
    )]
    Sums {
        /// The absolute value, times a thousand.
        thousandths: u32,
    },
    /// A remainder of a linear atom left the range of machine integers.
    #[error("a coefficient or constant is too large")]
    Overflow,
}

/// Why a computation was ended before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Halt {
    /// The user does not allow more.
    #[error("{0}")]
    Limit(#[from] Limit),
    /// It grew beyond bounds that it set itself: where there is another way, [`Budget::attempt`](super::Budget::attempt)
    /// makes an [`Attempt`](super::Attempt) of that.
    #[error("too large for this method")]
    TooLarge,
    /// It needs what is not supported.
    #[error("{0}")]
    Unsupported(#[from] Unsupported),
    /// Two computations of the same thing disagree.
    #[error("two computations of one relation disagree: this is a bug in filbert, please report it")]
    Contradiction,
}
