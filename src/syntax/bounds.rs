//! Bounds of sums with real coefficients: `bounds n*sqrt(2) - a(n) in (-1,2) for ?msd_pell n>0`.
//!
//! Written by hand: a sum, then an interval that need not be there, then a formula that need not be there.

use super::ast::{BoundsSpec, End, Interval, Name, RealTerm, RealTermKind};
use super::diagnostic::Diagnostic;
use super::name::is_variable;
use super::source::{Source, Span};
use crate::tuning::syntax::{DEPTH_OF_SUMS, HIGHEST_POWER};

/// What such a text begins with.
const KEYWORD: &str = "bounds";

/// Whether a text claims or asks for bounds.
///
/// ```
/// use filbert::syntax::speaks_of_bounds;
///
/// assert!(speaks_of_bounds(" bounds n*phi - a(n) in [0,1)"));
/// assert!(!speaks_of_bounds("bounds=1") && !speaks_of_bounds("bounds + x = 3"));
/// ```
pub fn speaks_of_bounds(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix(KEYWORD);
    // A variable of a formula may be called so.
    let is_operator = |c| matches!(c, '=' | '<' | '>' | '!' | '+' | '*' | '/' | '&' | '|');
    rest.is_some_and(|rest| rest.starts_with(char::is_whitespace) && !rest.trim_start().starts_with(is_operator))
}

/// The bounds that stand at `span` in `source`, quotes not counted.
///
/// # Errors
/// What is wrong with the text, at the first place where it is.
pub fn parse_bounds(source: &Source, span: Span) -> Result<BoundsSpec, Diagnostic> {
    let span = source.clamp(span);
    let mut reader = Reader { source, at: span.start, end: span.end };
    reader.blanks();
    reader.at += KEYWORD.len();
    let sum = reader.sum(0)?;
    let interval = if reader.word("in") { Some(reader.interval()?) } else { None };
    let premise = if reader.word("for") { Some(Span::new(reader.at, reader.end)) } else { None };
    if premise.is_none() && reader.peek().is_some() {
        return Err(reader.expected("`+`, `-`, `*`, `/`, `^`, `in` or `for`"));
    }
    Ok(BoundsSpec { sum, interval, premise })
}

struct Reader<'a> {
    source: &'a Source,
    at: usize,
    end: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.source.slice(Span::new(self.at, self.end))
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.blanks();
        self.rest().chars().next()
    }

    /// Takes a character if it comes next.
    fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    /// The longest run of characters of a kind.
    fn run(&mut self, is_part: impl Fn(char) -> bool) -> Span {
        self.blanks();
        let length = self.rest().find(|c: char| !is_part(c)).unwrap_or(self.rest().len());
        let start = self.at;
        self.at += length;
        Span::new(start, self.at)
    }

    /// Takes a word if it comes next.
    fn word(&mut self, wanted: &str) -> bool {
        let before = self.at;
        let span = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
        let found = self.source.slice(span) == wanted;
        self.at = if found { self.at } else { before };
        found
    }

    fn expected(&mut self, what: &str) -> Diagnostic {
        let found = self.peek();
        let span = Span::new(self.at, self.at + found.map_or(0, char::len_utf8));
        let label = found.map_or("the text ends here".to_owned(), |found| format!("found `{found}`"));
        Diagnostic::error(self.source, span, format!("expected {what}")).label(label)
    }

    fn sum(&mut self, depth: usize) -> Result<RealTerm, Diagnostic> {
        if depth > DEPTH_OF_SUMS {
            return Err(Diagnostic::error(self.source, Span::at(self.at), "too many parentheses inside each other"));
        }
        let start = self.at;
        let mut sum = if self.takes('-') {
            let first = self.product(depth)?;
            RealTerm { span: Span::new(start, self.at), kind: RealTermKind::Negate(Box::new(first)) }
        } else {
            self.product(depth)?
        };
        loop {
            let kind = if self.takes('+') {
                RealTermKind::Add
            } else if self.takes('-') {
                RealTermKind::Subtract
            } else {
                return Ok(sum);
            };
            let next = self.product(depth)?;
            let kind = kind(Box::new(sum), Box::new(next));
            sum = RealTerm { span: Span::new(start, self.at), kind };
        }
    }

    fn product(&mut self, depth: usize) -> Result<RealTerm, Diagnostic> {
        self.blanks();
        let start = self.at;
        let mut product = self.factor(depth)?;
        loop {
            let kind = if self.takes('*') {
                RealTermKind::Multiply
            } else if self.takes('/') {
                RealTermKind::Divide
            } else {
                return Ok(product);
            };
            let next = self.factor(depth)?;
            let kind = kind(Box::new(product), Box::new(next));
            product = RealTerm { span: Span::new(start, self.at), kind };
        }
    }

    fn factor(&mut self, depth: usize) -> Result<RealTerm, Diagnostic> {
        self.blanks();
        let start = self.at;
        let base = self.atom(depth)?;
        if !self.takes('^') {
            return Ok(base);
        }
        let exponent = self.exponent()?;
        Ok(RealTerm { span: Span::new(start, self.at), kind: RealTermKind::Power(Box::new(base), exponent) })
    }

    /// What stands behind `^`.
    fn exponent(&mut self) -> Result<u32, Diagnostic> {
        self.blanks();
        let start = self.at;
        let exponent = self.number()?;
        u32::try_from(exponent).ok().filter(|&exponent| exponent <= HIGHEST_POWER).ok_or_else(|| {
            Diagnostic::error(self.source, Span::new(start, self.at), format!("a power above {HIGHEST_POWER}"))
        })
    }

    /// The coefficients of a polynomial in x: `x^3 - 2*x + 1`.
    fn polynomial(&mut self) -> Result<Vec<i64>, Diagnostic> {
        let mut coefficients = Vec::new();
        let start = self.at;
        let mut is_negative = self.takes('-');
        loop {
            let has_number = self.peek().is_some_and(|c| c.is_ascii_digit());
            let number = if has_number { self.number()? } else { 1 };
            let has_sign = has_number && self.takes('*');
            let power = match () {
                () if self.word("x") => {
                    if self.takes('^') {
                        self.exponent()? as usize
                    } else {
                        1
                    }
                }
                () if has_number && !has_sign => 0,
                () => return Err(self.expected("a number or `x`, as in `root(x^3 - x - 1)`")),
            };
            coefficients.resize(coefficients.len().max(power + 1), 0i64);
            let term = if is_negative { -number } else { number };
            coefficients[power] = coefficients[power].checked_add(term).ok_or_else(|| {
                Diagnostic::error(self.source, Span::new(start, self.at), "a coefficient of more than 63 bits")
            })?;
            is_negative = match () {
                () if self.takes('+') => false,
                () if self.takes('-') => true,
                () => return Ok(coefficients),
            };
        }
    }

    fn atom(&mut self, depth: usize) -> Result<RealTerm, Diagnostic> {
        let first = self.peek();
        let start = self.at;
        if self.takes('(') {
            let sum = self.sum(depth + 1)?;
            return if self.takes(')') { Ok(sum) } else { Err(self.expected("`)`")) };
        }
        if first.is_some_and(|c| c.is_ascii_digit()) {
            let value = self.number()?;
            return Ok(RealTerm { span: Span::new(start, self.at), kind: RealTermKind::Number(value) });
        }
        let name = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
        let text = self.source.slice(name).to_owned();
        let kind = match &*text {
            "phi" => RealTermKind::GoldenRatio,
            "root" if self.takes('(') => {
                let polynomial = self.polynomial()?;
                if !self.takes(')') {
                    return Err(self.expected("`+`, `-` or `)`"));
                }
                RealTermKind::LargestRoot(polynomial)
            }
            "sqrt" => {
                let has_parenthesis = self.takes('(');
                let radicand = self.number()?;
                if has_parenthesis && !self.takes(')') {
                    return Err(self.expected("`)`"));
                }
                RealTermKind::Root(radicand)
            }
            _ if text.is_empty() => {
                self.at = start;
                return Err(self.expected("a number, `sqrt(2)`, `phi`, a variable or a function, as in `a(n)`"));
            }
            _ if self.takes('(') => {
                let argument = self.variable()?;
                if !self.takes(')') {
                    return Err(self.expected("`)`"));
                }
                RealTermKind::Call(Name { text: text.into(), span: name }, argument)
            }
            _ => {
                self.at = start;
                RealTermKind::Variable(self.variable()?)
            }
        };
        Ok(RealTerm { span: Span::new(start, self.at), kind })
    }

    fn variable(&mut self) -> Result<Name, Diagnostic> {
        let span = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
        let text = self.source.slice(span);
        if is_variable(text) {
            return Ok(Name { text: text.into(), span });
        }
        Err(Diagnostic::error(self.source, span, "expected a variable").label(format!("found `{text}`")))
    }

    fn number(&mut self) -> Result<i64, Diagnostic> {
        let span = self.run(|c| c.is_ascii_digit());
        let text = self.source.slice(span);
        match text.parse() {
            Ok(number) => Ok(number),
            Err(_) if text.is_empty() => Err(self.expected("a number")),
            Err(_) => Err(Diagnostic::error(self.source, span, "a number of more than 63 bits")),
        }
    }

    /// `(-1,2]`.
    fn interval(&mut self) -> Result<Interval, Diagnostic> {
        let is_closed = |reader: &mut Self, closed: char, open: char| match reader.takes(closed) {
            true => Ok(true),
            false if reader.takes(open) => Ok(false),
            false => Err(reader.expected(&format!("`{closed}` or `{open}`"))),
        };
        let low_is_in = is_closed(self, '[', '(')?;
        let low = self.sum(0)?;
        if !self.takes(',') {
            return Err(self.expected("`,`"));
        }
        let high = self.sum(0)?;
        let high_is_in = is_closed(self, ']', ')')?;
        Ok(Interval { low: End { value: low, is_in: low_is_in }, high: End { value: high, is_in: high_is_in } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<BoundsSpec, String> {
        let source = Source::new("b", text);
        parse_bounds(&source, source.span()).map_err(|error| error.to_string())
    }

    #[test]
    fn sums_intervals_and_premises_are_read() {
        let spec = parsed("bounds n*(sqrt 21 - 1)/2 - a(n) in (-1,2] for ?msd_w n>0").unwrap();
        let Interval { low, high } = spec.interval.unwrap();
        assert!(!low.is_in && high.is_in && spec.premise.is_some());
        let Interval { low, high } = parsed("bounds n in [(1+phi)/2,(2)]").unwrap().interval.unwrap();
        assert!(low.is_in && high.is_in && matches!(low.value.kind, RealTermKind::Divide(..)));
        assert!(matches!(spec.sum.kind, RealTermKind::Subtract(..)));
        assert!(parsed("bounds -x").unwrap().interval.is_none());
        let RealTermKind::Power(base, 2) = parsed("bounds root(-x^2 + 3 x^3 - 2*x + x - 7)^2").unwrap().sum.kind else {
            panic!("no power")
        };
        assert_eq!(base.kind, RealTermKind::LargestRoot(vec![-7, -1, -1, 3]));
    }

    #[test]
    fn what_is_wrong_is_said_at_its_place() {
        for (text, error) in [
            ("bounds ", "b:1:8: expected a number, `sqrt(2)`, `phi`, a variable or a function, as in `a(n)`"),
            ("bounds n in (1,2", "b:1:17: expected `]` or `)`"),
            ("bounds n in 1,2", "b:1:13: expected `[` or `(`"),
            ("bounds n(x", "b:1:11: expected `)`"),
            ("bounds a(3)", "b:1:10: expected a variable"),
            ("bounds n n", "b:1:10: expected `+`, `-`, `*`, `/`, `^`, `in` or `for`"),
            ("bounds root(y)", "b:1:13: expected a number or `x`, as in `root(x^3 - x - 1)`"),
            ("bounds root(x^3 - 2*)", "b:1:21: expected a number or `x`, as in `root(x^3 - x - 1)`"),
            ("bounds root(x^3 x)", "b:1:17: expected `+`, `-` or `)`"),
            ("bounds root(x^65)", "b:1:15: a power above 64"),
            ("bounds root(9223372036854775807x + x)", "b:1:13: a coefficient of more than 63 bits"),
            ("bounds 99999999999999999999*n", "b:1:8: a number of more than 63 bits"),
            ("bounds sqrt(x)", "b:1:13: expected a number"),
        ] {
            assert_eq!(parsed(text).map(|_| ()), Err(error.to_owned()), "{text}");
        }
        assert!(parsed(&format!("bounds {}n", "(".repeat(100_000))).unwrap_err().contains("too many parentheses"));
    }
}
