//! The first values of functions that equations define, one number after another.
//!
//! Each value is computed once, from those before it and, of other functions, from those at the same number. An
//! equation that asks for a value not yet known, or that gives a negative number, defines nothing; the error shows the
//! call. The elements of a `mex` are added as n grows, and so is the least number that is none, so a value costs as
//! much as its new elements.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::Budget;
use crate::script::outcome::CommandError;
use crate::syntax::ast::{Slot, SumSpec};
use crate::syntax::{Diagnostic, Source};

use super::read::{Call, Element, Equation, Left, Range, Recursion, Right};

/// The largest value: what an equation makes of it fits in 128 bits. A function that reaches it within the numbers that are
/// tried does not grow like n.
const LARGEST_VALUE: i128 = 1 << 40;
/// Values between two polls of the clock.
const VALUES_BETWEEN_POLLS: i64 = 1 << 12;

/// For each equation with a condition, the values of its variables by the one of its left side.
pub(super) type Tables = FxHashMap<usize, FxHashMap<i64, Vec<i64>>>;

/// Values from 0 on.
pub(super) struct Values<'a> {
    recursion: &'a Recursion,
    source: &'a Source,
    /// By function and number; what is before the beginning of a function counts as 0.
    pub known: Vec<Vec<i64>>,
    /// By equation, for those with a `mex`.
    sets: FxHashMap<usize, Elements>,
    /// Functions that have asked for another one at the same number.
    same: BTreeSet<(usize, usize)>,
    /// Those of which a value is being computed, each asked for by the one before.
    busy: Vec<usize>,
}

/// The elements of a `mex` so far.
#[derive(Default)]
struct Elements {
    /// Those above the least number that is none.
    present: FxHashSet<i128>,
    least: i128,
    /// For each element, the variable from which on it is not in yet.
    next: Vec<i64>,
}

impl<'a> Values<'a> {
    pub fn new(recursion: &'a Recursion, source: &'a Source) -> Values<'a> {
        let known = vec![Vec::new(); recursion.names.len()];
        let (sets, same, busy) = (FxHashMap::default(), BTreeSet::new(), Vec::new());
        Values { recursion, source, known, sets, same, busy }
    }

    /// The place of each function in an order in which those that are asked for at the same number come first.
    ///
    /// # Errors
    /// If there is none.
    pub fn order(&self) -> Result<Vec<usize>, Diagnostic> {
        let count = self.known.len();
        let mut places = vec![usize::MAX; count];
        for place in 0..count {
            let is_next = |function: &usize| {
                let mut asked = self.same.iter().filter(|edge| edge.0 == *function);
                places[*function] == usize::MAX && asked.all(|edge| places[edge.1] != usize::MAX)
            };
            let Some(next) = (0..count).find(is_next) else {
                let message = "these functions ask for each other at the same number: which one comes first depends on the number";
                return Err(Diagnostic::error(self.source, self.recursion.span, message));
            };
            places[next] = place;
        }
        Ok(places)
    }

    /// Computes the values at all numbers below `upto`.
    ///
    /// # Errors
    /// What is wrong with the equations there; the limit that was passed.
    pub fn compute(&mut self, upto: i64, tables: &Tables, budget: &Budget) -> Result<(), CommandError> {
        let from = self.known[0].len() as i64;
        for n in from..upto {
            if n % VALUES_BETWEEN_POLLS == 0 {
                budget.check_now()?;
            }
            for function in 0..self.known.len() {
                self.compute_one(function, n, tables)?;
            }
        }
        Ok(())
    }

    /// Computes a value, if that is not done, where all values at smaller numbers are known.
    fn compute_one(&mut self, function: usize, n: i64, tables: &Tables) -> Result<(), CommandError> {
        if self.known[function].len() as i64 > n {
            return Ok(());
        }
        self.busy.push(function);
        let value = match n < self.recursion.starts[function] {
            true => 0,
            false => self.value(function, n, tables)?,
        };
        self.busy.pop();
        self.known[function].push(value);
        Ok(())
    }

    fn value(&mut self, function: usize, n: i64, tables: &Tables) -> Result<i64, CommandError> {
        let recursion = self.recursion;
        let equations = || recursion.equations.iter().enumerate().filter(|(_, equation)| equation.function == function);
        let given = equations().find(|(_, equation)| equation.left == Left::At(n));
        let mut chosen = given.map(|(at, equation)| (at, equation, Vec::new()));
        for (at, equation) in recursion.lines(function) {
            if chosen.is_some() {
                break;
            }
            let Some(variable) = equation.variable_at(n) else { continue };
            let variables = match &equation.condition {
                None => Some(vec![variable]),
                Some(_) => tables.get(&at).and_then(|table| table.get(&variable)).cloned(),
            };
            chosen = variables.map(|variables| (at, equation, variables));
        }
        let Some((at, equation, variables)) = chosen else {
            let message = format!("no equation gives `{}({n})`", recursion.names[function]);
            return Err(Diagnostic::error(self.source, recursion.span, message)
                .label("the equations for other numbers, and their conditions, do not say it")
                .into());
        };
        let value = match &equation.right {
            Right::Sum(sum) => {
                let values = self.called(equation, &equation.calls, (n, tables), &variables)?;
                evaluated(sum, &variables, &values)
            }
            Right::Mex(elements) => self.least(at, equation, elements, (n, tables))?,
        };
        match value {
            0..LARGEST_VALUE => Ok(value as i64),
            ..0 => {
                let message = format!("`{}({n})` would be {value}", recursion.names[function]);
                Err(Diagnostic::error(self.source, equation.span, message)
                    .label("a function that is solved for has natural numbers as values")
                    .into())
            }
            LARGEST_VALUE.. => Err(CommandError::Unfinished(format!(
                "the values grow too fast: `{}({n})` is {value}, and a function whose pairs are an automaton grows at most \
                 like n",
                recursion.names[function]
            ))),
        }
    }

    /// The values of some calls in an equation for the value at n.
    fn called(
        &mut self,
        equation: &Equation,
        calls: &[Call],
        (n, tables): (i64, &Tables),
        variables: &[i64],
    ) -> Result<Vec<i64>, CommandError> {
        let mut values = Vec::with_capacity(calls.len());
        for call in calls {
            let at = evaluated(&call.argument, variables, &values);
            if at == n.into() && call.function != equation.function {
                self.same.insert((equation.function, call.function));
                if !self.busy.contains(&call.function) {
                    self.compute_one(call.function, n, tables)?;
                }
            }
            let known = i64::try_from(at).ok().filter(|&at| at >= self.recursion.starts[call.function]);
            match known.and_then(|at| self.known[call.function].get(usize::try_from(at).ok()?)) {
                Some(&value) => values.push(value),
                None => return Err(self.unknown(equation, call, n, at).into()),
            }
        }
        Ok(values)
    }

    /// An equation asks for a value that is not known by then.
    fn unknown(&self, equation: &Equation, call: &Call, n: i64, at: i128) -> Diagnostic {
        let names = &self.recursion.names;
        let (of, asked) = (&names[equation.function], &names[call.function]);
        let error = Diagnostic::error(self.source, call.span, format!("`{of}({n})` asks for `{asked}({at})`"));
        if at < self.recursion.starts[call.function].into() {
            return error
                .label(format!("`{asked}` has no value there"))
                .help(format!("give the values that the others rest on, as in `{of}({n})=0`"));
        }
        match at == n.into() && call.function != equation.function {
            true => error.label(format!("and `{asked}({n})` asks for `{of}({n})`")),
            false => error.label("an equation may ask for values at smaller numbers alone"),
        }
    }

    /// The least number that is not an element.
    fn least(
        &mut self,
        at: usize,
        equation: &Equation,
        elements: &[Element],
        (n, tables): (i64, &Tables),
    ) -> Result<i128, CommandError> {
        let mut set = self.sets.remove(&at).unwrap_or_default();
        set.next.resize(elements.len(), 0);
        let mut variables = vec![0; equation.variables.len()];
        for (place, element) in elements.iter().enumerate() {
            while is_within(element.range.as_ref(), set.next[place], n) {
                if let Some(range) = &element.range {
                    variables[range.variable] = set.next[place];
                }
                let values = self.called(equation, &element.calls, (n, tables), &variables)?;
                let value = evaluated(&element.value, &variables, &values);
                if value >= set.least {
                    set.present.insert(value);
                }
                set.next[place] += 1;
            }
        }
        while set.present.remove(&set.least) {
            set.least += 1;
        }
        let least = set.least;
        self.sets.insert(at, set);
        Ok(least)
    }
}

/// Whether an element is there for a value of its variable; one without a variable is there once.
fn is_within(range: Option<&Range>, variable: i64, n: i64) -> bool {
    match range {
        None => variable == 0,
        Some(range) => {
            let left = range.factor * variable + range.constant;
            left < n || range.or_equal && left == n
        }
    }
}

fn evaluated(sum: &SumSpec, variables: &[i64], values: &[i64]) -> i128 {
    let term = |&(slot, factor): &(Slot, i64)| {
        let of = match slot {
            Slot::Variable(at) => variables[at],
            Slot::Value(at) => values[at],
        };
        i128::from(factor) * i128::from(of)
    };
    sum.terms.iter().map(term).sum::<i128>() + i128::from(sum.constant)
}
