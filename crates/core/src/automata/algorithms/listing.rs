//! Lists what an automaton accepts, in radix order: by length, then letter by letter.
//!
//! For each length it is known from which states a word of that length is accepted, so a depth-first walk meets no dead
//! end. Each length costs a look at all edges and a byte for each state, each word its length times the letters of a
//! state. Where states are numbered breadth first, short words look only at the states that they reach. Ends after a
//! gap of as many lengths as there are states. Bad for long words in large automata: the bytes are states times length.

use std::borrow::Borrow;
use std::convert::Infallible;

use super::mirrored::MirroredWords;
use crate::automata::dfa::Dfa;
use crate::automata::interner::State;
use crate::automata::letter::Letter;

impl Dfa {
    /// The first accepted words in radix order, at most `count` of them, words that begin with the zero letter left
    /// out.
    ///
    /// ```
    /// use filbert_core::automata::{Dfa, Layout};
    /// let all = Dfa::universal(Layout::new(&[2]).unwrap());
    /// let words = [&[][..], &[1], &[1, 0], &[1, 1]].map(|word: &[u64]| word.iter().map(|&l| l.into()).collect::<Vec<_>>());
    /// assert_eq!(all.first_words(4), words);
    /// ```
    pub fn first_words(&self, count: usize) -> Vec<Vec<Letter>> {
        let Ok(found) = self.first_words_by(count, true, usize::MAX, || Ok::<(), Infallible>(()));
        found.expect("as many letters as may be")
    }

    /// The first `count` accepted words in radix order, without those that begin with the letter 0 if `skip_zeros` is
    /// true; `None` if they have more than `most_letters` letters together.
    ///
    /// # Errors
    /// That of `look`, which is asked from time to time whether to go on.
    pub fn first_words_by<E>(
        &self,
        count: usize,
        skip_zeros: bool,
        most_letters: usize,
        look: impl Fn() -> Result<(), E>,
    ) -> Result<Option<Vec<Vec<Letter>>>, E> {
        let mut found: Vec<Vec<Letter>> = Vec::new();
        let mut room = most_letters;
        let mut words = Words::new(self, skip_zeros);
        while found.len() < count {
            let Some(word) = words.next_by(&look)? else { break };
            let Some(left) = room.checked_sub(word.len()) else { return Ok(None) };
            room = left;
            found.push(word);
        }
        Ok(Some(found))
    }

    /// The first accepted words in the order of [`MirroredWords`], at most `count` of them.
    ///
    /// # Errors
    /// That of `look`, which is asked from time to time whether to go on.
    pub fn first_mirrored_by<E>(&self, count: usize, look: impl Fn() -> Result<(), E>) -> Result<Vec<Vec<Letter>>, E> {
        let mut found = Vec::new();
        let mut words = MirroredWords::new(self);
        while found.len() < count {
            let Some(word) = words.next_by(&look)? else { break };
            found.push(word);
        }
        Ok(found)
    }
}

/// The accepted words in radix order, one after another, those after a gap of as many lengths as there are states left
/// out: there are none.
///
/// A word costs its length times the letters of a state, a length the edges of the automaton, and a byte for each state
/// that is kept; while words are too short to come to all states, those states alone that they come to.
pub struct Words<D> {
    dfa: D,
    /// Whether words that begin with the zero letter are left out.
    skip_zeros: bool,
    /// The states that words come to, the start aside; found once they may be all.
    behind: Option<Vec<State>>,
    /// For each length, words of so many letters or fewer come to states below this one; the last is the number of all states
    /// if longer ones are not told apart.
    near: Vec<usize>,
    /// For each length so far, the states from which some word of that length is accepted: those that matter, which are the
    /// first ones.
    accepting_after: Vec<Vec<bool>>,
    /// Of how many lengths these are all states.
    whole: usize,
    /// Lengths in a row without a word.
    empty_lengths: usize,
    /// Whether the length at hand has a word.
    fruitful: bool,
    word: Vec<Letter>,
    /// The way down, a loop with a stack of its own: words may be long.
    stack: Vec<(State, usize)>,
    over: bool,
}

impl<D: Borrow<Dfa>> Words<D> {
    /// Nothing is looked for yet.
    pub fn new(dfa: D, skip_zeros: bool) -> Words<D> {
        let transitions = dfa.borrow().transitions();
        let near = vec![if transitions.are_breadth_first() { 1 } else { transitions.states() }];
        let (accepting_after, word, stack) = (Vec::new(), Vec::new(), Vec::new());
        Words {
            dfa,
            skip_zeros,
            behind: None,
            near,
            accepting_after,
            whole: 0,
            empty_lengths: 0,
            fruitful: true,
            word,
            stack,
            over: false,
        }
    }

    /// The next word, if there is one.
    ///
    /// # Errors
    /// That of `look`, which is asked before each length whether to go on; it may be asked again.
    pub fn next_by<E>(&mut self, look: impl Fn() -> Result<(), E>) -> Result<Option<Vec<Letter>>, E> {
        loop {
            if let Some(word) = self.next_of_length() {
                self.fruitful = true;
                return Ok(Some(word));
            }
            if self.over {
                return Ok(None);
            }
            look()?;
            self.lengthen();
        }
    }

    /// Goes on to the words that are a letter longer, or does a part of what is to be done before.
    fn lengthen(&mut self) {
        let (states, length) = (self.dfa.borrow().states(), self.accepting_after.len());
        self.walk(length);
        let is_near = self.near.last() < Some(&states);
        if is_near {
            (0..length).for_each(|after| self.look_back(after, self.near[length - after]));
        } else if self.whole < length {
            self.look_back(self.whole, states);
            self.whole += 1;
            return;
        }
        if let Some(last) = self.accepting_after.last() {
            // A word longer than the last one found by more than the number of states could be shortened to one
            // between.
            self.empty_lengths = if self.fruitful { 0 } else { self.empty_lengths + 1 };
            let (dfa, skip_zeros) = (self.dfa.borrow(), self.skip_zeros);
            // A state that no word comes to but by zeros in front says nothing of words that are still to come.
            let mut is_last = || !self.behind.get_or_insert_with(|| behind(dfa, skip_zeros)).iter().any(|&q| last[q]);
            self.over = !is_near && (self.empty_lengths > states || is_last());
            if self.over {
                return;
            }
        }
        self.accepting_after.push(Vec::new());
        self.look_back(length, if is_near { 1 } else { states });
        self.whole += usize::from(!is_near);
        self.fruitful = false;
        if self.accepting_after[length][0] {
            self.stack.push((State::START, 0));
        }
    }

    /// Finds out which states words of so many letters come to: numbers are breadth first, so that those that are one letter
    /// farther come next.
    fn walk(&mut self, letters: usize) {
        let transitions = self.dfa.borrow().transitions();
        while let Some(&last) = self.near.last()
            && last < transitions.states()
            && self.near.len() <= letters
        {
            let before = self.near.len().checked_sub(2).map_or(0, |at| self.near[at]);
            let targets = (before..last).flat_map(|q| transitions.targets(State::new(q)));
            let past = targets.fold(last, |past, target| past.max(target.index() + 1));
            // States that no word comes to are there only if some were merged wrongly; they are not waited for.
            self.near.push(if past > last { past } else { transitions.states() });
        }
    }

    /// Finds out from which states below `past` words of so many letters are accepted.
    fn look_back(&mut self, letters: usize, past: usize) {
        let dfa = self.dfa.borrow();
        let mut known = std::mem::take(&mut self.accepting_after[letters]);
        let more = known.len()..past;
        match letters.checked_sub(1) {
            None => known.extend_from_slice(&dfa.accepting()[more]),
            Some(fewer) => {
                let after = &self.accepting_after[fewer];
                let is_accepted = |q| dfa.transitions().targets(State::new(q)).iter().any(|&target| after[target]);
                known.extend(more.map(is_accepted));
            }
        }
        self.accepting_after[letters] = known;
    }

    /// The next word of the length at hand.
    fn next_of_length(&mut self) -> Option<Vec<Letter>> {
        let (transitions, length) = (self.dfa.borrow().transitions(), self.accepting_after.len().saturating_sub(1));
        while let Some(&(q, next)) = self.stack.last() {
            let depth = self.stack.len() - 1;
            self.word.truncate(depth);
            if depth == length {
                self.stack.pop();
                return Some(self.word.clone());
            }
            let letters = transitions.letters(q);
            let targets = transitions.targets(q);
            let left = length - depth - 1;
            let choice = (next..letters.len()).find(|&i| {
                self.accepting_after[left][targets[i]]
                    && !(self.skip_zeros && depth == 0 && letters.at(i) == Letter::ZERO)
            });
            match choice {
                Some(i) => {
                    self.stack.last_mut().expect("not empty").1 = i + 1;
                    self.word.push(letters.at(i));
                    self.stack.push((targets[i], 0));
                }
                None => {
                    self.stack.pop();
                }
            }
        }
        None
    }
}

/// The states that words come to, but for the start.
fn behind(dfa: &Dfa, skip_zeros: bool) -> Vec<State> {
    let firsts = dfa.transitions().row(State::START).filter(|&(letter, _)| !(skip_zeros && letter == Letter::ZERO));
    dfa.transitions().reachable(firsts.map(|(_, target)| target))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::automata::letter::Letter;
    use crate::automata::testing::{arbitrary_dfa, words};

    proptest! {
        #[test]
        fn listing_is_filtering_all_words(dfa in arbitrary_dfa(5, &[2])) {
            let listed = dfa.first_words(20);
            let letters: usize = listed.iter().map(Vec::len).sum();
            let within = |most| dfa.first_words_by(20, true, most, || Ok::<(), ()>(())).unwrap();
            prop_assert_eq!(within(letters), Some(listed.clone()));
            prop_assert!(letters == 0 || within(letters - 1).is_none());
            let all: Vec<_> = words(dfa.layout(), 9)
                .into_iter()
                .filter(|word| word.first() != Some(&Letter::ZERO) && dfa.accepts(word.clone()))
                .collect();
            let short: Vec<_> = listed.iter().filter(|word| word.len() <= 9).cloned().collect();
            prop_assert_eq!(&short[..], &all[..short.len()]);
            if listed.len() < 20 {
                prop_assert_eq!(listed.len(), all.len());
            }
        }

        #[test]
        fn what_is_numbered_breadth_first_is_listed_alike(dfa in arbitrary_dfa(30, &[3])) {
            let trimmed = dfa.trim();
            prop_assert!(trimmed.transitions().are_breadth_first());
            prop_assert_eq!(trimmed.first_words(200), dfa.first_words(200));
        }

        #[test]
        fn mirrored_listing_is_filtering_all_words_and_sorting_them_backwards(dfa in arbitrary_dfa(5, &[2, 2])) {
            let listed = dfa.first_mirrored_by(20, || Ok::<(), ()>(())).unwrap();
            let mut all: Vec<_> = words(dfa.layout(), 5)
                .into_iter()
                .filter(|word| word.last() != Some(&Letter::ZERO) && dfa.accepts(word.clone()))
                .collect();
            all.sort_by_key(|word| (word.len(), word.iter().rev().copied().collect::<Vec<_>>()));
            let short: Vec<_> = listed.iter().filter(|word| word.len() <= 5).cloned().collect();
            prop_assert_eq!(&short[..], &all[..short.len()]);
            if listed.len() < 20 {
                prop_assert!(listed.len() >= all.len());
            }
        }

        #[test]
        fn listing_ends_when_it_is_told_to(dfa in arbitrary_dfa(5, &[2])) {
            prop_assert_eq!(dfa.first_words_by(20, true, usize::MAX, || Err(7)), Err(7));
            prop_assert_eq!(dfa.first_mirrored_by(20, || Err(7)), Err(7));
        }
    }
}
