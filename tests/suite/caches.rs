//! One cache and many runs: two at once, one of them killed, entries that were changed, a folder that grows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::cli::{filbert, shown};
use crate::faults::folder;

/// Each definition takes long enough to be kept, whatever the machine.
const SCRIPT: &str = "def wide \"?msd_bonacci4 3*x+4*y=z & x<y\";\ndef long \"?msd_bonacci4 2*x+3*y=z & y<x\";\n\
    theorem grows \"?msd_bonacci4 Ax,y,z $wide(x,y,z) => z>=x\":\n\
    theorem grows_too \"?msd_bonacci4 Ax,y,z $long(x,y,z) => z>=y\":\n\
    theorem apart \"?msd_bonacci4 Ax,y,z $wide(x,y,z) => ~$long(y,x,z)\":\n";

fn suite() -> TempDir {
    folder(&[("s.prf", SCRIPT)])
}

fn start(folder: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
    command.args(["prove", "s.prf", "--cache", "cache"]).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("filbert runs")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder.join("cache")).expect("a cache").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries
}

fn run(folder: &TempDir, arguments: &[&str]) -> String {
    shown(&filbert(folder.path(), arguments))
}

/// Whether the run gives the verdicts that it gives without a cache.
fn is_right(folder: &TempDir) -> bool {
    let said = run(folder, &["prove", "s.prf", "--cache", "cache"]);
    said.starts_with("exit 0") && said.contains("3 theorems hold")
}

#[test]
fn two_runs_share_a_cache_and_one_that_is_killed_harms_nothing() {
    let folder = suite();
    for moment in 0..6u64 {
        let (mut killed, mut other) = (start(folder.path()), start(folder.path()));
        std::thread::sleep(Duration::from_millis(moment * 17));
        killed.kill().expect("it is ours");
        killed.wait().expect("it ends");
        assert_eq!(other.wait().expect("it ends").code(), Some(0), "moment {moment}");
        let said = run(&folder, &["cache", "verify", "cache"]);
        assert!(said.starts_with("exit 0"), "moment {moment}: {said}");
        if moment % 3 == 0 {
            entries(folder.path()).iter().for_each(|entry| fs::remove_file(entry).expect("an entry"));
        }
    }
    assert!(is_right(&folder));
    let names = entries(folder.path());
    assert!(!names.is_empty() && names.iter().all(|entry| entry.extension().is_some_and(|end| end == "relation")));
}

#[test]
fn a_changed_entry_is_found_and_changes_no_verdict() {
    let folder = suite();
    assert!(is_right(&folder));
    let count = entries(folder.path()).len();
    assert!(count > 1, "{count}");
    for place in [0, 32, 70] {
        for entry in entries(folder.path()) {
            let mut bytes = fs::read(&entry).expect("an entry");
            let at = place.min(bytes.len() - 1);
            bytes[at] ^= 4;
            fs::write(&entry, bytes).expect("an entry");
        }
        assert!(is_right(&folder), "byte {place}");
        // What was broken was built again and written again: all is well once more.
        assert!(run(&folder, &["cache", "verify", "cache"]).starts_with("exit 0"), "byte {place}");
    }
    let victim = &entries(folder.path())[0];
    fs::write(victim, "poison").expect("an entry");
    let said = run(&folder, &["cache", "verify", "cache"]);
    assert!(said.starts_with("exit 1") && said.contains("broken, removed"), "{said}");
    assert!(said.contains(&format!("{} entries are intact", count - 1)), "{said}");
    assert!(!victim.exists() && run(&folder, &["cache", "verify", "cache"]).starts_with("exit 0"));
}

#[test]
fn a_cache_is_kept_small_and_files_of_others_stay() {
    let folder = suite();
    assert!(is_right(&folder));
    fs::write(folder.path().join("cache/mine.txt"), "mine").expect("a file");
    let count = entries(folder.path()).len() - 1;
    let said = run(&folder, &["cache", "stat", "cache"]);
    assert!(said.contains(&format!("{count} entries, ")), "{said}");
    let said = run(&folder, &["cache", "prune", "cache", "--unused", "1h"]);
    assert!(said.starts_with("exit 0") && said.contains(&format!("0 of {count} entries removed")), "{said}");
    let said = run(&folder, &["cache", "prune", "cache", "--size", "0B"]);
    assert!(said.contains(&format!("{count} of {count} entries removed, 0 bytes left")), "{said}");
    assert_eq!(entries(folder.path()), [folder.path().join("cache/mine.txt")]);
    for wrong in [&["cache", "stat", "none"][..], &["cache", "prune", "cache"], &["cache", "verify", "s.prf"]] {
        assert!(run(&folder, wrong).starts_with("exit 2"), "{wrong:?}");
    }
}
