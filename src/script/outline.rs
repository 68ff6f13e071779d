//! What a script claims, and which files it reads, without deciding anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::disk::read_given;
use crate::syntax::ast::CommandKind;
use crate::syntax::{Source, parse_script};

use super::claimed::Claimed;
use super::context::{defined, names_in};
use super::find::shown;
use super::outcome::Limits;
use super::session::{Session, canonical};

/// A script from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// In the order of the script.
    pub statements: Vec<Claimed>,
    /// What is defined, whether or not it also claims something.
    pub definitions: BTreeSet<String>,
    /// Definitions that claim nothing and that nothing in the script names: only a run of their own would tell that they
    /// fail.
    pub loose: BTreeSet<String>,
    /// The files that it includes or uses, and those they do, as people know them.
    pub reads: Vec<PathBuf>,
}

/// The outline of a script. What cannot be read in it is left out: running it tells.
///
/// # Errors
/// If there is no such file.
pub fn outline(path: &Path, limits: &Limits) -> Result<Outline, String> {
    let text = read_given(path, &limits.budget()).map_err(|why| format!("{}: {why}", path.display()))?;
    let source = Source::new(path.display().to_string(), text);
    let mut session = Session::with_limits(limits.clone());
    session.enter(path);
    let (commands, _) = parse_script(&source);
    let commands = commands.into_iter().take_while(|command| command.kind != CommandKind::Quit);
    let (mut statements, mut definitions, mut claimed) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    for command in commands {
        for name in names_in(source.slice(command.span)).collect::<BTreeSet<_>>() {
            *named.entry(name.to_owned()).or_default() += 1;
        }
        let statement = Claimed::of(&source, &command);
        let names = defined(&command.kind).into_iter().map(str::to_owned);
        match statement {
            Some(statement) => {
                claimed.extend(names);
                statements.push(statement);
            }
            None => definitions.extend(names),
        }
        // What cannot be read here cannot be read when it is run.
        let _ = session.put_off(&source, command, path, &mut Vec::new());
    }
    let loose = definitions.iter().filter(|name| named.get(*name).is_none_or(|&times| times < 2)).cloned().collect();
    definitions.append(&mut claimed);
    let own = canonical(path);
    let reads = session.files_read().filter(|file| **file != own).map(|file| PathBuf::from(shown(file))).collect();
    Ok(Outline { statements, definitions, loose, reads })
}
