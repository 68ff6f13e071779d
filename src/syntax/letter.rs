//! Letters of words as regular expressions, morphisms and codings write them: `3`, `[10]`, `[-1,0]`.

use std::num::{IntErrorKind, ParseIntError};

use super::ast::Span;
use super::diagnostic::Diagnostic;
use super::source::Source;

/// The digits of the letter at `span`: a digit, or numbers in brackets separated by commas.
pub(super) fn tuple(source: &Source, span: Span) -> Result<Vec<i64>, Diagnostic> {
    let text = source.slice(span);
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    (inside.unwrap_or(text).split(','))
        .map(|digit| digit.trim().parse())
        .collect::<Result<Vec<i64>, ParseIntError>>()
        .map_err(|error| {
            let label = match matches!(error.kind(), IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) {
                true => "over 64 bits",
                false => "expected numbers, as in `[10]`, `[-1]` or `[1,0]`",
            };
            Diagnostic::error(source, span, format!("`{text}` is no letter")).label(label)
        })
}

/// The letter at `span`, of a word over one track.
pub(super) fn single(source: &Source, span: Span) -> Result<i64, Diagnostic> {
    match tuple(source, span)?[..] {
        [digit] => Ok(digit),
        _ => Err(Diagnostic::error(source, span, "a letter of a word is one number").label("several stand here")),
    }
}

/// The error for a character that begins no token of these languages, some of which have `->`.
pub(super) fn stray(source: &Source, at: usize, arrows: bool) -> Diagnostic {
    let character = source.text()[at..].chars().next().unwrap_or(' ');
    let (wrong, label) = match character {
        '[' => ("is not closed", "expected `]` after the numbers"),
        ']' => ("closes nothing", "no bracket is open here"),
        '-' => ("means nothing here", "a negative letter is written in brackets: `[-1]`"),
        '→' | '↦' | '=' if arrows => ("means nothing here", "write `->`"),
        ',' => ("means nothing here", "commas stand inside letters only: `[1,0]`"),
        '{' | '}' if !arrows => ("means nothing here", "alphabets stand before the quotes"),
        _ if character.is_alphabetic() => ("means nothing here", "letters are digits or numbers in brackets"),
        _ => ("means nothing here", "not part of the notation"),
    };
    let span = Span::new(at, at + character.len_utf8());
    Diagnostic::error(source, span, format!("`{character}` {wrong}")).label(label)
}
