//! `convert`, `reverse`, `alphabet`: the same object over other digits.

use std::sync::Arc;

use crate::automata::{Dfa, Dfao, Layout, LazyAutomaton, Product, StoredAutomaton, Transitions, minimized};
use crate::budget::{Budget, Halt};
use crate::logic::FunctionKind;
use crate::numeration::{self, NormalizerError, TrackKind, validity_part};
use crate::words::Indexed;

use super::super::outcome::{CommandError, Effect};
use super::super::publish::language_of;
use super::{Call, Object, Run};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] =
    &[("alphabet", alphabet), ("convert", convert), ("normalizer", normalizer), ("reverse", reverse)];

/// `convert NAME SYSTEM W`: the same function of numbers, read in another base or digit order.
fn convert(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(3, 3)?;
    let system = call.system(1)?;
    let (word, is_word) = call.as_word(2)?;
    let converted = word.convert(&system, call.budget).map_err(|error| call.word_error(2, error))?;
    call.save_image(converted, is_word)
}

/// `normalizer NAME SYSTEM [{0,1}]`: words over the digits, those of the system if none are given, and their values.
fn normalizer(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, 3)?;
    let (name, _) = call.target(0)?;
    let system = call.system(1)?;
    let digits = match call.arguments.len() {
        3 => match call.track(2)? {
            TrackKind::Digits(digits) => digits.to_vec(),
            TrackKind::Numbers(_) => return Err(call.error_at(2, "expected digits, as in `{0,1}`").into()),
        },
        _ => (0..i64::from(system.digits())).collect(),
    };
    let language = numeration::normalizer(&system, &digits, call.budget).map_err(|error| match error {
        NormalizerError::Limit(limit) => CommandError::from(limit),
        error => call.error_at(1, error.to_string()).into(),
    })?;
    call.session.define_function(&name, FunctionKind::Language(language));
    Ok(Effect::Nothing)
}

/// `reverse NAME W`: words are read from their other end; a track of numbers has the other digit order then.
fn reverse(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, 2)?;
    let (name, _) = call.target(0)?;
    match call.object(1)?.1 {
        Object::Word(word) => {
            let reversed = match &word {
                Indexed::Word(word) => word.reversed(call.budget).map(Indexed::from),
                Indexed::Family(family) => family.reversed(call.budget).map(Indexed::from),
            };
            let reversed = reversed.map_err(|error| call.word_error(1, error))?;
            Ok(call.save_word(&name, reversed))
        }
        Object::Function(function) => {
            let language =
                language_of(&function).ok_or_else(|| call.error_at(1, "a truth value has no words to reverse"))?;
            let dfa = language.dfa.reverse().determinize(call.budget)?.minimize_within(call.budget)?;
            let turned = |track: TrackKind| match track {
                TrackKind::Numbers(system) => Ok(TrackKind::Numbers(Arc::new(system.reversed(call.budget)?))),
                digits => Ok(digits),
            };
            let tracks = language.tracks.into_iter().map(turned).collect::<Result<_, Halt>>()?;
            Ok(call.save_language(&name, dfa, tracks))
        }
    }
}

/// `alphabet NAME A1 A2 ... W`: each track gets another alphabet; transitions on digits that it lacks are lost, and so
/// are words that are no representations in the system of their track.
fn alphabet(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(3, usize::MAX)?;
    let (name, _) = call.target(0)?;
    let last = call.arguments.len() - 1;
    let (_, object) = call.object(last)?;
    let tracks = (1..last).map(|at| call.track(at)).collect::<Result<Vec<TrackKind>, _>>()?;
    let old = match &object {
        Object::Word(word) => word.tracks(),
        Object::Function(function) => match language_of(function) {
            Some(language) => language.tracks,
            None => return Err(call.error_at(last, "a truth value has no tracks").into()),
        },
    };
    if old.len() != tracks.len() {
        let message = format!("{} alphabets for an automaton with {} tracks", tracks.len(), old.len());
        return Err(call.error_at(1, message).into());
    }
    let digits = Digits::new(&old, &tracks)?;
    match object {
        Object::Function(function) => {
            let language = language_of(&function).expect("it has tracks");
            let kept = valid(&digits.language(&language.dfa), &tracks, call.budget)?;
            Ok(call.save_language(&name, kept, tracks))
        }
        Object::Word(word) => {
            let transitions = digits.transitions(word.dfao().layout(), word.dfao().transitions());
            let dfao = Dfao::new(digits.layout, transitions, word.dfao().outputs().to_vec());
            let word = Indexed::new(&dfao, tracks, call.budget).map_err(|error| call.word_error(last, error))?;
            Ok(call.save_word(&name, word))
        }
    }
}

/// The words of a language whose tracks of numbers hold representations.
fn valid(language: &Dfa, tracks: &[TrackKind], budget: &Budget) -> Result<Dfa, Halt> {
    let layout = language.layout();
    let mut parts: Vec<Box<dyn LazyAutomaton>> =
        vec![Box::new(StoredAutomaton::new(Arc::new(language.clone()), layout.slots(), Arc::new([])))];
    for (track, slot) in tracks.iter().zip(layout.slots()) {
        if let TrackKind::Numbers(system) = track {
            parts.push(validity_part(system, *slot));
        }
    }
    minimized(Product::new(parts, Vec::new()), layout, layout.slots(), budget)
}

/// Digits, told by their values, as digits of other alphabets.
pub(super) struct Digits {
    /// For each track and digit, its index in the new alphabet.
    places: Vec<Vec<Option<u32>>>,
    layout: Layout,
}

impl Digits {
    /// From the digits of these tracks to those of others.
    pub(super) fn new(from: &[TrackKind], to: &[TrackKind]) -> Result<Digits, Halt> {
        let places = from.iter().zip(to).map(|(from, to)| {
            let to = to.digit_values();
            let place = |value: i64| to.iter().position(|known| *known == value).map(|index| index as u32);
            from.digit_values().into_iter().map(place).collect()
        });
        let sizes: Vec<u32> = to.iter().map(|track| track.digit_values().len() as u32).collect();
        Ok(Digits { places: places.collect(), layout: Layout::new(&sizes)? })
    }

    /// True if every digit is in the new alphabet.
    pub(super) fn keeps_all(&self) -> bool {
        self.places.iter().flatten().all(Option::is_some)
    }

    /// The transitions on digits that the new alphabet has.
    fn transitions(&self, own: &Layout, transitions: &Transitions) -> Transitions {
        transitions.map_letters(|letter| {
            let digits = own.unpack(letter);
            let moved: Option<Vec<u32>> =
                digits.iter().zip(&self.places).map(|(&digit, places)| places[digit as usize]).collect();
            moved.map(|digits| self.layout.pack(&digits))
        })
    }

    /// The words over digits that the new alphabet has.
    pub(super) fn language(&self, dfa: &Dfa) -> Dfa {
        let transitions = self.transitions(dfa.layout(), dfa.transitions());
        Dfa::new(self.layout.clone(), transitions, dfa.accepting().to_vec()).minimize()
    }
}
