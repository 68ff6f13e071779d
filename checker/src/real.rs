//! Sums with real factors as they are written, with the interval and the formula behind them.

use crate::Read;
use crate::integer::Integer;
use crate::roots::{Polynomial, trim};
use crate::text::{is_variable, name_length};

/// Parentheses in each other are read by recursion.
const DEEPEST: usize = 200;
/// The largest exponent.
const MOST_FACTORS: usize = 64;

/// A variable, or a function with its argument.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    Variable(String),
    Call(String, String),
}

/// A sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    Number(Integer),
    /// The largest real root of a polynomial.
    Root(Polynomial),
    Name(Name),
    Negate(Box<Term>),
    Add(Box<Term>, Box<Term>),
    Subtract(Box<Term>, Box<Term>),
    Multiply(Box<Term>, Box<Term>),
    Divide(Box<Term>, Box<Term>),
    Power(Box<Term>, usize),
}

impl Term {
    /// The variables and calls in it, as they come.
    pub fn names(&self) -> Vec<&Name> {
        match self {
            Term::Number(_) | Term::Root(_) => Vec::new(),
            Term::Name(name) => vec![name],
            Term::Negate(inner) | Term::Power(inner, _) => inner.names(),
            Term::Add(a, b) | Term::Subtract(a, b) | Term::Multiply(a, b) | Term::Divide(a, b) => {
                [a.names(), b.names()].concat()
            }
        }
    }
}

/// What a statement says of a sum.
#[derive(Debug)]
pub struct Bounds {
    pub sum: Term,
    /// The ends, each with whether it may be a value.
    pub interval: Option<[(Term, bool); 2]>,
    /// The text of a formula.
    pub premise: Option<String>,
}

/// Reads a statement that begins with `bounds`.
pub fn read(text: &str) -> Read<Bounds> {
    let rest = text.trim_start().strip_prefix("bounds").ok_or("no statement of bounds")?;
    let mut reader = Reader { rest, depth: 0 };
    let sum = reader.sum()?;
    let interval = if reader.word("in") { Some(reader.interval()?) } else { None };
    let premise = reader.word("for").then(|| reader.rest.to_owned());
    match reader.peek() {
        Some(_) if premise.is_none() => Err(format!("`{}` is not read in a sum", reader.rest)),
        _ => Ok(Bounds { sum, interval, premise }),
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    /// Takes a mark if it comes next.
    fn eat(&mut self, mark: char) -> bool {
        let is_it = self.peek() == Some(mark);
        self.rest = &self.rest[if is_it { mark.len_utf8() } else { 0 }..];
        is_it
    }

    fn expect(&mut self, mark: char) -> Read<()> {
        if self.eat(mark) { Ok(()) } else { Err(format!("`{mark}` is missing before `{}`", self.rest)) }
    }

    /// The name or number that comes next, which may be empty.
    fn run(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let (run, rest) = self.rest.split_at(name_length(self.rest));
        self.rest = rest;
        run
    }

    /// Takes a word if it comes next.
    fn word(&mut self, word: &str) -> bool {
        let before = self.rest;
        let is_it = self.run() == word;
        self.rest = if is_it { self.rest } else { before };
        is_it
    }

    fn sum(&mut self) -> Read<Term> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("parentheses nested too deep".into());
        }
        let is_negative = self.eat('-');
        let mut sum = self.product()?;
        if is_negative {
            sum = Term::Negate(Box::new(sum));
        }
        loop {
            let kind = match self.peek() {
                Some('+') => Term::Add,
                Some('-') => Term::Subtract,
                _ => break,
            };
            self.rest = &self.rest[1..];
            sum = kind(Box::new(sum), Box::new(self.product()?));
        }
        self.depth -= 1;
        Ok(sum)
    }

    fn product(&mut self) -> Read<Term> {
        let mut product = self.power()?;
        loop {
            let kind = match self.peek() {
                Some('*') => Term::Multiply,
                Some('/') => Term::Divide,
                _ => return Ok(product),
            };
            self.rest = &self.rest[1..];
            product = kind(Box::new(product), Box::new(self.power()?));
        }
    }

    fn power(&mut self) -> Read<Term> {
        let factor = self.factor()?;
        if !self.eat('^') {
            return Ok(factor);
        }
        Ok(Term::Power(Box::new(factor), self.exponent()?))
    }

    fn exponent(&mut self) -> Read<usize> {
        let exponent = self.number()?.to_i128().filter(|exponent| *exponent <= MOST_FACTORS as i128);
        exponent.map(|exponent| exponent as usize).ok_or_else(|| format!("an exponent of more than {MOST_FACTORS}"))
    }

    fn factor(&mut self) -> Read<Term> {
        if self.eat('(') {
            let sum = self.sum()?;
            self.expect(')')?;
            return Ok(sum);
        }
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(Term::Number(self.number()?));
        }
        let whole = |coefficients: [i64; 3]| Term::Root(coefficients.map(Integer::from).to_vec());
        let name = self.run();
        Ok(match name {
            "phi" => whole([-1, -1, 1]),
            "sqrt" => {
                let has_parenthesis = self.eat('(');
                let number = self.number()?;
                if has_parenthesis {
                    self.expect(')')?;
                }
                Term::Root(vec![-&number, Integer::default(), Integer::from(1)])
            }
            "root" if self.eat('(') => {
                let polynomial = self.polynomial()?;
                self.expect(')')?;
                Term::Root(polynomial)
            }
            _ if self.eat('(') => {
                let argument = self.run();
                self.expect(')')?;
                if !is_variable(argument) || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                    return Err(format!("`{name}({argument})` is no function of a variable"));
                }
                Term::Name(Name::Call(name.to_owned(), argument.to_owned()))
            }
            _ if is_variable(name) => Term::Name(Name::Variable(name.to_owned())),
            _ => return Err(format!("`{name}` is no variable")),
        })
    }

    fn number(&mut self) -> Read<Integer> {
        self.rest = self.rest.trim_start();
        let length = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(length);
        self.rest = rest;
        digits.parse::<i64>().map(Integer::from).map_err(|_| format!("`{digits}` is not a number of 63 bits"))
    }

    /// A polynomial in x.
    fn polynomial(&mut self) -> Read<Polynomial> {
        let mut coefficients = vec![Integer::default(); MOST_FACTORS + 1];
        let mut is_negative = self.eat('-');
        loop {
            let has_number = self.peek().is_some_and(|c| c.is_ascii_digit());
            let number = if has_number { self.number()? } else { Integer::from(1) };
            let (has_star, has_x) = (has_number && self.eat('*'), self.word("x"));
            let is_lone = has_number && !has_star && name_length(self.rest) == 0;
            if !has_x && !is_lone {
                return Err(format!("a term of a polynomial in x is missing before `{}`", self.rest));
            }
            let exponent = match has_x {
                true if self.eat('^') => self.exponent()?,
                has_x => usize::from(has_x),
            };
            let own = &mut coefficients[exponent];
            *own = if is_negative { &*own - &number } else { &*own + &number };
            is_negative = self.eat('-');
            if !is_negative && !self.eat('+') {
                return Ok(trim(coefficients));
            }
        }
    }

    /// `(-1,2]`.
    fn interval(&mut self) -> Read<[(Term, bool); 2]> {
        let low_is_in = self.eat('[');
        if !low_is_in {
            self.expect('(')?;
        }
        let low = self.sum()?;
        self.expect(',')?;
        let high = self.sum()?;
        let high_is_in = self.eat(']');
        if !high_is_in {
            self.expect(')')?;
        }
        Ok([(low, low_is_in), (high, high_is_in)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(text: &str) -> Read<Term> {
        read(&format!("bounds {text}")).map(|bounds| bounds.sum)
    }

    #[test]
    fn factors_bind_closer_than_terms() {
        for (one, other) in [
            ("-n*2+3", "(-(n*2))+3"),
            ("1-2-3", "(1-2)-3"),
            ("n/2*phi^2", "(n/2)*(phi^2)"),
            ("2*a(n)^1", "2*(a(n)^1)"),
            ("sqrt 5+1", "sqrt(5) + 1"),
            ("phi", "root(x^2 - x - 1)"),
            ("sqrt(5)", "root(-5+x^2)"),
            ("root(2*x^2-3x+1)", "root( - 3 x + 2x^2 + 0 + 1 )"),
        ] {
            assert_eq!(sum(one).unwrap(), sum(other).unwrap(), "{one}");
        }
        let names = sum("n*phi - a(n) + (m - n)/2").unwrap();
        let name = |text: &str| Name::Variable(text.into());
        let call = Name::Call("a".into(), "n".into());
        assert_eq!(names.names(), [&name("n"), &call, &name("m"), &name("n")]);
    }

    #[test]
    fn intervals_and_premises_are_read() {
        let bounds = read(" bounds in in (-1,phi] for ?msd_fib n>0 & for=1").unwrap();
        assert_eq!(bounds.sum, Term::Name(Name::Variable("in".into())));
        let [low, high] = bounds.interval.unwrap();
        assert_eq!((low, high), ((sum("-1").unwrap(), false), (sum("phi").unwrap(), true)));
        assert_eq!(bounds.premise.as_deref(), Some(" ?msd_fib n>0 & for=1"));
        let bounds = read("bounds n for n>0").unwrap();
        assert!(bounds.interval.is_none() && bounds.premise.is_some());
    }

    #[test]
    fn what_is_no_sum_is_refused() {
        for text in [
            "",
            "n n",
            "n in",
            "n in 1,2",
            "n in [1;2]",
            "n in [1,2",
            "n+",
            "a(3)",
            "a(n",
            "a(n,m)",
            "A",
            "Ex",
            "2n",
            "n^65",
            "n^m",
            "n^2^3",
            "--n",
            "n*-1",
            "99999999999999999999",
            "sqrt(x)",
            "sqrt(4",
            "root x",
            "root(y)",
            "root(x^65)",
            "root()",
            "root(2x3)",
            "root(2 y)",
            "root(2*3)",
            "root(x*1)",
            "root(x+)",
            "root(x-1",
            "root(--x)",
            "1a",
            "_",
            "_(n)",
            "n)",
            "1.5*n",
            "n in [0,1)) for n>0",
            "a (n",
            "n=1",
        ] {
            assert!(sum(text).is_err(), "{text}: {:?}", sum(text));
        }
        assert!(sum(&format!("{}n{}", "(".repeat(100_000), ")".repeat(100_000))).is_err());
        assert!(sum(&format!("{}n{}", "(".repeat(100), ")".repeat(100))).is_ok());
    }
}
