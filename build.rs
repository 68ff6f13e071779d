//! Runs LALRPOP on `grammar/`, and says which commit this is.

use std::path::Path;
use std::process::Command;

fn main() {
    // The directory, so that a new grammar is noticed; LALRPOP itself names the files it has read.
    println!("cargo::rerun-if-changed=grammar");
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .process()
        .expect("the grammars in grammar/ are well formed");
    let version = std::env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    let commit = packed_commit().or_else(checked_out_commit).map(|commit| format!(" ({commit})"));
    println!("cargo::rustc-env=FILBERT_VERSION={version}{}", commit.unwrap_or_default());
}

/// The commit from which `cargo package` made this source.
fn packed_commit() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    short(rest.split('"').nth(1)?)
}

/// The commit that is checked out here; none in a source without git, or inside another repository.
fn checked_out_commit() -> Option<String> {
    let git = |arguments: &[&str]| -> Option<String> {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    if !Path::new(".git").exists() {
        return None;
    }
    // Every commit and checkout adds a line to this file.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    short(&git(&["rev-parse", "HEAD"])?)
}

fn short(commit: &str) -> Option<String> {
    let is_hash = commit.len() >= 10 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| commit[..10].to_owned())
}
