//! The fixed point of a morphism, read by the digits of a place (Rigo 2000): `verified/Morphic.v`.
//!
//! Letter n is the one that the representation of n leads to, if every letter has an image for each digit of the states
//! in which the system may be.

use std::collections::{HashMap, HashSet};

use filbert_answers::formula::{Dfa, System};

use super::distinct::at_last_places;
use super::tree::Rules;

/// For each letter of the word the automaton of its places, if there is one for each.
pub fn automata(system: &System, rules: &Rules, coding: &[(i64, i64)]) -> Option<Vec<(i64, Dfa)>> {
    let (first, image) = rules.first()?;
    if image.first() != Some(first) || !is_proper(rules, coding) {
        return None;
    }
    let images: HashMap<i64, &[i64]> = rules.iter().map(|(letter, image)| (*letter, &image[..])).collect();
    let numbers: HashMap<i64, usize> = rules.iter().zip(0..).map(|((letter, _), at)| (*letter, at)).collect();
    let codes: HashMap<i64, i64> = coding.iter().copied().collect();
    if !is_compatible(system, &images, *first) {
        return None;
    }
    let row = |image: &[i64]| {
        let to = |(digit, letter): (usize, &i64)| Some(([u16::try_from(digit).ok()?].into(), numbers[letter]));
        image.iter().enumerate().map(to).collect::<Option<Vec<_>>>()
    };
    let rows: Vec<_> = rules.iter().map(|(_, image)| row(image)).collect::<Option<_>>()?;
    let values = at_last_places(&coding.iter().map(|(_, code)| *code).collect::<Vec<_>>());
    let of_value = |value: i64| {
        let accepting = rules.iter().map(|(letter, _)| codes[letter] == value).collect();
        (value, Dfa { accepting, rows: rows.clone() })
    };
    Some(values.into_iter().map(of_value).collect())
}

/// Whether each letter has one rule and one code, and no other has any.
fn is_proper(rules: &Rules, coding: &[(i64, i64)]) -> bool {
    let known: HashSet<i64> = rules.iter().map(|(letter, _)| *letter).collect();
    let coded: HashSet<i64> = coding.iter().map(|(letter, _)| *letter).collect();
    known.len() == rules.len()
        && coded.len() == coding.len()
        && coded == known
        && rules.iter().all(|(_, image)| image.iter().all(|letter| known.contains(letter)))
}

/// Whether each letter has an image for each digit of the states in which it can be reached.
fn is_compatible(system: &System, images: &HashMap<i64, &[i64]>, first: i64) -> bool {
    let (mut todo, mut reached) = (vec![(first, 0)], HashSet::from([(first, 0)]));
    while let Some((letter, state)) = todo.pop() {
        let (top, next) = system.0.get(state).copied().unwrap_or((0, 0));
        let image = images[&letter];
        if image.len() != top + 1 {
            return false;
        }
        for (digit, &letter) in image.iter().enumerate() {
            let pair = (letter, if digit < top { 0 } else { next });
            if reached.insert(pair) {
                todo.push(pair);
            }
        }
    }
    true
}
