//! Letters of words as regular expressions, morphisms and codings write them: `3`, `[10]`, `[-1,0]`.

use std::num::{IntErrorKind, ParseIntError};

use super::diagnostic::Diagnostic;
use super::source::{Source, Span};

/// The digits of the letter at `span`: a digit, or numbers in brackets separated by commas.
pub(super) fn tuple(source: &Source, span: Span) -> Result<Vec<i64>, Diagnostic> {
    let text = source.slice(span);
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    digits_of_set(inside.unwrap_or(text)).map_err(|error| no_letter(source, span, &error))
}

/// Why a text is no digit of 64 bits with a sign, if it is too long for one.
pub fn no_digit(error: &ParseIntError) -> Option<&'static str> {
    matches!(error.kind(), IntErrorKind::PosOverflow | IntErrorKind::NegOverflow).then_some("over 64 bits")
}

fn no_letter(source: &Source, span: Span, error: &ParseIntError) -> Diagnostic {
    let expected = "expected numbers, as in `[10]`, `[-1]` or `[1,0]`, or a range, as in `[2-4]`";
    let label = no_digit(error).unwrap_or(expected);
    Diagnostic::error(source, span, format!("`{}` is not a letter", source.slice(span))).label(label)
}

/// The numbers of a list like `0, 1, - 2, +4`.
///
/// # Errors
/// What is wrong with the first that is none.
pub fn digits_of_set(list: &str) -> Result<Vec<i64>, ParseIntError> {
    list.split(',').map(number).collect()
}

/// A number; blanks may stand around its sign.
fn number(text: &str) -> Result<i64, ParseIntError> {
    let text = text.trim();
    match text.strip_prefix(['+', '-']) {
        Some(rest) => format!("{}{}", &text[..1], rest.trim_start()).parse(),
        None => text.parse(),
    }
}

/// What stands in brackets in a regular expression: `[1,0]` is a letter, `[2-4]` one of several, `[^2-4]` and `[^2]` one
/// of all others.
pub(super) enum Bracket {
    Letter(Vec<i64>),
    Class {
        /// The first and the last of each range.
        ranges: Vec<(i64, i64)>,
        /// Whether all others are meant.
        negated: bool,
    },
}

/// The brackets at `span`.
pub(super) fn bracket(source: &Source, span: Span) -> Result<Bracket, Diagnostic> {
    let text = source.slice(span);
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text).trim();
    let (negated, list) = match inside.strip_prefix('^') {
        Some(list) => (true, list),
        None => (false, inside),
    };
    let mut ranges = Vec::new();
    let mut is_class = negated;
    for item in list.split(',') {
        let item = item.trim();
        // The sign of the first number is no range.
        let dash = item
            .char_indices()
            .skip(1)
            .find(|&(at, c)| c == '-' && item[..at].trim_end().ends_with(|before: char| before.is_ascii_digit()));
        let (first, last) = match dash {
            Some((at, _)) => (&item[..at], &item[at + 1..]),
            None => (item, item),
        };
        is_class |= dash.is_some();
        let read = |text| number(text).map_err(|error| no_letter(source, span, &error));
        ranges.push((read(first)?, read(last)?));
    }
    if !is_class {
        return Ok(Bracket::Letter(ranges.into_iter().map(|(digit, _)| digit).collect()));
    }
    if ranges.len() > 1 && !negated {
        return Err(Diagnostic::error(source, span, format!("`{text}` is not a letter"))
            .label("a range is for the digits of one track; commas separate tracks")
            .help("list the letters, as in `([0,1]|[1,1])`"));
    }
    if let Some((first, last)) = ranges.iter().find(|(first, last)| first > last) {
        return Err(Diagnostic::error(source, span, format!("the range from {first} to {last} is empty"))
            .label(format!("write `[{last}-{first}]`"))
            .fix(span, format!("[{last}-{first}]")));
    }
    Ok(Bracket::Class { ranges, negated })
}

/// The letter at `span`, of a word over one track.
pub(super) fn single(source: &Source, span: Span) -> Result<i64, Diagnostic> {
    match tuple(source, span)?[..] {
        [digit] => Ok(digit),
        _ => Err(Diagnostic::error(source, span, "a letter of a word is one number").label("found several")),
    }
}

/// The error for a character that begins no token of these languages, some of which have `->`.
pub(super) fn stray(source: &Source, at: usize, arrows: bool) -> Diagnostic {
    let character = source.text()[at..].chars().next().unwrap_or(' ');
    let label = match character {
        '[' => "expected `]` after the numbers",
        ']' => "no bracket is open here",
        '-' => "a negative letter is written in brackets: `[-1]`",
        '→' | '↦' | '=' if arrows => "write `->`",
        ',' => "commas only go inside letters: `[1,0]`",
        '{' | '}' if !arrows => "alphabets go before the quotes",
        _ if character.is_alphabetic() => "letters are digits or numbers in brackets",
        _ => "not part of the notation",
    };
    let span = Span::new(at, at + character.len_utf8());
    let message = match character {
        '[' => "`[` is not closed".to_owned(),
        ']' => "unmatched `]`".to_owned(),
        _ => format!("unexpected `{character}`"),
    };
    let error = Diagnostic::error(source, span, message).label(label);
    match label {
        "write `->`" => error.fix(span, "->"),
        "no bracket is open here" => error.fix(span, ""),
        _ => error,
    }
}
