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
    link_for_a_quick_start();
    let version = std::env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    let commit = packed_commit().or_else(checked_out_commit).map(|commit| format!(" ({commit})"));
    println!("cargo::rustc-env=FILBERT_VERSION={version}{}", commit.unwrap_or_default());
}

/// Lets the program stand at a fixed address where the linker is told so in this way: else some 20,000 addresses in it are
/// mended at each start, which takes a millisecond of the four that a small statement does. Where that is possible it needs
/// no libraries to be found and read either, a tenth of such a statement.
fn link_for_a_quick_start() {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bin=filbert=-no-pie");
        if let Some(archives) = archives() {
            println!("cargo::rustc-link-arg-bin=filbert=-static");
            println!("cargo::rustc-link-arg-bin=filbert=-L{}", archives.display());
        }
    }
}

/// The libraries of the system that rustc names for this target. It asks for those that are loaded at the start; only flags for
/// all that is built would change that, and the library must not be built so: Python loads it.
const LIBRARIES: [&str; 7] = ["gcc_s", "util", "rt", "pthread", "m", "dl", "c"];

/// A folder in which the linker finds archives under the names of shared libraries. None where there are none, or where what
/// is linked with them does not run; none either where the user says how to link, or for another machine.
fn archives() -> Option<PathBuf> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    for name in ["RUSTC_LINKER", "RUSTFLAGS"] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let is_told = ["RUSTC_LINKER", "CARGO_ENCODED_RUSTFLAGS"].into_iter().any(|name| set(name).is_some());
    if is_told || set("HOST") != set("TARGET") {
        return None;
    }
    let folder = PathBuf::from(set("OUT_DIR")?).join("archives");
    std::fs::create_dir_all(&folder).ok()?;
    for library in LIBRARIES {
        let script = match library {
            // What unwinds has no archive of that name. It calls the C library and is called by it.
            "gcc_s" => archive("gcc_eh")?,
            "c" => [archive("c")?, archive("gcc_eh")?, archive("gcc")?].join(" "),
            other => archive(other)?,
        };
        std::fs::write(folder.join(format!("lib{library}.so")), format!("GROUP ( {script} )\n")).ok()?;
    }
    runs(&folder).then_some(folder)
}

/// Where the compiler that rustc links with has an archive.
fn archive(library: &str) -> Option<String> {
    let output = Command::new("cc").arg(format!("-print-file-name=lib{library}.a")).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    // If there is none it is the name that was asked for. In a script blanks end a path.
    if !Path::new(&path).is_absolute() || !Path::new(&path).is_file() || path.contains(char::is_whitespace) {
        return None;
    }
    // Another compiler may have it elsewhere.
    println!("cargo::rerun-if-changed={path}");
    Some(path)
}

/// Whether a program that is linked as rustc does it with these archives starts a thread and ends well.
fn runs(archives: &Path) -> bool {
    let (source, program) = (archives.join("start.c"), archives.join("start"));
    let text = "#include <math.h>\n#include <pthread.h>\n#include <stdlib.h>\n\
                static void *work(void *x) { *(double *)x = sqrt(*(double *)x); return malloc(9); }\n\
                int main(int n, char **names) { double x = 3 + n; pthread_t thread;\n\
                return pthread_create(&thread, 0, work, &x) || pthread_join(thread, 0) || x != 2; }\n";
    let linked = || {
        let mut link = Command::new("cc");
        link.arg(&source).args(["-nodefaultlibs", "-Wl,--as-needed", "-Wl,-Bdynamic"]);
        link.args(LIBRARIES.map(|library| format!("-l{library}")));
        link.args(["-no-pie", "-static"]).arg(format!("-L{}", archives.display())).arg("-o").arg(&program);
        link.output().is_ok_and(|output| output.status.success())
    };
    std::fs::write(&source, text).is_ok()
        && linked()
        && Command::new(&program).status().is_ok_and(|status| status.success())
}

/// What a relation depends on besides the formula: every source that has to do with what an automaton is.
const ENGINE: [&str; 8] = [
    "Cargo.lock",
    // In a package `crates` is another one, whose version stands here.
    "Cargo.toml",
    "grammar",
    "crates/core/src",
    "src/library",
    "src/logic",
    "src/script",
    "src/syntax",
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
