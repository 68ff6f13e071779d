//! Morphisms `0->01 1->10` and codings `0 1 -> 0  2 -> 1`.
//!
//! Written by hand: a letter begins a new rule of a morphism exactly if `->` follows it, which takes two tokens of
//! lookahead where LALRPOP has one.

use std::collections::HashMap;

use logos::Logos;

use super::ast::{CodingSpec, MorphismSpec};
use super::diagnostic::Diagnostic;
use super::letter::{single, stray};
use super::source::{Source, Span};

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[\s\u{feff}\u{200b}\u{2060}]+")]
enum Kind {
    #[regex("[0-9]")]
    #[regex(r"\[[^\[\]]*\]")]
    Letter,
    #[token("->")]
    Arrow,
    #[token(",")]
    Comma,
}

/// The morphism that stands at `span` in `source`, quotes not counted.
///
/// ```
/// use filbert::syntax::{Source, parse_morphism};
///
/// let source = Source::new("<prompt>", "0->0 1, 1 -> 2 2->[10]");
/// let rules = parse_morphism(&source, source.span())?.rules;
/// let images: Vec<_> = rules.iter().map(|(letter, image, _)| (*letter, &image[..])).collect();
/// assert_eq!(images, [(0, &[0, 1][..]), (1, &[2]), (2, &[10])]);
/// # Ok::<(), filbert::syntax::Diagnostic>(())
/// ```
///
/// # Errors
/// What is wrong with the text, at the first place where it is; two rules for a letter are wrong too.
pub fn parse_morphism(source: &Source, span: Span) -> Result<MorphismSpec, Diagnostic> {
    let mut reader = Reader::new(source, span, "morphism")?;
    let mut rules = Vec::new();
    let mut known = HashMap::new();
    while let Some((letter, start)) = reader.letter()? {
        reader.once(&mut known, letter, start)?;
        reader.arrow("a rule is a letter, `->` and its image, as in `0->01`")?;
        let mut image = Vec::new();
        while !reader.begins_rule() {
            match reader.letter()? {
                Some((letter, _)) => image.push(letter),
                None => break,
            }
        }
        rules.push((letter, image, Span::new(start.start, reader.end())));
        reader.comma();
    }
    reader.finish()?;
    Ok(MorphismSpec { rules })
}

/// The coding that stands at `span` in `source`, quotes not counted.
///
/// ```
/// use filbert::syntax::{Source, parse_coding};
///
/// let source = Source::new("<prompt>", "0 3 [10] -> 1  1 2 -> 2");
/// let rules = parse_coding(&source, source.span())?.rules;
/// assert_eq!(rules[0].0, [0, 3, 10]);
/// assert_eq!(rules[1].1, 2);
/// # Ok::<(), filbert::syntax::Diagnostic>(())
/// ```
///
/// # Errors
/// What is wrong with the text, at the first place where it is; two rules for a letter are wrong too.
pub fn parse_coding(source: &Source, span: Span) -> Result<CodingSpec, Diagnostic> {
    let mut reader = Reader::new(source, span, "coding")?;
    let mut rules = Vec::new();
    let mut known = HashMap::new();
    while let Some((first, start)) = reader.letter()? {
        reader.once(&mut known, first, start)?;
        let mut letters = vec![first];
        reader.comma();
        while let Some((letter, place)) = reader.letter()? {
            reader.once(&mut known, letter, place)?;
            letters.push(letter);
            reader.comma();
        }
        reader.arrow("a rule is letters, `->` and one letter, as in `0 2 -> 1`")?;
        let Some((output, _)) = reader.letter()? else {
            return Err(reader.expected("a letter"));
        };
        rules.push((letters, output, Span::new(start.start, reader.end())));
        reader.comma();
    }
    reader.finish()?;
    Ok(CodingSpec { rules })
}

struct Reader<'a> {
    source: &'a Source,
    tokens: Vec<(Kind, Span)>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Source, span: Span, what: &str) -> Result<Reader<'a>, Diagnostic> {
        let span = source.clamp(span);
        let mut tokens = Vec::new();
        for (kind, range) in Kind::lexer(source.slice(span)).spanned() {
            let (start, end) = (span.start + range.start, span.start + range.end);
            let kind = kind.map_err(|()| stray(source, start, true))?;
            tokens.push((kind, Span::new(start, end)));
        }
        if tokens.is_empty() {
            return Err(
                Diagnostic::error(source, span, format!("this {what} is empty")).label("expected a rule, as in `0->1`")
            );
        }
        Ok(Reader { source, tokens, at: 0 })
    }

    fn peek(&self, ahead: usize) -> Option<Kind> {
        self.tokens.get(self.at + ahead).map(|(kind, _)| *kind)
    }

    fn begins_rule(&self) -> bool {
        self.peek(0) == Some(Kind::Letter) && self.peek(1) == Some(Kind::Arrow)
    }

    /// The end of the last token read.
    fn end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |last| self.tokens[last].1.end)
    }

    /// The next token, if it is a letter.
    fn letter(&mut self) -> Result<Option<(i64, Span)>, Diagnostic> {
        let Some(&(Kind::Letter, span)) = self.tokens.get(self.at) else {
            return Ok(None);
        };
        self.at += 1;
        Ok(Some((single(self.source, span)?, span)))
    }

    fn comma(&mut self) {
        if self.peek(0) == Some(Kind::Comma) {
            self.at += 1;
        }
    }

    fn arrow(&mut self, help: &str) -> Result<(), Diagnostic> {
        if self.peek(0) != Some(Kind::Arrow) {
            return Err(self.expected("`->`").help(help));
        }
        self.at += 1;
        Ok(())
    }

    /// Checks that `letter` has no rule yet.
    fn once(&self, known: &mut HashMap<i64, Span>, letter: i64, span: Span) -> Result<(), Diagnostic> {
        match known.insert(letter, span) {
            None => Ok(()),
            Some(first) => {
                let message = format!("the letter {letter} has a second rule");
                Err(Diagnostic::error(self.source, span, message).label("here again").also(first, "first here"))
            }
        }
    }

    fn finish(&self) -> Result<(), Diagnostic> {
        match self.peek(0) {
            None => Ok(()),
            Some(_) => Err(self.expected("a letter")),
        }
    }

    fn expected(&self, what: &str) -> Diagnostic {
        let place = |at: usize| self.tokens.get(at).map(|(_, span)| *span);
        let before = self.at.checked_sub(1).and_then(place);
        Diagnostic::expected(self.source, what, before, place(self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn morphism(text: &str) -> Vec<(i64, Vec<i64>, String)> {
        let source = Source::new("m", text);
        let spec = parse_morphism(&source, source.span()).unwrap_or_else(|error| panic!("{}", error.render(false)));
        (spec.rules.into_iter()).map(|(letter, image, span)| (letter, image, source.slice(span).to_owned())).collect()
    }

    fn wrong(text: &str) -> String {
        let source = Source::new("m", text);
        let morphism = parse_morphism(&source, source.span()).unwrap_err();
        morphism.message().to_owned()
    }

    #[test]
    fn a_letter_before_an_arrow_begins_a_rule() {
        assert_eq!(
            morphism("0->0 1 1->10,2 ->\n3-> [-1][12]"),
            [
                (0, vec![0, 1], "0->0 1".to_owned()),
                (1, vec![1, 0], "1->10".to_owned()),
                (2, vec![], "2 ->".to_owned()),
                (3, vec![-1, 12], "3-> [-1][12]".to_owned()),
            ]
        );
    }

    #[test]
    fn a_comma_ends_a_rule_of_a_morphism() {
        assert_eq!(wrong("0->0,1"), "expected `->` after `1`");
        assert_eq!(wrong("0->0,,1->1"), "expected a letter after `,`");
    }

    #[test]
    fn a_letter_has_one_rule_and_one_number() {
        assert_eq!(wrong("0->01 0->1"), "the letter 0 has a second rule");
        assert_eq!(wrong("0->[0,1]"), "a letter of a word is one number");
        assert_eq!(wrong("-> 1"), "expected a letter at the beginning");
    }

    #[test]
    fn a_coding_sends_letters_to_one_letter() {
        let source = Source::new("c", "03,[-5]->[10]\n 1 -> 2");
        let rules = parse_coding(&source, source.span()).unwrap().rules;
        assert_eq!(rules[0].0, [0, 3, -5]);
        assert_eq!((rules[0].1, rules[1].1), (10, 2));
        assert_eq!(source.slice(rules[1].2), "1 -> 2");
        let source = Source::new("c", "0->01");
        let error = parse_coding(&source, source.span()).unwrap_err();
        assert_eq!(error.message(), "expected `->` after `1`");
    }
}
