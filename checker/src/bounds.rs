//! Statements that begin with `bounds`: `bounds n*phi - phin(n) in [0,1) for n>9`.
//!
//! `a(n)` is the number with which n is in the relation `$a`, or the value of the sequence a. So the sum is one of numbers
//! that are in a relation, that of the conjunction of all `$a(n,x)` and the formula behind `for`, and of sequences of
//! these. The certificate claims an automaton of the relation, which is shown as that of a definition is, and for each
//! sequence one of a(n+1) - a(n), which `sequence` shows. In one system, `spectrum` says how numbers grow with their
//! digits, `letters` how sequences do, `paths` what a sum becomes, and `extremes` or `enclosures` how far it goes. The
//! statement is true if the infimum and the supremum are finite, and all values in the interval.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::Read;
use crate::alphabet::Alphabet;
use crate::command::FUNCTION;
use crate::core::{Claims, Core};
use crate::enclosures::{contracts, is_largest, narrow, range};
use crate::extremes::{Extreme, extremes};
use crate::field::{Element, Field};
use crate::formula::Reader;
use crate::integer::Integer;
use crate::letters::Letters;
use crate::machine::Machine;
use crate::names::Names;
use crate::paths::paths;
use crate::real::{Bounds, Name, Term, read};
use crate::sequence::grows_by;
use crate::spectrum::Spectrum;
use crate::system::{Systems, Track};
use crate::text::name_length;
use crate::tokens::{system_name, tokens};

#[cfg(test)]
mod sequence_tests;
#[cfg(test)]
mod tests;

/// The largest number of bits in a number.
const LONGEST: usize = 1 << 13;

/// A constant, and the factors of variables and calls.
#[derive(Clone)]
struct Sum {
    constant: Element,
    factors: BTreeMap<Name, Element>,
}

impl Sum {
    fn of(term: &Term, field: &Field) -> Read<Sum> {
        let of = |term: &Term| Sum::of(term, field);
        let constant = |constant: Element| Ok(Sum { constant, factors: BTreeMap::new() });
        match term {
            Term::Number(number) => constant(Element::whole(number.clone())),
            Term::Root(polynomial) => constant(field.root_of(polynomial)?),
            Term::Name(name) => {
                let factors = BTreeMap::from([(name.clone(), Element::whole(Integer::from(1)))]);
                Ok(Sum { constant: Element::zero(), factors })
            }
            Term::Negate(inner) => {
                let inner = of(inner)?;
                inner.mapped(|c| Ok(c.negated()))
            }
            Term::Add(a, b) => Ok(of(a)?.plus(&of(b)?)),
            Term::Subtract(a, b) => Ok(of(a)?.plus(&of(b)?.mapped(|c| Ok(c.negated()))?)),
            Term::Multiply(a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                let (sum, by) = if a.factors.is_empty() { (b, a) } else { (a, b) };
                let by = by.fixed("a product of unknown numbers")?;
                sum.mapped(|c| field.product(c, &by))
            }
            Term::Divide(a, b) => {
                let by = of(b)?.fixed("a division by an unknown number")?;
                if by.is_zero() {
                    return Err("a division by 0".into());
                }
                of(a)?.mapped(|c| field.quotient(c, &by))
            }
            Term::Power(base, exponent) => {
                let base = of(base)?.fixed("a power of an unknown number")?;
                if base.is_zero() && *exponent == 0 {
                    return Err("0 to the power of 0".into());
                }
                constant(field.power(&base, *exponent)?)
            }
        }
    }

    fn mapped(&self, change: impl Fn(&Element) -> Read<Element>) -> Read<Sum> {
        let changed = |(name, factor): (&Name, &Element)| {
            let factor = change(factor)?;
            if factor.bits() > LONGEST { Err("numbers that are too long".into()) } else { Ok((name.clone(), factor)) }
        };
        let factors = self.factors.iter().map(changed).collect::<Read<_>>()?;
        let constant = change(&self.constant)?;
        if constant.bits() > LONGEST { Err("numbers that are too long".into()) } else { Ok(Sum { constant, factors }) }
    }

    fn plus(mut self, other: &Sum) -> Sum {
        self.constant = self.constant.plus(&other.constant);
        for (name, factor) in &other.factors {
            let sum = self.factors.get(name).map_or(factor.clone(), |own| own.plus(factor));
            self.factors.insert(name.clone(), sum);
        }
        self
    }

    /// The number, if no variable stands in it.
    fn fixed(self, why: &str) -> Read<Element> {
        if self.factors.is_empty() { Ok(self.constant) } else { Err(why.into()) }
    }
}

/// The relation of the numbers in a sum, and the names of the variables on its tracks; how many claims were needed.
fn relation(
    (names, systems, claims): (&Names, &mut Systems, &Claims),
    bounds: &Bounds,
    Unknowns { variables, calls, sequences }: &Unknowns,
) -> Read<(std::rc::Rc<Machine>, Vec<String>, usize)> {
    let mut variables = variables.clone();
    variables.extend(sequences.iter().map(|(_, argument)| argument.clone()));
    let premise = bounds.premise.as_deref().map(str::trim_start);
    let own = premise.and_then(|premise| premise.strip_prefix('?'));
    let system = match (own, calls.keys().next(), sequences.first()) {
        (Some(rest), ..) => system_name(&rest[..name_length(rest)])?,
        (None, Some((function, _)), _) => {
            names.function(function)?.tracks.first().ok_or("a function without arguments")?.name.clone()
        }
        (None, None, Some((sequence, _))) => names.series(sequence)?.system.name.clone(),
        (None, None, None) => return Err("nothing says in which numeration system the numbers are".into()),
    };
    let mut reader = Reader::new(names, systems, claims);
    let mut parts = Vec::new();
    for variable in &variables {
        parts.push(reader.whole(&format!("?{system} {variable}={variable}"))?);
    }
    let mut helpers = BTreeSet::new();
    for (call, helper) in calls {
        let (function, argument) = call;
        parts.push(reader.whole(&format!("?{system} ${function}({argument},{helper})"))?);
        helpers.insert(helper.clone());
    }
    if let Some(premise) = premise {
        let text = if own.is_some() { premise.to_owned() } else { format!("?{system} {premise}") };
        parts.push(reader.whole(&text)?);
        variables.extend(tokens(&text, names)?.into_iter().map(|token| token.text));
    }
    variables.extend(calls.keys().map(|(_, argument)| argument.clone()));
    if !variables.is_disjoint(&helpers) {
        return Err("a variable has the name of a value".into());
    }
    let free = reader.free();
    let claim = claims.get("body").ok_or("no claim says which numbers are in the sum")?;
    reader.claimed(Core::and(parts), &free, claim, None)?;
    let tracks = free.iter().map(|&var| reader.name(var).to_owned()).collect();
    Ok((claim.clone(), tracks, reader.checked))
}

/// What is added in a sum.
#[derive(Default)]
struct Unknowns {
    variables: BTreeSet<String>,
    /// Each with the variable that stands for it.
    calls: BTreeMap<(String, String), String>,
    /// In the order of names and arguments.
    sequences: Vec<(String, String)>,
}

impl Unknowns {
    fn of(names: &Names, sum: &Term) -> Read<Unknowns> {
        let mut found = Unknowns::default();
        for name in sum.names() {
            match name {
                Name::Variable(variable) => drop(found.variables.insert(variable.clone())),
                // A function hides a sequence.
                Name::Call(own, argument) if names.get(FUNCTION, own)?.is_none() && names.is_sequence(own) => {
                    found.sequences.push((own.clone(), argument.clone()));
                }
                Name::Call(function, argument) => {
                    drop(found.calls.insert((function.clone(), argument.clone()), String::new()));
                }
            }
        }
        found.sequences.sort();
        found.sequences.dedup();
        for (at, ((function, argument), variable)) in found.calls.iter_mut().enumerate() {
            *variable = format!("zz_{at}_{function}_{argument}");
        }
        Ok(found)
    }

    /// The factors of each track: that of the number, and those of the sequences beside it, in their order.
    fn factors(&self, sum: &Sum, tracks: &[String]) -> Read<Vec<Vec<Element>>> {
        let mut left = sum.factors.clone();
        let mut factor = |name: &Name| left.remove(name).unwrap_or_else(Element::zero);
        let mut factors = Vec::new();
        for track in tracks {
            let is_own = |call: &(&(String, String), &String)| call.1 == track;
            let number = match self.calls.iter().find(is_own) {
                Some(((function, argument), _)) => Name::Call(function.clone(), argument.clone()),
                None => Name::Variable(track.clone()),
            };
            let of_track = self.sequences.iter().filter(|(_, argument)| argument == track);
            let names = of_track.map(|(sequence, argument)| Name::Call(sequence.clone(), argument.clone()));
            factors.push([number].into_iter().chain(names).map(|name| factor(&name)).collect());
        }
        if left.is_empty() { Ok(factors) } else { Err("a variable of the sum is in no relation".into()) }
    }
}

/// The automata of what the sequences in a sum grow by, which the claims say, and what the sequences are at 0.
fn shown(
    (names, systems, claims): (&Names, &mut Systems, &Claims),
    sequences: &[(String, String)],
    system: &Track,
) -> Read<Vec<(std::rc::Rc<Machine>, Element)>> {
    let mut found = Vec::new();
    for (at, (sequence, _)) in sequences.iter().enumerate() {
        let claim = claims.get(&format!("differences {at}"));
        let claim = claim.ok_or_else(|| format!("no claim says what `{sequence}` grows by"))?;
        let (value, over) = grows_by(names, systems, sequence, claim)?;
        if claim.tracks != std::slice::from_ref(system) {
            return Err(format!("`{sequence}` is not in {}", system.name));
        }
        found.push((claim.clone(), Element::new(vec![Integer::from(value)], Integer::from(over))));
    }
    Ok(found)
}

/// An end of an interval.
struct End {
    value: Element,
    is_in: bool,
}

/// Whether all roots but the largest are seen to be below 1 in absolute value.
fn are_others_small(spectrum: &Spectrum) -> bool {
    match &spectrum.second {
        Some(second) => second.is_small,
        None => spectrum.order < 2 || contracts(spectrum).is_ok(),
    }
}

/// Whether all values of a sum are between the ends, if there are some, and there is a least and a largest bound for
/// them.
fn are_within(
    spectrum: &Spectrum,
    machine: &Machine,
    (alphabet, constant): (&Alphabet, &Element),
    ends: Option<&[End; 2]>,
) -> Read<bool> {
    let field = &spectrum.field;
    let are_small = are_others_small(spectrum);
    if !are_small {
        is_largest(spectrum)?;
    }
    let is_exact = spectrum.order < 3 || !are_small;
    let Some(paths) = paths(spectrum, alphabet, machine, are_small)? else { return Ok(false) };
    let Some(ends) = ends else { return Ok(true) };
    if is_exact {
        let [least, most] = extremes(spectrum, &paths, constant)?;
        return Ok(is_inside(field, &least, &ends[0], Ordering::Greater)?
            && is_inside(field, &most, &ends[1], Ordering::Less)?);
    }
    let (low, high) = (range(field, &ends[0].value)?, range(field, &ends[1].value)?);
    let mut verdict = None;
    narrow(spectrum, (alphabet, &paths), constant, |[least, most]| {
        verdict = match () {
            () if least[1] < low[0] || most[0] > high[1] => Some(false),
            () if least[0] > low[1] && most[1] < high[0] => Some(true),
            () => None,
        };
        verdict.is_some()
    })?;
    verdict.ok_or_else(|| "the bound is too near to tell".into())
}

/// Whether an extreme is on the right side of an end.
fn is_inside(field: &Field, extreme: &Extreme, end: &End, side: Ordering) -> Read<bool> {
    let order = field.compare(&extreme.value, &end.value)?;
    Ok(order == side || order == Ordering::Equal && (end.is_in || !extreme.is_attained))
}

/// Checks that a statement is true, or false; how many claims were needed.
pub fn is_so((names, systems, claims): (&Names, &mut Systems, &Claims), text: &str, truth: bool) -> Read<usize> {
    let bounds = read(text)?;
    let unknowns = Unknowns::of(names, &bounds.sum)?;
    let (machine, tracks, checked) = relation((names, &mut *systems, claims), &bounds, &unknowns)?;
    let system = machine.tracks.first().ok_or("no numbers are in the sum")?;
    if machine.tracks.iter().any(|track| track != system) {
        return Err("numbers of several systems, or words".into());
    }
    if !machine.outputs.contains(&1) {
        return Err("no numbers satisfy the condition".into());
    }
    let sequences = shown((names, systems, claims), &unknowns.sequences, system)?;
    let letters = |track: &String| {
        let all = unknowns.sequences.iter().zip(&sequences);
        let own = all.filter(|((_, argument), _)| argument == track);
        Letters::beside(system, &own.map(|(_, (steps, _))| &**steps).collect::<Vec<&Machine>>())
    };
    let letters = tracks.iter().map(letters).collect::<Read<Vec<Letters>>>()?;
    let spectrum = Spectrum::of(system, &letters)?;
    let sum = Sum::of(&bounds.sum, &spectrum.field)?;
    let alphabet = Alphabet::new(&spectrum, &letters, &unknowns.factors(&sum, &tracks)?)?;
    let mut constant = sum.constant.clone();
    for ((sequence, argument), (_, start)) in unknowns.sequences.iter().zip(&sequences) {
        if let Some(factor) = sum.factors.get(&Name::Call(sequence.clone(), argument.clone())) {
            constant = constant.plus(&spectrum.field.product(factor, start)?);
        }
    }
    let end = |(term, is_in): &(Term, bool)| -> Read<End> {
        let value = Sum::of(term, &spectrum.field)?.fixed("an end of the interval is not a constant")?;
        Ok(End { value, is_in: *is_in })
    };
    let ends = match &bounds.interval {
        Some([low, high]) => Some([end(low)?, end(high)?]),
        None => None,
    };
    match are_within(&spectrum, &machine, (&alphabet, &constant), ends.as_ref())? == truth {
        true => Ok(checked + sequences.len()),
        false => Err(format!("the statement is {}", if truth { "false" } else { "true" })),
    }
}
