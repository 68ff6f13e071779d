//! How many words a finite language has.
//!
//! The states on the way to a word that counts have no circle then: the ways to each are summed in topological order.
//! Linear in the edges, but for the sums, which may have as many bits as the longest word has letters.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::automata::dfa::Dfa;
use crate::automata::interner::State;
use crate::automata::letter::Letter;

impl Dfa {
    /// How many words are accepted that do not begin with the zero letter; `None` if infinitely many are.
    pub fn count_words(&self) -> Option<BigUint> {
        let mut ways = vec![BigUint::zero(); self.states()];
        for (_, target) in self.transitions().row(State::START).filter(|&(letter, _)| letter != Letter::ZERO) {
            ways[target.index()] += BigUint::one();
        }
        let firsts = self.numbers().filter(|q| !ways[q.index()].is_zero());
        let behind = self.marked(self.transitions().reachable(firsts));
        let ends = self.numbers().filter(|&q| self.accepting()[q]);
        let live = self.marked(self.transitions().reversed().reachable(ends));
        let kept: Vec<bool> = behind.iter().zip(live).map(|(behind, live)| *behind && live).collect();
        let ways = self.ways(ways, &kept)?;
        let counted = self.numbers().filter(|&q| kept[q.index()] && self.accepting()[q]);
        let empty = BigUint::from(u32::from(self.accepting()[0]));
        Some(counted.fold(empty, |sum, q| sum + &ways[q.index()]))
    }

    /// How many words are accepted that do not end with the zero letter; `None` if infinitely many are.
    pub fn count_mirrored(&self) -> Option<BigUint> {
        let mut ways = vec![BigUint::zero(); self.states()];
        ways[0] = BigUint::one();
        let last = |&(_, letter, target): &(State, Letter, State)| letter != Letter::ZERO && self.accepting()[target];
        let lasts: Vec<State> = self.transitions().iter().filter(last).map(|(state, ..)| state).collect();
        let reached = self.marked(self.transitions().reachable([State::START]));
        let useful = self.marked(self.transitions().reversed().reachable(lasts.iter().copied()));
        let kept: Vec<bool> = reached.iter().zip(useful).map(|(reached, useful)| *reached && useful).collect();
        let ways = self.ways(ways, &kept)?;
        let empty = BigUint::from(u32::from(self.accepting()[0]));
        Some(lasts.iter().filter(|q| kept[q.index()]).fold(empty, |sum, q| sum + &ways[q.index()]))
    }

    fn marked(&self, states: Vec<State>) -> Vec<bool> {
        let mut marked = vec![false; self.states()];
        states.iter().for_each(|q| marked[q.index()] = true);
        marked
    }

    /// In how many ways each of the states that are kept is come to through such states, from the ways that are given;
    /// `None` if they have a circle.
    fn ways(&self, mut ways: Vec<BigUint>, kept: &[bool]) -> Option<Vec<BigUint>> {
        let targets = |q: State| self.transitions().targets(q).iter().copied().filter(|target| kept[target.index()]);
        let mut waits_for = vec![0usize; self.states()];
        let own = || self.numbers().filter(|q| kept[q.index()]);
        own().flat_map(targets).for_each(|target| waits_for[target.index()] += 1);
        let mut ready: Vec<State> = own().filter(|q| waits_for[q.index()] == 0).collect();
        let mut left = own().count();
        while let Some(q) = ready.pop() {
            left -= 1;
            let here = ways[q.index()].clone();
            for target in targets(q) {
                ways[target.index()] += &here;
                waits_for[target.index()] -= 1;
                if waits_for[target.index()] == 0 {
                    ready.push(target);
                }
            }
        }
        (left == 0).then_some(ways)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::automata::letter::Letter;
    use crate::automata::testing::{arbitrary_dfa, words};

    proptest! {
        #[test]
        fn counting_is_listing_all_words(dfa in arbitrary_dfa(4, &[2])) {
            // A word that counts, longer than twice the states, shows that there are infinitely many.
            let most = 2 * dfa.states() + 1;
            let all: Vec<_> = words(dfa.layout(), most).into_iter().filter(|word| dfa.accepts(word.clone())).collect();
            let counted = |zero: fn(&[Letter]) -> Option<&Letter>| {
                let own = all.iter().filter(|word| zero(word) != Some(&Letter::ZERO));
                let (long, short): (Vec<_>, Vec<_>) = own.partition(|word| word.len() > dfa.states() + 1);
                long.is_empty().then(|| short.len().into())
            };
            prop_assert_eq!(dfa.count_words(), counted(|word| word.first()));
            prop_assert_eq!(dfa.count_mirrored(), counted(|word| word.last()));
        }
    }
}
