//! Comparisons of sums with constants, digit by digit.
//!
//! What was read of a sum is a state; what is certain whatever digits are to come is known there from bounds (`System::decided`).
//! Bounds take every variable for itself. Beside an automaton that ties some of them to each other, most sums can no more
//! become what they should though no bound says so; the states of both that lead to acceptance are then found by exploring them.

use std::collections::BTreeSet;

use crate::Read;
use crate::core::{Var, plus};
use crate::machine::{Interner, Machine, Map, Pairs, Rows, alive, spend};
use crate::system::{ANY_WORD, Compare, Kind, Sides, Track};

/// What is known of an atom in a state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it holds if no digit is to come.
    pub now: bool,
    /// Whether it does whatever digits are to come, if that is certain.
    pub always: Option<bool>,
}

/// Transitions of an automaton beside a sum, and sums of the digits of its other variables.
const MOST_BESIDE: usize = 1 << 24;
const MOST_SUMS: usize = 1 << 10;

/// A comparison of a sum with a constant, and what was read of the sum so far.
pub struct Linear {
    system: Track,
    /// What was read of a sum is behind the letters on which its variables stand, if what a digit is worth hangs on these.
    letters: usize,
    /// Variables with their coefficients and digits.
    terms: Vec<(Var, i64, Vec<i64>)>,
    compare: Compare,
    constant: i64,
    sides: Sides,
    seen: Interner<i64>,
    /// Where what a digit is worth hangs on the letter: of each of them what was read first, all being worth the same there.
    reads: Vec<Vec<i64>>,
    /// Of each of them.
    pub known: Vec<Verdict>,
    steps: Map<(u32, i64), u32>,
}

impl Linear {
    pub fn new(terms: &[(Var, i64)], compare: Compare, constant: i64, tracks: &[Track]) -> Read<Linear> {
        let mut systems = terms.iter().map(|term| &tracks[term.0]).filter(|track| track.kind != Kind::Words);
        let system = systems.next().ok_or("arithmetic on words")?.clone();
        if systems.any(|other| *other != system) {
            return Err("two systems in one sum".into());
        }
        let zeros = || vec![0; system.valid.len()];
        let mut sides = Sides { up: zeros(), down: zeros(), ..Sides::default() };
        for &(var, k) in terms {
            let is_word = tracks[var].kind == Kind::Words;
            if is_word && !system.bounds_any_word() {
                return Err(format!("words over digits are not bounded in {}", system.name));
            }
            for digit in if is_word { &tracks[var].digits[..] } else { &[1] } {
                let worth = i128::from(k) * i128::from(*digit);
                sides.up[0] += worth.max(0) * if is_word { ANY_WORD } else { 1 };
                sides.down[0] += (-worth).max(0) * if is_word { ANY_WORD } else { 1 };
            }
            sides.up_less += if is_word { 0 } else { k.max(0).into() };
            sides.down_less += if is_word { 0 } else { (-k).max(0).into() };
        }
        let terms: Vec<_> = terms.iter().map(|&(var, k)| (var, k, tracks[var].digits.clone())).collect();
        let letters = if system.is_morphic { terms.len() } else { 0 };
        let zero = vec![0; letters + system.valid.len()];
        let (seen, reads, steps, known) = Default::default();
        let mut linear = Linear { system, letters, terms, compare, constant, sides, seen, reads, known, steps };
        linear.number(zero)?;
        Ok(linear)
    }

    fn number(&mut self, mut read: Vec<i64>) -> Read<u32> {
        let (at, remainder) = read.split_at_mut(self.letters);
        let mut sides = self.sides.clone();
        if self.letters > 0 {
            // Each number has at most as many continuations as there are words from its letter.
            (sides.up, sides.down) = (vec![0; remainder.len()], vec![0; remainder.len()]);
            for (&letter, term) in at.iter().zip(&self.terms) {
                sides.up[letter as usize] += i128::from(term.1.max(0));
                sides.down[letter as usize] -= i128::from(term.1.min(0));
            }
        }
        let always = self.system.decided(remainder, &sides, self.compare, self.constant);
        let value: i64 = remainder.iter().sum();
        let holds = match self.compare {
            Compare::Equal => value == self.constant,
            Compare::Less => value < self.constant,
        };
        // All that are certain alike are one, and so are all that are worth the same: else there may be no end of them, if M has
        // an eigenvalue of absolute value 1 that no N(m) has a part of.
        let alike = match always {
            Some(value) => vec![value.into()],
            None if self.letters == 0 => [&[2], &read[..]].concat(),
            None => {
                let worths = self.system.worths(remainder).ok_or("a remainder of 63 bits")?;
                [&[2], &*at, &worths].concat()
            }
        };
        Ok(self.entered(&alike, read, Verdict { now: always.unwrap_or(holds), always }))
    }

    /// The number of what is alike, with what was read and what is known there, if it is new.
    fn entered(&mut self, alike: &[i64], read: Vec<i64>, verdict: Verdict) -> u32 {
        let number = self.seen.number(alike);
        if number as usize == self.known.len() {
            self.known.push(verdict);
            if self.letters > 0 {
                self.reads.push(read);
            }
        }
        number
    }

    /// The number of what was read after one digit more on each track.
    pub fn read(&mut self, state: u32, digits: &[u32]) -> Read<u32> {
        if self.letters > 0 {
            return self.pass(state, digits);
        }
        let digit = |(var, k, values): &(Var, i64, Vec<i64>)| k.checked_mul(values[digits[*var] as usize]);
        let sum =
            self.terms.iter().try_fold(0i64, |sum, term| sum.checked_add(digit(term)?)).ok_or("a sum of 63 bits")?;
        self.add(state, sum)
    }

    /// Where what a digit is worth hangs on the letter before it, the number of what was read after one digit more on each
    /// track. Words that are not valid make no sum: they are in no relation of numbers, nor in its complement.
    fn pass(&mut self, state: u32, digits: &[u32]) -> Read<u32> {
        if self.known[state as usize].always.is_some() {
            return Ok(state);
        }
        // The digits of the terms as one number, if that is not too large: the step is the same for the same digits.
        let code = self.terms.iter().try_fold(0i64, |code, (var, _, values)| {
            code.checked_mul(values.len() as i64)?.checked_add(digits[*var].into())
        });
        if let Some(&next) = code.and_then(|code| self.steps.get(&(state, code))) {
            return Ok(next);
        }
        let next = self.passed(state, digits)?;
        if let Some(code) = code {
            self.steps.insert((state, code), next);
        }
        Ok(next)
    }

    /// What [`Linear::pass`] gives, computed.
    fn passed(&mut self, state: u32, digits: &[u32]) -> Read<u32> {
        let mut read = self.reads[state as usize].clone();
        let remainder = read.split_off(self.letters);
        let read_digits: Vec<(u32, i64, u32)> =
            read.iter().zip(&self.terms).map(|(&letter, term)| (letter as u32, term.1, digits[term.0])).collect();
        for (letter, &(from, _, digit)) in read.iter_mut().zip(&read_digits) {
            match self.system.valid[from as usize].get(digit as usize) {
                Some(&next) => *letter = next.into(),
                None => return Ok(self.never()),
            }
        }
        read.extend(self.system.pass(&remainder, read_digits.into_iter()).ok_or("a remainder of 63 bits")?);
        self.number(read)
    }

    /// The state in which it does not hold whatever digits are to come.
    fn never(&mut self) -> u32 {
        self.entered(&[0], Vec::new(), Verdict { now: false, always: Some(false) })
    }

    /// The state after digits of which `sum` is known: the sum of them, each times its coefficient.
    fn add(&mut self, state: u32, sum: i64) -> Read<u32> {
        if self.known[state as usize].always.is_some() {
            return Ok(state);
        }
        if let Some(&next) = self.steps.get(&(state, sum)) {
            return Ok(next);
        }
        let read = self.system.step(&self.seen.get(state)[1..], sum).ok_or("a remainder of 63 bits")?;
        let next = self.number(read)?;
        self.steps.insert((state, sum), next);
        Ok(next)
    }

    /// The states of an automaton and of this sum from which a word leads to acceptance by both, and maybe others: the
    /// variables of the automaton are `vars`, and the other ones may have any digits. Nothing, if that is too much work.
    pub fn beside(&mut self, machine: &Machine, accepting: &[bool], vars: &[Var]) -> Read<Option<Pairs>> {
        if self.letters > 0 {
            return Ok(None);
        }
        let (shared, free): (Vec<_>, Vec<_>) = self.terms.iter().cloned().partition(|term| vars.contains(&term.0));
        let mut sums = BTreeSet::from([0]);
        for (_, k, values) in free {
            if sums.len() * values.len() > MOST_SUMS {
                return Ok(None);
            }
            let all = sums.iter().flat_map(|sum| values.iter().map(move |value| plus(*sum, k, *value)));
            let Some(all) = all.collect::<Option<BTreeSet<i64>>>() else { return Ok(None) };
            sums = all;
        }
        // What the digits of a letter are worth in the sum; a variable on several tracks has the same digit on all of them.
        let worth = |letter: u32| {
            let (mut rest, mut worth) = (letter as usize, Some(0));
            for (i, track) in machine.tracks.iter().enumerate().rev() {
                let (digit, is_first) = (track.digits[rest % track.digits.len()], !vars[..i].contains(&vars[i]));
                let term = shared.iter().find(|term| is_first && term.0 == vars[i]);
                worth = term.map_or(worth, |term| plus(worth?, term.1, digit));
                rest /= track.digits.len();
            }
            worth
        };
        let (mut seen, mut rows, mut count) = (Interner::<u32>::default(), Rows::new(), 0);
        seen.number(&[0, 0]);
        while rows.len() < seen.len() {
            let (q, read, mut row) = (seen.get(rows.len() as u32)[0], seen.get(rows.len() as u32)[1], Vec::new());
            for &(letter, target) in &machine.rows[q as usize] {
                let Some(own) = worth(letter) else { return Ok(None) };
                for sum in &sums {
                    let next = self.add(read, own + sum)?;
                    if self.known[next as usize].always != Some(false) {
                        row.push((0, seen.number(&[target, next])));
                    }
                }
                spend(sums.len())?;
            }
            row.sort_unstable();
            row.dedup();
            count += row.len();
            rows.push(row);
            if count > MOST_BESIDE {
                return Ok(None);
            }
        }
        let pair = |i: u32| (seen.get(i)[0], seen.get(i)[1]);
        let accepts = |(q, read): (u32, u32)| accepting[q as usize] && self.known[read as usize].now;
        let all = 0..rows.len() as u32;
        let alive = alive(&rows, all.clone().map(|i| accepts(pair(i))).collect());
        Ok(Some(all.filter(|i| alive[*i as usize]).map(pair).collect()))
    }
}
