//! A named automaton as people look at it: table, text, pictures, and what it accepts.

use std::fmt::Write;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::automata::Letter;
use crate::budget::{Budget, Halt};
use crate::library::{self, track_name};
use crate::logic::{Function, FunctionKind};
use crate::numeration::{Language, NumerationSystem, Relation, TrackKind};
use crate::words::{Indexed, Word};

use super::board::{Board, Cells};
use super::diagram::{Diagram, MOST_ARROWS};
use super::latex;
use super::patience;
use super::plot::Plot;
use super::scatter::Scatter;
use super::strip::Strip;
use super::text::tuples;

/// Squares in a row of a word.
const COLUMNS: usize = 40;

/// Rows and columns of the largest board of squares.
const LARGEST_BOARD: usize = 1000;

/// Slices through a set of triples.
const SLICES: usize = 6;

/// Something with a name.
#[derive(Clone, Debug)]
pub enum Object {
    /// A closed statement.
    Truth(bool),
    /// A set of words of digits, the tuples of numbers that it is, if its tracks are those of systems, and what its tracks
    /// are called, if that is known.
    Set(Language, Option<Relation>, Vec<Arc<str>>),
    /// A word, or a family of words.
    Word(Indexed),
}

impl Object {
    /// What a function is.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn of_function(function: &Function, budget: &Budget) -> Result<Object, Halt> {
        let object = match function.kind() {
            FunctionKind::Truth(truth) => Object::Truth(*truth),
            FunctionKind::Relation(relation) => Object::of_relation(relation),
            FunctionKind::Language(language) => Object::of_language(language, budget)?,
        };
        Ok(object.called(function.arguments()))
    }

    /// A relation.
    pub fn of_relation(relation: &Relation) -> Object {
        let tracks = relation.systems().iter().cloned().map(TrackKind::Numbers).collect();
        Object::Set(Language { dfa: relation.dfa().clone(), tracks }, Some(relation.clone()), Vec::new())
    }

    /// Names the tracks of a set, if there are as many names.
    #[must_use]
    pub fn called(self, names: &[Arc<str>]) -> Object {
        match self {
            Object::Set(language, relation, _) if language.tracks.len() == names.len() => {
                Object::Set(language, relation, names.to_vec())
            }
            other => other,
        }
    }

    /// A set of words.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn of_language(language: &Language, budget: &Budget) -> Result<Object, Halt> {
        Object::set(language, |systems| Relation::from_language(&language.dfa, systems, budget))
    }

    /// A set of words whose automaton is minimal, and may be large.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn of_minimal(language: &Language, budget: &Budget) -> Result<Object, Halt> {
        Object::set(language, |systems| Relation::from_minimal(&language.dfa, systems, budget))
    }

    fn set(
        language: &Language,
        relation: impl FnOnce(&[Arc<NumerationSystem>]) -> Result<Relation, Halt>,
    ) -> Result<Object, Halt> {
        let systems: Option<Vec<_>> = language.tracks.iter().map(|track| track.system().cloned()).collect();
        let relation = systems.map(|systems| relation(&systems)).transpose()?;
        Ok(Object::Set(language.clone(), relation, Vec::new()))
    }

    /// States of its automaton; a truth value has none.
    pub fn states(&self) -> usize {
        match self {
            Object::Truth(_) => 0,
            Object::Set(language, ..) => language.dfa.states(),
            Object::Word(word) => word.dfao().states(),
        }
    }

    /// Number of tracks.
    pub fn tracks(&self) -> usize {
        match self {
            Object::Truth(_) => 0,
            Object::Set(language, ..) => language.tracks.len(),
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
            Object::Set(language, ..) => {
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
        let Some((diagram, heading, outputs)) = self.diagram() else { return String::new() };
        let mut out = format!("{:>5}  {heading:<7}  letters -> state\n", "state");
        let mut arrows = diagram.arrows.iter().peekable();
        for (q, output) in outputs.iter().enumerate() {
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
            Object::Set(language, ..) => library::write_language(language),
            Object::Word(word) => library::write_word(word),
        }
    }

    /// For Graphviz.
    pub fn dot(&self, title: &str) -> String {
        match self {
            Object::Truth(truth) => library::graphviz_truth(*truth, title),
            Object::Set(language, ..) => library::graphviz_language(language, title),
            Object::Word(word) => library::graphviz_word(word, title),
        }
    }

    /// Its automaton, what stands above the outputs of its states, and these.
    fn diagram(&self) -> Option<(Diagram, &'static str, Vec<String>)> {
        match self {
            Object::Truth(_) => None,
            Object::Set(language, _, names) => {
                let tracks = names.iter().map(ToString::to_string).collect();
                let diagram = Diagram { tracks, ..Diagram::of_language(language) };
                let accepts = diagram.states.iter().map(|state| (if state.accepts { "yes" } else { "no" }).to_owned());
                let accepts = accepts.collect();
                Some((diagram, "accepts", accepts))
            }
            Object::Word(word) => {
                let outputs = word.dfao().outputs().iter().map(i64::to_string).collect();
                Some((Diagram::of_word(word), "output", outputs))
            }
        }
    }

    /// Its automaton as a picture.
    ///
    /// # Errors
    /// Why there is none.
    pub fn svg(&self, title: &str) -> Result<String, String> {
        self.drawn(|diagram| diagram.svg(title))
    }

    /// Its automaton as a picture for LaTeX with TikZ.
    ///
    /// # Errors
    /// Why there is none.
    pub fn tikz(&self, title: &str) -> Result<String, String> {
        self.drawn(|diagram| diagram.tikz(title))
    }

    fn drawn(&self, draw: impl Fn(&Diagram) -> Option<String>) -> Result<String, String> {
        let (diagram, ..) = self.diagram().ok_or("a closed statement has no automaton")?;
        draw(&diagram).ok_or_else(|| {
            let arrows = diagram.arrows.len();
            format!(
                "{arrows} arrows are too many for a picture ({MOST_ARROWS} at most); try `--as table` or `--as dot`"
            )
        })
    }

    /// For LaTeX: the first letters of a word, an automaton as a table.
    pub fn latex(&self, title: &str, count: usize) -> String {
        match (self, self.diagram()) {
            (Object::Word(Indexed::Word(word)), _) if word.systems.len() == 1 => {
                latex::word(title, &letters(word, count))
            }
            (_, Some((diagram, heading, outputs))) => latex::automaton(title, &diagram, heading, &outputs),
            (_, None) => self.list(0) + "\n",
        }
    }

    /// The first tuples of numbers of a set, or words if its digits are no numbers; the first letters of a word.
    pub fn list(&self, count: usize) -> String {
        match self {
            Object::Truth(truth) => (if *truth { "TRUE" } else { "FALSE" }).to_owned(),
            Object::Set(_, Some(relation), _) => {
                let mut found = relation.first(count + 1);
                let more = found.len() > count;
                found.truncate(count);
                tuples(&found, more)
            }
            Object::Set(language, None, _) => words(language, count),
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

    /// What it accepts as a picture: a board for two tracks, slices for three, a row of letters for one, wrapped. `size` is
    /// the side of the board or the number of letters.
    ///
    /// # Errors
    /// Why there is none.
    pub fn plot(&self, size: usize) -> Result<Plot, String> {
        if self.tracks() >= 2 && size > LARGEST_BOARD {
            return Err(format!("a board of {size} rows is too large: at most {LARGEST_BOARD} can be drawn"));
        }
        match self {
            Object::Set(_, Some(relation), _) => match relation.systems().len() {
                1 => {
                    let letters = (0..size).map(|n| i64::from(relation.contains(&[BigInt::from(n)]))).collect();
                    Ok(Plot::Strip(Strip { columns: COLUMNS, letters, is_table: false }))
                }
                2 => Ok(Plot::Boards(vec![self.board(relation, size, None)])),
                3 => {
                    Ok(Plot::Boards((0..SLICES.min(size)).map(|last| self.board(relation, size, Some(last))).collect()))
                }
                tracks => Err(format!("a plot needs one, two or three tracks, and this set has {tracks}")),
            },
            Object::Set(_, None, _) => Err("digits that are not numbers have no plot; try `--as list`".into()),
            Object::Word(Indexed::Family(_)) => Err("a family of words has no plot".into()),
            Object::Word(Indexed::Word(word)) => match word.systems.len() {
                1 => Ok(Plot::Strip(Strip { columns: COLUMNS, letters: letters(word, size), is_table: false })),
                2 => {
                    let letters = (0..size * size).map(|square| value(word, &[square / size, square % size])).collect();
                    Ok(Plot::Strip(Strip { columns: size, letters, is_table: true }))
                }
                indices => Err(format!("a plot needs one or two indices, and this word has {indices}")),
            },
            Object::Truth(_) => Err("a closed statement has no plot".into()),
        }
    }

    /// The pairs of a set below `side`, or its triples with this last number.
    fn board(&self, relation: &Relation, side: usize, last: Option<usize>) -> Board {
        let axes = self.axes();
        let contains = |at: usize| {
            let mut tuple = vec![BigInt::from(at / side), BigInt::from(at % side)];
            tuple.extend(last.map(BigInt::from));
            relation.contains(&tuple)
        };
        let cells = Cells::Lost((0..side * side).map(contains).collect());
        let caption = last.map(|last| format!("{} = {last}", axes[2])).unwrap_or_default();
        let [right, up, _] = axes;
        Board { caption, side, axes: [right, up], cells }
    }

    /// What the first three tracks are called; `x`, `y`, `z` if that is not known.
    fn axes(&self) -> [String; 3] {
        let known = match self {
            Object::Set(_, _, names) => &names[..],
            Object::Truth(_) | Object::Word(_) => &[],
        };
        let mut axes = ["x", "y", "z"].map(String::from);
        for (axis, name) in axes.iter_mut().zip(known) {
            *axis = name.to_string();
        }
        axes
    }

    /// The first members of a set of pairs as points; `None` if it is none.
    pub fn scatter(&self, count: usize) -> Option<Scatter> {
        let Object::Set(_, Some(relation), _) = self else { return None };
        if relation.systems().len() != 2 {
            return None;
        }
        let point = |pair: Vec<BigInt>| Some([pair[0].to_f64()?, pair[1].to_f64()?]);
        let points =
            relation.first(count).into_iter().filter_map(point).filter(|point| point.iter().all(|n| *n >= 0.0));
        let [right, up, _] = self.axes();
        Some(Scatter { axes: [right, up], points: points.collect() })
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
