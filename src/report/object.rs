//! A named automaton as people look at it: table, text, pictures, and what it accepts.

use std::fmt::Write;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::Letter;
use crate::budget::{Budget, Halt};
use crate::library::{self, track_name};
use crate::logic::{Function, FunctionKind};
use crate::numeration::{Language, NumerationSystem, Relation, TrackKind};
use crate::words::{Indexed, Word};

use super::board;
use super::diagram::{Diagram, MOST_ARROWS};
use super::patience;
use super::text::tuples;

/// Squares in a row of a word.
const COLUMNS: usize = 40;

/// Rows and columns of the largest board of squares.
const LARGEST_BOARD: usize = 1000;

/// Something with a name.
#[derive(Clone, Debug)]
pub enum Object {
    /// A closed statement.
    Truth(bool),
    /// A set of words of digits, and the tuples of numbers that it is, if its tracks are those of systems.
    Set(Language, Option<Relation>),
    /// A word, or a family of words.
    Word(Indexed),
}

impl Object {
    /// What a function is.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn of_function(function: &Function, budget: &Budget) -> Result<Object, Halt> {
        Ok(match function.kind() {
            FunctionKind::Truth(truth) => Object::Truth(*truth),
            FunctionKind::Relation(relation) => Object::of_relation(relation),
            FunctionKind::Language(language) => Object::of_language(language, budget)?,
        })
    }

    /// A relation.
    pub fn of_relation(relation: &Relation) -> Object {
        let tracks = relation.systems().iter().cloned().map(TrackKind::Numbers).collect();
        Object::Set(Language { dfa: relation.dfa().clone(), tracks }, Some(relation.clone()))
    }

    /// A set of words.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn of_language(language: &Language, budget: &Budget) -> Result<Object, Halt> {
        let system = |track: &TrackKind| match track {
            TrackKind::Numbers(system) => Some(system.clone()),
            TrackKind::Digits(_) => None,
        };
        let systems: Option<Vec<Arc<NumerationSystem>>> = language.tracks.iter().map(system).collect();
        let relation = systems.map(|systems| Relation::from_language(&language.dfa, &systems, budget)).transpose()?;
        Ok(Object::Set(language.clone(), relation))
    }

    /// States of its automaton; a truth value has none.
    pub fn states(&self) -> usize {
        match self {
            Object::Truth(_) => 0,
            Object::Set(language, _) => language.dfa.states(),
            Object::Word(word) => word.dfao().states(),
        }
    }

    /// Number of tracks.
    pub fn tracks(&self) -> usize {
        match self {
            Object::Truth(_) => 0,
            Object::Set(language, _) => language.tracks.len(),
            Object::Word(word) => word.tracks().len(),
        }
    }

    /// What it is, in a few words: `a set in msd_fib, msd_fib: 7 states, 13 transitions`.
    pub fn about(&self) -> String {
        let size = |states: usize, transitions: usize| {
            let plural = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
            format!("{}, {}", plural(states, "state"), plural(transitions, "transition"))
        };
        match self {
            Object::Truth(truth) => format!("a closed statement, {}", if *truth { "TRUE" } else { "FALSE" }),
            Object::Set(language, _) => {
                let tracks: Vec<String> = language.tracks.iter().map(track_name).collect();
                let dfa = &language.dfa;
                format!("a set in {}: {}", tracks.join(", "), size(dfa.states(), dfa.transitions().len()))
            }
            Object::Word(word) => {
                let tracks: Vec<String> = word.tracks().iter().map(track_name).collect();
                let dfao = word.dfao();
                let kind = if word.word().is_some() { "a word" } else { "a family of words" };
                format!("{kind} in {}: {}", tracks.join(", "), size(dfao.states(), dfao.transitions().len()))
            }
        }
    }

    /// A line a state: whether it accepts or what it outputs, and where its letters lead; `*` is every digit.
    pub fn table(&self) -> String {
        let (diagram, heading) = match self {
            Object::Truth(_) => return String::new(),
            Object::Set(language, _) => (Diagram::of_language(language), "accepts"),
            Object::Word(word) => (Diagram::of_word(word), "output"),
        };
        let mut out = format!("{:>5}  {heading:<7}  letters -> state\n", "state");
        let mut arrows = diagram.arrows.iter().peekable();
        for (q, state) in diagram.states.iter().enumerate() {
            let output = match self {
                Object::Word(word) => word.dfao().outputs()[q].to_string(),
                _ => (if state.accepts { "yes" } else { "no" }).to_owned(),
            };
            let mut leaving = Vec::new();
            while let Some(arrow) = arrows.next_if(|arrow| arrow.source == q) {
                leaving.push(format!("{} -> {}", arrow.letters.join(" "), arrow.target));
            }
            let line = format!("{q:>5}  {output:<7}  {}", leaving.join("   "));
            writeln!(out, "{}", line.trim_end()).expect("a string takes all");
        }
        out
    }

    /// The text that is stored, which Walnut reads as well.
    pub fn walnut(&self) -> String {
        match self {
            Object::Truth(truth) => library::write_truth(*truth),
            Object::Set(language, _) => library::write_language(language),
            Object::Word(word) => library::write_word(word),
        }
    }

    /// For Graphviz.
    pub fn dot(&self, title: &str) -> String {
        match self {
            Object::Truth(truth) => library::graphviz_truth(*truth, title),
            Object::Set(language, _) => library::graphviz_language(language, title),
            Object::Word(word) => library::graphviz_word(word, title),
        }
    }

    /// Its automaton as a picture.
    ///
    /// # Errors
    /// Why there is none.
    pub fn svg(&self, title: &str) -> Result<String, String> {
        let diagram = match self {
            Object::Truth(_) => return Err("a closed statement has no automaton".into()),
            Object::Set(language, _) => Diagram::of_language(language),
            Object::Word(word) => Diagram::of_word(word),
        };
        diagram.svg(title).ok_or_else(|| {
            let arrows = diagram.arrows.len();
            format!(
                "{arrows} arrows are too many for a picture ({MOST_ARROWS} at most); try `--as table` or `--as dot`"
            )
        })
    }

    /// The first tuples of numbers of a set, or words if its digits are no numbers; the first letters of a word.
    pub fn list(&self, count: usize) -> String {
        match self {
            Object::Truth(truth) => (if *truth { "TRUE" } else { "FALSE" }).to_owned(),
            Object::Set(_, Some(relation)) => {
                let mut found = relation.first(count + 1);
                let more = found.len() > count;
                found.truncate(count);
                tuples(&found, more)
            }
            Object::Set(language, None) => words(language, count),
            Object::Word(Indexed::Family(_)) => "a family of words has no list".to_owned(),
            Object::Word(Indexed::Word(word)) if word.systems.len() == 1 => {
                let letters: Vec<String> = letters(word, count).iter().map(i64::to_string).collect();
                format!("{} ...", letters.join(" "))
            }
            Object::Word(Indexed::Word(word)) => {
                let side = (1..).find(|side| side * side >= count).unwrap_or(1);
                let row = |i: usize| {
                    let letter = |j: usize| value(word, &[i, j]).to_string();
                    (0..side).map(letter).collect::<Vec<_>>().join(" ")
                };
                match word.systems.len() {
                    2 => (0..side).map(row).collect::<Vec<_>>().join("\n"),
                    indices => format!("a word with {indices} indices has no list"),
                }
            }
        }
    }

    /// What it accepts as a picture: a board for two tracks, a row of letters for one, wrapped. `size` is the side of
    /// the board or the number of letters.
    ///
    /// # Errors
    /// Why there is none.
    pub fn plot(&self, title: &str, size: usize) -> Result<String, String> {
        if self.tracks() == 2 && size > LARGEST_BOARD {
            return Err(format!("a board of {size} rows: at most {LARGEST_BOARD} are drawn"));
        }
        match self {
            Object::Set(_, Some(relation)) => match relation.systems().len() {
                1 => {
                    let letters: Vec<i64> =
                        (0..size).map(|n| i64::from(relation.contains(&[BigInt::from(n)]))).collect();
                    Ok(board::strip(title, COLUMNS, &letters))
                }
                2 => {
                    let lost = |p: usize, q: usize| relation.contains(&[BigInt::from(p), BigInt::from(q)]);
                    Ok(board::svg(title, size, lost, |_, _| None))
                }
                tracks => Err(format!("a plot has one or two tracks, and this set has {tracks}")),
            },
            Object::Set(_, None) => Err("digits that are no numbers have no plot; try `--as list`".into()),
            Object::Word(Indexed::Family(_)) => Err("a family of words has no plot".into()),
            Object::Word(Indexed::Word(word)) => match word.systems.len() {
                1 => Ok(board::strip(title, COLUMNS, &letters(word, size))),
                2 => {
                    let all: Vec<i64> =
                        (0..size * size).map(|square| value(word, &[square / size, square % size])).collect();
                    Ok(board::strip(title, size, &all))
                }
                indices => Err(format!("a plot has one or two indices, and this word has {indices}")),
            },
            Object::Truth(_) => Err("a closed statement has no plot".into()),
        }
    }
}

fn value(word: &Word, indices: &[usize]) -> i64 {
    let indices: Vec<BigInt> = indices.iter().map(|&index| index.into()).collect();
    word.value(&indices)
}

fn letters(word: &Word, count: usize) -> Vec<i64> {
    (0..count).map(|n| value(word, &[n])).collect()
}

/// The first words of digits, each a row of tuples.
fn words(language: &Language, count: usize) -> String {
    let values: Vec<Vec<i64>> = language.tracks.iter().map(TrackKind::digit_values).collect();
    let budget = patience();
    let found = language.dfa.first_words_by(count + 1, false, usize::MAX, || budget.check_now());
    let Ok(Some(mut found)) = found else { return "words that take too long to list".to_owned() };
    let more = found.len() > count;
    found.truncate(count);
    let letter = |letter: &Letter| {
        let digits = language.dfa.layout().unpack(*letter);
        let digits: Vec<String> =
            digits.iter().zip(&values).map(|(&digit, values)| values[digit as usize].to_string()).collect();
        format!("[{}]", digits.join(","))
    };
    let shown: Vec<String> = found.iter().map(|word| word.iter().map(letter).collect()).collect();
    let shown: Vec<&str> = shown.iter().map(|word| if word.is_empty() { "(empty)" } else { word }).collect();
    match (shown.len(), more) {
        (0, _) => "no words".to_owned(),
        (_, true) => format!("{}, ...", shown.join(", ")),
        (_, false) => format!("{} (all)", shown.join(", ")),
    }
}
