//! What names stand for, and which kinds of them each command binds: the one table that sessions, the editor and the
//! tests read. `docs/meaning.md` has it in words.

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
    /// The kinds of names that commands bind.
    pub const BOUND: [NameKind; 7] = [
        NameKind::Function,
        NameKind::Game,
        NameKind::Macro,
        NameKind::Morphism,
        NameKind::Sequence,
        NameKind::System,
        NameKind::Word,
    ];

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
            NameKind::Claim
            | NameKind::Game
            | NameKind::Morphism
            | NameKind::Sequence
            | NameKind::System
            | NameKind::Variable
            | NameKind::Word => name.to_owned(),
        }
    }
}

pub(super) const FUNCTION: &[NameKind] = &[NameKind::Function];
const WORD: &[NameKind] = &[NameKind::Word];
const SYSTEM: &[NameKind] = &[NameKind::System];
/// What is made of a word or an automaton.
const EITHER: &[NameKind] = &[NameKind::Function, NameKind::Word];
/// With variables to count by, a formula is a sequence as well.
pub(super) const COUNTED: &[NameKind] = &[NameKind::Function, NameKind::Sequence];

/// The kinds of names that each command may bind; commands that bind none are left out.
const TABLE: [(&str, &[NameKind]); 39] = [
    ("alphabet", EITHER),
    ("combine", WORD),
    ("concat", FUNCTION),
    ("convert", EITHER),
    ("def", FUNCTION),
    ("difference", FUNCTION),
    ("eval", FUNCTION),
    ("family", WORD),
    ("fixleadzero", FUNCTION),
    ("fixtrailzero", FUNCTION),
    ("game", &[NameKind::Game]),
    ("grundy", FUNCTION),
    ("guess", FUNCTION),
    ("image", WORD),
    ("intersect", FUNCTION),
    ("join", WORD),
    ("kernel", FUNCTION),
    ("leftquo", FUNCTION),
    ("macro", &[NameKind::Macro]),
    ("minimize", EITHER),
    ("morphism", &[NameKind::Morphism]),
    ("normalizer", FUNCTION),
    ("numeration", SYSTEM),
    ("ost", SYSTEM),
    ("outcomes", FUNCTION),
    ("promote", WORD),
    ("recursion", FUNCTION),
    ("redundant", FUNCTION),
    ("reg", FUNCTION),
    ("reverse", EITHER),
    ("rightquo", FUNCTION),
    ("rsplit", EITHER),
    ("sequence", &[NameKind::Sequence]),
    ("split", EITHER),
    ("star", FUNCTION),
    ("synchronize", FUNCTION),
    ("transduce", EITHER),
    ("union", FUNCTION),
    ("word", WORD),
];

/// The kinds of names that a command with this first word may bind; none if it binds none.
///
/// ```
/// use filbert::syntax::{NameKind, kinds_bound};
///
/// assert_eq!(kinds_bound("kernel"), [NameKind::Function]);
/// assert_eq!(kinds_bound("reverse"), [NameKind::Function, NameKind::Word]);
/// assert!(kinds_bound("theorem").is_empty());
/// ```
pub fn kinds_bound(keyword: &str) -> &'static [NameKind] {
    TABLE.iter().find(|row| row.0 == keyword).map_or(&[], |row| row.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::commands;

    #[test]
    fn every_command_of_the_table_is_a_command_and_every_other_binds_nothing() {
        let nothing = [
            "cls", "cover", "describe", "exit", "export", "first", "help", "include", "inf", "load", "quit", "refute",
            "regex", "test", "theorem", "use",
        ];
        for info in commands() {
            let listed = TABLE.iter().any(|row| row.0 == info.keyword);
            assert_ne!(listed, nothing.contains(&info.keyword), "{}", info.keyword);
        }
        assert!(TABLE.iter().all(|row| commands().iter().any(|info| info.keyword == row.0)));
    }

    #[test]
    fn the_chapter_on_meaning_has_every_row_of_the_table() {
        let page = include_str!("../../docs/meaning.md");
        for (keyword, kinds) in TABLE.iter() {
            let row = page.lines().find(|line| line.starts_with('|') && line.contains(&format!("`{keyword} ")));
            let row = row.unwrap_or_else(|| panic!("no row for `{keyword}`"));
            let bound = row.rsplit('|').nth(1).unwrap_or_default();
            assert!(kinds.iter().all(|kind| bound.contains(kind.title().rsplit(' ').next().unwrap())), "{row}");
        }
    }
}
