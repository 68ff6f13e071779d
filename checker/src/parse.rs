//! Formulas as they are written.

use std::collections::BTreeSet;

use crate::lex::Token;

/// A formula. Quantifiers are numbered from the left.
#[derive(Clone, Debug)]
pub enum Formula {
    Compare(Comparison, Term, Term),
    Call(String, Vec<Term>),
    Not(Box<Formula>),
    Binary(Connective, Box<Formula>, Box<Formula>),
    Quantified { number: usize, quantifier: Quantifier, variables: Vec<String>, body: Box<Formula>, system: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    And,
    Or,
    Xor,
    Implies,
    Iff,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    Exists,
    ForAll,
    Infinitely,
    AtLeast(u64),
    AtMost(u64),
    Exactly(u64),
}

/// A term, with the system in force where it stands.
#[derive(Clone, Debug)]
pub struct Term {
    pub kind: TermKind,
    pub system: String,
}

#[derive(Clone, Debug)]
pub enum TermKind {
    Variable(String),
    Number(i64),
    Letter(i64),
    Word(String, Vec<Term>),
    Add(Box<Term>, Box<Term>),
    Subtract(Box<Term>, Box<Term>),
    Times(Box<Term>, Box<Term>),
    Over(Box<Term>, Box<Term>),
}

/// What is not read yet.
pub struct Parser {
    tokens: Vec<Token>,
    at: usize,
    quantifiers: usize,
    depth: usize,
}

/// Formulas and terms in each other are read by recursion.
const DEEPEST: usize = 10_000;

type Read<T> = Result<T, String>;

impl Parser {
    pub fn new(tokens: Vec<Token>) -> Parser {
        Parser { tokens, at: 0, quantifiers: 0, depth: 0 }
    }

    /// A rule of a game: the piles before and after a move, and what moves there are.
    pub fn rule(mut self) -> Read<(Vec<String>, Vec<String>, Formula)> {
        let position = self.names()?;
        self.expect("->")?;
        let option = self.names()?;
        self.expect(":")?;
        let moves = self.formula()?;
        self.end()?;
        Ok((position, option, moves))
    }

    /// The whole text as one formula.
    pub fn whole(mut self) -> Read<Formula> {
        let formula = self.formula()?;
        self.end()?;
        Ok(formula)
    }

    fn end(&self) -> Read<()> {
        if self.at < self.tokens.len() { Err(format!("`{}` is too much", self.peek())) } else { Ok(()) }
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |token| &token.text)
    }

    fn is_name(&self) -> bool {
        self.peek().starts_with(|c: char| c.is_ascii_alphabetic()) && !["E", "A", "I"].contains(&self.peek())
    }

    fn eat(&mut self, text: &str) -> bool {
        let is_it = self.at < self.tokens.len() && self.peek() == text;
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, text: &str) -> Read<()> {
        if self.eat(text) { Ok(()) } else { Err(format!("`{text}` is missing before `{}`", self.peek())) }
    }

    fn next(&mut self) -> Read<Token> {
        let token = self.tokens.get(self.at).cloned().ok_or("the formula ends too early")?;
        self.at += 1;
        Ok(token)
    }

    fn names(&mut self) -> Read<Vec<String>> {
        let mut names = Vec::new();
        loop {
            if !self.is_name() {
                return Err(format!("`{}` stands where a variable belongs", self.peek()));
            }
            names.push(self.next()?.text);
            if !self.eat(",") {
                return Ok(names);
            }
        }
    }

    fn formula(&mut self) -> Read<Formula> {
        self.chain(&[("<=>", Connective::Iff)], |parser| {
            parser.chain(&[("=>", Connective::Implies)], |parser| {
                let flat = [("&", Connective::And), ("|", Connective::Or), ("^", Connective::Xor)];
                parser.chain(&flat, Parser::unary)
            })
        })
    }

    /// Operands of one level of precedence, from the left.
    fn chain(
        &mut self,
        operators: &[(&str, Connective)],
        operand: impl Fn(&mut Parser) -> Read<Formula>,
    ) -> Read<Formula> {
        let mut left = operand(self)?;
        while let Some((_, op)) = operators.iter().find(|(text, _)| self.eat(text)) {
            left = Formula::Binary(*op, Box::new(left), Box::new(operand(self)?));
        }
        Ok(left)
    }

    /// What is read one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Parser) -> Read<T>) -> Read<T> {
        if self.depth == DEEPEST {
            return Err("formulas nested too deep".into());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn unary(&mut self) -> Read<Formula> {
        self.deeper(Parser::literal)
    }

    fn literal(&mut self) -> Read<Formula> {
        if self.eat("~") {
            return Ok(Formula::Not(Box::new(self.unary()?)));
        }
        if ["E", "A", "I"].contains(&self.peek()) {
            return self.quantified();
        }
        if self.peek().starts_with('$') {
            let name = self.next()?.text[1..].to_owned();
            self.expect("(")?;
            let mut arguments = Vec::new();
            while !self.eat(")") {
                arguments.push(self.sum()?);
                if self.peek() != ")" {
                    self.expect(",")?;
                }
            }
            return Ok(Formula::Call(name, arguments));
        }
        // A parenthesis opens a formula or a term.
        if self.peek() == "(" {
            let (at, quantifiers) = (self.at, self.quantifiers);
            self.at += 1;
            if let Ok(formula) = self.formula()
                && self.eat(")")
                && !["=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/"].contains(&self.peek())
            {
                return Ok(formula);
            }
            (self.at, self.quantifiers) = (at, quantifiers);
        }
        let left = self.sum()?;
        let comparison = match self.next()?.text.as_str() {
            "=" => Comparison::Equal,
            "!=" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::LessEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterEqual,
            other => return Err(format!("`{other}` is no comparison")),
        };
        Ok(Formula::Compare(comparison, left, self.sum()?))
    }

    fn quantified(&mut self) -> Read<Formula> {
        let Token { text, system } = self.next()?;
        let number = self.quantifiers;
        self.quantifiers += 1;
        let quantifier = match (text.as_str(), self.peek()) {
            ("E", ">=" | "<=" | "=") => {
                let relation = self.next()?.text;
                let count = self.next()?.text.parse().map_err(|_| "a count that is no number")?;
                match relation.as_str() {
                    ">=" => Quantifier::AtLeast(count),
                    "<=" => Quantifier::AtMost(count),
                    _ => Quantifier::Exactly(count),
                }
            }
            ("E", _) => Quantifier::Exists,
            ("A", _) => Quantifier::ForAll,
            _ => Quantifier::Infinitely,
        };
        let variables = self.names()?;
        let body = Box::new(self.formula()?);
        Ok(Formula::Quantified { number, quantifier, variables, body, system })
    }

    fn sum(&mut self) -> Read<Term> {
        let mut left = self.product()?;
        loop {
            let system = left.system.clone();
            let kind = if self.eat("+") {
                TermKind::Add(Box::new(left), Box::new(self.product()?))
            } else if self.eat("-") {
                TermKind::Subtract(Box::new(left), Box::new(self.product()?))
            } else {
                return Ok(left);
            };
            left = Term { kind, system };
        }
    }

    fn product(&mut self) -> Read<Term> {
        let mut left = self.factor()?;
        loop {
            let system = left.system.clone();
            let kind = if self.eat("*") {
                TermKind::Times(Box::new(left), Box::new(self.factor()?))
            } else if self.eat("/") {
                TermKind::Over(Box::new(left), Box::new(self.factor()?))
            } else {
                return Ok(left);
            };
            left = Term { kind, system };
        }
    }

    fn factor(&mut self) -> Read<Term> {
        self.deeper(Parser::number)
    }

    fn number(&mut self) -> Read<Term> {
        if self.eat("(") {
            let term = self.sum()?;
            self.expect(")")?;
            return Ok(term);
        }
        let Token { text, system } = self.next()?;
        let first = text.chars().next().unwrap_or(' ');
        let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number of 63 bits"));
        let kind = match first {
            _ if first.is_ascii_digit() => TermKind::Number(number(&text)?),
            '@' => TermKind::Letter(number(&text[1..].replace('_', "-"))?),
            '-' => TermKind::Number(-number(&self.next()?.text)?),
            '_' => {
                let zero = Term { kind: TermKind::Number(0), system: system.clone() };
                match self.factor()? {
                    Term { kind: TermKind::Number(n), .. } => TermKind::Number(-n),
                    term => TermKind::Subtract(Box::new(zero), Box::new(term)),
                }
            }
            _ if first == '.' || (first.is_ascii_alphabetic() && !["E", "A", "I"].contains(&&*text)) => {
                let name = text.trim_start_matches('.').to_owned();
                let mut indices = Vec::new();
                while self.eat("[") {
                    indices.push(self.sum()?);
                    self.expect("]")?;
                }
                if indices.is_empty() { TermKind::Variable(name) } else { TermKind::Word(name, indices) }
            }
            _ => return Err(format!("`{text}` is no term")),
        };
        Ok(Term { kind, system })
    }
}

/// The names that are free in a formula.
pub fn free_variables(formula: &Formula, bound: &mut Vec<String>, free: &mut BTreeSet<String>) {
    match formula {
        Formula::Compare(_, left, right) => [left, right].iter().for_each(|term| term_variables(term, bound, free)),
        Formula::Call(_, arguments) => arguments.iter().for_each(|term| term_variables(term, bound, free)),
        Formula::Not(inner) => free_variables(inner, bound, free),
        Formula::Binary(_, left, right) => [left, right].iter().for_each(|part| free_variables(part, bound, free)),
        Formula::Quantified { variables, body, .. } => {
            let depth = bound.len();
            bound.extend(variables.iter().cloned());
            free_variables(body, bound, free);
            bound.truncate(depth);
        }
    }
}

fn term_variables(term: &Term, bound: &[String], free: &mut BTreeSet<String>) {
    match &term.kind {
        TermKind::Variable(name) => {
            if !bound.contains(name) {
                free.insert(name.clone());
            }
        }
        TermKind::Number(_) | TermKind::Letter(_) => {}
        TermKind::Word(_, indices) => indices.iter().for_each(|index| term_variables(index, bound, free)),
        TermKind::Add(a, b) | TermKind::Subtract(a, b) | TermKind::Times(a, b) | TermKind::Over(a, b) => {
            [a, b].iter().for_each(|term| term_variables(term, bound, free));
        }
    }
}
