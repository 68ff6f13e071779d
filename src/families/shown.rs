//! What shows a verdict: a parameter with a period, and numbers.

use num_bigint::{BigInt, BigUint};

use super::Spoken;
use super::form::Var;
use super::node::Variables;
use crate::automata::{Layout, Letter};
use crate::logic::{Example, Value};
use crate::numeration::ParametricSystem;

/// A parameter whose blocks return, and numbers of it. Letters are indices, from the top.
pub(super) struct Shown {
    /// What returns without end before the rest.
    period: Vec<u32>,
    rest: Vec<u32>,
    pub numbers: Vec<BigUint>,
}

impl Shown {
    /// Of the letters that return, and the tuple behind them.
    pub fn recurring([period, rest]: &[Vec<Letter>; 2], layout: &Layout, system: &ParametricSystem) -> Shown {
        let track = |word: &[Letter], track: usize| {
            word.iter().map(|&letter| layout.slots()[track].digit(letter)).collect::<Vec<_>>()
        };
        let words = (0..layout.tracks()).map(|at| track(rest, at)).collect();
        Shown::new(track(period, 0), words, system)
    }

    /// Of a part and numbers of it, as words. It goes on in some way.
    pub fn of_part(words: &[Vec<i64>], system: &ParametricSystem) -> Shown {
        let letters = system.parameters.tracks(words.len() - 1).into_iter().zip(words).map(|(kind, word)| {
            let values = kind.digit_values();
            let place = |digit| values.iter().position(|value| value == digit).expect("a digit of the track");
            word.iter().map(|digit| u32::try_from(place(digit)).expect("few digits")).collect::<Vec<_>>()
        });
        let mut letters: Vec<Vec<u32>> = letters.collect();
        let [period, between] = system.parameters.goes_on(&letters[0]);
        let zeros = system.parameters.zeros_beside(&between);
        for (at, word) in letters.iter_mut().enumerate() {
            *word = [if at == 0 { &between } else { &zeros }, &word[..]].concat();
        }
        Shown::new(period, letters, system)
    }

    fn new(period: Vec<u32>, mut words: Vec<Vec<u32>>, system: &ParametricSystem) -> Shown {
        // Blocks of the period that no number needs are not told twice.
        let zeros = system.parameters.zeros_beside(&period);
        while words[0].starts_with(&period) && words[1..].iter().all(|word| word.starts_with(&zeros)) {
            words.iter_mut().for_each(|word| drop(word.drain(..period.len())));
        }
        let numbers = words[1..].iter().map(|word| system.value(&words[0], word)).collect();
        Shown { period, rest: words.swap_remove(0), numbers }
    }

    /// The part before the period, and so many blocks of it in front.
    pub fn with_blocks(&self, blocks: usize, system: &ParametricSystem) -> Vec<u32> {
        let returning = system.parameters.blocks(&self.period);
        let mut found: Vec<&[u32]> = returning.into_iter().rev().cycle().take(blocks).collect();
        found.reverse();
        found.push(&self.rest);
        found.concat()
    }

    pub fn example(
        &self,
        universals: &[Var],
        (variables, spoken): (&Variables, &Spoken),
        system: &ParametricSystem,
    ) -> Example {
        let parameter = if system.is_sturmian() {
            Value::Slope { quotients: system.quotients(&self.rest), period: system.quotients(&self.period) }
        } else {
            let values = system.parameters.tracks(0)[0].digit_values();
            let [period, rest] = [&self.period, &self.rest]
                .map(|letters| letters.iter().map(|&letter| values[letter as usize]).collect());
            Value::Parameter { period, rest }
        };
        let numbers = universals.iter().zip(&self.numbers).filter(|(var, _)| &**variables.name(**var) != "_");
        let numbers =
            numbers.map(|(&var, number)| (variables.own_name(var).into(), BigInt::from(number.clone()).into()));
        std::iter::once((spoken.parameter.clone(), parameter)).chain(numbers).collect()
    }
}
