//! What filbert ships: which scripts may be called shipped, and what of them a folder needs.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::Read;
use crate::command::{Command, commands};
use crate::folder::Folder;
use crate::names::bare;
use crate::text::{mentions, name_length};

/// The commands of what is shipped on which the scripts of a folder depend: those that bind a name which stands in one of
/// them, or in a command that is needed. The others need not be checked, and their names are not known.
pub struct Needed(HashSet<(PathBuf, usize)>);

/// A command of a shipped script, with its text and where it stands.
struct Shipped {
    path: PathBuf,
    number: usize,
    command: Command,
}

impl Needed {
    pub fn by(folder: &Folder) -> Read<Needed> {
        let (mut texts, mut left) = (Vec::new(), Vec::new());
        for script in &folder.scripts {
            let text = folder.text(script)?;
            if script.is_shipped {
                let all = commands(&text).into_iter().enumerate();
                left.extend(all.map(|(number, command)| Shipped { path: script.path.clone(), number, command }));
            } else {
                texts.push(text);
            }
        }
        // A macro may put a name together of pieces.
        let is_glued = |text: &String| {
            text.match_indices('%').any(|(at, _)| {
                let after = text[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
                name_length(after) > 0 || text[..at].ends_with(|c: char| c == '_' || c.is_ascii_alphanumeric())
            })
        };
        let are_all = texts.iter().any(is_glued);
        let mut needed = HashSet::new();
        while let Some(text) = texts.pop() {
            let (now, rest) = left.into_iter().partition(|shipped: &Shipped| {
                are_all
                    || shipped.command.binds().is_none_or(|names| names.iter().any(|name| mentions(&text, bare(name))))
            });
            left = rest;
            for Shipped { path, number, command } in now {
                texts.push(command.text());
                needed.insert((path, number));
            }
        }
        Ok(Needed(needed))
    }

    pub fn is_needed(&self, path: &Path, number: usize) -> bool {
        self.0.contains(&(path.to_owned(), number))
    }

    pub fn has_some_of(&self, path: &Path) -> bool {
        self.0.iter().any(|(script, _)| script == path)
    }
}
