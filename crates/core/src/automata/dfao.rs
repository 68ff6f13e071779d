//! Deterministic automata with output: words over an alphabet of integers, indexed by tuples of digits.

use super::dfa::Dfa;
use super::interner::{Interner, State};
use super::letter::Letter;
use super::moore::Moore;
use super::unfold::unfold;
use crate::budget::{Budget, Halt};

/// A partial deterministic automaton whose states have outputs. State 0 is the start; a word that leaves the automaton
/// has no output.
pub type Dfao = Moore<i64>;

impl Dfao {
    /// The distinct outputs of the states that can be reached, sorted.
    pub fn values(&self) -> Vec<i64> {
        let mut values: Vec<i64> =
            self.transitions().reachable([State::START]).into_iter().map(|q| self.outputs()[q]).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The words whose output satisfies `wanted`.
    pub fn select(&self, wanted: impl Fn(i64) -> bool) -> Dfa {
        let accepting = self.outputs().iter().map(|&output| wanted(output)).collect();
        Dfa::new(self.layout().clone(), self.transitions().clone(), accepting).minimize()
    }

    /// The automaton that reads words from their other end: a word has the output that its reversal has here. A word
    /// whose reversal has no output has the output 0, or none.
    ///
    /// A state is a map from the states of this automaton: where the word that led there, reversed, takes each of them,
    /// seen by the output. There can be as many as there are such maps.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn reverse(&self, budget: &Budget) -> Result<Dfao, Halt> {
        let forward = self.trim();
        let mut edges: Vec<(Letter, State, State)> =
            forward.transitions().iter().map(|(source, letter, target)| (letter, source, target)).collect();
        edges.sort_unstable();
        let mut maps: Interner<Option<i64>> = Interner::default();
        maps.intern(&forward.outputs().iter().copied().map(Some).collect::<Vec<_>>());
        let mut extended = vec![None; forward.states()];
        let (transitions, outputs) = unfold(maps, budget, |map, maps, row| {
            for steps in edges.chunk_by(|a, b| a.0 == b.0) {
                extended.fill(None);
                for &(_, source, target) in steps {
                    extended[source] = map[target];
                }
                if extended.iter().any(Option::is_some) {
                    row.push((steps[0].0, maps.intern(&extended).0));
                    // One row may hold as many maps as there are letters.
                    budget.check(maps.len())?;
                }
            }
            Ok::<_, Halt>(map[0].unwrap_or(0))
        })?;
        Ok(Dfao::new(self.layout().clone(), transitions, outputs).minimize())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::letter::Layout;
    use super::super::testing::{arbitrary_dfa, words};
    use super::super::transitions::Transitions;
    use super::*;
    use crate::budget::Limit;

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
        let rows = (0..32u32).map(|q| vec![(0, 2 * q % 32), (1, (2 * q + 1) % 32)]);
        let transitions = Transitions::from_rows(rows);
        let late = Dfao::new(layout, transitions, (0..32).map(|q| q / 16).collect());
        let early = late.reverse(&Budget::unlimited()).unwrap();
        assert!(early.states() < 8);
        assert_eq!(early.reverse(&Budget::unlimited().with_states(31)), Err(Halt::Limit(Limit::States)));
        assert_eq!(early.reverse(&Budget::unlimited()).unwrap(), late.minimize());
    }

    #[test]
    fn minimizing_merges_states_with_equal_futures() {
        let layout = Layout::new(&[2]).unwrap();
        // Thue-Morse with its states doubled, and one that is never reached.
        let rows = [[(0, 0), (1, 1)], [(0, 3), (1, 2)], [(0, 2), (1, 3)], [(0, 1), (1, 0)], [(0, 4), (1, 4)]];
        let transitions = Transitions::from_rows(rows.map(Vec::from));
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
