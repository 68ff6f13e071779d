//! What is computed from stored automata: other automata, words, expressions.

pub mod determinize;
mod expression;
mod finite;
mod infinite;
pub mod learn;
pub mod listing;
pub mod mirrored;
mod outputs;
mod quotient;
mod regular;
pub mod residuals;
pub mod split_membership;
pub mod universal;
