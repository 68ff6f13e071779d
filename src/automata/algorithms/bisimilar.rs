//! Nondeterministic automata with one state for all that are bisimilar: that accept or do not, and lead by each letter to
//! bisimilar ones.
//!
//! Park (1981), found by Moore's rounds (1956), where a state is told apart by the set of letters and classes that its row
//! has. Bisimilar states accept the same words, so that one in their place changes nothing, and sets of states have fewer
//! members. What tracks that are forgotten told apart is often bisimilar then: half of the states, or none. O(edges log edges)
//! a round, of which mostly ten are enough; given up where it takes many, for only the last partition is a bisimulation.

use crate::automata::interner::{Interner, State};
use crate::automata::nfa::Nfa;
use crate::automata::transitions::Transitions;
use crate::budget::{Budget, Halt};

/// Rounds at most.
const MOST_ROUNDS: usize = 32;
/// Bytes for each edge, in the rows of a round and in what comes out.
const BYTES_OF_EDGE: usize = 24;

/// The class of each state by bisimilarity, numbered in the order of their first members; `None` if that takes too many
/// rounds, or too much memory.
fn classes(nfa: &Nfa, budget: &Budget) -> Result<Option<Vec<State>>, Halt> {
    let transitions = nfa.transitions();
    if !budget.has_room(transitions.len().saturating_mul(BYTES_OF_EDGE)) {
        return Ok(None);
    }
    let (_, letters) = transitions.numbered_letters();
    let mut classes: Vec<State> = nfa.accepting().iter().map(|&accepts| State::from(u32::from(accepts))).collect();
    let (mut known, mut row, mut key) = (0, Vec::new(), Vec::new());
    for _ in 0..MOST_ROUNDS {
        budget.check_now()?;
        let mut signatures: Interner<u32> = Interner::default();
        let mut next = Vec::with_capacity(classes.len());
        for q in nfa.numbers() {
            let targets = transitions.targets(q).iter().map(|&target| u32::from(classes[target]));
            row.clear();
            row.extend(letters[transitions.range(q)].iter().copied().zip(targets));
            row.sort_unstable();
            row.dedup();
            key.clear();
            key.push(u32::from(classes[q]));
            key.extend(row.iter().flat_map(|&(letter, class)| [letter, class]));
            next.push(signatures.intern(&key).0);
        }
        classes = next;
        if signatures.len() == known {
            return Ok(Some(classes));
        }
        known = signatures.len();
    }
    Ok(None)
}

impl Nfa {
    /// An automaton of the same words with one state for all that are bisimilar, and which state that is for each; `None`
    /// if that takes too long, or too much memory.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn merged(&self, budget: &Budget) -> Result<Option<(Nfa, Vec<State>)>, Halt> {
        let Some(classes) = classes(self, budget)? else { return Ok(None) };
        let (mut transitions, mut accepting, mut row) = (Transitions::new(), Vec::new(), Vec::new());
        for q in self.numbers() {
            // The first member has the edges of all.
            if classes[q].index() == accepting.len() {
                row.clear();
                row.extend(self.transitions().row(q).map(|(letter, target)| (letter, classes[target])));
                transitions.push_row(&mut row);
                accepting.push(self.accepting()[q]);
            }
        }
        let starts = self.starts().iter().map(|&start| classes[start]).collect();
        Ok(Some((Nfa::new(self.layout().clone(), transitions, starts, accepting), classes)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::letter::Track;
    use crate::automata::testing::{arbitrary_dfa, words};

    /// Whether each pair of states is bisimilar, by taking pairs away that are told apart until none is.
    fn by_definition(nfa: &Nfa) -> Vec<Vec<bool>> {
        let mut alike: Vec<Vec<bool>> =
            nfa.accepting().iter().map(|a| nfa.accepting().iter().map(|b| a == b).collect()).collect();
        loop {
            let known = alike.clone();
            let follows = |p: State, q: State| {
                nfa.transitions().row(p).all(|(letter, target)| {
                    let mut others = nfa.transitions().row(q);
                    others.any(|other| other.0 == letter && known[target][other.1.index()])
                })
            };
            for (p, row) in nfa.numbers().zip(&mut alike) {
                for (q, is_alike) in nfa.numbers().zip(row) {
                    *is_alike &= follows(p, q) && follows(q, p);
                }
            }
            if alike == known {
                return alike;
            }
        }
    }

    proptest! {
        #[test]
        fn bisimilar_states_are_one(dfa in arbitrary_dfa(9, &[2, 2, 2])) {
            let budget = Budget::unlimited();
            let nfa = dfa.project(&[Track(1)]).drop_leading_zeros();
            let (merged, classes) = nfa.merged(&budget).unwrap().unwrap();
            let alike = by_definition(&nfa);
            for p in nfa.numbers() {
                for q in nfa.numbers() {
                    prop_assert_eq!(classes[p] == classes[q], alike[p][q.index()]);
                }
            }
            for word in words(nfa.layout(), 6) {
                prop_assert_eq!(merged.accepts(word.iter().copied()), nfa.accepts(word));
            }
        }
    }
}
