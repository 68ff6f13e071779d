//! Claims that a word is fixed by a morphism: `W[n+1] is fixed by 0->10 1->1101`.
//!
//! Written by hand: a word with an index, three words of English, and a morphism.

use num_bigint::BigUint;

use super::ast::{FixedSpec, Name};
use super::diagnostic::Diagnostic;
use super::morphism::parse_morphism;
use super::name::{is_variable, name_length};
use super::sequence::system_of_sequences;
use super::source::{Source, Span};

/// What stands between the word and the morphism.
const VERB: [&str; 3] = ["is", "fixed", "by"];

/// Whether a text claims that a word is fixed by a morphism.
///
/// ```
/// use filbert::syntax::speaks_of_fixed_words;
///
/// assert!(speaks_of_fixed_words("W[n+1] is fixed by 0->10 1->1101"));
/// assert!(!speaks_of_fixed_words("W[n+1]=@1"));
/// ```
pub fn speaks_of_fixed_words(text: &str) -> bool {
    verb(text).is_some()
}

/// Where the verb begins and ends.
fn verb(text: &str) -> Option<(usize, usize)> {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let words: Vec<&str> = text.split_whitespace().collect();
    let found = words.windows(VERB.len()).find(|words| *words == VERB)?;
    Some((place(found[0]), place(found[2]) + found[2].len()))
}

/// The claim that stands at `span` in `source`, quotes not counted.
///
/// ```
/// use filbert::syntax::{Source, parse_fixed};
///
/// let source = Source::new("<prompt>", "W[2*n+1] is fixed by 0->10 1->1101");
/// let claim = parse_fixed(&source, source.span())?;
/// assert_eq!((&*claim.word.text, claim.index("m", 3)), ("W", "2*m+7".to_owned()));
/// # Ok::<(), filbert::syntax::Diagnostic>(())
/// ```
///
/// # Errors
/// What is wrong with the text, at the first place where it is.
pub fn parse_fixed(source: &Source, span: Span) -> Result<FixedSpec, Diagnostic> {
    let span = source.clamp(span);
    let Some((from, to)) = verb(source.slice(span)) else {
        return Err(Diagnostic::error(source, span, "expected `W[n] is fixed by 0->01 1->10`"));
    };
    let (system, subject) = system_of_sequences(source, Span::new(span.start, span.start + from))?;
    let subject = trimmed(source, subject);
    // A dot may tell a word from a quantifier, as in formulas.
    let start = subject.start + usize::from(source.slice(subject).starts_with('.'));
    let word = Span::new(start, start + name_length(source.slice(Span::new(start, subject.end))));
    let index = trimmed(source, Span::new(word.end, subject.end));
    if !crate::syntax::is_name(source.slice(word)) {
        return Err(Diagnostic::error(source, subject, "expected a word before `is fixed by`")
            .label("as in `W[n+1] is fixed by 0->10 1->1101`"));
    }
    let inside = match source.slice(index) {
        "" => None,
        text if text.starts_with('[') && text.ends_with(']') => Some(Span::new(index.start + 1, index.end - 1)),
        _ => return Err(Diagnostic::error(source, index, "expected an index in brackets, as in `W[n+1]`")),
    };
    let (variable, step, start) = match inside {
        None => ("n".to_owned(), BigUint::from(1u8), BigUint::ZERO),
        Some(inside) => parse_index(source, inside)?,
    };
    let morphism = parse_morphism(source, Span::new(span.start + to, span.end))?;
    if let Some((letter, _, place)) = morphism.rules.iter().find(|(_, image, _)| image.is_empty()) {
        return Err(Diagnostic::error(source, *place, format!("the image of {letter} is empty"))
            .label("a claim of this kind needs images with letters"));
    }
    let word = Name { text: source.slice(word).into(), span: word };
    Ok(FixedSpec { system, word, variable, step, start, morphism })
}

/// Without blanks around it.
fn trimmed(source: &Source, span: Span) -> Span {
    let text = source.slice(span);
    let start = span.start + (text.len() - text.trim_start().len());
    Span::new(start, start + text.trim().len())
}

/// A variable, what it is multiplied by, and what is added.
fn parse_index(source: &Source, span: Span) -> Result<(String, BigUint, BigUint), Diagnostic> {
    let wrong = || {
        Diagnostic::error(source, trimmed(source, span), "this index is not a multiple of a variable plus a number")
            .label("as in `n`, `n+1` or `2*n+1`")
    };
    let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.parse::<BigUint>().ok(),
        false => None,
    };
    let (mut variable, mut start) = (None, BigUint::ZERO);
    for part in source.slice(span).split('+').map(str::trim) {
        if let Some(constant) = number(part) {
            start += constant;
            continue;
        }
        let (step, name) = match part.split_once('*').map(|(one, other)| (one.trim(), other.trim())) {
            None => (BigUint::from(1u8), part),
            Some((one, other)) => match (number(one), number(other)) {
                (Some(step), None) => (step, other),
                (None, Some(step)) => (step, one),
                _ => return Err(wrong()),
            },
        };
        if variable.is_some() || step == BigUint::ZERO || !is_variable(name) {
            return Err(wrong());
        }
        variable = Some((name.to_owned(), step));
    }
    let (variable, step) = variable.ok_or_else(wrong)?;
    Ok((variable, step, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<FixedSpec, Diagnostic> {
        let source = Source::new("<prompt>", text);
        parse_fixed(&source, source.span())
    }

    #[test]
    fn indices_are_multiples_of_a_variable_plus_a_number() {
        let index = |text: &str| {
            let claim = read(&format!("{text} is  fixed\nby 0->01 1->10")).expect("a claim");
            (claim.index("m", 0), claim.index("m", 2))
        };
        assert_eq!(index("W"), ("m".to_owned(), "m+2".to_owned()));
        assert_eq!(index("?msd_2 W[n]"), ("m".to_owned(), "m+2".to_owned()));
        assert_eq!(index(" W [ 1 + 3*n + 4 ] "), ("3*m+5".to_owned(), "3*m+11".to_owned()));
        assert_eq!(index("W[i*2]"), ("2*m".to_owned(), "2*m+4".to_owned()));
        let long = "1".repeat(40);
        assert_eq!(index(&format!("W[n+{long}]")).0, format!("m+{long}"));
    }

    #[test]
    fn what_is_wrong_is_said_where_it_is() {
        for (text, place, message) in [
            ("W[n-1] is fixed by 0->01", "n-1", "this index is not a multiple of a variable plus a number"),
            ("W[0*n] is fixed by 0->01", "0*n", "this index is not a multiple of a variable plus a number"),
            ("W[ 7 ] is fixed by 0->01", "7", "this index is not a multiple of a variable plus a number"),
            ("W[n+m] is fixed by 0->01", "n+m", "this index is not a multiple of a variable plus a number"),
            ("W[n][m] is fixed by 0->01", "n][m", "this index is not a multiple of a variable plus a number"),
            ("W+1 is fixed by 0->01", "+1", "expected an index in brackets, as in `W[n+1]`"),
            ("3 is fixed by 0->01", "3", "expected a word before `is fixed by`"),
            ("is fixed by 0->01", "", "expected a word before `is fixed by`"),
            ("W is fixed by", "", "this morphism is empty"),
            ("W is fixed by 0->01 1->", "1->", "the image of 1 is empty"),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.message(), message, "{text}");
            let found = &text[error.span().start..error.span().end];
            assert_eq!(found.trim(), place, "{text}");
        }
    }
}
