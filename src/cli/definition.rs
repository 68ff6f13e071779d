//! What a script says of a name, in the notation of papers: a theorem, a definition, the rules of a game.

use std::path::{Path, PathBuf};

use crate::budget::Budget;
use crate::disk::read_given;
use crate::report::notation::{Latex, written};
use crate::script::{Session, script_files};
use crate::syntax::{Command, CommandKind, Source, parse_script};

use super::drawing_of_messages;

/// What the first of these scripts that has the name says of it; `None` if none has, or says it in no formula.
///
/// # Errors
/// What is wrong in what it says.
pub(super) fn in_scripts(
    session: &mut Session,
    places: &[PathBuf],
    name: &str,
    budget: &Budget,
) -> Result<Option<String>, String> {
    for path in script_files(places).unwrap_or_default() {
        if let Some(written) = in_script(session, &path, name, budget)? {
            return Ok(Some(written));
        }
    }
    Ok(None)
}

fn in_script(session: &mut Session, path: &Path, name: &str, budget: &Budget) -> Result<Option<String>, String> {
    let Ok(text) = read_given(path, budget) else { return Ok(None) };
    let source = Source::new(path.display().to_string(), text);
    let (commands, _) = parse_script(&source);
    let Some(command) = commands.iter().find(|command| names(command, name)) else { return Ok(None) };
    let found = session.written(&source, command).map_err(|error| error.render(drawing_of_messages()))?;
    Ok(found.map(|found| format!("${}$\n", written(&found, &Latex))))
}

/// Whether a command says what its name stands for.
fn names(command: &Command, wanted: &str) -> bool {
    match &command.kind {
        CommandKind::Theorem { name, .. }
        | CommandKind::Refute { name, .. }
        | CommandKind::Def { name, .. }
        | CommandKind::Eval { name: Some(name), .. }
        | CommandKind::Game { name, .. } => *name.text == *wanted,
        _ => false,
    }
}
