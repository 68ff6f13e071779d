//! Times what small statements cost whatever they say: the program is started, reads them, writes their files and ends.
//!
//! `cargo bench --bench start`, on Linux. Processor time of the process, the system's work for it included, the mean of many
//! runs, each in an empty folder: the system counts what all have taken in hundredths of a second. Figures of one run on one
//! machine: compare two runs side by side.

mod processor;

use std::process::{Command, Stdio};

use processor::taken;

/// Runs over which the mean is taken.
const RUNS: usize = 300;

const PALINDROMES: &str = "def pal \"?msd_2 At (t<n) => T[i+t]=T[i+n-1-t]\":\ndef pallen \"?msd_2 Ei $pal(i,n)\":\n\
                           def maxpal \"?msd_2 $pal(i,n) & (i=0 | T[i-1]!=T[i+n])\":\n";

/// Arguments, and what stands in the file that is the input.
const SESSIONS: [(&str, &[&str], &str); 3] = [
    ("version", &["--version"], ""),
    ("eval", &["eval", "?msd_fib Ax,y x+y=y+x"], ""),
    ("walnut, palindromes: twelve files", &["walnut"], PALINDROMES),
];

fn main() {
    // Cargo passes `--bench`.
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let Some(start) = taken() else { return println!("the system does not say what processes have taken") };
    let mut before = start;
    println!("{:<36}{:>8}", "session", "ms");
    for (name, arguments, input) in SESSIONS.iter().filter(|(name, ..)| name.contains(&filter)) {
        for _ in 0..RUNS {
            run(arguments, input);
        }
        let now = taken().unwrap_or(before);
        println!("{name:<36}{:>8.2}", 1000.0 * (now - before) / RUNS as f64);
        before = now;
    }
}

fn run(arguments: &[&str], input: &str) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("input");
    std::fs::write(&file, input).expect("it can be written to");
    let input = std::fs::File::open(&file).expect("it was written");
    let mut program = Command::new(env!("CARGO_BIN_EXE_filbert"));
    program.args(arguments).current_dir(folder.path()).stdin(input).stdout(Stdio::null());
    assert!(program.status().expect("it starts").success(), "{arguments:?}");
}
