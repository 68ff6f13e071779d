//! Random statements: the engine's verdict or relation against the reference decider's.

use filbert::logic::Value;
use filbert::numeration::Relation;
use filbert::script::Effect;
use num_traits::ToPrimitive;

use super::automaton::Automaton;
use super::formula::{Connective, Formula, Quantifier, name};
use super::generate::Generator;
use super::lab::{Checked, Lab, same, wrong};
use super::rewrite::rewritten;
use super::tape::Tape;
use super::worlds::{Deciders, Match, World};

/// What a statement was.
#[derive(Clone, Copy, Debug, Default)]
pub struct About {
    pub alternates: bool,
    /// The verdict of a closed statement.
    pub verdict: Option<bool>,
}

/// Numbers at which relations are compared, with and without a sign.
const NUMBERS: [i64; 22] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 21, 59, 60, 99, 100, 255, 999, 65_535, 65_536];

/// Asks one formula of a world.
pub fn check(world: &World, tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked<About> {
    let free = match world.most_variables {
        1 => tape.below(2),
        _ => [0, 0, 0, 1, 2][tape.below(5)],
    };
    let formula = Generator::new(world, tape).formula(free, 3);
    let asked = rewritten(&formula, world.most_variables, tape);
    let decider = deciders.of(world.reference);
    let expected = decider.relation(&formula)?;
    let mut about = About { alternates: formula.alternations() > 0, verdict: None };
    let effect = lab.answer(&format!("?{} {asked}", world.name))?;
    match effect {
        Effect::Verdict(verdict) => {
            if !expected.variables.is_empty() {
                return wrong("a verdict on a formula with free variables");
            }
            if verdict.truth != expected.automaton.accepting[0] {
                return wrong(format!("{} where the reference says the opposite", verdict.truth));
            }
            about.verdict = Some(verdict.truth);
            if verdict.example.is_none() && has_evidence(&asked, verdict.truth) {
                return wrong(format!("{} without the numbers that show it", verdict.truth));
            }
            if let (Some(example), 1) = (&verdict.example, tape.below(2)) {
                let (asked, truth) = without_negations(&asked, verdict.truth);
                example_fits(asked, truth, example, world, deciders)?;
            }
        }
        Effect::Relation(names, relation) => {
            let wanted: Vec<&str> = expected.variables.iter().map(|&var| name(var)).collect();
            if names.iter().map(|name| &**name).collect::<Vec<_>>() != wanted {
                return wrong(format!("tracks {names:?} instead of {wanted:?}"));
            }
            relation_fits(world, &relation, &expected.automaton, wanted.len(), tape, deciders)?;
        }
        other => return wrong(format!("answered {other:?}")),
    }
    Ok(about)
}

/// Holds a relation against the reference.
pub fn relation_fits(
    world: &World,
    relation: &Relation,
    expected: &Automaton,
    tracks: usize,
    tape: &mut Tape,
    deciders: &mut Deciders,
) -> Checked {
    let decider = deciders.of(world.reference);
    let places: Vec<Vec<u32>> = vec![(0..decider.numeration.digits as u32).collect(); tracks];
    let whole = match world.matched {
        Match::Words => same(relation.dfa(), expected, &places),
        Match::Reversed => same(relation.dfa(), &expected.reversed()?, &places),
        Match::Numbers => Ok(()),
    };
    if let Err(why) = whole {
        return wrong(why);
    }
    let tuples = if world.matched == Match::Numbers { 60 } else { 4 };
    for round in 0..tuples {
        let tuple: Vec<i64> = (0..tracks)
            .map(|track| {
                // Small tuples one after another, then numbers from the list.
                let n = match round {
                    0..30 if track == 0 => round % 6,
                    0..30 => round / 6,
                    _ => *tape.pick(&NUMBERS),
                };
                if world.signed() && tape.chance(1, 2) { -n } else { n }
            })
            .collect();
        let numbers: Vec<_> = tuple.iter().map(|&n| n.into()).collect();
        let found = relation.contains(&numbers);
        if found != decider.contains(expected, &tuple) {
            return wrong(format!("{found} at {tuple:?}"));
        }
    }
    Ok(())
}

/// The formula without the negations in front of it, and its truth value.
fn without_negations(formula: &Formula, truth: bool) -> (&Formula, bool) {
    match formula {
        Formula::Not(inner) => without_negations(inner, !truth),
        _ => (formula, truth),
    }
}

/// Whether numbers must be shown for a closed formula of this truth value: its outermost quantifiers, once negations are
/// pushed inward, have witnesses or counterexamples whatever the parts that are not known.
fn has_evidence(formula: &Formula, truth: bool) -> bool {
    let either = |a, a_is, b, b_is| has_evidence(a, a_is) || has_evidence(b, b_is);
    match formula {
        Formula::Not(inner) => has_evidence(inner, !truth),
        Formula::Quantified(Quantifier::Exists, ..) => truth,
        Formula::Quantified(Quantifier::ForAll, ..) => !truth,
        Formula::Quantified(Quantifier::AtLeast(count), ..) => truth && *count > 0,
        Formula::Quantified(Quantifier::AtMost(_), ..) => !truth,
        Formula::Quantified(Quantifier::Exactly(count), ..) => truth && *count > 0,
        Formula::Binary(Connective::And, a, b) if truth => either(a, true, b, true),
        Formula::Binary(Connective::Or, a, b) if !truth => either(a, false, b, false),
        Formula::Binary(Connective::Implies, a, b) if !truth => either(a, true, b, false),
        _ => false,
    }
}

/// Whether a witness satisfies what stands behind its quantifier, or a counterexample refutes it.
fn example_fits(
    asked: &Formula,
    truth: bool,
    example: &[(std::sync::Arc<str>, Value)],
    world: &World,
    deciders: &mut Deciders,
) -> Checked {
    let Formula::Quantified(quantifier @ (Quantifier::Exists | Quantifier::ForAll), _, body) = asked else {
        return Ok(());
    };
    let decider = deciders.of(world.reference);
    let mut body = &**body;
    loop {
        match body {
            Formula::Quantified(inner, _, deeper) if inner == quantifier && body.free().len() < example.len() => {
                body = deeper;
            }
            _ => break,
        }
    }
    let free = body.free();
    let value = |var: &usize| {
        let given = example.iter().rev().find(|(known, _)| &**known == name(*var));
        given.and_then(|(_, value)| value.number()?.to_i64())
    };
    let Some(values) = free.iter().map(value).collect::<Option<Vec<i64>>>() else { return Ok(()) };
    let expected = decider.relation(body)?;
    if values.iter().any(|&n| !decider.has(n)) {
        return wrong(format!("the example {values:?} is no tuple of numbers of this system"));
    }
    if decider.contains_any(&expected.automaton, &values)? != truth {
        return wrong(format!("the example {values:?} does not show the verdict {truth}"));
    }
    Ok(())
}
