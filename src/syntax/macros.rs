//! Macros: textual templates, looked up by name and filled with the arguments of a call.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::ops::Range;

/// Where [`parse_formula`](super::parse_formula) finds the macros that a formula calls.
///
/// A `HashMap<String, String>` from names to templates is one; `()` is the one without macros.
pub trait Macros {
    /// The template of the macro `name`.
    fn template(&self, name: &str) -> Option<Cow<'_, str>>;

    /// Every name known, to suggest the nearest to an unknown one.
    fn names(&self) -> Vec<String>;
}

impl<S: BuildHasher> Macros for HashMap<String, String, S> {
    fn template(&self, name: &str) -> Option<Cow<'_, str>> {
        self.get(name).map(|template| template.into())
    }

    fn names(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }
}

impl Macros for () {
    fn template(&self, _: &str) -> Option<Cow<'_, str>> {
        None
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Why the text after a macro's name is no argument list.
pub(super) enum BadCall {
    /// No `(` follows.
    NoParenthesis,
    /// The `(` at this byte is never closed.
    Unclosed(usize),
}

/// The arguments that stand at the beginning of `text`, in parentheses, and where they end.
///
/// They are raw text, split at the commas outside any inner parentheses and brackets.
pub(super) fn arguments(text: &str) -> Result<(Vec<&str>, usize), BadCall> {
    let open = (text.find(|c: char| !c.is_whitespace()))
        .filter(|&at| text[at..].starts_with('('))
        .ok_or(BadCall::NoParenthesis)?;
    let mut found: Vec<&str> = Vec::new();
    let mut begin = open + 1;
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b',' if depth == 1 => {
                found.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
        if depth == 0 {
            let last = &text[begin..at];
            if !(found.is_empty() && last.trim().is_empty()) {
                found.push(last);
            }
            return Ok((found, at + 1));
        }
    }
    Err(BadCall::Unclosed(open))
}

/// Why a template cannot be filled.
pub(super) enum BadFilling {
    /// It asks for the argument of this number, and there is none.
    Missing(String),
    /// The result would have more bytes than allowed.
    TooLong,
}

/// `template` with its `%0`, `%1`, ... replaced, if that takes no more than `limit` bytes.
pub(super) fn fill(template: &str, arguments: &[&str], limit: usize) -> Result<String, BadFilling> {
    let mut filled = String::new();
    let mut rest = template;
    loop {
        let (before, hole) = match hole(rest) {
            Some(hole) => (&rest[..hole.start], Some(&rest[hole.start + 1..hole.end])),
            None => (rest, None),
        };
        let argument = match hole {
            Some(number) => (number.parse().ok())
                .and_then(|index: usize| arguments.get(index))
                .ok_or_else(|| BadFilling::Missing(number.to_owned()))?,
            None => "",
        };
        if filled.len() + before.len() + argument.len() > limit {
            return Err(BadFilling::TooLong);
        }
        filled.push_str(before);
        filled.push_str(argument);
        match hole {
            Some(number) => rest = &rest[before.len() + 1 + number.len()..],
            None => return Ok(filled),
        }
    }
}

/// Where the first `%` with its digits stands in `text`.
fn hole(text: &str) -> Option<Range<usize>> {
    let mut from = 0;
    while let Some(at) = text[from..].find('%') {
        let start = from + at;
        let digits = (text[start + 1..].bytes()).take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            return Some(start..start + 1 + digits);
        }
        from = start + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_split_at_outer_commas_only() {
        let (found, end) = arguments(" (x, $f(a,b) ,W[i,(1)]) & y").ok().unwrap();
        assert_eq!(found, ["x", " $f(a,b) ", "W[i,(1)]"]);
        assert_eq!(end, 23);
        assert!(arguments("( )").ok().unwrap().0.is_empty());
        assert!(matches!(arguments("(x"), Err(BadCall::Unclosed(0))));
        assert!(matches!(arguments("x"), Err(BadCall::NoParenthesis)));
    }

    #[test]
    fn holes_take_all_their_digits() {
        let arguments: Vec<String> = (0..12).map(|i| format!("x{i}")).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        assert_eq!(fill("%1+%10=%%0", &arguments, 99).ok().unwrap(), "x1+x10=%x0");
        assert!(matches!(fill("%12", &arguments, 99), Err(BadFilling::Missing(n)) if n == "12"));
        assert!(matches!(fill("%0%0", &["abc"], 5), Err(BadFilling::TooLong)));
    }
}
