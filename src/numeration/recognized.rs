//! Systems given by automata, recognized as those that filbert generates.
//!
//! Stored systems are a language of representations and an adder. If the representations are those of a positional
//! system whose words are counted by its own weights, everything follows from them: the weights are the numbers of
//! words, their recurrence is found from these, and the stored adder must be the one that the weights give, which is
//! checked as an equality of automata. Systems of another kind (Ostrowski with a longer period, negative bases) are
//! refused: reading their words with these weights would be wrong.

use std::sync::Arc;

use crate::automata::{Budget, Dfa, State};

use super::NumerationError;
use super::linear::{Compare, LinearAtom};
use super::parry::{counts, minimal_recurrence};
use super::positional::Positional;
use super::system::{Direction, NumerationSystem, close};

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

/// The positional system that stored automata are.
///
/// # Errors
/// Why they are none.
pub fn recognize(stored: &StoredSystem, budget: &Budget) -> Result<Positional, NumerationError> {
    let wrong = |why: &str| NumerationError::NotRecognized(why.into());
    let limit = |limit: crate::automata::Limit| NumerationError::NotRecognized(limit.to_string());
    let sizes = stored.addition.layout().sizes();
    let [digits, second, third] = sizes[..] else {
        return Err(wrong("an adder has three tracks"));
    };
    if second != digits || third != digits {
        return Err(wrong("the tracks of its adder have other digits"));
    }
    let layout = crate::automata::Layout::new(&[digits]).expect("one track fits");
    let valid = match &stored.valid {
        Some(valid) if *valid.layout() == layout => valid.minimize(),
        Some(_) => return Err(wrong("its representations and its adder have other digits")),
        None => Dfa::universal(layout),
    };
    let mut validity: Vec<Vec<usize>> = Vec::with_capacity(valid.states());
    for q in 0..valid.states() as State {
        if !valid.transitions().letters(q).iter().copied().eq(0..valid.transitions().letters(q).len() as u64) {
            return Err(wrong("a representation may go on with some digit and not with a smaller one"));
        }
        validity.push(valid.transitions().targets(q).iter().map(|&target| target as usize).collect());
    }
    let accepting = valid.accepting().to_vec();
    let terms = counts(&validity, &accepting, 4 * validity.len() + 4);
    let recurrence = minimal_recurrence(&terms)
        .ok_or_else(|| wrong("the numbers of its representations of each length obey no short recurrence"))?;
    let positional = Positional::new(recurrence, validity, accepting)?;

    let name: Arc<str> = "msd_stored".into();
    let system = Arc::new(NumerationSystem::new(name, Direction::Msd, Arc::new(positional.clone())));
    let same = |stored: &Dfa, weights: &[i64], compare: Compare| {
        let own = system.linear(&LinearAtom::new(weights, compare, 0), budget)?;
        let systems = vec![system.clone(); weights.len()];
        Ok::<bool, crate::automata::Limit>(
            *stored.layout() == *own.layout() && close(stored, &systems, budget)? == *own,
        )
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
            let atom = |weights: &[i64], compare| {
                (*system.linear(&LinearAtom::new(weights, compare, 0), &budget).unwrap()).clone()
            };
            let mut stored = StoredSystem {
                valid: Some((**system.valid()).clone()),
                addition: atom(&[1, 1, -1], Compare::Equal),
                less_than: Some(atom(&[1, -1], Compare::Less)),
            };
            let found = recognize(&stored, &budget).unwrap();
            for n in 0..300u32 {
                assert_eq!(found.digits_of(&n.into()), system.positional().digits_of(&n.into()), "{name} at {n}");
            }
            stored.addition = atom(&[1, -1, 1], Compare::Equal);
            assert!(recognize(&stored, &budget).is_err(), "{name}");
            stored.addition = atom(&[1, 1, -1], Compare::Equal);
            stored.less_than = Some(atom(&[-1, 1], Compare::Less));
            assert!(recognize(&stored, &budget).is_err(), "{name}");
        }
    }
}
