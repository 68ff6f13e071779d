//! Automata for regular expressions, by derivatives (Brzozowski 1964): `verified/Regular.v`, which makes the same
//! automaton.
//!
//! Expressions are equal if they are built alike, and sorted in alternatives, so that there are not many. Cost: as many
//! derivatives as the automaton has transitions. Weakness: intersections and long alternatives have many derivatives,
//! beyond a bound none is found.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use filbert_answers::formula::{Dfa, Letter, System};

use crate::tuning::verified::{EXPRESSION_LETTERS, EXPRESSION_STATES, EXPRESSION_ZEROS};

use super::kinds::top;
use super::tree::Regex;

/// The automaton of an expression on tracks in some systems, if it is found. Zeros lead back to its first state.
pub fn automaton(systems: &[System], regex: &Regex) -> Option<Dfa> {
    let tops: Vec<usize> = systems.iter().map(top).collect();
    let count = tops.iter().try_fold(1usize, |count, top| count.checked_mul(top + 1))?;
    if count > EXPRESSION_LETTERS {
        return None;
    }
    let start = union(&behind_zeros(systems.len(), regex)?);
    explored(&letters(&tops), start)
}

/// The letters whose digits are at most these, the first changing fastest.
fn letters(tops: &[usize]) -> Vec<Vec<usize>> {
    tops.iter().rev().fold(vec![Vec::new()], |rest, &top| {
        let with = |letter: Vec<usize>| (0..=top).map(move |digit| [&[digit], &letter[..]].concat());
        rest.into_iter().flat_map(with).collect()
    })
}

/// An expression and its derivatives by zeros.
fn behind_zeros(tracks: usize, regex: &Regex) -> Option<Vec<Regex>> {
    let zero = vec![0; tracks];
    let mut found = vec![regex.clone()];
    for _ in 0..=EXPRESSION_ZEROS {
        let next = derivative(&zero, &found[found.len() - 1]);
        if found.contains(&next) {
            return Some(found);
        }
        found.push(next);
    }
    None
}

/// Derivatives that are found, with the states that they are.
struct States {
    numbers: HashMap<Regex, usize>,
    found: Vec<Regex>,
}

impl States {
    /// The state of an expression; none if nothing matches it.
    fn state(&mut self, regex: Regex) -> Option<usize> {
        if regex == Regex::Never {
            return None;
        }
        // State 0 is the start, where zeros lead back to.
        let next = self.found.len() + 1;
        let state = *self.numbers.entry(regex).or_insert_with_key(|regex| {
            self.found.push(regex.clone());
            next
        });
        Some(state)
    }

    fn row<'a>(
        &mut self,
        letters: impl Iterator<Item = &'a Vec<usize>>,
        regex: &Regex,
    ) -> Option<Vec<(Letter, usize)>> {
        let mut row: Vec<(Letter, usize)> = Vec::new();
        for letter in letters {
            if let Some(state) = self.state(derivative(letter, regex)) {
                row.push((packed(letter)?, state));
            }
        }
        row.sort();
        Some(row)
    }
}

fn packed(letter: &[usize]) -> Option<Letter> {
    letter.iter().map(|&digit| u16::try_from(digit).ok()).collect()
}

fn explored(letters: &[Vec<usize>], start: Regex) -> Option<Dfa> {
    let is_zero = |letter: &&Vec<usize>| letter.iter().all(|&digit| digit == 0);
    let mut states = States { numbers: HashMap::new(), found: Vec::new() };
    // States have the numbers of the order in which they are found, by zeros too.
    states.row(letters.iter(), &start)?;
    let mut rows = vec![states.row(letters.iter().filter(|letter| !is_zero(letter)), &start)?];
    let zero = letters.iter().find(is_zero)?;
    rows[0].insert(0, (packed(zero)?, 0));
    let mut accepting = vec![is_nullable(&start)];
    let mut at = 0;
    while let Some(regex) = states.found.get(at).cloned() {
        at += 1;
        if at >= EXPRESSION_STATES {
            return None;
        }
        accepting.push(is_nullable(&regex));
        rows.push(states.row(letters.iter(), &regex)?);
    }
    Some(Dfa { accepting, rows })
}

/// Whether the empty word matches.
fn is_nullable(regex: &Regex) -> bool {
    match regex {
        Regex::Never | Regex::Digits(_) => false,
        Regex::Empty | Regex::Repeat(_) => true,
        Regex::Alternative(r, s) => is_nullable(r) || is_nullable(s),
        Regex::Both(r, s) | Regex::Sequence(r, s) => is_nullable(r) && is_nullable(s),
    }
}

/// What may follow a letter.
fn derivative(letter: &[usize], regex: &Regex) -> Regex {
    match regex {
        Regex::Never | Regex::Empty => Regex::Never,
        Regex::Digits(digits) if digits == letter => Regex::Empty,
        Regex::Digits(_) => Regex::Never,
        Regex::Alternative(r, s) => union(&[derivative(letter, r), derivative(letter, s)]),
        Regex::Both(r, s) => both(derivative(letter, r), derivative(letter, s)),
        Regex::Sequence(r, s) => {
            let first = sequence(derivative(letter, r), s);
            if is_nullable(r) { union(&[first, derivative(letter, s)]) } else { first }
        }
        Regex::Repeat(r) => sequence(derivative(letter, r), &Rc::new(regex.clone())),
    }
}

/// Some order of expressions, by which alternatives are sorted.
fn order(r: &Regex, s: &Regex) -> Ordering {
    match (r, s) {
        (Regex::Digits(a), Regex::Digits(b)) => a.cmp(b),
        (Regex::Alternative(a, b), Regex::Alternative(c, d))
        | (Regex::Both(a, b), Regex::Both(c, d))
        | (Regex::Sequence(a, b), Regex::Sequence(c, d)) => order(a, c).then_with(|| order(b, d)),
        (Regex::Repeat(a), Regex::Repeat(b)) => order(a, b),
        _ => rank(r).cmp(&rank(s)),
    }
}

fn rank(regex: &Regex) -> u8 {
    match regex {
        Regex::Never => 0,
        Regex::Empty => 1,
        Regex::Digits(_) => 2,
        Regex::Alternative(..) => 3,
        Regex::Both(..) => 4,
        Regex::Sequence(..) => 5,
        Regex::Repeat(_) => 6,
    }
}

fn alternatives(regex: &Regex, found: &mut Vec<Regex>) {
    match regex {
        Regex::Never => {}
        Regex::Alternative(r, s) => {
            alternatives(r, found);
            alternatives(s, found);
        }
        Regex::Empty | Regex::Digits(_) | Regex::Both(..) | Regex::Sequence(..) | Regex::Repeat(_) => {
            found.push(regex.clone());
        }
    }
}

/// Each of some expressions once, in their order.
fn union(regexes: &[Regex]) -> Regex {
    let mut all = Vec::new();
    regexes.iter().for_each(|regex| alternatives(regex, &mut all));
    let mut sorted: Vec<Regex> = Vec::new();
    for regex in all.into_iter().rev() {
        let stop = |known: &Regex| *known == regex || order(&regex, known) == Ordering::Less;
        match sorted.iter().position(stop) {
            Some(at) if sorted[at] == regex => {}
            Some(at) => sorted.insert(at, regex),
            None => sorted.push(regex),
        }
    }
    let mut sorted = sorted.into_iter().rev();
    let Some(last) = sorted.next() else { return Regex::Never };
    sorted.fold(last, |rest, next| Regex::Alternative(next.into(), rest.into()))
}

fn sequence(r: Regex, s: &Rc<Regex>) -> Regex {
    match (r, &**s) {
        (Regex::Never, _) | (_, Regex::Never) => Regex::Never,
        (Regex::Empty, s) => s.clone(),
        (r, Regex::Empty) => r,
        (Regex::Sequence(first, rest), _) => Regex::Sequence(first, sequence((*rest).clone(), s).into()),
        (r, _) => Regex::Sequence(r.into(), s.clone()),
    }
}

fn both(r: Regex, s: Regex) -> Regex {
    match (r, s) {
        (Regex::Never, _) | (_, Regex::Never) => Regex::Never,
        (r, s) if r == s => r,
        (r, s) => Regex::Both(r.into(), s.into()),
    }
}
