//! Names that rest on a guess: on what `guess` found and could not prove.
//!
//! A guess defines an automaton like any other, and a statement on it is a statement on that automaton. Wherever it is
//! used, a remark says that it is not proved: each look-up of a name that rests on guesses is noted here, and the names
//! that the command binds rest on them too.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;

use crate::syntax::NameKind;

/// What is said of a result that rests on guesses, if it does.
pub fn remark_on_guesses<'a>(guesses: impl IntoIterator<Item = &'a String>) -> Option<String> {
    let names: Vec<String> = guesses.into_iter().map(|name| format!("`${name}`")).collect();
    match &names[..] {
        [] => None,
        [one] => Some(format!("rests on the guess {one}, which is not proved")),
        [before @ .., last] => {
            Some(format!("rests on the guesses {} and {last}, which are not proved", before.join(", ")))
        }
    }
}

/// The guesses of a session.
#[derive(Default)]
pub(super) struct Guesses {
    /// The guesses that each name rests on, by their names; never none.
    names: HashMap<(NameKind, String), BTreeSet<String>>,
    /// Those on which names rest that the command at hand looked up.
    noted: Mutex<BTreeSet<String>>,
}

impl Guesses {
    /// A name was looked up. What it rests on is noted.
    pub(super) fn look_up(&self, kind: NameKind, name: &str) {
        if self.names.is_empty() {
            return;
        }
        if let Some(guesses) = self.names.get(&(kind, name.to_owned())) {
            self.noted.lock().expect("no holder panics").extend(guesses.iter().cloned());
        }
    }

    /// The guesses that a name rests on in some kind.
    pub(super) fn behind(&self, name: &str) -> BTreeSet<String> {
        let of_kind = |&kind: &NameKind| self.names.get(&(kind, name.to_owned()));
        NameKind::BOUND.iter().filter_map(of_kind).flatten().cloned().collect()
    }

    /// A name rests on these guesses from now on, and on no others.
    pub(super) fn bind(&mut self, kind: NameKind, name: &str, guesses: &BTreeSet<String>) {
        match guesses.is_empty() {
            true => self.names.remove(&(kind, name.to_owned())),
            false => self.names.insert((kind, name.to_owned()), guesses.clone()),
        };
    }

    /// No name rests on a guess any more.
    pub(super) fn forget_all(&mut self) {
        self.names.clear();
    }

    /// Notes from now on what one command looks up: [`Guesses::end`] wants what was noted before.
    pub(super) fn begin(&self) -> BTreeSet<String> {
        std::mem::take(&mut self.noted.lock().expect("no holder panics"))
    }

    /// What was noted since [`Guesses::begin`]; what had been noted before is noted again.
    pub(super) fn end(&self, before: BTreeSet<String>) -> BTreeSet<String> {
        std::mem::replace(&mut self.noted.lock().expect("no holder panics"), before)
    }
}
