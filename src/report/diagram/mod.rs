//! Automata as pictures: states in layers from left to right, drawn without any other program.
//!
//! The way of Sugiyama, Tagawa and Toda (1981) as Gansner, Koutsofios, North and Vo (1993) laid it out for `dot`:
//! cycles are broken and states ranked (`rank`), arrows across layers are ordered (`order`) to cross little, and then
//! placed (`place`). Letters between the same two states share one arrow. Every arrow carries its label beside the state
//! it leaves. Made for what a person can read, some forty states; [`MOST_ARROWS`] bounds what is drawn at all.

mod letters;
mod order;
mod place;
mod plan;
mod rank;
mod svg;
mod tikz;

use std::collections::BTreeMap;

use crate::automata::{Layout, Transitions};
use crate::numeration::{Language, Relation, TrackKind};
use crate::words::Indexed;

/// Arrows beyond which a picture is a black square.
pub const MOST_ARROWS: usize = 400;

/// What is drawn: states and the arrows between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The start first.
    pub states: Vec<Circle>,
    /// At most one from one state to another.
    pub arrows: Vec<Arrow>,
    /// What the tracks of letters are called, if that is known.
    pub tracks: Vec<String>,
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// What stands in it.
    pub text: String,
    /// Whether it is drawn double.
    pub accepts: bool,
}

/// All letters that lead from one state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Index of the state it leaves.
    pub source: usize,
    /// Index of the state it leads to.
    pub target: usize,
    /// Its letters, `*` for every digit of a track.
    pub letters: Vec<String>,
}

impl Diagram {
    /// The automaton of a language; double circles accept.
    pub fn of_language(language: &Language) -> Diagram {
        let dfa = &language.dfa;
        let circle = |(q, &accepts): (usize, &bool)| Circle { text: q.to_string(), accepts };
        let states = dfa.accepting().iter().enumerate().map(circle).collect();
        Diagram { states, arrows: arrows(&language.tracks, dfa.layout(), dfa.transitions()), tracks: Vec::new() }
    }

    /// The automaton of a relation; double circles accept.
    pub fn of_relation(relation: &Relation) -> Diagram {
        let tracks = relation.systems().iter().cloned().map(TrackKind::Numbers).collect();
        Diagram::of_language(&Language { dfa: relation.dfa().clone(), tracks })
    }

    /// The automaton of a word: each state with its output, `3/1`.
    pub fn of_word(word: &Indexed) -> Diagram {
        let (tracks, dfao) = (word.tracks(), word.dfao());
        let circle = |(q, output): (usize, &i64)| Circle { text: format!("{q}/{output}"), accepts: false };
        let states = dfao.outputs().iter().enumerate().map(circle).collect();
        Diagram { states, arrows: arrows(&tracks, dfao.layout(), dfao.transitions()), tracks: Vec::new() }
    }

    /// The picture as SVG; `None` if it has more than [`MOST_ARROWS`].
    pub fn svg(&self, title: &str) -> Option<String> {
        (self.arrows.len() <= MOST_ARROWS).then(|| svg::draw(self, title))
    }

    /// The picture for LaTeX with TikZ; `None` if it has more than [`MOST_ARROWS`].
    pub fn tikz(&self, title: &str) -> Option<String> {
        (self.arrows.len() <= MOST_ARROWS).then(|| tikz::draw(self, title))
    }
}

fn arrows(tracks: &[TrackKind], layout: &Layout, transitions: &Transitions) -> Vec<Arrow> {
    let values: Vec<Vec<i64>> = tracks.iter().map(TrackKind::digit_values).collect();
    let mut between: BTreeMap<(usize, usize), Vec<Vec<u32>>> = BTreeMap::new();
    for (source, letter, target) in transitions.iter() {
        between.entry((source.index(), target.index())).or_default().push(layout.unpack(letter));
    }
    let sizes = layout.sizes();
    let shown = |pattern: Vec<Option<u32>>| -> String {
        let digit = |(digit, values): (Option<u32>, &Vec<i64>)| {
            digit.map_or_else(|| "*".to_owned(), |digit| values[digit as usize].to_string())
        };
        pattern.into_iter().zip(&values).map(digit).collect::<Vec<_>>().join(",")
    };
    let arrow = |((source, target), letters)| Arrow {
        source,
        target,
        letters: letters::patterns(letters, sizes).into_iter().map(shown).collect(),
    };
    between.into_iter().map(arrow).collect()
}
