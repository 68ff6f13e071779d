//! Automata for other programs: Graphviz (`.gv`) and the BA format of language inclusion checkers (`.ba`).

use std::fmt::Write;

use crate::automata::{Layout, Letter, State, Transitions};
use crate::numeration::{Language, TrackKind};
use crate::words::Indexed;

use super::write::LetterTexts;

/// A language as a Graphviz graph: double circles accept.
pub fn graphviz_language(language: &Language, title: &str) -> String {
    let dfa = &language.dfa;
    let node = |q: State| match dfa.accepting()[q] {
        true => format!("{q} [shape = doublecircle, label = \"{q}\"];"),
        false => format!("{q} [shape = circle, label = \"{q}\"];"),
    };
    graph(&language.tracks, dfa.layout(), dfa.transitions(), title, node)
}

/// A word as a Graphviz graph: each state with its output.
pub fn graphviz_word(word: &Indexed, title: &str) -> String {
    let dfao = word.dfao();
    let node = |q: State| format!("{q} [shape = circle, label = \"{q}/{}\"];", dfao.outputs()[q]);
    graph(&word.tracks(), dfao.layout(), dfao.transitions(), title, node)
}

/// A truth value as a graph of one state that reads nothing.
pub fn graphviz_truth(truth: bool, title: &str) -> String {
    let shape = if truth { "doublecircle" } else { "circle" };
    let node = |q: State| format!("{q} [shape = {shape}, label = \"{truth}\"];");
    let mut transitions = Transitions::new();
    transitions.push_row(&mut Vec::new());
    graph(&[], &Layout::new(&[]).expect("no tracks fit"), &transitions, title, node)
}

fn graph(
    tracks: &[TrackKind],
    layout: &Layout,
    transitions: &Transitions,
    title: &str,
    node: impl Fn(State) -> String,
) -> String {
    let texts = |track: &TrackKind| track.digit_values().iter().map(i64::to_string).collect();
    let texts: Vec<Vec<String>> = tracks.iter().map(texts).collect();
    let label = |letter: Letter| {
        let digits = layout.slots().iter().zip(&texts).map(|(slot, texts)| &*texts[slot.digit(letter) as usize]);
        let digits = digits.collect::<Vec<&str>>().join(",");
        if texts.len() == 1 { digits } else { format!("[{digits}]") }
    };
    let labels = LetterTexts::new(transitions, label);
    let title = title.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    let mut out = format!("digraph G {{\nlabel = \"{title}\";\nrankdir = LR;\n");
    for q in transitions.numbers() {
        writeln!(out, "{}", node(q)).expect("a string takes all");
    }
    out.push_str("start [shape = point, label = \"\"];\nstart -> 0;\n");
    let mut decimal = itoa::Buffer::new();
    let mut row = Vec::new();
    for q in transitions.numbers() {
        // One arrow for all letters that lead to one state.
        row.clear();
        row.extend(labels.row(transitions, q));
        row.sort_by_key(|(_, target)| *target);
        for arrow in row.chunk_by(|a, b| a.1 == b.1) {
            out.push_str(decimal.format(q.index()));
            out.push_str(" -> ");
            out.push_str(decimal.format(arrow[0].1.index()));
            out.push_str(" [label = \"");
            for (at, (label, _)) in arrow.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                out.push_str(label);
            }
            out.push_str("\"];\n");
        }
    }
    out.push_str("}\n");
    out
}

/// An automaton in BA format: the start, the transitions `letter,[source]->[target]`, the accepting states.
///
/// Without accepting states the format means that all accept, so an automaton that accepts nothing names one that is
/// not reached.
pub fn ba(language: &Language) -> String {
    let dfa = &language.dfa;
    let values: Vec<Vec<i64>> = language.tracks.iter().map(TrackKind::digit_values).collect();
    let mut out = "[0]\n".to_owned();
    for (source, letter, target) in dfa.transitions().iter() {
        let digits = dfa.layout().unpack(letter);
        let digits: Vec<String> =
            digits.iter().zip(&values).map(|(&digit, values)| values[digit as usize].to_string()).collect();
        writeln!(out, "{},[{source}]->[{target}]", digits.join("_")).expect("a string takes all");
    }
    for (q, _) in dfa.accepting().iter().enumerate().filter(|(_, accepts)| **accepts) {
        writeln!(out, "[{q}]").expect("a string takes all");
    }
    if !dfa.accepting().contains(&true) {
        writeln!(out, "[{}]", dfa.states()).expect("a string takes all");
    }
    out
}

/// A truth value in BA format: one state, which accepts or does not.
pub fn ba_truth(truth: bool) -> String {
    format!("[0]\n[{}]\n", if truth { 0 } else { 1 })
}
