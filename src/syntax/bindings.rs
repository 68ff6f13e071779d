//! What each command binds: the one table that sessions, the editor and the tests read. `docs/meaning.md` has it in words.
//!
//! A name is bound in a kind, and each kind has names of its own. What a command binds is known before it runs, but for
//! commands that take words and automata alike: these may bind either, or both.

use std::borrow::Cow;

use super::ast::CommandKind;

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
            _ => name.to_owned(),
        }
    }
}

const FUNCTION: &[NameKind] = &[NameKind::Function];
const WORD: &[NameKind] = &[NameKind::Word];
const SYSTEM: &[NameKind] = &[NameKind::System];
/// What is made of a word or an automaton.
const EITHER: &[NameKind] = &[NameKind::Function, NameKind::Word];
/// With variables to count by, a formula is a sequence as well.
const COUNTED: &[NameKind] = &[NameKind::Function, NameKind::Sequence];

/// The kinds of names that each command may bind; commands that bind none are left out.
const TABLE: [(&str, &[NameKind]); 34] = [
    ("alphabet", EITHER),
    ("combine", WORD),
    ("concat", FUNCTION),
    ("convert", EITHER),
    ("def", FUNCTION),
    ("difference", FUNCTION),
    ("eval", FUNCTION),
    ("fixleadzero", FUNCTION),
    ("fixtrailzero", FUNCTION),
    ("game", &[NameKind::Game]),
    ("grundy", FUNCTION),
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
    ("promote", WORD),
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

/// A name that a command binds, and the kinds in which it may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding<'a> {
    /// The name.
    pub name: Cow<'a, str>,
    /// In which kinds; a command that has an effect binds at least one of them.
    pub kinds: &'static [NameKind],
}

/// The names that a command binds, whether it succeeds or leaves them undecided.
///
/// ```
/// use filbert::syntax::{Source, bindings, parse_script};
///
/// let source = Source::new("s", "grundy V of Nim upto 2: theorem t \"1=1\":");
/// let (commands, _) = parse_script(&source);
/// let names: Vec<_> = bindings(&commands[0].kind).into_iter().map(|binding| binding.name).collect();
/// assert_eq!(names, ["V_0", "V_1", "V_2"]);
/// assert!(bindings(&commands[1].kind).is_empty());
/// ```
pub fn bindings(command: &CommandKind) -> Vec<Binding<'_>> {
    let one = |name, kinds| vec![Binding { name: Cow::Borrowed(name), kinds }];
    match command {
        CommandKind::Def { name, counted, .. } | CommandKind::Eval { name: Some(name), counted, .. } => {
            one(&name.text, if counted.is_empty() { FUNCTION } else { COUNTED })
        }
        CommandKind::Reg { name, .. } => one(&name.text, kinds_bound("reg")),
        CommandKind::Sequence { name, .. } => one(&name.text, kinds_bound("sequence")),
        CommandKind::Macro { name, .. } => one(&name.text, kinds_bound("macro")),
        CommandKind::Morphism { name, .. } => one(&name.text, kinds_bound("morphism")),
        CommandKind::Promote { name, .. } => one(&name.text, kinds_bound("promote")),
        CommandKind::Word { name, .. } | CommandKind::WordBy { name, .. } => one(&name.text, kinds_bound("word")),
        CommandKind::Numeration { name, .. } => one(&name.text, kinds_bound("numeration")),
        CommandKind::Game { name, .. } => one(&name.text, kinds_bound("game")),
        CommandKind::Kernel { name, .. } => one(&name.text, kinds_bound("kernel")),
        CommandKind::Grundy { name, upto, .. } => {
            let value = |value| Cow::Owned(format!("{}_{value}", name.text));
            let kinds = kinds_bound("grundy");
            (0..=(*upto).min(MOST_VALUES)).map(|at| Binding { name: value(at), kinds }).collect()
        }
        CommandKind::Builtin { builtin, arguments } => match arguments.first() {
            Some(first) if !kinds_bound(builtin.keyword()).is_empty() => {
                one(first.text.trim_start_matches('$'), kinds_bound(builtin.keyword()))
            }
            _ => Vec::new(),
        },
        CommandKind::Eval { name: None, .. }
        | CommandKind::Theorem { .. }
        | CommandKind::Refute { .. }
        | CommandKind::Cover { .. }
        | CommandKind::Redundant { .. }
        | CommandKind::Include { .. }
        | CommandKind::Load { .. }
        | CommandKind::Quit => Vec::new(),
    }
}

/// Values beyond which `grundy` names no more: none is found there.
const MOST_VALUES: u32 = 9_999;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::commands;

    #[test]
    fn every_command_of_the_table_is_a_command_and_every_other_binds_nothing() {
        let nothing = [
            "cls",
            "cover",
            "describe",
            "exit",
            "export",
            "first",
            "help",
            "include",
            "inf",
            "load",
            "quit",
            "redundant",
            "refute",
            "regex",
            "test",
            "theorem",
            "use",
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
