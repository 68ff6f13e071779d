//! What was found of the statements of a folder.

use std::path::PathBuf;

use crate::Read;
use crate::core::Claims;

/// What was found of the statements of a folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// Statements that are what they say.
    pub proved: usize,
    /// Statements for which that is not shown, and commands that cannot be read.
    pub failed: usize,
    /// Automata that were checked.
    pub claims: usize,
}

impl Report {
    /// Counts the claims on a command, which must all have been needed.
    pub fn count(&mut self, checked: usize, claims: &Claims) -> Read<()> {
        self.claims += checked;
        if checked == claims.len() { Ok(()) } else { Err("a claim that no statement needs".into()) }
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} checked, {} not checked, {} claims", self.proved, self.failed, self.claims)
    }
}

/// A statement, or another command that could not be checked.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The script.
    pub path: PathBuf,
    /// The line on which it begins.
    pub line: usize,
    /// The command and the name.
    pub name: String,
    /// Why it is not shown to be what it says.
    pub outcome: Result<(), String>,
}

impl std::fmt::Display for Statement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.outcome {
            Ok(()) => write!(f, "checked      {}:{}  {}", self.path.display(), self.line, self.name),
            Err(why) => write!(f, "NOT CHECKED  {}:{}  {}: {why}", self.path.display(), self.line, self.name),
        }
    }
}
