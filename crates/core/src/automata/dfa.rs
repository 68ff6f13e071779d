//! Deterministic automata over tuples of digits: partial, trimmed, canonically numbered.

use super::interner::State;
use super::letter::{Layout, Letter};
use super::moore::Moore;
use super::transitions::Transitions;

/// A partial deterministic automaton, its outputs being whether a state accepts. State 0 is the start; a missing
/// transition rejects.
///
/// Two automata made by [`Moore::minimize`] are equal iff their languages are.
///
/// ```
/// use filbert_core::automata::{Dfa, Layout};
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
    pub fn from_rows<L: Into<Letter>, S: Into<State>>(
        layout: Layout,
        rows: impl IntoIterator<Item = (bool, Vec<(L, S)>)>,
    ) -> Dfa {
        let (accepting, rows): (Vec<bool>, Vec<Vec<(L, S)>>) = rows.into_iter().unzip();
        Dfa::new(layout, Transitions::from_rows(rows), accepting)
    }

    /// The automaton that accepts nothing.
    pub fn empty(layout: Layout) -> Dfa {
        Dfa::new(layout, Transitions::without_edges(1), vec![false])
    }

    /// The automaton that accepts every word.
    pub fn universal(layout: Layout) -> Dfa {
        let edges = layout.letters().map(|letter| (letter, State::START)).collect();
        Dfa::from_rows(layout, [(true, edges)])
    }

    /// Whether each state accepts.
    pub fn accepting(&self) -> &[bool] {
        self.outputs()
    }

    /// True if no word is accepted. Exact on any automaton.
    pub fn is_empty(&self) -> bool {
        !self.transitions().reachable([State::START]).into_iter().any(|q| self.outputs()[q])
    }

    /// Whether a word is accepted.
    pub fn accepts(&self, word: impl IntoIterator<Item = impl Into<Letter>>) -> bool {
        self.output(word) == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::letter::Track;
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
        assert!(trimmed.accepts([0]) && !trimmed.accepts([1]) && !trimmed.accepts([0; 0]));
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
        let swapped = dfa.permute(&[Track(1), Track(0)]);
        assert!(swapped.accepts([swapped.layout().pack(&[2, 1])]));
        assert_eq!(swapped.permute(&[Track(1), Track(0)]), dfa);
    }
}
