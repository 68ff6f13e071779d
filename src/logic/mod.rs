//! From a syntax tree to a verdict.
//!
//! [`resolve()`] looks up names and gives every variable its system; what comes out is the small language of [`ir`].
//! The [`Engine`] rewrites the formula by rules, and joins, projects and searches. [`decide()`]
//! gives the verdict of a closed statement with the numbers that show it, checked by [`evaluate()`] first; [`define`]
//! the relation of an open one. A [`Workspace`] keeps what was built for the statements to come.

#![deny(clippy::cast_possible_truncation, clippy::wildcard_enum_match_arm)]

mod abstract_terms;
mod abstracted;
mod arguments;
mod atoms;
mod bound;
mod bounded;
mod build;
mod builder;
mod comparison;
mod conjunct_order;
mod content;
mod counting;
mod cover;
mod decide;
mod digit_order;
mod engine;
mod environment;
mod evaluate;
mod eventually_periodic_set;
mod evidence;
#[cfg(test)]
mod exercise;
mod few_subsets;
mod frame;
mod induction;
mod interner;
pub mod ir;
mod key;
mod large_coefficients;
mod lazy_body;
mod learned;
mod least_window;
mod linear_elimination;
mod linear_form;
mod linear_projection;
mod linear_system;
pub mod lints;
mod lookup;
mod member_sums;
mod members;
mod over_words;
mod plan;
mod push_bounds;
mod remainder;
mod resolve;
mod reversed_parts;
mod rewriter;
mod rules;
mod show;
mod statement;
mod stored;
mod strategy;
mod substitution;
mod summands;
mod sums_below;
mod tactics;
#[cfg(test)]
mod testing;
mod trace;
mod translation;
mod tuple;
mod turns;
mod unknown;
mod variable_uses;
mod word_cases;
mod word_values;
mod workspace;

pub use build::Built;
pub use comparison::as_atom;
pub use content::{Cache, ContentKey};
pub use cover::{Cover, CoverError, Covered, NoPiece};
pub use decide::{Defined, Verdict, decide, define, define_words};
pub use engine::{Assignment, Engine};
pub use environment::{Environment, Function, FunctionKind};
pub use evaluate::holds as evaluate;
pub use evidence::{Answer, DecideError, Example};
pub use lookup::{called, indexed};
pub use resolve::resolve;
pub use statement::{Leading, ResolveError, Statement};
pub use sums_below::{BySums, by_sums};
pub use tactics::{Tactic, Tactics};
pub use trace::{GivenUp, Input, Method, Share, Step};
pub use tuple::Value;
pub use variable_uses::Tuples;
pub use workspace::Workspace;
