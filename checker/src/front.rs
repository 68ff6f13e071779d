//! Formulas brought into the form that is explored: quantifiers to the front where they are existential there, terms beside
//! the formula that they stand in, what equations give put in its place.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{Core, Reader, Var, comparison, plus};
use crate::machine::Track;
use crate::system::Compare;

type Read<T> = Result<T, String>;

/// Whether a closed formula holds.
pub type Decide<'a> = &'a dyn Fn(&Core) -> Read<bool>;

/// The formulas one of which must hold, where quantifiers stand in them; no others are taken apart.
pub fn disjuncts(formula: Core) -> Vec<Core> {
    match formula {
        Core::Or(parts) if parts.iter().any(has_quantifier) => parts.into_iter().flat_map(disjuncts).collect(),
        other => vec![other],
    }
}

fn has_quantifier(formula: &Core) -> bool {
    match formula {
        Core::Exists(..) | Core::Count(..) => true,
        Core::Not(inner) => has_quantifier(inner),
        Core::And(parts) | Core::Or(parts) => parts.iter().any(has_quantifier),
        Core::Iff(a, b) => has_quantifier(a) || has_quantifier(b),
        Core::Truth(_) | Core::Linear(..) | Core::Table(..) | Core::Inner(..) => false,
    }
}

/// Takes quantifiers to the front where they are existential there: `stands` says whether a formula stands positive or
/// negative, and nothing if it is not needed. What is closed is decided; the other quantifiers are explored as they stand.
fn to_front(formula: Core, stands: Option<bool>, reader: &Reader, decide: Decide<'_>) -> Read<Core> {
    let many = |parts: Vec<Core>, stands| -> Read<Vec<Core>> {
        parts.into_iter().map(|part| to_front(part, stands, reader, decide)).collect()
    };
    Ok(match formula {
        // One of several need not hold, and leaves what is bound in it open.
        Core::And(parts) => {
            let stands = stands.filter(|&positive| positive || parts.len() == 1);
            Core::And(many(parts, stands)?)
        }
        Core::Or(parts) => {
            let stands = stands.filter(|&positive| !positive || parts.len() == 1);
            Core::Or(many(parts, stands)?)
        }
        Core::Not(inner) => Core::Not(Box::new(to_front(*inner, stands.map(|positive| !positive), reader, decide)?)),
        Core::Exists(_, _, body) if stands == Some(true) => to_front(*body, Some(true), reader, decide)?,
        Core::Exists(..) | Core::Count(..) if is_closed(&formula, reader) => Core::Truth(decide(&formula)?),
        Core::Iff(a, b) => {
            Core::Iff(Box::new(to_front(*a, None, reader, decide)?), Box::new(to_front(*b, None, reader, decide)?))
        }
        Core::Exists(..) => {
            let kept: Vec<Var> = free(&formula, reader).into_iter().collect();
            let Core::Exists(_, _, body) = formula else { return Ok(formula) };
            inner(to_front(*body, Some(true), reader, decide)?, kept, reader)?
        }
        // So are tables with terms in them.
        Core::Table(_, _, ref vars) if has_terms(vars, reader) => {
            let mut kept: BTreeSet<Var> = vars.iter().copied().collect();
            for (var, meaning) in reader.terms.iter().rev() {
                if kept.remove(var) {
                    variables(meaning, &mut kept);
                    kept.remove(var);
                }
            }
            inner(formula, kept.into_iter().collect(), reader)?
        }
        other => other,
    })
}

fn has_terms(vars: &[Var], reader: &Reader) -> bool {
    vars.iter().any(|var| reader.terms.iter().any(|term| term.0 == *var))
}

/// Some values of the variables of a formula that are not kept satisfy it.
fn inner(formula: Core, kept: Vec<Var>, reader: &Reader) -> Read<Core> {
    let (tracks, inner, places) = restricted(&tracks_of(reader)?, &with_terms(reader, formula), &kept);
    Ok(Core::Inner(tracks, Box::new(inner), places, kept))
}

/// An existential formula without its quantifiers, with what says what terms are.
pub fn matrix(reader: &Reader, formula: Core, decide: Decide<'_>) -> Read<(Core, Vec<Track>)> {
    let tracks = tracks_of(reader)?;
    Ok((with_terms(reader, to_front(formula, Some(true), reader, decide)?), tracks))
}

/// A formula with what says what the terms in it are.
pub fn with_terms(reader: &Reader, formula: Core) -> Core {
    let mut used = free(&formula, reader);
    let mut parts = vec![formula];
    for (var, meaning) in reader.terms.iter().rev() {
        if used.contains(var) {
            variables(meaning, &mut used);
            parts.push(meaning.clone());
        }
    }
    flat(Core::And(parts))
}

/// The free variables of a formula, those that stand for terms among them if no bound variable is in the term.
fn free(formula: &Core, reader: &Reader) -> BTreeSet<Var> {
    let mut found = BTreeSet::new();
    match formula {
        Core::Exists(_, vars, body) | Core::Count(_, _, vars, body) => {
            found = free(body, reader);
            let mut bound: BTreeSet<Var> = vars.iter().copied().collect();
            // A term stands behind those in it.
            for (var, meaning) in &reader.terms {
                let mut inside = BTreeSet::new();
                variables(meaning, &mut inside);
                if inside.iter().any(|var| bound.contains(var)) {
                    bound.insert(*var);
                    if found.contains(var) {
                        found.extend(inside);
                    }
                }
            }
            found.retain(|var| !bound.contains(var));
        }
        Core::Not(inner) => found = free(inner, reader),
        Core::And(parts) | Core::Or(parts) => parts.iter().for_each(|part| found.extend(free(part, reader))),
        Core::Iff(a, b) => [a, b].iter().for_each(|part| found.extend(free(part, reader))),
        other => variables(other, &mut found),
    }
    found
}

/// Whether no variable is free, of terms neither.
pub fn is_closed(formula: &Core, reader: &Reader) -> bool {
    let mut free = free(formula, reader);
    for (var, meaning) in reader.terms.iter().rev() {
        if free.remove(var) {
            variables(meaning, &mut free);
            free.remove(var);
        }
    }
    free.is_empty()
}

/// Conjunctions and disjunctions of one part, and nested ones, are taken apart.
fn flat(formula: Core) -> Core {
    match formula {
        Core::And(parts) => {
            let mut all = Vec::new();
            for part in parts.into_iter().map(flat) {
                match part {
                    Core::And(inner) => all.extend(inner),
                    other => all.push(other),
                }
            }
            all.retain(|part| !matches!(part, Core::Truth(true)));
            match all.len() {
                _ if all.iter().any(|part| matches!(part, Core::Truth(false))) => Core::Truth(false),
                0 => Core::Truth(true),
                1 => all.remove(0),
                _ => Core::And(all),
            }
        }
        Core::Or(parts) => {
            let mut all = Vec::new();
            for part in parts.into_iter().map(flat) {
                match part {
                    Core::Or(inner) => all.extend(inner),
                    other => all.push(other),
                }
            }
            all.retain(|part| !matches!(part, Core::Truth(false)));
            match all.len() {
                _ if all.iter().any(|part| matches!(part, Core::Truth(true))) => Core::Truth(true),
                0 => Core::Truth(false),
                1 => all.remove(0),
                _ => Core::Or(all),
            }
        }
        Core::Not(inner) => match flat(*inner) {
            Core::Not(again) => *again,
            Core::Truth(value) => Core::Truth(!value),
            // What is false if one of several is true is a conjunction.
            Core::Or(parts) => flat(Core::And(parts.into_iter().map(|part| Core::Not(Box::new(part))).collect())),
            other => Core::Not(Box::new(other)),
        },
        Core::Iff(a, b) => match (flat(*a), flat(*b)) {
            (Core::Truth(value), other) | (other, Core::Truth(value)) => {
                if value {
                    other
                } else {
                    flat(Core::Not(Box::new(other)))
                }
            }
            (a, b) => Core::Iff(Box::new(a), Box::new(b)),
        },
        other => other,
    }
}

/// `E v (v = t & F)` is `t >= 0 & F` with t in the place of v: variables for which an equation is solved, and which stand
/// in sums only, go, but for those that are kept.
fn solved(formula: Core, kept: &[Var], tracks: &[Track]) -> Core {
    let mut parts = match flat(formula) {
        Core::And(parts) => parts,
        other => vec![other],
    };
    loop {
        // What a part says is so in the others.
        for i in 0..parts.len() {
            let (literal, value) = match &parts[i] {
                Core::Linear(..) => (parts[i].clone(), true),
                Core::Not(inner) if matches!(**inner, Core::Linear(..)) => ((**inner).clone(), false),
                _ => continue,
            };
            for (j, part) in parts.iter_mut().enumerate().filter(|(j, _)| *j != i) {
                let is_literal = matches!(part, Core::Linear(..))
                    || matches!(part, Core::Not(inner) if matches!(**inner, Core::Linear(..)));
                if !is_literal || j > i {
                    *part = flat(assumed(part, &literal, value));
                }
            }
        }
        parts = match flat(Core::And(parts)) {
            Core::And(parts) => parts,
            other => vec![other],
        };
        let mut elsewhere: BTreeSet<Var> = kept.iter().copied().collect();
        parts.iter().for_each(|part| in_tables(part, &mut elsewhere));
        let solution = parts.iter().enumerate().find_map(|(i, part)| {
            let Core::Linear(terms, Compare::Equal, _) = part else { return None };
            let unit = terms.iter().find(|(var, k)| k.abs() == 1 && !elsewhere.contains(var))?;
            Some((i, *unit))
        });
        let Some((i, (var, unit))) = solution else { return flat(Core::And(parts)) };
        let Core::Linear(terms, _, constant) = parts[i].clone() else { return flat(Core::And(parts)) };
        // v = sum of others times -unit, and constant times unit.
        let value = terms.into_iter().filter(|term| term.0 != var).map(|(other, k)| Some((other, plus(0, k, -unit)?)));
        let solved =
            value.collect::<Option<Vec<(Var, i64)>>>().zip(plus(0, constant, unit)).and_then(|(value, constant)| {
                let others = parts.iter().enumerate().filter(|(j, _)| *j != i);
                let mut rest =
                    others.map(|(_, part)| replaced(part, var, &value, constant)).collect::<Option<Vec<Core>>>()?;
                let is_natural = matches!(&tracks[var], Track::Number(system) if !system.negative);
                if is_natural && (constant < 0 || value.iter().any(|term| term.1 < 0)) {
                    rest.push(Core::Not(Box::new(sum(value, Compare::Less, -constant))));
                }
                Some(rest)
            });
        let Some(rest) = solved else { return flat(Core::And(parts)) };
        match flat(Core::And(rest)) {
            Core::And(rest) => parts = rest,
            other => return other,
        }
    }
}

/// A formula with a truth value in the place of a comparison.
fn assumed(formula: &Core, literal: &Core, value: bool) -> Core {
    let many = |parts: &[Core]| parts.iter().map(|part| assumed(part, literal, value)).collect();
    match formula {
        Core::Linear(terms, compare, c) => match literal {
            Core::Linear(t, cmp, d) if t == terms && cmp == compare && d == c => Core::Truth(value),
            _ => formula.clone(),
        },
        Core::Not(inner) => Core::Not(Box::new(assumed(inner, literal, value))),
        Core::And(parts) => Core::And(many(parts)),
        Core::Or(parts) => Core::Or(many(parts)),
        Core::Iff(a, b) => Core::Iff(Box::new(assumed(a, literal, value)), Box::new(assumed(b, literal, value))),
        other => other.clone(),
    }
}

/// A comparison, or its truth if it has no terms.
fn sum(terms: Vec<(Var, i64)>, compare: Compare, constant: i64) -> Core {
    match (terms.is_empty(), compare) {
        (true, Compare::Equal) => Core::Truth(constant == 0),
        (true, Compare::Less) => Core::Truth(0 < constant),
        (false, _) => comparison(terms, compare, constant),
    }
}

/// The variables that stand elsewhere than in sums.
fn in_tables(formula: &Core, found: &mut BTreeSet<Var>) {
    match formula {
        Core::Linear(..) | Core::Truth(_) => {}
        Core::Not(inner) => in_tables(inner, found),
        Core::And(parts) | Core::Or(parts) => parts.iter().for_each(|part| in_tables(part, found)),
        Core::Iff(a, b) => [a, b].iter().for_each(|part| in_tables(part, found)),
        other => variables(other, found),
    }
}

/// A formula with a sum in the place of a variable; `None` if a number becomes too large.
fn replaced(formula: &Core, var: Var, value: &[(Var, i64)], constant: i64) -> Option<Core> {
    let many =
        |parts: &[Core]| parts.iter().map(|part| replaced(part, var, value, constant)).collect::<Option<Vec<Core>>>();
    Some(match formula {
        Core::Linear(terms, compare, c) => {
            let Some(factor) = terms.iter().find(|term| term.0 == var).map(|term| term.1) else {
                return Some(formula.clone());
            };
            let mut new: BTreeMap<Var, i64> = terms.iter().copied().filter(|term| term.0 != var).collect();
            for (other, k) in value {
                let entry = new.entry(*other).or_default();
                *entry = plus(*entry, *k, factor)?;
            }
            new.retain(|_, k| *k != 0);
            sum(new.into_iter().collect(), *compare, plus(*c, constant, -factor)?)
        }
        Core::Not(inner) => Core::Not(Box::new(replaced(inner, var, value, constant)?)),
        Core::And(parts) => Core::And(many(parts)?),
        Core::Or(parts) => Core::Or(many(parts)?),
        Core::Iff(a, b) => {
            Core::Iff(Box::new(replaced(a, var, value, constant)?), Box::new(replaced(b, var, value, constant)?))
        }
        other => other.clone(),
    })
}

pub fn tracks_of(reader: &Reader) -> Read<Vec<Track>> {
    let track = |variable: &crate::core::Variable| {
        variable.track.clone().ok_or_else(|| format!("nothing says what `{}` is", variable.name))
    };
    reader.variables.iter().map(track).collect()
}

/// Renumbers the variables so that only those of a formula and `kept` are there.
pub fn restricted(tracks: &[Track], formula: &Core, kept: &[Var]) -> (Vec<Track>, Core, Vec<Var>) {
    let formula = &solved(formula.clone(), kept, tracks);
    let mut used = BTreeSet::new();
    variables(formula, &mut used);
    used.extend(kept);
    let order: Vec<Var> = used.into_iter().collect();
    let place = |var: &Var| order.binary_search(var).expect("it is used");
    (order.iter().map(|&var| tracks[var].clone()).collect(), renamed(formula, &place), kept.iter().map(place).collect())
}

fn variables(formula: &Core, found: &mut BTreeSet<Var>) {
    match formula {
        Core::Truth(_) => {}
        Core::Linear(terms, ..) => found.extend(terms.iter().map(|term| term.0)),
        Core::Table(_, _, vars) | Core::Inner(_, _, _, vars) => found.extend(vars),
        Core::Not(inner) => variables(inner, found),
        Core::And(parts) | Core::Or(parts) => parts.iter().for_each(|part| variables(part, found)),
        Core::Iff(a, b) => [a, b].iter().for_each(|part| variables(part, found)),
        Core::Exists(_, vars, body) | Core::Count(_, _, vars, body) => {
            found.extend(vars);
            variables(body, found);
        }
    }
}

fn renamed(formula: &Core, place: &dyn Fn(&Var) -> Var) -> Core {
    let many = |parts: &[Core]| parts.iter().map(|part| renamed(part, place)).collect();
    match formula {
        Core::Truth(value) => Core::Truth(*value),
        Core::Linear(terms, compare, c) => {
            Core::Linear(terms.iter().map(|(var, k)| (place(var), *k)).collect(), *compare, *c)
        }
        Core::Table(machine, accepting, vars) => {
            Core::Table(machine.clone(), accepting.clone(), vars.iter().map(place).collect())
        }
        Core::Inner(tracks, inner, places, vars) => {
            Core::Inner(tracks.clone(), inner.clone(), places.clone(), vars.iter().map(place).collect())
        }
        Core::Not(inner) => Core::Not(Box::new(renamed(inner, place))),
        Core::And(parts) => Core::And(many(parts)),
        Core::Or(parts) => Core::Or(many(parts)),
        Core::Iff(a, b) => Core::Iff(Box::new(renamed(a, place)), Box::new(renamed(b, place))),
        Core::Exists(number, vars, body) => {
            Core::Exists(*number, vars.iter().map(place).collect(), Box::new(renamed(body, place)))
        }
        Core::Count(number, count, vars, body) => {
            Core::Count(*number, *count, vars.iter().map(place).collect(), Box::new(renamed(body, place)))
        }
    }
}
