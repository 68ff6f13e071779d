//! filbert decides first-order statements about numbers written in numeration systems, and about the words that
//! automata compute from these representations. It is made for combinatorial games: their P-positions are automata, and
//! that they are stable and absorbing is a statement like any other.
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
//! A [`Session`] decides a [`Statement`], giving a [`Verdict`] or a [`Relation`] of numbers in a [`NumerationSystem`],
//! and finds the [`Kernel`] of a game. `examples/` has programs for each. Without the default feature `cli` the crate
//! has no command line and none of its dependencies. The feature `internals` shows the modules below to the tests, the
//! benchmarks and the program; they may change at any time.
//!
//! # How a statement is decided
//!
//! `theorem k3_stable "?msd_fib Ap,q,r,s ..." from "..." :` goes through these modules. Each uses only modules below it.
//! `api`, above them all, is what other programs see.
//!
//! | module | what happens there |
//! |---|---|
//! | `cli` | `filbert prove`, `eval`, `repl` and the others become calls of the modules below |
//! | `editor` | completes, explains, renames and formats a text that may be half typed |
//! | `verified` | makes of a script the commands of the checker that is proved correct, and has answers found for them |
//! | `atlas` | decides the same properties of many words and games, and writes a script of them |
//! | `explore` | reads facts about a word, a game or a sequence off its values, and proves them |
//! | `report` | turns results into lines for people, JSON for programs, pages and pictures |
//! | `script` | runs a file command by command in a `Session`, which knows the names defined so far (`names`) |
//! | `games` | turns rules into relations, finds kernels by brute force and learning, and proves them with `logic` |
//! | `families` | turns a statement about all parameters, such as all slopes, into one about words, for `logic` |
//! | `logic` | `resolve` looks names up, `rewriter` rewrites, `Engine` builds and searches, `decide` gives the verdict |
//! | `library` | reads and writes stored automata, with a checksum; ships the standard words |
//! | `syntax` | turns text into a tree whose nodes know their places; errors are `Diagnostic`s |
//! | `sequences` | turns linear representations into sequences, and proves what holds for all numbers |
//! | `words` | turns morphisms into words that automata compute |
//! | `numeration` | builds the automaton of `x+y=z` in a `NumerationSystem`, and proves that it adds |
//! | `automata` | automata over tuples of digits, and every algorithm on them |
//! | `disk` | reads files within a budget, and replaces them whole or not at all |
//! | `budget` | limits on time, memory and states, and the cores to share |
//! | `planted` | bugs on purpose, for the soak to find; compiled only with the feature `planted` |
//! | `tuning` | the limits of `families` and of the modules from `logic` down, and why each has its value |
//!
//! The modules from `sequences` down are the crate `filbert-core` in `crates/core`, so that the compiler enforces the
//! layering, and a change above does not rebuild them. They have the same names here. `filbert-answers` in `crates/answers`
//! uses `automata` alone: it finds the answers of certificates for the checker that is proved correct.
//!
//! `syntax` and `budget` use only `tuning`, which uses nothing; `automata` and `disk` use `budget` as well; `words` and
//! `library` do not use `syntax`. Any of them may ask `planted`.
//!
//! Quantifiers: `logic::ir` keeps `E`, `E>=k` (at least k tuples) and `I` (infinitely many); `logic::builder` expresses
//! `A`, `E<=k` and `E=k` by them. `logic::build` builds their automata: it projects for `E`
//! (`automata::algorithms::determinize`), and counts for `E>=k` (`Engine::count`, which calls
//! `automata::counting::runs`). `logic::counting` goes the other way: it recognizes "k different witnesses" written in
//! plain logic. `logic::over_words` says what quantifiers mean for words of digits.
//!
//! # Threads and memory
//!
//! `script::prove` runs several scripts at a time, one on each thread. `budget::Cores` lends spare cores to single
//! constructions in `automata`, whose result is the one that a single thread would give, down to the numbers of states:
//! the head of `automata` says how.
//!
//! Every construction that can grow takes a `budget::Budget`. `Budget::check`, called for each new row, holds the number
//! of states against its limit, and once in a few hundred calls the clock, the memory in use and the interrupt;
//! `check_room` and `check_growth` ask before a large allocation. For products `automata::unfold` calls them, driven by
//! `automata::lazy::materialize`. Where `--spill` gives a folder, an automaton whose rows no longer fit goes on in a file
//! (`automata::spilled`). Beyond a limit a construction returns a `budget::Halt`, and the statement ends as UNKNOWN.
//!
//! # What must be right
//!
//! A TRUE rests on `syntax`, `script` (what names mean), `library`, `words`, `numeration`, `automata`, and `logic` with
//! every tactic: a bug in one can give a wrong TRUE. Statements about games rest also on `games::rules` and on
//! `games::proof` with what it uses, those about all parameters on `families`, those about sequences on `sequences`.
//! `docs/trust.md` says how all of these are tested.
//!
//! Some code only proposes, and what it proposes is proved before it counts. A bug there costs time or an answer:
//! `automata::algorithms::learn`, the search for kernels in `games` (`solver`, `beams`, `systems`), kernels in the cache
//! (`script::kernel_cache`), and the guesses of `sequences::guess` and `script::recursions::candidates`. Likewise every
//! limit in `tuning` only makes a statement slower, larger or undecided.
//!
//! With a certificate a TRUE rests on `checker/` instead, the program `filbert-check`, which shares no code with
//! filbert; for many statements, on `verified/`, a checker proved correct in Coq. `script::certify` writes the automata
//! that a checker needs, `script::sequences` those of sequences, `cli::certificates` the folder. (`filbert certify` is
//! another thing: the proof that a numeration system adds, `numeration::certify`.)
//!
//! # Why a statement is slow
//!
//! `filbert explain` prints `logic::trace`: each automaton with its states, time and memory, and what was given up.
//! `--without TACTIC` switches off a tactic; the head of `logic::tactics` tells which file has which. The head of each
//! file that builds something says what it costs and on what it is bad: look there for the reason.
//! `docs/performance.md` has measurements, `docs/developing.md` what each tactic is worth.
//!
//! # Where a change belongs
//!
//! `docs/developing.md` goes through the usual ones step by step.
//!
//! | change | where |
//! |---|---|
//! | a command | a row of `docs/commands.md`, what it binds in `syntax::name_kind`, a function in `script/commands/` |
//! | a command with its own syntax | also `grammar/script.lalrpop` and `syntax::ast` |
//! | what names mean | `docs/meaning.md`, `script::names`; after a failure `script::transaction` and `undecided` |
//! | a form of formula | `grammar/formula.lalrpop`, `syntax::ast`, `logic::ir` and each pass over it |
//! | a tactic | a file in `logic` and a row in the table of `logic::tactics` |
//! | a numeration system | a file in `numeration` |
//! | a system with a parameter | `numeration::parametric` |
//! | a kind of statement about all parameters | `families` |
//! | a form of equations that define functions | `syntax::recursion` and `script::recursions` |
//! | a clause in the rules of a game | `syntax::game_clause` and `games::Game` |
//! | a faster construction | `automata`, with an oracle that shares no code with it |
//! | a kind of fact to look for | `explore` |
//! | a message | where it is made: a `Diagnostic` knows its place |

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
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod verified;

pub use api::{
    Answer, Completions, Error, ErrorKind, Explored, Fact, Input, Kernel, Language, Limits, LinearRepresentation, Lint,
    NumerationSystem, Progress, Relation, Session, Statement, Table, Tuples, Value, Verdict, Watch, Word,
};
