//! Deterministic automata over tuples of digits: partial, trimmed, canonically numbered.

use super::letter::{Layout, Letter};
use super::moore::Moore;
use super::transitions::{Edge, Transitions};

/// A partial deterministic automaton, its outputs being whether a state accepts. State 0 is the start; a missing
/// transition rejects.
///
/// Two automata made by [`Moore::minimize`] are equal iff their languages are.
///
/// ```
/// use filbert::automata::{Dfa, Layout};
/// let layout = Layout::new(&[2]).unwrap();
/// let even_ones = Dfa::from_rows(layout, [(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 1), (1, 0)])]);
/// assert!(even_ones.accepts([1, 0, 1]));
/// assert!(!even_ones.accepts([1, 0, 0]));
/// ```
pub type Dfa = Moore<bool>;

impl Dfa {
    /// The automaton with these rows: whether the state accepts, and its edges in any order.
    ///
    /// # Panics
    /// If there is no state, a target does not exist, or two edges of a row have one letter.
    pub fn from_rows(layout: Layout, rows: impl IntoIterator<Item = (bool, Vec<Edge>)>) -> Dfa {
        let mut transitions = Transitions::new();
        let mut accepting = Vec::new();
        for (accepts, mut edges) in rows {
            transitions.push_row(&mut edges);
            accepting.push(accepts);
        }
        Dfa::new(layout, transitions, accepting)
    }

    /// The automaton that accepts nothing.
    pub fn empty(layout: Layout) -> Dfa {
        Dfa::from_rows(layout, [(false, vec![])])
    }

    /// The automaton that accepts every word.
    pub fn universal(layout: Layout) -> Dfa {
        let edges = layout.letters().map(|letter| (letter, 0)).collect();
        Dfa::from_rows(layout, [(true, edges)])
    }

    /// Whether each state accepts.
    pub fn accepting(&self) -> &[bool] {
        self.outputs()
    }

    /// True if no word is accepted. Exact on any automaton.
    pub fn is_empty(&self) -> bool {
        !self.transitions().reachable([0]).into_iter().any(|q| self.outputs()[q as usize])
    }

    /// Whether a word is accepted.
    pub fn accepts(&self, word: impl IntoIterator<Item = Letter>) -> bool {
        self.output(word) == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binary() -> Layout {
        Layout::new(&[2]).unwrap()
    }

    #[test]
    fn trimming_keeps_the_language() {
        let dfa = Dfa::from_rows(
            binary(),
            [
                (false, vec![(0, 2), (1, 1)]),
                (false, vec![(0, 1)]),
                (true, vec![(1, 3)]),
                (false, vec![]),
                (true, vec![]),
            ],
        );
        let trimmed = dfa.trim();
        assert_eq!(trimmed.states(), 2);
        assert!(trimmed.accepts([0]) && !trimmed.accepts([1]) && !trimmed.accepts([]));
    }

    #[test]
    fn an_automaton_that_cannot_accept_trims_to_the_empty_one() {
        let dfa = Dfa::from_rows(binary(), [(false, vec![(0, 0), (1, 1)]), (false, vec![])]);
        assert_eq!(dfa.trim(), Dfa::empty(binary()));
        assert!(dfa.is_empty());
    }

    #[test]
    fn permuting_tracks_permutes_words() {
        let layout = Layout::new(&[2, 3]).unwrap();
        let dfa = Dfa::from_rows(layout.clone(), [(false, vec![(layout.pack(&[1, 2]), 1)]), (true, vec![])]);
        let swapped = dfa.permute(&[1, 0]);
        assert!(swapped.accepts([swapped.layout().pack(&[2, 1])]));
        assert_eq!(swapped.permute(&[1, 0]), dfa);
    }
}
