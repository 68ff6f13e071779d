//! Deterministic automata over tuples of digits: partial, trimmed, canonically numbered.

use super::letter::{Layout, Letter, Moves, Slot};
use super::transitions::{Edge, State, Transitions};

/// A partial deterministic automaton. State 0 is the start; a missing transition rejects.
///
/// Two automata made by [`Dfa::minimize`](super::Dfa::minimize) are equal iff their languages are.
///
/// ```
/// use filbert::automata::{Dfa, Layout};
/// let layout = Layout::new(&[2]).unwrap();
/// let even_ones = Dfa::from_rows(layout, [(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 1), (1, 0)])]);
/// assert!(even_ones.accepts([1, 0, 1]));
/// assert!(!even_ones.accepts([1, 0, 0]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dfa {
    layout: Layout,
    transitions: Transitions,
    accepting: Vec<bool>,
}

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

    /// The automaton with these transitions.
    ///
    /// # Panics
    /// As [`Dfa::from_rows`].
    pub fn new(layout: Layout, transitions: Transitions, accepting: Vec<bool>) -> Dfa {
        assert!(!accepting.is_empty(), "an automaton has a start state");
        assert_eq!(transitions.states(), accepting.len());
        assert!(transitions.is_deterministic(), "two targets for one letter");
        assert!(transitions.all_targets().iter().all(|&q| (q as usize) < accepting.len()), "a target that is no state");
        Dfa { layout, transitions, accepting }
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

    /// How its letters are packed.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Its rows.
    pub fn transitions(&self) -> &Transitions {
        &self.transitions
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Whether each state accepts.
    pub fn accepting(&self) -> &[bool] {
        &self.accepting
    }

    /// True if no word is accepted. Exact on any automaton.
    pub fn is_empty(&self) -> bool {
        !self.transitions.reachable([0]).into_iter().any(|q| self.accepting[q as usize])
    }

    /// The state reached from `state` by a word.
    pub fn run(&self, state: State, word: impl IntoIterator<Item = Letter>) -> Option<State> {
        word.into_iter().try_fold(state, |q, letter| self.transitions.step(q, letter))
    }

    /// Whether a word is accepted.
    pub fn accepts(&self, word: impl IntoIterator<Item = Letter>) -> bool {
        self.run(0, word).is_some_and(|q| self.accepting[q as usize])
    }

    /// The same automaton without the states that cannot be reached or cannot accept, numbered in breadth-first order
    /// of sorted letters. Equal minimal automata come out equal.
    #[must_use]
    pub fn trim(&self) -> Dfa {
        let live = self.live();
        if !live[0] {
            return Dfa::empty(self.layout.clone());
        }
        let kept: Vec<State> = self.breadth_first(&live);
        let mut number = vec![None; self.states()];
        for (new, &old) in kept.iter().enumerate() {
            number[old as usize] = Some(new as State);
        }
        Dfa {
            layout: self.layout.clone(),
            transitions: self.transitions.renumbered(&kept, &number),
            accepting: kept.iter().map(|&q| self.accepting[q as usize]).collect(),
        }
    }

    /// Which states can reach acceptance.
    pub fn live(&self) -> Vec<bool> {
        let finals = (0..self.states() as State).filter(|&q| self.accepting[q as usize]);
        let mut live = vec![false; self.states()];
        for q in self.transitions.reversed().reachable(finals) {
            live[q as usize] = true;
        }
        live
    }

    fn breadth_first(&self, live: &[bool]) -> Vec<State> {
        let mut seen = vec![false; self.states()];
        seen[0] = true;
        let mut order = vec![0];
        let mut next = 0;
        while next < order.len() {
            for &target in self.transitions.targets(order[next]) {
                if live[target as usize] && !std::mem::replace(&mut seen[target as usize], true) {
                    order.push(target);
                }
            }
            next += 1;
        }
        order
    }

    /// The same relation with its tracks in another order: track i of the result is track `order[i]` of this one.
    #[must_use]
    pub fn permute(&self, order: &[usize]) -> Dfa {
        let sizes: Vec<u32> = order.iter().map(|&track| self.layout.sizes()[track]).collect();
        let layout = Layout::new(&sizes).expect("a permutation is as wide");
        let from: Vec<Slot> = order.iter().map(|&track| self.layout.slots()[track]).collect();
        let moves = Moves::new(&from, layout.slots());
        Dfa { transitions: self.transitions.moved(&moves), layout, accepting: self.accepting.clone() }
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
