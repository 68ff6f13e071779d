//! Claims on sums with real coefficients: `bounds n*phi - a(n) in [0,1)`.
//!
//! A call `a(n)` is the number with which n is in the relation `$a`. The sum is then one of numbers of a relation, whose
//! infimum and supremum are found exactly ([`SumGraph`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::budget::Budget;
use crate::logic::{FunctionKind, Value, Verdict};
use crate::numeration::{Bound, Extreme, NoExtremes, Quadratic, Relation, SumGraph};
use crate::syntax::ast::{BoundsSpec, Name, RealTerm, RealTermKind};
use crate::syntax::{Diagnostic, Source, Span, parse_bounds, system_of_sequences};

use super::outcome::{CommandError, Effect};
use super::session::Session;

/// A variable, or a call of a function with a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unknown {
    Variable(Arc<str>),
    Call(Arc<str>, Arc<str>),
}

impl Unknown {
    fn written(&self) -> String {
        match self {
            Unknown::Variable(name) => name.to_string(),
            Unknown::Call(function, argument) => format!("{function}({argument})"),
        }
    }
}

/// A constant and multiples of unknowns.
struct LinearForm {
    constant: Quadratic,
    /// Each with the place where it stands first.
    terms: BTreeMap<Unknown, (Quadratic, Span)>,
}

impl Session {
    /// The verdict of a claim: that the sum is bounded, and where, if an interval says so. What the bounds are is a remark.
    pub(super) fn bounds(&mut self, source: &Source, span: Span, budget: &Budget) -> Result<Effect, CommandError> {
        let spec = parse_bounds(source, span)?;
        let form = linear_form(source, &spec.sum)?;
        let end = |end: &RealTerm| match linear_form(source, end)? {
            LinearForm { constant, terms } if terms.is_empty() => Ok(constant),
            _ => Err(Diagnostic::error(source, end.span, "an end of an interval is a number")),
        };
        let bounds = match &spec.interval {
            None => Vec::new(),
            Some(interval) => vec![
                Bound { value: end(&interval.low.value)?, is_allowed: interval.low.is_in, is_lower: true },
                Bound { value: end(&interval.high.value)?, is_allowed: interval.high.is_in, is_lower: false },
            ],
        };
        let (unknowns, relation) = self.relation_of_sum(source, &spec, &form, budget)?;
        let zero = || Quadratic::from(0);
        let coefficient = |unknown: &Unknown| form.terms.get(unknown).map_or_else(zero, |term| term.0.clone());
        let coefficients: Vec<Quadratic> = unknowns.iter().map(coefficient).collect();
        let failed = |why: NoExtremes| match why {
            NoExtremes::Halt(halt) => CommandError::from(halt),
            NoExtremes::Field { .. } | NoExtremes::System => {
                Diagnostic::error(source, spec.sum.span, why.to_string()).into()
            }
            NoExtremes::Order(_) | NoExtremes::Expanding(_) | NoExtremes::Unbounded | NoExtremes::Empty => {
                CommandError::Unfinished(why.to_string())
            }
        };
        let graph = SumGraph::new(&relation, &coefficients, form.constant.clone(), budget).map_err(failed)?;
        for (bound, end) in bounds.iter().zip(spec.interval.iter().flat_map(|interval| [&interval.low, &interval.high]))
        {
            graph.admits(bound).map_err(|why| Diagnostic::error(source, end.value.span, why.to_string()))?;
        }
        let extremes = graph.extremes(budget).map_err(failed)?;
        let named = |numbers: &[BigInt]| -> Vec<(Arc<str>, Value)> {
            unknowns
                .iter()
                .map(|unknown| unknown.written().into())
                .zip(numbers.iter().cloned().map(Value::from))
                .collect()
        };
        *self.remarks.borrow_mut() =
            vec![told("infimum", &extremes.lowest, &unknowns), told("supremum", &extremes.highest, &unknowns)];
        let is_met = |bound: &Bound| {
            let own = if bound.is_lower { &extremes.lowest } else { &extremes.highest };
            let is_inside = if bound.is_lower { own.value > bound.value } else { own.value < bound.value };
            is_inside || own.value == bound.value && (bound.is_allowed || own.at.is_none())
        };
        if bounds.iter().all(is_met) {
            return Ok(Effect::Verdict(Verdict::new(true, None)));
        }
        let first = graph.first_beyond(&bounds, budget).map_err(failed)?;
        if let Some(numbers) = &first {
            let products = coefficients.iter().zip(numbers).map(|(k, n)| k.clone() * Quadratic::from(n.clone()));
            let sum = products.fold(form.constant.clone(), |sum, product| sum + product);
            let at = at(&unknowns, numbers);
            self.remarks.borrow_mut().push(format!("at {at} the sum is {}", with_decimals(&sum)));
        }
        Ok(Effect::Verdict(Verdict::new(false, first.as_deref().map(named))))
    }

    /// The relation of the numbers that are added, and what stands on its tracks.
    fn relation_of_sum(
        &mut self,
        source: &Source,
        spec: &BoundsSpec,
        form: &LinearForm,
        budget: &Budget,
    ) -> Result<(Vec<Unknown>, Relation), CommandError> {
        let mut system = None;
        let (mut parts, mut calls) = (Vec::new(), BTreeMap::new());
        for (unknown, (_, span)) in &form.terms {
            match unknown {
                Unknown::Variable(name) => parts.push(format!("{name}={name}")),
                Unknown::Call(function, argument) => {
                    let own = self.system_of_function(source, function, *span)?;
                    system.get_or_insert(own);
                    // Behind the variables in the order of names, and none that somebody writes.
                    let value = format!("zz_{}_{function}_{argument}", calls.len());
                    parts.push(format!("${function}({argument},{value})"));
                    calls.insert(value, unknown.clone());
                }
            }
        }
        if let Some(premise) = spec.premise {
            self.read(source, premise)?;
            let (named, rest) = system_of_sequences(source, premise)?;
            system = named.map(|(name, _)| name.to_string()).or(system);
            parts.push(format!("({})", source.slice(rest)));
        }
        let Some(system) = system else {
            return Err(Diagnostic::error(source, spec.sum.span, "in which numeration system?")
                .label("no function or premise says so")
                .help("say it behind the sum, as in `for ?msd_fib n>=0`")
                .into());
        };
        // What is wrong with what was put together is shown where it was written.
        let written = Source::new(source.name(), format!("?{system} {}", parts.join(" & ")));
        let place = spec.premise.unwrap_or(spec.sum.span);
        let here = |failure| match failure {
            CommandError::Wrong(error) => {
                let own = Diagnostic::error(source, place, error.message());
                if error.note().is_empty() { own } else { own.label(error.note()) }.into()
            }
            other => other,
        };
        let formula = self.read(&written, written.span()).map_err(|error| here(error.into()))?;
        let (names, relation) = self.free_relation(&written, &formula, budget).map_err(here)?;
        let unknown = |name: &Arc<str>| calls.get(&**name).cloned().unwrap_or_else(|| Unknown::Variable(name.clone()));
        Ok((names.iter().map(unknown).collect(), relation))
    }

    /// The numeration system of a function of two numbers.
    fn system_of_function(&mut self, source: &Source, name: &str, span: Span) -> Result<String, CommandError> {
        self.require(&format!("${name}"), None);
        let wrong = |message: String| Diagnostic::error(source, span, message);
        let function = match crate::logic::Environment::function(&self.names, name) {
            Some(Ok(function)) => function,
            Some(Err(why)) => return Err(wrong(why).into()),
            None if self.names.sequence(name).is_some() => {
                let help = format!("`synchronize f {name};` makes a function of it, which `f(n)` calls here");
                return Err(wrong(format!("`{name}` is a sequence")).help(help).into());
            }
            None => return Err(wrong(format!("unknown function `{name}`")).into()),
        };
        match function.kind() {
            FunctionKind::Relation(relation) if relation.systems().len() == 2 => {
                Ok(relation.systems()[0].name().to_string())
            }
            _ => {
                let message = format!("`{name}` does not relate two numbers, an argument and its value");
                Err(wrong(message).into())
            }
        }
    }
}

/// `n = 3, a(n) = 4`.
fn at(unknowns: &[Unknown], numbers: &[BigInt]) -> String {
    let each = unknowns.iter().zip(numbers).map(|(unknown, n)| format!("{} = {n}", unknown.written()));
    each.collect::<Vec<_>>().join(", ")
}

/// A number, and its first decimals if it is not a fraction.
fn with_decimals(value: &Quadratic) -> String {
    if value.radicand() == 1 {
        return value.to_string();
    }
    let millionths = (value.approximate() * 1e6).trunc() / 1e6;
    format!("{value} = {millionths:.6}..")
}

/// An extreme in words.
fn told(title: &str, extreme: &Extreme, unknowns: &[Unknown]) -> String {
    let value = with_decimals(&extreme.value);
    match &extreme.at {
        None => format!("the {title} is {value}, a limit that is not attained"),
        Some(numbers) => format!("the {title} is {value}, attained at {}", at(unknowns, numbers)),
    }
}

/// A term as a linear form.
fn linear_form(source: &Source, term: &RealTerm) -> Result<LinearForm, Diagnostic> {
    let constant = |value: Quadratic| LinearForm { constant: value, terms: BTreeMap::new() };
    let unknown = |unknown: Unknown| LinearForm {
        constant: Quadratic::from(0),
        terms: BTreeMap::from([(unknown, (Quadratic::from(1), term.span))]),
    };
    let both = |a: &RealTerm, b: &RealTerm| -> Result<[LinearForm; 2], Diagnostic> {
        let both = [linear_form(source, a)?, linear_form(source, b)?];
        let roots = |form: &LinearForm| {
            let all = form.terms.values().map(|term| &term.0).chain([&form.constant]);
            all.map(Quadratic::radicand).max().unwrap_or(1)
        };
        let [first, second] = both.each_ref().map(roots);
        if first > 1 && second > 1 && first != second {
            let message = format!("sqrt({first}) and sqrt({second}) are in no quadratic field together");
            return Err(Diagnostic::error(source, term.span, message));
        }
        Ok(both)
    };
    Ok(match &term.kind {
        RealTermKind::Number(n) => constant(Quadratic::from(*n)),
        RealTermKind::Root(n) => constant(Quadratic::root(n.unsigned_abs())),
        RealTermKind::GoldenRatio => constant((Quadratic::from(1) + Quadratic::root(5)) / Quadratic::from(2)),
        RealTermKind::Variable(Name { text, .. }) => unknown(Unknown::Variable(text.clone())),
        RealTermKind::Call(function, argument) => unknown(Unknown::Call(function.text.clone(), argument.text.clone())),
        RealTermKind::Negate(inner) => linear_form(source, inner)?.times(&Quadratic::from(-1)),
        RealTermKind::Add(a, b) => {
            let [a, b] = both(a, b)?;
            a.plus(b)
        }
        RealTermKind::Subtract(a, b) => {
            let [a, b] = both(a, b)?;
            a.plus(b.times(&Quadratic::from(-1)))
        }
        RealTermKind::Multiply(a, b) => match both(a, b)? {
            [a, b] if a.terms.is_empty() => b.times(&a.constant),
            [a, b] if b.terms.is_empty() => a.times(&b.constant),
            _ => return Err(Diagnostic::error(source, term.span, "a product of unknown numbers is not linear")),
        },
        RealTermKind::Divide(a, b) => match both(a, b)? {
            [_, b] if !b.terms.is_empty() => {
                return Err(Diagnostic::error(source, term.span, "a division by an unknown number is not linear"));
            }
            [_, b] if b.constant.sign() == 0 => {
                return Err(Diagnostic::error(source, term.span, "a division by 0"));
            }
            [a, b] => a.times(&(Quadratic::from(1) / b.constant)),
        },
    })
}

impl LinearForm {
    fn times(mut self, factor: &Quadratic) -> LinearForm {
        self.constant = self.constant * factor.clone();
        self.terms.values_mut().for_each(|term| term.0 = term.0.clone() * factor.clone());
        self
    }

    fn plus(mut self, other: LinearForm) -> LinearForm {
        self.constant = self.constant + other.constant;
        for (unknown, (coefficient, span)) in other.terms {
            let own = self.terms.entry(unknown).or_insert((Quadratic::from(0), span));
            own.0 = own.0.clone() + coefficient;
        }
        self
    }
}
