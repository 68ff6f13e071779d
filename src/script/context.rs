//! Definitions that wait until something names them: what each defines, and what a text names.
//!
//! What a text names is read off its words, without regard to what they mean there, so that more may be run than is
//! needed, never less.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Argument, ArgumentKind, Source};

use super::outcome::CommandError;

/// Definitions that wait.
#[derive(Default)]
pub(super) struct Context {
    /// In the order in which they stand; `None` once they ran.
    pub(super) waiting: Vec<Option<Waiting>>,
    /// Those that define a name.
    by_name: HashMap<String, Vec<usize>>,
    /// Files read so far.
    pub(super) read: BTreeSet<PathBuf>,
    /// Names whose definitions failed, and why.
    pub(super) failed: HashMap<String, CommandError>,
}

/// A definition that waits.
pub(super) struct Waiting {
    pub(super) source: Source,
    pub(super) command: Command,
    pub(super) file: PathBuf,
}

impl Context {
    pub(super) fn wait(&mut self, waiting: Waiting) {
        for name in defined(&waiting.command.kind) {
            self.by_name.entry(name.to_owned()).or_default().push(self.waiting.len());
        }
        self.waiting.push(Some(waiting));
    }

    /// Takes what a text needs out of what waits, in its order.
    pub(super) fn needed(&mut self, text: &str, own: &[&str]) -> Vec<Waiting> {
        if self.by_name.is_empty() {
            return Vec::new();
        }
        let mut found: BTreeSet<usize> = BTreeSet::new();
        let mut texts = vec![(text.to_owned(), own.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())];
        while let Some((text, own)) = texts.pop() {
            for name in names_in(&text).filter(|name| !own.iter().any(|own| own == name)) {
                for &place in self.by_name.get(name).into_iter().flatten() {
                    let Some(waiting) = &self.waiting[place] else { continue };
                    if found.insert(place) {
                        let own = defined(&waiting.command.kind).into_iter().map(str::to_owned).collect();
                        texts.push((waiting.source.slice(waiting.command.span).to_owned(), own));
                    }
                }
            }
        }
        found.into_iter().filter_map(|place| self.waiting[place].take()).collect()
    }

    /// What is defined anew waits no more.
    pub(super) fn hide(&mut self, command: &CommandKind) {
        if self.by_name.is_empty() {
            return;
        }
        for name in defined(command) {
            self.failed.remove(name);
            self.by_name.remove(name);
        }
    }
}

/// The words of a text that may name something: also what follows the digit order of a numeration system, and what
/// stands before the number of a Sprague-Grundy value.
pub(super) fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic())).flat_map(|word| {
        let system = word.strip_prefix("msd_").or_else(|| word.strip_prefix("lsd_"));
        let values = word.trim_end_matches(|digit: char| digit.is_ascii_digit()).strip_suffix('_');
        [Some(word), system, values].into_iter().flatten()
    })
}

/// The names that a command defines.
pub fn defined(command: &CommandKind) -> Vec<&str> {
    match command {
        CommandKind::Def { name, .. }
        | CommandKind::Eval { name: Some(name), .. }
        | CommandKind::Reg { name, .. }
        | CommandKind::Macro { name, .. }
        | CommandKind::Morphism { name, .. }
        | CommandKind::Promote { name, .. }
        | CommandKind::Word { name, .. }
        | CommandKind::WordBy { name, .. }
        | CommandKind::Numeration { name, .. }
        | CommandKind::Game { name, .. }
        | CommandKind::Kernel { name, .. }
        | CommandKind::Grundy { name, .. } => vec![&name.text],
        CommandKind::Builtin { builtin, arguments } if builtin.defines() => {
            arguments.first().map(|argument| argument.text.trim_start_matches('$')).into_iter().collect()
        }
        CommandKind::Builtin { .. }
        | CommandKind::Eval { name: None, .. }
        | CommandKind::Theorem { .. }
        | CommandKind::Cover { .. }
        | CommandKind::Refute { .. }
        | CommandKind::Include { .. }
        | CommandKind::Load { .. }
        | CommandKind::Redundant { .. }
        | CommandKind::Quit => Vec::new(),
    }
}

/// The path of a `use`.
pub(super) fn path_of(arguments: &[Argument]) -> Option<&str> {
    let quoted = arguments.first().filter(|argument| argument.kind == ArgumentKind::Quoted)?;
    quoted.text.strip_prefix('"')?.strip_suffix('"')
}
