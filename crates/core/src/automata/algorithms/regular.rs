//! Regular operations on languages: union, concatenation, star, complement, intersection, difference.
//!
//! The standard constructions (Hopcroft and Ullman 1979), without empty moves: a concatenation copies the rows of the
//! second part's starts to the accepting states of the first, a star those of its own starts. Union, concatenation and
//! star are nondeterministic and linear, but for these copies. Intersection and difference are products of
//! deterministic automata. Bad is only the complement: it has a row over the whole alphabet for each state, and gives
//! up where that is too large; so differences are built without it.

use std::sync::Arc;

use crate::automata::dfa::Dfa;
use crate::automata::interner::{Interner, State};
use crate::automata::lazy::automaton::LazyAutomaton;
use crate::automata::lazy::materialize::minimized;
use crate::automata::lazy::product::Product;
use crate::automata::lazy::stored::StoredAutomaton;
use crate::automata::letter::{Layout, Letter};
use crate::automata::nfa::Nfa;
use crate::automata::transitions::{Edge, Transitions};
use crate::automata::unfold::unfold;
use crate::budget::{Budget, Halt, Unsupported};
use crate::tuning::LISTED_LETTERS;

impl Nfa {
    /// The words of length one over some letters.
    pub fn letters(layout: Layout, letters: impl IntoIterator<Item = Letter>) -> Nfa {
        let row = letters.into_iter().map(|letter| (letter, 1)).collect();
        Nfa::new(layout, Transitions::from_rows([row, Vec::new()]), vec![State::START], vec![false, true])
    }

    /// The empty word alone.
    pub fn empty_word(layout: Layout) -> Nfa {
        Nfa::new(layout, Transitions::without_edges(1), vec![State::START], vec![true])
    }

    /// Whether the empty word is accepted.
    pub fn accepts_empty(&self) -> bool {
        self.starts().iter().any(|&start| self.accepting()[start])
    }

    /// The words of either.
    #[must_use]
    pub fn union(&self, other: &Nfa) -> Nfa {
        let beside = Beside::new(self, other);
        let mut accepting = self.accepting().to_vec();
        accepting.extend(other.accepting());
        let mut starts = self.starts().to_vec();
        starts.extend(beside.second_starts());
        beside.finish(starts, accepting, |_| false)
    }

    /// The words of this one followed by words of the other.
    #[must_use]
    pub fn concat(&self, other: &Nfa) -> Nfa {
        let beside = Beside::new(self, other);
        let mut accepting = match other.accepts_empty() {
            true => self.accepting().to_vec(),
            false => vec![false; self.states()],
        };
        accepting.extend(other.accepting());
        let mut starts = self.starts().to_vec();
        if self.accepts_empty() {
            starts.extend(beside.second_starts());
        }
        beside.finish(starts, accepting, |q| self.accepting()[q])
    }

    /// Any number of words of this one, none included.
    #[must_use]
    pub fn star(&self) -> Nfa {
        // One more state for the empty word; where a word ends the next may begin.
        let mut transitions = Transitions::new();
        let mut row: Vec<Edge> = Vec::new();
        for q in self.numbers() {
            row.clear();
            row.extend(self.transitions().row(q));
            if self.accepting()[q] {
                row.extend(self.starts().iter().flat_map(|&start| self.transitions().row(start)));
            }
            transitions.push_row(&mut row);
        }
        row.clear();
        transitions.push_row(&mut row);
        let mut starts = self.starts().to_vec();
        starts.push(State::new(self.states()));
        let mut accepting = self.accepting().to_vec();
        accepting.push(true);
        Nfa::new(self.layout().clone(), transitions, starts, accepting)
    }
}

/// Two automata side by side, the second's states numbered after the first's.
struct Beside<'a> {
    first: &'a Nfa,
    second: &'a Nfa,
}

impl<'a> Beside<'a> {
    fn new(first: &'a Nfa, second: &'a Nfa) -> Beside<'a> {
        assert_eq!(first.layout(), second.layout(), "languages over different alphabets");
        Beside { first, second }
    }

    fn shift(&self, state: State) -> State {
        state.after(self.first.states())
    }

    fn second_starts(&self) -> impl Iterator<Item = State> {
        self.second.starts().iter().map(|&start| self.shift(start))
    }

    /// The rows of both; a state of the first that `continues` has the rows of the second's starts too.
    fn finish(&self, starts: Vec<State>, accepting: Vec<bool>, continues: impl Fn(State) -> bool) -> Nfa {
        let shifted = |q: State| self.second.transitions().row(q).map(|(letter, target)| (letter, self.shift(target)));
        let mut transitions = Transitions::new();
        let mut row: Vec<Edge> = Vec::new();
        for q in self.first.numbers() {
            row.clear();
            row.extend(self.first.transitions().row(q));
            if continues(q) {
                row.extend(self.second.starts().iter().flat_map(|&start| shifted(start)));
            }
            transitions.push_row(&mut row);
        }
        for q in self.second.numbers() {
            row.clear();
            row.extend(shifted(q));
            transitions.push_row(&mut row);
        }
        Nfa::new(self.first.layout().clone(), transitions, starts, accepting)
    }
}

impl Dfa {
    /// Every word that is not accepted.
    ///
    /// # Errors
    /// [`Unsupported::Width`] if the alphabet is too large to be listed.
    pub fn complement(&self) -> Result<Dfa, Halt> {
        let alphabet = self.layout().sizes().iter().map(|&size| u64::from(size)).try_fold(1u64, u64::checked_mul);
        if alphabet.is_none_or(|letters| letters > LISTED_LETTERS) {
            return Err(Halt::Unsupported(Unsupported::Width));
        }
        let sink = State::new(self.states());
        let letters: Vec<Letter> = self.layout().letters().collect();
        let rows = State::first(self.states() + 1).map(|q| {
            let to_sink = |&letter: &Letter| (letter, sink);
            if q == sink {
                return (true, letters.iter().map(to_sink).collect());
            }
            let row = letters.iter().map(|&letter| (letter, self.transitions().step(q, letter).unwrap_or(sink)));
            (!self.accepting()[q], row.collect())
        });
        Ok(Dfa::from_rows(self.layout().clone(), rows).minimize())
    }

    /// The words of both. They have one layout.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn intersect(&self, other: &Dfa, budget: &Budget) -> Result<Dfa, Halt> {
        assert_eq!(self.layout(), other.layout(), "languages over different alphabets");
        let slots = self.layout().slots();
        let part = |dfa: &Dfa| -> Box<dyn LazyAutomaton> {
            Box::new(StoredAutomaton::new(Arc::new(dfa.clone()), slots, Arc::new([])))
        };
        let join = Product::new(vec![part(self), part(other)], Vec::new());
        minimized(join, self.layout(), slots, budget)
    }

    /// The words of this one that are not the other's, whose complement is not built. They have one layout.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn difference(&self, other: &Dfa, budget: &Budget) -> Result<Dfa, Halt> {
        const NOWHERE: usize = usize::MAX;
        assert_eq!(self.layout(), other.layout(), "languages over different alphabets");
        let mut pairs: Interner<usize> = Interner::default();
        pairs.intern(&[0, 0]);
        let (transitions, accepting) = unfold(pairs, budget, |key, pairs, row| {
            let state = |place: usize| (place != NOWHERE).then(|| State::new(place));
            let (own, beside) = (State::new(key[0]), state(key[1]));
            for (letter, target) in self.transitions().row(own) {
                let beside = beside.and_then(|beside| other.transitions().step(beside, letter));
                row.push((letter, pairs.intern(&[target.index(), beside.map_or(NOWHERE, State::index)]).0));
            }
            budget.check(row.len())?;
            Ok::<_, Halt>(self.accepting()[own] && !beside.is_some_and(|beside| other.accepting()[beside]))
        })?;
        Dfa::new(self.layout().clone(), transitions, accepting).minimize_within(budget)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::testing::{arbitrary_dfa, words};

    proptest! {
        #[test]
        fn regular_operations_agree_with_their_definitions(a in arbitrary_dfa(4, &[2]), b in arbitrary_dfa(4, &[2])) {
            let budget = Budget::unlimited();
            let (x, y) = (Nfa::from(&a), Nfa::from(&b));
            let (union, concat, star) = (x.union(&y), x.concat(&y), x.star());
            let (both, not) = (a.intersect(&b, &budget).unwrap(), a.complement().unwrap());
            let alone = a.difference(&b, &budget).unwrap();
            for word in words(a.layout(), 6) {
                let (p, q) = (a.accepts(word.clone()), b.accepts(word.clone()));
                prop_assert_eq!(alone.accepts(word.clone()), p && !q);
                prop_assert_eq!(union.accepts(word.clone()), p || q);
                prop_assert_eq!(both.accepts(word.clone()), p && q);
                prop_assert_eq!(not.accepts(word.clone()), !p);
                let splits = (0..=word.len()).any(|i| a.accepts(word[..i].to_vec()) && b.accepts(word[i..].to_vec()));
                prop_assert_eq!(concat.accepts(word.clone()), splits);
                // Which prefixes are products of words.
                let mut product = vec![true];
                for end in 1..=word.len() {
                    product.push((0..end).any(|start| product[start] && a.accepts(word[start..end].to_vec())));
                }
                prop_assert_eq!(star.accepts(word.clone()), product[word.len()]);
                prop_assert_eq!(star.determinize(&budget).unwrap().accepts(word.clone()), product[word.len()]);
            }
        }
    }
}
