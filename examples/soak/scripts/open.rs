//! Defects that are known and not mended yet: what they touch is not compared. Each goes as it is mended.

use super::model::{Command, Formula, Kind, MAIN, Script, is_unreadable};
use super::oracle::{By, Told};

/// Behind a quote that is not closed, U+FEFF behind the first word of a line hides that it begins a command.
pub const HIDES_LINES: bool = true;

/// After a file that cannot be read, `Ax (` is taken for a call of a sequence.
pub const CALLS_QUANTIFIERS: bool = true;

/// The checker keeps the meaning of a name that a command beside it was to bind in another kind, where that cannot be
/// read; and it does not look for a system where nothing is a variable.
pub fn is_lax(script: &Script, told: &Told) -> bool {
    let is_unread = |(path, index): &(String, usize)| {
        let file = script.files.iter().find(|(name, _)| name == path);
        file.is_some_and(|(_, commands)| is_unreadable(&commands[*index]))
    };
    let is_open = |by: &By| matches!(by, By::Command(place) if is_unread(place));
    told.lookups.iter().any(|(kind, _, by)| is_open(by) || *kind == Kind::System) || told.causes.iter().any(is_unread)
}

/// The editor takes what a file includes to be defined before all that the file defines itself.
pub fn is_turned(script: &Script, by: &By) -> bool {
    let includes = |command: &Command| matches!(command, Command::File { .. });
    let is_deep = script.files[1..].iter().flat_map(|(_, commands)| commands).any(includes);
    is_deep && !matches!(by, By::Command((path, _)) if path == MAIN)
}

/// The engine does not look for a system where there is no term.
pub fn needs_no_system(command: &Command) -> bool {
    matches!(command, Command::Claim { text, .. } | Command::Def { text, .. } if !has_term(&text.body))
}

fn has_term(formula: &Formula) -> bool {
    match formula {
        Formula::Call(_, at) => !at.is_empty(),
        Formula::Not(inner) => has_term(inner),
        Formula::And(a, b) | Formula::Or(a, b) => has_term(a) || has_term(b),
        Formula::Macro(..) => false,
        _ => true,
    }
}
