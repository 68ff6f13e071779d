//! What each tactic is worth: scripts proved with all tactics, then without one after the other.
//!
//! `cargo bench --bench ablation` takes `proofs/` and `benches/scripts/`, or the scripts and folders given. Each script is
//! one process in one thread, so run it on an idle machine. It prints a table as in `docs/developing.md`: the statements
//! and definitions that do not end without the tactic, the time of the scripts that end either way, relative to that
//! with all tactics, and the script that loses most.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use filbert::logic::Tactic;

/// Time for one statement.
const LIMIT: &str = "20s";

/// What came of a script.
struct Run {
    /// Statements with a verdict, and relations.
    ended: usize,
    seconds: f64,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Cargo passes `--bench`.
    let mut given: Vec<PathBuf> =
        std::env::args_os().skip(1).filter(|given| given != "--bench").map(Into::into).collect();
    if given.is_empty() {
        given = vec![root.join("proofs"), root.join("benches/scripts")];
    }
    let mut scripts = Vec::new();
    given.iter().for_each(|path| add_scripts(path, &mut scripts));
    scripts.sort();
    let all = runs(&scripts, None);
    println!("| without | lost | time | loses most |\n|---|---|---|---|");
    let (ended, seconds) = all.values().fold((0, 0.0), |sums, run| (sums.0 + run.ended, sums.1 + run.seconds));
    println!("| nothing | 0 of {ended} | {seconds:.1} s | |");
    for tactic in Tactic::all() {
        let without = runs(&scripts, Some(tactic));
        let lost: usize = all.iter().map(|(script, run)| run.ended.saturating_sub(without[script].ended)).sum();
        let both = || all.iter().filter(|(script, run)| without[*script].ended == run.ended);
        let (before, after) =
            both().fold((0.0, 0.0), |sums, (script, run)| (sums.0 + run.seconds, sums.1 + without[script].seconds));
        let loss = |(script, run): &(&PathBuf, &Run)| without[*script].seconds - run.seconds;
        let most = both().max_by(|a, b| loss(a).total_cmp(&loss(b))).map_or(String::new(), |(script, run)| {
            let name = script.file_stem().unwrap_or_default().to_string_lossy();
            format!("{name}: {:.2} to {:.2} s", run.seconds, without[script].seconds)
        });
        println!("| `{tactic}` | {lost} | {:.2} | {most} |", after / before);
    }
}

/// The scripts in a folder and in those inside; anything else is a script.
fn add_scripts(path: &Path, scripts: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        return scripts.push(path.to_owned());
    }
    let entries = std::fs::read_dir(path).expect("a folder can be read");
    for path in entries.map(|entry| entry.expect("a folder can be read").path()) {
        if path.is_dir() || path.extension().is_some_and(|ending| ending == "prf" || ending == "txt") {
            add_scripts(&path, scripts);
        }
    }
}

fn runs(scripts: &[PathBuf], without: Option<Tactic>) -> BTreeMap<PathBuf, Run> {
    let report = std::env::temp_dir().join(format!("filbert-ablation-{}.json", std::process::id()));
    let mut runs = BTreeMap::new();
    for script in scripts {
        let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
        command.arg("prove").arg(script).args(["--jobs", "1", "--timeout", LIMIT, "--json"]).arg(&report);
        command.args(without.map(|tactic| format!("--without={tactic}")));
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("filbert starts");
        let text = std::fs::read_to_string(&report).expect("filbert writes a report");
        std::fs::remove_file(&report).expect("the report can be removed");
        let json: serde_json::Value = serde_json::from_str(&text).expect("the report is JSON");
        let file = &json["files"][0];
        let list = |name: &str| file[name].as_array().map_or(&[][..], Vec::as_slice);
        let has_verdict = |entry: &&serde_json::Value| entry["verdict"] == "TRUE" || entry["verdict"] == "FALSE";
        let ended = list("statements").iter().filter(has_verdict).count() + list("relations").len();
        let seconds = json["milliseconds"].as_f64().expect("a report has a time") / 1e3;
        runs.insert(script.clone(), Run { ended, seconds });
    }
    runs
}
