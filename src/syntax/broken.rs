//! What is known of a command that cannot be read.

use super::command::Lexeme;
use super::diagnostic::Diagnostic;
use super::name::is_name;
use super::name_kind::kinds_bound;
use super::source::{Source, Span};

/// A command that cannot be read.
#[derive(Clone, Debug)]
pub struct Broken {
    /// What is wrong with it.
    pub error: Diagnostic,
    /// Names in it, any of which it may have been meant to define.
    pub names: Vec<String>,
}

/// The names that stand in a command outside quotes, and inside them in what looks like a command: with a quote too few or
/// too many, what was meant to stand outside stands inside.
pub(super) fn names_in(source: &Source, lexemes: &[(Lexeme, Span)], skipped: Option<Span>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        for word in text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
            let system = word.strip_prefix("msd_").or_else(|| word.strip_prefix("lsd_"));
            for name in [Some(word), system].into_iter().flatten().filter(|name| is_name(name)) {
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
        }
    };
    let quoted = |kind: &Lexeme| *kind == Lexeme::Quoted;
    lexemes.iter().filter(|(kind, _)| !quoted(kind)).for_each(|(_, span)| add(source.slice(*span)));
    let inside = lexemes.iter().filter(|(kind, _)| quoted(kind)).map(|(_, span)| *span).chain(skipped);
    for part in inside.flat_map(|span| source.slice(span).split(['"', ';', ':', '\r', '\n'])) {
        let first = part.split_whitespace().next().unwrap_or_default();
        if !kinds_bound(first).is_empty() {
            add(part);
        }
    }
    names
}
