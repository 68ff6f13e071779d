//! What the oracle says of statements.

use std::collections::HashMap;
use std::rc::Rc;

use super::meaning::{Function, Game, Values};
use super::model::{Command, Kind, is_unreadable};
use super::oracle::{Fail, Meaning, Oracle};

/// What a command says, if it is a statement.
pub fn verdict(oracle: &mut Oracle<'_>, command: &Command) -> Option<Result<bool, Fail>> {
    if is_unreadable(command) {
        return None;
    }
    Some(match command {
        Command::Claim { text, .. } => oracle.known(text).and_then(|(_, known, free)| match free[..] {
            [] => known.truth(&Values::new()).ok_or(Fail::Unsure),
            _ => Err(Fail::Wrong),
        }),
        // What is named is a statement if nothing in it is free.
        Command::Def { eval: true, text, order, .. } => {
            oracle.known(text).and_then(|(_, known, free)| match free[..] {
                [] if order.is_empty() => known.truth(&HashMap::new()).ok_or(Fail::Unsure),
                _ => Err(Fail::Unsure),
            })
        }
        Command::Value { sequence, at, value, .. } => {
            oracle.find(Kind::Sequence, sequence).and_then(|meaning| match meaning {
                Meaning::Sequence(sequence) => {
                    sequence.values.get(*at as usize).map(|known| known == value).ok_or(Fail::Unsure)
                }
                _ => Err(Fail::Unsure),
            })
        }
        Command::Cover { target, pieces, .. } => {
            let all: Vec<_> = std::iter::once(target).chain(pieces).map(|text| oracle.known(text)).collect();
            covered(all)
        }
        Command::Kernel { game, given, .. } => {
            let given = given.as_ref().map(|given| oracle.find(Kind::Function, given));
            let game = game_named(oracle, game);
            match (game, given) {
                (Err(why), Some(Err(other))) => Err(why.max(other)),
                (Err(why), _) | (_, Some(Err(why))) => Err(why),
                (Ok(game), None) => game.values().map(|_| true).ok_or(Fail::Unsure),
                (Ok(game), Some(Ok(Meaning::Function(given)))) => is_kernel(&game, &given),
                _ => Err(Fail::Unsure),
            }
        }
        Command::Grundy { game, .. } => game_named(oracle, game).and_then(|game| match game.rule.block {
            _ if game.rule.misere => Err(Fail::Wrong),
            None => game.values().map(|_| true).ok_or(Fail::Unsure),
            Some(_) => Err(Fail::Unsure),
        }),
        _ => return None,
    })
}

pub fn game_named(oracle: &mut Oracle<'_>, name: &str) -> Result<Rc<Game>, Fail> {
    match oracle.find(Kind::Game, name)? {
        Meaning::Game(game) => Ok(game),
        _ => Err(Fail::Unsure),
    }
}

/// Whether a set is the kernel of a game.
fn is_kernel(game: &Game, given: &Function) -> Result<bool, Fail> {
    let kernel = game.positions(0).ok_or(Fail::Unsure)?;
    let (Function::Set { holds, .. }, Function::Set { system, holds: own, .. }) = (&kernel, given) else {
        // A language over the digits of the system is read as numbers.
        return Err(if matches!(given.arity(), None | Some(1)) { Fail::Unsure } else { Fail::Wrong });
    };
    let differ = holds.iter().zip(own).any(|(a, b)| a != b);
    match (kernel.automaton(), given.automaton()) {
        _ if *system != super::meaning::System::Msd(2) => Err(Fail::Unsure),
        _ if differ => Ok(false),
        (Some(a), Some(b)) if a == b => Ok(true),
        _ => Err(Fail::Unsure),
    }
}

type Read = Result<(super::meaning::System, super::meaning::Known, Vec<char>), Fail>;

/// Whether what satisfies the first formula satisfies another.
fn covered(all: Vec<Read>) -> Result<bool, Fail> {
    if let Some(why) = all.iter().filter_map(|one| one.as_ref().err()).max() {
        return Err(*why);
    }
    let all: Vec<_> = all.into_iter().flatten().collect();
    let mut certain = true;
    for x in 0..16 {
        let values = Values::from([('x', x)]);
        let truths: Vec<Option<bool>> = all.iter().map(|(_, known, _)| known.truth(&values)).collect();
        match (truths[0], &truths[1..]) {
            (Some(false), _) => {}
            (Some(true), pieces) if pieces.contains(&Some(true)) => {}
            (Some(true), pieces) if !pieces.contains(&None) => return Ok(false),
            _ => certain = false,
        }
    }
    if certain { Ok(true) } else { Err(Fail::Unsure) }
}
