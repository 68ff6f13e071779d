//! Why no automaton is found for a function: what its values look like.

use crate::words::GuessError;

use super::candidates::Suggested;
use super::lines::Near;
use super::read::Recursion;
use super::statements::Failure;

/// A suggestion that was made or not.
pub(super) struct Tried {
    /// From how many values.
    pub values: i64,
    /// By function, the states of the suggestion, or how many an automaton needs at least.
    pub states: Vec<usize>,
}

/// Candidates that are not what the equations define.
pub(super) struct Refuted {
    /// What is not true of them.
    pub about: String,
    /// As it was decided.
    pub statement: String,
    /// A number where it is not, if one is shown.
    pub failure: Option<Failure>,
}

/// Values that are told.
const TOLD: usize = 12;
/// How much less, or more, of n a function is at the end than at a quarter of the numbers, in percent, if it is not like n.
const CLEARLY_LESS: i64 = 85;

/// What is told.
pub(super) fn told(
    recursion: &Recursion,
    known: &[Vec<i64>],
    tried: &[Tried],
    suggested: &[Suggested],
    refuted: Option<&Refuted>,
) -> String {
    let system = recursion.system.name();
    let mut told = Vec::new();
    for (function, name) in recursion.names.iter().enumerate() {
        let start = recursion.starts[function] as usize;
        let first: Vec<String> = known[function].iter().skip(start).take(TOLD).map(ToString::to_string).collect();
        let states: Vec<String> =
            tried.iter().map(|one| format!("{} for n<{}", one.states[function], one.values)).collect();
        let mut text = format!("{name}({start}), .. are {}, ..", first.join(", "));
        if refuted.is_none() {
            text += &format!(
                "; the states that an automaton for n and {name}(n) in {system} needs at least are {}",
                states.join(", ")
            );
        }
        if let (None, Some(near)) = (refuted, suggested.get(function).and_then(|one| one.near.as_ref())) {
            text +=
                &of_line(name, near, known[function].len(), system).map_or(String::new(), |line| format!("; {line}"));
        }
        if let Some(growth) = growth(name, &known[function]) {
            text += &format!("; {growth}");
        }
        told.push(text);
    }
    let reason = match refuted {
        Some(refuted) => format!(
            "the automata that the values suggest are wrong beyond them: it is not true that {}: {}",
            refuted.about,
            refuted.failure.as_ref().map_or(&refuted.statement, |failure| &failure.text)
        ),
        None => "the values suggest no automaton".to_owned(),
    };
    format!("{reason}: {}", told.join("; "))
}

/// How far a function is from its line, and why that is not enough; nothing if the distances look as if they had no end.
fn of_line(name: &str, near: &Near, values: usize, system: &str) -> Option<String> {
    let (least, most) = near.range;
    let width = (most - least) as usize;
    if width.saturating_mul(width) > values {
        return None;
    }
    let zeros = ["n", "n0", "n00"].map(str::to_owned);
    let line = near.line.written(&format!("{name}(n)"), &zeros);
    let mut text = format!("{line} is from {least} to {most} for n<{values}");
    if near.line.multiples[1..].iter().any(|multiple| *multiple != 0) {
        text += ", where n0 is the number whose digits are those of n and a 0";
    }
    Some(match &near.word {
        Ok(_) => text,
        Err(GuessError::TooShort { kinds, needed, .. }) => {
            format!("{text}, but no word in {system} is seen: {kinds} kinds of letters need {needed} values")
        }
        Err(why) => format!("{text}, but no word in {system} is seen: {why}"),
    })
}

/// What can be seen of how a function grows, if that is not like n.
fn growth(name: &str, known: &[i64]) -> Option<String> {
    let end = known.len();
    let largest = |upto: usize| known[..upto].iter().copied().max().unwrap_or(0);
    // Largest values up to n/16, n/4 and n: for one like n each is a quarter of the next.
    let [early, middle, late] = [end / 16, end / 4, end].map(largest);
    let is_less = |small: i64, large: i64| 400 * small.max(1) > 100 * 100 * large.max(1) / CLEARLY_LESS;
    let is_more = |small: i64, large: i64| 4 * 100 * small < CLEARLY_LESS * large;
    let at = |upto: usize| format!("{} for n<{upto}", largest(upto));
    let seen = format!("the largest values are {}, {}, {}", at(end / 16), at(end / 4), at(end));
    if early < middle && middle < late && is_less(early, middle) && is_less(middle, late) {
        return Some(format!(
            "{seen}: {name}(n) seems to grow, and more slowly than n, which no function does whose pairs are an automaton"
        ));
    }
    if is_more(early, middle) && is_more(middle, late) {
        return Some(format!(
            "{seen}: {name}(n) seems to grow faster than n, which no function does whose pairs are an automaton"
        ));
    }
    None
}
