//! Functions that equations define by their values at smaller numbers:
//! `recursion G "?msd_fib G(0)=0, G(n)=n-G(G(n-1))"`.
//!
//! The first values are computed ([`values`]), the automaton that they suggest is a candidate ([`candidates`]: one of
//! pairs, or a line and a word), and it is proved ([`statements()`]) that the candidates are the functions that the
//! equations define, and the only ones. The statements, for candidates a, b, .. that are functions on the numbers from
//! some beginning on:
//!
//! 1. Each is a function: from its beginning on it has one value at each number, and before none.
//! 2. Each satisfies its equations, for all values of their variables for which the conditions hold.
//! 3. In each of these instances, the arguments of the calls on the right, *computed with the candidates*, are not
//!    before the beginning of the function that is called, and smaller than the argument on the left; they may be equal
//!    if the function that is called is an earlier one in some order of the functions. That order is read off the
//!    values.
//! 4. Each number of each function from its beginning on is that on the left side of some instance.
//!
//! By 1 and 2 the candidates are a solution. Let a', b', .. be another one, and compare them by induction on the
//! number, and for equal numbers on the place in that order. By 4 the value of a at m is the left side of an instance.
//! Its first call has an argument without calls inside, the same for both solutions; it is smaller by 3, so that both
//! have one value there. Then the next call has one argument for both, and so on: a call inside another one has been
//! compared before it. So both right sides are equal, and a'(m) = a(m). That is why it suffices to look at arguments
//! that are computed with the candidates, although another solution might, for all that is known before, have others.
//! The elements of a `mex` are instances of their own, and the same is true of each of them.
//!
//! A value that is given wins over an equation with a variable, which holds for the numbers that have none.
//!
//! The idea to guess a synchronized function from its values and to prove it by the recursion is that of Shallit 2021.
//! Costs the values and what the statements cost, most of which are searches for a counterexample in a product of the
//! candidates. Bad where the automaton is large, or has states that only large numbers reach; a function that does not
//! grow like n, or is not regular in this system, has none, and the message says what its values look like.

mod candidates;
mod lines;
mod read;
mod refusal;
mod search;
mod statements;
mod values;

use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::automata::Dfa;
use crate::budget::Budget;
use crate::logic::{Function, FunctionKind, decide, resolve};
use crate::numeration::{NumerationSystem, Relation};
use crate::script::names::WithOwn;
use crate::script::outcome::{CommandError, Effect};
use crate::script::session::Session;
use crate::syntax::ast::{Name, Quoted};
use crate::syntax::{Diagnostic, Source, parse_formula_in};

use candidates::Suggested;
use read::{Condition, Equation, Recursion};
use refusal::{Refuted, Tried};
use search::Search;
use statements::{condition_name, statements, sums};
use values::{Tables, Values};

/// Values from which an automaton is suggested first.
const FIRST_VALUES: i64 = 500;
/// How many times more values are taken if it is none.
const MORE_VALUES: i64 = 4;
/// Values from which an automaton is suggested, at most.
const MOST_VALUES: i64 = 300_000;

impl Session {
    /// `recursion NAME .. "EQUATIONS"`.
    pub(super) fn recursion(
        &mut self,
        source: &Source,
        names: &[Name],
        text: Quoted,
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        let recursion = Recursion::read(self, source, names, text, budget)?;
        let (found, remark) = Search { session: self, source, recursion: &recursion, budget }.run()?;
        for (name, relation) in recursion.names.iter().zip(found) {
            self.define_named(name, FunctionKind::Relation(relation), vec!["n".into(), "y".into()]);
        }
        *self.remarks.borrow_mut() = vec![remark];
        Ok(Effect::Nothing)
    }
}

impl Search<'_> {
    /// The functions, and what there is to say of them.
    fn run(mut self) -> Result<(Vec<Relation>, String), CommandError> {
        let recursion = self.recursion;
        let mut values = Values::new(recursion, self.source);
        let mut tried: Vec<Tried> = Vec::new();
        let mut suggested = Vec::new();
        let mut refuted = Vec::new();
        for (length, side) in boxes(&recursion.system) {
            self.compute(&mut values, side)?;
            suggested = self.suggested(&values, length)?;
            tried.push(Tried { values: side, states: suggested.iter().map(|one| one.pairs.states()).collect() });
            if let Some(found) = self.attempt(&suggested, &values, &mut refuted)? {
                return Ok(self.proved(found, side));
            }
        }
        while let Some(side) = candidates::needed(&suggested, values.known[0].len()) {
            self.compute(&mut values, side)?;
            self.follow_lines(&mut suggested, &values)?;
            if let Some(found) = self.attempt(&suggested, &values, &mut refuted)? {
                return Ok(self.proved(found, side));
            }
        }
        let why = refuted.pop().map(|(_, why)| why);
        Err(CommandError::Unfinished(refusal::told(recursion, &values.known, &tried, &suggested, why.as_ref())))
    }

    fn compute(&mut self, values: &mut Values<'_>, side: i64) -> Result<(), CommandError> {
        let tables = self.tables(side)?;
        values.compute(side, &tables, self.budget)
    }

    /// The automata that values suggest, if they are proved to be the functions: those of pairs where there are some, then those of
    /// lines.
    fn attempt(
        &mut self,
        suggested: &[Suggested],
        values: &Values<'_>,
        refuted: &mut Vec<(Vec<Arc<Dfa>>, Refuted)>,
    ) -> Result<Option<Vec<Arc<Dfa>>>, CommandError> {
        for is_line_first in [false, true] {
            let found: Option<Vec<Arc<Dfa>>> = suggested.iter().map(|one| one.candidate(is_line_first)).collect();
            let Some(found) = found.filter(|found| refuted.iter().all(|(known, _)| known != found)) else {
                continue;
            };
            match self.refutation(&found, values)? {
                Some(why) => refuted.push((found, why)),
                None => return Ok(Some(found)),
            }
        }
        Ok(None)
    }

    fn proved(&self, found: Vec<Arc<Dfa>>, side: i64) -> (Vec<Relation>, String) {
        let recursion = self.recursion;
        let of_each = recursion.names.iter().zip(&found).zip(&recursion.starts).map(|((name, dfa), start)| {
            let from = if *start == 0 { String::new() } else { format!(" for n>={start}") };
            let states = dfa.states();
            format!("${name}(n,y){from} has {states} state{}", if states == 1 { "" } else { "s" })
        });
        let of_each: Vec<String> = of_each.collect();
        let remark =
            format!("{}, guessed from the first {side} values and proved to be the only solution", of_each.join(", "));
        let systems = || vec![recursion.system.clone(); 2];
        (found.into_iter().map(|dfa| Relation::from_closed(dfa, systems())).collect(), remark)
    }

    /// For which values of their variables the equations with conditions hold, as far as their first one is below a bound.
    fn tables(&mut self, side: i64) -> Result<Tables, CommandError> {
        let mut tables = Tables::default();
        for (at, equation) in self.recursion.equations.iter().enumerate() {
            if let Some(condition) = &equation.condition {
                tables.insert(at, self.table(at, equation, condition, side)?.into_iter().collect());
            }
        }
        Ok(tables)
    }

    fn table(
        &mut self,
        at: usize,
        equation: &Equation,
        condition: &Condition,
        side: i64,
    ) -> Result<Vec<(i64, Vec<i64>)>, CommandError> {
        let track = |name: &Arc<str>| condition.variables.iter().position(|known| known == name);
        let Some(own) = track(&equation.variables[0]) else {
            // It does not depend on the number.
            let message = format!("this condition does not say for which `{}` it holds", equation.variables[0]);
            return Err(Diagnostic::error(self.source, condition.span, message).into());
        };
        let arguments: Vec<String> = (0..condition.variables.len()).map(|track| format!("x{track}")).collect();
        let text = format!("${}({}) & x{own}<{side}", condition_name(self.recursion, at), arguments.join(","));
        let relation = self.defined(text, self.functions(&[]), None)?;
        if relation.count().is_none() {
            let message = format!(
                "this condition holds for infinitely many values of other variables at one `{}`",
                equation.variables[0]
            );
            return Err(Diagnostic::error(self.source, condition.span, message)
                .label("expected one that bounds them")
                .into());
        }
        // The tracks are in the order of the names x0, x10, x2.
        let mut order: Vec<usize> = (0..arguments.len()).collect();
        order.sort_by_key(|&track| &arguments[track]);
        let place = |track: usize| order.iter().position(|&other| other == track).expect("each is a track");
        let places: Vec<Option<usize>> = equation.variables.iter().map(|name| track(name).map(place)).collect();
        let mut rows = Vec::new();
        let mut tuples = relation.tuples();
        while let Some(tuple) = tuples.next_by(|| self.budget.check_now())? {
            let small = |place: &Option<usize>| place.map_or(Some(0), |place| tuple[place].to_i64());
            let row: Option<Vec<i64>> = places.iter().map(small).collect();
            rows.extend(row.map(|row| (row[0], row)));
        }
        Ok(rows)
    }

    /// The candidates and the conditions, by the names that they have in statements.
    fn functions(&self, found: &[Arc<Dfa>]) -> HashMap<String, Arc<Function>> {
        let recursion = self.recursion;
        let systems = || vec![recursion.system.clone(); 2];
        let candidates = recursion.names.iter().zip(found);
        let candidates =
            candidates.map(|(name, dfa)| (name.to_string(), Relation::from_closed(dfa.clone(), systems())));
        let conditions = recursion.equations.iter().enumerate().filter_map(|(at, equation)| {
            let condition = equation.condition.as_ref()?;
            Some((condition_name(recursion, at), condition.relation.clone()))
        });
        let function = |relation| Arc::new(Function::new(FunctionKind::Relation(relation)));
        candidates.chain(conditions).map(|(name, relation)| (name, function(relation))).collect()
    }

    /// Where candidates are not what the equations define; `None` is a proof that they are.
    ///
    /// # Errors
    /// If equations contradict each other at a number whose value is known.
    fn refutation(&mut self, found: &[Arc<Dfa>], values: &Values<'_>) -> Result<Option<Refuted>, CommandError> {
        let mut functions = self.functions(found);
        for (name, text) in sums(self.recursion) {
            let sum = self.defined(text, functions.clone(), None)?;
            functions.insert(name, Arc::new(Function::new(FunctionKind::Relation(sum))));
        }
        for statement in statements(self.recursion, &values.order()?) {
            let text = Source::new("recursion", statement.text.clone());
            let formula = parse_formula_in(&text, text.span(), &(), self.recursion.system.name())?;
            let names = WithOwn { names: &self.session.names, functions: functions.clone(), word: None };
            let resolved = resolve(&formula, &text, &names, &mut self.session.workspace, self.budget)?;
            let verdict = decide(&resolved, &mut self.session.workspace, self.budget)?;
            if verdict.truth {
                continue;
            }
            let failure = verdict.examples().find_map(|example| statement.failure(example));
            if let (Some(failure), Some(at)) = (&failure, statement.equation)
                && failure.number < BigInt::from(values.known[0].len())
            {
                // The values there are right: they were computed, by another equation.
                let message = format!("the equations contradict each other: {}", failure.text);
                return Err(Diagnostic::error(self.source, self.recursion.equations[at].span, message).into());
            }
            return Ok(Some(Refuted { about: statement.about, statement: statement.text, failure }));
        }
        Ok(None)
    }
}

/// How many values are taken, one number after another: all numbers of so many digits.
fn boxes(system: &NumerationSystem) -> Vec<(usize, i64)> {
    let digits = |n: i64| system.representation(&BigInt::from(n)).len();
    let mut boxes = Vec::new();
    let mut least = FIRST_VALUES;
    while least <= MOST_VALUES {
        // The first number that has more digits than `least`.
        let length = digits(least);
        let (mut below, mut above) = (least, least * 2);
        while digits(above) <= length && above <= MOST_VALUES {
            (below, above) = (above, above * 2);
        }
        while below + 1 < above {
            let middle = below + (above - below) / 2;
            if digits(middle) <= length { below = middle } else { above = middle }
        }
        if above > MOST_VALUES && !boxes.is_empty() {
            break;
        }
        boxes.push((length, above));
        least = above * MORE_VALUES / 2;
    }
    boxes
}
