//! The files that a command leaves in the folders of a session.

use std::path::PathBuf;

use crate::library::{self, Directory, Folders};
use crate::logic::{Function, FunctionKind};
use crate::numeration::{Language, TrackKind};

use super::outcome::{LoggedStep, Saved};
use super::steps::log;

/// The files of what was saved: path and contents. `steps` are those of a command that evaluates a formula.
pub(super) fn files(saved: &Saved, folders: &Folders, steps: Option<&[LoggedStep]>) -> Vec<(PathBuf, String)> {
    let at = |directory: Directory, file: String| folders.target(directory, &file);
    match saved {
        Saved::Function(name, function) => {
            let mut files = of_function(name, function, text_of(function), folders);
            files.extend(steps.map(|steps| (at(Directory::Results, format!("{name}_log.txt")), log(steps))));
            files
        }
        Saved::Checksummed(name, function, about) => {
            of_function(name, function, library::with_checksum(about, &text_of(function)), folders)
        }
        Saved::Word(name, word) => {
            let text = library::write_word(word);
            vec![
                (at(Directory::Results, format!("{name}.txt")), text.clone()),
                (at(Directory::Results, format!("{name}.gv")), library::graphviz_word(word, name)),
                (at(Directory::Words, format!("{name}.txt")), text),
            ]
        }
        Saved::Morphism(name, text) => vec![(at(Directory::Morphisms, format!("{name}.txt")), format!("{text}\n"))],
        Saved::Macro(name, text) => vec![(at(Directory::Macros, format!("{name}.txt")), text.clone())],
        Saved::Stored(directory, file, contents) => vec![(at(*directory, file.clone()), contents.clone())],
        Saved::File(file, contents) => vec![(at(Directory::Results, file.clone()), contents.clone())],
    }
}

/// A function as its file says it.
pub(super) fn text_of(function: &Function) -> String {
    match language_of(function) {
        Some(language) => library::write_language(&language),
        None => library::write_truth(matches!(function.kind(), FunctionKind::Truth(true))),
    }
}

fn of_function(name: &str, function: &Function, text: String, folders: &Folders) -> Vec<(PathBuf, String)> {
    let drawing = match language_of(function) {
        Some(language) => library::graphviz_language(&language, name),
        None => library::graphviz_truth(matches!(function.kind(), FunctionKind::Truth(true)), name),
    };
    vec![
        (folders.target(Directory::Results, &format!("{name}.txt")), text.clone()),
        (folders.target(Directory::Results, &format!("{name}.gv")), drawing),
        (folders.target(Directory::Automata, &format!("{name}.txt")), text),
    ]
}

/// The words that a function accepts, with what its tracks stand for.
pub(super) fn language_of(function: &Function) -> Option<Language> {
    match function.kind() {
        FunctionKind::Truth(_) => None,
        FunctionKind::Relation(relation) => Some(Language {
            dfa: relation.dfa().clone(),
            tracks: relation.systems().iter().cloned().map(TrackKind::Numbers).collect(),
        }),
        FunctionKind::Language(language) => Some(language.clone()),
    }
}
