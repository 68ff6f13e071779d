//! Definitions of numeration systems: `x^2 = 2x + 1 from 1, 3`, `d(1) = 2 (1)`, `base 12`.

use lalrpop_util::{ParseError, lalrpop_mod};
use logos::Logos;

use crate::tuning::syntax::RECURRENCE_DEGREE;

use super::ast::NumerationSpec;
use super::diagnostic::Diagnostic;
use super::source::{Source, Span};

lalrpop_mod!(
    #[allow(clippy::all, clippy::wildcard_enum_match_arm, missing_docs, unused)]
    grammar,
    "/numeration.rs"
);

/// A token of a definition.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[\s\u{feff}\u{200b}\u{2060}]+")]
pub(super) enum Kind {
    #[regex("[0-9]+")]
    Number,
    #[regex("[xX]", priority = 9)]
    X,
    #[regex("[dD]", priority = 9)]
    D,
    #[regex("[bB][aA][sS][eE]", priority = 9)]
    Base,
    #[regex("[fF][rR][oO][mM]", priority = 9)]
    From,
    /// Any other word: the grammar has none.
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
            let message = format!("unexpected `{}`", source.slice(place));
            Diagnostic::error(source, place, message).label("not part of a definition").help(FORMS)
        })?;
        tokens.push((kind, place));
    }
    if tokens.is_empty() {
        return Err(Diagnostic::error(source, span, "this definition is empty")
            .label("expected a recurrence, an expansion or a base")
            .help(FORMS));
    }
    let builder = Builder { source, tokens: &tokens };
    let kinds = (tokens.iter().enumerate()).map(|(at, (kind, _))| Ok((at, *kind, at + 1)));
    let (at, expected) = match grammar::DefinitionParser::new().parse(&builder, kinds) {
        Ok(spec) => return Ok(spec),
        Err(ParseError::User { error }) => return Err(error),
        Err(ParseError::UnrecognizedToken { token, expected }) => (token.0, expected),
        Err(ParseError::UnrecognizedEof { expected, .. }) => (tokens.len(), expected),
        Err(ParseError::ExtraToken { token }) => (token.0, Vec::new()),
        Err(ParseError::InvalidToken { location }) => (location, Vec::new()),
    };
    Err(builder.explain(at, &expected))
}

const FORMS: &str = "definitions: `x^2 = 2x + 1`, `x^2 = 2x + 1 from 1, 3`, `d(1) = 2 (1)`, `base 12`";

type Stopped = ParseError<usize, Kind, Diagnostic>;

/// `2x^2`, `2*x^2`, `x` or `3`, and the tokens that it is.
pub(super) struct Monomial {
    pub negative: bool,
    pub factor: u64,
    pub power: usize,
    pub range: (usize, usize),
}

impl Monomial {
    pub fn with_sign(self, negative: bool) -> Monomial {
        Monomial { negative, ..self }
    }
}

/// A list with one item more.
pub(super) fn appended<T>(mut list: Vec<T>, next: T) -> Vec<T> {
    list.push(next);
    list
}

/// What the actions of the grammar make of its tokens.
pub(super) struct Builder<'a> {
    source: &'a Source,
    tokens: &'a [(Kind, Span)],
}

impl Builder<'_> {
    /// `x^3 = x^2 + 1 from 1, 2, 3`: the coefficients from the highest power down.
    pub fn recurrence(
        &self,
        degree: usize,
        sum: &[Monomial],
        initial: Option<Vec<u64>>,
    ) -> Result<NumerationSpec, Stopped> {
        let mut coefficients = vec![0i64; degree];
        for Monomial { negative, factor, power, range: (first, end) } in sum {
            let span = Span::new(self.tokens[*first].1.start, self.tokens[end - 1].1.end);
            let wrong = |message: String, label: String| {
                let error = Diagnostic::error(self.source, span, message).label(label);
                Stopped::User { error }
            };
            let place = (degree - 1).checked_sub(*power).ok_or_else(|| {
                let message = format!("the right side has degree {degree} or more");
                wrong(message, format!("expected a power below x^{degree}"))
            })?;
            let factor = i64::try_from(*factor).ok().map(|factor| if *negative { -factor } else { factor });
            coefficients[place] = factor
                .and_then(|factor| coefficients[place].checked_add(factor))
                .ok_or_else(|| wrong("this coefficient is too large".into(), "over 63 bits".into()))?;
        }
        Ok(NumerationSpec::Recurrence { coefficients, initial })
    }

    /// The degree of a recurrence whose left side ends before the token at `end`.
    pub fn degree(&self, power: usize, end: usize) -> Result<usize, Stopped> {
        match power {
            0 => Err(self.wrong(end - 1, "a recurrence has degree 1 or more")),
            degree => Ok(degree),
        }
    }

    pub fn exponent(&self, at: usize) -> Result<usize, Stopped> {
        let exponent = usize::try_from(self.number(at)?).ok().filter(|exponent| *exponent <= RECURRENCE_DEGREE);
        exponent.ok_or_else(|| self.wrong(at, &format!("an exponent is at most {RECURRENCE_DEGREE}")))
    }

    /// `d(1) = 2 1 1`; the first digit is the token at `at`.
    pub fn finite(&self, at: usize, preperiod: Vec<u32>) -> Result<NumerationSpec, Stopped> {
        // `11` for `1 1`: nobody writes base 11 like this.
        if let [10..=u32::MAX] = preperiod[..] {
            let span = self.tokens[at].1;
            let digits: Vec<String> = (self.source.slice(span).chars()).map(|digit| digit.to_string()).collect();
            let message = "separate the digits of an expansion by blanks";
            let digits = digits.join(" ");
            let error =
                Diagnostic::error(self.source, span, message).label(format!("write `{digits}`")).fix(span, digits);
            return Err(Stopped::User { error });
        }
        Ok(NumerationSpec::Expansion { preperiod, period: Vec::new() })
    }

    pub fn base(&self, at: usize) -> Result<NumerationSpec, Stopped> {
        match self.number(at)? {
            0 | 1 => Err(self.wrong(at, "a base is at least 2")),
            base => Ok(NumerationSpec::Base(base)),
        }
    }

    /// The 1 of `d(1)`.
    pub fn one(&self, at: usize) -> Result<(), Stopped> {
        match self.number(at)? {
            1 => Ok(()),
            _ => Err(self.wrong(at, "the expansion of 1 defines a system")),
        }
    }

    pub fn digit(&self, at: usize) -> Result<u32, Stopped> {
        u32::try_from(self.number(at)?).map_err(|_| self.wrong(at, "this digit is too large"))
    }

    pub fn number(&self, at: usize) -> Result<u64, Stopped> {
        let text = self.source.slice(self.tokens[at].1);
        text.parse().map_err(|_| self.wrong(at, "this number is too large"))
    }

    /// An error at a token.
    fn wrong(&self, at: usize, message: &str) -> Stopped {
        let span = self.tokens[at].1;
        let label = format!("found `{}`", self.source.slice(span));
        Stopped::User { error: Diagnostic::error(self.source, span, message).label(label) }
    }

    /// Why the token at `at` does not fit where one of `expected` would.
    fn explain(&self, at: usize, expected: &[String]) -> Diagnostic {
        let expects = |terminal: &str| expected.iter().any(|name| name.trim_matches('"') == terminal);
        let back = |back: usize| at.checked_sub(back).map(|at| self.tokens[at].0);
        let is_expansion = self.tokens[0].0 == Kind::D;
        let what = match back(1) {
            None => "`x`, `d(1)` or `base`",
            Some(Kind::Base) => "a base",
            Some(Kind::Power) => "an exponent",
            Some(Kind::D) => "`(1)`",
            Some(Kind::Open) if back(2) == Some(Kind::D) => "`1`",
            Some(Kind::Number) if expects(")") && at == 3 => "`)`",
            _ if expects("from") => "the end of the definition",
            _ if expects("=") => "`=`",
            _ if expects("x") => "a number or a power of `x`",
            Some(Kind::Equal | Kind::Open | Kind::Comma) if is_expansion => "a digit",
            _ if expects(")") => "`)` to close the period",
            Some(Kind::From | Kind::Comma) => "a number",
            _ => "the end of the definition",
        };
        let place = |at: usize| self.tokens.get(at).map(|(_, span)| *span);
        let error = Diagnostic::expected(self.source, what, at.checked_sub(1).and_then(place), place(at));
        if at == 0 { error.help(FORMS) } else { error }
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
        assert_eq!(wrong("d(1) = 11"), "separate the digits of an expansion by blanks");
        assert_eq!(wrong("d(2) = 1 1"), "the expansion of 1 defines a system");
        assert_eq!(wrong("d(1) ="), "expected a digit after `=`");
        assert_eq!(wrong("d(1) = 2 ("), "expected a digit after `(`");
        assert_eq!(wrong("base 1"), "a base is at least 2");
        assert_eq!(wrong("fib"), "expected `x`, `d(1)` or `base` at the beginning");
    }
}
