//! Runs planted bugs, each in a process of its own, and says after how many cases it was found.

use std::process::{Command, ExitCode};

use filbert::planted::Bug;

/// Runs this program with the arguments for each bug; fails if one is not found, or if the engine has none planted.
pub fn run(bugs: &[Bug], arguments: &[String]) -> ExitCode {
    if !cfg!(feature = "planted") {
        eprintln!("no bug is compiled in: add --features planted");
        return ExitCode::FAILURE;
    }
    let program = std::env::current_exe().expect("this program");
    let mut missed = 0;
    for bug in bugs {
        let output = Command::new(&program)
            .env("FILBERT_PLANTED", format!("{bug:?}"))
            .arg("--first")
            .args(arguments)
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
