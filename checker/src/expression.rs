//! Regular expressions over tuples of digits, as automata whose states are derivatives (Brzozowski 1964). Expressions have
//! numbers, so that what is equal is found at once, and what follows a letter is found once. An expression with `&` or a
//! star below a star may have very many derivatives.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, Var};
use crate::machine::{Machine, Map, letter, letters, spend};
use crate::rules::holds;
use crate::system::{Kind, Track};
use crate::text::{bracketed, is_blank};

/// The number of an expression.
type Number = u32;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Expression {
    /// The empty word.
    End,
    Letter(u32),
    /// One after the other.
    Then(Number, Number),
    /// One of several, each once, in order; nothing, if there are none.
    Any(Vec<Number>),
    Both(Number, Number),
    Star(Number),
}

use Expression::{Any, Both, End, Letter, Star, Then};

/// Expressions by their numbers.
struct Expressions {
    known: Vec<Expression>,
    /// Whether the empty word is one of its words.
    has_end: Vec<bool>,
    numbers: Map<Expression, Number>,
    /// What may follow a letter, where it has been asked for.
    after: Map<(Number, u32), Number>,
}

const NOTHING: Number = 0;
const EMPTY: Number = 1;

impl Expressions {
    fn new() -> Expressions {
        let (known, has_end) = (Vec::new(), Vec::new());
        let mut new = Expressions { known, has_end, numbers: Map::default(), after: Map::default() };
        new.number(Any(Vec::new()));
        new.number(End);
        new
    }

    fn has_end(&self, number: Number) -> bool {
        self.has_end[number as usize]
    }

    fn number(&mut self, expression: Expression) -> Number {
        if let Some(&number) = self.numbers.get(&expression) {
            return number;
        }
        let has_end = match &expression {
            End | Star(_) => true,
            Letter(_) => false,
            Then(a, b) | Both(a, b) => self.has_end(*a) && self.has_end(*b),
            Any(parts) => parts.iter().any(|part| self.has_end(*part)),
        };
        let number = self.known.len() as Number;
        self.known.push(expression.clone());
        self.has_end.push(has_end);
        self.numbers.insert(expression, number);
        number
    }

    fn any(&mut self, parts: &[Number]) -> Number {
        let mut all = Vec::new();
        for &part in parts {
            if let Any(inner) = &self.known[part as usize] { all.extend(inner) } else { all.push(part) }
        }
        all.sort_unstable();
        all.dedup();
        if all.len() == 1 { all[0] } else { self.number(Any(all)) }
    }

    fn then(&mut self, a: Number, b: Number) -> Number {
        match a {
            NOTHING => NOTHING,
            EMPTY => b,
            _ => self.number(Then(a, b)),
        }
    }

    /// What may follow a letter. There are finitely many of them.
    fn after(&mut self, number: Number, letter: u32) -> Read<Number> {
        if let Some(&known) = self.after.get(&(number, letter)) {
            return Ok(known);
        }
        let found = match self.known[number as usize].clone() {
            Letter(own) if own == letter => EMPTY,
            End | Letter(_) => NOTHING,
            Then(a, b) => {
                let next = self.after(a, letter)?;
                let mut parts = vec![self.then(next, b)];
                if self.has_end(a) {
                    parts.push(self.after(b, letter)?);
                }
                self.any(&parts)
            }
            Any(parts) => {
                spend(parts.len())?;
                let parts = parts.into_iter().map(|part| self.after(part, letter)).collect::<Read<Vec<Number>>>()?;
                self.any(&parts)
            }
            Both(a, b) => {
                let both = Both(self.after(a, letter)?, self.after(b, letter)?);
                self.number(both)
            }
            Star(a) => {
                let next = self.after(a, letter)?;
                self.then(next, number)
            }
        };
        spend(1)?;
        self.after.insert((number, letter), found);
        Ok(found)
    }
}

struct Parser<'a> {
    expressions: Expressions,
    rest: &'a str,
    tracks: &'a [Track],
}

impl Parser<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start_matches(is_blank);
        self.rest.chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let is_it = self.peek() == Some(c);
        self.rest = &self.rest[if is_it { c.len_utf8() } else { 0 }..];
        is_it
    }

    fn union(&mut self) -> Read<Number> {
        let mut parts = Vec::new();
        while parts.is_empty() || self.eat('|') {
            let mut part = self.sequence()?;
            while self.eat('&') {
                let both = Both(part, self.sequence()?);
                part = self.expressions.number(both);
            }
            parts.push(part);
        }
        Ok(self.expressions.any(&parts))
    }

    fn sequence(&mut self) -> Read<Number> {
        let mut parts = Vec::new();
        while parts.is_empty() || self.peek().is_some_and(|c| !"|&)".contains(c)) {
            let mut part = self.atom()?;
            while let Some(mark) = self.peek().filter(|c| "*+?".contains(*c)) {
                self.eat(mark);
                let star = self.expressions.number(Star(part));
                part = match mark {
                    '*' => star,
                    '+' => self.expressions.then(part, star),
                    _ => self.expressions.any(&[part, EMPTY]),
                };
            }
            parts.push(part);
        }
        if !self.tracks.first().is_some_and(|track| track.is_turned()) {
            parts.reverse();
        }
        Ok(parts.into_iter().fold(EMPTY, |rest, part| self.expressions.then(part, rest)))
    }

    fn atom(&mut self) -> Read<Number> {
        if self.eat('(') {
            if self.eat(')') {
                return Ok(EMPTY);
            }
            let inner = self.union()?;
            return if self.eat(')') { Ok(inner) } else { Err("`)` is missing".into()) };
        }
        let first = self.peek().ok_or("an expression is missing")?;
        let (inside, used) = match first {
            '[' => {
                let end = self.rest.find(']').ok_or("`]` is missing")?;
                (&self.rest[1..end], end + 1)
            }
            '0'..='9' => (&self.rest[..1], 1),
            other => return Err(format!("`{other}` is not read in an expression")),
        };
        let digits = inside.split(',').map(bracketed).collect::<Read<Vec<i64>>>()?;
        self.rest = &self.rest[used..];
        Ok(self.expressions.number(Letter(letter(self.tracks, &digits)?)))
    }
}

/// The tuples in the language of an expression. Numbers are in it if some padding with zeros is; so are words, if that is
/// no more than the language. Beside it the words of the language, if they are others.
pub fn regular(tracks: &[Track], text: &str) -> Read<(Rc<Machine>, Option<Rc<Machine>>)> {
    letters(tracks)?;
    if tracks.iter().any(|track| track.is_turned() != tracks[0].is_turned()) {
        return Err("two orders of digits".into());
    }
    let mut parser = Parser { expressions: Expressions::new(), rest: text, tracks };
    let expression = parser.union()?;
    if parser.peek().is_some() {
        return Err(format!("`{}` is not read", parser.rest));
    }
    let zeros = letter(tracks, &vec![0; tracks.len()]).ok();
    let expressions = RefCell::new(parser.expressions);
    let automaton = |first: Number, zeros: Option<u32>| {
        let step = |now: &Number, _: &[u32], letter: u32| {
            let next = expressions.borrow_mut().after(*now, letter)?;
            Ok((next != NOTHING).then_some(next))
        };
        Machine::built(tracks, first, zeros, step, |now| Ok(expressions.borrow().has_end(*now).into()))
    };
    // What may follow any number of zeros.
    let (mut padded, mut last) = (BTreeSet::new(), expression);
    while padded.insert(last)
        && let Some(zeros) = zeros
    {
        last = expressions.borrow_mut().after(last, zeros)?;
    }
    let padded: Vec<Number> = padded.into_iter().collect();
    let all = expressions.borrow_mut().any(&padded);
    let closed = automaton(all, zeros)?;
    let exact = automaton(expression, None)?;
    if tracks.iter().all(|track| track.kind != Kind::Words) {
        return Ok((closed, Some(exact)));
    }
    let vars: Vec<Var> = (0..tracks.len()).collect();
    let [one, other] = [&closed, &exact].map(|machine| Core::table(machine, vars.clone()));
    let differ = Core::exists(vars, one.iff(other).not());
    Ok((if zeros.is_some() && !holds(&Rc::new(tracks.to_vec()), &differ)? { closed } else { exact }, None))
}
