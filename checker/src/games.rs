//! Games and their kernels.

use std::rc::Rc;

use crate::Read;
use crate::clauses::Clauses;
use crate::core::{Claims, Core, Game, INFINITE, Var};
use crate::formula::Reader;
use crate::machine::Machine;
use crate::names::Names;
use crate::rules::{holds, is_relation};
use crate::system::{Compare, Kind, Systems};
use crate::text::is_variable;
use crate::tokens::{system_name, tokens};

/// Whether the rules of a game are about numbers whatever their system: they name no system, and no function, word or macro,
/// which are those of one. Then a kernel may be in any system.
pub fn names_no_system(rule: &str, clauses: &Clauses) -> bool {
    let texts = [Some(rule), clauses.terminal.as_deref(), clauses.measure.as_deref(), clauses.right.as_deref()];
    !texts.into_iter().flatten().any(|text| text.contains(['?', '$', '#', '[', '@']))
}

/// The game of a command with its piles in a system if the rule names none, and how many claims on its moves were checked.
pub fn game(
    (names, systems, claims): (&Names, &mut Systems, &Claims),
    (rule, clauses): (&str, &Clauses),
    system: &str,
) -> Read<(Game, usize)> {
    let named = format!("?{system}");
    let (piles, moves) = rule.split_once(':').ok_or("a game without moves")?;
    let piles = piles.trim_start();
    let (system, piles) = match piles.split_once(char::is_whitespace) {
        Some((system, piles)) if system.starts_with('?') => (system, piles),
        _ => (&*named, piles),
    };
    let track = systems.get(&system_name(&system[1..])?)?;
    if track.kind != Kind::Natural || track.is_turned() {
        return Err(format!("a game in {}", track.name));
    }
    let (before, after) = piles.split_once("->").ok_or("a game without options")?;
    let list = |text: &str| text.split(',').map(|name| name.trim().to_owned()).collect::<Vec<String>>();
    let (before, after) = (list(before), list(after));
    let mut all = [&before[..], &after].concat();
    all.sort_unstable();
    all.dedup();
    let is_between = before.len() == after.len() && all.len() == 2 * before.len();
    // The order of the arguments of what is found is that of the piles, whichever is meant.
    if !is_between || !all.iter().all(|name| is_variable(name)) || !before.is_sorted() {
        return Err("piles that are not named apart, or not in the order of the alphabet".into());
    }
    let mut reader = Reader::new(names, systems, claims);
    let mut find = |list: &[String]| list.iter().map(|name| reader.find(name, &track)).collect::<Read<Vec<Var>>>();
    let (position, option) = (find(&before)?, find(&after)?);
    let mut moves = reader.whole(&format!("{system} {moves}"))?;
    let right = clauses.right.as_ref().map(|right| reader.whole(&format!("{system} {right}")));
    let mut right = right.transpose()?;
    if let Some(terminal) = &clauses.terminal {
        if tokens(terminal, names)?.iter().any(|token| after.contains(&token.text)) {
            return Err("an end that depends on the option".into());
        }
        let goes_on = reader.whole(&format!("{system} {terminal}"))?.not();
        moves = Core::and([moves, goes_on.clone()]);
        right = right.map(|right| Core::and([right, goes_on]));
    }
    if reader.free().len() != all.len() {
        return Err("moves that are not between piles alone".into());
    }
    let measures = match &clauses.measure {
        Some(text) => text.split(',').map(|text| measure(text, &before)).collect::<Read<Vec<Vec<i64>>>>()?,
        None => vec![vec![1; before.len()]],
    };
    let of = |piles: &[Var], factors: &[i64]| piles.iter().copied().zip(factors.iter().copied()).collect();
    let measures = measures.iter().map(|factors| [of(&position, factors), of(&option, factors)]).collect();
    let (checked, block, is_misere) = (reader.checked, clauses.block.unwrap_or(1), clauses.misere);
    if is_misere && block > 1 {
        return Err("misere play with moves that are blocked".into());
    }
    if right.is_some() && (is_misere || block > 1) {
        return Err("a partizan game in misere play, or with moves that are blocked".into());
    }
    Ok((Game { tracks: reader.tracks(), position, option, moves, right, block, is_misere, measures }, checked))
}

/// The factors of the piles in a sum of some of them.
fn measure(text: &str, piles: &[String]) -> Read<Vec<i64>> {
    let wrong = || format!("`{text}` is not a sum of piles");
    let mut factors = vec![0; piles.len()];
    for term in text.split('+') {
        let (factor, pile) = term.split_once('*').map_or(("1", term), |(factor, pile)| (factor.trim(), pile));
        let at = piles.iter().position(|name| name == pile.trim()).ok_or_else(wrong)?;
        let is_number = factor.bytes().all(|byte| byte.is_ascii_digit());
        let factor = if is_number { factor.parse::<i32>().ok() } else { None };
        factors[at] += i64::from(factor.filter(|factor| *factor > 0).ok_or_else(wrong)?);
    }
    Ok(factors)
}

/// Whether a claim is about positions.
fn is_of_positions(game: &Game, claim: &Machine) -> bool {
    claim.tracks.iter().eq(game.position.iter().map(|&var| &game.tracks[var]))
}

/// Checks that each of these moves makes a sum of the piles smaller and leaves those before it as they are.
fn decreases(game: &Game, moves: &Core) -> Read<()> {
    let Game { tracks, position, option, measures, .. } = game;
    let (mut smaller, mut same) = (Vec::new(), Vec::new());
    for [before, after] in measures {
        let mut terms: Vec<(Var, i64)> =
            after.iter().copied().chain(before.iter().map(|&(var, k)| (var, -k))).collect();
        terms.retain(|term| term.1 != 0);
        terms.sort_unstable();
        smaller.push(Core::and(same.iter().cloned().chain([Core::sum(terms.clone(), Compare::Less, 0)])));
        same.push(Core::sum(terms, Compare::Equal, 0));
    }
    let both = [&position[..], option].concat();
    let goes_on = Core::and([moves.clone(), Core::or(smaller).not()]);
    if holds(&Rc::new(tracks.clone()), &Core::exists(both, goes_on))? {
        return Err("a move does not make the measure smaller, which is the sum of the piles if none is given".into());
    }
    Ok(())
}

/// Checks that the claim is the kernel of a game: a position is in it exactly if fewer of its options are than `block`,
/// and no game goes on for ever, since every move makes a sum of the piles smaller and leaves those before it as they are.
/// In misere play a position is in it exactly if it has options and none of them is; another claim says which have none.
/// Either way the options of a position decide, so one set alone is the kernel, by induction. Gives the claims checked, too.
pub fn kernel(game: &Game, claims: &Claims) -> Read<(Rc<Machine>, usize)> {
    let claim = claims.get("body").ok_or("no claim says what the kernel is")?;
    let Game { tracks, position, option, moves, right, block, is_misere, .. } = game;
    if right.is_some() {
        return Err("the kernel of a game in which the players have moves of their own".into());
    }
    if !is_of_positions(game, claim) {
        return Err("a claim on other tracks".into());
    }
    decreases(game, moves)?;
    let mut winning = Core::and([moves.clone(), Core::table(claim, option.clone())]);
    if *is_misere {
        let ends = claims.get("ends").ok_or("no claim says where a game in misere play ends")?;
        if !is_of_positions(game, ends) {
            return Err("a claim on other tracks".into());
        }
        is_relation(tracks, Core::exists(option.clone(), moves.clone()).not(), position, ends)?;
        // There the option is no matter.
        let zeros = option.iter().map(|&pile| Core::sum(vec![(pile, 1)], Compare::Equal, 0));
        winning = Core::or([winning, Core::and(zeros.chain([Core::table(ends, position.clone())]))]);
    }
    let winning = match block {
        1 => Core::exists(option.clone(), winning),
        block => Core::Count(option.clone(), *block, INFINITE, Box::new(winning)),
    };
    is_relation(tracks, winning.not(), position, claim)?;
    Ok((claim.clone(), 1 + usize::from(*is_misere)))
}

/// Checks that the claims are the outcomes of a partizan game: where the previous player wins, the next, Left, and Right. Two
/// more claims say where Left loses who is to move, and where Right does: exactly where none of the player's moves leads into
/// the other's claim. Every move makes the same measure smaller, so that one such pair is there, by induction. Gives the
/// claims checked, too.
pub fn partizan(game: &Game, claims: &Claims) -> Read<([Rc<Machine>; 4], usize)> {
    let Game { tracks, position, option, moves, right, .. } = game;
    let right = right.as_ref().ok_or("a game in which both players have the same moves")?;
    let claim = |name: &str| {
        let claim = claims.get(name).cloned().ok_or("no claim says what an outcome is")?;
        if is_of_positions(game, &claim) { Ok(claim) } else { Err("a claim on other tracks".to_owned()) }
    };
    let (left_loses, right_loses) = (claim("left")?, claim("right")?);
    for (moves, loses, other) in [(moves, &left_loses, &right_loses), (right, &right_loses, &left_loses)] {
        decreases(game, moves)?;
        let winning = Core::and([moves.clone(), Core::table(other, option.clone())]);
        is_relation(tracks, Core::exists(option.clone(), winning).not(), position, loses)?;
    }
    let [left, right] = [left_loses, right_loses].map(|loses| Core::table(&loses, position.clone()));
    let outcomes = [
        ("P", left.clone(), right.clone()),
        ("N", left.clone().not(), right.clone().not()),
        ("L", left.clone().not(), right.clone()),
        ("R", left, right.not()),
    ];
    let mut found = Vec::new();
    for (name, left, right) in outcomes {
        let claim = claim(name)?;
        is_relation(tracks, Core::and([left, right]), position, &claim)?;
        found.push(claim);
    }
    Ok((found.try_into().map_err(|_| "there are four outcomes")?, 6))
}

/// Checks that two relations are the same.
pub fn is_same(one: &Rc<Machine>, other: &Rc<Machine>) -> Read<()> {
    if one.tracks != other.tracks || one.tracks.is_empty() {
        return Err("relations on different tracks".into());
    }
    let vars: Vec<Var> = (0..one.tracks.len()).collect();
    let [a, b] = [one, other].map(|machine| Core::table(machine, vars.clone()));
    match holds(&Rc::new(one.tracks.clone()), &Core::exists(vars, a.iff(b).not()))? {
        true => Err("what is given is another set".into()),
        false => Ok(()),
    }
}
