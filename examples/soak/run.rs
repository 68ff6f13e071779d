//! Runs cases on threads, and makes what fails smaller.
//!
//! Cases come in blocks that share a session, so that what earlier statements built is under test as well. A block
//! depends on the seed and its number alone, whatever the threads do.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use filbert::logic::Tactics;
use filbert::tuning::STACK_BYTES;

use super::files::Room;
use super::lab::{Checked, Lab, Outcome};
use super::tally::Tally;
use super::tape::{Tape, shrink};
use super::worlds::{self, Deciders, WORLDS, World};
use super::{about_words, files, games, languages, mixed, sequences, sets, statements, words};

/// Blocks of statements for one of games.
const FOR_GAMES: u64 = 12;
/// Blocks for one of sequences.
const FOR_SEQUENCES: usize = 48;
/// One block in so many treats every linear atom as a large one, whose quantifiers move outwards.
const LARGE_EVERY: u64 = 4;
/// Disagreements that are printed.
const PRINTED: u64 = 20;

/// What to run.
pub struct Plan {
    pub seed: u64,
    pub statements: u64,
    pub games: u64,
    pub time: Option<Duration>,
    pub jobs: usize,
    /// This block alone.
    pub only: Option<u64>,
    pub first: bool,
    pub verbose: bool,
}

/// What a worker keeps from case to case.
#[derive(Default)]
pub struct Bench {
    deciders: Deciders,
}

/// What the cases of a block are about.
enum Kind {
    Statements(&'static World),
    /// Words on tracks given by sets of digits.
    Sets(&'static about_words::World),
    /// Several systems or orders of digits in one statement.
    Mixed,
    Languages,
    Words,
    Files,
    /// Sequences of numbers of one system.
    Sequences(&'static World),
    Games,
}

impl Kind {
    /// The kind of a block.
    fn of(plan: &Plan, block: u64) -> Kind {
        let mut tape = Tape::random(plan.seed, block);
        if plan.games > 0 && (plan.statements == 0 || block % FOR_GAMES == FOR_GAMES - 1) {
            return Kind::Games;
        }
        if tape.below(FOR_SEQUENCES) == FOR_SEQUENCES - 1 {
            return Kind::Sequences(sequences::world(&mut tape));
        }
        match tape.below(40) {
            0..=21 => {
                // Systems in which one step costs much have fewer turns.
                let world = tape.pick(&WORLDS);
                match world.turns > tape.below(10) {
                    true => Kind::Statements(world),
                    false => Kind::Statements(&WORLDS[tape.below(worlds::QUICK)]),
                }
            }
            22..=25 => Kind::Sets(tape.pick(&about_words::WORLDS)),
            26 => Kind::Mixed,
            27..=31 => Kind::Languages,
            32..=36 => Kind::Words,
            _ => Kind::Files,
        }
    }

    fn name(&self) -> &str {
        match self {
            Kind::Statements(world) => world.name,
            Kind::Sets(_) => "words of digits",
            Kind::Mixed => "mixed systems",
            Kind::Languages => "languages",
            Kind::Words => "words",
            Kind::Files => "files",
            Kind::Sequences(_) => "sequences",
            Kind::Games => "games",
        }
    }

    /// Cases of a block, which share a session.
    fn cases(&self) -> u64 {
        match self {
            Kind::Statements(_) | Kind::Sets(_) => 32,
            Kind::Languages | Kind::Words | Kind::Mixed | Kind::Sequences(_) => 16,
            Kind::Files => 6,
            Kind::Games => 4,
        }
    }
}

/// Whether every linear atom of a block is taken for a large one.
fn all_large(kind: &Kind, block: u64) -> bool {
    matches!(kind, Kind::Statements(_) | Kind::Sets(_) | Kind::Mixed) && block.is_multiple_of(LARGE_EVERY)
}

/// A session with what a kind needs.
struct Place {
    lab: Lab,
    folder: PathBuf,
    /// Removed when the block is done.
    _folder: Option<tempfile::TempDir>,
}

impl Place {
    fn new(kind: &Kind, block: u64) -> Place {
        match kind {
            Kind::Files => {
                let Room { folder, lab } = Room::new();
                Place { lab, folder: folder.path().to_owned(), _folder: Some(folder) }
            }
            Kind::Words | Kind::Sequences(_) => {
                // Linear representations are written beside the script.
                let folder = tempfile::tempdir().expect("a folder for files");
                let mut lab = if matches!(kind, Kind::Words) { Lab::new() } else { Lab::for_sequences() };
                lab.session.enter(&folder.path().join("soak.prf"));
                Place { lab, folder: folder.path().to_owned(), _folder: Some(folder) }
            }
            Kind::Games => Place { lab: Lab::for_games(), folder: PathBuf::new(), _folder: None },
            _ if all_large(kind, block) => {
                let mut lab = Lab::new();
                lab.session = lab.session.with_tactics(Tactics::default().with_large(0));
                Place { lab, folder: PathBuf::new(), _folder: None }
            }
            _ => Place { lab: Lab::new(), folder: PathBuf::new(), _folder: None },
        }
    }

    fn prepare(&mut self, kind: &Kind) -> Checked {
        match kind {
            Kind::Statements(world) | Kind::Sequences(world) => worlds::define(world, &mut self.lab),
            Kind::Sets(world) if !world.definition.is_empty() => self.lab.run(world.definition).map(|_| ()),
            _ => Ok(()),
        }
    }
}

fn case(kind: &Kind, tape: &mut Tape, place: &mut Place, bench: &mut Bench, tally: &mut Tally) -> Checked {
    let (lab, deciders) = (&mut place.lab, &mut bench.deciders);
    match kind {
        Kind::Statements(world) => {
            let about = statements::check(world, tape, lab, deciders)?;
            tally.formula(about);
            *tally.systems.entry(world.name.to_owned()).or_default() += 1;
            lab.tally("eval");
        }
        Kind::Sets(world) => {
            let (about, kind) = sets::check(world, tape, lab)?;
            tally.formula(about);
            *tally.systems.entry(world.system.to_owned()).or_default() += 1;
            *tally.kinds.entry(kind).or_default() += 1;
            lab.tally("eval");
        }
        Kind::Mixed => {
            let (about, kind) = mixed::check(tape, lab, deciders)?;
            tally.formula(about);
            *tally.kinds.entry(kind).or_default() += 1;
            lab.tally("eval");
        }
        Kind::Languages => languages::check(tape, lab, deciders)?,
        Kind::Words => words::check(tape, lab, deciders)?,
        Kind::Files => {
            // A file is loaded once in a session.
            let folder = place.folder.clone();
            files::check(tape, &folder, lab, deciders)?;
        }
        Kind::Sequences(world) => {
            for kind in sequences::check(world, tape, lab, &place.folder, deciders)? {
                *tally.kinds.entry(kind).or_default() += 1;
            }
        }
        Kind::Games => *tally.kinds.entry(games::check(tape, lab)?).or_default() += 1,
    }
    Ok(())
}

/// A case whose engine or oracle panics fails as well.
fn caught(work: impl FnOnce() -> Checked) -> Checked {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(Outcome::Wrong(format!("panicked: {}", text.unwrap_or_default())))
    })
}

/// Runs a plan.
pub fn run(plan: &Plan) -> Tally {
    std::panic::set_hook(Box::new(|_| ()));
    let started = Instant::now();
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let whole = Mutex::new(Tally { seed: plan.seed, ..Tally::default() });
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs {
            let work = || {
                let mut bench = Bench::default();
                while !stop.load(Ordering::Relaxed) {
                    let number = plan.only.unwrap_or_else(|| next.fetch_add(1, Ordering::Relaxed));
                    let kind = Kind::of(plan, number);
                    let done = |tally: &Tally| tally.statements >= plan.statements && tally.games >= plan.games;
                    let enough = |tally: &Tally| match kind {
                        Kind::Games => tally.games >= plan.games,
                        _ => tally.statements >= plan.statements,
                    };
                    let over = plan.time.is_some_and(|time| started.elapsed() > time);
                    {
                        let whole = whole.lock().expect("no holder panics");
                        if over || (done(&whole) && plan.only.is_none()) {
                            return;
                        }
                        if enough(&whole) && plan.only.is_none() {
                            continue;
                        }
                    }
                    let mut tally = Tally::default();
                    block(plan, number, &kind, &mut bench, &mut tally);
                    let mut whole = whole.lock().expect("no holder panics");
                    if plan.first && tally.disagreements > 0 {
                        println!("found after {} statements and {} games", whole.statements, whole.games);
                    }
                    whole.add(&tally);
                    let many = whole.disagreements >= PRINTED;
                    if many || plan.only.is_some() || (plan.first && tally.disagreements > 0) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            };
            std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .expect("a thread can be started");
        }
    });
    let mut tally = whole.into_inner().expect("no holder panics");
    tally.seconds = started.elapsed().as_secs_f64();
    tally
}

fn block(plan: &Plan, number: u64, kind: &Kind, bench: &mut Bench, tally: &mut Tally) {
    let started = Instant::now();
    let mut place = Place::new(kind, number);
    place.lab.verbose = plan.verbose;
    if let Err(Outcome::Wrong(why)) = caught(|| place.prepare(kind)) {
        tally.disagreements += 1;
        println!("DISAGREEMENT in block {number}: {why}\n{}", place.lab.script.join("\n"));
        return;
    }
    let definitions = std::mem::take(&mut place.lab.script);
    let mut earlier = Vec::new();
    for at in 0..kind.cases() {
        place.lab.script.clear();
        let mut tape = Tape::random(plan.seed ^ 0x5bd1_e995, number * 64 + at);
        let outcome = caught(|| case(kind, &mut tape, &mut place, bench, tally));
        match outcome {
            Ok(()) if matches!(kind, Kind::Games) => tally.games += 1,
            Ok(()) => tally.statements += 1,
            Err(Outcome::Skipped(why)) => *tally.skipped.entry(why).or_default() += 1,
            Err(Outcome::Wrong(why)) => {
                tally.disagreements += 1;
                let script = [definitions, earlier, place.lab.script.clone()].concat();
                report(kind, number, &tape, script, why, bench);
                break;
            }
        }
        earlier.append(&mut place.lab.script);
    }
    for (name, count) in place.lab.commands {
        *tally.commands.entry(name).or_default() += count;
    }
    *tally.spent.entry(kind.name().to_owned()).or_default() += started.elapsed().as_secs_f64();
}

/// Prints a script that disagrees, as small as it was made.
fn report(kind: &Kind, number: u64, tape: &Tape, script: Vec<String>, why: String, bench: &mut Bench) {
    let mut smallest = None;
    let mut fails = |choices: &[u32]| {
        let mut place = Place::new(kind, number);
        let mut tape = Tape::again(choices);
        let outcome = caught(|| {
            place.prepare(kind)?;
            case(kind, &mut tape, &mut place, bench, &mut Tally::default())
        });
        let failed = match outcome {
            Err(Outcome::Wrong(why)) => Some((place.lab.script, why)),
            _ => None,
        };
        let fails = failed.is_some();
        smallest = failed.or(smallest.take());
        fails
    };
    if fails(tape.choices()) {
        shrink(tape.choices(), fails);
    }
    let (script, why) = smallest.unwrap_or((script, format!("{why}\n(only after the cases before it in its block)")));
    let tactics = if all_large(kind, number) { " (where all linear atoms are large)" } else { "" };
    println!("DISAGREEMENT in block {number}{tactics}: {why}\n{}\n", script.join("\n"));
}
