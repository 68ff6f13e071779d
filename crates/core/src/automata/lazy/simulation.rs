//! Which states of a nondeterministic automaton simulate which others: a set of states need not hold both.
//!
//! A state p simulates q if p accepts or q does not, and if each edge of q is answered by an edge of p that has its
//! letter and leads to a state that simulates its target. Of the relations that satisfy this the largest is meant, a
//! preorder (Milner 1971). From p all words are accepted that are from q, so a set that has both accepts the same
//! without q. The converse is false: sets may be left that are larger than they need be.
//!
//! Found in rounds, by the schematic algorithm of Henzinger, Henzinger, Kopke (1995), not by their efficient one. At
//! first all pairs are left that acceptance allows. A round strikes out those in which p does not answer some edge of
//! q, and looks only at letters of q whose targets have lost a state that simulates them. A round that strikes out none
//! is the last: as many as there are pairs at worst, five to ten were seen. A round is O(edges^2) at worst: for each
//! letter the edges of q times those of p.
//!
//! Bad for thousands of states of which many pairs are struck out late: two bits a pair, and each round looks at all
//! that are left. So there are limits on states, on letters, and on what is looked at; beyond them there is no answer.

use super::sets::{BitSets, places};
use crate::automata::by_letter::ByLetter;
use crate::automata::interner::{State, index};
use crate::automata::nfa::Nfa;
use crate::budget::{Budget, Halt};
use crate::tuning::automata::simulation;

/// For each state, others that make it superfluous.
#[derive(Debug)]
pub struct Simulations {
    /// For each state others that simulate it; of states that simulate each other, only those before it.
    stronger: BitSets,
    /// One set: the states for which there are any.
    weaker: BitSets,
}

impl Simulations {
    /// The simulations of an automaton; `None` if no state simulates another, or if they would take too long or too much memory.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(crate) fn of(nfa: &Nfa, budget: &Budget) -> Result<Option<Simulations>, Halt> {
        let states = nfa.states();
        if states > simulation::STATES || !budget.has_room(2 * states * states.div_ceil(64) * size_of::<u64>()) {
            return Ok(None);
        }
        let Some(above) = above(nfa, budget)? else { return Ok(None) };
        let mut simulations = Simulations { stronger: BitSets::new(states, states), weaker: BitSets::new(1, states) };
        for q in nfa.numbers() {
            // Of states that simulate each other the first is left.
            let is_stronger = |p: &State| *p != q && (*p < q || !above.has(p.index(), q));
            for p in above.members(q.index()).filter(is_stronger) {
                simulations.stronger.insert(q.index(), p);
                simulations.weaker.insert(0, q);
            }
        }
        let is_of_use = simulations.weaker.members(0).next().is_some();
        Ok(is_of_use.then_some(simulations))
    }

    /// Takes out of a set what others in it make superfluous. To be stronger is a strict order, so what is left are the states with
    /// none stronger in the set, whatever is taken out first. Returns how many words of 64 states it compared.
    pub(crate) fn prune(&self, set: &mut [u64]) -> usize {
        let mut compared = 0;
        for word in 0..set.len() {
            for place in places(set[word] & self.weaker.of(0)[word]) {
                let stronger = self.stronger.of(64 * word + index(place));
                let (own, other) = (set.chunks(simulation::WORDS_AT_ONCE), stronger.chunks(simulation::WORDS_AT_ONCE));
                let mut both = own.zip(other);
                let meets = both.position(|(own, other)| own.iter().zip(other).fold(0, |met, (a, b)| met | a & b) != 0);
                compared += meets.map_or(set.len(), |at| at * simulation::WORDS_AT_ONCE);
                if meets.is_some() {
                    set[word] &= !(1 << place);
                }
            }
        }
        compared
    }
}

/// For each state those that simulate it, itself included; `None` if there are too many letters or it takes too long.
fn above(nfa: &Nfa, budget: &Budget) -> Result<Option<BitSets>, Halt> {
    let edges = ByLetter::new(nfa.transitions());
    if !edges.is_indexed() {
        return Ok(None);
    }
    let states = nfa.states();
    let mut above = BitSets::new(states, states);
    for q in nfa.numbers() {
        for p in nfa.numbers().filter(|&p| nfa.accepting()[p] || !nfa.accepting()[q]) {
            above.insert(q.index(), p);
        }
    }
    let (mut looks, mut gone) = (0, Vec::new());
    // Which states lost some that simulate them, in the round before and in this one.
    let mut is_changed = vec![true; states];
    while is_changed.contains(&true) {
        let before = std::mem::replace(&mut is_changed, vec![false; states]);
        for q in nfa.numbers() {
            budget.check_now()?;
            let is_new = |edge: &(State, State)| before[edge.1] || is_changed[edge.1];
            let mut asked: Vec<(usize, &[(State, State)])> = (0..edges.letters())
                .map(|letter| (letter, edges.of(letter, q)))
                .filter(|(_, asked)| asked.iter().any(is_new))
                .collect();
            for p in above.members(q.index()) {
                let fails = |&(letter, asked): &(usize, &[(State, State)])| {
                    let own = edges.of(letter, p);
                    !asked.iter().all(|edge| own.iter().any(|answer| above.has(edge.1.index(), answer.1)))
                };
                if let Some(at) = asked.iter().position(fails) {
                    looks += at + 1;
                    // What one state does not answer others mostly do not either.
                    asked.swap(0, at);
                    gone.push(p);
                } else {
                    looks += asked.len();
                }
            }
            if looks > simulation::LOOKS {
                return Ok(None);
            }
            is_changed[q] = !gone.is_empty();
            for p in gone.drain(..) {
                above.remove(q.index(), p);
            }
        }
    }
    Ok(Some(above))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::automata::dfa::Dfa;
    use crate::automata::lazy::materialize::materialize;
    use crate::automata::lazy::subset::Subset;
    use crate::automata::letter::{Layout, Track};
    use crate::automata::testing::{arbitrary_dfa, words};
    use crate::automata::transitions::Transitions;

    /// The automaton with another start.
    fn from(nfa: &Nfa, start: State) -> Nfa {
        Nfa::new(nfa.layout().clone(), nfa.transitions().clone(), vec![start], nfa.accepting().to_vec())
    }

    fn pruned(nfa: &Nfa) -> Dfa {
        let budget = Budget::unlimited();
        let mut subset = Subset::new(nfa, nfa.layout().slots(), &[]);
        if let Some(simulations) = Simulations::of(nfa, &budget).unwrap() {
            subset.prune_by(simulations);
        }
        materialize(subset, nfa.layout(), nfa.layout().slots(), &budget).unwrap()
    }

    /// The pairs (q, p) in which p simulates q, as the definition says.
    fn by_definition(nfa: &Nfa) -> BTreeSet<(State, State)> {
        let all = nfa.numbers().flat_map(|q| nfa.numbers().map(move |p| (q, p)));
        let mut left: BTreeSet<_> = all.filter(|&(q, p)| nfa.accepting()[p] || !nfa.accepting()[q]).collect();
        loop {
            let before = left.clone();
            left.retain(|&(q, p)| {
                let answers = |(letter, to)| {
                    nfa.transitions().row(p).any(|(own, answer)| own == letter && before.contains(&(to, answer)))
                };
                nfa.transitions().row(q).all(answers)
            });
            if left == before {
                return left;
            }
        }
    }

    proptest! {
        #[test]
        fn what_simulates_is_what_the_definition_says(dfa in arbitrary_dfa(12, &[2, 2])) {
            let nfa = dfa.project(&[Track(1)]).drop_leading_zeros();
            let above = above(&nfa, &Budget::unlimited()).unwrap().expect("few states");
            let pairs = nfa.numbers().flat_map(|q| above.members(q.index()).map(move |p| (q, p)));
            prop_assert_eq!(pairs.collect::<BTreeSet<_>>(), by_definition(&nfa));
        }

        #[test]
        fn what_simulates_accepts_more(dfa in arbitrary_dfa(12, &[2, 2])) {
            let nfa = dfa.project(&[Track(1)]).drop_leading_zeros();
            let above = above(&nfa, &Budget::unlimited()).unwrap().expect("few states");
            for (q, p) in nfa.numbers().flat_map(|q| above.members(q.index()).map(move |p| (q, p))) {
                for word in words(nfa.layout(), 6) {
                    prop_assert!(!from(&nfa, q).accepts(word.iter().copied()) || from(&nfa, p).accepts(word));
                }
            }
        }

        #[test]
        fn pruned_sets_accept_as_much(dfa in arbitrary_dfa(14, &[2, 3, 2])) {
            let nfa = dfa.project(&[Track(1)]).drop_leading_zeros();
            prop_assert_eq!(pruned(&nfa).minimize(), nfa.determinize(&Budget::unlimited()).unwrap().minimize());
        }
    }

    #[test]
    fn of_a_chain_the_largest_is_left() {
        // 0 leads from q to q+1, and 1 from q to q and to q/2; 5 and more accept. So a larger number simulates a smaller one.
        let rows = (0..9u32).map(|q| {
            let mut row = vec![(0, (q + 1).min(8)), (1, q / 2), (1, q)];
            row.dedup();
            row
        });
        let accepting = (0..9).map(|q| q >= 5).collect();
        let layout = Layout::new(&[2]).unwrap();
        let nfa = Nfa::new(layout, Transitions::from_rows(rows), vec![State::START], accepting);
        assert_eq!(pruned(&nfa).states(), 9);
        assert!(nfa.determinize(&Budget::unlimited()).unwrap().states() > 20);
    }
}
