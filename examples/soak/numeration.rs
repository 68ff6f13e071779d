//! Numeration systems of the reference decider, most significant digit first, and sums in them.
//!
//! A prefix of digits is worth `sum v_j U_{m+j}` while m digits are to come, where U are the weights; a digit turns v
//! into another such vector by the recurrence. What no remaining digits can bring back to the constant is only far
//! above or far below. The weights of systems without a recurrence of their own are not needed: what numbers do does
//! not depend on how they are written, so formulas without words are decided in base 2 or -2 for them.

use std::collections::HashMap;

use super::automaton::{Automaton, TooLarge};

/// Weights are looked at up to here when a prefix is judged to be far.
const AHEAD: usize = 24;

/// A system.
pub struct Numeration {
    pub digits: usize,
    /// `U_n = sum recurrence[i] U_{n-1-i}`.
    pub recurrence: Vec<i64>,
    /// Digit words that are no part of a representation.
    pub forbidden: Vec<Vec<usize>>,
    /// Digit words with which no representation ends.
    pub forbidden_at_end: Vec<Vec<usize>>,
    pub signed: bool,
    weights: Vec<i128>,
}

/// How a sum is compared with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Compare {
    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Compare::Equal => left == right,
            Compare::NotEqual => left != right,
            Compare::Less => left < right,
            Compare::LessEqual => left <= right,
            Compare::Greater => left > right,
            Compare::GreaterEqual => left >= right,
        }
    }

    pub fn text(self) -> &'static str {
        match self {
            Compare::Equal => "=",
            Compare::NotEqual => "!=",
            Compare::Less => "<",
            Compare::LessEqual => "<=",
            Compare::Greater => ">",
            Compare::GreaterEqual => ">=",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Prefix {
    Near(Vec<i64>),
    /// Far away, on the side that this sign says of the leading coefficient.
    Far(bool),
}

impl Numeration {
    pub fn new(digits: usize, recurrence: &[i64], initial: &[i64], forbidden: &[&[usize]]) -> Numeration {
        let mut weights: Vec<i128> = initial.iter().map(|&u| u.into()).collect();
        while weights.len() < AHEAD + initial.len() + 1 {
            let n = weights.len();
            weights.push(recurrence.iter().enumerate().map(|(i, &c)| i128::from(c) * weights[n - 1 - i]).sum());
        }
        Numeration {
            digits,
            recurrence: recurrence.to_vec(),
            forbidden: forbidden.iter().map(|word| word.to_vec()).collect(),
            forbidden_at_end: Vec::new(),
            signed: weights.iter().any(|&u| u < 0),
            weights,
        }
    }

    pub fn base(k: i64) -> Numeration {
        Numeration::new(k.unsigned_abs() as usize, &[k], &[1], &[])
    }

    /// Whether a digit word may stand in front of other digits, or be a representation.
    pub fn is_valid(&self, word: &[usize], whole: bool) -> bool {
        let within = |part: &Vec<usize>| word.windows(part.len()).any(|window| window == part);
        let ends = |part: &Vec<usize>| whole && word.ends_with(part);
        !self.forbidden.iter().any(within) && !self.forbidden_at_end.iter().any(ends)
    }

    /// What a word of any digits is worth.
    pub fn value(&self, word: &[i64]) -> i128 {
        word.iter().rev().zip(&self.weights).map(|(&digit, weight)| i128::from(digit) * weight).sum()
    }

    /// The representations on one track.
    pub fn valid(&self) -> Result<Automaton, TooLarge> {
        let memory = self.forbidden.iter().chain(&self.forbidden_at_end).map(Vec::len).max().unwrap_or(0);
        // The last digits, or nothing once a forbidden word was read.
        let step = |last: &Option<Vec<usize>>, digit: usize| {
            let mut word = last.clone()?;
            word.push(digit);
            self.is_valid(&word, false).then(|| word[word.len().saturating_sub(memory)..].to_vec())
        };
        Automaton::build(self.digits, Some(Vec::new()), step, |last| {
            last.as_ref().is_some_and(|last| self.is_valid(last, true))
        })
    }

    /// `sum weights[i] x_i + constant  compare  0`, one track for each weight; not only representations.
    pub fn linear(&self, coefficients: &[i64], constant: i64, compare: Compare) -> Result<Automaton, TooLarge> {
        let letters = self.digits.pow(coefficients.len() as u32);
        let degree = self.recurrence.len();
        let most: i128 = coefficients.iter().map(|&a| i128::from(a.abs())).sum::<i128>() * (self.digits as i128 - 1);
        // What m remaining digits can add, at most.
        let mut remaining = vec![i128::from(constant.abs())];
        for m in 0..AHEAD {
            remaining.push(remaining[m] + most * self.weights[m].abs());
        }
        let value = |v: &[i64], m: usize| -> i128 {
            v.iter().enumerate().map(|(j, &v)| i128::from(v) * self.weights[m + j]).sum()
        };
        let alternating = self.weights[AHEAD - 1] < 0 || self.weights[AHEAD] < 0;
        let step = |prefix: &Prefix, letter: usize| match prefix {
            Prefix::Far(above) => Prefix::Far(*above != alternating),
            Prefix::Near(v) => {
                let mut rest = letter;
                let mut digit = 0;
                for &a in coefficients {
                    digit += a * (rest % self.digits) as i64;
                    rest /= self.digits;
                }
                let mut next = vec![0; degree];
                next[1..].copy_from_slice(&v[..degree - 1]);
                for (i, &c) in self.recurrence.iter().enumerate() {
                    next[degree - 1 - i] += c * v[degree - 1];
                }
                next[0] += digit;
                let above = value(&next, 0) > 0;
                let far = (0..AHEAD).all(|m| {
                    let value = value(&next, m);
                    value.abs() > remaining[m] && (value > 0) == (above != (alternating && m % 2 == 1))
                });
                if far { Prefix::Far(above) } else { Prefix::Near(next) }
            }
        };
        let accepts = |prefix: &Prefix| match prefix {
            Prefix::Near(v) => compare.holds(value(v, 0) + i128::from(constant), 0),
            Prefix::Far(above) => compare.holds(if *above { 1 } else { -1 }, 0),
        };
        Automaton::build(letters, Prefix::Near(vec![0; degree]), step, accepts)
    }

    /// The representation of a number without leading zeros.
    ///
    /// # Errors
    /// If it is searched for, and too far from 0.
    pub fn represent(&self, n: i64, known: &mut HashMap<i64, Vec<usize>>) -> Result<Vec<usize>, TooLarge> {
        if let Some(word) = known.get(&n) {
            return Ok(word.clone());
        }
        let word = match (self.recurrence.len(), self.signed) {
            (1, _) => self.in_base(n),
            (_, false) => self.greedy(n),
            _ => self.searched(n)?,
        };
        known.insert(n, word.clone());
        Ok(word)
    }

    fn in_base(&self, mut n: i64) -> Vec<usize> {
        let base = self.recurrence[0];
        let mut digits = Vec::new();
        while n != 0 {
            let digit = n.rem_euclid(base.abs());
            digits.push(digit as usize);
            n = (n - digit) / base;
        }
        digits.reverse();
        digits
    }

    /// The largest weights first, where none is negative (Zeckendorf 1972; Fraenkel 1985).
    fn greedy(&self, n: i64) -> Vec<usize> {
        let mut weights = self.weights.clone();
        while weights[weights.len() - 1] <= i128::from(n) {
            let next =
                self.recurrence.iter().zip(weights.iter().rev()).map(|(&c, weight)| i128::from(c) * weight).sum();
            weights.push(next);
        }
        let mut rest = i128::from(n);
        let mut digits = Vec::new();
        for weight in weights.iter().rev() {
            digits.push((rest / weight) as usize);
            rest %= weight;
        }
        let leading = digits.iter().take_while(|&&digit| digit == 0).count();
        digits.split_off(leading)
    }

    /// The shortest valid word with this value.
    fn searched(&self, n: i64) -> Result<Vec<usize>, TooLarge> {
        let equal = self.linear(&[1], -n, Compare::Equal)?;
        let both = equal.with(&self.valid()?, |a, b| a && b)?;
        let mut found = vec![(0u32, Vec::new())];
        let mut seen = vec![false; both.states()];
        let mut at = 0;
        while at < found.len() {
            let (state, word) = found[at].clone();
            if both.accepting[state as usize] {
                return Ok(word);
            }
            for digit in 0..self.digits {
                let target = both.step(state, digit);
                if !std::mem::replace(&mut seen[target as usize], true) {
                    let mut longer = word.clone();
                    longer.push(digit);
                    found.push((target, longer));
                }
            }
            at += 1;
        }
        panic!("{n} has no representation")
    }
}
