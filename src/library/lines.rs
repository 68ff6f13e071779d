//! The lines of a stored automaton, one at a time: `3 1` is a state with its output, `0 * -> 2` a transition.

use std::collections::HashMap;

use crate::automata::{Layout, Letter, TooWide};
use crate::budget::{Halt, Unsupported};
use crate::numeration::TrackKind;
use crate::tuning::LISTED_LETTERS;

/// What the digits of a transition are.
pub(super) struct Columns {
    pub tracks: Vec<TrackKind>,
    pub layout: Layout,
    /// The index of each digit of each track, by its value.
    places: Vec<HashMap<i64, u32>>,
    /// Whether the indices of a track are the digits.
    are_digits: Vec<bool>,
}

impl Columns {
    pub fn new(tracks: Vec<TrackKind>) -> Result<Columns, TooWide> {
        let values: Vec<Vec<i64>> = tracks.iter().map(TrackKind::digit_values).collect();
        let layout = Layout::new(&tracks.iter().map(TrackKind::size).collect::<Vec<_>>())?;
        let are_digits = values.iter().map(|values| values.iter().copied().eq(0..values.len() as i64)).collect();
        let places = values.into_iter().map(|values| values.into_iter().zip(0..).collect()).collect();
        Ok(Columns { tracks, layout, places, are_digits })
    }

    /// The index of a digit of a track.
    #[inline]
    pub fn digit(&self, track: usize, value: u64) -> Option<u32> {
        match self.are_digits[track] {
            true => u32::try_from(value).ok().filter(|&digit| digit < self.layout.sizes()[track]),
            false => self.places[track].get(&i64::try_from(value).ok()?).copied(),
        }
    }
}

/// The lines that say something, counted from 1, without comments and spaces around.
pub(super) fn contents(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).map(|(line, text)| (line, content(text))).filter(|(_, content)| !content.is_empty())
}

pub(super) fn content(line: &str) -> &str {
    line.split_once('#').map_or(line, |(content, _)| content).trim()
}

/// `0 *`, the left side of a transition: the index of each digit, `None` for all.
pub(super) fn parse_digits(left: &str, columns: &Columns) -> Result<Vec<Option<u32>>, String> {
    let (given, tracks) = (left.split_whitespace().collect::<Vec<_>>(), &columns.tracks);
    if given.len() != tracks.len() {
        let plural = |n: usize, noun: &str| if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") };
        return Err(format!("{} for {}", plural(given.len(), "digit"), plural(tracks.len(), "track")));
    }
    let index = |((digit, track), indices): ((&str, &TrackKind), &HashMap<i64, u32>)| {
        if digit == "*" {
            return Ok(None);
        }
        let value: i64 = digit.parse().map_err(|_| format!("`{digit}` is not a digit"))?;
        let known = indices.get(&value).copied();
        known.map(Some).ok_or_else(|| format!("{value} is not a digit of {}", super::write::header(track)))
    };
    given.into_iter().zip(tracks).zip(&columns.places).map(index).collect()
}

/// `3 5`, the right side of a transition.
pub(super) fn parse_targets(right: &str) -> Result<Vec<u64>, String> {
    let number = |name: &str| name.parse().map_err(|_| format!("`{name}` is not the number of a state"));
    let targets = right.split_whitespace().map(number).collect::<Result<Vec<u64>, String>>()?;
    if targets.is_empty() { Err("a transition needs a target".into()) } else { Ok(targets) }
}

/// `3 1`, a state and its output.
pub(super) fn parse_state(content: &str) -> Result<(u64, i64), String> {
    let parts: Vec<&str> = content.split_whitespace().collect();
    if let [name, output] = parts[..]
        && let (Ok(name), Ok(output)) = (name.parse(), output.parse())
    {
        return Ok((name, output));
    }
    Err(format!("`{content}` is neither a state with its output, `0 1`, nor a transition, `0 1 -> 2`"))
}

/// The letters with these digits.
pub(super) fn letters(digits: &[Option<u32>], layout: &Layout) -> Result<Vec<Letter>, Halt> {
    let mut letters = vec![Letter::ZERO];
    for (digit, (slot, &size)) in digits.iter().zip(layout.slots().iter().zip(layout.sizes())) {
        let range = digit.map_or(0..size, |digit| digit..digit + 1);
        if letters.len().checked_mul(range.len()).is_none_or(|letters| letters as u64 > LISTED_LETTERS) {
            return Err(Halt::Unsupported(Unsupported::Letters));
        }
        letters = letters.iter().flat_map(|&letter| range.clone().map(move |d| letter | slot.place(d))).collect();
    }
    Ok(letters)
}
