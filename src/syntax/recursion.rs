//! Reads the equations of `recursion`: `?msd_fib G(0)=0, G(n)=n-G(G(n-1))`, by recursive descent.
//!
//! What is read comes out flat: each call of a right side in the order in which it is evaluated, arguments and values
//! as sums of multiples. The formula of a condition, `if (F)`, stays text; its end is found by counting parentheses.

use std::sync::Arc;

use logos::Logos;

use crate::tuning::syntax::{DEPTH_OF_RECURSIONS, LARGEST_FACTOR};

use super::ast::{CallSpec, ElementSpec, EquationSpec, Name, RangeSpec, RecursionSpec, RightSpec, Slot, SumSpec};
use super::diagnostic::Diagnostic;
use super::name::is_variable;
use super::sequence::system_of_sequences;
use super::source::{Source, Span};

/// A token of equations.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[\s\u{feff}\u{200b}\u{2060}]+")]
enum Token {
    #[regex("[0-9]+")]
    Number,
    #[regex("[A-Za-z][A-Za-z0-9_]*")]
    Name,
    #[token("+")]
    Plus,
    #[token("-")]
    #[token("−")]
    Minus,
    #[token("*")]
    Times,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("{")]
    OpenSet,
    #[token("}")]
    CloseSet,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("=")]
    Equal,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
}

/// The equations that stand at `span`.
///
/// ```
/// use filbert::syntax::{Source, parse_recursion};
///
/// let source = Source::new("g", "?msd_fib G(0)=0, G(n)=n-G(G(n-1))");
/// let recursion = parse_recursion(&source, source.span())?;
/// assert_eq!((recursion.equations.len(), recursion.equations[1].calls.len()), (2, 2));
/// # Ok::<(), filbert::syntax::Diagnostic>(())
/// ```
///
/// # Errors
/// What is wrong with the text, at the first place where it is.
pub fn parse_recursion(source: &Source, span: Span) -> Result<RecursionSpec, Diagnostic> {
    let span = source.clamp(span);
    let (system, rest) = system_of_sequences(source, span)?;
    let mut reader = Reader { source, rest, next: None, depth: 0, variables: Vec::new(), calls: Vec::new() };
    reader.advance();
    let mut equations = vec![reader.equation()?];
    while reader.takes(Token::Comma) {
        equations.push(reader.equation()?);
    }
    match reader.next {
        None => Ok(RecursionSpec { system, equations }),
        Some((_, place)) => {
            Err(reader.unexpected(place, "`,` between equations").help("as in `G(0)=0, G(n)=n-G(G(n-1))`"))
        }
    }
}

/// Reads a text from its beginning.
struct Reader<'a> {
    source: &'a Source,
    /// What follows the next token.
    rest: Span,
    /// The next token, or nothing where it is none of this language.
    next: Option<(Option<Token>, Span)>,
    /// Parentheses that are open.
    depth: usize,
    /// The variables of the equation so far.
    variables: Vec<Name>,
    /// The calls so far of what is being read.
    calls: Vec<CallSpec>,
}

impl Reader<'_> {
    fn advance(&mut self) {
        let text = self.source.slice(self.rest);
        let mut lexer = Token::lexer(text);
        self.next = lexer.next().map(|token| {
            let range = lexer.span();
            let end = (range.end..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
            let place = Span::new(self.rest.start + range.start, self.rest.start + end);
            self.rest = Span::new(place.end, self.rest.end);
            (token.ok(), place)
        });
    }

    fn is(&self, token: Token) -> bool {
        self.next.is_some_and(|next| next.0 == Some(token))
    }

    fn takes(&mut self, token: Token) -> bool {
        let is_next = self.is(token);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Where the next token stands, or the end of the text.
    fn place(&self) -> Span {
        self.next.map_or(Span::at(self.rest.end), |next| next.1)
    }

    fn unexpected(&self, place: Span, expected: &str) -> Diagnostic {
        let text = self.source.slice(place);
        let message = match text {
            "" => "the equations end too early".to_owned(),
            text => format!("unexpected `{text}` in equations"),
        };
        Diagnostic::error(self.source, place, message).label(format!("expected {expected}"))
    }

    fn wrong(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.source, span, message)
    }

    fn expect(&mut self, token: Token, expected: &str) -> Result<Span, Diagnostic> {
        let place = self.place();
        match self.takes(token) {
            true => Ok(place),
            false => Err(self.unexpected(place, expected)),
        }
    }

    fn name(&mut self, expected: &str) -> Result<Name, Diagnostic> {
        let span = self.expect(Token::Name, expected)?;
        Ok(Name { text: Arc::from(self.source.slice(span)), span })
    }

    fn equation(&mut self) -> Result<EquationSpec, Diagnostic> {
        self.variables.clear();
        self.calls.clear();
        let function = self.name("an equation, as in `G(n)=n-G(G(n-1))`")?;
        self.expect(Token::Open, "`(`")?;
        let left = self.sum()?;
        self.expect(Token::Close, "`)`")?;
        if let Some(call) = self.calls.first() {
            return Err(self
                .wrong(call.span, "the left side of an equation is at a number, or at `k*n+c`")
                .help("as in `G(0)=0, G(2*n+1)=G(n)+1`"));
        }
        self.expect(Token::Equal, "`=`")?;
        let right = match self.next {
            Some((Some(Token::Name), place)) if self.source.slice(place) == "mex" && self.is_set_next() => {
                self.mex()?
            }
            _ => RightSpec::Sum(self.sum()?),
        };
        let condition = match self.next {
            Some((Some(Token::Name), place)) if self.source.slice(place) == "if" => {
                self.advance();
                Some(self.condition()?)
            }
            _ => None,
        };
        let span = Span::new(function.span.start, self.end_of_last());
        let (variables, calls) = (std::mem::take(&mut self.variables), std::mem::take(&mut self.calls));
        Ok(EquationSpec { function, left, variables, calls, right, condition, span })
    }

    /// Where the token before the next one ends.
    fn end_of_last(&self) -> usize {
        let start = self.next.map_or(self.rest.end, |next| next.1.start);
        self.source.slice(Span::new(0, start)).trim_end().len()
    }

    fn is_set_next(&self) -> bool {
        self.source.slice(self.rest).trim_start().starts_with('{')
    }

    /// `(F)`: what stands between the parentheses.
    fn condition(&mut self) -> Result<Span, Diagnostic> {
        let open = self.expect(Token::Open, "a formula in parentheses, as in `if (n>3)`")?;
        let text = self.source.slice(Span::new(open.end, self.source.clamp(self.rest).end));
        let mut depth = 1usize;
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let inside = Span::new(open.end, open.end + at);
                self.rest = Span::new(inside.end + 1, self.rest.end);
                self.advance();
                return Ok(inside);
            }
        }
        Err(self.wrong(open, "this parenthesis is not closed"))
    }

    /// `mex{A(i), B(i) : i<n}`.
    fn mex(&mut self) -> Result<RightSpec, Diagnostic> {
        self.advance();
        self.expect(Token::OpenSet, "`{`")?;
        let (mut elements, mut ranges) = (Vec::new(), Vec::new());
        loop {
            let start = self.place().start;
            let value = self.sum()?;
            let calls = std::mem::take(&mut self.calls);
            elements.push(ElementSpec { calls, value, span: Span::new(start, self.end_of_last()) });
            if !self.takes(Token::Comma) {
                break;
            }
        }
        if self.takes(Token::Colon) {
            loop {
                ranges.push(self.range()?);
                if !self.takes(Token::Comma) {
                    break;
                }
            }
        }
        self.expect(Token::CloseSet, "`}`, or `:` and how far variables go, as in `mex{A(i) : i<n}`")?;
        Ok(RightSpec::Mex(elements, ranges))
    }

    fn range(&mut self) -> Result<RangeSpec, Diagnostic> {
        let start = self.place().start;
        let left = self.sum()?;
        let or_equal = self.takes(Token::LessEqual);
        if !or_equal {
            self.expect(Token::Less, "`<` or `<=`, as in `i<n`")?;
        }
        let right = self.sum()?;
        let span = Span::new(start, self.end_of_last());
        match self.calls.first() {
            None => Ok(RangeSpec { left, or_equal, right, span }),
            Some(call) => Err(self.wrong(call.span, "how far a variable goes cannot depend on a function")),
        }
    }

    fn sum(&mut self) -> Result<SumSpec, Diagnostic> {
        let start = self.place().start;
        let mut sum = self.product()?;
        loop {
            let factor = match self.next {
                Some((Some(Token::Plus), _)) => 1,
                Some((Some(Token::Minus), _)) => -1,
                _ => return Ok(sum),
            };
            self.advance();
            let other = self.product()?;
            sum = self.small(start, plus(&sum, &other, factor))?;
        }
    }

    fn product(&mut self) -> Result<SumSpec, Diagnostic> {
        let start = self.place().start;
        let mut product = self.factor()?;
        while self.is(Token::Times) {
            let at = self.place();
            self.advance();
            let other = self.factor()?;
            let multiple = match (&product.terms[..], &other.terms[..]) {
                ([], _) => plus(&SumSpec::default(), &other, product.constant),
                (_, []) => plus(&SumSpec::default(), &product, other.constant),
                _ => {
                    return Err(self
                        .wrong(at, "a product of two things that are not numbers")
                        .label("expected a number on one side"));
                }
            };
            product = self.small(start, multiple)?;
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<SumSpec, Diagnostic> {
        let place = self.place();
        self.depth += 1;
        if self.depth > DEPTH_OF_RECURSIONS {
            return Err(self.wrong(place, format!("more than {DEPTH_OF_RECURSIONS} parentheses inside each other")));
        }
        let found = match self.next.and_then(|next| next.0) {
            Some(Token::Minus) => {
                self.advance();
                let of = self.factor()?;
                self.small(place.start, plus(&SumSpec::default(), &of, -1))?
            }
            Some(Token::Number) => {
                self.advance();
                let constant = self.source.slice(place).parse::<i64>().ok();
                self.small(place.start, constant.map(|constant| SumSpec { terms: Vec::new(), constant }))?
            }
            Some(Token::Open) => {
                self.advance();
                let sum = self.sum()?;
                self.expect(Token::Close, "`)`")?;
                sum
            }
            Some(Token::Name) => self.named()?,
            _ => return Err(self.unexpected(place, "a number, a variable or a value, as in `G(n-1)`")),
        };
        self.depth -= 1;
        Ok(found)
    }

    /// A variable, or a call.
    fn named(&mut self) -> Result<SumSpec, Diagnostic> {
        let name = self.name("a name")?;
        let slot = if self.takes(Token::Open) {
            let argument = self.sum()?;
            let close = self.expect(Token::Close, "`)`")?;
            let span = Span::new(name.span.start, close.end);
            self.calls.push(CallSpec { function: name, argument, span });
            Slot::Value(self.calls.len() - 1)
        } else {
            if !is_variable(&name.text) {
                let message = format!("`{}` is not a variable", name.text);
                return Err(self.wrong(name.span, message).label("expected a name that no quantifier begins"));
            }
            let known = self.variables.iter().position(|known| known.text == name.text);
            Slot::Variable(known.unwrap_or_else(|| {
                self.variables.push(name);
                self.variables.len() - 1
            }))
        };
        Ok(SumSpec { terms: vec![(slot, 1)], constant: 0 })
    }

    /// A sum whose numbers are not too large.
    fn small(&self, start: usize, sum: Option<SumSpec>) -> Result<SumSpec, Diagnostic> {
        let is_small = |number: i64| number.unsigned_abs() <= LARGEST_FACTOR;
        let sum = sum.filter(|sum| is_small(sum.constant) && sum.terms.iter().all(|term| is_small(term.1)));
        sum.ok_or_else(|| {
            self.wrong(Span::new(start, self.end_of_last().max(start)), "a number here is too large")
                .label(format!("at most {LARGEST_FACTOR}"))
        })
    }
}

/// One sum and a multiple of another.
fn plus(sum: &SumSpec, other: &SumSpec, factor: i64) -> Option<SumSpec> {
    let mut terms = sum.terms.clone();
    for &(slot, own) in &other.terms {
        let own = own.checked_mul(factor)?;
        match terms.binary_search_by_key(&slot, |term| term.0) {
            Ok(at) => terms[at].1 = terms[at].1.checked_add(own)?,
            Err(at) => terms.insert(at, (slot, own)),
        }
    }
    terms.retain(|term| term.1 != 0);
    Some(SumSpec { terms, constant: sum.constant.checked_add(other.constant.checked_mul(factor)?)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<RecursionSpec, Diagnostic> {
        let source = Source::new("r", text);
        parse_recursion(&source, source.span())
    }

    fn shown(sum: &SumSpec) -> String {
        let term = |(slot, factor): &(Slot, i64)| match slot {
            Slot::Variable(at) => format!("{factor}x{at}"),
            Slot::Value(at) => format!("{factor}v{at}"),
        };
        let terms: Vec<String> = sum.terms.iter().map(term).chain([sum.constant.to_string()]).collect();
        terms.join(" ")
    }

    #[test]
    fn calls_come_out_in_the_order_in_which_they_are_evaluated() {
        let recursion = read(" ?msd_fib G(0)=0 , H(2*n+1)=2*(n - G(G(n-1)+m))-3*H(n)+ 4 if (m<n & (m=1))").unwrap();
        let [first, second] = &recursion.equations[..] else { panic!("two equations") };
        assert_eq!((&*first.function.text, shown(&first.left), first.condition), ("G", "0".into(), None));
        let arguments: Vec<String> = second.calls.iter().map(|call| shown(&call.argument)).collect();
        assert_eq!(arguments, ["1x0 -1", "1x1 1v0 0", "1x0 0"]);
        let RightSpec::Sum(right) = &second.right else { panic!("a sum") };
        assert_eq!((shown(&second.left), shown(right)), ("2x0 1".into(), "2x0 -2v1 -3v2 4".into()));
        assert_eq!(second.variables.iter().map(|name| &*name.text).collect::<Vec<_>>(), ["n", "m"]);
        let text = " ?msd_fib G(0)=0 , H(2*n+1)=2*(n - G(G(n-1)+m))-3*H(n)+ 4 if (m<n & (m=1))";
        let condition = second.condition.unwrap();
        assert_eq!(&text[condition.start..condition.end], "m<n & (m=1)");
        assert_eq!(&text[second.span.start..], &text[text.find('H').unwrap()..]);
        assert!(read("if(n)=mex(n), mex(n)=n").is_ok());
    }

    #[test]
    fn least_excluded_numbers_have_elements_and_ranges() {
        let recursion = read("B(n)=mex{0, B(i), B(2*j)+2*B(2*j+1) : i<n, 2*j+1<=n}").unwrap();
        let RightSpec::Mex(elements, ranges) = &recursion.equations[0].right else { panic!("a set") };
        let values: Vec<String> = elements.iter().map(|element| shown(&element.value)).collect();
        assert_eq!(values, ["0", "1v0 0", "1v0 2v1 0"]);
        let ranges: Vec<_> = ranges.iter().map(|range| (shown(&range.left), range.or_equal)).collect();
        assert_eq!(ranges, [("1x1 0".into(), false), ("2x2 1".into(), true)]);
    }

    #[test]
    fn what_is_wrong_is_said_where_it_is() {
        for (text, place, message) in [
            ("", "", "the equations end too early"),
            ("G(0)=0 & G(n)=n", "&", "unexpected `&` in equations"),
            ("G(0)=0 G(n)=n", "G", "unexpected `G` in equations"),
            ("G(0)=", "", "the equations end too early"),
            ("G(0)=0,", "", "the equations end too early"),
            ("G(G(n))=n", "G(n)", "the left side of an equation is at a number, or at `k*n+c`"),
            ("G(n)=n*G(n-1)", "*", "a product of two things that are not numbers"),
            ("G(n)=E1", "E1", "`E1` is not a variable"),
            ("G(n)=n if n>1", "n", "unexpected `n` in equations"),
            ("G(n)=n if (n>(1)", "(", "this parenthesis is not closed"),
            ("G(n)=99999999999999999999", "99999999999999999999", "a number here is too large"),
            ("G(n)=mex{G(i) : G(i)<n}", "G(i)", "how far a variable goes cannot depend on a function"),
            ("G(n)=mex{G(i)", "", "the equations end too early"),
            ("G(n)=mex{G(i) : i=n}", "=", "unexpected `=` in equations"),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.message(), message, "{text}");
            assert_eq!(&text[error.span().start..error.span().end], place, "{text}");
        }
        assert!(read(&format!("G(n)={}n", "(".repeat(100_000))).is_err());
        assert!(read(&format!("G(n)={}n", "-".repeat(100_000))).is_err());
        assert!(read("G(n)=§").is_err());
    }
}
