//! Runs scripts on threads, counts what was in them, and makes one that fails smaller.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use filbert::tuning::STACK_BYTES;

use super::super::tape::Tape;
use super::compare::{Compared, Written, compare, programs, ship};
use super::draw;
use super::model::{Script, bound, keyword};
use super::oracle::Oracle;

/// Disagreements that are printed.
const PRINTED: u64 = 12;

/// What to run.
pub struct Plan {
    pub seed: u64,
    pub scripts: u64,
    pub jobs: usize,
    /// This script alone.
    pub only: Option<u64>,
    pub first: bool,
    pub quotas: bool,
    /// So many of them by the programs as well.
    pub programs: u64,
}

/// What was in the scripts.
#[derive(Clone, Debug, Default)]
struct Tally {
    scripts: u64,
    commands: BTreeMap<&'static str, u64>,
    /// Scripts in which what failed is named later, and in which a name is defined again.
    named_undecided: u64,
    redefined: u64,
    compared: Compared,
    disagreements: u64,
}

impl Tally {
    fn of(script: &Script) -> Tally {
        let oracle = Oracle::of(script, false);
        let mut tally = Tally {
            scripts: 1,
            named_undecided: u64::from(oracle.named_undecided > 0),
            redefined: u64::from(oracle.redefined > 0),
            ..Tally::default()
        };
        for (_, commands) in &script.files {
            commands.iter().for_each(|command| *tally.commands.entry(keyword(command)).or_default() += 1);
        }
        tally
    }

    fn add(&mut self, other: &Tally) {
        self.scripts += other.scripts;
        other.commands.iter().for_each(|(name, count)| *self.commands.entry(name).or_default() += count);
        self.named_undecided += other.named_undecided;
        self.redefined += other.redefined;
        self.compared.add(&other.compared);
        self.disagreements += other.disagreements;
    }

    fn print(&self, seed: u64, seconds: f64) {
        let line = |name: &str, value: String| println!("{name:<32}{value}");
        let share = |part: u64| format!("{part} ({:.1} %)", 100.0 * part as f64 / self.scripts.max(1) as f64);
        line("seed", seed.to_string());
        line("seconds", format!("{seconds:.0}"));
        line("scripts", self.scripts.to_string());
        line("disagreements", self.disagreements.to_string());
        line("what failed is named later", share(self.named_undecided));
        line("a name is defined again", share(self.redefined));
        let Compared { verdicts: [no, yes], without, undecided, unsure, accepted, proved, rejected, refused, found } =
            self.compared;
        line("statements TRUE, FALSE", format!("{yes}, {no}"));
        line("statements without a verdict", format!("{without}, {undecided} of them name what is undecided"));
        line("statements not compared", unsure.to_string());
        line("accepted by the checker", format!("{accepted}; {refused} folders are not read"));
        line("accepted by the proved checker", format!("{proved}; answers of {rejected} scripts are rejected"));
        line("found by the editor", found.to_string());
        for (name, count) in &self.commands {
            line(&format!("command {name}"), count.to_string());
        }
    }

    /// What was there too rarely.
    fn missed(&self) -> Vec<String> {
        let mut missed = Vec::new();
        for (name, part) in
            [("what failed is named later", self.named_undecided), ("a name is defined again", self.redefined)]
        {
            if 5 * part < self.scripts {
                missed.push(format!("{name}: in {part} of {} scripts", self.scripts));
            }
        }
        let least = self.scripts / 100;
        let rare = self.commands.iter().filter(|(_, count)| **count < least);
        missed.extend(rare.map(|(name, count)| format!("{name}: {count} of {least}")));
        missed
    }
}

/// The outcome of a comparison; a panic is a disagreement.
fn outcome(script: &Script, place: Place<'_>, by_programs: bool) -> Result<Compared, String> {
    let work = || {
        let written = Written::new(script, place);
        let by_programs = by_programs.then(|| programs(&written)).transpose()?;
        let compared = compare(&written)?;
        // The others say of each statement what they say here as well.
        Ok(by_programs.map_or(compared, |by| Compared { proved: by.proved, rejected: by.rejected, ..compared }))
    };
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        Err(format!(
            "panicked: {}",
            text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
        ))
    })
}

/// A folder, and what is shipped there.
type Place<'f> = (&'f Path, &'f str);

/// Runs a plan; fails if anything disagrees.
pub fn run(plan: &Plan) -> ExitCode {
    std::panic::set_hook(Box::new(|_| ()));
    let started = Instant::now();
    let (next, stop, whole) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::new(Tally::default()));
    let work = || {
        let folder = tempfile::tempdir().expect("a folder");
        let shipped = ship(folder.path());
        let place = (folder.path(), &*shipped);
        while !stop.load(Relaxed) {
            let number = plan.only.unwrap_or_else(|| next.fetch_add(1, Relaxed));
            if number >= plan.scripts && plan.only.is_none() {
                return;
            }
            let script = draw::script(&mut Tape::random(plan.seed ^ 0x1b87_3593, number));
            let mut tally = Tally::of(&script);
            match outcome(&script, place, number < plan.programs) {
                Ok(compared) => tally.compared = compared,
                Err(why) => {
                    tally.disagreements = 1;
                    report(number, &script, &why, place, number < plan.programs);
                }
            }
            let mut whole = whole.lock().expect("no thread panics");
            whole.add(&tally);
            if plan.first && tally.disagreements > 0 {
                println!("found after {} scripts", whole.scripts);
            }
            let enough = whole.disagreements >= PRINTED || plan.first && whole.disagreements > 0;
            if enough || plan.only.is_some() {
                stop.store(true, Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs {
            std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .expect("a thread can be started");
        }
    });
    let tally = whole.into_inner().expect("no thread panics");
    tally.print(plan.seed, started.elapsed().as_secs_f64());
    let missed = if plan.quotas { tally.missed() } else { Vec::new() };
    missed.iter().for_each(|missed| println!("too rare: {missed}"));
    ExitCode::from(u8::from(tally.disagreements > 0 || !missed.is_empty()))
}

/// Takes commands out of a script, and its layout, as long as it fails in the same way.
fn report(number: u64, script: &Script, why: &str, place: Place<'_>, by_programs: bool) {
    let class = |why: &str| {
        why.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).take(6).collect::<String>()
    };
    let wanted = class(why.split_once(':').map_or(why, |(_, rest)| rest));
    let fails = |script: &Script| {
        let why = outcome(script, place, by_programs).err()?;
        (class(why.split_once(':').map_or(&*why, |(_, rest)| rest)) == wanted).then_some(why)
    };
    let (mut best, mut last) = (script.clone(), why.to_owned());
    let mut changed = true;
    while changed {
        changed = false;
        let plain = Script { layout: 0, ..best.clone() };
        if best.layout != 0
            && let Some(why) = fails(&plain)
        {
            (best, last) = (plain, why);
        }
        for file in (0..best.files.len()).rev() {
            for at in (0..best.files[file].1.len()).rev() {
                let mut smaller = best.clone();
                smaller.files[file].1.remove(at);
                if file > 0 && smaller.files[file].1.is_empty() {
                    continue;
                }
                if let Some(why) = fails(&smaller) {
                    (best, last) = (smaller, why);
                    changed = true;
                }
            }
        }
    }
    let text = Written::new(&best, place).text();
    let binds: usize = best.files.iter().flat_map(|(_, commands)| commands).map(|command| bound(command).len()).sum();
    println!("DISAGREEMENT in script {number}, with {binds} names: {last}\n{text}\n");
}
