//! Lists what an automaton accepts in the radix order of the mirror images: by length, then from the last letter back.
//!
//! For automata that read the least significant digit first. The walk goes backward with the set of states from which
//! the suffix is accepted, cut down to those that are reached in the right number of steps. So it meets no dead end,
//! and nothing is determinized. Each word costs its length times the edges of these sets, each length a byte for each
//! state.

use std::borrow::Borrow;

use crate::automata::dfa::Dfa;
use crate::automata::interner::State;
use crate::automata::letter::Letter;

/// The letters that may stand before an end, each with the states from which it leads there.
type Choices = std::vec::IntoIter<(Letter, Vec<State>)>;

/// The accepted words by length, then from the last letter back, one after another. Words that end with the zero letter
/// are left out, and those after a gap of as many lengths as there are states.
///
/// The sets of states from which a suffix is accepted, cut down to what is reached in the right number of steps, are
/// never empty on the way: each word costs its length times the edges of such sets, and nothing is determinized.
pub struct MirroredWords<D> {
    dfa: D,
    /// The edges that lead to a state.
    into: Vec<Vec<(Letter, State)>>,
    /// For each length so far, whether some word of it leads to a state.
    reached: Vec<Vec<bool>>,
    /// Lengths in a row without a word.
    empty_lengths: usize,
    /// Whether the length at hand has a word.
    fruitful: bool,
    /// Whether the empty word is next.
    is_empty: bool,
    /// What has been chosen, the last letter first.
    word: Vec<Letter>,
    stack: Vec<Choices>,
    over: bool,
}

impl<D: Borrow<Dfa>> MirroredWords<D> {
    /// Nothing is looked for yet.
    pub fn new(dfa: D) -> MirroredWords<D> {
        let mut into: Vec<Vec<(Letter, State)>> = vec![Vec::new(); dfa.borrow().states()];
        for (state, letter, target) in dfa.borrow().transitions().iter() {
            into[target.index()].push((letter, state));
        }
        let (reached, word, stack) = (Vec::new(), Vec::new(), Vec::new());
        MirroredWords {
            dfa,
            into,
            reached,
            empty_lengths: 0,
            fruitful: true,
            is_empty: false,
            word,
            stack,
            over: false,
        }
    }

    /// The next word, if there is one.
    ///
    /// # Errors
    /// That of `look`, which is asked before each length and each letter whether to go on; it may be asked again.
    pub fn next_by<E>(&mut self, look: impl Fn() -> Result<(), E>) -> Result<Option<Vec<Letter>>, E> {
        loop {
            if std::mem::take(&mut self.is_empty) {
                self.fruitful = true;
                return Ok(Some(Vec::new()));
            }
            if let Some(word) = self.next_of_length(&look)? {
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

    /// Goes on to the words that are a letter longer.
    fn lengthen(&mut self) {
        let dfa = self.dfa.borrow();
        let mut next = vec![false; dfa.states()];
        match self.reached.last() {
            None => next[0] = true,
            Some(last) => {
                self.empty_lengths = if self.fruitful { 0 } else { self.empty_lengths + 1 };
                for (state, _) in last.iter().enumerate().filter(|&(_, &reached)| reached) {
                    dfa.transitions().targets(State::new(state)).iter().for_each(|target| next[target.index()] = true);
                }
                self.over = self.empty_lengths > dfa.states() || !next.contains(&true);
                if self.over {
                    return;
                }
            }
        }
        self.fruitful = false;
        let ends: Vec<State> = dfa.numbers().filter(|&q| dfa.accepting()[q] && next[q.index()]).collect();
        self.reached.push(next);
        match self.reached.len() - 1 {
            0 => self.is_empty = !ends.is_empty(),
            length => self.stack.push(self.choices(&ends, length - 1, true)),
        }
    }

    /// What may stand before an end, so many letters from the first; the last letter of a word is no zero.
    fn choices(&self, ends: &[State], length: usize, is_last: bool) -> Choices {
        let edges = ends.iter().flat_map(|state| &self.into[state.index()]);
        let mut edges: Vec<(Letter, State)> = edges
            .filter(|(letter, state)| self.reached[length][state.index()] && !(is_last && *letter == Letter::ZERO))
            .copied()
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let groups = edges.chunk_by(|a, b| a.0 == b.0);
        let groups = groups.map(|group| (group[0].0, group.iter().map(|edge| edge.1).collect()));
        groups.collect::<Vec<_>>().into_iter()
    }

    /// The next word of the length at hand.
    fn next_of_length<E>(&mut self, look: impl Fn() -> Result<(), E>) -> Result<Option<Vec<Letter>>, E> {
        while !self.stack.is_empty() {
            // Before anything is taken, so that nothing is lost.
            look()?;
            let Some((letter, states)) = self.stack.last_mut().and_then(Iterator::next) else {
                self.stack.pop();
                self.word.pop();
                continue;
            };
            self.word.push(letter);
            let length = self.reached.len() - 1;
            if self.word.len() == length {
                let word = self.word.iter().rev().copied().collect();
                self.word.pop();
                return Ok(Some(word));
            }
            self.stack.push(self.choices(&states, length - 1 - self.word.len(), false));
        }
        Ok(None)
    }
}
