//! How the columns of a set of tuples grow: how far they are from adding, which word their steps are, and along which
//! line they go.
//!
//! All of it is read off a table of some dozens or hundreds of values and then proved. What is irregular at first is
//! left out; steps are compared with shipped words, shifted by at most three. It misses a word that filbert does not
//! ship.

use crate::explore::explorer::Explorer;
use crate::explore::fact::Fact;
use crate::explore::real::{Interval, less_multiple, rounding};
use crate::explore::word::{coding, shipped_words};
use crate::numeration::{Algebraic, Extreme};
use crate::script::SumValues;

use super::columns::{Names, Table};

/// Numbers that are added in a table.
const ADDED: i64 = 60;
/// Values of a difference beyond which it is not told.
const MOST_VALUES: usize = 5;
/// Steps that are compared with the letters of a word.
const COMPARED: usize = 150;
/// Places by which a word may be shifted against the steps.
const SHIFTS: [i64; 7] = [0, -1, 1, -2, 2, -3, 3];

/// The line along which a column goes, and how far it is from that.
pub(super) struct Line {
    slope: Algebraic,
    lowest: Extreme,
    highest: Extreme,
}

impl Line {
    /// A line with a slope and the difference between two numbers, all of them integers.
    pub(super) fn of_integers(slope: i64, lowest: i64, highest: i64) -> Line {
        let end = |value: i64| Extreme::Exact { value: Algebraic::from(value), at: Some(Vec::new()) };
        Line { slope: Algebraic::from(slope), lowest: end(lowest), highest: end(highest) }
    }

    pub(super) fn has_slope(&self, slope: i64) -> bool {
        self.slope == Algebraic::from(slope)
    }

    /// The integers that a(k*n+m) - k*a(n) can be, as far as the line tells: m times the slope, once what a value is beside the line, less
    /// k times that. With k = 0, those that a(n+m) less n times the slope can be.
    pub(super) fn values(&self, k: i64, m: i64) -> Vec<i64> {
        let middle = Algebraic::from(m) * self.slope.clone();
        self.integers(&middle, k)
    }

    /// The integers within what one value can be beside the line, less k times that, about a number.
    fn integers(&self, middle: &Algebraic, k: i64) -> Vec<i64> {
        let end = |extreme: &Extreme, is_up: bool| match extreme {
            Extreme::Exact { value, at } => (value.clone(), at.is_some()),
            Extreme::Enclosed { low, high } => (Algebraic::from(if is_up { high } else { low }.clone()), true),
        };
        let ((low, has_low), (high, has_high)) = (end(&self.lowest, false), end(&self.highest, true));
        let (times, is_closed) = (Algebraic::from(k), has_low && has_high);
        let least = middle.clone() + low.clone() - times.clone() * high.clone();
        let most = middle.clone() + high - times * low;
        let is_within = |z: &i64| {
            let z = Algebraic::from(*z);
            (z > least && z < most) || (is_closed && (z == least || z == most))
        };
        let near = |x: &Algebraic| x.approximate() as i64;
        (near(&least) - 1..=near(&most) + 1).filter(is_within).collect()
    }

    /// The integers that a(m+n) - a(m) - a(n) can be, as far as the line tells.
    fn values_of_sums(&self) -> Vec<i64> {
        self.integers(&Algebraic::from(0), 2)
    }
}

/// Which values a(m+n) - a(m) - a(n) has, unless the line of the column says so. Columns that are known by others are left out.
pub(super) fn additive(
    explorer: &mut Explorer<'_>,
    names: &Names,
    table: &Table,
    known: &[usize],
    lines: &[Option<Line>],
) {
    for (column, letter) in names.letters().enumerate().filter(|(column, _)| !known.contains(column)) {
        let one = |n: i64| match table.values(column, n) {
            [value] => Some(*value),
            _ => None,
        };
        // The first tuples may be irregular.
        let from = (0..ADDED).rev().find(|&n| one(n).is_none()).map_or(0, |n| n + 1).max(1);
        let mut found: Vec<i64> = Vec::new();
        for m in from..ADDED {
            for n in m..ADDED {
                let (Some(both), Some(first), Some(second)) = (one(m + n), one(m), one(n)) else { return };
                if let Err(at) = found.binary_search(&(both - first - second)) {
                    found.insert(at, both - first - second);
                }
            }
        }
        // One value alone says that steps are constant.
        let is_told = |line: &Line| line.values_of_sums().iter().all(|value| found.contains(value));
        if found.len() < 2 || found.len() > MOST_VALUES || lines[column].as_ref().is_some_and(is_told) {
            continue;
        }
        let claim = |value: &i64| match value {
            0 => "w=u+v".to_owned(),
            v if *v > 0 => format!("w=u+v+{v}"),
            v => format!("w+{}=u+v", -v),
        };
        let claims: Vec<String> = found.iter().map(claim).collect();
        let values: Vec<String> = found.iter().map(i64::to_string).collect();
        let statement = format!(
            "Am,n,u,v,w (m>={from} & n>={from} & {} & {} & {}) => ({})",
            names.is_value(column, "m", "u"),
            names.is_value(column, "n", "v"),
            names.is_value(column, "m+n", "w"),
            claims.join(" | ")
        );
        let about =
            format!("{letter}(m+n) - {letter}(m) - {letter}(n) is one of {} for m, n >= {from}.", values.join(", "));
        explorer.prove(Fact::new(format!("{letter}_of_sums"), names.statement(&statement), about));
    }
}

/// Which shipped word the steps of a column are, its letters replaced; the columns of which that is told. Columns that are known by others
/// are left out.
pub(super) fn steps(explorer: &mut Explorer<'_>, names: &Names, table: &Table, known: &[usize]) -> Vec<usize> {
    let mut told = Vec::new();
    let words = shipped_words(explorer, &names.system);
    for (column, letter) in names.letters().enumerate().filter(|(column, _)| !known.contains(column)) {
        let values: Vec<&[i64]> = (0..=COMPARED as i64 + 10).map(|n| table.values(column, n)).collect();
        let from = values.iter().rposition(|values| values.len() != 1).map_or(0, |last| last + 1);
        if values.len() < from + COMPARED {
            continue;
        }
        let steps: Vec<i64> = values[from..].windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
        if steps.iter().all(|step| *step == steps[0]) {
            continue;
        }
        'words: for (word, letters) in &words {
            for shift in SHIFTS {
                let start = from.max(usize::try_from(-shift).unwrap_or(0));
                let beside = letters.iter().skip((start as i64 + shift) as usize).take(COMPARED);
                let beside: Vec<i64> = beside.copied().collect();
                let Some(coding) = coding(&beside, &steps[start - from..]) else { continue };
                let fact = steps_fact(names, (column, letter), (word, shift), start, &coding);
                if explorer.prove(fact) {
                    told.push(column);
                    break 'words;
                }
            }
        }
    }
    told
}

/// That the steps of a column, from some n on, are the letters of a word at n and `shift` more, replaced.
fn steps_fact(
    names: &Names,
    (column, letter): (usize, &str),
    (word, shift): (&str, i64),
    start: usize,
    coding: &[(i64, i64)],
) -> Fact {
    let index = match shift {
        0 => "n".to_owned(),
        shift if shift < 0 => format!("n{shift}"),
        shift => format!("n+{shift}"),
    };
    let rule = |(letter, step): &(i64, i64)| format!("({word}[{index}]=@{letter} => v=u+{step})");
    let rules: Vec<String> = coding.iter().map(rule).collect();
    let premise = if start == 0 { String::new() } else { format!("n>={start} & ") };
    let statement = format!(
        "An,u,v ({premise}{} & {}) => ({})",
        names.is_value(column, "n", "u"),
        names.is_value(column, "n+1", "v"),
        rules.join(" & ")
    );
    let told: Vec<String> = coding.iter().map(|(own, step)| format!("{step} where {word}[{index}] = {own}")).collect();
    let beyond = if start == 0 { String::new() } else { format!(" for n >= {start}") };
    let about = format!("{letter}(n+1) - {letter}(n) is {}{beyond}.", told.join(", "));
    Fact::new(format!("{letter}_steps_by_{word}"), names.statement(&statement), about)
}

/// The line along which each column goes, and how far it is from that: one over the share of the numbers that are in it. Of columns that
/// are on a line, or whose line is known, there is nothing more to tell.
pub(super) fn slopes(explorer: &mut Explorer<'_>, names: &Names, straight: &[usize], lines: &mut [Option<Line>]) {
    for (column, line) in lines.iter_mut().enumerate() {
        if line.is_none() && !straight.contains(&column) {
            *line = slope(explorer, names, column);
        }
    }
}

fn slope(explorer: &mut Explorer<'_>, names: &Names, column: usize) -> Option<Line> {
    let (function, letter) = (&names.columns[column], names.letters().nth(column)?);
    let below = explorer.fresh("below");
    let counted = format!("(Em {}) & p<n", names.is_value(column, "m", "p"));
    if !explorer.set_up(&format!("sequence {below} n \"?{} {counted}\":", names.system)) {
        return None;
    }
    // Of a column that grows faster than every line no share is left.
    let share = explorer.rate(&format!("bounds {below}(n)"))?;
    if share.sign() == 0 {
        return None;
    }
    let slope = Algebraic::from(1) / share;
    let sum = less_multiple(function, &slope);
    let Some(SumValues::Bounded { lowest, highest }) = explorer.values_of_sum(&sum) else { return None };
    let (interval, told) = (Interval::new(&lowest, &highest), slope.with_decimals());
    let within = match rounding(&lowest, &highest) {
        Some(what) => format!("{letter}(n) is {what} n times that"),
        None => format!("{letter}(n) less n times that is in {}", interval.in_words()),
    };
    let about = format!("{letter}(n)/n tends to {told}; {within}.");
    let fact = Fact::new(format!("{letter}_slope"), format!("{sum} in {interval}"), about);
    explorer.prove(fact).then_some(Line { slope, lowest, highest })
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;
    use std::collections::BTreeSet;

    /// floor(n phi), from decimals that are far enough for small n.
    fn floor(n: i64) -> i64 {
        (n as f64 * (1.0 + 5f64.sqrt()) / 2.0).floor() as i64
    }

    #[test]
    fn a_line_leaves_the_values_that_there_are() {
        let phi = Algebraic::largest_root(&[-1, -1, 1].map(BigInt::from)).unwrap();
        let exact = |value: i64, at: Option<Vec<BigInt>>| Extreme::Exact { value: Algebraic::from(value), at };
        let line = Line { slope: phi, lowest: exact(-1, None), highest: exact(0, Some(vec![BigInt::from(0)])) };
        for k in 1..5 {
            for m in 0..5 {
                let values: BTreeSet<i64> = (0..2_000).map(|n| floor(k * n + m) - k * floor(n)).collect();
                assert_eq!(line.values(k, m), values.into_iter().collect::<Vec<_>>(), "{k} {m}");
            }
        }
        let pairs = (0..100).flat_map(|m| (0..100).map(move |n| floor(m + n) - floor(m) - floor(n)));
        let sums: BTreeSet<i64> = pairs.collect();
        assert_eq!(line.values_of_sums(), sums.into_iter().collect::<Vec<_>>());
    }
}
