//! Runs LALRPOP on `grammar/`, says which commit this is and what the engine is made of, and how the program is linked.

use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

fn main() {
    // The directory, so that a new grammar is noticed; LALRPOP itself names the files it has read.
    println!("cargo::rerun-if-changed=grammar");
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .process()
        .expect("the grammars in grammar/ are well formed");
    println!("cargo::rustc-env=FILBERT_ENGINE={}", engine());
    fixed_address();
    let version = std::env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    let commit = packed_commit().or_else(checked_out_commit).map(|commit| format!(" ({commit})"));
    println!("cargo::rustc-env=FILBERT_VERSION={version}{}", commit.unwrap_or_default());
}

/// Lets the program stand at a fixed address where the linker is told so in this way: else some 20,000 addresses in it are
/// mended at each start, which takes a millisecond of the four that a small statement does.
fn fixed_address() {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bin=filbert=-no-pie");
    }
}

/// What a relation depends on besides the formula: every source that has to do with what an automaton is.
const ENGINE: [&str; 11] = [
    "Cargo.lock",
    "grammar",
    "src/automata",
    "src/budget",
    "src/library",
    "src/logic",
    "src/numeration",
    "src/script",
    "src/sequences",
    "src/syntax",
    "src/words",
];

/// A hash of the sources of the engine: another one for each engine that might build other automata.
fn engine() -> String {
    let mut files = Vec::new();
    for place in ENGINE {
        collect(Path::new(place), &mut files);
        println!("cargo::rerun-if-changed={place}");
    }
    files.sort();
    let mut hash = Sha256::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a source is text");
        // The same on every system.
        let name: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        hash.update(format!("{}\n{}\n", name.join("/"), text.len()));
        hash.update(text);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    match std::fs::read_dir(path) {
        Ok(entries) => entries.flatten().for_each(|entry| collect(&entry.path(), files)),
        // A package has no lock file if it is built as a dependency.
        Err(_) if path.is_file() => files.push(path.to_owned()),
        Err(_) => {}
    }
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
