//! How the columns of a set of tuples grow: how far they are from adding, which word their steps are, and along which line
//! they go.

use crate::explore::explorer::Explorer;
use crate::explore::fact::Fact;
use crate::explore::real::{Interval, less_multiple};
use crate::explore::word::{coding, shipped_words};
use crate::numeration::Algebraic;
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

/// Which values a(m+n) - a(m) - a(n) has.
pub(super) fn additive(explorer: &mut Explorer<'_>, names: &Names, table: &Table) {
    for (column, letter) in names.letters().enumerate() {
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
        if found.len() < 2 || found.len() > MOST_VALUES {
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

/// Which shipped word the steps of a column are, its letters replaced; the columns of which that is told.
pub(super) fn steps(explorer: &mut Explorer<'_>, names: &Names, table: &Table) -> Vec<usize> {
    let mut told = Vec::new();
    let words = shipped_words(explorer, &names.system);
    for (column, letter) in names.letters().enumerate() {
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

/// The line along which each column goes, and how far it is from that: one over the share of the numbers that are in it.
pub(super) fn slopes(explorer: &mut Explorer<'_>, names: &Names) {
    for (column, (function, letter)) in names.columns.iter().zip(names.letters()).enumerate() {
        let below = explorer.fresh("below");
        let counted = format!("(Em {}) & p<n", names.is_value(column, "m", "p"));
        if !explorer.set_up(&format!("sequence {below} n \"?{} {counted}\":", names.system)) {
            continue;
        }
        let Some(share) = explorer.rate(&format!("bounds {below}(n)")) else { continue };
        let slope = Algebraic::from(1) / share;
        let sum = less_multiple(function, &slope);
        let Some(SumValues::Bounded { lowest, highest }) = explorer.values_of_sum(&sum) else { continue };
        let (interval, told) = (Interval::new(&lowest, &highest), slope.with_decimals());
        let within = interval.in_words();
        let about = format!("{letter}(n)/n tends to {told}; {letter}(n) less n times that is in {within}.");
        explorer.prove(Fact::new(format!("{letter}_slope"), format!("{sum} in {interval}"), about));
    }
}
