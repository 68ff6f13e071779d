//! Counts at numbers of many digits: the time of the processor.
//!
//! `cargo bench --bench counts`, on Linux. Each line is a process that reads a number from standard input and prints how many
//! squares the Fibonacci word has before it, or how many numbers are below: that is what writing the number in the system and
//! printing the result take.

mod processor;

use std::fs::File;
use std::process::{Command, Stdio};

use processor::taken;

const SCRIPT: &str = "eval squares n \"?msd_fib p>0 & i+2*p<=n & (At t<p => F[i+t]=F[i+p+t])\":\n\
    eval below n \"?msd_fib i<n\":\n";

fn main() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let script = folder.path().join("counts.prf");
    std::fs::write(&script, SCRIPT).expect("it can be written to");
    println!("{:<10}{:>10}{:>10}", "", "digits", "seconds");
    for name in ["below", "squares"] {
        for digits in [10_000, 100_000, 1_000_000] {
            let number = folder.path().join("number");
            std::fs::write(&number, "9078563412".repeat(digits / 10)).expect("it can be written to");
            let before = taken().unwrap_or_default();
            let status = Command::new(env!("CARGO_BIN_EXE_filbert"))
                .args(["count", name, "-", "--in"])
                .arg(&script)
                .stdin(File::open(&number).expect("it was written"))
                .stdout(Stdio::null())
                .status();
            assert!(status.expect("filbert starts").success());
            println!("{name:<10}{digits:>10}{:>10.2}", taken().unwrap_or_default() - before);
        }
    }
}
