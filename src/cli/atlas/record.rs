//! What is remembered of an entry that was made: what the table shows, and from what it was made.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::disk::{read_given, write_atomically};

/// What is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    /// The hash of all that the entry was made from; nothing while it is being made.
    pub(super) key: String,
    /// Whether each property holds, nothing if that is not decided; those that cannot be stated are missing.
    pub(super) verdicts: BTreeMap<String, Option<bool>>,
    /// How many theorems are proved.
    pub(super) theorems: usize,
    /// The first letters or P-positions.
    pub(super) first: String,
    /// The hash of the automaton.
    pub(super) automaton: String,
    /// The words that its facts speak of.
    pub(super) related: Vec<String>,
}

impl Record {
    /// The record in a file, if it is one.
    pub(super) fn read(path: &Path, budget: &Budget) -> Option<Record> {
        serde_json::from_str(&read_given(path, budget).ok()?).ok()
    }

    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&self, path: &Path) -> Result<(), String> {
        let text = serde_json::to_string_pretty(self).expect("a record is text and numbers") + "\n";
        write_atomically(path, text).map_err(|why| format!("{}: {why}", path.display()))
    }
}
