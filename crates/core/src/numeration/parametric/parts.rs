//! One part of a parameter: what its words are worth, and the words of its numbers.
//!
//! For slopes these are computed from the quotients, in the integers. For a system of one's own a word is worth the
//! number of words below it, counted by the paths through the order: O(letters times edges) additions; the word of a
//! number is looked up in the list of all numbers of the part. So that is only for small parts: they have a limit.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::One;

use super::arithmetic::{Arithmetic, Built};
use super::system::ParametricSystem;
use crate::automata::{Dfa, Letter, State};
use crate::numeration::every_slope::CLOSE;

/// A part of a parameter and all its numbers.
#[derive(Debug)]
pub struct Part {
    /// The letters of the parameter, by index, from the top.
    pub letters: Vec<u32>,
    numbers: Numbers,
}

#[derive(Debug)]
enum Numbers {
    /// a_1, a_2, .. and q_0, q_1, .., one more: the last is how many numbers there are.
    Slope { quotients: Vec<i64>, weights: Vec<i64> },
    /// All their words, in order.
    Listed(Vec<Vec<u32>>),
}

impl Part {
    /// How many numbers there are.
    #[must_use]
    pub fn count(&self) -> i64 {
        match &self.numbers {
            Numbers::Slope { weights, .. } => weights.last().copied().unwrap_or(1),
            Numbers::Listed(words) => i64::try_from(words.len()).unwrap_or(i64::MAX),
        }
    }

    /// The word of a number, its letters by index from the top; `None` if it is none of this part.
    #[must_use]
    pub fn word(&self, number: i64) -> Option<Vec<u32>> {
        if !(0..self.count()).contains(&number) {
            return None;
        }
        match &self.numbers {
            Numbers::Listed(words) => words.get(usize::try_from(number).ok()?).cloned(),
            Numbers::Slope { quotients, weights } => {
                let (mut rest, mut word) = (number, Vec::new());
                for (&quotient, &weight) in quotients.iter().zip(weights).rev() {
                    let digit = rest / weight;
                    rest %= weight;
                    word.extend(binary(digit, 64 - quotient.leading_zeros()));
                    word.push(CLOSE);
                }
                Some(word)
            }
        }
    }
}

fn binary(value: i64, bits: u32) -> impl Iterator<Item = u32> {
    (0..bits).rev().map(move |at| u32::from(value >> at & 1 == 1))
}

impl ParametricSystem {
    /// The part with these blocks, if it has at most so many numbers, or they are those of a slope and have 64 bits. The letters
    /// may come out fewer: zeros in front of a quotient go.
    #[must_use]
    pub fn part(&self, letters: &[u32], most: usize) -> Option<Part> {
        match &self.arithmetic {
            Arithmetic::Slopes => {
                let quotients: Vec<i64> =
                    self.quotients(letters).iter().map(|quotient| quotient.try_into().ok()).collect::<Option<_>>()?;
                let (mut weights, mut before) = (vec![1i64], 0i64);
                for &quotient in &quotients {
                    let last = *weights.last()?;
                    weights.push(quotient.checked_mul(last)?.checked_add(before)?);
                    before = last;
                }
                let block = |quotient: &i64| binary(*quotient, 64 - quotient.leading_zeros()).chain([CLOSE]);
                let letters = quotients.iter().rev().flat_map(block).collect();
                Some(Part { letters, numbers: Numbers::Slope { quotients, weights } })
            }
            Arithmetic::Built(built) => {
                let words = built.listed(letters, most)?;
                Some(Part { letters: letters.to_vec(), numbers: Numbers::Listed(words) })
            }
        }
    }

    /// What a word beside a part is worth, both from the top.
    #[must_use]
    pub fn value(&self, part: &[u32], word: &[u32]) -> BigUint {
        match &self.arithmetic {
            Arithmetic::Slopes => {
                let (quotients, digits) = (self.quotients(part), self.quotients(word));
                let (mut before, mut weight) = (BigUint::ZERO, BigUint::one());
                let mut value = BigUint::ZERO;
                for (quotient, digit) in quotients.into_iter().zip(digits) {
                    value += digit * &weight;
                    let next = quotient * &weight + before;
                    before = std::mem::replace(&mut weight, next);
                }
                value
            }
            Arithmetic::Built(built) => built.rank(part, word),
        }
    }

    /// Blocks of bits as numbers, the last one first: the quotients a_1, a_2, .. of a part of a slope.
    #[must_use]
    pub fn quotients(&self, letters: &[u32]) -> Vec<BigUint> {
        let value =
            |block: &[u32]| block.iter().filter(|&&bit| bit != CLOSE).fold(BigUint::ZERO, |n, &bit| (n << 1u32) + bit);
        self.parameters.blocks(letters).into_iter().rev().map(value).collect()
    }
}

impl Built {
    /// How many numbers are less: the ways through the order beside the part and the word.
    fn rank(&self, part: &[u32], word: &[u32]) -> BigUint {
        let less = &self.less;
        let mut ways = BTreeMap::from([(State::START, BigUint::one())]);
        for (&letter, &digit) in part.iter().zip(word) {
            let mut next: BTreeMap<State, BigUint> = BTreeMap::new();
            for (state, count) in ways {
                for other in 0..less.layout().sizes()[1] {
                    let letter = less.layout().pack(&[letter, other, digit]);
                    if let Some(target) = less.transitions().step(state, letter) {
                        *next.entry(target).or_default() += &count;
                    }
                }
            }
            ways = next;
        }
        ways.into_iter().filter(|(state, _)| less.accepting()[*state]).map(|(_, count)| count).sum()
    }

    /// The numbers of a part in order, if there are at most so many.
    fn listed(&self, part: &[u32], most: usize) -> Option<Vec<Vec<u32>>> {
        let dfa = &self.numbers;
        // The states from which the rest of the part has numbers.
        let digits = 0..dfa.layout().sizes()[1];
        let step = |state: State, place: usize, digit: u32| {
            dfa.transitions().step(state, dfa.layout().pack(&[part[place], digit]))
        };
        let mut live: Vec<BTreeMap<State, usize>> =
            vec![dfa.numbers().filter(|q| dfa.accepting()[*q]).map(|q| (q, 1)).collect()];
        for place in (0..part.len()).rev() {
            let after = &live[live.len() - 1];
            let ways = |q: State| -> usize {
                digits
                    .clone()
                    .filter_map(|digit| after.get(&step(q, place, digit)?))
                    .fold(0, |sum, &ways| sum.saturating_add(ways))
            };
            let before = dfa.numbers().map(|q| (q, ways(q))).filter(|found| found.1 > 0).collect();
            live.push(before);
        }
        live.reverse();
        if live[0].get(&State::START).is_some_and(|&count| count > most) {
            return None;
        }
        let mut found = vec![(State::START, Vec::new())];
        for place in 0..part.len() {
            let longer = |(state, word): (State, Vec<u32>)| {
                let live = &live[place + 1];
                let next = move |digit| {
                    let target = step(state, place, digit).filter(|target| live.contains_key(target))?;
                    Some((target, [&word[..], &[digit]].concat()))
                };
                digits.clone().filter_map(next).collect::<Vec<_>>()
            };
            found = found.into_iter().flat_map(longer).collect();
        }
        let mut words: Vec<Vec<u32>> = found.into_iter().map(|found| found.1).collect();
        words.sort_by(|a, b| {
            if accepts(&self.less, part, [a, b]) {
                Ordering::Less
            } else if a == b {
                Ordering::Equal
            } else {
                Ordering::Greater
            }
        });
        Some(words)
    }
}

/// Whether a relation holds of a part and two words beside it.
fn accepts(dfa: &Dfa, part: &[u32], words: [&[u32]; 2]) -> bool {
    let letter = |place: usize| -> Letter { dfa.layout().pack(&[part[place], words[0][place], words[1][place]]) };
    dfa.accepts((0..part.len()).map(letter))
}
