//! The steps of a run as a table: what was built, from what, how, and what it cost.

use std::fmt::Write;

use crate::logic::{Input, Step};

use super::units::{duration, megabytes};

/// Characters shown of a formula before it is cut in the middle.
const SHOWN_FORMULA: usize = 110;

/// One line a step, under a line of headings; steps are numbered from `first` on.
pub fn steps(first: usize, steps: &[Step]) -> String {
    let mut out = String::new();
    let mut row = |cells: [&str; 7], formula: &str| {
        let [number, method, states, edges, explored, time, peak] = cells;
        writeln!(out, "{number:>5}  {method:<17} {states:>8} {edges:>9} {explored:>9} {time:>8} {peak:>8}   {formula}")
            .expect("writing to a string");
    };
    row(["step", "method", "states", "edges", "explored", "time", "peak"], "formula");
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
        row(cells.each_ref().map(String::as_str), &format!("{}{from}", cut(&step.formula)));
    }
    out
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
