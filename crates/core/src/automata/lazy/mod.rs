//! Automata whose states are found when they are asked for, and what is made of them.
//!
//! `materialize` builds one whole, within a budget: it ends there, row by row, at a limit. `search` looks for a word that
//! is accepted. `rows` has the rows of several states found by several threads.

pub mod automaton;
pub mod guard;
pub mod materialize;
pub mod memo;
pub mod product;
pub mod projection;
mod rows;
pub mod search;
mod sets;
pub mod simulation;
pub mod steps;
pub mod stored;
pub mod subset;
pub mod union;
