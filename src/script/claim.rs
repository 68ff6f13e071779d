//! What a command claims, as written in its script.

use crate::syntax::Source;
use crate::syntax::ast::{Command, CommandKind, Quoted};

use super::deferred_definitions::defined;

/// What a statement of a script claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// `theorem`: TRUE.
    True,
    /// `refute`: FALSE.
    False,
    /// `kernel`, `grundy` and `outcomes`: TRUE, of positions that were found or given.
    Kernel,
    /// `eval`: nothing; its verdict is shown and not counted.
    None,
    /// `redundant`: nothing; whether it finds moves is shown and not counted.
    Search,
    /// `guess`: nothing; whether what it found is proved is shown and not counted.
    Guess,
}

impl Claim {
    /// A verdict in a word: `TRUE` or `FALSE`; of a search, which fails with neither, `SOME` or `NONE`; of a guess that is
    /// not proved, `GUESS`.
    pub fn word(self, truth: bool) -> &'static str {
        match (self, truth) {
            (Claim::Search, true) => "SOME",
            (Claim::Search, false) => "NONE",
            (Claim::Guess, false) => "GUESS",
            (_, true) => "TRUE",
            (_, false) => "FALSE",
        }
    }
}

/// A statement of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// Its name.
    pub name: String,
    /// What it claims.
    pub claim: Claim,
    /// What the report shows.
    pub formula: String,
    /// Where it comes from.
    pub citation: Option<String>,
    /// Line on which it begins.
    pub line: usize,
}

/// What a command is called: by what it claims or defines, or by the line on which it begins.
pub(super) fn names_of(source: &Source, command: &Command) -> Vec<String> {
    let mut names: Vec<String> = defined(&command.kind).into_iter().map(str::to_owned).collect();
    names.extend(Claimed::of(source, command).map(|claimed| claimed.name));
    if names.is_empty() {
        names.push(format!("line {}", source.position(command.span.start).line));
    }
    names
}

impl Claimed {
    /// `None` for a command that claims nothing.
    pub(super) fn of(source: &Source, command: &Command) -> Option<Claimed> {
        let whole = command.span;
        let line = source.position(whole.start).line;
        let (name, claim, formula, citation): (String, Claim, _, Option<&Quoted>) = match &command.kind {
            CommandKind::Theorem { name, formula, source } => {
                (name.text.to_string(), Claim::True, formula.span, source.as_ref())
            }
            CommandKind::Refute { name, formula, source } => {
                (name.text.to_string(), Claim::False, formula.span, source.as_ref())
            }
            CommandKind::Cover { name, source, .. } => (name.text.to_string(), Claim::True, whole, source.as_ref()),
            CommandKind::Eval { name, formula, .. } => {
                let name = name.as_ref().map_or_else(|| format!("line {line}"), |name| name.text.to_string());
                (name, Claim::None, formula.span, None)
            }
            CommandKind::Kernel { name, .. }
            | CommandKind::Grundy { name, .. }
            | CommandKind::Outcomes { name, .. } => (name.text.to_string(), Claim::Kernel, whole, None),
            CommandKind::Guess { name, .. } => (name.text.to_string(), Claim::Guess, whole, None),
            CommandKind::Redundant { name: Some(name), .. } => (name.text.to_string(), Claim::Search, whole, None),
            CommandKind::Redundant { name: None, game, .. } => {
                (format!("redundant {}", game.text), Claim::Search, whole, None)
            }
            _ => return None,
        };
        let text = |span| source.slice(span).to_owned();
        Some(Claimed { name, claim, formula: text(formula), citation: citation.map(|quoted| text(quoted.span)), line })
    }
}
