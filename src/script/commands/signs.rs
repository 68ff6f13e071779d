//! `split`, `rsplit`: between systems of all integers and those of natural numbers.

use std::sync::Arc;

use crate::automata::{Dfa, Layout, LazyAutomaton, Nfa, Product, StoredAutomaton, Track, minimized};
use crate::budget::Halt;
use crate::library::read_base_change;
use crate::logic::Environment;
use crate::numeration::{Direction, NumerationSystem, Relation, base_change};
use crate::syntax::ArgumentKind;

use super::super::outcome::{CommandError, Effect};
use super::words::pieced;
use super::{Call, Object, Run};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] = &[("rsplit", split), ("split", split)];

/// `split NAME A[+][-][]`: a track with a sign, in `msd_neg_k`, becomes one in `msd_k` that holds the absolute values of
/// the numbers with this sign, 0 having both; `rsplit NAME[+][-][] A` goes the other way. The signs stand behind the name
/// that is in the system of natural numbers in Walnut's manual, and so here.
fn split(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(3, usize::MAX)?;
    let (name, _) = call.target(0)?;
    let last = call.arguments.len() - 1;
    let (old, first_sign) = match call.builtin.keyword() {
        "split" => (1, 2),
        _ => (last, 1),
    };
    if call.arguments[old].kind == ArgumentKind::Bracket {
        let message = format!("expected a name, found `{}`", call.arguments[old].text);
        return Err(call.error_at(old, message).into());
    }
    let (_, object) = call.object(old)?;
    let mut signs = Vec::new();
    for at in first_sign..first_sign + last - 1 {
        let argument = &call.arguments[at];
        let text = argument.text.trim_start_matches('[').trim_end_matches(']').trim();
        signs.push(match (argument.kind, text) {
            (ArgumentKind::Bracket, "+") => 1,
            (ArgumentKind::Bracket, "-") => -1,
            (ArgumentKind::Bracket, "") => 0,
            _ => {
                return Err(call
                    .error_at(at, format!("expected `[+]`, `[-]` or `[]`, found `{}`", argument.text))
                    .into());
            }
        });
    }
    match object {
        Object::Word(word) => {
            let word = call.of_numbers(old, &word)?;
            let changes = changes(call, &word.systems, &signs, (old, first_sign))?;
            let mut parts = Vec::new();
            for value in word.values() {
                let dfa = word.select(|other| other == value);
                parts.push((changed(dfa, &word.systems, &changes, call)?, value));
            }
            let whole = pieced(&parts, call.budget).map_err(|error| call.word_error(old, error))?;
            Ok(call.save_word(&name, whole))
        }
        Object::Function(function) => {
            let relation = call.relation(old, &function)?;
            let changes = changes(call, relation.systems(), &signs, (old, first_sign))?;
            let relation = changed((**relation.dfa()).clone(), relation.systems(), &changes, call)?;
            call.session.define_function(&name, crate::logic::FunctionKind::Relation(relation));
            Ok(Effect::Nothing)
        }
    }
}

/// Another system for a track, and the pairs of an old and a new number that mean the same.
struct Change {
    track: usize,
    system: Arc<NumerationSystem>,
    pairs: Arc<Dfa>,
}

/// What the signs say of the systems. `old` and `first_sign` are the places of the object and of the signs among the
/// arguments.
fn changes(
    call: &Call<'_>,
    systems: &[Arc<NumerationSystem>],
    signs: &[i64],
    (old, first_sign): (usize, usize),
) -> Result<Vec<Change>, CommandError> {
    if signs.len() != systems.len() {
        let text = &call.arguments[old].text;
        let message = format!("`{text}` has {} tracks, but {} signs are given", systems.len(), signs.len());
        return Err(call.error_at(first_sign, message).into());
    }
    let mut changes = Vec::new();
    for (track, (system, &sign)) in systems.iter().zip(signs).enumerate().filter(|(_, (_, sign))| **sign != 0) {
        let at = track + first_sign;
        let (direction, short) = system.name().split_once('_').unwrap_or(("msd", system.name()));
        let splits = call.builtin.keyword() == "split";
        let other = match (splits, short.strip_prefix("neg_")) {
            (true, Some(positive)) => format!("{direction}_{positive}"),
            (false, None) => format!("{direction}_neg_{short}"),
            (true, None) => {
                return Err(call
                    .error_at(at, format!("this track is in {}, which has no negative numbers", system.name()))
                    .into());
            }
            (false, Some(_)) => {
                return Err(call.error_at(at, format!("this track is in {} already", system.name())).into());
            }
        };
        let other = call.session.names.system(&other).map_err(|why| call.error_at(at, why.to_string()))?;
        let (negative, positive) = if splits { (system, &other) } else { (&other, system) };
        let pair = || format!("{} and {}", negative.name(), positive.name());
        let name = negative.name().split_once('_').map_or("", |(_, short)| short).to_owned();
        let stored = call.session.names.folders.as_ref().map(|folders| read_base_change(folders, &name, call.budget));
        let stored = stored.transpose().map_err(|why| call.error_at(at, why))?.flatten();
        let pairs = base_change(negative, positive, stored.as_ref().map(|(_, dfa)| dfa), sign, call.budget)?;
        let Some(pairs) = pairs else {
            let message = match &stored {
                None => format!("cannot tell which numbers of {} are equal", pair()),
                Some((path, _)) => format!("{}:1: this does not pair equal numbers of {}", path.display(), pair()),
            };
            let help = format!("define it in a file `Custom Bases/msd_{name}_base_change.txt`");
            return Err(call.error_at(at, message).help(help).into());
        };
        let pairs = if splits { pairs } else { pairs.reordered(&[Track(1), Track(0)]) };
        changes.push(Change { track, system: other, pairs: Arc::new(pairs) });
    }
    Ok(changes)
}

/// The relation with its numbers read in the new systems.
fn changed(dfa: Dfa, systems: &[Arc<NumerationSystem>], changes: &[Change], call: &Call<'_>) -> Result<Relation, Halt> {
    let budget = call.budget;
    let mut systems = systems.to_vec();
    let mut dfa = dfa;
    for Change { track, system, pairs } in changes {
        let tracks = systems.len();
        let mut sizes: Vec<u32> = systems.iter().map(|system| system.digits()).collect();
        sizes.push(system.digits());
        let layout = Layout::new(&sizes)?;
        let slots = layout.slots();
        let parts: Vec<Box<dyn LazyAutomaton>> = vec![
            Box::new(StoredAutomaton::new(Arc::new(dfa), &slots[..tracks], Arc::new([]))),
            Box::new(StoredAutomaton::new(pairs.clone(), &[slots[*track], slots[tracks]], Arc::new([]))),
        ];
        let whole = minimized(Product::new(parts, Vec::new()), &layout, slots, budget)?;
        let kept = Track::list((0..tracks).map(|at| if at == *track { tracks } else { at }));
        let nfa: Nfa = whole.project(&kept);
        let nfa = match system.direction() {
            Direction::Msd => nfa.drop_leading_zeros(),
            Direction::Lsd => nfa.drop_trailing_zeros(),
        };
        dfa = nfa.determinize(budget)?.minimize_within(budget)?;
        systems[*track] = system.clone();
    }
    Ok(Relation::from_closed(Arc::new(dfa), systems))
}
