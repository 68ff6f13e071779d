//! Numeration systems: which words are representations, and what the digits read so far are worth.
//!
//! A positional system is given by an automaton of valid words whose states all accept: state q allows the digits
//! 0..D(q), each but the last leads back to the start, and 0 leads from the start to itself. Let N(q,m) be the number
//! of valid words of m digits from q and U(m) = N(start,m). Give the digit in front of m others the weight U(m). Then
//! the words of m digits from q, in lexicographic order, have the values 0, 1, .., N(q,m)-1: by induction, since digit a
//! is followed by U(m) values from a*U(m) on, and the last digit by N(q',m). So every number has one representation but
//! for zeros in front, greater numbers have greater words, and m digits are worth less than U(m). Nothing else about
//! these systems is used.
//!
//! What is read is kept as a vector r of integers, worth r.N(m) with m digits to come: N(m+1) = M N(m), so the next digit
//! a makes it rM + a*start. In base -k it is one number r, worth r*(-k)^m.

use std::collections::HashMap;
use std::rc::Rc;

use crate::Read;

/// A numeration system, most significant digit first.
pub struct System {
    pub name: String,
    /// Whether scripts read it from the least significant digit. What is said of numbers is the same; expressions over
    /// digits are turned round, and certificates have its automata in the order of the others.
    pub is_turned: bool,
    /// Digits run from 0 to this.
    pub largest: i64,
    /// The states of the automaton of valid words: where each digit leads.
    pub valid: Vec<Vec<usize>>,
    /// Whether the weights are those of base -k.
    pub negative: bool,
}

/// A comparison of a sum with a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    Equal,
    Less,
}

/// With m digits to come, a sum becomes at most `up` U - `up_less` more, and at most `down` U - `down_less` less.
#[derive(Clone, Copy, Default)]
pub struct Sides {
    pub up: i64,
    pub down: i64,
    pub up_less: i64,
    pub down_less: i64,
}

/// Digits to come up to which bounds are computed.
const HORIZON: usize = 60;

/// Words of m digits 0 or 1, valid or not, are worth at most this many U(m).
pub const ANY_WORD: i64 = 8;

impl System {
    /// A positional system with this automaton of valid words.
    fn positional(name: &str, valid: Vec<Vec<usize>>) -> Read<System> {
        let leads_back = |digits: &Vec<usize>| {
            digits.split_last().is_some_and(|(last, others)| *last < valid.len() && others.iter().all(|&q| q == 0))
        };
        if valid.first().and_then(|digits| digits.first()) != Some(&0) || !valid.iter().all(leads_back) {
            return Err(format!("{name}: no words in the order of numbers"));
        }
        let largest = valid.iter().map(Vec::len).max().unwrap_or(1) as i64 - 1;
        let is_turned = name.starts_with("lsd_");
        Ok(System { name: name.to_owned(), is_turned, largest, valid, negative: false })
    }

    /// The system in which U(n) = d1 U(n-1) + d2 U(n-2) + ..: a word is valid if each of its ends is less than
    /// d1 d2 .. (dk - 1) d1 d2 .. .
    fn of_expansion(name: &str, expansion: &[usize]) -> Read<System> {
        // Digits less than d lead back; d itself goes on; at the end it is not allowed.
        let state = |(i, &d)| [vec![0; d], (i + 1 < expansion.len()).then_some(i + 1).into_iter().collect()].concat();
        System::positional(name, expansion.iter().enumerate().map(state).collect())
    }

    /// The system of this name.
    fn named(full: &str) -> Read<System> {
        let unknown = || format!("no numeration system `{full}` that this checker reads");
        let short = full.strip_prefix("msd_").or_else(|| full.strip_prefix("lsd_")).ok_or_else(unknown)?;
        let number = |text: &str| text.parse::<usize>().ok().filter(|k| (1..=64).contains(k));
        if let Some(base) = short.strip_prefix("neg_").and_then(number).filter(|base| *base > 1) {
            let (name, valid, is_turned) = (full.to_owned(), vec![vec![0; base]], full.starts_with("lsd_"));
            return Ok(System { name, is_turned, largest: base as i64 - 1, valid, negative: true });
        }
        let family = |prefix: &str| short.strip_prefix(prefix).and_then(number);
        let expansion = match short {
            "fib" => vec![1, 1],
            "trib" => vec![1, 1, 1],
            "nara" => vec![1, 0, 1],
            _ => match (family("bonacci"), family("cubic"), family("wythoff"), short.parse::<usize>()) {
                (Some(k), ..) => vec![1; k],
                (_, Some(s), ..) => vec![s, 1, 1],
                (_, _, Some(s), _) => vec![s, 1],
                (.., Ok(base)) if (2..=1 << 16).contains(&base) => vec![base],
                _ => return Err(unknown()),
            },
        };
        System::of_expansion(full, &expansion)
    }

    /// r M, by which what was read is worth the same with one digit less to come.
    fn times(&self, r: &[i128]) -> Option<Vec<i128>> {
        let mut out = vec![0i128; r.len()];
        for (factor, digits) in r.iter().zip(&self.valid) {
            for &q in digits {
                out[q] = out[q].checked_add(*factor)?;
            }
        }
        Some(out)
    }

    /// Numbers in a vector of what was read.
    pub fn dimension(&self) -> usize {
        if self.negative { 1 } else { self.valid.len() }
    }

    /// What was read after one digit more: `digit` is the sum of those on the tracks, each times its coefficient.
    pub fn step(&self, r: &[i64], digit: i64) -> Option<Vec<i64>> {
        if self.negative {
            return Some(vec![r[0].checked_mul(-(self.largest + 1))?.checked_add(digit)?]);
        }
        let mut next = self.times(&r.iter().map(|&x| x.into()).collect::<Vec<i128>>())?;
        next[0] = next[0].checked_add(digit.into())?;
        next.into_iter().map(|x| x.try_into().ok()).collect()
    }

    /// Whether s.N(m) is at least a bound for every m: s.N(m) is the sum of the entries of s M^m, and does not become less
    /// once none is negative, since N(m) does not. `None` if that is not found.
    fn stays(&self, s: &[i128], bound: i128) -> Option<bool> {
        let mut s = s.to_vec();
        for _ in 0..HORIZON {
            if s.iter().sum::<i128>() < bound {
                return Some(false);
            }
            if s.iter().all(|&x| x >= 0) {
                return Some(true);
            }
            s = self.times(&s)?;
        }
        None
    }

    /// Whether words of digits 0 and 1 are worth at most `ANY_WORD` times U(m), of m digits: at m = 0 they are worth 0, and
    /// with each digit more U(m) more, which must not be more than by what the bound grows.
    pub fn bounds_any_word(&self) -> bool {
        let mut start = vec![0; self.dimension()];
        start[0] = i128::from(ANY_WORD);
        let mut grows = self.times(&start).unwrap_or_default();
        grows[0] -= i128::from(ANY_WORD) + 1;
        !self.negative && self.stays(&grows, 0) == Some(true)
    }

    /// Whether a comparison of the sum with a constant is true or false whatever digits are to come, if that is found.
    pub fn decided(&self, r: &[i64], sides: Sides, compare: Compare, constant: i64) -> Option<bool> {
        if self.negative {
            // Others are worth at most (up+down) (k^m - 1), so |sum| >= (|r|-up-down) k^m + up + down >= |r|.
            let is_far = r[0].unsigned_abs() >= (sides.up + sides.down).unsigned_abs()
                && r[0].unsigned_abs() > constant.unsigned_abs();
            return (is_far && compare == Compare::Equal).then_some(false);
        }
        // The sum is less than the constant iff (-r - up*start).N > -constant - up_less, and greater, or not less, iff
        // (r - down*start).N is greater, or not less, than constant - down_less.
        let side = |sign: i128, k: i64| {
            let mut s: Vec<i128> = r.iter().map(|&x| sign * i128::from(x)).collect();
            s[0] -= i128::from(k);
            s
        };
        let (below, above) = (side(-1, sides.up), side(1, sides.down));
        let low = 1 - i128::from(constant) - i128::from(sides.up_less);
        let high = i128::from(constant) - i128::from(sides.down_less);
        match compare {
            Compare::Less if self.stays(&below, low) == Some(true) => Some(true),
            Compare::Less if self.stays(&above, high) == Some(true) => Some(false),
            Compare::Equal if self.never(below, low, above, high + 1) => Some(false),
            _ => None,
        }
    }

    /// Whether for every m one of two bounds is met.
    fn never(&self, mut below: Vec<i128>, low: i128, mut above: Vec<i128>, high: i128) -> bool {
        let meets = |s: &[i128], bound: i128| (s.iter().sum::<i128>() >= bound, s.iter().all(|&x| x >= 0));
        for _ in 0..HORIZON {
            let (one, other) = (meets(&below, low), meets(&above, high));
            if !one.0 && !other.0 {
                return false;
            }
            if one == (true, true) || other == (true, true) {
                return true;
            }
            let (Some(b), Some(a)) = (self.times(&below), self.times(&above)) else { return false };
            (below, above) = (b, a);
        }
        false
    }

    /// A vector of which all that is certain is the same: in base -k remainders that are far away differ in sign only.
    pub fn narrowed(&self, r: Vec<i64>, sides: Sides, constant: i64) -> Vec<i64> {
        let far = (sides.up + sides.down).max(constant.saturating_abs().saturating_add(1));
        if self.negative && r[0].unsigned_abs() >= far.unsigned_abs() { vec![far * r[0].signum()] } else { r }
    }
}

/// The systems named so far.
#[derive(Default)]
pub struct Systems {
    known: HashMap<String, Rc<System>>,
}

impl Systems {
    /// A number does not depend on the order in which its digits are read.
    pub fn get(&mut self, name: &str) -> Read<Rc<System>> {
        if !self.known.contains_key(name) {
            self.known.insert(name.to_owned(), Rc::new(System::named(name)?));
        }
        Ok(self.known[name].clone())
    }
}
