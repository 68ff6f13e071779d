//! The steps of a run as a table: what was built, from what, how, and what it cost.

use std::fmt::Write;

use crate::budget::Halt;
use crate::logic::{GivenUp, Input, Step, Tactic};

use super::units::{duration, megabytes};

/// Characters shown of a formula before it is cut in the middle.
const SHOWN_FORMULA: usize = 110;

/// One line a step, under a line of headings; steps are numbered from `first` on.
pub fn steps(first: usize, steps: &[Step]) -> String {
    let mut out = String::new();
    let row = |out: &mut String, cells: [&str; 7], formula: &str| {
        let [number, method, states, edges, explored, time, peak] = cells;
        writeln!(out, "{number:>5}  {method:<17} {states:>8} {edges:>9} {explored:>9} {time:>8} {peak:>8}   {formula}")
            .expect("writing to a string");
    };
    row(&mut out, ["step", "method", "states", "edges", "explored", "time", "peak"], "formula");
    for (i, step) in steps.iter().enumerate() {
        let size = |count: fn(&crate::automata::Dfa) -> usize| {
            step.result.as_ref().map_or_else(|| "-".to_owned(), |dfa| count(dfa).to_string())
        };
        let inputs: Vec<String> = step.inputs.iter().map(input).collect();
        let from = if inputs.is_empty() { String::new() } else { format!("   from {}", inputs.join(", ")) };
        let cells = [
            (first + i).to_string(),
            step.method.to_string(),
            size(|dfa| dfa.states()),
            size(|dfa| dfa.transitions().len()),
            step.explored.to_string(),
            duration(step.time),
            megabytes(step.peak),
        ];
        row(&mut out, cells.each_ref().map(String::as_str), &format!("{}{from}", cut(&step.formula)));
        out += &given_up(&step.given_up);
    }
    out
}

/// A line for each tactic that was given up.
pub fn given_up(given_up: &[GivenUp]) -> String {
    let line = |GivenUp { tactic, share, why, time }: &GivenUp| {
        let why = match why {
            Halt::TooLarge => "it took too much work".to_owned(),
            other => other.to_string(),
        };
        format!("{:>5}  gave up {tactic} after {}, with at most {share}: {why}\n", "", duration(*time))
    };
    given_up.iter().map(line).collect()
}

/// How often each tactic was of use; nothing, if none was.
pub fn uses(uses: &[(Tactic, u64)]) -> String {
    let listed: Vec<String> = uses.iter().map(|(tactic, count)| format!("{tactic} {count}")).collect();
    if listed.is_empty() { String::new() } else { format!("tactics: {}\n", listed.join(", ")) }
}

fn input(input: &Input) -> String {
    match input {
        Input::Step(number) => format!("#{number}"),
        Input::Named(name) => cut(name),
    }
}

/// The formula, cut in the middle if it is long.
pub(super) fn cut(formula: &str) -> String {
    let chars: Vec<char> = formula.chars().collect();
    if chars.len() <= SHOWN_FORMULA {
        return formula.to_owned();
    }
    let half = SHOWN_FORMULA / 2 - 2;
    let part = |range: &[char]| range.iter().collect::<String>();
    format!("{} ... {}", part(&chars[..half]), part(&chars[chars.len() - half..]))
}
