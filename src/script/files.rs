//! Stored objects read when they are named, each once as long as its file does not change.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use crate::budget::Budget;
use crate::disk::read_text;
use crate::library::{AutomatonFile, broken_seal, read_automaton, read_word};
use crate::logic::{Function, FunctionKind};
use crate::numeration::Numerations;
use crate::words::Indexed;

use super::bounds::Bounds;

/// Time of the last change and length.
type Stamp = (Option<SystemTime>, u64);

/// What was read, by path.
#[derive(Default)]
pub(super) struct Files {
    functions: Mutex<HashMap<PathBuf, (Stamp, Arc<Function>)>>,
    words: Mutex<HashMap<PathBuf, (Stamp, Indexed)>>,
    /// What was noticed in them and not said yet.
    notes: Mutex<Vec<String>>,
    /// Where they may lie.
    pub(super) bounds: Bounds,
    /// Whether what was changed after filbert wrote it may not be used.
    demands_seals: bool,
}

fn stamp(path: &Path) -> Stamp {
    std::fs::metadata(path).map_or((None, 0), |data| (data.modified().ok(), data.len()))
}

fn recall<T: Clone>(known: &Mutex<HashMap<PathBuf, (Stamp, T)>>, path: &Path, now: Stamp) -> Option<T> {
    let known = known.lock().expect("no holder panics");
    known.get(path).filter(|(then, _)| *then == now).map(|(_, object)| object.clone())
}

impl Files {
    /// The function in a file.
    pub(super) fn function(
        &self,
        path: &Path,
        systems: &Numerations,
        budget: &Budget,
    ) -> Result<Arc<Function>, String> {
        let now = stamp(path);
        if let Some(known) = recall(&self.functions, path, now) {
            return Ok(known);
        }
        let text = self.text(path, budget)?;
        let stored = read_automaton(path, &text, systems, budget).map_err(|error| error.to_string())?;
        let function = Arc::new(Function::new(match stored {
            AutomatonFile::Truth(truth) => FunctionKind::Truth(truth),
            AutomatonFile::Language(language) => FunctionKind::Language(language),
        }));
        self.functions.lock().expect("no holder panics").insert(path.to_owned(), (now, function.clone()));
        Ok(function)
    }

    /// The word in a file.
    pub(super) fn word(&self, path: &Path, systems: &Numerations, budget: &Budget) -> Result<Indexed, String> {
        let now = stamp(path);
        if let Some(known) = recall(&self.words, path, now) {
            return Ok(known);
        }
        let text = self.text(path, budget)?;
        let read = read_word(path, &text, systems, budget).map_err(|error| error.to_string())?;
        self.notes.lock().expect("no holder panics").extend(read.note);
        let word = read.word;
        self.words.lock().expect("no holder panics").insert(path.to_owned(), (now, word.clone()));
        Ok(word)
    }

    /// From now on what was changed after filbert wrote it cannot be used.
    pub(super) fn demand_seals(&mut self) {
        self.demands_seals = true;
    }

    /// What a file says. That it was changed after filbert wrote it is noted, or an error where seals are demanded; a file
    /// that was written by hand has none.
    fn text(&self, path: &Path, budget: &Budget) -> Result<String, String> {
        self.bounds.admit(path)?;
        let text = read_text(path, budget).map_err(|error| format!("{}: {error}", path.display()))?;
        match broken_seal(path, &text) {
            Some(broken) if self.demands_seals => return Err(broken),
            Some(broken) => self.notes.lock().expect("no holder panics").push(broken),
            None => {}
        }
        Ok(text)
    }

    /// What was noticed in files since this was last asked.
    pub(super) fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut *self.notes.lock().expect("no holder panics"))
    }

    /// Remembers what was just written.
    pub(super) fn wrote_function(&self, path: &Path, function: &Arc<Function>) {
        let mut known = self.functions.lock().expect("no holder panics");
        known.insert(path.to_owned(), (stamp(path), function.clone()));
    }

    /// Remembers what was just written.
    pub(super) fn wrote_word(&self, path: &Path, word: &Indexed) {
        let mut known = self.words.lock().expect("no holder panics");
        known.insert(path.to_owned(), (stamp(path), word.clone()));
    }
}
