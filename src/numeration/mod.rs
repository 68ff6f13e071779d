//! Numeration systems: what the words of digits are that stand for numbers, and how automata compute with them.
//!
//! A [`NumerationSystem`] is given by a [`Rule`]. Most are generated, never typed in: integer bases ([`base`]) and Parry
//! systems ([`from_recurrence`], [`from_expansion`]), which are [`Positional`]; negative bases and Ostrowski systems,
//! which are [`Graded`]. Their linear atoms (`x+y=z`, `2x<y+3`) are built in one piece ([`Linear`], and on ladders of
//! weights). Systems of files that are none of these are [`Given`] by their automata. [`certify`] proves of each that its
//! order is that of numbers and that `x+y=z` adds. [`Numerations`] knows the systems by name.

#![deny(clippy::cast_possible_truncation)]

mod base;
mod base_change;
mod certify;
mod conversion;
mod error;
mod given;
mod graded;
mod ladder;
mod linear;
mod names;
mod normalizer;
mod order;
mod parry;
mod positional;
mod recognized;
mod relation;
mod rule;
mod system;

pub use base::base;
pub use base_change::base_change;
pub use certify::{Certificate, certify};
pub use error::{LARGEST_BASE, NumerationError};
pub use given::Given;
pub use graded::Graded;
pub use linear::{Compare, Linear, LinearAtom, Weight};
pub use names::{NAMED, Numerations};
pub use normalizer::{NormalizerError, normalizer};
pub use parry::{from_expansion, from_recurrence};
pub use positional::Positional;
pub use recognized::{NotASystem, StoredPart, StoredSystem, recognize};
pub use relation::{Language, Relation, TrackKind, tuples_of_words};
pub use rule::Rule;
pub use system::{Direction, NumerationSystem, close, decode, encode, valid_tuples, validity_part};
