//! Every limit of `families` and of the modules from `logic` down: how much is tried, built, kept, read or shown, and
//! where one algorithm gives way to another. One file a module, in it one module a topic;
//! `use crate::tuning::automata::determinize;` makes `determinize::FORWARD_EDGES` at the place of use.
//!
//! A name says what is bounded, with its unit. The comment says why the value is what it is and names the benchmark on
//! which it was chosen, in `benches/` or a script of `proofs/`; "not measured" says that it was not compared with
//! others. No limit is part of what a statement means: another value makes a statement slower, larger or undecided.
//! Limits that keep arithmetic inside machine integers say so; beyond them sums are checked in release builds too. A
//! few limits are smaller in the tests of the crate itself, so that small inputs go every way.
//!
//! Sentinels, tags, tables and facts of arithmetic stand where they are used. `tests/suite/tuning.rs` reads the source
//! for limits that stand elsewhere.

pub mod automata;
pub mod budget;
pub mod counting;
pub mod disk;
pub mod families;
pub mod library;
pub mod logic;
pub mod numeration;
pub mod sequences;
pub mod syntax;
pub mod verified;
pub mod words;

/// Bytes of the stack of each thread that works on statements: formulas nest as deeply as `logic::nesting` allows, and
/// conditions are stepped as deeply. Pages that are not used cost nothing. Not measured.
pub const STACK_BYTES: usize = 256 << 20;

/// Letters of all tracks together, or transitions that one edge or line stands for, beyond which no list of them is
/// begun: one state would have as many edges, some tens of megabytes. Not measured.
pub const LISTED_LETTERS: u64 = 1 << 22;
