//! The standard words: their definitions turned into the files that are stored, and those files.
//!
//! `automata/words.prf` defines the words; [`generate`] makes the files of its definitions, and the tests hold the
//! stored files against them byte for byte. What a name gives at run time is read from the stored file.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::budget::Budget;
use crate::numeration::Numerations;
use crate::words::{Morphism, Word, WordError, written};

use super::checksum::with_checksum;
use super::text::{ReadError, read_word};
use super::write::write_word;

/// The word that a command `word NAME SYSTEM "morphism" "coding"` defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordDefinition {
    /// Its name.
    pub name: String,
    /// Full name of the system it is read in.
    pub system: String,
    /// Letters and images of the morphism, in the order of its rules.
    pub rules: Vec<(i64, Vec<i64>)>,
    /// Letters and outputs of the coding; absent, each letter is its own output.
    pub coding: Option<Vec<(Vec<i64>, i64)>>,
    /// What the word is, for people.
    pub about: String,
}

/// Which definition gives no word, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("word `{name}`: {cause}")]
pub struct DefinitionError {
    /// The word.
    pub name: String,
    /// What is wrong with it.
    pub cause: WordError,
}

impl WordDefinition {
    /// The word.
    ///
    /// # Errors
    /// If the morphism, the coding or the system is wrong, or a limit was passed.
    pub fn word(&self, systems: &Numerations, budget: &Budget) -> Result<Word, DefinitionError> {
        let word = || {
            let system = systems.get(&self.system)?;
            let morphism = Morphism::new(self.rules.clone())?;
            let coding = self.coding.as_deref().map(outputs).transpose()?;
            Word::from_morphism(&morphism, coding.as_ref(), system, budget)
        };
        word().map_err(|cause| DefinitionError { name: self.name.clone(), cause })
    }

    /// The file in which the word is stored.
    ///
    /// # Errors
    /// As [`WordDefinition::word`].
    pub fn file(&self, systems: &Numerations, budget: &Budget) -> Result<String, DefinitionError> {
        let word = self.word(systems, budget)?;
        let about = format!(
            "{}\n{self}\nMade from this definition by `filbert regenerate`: change it in words.prf, not here.",
            self.about
        );
        Ok(with_checksum(&about, &write_word(&word.into())))
    }
}

/// The command, without its comment.
impl fmt::Display for WordDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |items: Vec<String>, between: &str| items.join(between);
        let letters = |letters: &[i64]| letters.iter().copied().map(written).collect();
        let rule = |(l, image): &(i64, Vec<i64>)| format!("{}->{}", written(*l), join(letters(image), ""));
        let rules = join(self.rules.iter().map(rule).collect(), " ");
        write!(f, "word {} {} \"{rules}\"", self.name, self.system)?;
        if let Some(coding) = &self.coding {
            let rule = |(from, to): &(Vec<i64>, i64)| format!("{} -> {}", join(letters(from), " "), written(*to));
            write!(f, "\n    \"{}\"", join(coding.iter().map(rule).collect(), "  "))?;
        }
        f.write_str(";")
    }
}

/// The output of each letter.
fn outputs(coding: &[(Vec<i64>, i64)]) -> Result<HashMap<i64, i64>, WordError> {
    let mut outputs = HashMap::new();
    for (letters, output) in coding {
        for &letter in letters {
            if outputs.insert(letter, *output).is_some() {
                return Err(WordError::CodedTwice(letter));
            }
        }
    }
    Ok(outputs)
}

/// The files of these definitions, name and contents.
///
/// # Errors
/// The first definition that gives no word.
pub fn generate(
    definitions: &[WordDefinition],
    systems: &Numerations,
    budget: &Budget,
) -> Result<Vec<(String, String)>, DefinitionError> {
    let file = |d: &WordDefinition| Ok((format!("{}.txt", d.name), d.file(systems, budget)?));
    definitions.iter().map(file).collect()
}

macro_rules! stored {
    ($($name:literal)*) => {
        /// The names of the stored words.
        const NAMES: &[&str] = &[$($name),*];
        /// Their files, in the same order.
        const FILES: &[&str] = &[$(include_str!(concat!("../../automata/", $name, ".txt"))),*];
    };
}

stored!["T" "PD" "RS" "P" "BS" "VTM" "SC" "F" "TR" "G" "K3" "K4" "F1G1" "F2G2" "F3G3"];

/// The names of the standard words.
pub fn standard_names() -> &'static [&'static str] {
    NAMES
}

/// The standard word with this name, read from its stored file; `None` if there is no such word. One object for each
/// word, so that what was built for it is known again.
pub fn standard_word(name: &str, budget: &Budget) -> Option<Result<Arc<Word>, ReadError>> {
    static READ: Mutex<BTreeMap<&str, Arc<Word>>> = Mutex::new(BTreeMap::new());
    let (name, text) = NAMES.iter().zip(FILES).find(|(known, _)| **known == name)?;
    let mut read = READ.lock().expect("no holder panics");
    if let Some(word) = read.get(name) {
        return Some(Ok(word.clone()));
    }
    let path = format!("automata/{name}.txt");
    let word = read_word(Path::new(&path), text, &Numerations::standard(), budget);
    let word = word.map(|read| read.word.word().expect("shipped words are indexed by numbers").clone());
    if let Ok(word) = &word {
        read.insert(name, word.clone());
    }
    Some(word)
}
