//! `convert`, `reverse`, `alphabet`: the same object over other digits.

use std::sync::Arc;

use crate::automata::{Dfao, Edge, Layout, State, Transitions};
use crate::numeration::TrackKind;
use crate::words::Word;

use super::super::session::{Effect, Failure};
use super::{Call, Object, language_of};

/// `convert NAME SYSTEM W`: the same function of numbers, read in another base or digit order.
pub(super) fn convert(call: &mut Call<'_>) -> Result<Effect, Failure> {
    call.count(3, 3)?;
    let (name, _) = call.target(0)?;
    let system = call.system(1)?;
    match call.object(2)?.1 {
        Object::Word(word) => {
            let converted = word.convert(&system, call.budget).map_err(|error| call.word_error(2, error))?;
            Ok(call.save_word(&name, converted))
        }
        Object::Function(function) => {
            let word = call.indicator(2, &call.relation(2, &function)?)?;
            let converted = word.convert(&system, call.budget).map_err(|error| call.word_error(2, error))?;
            Ok(call.save_support(&name, &converted))
        }
    }
}

/// `reverse NAME W`: words are read from their other end; a track of numbers has the other digit order then.
pub(super) fn reverse(call: &mut Call<'_>) -> Result<Effect, Failure> {
    call.count(2, 2)?;
    let (name, _) = call.target(0)?;
    match call.object(1)?.1 {
        Object::Word(word) => {
            let reversed = word.reversed(call.budget).map_err(|error| call.word_error(1, error))?;
            Ok(call.save_word(&name, reversed))
        }
        Object::Function(function) => {
            let language =
                language_of(&function).ok_or_else(|| call.error_at(1, "a truth value has no words to reverse"))?;
            let dfa = language.dfa.reverse().determinize(call.budget)?.minimize();
            let turned = |track: TrackKind| match track {
                TrackKind::Numbers(system) => TrackKind::Numbers(Arc::new(system.reversed())),
                digits => digits,
            };
            let tracks = language.tracks.into_iter().map(turned).collect();
            Ok(call.save_language(&name, dfa, tracks))
        }
    }
}

/// `alphabet NAME A1 A2 ... W`: each track gets another alphabet; transitions on digits that it lacks are lost.
pub(super) fn alphabet(call: &mut Call<'_>) -> Result<Effect, Failure> {
    call.count(3, usize::MAX)?;
    let (name, _) = call.target(0)?;
    let last = call.arguments.len() - 1;
    let (_, object) = call.object(last)?;
    let tracks = (1..last).map(|at| call.track(at)).collect::<Result<Vec<TrackKind>, _>>()?;
    let old = match &object {
        Object::Word(word) => word.systems.iter().cloned().map(TrackKind::Numbers).collect(),
        Object::Function(function) => match language_of(function) {
            Some(language) => language.tracks,
            None => return Err(call.error_at(last, "a truth value has no tracks").into()),
        },
    };
    if old.len() != tracks.len() {
        let message = format!("{} alphabets for an automaton with {} tracks", tracks.len(), old.len());
        return Err(call.error_at(1, message).into());
    }
    let values = |tracks: &[TrackKind]| tracks.iter().map(TrackKind::digit_values).collect::<Vec<_>>();
    let (from, to) = (values(&old), values(&tracks));
    let sizes: Vec<u32> = to.iter().map(|digits| digits.len() as u32).collect();
    let layout = Layout::new(&sizes).map_err(crate::automata::Limit::from)?;
    let changed = |own: &Layout, transitions: &Transitions| {
        let mut out = Transitions::new();
        let mut row: Vec<Edge> = Vec::new();
        for q in 0..transitions.states() as State {
            row.clear();
            for (letter, target) in transitions.row(q) {
                let digits = own.unpack(letter);
                let place = |((&digit, from), to): ((&u32, &Vec<i64>), &Vec<i64>)| {
                    to.iter().position(|value| *value == from[digit as usize]).map(|index| index as u32)
                };
                let moved: Option<Vec<u32>> = digits.iter().zip(&from).zip(&to).map(place).collect();
                row.extend(moved.map(|digits| (layout.pack(&digits), target)));
            }
            out.push_row(&mut row);
        }
        out
    };
    match object {
        Object::Function(function) => {
            let language = language_of(&function).expect("it has tracks");
            let dfa = &language.dfa;
            let transitions = changed(dfa.layout(), dfa.transitions());
            let dfa = crate::automata::Dfa::new(layout, transitions, dfa.accepting().to_vec()).minimize();
            Ok(call.save_language(&name, dfa, tracks))
        }
        Object::Word(word) => {
            let mut systems = Vec::new();
            for (at, track) in tracks.iter().enumerate() {
                let system = crate::library::index_system(track, &call.session.names.numerations);
                systems.push(system.map_err(|why| call.error_at(at + 1, why))?);
            }
            let transitions = changed(word.dfao.layout(), word.dfao.transitions());
            let dfao = Dfao::new(layout, transitions, word.dfao.outputs().to_vec());
            let word = Word::new(&dfao, systems, call.budget).map_err(|error| call.word_error(last, error))?;
            Ok(call.save_word(&name, word))
        }
    }
}
