//! Numeration systems: what the words of digits are that stand for numbers, and how automata compute with them.
//!
//! A [`NumerationSystem`] is given by a [`Rule`]. Most are generated, never typed in: integer bases ([`base`]) and Parry
//! systems ([`from_recurrence`], [`from_expansion`]), which are [`Positional`]; negative bases and Ostrowski systems,
//! which are [`Graded`]. Their linear atoms (`x+y=z`, `2x<y+3`) are built in one piece ([`Linear`], and on ladders of
//! weights). Systems of files that are none of these are [`Given`] by their automata. [`certify`] proves of each that its
//! order is that of numbers and that `x+y=z` adds. [`Numerations`] knows the systems by name.

mod base;
mod base_change;
mod certify;
mod conversion;
mod given;
mod graded;
mod ladder;
mod linear;
mod names;
mod parry;
mod positional;
mod recognized;
mod relation;
mod rule;
mod system;

pub use base::{LARGEST_BASE, base};
pub use base_change::base_change;
pub use certify::{Certificate, certify};
pub use given::Given;
pub use graded::Graded;
pub use linear::{Compare, Linear, LinearAtom, Weight};
pub use names::{NAMED, Numerations};
pub use parry::{from_expansion, from_recurrence};
pub use positional::Positional;
pub use recognized::{NotASystem, StoredPart, StoredSystem, recognize};
pub use relation::{Language, Relation, TrackKind, tuples_of_words};
pub use rule::Rule;
pub use system::{Direction, NumerationSystem, close, decode, encode, valid_tuples, validity_part};

/// Why a numeration system could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumerationError {
    /// No system has this name.
    #[error("unknown numeration system `{0}`")]
    Unknown(String),
    /// A base that is too small or too large.
    #[error("base {0} is not supported: bases run from 2 to {LARGEST_BASE}")]
    BadBase(u64),
    /// A recurrence without a last coefficient.
    #[error("a recurrence needs a last coefficient that is not 0")]
    NotARecurrence,
    /// Digits that are no expansion of one.
    #[error("these digits are not the expansion of one in any base: no shift of them may exceed them")]
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
        canonical: Vec<i128>,
    },
    /// Stored automata that are no system filbert can compute with.
    #[error("{0}")]
    NotRecognized(String),
    /// Terms of a continued fraction that give no Ostrowski system.
    #[error("no Ostrowski system has this continued fraction: {0}")]
    NotAFraction(String),
    /// Any other reason why the recurrence gives no Parry numeration.
    #[error("no Parry numeration: {0}")]
    NotParry(String),
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
