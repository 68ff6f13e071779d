//! The edges of an automaton by letter and source, for those who ask for both at once. O(edges + states * letters).

use super::interner::{State, index, number};
use super::letter::Letter;
use super::transitions::Transitions;
use crate::tuning::automata::by_letter;

/// Transitions, letter after letter, those of one letter by their source.
pub struct ByLetter {
    /// Sorted, and where the edges of each begin.
    letters: Vec<Letter>,
    first: Vec<u32>,
    edges: Vec<(State, State)>,
    states: usize,
    /// Where those of each source begin, for each letter; empty if that were too many.
    sources: Vec<u32>,
}

impl ByLetter {
    /// The edges of these rows.
    pub fn new(transitions: &Transitions) -> ByLetter {
        let (letters, numbers) = transitions.numbered_letters();
        let mut first = vec![0; letters.len() + 1];
        numbers.iter().for_each(|&letter| first[index(letter) + 1] += 1);
        (1..first.len()).for_each(|at| first[at] += first[at - 1]);
        let mut free = first.clone();
        let mut edges = vec![(State::START, State::START); transitions.len()];
        for ((source, _, target), letter) in transitions.iter().zip(numbers) {
            let at = &mut free[index(letter)];
            edges[index(*at)] = (source, target);
            *at += 1;
        }
        let states = transitions.states();
        let mut sources = Vec::new();
        if (states + 1) * letters.len() <= by_letter::INDEXED_PLACES {
            for range in first.windows(2) {
                let mut at = range[0];
                for source in State::first(states) {
                    sources.push(at);
                    at += number(edges[index(at)..index(range[1])].iter().take_while(|edge| edge.0 == source).count());
                }
                sources.push(at);
            }
        }
        ByLetter { letters, first, edges, states, sources }
    }

    /// Number of letters that some edge has.
    pub fn letters(&self) -> usize {
        self.letters.len()
    }

    /// Whether the edges of a letter and a source are found at once, and not by halves.
    pub fn is_indexed(&self) -> bool {
        self.edges.is_empty() || !self.sources.is_empty()
    }

    /// The place of a letter, if some edge has it.
    pub fn letter(&self, letter: Letter) -> Option<usize> {
        self.letters.binary_search(&letter).ok()
    }

    /// The edges of the letter at this place.
    pub fn all_of(&self, letter: usize) -> &[(State, State)] {
        &self.edges[index(self.first[letter])..index(self.first[letter + 1])]
    }

    /// Those of one source, targets sorted.
    #[inline]
    pub fn of(&self, letter: usize, source: State) -> &[(State, State)] {
        if self.sources.is_empty() {
            let all = self.all_of(letter);
            let from = all.partition_point(|edge| edge.0 < source);
            let count = all[from..].iter().take_while(|edge| edge.0 == source).count();
            return &all[from..from + count];
        }
        let at = letter * (self.states + 1) + source.index();
        &self.edges[index(self.sources[at])..index(self.sources[at + 1])]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::letter::Track;
    use crate::automata::testing::arbitrary_dfa;

    proptest! {
        #[test]
        fn edges_are_found_by_letter_and_source(dfa in arbitrary_dfa(9, &[2, 3])) {
            let nfa = dfa.project(&[Track(0)]);
            let mut edges = ByLetter::new(nfa.transitions());
            for searched in [false, true] {
                if searched {
                    edges.sources = Vec::new();
                }
                for letter in nfa.layout().letters() {
                    for q in nfa.numbers() {
                        let expected = nfa.transitions().row(q).filter(|edge| edge.0 == letter).map(|edge| (q, edge.1));
                        let found = edges.letter(letter).map_or(&[][..], |letter| edges.of(letter, q));
                        prop_assert_eq!(found, expected.collect::<Vec<_>>());
                    }
                }
            }
        }
    }
}
