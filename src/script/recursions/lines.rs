//! Functions that stay near a line: `q*f(n) = p*n + e(n)`, where e takes finitely many values.
//!
//! Then e is a word, and if automata compute it, fewer values suggest one than the pairs of n and f(n) need: it follows
//! the digits of n alone, while an automaton of pairs also knows for each place how far they are apart, and some
//! distances are met by large numbers only. That anti-recurrences are a line and an automatic word is what Fokkink and
//! Joshi 2025 conjecture.
//!
//! In a system of order d, whose weights grow like the powers of b, the number whose word is that of n with k zeros
//! appended is b^k n up to a bounded difference. So slopes are p_0 + p_1 b + .. over q, with d integers p_k: any number
//! of the field of b.
//!
//! These integers are looked for by size. The larger they may be, the more of them come near the slope by accident: N
//! values tell integers apart up to a size of about the (d+1)-th root of N ([`largest_size`]). It is a guess, like that
//! of the word.
//!
//! About N tuples of integers are tried, each mostly given up after some dozens of distances. Bad for slopes that need
//! large integers, and for high orders: zeros are appended at most twice.

use crate::budget::Budget;
use crate::numeration::NumerationSystem;
use crate::script::outcome::CommandError;
use crate::words::{Guess, GuessError, appended, guess};

/// Zeros that are appended to words at most, that slopes of systems of any order are tried quickly.
const MOST_ZEROS: usize = 2;
/// Numbers in each half of those known at which a distance is computed before all are.
const SAMPLED: usize = 32;

/// `factor*f(n) = multiples[0]*n + multiples[1]*n0 + .. + letter`, n0 being the number whose word has one zero more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub factor: i64,
    pub multiples: Vec<i64>,
}

/// The least and the largest distance from a line.
type Range = (i64, i64);

/// What the distances of a function from a line are.
pub(super) struct Near {
    pub line: Line,
    /// The least and the largest distance.
    pub range: Range,
    /// The word of the distances, less the least one.
    pub word: Result<Guess, GuessError>,
}

/// For each number of zeros, the numbers whose words are those of 0, 1, .. with so many zeros appended.
pub(super) struct Appended(Vec<Vec<i64>>);

impl Appended {
    /// For the numbers below `count`. Where zeros cannot be appended to words, only those themselves.
    pub fn new(system: &NumerationSystem, count: i64) -> Appended {
        let numbers: Vec<i64> = (0..count).collect();
        let order = system.positional().map_or(1, |positional| positional.order());
        let mut all = vec![numbers];
        let mut needed = count as usize;
        for _ in 1..order.min(MOST_ZEROS + 1) {
            // Its last entry is the largest that is asked for once more.
            let Some(one) = appended(system, needed) else { break };
            let last = &all[all.len() - 1];
            let next: Vec<i64> = last.iter().map_while(|&n| one.get(n as usize)).map(|&n| n as i64).collect();
            if next.len() < count as usize {
                break;
            }
            needed = next[next.len() - 1] as usize + 1;
            all.push(next);
        }
        Appended(all)
    }
}

impl Line {
    fn distance(&self, values: &[i64], appended: &Appended, n: usize) -> i64 {
        let on_line = self.multiples.iter().zip(&appended.0).map(|(multiple, numbers)| multiple * numbers[n]);
        self.factor * values[n] - on_line.sum::<i64>()
    }

    /// The least and largest distance at some numbers.
    fn range(&self, values: &[i64], appended: &Appended, numbers: impl Iterator<Item = usize>) -> Option<Range> {
        numbers.map(|n| self.distance(values, appended, n)).fold(None, |range, distance| {
            let (least, most) = range.unwrap_or((distance, distance));
            Some((least.min(distance), most.max(distance)))
        })
    }

    /// The range of the distances, if that of the second half is hardly more than that of the first.
    fn is_near(&self, values: &[i64], appended: &Appended, start: usize) -> Option<Range> {
        let middle = start + (values.len() - start) / 2;
        let step = (middle - start) / SAMPLED;
        let mut whole = None;
        for step in [step.max(1), 1] {
            let early = self.range(values, appended, (start..middle).step_by(step))?;
            let late = self.range(values, appended, (middle..values.len()).step_by(step))?;
            // A sample does not show all distances.
            let slack = if step > 1 { self.factor + (early.1 - early.0) } else { self.factor };
            if late.0 < early.0 - slack || late.1 > early.1 + slack {
                return None;
            }
            whole = Some((early.0.min(late.0), early.1.max(late.1)));
        }
        whole
    }

    /// As a term for an automaton of n and y: `12*y-13*n`.
    pub fn written(&self, value: &str, numbers: &[String]) -> String {
        let one = |factor: i64, name: &str| if factor == 1 { name.to_owned() } else { format!("{factor}*{name}") };
        let mut text = one(self.factor, value);
        for (&multiple, name) in self.multiples.iter().zip(numbers).filter(|(multiple, _)| **multiple != 0) {
            let sign = if multiple > 0 { "-" } else { "+" };
            text += &format!("{sign}{}", one(multiple.abs(), name));
        }
        text
    }
}

/// The largest size of integers that so many values tell apart. Of the integers up to a size s there are about `s (2s)^(d-1)`, but
/// for the multiple of n. By accident, one of them keeps near N values with a chance of about `2s/N`: altogether less than 1/8.
fn largest_size(values: usize, order: usize) -> i64 {
    let is_small = |size: i64| 4 * (2 * size as u128).pow(order as u32 + 1) <= values as u128;
    (1..).take_while(|&size| is_small(size)).last().unwrap_or(0)
}

/// The line of the smallest integers to which a function keeps near.
fn line(
    values: &[i64],
    start: usize,
    appended: &Appended,
    budget: &Budget,
) -> Result<Option<(Line, Range)>, CommandError> {
    let order = appended.0.len();
    let last = values.len() - 1;
    for size in 1..=largest_size(values.len() - start, order) {
        budget.check_now()?;
        let mut others = vec![-size; order - 1];
        loop {
            let is_largest = others.iter().any(|other| other.abs() == size);
            for factor in if is_largest { 1..=size } else { size..=size } {
                let multiples = [&[0][..], &others].concat();
                let mut line = Line { factor, multiples };
                let distance = line.distance(values, appended, last);
                line.multiples[0] = (2 * distance + last as i64).div_euclid(2 * last as i64);
                if let Some(range) = line.is_near(values, appended, start) {
                    return Ok(Some((line, range)));
                }
            }
            let Some(next) = others.iter().position(|&other| other < size) else { break };
            others[..next].fill(-size);
            others[next] += 1;
        }
    }
    Ok(None)
}

/// The line that a function keeps near, from its values from `start` on, and the word of its distances.
pub(super) fn near(
    values: &[i64],
    start: usize,
    (system, appended): (&NumerationSystem, &Appended),
    budget: &Budget,
) -> Result<Option<Near>, CommandError> {
    let Some((line, range)) = line(values, start, appended, budget)? else { return Ok(None) };
    // Numbers before the beginning have any letter.
    let letter = |n: usize| line.distance(values, appended, n.max(start)) - range.0;
    let letters: Vec<i64> = (0..values.len()).map(letter).collect();
    let word = match guess(&letters, system, budget) {
        Err(GuessError::Limit(limit)) => return Err(limit.into()),
        word => word,
    };
    Ok(Some(Near { line, range, word }))
}
