//! filbert decides first-order statements about numbers written in numeration systems, and about the words that
//! automata compute from such representations. It is made for combinatorial games: their P-positions are automata, and
//! that these are stable and absorbing is a statement like any other.
//!
//! ```
//! use filbert::Session;
//!
//! let verdict = Session::new().decide(&"?msd_fib Ax Ey x=2*y".parse()?)?;
//! assert!(!verdict.is_true());
//! assert_eq!(verdict.example(), [("x".to_owned(), 1.into())]);
//! # Ok::<(), filbert::Error>(())
//! ```
//!
//! What other programs may use is listed below: a [`Session`] decides a [`Statement`], giving a [`Verdict`] or a
//! [`Relation`] of numbers in a [`NumerationSystem`], and finds the [`Kernel`] of a game. The folder `examples/` has
//! programs that decide a statement, find the kernel of a game and list a relation. Without the feature `cli`, which is
//! on by default, the crate has no command line and none of its dependencies. The feature `internals` shows the modules
//! below to the tests, the benchmarks and the program; they may change at any time.
//!
//! # The way of a statement
//!
//! `theorem k3_stable "?msd_fib Ap,q,r,s ..." from "..." :` goes through these modules, each using only those below it;
//! `api`, on top of them all, is what other programs see:
//!
//! | module | what happens there |
//! |---|---|
//! | `cli` | `filbert prove`, `eval`, `repl`, `walnut`, `show`, `position`, `certify` and the others become calls of the modules below |
//! | `editor` | a text that may be half typed is completed, explained, renamed in, formatted |
//! | `atlas` | of each of many words and games the same properties are decided, and a script of them is written |
//! | `explore` | facts about a word, a game or a sequence are read off its values, and proved |
//! | `report` | results become lines for people, JSON for programs, pages and pictures |
//! | `script` | a file is run command by command in a `Session`, which knows the names defined so far |
//! | `games` | the rules of a game become a relation or a condition on numbers, brute force and learning find its kernel, and the proof that it is stable and absorbing goes to `logic` |
//! | `families` | a statement about all parameters, as all slopes, becomes one about words of blocks and digits, which goes to `logic` |
//! | `logic` | `resolve` looks names up, rules of `rewriter` move quantifiers down, the `Engine` joins, projects and searches, `decide` gives the verdict with the numbers that show it |
//! | `library` | stored automata are read and written, with a checksum; the standard words are shipped |
//! | `syntax` | text becomes a tree whose every node has its span; errors become `Diagnostic`s |
//! | `sequences` | linear representations become sequences, and what holds of them for all numbers is proved |
//! | `words` | morphisms become words that automata compute |
//! | `numeration` | a `NumerationSystem` turns `x+y=z` into an automaton, and proves of itself that it adds |
//! | `automata` | automata over tuples of digits, and every algorithm on them |
//! | `disk` | files are read within a budget, and replaced whole or not at all |
//! | `budget` | what a computation may use, and how far it has come |
//! | `planted` | bugs on purpose, compiled only to be found by the soak |
//! | `tuning` | every limit of `families` and of the modules from `logic` down: what it bounds, its unit, why it has this value |
//!
//! Those from `sequences` down are the crate `filbert-core` in `crates/core`, so that the compiler keeps them below the others,
//! and a change above them leaves them as they are built. They have the names here that they have there.
//!
//! `syntax` and `budget` use no other module but `tuning`, which uses none; `automata` and `disk` use `budget` beside it;
//! `words` and `library` do not use `syntax`. Any of them may ask `planted`, which does nothing in a program.
//!
//! # What a verdict rests on
//!
//! A TRUE rests on `syntax`, on `logic` with every tactic, on `numeration` and on `automata`. What is learned or guessed is
//! proved before it counts, and `tuning` decides only how long that takes. With a certificate it rests on `checker/`, the
//! program `filbert-check`, which shares no code with these: `script::certify` writes the automata that it needs for each
//! statement. (`filbert certify` is another thing: the proof that a numeration system adds, `numeration::certify`.)
//!
//! # Why a statement is slow
//!
//! `filbert explain` prints `logic::trace`: each automaton with its states, time and memory, and what was given up.
//! `--without TACTIC` switches a tactic of `logic::tactics` off.
//!
//! # Where a change belongs
//!
//! A new command: a row of the table in `docs/commands.md`, what it binds in `syntax::name_kind`, and a function in
//! `script/commands/`; one with a form of its own also `grammar/script.lalrpop` and `syntax::ast`. What names mean, when
//! and until when: `docs/meaning.md`, and `script::transaction` for failures. A new form of formula:
//! `grammar/formula.lalrpop`, `syntax::ast`, `logic::ir` and each pass over it. A new numeration system: `numeration`, one
//! file. A form of equations that define functions: `syntax::recursion` and `script::recursions`. A clause of the rules of a
//! game: `syntax::game_clause` and `games::Game`. A new kind of statement about all parameters: `families`; another system with a
//! parameter: `numeration::parametric`. A tactic: a row of `logic::rules`, or a file beside it, and a row of
//! `logic::tactics`; `docs/developing.md` goes through one. A faster construction: `automata`, with an
//! oracle that shares no code with it. A new kind of fact to look for: `explore`. What a message says: where it is made, for a
//! `Diagnostic` knows its place.

// What only the program, the tests and the benchmarks use is not dead, though the library alone does not reach it.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unused_imports))]

mod api;
#[cfg(not(feature = "internals"))]
use filbert_core::{automata, budget, disk, numeration, planted, sequences, tuning, words};
#[cfg(feature = "internals")]
#[doc(hidden)]
pub use filbert_core::{automata, budget, disk, numeration, planted, sequences, tuning, words};
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod atlas;
#[cfg(not(feature = "internals"))]
mod atlas;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod editor;
#[cfg(not(feature = "internals"))]
mod editor;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod explore;
#[cfg(not(feature = "internals"))]
mod explore;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod families;
#[cfg(not(feature = "internals"))]
mod families;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod games;
#[cfg(not(feature = "internals"))]
mod games;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod library;
#[cfg(not(feature = "internals"))]
mod library;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod logic;
#[cfg(not(feature = "internals"))]
mod logic;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod report;
#[cfg(not(feature = "internals"))]
mod report;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod script;
#[cfg(not(feature = "internals"))]
mod script;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod syntax;
#[cfg(not(feature = "internals"))]
mod syntax;

pub use api::{
    Answer, Completions, Error, ErrorKind, Explored, Fact, Input, Kernel, Language, Limits, LinearRepresentation, Lint,
    NumerationSystem, Progress, Relation, Session, Statement, Table, Tuples, Value, Verdict, Watch, Word,
};
