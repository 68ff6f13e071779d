//! Functions that equations define: `recursion G "?msd_fib G(0)=0, G(n)=n-G(G(n-1))"`.
//!
//! The certificate claims a relation for each function. The meaning of the command is that the relations are functions on the
//! numbers from their beginnings on that satisfy the equations, and that no others do. It is shown that
//! - each relation has one value at each number from its beginning on, and none before;
//! - each equation holds, for all values of its variables for which its condition does and its left side is not at a number
//!   that has an equation of its own;
//! - then each call in it is at a number that is not before the beginning of its function, and smaller than that of the left side,
//!   or as large if it calls another function: where the calls inside of it have the values that the relations say. Of the functions
//!   that may ask for others at the same number, none comes back to itself, so that these have an order;
//! - each number is that of the left side of some equation for which this is so.
//!
//! Other functions that satisfy the equations are the same, by induction on the number and the place in that order: the innermost
//! calls of an equation are at numbers that do not depend on the functions, have the same values by induction, and so the calls
//! around them are at the same numbers. The elements of a `mex` are treated like equations. Where a sum has many values, they are
//! added one by one, and each sum is a relation of its own.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Read;
use crate::command::FUNCTION;
use crate::core::{Claims, Core};
use crate::formula::Reader;
use crate::machine::Machine;
use crate::names::{Named, Names};
use crate::product::projected;
use crate::rules::holds;
use crate::system::{Kind, Systems};
use crate::text::{is_blank, is_variable, mentions, name_length};
use crate::tokens::system_name;

mod obligations;
#[cfg(test)]
mod tests;

use obligations::{NOT_SMALLER, Obligations, has_ring};

/// Transitions of the product for one more value in a sum, and sets of its states.
const SUM: (usize, usize) = (1 << 22, 1 << 16);
/// Parentheses inside each other.
const DEEPEST: usize = 64;
/// The largest number.
const LARGEST: i64 = 1 << 30;

/// Multiples of variables and a constant.
#[derive(Clone, Debug, Default, PartialEq)]
struct Sum {
    terms: BTreeMap<String, i64>,
    constant: i64,
}

impl Sum {
    fn number(constant: i64) -> Sum {
        Sum { terms: BTreeMap::new(), constant }
    }

    fn variable(name: &str) -> Sum {
        Sum { terms: BTreeMap::from([(name.to_owned(), 1)]), constant: 0 }
    }

    /// With so many times another one.
    fn plus(mut self, other: &Sum, factor: i64) -> Read<Sum> {
        let add = |a: i64, b: i64| {
            let sum = b.checked_mul(factor).and_then(|more| more.checked_add(a));
            sum.filter(|sum| sum.abs() <= LARGEST).ok_or("a number that is too large")
        };
        for (name, more) in &other.terms {
            let own = self.terms.entry(name.clone()).or_default();
            *own = add(*own, *more)?;
        }
        self.terms.retain(|_, factor| *factor != 0);
        self.constant = add(self.constant, other.constant)?;
        Ok(self)
    }

    /// What has this sign, as a term, with what else stands there.
    fn side(&self, sign: i64) -> String {
        let multiples = self.terms.iter().filter(|term| term.1 * sign > 0);
        let mut parts: Vec<String> = multiples.map(|(name, factor)| format!("{}*{name}", factor * sign)).collect();
        parts.push((self.constant * sign).max(0).to_string());
        parts.join("+")
    }

    /// `self op other`, without a difference on either side.
    fn compared(&self, op: &str, other: &Sum) -> Read<String> {
        let all = self.clone().plus(other, -1)?;
        Ok(format!("{}{op}{}", all.side(1), all.side(-1)))
    }
}

/// `value = function(argument)`.
struct Call {
    function: String,
    argument: Sum,
    value: String,
}

/// A sum, and the calls in it, those inside of others first.
#[derive(Default)]
struct Term {
    calls: Vec<Call>,
    sum: Sum,
}

enum Right {
    Term(Term),
    /// The elements of a `mex`, and how far their variables go.
    Mex(Vec<Term>, Vec<(String, String)>),
}

struct Equation {
    function: String,
    left: Sum,
    right: Right,
    condition: Option<String>,
}

/// Reads equations from the front of a text.
struct Parser<'t> {
    text: &'t str,
    depth: usize,
    calls: Vec<Call>,
    /// What the names of values begin with, and how many there are.
    prefix: String,
    values: usize,
}

impl<'t> Parser<'t> {
    fn rest(&mut self) -> &'t str {
        self.text = self.text.trim_start_matches(is_blank);
        self.text
    }

    fn takes(&mut self, sign: &str) -> bool {
        match self.rest().strip_prefix(sign) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, sign: &str) -> Read<()> {
        if self.takes(sign) { Ok(()) } else { Err(format!("`{sign}` is missing in an equation")) }
    }

    /// A word of letters, digits and `_`, if one follows.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let (word, rest) = rest.split_at(name_length(rest));
        self.text = rest;
        word
    }

    fn all(&mut self) -> Read<Vec<Equation>> {
        let mut all = vec![self.equation()?];
        while self.takes(",") {
            all.push(self.equation()?);
        }
        if self.rest().is_empty() { Ok(all) } else { Err("something stands behind an equation".into()) }
    }

    fn equation(&mut self) -> Read<Equation> {
        let function = self.word().to_owned();
        self.expect("(")?;
        let left = self.term()?;
        self.expect(")")?;
        self.expect("=")?;
        if !left.calls.is_empty() {
            return Err("a call on the left side".into());
        }
        let before = self.rest();
        let right = if self.word() == "mex" && self.takes("{") {
            self.mex(&left.sum)?
        } else {
            self.text = before;
            Right::Term(self.term()?)
        };
        let before = self.rest();
        let condition = if self.word() == "if" {
            Some(self.condition()?)
        } else {
            self.text = before;
            None
        };
        Ok(Equation { function, left: left.sum, right, condition })
    }

    fn condition(&mut self) -> Read<String> {
        self.expect("(")?;
        let mut depth = 1;
        for (at, letter) in self.text.char_indices() {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            if depth == 0 {
                let inside = self.text[..at].to_owned();
                self.text = &self.text[at + 1..];
                return Ok(inside);
            }
        }
        Err("a condition that does not end".into())
    }

    fn mex(&mut self, left: &Sum) -> Read<Right> {
        let mut elements = vec![self.term()?];
        while self.takes(",") {
            elements.push(self.term()?);
        }
        let mut ranges: Vec<(String, String)> = Vec::new();
        let mut more = self.takes(":");
        while more {
            let own = self.term()?;
            let op = if self.takes("<=") { "<=" } else { "<" };
            if op == "<" {
                self.expect("<")?;
            }
            let bound = self.term()?;
            let [(name, _)] = &own.sum.terms.iter().collect::<Vec<_>>()[..] else {
                return Err("a range that is not one of one variable".into());
            };
            let is_known = ranges.iter().any(|range| range.0 == **name) || left.terms.contains_key(*name);
            if is_known || bound.sum != *left || !own.calls.is_empty() || !bound.calls.is_empty() {
                return Err("a range that does not say how far a variable goes".into());
            }
            ranges.push(((*name).clone(), own.sum.compared(op, left)?));
            more = self.takes(",");
        }
        self.expect("}")?;
        Ok(Right::Mex(elements, ranges))
    }

    /// A sum with the calls in it.
    fn term(&mut self) -> Read<Term> {
        let outer = std::mem::take(&mut self.calls);
        let sum = self.sum()?;
        Ok(Term { calls: std::mem::replace(&mut self.calls, outer), sum })
    }

    fn sum(&mut self) -> Read<Sum> {
        let mut sum = self.product()?;
        loop {
            let factor = if self.takes("+") {
                1
            } else if self.takes("-") || self.takes("−") {
                -1
            } else {
                return Ok(sum);
            };
            let other = self.product()?;
            sum = sum.plus(&other, factor)?;
        }
    }

    fn product(&mut self) -> Read<Sum> {
        let mut product = self.factor()?;
        while self.takes("*") {
            let other = self.factor()?;
            let (sum, factor) = match (product.terms.is_empty(), other.terms.is_empty()) {
                (true, _) => (other, product.constant),
                (_, true) => (product, other.constant),
                _ => return Err("a product of two that are not numbers".into()),
            };
            product = Sum::default().plus(&sum, factor)?;
        }
        Ok(product)
    }

    fn factor(&mut self) -> Read<Sum> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("too many parentheses inside each other".into());
        }
        let found = if self.takes("-") || self.takes("−") {
            let of = self.factor()?;
            Sum::default().plus(&of, -1)?
        } else if self.takes("(") {
            let sum = self.sum()?;
            self.expect(")")?;
            sum
        } else {
            let word = self.word();
            if word.is_empty() {
                return Err("a term is missing in an equation".into());
            }
            if word.bytes().all(|byte| byte.is_ascii_digit()) {
                let number = word.parse().ok().filter(|number| *number <= LARGEST);
                Sum::number(number.ok_or("a number that is too large")?)
            } else if self.takes("(") {
                let argument = self.sum()?;
                self.expect(")")?;
                self.values += 1;
                let value = format!("{}{}", self.prefix, self.values);
                self.calls.push(Call { function: word.to_owned(), argument, value: value.clone() });
                Sum::variable(&value)
            } else if is_variable(word) {
                Sum::variable(word)
            } else {
                return Err(format!("`{word}` is not a variable"));
            }
        };
        self.depth -= 1;
        Ok(found)
    }
}

/// The system that a text begins with, and what follows.
fn system_of(text: &str) -> Read<(String, &str)> {
    let text = text.trim_start_matches(is_blank);
    match text.strip_prefix('?') {
        None => Ok(("msd_2".to_owned(), text)),
        Some(rest) => {
            let (name, rest) = rest.split_at(name_length(rest));
            Ok((system_name(name)?, rest))
        }
    }
}

/// Whether an equation is of a form that is read.
fn check_form(equation: &Equation, defined: &[String]) -> Read<()> {
    let is_sound = equation.left.terms.len() <= 1
        && equation.left.constant >= 0
        && equation.left.terms.values().all(|factor| *factor > 0);
    if !is_sound || !defined.contains(&equation.function) {
        return Err("an equation for no value of a function".into());
    }
    if let Some(text) = &equation.condition {
        // A macro may name anything.
        if text.contains('#') || defined.iter().any(|name| mentions(text, name)) {
            return Err("a condition that may name a function that is defined".into());
        }
        if equation.left.terms.is_empty() || matches!(equation.right, Right::Mex(..)) {
            return Err("a condition on one value, or on a `mex`".into());
        }
    }
    Ok(())
}

/// The functions that equations define, in the order of their names, and how many claims say what they are.
pub fn functions(
    (names, systems, claims): (&Names, &mut Systems, &Claims),
    defined: &[String],
    text: &str,
) -> Read<(Vec<Rc<Machine>>, usize)> {
    let (system, text) = system_of(text)?;
    let track = systems.get(&system)?;
    if track.kind != Kind::Natural || track.is_turned() {
        return Err(format!("a recursion in {system}"));
    }
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let longest = words.chain(defined.iter().map(String::as_str)).map(str::len).max().unwrap_or(0);
    // No name in the text is as long.
    let prefix = format!("v{}", "_".repeat(longest));
    let mut parser = Parser { text, depth: 0, calls: Vec::new(), prefix: prefix.clone(), values: 0 };
    let equations = parser.all()?;
    let (mut known, mut found) = (names.clone(), Vec::new());
    for name in defined {
        let claim = claims.get(&format!("body {name}")).ok_or_else(|| format!("no claim says what `{name}` is"))?;
        if claim.tracks != [track.clone(), track.clone()] {
            return Err("a claim on other tracks".into());
        }
        known.bind(FUNCTION, name, Named::Table(claim.clone()));
        found.push(claim.clone());
    }
    let (all, calls, sums) = (Vec::new(), Vec::new(), Vec::new());
    let mut obligations = Obligations { names: defined, equations: &equations, prefix: &prefix, all, calls, sums };
    for equation in &equations {
        check_form(equation, defined)?;
        obligations.equation(equation)?;
    }
    defined.iter().for_each(|name| obligations.function(name));
    let none = Claims::new();
    for (name, formula) in &obligations.sums {
        let mut reader = Reader::new(&known, systems, &none);
        let core = reader.whole(&format!("?{system} {formula}"))?;
        let free = reader.free();
        let Some(Core::Table(sum, ..)) = projected(&Rc::new(reader.tracks()), &core, &free, SUM)? else {
            return Err("a sum of values that takes too many transitions".into());
        };
        known.bind(FUNCTION, name, Named::Table(sum));
    }
    let mut is_so = |formula: &str| {
        let mut reader = Reader::new(&known, systems, &none);
        let core = reader.whole(&format!("?{system} {formula}"))?;
        let free = reader.free();
        let wrong = if free.is_empty() { core.not() } else { Core::exists(free, core.not()) };
        holds(&Rc::new(reader.tracks()), &wrong).map(|is_wrong| !is_wrong)
    };
    let mut same = Vec::new();
    for (smaller, or_same, edge) in &obligations.calls {
        if !is_so(smaller)? {
            if !is_so(or_same)? {
                return Err(NOT_SMALLER.into());
            }
            same.push(*edge);
        }
    }
    if has_ring(same) {
        return Err(NOT_SMALLER.into());
    }
    for (formula, why) in &obligations.all {
        if !is_so(formula)? {
            return Err((*why).into());
        }
    }
    for name in defined {
        let mut reader = Reader::new(&known, systems, &none);
        let Some(gap) = obligations.gap(name, &mut reader, &track)? else { continue };
        if holds(&Rc::new(reader.tracks()), &gap)? {
            return Err(format!("no equation is shown to give each value of `{name}`"));
        }
    }
    Ok((found, defined.len()))
}
