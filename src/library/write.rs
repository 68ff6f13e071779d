//! Writing automata and words as text.
//!
//! One text for one object: states in the order of the automaton, whose numbering is canonical, and letters in the
//! order in which the header lists the digits.

use std::fmt::Write;

use crate::automata::{Layout, State, Transitions};
use crate::numeration::{Language, Relation, TrackKind};
use crate::words::Indexed;

/// A language as text.
pub fn write_language(language: &Language) -> String {
    let outputs = language.dfa.accepting().iter().map(|&accepts| i64::from(accepts));
    write(&language.tracks, language.dfa.layout(), language.dfa.transitions(), outputs)
}

/// A relation as text; one without tracks is a truth value.
pub fn write_relation(relation: &Relation) -> String {
    if relation.systems().is_empty() {
        return write_truth(!relation.dfa().is_empty());
    }
    let tracks = relation.systems().iter().cloned().map(TrackKind::Numbers).collect();
    write_language(&Language { dfa: relation.dfa().clone(), tracks })
}

/// A word as text.
pub fn write_word(word: &Indexed) -> String {
    let dfao = word.dfao();
    write(&word.tracks(), dfao.layout(), dfao.transitions(), dfao.outputs().iter().copied())
}

/// A closed statement as text.
pub fn write_truth(truth: bool) -> String {
    format!("{truth}\n")
}

/// A track as the header names it.
pub fn header(track: &TrackKind) -> String {
    match track {
        TrackKind::Numbers(system) => system.name().to_string(),
        TrackKind::Digits(values) => format!("{{{}}}", join(values, ",")),
    }
}

fn join<T: ToString>(items: &[T], between: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(between)
}

fn write(
    tracks: &[TrackKind],
    layout: &Layout,
    transitions: &Transitions,
    outputs: impl Iterator<Item = i64>,
) -> String {
    let values: Vec<Vec<i64>> = tracks.iter().map(TrackKind::digit_values).collect();
    let mut text = join(&tracks.iter().map(header).collect::<Vec<_>>(), " ");
    text.push('\n');
    for (state, output) in State::START.onwards().zip(outputs) {
        write!(text, "\n{state} {output}\n").expect("a string takes all");
        for (letter, target) in transitions.row(state) {
            for (&digit, values) in layout.unpack(letter).iter().zip(&values) {
                write!(text, "{} ", values[digit as usize]).expect("a string takes all");
            }
            writeln!(text, "-> {target}").expect("a string takes all");
        }
    }
    text
}
