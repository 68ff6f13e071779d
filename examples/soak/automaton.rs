//! Plain complete automata over a small alphabet, for the reference decider: nothing of the engine is used.
//!
//! Tables of all letters, subset construction, partition refinement after Moore (1956). Every step is what a textbook
//! does; it is slow on purpose, and right by being short.

use std::collections::HashMap;
use std::hash::Hash;

/// States beyond which a case is left alone.
pub const MOST_STATES: usize = 4_000;

/// An automaton grew beyond [`MOST_STATES`].
#[derive(Clone, Copy, Debug)]
pub struct TooLarge;

/// A complete deterministic automaton over letters `0..letters`; state 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    pub letters: usize,
    /// `next[state * letters + letter]`.
    pub next: Vec<u32>,
    pub accepting: Vec<bool>,
}

impl Automaton {
    /// The automaton whose states are found from a start by steps, smallest.
    pub fn build<S: Clone + Eq + Hash>(
        letters: usize,
        start: S,
        mut step: impl FnMut(&S, usize) -> S,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Automaton, TooLarge> {
        let mut numbers = HashMap::from([(start.clone(), 0u32)]);
        let mut states = vec![start];
        let mut next = Vec::new();
        let mut at = 0;
        while at < states.len() {
            for letter in 0..letters {
                let target = step(&states[at].clone(), letter);
                let number = *numbers.entry(target.clone()).or_insert_with(|| {
                    states.push(target);
                    states.len() as u32 - 1
                });
                next.push(number);
            }
            if states.len() > MOST_STATES {
                return Err(TooLarge);
            }
            at += 1;
        }
        let accepting = states.iter().map(accepts).collect();
        Ok(Automaton { letters, next, accepting }.smallest())
    }

    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    pub fn step(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * self.letters + letter]
    }

    pub fn accepts(&self, word: impl IntoIterator<Item = usize>) -> bool {
        self.accepting[word.into_iter().fold(0, |state, letter| self.step(state, letter)) as usize]
    }

    /// Moore's partition refinement; the states are reachable already.
    fn smallest(self) -> Automaton {
        let mut class: Vec<u32> = self.accepting.iter().map(|&a| u32::from(a)).collect();
        let mut classes = class.iter().collect::<std::collections::HashSet<_>>().len();
        loop {
            let mut known: HashMap<(u32, Vec<u32>), u32> = HashMap::new();
            let refined: Vec<u32> = (0..self.states())
                .map(|q| {
                    let row = self.next[q * self.letters..(q + 1) * self.letters].iter();
                    let signature = (class[q], row.map(|&t| class[t as usize]).collect());
                    let fresh = known.len() as u32;
                    *known.entry(signature).or_insert(fresh)
                })
                .collect();
            let found = known.len();
            class = refined;
            if found == classes {
                break;
            }
            classes = found;
        }
        // Classes are numbered by their first states, so that the start is 0.
        let mut accepting = vec![false; classes];
        let mut next = vec![0; classes * self.letters];
        for q in 0..self.states() {
            let c = class[q] as usize;
            accepting[c] = self.accepting[q];
            for letter in 0..self.letters {
                next[c * self.letters + letter] = class[self.step(q as u32, letter) as usize];
            }
        }
        Automaton { letters: self.letters, next, accepting }
    }

    /// Both at once; the letters of each are given for every letter of the result.
    pub fn product(
        &self,
        other: &Automaton,
        letters: usize,
        own: &[usize],
        others: &[usize],
        combine: impl Fn(bool, bool) -> bool,
    ) -> Result<Automaton, TooLarge> {
        Automaton::build(
            letters,
            (0u32, 0u32),
            |&(p, q), letter| (self.step(p, own[letter]), other.step(q, others[letter])),
            |&(p, q)| combine(self.accepting[p as usize], other.accepting[q as usize]),
        )
    }

    /// Both at once over the same letters.
    pub fn with(&self, other: &Automaton, combine: impl Fn(bool, bool) -> bool) -> Result<Automaton, TooLarge> {
        let same: Vec<usize> = (0..self.letters).collect();
        self.product(other, self.letters, &same, &same, combine)
    }

    /// The states reached from some by words over some letters, themselves included.
    pub fn reachable(&self, from: &[u32], over: &[usize]) -> Vec<u32> {
        let mut seen = vec![false; self.states()];
        let mut found: Vec<u32> = Vec::new();
        for &q in from {
            if !std::mem::replace(&mut seen[q as usize], true) {
                found.push(q);
            }
        }
        let mut at = 0;
        while at < found.len() {
            for &letter in over {
                let q = self.step(found[at], letter);
                if !std::mem::replace(&mut seen[q as usize], true) {
                    found.push(q);
                }
            }
            at += 1;
        }
        found.sort_unstable();
        found
    }

    /// The automaton of the reversed words.
    pub fn reversed(&self) -> Result<Automaton, TooLarge> {
        let finals: Vec<u32> = (0..self.states() as u32).filter(|&q| self.accepting[q as usize]).collect();
        let mut back: Vec<Vec<u32>> = vec![Vec::new(); self.states() * self.letters];
        for q in 0..self.states() {
            for letter in 0..self.letters {
                back[self.step(q as u32, letter) as usize * self.letters + letter].push(q as u32);
            }
        }
        let step = |set: &Vec<u32>, letter: usize| {
            let mut targets: Vec<u32> =
                set.iter().flat_map(|&q| back[q as usize * self.letters + letter].iter().copied()).collect();
            targets.sort_unstable();
            targets.dedup();
            targets
        };
        Automaton::build(self.letters, finals, step, |set| set.contains(&0))
    }

    /// The states from which a word is accepted.
    pub fn live(&self) -> Vec<bool> {
        let mut live = self.accepting.clone();
        loop {
            let mut changed = false;
            for q in 0..self.states() {
                if !live[q] && (0..self.letters).any(|letter| live[self.step(q as u32, letter) as usize]) {
                    live[q] = true;
                    changed = true;
                }
            }
            if !changed {
                return live;
            }
        }
    }

    /// Whether it accepts infinitely many words: a state that lives lies on a cycle of such.
    pub fn is_infinite(&self) -> bool {
        let live = self.live();
        (0..self.states() as u32).filter(|&q| live[q as usize]).any(|q| {
            let all: Vec<usize> = (0..self.letters).collect();
            let after: Vec<u32> = all.iter().map(|&letter| self.step(q, letter)).collect();
            self.reachable(&after, &all).contains(&q)
        })
    }
}
