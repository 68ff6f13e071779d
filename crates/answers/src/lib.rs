//! Finds the answers with which the checker in `verified/`, which is proved correct, accepts a statement.
//!
//! The checker is given commands, which are formulas with numbered variables and relations, and for each command a list of answers:
//! automata for its quantifiers, and how it is to be taken apart. It explores again what they claim, so nothing here has to be
//! believed. [`find`] searches for them; [`formula`] has the commands, [`text`] their text.

// Who reads this documentation works on the crate: it is made with private items.
#![allow(rustdoc::private_intra_doc_links)]

pub mod answer;
mod compile;
mod equation;
mod explore;
pub mod formula;
mod kernel;
mod linear;
mod machine;
mod memo;
mod packing;
mod pieces;
mod prove;
mod rewrite;
mod search;
mod sets;
mod skeleton;
mod stop;
mod strategy;
mod structure;
pub mod text;
pub mod tuning;

pub use search::{Found, NotFound, find};
pub use stop::GoOn;
pub use tuning::Limits;
