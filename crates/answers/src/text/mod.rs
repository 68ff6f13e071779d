//! Commands and answers as text, in the format of `verified/text.ml`: words between spaces and line ends.
//!
//! ```text
//! system STATES (TOP NEXT)*                      the numeration system
//! automaton TRACKS DFA                           a relation by an automaton
//! define N VARIABLE* FORMULA                     a relation by a formula
//! kernel NAME PILES BLOCK MISERE FORMULA         the kernel of a game; `-` is no name
//! theorem NAME FORMULA
//! ```
//!
//! After a command come its answers, or, before there are any, hints for a kernel: `measure`, `by`, `like I` for the relation number I.
//! States of a DFA count from 1 there. Formulas are written in front of their parts: `and F G`, `some X F`, `less T T`.

mod read;
mod write;

pub use read::{Entry, Malformed, Script, read};
pub use write::{write_answers, write_entry, write_system};
