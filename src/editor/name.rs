//! The names of a script: what defines them, what uses them, and where.

use std::sync::Arc;

use crate::syntax::{NameKind, Span, kinds_bound};

/// Where a name is given a meaning.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name.
    pub name: Arc<str>,
    /// What it is.
    pub kind: NameKind,
    /// Where the name stands; for `V_0`, `V_1`, ... of `grundy V` where `V` does.
    pub place: Span,
    /// Which command of the document defines it.
    pub command: usize,
}

/// What the name at a place may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A name of this kind.
    One(NameKind),
    /// An argument of a command that takes automata and words alike.
    Any,
}

impl Wanted {
    /// Whether a definition of this kind may be meant.
    pub fn admits(self, kind: NameKind) -> bool {
        match self {
            Wanted::One(one) => one == kind,
            Wanted::Any => !matches!(kind, NameKind::Claim | NameKind::Macro | NameKind::Variable),
        }
    }
}

/// A place where a name is used.
#[derive(Clone, Debug)]
pub struct Use {
    /// The name, without `$`, `#`, `.` or `msd_`.
    pub name: Arc<str>,
    /// What it may be.
    pub wanted: Wanted,
    /// Where it stands.
    pub place: Span,
    /// Which command of the document uses it.
    pub command: usize,
}

/// The kinds in which a command may bind its name, the likeliest first: `on_automata` if one of its arguments begins with
/// `$`, `is_counted` if variables to count by stand behind the name.
pub(super) fn kinds_defined(keyword: &str, on_automata: bool, is_counted: bool) -> Vec<NameKind> {
    match (keyword, kinds_bound(keyword)) {
        ("theorem" | "refute" | "cover", _) => vec![NameKind::Claim],
        // `redundant GAME ..` uses its name.
        ("redundant", _) if !is_counted => Vec::new(),
        ("def" | "eval", _) if is_counted => vec![NameKind::Function, NameKind::Sequence],
        (_, [NameKind::Function, NameKind::Word]) if !on_automata => vec![NameKind::Word, NameKind::Function],
        (_, kinds) => kinds.to_vec(),
    }
}
