//! Deterministic automata with output: words over an alphabet of integers, indexed by tuples of digits.

use super::dfa::Dfa;
use super::letter::{Layout, Letter};
use super::minimize::{coarsest, quotient};
use super::transitions::{State, Transitions};

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
    use super::*;

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
