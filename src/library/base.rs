//! Reading the numeration systems of `Custom Bases`.

use std::path::Path;

use crate::automata::{Budget, Dfa};
use crate::numeration::{Numerations, Positional, StoredSystem, recognize};

use super::folders::{Folders, Shelf};
use super::text::{StoredAutomaton, read_automaton};

/// The names, after `msd_`, of the systems that files define.
pub fn stored_bases(folders: &Folders) -> Vec<String> {
    let short = |file: &String| {
        let name = file.strip_suffix("_addition")?;
        Some(name.strip_prefix("msd_").or_else(|| name.strip_prefix("lsd_"))?.to_owned())
    };
    let mut names: Vec<String> = folders.names(Shelf::Bases).iter().filter_map(short).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The system that the files of a name define.
///
/// # Errors
/// What is wrong with a file, with its line; or why they define no system that filbert can compute with.
pub fn read_base(folders: &Folders, name: &str, budget: &Budget) -> Result<Positional, String> {
    let part = |ending: &str| -> Result<Option<Dfa>, String> {
        for direction in ["msd", "lsd"] {
            if let Some(path) = folders.find(Shelf::Bases, &format!("{direction}_{name}{ending}.txt")) {
                return read(&path, direction == "lsd", budget).map(Some);
            }
        }
        Ok(None)
    };
    let addition = part("_addition")?.ok_or("it has no adder")?;
    let stored = StoredSystem { valid: part("")?, addition, less_than: part("_less_than")? };
    recognize(&stored, budget).map_err(|error| format!("Custom Bases: {name}: {error}"))
}

fn read(path: &Path, is_lsd: bool, budget: &Budget) -> Result<Dfa, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let stored = read_automaton(path, &text, &Numerations::standard(), budget).map_err(|error| error.to_string())?;
    let StoredAutomaton::Language(language) = stored else {
        return Err(format!("{}:1: a truth value is no part of a numeration system", path.display()));
    };
    if language
        .tracks
        .iter()
        .any(|track| !track.digit_values().iter().copied().eq(0..track.digit_values().len() as i64))
    {
        return Err(format!("{}:1: the digits of a numeration system are 0, 1, 2, ...", path.display()));
    }
    match is_lsd {
        false => Ok((*language.dfa).clone()),
        true => Ok(language.dfa.reverse().determinize(budget).map_err(|limit| limit.to_string())?.minimize()),
    }
}
