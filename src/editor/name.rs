//! The names of a script: what defines them, what uses them, and where.

use std::sync::Arc;

use crate::syntax::Span;

/// What a name may stand for. Each kind has names of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NameKind {
    /// A theorem, a refutation or a cover: nothing else names it.
    Claim,
    /// An automaton that formulas call: `$f(x)`.
    Function,
    /// A game.
    Game,
    /// A template: `#m(x)`.
    Macro,
    /// A morphism.
    Morphism,
    /// A sequence of numbers: `s(n)`.
    Sequence,
    /// A numeration system, without `msd_` or `lsd_`.
    System,
    /// A variable of a formula.
    Variable,
    /// A word: `W[n]`.
    Word,
}

impl NameKind {
    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            NameKind::Claim => "theorem",
            NameKind::Function => "function",
            NameKind::Game => "game",
            NameKind::Macro => "macro",
            NameKind::Morphism => "morphism",
            NameKind::Sequence => "sequence",
            NameKind::System => "numeration system",
            NameKind::Variable => "variable",
            NameKind::Word => "word",
        }
    }

    /// A name of this kind as formulas write it.
    pub fn written(self, name: &str) -> String {
        match self {
            NameKind::Function => format!("${name}"),
            NameKind::Macro => format!("#{name}"),
            _ => name.to_owned(),
        }
    }
}

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

/// The kind of what a command defines; `on_automata` if one of its arguments begins with `$`.
pub(super) fn kind_defined(keyword: &str, on_automata: bool) -> Option<NameKind> {
    Some(match keyword {
        "theorem" | "refute" | "cover" => NameKind::Claim,
        "def" | "eval" | "reg" | "kernel" | "grundy" | "concat" | "difference" | "fixleadzero" | "fixtrailzero"
        | "intersect" | "leftquo" | "normalizer" | "rightquo" | "star" | "synchronize" | "union" => NameKind::Function,
        "alphabet" | "convert" | "minimize" | "reverse" | "rsplit" | "split" if on_automata => NameKind::Function,
        "word" | "promote" | "combine" | "image" | "join" | "transduce" | "alphabet" | "convert" | "minimize"
        | "reverse" | "rsplit" | "split" => NameKind::Word,
        "game" => NameKind::Game,
        "macro" => NameKind::Macro,
        "morphism" => NameKind::Morphism,
        "numeration" | "ost" => NameKind::System,
        "sequence" => NameKind::Sequence,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Builtin, commands};

    #[test]
    fn every_command_that_defines_something_defines_some_kind_of_name() {
        let nothing = ["exit", "include", "load", "quit", "redundant"];
        for info in commands() {
            let looks = Builtin::all().any(|builtin| builtin.keyword() == info.keyword && !builtin.defines());
            let defines = !looks && !nothing.contains(&info.keyword);
            assert_eq!(kind_defined(info.keyword, false).is_some(), defines, "{}", info.keyword);
        }
    }
}
