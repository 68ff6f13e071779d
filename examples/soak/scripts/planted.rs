//! Runs every planted bug of scope and text in a process of its own, and says after how many scripts it was found.

use std::process::{Command, ExitCode};

use filbert::planted::SCRIPTS;

/// Runs them all; fails if one is not found, or if the engine has none planted.
pub fn run(seed: u64, scripts: u64) -> ExitCode {
    if !cfg!(feature = "planted") {
        eprintln!("no bug is compiled in: add --features planted");
        return ExitCode::FAILURE;
    }
    let program = std::env::current_exe().expect("this program");
    let mut missed = 0;
    for bug in SCRIPTS {
        let output = Command::new(&program)
            .env("FILBERT_PLANTED", format!("{bug:?}"))
            .args(["--first", "--seed", &seed.to_string(), "--scripts", &scripts.to_string()])
            .output()
            .expect("this program again");
        let text = String::from_utf8_lossy(&output.stdout);
        let found = text.lines().find(|line| line.starts_with("found after"));
        missed += usize::from(found.is_none());
        println!("{:<14}{}", format!("{bug:?}"), found.unwrap_or("NOT FOUND"));
        for line in text.lines().take_while(|line| !line.starts_with("found after")) {
            println!("    {line}");
        }
    }
    if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
