//! What is to be proved of candidates, as statements of the language of formulas. [`super`] explains why these suffice.
//!
//! All but a few only search for a counterexample: what an equation asks for has a variable of its own, so that below the
//! universal quantifiers there are calls and comparisons alone. Differences stand as sums on either side of a comparison, for
//! no part of a comparison may be negative.

use crate::syntax::ast::{Slot, SumSpec};

use super::read::{Call, Element, Equation, Left, Recursion, Right};

/// A statement, and what it says.
pub(super) struct Statement {
    pub text: String,
    pub about: String,
}

/// What a condition is called in statements: a name that no function of the recursion has.
pub(super) fn condition_name(recursion: &Recursion, equation: usize) -> String {
    let longest = recursion.names.iter().max_by_key(|name| name.len()).expect("there is a name");
    format!("{longest}_if{equation}")
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
struct Sum {
    terms: Vec<(String, i64)>,
    constant: i64,
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

    /// As a term, if it has no differences.
    fn as_term(&self) -> Option<String> {
        let is_sum = self.constant >= 0 && self.terms.iter().all(|term| term.1 > 0);
        is_sum.then(|| side(self.terms.iter().cloned(), self.constant))
    }
}

/// `left op right`, what is taken away moved to the other side.
fn comparison(left: &Sum, op: &str, right: &Sum) -> String {
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

    /// All calls in a row; before each one, that it asks for a value at a smaller number goes to `all`.
    fn chain(
        &self,
        equation: &Equation,
        (variables, premise): (&[String], &[String]),
        calls: &[Call],
        all: &mut Vec<Statement>,
    ) -> Chain {
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
            all.push(Statement { text, about });
            self.add(&mut chain, call, 0, at);
        }
        chain
    }

    fn of_equation(&self, at: usize, equation: &Equation, all: &mut Vec<Statement>) {
        let name = self.name(equation.function);
        let left = Writer::left(equation);
        let number = left.as_term().expect("a left side has no differences");
        let value = self.call(equation.function, &number, "y");
        let about = format!("`{name}` satisfies its equation");
        let (variables, premise) = self.scope(at, equation);
        match &equation.right {
            Right::Sum(sum) => {
                let chain = self.chain(equation, (&variables, &premise), &equation.calls, all);
                let variables = [&variables[..], &chain.variables, &["y".to_owned()]].concat();
                let premise = [&premise[..], &chain.parts, &[value]].concat();
                let text = for_all(&variables, &premise, &comparison(&Sum::of("y"), "=", &Sum::spec(sum, 0)));
                all.push(Statement { text, about });
            }
            Right::Mex(elements) => {
                let mut some = Vec::new();
                for element in elements {
                    let (own, within) = Writer::range(element);
                    let scope = [&variables[..], &own].concat();
                    let within = [&premise[..], &within].concat();
                    let chain = self.chain(equation, (&scope, &within), &element.calls, all);
                    let every = [&scope[..], &chain.variables, &["y".to_owned()]].concat();
                    let parts = [&within[..], &chain.parts, std::slice::from_ref(&value)].concat();
                    let is_other = comparison(&Sum::of("y"), "!=", &Sum::spec(&element.value, 0));
                    all.push(Statement { text: for_all(&every, &parts, &is_other), about: about.clone() });
                    some.push(self.is_element(element));
                }
                let every = [&variables[..], &["y".to_owned(), "u".to_owned()]].concat();
                let parts = [&premise[..], &[value, "u<y".to_owned()]].concat();
                all.push(Statement { text: for_all(&every, &parts, &some.join(" | ")), about });
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
    fn is_element(&self, element: &Element) -> String {
        let (mut variables, within) = Writer::range(element);
        let mut chain = Chain { variables: Vec::new(), parts: within };
        element.calls.iter().enumerate().for_each(|(at, call)| self.add(&mut chain, call, 0, at));
        variables.extend(chain.variables);
        chain.parts.push(comparison(&Sum::of("u"), "=", &Sum::spec(&element.value, 0)));
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
        let mut add = |text: String, about: &str| all.push(Statement { text, about: about.to_owned() });
        if start > 0 {
            add(for_all(&names(&["n", "y"]), &[has("y")], &from), &about);
        }
        add(for_all(&names(&["n", "y", "z"]), &[has("y"), has("z")], "y=z"), &about);
        add(for_all(&names(&["n"]), &[from], &format!("E y {}", has("y"))), &about);
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
        add(text, &format!("an equation gives each value of `{name}`"));
    }
}
