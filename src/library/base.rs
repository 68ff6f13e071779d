//! Reading the numeration systems of `Custom Bases`.

use std::path::{Path, PathBuf};

use crate::automata::Dfa;
use crate::budget::Budget;
use crate::disk::read_text;
use crate::numeration::{Numerations, Rule, StoredPart, StoredSystem, recognize};

use super::folders::{Directory, Folders};
use super::text::{AutomatonFile, read_automaton};

/// The names, after `msd_`, of the systems that files define.
pub fn stored_bases(folders: &Folders) -> Vec<String> {
    let short = |file: &String| {
        let name = file.strip_suffix("_addition")?;
        Some(name.strip_prefix("msd_").or_else(|| name.strip_prefix("lsd_"))?.to_owned())
    };
    let mut names: Vec<String> = folders.names(Directory::Bases).iter().filter_map(short).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The system that the files of a name define; `None` if it has no adder.
///
/// # Errors
/// What is wrong with a file, with its line; or why they define no system that filbert can compute with.
pub fn read_base(folders: &Folders, name: &str, budget: &Budget) -> Option<Result<Rule, String>> {
    file(folders, name, "_addition")?;
    Some(read_rule(folders, name, budget))
}

/// The files from which the system of a name is read.
pub fn files_of_base(folders: &Folders, name: &str) -> Vec<PathBuf> {
    ["", "_addition", "_less_than"].iter().filter_map(|ending| Some(file(folders, name, ending)?.0)).collect()
}

fn read_rule(folders: &Folders, name: &str, budget: &Budget) -> Result<Rule, String> {
    let file = |ending: &str| file(folders, name, ending);
    let part = |ending: &str| file(ending).map(|(path, is_lsd)| read(&path, is_lsd, budget)).transpose();
    let addition = part("_addition")?.ok_or("it has no adder")?;
    let stored = StoredSystem { valid: part("")?, addition, less_than: part("_less_than")? };
    recognize(&stored, budget).map_err(|error| {
        let ending = match error.part {
            StoredPart::Valid => "",
            StoredPart::Addition => "_addition",
            StoredPart::LessThan => "_less_than",
        };
        // Without a file of its own, the adder tells which words are representations, and the order of numbers.
        let (path, _) = file(ending).or_else(|| file("_addition")).expect("it has an adder");
        format!("{}:1: {error}", path.display())
    })
}

/// The pairs of equal numbers of this system and of one without negative numbers that a file gives, most significant
/// digit first, and that file.
///
/// # Errors
/// What is wrong with the file, with its line.
pub fn read_base_change(folders: &Folders, name: &str, budget: &Budget) -> Result<Option<(PathBuf, Dfa)>, String> {
    let Some((path, is_lsd)) = file(folders, name, "_base_change") else { return Ok(None) };
    let dfa = read(&path, is_lsd, budget)?;
    match dfa.layout().tracks() {
        2 => Ok(Some((path, dfa))),
        tracks => Err(format!("{}:1: a base change has two tracks, not {tracks}", path.display())),
    }
}

/// The file of a part of a system, and whether it is read least significant digit first.
fn file(folders: &Folders, name: &str, ending: &str) -> Option<(PathBuf, bool)> {
    ["msd", "lsd"].into_iter().find_map(|direction| {
        let path = folders.find(Directory::Bases, &format!("{direction}_{name}{ending}.txt"))?;
        Some((path, direction == "lsd"))
    })
}

fn read(path: &Path, is_lsd: bool, budget: &Budget) -> Result<Dfa, String> {
    let text = read_text(path, budget).map_err(|error| format!("{}: {error}", path.display()))?;
    if let Some(broken) = super::checksum::broken_seal(path, &text) {
        return Err(broken);
    }
    let stored = read_automaton(path, &text, &Numerations::standard(), budget).map_err(|error| error.to_string())?;
    let AutomatonFile::Language(language) = stored else {
        return Err(format!("{}:1: a truth value cannot be part of a numeration system", path.display()));
    };
    if language
        .tracks
        .iter()
        .any(|track| !track.digit_values().iter().copied().eq(0..track.digit_values().len() as i64))
    {
        let header = super::write::header(&language.tracks[0]);
        return Err(format!("{}:1: the digits of a numeration system are 0, 1, 2, ..., not {header}", path.display()));
    }
    match is_lsd {
        false => Ok((*language.dfa).clone()),
        true => Ok(language.dfa.reverse().determinize(budget).map_err(|limit| limit.to_string())?.minimize()),
    }
}
