//! The words and games of the atlas, from the scripts that define them.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::explore::Kind;
use crate::script::comment_above;
use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Source, bindings, parse_formula, parse_script};

use super::substitution::Substitution;

/// The scripts, and whether filbert ships what they define.
const SCRIPTS: [(&str, &str, bool); 4] = [
    ("automata/words.prf", include_str!("../../automata/words.prf"), true),
    ("atlas/words.prf", include_str!("../../atlas/words.prf"), false),
    ("automata/games.prf", include_str!("../../automata/games.prf"), true),
    ("atlas/games.prf", include_str!("../../atlas/games.prf"), false),
];

/// A word or a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name: `F`, `K2`, `K3-word` for a word that has the name of a game.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// What it is, in words.
    pub about: String,
    /// The commands that define it, what they need first; each with its comment.
    pub definition: String,
    /// The word, or the function that is true of the P-positions.
    pub subject: String,
    /// How a word is made.
    pub(super) substitution: Option<Substitution>,
}

/// A command that defines something.
struct Piece {
    /// What a command that needs it has in its text: `$name(`, `name[`, or `of name` for the game of a kernel.
    uses: Vec<String>,
    /// The command, its comment above it.
    text: String,
}

/// All entries: words, then games, the standard ones first.
///
/// ```
/// use filbert::atlas::entries;
/// use filbert::explore::Kind;
///
/// let all = entries();
/// let game = all.iter().find(|entry| entry.name == "K2").unwrap();
/// assert_eq!((game.kind, game.subject.as_str()), (Kind::Pairs, "pposK2"));
/// ```
///
/// # Panics
/// If a script of the atlas cannot be read, which the tests rule out.
pub fn entries() -> &'static [Entry] {
    static READ: OnceLock<Vec<Entry>> = OnceLock::new();
    READ.get_or_init(read)
}

fn read() -> Vec<Entry> {
    let (mut pieces, mut entries) = (Vec::new(), Vec::new());
    for (path, text, is_shipped) in SCRIPTS {
        let source = Source::new(path, text);
        let (commands, errors) = parse_script(&source);
        assert!(errors.is_empty(), "{path}: {errors:?}");
        let mut about = String::new();
        for command in &commands {
            let comment = comment_above(source.text(), command.span.start);
            if !comment.is_empty() {
                about = comment.replace('\n', " ");
            }
            let piece = piece(&source, command, &comment, is_shipped);
            if let Some((name, kind, subject)) = subject(&source, command) {
                let definition = needed(&piece.text, &pieces) + &piece.text;
                let substitution = Substitution::read(&source, command);
                entries.push(Entry { name, kind, about: about.clone(), definition, subject, substitution });
            }
            pieces.push(piece);
        }
    }
    entries.sort_by_key(|entry| entry.kind);
    let games: BTreeSet<String> =
        entries.iter().filter(|entry| entry.kind != Kind::Word).map(|entry| entry.name.clone()).collect();
    for word in entries.iter_mut().filter(|entry| entry.kind == Kind::Word && games.contains(&entry.name)) {
        word.name += "-word";
    }
    entries
}

/// The entry on a word.
pub fn entry_of_word(word: &str) -> Option<&'static Entry> {
    entries().iter().find(|entry| entry.kind == Kind::Word && entry.subject == word)
}

fn piece(source: &Source, command: &Command, comment: &str, is_shipped: bool) -> Piece {
    let uses = match &command.kind {
        CommandKind::Game { name, .. } => vec![format!("of {}:", name.text)],
        other => bindings(other).iter().flat_map(|b| [format!("${}(", b.name), format!("{}[", b.name)]).collect(),
    };
    let comment: String = comment.lines().map(|line| format!("# {line}\n")).collect();
    let names_what_is_shipped = is_shipped && !matches!(command.kind, CommandKind::Def { .. });
    let allowed = if names_what_is_shipped { "# filbert: allow shipped-name\n" } else { "" };
    Piece { uses, text: format!("{comment}{allowed}{}\n", source.slice(command.span)) }
}

/// The entry that a command makes: its name, its kind, and the name of the word or function. A function is one if its name
/// begins with a capital.
fn subject(source: &Source, command: &Command) -> Option<(String, Kind, String)> {
    match &command.kind {
        CommandKind::Word { name, .. } | CommandKind::FixedPoint { name, .. } => {
            Some((name.text.to_string(), Kind::Word, name.text.to_string()))
        }
        CommandKind::Kernel { name, game, .. } => Some((game.text.to_string(), Kind::Pairs, name.text.to_string())),
        CommandKind::Def { name, formula, .. } if name.text.starts_with(char::is_uppercase) => {
            let piles = parse_formula(source, formula.span, &()).ok()?.free_variables().len();
            let kind = if piles == 3 { Kind::Triples } else { Kind::Pairs };
            Some((name.text.to_string(), kind, name.text.to_string()))
        }
        _ => None,
    }
}

/// The commands that a text needs, in the order in which they are defined.
fn needed(text: &str, pieces: &[Piece]) -> String {
    let (mut found, mut texts) = (BTreeSet::new(), vec![text]);
    while let Some(text) = texts.pop() {
        for (at, piece) in pieces.iter().enumerate() {
            if piece.uses.iter().any(|sign| text.contains(sign)) && found.insert(at) {
                texts.push(&piece.text);
            }
        }
    }
    found.into_iter().map(|at| pieces[at].text.as_str()).collect()
}
