//! Formulas with words of digits as formulas over numbers: the second part of `verified/Tracks.v`.
//!
//! Words of a formula have one length, and its numbers are no longer: every quantifier says so of its variable.
//! Weakness: counting is not read where there are words, nor is a family that is compared with anything but a family or
//! a constant.

use filbert_answers::formula::System;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::kinds::{Kind, kind_in, kinds_of};
use super::tree::{Expr, Regex, Sentence, Sign, Statement};

/// A condition on variables: that those on tracks of words are words, and how long the others are.
pub type Guard = (Vec<Kind>, Vec<String>);

/// The letters of a family.
pub type Letters<'a> = &'a dyn Fn(&str) -> Option<Vec<i64>>;

/// A name of the function of a guard, which no script can write.
fn fits_name(kinds: &[Kind]) -> String {
    let labels: String = kinds.iter().map(|kind| kind.label() + " ").collect();
    format!(" {labels}")
}

/// One of some letters.
pub fn one_of(letters: impl DoubleEndedIterator<Item = Vec<usize>>) -> Regex {
    letters.rev().fold(Regex::Never, |rest, letter| Regex::Alternative(Regex::Digits(letter).into(), rest.into()))
}

/// All tuples of digits on some tracks, the first changing fastest.
fn all_digits(kinds: &[Kind]) -> Vec<Vec<usize>> {
    kinds.iter().rev().fold(vec![Vec::new()], |rest, kind| {
        let digits = kind.digits();
        let with =
            |letter: Vec<usize>| digits.iter().map(move |&digit| [&[digit], &letter[..]].concat()).collect::<Vec<_>>();
        rest.into_iter().flat_map(with).collect()
    })
}

/// The systems of some tracks.
pub fn systems(kinds: &[Kind]) -> Vec<System> {
    kinds.iter().map(Kind::system).collect()
}

/// The function of a guard.
pub fn fitting(kinds: &[Kind]) -> Statement {
    let letters = one_of(all_digits(kinds).into_iter());
    Statement::Expression(fits_name(kinds), systems(kinds), Regex::Repeat(letters.into()))
}

/// What a guard says.
pub fn guard((kinds, names): &Guard) -> Sentence {
    Sentence::Call(fits_name(kinds), names.iter().map(|name| Expr::named(name)).collect())
}

/// The functions of some guards.
pub fn functions_of(guards: &[Guard]) -> Vec<Statement> {
    guards.iter().map(|(kinds, _)| fitting(kinds)).collect()
}

/// A formula behind some guards.
pub fn guarded(guards: &[Guard], join: impl Fn(Sentence, Sentence) -> Sentence, body: Sentence) -> Sentence {
    guards.iter().rev().fold(body, |body, next| join(guard(next), body))
}

/// What is known of the variables of a formula.
pub struct Words<'a> {
    /// What each of them is.
    pub known: &'a [(String, Kind)],
    /// The letters of families.
    pub letters: Letters<'a>,
}

impl Words<'_> {
    fn is_word(&self, name: &str) -> bool {
        kind_in(self.known, name).is_some_and(Kind::has_words)
    }

    fn kinds(&self, names: &[String]) -> Option<Vec<Kind>> {
        kinds_of(self.known, names)
    }

    /// What is said of a variable where there are others besides.
    fn guards(&self, name: &str, others: &[String]) -> Option<Vec<Guard>> {
        let own = kind_in(self.known, name);
        let word = others.iter().find(|other| self.is_word(other));
        match (own, word) {
            (Some(kind), Some(word)) => {
                let of_word = kind_in(self.known, word)?.clone();
                Some(vec![(vec![of_word, kind.clone()], vec![word.clone(), name.to_owned()])])
            }
            (None, Some(_)) => None,
            (Some(letters @ Kind::Letters(_)), None) => {
                let kinds = self.kinds(others)?;
                let own = (vec![letters.clone()], vec![name.to_owned()]);
                let longer = |(kind, other): (Kind, &String)| {
                    (vec![letters.clone(), kind], vec![name.to_owned(), other.clone()])
                };
                Some([own].into_iter().chain(kinds.into_iter().zip(others).map(longer)).collect())
            }
            (_, None) => Some(Vec::new()),
        }
    }

    /// The guards of the variables of a definition: the first word is one, and none of the others is longer.
    pub fn guards_of_all(&self, names: &[String]) -> Option<Vec<Guard>> {
        let Some(word) = names.iter().find(|name| self.is_word(name)) else { return Some(Vec::new()) };
        let (of_word, kinds) = (kind_in(self.known, word)?.clone(), self.kinds(names)?);
        let own = (vec![of_word.clone()], vec![word.clone()]);
        let others = kinds.into_iter().zip(names);
        let others = others.map(|(kind, name)| (vec![of_word.clone(), kind], vec![word.clone(), name.clone()]));
        Some([own].into_iter().chain(others).collect())
    }

    /// The variables of a comparison outside of indices are in one system.
    fn has_one_system(&self, a: &Expr, b: &Expr) -> bool {
        let kinds: Vec<_> = [a.variables(), b.variables()].concat();
        let mut kinds = kinds.into_iter().map(|name| kind_in(self.known, name));
        match kinds.next() {
            None => true,
            Some(None) => false,
            Some(first) => kinds.all(|kind| kind == first),
        }
    }

    /// The formula over numbers, with the functions of the guards in it.
    pub fn over_numbers(&self, sentence: &Sentence) -> Option<(Sentence, Vec<Statement>)> {
        let two = |f: &Sentence, g: &Sentence, join: fn(Sentence, Sentence) -> Sentence| {
            let ((f, mut functions), (g, more)) = (self.over_numbers(f)?, self.over_numbers(g)?);
            functions.extend(more);
            Some((join(f, g), functions))
        };
        match sentence {
            Sentence::Relates(sign, a, b) => {
                if any_member(a) || any_member(b) {
                    Some((self.members_compared(*sign, a, b)?, Vec::new()))
                } else {
                    self.has_one_system(a, b).then(|| (sentence.clone(), Vec::new()))
                }
            }
            Sentence::Call(..) => Some((sentence.clone(), Vec::new())),
            Sentence::Not(body) => self.over_numbers(body).map(|(body, functions)| (body.negation(), functions)),
            Sentence::And(f, g) => two(f, g, Sentence::and),
            Sentence::Or(f, g) => two(f, g, Sentence::or),
            Sentence::Implies(f, g) => two(f, g, Sentence::implies),
            Sentence::Iff(f, g) => two(f, g, Sentence::iff),
            Sentence::Exists(x, body) => {
                self.quantified(x, body, Sentence::and).map(|(body, functions)| (body.exists(x), functions))
            }
            Sentence::ForAll(x, body) => {
                self.quantified(x, body, Sentence::implies).map(|(body, functions)| (body.for_all(x), functions))
            }
            Sentence::AtLeast(k, names, body) => {
                let (body, functions) = self.counted(names, body)?;
                Some((Sentence::AtLeast(*k, names.clone(), Box::new(body)), functions))
            }
            Sentence::Infinitely(x, body) => {
                let (body, functions) = self.counted(std::slice::from_ref(x), body)?;
                Some((Sentence::Infinitely(x.clone(), Box::new(body)), functions))
            }
        }
    }

    fn quantified(
        &self,
        x: &str,
        body: &Sentence,
        join: fn(Sentence, Sentence) -> Sentence,
    ) -> Option<(Sentence, Vec<Statement>)> {
        let (body, mut functions) = self.over_numbers(body)?;
        let others: Vec<String> = body.free().into_iter().filter(|name| name != x).collect();
        let guards = self.guards(x, &others)?;
        functions.splice(0..0, functions_of(&guards));
        Some((guarded(&guards, join, body), functions))
    }

    fn counted(&self, names: &[String], body: &Sentence) -> Option<(Sentence, Vec<Statement>)> {
        let (body, functions) = self.over_numbers(body)?;
        let has_word = names.iter().chain(&body.free()).any(|name| self.is_word(name));
        (!has_word).then_some((body, functions))
    }

    /// The values of a side of a comparison, each with what says that it has it.
    fn values(&self, side: &Expr) -> Option<Vec<Possible>> {
        if let Some((family, word, index)) = member(side) {
            if any_member(index) {
                return None;
            }
            let says = |letter: i64| {
                let arguments = vec![Expr::named(word), index.clone()];
                (letter.into(), Some(Sentence::Call(letter_name(family, letter), arguments)))
            };
            return Some((self.letters)(family)?.into_iter().map(says).collect());
        }
        if any_member(side) { None } else { Some(vec![(side.closed()?, None)]) }
    }

    /// One of the values; those that are not related are mentioned, so that no variable goes.
    fn members_compared(&self, sign: Sign, a: &Expr, b: &Expr) -> Option<Sentence> {
        let (left, right) = (self.values(a)?, self.values(b)?);
        let pairs = left.iter().flat_map(|x| right.iter().map(move |y| (x, y))).rev();
        let case = |(x, y): (&Possible, &Possible)| {
            let truth = if relates(sign, &x.0, &y.0) { Sentence::falsity().negation() } else { Sentence::falsity() };
            [&y.1, &x.1].into_iter().flatten().fold(truth, |rest, says| says.clone().and(rest))
        };
        Some(pairs.fold(Sentence::falsity(), |rest, pair| case(pair).or(rest)))
    }
}

/// A value of a side of a comparison, with what says that it has it.
type Possible = (BigInt, Option<Sentence>);

fn relates(sign: Sign, a: &BigInt, b: &BigInt) -> bool {
    match sign {
        Sign::Same => a == b,
        Sign::Different => a != b,
        Sign::Below => a < b,
        Sign::UpTo => a <= b,
    }
}

/// That the letter of a family is this one, as a function of its word and a place: a name that no script can write.
pub fn letter_name(family: &str, letter: i64) -> String {
    let sign = if letter < 0 { "-" } else { "" };
    format!("{family}_ {sign}{}", unary(letter.unsigned_abs().to_usize().unwrap_or(usize::MAX)))
}

/// A number as strokes.
pub fn unary(number: usize) -> String {
    "|".repeat(number)
}

/// The family, the word and the index, if a term is a member `W[f]` at an index.
fn member(term: &Expr) -> Option<(&str, &str, &Expr)> {
    let Expr::Indexed(name, index) = term else { return None };
    let (family, rest) = name.split_once('[')?;
    Some((family, rest.trim_end_matches(']'), index))
}

/// Whether a member of a family stands in a term.
pub fn any_member(term: &Expr) -> bool {
    match term {
        Expr::Indexed(_, index) => member(term).is_some() || any_member(index),
        Expr::Plus(a, b) | Expr::Minus(a, b) => any_member(a) || any_member(b),
        Expr::Times(_, a) | Expr::Over(a, _) => any_member(a),
        Expr::Number(_) | Expr::Letter(_) | Expr::Named(_) => false,
    }
}
