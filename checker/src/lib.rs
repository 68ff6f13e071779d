//! Checks the certificates that `filbert prove --certify DIR` writes.
//!
//! The folder holds the scripts as they were, and beside each the automata that its definitions and quantifiers are
//! claimed to be. What is checked is the scripts: every statement is read here anew, by code that filbert does not
//! share, and follows from rules that stand in `rules`. See `docs/certificates.md` for the format and why each rule is
//! right.
//!
//! From the text to the verdict: `folder` is read, each `certificate` with its script; of what is shipped what the
//! scripts need is found by `prelude`; `text` is cut into pieces, `command` says what they are, `names` what is known,
//! `tokens` and `formula` read formulas; `core` says what was read, about the `system`s, `machine`s (some of them given
//! as `expression`s and `language`s), `games` and `sums` in it; `product` explores it, which makes a `graph`, and `sets` of its states;
//! `rules` accept claims; `check` goes through the commands. What is said of a `sequence` is read into `linear`
//! representations, whose `values` are compared. What is said of the `bounds` of a sum of `real` multiples is shown
//! with the `roots` and the `field` of a system, its `spectrum`, and the `paths` of the sum, by exact `extremes` or
//! `enclosures`, in `integer`s of any size. That a word is `fixed` by a morphism is shown by induction. Statements
//! about all parameters of one of the `families` are evaluated on their finite parts. `operations` put languages
//! together; a `report` says what was found.
#![forbid(unsafe_code)]

mod alphabet;
mod bounds;
mod certificate;
mod check;
mod clauses;
mod command;
mod core;
mod enclosures;
mod expression;
mod extremes;
mod families;
mod field;
mod fixed;
mod folder;
mod formula;
mod games;
mod graph;
mod growth;
mod induction;
mod integer;
mod language;
mod letters;
mod linear;
mod machine;
mod modular;
mod names;
mod operations;
mod paths;
mod prelude;
mod product;
mod real;
mod recursion;
mod released;
mod report;
mod roots;
mod rules;
mod sequence;
mod sets;
mod spectrum;
mod sums;
mod system;
mod table;
mod term;
mod text;
mod tokens;
mod values;

use std::path::{Path, PathBuf};

pub use released::PRELUDES;
pub use report::{Report, Statement};

/// What is read, or why it cannot be.
type Read<T> = Result<T, String>;

/// Checks a folder; `heard` is called with each statement when it is known.
///
/// # Errors
/// What cannot be read, or is called shipped and is not.
pub fn check(folder: &Path, heard: &mut dyn FnMut(&Statement)) -> Result<Report, String> {
    check_by(folder, &Options::default(), heard).map(|found| found.0)
}

/// What is taken for granted, and how much is done.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether anything may be called shipped: what was found holds if these scripts are what filbert ships.
    pub is_trusting: bool,
    /// Steps after which a command is given up. A step takes some nanoseconds, seldom more than a microsecond.
    pub steps: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { is_trusting: false, steps: 1 << 32 }
    }
}

/// Checks a folder like [`check()`]; also which scripts are called shipped and are not, if that is allowed.
///
/// # Errors
/// What cannot be read, or is called shipped and may not.
pub fn check_by(
    folder: &Path,
    options: &Options,
    heard: &mut dyn FnMut(&Statement),
) -> Result<(Report, Vec<PathBuf>), String> {
    let folder = folder::Folder::open(folder, options.is_trusting)?;
    let strangers = folder.strangers.clone();
    let mut checker = check::Checker::new(folder, options.steps, heard);
    checker.all()?;
    Ok((checker.report, strangers))
}
