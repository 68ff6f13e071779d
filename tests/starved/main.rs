//! Runs in which an allocation fails: none hangs, none dies of a signal, no file is torn, and the next run succeeds.
//!
//! The program is run with an allocator of which the n-th allocation fails, or all from the n-th on, for n spread over the
//! allocations that a run makes: `cargo test --test starved -- --many 1000` tries so many for each command and each way.
//! What cannot be had ends the process with exit code 2 and the reason; where filbert asks for much at once it looks first, and
//! the statement alone ends.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use failing_allocator::FailingAllocator;

#[global_allocator]
static ALLOCATOR: FailingAllocator = FailingAllocator::new();

/// Tells the child which allocations fail: `n` or `n..`.
const VARIABLE: &str = "FILBERT_STARVED";
/// No run takes longer.
const HANG: Duration = Duration::from_secs(20);

const SCRIPT: &str = "def even \"?msd_fib Ey x=2*y\":\ntheorem a \"?msd_fib Ax,y,z (x+y)+z=x+(y+z)\":\n\
                      eval c n \"?msd_2 i<n\":\ntheorem b \"?msd_fib Ax $even(x) | $even(x+1)\":\n";
const GAME: &str = "game nim \"?msd_2 p,q -> r,s : (p=r & s<q) | (q=s & r<p)\":\nkernel k of nim:\n";

/// What is run, and the files that it writes.
const RUNS: [(&[&str], &[&str]); 4] = [
    (&["prove", "s.prf", "--json", "s.json", "--html", "page", "--cache", "cache"], &["s.json", "page/index.html"]),
    (&["regenerate", "game.prf"], &["k.txt"]),
    (&["walnut", "--session-dir", ".", "s.txt"], &["Automata Library/even.txt"]),
    (&["eval", "?msd_trib Ax,y x+y=y+x"], &[]),
];

fn main() -> ExitCode {
    match std::env::var(VARIABLE) {
        Ok(which) => starve(&which),
        Err(_) => drive(),
    }
}

/// The program, of which some allocations fail.
fn starve(which: &str) -> ExitCode {
    filbert::cli::end_clearly();
    let arguments = std::env::args_os().collect();
    let first = which.trim_end_matches("..").parse().expect("a number");
    ALLOCATOR.fail(first, if which.ends_with("..") { usize::MAX } else { 0 });
    let code = filbert::cli::run(arguments, || ALLOCATOR.in_use(), || ALLOCATOR.in_use());
    if first == usize::MAX {
        eprintln!("{} allocations", ALLOCATOR.count());
    }
    ExitCode::from(code)
}

/// How a run ended, and what it said.
struct Ended {
    code: Option<i32>,
    said: String,
}

fn run(folder: &Path, arguments: &[&str], which: &str) -> Ended {
    let out = std::fs::File::create(folder.join(".said")).expect("a file");
    let mut child = Command::new(std::env::current_exe().expect("a path"))
        .args(arguments)
        .current_dir(folder)
        .env(VARIABLE, which)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        // Walnut says there what went wrong.
        .stdout(out.try_clone().expect("a file"))
        .stderr(out)
        .spawn()
        .expect("this program runs");
    let started = Instant::now();
    let code = loop {
        match child.try_wait().expect("it is ours") {
            Some(status) => break status.code(),
            None if started.elapsed() > HANG => {
                child.kill().expect("it is ours");
                child.wait().expect("it ends");
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    Ended { code, said: String::from_utf8_lossy(&std::fs::read(folder.join(".said")).expect("a file")).into_owned() }
}

/// Numbers from 1 to `last`: the first ones, then further and further apart, then spread evenly.
fn spread(last: usize, many: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (1..=(many / 3).min(last)).collect();
    let even = many - many / 3;
    numbers.extend((0..even).map(|at| 1 + at * (last - 1) / even.max(1)));
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn drive() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let many = match arguments.iter().position(|argument| argument == "--many") {
        Some(at) => arguments.get(at + 1).and_then(|many| many.parse().ok()).expect("`--many` and a number"),
        // What is tested is chosen by a part of its name.
        None if arguments.iter().any(|word| !word.starts_with('-') && !"starved".contains(word)) => 0,
        None => 60,
    };
    let (mut passed, mut failed) = (0, 0);
    for (arguments, written) in RUNS.iter().filter(|_| many > 0) {
        let (tried, wrong) = starve_at_many(arguments, written, many);
        println!("{}: {tried} runs", arguments.join(" "));
        wrong.iter().for_each(|line| println!("  {line}"));
        match wrong.is_empty() {
            true => passed += 1,
            false => failed += 1,
        }
    }
    println!("{passed} passed, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}

/// How many runs there were, and what went wrong in them.
fn starve_at_many(arguments: &[&str], written: &[&str], many: usize) -> (usize, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("Command Files")).expect("a folder");
    for (name, text) in
        [("s.prf", SCRIPT), ("game.prf", GAME), ("Command Files/s.txt", "def even \"?msd_fib Ey x=2*y\";\n")]
    {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let whole = run(folder.path(), arguments, &usize::MAX.to_string());
    let count = whole.said.lines().rev().find_map(|line| {
        // Behind a prompt.
        line.strip_suffix(" allocations")?.rsplit(' ').next()?.parse().ok()
    });
    let Some(count) = count.filter(|_| whole.code == Some(0)) else {
        return (1, vec![format!("it does not run at all: {}", whole.said)]);
    };
    let (mut tried, mut wrong) = (1, Vec::new());
    for n in spread(count, many) {
        for which in [n.to_string(), format!("{n}..")] {
            // An entry of the cache would spare the work.
            let _ = std::fs::remove_dir_all(folder.path().join("cache"));
            let ended = run(folder.path(), arguments, &which);
            tried += 1;
            let ends_well = match ended.code {
                Some(0) => true,
                Some(2) => ["memory", "error"].iter().any(|reason| ended.said.contains(reason)),
                _ => false,
            };
            if !ends_well {
                wrong.push(format!("allocation {which} of {count}: exit {:?}: {}", ended.code, ended.said.trim()));
            }
            for name in written {
                if std::fs::read(folder.path().join(name)).map_or(true, |contents| contents.is_empty()) {
                    wrong.push(format!("allocation {which} of {count}: {name} is torn"));
                }
            }
        }
    }
    let again = run(folder.path(), arguments, &usize::MAX.to_string());
    if again.code != Some(0) {
        wrong.push(format!("the next run fails: {}", again.said));
    }
    let left = std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|entry| entry.file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains("filbert")).collect();
    if !left.is_empty() {
        wrong.push(format!("left behind: {left:?}"));
    }
    (tried, wrong)
}
