//! What a script claims, and which files it reads, without deciding anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::disk::read_given;
use crate::syntax::ast::CommandKind;
use crate::syntax::{Source, parse_script};

use super::claim::{Claimed, names_of};
use super::deferred_definitions::names_in;
use super::find::shown;
use super::outcome::Limits;
use super::session::{Session, canonical};
use super::template::{Parameters, filled};

/// A script from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// In the order of the script.
    pub statements: Vec<Claimed>,
    /// What can be asked for: the names of statements and definitions, and the lines of other commands.
    pub names: BTreeSet<String>,
    /// What claims nothing and nothing in the script names, by its name or line: only if it is asked for is it known
    /// whether it fails.
    pub loose: BTreeSet<String>,
    /// The files that it includes or uses, and those they do, as people know them.
    pub reads: Vec<PathBuf>,
}

/// The outline of a script whose places these parameters fill. What cannot be read in it is left out: running it tells.
///
/// # Errors
/// If there is no such file, or a parameter has no place in it.
pub fn outline(path: &Path, parameters: &Parameters, limits: &Limits) -> Result<Outline, String> {
    let text = read_given(path, &limits.budget()).map_err(|why| why.to_string());
    let text = text.and_then(|text| filled(&text, parameters)).map_err(|why| format!("{}: {why}", path.display()))?;
    let source = Source::new(path.display().to_string(), text);
    let mut session = Session::with_limits(limits.clone());
    session.enter(path);
    let (commands, _) = parse_script(&source);
    let commands = commands.into_iter().take_while(|command| command.kind != CommandKind::Quit);
    let (mut statements, mut known, mut claimed) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    for command in commands {
        for name in names_in(source.slice(command.span)).collect::<BTreeSet<_>>() {
            *named.entry(name.to_owned()).or_default() += 1;
        }
        match Claimed::of(&source, &command) {
            Some(statement) => {
                claimed.extend(names_of(&source, &command));
                statements.push(statement);
            }
            None => known.extend(names_of(&source, &command)),
        }
        // What cannot be read here cannot be read when it is run.
        let _ = session.put_off(&source, command, path, &mut Vec::new());
    }
    let loose = known.iter().filter(|name| named.get(*name).is_none_or(|&times| times < 2)).cloned().collect();
    known.append(&mut claimed);
    let own = canonical(path);
    let reads = session.files_read().filter(|file| **file != own).map(|file| PathBuf::from(shown(file))).collect();
    Ok(Outline { statements, names: known, loose, reads })
}

/// The scripts that some include, and those that these do, without them. What cannot be read is left out: running it tells.
pub fn included(files: &[PathBuf], limits: &Limits) -> Vec<PathBuf> {
    let mut known: BTreeSet<PathBuf> = files.iter().map(|file| canonical(file)).collect();
    let (mut found, mut open) = (Vec::new(), files.to_vec());
    while let Some(file) = open.pop() {
        let Ok(text) = read_given(&file, &limits.budget()) else { continue };
        let source = Source::new(file.display().to_string(), text);
        for command in parse_script(&source).0 {
            let CommandKind::Include { path } = command.kind else { continue };
            let path = file.with_file_name("").join(source.slice(path.span));
            if path.is_file() && known.insert(canonical(&path)) {
                open.push(path.clone());
                found.push(path);
            }
        }
    }
    found
}
