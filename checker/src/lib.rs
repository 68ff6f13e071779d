//! Checks the certificates that `filbert prove --certify DIR` writes.
//!
//! The folder holds the scripts as they were, and beside each the automata that its definitions and quantifiers are
//! claimed to be. What is checked is the scripts: every statement is read here anew, by code that filbert does not share,
//! and follows from rules that stand in `rules`. See `docs/certificates.md` for the format and why each rule is right.
//!
//! From the text to the verdict: `folder`, `script`, `formula` read; `core` says what was read, about the `system`s,
//! `machine`s (some of them given as `language`s) and `sums` in it; `product` explores it, which makes a `graph`, and
//! `sets` of its states; `rules` accept claims; `check` goes through the commands. What is said of a `sequence` is read into
//! `linear` representations, whose `values` are compared.
#![forbid(unsafe_code)]

mod check;
mod core;
mod folder;
mod formula;
mod graph;
mod language;
mod linear;
mod machine;
mod modular;
mod product;
mod rules;
mod script;
mod sequence;
mod sets;
mod sums;
mod system;
mod table;
mod values;

use std::path::Path;

pub use check::{Report, Statement};

/// What is read, or why it cannot be.
type Read<T> = Result<T, String>;

/// Checks a folder; `heard` is called with each statement when it is known.
///
/// # Errors
/// What cannot be read.
pub fn check(folder: &Path, heard: &mut dyn FnMut(&Statement)) -> Result<Report, String> {
    let mut checker = check::Checker::new(folder::Folder::open(folder)?, heard);
    checker.all()?;
    Ok(checker.report)
}
