//! How many: runs of an automaton, capped or exact; and linear representations, which are sums over its runs.

mod block_matrix;
pub mod cone;
mod evaluate;
mod field;
mod hankel;
pub mod image;
mod invariant;
pub mod linear_representation;
mod matrix;
mod modular;
pub mod positive;
pub mod rational;
mod runs;
pub mod search;
pub mod space;
pub mod sparse;
pub mod support;
