//! Certificates of random statements about families: the engine's verdicts are accepted, and the others are not, whatever is
//! claimed. That the verdicts are right is asked by `slopes`, with arithmetic.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use filbert::logic::Tactics;

use super::certificates::{Folder, Proved};
use super::parameters::{FAMILIES, Family};
use super::slopes::closed;
use super::tape::Tape;

/// Statements in one script: most of the time goes to what its family needs.
const TOGETHER: usize = 50;
/// Changed certificates for each script of wrong verdicts.
const CHANGED: u64 = 1;

/// What the checker may take for a command: sums of several quotients of a slope are beyond it.
const STEPS: u64 = 1 << 24;

/// How statements went.
#[derive(Default)]
struct Tally {
    accepted: usize,
    refused: BTreeMap<String, usize>,
    /// Wrong verdicts, and how many of them were accepted.
    denied: usize,
    wrong: usize,
    /// Beyond a limit of the engine, or of the checker.
    open: usize,
}

/// The definitions of a family, then some statements with these verdicts.
fn script(family: Family, statements: &[(String, String)], truths: &[Option<bool>]) -> String {
    let mut text = family.script();
    for (number, ((definition, statement), truth)) in statements.iter().zip(truths).enumerate() {
        let keyword = match truth {
            Some(true) => "theorem",
            Some(false) => "refute",
            None => continue,
        };
        text += &format!("{definition}{keyword} t{number} \"{statement}\":\n");
    }
    text
}

/// A certificate with another number in a place.
fn changed(certificate: &str, tape: &mut Tape) -> String {
    let mut lines: Vec<String> = certificate.lines().map(str::to_owned).collect();
    for _ in 0..=tape.below(3) {
        let at = tape.below(lines.len());
        // Neither names of claims nor tracks.
        if lines[at].starts_with(|first: char| first.is_ascii_digit()) {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            let place = tape.below(words.len());
            let number: i64 = words[place].parse().unwrap_or(0);
            words[place] = if place == 0 { 1 - number } else { number + tape.range(-3, 3) }.max(0).to_string();
            lines[at] = words.join(" ");
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Statements about one family: those that the engine decides, as they are and the other way round.
fn settle(family: Family, seed: u64, folder: &Folder, tally: &mut Tally) {
    let tape = &mut Tape::random(seed ^ 0x1b87_3593, family as u64);
    let statements: Vec<(String, String)> = (0..TOGETHER).map(|number| closed(family, number, tape)).collect();
    let claimed = script(family, &statements, &[Some(true); TOGETHER]);
    let decided = Proved::of(&claimed, Tactics::default());
    let truths: Vec<Option<bool>> = (0..TOGETHER).map(|number| decided.truth(&format!("t{number}"))).collect();
    tally.open += truths.iter().filter(|truth| truth.is_none()).count();
    let right = script(family, &statements, &truths);
    let certificate = Proved::of(&right, Tactics::default()).certificate;
    let outcomes = folder.check(&right, &certificate);
    for number in (0..TOGETHER).filter(|&number| truths[number].is_some()) {
        let missing = || Err("no statement".to_owned());
        match &outcomes {
            Ok(outcomes) => match outcomes.get(&format!("t{number}")).cloned().unwrap_or_else(missing) {
                Ok(()) => tally.accepted += 1,
                Err(why) if why.contains("too many") => tally.open += 1,
                Err(why) => {
                    if !tally.refused.contains_key(&why) {
                        println!("not accepted: {why}\n{}{}", statements[number].0, statements[number].1);
                    }
                    *tally.refused.entry(why).or_default() += 1;
                }
            },
            Err(why) => *tally.refused.entry(why.clone()).or_default() += 1,
        }
    }
    let others: Vec<Option<bool>> = truths.iter().map(|truth| truth.map(|truth| !truth)).collect();
    let wrong = script(family, &statements, &others);
    for change in 0..=CHANGED {
        let claimed = if change == 0 { certificate.clone() } else { changed(&certificate, tape) };
        // What is no certificate at all is refused as a whole.
        let Ok(outcomes) = folder.check(&wrong, &claimed) else { continue };
        tally.denied += outcomes.len();
        for name in outcomes.iter().filter(|outcome| outcome.1.is_ok()).map(|outcome| outcome.0) {
            let Some(number) = name.strip_prefix('t').and_then(|number| number.parse::<usize>().ok()) else { continue };
            tally.wrong += 1;
            println!("ACCEPTED, AND WRONG\n{}{:?} {}", statements[number].0, others[number], statements[number].1);
        }
    }
}

/// Proves and checks random statements about all families; fails if the contrary of a verdict is accepted, or many verdicts are not.
pub fn run(seed: u64, statements: u64) -> ExitCode {
    let batches = (statements as usize).div_ceil(TOGETHER);
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let work = || {
        let mut folder = Folder::new();
        folder.steps = STEPS;
        loop {
            let batch = next.fetch_add(1, Relaxed);
            if batch >= batches {
                return;
            }
            let mut own = Tally::default();
            settle(FAMILIES[batch % FAMILIES.len()], seed + (batch / FAMILIES.len()) as u64, &folder, &mut own);
            let mut all = tally.lock().expect("no thread panics");
            all.accepted += own.accepted;
            all.denied += own.denied;
            all.wrong += own.wrong;
            all.open += own.open;
            own.refused.into_iter().for_each(|(why, count)| *all.refused.entry(why).or_default() += count);
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        (0..cores).for_each(|_| _ = scope.spawn(work));
    });
    let Tally { accepted, refused, denied, wrong, open } = tally.into_inner().expect("no thread panics");
    let refused: usize = refused.values().sum();
    println!(
        "certificates about families: {accepted} right and accepted, {refused} right and not accepted, {denied} wrong, {wrong} of them \
         ACCEPTED, {open} pass a limit"
    );
    ExitCode::from(u8::from(wrong > 0 || 20 * refused + open > accepted))
}
