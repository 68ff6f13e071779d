//! The steps of a computation as `:` and `::` show them.

use std::time::Duration;

use crate::logic::{Input, Step};

use super::outcome::{Effect, LoggedStep, Run};

/// The steps of a run of `formula`: those that the logic took, numbered from the first number on, and the whole.
pub(super) fn steps((first, taken): &(usize, Vec<Step>), run: &Run, formula: &str) -> Vec<LoggedStep> {
    let mut depths = vec![1; taken.len()];
    for (at, step) in taken.iter().enumerate().rev() {
        for input in &step.inputs {
            if let Input::Step(number) = input
                && let Some(place) = number.checked_sub(*first)
                && place < at
            {
                depths[place] = depths[place].max(depths[at] + 1);
            }
        }
    }
    let logged = |(step, depth): (&Step, usize)| {
        let states = step.result.as_ref().map_or(step.explored, |dfa| dfa.states());
        LoggedStep { depth, formula: step.formula.clone(), states, time: step.time }
    };
    let mut steps: Vec<LoggedStep> = taken.iter().zip(depths).map(logged).collect();
    let states = match &run.effect {
        Effect::Relation(_, relation) => relation.dfa().states(),
        Effect::Words(_, language) => language.dfa.states(),
        _ => 1,
    };
    let formula = formula.split_whitespace().collect::<Vec<_>>().join(" ");
    steps.push(LoggedStep { depth: 0, formula, states, time: run.time });
    steps
}

/// The steps one a line, indented by depth, and the total time.
pub fn log(steps: &[LoggedStep]) -> String {
    let line = |step: &LoggedStep| {
        let milliseconds = step.time.as_millis();
        format!("{}{}:{} states - {milliseconds}ms\n", " ".repeat(step.depth), step.formula, step.states)
    };
    let total: Duration = steps.iter().filter(|step| step.depth == 0).map(|step| step.time).sum();
    let lines: String = steps.iter().map(line).collect();
    format!("{lines}Total computation time: {}ms.\n", total.as_millis())
}
