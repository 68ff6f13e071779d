//! Scripts as trees: what `verified/Syntax.v` defines, and what the checker has of the text of a script.
//!
//! Names stand as they are written, or begin or end with a blank where no script can write them; macros are filled in.

use std::collections::BTreeSet;
use std::rc::Rc;

use filbert_answers::formula::System;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;

/// A term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// `3`
    Number(BigInt),
    /// `@3`
    Letter(BigInt),
    /// A variable.
    Named(String),
    /// `t + u`
    Plus(Box<Expr>, Box<Expr>),
    /// `t - u`
    Minus(Box<Expr>, Box<Expr>),
    /// `3*t`
    Times(BigInt, Box<Expr>),
    /// `t/3`, rounded down; never `t/0`.
    Over(Box<Expr>, BigInt),
    /// `W[t]`
    Indexed(String, Box<Expr>),
}

/// How terms are compared; `a > b` is written `b < a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `=`
    Same,
    /// `!=`
    Different,
    /// `<`
    Below,
    /// `<=`
    UpTo,
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// A comparison.
    Relates(Sign, Expr, Expr),
    /// `$f(t,..)`
    Call(String, Vec<Expr>),
    /// `~F`
    Not(Box<Sentence>),
    /// `F & G`
    And(Box<Sentence>, Box<Sentence>),
    /// `F | G`
    Or(Box<Sentence>, Box<Sentence>),
    /// `F => G`
    Implies(Box<Sentence>, Box<Sentence>),
    /// `F <=> G`
    Iff(Box<Sentence>, Box<Sentence>),
    /// `E x F`
    Exists(String, Box<Sentence>),
    /// `A x F`
    ForAll(String, Box<Sentence>),
    /// `E>=k x,y F`
    AtLeast(usize, Vec<String>, Box<Sentence>),
    /// `I x F`
    Infinitely(String, Box<Sentence>),
}

/// A regular expression over tuples of digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Regex {
    /// Nothing matches.
    Never,
    /// The empty word.
    Empty,
    /// A letter: a digit for each track.
    Digits(Vec<usize>),
    /// `r|s`
    Alternative(Rc<Regex>, Rc<Regex>),
    /// `r&s`
    Both(Rc<Regex>, Rc<Regex>),
    /// `rs`
    Sequence(Rc<Regex>, Rc<Regex>),
    /// `r*`
    Repeat(Rc<Regex>),
}

/// The rules of a morphism; the first is that of the first letter.
pub type Rules = Vec<(i64, Vec<i64>)>;

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The piles before a move.
    pub before: Vec<String>,
    /// The piles after it, as many.
    pub after: Vec<String>,
    /// Which moves there are.
    pub moves: Sentence,
    /// How many options are too many to be forbidden.
    pub block: usize,
    /// Whether whoever makes the last move loses.
    pub is_misere: bool,
    /// What every move decreases; empty if the script does not say.
    pub measure: Vec<Expr>,
}

/// A numeration system with its full name: those of different names are different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numeration {
    /// Such as `msd_fib`; empty where none is meant.
    pub name: String,
    /// Its table.
    pub table: System,
}

/// What a script says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `def f "F"`, its variables in this order.
    Definition(String, Vec<String>, Sentence),
    /// `reg f .. "R"`, its tracks in these systems.
    Expression(String, Vec<System>, Regex),
    /// `word W .. "rules" "coding"`.
    Word(String, Rules, Vec<(i64, i64)>),
    /// `combine W f=1 ..`
    Combined(String, Vec<(String, i64)>),
    /// `game G ..`
    Game(String, Play),
    /// `kernel P of G`, `kernel P of G given $Q`.
    Kernel(String, String, Option<String>),
    /// `theorem`, `refute` and `cover`.
    Claim(String, Sentence),
    /// A claim of integers.
    IntegerClaim(String, Sentence),
    /// What is not read binds these names.
    Forget(Vec<String>),
}

impl Statement {
    /// The names that it binds.
    pub fn bound(&self) -> &[String] {
        match self {
            Statement::Definition(name, ..)
            | Statement::Expression(name, ..)
            | Statement::Word(name, ..)
            | Statement::Combined(name, ..)
            | Statement::Game(name, ..)
            | Statement::Kernel(name, ..) => std::slice::from_ref(name),
            Statement::Claim(..) | Statement::IntegerClaim(..) => &[],
            Statement::Forget(names) => names,
        }
    }

    /// What it is called, if it is to be proved.
    pub fn name(&self) -> Option<&str> {
        match self {
            Statement::Claim(name, _) | Statement::IntegerClaim(name, _) | Statement::Kernel(name, ..) => Some(name),
            Statement::Definition(..)
            | Statement::Expression(..)
            | Statement::Word(..)
            | Statement::Combined(..)
            | Statement::Game(..)
            | Statement::Forget(_) => None,
        }
    }
}

impl Expr {
    /// The number with this value.
    pub fn number(value: usize) -> Expr {
        Expr::Number(value.into())
    }

    /// The variable of this name.
    pub fn named(name: &str) -> Expr {
        Expr::Named(name.to_owned())
    }

    /// Its value, if neither a variable nor a word stands in it.
    pub fn closed(&self) -> Option<BigInt> {
        match self {
            Expr::Number(value) | Expr::Letter(value) => Some(value.clone()),
            Expr::Plus(a, b) => Some(a.closed()? + b.closed()?),
            Expr::Minus(a, b) => Some(a.closed()? - b.closed()?),
            Expr::Times(factor, a) => Some(factor * a.closed()?),
            Expr::Over(a, by) => Some(a.closed()?.div_floor(by)),
            Expr::Named(_) | Expr::Indexed(..) => None,
        }
    }

    /// Whether no part that has a value is negative.
    pub fn has_natural_parts(&self) -> bool {
        self.closed().is_none_or(|value| value >= BigInt::zero())
            && match self {
                Expr::Plus(a, b) | Expr::Minus(a, b) => a.has_natural_parts() && b.has_natural_parts(),
                Expr::Times(_, a) | Expr::Over(a, _) => a.has_natural_parts(),
                Expr::Number(_) | Expr::Letter(_) | Expr::Named(_) | Expr::Indexed(..) => true,
            }
    }

    /// The variables in it outside of indices, in their order.
    pub fn variables(&self) -> Vec<&str> {
        match self {
            Expr::Named(name) => vec![name],
            Expr::Plus(a, b) | Expr::Minus(a, b) => [a.variables(), b.variables()].concat(),
            Expr::Times(_, a) | Expr::Over(a, _) => a.variables(),
            Expr::Number(_) | Expr::Letter(_) | Expr::Indexed(..) => Vec::new(),
        }
    }

    /// The words in it with their indices, from the left; those within indices are not among them.
    pub fn words(&self) -> Vec<(&str, &Expr)> {
        match self {
            Expr::Indexed(word, index) => vec![(word, index)],
            Expr::Plus(a, b) | Expr::Minus(a, b) => [a.words(), b.words()].concat(),
            Expr::Times(_, a) | Expr::Over(a, _) => a.words(),
            Expr::Number(_) | Expr::Letter(_) | Expr::Named(_) => Vec::new(),
        }
    }

    /// The names of all words in it, those within indices too.
    pub fn all_words<'a>(&'a self, found: &mut Vec<&'a str>) {
        match self {
            Expr::Indexed(word, index) => {
                found.push(word);
                index.all_words(found);
            }
            Expr::Plus(a, b) | Expr::Minus(a, b) => {
                a.all_words(found);
                b.all_words(found);
            }
            Expr::Times(_, a) | Expr::Over(a, _) => a.all_words(found),
            Expr::Number(_) | Expr::Letter(_) | Expr::Named(_) => {}
        }
    }

    fn free(&self, names: &mut BTreeSet<String>) {
        match self {
            Expr::Named(name) => {
                names.insert(name.clone());
            }
            Expr::Plus(a, b) | Expr::Minus(a, b) => {
                a.free(names);
                b.free(names);
            }
            Expr::Times(_, a) | Expr::Over(a, _) | Expr::Indexed(_, a) => a.free(names),
            Expr::Number(_) | Expr::Letter(_) => {}
        }
    }
}

impl Sentence {
    /// What is never true.
    pub fn falsity() -> Sentence {
        Sentence::Relates(Sign::Below, Expr::number(0), Expr::number(0))
    }

    /// `~F`
    pub fn negation(self) -> Sentence {
        Sentence::Not(Box::new(self))
    }

    /// `F & G`
    pub fn and(self, other: Sentence) -> Sentence {
        Sentence::And(Box::new(self), Box::new(other))
    }

    /// `F | G`
    pub fn or(self, other: Sentence) -> Sentence {
        Sentence::Or(Box::new(self), Box::new(other))
    }

    /// `F => G`
    pub fn implies(self, other: Sentence) -> Sentence {
        Sentence::Implies(Box::new(self), Box::new(other))
    }

    /// `F <=> G`
    pub fn iff(self, other: Sentence) -> Sentence {
        Sentence::Iff(Box::new(self), Box::new(other))
    }

    /// `E x F`
    pub fn exists(self, name: &str) -> Sentence {
        Sentence::Exists(name.to_owned(), Box::new(self))
    }

    /// `A x F`
    pub fn for_all(self, name: &str) -> Sentence {
        Sentence::ForAll(name.to_owned(), Box::new(self))
    }

    /// The free variables, in the order of their bytes.
    pub fn free(&self) -> Vec<String> {
        self.free_names().into_iter().collect()
    }

    fn free_names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        match self {
            Sentence::Relates(_, a, b) => [a, b].into_iter().for_each(|term| term.free(&mut names)),
            Sentence::Call(_, arguments) => arguments.iter().for_each(|argument| argument.free(&mut names)),
            _ => names.extend(self.parts().flat_map(Sentence::free_names)),
        }
        let bound = match self {
            Sentence::Exists(x, _) | Sentence::ForAll(x, _) | Sentence::Infinitely(x, _) => std::slice::from_ref(x),
            Sentence::AtLeast(_, bound, _) => bound,
            _ => &[],
        };
        names.retain(|name| !bound.contains(name));
        names
    }

    /// The sentences that it is made of: at most two.
    pub fn parts(&self) -> impl Iterator<Item = &Sentence> {
        let parts = match self {
            Sentence::Relates(..) | Sentence::Call(..) => [None, None],
            Sentence::And(f, g) | Sentence::Or(f, g) | Sentence::Implies(f, g) | Sentence::Iff(f, g) => {
                [Some(f), Some(g)]
            }
            Sentence::Not(f)
            | Sentence::Exists(_, f)
            | Sentence::ForAll(_, f)
            | Sentence::AtLeast(_, _, f)
            | Sentence::Infinitely(_, f) => [Some(f), None],
        };
        parts.into_iter().flatten().map(|part| &**part)
    }
}
