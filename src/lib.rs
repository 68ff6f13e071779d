//! filbert decides first-order statements about numbers written in numeration systems, and about the words that
//! automata compute from such representations. It is made for combinatorial games: their P-positions are automata, and
//! that these are stable and absorbing is a statement like any other.
//!
//! # The way of a statement
//!
//! `theorem k3_stable "?msd_fib Ap,q,r,s ..." from "..." :` goes through these modules, each using only those below it:
//!
//! | module | what happens there |
//! |---|---|
//! | [`cli`] | `filbert prove`, `eval`, `repl`, `walnut`, `show`, `position`, `certify` and the others become calls of the modules below |
//! | [`report`] | results become lines for people, JSON for programs, pages and pictures |
//! | [`script`] | a file is run command by command in a [`Session`](script::Session), which knows the names defined so far |
//! | [`games`] | the rules of a game become a relation, brute force and learning find its kernel, and the proof that it is stable and absorbing goes to `logic` |
//! | [`logic`] | [`resolve`](logic::resolve) looks names up, [`prepare`](logic::prepare) moves quantifiers down, the [`Engine`](logic::Engine) joins, projects and searches, [`decide`](logic::decide) gives the verdict with the numbers that show it |
//! | [`library`] | stored automata are read, written and sealed; the standard words are shipped |
//! | [`syntax`] | text becomes a tree whose every node has its span; errors become [`Diagnostic`](syntax::Diagnostic)s |
//! | [`words`] | morphisms become words that automata compute |
//! | [`numeration`] | a [`NumerationSystem`](numeration::NumerationSystem) turns `x+y=z` into an automaton, and proves of itself that it adds |
//! | [`automata`] | automata over tuples of digits, and every algorithm on them |
//! | [`budget`] | what a computation may use, and how far it has come |
//! | [`planted`] | bugs on purpose, compiled only to be found by the soak |
//!
//! `syntax` and `budget` use no other module, `automata` uses `budget` alone; `words` and `library` do not use `syntax`.
//!
//! The folder `examples/` has programs that decide a statement, find the kernel of a game and list a relation. Without the feature
//! `cli`, which is on by default, the crate has no command line and none of its dependencies.
//!
//! # Where a change belongs
//!
//! A new command: a row of the table in `syntax/commands.rs` and a function in `script/commands/`; one with a form of its own also
//! `grammar/script.lalrpop` and [`syntax::ast`]. A new form of formula:
//! `grammar/formula.lalrpop`, [`syntax::ast`], [`logic::ir`] and each pass over it. A new numeration system: [`numeration`], one file. A faster
//! construction: [`automata`], with an oracle that shares no code with it. What a message says: where it is made, for a
//! [`Diagnostic`](syntax::Diagnostic) knows its place.
//!
//! ```
//! use filbert::script::{Effect, Session};
//! use filbert::syntax::Source;
//!
//! let run = Session::new().answer(&Source::new("statement", "?msd_fib Ax Ey x=2*y")).unwrap();
//! let Effect::Verdict(verdict) = run.effect else { panic!("a closed statement") };
//! assert!(!verdict.truth);
//! assert_eq!(verdict.example.unwrap(), [("x".into(), 1u32.into())]);
//! ```

pub mod automata;
pub mod budget;
#[cfg(feature = "cli")]
pub mod cli;
pub mod games;
pub mod library;
pub mod logic;
pub mod numeration;
pub mod planted;
pub mod report;
pub mod script;
pub mod syntax;
pub mod words;
