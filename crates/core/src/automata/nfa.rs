//! Nondeterministic automata: what projection, reversal and regular expressions leave. `algorithms::determinize` makes
//! them deterministic.

use super::dfa::Dfa;
use super::graph::Graph;
use super::interner::{State, States};
use super::letter::{Layout, Letter, Moves, Slot, Track};
use super::transitions::Transitions;
use crate::planted::{Bug, planted};

/// An automaton with several starts and several targets a letter. No empty moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nfa {
    layout: Layout,
    transitions: Transitions,
    starts: Vec<State>,
    accepting: Vec<bool>,
}

impl From<&Dfa> for Nfa {
    fn from(dfa: &Dfa) -> Nfa {
        Nfa {
            layout: dfa.layout().clone(),
            transitions: dfa.transitions().clone(),
            starts: vec![State::START],
            accepting: dfa.accepting().to_vec(),
        }
    }
}

impl Nfa {
    /// The automaton with these transitions.
    ///
    /// # Panics
    /// If a start or a target is no state.
    pub fn new(layout: Layout, transitions: Transitions, mut starts: Vec<State>, accepting: Vec<bool>) -> Nfa {
        assert_eq!(transitions.states(), accepting.len());
        let states = accepting.len();
        assert!(transitions.is_closed() && starts.iter().all(|&q| q.index() < states), "no such state");
        starts.sort_unstable();
        starts.dedup();
        Nfa { layout, transitions, starts, accepting }
    }

    /// How its letters are packed.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Its rows.
    pub fn transitions(&self) -> &Transitions {
        &self.transitions
    }

    /// Its starts, sorted.
    pub fn starts(&self) -> &[State] {
        &self.starts
    }

    /// Whether each state accepts.
    pub fn accepting(&self) -> &[bool] {
        &self.accepting
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The numbers of the states.
    pub fn numbers(&self) -> States {
        self.transitions.numbers()
    }

    /// Whether a word is accepted, by following all runs.
    pub fn accepts(&self, word: impl IntoIterator<Item = Letter>) -> bool {
        let mut current = self.starts.clone();
        for letter in word {
            let mut next: Vec<State> =
                current.iter().flat_map(|&q| self.transitions.row(q)).filter(|e| e.0 == letter).map(|e| e.1).collect();
            next.sort_unstable();
            next.dedup();
            current = next;
        }
        current.iter().any(|&q| self.accepting[q])
    }

    /// The automaton of the reversed words.
    #[must_use]
    pub fn reverse(&self) -> Nfa {
        let finals = self.numbers().filter(|&q| self.accepting[q]).collect();
        let mut accepting = vec![false; self.states()];
        for &start in &self.starts {
            accepting[start] = true;
        }
        Nfa { layout: self.layout.clone(), transitions: self.transitions.reversed(), starts: finals, accepting }
    }

    /// Starts also wherever a word of zeros leads: the words whose extension by some leading zeros was accepted.
    #[must_use]
    pub fn drop_leading_zeros(mut self) -> Nfa {
        if planted(Bug::ZeroClosure) {
            return self;
        }
        self.starts = self.zero_closure(&self.transitions, self.starts.clone());
        self
    }

    /// Accepts also wherever a word of zeros leads to acceptance: the words whose extension by some trailing zeros was
    /// accepted.
    #[must_use]
    pub fn drop_trailing_zeros(mut self) -> Nfa {
        let finals = self.numbers().filter(|&q| self.accepting[q]).collect();
        for q in self.zero_closure(&self.transitions.reversed(), finals) {
            self.accepting[q] = true;
        }
        self
    }

    /// A fresh start that loops on zero before any start: the accepted words with any number of zeros in front.
    #[must_use]
    pub fn add_leading_zeros(&self) -> Nfa {
        let fresh = State::new(self.states());
        let mut transitions = self.transitions.clone();
        let mut row = vec![(Letter::ZERO, fresh)];
        row.extend(self.starts.iter().map(|&start| (Letter::ZERO, start)));
        transitions.push_row(&mut row);
        let mut accepting = self.accepting.clone();
        accepting.push(false);
        let mut starts = self.starts.clone();
        starts.push(fresh);
        Nfa { layout: self.layout.clone(), transitions, starts, accepting }
    }

    fn zero_closure(&self, transitions: &Transitions, from: Vec<State>) -> Vec<State> {
        let mut closed = Graph::new(transitions, |edge| edge.0 == Letter::ZERO).reachable(from);
        closed.sort_unstable();
        closed
    }

    /// The tracks `kept`, in that order, of the words accepted; the other tracks are forgotten.
    ///
    /// # Panics
    /// If a track does not exist.
    #[must_use]
    pub fn project(&self, kept: &[Track]) -> Nfa {
        let (layout, transitions) = project(&self.layout, &self.transitions, kept);
        Nfa { layout, transitions, starts: self.starts.clone(), accepting: self.accepting.clone() }
    }

    /// The transitions with their fields moved to other slots of a frame. Only these are returned, for `layout` does
    /// not describe them.
    pub(super) fn place(&self, slots: &[Slot]) -> Transitions {
        self.transitions.moved(&Moves::new(self.layout.slots(), slots))
    }
}

impl Dfa {
    /// The automaton of the reversed words.
    pub fn reverse(&self) -> Nfa {
        Nfa::from(self).reverse()
    }

    /// The tracks `kept`, in that order, of the words accepted; the other tracks are forgotten.
    ///
    /// # Panics
    /// If a track does not exist.
    pub fn project(&self, kept: &[Track]) -> Nfa {
        let (layout, transitions) = project(self.layout(), self.transitions(), kept);
        Nfa { layout, transitions, starts: vec![State::START], accepting: self.accepting().to_vec() }
    }
}

fn project(layout: &Layout, transitions: &Transitions, kept: &[Track]) -> (Layout, Transitions) {
    let (narrow, moves) = layout.taken(kept).expect("fewer tracks are not wider");
    let transitions = transitions.map_letters(|letter| Some(moves.apply(letter)));
    (narrow, transitions)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{arbitrary_dfa, words};
    use super::*;
    use crate::budget::Budget;

    proptest! {
        #[test]
        fn projection_forgets_a_track(dfa in arbitrary_dfa(8, &[2, 2])) {
            let budget = Budget::unlimited();
            let projected = dfa.project(&[Track(1)]).determinize(&budget).unwrap();
            let layout = dfa.layout();
            for length in 0..4usize {
                for kept in 0..1u32 << length {
                    let expected = (0..1u32 << length).any(|lost| {
                        dfa.accepts((0..length).map(|i| layout.pack(&[(lost >> i) & 1, (kept >> i) & 1])))
                    });
                    let word: Vec<u64> = (0..length).map(|i| u64::from((kept >> i) & 1)).collect();
                    prop_assert_eq!(projected.accepts(word), expected);
                }
            }
        }

        #[test]
        fn reversal_reverses_words(dfa in arbitrary_dfa(8, &[3])) {
            let budget = Budget::unlimited();
            let reversed = dfa.reverse();
            let deterministic = reversed.determinize(&budget).unwrap();
            for word in words(dfa.layout(), 5) {
                let backwards = word.iter().rev().copied();
                prop_assert_eq!(reversed.accepts(backwards.clone()), dfa.accepts(word.clone()));
                prop_assert_eq!(deterministic.accepts(backwards), dfa.accepts(word));
            }
            prop_assert_eq!(deterministic.minimize().reverse().determinize(&budget).unwrap().minimize(), dfa.minimize());
        }

        #[test]
        fn zeros_are_added_and_dropped(dfa in arbitrary_dfa(6, &[2])) {
            let budget = Budget::unlimited();
            let nfa = Nfa::from(&dfa);
            let dropped = nfa.clone().drop_leading_zeros().determinize(&budget).unwrap();
            let added = nfa.add_leading_zeros().determinize(&budget).unwrap();
            let trailing = nfa.drop_trailing_zeros().determinize(&budget).unwrap();
            for word in words(dfa.layout(), 5) {
                let padded = |zeros: usize| std::iter::repeat_n(Letter::ZERO, zeros).chain(word.iter().copied());
                let padded_after = |zeros: usize| word.iter().copied().chain(std::iter::repeat_n(Letter::ZERO, zeros));
                prop_assert_eq!(dropped.accepts(word.clone()), (0..=6).any(|zeros| dfa.accepts(padded(zeros))));
                prop_assert_eq!(trailing.accepts(word.clone()), (0..=6).any(|zeros| dfa.accepts(padded_after(zeros))));
                let zeros = word.iter().take_while(|&&letter| letter == Letter::ZERO).count();
                prop_assert_eq!(added.accepts(word.clone()), (0..=zeros).any(|z| dfa.accepts(word[z..].iter().copied())));
            }
        }
    }
}
