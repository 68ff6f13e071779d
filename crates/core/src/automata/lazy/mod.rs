//! Automata whose states are found when they are asked for, and what is made of them.

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
