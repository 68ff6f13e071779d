//! Regular sequences: functions from tuples of numbers to rational numbers that linear representations compute.
//!
//! Allouche and Shallit, "The ring of k-regular sequences" (1992), for bases; the same holds wherever the
//! representations of numbers are regular. [`Sequence`] is closed under sum, product and scaling, and under sums over
//! the tuples of a relation, of which shifts, compositions and convolutions are cases. [`compare`](Sequence::compare)
//! and its kin prove what holds for all numbers, or find the first for which it does not.

mod claim;
mod graph;
mod growth;
mod guess;
mod powers;
mod sequence;
mod witness;
mod word;

pub use claim::{Finding, Shape, Unproved};
pub use growth::{Bounds, Decimal, Growth};
pub use guess::{Guessed, guess_sequence, polynomial};
pub use powers::GeneratingFunction;
pub use sequence::{Sequence, SequenceError, everything, widened};
pub use word::{DigitAutomaton, Values};
