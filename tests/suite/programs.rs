//! Programs that are not filbert's, which some tests call: Chromium, Python packages, Octave.
//!
//! On a user's machine a test that lacks its program says so and passes. In CI, where `.ci/setup` installs them and
//! `CI=true` is set, it fails: a check that never runs is none.

use std::process::{Command, Output};

/// Runs a program, if it is there.
///
/// # Panics
/// In CI, if it is missing.
pub fn output(command: &mut Command) -> Option<Output> {
    match command.output() {
        Ok(output) => Some(output),
        Err(error) => {
            lacks(&format!("{}: {error}", command.get_program().to_string_lossy()));
            None
        }
    }
}

/// Says what a test lacks.
///
/// # Panics
/// In CI.
pub fn lacks(what: &str) {
    assert!(!in_ci(std::env::var("CI").ok().as_deref()), "missing in CI: {what}; .ci/setup should install it");
    eprintln!("skipped: {what}");
}

fn in_ci(variable: Option<&str>) -> bool {
    variable == Some("true")
}

#[test]
fn a_missing_program_fails_in_ci_alone() {
    assert!(in_ci(Some("true")) && !in_ci(None) && !in_ci(Some("")));
    if !in_ci(std::env::var("CI").ok().as_deref()) {
        assert!(output(&mut Command::new("no-such-program-anywhere")).is_none());
    }
}
