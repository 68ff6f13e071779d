//! How many: runs of an automaton, capped or exact.

pub mod linear_representation;
mod modular;
pub mod rational;
mod runs;
