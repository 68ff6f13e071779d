//! What is to be proved of candidates, as statements of the language of formulas. [`super`] explains why these suffice.
//!
//! Nearly all only search for a counterexample: what an equation asks for has a variable of its own, so below the
//! universal quantifiers there are calls and comparisons alone. Where a sum has many values, they are added one after
//! another beforehand, each sum a relation of its own. Differences become sums on either side of a comparison, for no
//! part of a comparison may be negative.
//!
//! An equation costs a search through the product of a candidate for each call in it: bad for equations with many calls
//! inside each other.

use num_bigint::BigInt;

use crate::logic::Example;
use crate::syntax::ast::{Slot, SumSpec};

use super::read::{Call, Element, Equation, Left, Recursion, Right};

/// A statement, and what it says.
pub(super) struct Statement {
    pub text: String,
    pub about: String,
    /// By its place, if it is of one equation.
    pub equation: Option<usize>,
    /// The number whose value it is about.
    number: Sum,
    /// What is so where it is false.
    otherwise: Vec<Piece>,
}

/// A piece of a sentence.
enum Piece {
    Text(String),
    /// Its value.
    Number(Sum),
}

/// Where a statement is false, and what is so there.
pub(super) struct Failure {
    pub number: BigInt,
    pub text: String,
}

impl Statement {
    /// What a counterexample shows; nothing if it does not have the numbers.
    pub fn failure(&self, example: &Example) -> Option<Failure> {
        let text = self.otherwise.iter().map(|piece| match piece {
            Piece::Text(text) => Some(text.clone()),
            Piece::Number(sum) => Some(sum.at(example)?.to_string()),
        });
        Some(Failure { number: self.number.at(example)?, text: text.collect::<Option<String>>()? })
    }
}

/// A sentence, where numbers stand for the `#` in a text, and its end.
fn sentence(text: &str, numbers: &[&Sum], end: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (at, text) in text.split('#').enumerate() {
        pieces.extend((at > 0).then(|| Piece::Number(numbers[at - 1].clone())));
        pieces.push(Piece::Text(text.to_owned()));
    }
    pieces.push(Piece::Text(end.to_owned()));
    pieces
}

/// What a condition is called in statements: a name that no function of the recursion has.
pub(super) fn condition_name(recursion: &Recursion, equation: usize) -> String {
    own_name(recursion, &format!("if{equation}"))
}

/// A name that is longer than those of the functions.
fn own_name(recursion: &Recursion, end: &str) -> String {
    let longest = recursion.names.iter().max_by_key(|name| name.len()).expect("there is a name");
    format!("{longest}_{end}")
}

/// Values in one sum from which on they are added one after another, each sum being a relation of its own: a search through all
/// of them at once is long, and sums have few states.
const ADDED_ONE_BY_ONE: usize = 3;

/// What the statements name beside functions and conditions: relations by name and formula, each after those in it. Their
/// variables are `s` and then those of the equation.
pub(super) fn sums(recursion: &Recursion) -> Vec<(String, String)> {
    let writer = Writer { recursion, order: &[] };
    let mut all = Vec::new();
    for (at, equation) in recursion.equations.iter().enumerate() {
        match &equation.right {
            Right::Sum(sum) => all.extend(writer.added(&format!("{at}"), &equation.calls, sum).relations),
            Right::Mex(elements) => {
                for (place, element) in elements.iter().enumerate() {
                    let added = writer.added(&format!("{at}_{place}"), &element.calls, &element.value);
                    all.extend(added.relations);
                }
            }
        }
    }
    all
}

/// All statements, for an order of the functions at one number: those first that a wrong candidate fails soonest.
pub(super) fn statements(recursion: &Recursion, order: &[usize]) -> Vec<Statement> {
    let writer = Writer { recursion, order };
    let mut all = Vec::new();
    for (at, equation) in recursion.equations.iter().enumerate() {
        writer.of_equation(at, equation, &mut all);
    }
    for function in 0..recursion.names.len() {
        writer.of_function(function, &mut all);
    }
    all
}

/// A sum with names for its slots.
#[derive(Clone, Default)]
pub(super) struct Sum {
    pub terms: Vec<(String, i64)>,
    pub constant: i64,
}

impl Sum {
    fn number(constant: i64) -> Sum {
        Sum { terms: Vec::new(), constant }
    }

    fn of(name: impl Into<String>) -> Sum {
        Sum { terms: vec![(name.into(), 1)], constant: 0 }
    }

    /// With the calls numbered from `first`.
    fn spec(sum: &SumSpec, first: usize) -> Sum {
        let term = |&(slot, factor): &(Slot, i64)| match slot {
            Slot::Variable(at) => (format!("x{at}"), factor),
            Slot::Value(at) => (format!("w{}", first + at), factor),
        };
        Sum { terms: sum.terms.iter().map(term).collect(), constant: sum.constant }
    }

    /// Its value for these values of its variables.
    fn at(&self, example: &Example) -> Option<BigInt> {
        let mut value = BigInt::from(self.constant);
        for (name, factor) in &self.terms {
            let known = example.iter().find(|(known, _)| **known == **name)?;
            value += known.1.number()? * *factor;
        }
        Some(value)
    }

    /// As a term, if it has no differences.
    fn as_term(&self) -> Option<String> {
        let is_sum = self.constant >= 0 && self.terms.iter().all(|term| term.1 > 0);
        is_sum.then(|| side(self.terms.iter().cloned(), self.constant))
    }
}

/// `left op right`, what is taken away moved to the other side.
pub(super) fn comparison(left: &Sum, op: &str, right: &Sum) -> String {
    let one = |own: &Sum, other: &Sum| {
        let taken = other.terms.iter().map(|(name, factor)| (name.clone(), -factor));
        let terms = own.terms.iter().cloned().chain(taken).filter(|term| term.1 > 0);
        side(terms, own.constant.max(0) + (-other.constant).max(0))
    };
    format!("{}{op}{}", one(left, right), one(right, left))
}

fn side(terms: impl Iterator<Item = (String, i64)>, constant: i64) -> String {
    let mut parts: Vec<String> =
        terms.map(|(name, factor)| if factor == 1 { name } else { format!("{factor}*{name}") }).collect();
    if constant != 0 || parts.is_empty() {
        parts.push(constant.to_string());
    }
    parts.join("+")
}

/// `A x,y ((premise) => conclusion)`.
fn for_all(variables: &[String], premise: &[String], conclusion: &str) -> String {
    let inside = match premise {
        [] => format!("({conclusion})"),
        _ => format!("(({}) => ({conclusion}))", premise.join(" & ")),
    };
    if variables.is_empty() { inside } else { format!("A {} {inside}", variables.join(",")) }
}

/// Calls as they are asked for, one after another.
#[derive(Clone, Default)]
struct Chain {
    variables: Vec<String>,
    parts: Vec<String>,
}

/// A sum, where some of its calls are in sums of their own.
struct Added {
    /// The calls that are, by their place.
    calls: Vec<usize>,
    /// By name and formula.
    relations: Vec<(String, String)>,
    /// The sums with their variables.
    variables: Vec<String>,
    parts: Vec<String>,
    /// The whole sum in those.
    sum: Sum,
}

struct Writer<'a> {
    recursion: &'a Recursion,
    /// The place of each function among those at one number.
    order: &'a [usize],
}

impl Writer<'_> {
    fn name(&self, function: usize) -> &str {
        &self.recursion.names[function]
    }

    /// `$F(argument, value)`.
    fn call(&self, function: usize, argument: &str, value: &str) -> String {
        format!("${}({argument},{value})", self.name(function))
    }

    /// From where on a function has values that are not given, and those that are given beyond.
    fn free(&self, function: usize) -> (i64, Vec<i64>) {
        let mut first = self.recursion.starts[function];
        let mut given = self.recursion.given(function);
        while given.first() == Some(&first) {
            given.remove(0);
            first += 1;
        }
        (first, given)
    }

    /// That a number is one at which a value of a function is not given.
    fn is_free(&self, function: usize, number: &Sum) -> Vec<String> {
        let (first, given) = self.free(function);
        let mut parts = Vec::new();
        if first > 0 {
            parts.push(comparison(number, ">=", &Sum::number(first)));
        }
        parts.extend(given.iter().map(|&at| comparison(number, "!=", &Sum::number(at))));
        parts
    }

    fn left(equation: &Equation) -> Sum {
        match equation.left {
            Left::At(at) => Sum::number(at),
            Left::Line { factor, constant } => Sum { terms: vec![("x0".to_owned(), factor)], constant },
        }
    }

    /// The variables of an equation outside a `mex`, and for which of them it is to hold.
    fn scope(&self, at: usize, equation: &Equation) -> (Vec<String>, Vec<String>) {
        let Left::Line { .. } = equation.left else { return (Vec::new(), Vec::new()) };
        let count = if let Right::Mex(_) = equation.right { 1 } else { equation.variables.len() };
        let mut variables: Vec<String> = (0..count).map(|at| format!("x{at}")).collect();
        let mut premise = self.is_free(equation.function, &Writer::left(equation));
        if let Some(condition) = &equation.condition {
            let mut arguments = Vec::new();
            for name in &condition.variables {
                let known = equation.variables.iter().position(|known| known == name);
                arguments.push(format!(
                    "x{}",
                    known.unwrap_or_else(|| {
                        variables.push(format!("x{}", variables.len()));
                        variables.len() - 1
                    })
                ));
            }
            premise.push(format!("${}({})", condition_name(self.recursion, at), arguments.join(",")));
        }
        (variables, premise)
    }

    /// Adds a call to those before, with the number `at`.
    fn add(&self, chain: &mut Chain, call: &Call, first: usize, at: usize) {
        let argument = Sum::spec(&call.argument, first);
        let value = format!("w{at}");
        let asked = argument.as_term().unwrap_or_else(|| {
            let own = format!("t{at}");
            chain.parts.push(comparison(&argument, "=", &Sum::of(own.clone())));
            chain.variables.push(own.clone());
            own
        });
        chain.parts.push(self.call(call.function, &asked, &value));
        chain.variables.push(value);
    }

    /// A sum in which calls that neither have calls inside nor are inside of others are added one by one, if they are many: those
    /// that are added, and those that are taken away.
    fn added(&self, place: &str, calls: &[Call], sum: &SumSpec) -> Added {
        let of = |call: &Call| call.argument.terms.iter().map(|term| term.0).collect::<Vec<Slot>>();
        let is_alone = |at: usize| {
            let is_flat = of(&calls[at]).iter().all(|slot| matches!(slot, Slot::Variable(_)));
            is_flat && calls.iter().all(|other| !of(other).contains(&Slot::Value(at)))
        };
        let (relations, variables, parts) = (Vec::new(), Vec::new(), Vec::new());
        let mut added = Added { calls: Vec::new(), relations, variables, parts, sum: Sum::spec(sum, 0) };
        for (sign, letter) in [(1, "p"), (-1, "m")] {
            let own = |&(slot, factor): &(Slot, i64)| match slot {
                Slot::Value(at) if factor * sign > 0 && is_alone(at) => Some((at, factor * sign)),
                _ => None,
            };
            let own: Vec<(usize, i64)> = sum.terms.iter().filter_map(own).collect();
            if own.len() < ADDED_ONE_BY_ONE {
                continue;
            }
            let (mut known, mut used): (Option<String>, Vec<String>) = (None, Vec::new());
            for &(at, factor) in &own {
                let mut chain = Chain::default();
                let mut more = Sum { terms: vec![(format!("w{at}"), factor)], constant: 0 };
                if let Some(before) = known {
                    chain.variables.push("r".to_owned());
                    chain.parts.push(format!("${before}({})", [&["r".to_owned()], &used[..]].concat().join(",")));
                    more.terms.push(("r".to_owned(), 1));
                }
                self.add(&mut chain, &calls[at], 0, at);
                used.extend(Sum::spec(&calls[at].argument, 0).terms.into_iter().map(|term| term.0));
                used.sort();
                used.dedup();
                chain.parts.push(comparison(&Sum::of("s"), "=", &more));
                let name = own_name(self.recursion, &format!("sum{place}_{letter}{at}"));
                let text = format!("E {} ({})", chain.variables.join(","), chain.parts.join(" & "));
                added.relations.push((name.clone(), text));
                known = Some(name);
            }
            let variable = format!("s{letter}");
            let name = known.expect("there are several");
            added.parts.push(format!("${name}({})", [std::slice::from_ref(&variable), &used[..]].concat().join(",")));
            added.variables.push(variable.clone());
            added.sum.terms.retain(|term| own.iter().all(|(at, _)| term.0 != format!("w{at}")));
            added.sum.terms.push((variable, sign));
            added.calls.extend(own.iter().map(|one| one.0));
        }
        added
    }

    /// All calls in a row, but for those in sums of their own, then these sums. Before each call, that it asks for a value at a
    /// smaller number goes to `all`.
    fn chain(
        &self,
        place: usize,
        (variables, premise): (&[String], &[String]),
        (calls, added): (&[Call], &Added),
        all: &mut Vec<Statement>,
    ) -> Chain {
        let equation = &self.recursion.equations[place];
        let left = Writer::left(equation);
        let mut chain = Chain::default();
        for (at, call) in calls.iter().enumerate() {
            let argument = Sum::spec(&call.argument, 0);
            let op = if self.order[call.function] < self.order[equation.function] { "<=" } else { "<" };
            let start = Sum::number(self.recursion.starts[call.function]);
            let smaller = format!("{} & {}", comparison(&start, "<=", &argument), comparison(&argument, op, &left));
            let about = format!(
                "`{}` asks only for values of `{}` at smaller numbers",
                self.name(equation.function),
                self.name(call.function)
            );
            let variables = [variables, &chain.variables].concat();
            let text = for_all(&variables, &[premise, &chain.parts].concat(), &smaller);
            let asked = format!("`{}(#)` asks for `{}(#)`", self.name(equation.function), self.name(call.function));
            let otherwise = sentence(&asked, &[&left, &argument], "");
            all.push(Statement { text, about, equation: Some(place), number: left.clone(), otherwise });
            if !added.calls.contains(&at) {
                self.add(&mut chain, call, 0, at);
            }
        }
        chain.variables.extend(added.variables.iter().cloned());
        chain.parts.extend(added.parts.iter().cloned());
        chain
    }

    fn of_equation(&self, at: usize, equation: &Equation, all: &mut Vec<Statement>) {
        let name = self.name(equation.function);
        let left = Writer::left(equation);
        let number = left.as_term().expect("a left side has no differences");
        let value = self.call(equation.function, &number, "y");
        let about = format!("`{name}` satisfies its equation");
        let written = format!("`{}`", equation.written);
        let y = Sum::of("y");
        let add = |all: &mut Vec<Statement>, text: String, otherwise: Vec<Piece>| {
            let (about, number) = (about.clone(), left.clone());
            all.push(Statement { text, about, equation: Some(at), number, otherwise });
        };
        let (variables, premise) = self.scope(at, equation);
        match &equation.right {
            Right::Sum(sum) => {
                let added = self.added(&format!("{at}"), &equation.calls, sum);
                let chain = self.chain(at, (&variables, &premise), (&equation.calls, &added), all);
                let variables = [&variables[..], &chain.variables, &["y".to_owned()]].concat();
                let premise = [&premise[..], &chain.parts, &[value]].concat();
                let right = added.sum;
                let text = for_all(&variables, &premise, &comparison(&y, "=", &right));
                let otherwise = format!("`{name}(#)` is #, and # by ");
                add(all, text, sentence(&otherwise, &[&left, &y, &right], &written));
            }
            Right::Mex(elements) => {
                let mut some = Vec::new();
                for (place, element) in elements.iter().enumerate() {
                    let added = self.added(&format!("{at}_{place}"), &element.calls, &element.value);
                    let (own, within) = Writer::range(element);
                    let scope = [&variables[..], &own].concat();
                    let within = [&premise[..], &within].concat();
                    let chain = self.chain(at, (&scope, &within), (&element.calls, &added), all);
                    let every = [&scope[..], &chain.variables, &["y".to_owned()]].concat();
                    let parts = [&within[..], &chain.parts, std::slice::from_ref(&value)].concat();
                    let is_other = comparison(&y, "!=", &added.sum);
                    let otherwise = format!("`{name}(#)` is #, which is an element in ");
                    add(all, for_all(&every, &parts, &is_other), sentence(&otherwise, &[&left, &y], &written));
                    some.push(self.is_element(element, &added));
                }
                let every = [&variables[..], &["y".to_owned(), "u".to_owned()]].concat();
                let parts = [&premise[..], &[value, "u<y".to_owned()]].concat();
                let otherwise = format!("`{name}(#)` is #, but # is missing in ");
                let text = for_all(&every, &parts, &some.join(" | "));
                add(all, text, sentence(&otherwise, &[&left, &y, &Sum::of("u")], &written));
            }
        }
    }

    /// The variable of an element, and how far it goes.
    fn range(element: &Element) -> (Vec<String>, Vec<String>) {
        match &element.range {
            None => (Vec::new(), Vec::new()),
            Some(range) => {
                let name = format!("x{}", range.variable);
                let left = Sum { terms: vec![(name.clone(), range.factor)], constant: range.constant };
                let op = if range.or_equal { "<=" } else { "<" };
                (vec![name], vec![comparison(&left, op, &Sum::of("x0"))])
            }
        }
    }

    /// That `u` is an element of this kind.
    fn is_element(&self, element: &Element, added: &Added) -> String {
        let (mut variables, within) = Writer::range(element);
        let mut chain = Chain { variables: Vec::new(), parts: within };
        let others = element.calls.iter().enumerate().filter(|(at, _)| !added.calls.contains(at));
        others.for_each(|(at, call)| self.add(&mut chain, call, 0, at));
        variables.extend(chain.variables);
        variables.extend(added.variables.iter().cloned());
        chain.parts.extend(added.parts.iter().cloned());
        chain.parts.push(comparison(&Sum::of("u"), "=", &added.sum));
        let parts = chain.parts.join(" & ");
        if variables.is_empty() { format!("({parts})") } else { format!("(E {} ({parts}))", variables.join(",")) }
    }

    /// That it is a function from its beginning on, and that equations give each of its values.
    fn of_function(&self, function: usize, all: &mut Vec<Statement>) {
        let name = self.name(function);
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let start = self.recursion.starts[function];
        let about = format!("`{name}` has one value at each number from {start} on");
        let from = comparison(&Sum::of("n"), ">=", &Sum::number(start));
        let has = |value: &str| self.call(function, "n", value);
        let (n, y, z) = (Sum::of("n"), Sum::of("y"), Sum::of("z"));
        let mut add = |text: String, about: &str, otherwise: Vec<Piece>| {
            let (about, number) = (about.to_owned(), n.clone());
            all.push(Statement { text, about, equation: None, number, otherwise });
        };
        if start > 0 {
            let otherwise = sentence(&format!("`{name}(#)` is #"), &[&n, &y], "");
            add(for_all(&names(&["n", "y"]), &[has("y")], &from), &about, otherwise);
        }
        let otherwise = sentence(&format!("`{name}(#)` is # and #"), &[&n, &y, &z], "");
        add(for_all(&names(&["n", "y", "z"]), &[has("y"), has("z")], "y=z"), &about, otherwise);
        let otherwise = sentence(&format!("`{name}(#)` has no value"), &[&n], "");
        add(for_all(&names(&["n"]), &[from], &format!("E y {}", has("y"))), &about, otherwise);
        if self.recursion.lines(function).any(|(_, equation)| equation.is_everywhere()) {
            return;
        }
        let mut some = Vec::new();
        for (at, equation) in self.recursion.lines(function) {
            let (variables, premise) = self.scope(at, equation);
            let is_left = comparison(&Sum::of("n"), "=", &Writer::left(equation));
            let parts = [&[is_left][..], &premise].concat();
            some.push(format!("(E {} ({}))", variables.join(","), parts.join(" & ")));
        }
        let text = for_all(&names(&["n"]), &self.is_free(function, &Sum::of("n")), &some.join(" | "));
        let otherwise = sentence(&format!("no equation gives `{name}(#)`"), &[&n], "");
        add(text, &format!("an equation gives each value of `{name}`"), otherwise);
    }
}
