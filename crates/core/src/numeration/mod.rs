//! Numeration systems: what the words of digits are that stand for numbers, and how automata compute with them.
//!
//! A [`NumerationSystem`] is given by a [`Rule`]. Most are generated, never typed in: integer bases ([`base()`]) and
//! Parry systems ([`from_recurrence`], [`from_expansion`]), which are [`Positional`]; negative bases ([`NegativeBase`])
//! and [`Ostrowski`] systems, which are [`PeriodicSystem`]s; and those of the fixed points of morphisms
//! ([`DumontThomas`]). Their linear atoms (`x+y=z`, `2x<y+3`) are built in one piece, by [`Linear`], on periodic
//! recurrences of weights, and on the paths of the morphism. Systems of files that are none of these are given by their
//! automata ([`AutomatonSystem`]). A [`ParametricSystem`] has a word without end as its parameter: all slopes at once,
//! or a system of one's own. [`certify()`] proves of each that its order is that of numbers and that `x+y=z` adds.
//! [`Numerations`] knows the systems by name. [`SumGraph`] finds the bounds of sums with real coefficients, which are
//! [`Algebraic`] numbers.

#![deny(clippy::cast_possible_truncation)]

mod algebraic;
mod automaton_system;
mod base;
mod base_change;
mod blocks;
mod certify;
mod conversion;
mod decimal;
mod digit_contribution;
mod digit_ranges;
mod dumont_thomas;
mod enclosure;
mod error;
pub mod every_slope;
mod extreme;
mod extremes;
mod fixed_point;
mod halves;
mod interval;
mod keys;
mod layers;
mod lengths;
mod letter_steps;
mod linear;
mod linear_atom;
mod names;
mod negative_base;
mod normalizer;
mod number_field;
mod order;
mod ostrowski;
mod parametric;
mod parry;
mod path_atom;
mod periodic;
mod periodic_system;
mod positional;
mod pruning;
mod recognize;
mod relation;
mod remainder;
mod rule;
mod spectrum;
mod sum_graph;
mod system;
mod telling;
mod windows;

pub use algebraic::Algebraic;
pub use automaton_system::AutomatonSystem;
pub use base::base;
pub use base_change::base_change;
pub use certify::{Certificate, certify};
pub use decimal::{read_integer, read_integer_within};
pub use dumont_thomas::DumontThomas;
pub use error::NumerationError;
pub use extreme::{Bound, Extreme, Extremes, Growth, NoExtremes};
pub use fixed_point::fixed_point_system;
pub use linear::Linear;
pub use linear_atom::{Coefficient, Compare, LinearAtom};
pub use names::{NAMED, Numerations, StoredRules};
pub use negative_base::NegativeBase;
pub use normalizer::{NormalizerError, normalizer};
pub use number_field::NoRoot;
pub use ostrowski::Ostrowski;
pub use parametric::{Parameters, ParametricError, ParametricSystem, Part, certify_sturmian, paperfolding_words};
pub use parry::{from_expansion, from_recurrence};
pub use periodic_system::PeriodicSystem;
pub use positional::Positional;
pub use recognize::{NotASystem, StoredPart, StoredSystem, recognize};
pub use relation::{Language, Relation, TrackKind, Tuples, tuples_of_words};
pub use rule::{Paths, Rule};
pub use sum_graph::{Differences, SumGraph};
pub use system::{
    Direction, NumerationSystem, decode, encode, encode_within, normalize_padding, valid_tuples, validity_part,
};
