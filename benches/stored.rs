//! Reads a stored automaton of 120 MB: the time of the processor and the most memory at once.
//!
//! `cargo bench --bench stored`, on Linux. The automaton has 1,750,000 states and four edges each to states drawn at random, on two
//! tracks of base 2, so that no two states are alike. `filbert show FILE --as list` reads it, makes it minimal and a relation, and
//! lists its first pairs.

mod processor;

use std::fmt::Write as _;
use std::process::{Child, Command, Stdio};

use processor::taken;

const STATES: u64 = 1_750_000;

fn main() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("stored.txt");
    std::fs::write(&file, automaton()).expect("it can be written to");
    println!("{:>10}{:>10}", "seconds", "MB");
    for _ in 0..3 {
        let mut program = Command::new(env!("CARGO_BIN_EXE_filbert"));
        program.arg("show").arg(&file).args(["--as", "list"]).stdout(Stdio::null());
        let before = taken().unwrap_or_default();
        let mut child = program.spawn().expect("it starts");
        let most = most_memory(&mut child);
        assert!(child.wait().expect("it was started").success());
        println!("{:>10.2}{:>10.0}", taken().unwrap_or_default() - before, most as f64 / 1024.0);
    }
}

/// The start has a loop on (0, 0): words are read whatever zeros are in front.
fn automaton() -> String {
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed >> 33
    };
    let mut text = String::from("msd_2 msd_2\n");
    for state in 0..STATES {
        let _ = writeln!(text, "\n{state} {}", random() % 2);
        for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let target = if (state, a, b) == (0, 0, 0) { 0 } else { random() % STATES };
            let _ = writeln!(text, "{a} {b} -> {target}");
        }
    }
    text
}

/// The most memory that a process has had at once by its end, in kB.
fn most_memory(child: &mut Child) -> u64 {
    let path = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while let Ok(None) = child.try_wait() {
        let status = std::fs::read_to_string(&path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        most = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(most);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    most
}
