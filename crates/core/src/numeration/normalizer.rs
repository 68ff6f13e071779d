//! Converters from words over any digits to the numbers that they are worth.
//!
//! A word over digits such as 0 and 1 is worth the sum of its digits times the weights of a system, whether or not it is
//! a representation there: 011 and 100 are both 3 in Fibonacci. Digits that stand far enough apart make representations
//! of their own, and the word is a sum of such: of its ones at even places and its ones at odd places, in Fibonacci. So
//! the linear atom of that sum, which is exact, becomes the converter when its tracks are read off one word: a state for
//! each state of the atom and each place modulo the distance. Bad where digits must stand far apart, or are many: the
//! atom has a track for each digit and place.
//!
//! Frougny, "Representations of numbers and finite automata" (1992), for normalization by automata; Shallit and Shan, "A
//! general approach to proving properties of Fibonacci representations via automata theory" (2023), for what it is used.

use std::collections::HashMap;
use std::sync::Arc;

use crate::automata::{Dfa, Layout, Letter, State};
use crate::budget::{Budget, Halt};
use crate::tuning::numeration::normalizer::{self, TRACKS};

use super::linear_atom::{Compare, LinearAtom};
use super::relation::{Language, TrackKind};
use super::rule::Rule;
use super::system::NumerationSystem;

/// Why there is no converter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NormalizerError {
    /// A limit was passed.
    #[error("{0}")]
    Limit(#[from] Halt),
    /// The words of the system have no weights, or ones are not valid however far apart they stand.
    #[error("in this system words of zeros and far apart ones are not all representations of sums of weights")]
    NoSums,
    /// Too many digits, too far apart.
    #[error("the sum has {0} terms, one for each digit and place, and at most {TRACKS} are tried")]
    TooMany(usize),
}

/// The tuples of a word over the digits and the number that it is worth, padded to its length: a word whose value is too
/// large for that needs zeros in front itself. Tracks: the word, the number. Minimal.
///
/// # Errors
/// [`NormalizerError`].
pub fn normalizer(
    system: &Arc<NumerationSystem>,
    digits: &[i64],
    budget: &Budget,
) -> Result<Language, NormalizerError> {
    if matches!(system.rule(), Rule::Automata(_)) {
        return Err(NormalizerError::NoSums);
    }
    let distance = (1..=normalizer::DIGIT_DISTANCE)
        .find(|&distance| are_valid(system, distance))
        .ok_or(NormalizerError::NoSums)?;
    let word = TrackKind::of_digits(digits);
    let values = word.digit_values();
    let summed: Vec<i64> = values.iter().copied().filter(|&value| value != 0).collect();
    if summed.len() * distance > TRACKS {
        return Err(NormalizerError::TooMany(summed.len() * distance));
    }
    let mut weights = vec![-1];
    weights.extend(summed.iter().flat_map(|&value| std::iter::repeat_n(value, distance)));
    let atom = system.linear(&LinearAtom::new(&weights, Compare::Equal, 0), budget)?;
    // The letter of the atom for a digit of the word at a place, and a digit of the number.
    let atom_letter = |value: i64, place: usize, read: u32| {
        let slots = atom.layout().slots();
        let one = summed.iter().position(|&known| known == value).map(|at| slots[1 + at * distance + place].place(1));
        slots[0].place(read) | one.unwrap_or(Letter::ZERO)
    };
    let layout = Layout::new(&[word.size(), system.digits()]).map_err(Halt::from)?;
    let mut numbers: HashMap<(State, usize), State> = HashMap::from([((State::START, 0), State::START)]);
    let mut found = vec![(State::START, 0)];
    let mut rows = Vec::new();
    while let Some(&(q, place)) = found.get(rows.len()) {
        let mut row = Vec::new();
        for (digit, &value) in (0..).zip(values.iter()) {
            for read in 0..system.digits() {
                let Some(target) = atom.transitions().step(q, atom_letter(value, place, read)) else { continue };
                let pair = (target, (place + 1) % distance);
                let next = *numbers.entry(pair).or_insert_with(|| {
                    found.push(pair);
                    State::new(found.len() - 1)
                });
                row.push((layout.pack(&[digit, read]), next));
            }
        }
        budget.check(found.len())?;
        rows.push((atom.accepting()[q], row));
    }
    let dfa = Arc::new(Dfa::from_rows(layout, rows).minimize());
    Ok(Language { dfa, tracks: vec![word, TrackKind::Numbers(system.clone())] })
}

/// Whether all words with ones at some of every so many places, and zeros elsewhere, are representations.
fn are_valid(system: &NumerationSystem, distance: usize) -> bool {
    let valid = system.valid();
    let mut seen = vec![false; valid.states() * distance];
    // Which place of the word is the first does not matter: all are tried.
    let mut pending: Vec<(State, usize)> = (0..distance).map(|place| (State::START, place)).collect();
    while let Some((q, place)) = pending.pop() {
        if std::mem::replace(&mut seen[q.index() * distance + place], true) {
            continue;
        }
        if !valid.accepting()[q] {
            return false;
        }
        for digit in 0..=u64::from(place == 0) {
            let Some(target) = valid.transitions().step(q, digit.into()) else { return false };
            pending.push((target, (place + 1) % distance));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::names::Numerations;
    use super::*;

    /// All words of a length over the digits 0 to size-1.
    fn words(size: u32, length: usize) -> Vec<Vec<u32>> {
        let longer = |words: Vec<Vec<u32>>, _| {
            words.iter().flat_map(|word| (0..size).map(|digit| [&word[..], &[digit]].concat())).collect()
        };
        (0..length).fold(vec![Vec::new()], longer)
    }

    /// The tuples of one length that the converter has are those of words and of numbers worth the same.
    fn check(name: &str, digits: &[i64], longest: usize) {
        let system = Numerations::standard().get(name).unwrap();
        let found = normalizer(&system, digits, &Budget::unlimited()).unwrap();
        let values = found.tracks[0].digit_values();
        let layout = found.dfa.layout().clone();
        for length in 0..=longest {
            // The weights of the places, from words with one 1, which are representations in these systems.
            let weight = |place: usize| system.value(&(0..length).map(|i| u32::from(i == place)).collect::<Vec<_>>());
            let weights: Vec<num_bigint::BigInt> = (0..length).map(weight).collect();
            for word in words(found.tracks[0].size(), length) {
                let value: num_bigint::BigInt =
                    word.iter().zip(&weights).map(|(&i, weight)| weight * values[i as usize]).sum();
                let mut expected = None;
                if system.has(&value) {
                    let mut representation = system.representation(&value);
                    if representation.len() <= length {
                        system.pad(&mut representation, length);
                        expected = Some(representation);
                    }
                }
                for number in words(system.digits(), length) {
                    let letters = word.iter().zip(&number).map(|(&i, &digit)| layout.pack(&[i, digit]));
                    let is_it = expected.as_ref() == Some(&number);
                    assert_eq!(found.dfa.accepts(letters), is_it, "{name} {digits:?}: {word:?}, {number:?}");
                }
            }
        }
    }

    #[test]
    fn words_are_worth_the_sum_of_their_digits_times_the_weights() {
        check("msd_fib", &[0, 1], 7);
        check("lsd_fib", &[0, 1], 6);
        check("msd_fib", &[-1, 0, 1], 5);
        check("msd_fib", &[1, 2], 5);
        check("msd_trib", &[0, 1], 6);
        check("msd_pell", &[0, 1, 2], 4);
        check("msd_2", &[0, 1, 2], 5);
        check("lsd_2", &[-1, 0, 1], 5);
        check("msd_3", &[1, 2, 3], 4);
        check("msd_neg_2", &[-1, 0, 1], 5);
    }

    #[test]
    fn digits_are_told_apart_only_where_there_are_not_too_many() {
        let fib = Numerations::standard().get("msd_fib").unwrap();
        let many: Vec<i64> = (0..10).collect();
        assert_eq!(normalizer(&fib, &many, &Budget::unlimited()).unwrap_err(), NormalizerError::TooMany(18));
    }
}
