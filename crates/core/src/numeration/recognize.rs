//! Systems given by automata, recognized as those that filbert generates, or proved to be systems of their own.
//!
//! Stored systems are a language of representations, an adder, and perhaps an order. If the representations are those
//! of a positional system whose words are counted by its own weights, everything follows from them: the weights are the
//! numbers of words, their recurrence is found from these, and the stored adder must be the one that the weights give,
//! which is checked as an equality of automata. The same is done for negative bases, and for Ostrowski systems, whose
//! partial quotients the numbers of words tell. What is none of these is used as it is, once the adder and the order
//! are proved to be those of the natural numbers or of the integers ([`certify`]).
//!
//! Costs the adder of the candidate, at most three, and a minimization of the stored one. A system that is not
//! recognized costs its proof, and each sum in it a chain of additions later ([`AutomatonSystem`]).

use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use crate::automata::{Dfa, Layout, Letter};
use crate::budget::{Budget, Halt};
use crate::tuning::numeration::ostrowski;

use super::automaton_system::AutomatonSystem;
use super::certify::certify;
use super::error::NumerationError;
use super::linear_atom::{Compare, LinearAtom};
use super::negative_base::NegativeBase;
use super::ostrowski::Ostrowski;
use super::parry::{counts, minimal_recurrence};
use super::positional::Positional;
use super::rule::Rule;
use super::system::{Direction, NumerationSystem, normalize_padding, normalize_padding_within};

/// A system as files give it, most significant digit first.
#[derive(Clone, Debug)]
pub struct StoredSystem {
    /// The representations; absent, all words.
    pub valid: Option<Dfa>,
    /// `x + y = z`, on tracks x, y, z.
    pub addition: Dfa,
    /// `x < y`, on tracks x, y; absent, the order of the words.
    pub less_than: Option<Dfa>,
}

/// Which of the automata is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredPart {
    /// The representations.
    Valid,
    /// The adder.
    Addition,
    /// The order.
    LessThan,
}

/// Why stored automata are no numeration system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct NotASystem {
    /// Where it shows.
    pub part: StoredPart,
    /// What it is.
    pub why: String,
}

/// The system that stored automata are.
///
/// # Errors
/// Why they are none, or the limit that was passed in proving that they are one.
pub fn recognize(stored: &StoredSystem, budget: &Budget) -> Result<Rule, NotASystem> {
    let wrong = |part, why: &str| NotASystem { part, why: why.into() };
    let [digits, second, third] = stored.addition.layout().sizes()[..] else {
        return Err(wrong(StoredPart::Addition, "an adder has three tracks"));
    };
    if second != digits || third != digits || digits < 2 {
        return Err(wrong(StoredPart::Addition, "the tracks of an adder have the same digits, two at least"));
    }
    let layout = Layout::new(&[digits]).expect("one track fits");
    let valid = match &stored.valid {
        Some(valid) if *valid.layout() == layout => valid.minimize(),
        Some(_) => return Err(wrong(StoredPart::Valid, "its representations and its adder have different digits")),
        None => Dfa::universal(layout.clone()),
    };
    if stored.less_than.as_ref().is_some_and(|less| *less.layout().sizes() != [digits; 2]) {
        return Err(wrong(StoredPart::LessThan, "an order has two tracks, with the digits of the adder"));
    }
    let zeros = Dfa::from_rows(layout, [(true, vec![(0, 0)])]);
    if valid.intersect(&zeros, budget).map_err(|limit| wrong(StoredPart::Valid, &limit.to_string()))? != zeros {
        return Err(wrong(StoredPart::Valid, "0, 00, 000, .. are not representations of zero"));
    }
    if let Ok(system) = positional(stored, &valid, budget) {
        return Ok(system.into());
    }
    let periodic = [negative(digits, &valid).map(Rule::from), ostrowski(&valid).map(Rule::from)];
    for rule in periodic.into_iter().flatten() {
        if is_it(&rule, stored, &valid, budget).unwrap_or(false) {
            return Ok(rule);
        }
    }
    own(stored, valid, budget)
}

/// The negative system with these digits, which have to be tried: bases are told by all words being valid.
fn negative(digits: u32, valid: &Dfa) -> Option<NegativeBase> {
    match valid.states() {
        1 => NegativeBase::new(digits.into()).ok(),
        _ => (digits == 2).then(NegativeBase::fibonacci),
    }
}

/// The Ostrowski system whose words of each length are as many as these.
fn ostrowski(valid: &Dfa) -> Option<Ostrowski> {
    let terms = ostrowski::WEIGHTS_A_STATE * valid.states() + ostrowski::WEIGHTS;
    let mut counts: Vec<BigInt> = valid.accepting().iter().map(|&accepts| u32::from(accepts).into()).collect();
    let mut weights = Vec::with_capacity(terms);
    for _ in 0..terms {
        weights.push(counts[0].clone());
        let rows = valid.numbers().map(|q| valid.transitions().targets(q));
        counts = rows.map(|targets| targets.iter().map(|&target| &counts[target]).sum()).collect();
    }
    // q_1 = a_1, and q_{i+1} = a_{i+1} q_i + q_{i-1}.
    let mut quotients = vec![weights[1].to_u64()?];
    for row in weights.windows(3) {
        let (quotient, rest) = (&row[2] - &row[0]).div_rem(row.get(1).filter(|weight| !weight.is_zero())?);
        quotients.push(quotient.to_u64().filter(|_| rest.is_zero())?);
    }
    (1..=quotients.len() / 2).find_map(|length| {
        let start = (0..quotients.len() - 2 * length)
            .find(|&start| quotients[start..].iter().zip(&quotients[start + length..]).all(|(a, b)| a == b))?;
        let before: Vec<u64> = std::iter::once(0).chain(quotients[..start].iter().copied()).collect();
        Ostrowski::new(&before, &quotients[start..start + length]).ok()
    })
}

fn is_it(rule: &Rule, stored: &StoredSystem, valid: &Dfa, budget: &Budget) -> Result<bool, Halt> {
    if rule.digits() != valid.layout().sizes()[0] || rule.valid(budget)? != *valid {
        return Ok(false);
    }
    let system = Arc::new(NumerationSystem::new("msd_stored".into(), Direction::Msd, rule.clone(), budget)?);
    let same = |stored: &Dfa, coefficients: &[i64], compare: Compare| {
        let own = system.linear(&LinearAtom::new(coefficients, compare, 0), budget)?;
        Ok::<bool, Halt>(normalize_padding(stored, &vec![system.clone(); coefficients.len()], budget)? == *own)
    };
    Ok(same(&stored.addition, &[1, 1, -1], Compare::Equal)?
        && match &stored.less_than {
            Some(less_than) => same(less_than, &[1, -1], Compare::Less)?,
            // Negative numbers are known by the adder; the radix order is not theirs.
            None => true,
        })
}

/// A system of its own kind, proved to be one.
fn own(stored: &StoredSystem, valid: Dfa, budget: &Budget) -> Result<Rule, NotASystem> {
    let wrong = |part, why: String| NotASystem { part, why };
    let limit = |limit: Halt| wrong(StoredPart::Addition, limit.to_string());
    let valid = Arc::new(valid);
    let closed = |dfa: &Dfa| normalize_padding_within(dfa, &valid, budget).map_err(limit);
    let less = stored.less_than.as_ref().map(closed).transpose()?;
    let order = if less.is_some() { StoredPart::LessThan } else { StoredPart::Addition };
    let given = AutomatonSystem::new(valid.clone(), closed(&stored.addition)?, less, budget)
        .map_err(|error| wrong(order, error.to_string()))?;
    let system =
        Arc::new(NumerationSystem::new("msd_stored".into(), Direction::Msd, given.into(), budget).map_err(limit)?);
    let certificate = certify(&system, budget).map_err(limit)?;
    match certificate.claims.iter().find(|claim| claim.1.is_some()) {
        None => Ok(system.rule().clone()),
        // Which numbers it fails for says nothing: their words have no values.
        Some((claim, _)) if claim.contains('+') => {
            Err(wrong(StoredPart::Addition, format!("its adder does not add: `{claim}` fails")))
        }
        Some((claim, _)) => Err(wrong(order, format!("its order does not order the numbers: `{claim}` fails"))),
    }
}

/// The positional system with these representations.
fn positional(stored: &StoredSystem, valid: &Dfa, budget: &Budget) -> Result<Positional, NumerationError> {
    let wrong = |why: &str| NumerationError::NotRecognized(why.into());
    let limit = |limit: Halt| NumerationError::NotRecognized(limit.to_string());
    let mut validity: Vec<Vec<usize>> = Vec::with_capacity(valid.states());
    for q in valid.numbers() {
        if !valid.transitions().letters(q).iter().eq((0..valid.transitions().letters(q).len() as u64).map(Letter::from))
        {
            return Err(wrong("a representation may go on with some digit and not with a smaller one"));
        }
        validity.push(valid.transitions().targets(q).iter().map(|&target| target.index()).collect());
    }
    let accepting = valid.accepting().to_vec();
    let terms = counts(&validity, &accepting, 4 * validity.len() + 4);
    let recurrence = minimal_recurrence(&terms)
        .ok_or_else(|| wrong("the numbers of its representations of each length obey no short recurrence"))?;
    let positional = Positional::new(recurrence, validity, accepting)?;
    if !positional.is_greedy() {
        return Err(wrong("a state has more words than the start"));
    }

    let name: Arc<str> = "msd_stored".into();
    let system = Arc::new(NumerationSystem::new(name, Direction::Msd, positional.clone().into(), budget)?);
    let same = |stored: &Dfa, coefficients: &[i64], compare: Compare| {
        let own = system.linear(&LinearAtom::new(coefficients, compare, 0), budget)?;
        let systems = vec![system.clone(); coefficients.len()];
        Ok::<bool, Halt>(*stored.layout() == *own.layout() && normalize_padding(stored, &systems, budget)? == *own)
    };
    if !same(&stored.addition, &[1, 1, -1], Compare::Equal).map_err(limit)? {
        return Err(wrong("its adder does not add the numbers that its representations count"));
    }
    if let Some(less_than) = &stored.less_than
        && !same(less_than, &[1, -1], Compare::Less).map_err(limit)?
    {
        return Err(wrong("its order is not that of its representations"));
    }
    Ok(positional)
}

#[cfg(test)]
mod tests {
    use super::super::names::{NAMED, Numerations};
    use super::*;

    #[test]
    fn every_generated_system_of_small_adders_is_recognized_from_its_automata() {
        let systems = Numerations::standard();
        let budget = Budget::unlimited();
        let large = ["bonacci4", "bonacci5"];
        for name in NAMED.iter().filter(|name| !large.contains(name)).chain(&["2", "10"]) {
            let system = systems.get(&format!("msd_{name}")).unwrap();
            let atom = |coefficients: &[i64], compare| {
                (*system.linear(&LinearAtom::new(coefficients, compare, 0), &budget).unwrap()).clone()
            };
            let mut stored = StoredSystem {
                valid: Some((**system.valid()).clone()),
                addition: atom(&[1, 1, -1], Compare::Equal),
                less_than: Some(atom(&[1, -1], Compare::Less)),
            };
            let found = recognize(&stored, &budget).unwrap();
            for n in 0..300u32 {
                let Ok(digits) = found.digits_by(&n.into(), || Ok::<(), std::convert::Infallible>(()));
                assert_eq!(digits, system.representation(&n.into()), "{name} at {n}");
            }
            stored.addition = atom(&[1, -1, 1], Compare::Equal);
            assert!(recognize(&stored, &budget).is_err(), "{name}");
            stored.addition = atom(&[1, 1, -1], Compare::Equal);
            stored.less_than = Some(atom(&[-1, 1], Compare::Less));
            assert!(recognize(&stored, &budget).is_err(), "{name}");
        }
    }
}
