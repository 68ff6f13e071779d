//! Automata that the first values of functions suggest: one of the pairs (n, f(n)), or a line and a word of the
//! distances from it.
//!
//! The pairs are a sample of words, whose residuals are the states (Biermann and Feldman 1972, in
//! `automata::algorithms::residuals`); the line is looked for in [`lines`](super::lines), its word guessed by
//! `words::guess` and turned into an automaton of pairs by a formula. All of it is a guess:
//! [`statements`](mod@super::statements) says what has to be proved.
//!
//! Costs the prefixes of all pairs for each depth of residuals, and the projection for the line. Bad where states
//! differ only at large numbers; then more values are asked for, up to a limit.

use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::{Dfa, Sample, Suggestion};
use crate::logic::{Function, FunctionKind};
use crate::numeration::{Compare, LinearAtom, Relation, encode};
use crate::script::outcome::CommandError;
use crate::words::{Guess, GuessError, Morphism, Word, WordError};

use super::lines::{Appended, Line, Near, near};
use super::search::Search;
use super::statements::{Sum, comparison};
use super::values::Values;

/// States of an automaton of pairs, at most.
const MOST_STATES: usize = 1_500;
/// Values from which a word is guessed, at most.
const MOST_LETTERS: u128 = 1_000_000;

/// What the values of a function suggest.
pub(super) struct Suggested {
    /// The automaton of the pairs of a number and its value.
    pub pairs: Suggestion,
    /// The line that it keeps near, and the word of its distances from there.
    pub near: Option<Near>,
    /// The automaton that these make.
    by_line: Option<Arc<Dfa>>,
}

impl Suggested {
    /// An automaton: that of the line before that of the pairs, or after it.
    pub fn candidate(&self, is_line_first: bool) -> Option<Arc<Dfa>> {
        let pairs = || if let Suggestion::Automaton(dfa) = &self.pairs { Some(Arc::new(dfa.clone())) } else { None };
        match is_line_first {
            true => self.by_line.clone().or_else(pairs),
            false => pairs().or_else(|| self.by_line.clone()),
        }
    }
}

/// From how many values the words of lines can be guessed of which too few letters are known; nothing if there is no use in more.
pub(super) fn needed(suggested: &[Suggested], known: usize) -> Option<i64> {
    let of_one = |one: &Suggested| match one.near.as_ref().map(|near| &near.word) {
        Some(Err(GuessError::TooShort { needed, .. })) => Some(*needed),
        _ => None,
    };
    let is_open = |one: &&Suggested| one.by_line.is_none();
    let is_hopeless = |one: &Suggested| one.candidate(true).is_none() && of_one(one).is_none();
    if suggested.iter().any(is_hopeless) {
        return None;
    }
    let most = suggested.iter().filter(is_open).filter_map(of_one).max();
    most.filter(|&most| most > known as u128 && most <= MOST_LETTERS).map(|most| most as i64)
}

impl Search<'_> {
    /// What all values suggest, which are those at the numbers of so many digits.
    pub(super) fn suggested(&mut self, values: &Values<'_>, length: usize) -> Result<Vec<Suggested>, CommandError> {
        let mut all = Vec::new();
        for (known, &start) in values.known.iter().zip(&self.recursion.starts) {
            let pairs = self.pairs(known, start, length)?;
            all.push(Suggested { pairs, near: None, by_line: None });
        }
        self.follow_lines(&mut all, values)?;
        Ok(all)
    }

    /// Looks for lines again, from more values.
    pub(super) fn follow_lines(
        &mut self,
        suggested: &mut [Suggested],
        values: &Values<'_>,
    ) -> Result<(), CommandError> {
        let system = &self.recursion.system;
        let appended = Appended::new(system, values.known[0].len() as i64);
        for ((one, known), &start) in suggested.iter_mut().zip(&values.known).zip(&self.recursion.starts) {
            one.near = near(known, start as usize, (system, &appended), self.budget)?;
            one.by_line = match &one.near {
                Some(Near { line, range, word: Ok(word) }) => self.on_line(line, range.0, word, start)?,
                _ => None,
            };
        }
        Ok(())
    }

    fn pairs(&self, known: &[i64], start: i64, length: usize) -> Result<Suggestion, CommandError> {
        let system = &self.recursion.system;
        let layout = system.layout(2)?;
        let systems = vec![system.clone(); 2];
        let pairs = known.iter().zip(0..).filter(|(value, n)| *n >= start && **value < known.len() as i64);
        let words = pairs.map(|(&value, n)| encode(&[BigInt::from(n), BigInt::from(value)], &layout, &systems));
        Ok(Sample::new(&layout, length, words, self.budget)?.suggestion(MOST_STATES, self.budget)?)
    }

    /// The pairs of n and y for which y is as far from a line as the letter n of a word says; nothing, if that is no word here.
    fn on_line(
        &mut self,
        line: &Line,
        least: i64,
        guess: &Guess,
        start: i64,
    ) -> Result<Option<Arc<Dfa>>, CommandError> {
        let system = &self.recursion.system;
        let rules = guess.images.iter().zip(0..).map(|(image, letter)| (letter, image.clone()));
        let coding: HashMap<i64, i64> = (0..).zip(guess.outputs.iter().copied()).collect();
        let word = Morphism::new(rules)
            .and_then(|morphism| Word::from_morphism(&morphism, Some(&coding), system.clone(), self.budget));
        let word = match word {
            Ok(word) => Arc::new(word),
            Err(WordError::Limit(limit)) => return Err(limit.into()),
            Err(_) => return Ok(None),
        };
        let mut right = Sum { terms: vec![("W[n]".to_owned(), 1)], constant: least };
        let (mut functions, mut bound, mut parts) = (HashMap::new(), Vec::new(), Vec::new());
        for (zeros, &multiple) in line.multiples.iter().enumerate().filter(|(_, multiple)| **multiple != 0) {
            if zeros == 0 {
                right.terms.push(("n".to_owned(), multiple));
                continue;
            }
            let mut appended = vec![0; zeros + 1];
            appended[zeros] = 1;
            let coefficients = vec![appended, vec![-1]];
            let atom = LinearAtom { coefficients, compare: Compare::Equal, constant: 0 };
            let relation = FunctionKind::Relation(Relation::linear(system, &atom, self.budget)?);
            functions.insert(format!("appended{zeros}"), Arc::new(Function::new(relation)));
            parts.push(format!("$appended{zeros}(n,z{zeros})"));
            bound.push(format!("z{zeros}"));
            right.terms.push((format!("z{zeros}"), multiple));
        }
        let left = Sum { terms: vec![("y".to_owned(), line.factor)], constant: 0 };
        parts.push(comparison(&left, "=", &right));
        let mut text = parts.join(" & ");
        if !bound.is_empty() {
            text = format!("(E {} ({text}))", bound.join(","));
        }
        if start > 0 {
            text = format!("n>={start} & {text}");
        }
        let relation = self.defined(text, functions, Some(("W", &word)))?;
        Ok(Some(relation.dfa().clone()))
    }
}
