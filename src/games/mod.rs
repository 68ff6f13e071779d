//! Combinatorial games: from the rules to the P-positions, proved.
//!
//! A [`Game`] is a relation between positions and options that every play follows for finitely many moves. A [`Solver`]
//! knows the values of positions in a box by brute force; [`find`] learns the kernel from it and proves it by
//! [`refutation`]; [`check`] proves a candidate. Where the players have moves of their own, it is a [`Partizan`].
//! [`redundant()`] tells which moves could be left out: a [`MoveFamily`], by the positions that have no other winning
//! move.

mod arithmetic;
mod beams;
mod bitset_solver;
mod candidate;
mod cells;
mod columns;
mod found;
mod kernel;
mod killed;
mod lines;
mod move_family;
mod moves;
mod options;
mod partizan;
mod pieces;
mod position;
mod proof;
mod redundant;
mod removal;
mod rows;
mod rules;
mod sole_moves;
mod solver;
mod strips;
mod symmetry;
mod systems;
mod table;
mod winning_move;

pub use beams::{Beam, beams};
pub use candidate::{Refutation, check};
pub use columns::{Column, ColumnsError, columns};
pub use found::Found;
pub use kernel::{Kernel, MOST_QUESTIONS, MOST_STATES, Unfinished, find};
pub use lines::lines;
pub use move_family::{MoveFamily, line_family};
pub use partizan::{NoOutcomes, Outcomes, Partizan, partizan_outcomes};
pub use position::{Outcome, Player, brute_force, outcomes};
pub use proof::{Failing, refutation};
pub use redundant::{Redundant, redundant, redundant_lines};
pub use rules::{Coefficients, Game, GameError, Position, Rules, shown};
pub use sole_moves::SoleMoves;
pub use solver::{LARGEST_LAYER, MOST_CELLS, Solver};
pub use systems::{End, Solution, Trial, Tried, Unsolved, find_anywhere, look_anywhere};
pub use table::{Table, TableError};
