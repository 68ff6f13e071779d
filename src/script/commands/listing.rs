//! `test`, `first`, `inf`, `regex`, `describe`: what an automaton accepts, for people.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::{Dfa, Guard, LazyAutomaton, Letter, Product, StoredAutomaton, shortest};
use crate::logic::{Environment, FunctionKind};
use crate::numeration::{Direction, TrackKind, validity_part};

use super::super::outcome::{CommandError, Effect};
use super::super::publish::language_of;
use super::super::query_result::{QueryResult, SequenceFacts};
use super::{Call, Object, Run, has_zero};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] =
    &[("describe", describe), ("first", first), ("inf", infinite), ("regex", expression), ("test", test)];

/// Values of a sequence that are shown.
const FIRST_VALUES: u32 = 20;

/// Bytes beyond which no regular expression is written.
const LONGEST_EXPRESSION: usize = 1 << 20;

/// Digits beyond which no words are listed.
const MOST_LISTED: usize = 1 << 24;

/// True if the first digit of a word is the least significant one.
fn is_lsd(tracks: &[TrackKind]) -> bool {
    tracks.iter().any(|track| matches!(track, TrackKind::Numbers(system) if system.direction() == Direction::Lsd))
}

/// `test NAME n`: the first n accepted words in radix order, none with leading zeros.
fn test(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, 2)?;
    let (name, function) = call.function(0)?;
    let wanted = call.number(1)?;
    let Some(language) = language_of(&function) else {
        return Err(call.error_at(0, format!("`{name}` is a truth value and accepts no words")).into());
    };
    let lsd = is_lsd(&language.tracks);
    let msd = match lsd {
        true => language.dfa.reverse().determinize(call.budget)?.minimize_within(call.budget)?,
        false => (*language.dfa).clone(),
    };
    let look = || call.budget.check_now();
    let Some(found) = msd.first_words_by(wanted, has_zero(&language.tracks), MOST_LISTED, look)? else {
        let message = format!("the first {wanted} inputs have more than {MOST_LISTED} digits together");
        return Err(call.error_at(1, message).into());
    };
    let all = found.len() < wanted;
    let turned = |mut word: Vec<Letter>| {
        if lsd {
            word.reverse();
        }
        word
    };
    let words = found.into_iter().map(turned).collect();
    Ok(Effect::Query(QueryResult::Accepted { name, language, words, all }))
}

/// `first NAME [reject]`: the first accepted or rejected word, and the numbers it stands for.
fn first(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(1, 2)?;
    let reject = match call.arguments.get(1).map(|argument| &*argument.text) {
        None => false,
        Some("reject") => true,
        Some(other) => return Err(call.error_at(1, format!("expected `reject`, found `{other}`")).into()),
    };
    let (name, function) = call.function(0)?;
    let Some(language) = language_of(&function) else {
        return Err(call.error_at(0, format!("`{name}` is a truth value and accepts no words")).into());
    };
    let layout = language.dfa.layout().clone();
    let own = || -> Box<dyn LazyAutomaton> {
        Box::new(StoredAutomaton::new(language.dfa.clone(), layout.slots(), Arc::new([])))
    };
    let mut search = match reject {
        false => Product::new(vec![own()], Vec::new()),
        true => {
            let all = language.tracks.iter().zip(layout.slots()).map(|(track, &slot)| match track {
                TrackKind::Numbers(system) => Ok(validity_part(system, slot)),
                TrackKind::Digits(values) => {
                    let one = crate::automata::Layout::new(&[values.len() as u32])?;
                    let every = Arc::new(Dfa::universal(one));
                    Ok(Box::new(StoredAutomaton::new(every, &[slot], Arc::new([]))) as Box<dyn LazyAutomaton>)
                }
            });
            let all = all.collect::<Result<Vec<_>, crate::budget::Halt>>()?;
            Product::new(all, vec![Guard::Not(Box::new(Guard::Leaf(own())))])
        }
    };
    let word = shortest(&mut search, layout.slots(), call.budget)?;
    Ok(Effect::Query(QueryResult::First { name, language, accepts: !reject, word }))
}

/// `inf NAME`: whether infinitely many inputs are accepted, and a family of them.
fn infinite(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(1, 1)?;
    let (name, function) = call.function(0)?;
    let Some(mut language) = language_of(&function) else {
        return Ok(Effect::Query(QueryResult::NoInputs { name }));
    };
    let numbers = language.tracks.iter().all(|track| matches!(track, TrackKind::Numbers(_)));
    if numbers {
        // Inputs are numbers then: words that differ by zeros are one.
        language.dfa = call.relation(0, &function)?.dfa().clone();
    }
    let lsd = is_lsd(&language.tracks);
    let msd = match lsd {
        true => language.dfa.reverse().determinize(call.budget)?.minimize_within(call.budget)?,
        false => (*language.dfa).clone(),
    };
    let family = msd.pumped(numbers).map(|mut parts| {
        if lsd {
            parts.iter_mut().for_each(|part| part.reverse());
            parts.reverse();
        }
        parts
    });
    Ok(Effect::Query(QueryResult::Infinite { name, language, family }))
}

/// `regex NAME`: a regular expression that `reg` reads.
fn expression(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(1, 1)?;
    let language = call.language(0)?;
    let text = language.dfa.expression(|letter| language.letter(letter), LONGEST_EXPRESSION, call.budget)?;
    Ok(Effect::Query(QueryResult::Expression(text.unwrap_or_else(|| "~(.*)".into()))))
}

/// `describe NAME`: its size and what it reads.
fn describe(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(1, 1)?;
    let (name, marked) = call.target(0)?;
    let is_other = marked || call.indexed(0, &name)?.is_some() || call.session.names.function(&name).is_some();
    if let (false, Some(by)) = (is_other, call.session.counted_by(&name)) {
        let sequence = call.sequence(0)?;
        let growth = sequence.growth(call.budget)?;
        let mut values = Vec::new();
        let mut along = None;
        if sequence.variables() == 1 {
            for n in 0..FIRST_VALUES {
                values.push(sequence.value(&[BigInt::from(n)], call.budget)?);
            }
            along = Some(sequence.along_powers(call.budget)?);
        }
        let by = by.variables;
        return Ok(Effect::Query(QueryResult::Sequence(Box::new(SequenceFacts {
            name,
            by,
            sequence,
            values,
            growth,
            along,
        }))));
    }
    let (name, object) = call.object(0)?;
    Ok(Effect::Query(match object {
        Object::Word(word) => QueryResult::Word { name, word },
        Object::Function(function) => match language_of(&function) {
            Some(language) => QueryResult::Automaton { name, language },
            None => QueryResult::Truth { name, truth: matches!(function.kind(), FunctionKind::Truth(true)) },
        },
    }))
}
