//! The errors of a numeration system that cannot be made.

use num_bigint::BigInt;

use crate::budget::Halt;
use crate::tuning::numeration::digits::LARGEST_BASE;

/// Why a numeration system could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumerationError {
    /// No system has this name.
    #[error("unknown numeration system `{0}`")]
    Unknown(String),
    /// A definition of the system failed, and none has succeeded since.
    #[error("`{0}` was left undecided")]
    Undecided(String),
    /// A base that is too small or too large.
    #[error("base {0} is not supported: bases run from 2 to {LARGEST_BASE}")]
    BadBase(String),
    /// A family of systems without so large a member.
    #[error("no numeration system `{family}{parameter}`: the number must be between {least} and {largest}")]
    BadParameter {
        /// The name without the number.
        family: &'static str,
        /// The number.
        parameter: String,
        /// The least one.
        least: usize,
        /// The largest one.
        largest: usize,
    },
    /// A recurrence without a last coefficient.
    #[error("the last coefficient of a recurrence must not be 0")]
    NotARecurrence,
    /// Digits that are no expansion of one.
    #[error("these digits are not the expansion of 1 in any base: no shift of them may be larger")]
    NotAnExpansion,
    /// Not enough initial conditions.
    #[error("a recurrence of order {needed} needs {needed} first weights, {given} given")]
    TooFewWeights {
        /// How many are needed.
        needed: usize,
        /// How many were given.
        given: usize,
    },
    /// Initial conditions that no choice of accepting states gives.
    #[error(
        "no Parry numeration has the first weights {}: with this recurrence the canonical ones are {}",
        list(given),
        list(canonical)
    )]
    BadInitial {
        /// What was given.
        given: Vec<u64>,
        /// Bertrand's canonical weights.
        canonical: Vec<BigInt>,
    },
    /// Stored automata that are no system filbert can compute with.
    #[error("{0}")]
    NotRecognized(String),
    /// Terms of a continued fraction that give no Ostrowski system.
    #[error("no Ostrowski system has this continued fraction: {0}")]
    NotAFraction(String),
    /// A morphism whose fixed point numbers no places.
    #[error("no numeration follows this morphism: {0}")]
    NoFixedPoint(String),
    /// A limit was passed while it was built.
    #[error("{0}")]
    Limit(#[from] Halt),
    /// Any other reason why the recurrence gives no Parry numeration.
    #[error("no Parry numeration: {0}")]
    NotParry(String),
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
