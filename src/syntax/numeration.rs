//! Definitions of numeration systems: `x^2 = 2x + 1 from 1, 3`, `d(1) = 2 (1)`, `base 12`.

use logos::Logos;

use super::ast::NumerationSpec;
use super::diagnostic::Diagnostic;
use super::source::{Source, Span};

/// The largest degree of a recurrence: far above any automaton that could be built.
const MAX_DEGREE: usize = 64;

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[\s\u{feff}\u{200b}\u{2060}]+")]
enum Kind {
    #[regex("[0-9]+")]
    Number,
    #[regex("[A-Za-z]+")]
    Word,
    #[token("^")]
    Power,
    #[token("*")]
    Times,
    #[token("+")]
    Plus,
    #[token("-")]
    #[token("−")]
    Minus,
    #[token("=")]
    Equal,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token(",")]
    Comma,
}

/// The definition that stands at `span` in `source`, quotes not counted.
///
/// ```
/// use filbert::syntax::{NumerationSpec, Source, parse_numeration};
///
/// let source = Source::new("<prompt>", "x^3 = 2x^2 + 1");
/// let spec = parse_numeration(&source, source.span())?;
/// assert_eq!(spec, NumerationSpec::Recurrence { coefficients: vec![2, 0, 1], initial: None });
/// # Ok::<(), filbert::syntax::Diagnostic>(())
/// ```
///
/// # Errors
/// What is wrong with the text, at the first place where it is. Whether the definition makes sense as a numeration
/// system is not asked here.
pub fn parse_numeration(source: &Source, span: Span) -> Result<NumerationSpec, Diagnostic> {
    let span = source.clamp(span);
    let mut tokens = Vec::new();
    for (kind, range) in Kind::lexer(source.slice(span)).spanned() {
        let place = Span::new(span.start + range.start, span.start + range.end);
        let kind = kind.map_err(|()| {
            let message = format!("`{}` means nothing here", source.slice(place));
            Diagnostic::error(source, place, message).label("not part of a definition").help(FORMS)
        })?;
        tokens.push((kind, place));
    }
    let mut reader = Reader { source, tokens, at: 0 };
    if reader.tokens.is_empty() {
        return Err(Diagnostic::error(source, span, "this definition is empty")
            .label("expected a recurrence, an expansion or a base")
            .help(FORMS));
    }
    let spec = if reader.word("base") {
        let base = reader.number("a base")?;
        if base < 2 {
            return Err(reader.wrong_last("a base is at least 2"));
        }
        NumerationSpec::Base(base)
    } else if reader.word("d") {
        reader.expansion()?
    } else if reader.word("x") || reader.word("X") {
        reader.at -= 1;
        reader.recurrence()?
    } else {
        return Err(reader.expected("`x`, `d(1)` or `base`").help(FORMS));
    };
    match reader.peek() {
        None => Ok(spec),
        Some(_) => Err(reader.expected("the end of the definition")),
    }
}

const FORMS: &str = "definitions: `x^2 = 2x + 1`, `x^2 = 2x + 1 from 1, 3`, `d(1) = 2 (1)`, `base 12`";

struct Reader<'a> {
    source: &'a Source,
    tokens: Vec<(Kind, Span)>,
    at: usize,
}

impl Reader<'_> {
    /// `x^3 = x^2 + 1 from 1, 2, 3`
    fn recurrence(&mut self) -> Result<NumerationSpec, Diagnostic> {
        let degree = self.power()?;
        if degree == 0 {
            return Err(self.wrong_last("a recurrence has degree 1 or more"));
        }
        self.take(Kind::Equal, "`=`")?;
        let mut coefficients = vec![0; degree];
        let mut negative = self.skip(Kind::Minus);
        loop {
            self.monomial(&mut coefficients, negative)?;
            negative = match self.peek() {
                Some(Kind::Plus) => false,
                Some(Kind::Minus) => true,
                _ => break,
            };
            self.at += 1;
        }
        let mut initial = None;
        if self.word("from") {
            let values = initial.insert(vec![self.number("a number")?]);
            while self.skip(Kind::Comma) || self.peek() == Some(Kind::Number) {
                values.push(self.number("a number")?);
            }
        }
        Ok(NumerationSpec::Recurrence { coefficients, initial })
    }

    /// `2x^2`, `2*x^2`, `x` or `3`, added to the coefficients from the highest power down.
    fn monomial(&mut self, coefficients: &mut [i64], negative: bool) -> Result<(), Diagnostic> {
        let begin = self.at;
        let degree = coefficients.len();
        let (factor, power) = match self.peek() {
            Some(Kind::Number) => {
                let factor = self.number("a coefficient")?;
                let times = self.skip(Kind::Times);
                let power = if times || self.peek_word("x") { self.power()? } else { 0 };
                (factor, power)
            }
            _ => (1, self.power()?),
        };
        let span = Span::new(self.tokens[begin].1.start, self.end());
        if power >= degree {
            let message = format!("the right side has degree {degree} or more");
            return Err(
                Diagnostic::error(self.source, span, message).label(format!("expected a power below x^{degree}"))
            );
        }
        let coefficient = &mut coefficients[degree - 1 - power];
        let factor = i64::try_from(factor).ok();
        let factor = factor.map(|factor| if negative { -factor } else { factor });
        match factor.and_then(|factor| coefficient.checked_add(factor)) {
            Some(sum) => *coefficient = sum,
            None => {
                let message = "this coefficient is too large";
                return Err(Diagnostic::error(self.source, span, message).label("over 63 bits"));
            }
        }
        Ok(())
    }

    /// The exponent of `x^3` or `x`.
    fn power(&mut self) -> Result<usize, Diagnostic> {
        if !(self.word("x") || self.word("X")) {
            return Err(self.expected("a number or a power of `x`"));
        }
        if !self.skip(Kind::Power) {
            return Ok(1);
        }
        let exponent = self.number("an exponent")?;
        usize::try_from(exponent)
            .ok()
            .filter(|exponent| *exponent <= MAX_DEGREE)
            .ok_or_else(|| self.wrong_last(&format!("an exponent is at most {MAX_DEGREE}")))
    }

    /// `(1) = 2 1 1` or `(1) = 2 (1)`
    fn expansion(&mut self) -> Result<NumerationSpec, Diagnostic> {
        self.take(Kind::Open, "`(1)`")?;
        if self.number("`1`")? != 1 {
            return Err(self.wrong_last("the expansion of 1 defines a system"));
        }
        self.take(Kind::Close, "`)`")?;
        self.take(Kind::Equal, "`=`")?;
        let begin = self.at;
        let preperiod = self.digits()?;
        let mut period = Vec::new();
        if self.skip(Kind::Open) {
            period = self.digits()?;
            if period.is_empty() {
                return Err(self.expected("a digit"));
            }
            self.take(Kind::Close, "`)` to close the period")?;
        }
        match (&preperiod[..], &period[..]) {
            ([], []) => Err(self.expected("a digit")),
            // `11` for `1 1`: nobody writes base 11 like this.
            ([digit], []) if *digit > 9 => {
                let span = self.tokens[begin].1;
                let digits: Vec<String> = (self.source.slice(span).chars()).map(|digit| digit.to_string()).collect();
                let message = "the digits of an expansion are separated by blanks";
                Err(Diagnostic::error(self.source, span, message).label(format!("write `{}`", digits.join(" "))))
            }
            _ => Ok(NumerationSpec::Expansion { preperiod, period }),
        }
    }

    /// Numbers up to what is none, with or without commas between them.
    fn digits(&mut self) -> Result<Vec<u32>, Diagnostic> {
        let mut digits = Vec::new();
        while self.peek() == Some(Kind::Number) {
            let digit = self.number("a digit")?;
            let digit = u32::try_from(digit).map_err(|_| self.wrong_last("this digit is too large"))?;
            digits.push(digit);
            if self.skip(Kind::Comma) && self.peek().is_none() {
                return Err(self.expected("a digit"));
            }
        }
        Ok(digits)
    }

    fn peek(&self) -> Option<Kind> {
        self.tokens.get(self.at).map(|(kind, _)| *kind)
    }

    fn peek_word(&self, word: &str) -> bool {
        (self.tokens.get(self.at))
            .is_some_and(|(kind, span)| *kind == Kind::Word && self.source.slice(*span).eq_ignore_ascii_case(word))
    }

    fn word(&mut self, word: &str) -> bool {
        let found = self.peek_word(word);
        self.at += usize::from(found);
        found
    }

    fn skip(&mut self, kind: Kind) -> bool {
        let found = self.peek() == Some(kind);
        self.at += usize::from(found);
        found
    }

    fn take(&mut self, kind: Kind, what: &str) -> Result<(), Diagnostic> {
        match self.skip(kind) {
            true => Ok(()),
            false => Err(self.expected(what)),
        }
    }

    fn number(&mut self, what: &str) -> Result<u64, Diagnostic> {
        self.take(Kind::Number, what)?;
        let text = self.source.slice(self.tokens[self.at - 1].1);
        text.parse().map_err(|_| self.wrong_last("this number is too large"))
    }

    /// The end of the last token read.
    fn end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |last| self.tokens[last].1.end)
    }

    /// An error at the last token read.
    fn wrong_last(&self, message: &str) -> Diagnostic {
        let span = self.tokens[self.at - 1].1;
        Diagnostic::error(self.source, span, message).label(format!("found `{}`", self.source.slice(span)))
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

    fn spec(text: &str) -> Result<NumerationSpec, String> {
        let source = Source::new("n", text);
        parse_numeration(&source, source.span()).map_err(|error| error.message().to_owned())
    }

    fn recurrence(coefficients: &[i64], initial: Option<&[u64]>) -> Result<NumerationSpec, String> {
        Ok(NumerationSpec::Recurrence { coefficients: coefficients.to_vec(), initial: initial.map(<[u64]>::to_vec) })
    }

    fn expansion(preperiod: &[u32], period: &[u32]) -> Result<NumerationSpec, String> {
        Ok(NumerationSpec::Expansion { preperiod: preperiod.to_vec(), period: period.to_vec() })
    }

    #[test]
    fn recurrences() {
        assert_eq!(spec("x^3 = x^2 + x + 1"), recurrence(&[1, 1, 1], None));
        assert_eq!(spec("x^2 = 2x + 1 from 1, 3"), recurrence(&[2, 1], Some(&[1, 3])));
        assert_eq!(spec("X^3=2*x^2+1 from 1 3 7"), recurrence(&[2, 0, 1], Some(&[1, 3, 7])));
        assert_eq!(spec("x^2 = - 1 + 3x + x - 2"), recurrence(&[4, -3], None));
        assert_eq!(spec("x = 10"), recurrence(&[10], None));
    }

    #[test]
    fn expansions_and_bases() {
        assert_eq!(spec("d(1) = 2 1 1"), expansion(&[2, 1, 1], &[]));
        assert_eq!(spec("d(1)=2(1)"), expansion(&[2], &[1]));
        assert_eq!(spec("d (1) = 12, 0 (3, 1)"), expansion(&[12, 0], &[3, 1]));
        assert_eq!(spec("base 12"), Ok(NumerationSpec::Base(12)));
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        let wrong = |text| spec(text).unwrap_err();
        assert_eq!(wrong("x^2 = x^2 + 1"), "the right side has degree 2 or more");
        assert_eq!(wrong("x^2 = x +"), "expected a number or a power of `x` after `+`");
        assert_eq!(wrong("x^2 = x 1"), "expected the end of the definition after `x`");
        assert_eq!(wrong("x^2 = x + 1 from"), "expected a number after `from`");
        assert_eq!(wrong("x^99 = 1"), "an exponent is at most 64");
        assert_eq!(wrong("x^0 = 1"), "a recurrence has degree 1 or more");
        assert_eq!(wrong("x^1 = 9223372036854775807 + 1"), "this coefficient is too large");
        assert_eq!(wrong("d(1) = 11"), "the digits of an expansion are separated by blanks");
        assert_eq!(wrong("d(2) = 1 1"), "the expansion of 1 defines a system");
        assert_eq!(wrong("d(1) ="), "expected a digit after `=`");
        assert_eq!(wrong("d(1) = 2 ("), "expected a digit after `(`");
        assert_eq!(wrong("base 1"), "a base is at least 2");
        assert_eq!(wrong("fib"), "expected `x`, `d(1)` or `base` at the beginning");
    }
}
