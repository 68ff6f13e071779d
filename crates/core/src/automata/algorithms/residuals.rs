//! The automaton that a sample of a language suggests: all its words up to some length are known.
//!
//! Words are told apart by what follows them: the residual of depth m of a prefix is which words of at most m letters
//! lead from there to acceptance. Once residuals of depth m and of depth m + 1 make the same classes, and each class is
//! met so early that its successors are known, the classes are the states of an automaton that agrees with the sample:
//! the k-tails of Biermann and Feldman, "On the synthesis of finite-state machines from samples of their behavior"
//! (1972). For a language with n residuals this holds from some length on, and there are never more than n classes; for
//! others their number grows with the sample. Costs the prefixes of all words for each m. It says nothing of words
//! beyond the sample: what it suggests is a guess until it is proved.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::automata::{Dfa, Layout, Letter, State, number};
use crate::budget::{Budget, Halt};
use crate::tuning::automata::residuals::{LEAST_LETTERS, PREFIXES_BETWEEN_POLLS};

/// A prefix of a word of the sample. The start is the first, and zeros lead from it to itself.
type Node = u32;

/// The residual of a prefix, by number.
type Class = u32;

/// The residual that accepts nothing.
const NOTHING: Class = 0;

/// All words of at most some length of a language in which zeros before a word do not matter.
#[derive(Clone, Debug)]
pub struct Sample {
    layout: Layout,
    length: usize,
    depths: Vec<usize>,
    accepting: Vec<bool>,
    /// Where the edges of each prefix begin.
    starts: Vec<usize>,
    edges: Vec<(Letter, Node)>,
}

/// What a sample suggests.
#[derive(Clone, Debug)]
pub enum Suggestion {
    /// An automaton that agrees with the sample. It is minimal.
    Automaton(Dfa),
    /// None yet: any that agrees has at least so many states.
    Open(usize),
}

impl Suggestion {
    /// The states of the automaton, or how many it must have at least.
    pub fn states(&self) -> usize {
        match self {
            Suggestion::Automaton(dfa) => dfa.states(),
            Suggestion::Open(states) => *states,
        }
    }
}

impl Sample {
    /// The sample whose words, with zeros before them or without, are these: all of at most `length` letters.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn new<W: IntoIterator<Item = Letter>>(
        layout: &Layout,
        length: usize,
        words: impl IntoIterator<Item = W>,
        budget: &Budget,
    ) -> Result<Sample, Halt> {
        let mut after: FxHashMap<(Node, Letter), Node> = FxHashMap::default();
        let (mut depths, mut accepting) = (vec![0], vec![false]);
        for (count, word) in words.into_iter().enumerate() {
            look(count, budget)?;
            let mut node = 0;
            for letter in word {
                if node == 0 && letter == Letter::ZERO {
                    continue;
                }
                let depth = depths[node as usize] + 1;
                node = *after.entry((node, letter)).or_insert_with(|| {
                    depths.push(depth);
                    accepting.push(false);
                    number(depths.len() - 1)
                });
            }
            accepting[node as usize] = true;
        }
        after.insert((0, Letter::ZERO), 0);
        let mut sorted: Vec<((Node, Letter), Node)> = after.into_iter().collect();
        sorted.sort_unstable();
        let mut starts = vec![0; depths.len() + 1];
        sorted.iter().for_each(|((node, _), _)| starts[*node as usize + 1] += 1);
        for node in 1..starts.len() {
            starts[node] += starts[node - 1];
        }
        let edges = sorted.into_iter().map(|((_, letter), target)| (letter, target)).collect();
        Ok(Sample { layout: layout.clone(), length, depths, accepting, starts, edges })
    }

    /// The automaton of fewest states that agrees with the sample, if it is large enough to tell. The search ends where
    /// an automaton must have more than `most` states.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn suggestion(&self, most: usize, budget: &Budget) -> Result<Suggestion, Halt> {
        if let Some(finite) = self.finite(most, budget)? {
            return Ok(Suggestion::Automaton(finite));
        }
        let mut classes: Vec<Class> = self.accepting.iter().map(|&accepts| Class::from(accepts)).collect();
        let mut needed = 0;
        for depth in 0..self.length {
            // The residuals of this depth are known of prefixes up to `known`, and of depth + 1 up to `deepest`.
            let (known, deepest) = (self.length - depth, self.length - depth - 1);
            let finer = self.refined(&classes, deepest, budget)?;
            let seen = self.classes_up_to(&classes, deepest);
            let all = self.classes_up_to(&classes, known);
            needed = needed.max(all);
            if needed > most {
                break;
            }
            let is_seen_twice = deepest >= LEAST_LETTERS && 2 * seen <= self.prefixes_up_to(deepest);
            if seen == all && is_seen_twice && seen == self.classes_up_to(&finer, deepest) {
                return Ok(Suggestion::Automaton(self.automaton(&classes, deepest).minimize_within(budget)?));
            }
            classes = finer;
        }
        Ok(Suggestion::Open(needed))
    }

    /// The automaton of these words alone, if none of them has more than half as many letters as were looked at.
    fn finite(&self, most: usize, budget: &Budget) -> Result<Option<Dfa>, Halt> {
        let longest = self.depths.iter().copied().max().unwrap_or(0);
        if self.length < LEAST_LETTERS || 2 * longest > self.length {
            return Ok(None);
        }
        let mut classes: Vec<Class> = self.accepting.iter().map(|&accepts| Class::from(accepts)).collect();
        // A round for each letter behind a prefix, and one for the zeros in front.
        for _ in 0..=longest {
            classes = self.refined(&classes, longest, budget)?;
        }
        let is_small = self.classes_up_to(&classes, longest) <= most;
        is_small.then(|| self.automaton(&classes, longest).minimize_within(budget)).transpose()
    }

    fn edges(&self, node: usize) -> &[(Letter, Node)] {
        &self.edges[self.starts[node]..self.starts[node + 1]]
    }

    /// The residuals deeper by one letter, of prefixes with at most `deepest` letters.
    fn refined(&self, classes: &[Class], deepest: usize, budget: &Budget) -> Result<Vec<Class>, Halt> {
        let mut numbers: FxHashMap<Vec<u64>, Class> = FxHashMap::default();
        let mut key = Vec::new();
        let mut finer = vec![NOTHING; classes.len()];
        for node in (0..classes.len()).filter(|&node| self.depths[node] <= deepest) {
            look(node, budget)?;
            key.clear();
            for &(letter, target) in self.edges(node).iter().filter(|edge| classes[edge.1 as usize] != NOTHING) {
                key.extend([letter.bits(), classes[target as usize].into()]);
            }
            if key.is_empty() && !self.accepting[node] {
                continue;
            }
            key.push(self.accepting[node].into());
            finer[node] = match numbers.get(&key) {
                Some(&known) => known,
                None => {
                    let next = number(numbers.len() + 1);
                    numbers.insert(key.clone(), next);
                    next
                }
            };
        }
        Ok(finer)
    }

    /// How many residuals prefixes with at most so many letters have, but for that which accepts nothing.
    fn classes_up_to(&self, classes: &[Class], deepest: usize) -> usize {
        let near = classes.iter().zip(&self.depths).filter(|&(&class, &depth)| class != NOTHING && depth <= deepest);
        near.map(|(&class, _)| class).collect::<FxHashSet<Class>>().len()
    }

    fn prefixes_up_to(&self, deepest: usize) -> usize {
        self.depths.iter().filter(|&&depth| depth <= deepest).count()
    }

    /// The automaton of residuals, each of which some prefix with at most so many letters has.
    fn automaton(&self, classes: &[Class], deepest: usize) -> Dfa {
        // The start first, whatever its residual.
        let mut states: FxHashMap<Class, usize> = FxHashMap::default();
        let mut prefixes = vec![0];
        states.insert(classes[0], 0);
        for node in (1..classes.len()).filter(|&node| self.depths[node] <= deepest && classes[node] != NOTHING) {
            states.entry(classes[node]).or_insert_with(|| {
                prefixes.push(node);
                prefixes.len() - 1
            });
        }
        let row = |&node: &usize| {
            let edge = |&(letter, target): &(Letter, Node)| {
                let class = classes[target as usize];
                (class != NOTHING).then(|| (letter, State::new(states[&class])))
            };
            (self.accepting[node], self.edges(node).iter().filter_map(edge).collect())
        };
        Dfa::from_rows(self.layout.clone(), prefixes.iter().map(row))
    }
}

/// Looks at the clock from time to time: prefixes are no states of an automaton, whose number is limited.
fn look(count: usize, budget: &Budget) -> Result<(), Halt> {
    if count.is_multiple_of(PREFIXES_BETWEEN_POLLS) { budget.check_now() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> Layout {
        Layout::new(&[2]).expect("one track fits")
    }

    /// The numbers below 2^length with this property, in base 2.
    fn sample(length: usize, property: impl Fn(u64) -> bool) -> Sample {
        let word = |n: u64| (0..length).rev().map(move |place| Letter::from(n >> place & 1));
        let words = (0..1 << length).filter(|&n| property(n)).map(word);
        Sample::new(&layout(), length, words, &Budget::unlimited()).unwrap()
    }

    fn suggested(length: usize, property: impl Fn(u64) -> bool) -> Suggestion {
        sample(length, property).suggestion(1000, &Budget::unlimited()).unwrap()
    }

    #[test]
    fn remainders_are_found_with_their_states() {
        for modulus in 1..=12u64 {
            for rest in 0..modulus {
                let Suggestion::Automaton(dfa) = suggested(10, |n| n % modulus == rest) else {
                    panic!("{rest} modulo {modulus}")
                };
                for n in 0..5000u64 {
                    let word = (0..13).rev().map(|place| n >> place & 1);
                    assert_eq!(dfa.accepts(word), n % modulus == rest, "{n} modulo {modulus}");
                }
            }
        }
    }

    #[test]
    fn few_small_numbers_are_a_finite_set() {
        for set in [&[0][..], &[1], &[5, 6, 11], &[0, 1, 2, 3, 30, 31]] {
            let Suggestion::Automaton(dfa) = suggested(10, |n| set.contains(&n)) else { panic!("{set:?}") };
            for n in 0..5000u64 {
                let word = (0..13).rev().map(|place| n >> place & 1);
                assert_eq!(dfa.accepts(word), set.contains(&n), "{n} of {set:?}");
            }
        }
    }

    #[test]
    fn what_is_suggested_agrees_with_the_sample() {
        // Pseudo-random sets: an automaton is rarely suggested, and is right on the sample if it is.
        for seed in 0..2000u64 {
            let property = |n: u64| (n + 1).wrapping_mul(seed * 2 + 0x9e37_79b9_7f4a_7c15) >> 61 == 0;
            let length = 3 + (seed % 6) as usize;
            if let Suggestion::Automaton(dfa) = suggested(length, property) {
                for n in 0..1u64 << length {
                    let word = (0..length).rev().map(|place| n >> place & 1);
                    assert_eq!(dfa.accepts(word), property(n), "{n} of {seed}");
                }
            }
        }
    }

    #[test]
    fn squares_need_ever_more_states() {
        let states = |length| match suggested(length, |n| n.isqrt().pow(2) == n) {
            Suggestion::Open(states) => states,
            Suggestion::Automaton(dfa) => panic!("{} states of {length} digits", dfa.states()),
        };
        let sizes: Vec<usize> = (8..=16).step_by(2).map(states).collect();
        assert!(sizes.is_sorted_by(|a, b| a < b), "{sizes:?}");
    }

    #[test]
    fn nothing_and_everything_have_one_state() {
        for property in [|_| false, |_| true] {
            let Suggestion::Automaton(dfa) = suggested(4, property) else { panic!("a sample of one residual") };
            assert_eq!(dfa.states(), 1);
        }
    }
}
