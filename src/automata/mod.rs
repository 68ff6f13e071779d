//! Automata over tuples of digits, and every algorithm on them. Knows no numbers and no logic.
//!
//! [`Dfa`], [`Nfa`] and [`Dfao`] are stored automata: partial, with one sorted row of [`Transitions`] a state and
//! letters packed by a [`Layout`]. Everything that combines automata is an [`Explore`], an automaton whose states are
//! found on demand: [`Join`] (conjunction), [`Union`], [`Subset`] (determinization). It is built whole by
//! [`materialize`] or searched by [`shortest`]. Every construction that can grow takes a [`Budget`].
//!
//! Words are read from their first letter on; whether that is the most significant digit is not known here.

mod condition;
mod count;
mod dfa;
mod dfao;
mod explore;
mod expression;
mod full;
mod infinite;
mod interner;
mod join;
mod learn;
mod letter;
mod linear_representation;
mod listing;
mod memo;
mod minimize;
mod modular;
mod nfa;
mod product;
mod projection;
mod quotient;
mod regular;
mod roads;
mod subset;
mod table;
#[cfg(test)]
mod testing;
mod transitions;
mod union;

pub use crate::budget::{Board, Budget, Limit, Moment, Progress};
pub use condition::Condition;
pub use dfa::Dfa;
pub use dfao::Dfao;
pub use explore::{Bound, Explore, Next, materialize, minimal, shortest, shortest_by_state};
pub use full::full_states;
pub use interner::Interner;
pub use join::Join;
pub use learn::{Teacher, learn};
pub use letter::{Layout, Letter, Moves, Slot, TooWide};
pub use linear_representation::{CountingError, LinearRepresentation, Padding, Rational};
pub use memo::Memo;
pub use nfa::Nfa;
pub use projection::Projection;
pub use roads::{Determinized, Road, determinize, determinize_within};
pub use subset::Subset;
pub use table::Table;
pub use transitions::{Edge, State, Transitions};
pub use union::Union;
