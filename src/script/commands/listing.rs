//! `test`, `first`, `inf`, `regex`, `describe`: what an automaton accepts, for people.

use std::sync::Arc;

use crate::automata::{Dfa, Guard, LazyAutomaton, Letter, Product, StoredAutomaton, shortest};
use crate::numeration::{Direction, Language, TrackKind, decode, validity_part};

use super::super::outcome::{Effect, Failure};
use super::super::publish::language_of;
use super::{Call, Object, has_zero};

/// Bytes beyond which no regular expression is written.
const LONGEST_EXPRESSION: usize = 1 << 20;

/// True if the first digit of a word is the least significant one.
fn is_lsd(tracks: &[TrackKind]) -> bool {
    tracks.iter().any(|track| matches!(track, TrackKind::Numbers(system) if system.direction() == Direction::Lsd))
}

/// One letter as `reg` reads it.
fn letter(language: &Language, letter: Letter) -> String {
    let digits = language.dfa.layout().unpack(letter);
    let values: Vec<i64> =
        digits.iter().zip(&language.tracks).map(|(&digit, track)| track.digit_values()[digit as usize]).collect();
    match values[..] {
        [value] if (0..10).contains(&value) => value.to_string(),
        _ => format!("[{}]", values.iter().map(i64::to_string).collect::<Vec<_>>().join(",")),
    }
}

fn spelled(language: &Language, word: &[Letter]) -> String {
    word.iter().map(|&symbol| letter(language, symbol)).collect()
}

/// The numbers that a word stands for, if all its tracks are numbers: `(2, 5)`.
fn numbers(language: &Language, word: &[Letter]) -> Option<String> {
    let system = |track: &TrackKind| match track {
        TrackKind::Numbers(system) => Some(system.clone()),
        TrackKind::Digits(_) => None,
    };
    let systems: Vec<_> = language.tracks.iter().map(system).collect::<Option<_>>()?;
    let values: Vec<String> = decode(word, language.dfa.layout(), &systems).iter().map(ToString::to_string).collect();
    Some(if values.len() == 1 { values.concat() } else { format!("({})", values.join(", ")) })
}

/// `test NAME n`: the first n accepted words in radix order, none with leading zeros.
pub(super) fn test(call: &mut Call<'_>) -> Result<Effect, Failure> {
    call.count(2, 2)?;
    let (name, function) = call.function(0)?;
    let wanted = call.number(1)?;
    let Some(language) = language_of(&function) else {
        return Err(call.error_at(0, format!("`{name}` is a truth value and accepts no words")).into());
    };
    let lsd = is_lsd(&language.tracks);
    let msd = match lsd {
        true => language.dfa.reverse().determinize(call.budget)?.minimize(),
        false => (*language.dfa).clone(),
    };
    let found = msd.first_words_of(wanted, has_zero(&language.tracks));
    let mut lines = Vec::new();
    if found.len() < wanted {
        lines.push(format!("{name} only accepts {} inputs, which are as follows: ", found.len()));
    }
    for mut word in found {
        if lsd {
            word.reverse();
        }
        lines.push(spelled(&language, &word));
    }
    Ok(Effect::Text(lines.join("\n")))
}

/// `first NAME [reject]`: the first accepted or rejected word, and the numbers it stands for.
pub(super) fn first(call: &mut Call<'_>) -> Result<Effect, Failure> {
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
            let all = all.collect::<Result<Vec<_>, crate::automata::Halt>>()?;
            Product::new(all, vec![Guard::Not(Box::new(Guard::Leaf(own())))])
        }
    };
    let verb = if reject { "rejects" } else { "accepts" };
    let text = match shortest(&mut search, layout.slots(), call.budget)? {
        None => format!("{name} {verb} nothing"),
        Some(word) => {
            let spelled = if word.is_empty() { "()".to_owned() } else { spelled(&language, &word) };
            match numbers(&language, &word) {
                Some(values) => format!("{name} {verb} {spelled} = {values}"),
                None => format!("{name} {verb} {spelled}"),
            }
        }
    };
    Ok(Effect::Text(text))
}

/// `inf NAME`: whether infinitely many inputs are accepted, and a family of them.
pub(super) fn infinite(call: &mut Call<'_>) -> Result<Effect, Failure> {
    call.count(1, 1)?;
    let (name, function) = call.function(0)?;
    let Some(mut language) = language_of(&function) else {
        return Ok(Effect::Text(format!("{name} is a truth value: it has no inputs")));
    };
    let numbers = language.tracks.iter().all(|track| matches!(track, TrackKind::Numbers(_)));
    if numbers {
        // Inputs are numbers then: words that differ by zeros are one.
        language.dfa = call.relation(0, &function)?.dfa().clone();
    }
    let lsd = is_lsd(&language.tracks);
    let msd = match lsd {
        true => language.dfa.reverse().determinize(call.budget)?.minimize(),
        false => (*language.dfa).clone(),
    };
    let text = match msd.pumped(numbers) {
        None => format!("{name} accepts only finitely many inputs."),
        Some(parts) => {
            let mut parts = parts.map(|mut part| {
                if lsd {
                    part.reverse();
                }
                spelled(&language, &part)
            });
            if lsd {
                parts.reverse();
            }
            let [before, again, after] = parts;
            format!("{name} accepts infinitely many inputs, among them {before}({again})*{after}")
        }
    };
    Ok(Effect::Text(text))
}

/// `regex NAME`: a regular expression that `reg` reads.
pub(super) fn expression(call: &mut Call<'_>) -> Result<Effect, Failure> {
    call.count(1, 1)?;
    let language = call.language(0)?;
    let text = language.dfa.expression(|symbol| letter(&language, symbol), LONGEST_EXPRESSION, call.budget)?;
    Ok(Effect::Text(text.unwrap_or_else(|| "~(.*)".into())))
}

/// `describe NAME`: its size and what it reads.
pub(super) fn describe(call: &mut Call<'_>) -> Result<Effect, Failure> {
    call.count(1, 1)?;
    let (name, object) = call.object(0)?;
    let tracks = |tracks: &[TrackKind]| {
        let names: Vec<String> = tracks.iter().map(crate::library::track_name).collect();
        format!("tracks: {}", names.join(" "))
    };
    let lines = match object {
        Object::Word(word) => {
            let values: Vec<String> = word.values().iter().map(i64::to_string).collect();
            vec![
                format!("{name} is a {}", if word.word().is_some() { "word" } else { "family of words" }),
                tracks(&word.tracks()),
                format!("states: {}", word.dfao().states()),
                format!("transitions: {}", word.dfao().transitions().len()),
                format!("values: {}", values.join(", ")),
            ]
        }
        Object::Function(function) => match language_of(&function) {
            None => vec![format!("{name} is a truth value: {}", truth(&function))],
            Some(language) => vec![
                format!("{name} is an automaton"),
                tracks(&language.tracks),
                format!("states: {}", language.dfa.states()),
                format!("transitions: {}", language.dfa.transitions().len()),
                format!("accepting states: {}", language.dfa.accepting().iter().filter(|accepts| **accepts).count()),
            ],
        },
    };
    Ok(Effect::Text(lines.join("\n")))
}

fn truth(function: &crate::logic::Function) -> &'static str {
    match function.kind() {
        crate::logic::FunctionKind::Truth(true) => "TRUE",
        _ => "FALSE",
    }
}
