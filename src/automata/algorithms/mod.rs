//! What is computed from stored automata: other automata, words, expressions.

pub mod determinize;
mod expression;
pub mod halves;
mod infinite;
pub mod learn;
mod listing;
mod outputs;
mod quotient;
mod regular;
pub mod universal;
