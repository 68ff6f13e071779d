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

/// A numeration system, most significant digit first.
pub struct System {
    pub name: String,
    /// Digits run from 0 to this.
    pub largest: i64,
    /// The states of the automaton of valid words: where each digit leads.
    pub valid: Vec<Vec<usize>>,
    /// Whether the weights are those of base -k.
    pub negative: bool,
}

/// A comparison of a sum with a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    Equal,
    Less,
}

/// Digits to come up to which bounds are computed.
const HORIZON: usize = 60;

impl System {
    /// A positional system with this automaton of valid words.
    fn positional(name: &str, valid: Vec<Vec<usize>>) -> Result<System, String> {
        let wrong = |why: &str| Err(format!("{name}: {why}"));
        if valid.first().and_then(|digits| digits.first()) != Some(&0) {
            return wrong("a zero in front changes a word");
        }
        for digits in &valid {
            let Some((last, others)) = digits.split_last() else { return wrong("a word ends early") };
            if *last >= valid.len() || others.iter().any(|&state| state != 0) {
                return wrong("a digit that is not the last leads elsewhere than to the start");
            }
        }
        let largest = valid.iter().map(Vec::len).max().unwrap_or(1) as i64 - 1;
        Ok(System { name: name.to_owned(), largest, valid, negative: false })
    }

    /// The system in which U(n) = d1 U(n-1) + d2 U(n-2) + ..: a word is valid if each of its ends is less than
    /// d1 d2 .. (dk - 1) d1 d2 .. .
    fn of_expansion(name: &str, expansion: &[usize]) -> Result<System, String> {
        let last = expansion.len() - 1;
        let state = |(i, &d): (usize, &usize)| {
            // Digits less than d lead back; d itself goes on; at the end it is not allowed.
            let mut digits = vec![0; d];
            if i < last {
                digits.push(i + 1);
            }
            digits
        };
        System::positional(name, expansion.iter().enumerate().map(state).collect())
    }

    /// The system of this name.
    pub fn named(full: &str) -> Result<System, String> {
        let unknown = || format!("no numeration system `{full}`");
        let short = full.strip_prefix("msd_").ok_or_else(unknown)?;
        let number = |text: &str| text.parse::<usize>().ok().filter(|k| (1..=64).contains(k));
        if let Some(base) = short.strip_prefix("neg_").and_then(|text| text.parse::<usize>().ok()) {
            if !(2..=64).contains(&base) {
                return Err(unknown());
            }
            let (name, valid) = (full.to_owned(), vec![vec![0; base]]);
            return Ok(System { name, largest: base as i64 - 1, valid, negative: true });
        }
        let family = |prefix: &str| short.strip_prefix(prefix).and_then(number);
        let expansion = match short {
            "fib" => vec![1, 1],
            "trib" => vec![1, 1, 1],
            "pell" => vec![2, 1],
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
            let next = r[0].checked_mul(-(self.largest + 1))?.checked_add(digit)?;
            return Some(vec![next]);
        }
        let wide: Vec<i128> = r.iter().map(|&x| x.into()).collect();
        let mut next = self.times(&wide)?;
        next[0] = next[0].checked_add(digit.into())?;
        next.into_iter().map(|x| x.try_into().ok()).collect()
    }

    /// What was read is worth this in the end.
    pub fn value(&self, r: &[i64]) -> i64 {
        r.iter().sum()
    }

    /// Whether a comparison of the sum with a constant is true or false whatever digits are to come, if that is found:
    /// `up` and `down` are the sums of the positive and of the negative coefficients, without signs.
    pub fn decided(&self, r: &[i64], (up, down): (i64, i64), compare: Compare, constant: i64) -> Option<bool> {
        if self.negative {
            // Others are worth at most (up+down) (k^m - 1), so |sum| >= (|r|-up-down) k^m + up + down >= |r|.
            let is_far =
                r[0].unsigned_abs() >= (up + down).unsigned_abs() && r[0].unsigned_abs() > constant.unsigned_abs();
            return (is_far && compare == Compare::Equal).then_some(false);
        }
        // With m digits to come the sum is between r.N - down (U-1) and r.N + up (U-1). It is less than the constant iff
        // (-r - up*start).N >= 1 - constant - up, and not less iff (r - down*start).N >= constant - down. Here s.N(m) is
        // the sum of the entries of s M^m; once none is negative it does not become less, since N(m) >= N(0) = 1.
        let (up, down, constant) = (i128::from(up), i128::from(down), i128::from(constant));
        let mut below: Vec<i128> = r.iter().map(|&x| -i128::from(x)).collect();
        below[0] -= up;
        let mut above: Vec<i128> = r.iter().map(|&x| x.into()).collect();
        above[0] -= down;
        let (mut less, mut not_less, mut not_equal) = (true, true, true);
        for _ in 0..HORIZON {
            let (low, high): (i128, i128) = (below.iter().sum(), above.iter().sum());
            let is_less = low > -constant - up;
            less &= is_less;
            not_less &= high >= constant - down;
            not_equal &= is_less || high > constant - down;
            let (stays_less, stays_above) = (below.iter().all(|&x| x >= 0), above.iter().all(|&x| x >= 0));
            match compare {
                Compare::Less if !(less || not_less) => return None,
                Compare::Less if less && stays_less => return Some(true),
                Compare::Less if not_less && stays_above => return Some(false),
                Compare::Equal if !not_equal => return None,
                Compare::Equal if is_less && stays_less || high > constant - down && stays_above => return Some(false),
                _ => {}
            }
            below = self.times(&below)?;
            above = self.times(&above)?;
        }
        None
    }

    /// A vector of which all that is certain is the same: in base -k remainders that are far away differ in sign only.
    pub fn narrowed(&self, r: Vec<i64>, (up, down): (i64, i64), constant: i64) -> Vec<i64> {
        let far = (up + down).max(constant.saturating_abs().saturating_add(1));
        if self.negative && r[0].unsigned_abs() >= far.unsigned_abs() { vec![far * r[0].signum()] } else { r }
    }
}

/// The systems named so far.
#[derive(Default)]
pub struct Systems {
    known: HashMap<String, std::rc::Rc<System>>,
}

impl Systems {
    pub fn get(&mut self, name: &str) -> Result<std::rc::Rc<System>, String> {
        if let Some(system) = self.known.get(name) {
            return Ok(system.clone());
        }
        let system = std::rc::Rc::new(System::named(name)?);
        self.known.insert(name.to_owned(), system.clone());
        Ok(system)
    }
}
