//! Names that are left undecided: a definition of theirs failed, and none has succeeded since.
//!
//! A definition binds its names whole or leaves them undecided. An undecided name hides every earlier meaning, as a
//! definition would, so that no verdict rests on a meaning that the script has taken away. What looks one up is itself
//! undecided: the look-up is noted here, whatever becomes of it, and the command that made it has no result.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::planted::{Bug, planted};
use crate::syntax::NameKind;

use super::outcome::Cause;

/// What stands before the number of a Sprague-Grundy value.
pub(super) fn value_of(name: &str) -> Option<&str> {
    let (name, value) = name.rsplit_once('_')?;
    (!value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

/// A name as an error says it.
fn said(kind: NameKind, name: &str) -> String {
    if kind == NameKind::System { format!("msd_{name}") } else { name.to_owned() }
}

/// The undecided names of a session.
#[derive(Default)]
pub(super) struct Undecided {
    names: HashMap<(NameKind, String), Cause>,
    /// Why the values `V_0`, `V_1`, .. are undecided that are not bound, by the name V.
    values: HashMap<String, Cause>,
    /// Why every name is undecided that was not bound since.
    all: Option<Cause>,
    /// The first undecided name that the command at hand looked up.
    noted: Mutex<Option<Cause>>,
}

impl Undecided {
    /// Leaves a name undecided.
    pub(super) fn leave(&mut self, kind: NameKind, name: &str, cause: &Cause) {
        if planted(Bug::Kinds) {
            let every = NameKind::BOUND.map(|kind| ((kind, name.to_owned()), cause.of(said(kind, name))));
            self.names.extend(every);
        }
        self.names.insert((kind, name.to_owned()), cause.of(said(kind, name)));
    }

    /// Leaves the Sprague-Grundy values undecided that a `grundy` of this name may have been meant to define.
    pub(super) fn leave_values(&mut self, name: &str, cause: &Cause) {
        self.values.insert(name.to_owned(), cause.clone());
    }

    /// Leaves every name undecided that is not bound from now on.
    pub(super) fn leave_all(&mut self, cause: Cause) {
        self.names.clear();
        self.all = Some(cause);
    }

    /// A definition of a name succeeded.
    pub(super) fn decide(&mut self, kind: NameKind, name: &str) {
        self.names.remove(&(kind, name.to_owned()));
    }

    /// Whether a definition of the name failed and none has succeeded since. That is noted.
    pub(super) fn hides(&self, kind: NameKind, name: &str) -> bool {
        if self.names.is_empty() {
            return false;
        }
        let cause = self.names.get(&(kind, name.to_owned()));
        cause.is_some_and(|cause| {
            self.note(cause.clone());
            true
        })
    }

    /// Whether a name that the session does not define is undecided, as all are or a value of its name. That is noted.
    pub(super) fn hides_all(&self, kind: NameKind, name: &str) -> bool {
        if kind == NameKind::Function
            && let Some(cause) = value_of(name).and_then(|name| self.values.get(name))
        {
            self.note(cause.of(name.to_owned()));
            return true;
        }
        self.all.as_ref().is_some_and(|cause| {
            self.note(cause.of(said(kind, name)));
            true
        })
    }

    /// Whether a definition of the name failed and none has succeeded since. Nothing is noted.
    pub(super) fn is_left(&self, kind: NameKind, name: &str) -> bool {
        self.names.contains_key(&(kind, name.to_owned()))
    }

    /// Whether some names are undecided that nobody listed. Nothing is noted.
    pub(super) fn hides_unbound(&self) -> bool {
        self.all.is_some() || !self.values.is_empty()
    }

    /// Whether every name is undecided that was not bound since some failure.
    pub(super) fn is_all(&self) -> bool {
        self.all.is_some()
    }

    /// Why a name is undecided in some kind, if it is; nothing is noted.
    pub(super) fn why(&self, name: &str) -> Option<&Cause> {
        NameKind::BOUND.iter().find_map(|&kind| self.names.get(&(kind, name.to_owned())))
    }

    /// The names that are undecided.
    pub(super) fn all(&self) -> impl Iterator<Item = (NameKind, &str, &Cause)> {
        self.names.iter().map(|((kind, name), cause)| (*kind, name.as_str(), cause))
    }

    fn note(&self, cause: Cause) {
        self.noted.lock().expect("no holder panics").get_or_insert(cause);
    }

    /// The first undecided name that was looked up since this was last asked.
    pub(super) fn take_noted(&self) -> Option<Cause> {
        self.noted.lock().expect("no holder panics").take()
    }
}
