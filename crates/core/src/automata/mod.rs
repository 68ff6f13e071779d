//! Automata over tuples of digits, and every algorithm on them. Knows no numbers and no logic.
//!
//! [`Dfa`], [`Nfa`] and [`Dfao`] are stored automata: partial, with one sorted row of [`Transitions`] a state and
//! letters packed by a [`Layout`]. Everything that combines automata is a [`LazyAutomaton`], one whose states are found
//! on demand: [`Product`] (conjunction), [`Union`], [`Subset`] (determinization); these stand in `lazy`. It is built
//! whole by [`materialize`] or searched by [`shortest`]. What is computed from stored automata stands in `algorithms`
//! and `counting`. Every construction that can grow takes a [`Budget`](crate::budget::Budget); what is built whole is a
//! work-list of one kind, [`unfold()`].
//!
//! Several cores: `budget::Cores` lends them, `parallel` and `lazy::rows` cut the work into pieces, `overlay` and
//! `interner::together` merge what the threads found, numbering states exactly as a single thread would.
//!
//! Words are read from their first letter on; whether that is the most significant digit is not known here.

#![deny(clippy::cast_possible_truncation)]

mod algorithms;
mod by_letter;
mod counting;
mod dfa;
mod dfao;
mod fingerprint;
mod first_occurrences;
mod graph;
mod interner;
mod lazy;
mod letter;
mod letters;
mod minimize;
mod moore;
mod nfa;
mod output;
mod overlay;
mod parallel;
mod predecessors;
mod spilled;
#[cfg(test)]
mod testing;
mod transitions;
mod unfold;

pub use algorithms::determinize::{Determinized, Reversed, SubsetConstruction, determinize, determinize_within};
pub use algorithms::learn::{Classification, Teacher, learn};
pub use algorithms::listing::Words;
pub use algorithms::mirrored::MirroredWords;
pub use algorithms::residuals::{Sample, Suggestion};
pub use algorithms::split_membership::{Prefix, Spelled, SplitMembership, Suffix};
pub use algorithms::universal::universal_states;
pub use counting::cone::{Invariant, Sign};
pub use counting::image::Image;
pub use counting::linear_representation::{CountingError, LinearRepresentation, Padding};
pub use counting::positive::Weighted;
pub use counting::rational::Rational;
pub use counting::search::Seen;
pub use counting::space::Space;
pub use counting::sparse::Factor;
pub use counting::support::Support;
pub use dfa::Dfa;
pub use dfao::Dfao;
pub use interner::{Batch, Interner, State, States, index, number, place};
pub use lazy::automaton::{Bound, LazyAutomaton, Next};
pub use lazy::guard::Guard;
pub use lazy::materialize::{materialize, minimal, minimized, minimized_within};
pub use lazy::memo::Memo;
pub use lazy::product::Product;
pub use lazy::projection::Projection;
pub use lazy::search::{AcceptedWords, accepted_words, shortest};
pub use lazy::stored::StoredAutomaton;
pub use lazy::subset::Subset;
pub use lazy::union::Union;
pub use letter::{Layout, Letter, Moves, Slot, TooWide, Track};
pub use moore::Moore;
pub use nfa::Nfa;
pub use output::Output;
pub use overlay::{Blocks, Found, Overlay, Renumbered};
pub use transitions::{Edge, LetterRow, Transitions};
pub use unfold::{Keys, unfold};
