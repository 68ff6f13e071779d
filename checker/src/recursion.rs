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
//! around them are at the same numbers. The elements of a `mex` are treated like equations.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Read;
use crate::command::FUNCTION;
use crate::core::{Claims, Core, Var};
use crate::formula::Reader;
use crate::machine::Machine;
use crate::names::{Named, Names};
use crate::rules::holds;
use crate::system::{Kind, Systems, Track};
use crate::text::{is_blank, is_variable, mentions, name_length};
use crate::tokens::system_name;

#[cfg(test)]
mod tests;

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

/// Why calls are refused.
const NOT_SMALLER: &str = "an equation is not shown to ask for values at smaller numbers alone";

/// What is to be shown, as formulas: each for all values of its variables.
struct Obligations<'a> {
    names: &'a [String],
    equations: &'a [Equation],
    prefix: &'a str,
    all: Vec<(String, &'static str)>,
    /// For calls of other functions: that they are at smaller numbers, that they are so or at the same, and which function asks
    /// for which.
    calls: Vec<(String, String, [usize; 2])>,
}

impl Obligations<'_> {
    /// The numbers of a function that have an equation of their own, in their order.
    fn given(&self, function: &str) -> Vec<i64> {
        let own = self.equations.iter().filter(|one| one.function == function && one.left.terms.is_empty());
        let mut numbers: Vec<i64> = own.map(|one| one.left.constant).collect();
        numbers.sort_unstable();
        numbers
    }

    fn start(&self, function: &str) -> i64 {
        self.given(function).first().copied().unwrap_or(0)
    }

    /// That an equation is one for a value: of its condition, and of its left side.
    fn scope(&self, equation: &Equation) -> Read<Vec<String>> {
        if equation.left.terms.is_empty() {
            return Ok(Vec::new());
        }
        let function = &*equation.function;
        let mut parts = vec![equation.left.compared(">=", &Sum::number(self.start(function)))?];
        for number in self.given(function) {
            parts.push(equation.left.compared("!=", &Sum::number(number))?);
        }
        parts.extend(equation.condition.iter().map(|condition| format!("({condition})")));
        Ok(parts)
    }

    fn value(&self, function: &str, argument: &Sum, value: &str) -> Read<String> {
        let at = format!("{}at", self.prefix);
        Ok(format!("(E {at} {} & ${function}({at},{value}))", argument.compared("=", &Sum::variable(&at))?))
    }

    /// That calls have their values. Before each of them it is to be shown where it is.
    fn calls(&mut self, equation: &Equation, given: &[String], calls: &[Call]) -> Read<Vec<String>> {
        let place = |name: &str| self.names.iter().position(|known| known == name);
        let own = place(&equation.function);
        let mut known = given.to_vec();
        for call in calls {
            let called = place(&call.function).ok_or_else(|| format!("`{}` is not defined here", call.function))?;
            let start = Sum::number(self.start(&call.function));
            let from = start.compared("<=", &call.argument)?;
            let asked = |op: &str| {
                let to = call.argument.compared(op, &equation.left)?;
                Read::Ok(format!("({}) => ({from} & {to})", conjunction(&known)))
            };
            match own.filter(|own| *own != called) {
                Some(own) => self.calls.push((asked("<")?, asked("<=")?, [own, called])),
                None => self.all.push((asked("<")?, NOT_SMALLER)),
            }
            known.push(self.value(&call.function, &call.argument, &call.value)?);
        }
        Ok(known)
    }

    /// Each variable of an element is one with a range, or that of the left side.
    fn check_element(&self, equation: &Equation, element: &Term, ranges: &[(String, String)]) -> Read<()> {
        let mut names =
            element.calls.iter().map(|call| &call.argument).chain([&element.sum]).flat_map(|sum| sum.terms.keys());
        let is_known = |name: &String| {
            ranges.iter().any(|range| range.0 == *name)
                || equation.left.terms.contains_key(name)
                || element.calls.iter().any(|call| call.value == *name)
        };
        if names.all(is_known) { Ok(()) } else { Err("an element with a variable without a range".into()) }
    }

    fn equation(&mut self, equation: &Equation) -> Read<()> {
        const WHY: &str = "an equation is not shown to hold";
        let scope = self.scope(equation)?;
        let y = format!("{}y", self.prefix);
        let own = self.value(&equation.function, &equation.left, &y)?;
        match &equation.right {
            Right::Term(term) => {
                let known = self.calls(equation, &scope, &term.calls)?;
                let equal = Sum::variable(&y).compared("=", &term.sum)?;
                self.all.push((format!("({} & {own}) => {equal}", conjunction(&known)), WHY));
            }
            Right::Mex(elements, ranges) => {
                let u = format!("{}u", self.prefix);
                let mut some = Vec::new();
                for element in elements {
                    self.check_element(equation, element, ranges)?;
                    let uses = |name: &String| {
                        let sums = element.calls.iter().map(|call| &call.argument).chain([&element.sum]);
                        sums.into_iter().any(|sum| sum.terms.contains_key(name))
                    };
                    let own_ranges: Vec<&(String, String)> = ranges.iter().filter(|range| uses(&range.0)).collect();
                    let within: Vec<String> = own_ranges.iter().map(|range| range.1.clone()).collect();
                    let given = [&scope[..], &within].concat();
                    let known = self.calls(equation, &given, &element.calls)?;
                    let other = Sum::variable(&y).compared("!=", &element.sum)?;
                    self.all.push((format!("({} & {own}) => {other}", conjunction(&known)), WHY));
                    let mut bound: Vec<String> = own_ranges.iter().map(|range| range.0.clone()).collect();
                    bound.extend(element.calls.iter().map(|call| call.value.clone()));
                    let mut parts = within;
                    for call in &element.calls {
                        parts.push(self.value(&call.function, &call.argument, &call.value)?);
                    }
                    parts.push(Sum::variable(&u).compared("=", &element.sum)?);
                    let quantifier = if bound.is_empty() { String::new() } else { format!("E {} ", bound.join(",")) };
                    some.push(format!("({quantifier}({}))", conjunction(&parts)));
                }
                let all = format!("({} & {own} & {u}<{y}) => ({})", conjunction(&scope), some.join(" | "));
                self.all.push((all, WHY));
            }
        }
        Ok(())
    }

    /// That the relation of a name is a function from its beginning on.
    fn function(&mut self, name: &str) {
        const WHY: &str = "a relation is not shown to be a function";
        let start = self.start(name);
        for text in [
            format!("${name}(n,y) => n>={start}"),
            format!("(${name}(n,y) & ${name}(n,z)) => y=z"),
            format!("n>={start} => (E y ${name}(n,y))"),
        ] {
            self.all.push((text, WHY));
        }
    }

    /// That there is a number at which no equation is one for the value of a function; nothing, if that is seen not to be so.
    fn gap(&self, name: &str, reader: &mut Reader<'_>, track: &Track) -> Read<Option<Core>> {
        let lines = || self.equations.iter().filter(|one| one.function == name && !one.left.terms.is_empty());
        let is_all =
            |one: &Equation| one.condition.is_none() && one.left.constant == 0 && one.left.terms.values().eq([&1]);
        if lines().any(is_all) {
            return Ok(None);
        }
        let name_of_n = format!("{}n", self.prefix);
        let (n, var) = (Sum::variable(&name_of_n), reader.find(&name_of_n, track)?);
        let mut read = |text: &str| reader.whole(&format!("?{} {text}", track.name));
        let mut domain = vec![n.compared(">=", &Sum::number(self.start(name)))?];
        for number in self.given(name) {
            domain.push(n.compared("!=", &Sum::number(number))?);
        }
        let mut parts = vec![read(&conjunction(&domain))?];
        for one in lines() {
            let mut text = one.left.compared("=", &n)?;
            text += &one.condition.iter().map(|condition| format!(" & ({condition})")).collect::<String>();
            let core = read(&text)?;
            let bound: Vec<Var> = core.free().into_iter().filter(|other| *other != var).collect();
            parts.push(if bound.is_empty() { core } else { Core::exists(bound, core) }.not());
        }
        Ok(Some(Core::exists(vec![var], Core::and(parts))))
    }
}

fn conjunction(parts: &[String]) -> String {
    if parts.is_empty() { "0=0".to_owned() } else { parts.join(" & ") }
}

/// Whether some of these lead from one to another and back.
fn has_ring(mut edges: Vec<[usize; 2]>) -> bool {
    loop {
        let before = edges.len();
        let ends: Vec<usize> = edges.iter().map(|edge| edge[0]).collect();
        // What leads to where nothing goes on is in no ring.
        edges.retain(|edge| ends.contains(&edge[1]));
        if edges.len() == before {
            return before > 0;
        }
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
    let (all, calls) = (Vec::new(), Vec::new());
    let mut obligations = Obligations { names: defined, equations: &equations, prefix: &prefix, all, calls };
    for equation in &equations {
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
        obligations.equation(equation)?;
    }
    defined.iter().for_each(|name| obligations.function(name));
    let none = Claims::new();
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
