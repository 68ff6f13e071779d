//! Finds the answers that a file of commands lacks, and writes the file with them, for `verified/embed.py`:
//! `cargo run -p filbert-answers --example find FILE [MEMBERS [WORK]]`.
//!
//! A theorem without answers is left out. A relation without answers is empty in what is written, and nothing that is written names it.

use std::collections::BTreeSet;
use std::error::Error;
use std::rc::Rc;
use std::time::Instant;

use filbert_answers::formula::{Command, Dfa, Formula, Relation, Systems};
use filbert_answers::text::{self, Entry, Notation};
use filbert_answers::{GoOn, Limits, NotFound, find};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: find FILE [MEMBERS [WORK]]")?;
    let members = arguments.next().map_or(Ok(100_000), |number| number.parse())?;
    let work = arguments.next().map_or(Ok(20_000_000), |number| number.parse())?;
    let limits = Limits { members, work, conclusions: 4_000_000 };
    let script = text::read(&std::fs::read_to_string(file)?)?;
    let systems = Systems(vec![script.system.clone()]);
    let go_on: GoOn = Rc::new(|| true);
    let mut out = String::new();
    text::write_system(&mut out, &script.system);
    let (mut relations, mut lost) = (Vec::<Relation>::new(), BTreeSet::new());
    for mut entry in script.entries {
        let began = Instant::now();
        if let Some(like) = entry.like.filter(|like| !lost.contains(like)) {
            entry.hints.kernel = Some(relations.get(like).ok_or("no such relation")?.automaton.clone());
        }
        let found = match rests_on(&entry.command, &lost) {
            true => Err(NotFound::TooLarge),
            false => find(&systems, &relations, &entry.command, &entry.hints, &limits, &go_on),
        };
        eprintln!("{:8.3} s {}", began.elapsed().as_secs_f64(), entry.name);
        match (found, tracks_of(&entry.command)) {
            (Ok((answers, relation)), _) => {
                relations.extend(relation);
                text::write_entry(&mut out, &entry);
                text::write_answers(&mut out, &answers, &Notation { systems: &systems, named: &|_| None })?;
            }
            (Err(why), None) => eprintln!("left out: {}: {why}", entry.name),
            (Err(why), Some(tracks)) => {
                eprintln!("left out: relation {}: {why}", relations.len());
                lost.insert(relations.len());
                let dfa = std::sync::Arc::new(Dfa::empty(tracks));
                let system = systems.of(0).clone();
                relations.push(Relation { systems: vec![system; tracks], automaton: dfa.clone() });
                text::write_entry(&mut out, &Entry { command: Command::Automaton(tracks, dfa), ..entry });
            }
        }
    }
    print!("{out}");
    Ok(())
}

/// The number of tracks of the relation that a command defines.
fn tracks_of(command: &Command) -> Option<usize> {
    match command {
        Command::Automaton(tracks, _) => Some(*tracks),
        Command::Define(tracks, _) => Some(tracks.len()),
        Command::Kernel(game) => Some(game.piles),
        Command::Theorem(_) => None,
    }
}

fn rests_on(command: &Command, lost: &BTreeSet<usize>) -> bool {
    match command {
        Command::Automaton(..) => false,
        Command::Define(_, formula) | Command::Theorem(formula) => names(formula, lost),
        Command::Kernel(game) => names(&game.rule, lost),
    }
}

/// Whether a formula names one of some relations.
fn names(formula: &Formula, relations: &BTreeSet<usize>) -> bool {
    match formula {
        Formula::Relation(number, _) => relations.contains(number),
        _ => formula.parts().any(|part| names(part, relations)),
    }
}
