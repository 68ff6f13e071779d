//! Writing automata and words as text.
//!
//! One text for one object: states in the order of the automaton, whose numbering is canonical, and letters in the
//! order in which the header lists the digits.

use crate::automata::{Layout, Letter, State, Transitions};
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
    let digits = |letter: Letter| -> String {
        let digits = layout.slots().iter().zip(&values);
        digits.map(|(slot, values)| format!("{} ", values[slot.digit(letter) as usize])).collect()
    };
    let letters = LetterTexts::new(transitions, |letter| digits(letter) + "-> ");
    let mut text = String::with_capacity(letters.length(transitions, 1));
    text.push_str(&join(&tracks.iter().map(header).collect::<Vec<_>>(), " "));
    text.push('\n');
    let mut decimal = itoa::Buffer::new();
    for (state, output) in State::START.onwards().zip(outputs) {
        text.push('\n');
        text.push_str(decimal.format(state.index()));
        text.push(' ');
        text.push_str(decimal.format(output));
        text.push('\n');
        for (letter, target) in letters.row(transitions, state) {
            text.push_str(letter);
            text.push_str(decimal.format(target.index()));
            text.push('\n');
        }
    }
    text
}

/// What each letter of an automaton is written as: made once, since letters are few and transitions many.
pub(super) struct LetterTexts {
    texts: Vec<String>,
    /// Which of them each transition has, row after row.
    numbers: Vec<u32>,
}

impl LetterTexts {
    pub(super) fn new(transitions: &Transitions, text: impl Fn(Letter) -> String) -> LetterTexts {
        let (letters, numbers) = transitions.numbered_letters();
        LetterTexts { texts: letters.into_iter().map(text).collect(), numbers }
    }

    /// About how long the text is if so many more characters and one state are written with each letter.
    pub(super) fn length(&self, transitions: &Transitions, more: usize) -> usize {
        let letters: usize = self.numbers.iter().map(|&number| self.texts[number as usize].len()).sum();
        let states = transitions.states();
        letters + (transitions.len() + 2 * states) * (states.to_string().len() + more)
    }

    /// The transitions of a state, in their order.
    pub(super) fn row<'a>(
        &'a self,
        transitions: &'a Transitions,
        state: State,
    ) -> impl Iterator<Item = (&'a str, State)> {
        let numbers = &self.numbers[transitions.range(state)];
        numbers
            .iter()
            .map(|&number| self.texts[number as usize].as_str())
            .zip(transitions.targets(state).iter().copied())
    }
}
