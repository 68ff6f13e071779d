//! Commands as text, words between spaces and line ends, and answers as text.
//!
//! ```text
//! system STATES (TOP NEXT)*                      the numeration system
//! automaton TRACKS DFA                           a relation by an automaton
//! define N VARIABLE* FORMULA                     a relation by a formula
//! kernel NAME PILES BLOCK MISERE FORMULA         the kernel of a game; `-` is no name
//! theorem NAME FORMULA
//! ```
//!
//! States count from 1 there. Formulas are written in front of their parts: `and F G`, `some X F`, `less T T`. Behind a command come hints
//! for a kernel, `measure`, `by`, `like I` for the relation number I; or its answers, in the notation of certificates, which
//! `verified/text.ml` describes.

mod read;
mod write;

pub use read::{Entry, Malformed, Script, read};
pub use write::{LargeLetter, Notation, automaton, write_answers, write_entry, write_system};
