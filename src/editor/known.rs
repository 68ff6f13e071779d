//! What is known besides texts: the names of a session, or a copy of them.

use std::collections::HashMap;

use crate::logic::Environment;
use crate::script::{Names, Session};
use crate::syntax::{Macros, NameKind};

/// What is known besides texts.
pub trait Known {
    /// The names of a kind.
    fn names(&self, kind: NameKind) -> Vec<String>;

    /// The template of a macro.
    fn template(&self, name: &str) -> Option<String>;

    /// What the names stand for, where that is at hand.
    fn objects(&self) -> Option<&Names>;
}

impl Known for Session {
    fn names(&self, kind: NameKind) -> Vec<String> {
        let known = self.names();
        let mut names = match kind {
            NameKind::Function => known.functions(),
            NameKind::Word => known.words(),
            NameKind::Macro => Macros::names(known),
            NameKind::System => known.systems(),
            NameKind::Game => self.games_known(),
            NameKind::Sequence => known.sequences(),
            NameKind::Morphism => known.morphisms(),
            NameKind::Claim | NameKind::Variable => Vec::new(),
        };
        if matches!(kind, NameKind::Function | NameKind::Word) {
            names.extend(self.names_waiting().map(str::to_owned));
        }
        names
    }

    fn template(&self, name: &str) -> Option<String> {
        Macros::template(self.names(), name).map(|template| template.into_owned())
    }

    fn objects(&self) -> Option<&Names> {
        Some(self.names())
    }
}

/// The names of a session as they were.
#[derive(Clone, Debug, Default)]
pub struct Snapshot(HashMap<NameKind, Vec<String>>);

impl Snapshot {
    /// The names that a session knows now.
    pub fn of(session: &Session) -> Snapshot {
        use NameKind::*;
        let kinds = [Function, Game, Macro, Morphism, Sequence, System, Word];
        Snapshot(kinds.into_iter().map(|kind| (kind, Known::names(session, kind))).collect())
    }
}

impl Known for Snapshot {
    fn names(&self, kind: NameKind) -> Vec<String> {
        self.0.get(&kind).cloned().unwrap_or_default()
    }

    fn template(&self, _: &str) -> Option<String> {
        None
    }

    fn objects(&self) -> Option<&Names> {
        None
    }
}
