//! Checks the certificates that `filbert prove --certify DIR` writes.
//!
//! The folder holds the scripts as they were, and beside each the automata that its definitions and quantifiers are
//! claimed to be. What is checked is the scripts: every statement is read here anew, by code that filbert does not share,
//! and follows from rules that stand in `rules`. See `docs/certificates.md` for the format and why each rule is right.
//!
//! `text` reads scripts and tokens; `core` says what formulas mean, and `formula` and `sum` read them; `system`, `machine`,
//! `names` and `words` are what they speak of; `product` explores combinations of automata; `rules` accepts claims;
//! `check` goes through the commands.
#![forbid(unsafe_code)]

mod check;
mod core;
mod formula;
mod machine;
mod names;
mod product;
mod rules;
mod sum;
mod system;
mod text;
mod words;

use std::path::{Path, PathBuf};

pub use check::{Report, Statement};

/// What is read, or why it cannot be.
type Read<T> = Result<T, String>;

/// Checks a folder; `heard` is called with each statement when it is known.
///
/// # Errors
/// What cannot be read.
pub fn check(folder: &Path, heard: &mut dyn FnMut(&Statement)) -> Result<Report, String> {
    let manifest = folder.join("manifest");
    let text = std::fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
    let mut lines = text.lines();
    if lines.next() != Some("filbert certificates 1") {
        return Err(format!("{}: no folder of certificates that this checker reads", manifest.display()));
    }
    let (mut scripts, mut shipped) = (Vec::new(), Vec::new());
    for line in lines {
        match line.split_once(' ') {
            Some(("script", path)) => scripts.push(PathBuf::from(path)),
            Some(("shipped", path)) => shipped.push(PathBuf::from(path)),
            _ => return Err(format!("{}: `{line}` is not read", manifest.display())),
        }
    }
    let mut checker = check::Checker::new(folder, heard);
    checker.all(&scripts, &shipped)?;
    Ok(checker.report)
}
