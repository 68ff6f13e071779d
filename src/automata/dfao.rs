//! Deterministic automata with output: words over an alphabet of integers, indexed by tuples of digits.

use super::dfa::Dfa;
use super::interner::Interner;
use super::letter::{Layout, Letter, Moves, Slot};
use super::minimize::{coarsest, quotient};
use super::transitions::{State, Transitions};
use crate::budget::{Budget, Limit};

/// A partial deterministic automaton whose states have outputs. State 0 is the start; a word that leaves the automaton
/// has no output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfao {
    layout: Layout,
    transitions: Transitions,
    outputs: Vec<i64>,
}

impl Dfao {
    /// The automaton with these transitions.
    ///
    /// # Panics
    /// If there is no state, a target does not exist, or two edges of a row have one letter.
    pub fn new(layout: Layout, transitions: Transitions, outputs: Vec<i64>) -> Dfao {
        assert!(!outputs.is_empty(), "an automaton has a start state");
        assert_eq!(transitions.states(), outputs.len());
        assert!(transitions.is_deterministic(), "two targets for one letter");
        assert!(transitions.all_targets().iter().all(|&q| (q as usize) < outputs.len()), "a target that is no state");
        Dfao { layout, transitions, outputs }
    }

    /// How its letters are packed.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Its rows.
    pub fn transitions(&self) -> &Transitions {
        &self.transitions
    }

    /// The output of each state.
    pub fn outputs(&self) -> &[i64] {
        &self.outputs
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.outputs.len()
    }

    /// The distinct outputs of the states that can be reached, sorted.
    pub fn values(&self) -> Vec<i64> {
        let mut values: Vec<i64> =
            self.transitions.reachable([0]).into_iter().map(|q| self.outputs[q as usize]).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The output of a word, if it has one.
    pub fn output(&self, word: impl IntoIterator<Item = Letter>) -> Option<i64> {
        let state = word.into_iter().try_fold(0, |q, letter| self.transitions.step(q, letter))?;
        Some(self.outputs[state as usize])
    }

    /// The same function with its tracks in another order: track i of the result is track `order[i]` of this one.
    #[must_use]
    pub fn permute(&self, order: &[usize]) -> Dfao {
        let sizes: Vec<u32> = order.iter().map(|&track| self.layout.sizes()[track]).collect();
        let layout = Layout::new(&sizes).expect("a permutation is as wide");
        let from: Vec<Slot> = order.iter().map(|&track| self.layout.slots()[track]).collect();
        let moves = Moves::new(&from, layout.slots());
        Dfao { transitions: self.transitions.moved(&moves), layout, outputs: self.outputs.clone() }
    }

    /// The words whose output satisfies `wanted`.
    pub fn select(&self, wanted: impl Fn(i64) -> bool) -> Dfa {
        let accepting = self.outputs.iter().map(|&output| wanted(output)).collect();
        Dfa::new(self.layout.clone(), self.transitions.clone(), accepting).minimize()
    }

    /// The smallest automaton with the same output on every word, canonically numbered.
    #[must_use]
    pub fn minimize(&self) -> Dfao {
        let reached = self.trim();
        let values = reached.values();
        let initial: Vec<u32> =
            reached.outputs.iter().map(|o| values.binary_search(o).expect("a reached output") as u32).collect();
        let classes = coarsest(&reached.transitions, &initial);
        let count = classes.iter().max().map_or(0, |&c| c as usize + 1);
        let (transitions, members) = quotient(&reached.transitions, &classes, count);
        let outputs = members.iter().map(|&q| reached.outputs[q as usize]).collect();
        Dfao { layout: self.layout.clone(), transitions, outputs }.trim()
    }

    /// The automaton that reads words from their other end: a word has the output that its reversal has here. A word
    /// whose reversal has no output has the output 0, or none.
    ///
    /// A state is a map from the states of this automaton: where the word that led there, reversed, takes each of them,
    /// seen by the output. There can be as many as there are such maps.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn reverse(&self, budget: &Budget) -> Result<Dfao, Limit> {
        let forward = self.trim();
        let mut edges: Vec<(Letter, State, State)> =
            forward.transitions.iter().map(|(source, letter, target)| (letter, source, target)).collect();
        edges.sort_unstable();
        let mut maps: Interner<Option<i64>> = Interner::default();
        maps.intern(&forward.outputs.iter().copied().map(Some).collect::<Vec<_>>());
        let mut transitions = Transitions::new();
        let mut outputs = Vec::new();
        let mut row = Vec::new();
        let mut extended = vec![None; forward.states()];
        while outputs.len() < maps.len() {
            let map = maps.get(outputs.len() as State).to_vec();
            row.clear();
            for steps in edges.chunk_by(|a, b| a.0 == b.0) {
                extended.fill(None);
                for &(_, source, target) in steps {
                    extended[source as usize] = map[target as usize];
                }
                if extended.iter().any(Option::is_some) {
                    row.push((steps[0].0, maps.intern(&extended).0));
                    budget.check(maps.len())?;
                }
            }
            transitions.push_row(&mut row);
            outputs.push(map[0].unwrap_or(0));
        }
        Ok(Dfao { layout: self.layout.clone(), transitions, outputs }.minimize())
    }

    /// The states that can be reached, in breadth-first order.
    fn trim(&self) -> Dfao {
        let kept = self.transitions.reachable([0]);
        let mut number = vec![None; self.states()];
        for (new, &old) in kept.iter().enumerate() {
            number[old as usize] = Some(new as State);
        }
        Dfao {
            layout: self.layout.clone(),
            transitions: self.transitions.renumbered(&kept, &number),
            outputs: kept.iter().map(|&q| self.outputs[q as usize]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{arbitrary_dfa, words};
    use super::*;

    proptest! {
        #[test]
        fn reversal_reverses_words(dfa in arbitrary_dfa(5, &[2, 2]), outputs in proptest::collection::vec(-1i64..3, 5)) {
            let dfao = Dfao::new(dfa.layout().clone(), dfa.transitions().clone(), outputs[..dfa.states()].to_vec());
            let reversed = dfao.reverse(&Budget::unlimited()).unwrap();
            for word in words(dfa.layout(), 4) {
                let backwards = reversed.output(word.iter().rev().copied());
                match dfao.output(word) {
                    None => prop_assert!(matches!(backwards, None | Some(0))),
                    output => prop_assert_eq!(backwards, output),
                }
            }
        }
    }

    #[test]
    fn a_reversal_may_pass_a_limit() {
        // The output is the digit five places before the end; its reversal needs few states, and back again 2^5.
        let layout = Layout::new(&[2]).unwrap();
        let mut transitions = Transitions::new();
        for q in 0..32u32 {
            transitions.push_row(&mut vec![(0, 2 * q % 32), (1, (2 * q + 1) % 32)]);
        }
        let late = Dfao::new(layout, transitions, (0..32).map(|q| q / 16).collect());
        let early = late.reverse(&Budget::unlimited()).unwrap();
        assert!(early.states() < 8);
        assert_eq!(early.reverse(&Budget::unlimited().with_states(31)), Err(Limit::States));
        assert_eq!(early.reverse(&Budget::unlimited()).unwrap(), late.minimize());
    }

    #[test]
    fn minimizing_merges_states_with_equal_futures() {
        let layout = Layout::new(&[2]).unwrap();
        let mut transitions = Transitions::new();
        // Thue-Morse with its states doubled, and one that is never reached.
        for row in [[(0, 0), (1, 1)], [(0, 3), (1, 2)], [(0, 2), (1, 3)], [(0, 1), (1, 0)], [(0, 4), (1, 4)]] {
            transitions.push_row(&mut row.to_vec());
        }
        let doubled = Dfao::new(layout, transitions, vec![0, 1, 0, 1, 7]);
        let minimal = doubled.minimize();
        assert_eq!(minimal.states(), 2);
        assert_eq!(minimal.values(), [0, 1]);
        for n in 0..32u64 {
            let word: Vec<u64> = (0..5).rev().map(|i| (n >> i) & 1).collect();
            assert_eq!(minimal.output(word.clone()), Some(i64::from(n.count_ones() % 2)));
            assert_eq!(minimal.select(|o| o == 1).accepts(word), n.count_ones() % 2 == 1);
        }
    }
}
