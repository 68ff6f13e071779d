//! Claims on sums with real coefficients: `bounds n*phi - a(n) in [0,1)`.
//!
//! A call `a(n)` is the number with which n is in the relation `$a`, or the value of the sequence a, which has finitely
//! many differences. So the sum is one of numbers in a relation, and of letters added up below them. [`SumGraph`] finds
//! its infimum and supremum, or how it grows; a bound that is passed is shown with numbers at which it is.
//!
//! Costs a relation with a track for each variable and call, and the graph of the sum, which has a node for each state
//! of the relation and each remainder. Bad where some eigenvalues of the system are below 1 and others, besides the
//! largest, are not: the graph may then be infinite, and is given up.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::Rational;
use crate::budget::{Budget, Halt};
use crate::logic::{FunctionKind, Value, Verdict};
use crate::numeration::{Algebraic, Bound, Differences, Extreme, Growth, NoExtremes, Relation, SumGraph};
use crate::planted::{Bug, planted};
use crate::sequences::{DigitAutomaton, Sequence, SequenceError};
use crate::syntax::ast::{BoundsSpec, Formula, Name, RealTerm, RealTermKind};
use crate::syntax::{Diagnostic, Source, Span, parse_bounds, system_of_sequences};

use super::outcome::{CommandError, Effect};
use super::session::Session;

/// A variable, or a call of a function with a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unknown {
    Variable(Arc<str>),
    Call(Arc<str>, Arc<str>),
    Sequence(Arc<str>, Arc<str>),
}

impl Unknown {
    fn written(&self) -> String {
        match self {
            Unknown::Variable(name) => name.to_string(),
            Unknown::Call(function, argument) | Unknown::Sequence(function, argument) => {
                format!("{function}({argument})")
            }
        }
    }
}

/// A constant and multiples of unknowns.
struct LinearForm {
    constant: Algebraic,
    /// Each with the place where it stands first.
    terms: BTreeMap<Unknown, (Algebraic, Span)>,
}

/// What a claim is about.
struct Summed {
    constant: Algebraic,
    relation: Relation,
    /// What stands on each track, and its coefficient.
    unknowns: Vec<(Unknown, Algebraic)>,
    sequences: Vec<(Unknown, Arc<Sequence>, Differences)>,
}

/// What is known of the values of a sum.
#[derive(Clone, Debug)]
pub enum SumValues {
    /// They have no bound.
    Unbounded {
        /// The eigenvalue whose powers they grow like; nothing if it is one of several that are not the largest.
        eigenvalue: Option<Algebraic>,
        /// A number as it is written, and what the sum divided by it tends to, if that is known.
        rate: Option<(String, Algebraic)>,
    },
    /// They have an infimum and a supremum.
    Bounded {
        /// The infimum.
        lowest: Extreme,
        /// The supremum.
        highest: Extreme,
    },
}

impl Summed {
    /// What all unknowns are, at the numbers of a tuple.
    fn values(&self, numbers: &[BigInt], budget: &Budget) -> Result<Vec<(String, Rational)>, Halt> {
        let number = |((unknown, _), n): (&(Unknown, Algebraic), &BigInt)| {
            Ok((unknown.written(), Rational::from_integer(n.clone())))
        };
        let tracks = self.unknowns.iter().zip(numbers).map(number);
        let value = |(unknown, sequence, of): &(Unknown, Arc<Sequence>, Differences)| {
            let value = sequence.value(std::slice::from_ref(&numbers[of.track]), budget)?;
            Ok((unknown.written(), value))
        };
        tracks.chain(self.sequences.iter().map(value)).collect()
    }

    /// What it is divided by and tends to then, if it is unbounded.
    fn rate(&self, growth: &Growth) -> Option<(String, Algebraic)> {
        growth.rate.clone().map(|(track, rate)| (self.unknowns[track].0.written(), rate))
    }

    /// What is said of it if it is unbounded.
    fn unbounded(&self, growth: Growth) -> Vec<String> {
        let told = |(number, rate): (String, Algebraic)| {
            format!("the sum divided by {number} tends to {}", rate.with_decimals())
        };
        let rate = self.rate(&growth).map(told);
        [NoExtremes::Unbounded(Box::new(growth)).to_string()].into_iter().chain(rate).collect()
    }

    /// The graph of its values, or how they grow.
    fn graph(
        &self,
        source: &Source,
        spec: &BoundsSpec,
        budget: &Budget,
    ) -> Result<Result<SumGraph<'_>, Growth>, CommandError> {
        let coefficients: Vec<Algebraic> = self.unknowns.iter().map(|unknown| unknown.1.clone()).collect();
        let sequences: Vec<Differences> = self.sequences.iter().map(|sequence| sequence.2.clone()).collect();
        match SumGraph::new(&self.relation, &coefficients, &sequences, self.starts(budget)?, budget) {
            Ok(graph) => Ok(Ok(graph)),
            Err(NoExtremes::Unbounded(growth)) => Ok(Err(*growth)),
            Err(why) => Err(failed(source, spec, why)),
        }
    }

    /// The sum at a tuple.
    fn sum(&self, numbers: &[BigInt], budget: &Budget) -> Result<Algebraic, Halt> {
        let coefficients = self.unknowns.iter().map(|unknown| &unknown.1);
        let coefficients = coefficients.chain(self.sequences.iter().map(|sequence| &sequence.2.coefficient));
        let values = self.values(numbers, budget)?;
        let terms = coefficients.zip(values).map(|(c, (_, n))| c.clone() * Algebraic::from(n));
        Ok(terms.fold(self.constant.clone(), |sum, term| sum + term))
    }

    /// The constant, and what the sequences are at 0.
    fn starts(&self, budget: &Budget) -> Result<Algebraic, Halt> {
        self.sequences.iter().try_fold(self.constant.clone(), |sum, (_, sequence, of)| {
            if planted(Bug::FirstValue) {
                return Ok(sum);
            }
            let first = sequence.value(&[BigInt::from(0)], budget)?;
            Ok(sum + of.coefficient.clone() * Algebraic::from(first))
        })
    }
}

impl Session {
    /// The verdict of a claim: that the sum is bounded, and where, if an interval says so. What the bounds are is a remark.
    pub(super) fn bounds(&mut self, source: &Source, span: Span, budget: &Budget) -> Result<Effect, CommandError> {
        let spec = parse_bounds(source, span)?;
        let form = self.with_sequences(linear_form(source, &spec.sum)?);
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
        let summed = self.sum_of(source, &spec, form, budget)?;
        check_ends(source, &spec, &bounds, &summed.relation)?;
        let failed = |why| failed(source, &spec, why);
        let refuted = |numbers: Option<Vec<BigInt>>, mut remarks: Vec<String>| {
            let Some(numbers) = numbers else { return Ok((Verdict::new(false, None), remarks)) };
            let sum = summed.sum(&numbers, budget)?;
            let values = summed.values(&numbers, budget)?;
            remarks.push(format!("at {} the sum is {}", at(&values), sum.with_decimals()));
            let whole = values.into_iter().filter(|(_, value)| value.is_integer());
            let values = whole.map(|(name, value)| (name.into(), Value::from(value.to_integer())));
            Ok::<_, CommandError>((Verdict::new(false, Some(values.collect())), remarks))
        };
        let graph = match summed.graph(source, &spec, budget)? {
            Err(growth) => {
                let numbers = growth.beyond(&summed.relation, |numbers| summed.sum(numbers, budget), &bounds)?;
                let remarks = summed.unbounded(growth);
                let (verdict, remarks) = refuted(numbers, remarks)?;
                *self.remarks.borrow_mut() = remarks;
                return Ok(Effect::Verdict(verdict));
            }
            Ok(graph) => graph,
        };
        let extremes = graph.extremes(budget).map_err(failed)?;
        let told = |title: &str, extreme: &Extreme| {
            let values = match extreme {
                Extreme::Exact { at: Some(numbers), .. } => summed.values(numbers, budget)?,
                _ => Vec::new(),
            };
            Ok::<_, CommandError>(told(title, extreme, &values))
        };
        let remarks = vec![told("infimum", &extremes.lowest)?, told("supremum", &extremes.highest)?];
        // A bound that is passed is enough, even if another is too near to tell.
        let met: Vec<_> = bounds.iter().map(|bound| graph.meets(bound, &extremes, budget)).collect();
        let is_inside = !met.contains(&Ok(false));
        if is_inside {
            met.into_iter().collect::<Result<Vec<bool>, NoExtremes>>().map_err(failed)?;
        }
        let (verdict, remarks) = match is_inside {
            true => (Verdict::new(true, None), remarks),
            false => refuted(graph.first_beyond(&bounds, budget).map_err(failed)?, remarks)?,
        };
        *self.remarks.borrow_mut() = remarks;
        Ok(Effect::Verdict(verdict))
    }

    /// What is known of the values of a sum, as `bounds n*phi - a(n)` has it.
    ///
    /// # Errors
    /// What is wrong with the text; why nothing is known; the limit that was passed.
    pub fn values_of_sum(&mut self, source: &Source) -> Result<SumValues, CommandError> {
        let budget = self.budget();
        self.names.work_within(&budget);
        let spec = parse_bounds(source, source.span())?;
        let form = self.with_sequences(linear_form(source, &spec.sum)?);
        let summed = self.sum_of(source, &spec, form, &budget)?;
        Ok(match summed.graph(source, &spec, &budget)? {
            Err(growth) => SumValues::Unbounded { rate: summed.rate(&growth), eigenvalue: growth.eigenvalue },
            Ok(graph) => {
                let extremes = graph.extremes(&budget).map_err(|why| failed(source, &spec, why))?;
                SumValues::Bounded { lowest: extremes.lowest, highest: extremes.highest }
            }
        })
    }

    /// With the calls that are of sequences told from those of functions.
    fn with_sequences(&mut self, form: LinearForm) -> LinearForm {
        let told = |(unknown, term)| match unknown {
            Unknown::Call(name, argument) => {
                self.require(&format!("${name}"), None);
                let is_function = crate::logic::Environment::function(&self.names, &name).is_some();
                let is_sequence = !is_function && self.names.sequence(&name).is_some();
                (if is_sequence { Unknown::Sequence(name, argument) } else { Unknown::Call(name, argument) }, term)
            }
            other => (other, term),
        };
        LinearForm { constant: form.constant, terms: form.terms.into_iter().map(told).collect() }
    }

    /// What a claim is about.
    fn sum_of(
        &mut self,
        source: &Source,
        spec: &BoundsSpec,
        form: LinearForm,
        budget: &Budget,
    ) -> Result<Summed, CommandError> {
        let (written, calls) = self.formula_of_sum(source, spec, &form)?;
        let shown = |failure| shown_at(source, spec.premise.unwrap_or(spec.sum.span), failure);
        let formula = self.read(&written, written.span()).map_err(|error| shown(error.into()))?;
        let (names, relation) = self.free_relation(&written, &formula, budget).map_err(shown)?;
        let unknown = |name: &Arc<str>| {
            let unknown = calls.get(&**name).cloned().unwrap_or_else(|| Unknown::Variable(name.clone()));
            let coefficient = form.terms.get(&unknown).map_or_else(|| Algebraic::from(0), |term| term.0.clone());
            (unknown, coefficient)
        };
        let unknowns: Vec<(Unknown, Algebraic)> = names.iter().map(unknown).collect();
        let mut sequences = Vec::new();
        for (unknown, (coefficient, span)) in form.terms {
            let Unknown::Sequence(name, argument) = &unknown else { continue };
            let sequence = self.names.sequence(name).cloned();
            let track = names.iter().position(|name| name == argument);
            let (Some(sequence), Some(track)) = (sequence, track) else {
                let message = format!("`{name}` is not a sequence, or `{argument}` is not a variable");
                return Err(Diagnostic::error(source, span, message).into());
            };
            let wrong = |message: String| Diagnostic::error(source, span, message);
            let system = &relation.systems()[track];
            if sequence.system() != system {
                let own = sequence.system().name();
                let message =
                    format!("`{name}` is a sequence in {own}, and `{argument}` a number in {}", system.name());
                return Err(wrong(message).into());
            }
            let (targets, values) = self.differences_of(source, (name, span), budget)?;
            sequences.push((unknown, sequence, Differences { track, coefficient, targets, values }));
        }
        Ok(Summed { constant: form.constant, relation, unknowns, sequences })
    }

    /// The automaton of a(n+1) - a(n) for a sequence of one variable.
    fn differences_of(
        &self,
        source: &Source,
        (name, span): (&str, Span),
        budget: &Budget,
    ) -> Result<DigitAutomaton, CommandError> {
        let wrong = |message: String| Diagnostic::error(source, span, message);
        let Some(sequence) = self.names.sequence(name) else {
            return Err(wrong(format!("unknown sequence `{name}`")).into());
        };
        if sequence.variables() != 1 {
            return Err(wrong(format!("`{name}` is a sequence of {} variables", sequence.variables())).into());
        }
        let differences = sequence.differences(budget).map_err(|error| match error {
            SequenceError::Limit(halt) => CommandError::from(halt),
            error => wrong(error.to_string()).into(),
        })?;
        let found = differences.values(budget)?.and_then(|values| values.by_digits());
        found.ok_or_else(|| {
            CommandError::Unfinished(format!("`{name}(n+1) - {name}(n)` has not finitely many whole values"))
        })
    }

    /// The sequences in a claim on bounds, by name and argument: their systems and the automata of their differences.
    ///
    /// # Errors
    /// What is wrong with the claim; the limit that was passed.
    pub(super) fn differences_in(
        &mut self,
        source: &Source,
        span: Span,
        budget: &Budget,
    ) -> Result<Vec<(String, DigitAutomaton)>, CommandError> {
        let spec = parse_bounds(source, span)?;
        let form = self.with_sequences(linear_form(source, &spec.sum)?);
        let mut found = Vec::new();
        for (unknown, (_, span)) in &form.terms {
            if let Unknown::Sequence(name, _) = unknown {
                let differences = self.differences_of(source, (name, *span), budget)?;
                let system = self.names.sequence(name).map(|sequence| sequence.system().name().to_string());
                found.push((system.unwrap_or_default(), differences));
            }
        }
        Ok(found)
    }

    /// The formula of the numbers that are added, and the calls that some of its free variables stand for.
    fn formula_of_sum(
        &mut self,
        source: &Source,
        spec: &BoundsSpec,
        form: &LinearForm,
    ) -> Result<(Source, BTreeMap<String, Unknown>), CommandError> {
        let mut system = None;
        let (mut parts, mut calls) = (Vec::new(), BTreeMap::new());
        for (unknown, (_, span)) in &form.terms {
            match unknown {
                Unknown::Variable(name) => parts.push(format!("{name}={name}")),
                Unknown::Sequence(name, argument) => {
                    if let Some(sequence) = self.names.sequence(name) {
                        system.get_or_insert(sequence.system().name().to_string());
                    }
                    parts.push(format!("{argument}={argument}"));
                }
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
        let written = Source::new(source.name(), format!("?{system} {}", parts.join(" & ")));
        Ok((written, calls))
    }

    /// The formula whose relation a claim on bounds speaks of.
    ///
    /// # Errors
    /// What is wrong with the claim.
    pub(super) fn summed(&mut self, source: &Source, span: Span) -> Result<(Source, Formula), CommandError> {
        let spec = parse_bounds(source, span)?;
        let form = self.with_sequences(linear_form(source, &spec.sum)?);
        let (written, _) = self.formula_of_sum(source, &spec, &form)?;
        let formula = self.read(&written, written.span())?;
        Ok((written, formula))
    }

    /// The numeration system of a function of two numbers.
    fn system_of_function(&mut self, source: &Source, name: &str, span: Span) -> Result<String, CommandError> {
        self.require(&format!("${name}"), None);
        let wrong = |message: String| Diagnostic::error(source, span, message);
        let function = match crate::logic::Environment::function(&self.names, name) {
            Some(Ok(function)) => function,
            Some(Err(why)) => return Err(wrong(why).into()),
            None => return Err(wrong(format!("unknown function or sequence `{name}`")).into()),
        };
        match function.kind() {
            FunctionKind::Relation(relation) if relation.systems().len() == 2 => {
                Ok(relation.systems()[0].name().to_string())
            }
            FunctionKind::Language(words)
                if let [first, _] = &words.tracks[..]
                    && let Some(system) = first.system() =>
            {
                Ok(system.name().to_string())
            }
            _ => {
                let message = format!("`{name}` does not relate two numbers, an argument and its value");
                Err(wrong(message).into())
            }
        }
    }
}

/// Why nothing is known of a sum.
fn failed(source: &Source, spec: &BoundsSpec, why: NoExtremes) -> CommandError {
    match why {
        NoExtremes::Halt(halt) => CommandError::from(halt),
        NoExtremes::Field { .. } | NoExtremes::System => {
            Diagnostic::error(source, spec.sum.span, why.to_string()).into()
        }
        NoExtremes::Order
        | NoExtremes::Growth
        | NoExtremes::Expanding
        | NoExtremes::Unbounded(_)
        | NoExtremes::Near(_)
        | NoExtremes::Empty => CommandError::Unfinished(why.to_string()),
    }
}

/// Whether the ends of the interval are numbers in the field of the system.
fn check_ends(source: &Source, spec: &BoundsSpec, bounds: &[Bound], relation: &Relation) -> Result<(), Diagnostic> {
    let ends = spec.interval.iter().flat_map(|interval| [&interval.low, &interval.high]);
    for (bound, end) in bounds.iter().zip(ends) {
        if let Err(why @ NoExtremes::Field { .. }) = SumGraph::admits(relation, bound) {
            return Err(Diagnostic::error(source, end.value.span, why.to_string()));
        }
    }
    Ok(())
}

/// What is wrong with what was put together is shown where it was written.
fn shown_at(source: &Source, place: Span, failure: CommandError) -> CommandError {
    match failure {
        CommandError::Wrong(error) => {
            let own = Diagnostic::error(source, place, error.message());
            if error.note().is_empty() { own } else { own.label(error.note()) }.into()
        }
        other => other,
    }
}

/// `n = 3, a(n) = 4`.
fn at(values: &[(String, Rational)]) -> String {
    values.iter().map(|(name, n)| format!("{name} = {n}")).collect::<Vec<_>>().join(", ")
}

/// An extreme in words.
fn told(title: &str, extreme: &Extreme, values: &[(String, Rational)]) -> String {
    match extreme {
        Extreme::Exact { value, at: None } => {
            format!("the {title} is {}, a limit that is not attained", value.with_decimals())
        }
        Extreme::Exact { value, at: Some(_) } => {
            format!("the {title} is {}, attained at {}", value.with_decimals(), at(values))
        }
        Extreme::Enclosed { low, high } => {
            format!("the {title} is between {} and {}", Extreme::decimals(low, false), Extreme::decimals(high, true))
        }
    }
}

/// A term as a linear form.
fn linear_form(source: &Source, term: &RealTerm) -> Result<LinearForm, Diagnostic> {
    let constant = |value: Algebraic| LinearForm { constant: value, terms: BTreeMap::new() };
    let unknown = |unknown: Unknown| LinearForm {
        constant: Algebraic::from(0),
        terms: BTreeMap::from([(unknown, (Algebraic::from(1), term.span))]),
    };
    let both = |a: &RealTerm, b: &RealTerm| -> Result<[LinearForm; 2], Diagnostic> {
        let both = [linear_form(source, a)?, linear_form(source, b)?];
        let root = |form: &LinearForm| {
            let mut all = form.terms.values().map(|term| &term.0).chain([&form.constant]);
            all.find(|number| !number.is_fraction()).cloned()
        };
        if let [Some(first), Some(second)] = both.each_ref().map(root)
            && !first.is_beside(&second)
        {
            let roots = [first, second].map(|number| number.generator().unwrap_or_default()).join(" and ");
            let message = format!("{roots} are not in one field that is calculated in");
            return Err(Diagnostic::error(source, term.span, message));
        }
        Ok(both)
    };
    Ok(match &term.kind {
        RealTermKind::Number(n) => constant(Algebraic::from(*n)),
        RealTermKind::Root(n) => constant(Algebraic::square_root(n.unsigned_abs())),
        RealTermKind::GoldenRatio => constant((Algebraic::from(1) + Algebraic::square_root(5)) / Algebraic::from(2)),
        RealTermKind::LargestRoot(polynomial) => {
            let polynomial: Vec<BigInt> = polynomial.iter().map(|&c| c.into()).collect();
            let root = Algebraic::largest_root(&polynomial);
            constant(root.map_err(|why| Diagnostic::error(source, term.span, why.to_string()))?)
        }
        RealTermKind::Power(base, exponent) => match linear_form(source, base)? {
            base if *exponent == 1 => base,
            base if base.terms.is_empty() => constant(base.constant.power(*exponent)),
            _ => return Err(Diagnostic::error(source, term.span, "a power of an unknown number is not linear")),
        },
        RealTermKind::Variable(Name { text, .. }) => unknown(Unknown::Variable(text.clone())),
        RealTermKind::Call(function, argument) => unknown(Unknown::Call(function.text.clone(), argument.text.clone())),
        RealTermKind::Negate(inner) => linear_form(source, inner)?.times(&Algebraic::from(-1)),
        RealTermKind::Add(a, b) => {
            let [a, b] = both(a, b)?;
            a.plus(b)
        }
        RealTermKind::Subtract(a, b) => {
            let [a, b] = both(a, b)?;
            a.plus(b.times(&Algebraic::from(-1)))
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
            [a, b] => a.times(&(Algebraic::from(1) / b.constant)),
        },
    })
}

impl LinearForm {
    fn times(mut self, factor: &Algebraic) -> LinearForm {
        self.constant = self.constant * factor.clone();
        self.terms.values_mut().for_each(|term| term.0 = term.0.clone() * factor.clone());
        self
    }

    fn plus(mut self, other: LinearForm) -> LinearForm {
        self.constant = self.constant + other.constant;
        for (unknown, (coefficient, span)) in other.terms {
            let own = self.terms.entry(unknown).or_insert((Algebraic::from(0), span));
            own.0 = own.0.clone() + coefficient;
        }
        self
    }
}
