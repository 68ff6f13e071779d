//! Numeration systems with a parameter: a word without end, of which each finite part has numbers of its own.
//!
//! A parameter is divided into *blocks*, the least significant one last: each letter is one, or each ends with a letter
//! that closes it. Its last k blocks are a *part*. A number of a part is a word as long, divided likewise; more blocks
//! of the parameter in front leave it the number that it is, with zeros before it. [`ParametricSystem::sturmian`] are
//! the Ostrowski systems of all slopes at once ([`every_slope`]), [`ParametricSystem::paperfolding`] is base 2 beside a
//! word of unfolding instructions. [`ParametricSystem::new`] takes numbers, order and sum as automata, and proves of
//! them what everything else here rests on ([`ParametricError`] says what fails); sums with coefficients are built of
//! those.
//!
//! What further blocks change is asked by [`settled`](Parameters::settled), [`reach`](Parameters::reach) and their
//! neighbours: that a statement about all parameters is decided comes down to these.

mod arithmetic;
mod axioms;
mod build;
mod instances;
mod leading;
mod parameters;
mod parts;
mod system;

#[cfg(doc)]
use super::every_slope;

pub use axioms::{ParametricError, certify_sturmian};
pub use instances::paperfolding_words;
pub use parameters::Parameters;
pub use parts::Part;
pub use system::ParametricSystem;
