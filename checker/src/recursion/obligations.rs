//! What is to be shown of functions and their equations.

use std::collections::BTreeSet;

use crate::Read;
use crate::core::{Core, Var};
use crate::formula::Reader;
use crate::system::Track;

use super::{Call, Equation, Right, Sum, Term};

/// Values in one sum from which on they are added one by one.
const ADDED: usize = 3;

/// A sum in which some calls are added one by one: these make relations, the last of which has the sum.
#[derive(Default)]
struct Added {
    /// The values of the calls that are.
    values: BTreeSet<String>,
    /// The sums, by their variables and what they are.
    variables: Vec<String>,
    parts: Vec<String>,
    /// The whole sum in those.
    sum: Sum,
}

/// Why calls are refused.
pub(super) const NOT_SMALLER: &str = "an equation is not shown to ask for values at smaller numbers alone";

/// What is to be shown, as formulas: each for all values of its variables.
pub(super) struct Obligations<'a> {
    pub(super) names: &'a [String],
    pub(super) equations: &'a [Equation],
    pub(super) prefix: &'a str,
    pub(super) all: Vec<(String, &'static str)>,
    /// For calls of other functions: that they are at smaller numbers, that they are so or at the same, and which function asks
    /// for which.
    pub(super) calls: Vec<(String, String, [usize; 2])>,
    /// Relations by name and formula, each after those in it.
    pub(super) sums: Vec<(String, String)>,
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

    /// That numbers and what they add up to are in a relation of `sums`, whose variables are in the order of the alphabet.
    fn sum(&self, name: &str, others: &BTreeSet<String>, value: &str) -> String {
        let own = format!("{}sum", self.prefix);
        let mut all = others.clone();
        all.insert(own.clone());
        let all: Vec<&str> = all.iter().map(|name| if *name == own { value } else { name }).collect();
        format!("${name}({})", all.join(","))
    }

    /// A term in which calls that neither have calls inside nor are inside of others are added one by one, if they are many.
    /// Each sum is a natural number, as those that are taken away are added for themselves.
    fn added(&mut self, term: &Term) -> Read<Added> {
        let mut added = Added { sum: term.sum.clone(), ..Added::default() };
        for (sign, name_of_sum) in [(1, "more"), (-1, "less")] {
            let own = |call: &Call| {
                let is_value = |name: &String| term.calls.iter().any(|other| other.value == *name);
                let is_inside = term.calls.iter().any(|other| other.argument.terms.contains_key(&call.value));
                let factor = term.sum.terms.get(&call.value)? * sign;
                (factor > 0 && !is_inside && !call.argument.terms.keys().any(is_value)).then_some(factor)
            };
            let all: Vec<(&Call, i64)> = term.calls.iter().filter_map(|call| Some((call, own(call)?))).collect();
            if all.len() < ADDED {
                continue;
            }
            let mut known: Option<(String, BTreeSet<String>)> = None;
            for (call, factor) in all {
                let mut variables: BTreeSet<String> = call.argument.terms.keys().cloned().collect();
                let mut bound = vec![call.value.clone()];
                let mut parts = vec![self.value(&call.function, &call.argument, &call.value)?];
                let mut total = Sum::default().plus(&Sum::variable(&call.value), factor)?;
                if let Some((name, others)) = &known {
                    let before = format!("{}before", self.prefix);
                    parts.push(self.sum(name, others, &before));
                    total = total.plus(&Sum::variable(&before), 1)?;
                    bound.push(before);
                    variables.extend(others.iter().cloned());
                }
                parts.push(Sum::variable(&format!("{}sum", self.prefix)).compared("=", &total)?);
                let name = format!("{}{}", self.prefix, self.sums.len());
                self.sums.push((name.clone(), format!("E {} ({})", bound.join(","), parts.join(" & "))));
                known = Some((name, variables));
                added.sum.terms.remove(&call.value);
                added.values.insert(call.value.clone());
            }
            let variable = format!("{}{name_of_sum}", self.prefix);
            added.parts.extend(known.map(|(name, others)| self.sum(&name, &others, &variable)));
            added.sum = added.sum.plus(&Sum::variable(&variable), sign)?;
            added.variables.push(variable);
        }
        Ok(added)
    }

    /// That calls have their values. Before each of them it is to be shown where it is.
    fn calls(&mut self, equation: &Equation, given: &[String], (calls, added): (&[Call], &Added)) -> Read<Vec<String>> {
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
            if !added.values.contains(&call.value) {
                known.push(self.value(&call.function, &call.argument, &call.value)?);
            }
        }
        known.extend(added.parts.iter().cloned());
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

    pub(super) fn equation(&mut self, equation: &Equation) -> Read<()> {
        const WHY: &str = "an equation is not shown to hold";
        let scope = self.scope(equation)?;
        let y = format!("{}y", self.prefix);
        let own = self.value(&equation.function, &equation.left, &y)?;
        match &equation.right {
            Right::Term(term) => {
                let added = self.added(term)?;
                let known = self.calls(equation, &scope, (&term.calls, &added))?;
                let equal = Sum::variable(&y).compared("=", &added.sum)?;
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
                    let added = self.added(element)?;
                    let known = self.calls(equation, &given, (&element.calls, &added))?;
                    let other = Sum::variable(&y).compared("!=", &added.sum)?;
                    self.all.push((format!("({} & {own}) => {other}", conjunction(&known)), WHY));
                    let mut bound: Vec<String> = own_ranges.iter().map(|range| range.0.clone()).collect();
                    bound.extend(added.variables.iter().cloned());
                    let mut parts = within;
                    parts.extend(added.parts);
                    for call in element.calls.iter().filter(|call| !added.values.contains(&call.value)) {
                        bound.push(call.value.clone());
                        parts.push(self.value(&call.function, &call.argument, &call.value)?);
                    }
                    parts.push(Sum::variable(&u).compared("=", &added.sum)?);
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
    pub(super) fn function(&mut self, name: &str) {
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
    pub(super) fn gap(&self, name: &str, reader: &mut Reader<'_>, track: &Track) -> Read<Option<Core>> {
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
pub(super) fn has_ring(mut edges: Vec<[usize; 2]>) -> bool {
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
