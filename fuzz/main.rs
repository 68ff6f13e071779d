//! Mutated inputs for every reader: none may panic, none may take more than two seconds.
//!
//! | | |
//! |---|---|
//! | `cargo run --example fuzz -- --inputs 100000 --seed 7` | so many inputs, spread over all targets |
//! | `... --target regex` | one target alone |
//! | `... --minutes 10` | until then |
//! | `... --list` | the targets, each with the sources of its reader |
//! | `.ci/coverage` | how many lines of these sources the inputs of each target reach |
//!
//! A target takes bytes and gives them to one reader, within a small budget. Inputs are those of `fuzz/corpus/TARGET`
//! and of the files that filbert ships, changed at random: bytes, pieces of others, words of the languages. An input that
//! panics or takes more than two seconds of processor time, or twenty on the clock, is written to `target/fuzz/TARGET`, and belongs into the corpus with the mending of what it found.
//! A debug build checks for overflow. The same seed gives the same inputs.

mod mutate;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use filbert::tuning::STACK_BYTES;

use mutate::Mutator;
use targets::{TARGETS, Target};

/// No input may keep the processor busy for longer,
const BUSY: Duration = Duration::from_secs(2);
/// or take longer on the clock, which a machine with other work may stretch.
const HANG: Duration = Duration::from_secs(20);

struct Options {
    inputs: usize,
    seed: u64,
    end: Option<Instant>,
    target: Option<String>,
    lists: bool,
}

fn options() -> Result<Options, String> {
    let mut options = Options { inputs: usize::MAX, seed: 1, end: None, target: None, lists: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        if name == "--list" {
            options.lists = true;
            continue;
        }
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{name} {value}: expected a number"));
        match name.as_str() {
            "--inputs" => options.inputs = number()? as usize,
            "--seed" => options.seed = number()?,
            "--minutes" => options.end = Some(Instant::now() + Duration::from_secs(60 * number()?)),
            "--target" => options.target = Some(value),
            _ => return Err(format!("unknown option {name}")),
        }
    }
    if options.inputs == usize::MAX && options.end.is_none() {
        options.inputs = 20_000;
    }
    Ok(options)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The contents of all files of a folder with one of these endings; none if there is no such folder.
fn contents(folder: &Path, endings: &[&str]) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    paths.retain(|path| {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        endings.is_empty() || endings.contains(&&*ending)
    });
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

/// What a target begins with: its corpus and what is shipped of its kind, long files cut.
fn seeds(target: &Target) -> Vec<Vec<u8>> {
    const LONGEST: usize = 4000;
    let mut seeds = contents(&root().join("fuzz/corpus").join(target.name), &[]);
    for (folder, ending) in target.shipped {
        seeds.extend(contents(&root().join(folder), &[ending]));
    }
    seeds.iter_mut().for_each(|seed| seed.truncate(LONGEST));
    seeds.push(Vec::new());
    seeds
}

/// How long the processor has worked for this thread, where the system tells.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

/// What became of one input, and how long it kept the processor busy.
fn tried(target: &Target, input: &[u8]) -> (Option<String>, Duration) {
    let (started, before) = (Instant::now(), processor_time());
    if catch_unwind(AssertUnwindSafe(|| (target.read)(input))).is_err() {
        return (Some("panics".to_owned()), started.elapsed());
    }
    let took = started.elapsed();
    let busy = before.and_then(|before| processor_time()?.checked_sub(before));
    let most = if busy.is_some() { HANG } else { BUSY };
    let busy = busy.unwrap_or(took);
    (if busy > BUSY || took > most { Some(format!("takes {took:?}")) } else { None }, busy)
}

fn run() -> Result<ExitCode, String> {
    let options = options()?;
    let chosen: Vec<&Target> =
        TARGETS.iter().filter(|target| options.target.as_ref().is_none_or(|name| name == target.name)).collect();
    if chosen.is_empty() {
        return Err(format!("targets are {}", TARGETS.map(|target| target.name).join(", ")));
    }
    if options.lists {
        chosen.iter().for_each(|target| println!("{} {}", target.name, target.files.join(" ")));
        return Ok(ExitCode::SUCCESS);
    }
    let mut mutators: Vec<Mutator> =
        chosen.iter().map(|target| Mutator::new(seeds(target), target.words, options.seed)).collect();
    let (mut count, mut found, mut longest) = (0, 0, Duration::ZERO);
    // What is kept must pass as it is.
    let kept = chosen.iter().flat_map(|target| seeds(target).into_iter().map(move |seed| (*target, seed)));
    let kept: Vec<(&Target, Vec<u8>)> = kept.collect();
    while count < options.inputs && options.end.is_none_or(|end| Instant::now() < end) {
        let (target, input) = match kept.get(count) {
            Some(one) => one.clone(),
            None => (chosen[count % chosen.len()], mutators[count % chosen.len()].next()),
        };
        count += 1;
        let (trouble, took) = tried(target, &input);
        if let Some(what) = trouble {
            found += 1;
            let folder = root().join("target/fuzz").join(target.name);
            let path = folder.join(format!("{}-{count}", options.seed));
            let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, &input));
            written.map_err(|error| format!("{}: {error}", path.display()))?;
            println!("{}: {what}: {}", target.name, path.display());
        }
        longest = longest.max(took);
    }
    println!("{count} inputs, {} targets, {found} found, the longest took {longest:?}", chosen.len());
    Ok(ExitCode::from(u8::from(found > 0)))
}

fn main() -> ExitCode {
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(run).expect("a thread");
    match worker.join().expect("the driver does not panic") {
        Ok(code) => code,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}
