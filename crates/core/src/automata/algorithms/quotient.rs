//! Quotients of languages.
//!
//! Hopcroft and Ullman, "Introduction to Automata Theory, Languages, and Computation" (1979), theorem 3.6: the states
//! of one automaton from which, or to which, some word of the other leads. Both walk over pairs of states, O(n m) rows.

use rustc_hash::FxHashSet;

use crate::automata::dfa::Dfa;
use crate::automata::interner::State;
use crate::automata::nfa::Nfa;
use crate::budget::{Budget, Halt};
use crate::planted::{Bug, planted};

impl Dfa {
    /// The right quotient: the words x such that xy is accepted here for some y that `other` accepts.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn right_quotient(&self, other: &Dfa, budget: &Budget) -> Result<Dfa, Halt> {
        assert_eq!(self.layout(), other.layout(), "languages over different alphabets");
        let mut accepting = vec![false; self.states()];
        for (q, accepts) in State::START.onwards().zip(&mut accepting) {
            *accepts = pairs(self, q, other, budget)?.iter().any(|&(a, b)| self.accepting()[a] && other.accepting()[b]);
        }
        Ok(Dfa::new(self.layout().clone(), self.transitions().clone(), accepting).minimize())
    }

    /// The left quotient: the words y such that xy is accepted here for some x that `prefixes` accepts.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn left_quotient(&self, prefixes: &Dfa, budget: &Budget) -> Result<Dfa, Halt> {
        assert_eq!(self.layout(), prefixes.layout(), "languages over different alphabets");
        let (whole, prefixes) = if planted(Bug::LeftQuotient) { (prefixes, self) } else { (self, prefixes) };
        let met = pairs(whole, State::START, prefixes, budget)?;
        let starts = met.into_iter().filter(|&(_, b)| prefixes.accepting()[b]).map(|(a, _)| a).collect();
        let nfa = Nfa::new(whole.layout().clone(), whole.transitions().clone(), starts, whole.accepting().to_vec());
        nfa.determinize(budget)?.minimize_within(budget)
    }
}

/// The pairs of states that one word reaches, from state `start` of the first and the start of the second.
fn pairs(first: &Dfa, start: State, second: &Dfa, budget: &Budget) -> Result<Vec<(State, State)>, Halt> {
    let mut seen = FxHashSet::from_iter([(start, State::START)]);
    let mut found = vec![(start, State::START)];
    let mut next = 0;
    while let Some(&(a, b)) = found.get(next) {
        for (letter, target) in second.transitions().row(b) {
            if let Some(met) = first.transitions().step(a, letter)
                && seen.insert((met, target))
            {
                found.push((met, target));
            }
        }
        budget.check(found.len())?;
        next += 1;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::letter::Letter;
    use crate::automata::testing::{arbitrary_dfa, words};

    proptest! {
        #[test]
        fn quotients_agree_with_their_definitions(a in arbitrary_dfa(3, &[2]), b in arbitrary_dfa(3, &[2])) {
            let budget = Budget::unlimited();
            let right = a.right_quotient(&b, &budget).unwrap();
            let left = a.left_quotient(&b, &budget).unwrap();
            // Nine pairs of states: a pair that is met is met by a word shorter than that.
            let others: Vec<Vec<Letter>> = words(b.layout(), 8).into_iter().filter(|y| b.accepts(y.clone())).collect();
            for x in words(a.layout(), 4) {
                let after = others.iter().any(|y| a.accepts(x.iter().chain(y).copied()));
                let before = others.iter().any(|y| a.accepts(y.iter().chain(&x).copied()));
                prop_assert_eq!(right.accepts(x.clone()), after);
                prop_assert_eq!(left.accepts(x.clone()), before);
            }
        }
    }
}
