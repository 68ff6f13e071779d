//! Runs that are killed at any moment tear no file, and the next run leaves nothing of them behind. `FILBERT_KILLS`
//! says how many; every commit has a few.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::faults::folder;

const SCRIPT: &str =
    "def f \"?msd_fib x=y+1\";\ndef g \"?msd_fib x=2*y+z\";\ndef h \"?msd_trib x+y=z\";\neval c n \"?msd_2 i<n\";\n";
const THEOREMS: &str = "theorem a \"?msd_fib Ax,y,z (x+y)+z=x+(y+z)\":\ntheorem b \"?msd_trib Ax,y x+y=y+x\":\n\
                        theorem c \"?msd_pell Ax Ey x<y\":\neval c n \"?msd_2 i<n\":\n";

fn start(arguments: &[&str], folder: &Path) -> std::process::Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("filbert runs")
}

/// All files below a folder, but for the inputs: path and contents.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push((path.display().to_string(), fs::read(&path).expect("a file"))),
        }
    }
    found.sort();
    found
}

#[test]
fn runs_that_are_killed_tear_nothing_and_leave_nothing_behind() {
    let kills: u64 = std::env::var("FILBERT_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    let prove: &[&str] = &["prove", "s.prf", "--json", "s.json", "--html", "page", "--cache", "cache"];
    let walnut: &[&str] = &["walnut", "--session-dir", ".", "s.txt"];
    for (arguments, share) in [(prove, kills / 2), (walnut, kills - kills / 2)] {
        let folder = folder(&[("Command Files/s.txt", SCRIPT), ("s.prf", THEOREMS)]);
        assert!(start(arguments, folder.path()).wait().expect("it ends").success());
        let whole = files(folder.path());
        // Figures of time stand in these.
        let varies =
            |path: &str| path.ends_with("s.json") || path.ends_with("index.html") || path.ends_with("_log.txt");
        for kill in 0..share {
            let mut child = start(arguments, folder.path());
            std::thread::sleep(Duration::from_micros(kill.wrapping_mul(0x9E37_79B9) % 60_000));
            child.kill().expect("it is ours");
            child.wait().expect("it ends");
            for (path, contents) in files(folder.path()) {
                match whole.iter().find(|(known, _)| *known == path) {
                    Some((_, known)) if varies(&path) => assert_eq!(known.last(), contents.last(), "{path}"),
                    Some((_, known)) => assert!(*known == contents, "{path} is torn"),
                    None => assert!([".part", ".partial", ".list"].iter().any(|end| path.ends_with(end)), "{path}"),
                }
            }
        }
        assert!(start(arguments, folder.path()).wait().expect("it ends").success());
        let names = |files: Vec<(String, Vec<u8>)>| files.into_iter().map(|(path, _)| path).collect::<Vec<_>>();
        assert_eq!(names(files(folder.path())), names(whole));
    }
}
