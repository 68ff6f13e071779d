//! Quantifiers below a bound, `A t (t<n => F)` and `E t (t<n & F)`, by induction on the bound: no sets of states are needed.
//!
//! If n is not in F, a claim R is `A t (t<n => F)` if R holds at n = 0, and at t+1 exactly if R and F do at t. Every number of
//! a system without negative ones comes from 0 that way. `E t (t<n & F)` is the negation of that with ~F for F, so its claim
//! is checked by its negation. How R was found does not matter.
//!
//! If n is in F, or the bound is a sum, the certificate may say what holds where sums have names. Let s and L be sums of
//! free variables, with no negative numbers in them, and let F come from G by s for u. Then u = s has exactly one solution
//! u for all values of the variables in s, and so has m = L for m; with these u and m, `A t (t<L => F)` is
//! `A t (t<m => G)`, by substitution. If no other variable is left there than t, names, and m for the bound, the relation
//! R on the names and m is checked by induction, for all numbers that they can be. The claim B on the quantifier as it is
//! written then is that relation if B holds exactly if R does wherever all u = s and m = L.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, Var};
use crate::machine::Machine;
use crate::rules::holds;
use crate::system::{Compare, Kind, Track};

#[cfg(test)]
mod tests;

/// Terms with positive factors, in the order of their variables, and a constant that is not negative.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sum {
    terms: Vec<(Var, i64)>,
    constant: i64,
}

impl Sum {
    /// Reads `2*i+n+1`, of variables with these names.
    fn read(text: &str, names: &[(Var, &str)]) -> Option<Sum> {
        let mut sum = Sum::default();
        for part in text.split('+') {
            let (factor, name) = part.split_once('*').unwrap_or(("1", part));
            if let Some((var, _)) = names.iter().find(|known| known.1 == name) {
                sum.terms.push((*var, factor.parse().ok().filter(|factor| (1..1 << 60).contains(factor))?));
            } else if sum.constant == 0 {
                sum.constant = part.parse().ok().filter(|constant| (1..1 << 60).contains(constant))?;
            } else {
                return None;
            }
        }
        sum.terms.sort_unstable();
        let are_distinct = sum.terms.windows(2).all(|pair| pair[0].0 < pair[1].0);
        (are_distinct && !sum.terms.is_empty()).then_some(sum)
    }

    /// Reads several, with commas between them.
    pub fn all(text: &str, names: &[(Var, &str)]) -> Read<Vec<Sum>> {
        let sums = text.split(',').map(|sum| Sum::read(sum, names)).collect::<Option<Vec<Sum>>>();
        sums.ok_or_else(|| format!("`{text}` are no sums of free variables"))
    }

    /// That a variable is the value, or is less.
    fn compared(&self, var: Var, compare: Compare) -> Core {
        let mut terms: Vec<(Var, i64)> = self.terms.iter().map(|&(other, k)| (other, -k)).collect();
        terms.push((var, 1));
        terms.sort_unstable();
        Core::sum(terms, compare, self.constant)
    }
}

/// A quantifier with one variable in front of a conjunction: `E t (F & G & ..)`, or, of all, its negation.
struct Quantifier<'a> {
    is_of_all: bool,
    bound: Var,
    parts: &'a [Core],
}

impl Quantifier<'_> {
    fn of(formula: &Core) -> Option<Quantifier<'_>> {
        let (is_of_all, inner) = match formula {
            Core::Not(inner) => (true, &**inner),
            other => (false, other),
        };
        let Core::Exists(vars, body) = inner else { return None };
        let (&[bound], Core::And(parts)) = (&vars[..], &**body) else { return None };
        Some(Quantifier { is_of_all, bound, parts })
    }

    /// What `A t` says of each number below the bound, which is the part number `at`.
    fn below(&self, at: usize) -> Core {
        Core::and([&self.parts[..at], &self.parts[at + 1..]].concat()).not()
    }
}

/// Whether a claim is what a quantifier below a bound says, where the bound is a variable that stands in nothing else.
pub fn is_inductive(tracks: &[Track], formula: &Core, kept: &[Var], claim: &Rc<Machine>) -> bool {
    let Some(quantifier) = Quantifier::of(formula) else { return false };
    let found = kept.iter().find_map(|&n| {
        let less = Sum { terms: vec![(n, 1)], constant: 0 }.compared(quantifier.bound, Compare::Less);
        Some((n, quantifier.parts.iter().position(|part| *part == less)?))
    });
    let Some((n, at)) = found else { return false };
    is_step(tracks, &quantifier, (n, &quantifier.below(at)), kept, claim)
}

/// Whether a claim on the variables `kept` holds at n = 0, and at t+1 exactly if it and `part` do at t; or its negation, unless
/// the quantifier is one of all.
fn is_step(
    tracks: &[Track],
    quantifier: &Quantifier<'_>,
    (n, part): (Var, &Core),
    kept: &[Var],
    claim: &Rc<Machine>,
) -> bool {
    let t = quantifier.bound;
    let is_of_words = kept.iter().chain([&t]).any(|&var| tracks[var].kind == Kind::Words);
    if tracks[n].kind != Kind::Natural || tracks[n] != tracks[t] || part.free().contains(&n) || is_of_words {
        return false;
    }
    let next = tracks.len();
    let tracks = Rc::new([tracks, &[tracks[n].clone()]].concat());
    let at = |var: Var| {
        let claimed = Core::table(claim, kept.iter().map(|&other| if other == n { var } else { other }).collect());
        if quantifier.is_of_all { claimed } else { claimed.not() }
    };
    let zero = Core::sum(vec![(t, 1)], Compare::Equal, 0);
    let successor = Core::sum(vec![(t, 1), (next, -1)], Compare::Equal, -1);
    let step = at(next).iff(Core::and([at(t), part.clone()]));
    let bound: Vec<Var> = kept.iter().copied().filter(|&var| var != n).chain([t, next]).collect();
    let is_false = |formulas: [Core; 2]| holds(&tracks, &Core::exists(bound.clone(), Core::and(formulas))) == Ok(false);
    is_false([zero, at(t).not()]) && is_false([successor, step.not()])
}

/// Checks that a claim on the variables `kept` is what a quantifier below a bound says, by a relation between the values of
/// some sums, of which the last is the bound. No where the formula is no such quantifier of these sums: who wrote the
/// certificate may have seen that some of it is true, or false, and then nothing is shown either way.
pub fn is_by_names(
    tracks: &[Track],
    formula: &Core,
    kept: &[Var],
    claim: &Rc<Machine>,
    (sums, relation): (&[Sum], &Rc<Machine>),
) -> Read<bool> {
    let (limit, others) = sums.split_last().ok_or("no sums")?;
    let Some(quantifier) = Quantifier::of(formula) else { return Ok(false) };
    let less = limit.compared(quantifier.bound, Compare::Less);
    let Some(at) = quantifier.parts.iter().position(|part| *part == less) else { return Ok(false) };
    // The names are variables behind all others, each on the track of what it is the sum of.
    let track = |sum: &Sum| tracks[sum.terms[0].0].clone();
    let is_natural =
        |sum: &Sum| track(sum).kind == Kind::Natural && sum.terms.iter().all(|term| tracks[term.0] == track(sum));
    let all: Vec<Track> = tracks.iter().cloned().chain(sums.iter().map(track)).collect();
    let names: Vec<Var> = (tracks.len()..all.len()).collect();
    let are_numbers = kept.iter().all(|&var| tracks[var].kind == Kind::Natural);
    if !are_numbers || !sums.iter().all(is_natural) || !relation.tracks.iter().eq(&all[tracks.len()..]) {
        return Err("names for sums on other tracks".into());
    }
    let named: Vec<(&Sum, Var)> = others.iter().zip(names.iter().copied()).collect();
    let Some(part) = with_names(&quantifier.below(at), tracks, kept, &named) else { return Ok(false) };
    let known: BTreeSet<Var> = names.iter().copied().chain([quantifier.bound]).collect();
    if !part.free().is_subset(&known) {
        return Ok(false);
    }
    let bound = names[others.len()];
    if !is_step(&all, &quantifier, (bound, &part), &names, relation) {
        return Err("the relation between sums is not shown by induction".into());
    }
    let is_same = Core::table(claim, kept.to_vec()).iff(Core::table(relation, names.clone()));
    let values = sums.iter().zip(&names).map(|(sum, &name)| sum.compared(name, Compare::Equal));
    let other = Core::and(values.chain([is_same.not()]));
    match holds(&Rc::new(all), &Core::exists([kept, &names].concat(), other))? {
        false => Ok(true),
        true => Err("it is not what the relation between sums says".into()),
    }
}

/// A formula with names for sums of the variables `kept`, which no longer stand in it; nothing, where one has no name, or a
/// word is bound, for which it may matter how long the numbers beside it are.
///
/// In a sum with others than these, what is added of them is one sum, and what is subtracted another.
fn with_names(formula: &Core, tracks: &[Track], kept: &[Var], named: &[(&Sum, Var)]) -> Option<Core> {
    let inside = |part: &Core| with_names(part, tracks, kept, named);
    let is_number = |var: &Var| tracks[*var].kind != Kind::Words && !kept.contains(var);
    let numbers = |vars: &Vec<Var>| vars.iter().all(is_number).then(|| vars.clone());
    let name = |terms: Vec<(Var, i64)>| {
        let sum = Sum { terms, constant: 0 };
        named.iter().find(|named| *named.0 == sum).map(|named| named.1)
    };
    let name_of = |var: &Var| if kept.contains(var) { name(vec![(*var, 1)]) } else { Some(*var) };
    Some(match formula {
        Core::Truth(_) => formula.clone(),
        Core::Linear(terms, compare, constant) => {
            let (own, mut rest): (Vec<_>, Vec<_>) = terms.iter().copied().partition(|term| kept.contains(&term.0));
            if rest.is_empty() {
                for (var, k) in own {
                    rest.push((name_of(&var)?, k));
                }
            } else {
                for sign in [1, -1] {
                    let side: Vec<(Var, i64)> =
                        own.iter().filter(|term| term.1.signum() == sign).map(|&(var, k)| (var, k * sign)).collect();
                    if !side.is_empty() {
                        rest.push((name(side)?, sign));
                    }
                }
            }
            rest.sort_unstable();
            Core::sum(rest, *compare, *constant)
        }
        Core::Table(machine, value, vars) => {
            Core::Table(machine.clone(), *value, vars.iter().map(name_of).collect::<Option<Vec<Var>>>()?)
        }
        Core::Term(term) => Core::Term(Rc::new((numbers(&term.0)?, inside(&term.1)?))),
        Core::Not(inner) => inside(inner)?.not(),
        Core::And(parts) => Core::and(parts.iter().map(inside).collect::<Option<Vec<Core>>>()?),
        Core::Iff(a, b) => inside(a)?.iff(inside(b)?),
        Core::Exists(vars, body) => Core::exists(numbers(vars)?, inside(body)?),
        Core::Count(vars, least, most, body) => Core::Count(numbers(vars)?, *least, *most, Box::new(inside(body)?)),
    })
}
