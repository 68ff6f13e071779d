//! Times the scripts of `benches/scripts/` with the program itself, beside what Walnut took.
//!
//! `cargo bench --bench scripts` runs all, `cargo bench --bench scripts -- W` those whose name contains W. Each script is one
//! process, as a user would start it. A process that passes the time limit is stopped and shown as such; a statement that fails
//! is, too.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Time for one script.
const LIMIT: Duration = Duration::from_secs(60);

/// What Walnut took for a script, as its own table says: seconds and megabytes, `-` where unknown.
type Walnut = HashMap<String, (String, String)>;

/// One run of a script.
enum Run {
    Finished { seconds: f64, megabytes: f64, statements: usize },
    Failed(String),
    Stopped,
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches");
    // Cargo passes `--bench`.
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let walnut = walnut(&std::fs::read_to_string(folder.join("walnut.tsv")).expect("benches/walnut.tsv is readable"));
    let mut scripts: Vec<String> = std::fs::read_dir(folder.join("scripts"))
        .expect("benches/scripts is readable")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok()?.strip_suffix(".txt").map(str::to_owned))
        .filter(|name| name.contains(&filter))
        .collect();
    scripts.sort();

    println!(
        "{:<20}{:>10}{:>9}{:>9}{:>10}{:>9}{:>9}{:>9}",
        "script", "verdicts", "s", "MB", "Walnut s", "MB", "time x", "memory x"
    );
    let none = ("-".to_owned(), "-".to_owned());
    for name in scripts {
        let (walnut_seconds, walnut_megabytes) = walnut.get(&name).unwrap_or(&none);
        match run(&folder.join("scripts").join(format!("{name}.txt"))) {
            Run::Finished { seconds, megabytes, statements } => println!(
                "{name:<20}{statements:>10}{seconds:>9.3}{megabytes:>9.1}{walnut_seconds:>10}{walnut_megabytes:>9}{:>9}{:>9}",
                ratio(walnut_seconds, seconds),
                ratio(walnut_megabytes, megabytes),
            ),
            Run::Failed(why) => println!("{name:<20}  {why}"),
            Run::Stopped => println!(
                "{name:<20}{:>10}{:>9}{:>9}{walnut_seconds:>10}{walnut_megabytes:>9}",
                "not in",
                LIMIT.as_secs(),
                "-"
            ),
        }
    }
}

/// The table of `walnut.tsv`: script, seconds, megabytes, source.
fn walnut(table: &str) -> Walnut {
    let rows = table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row.len() >= 3).map(|row| (row[0].to_owned(), (row[1].to_owned(), row[2].to_owned()))).collect()
}

/// How many times ours theirs is.
fn ratio(theirs: &str, ours: f64) -> String {
    theirs.parse::<f64>().map_or_else(|_| "-".to_owned(), |theirs| format!("{:.0}", theirs / ours))
}

fn run(script: &Path) -> Run {
    let report = std::env::temp_dir().join(format!("filbert-bench-{}.json", std::process::id()));
    let started = Instant::now();
    let mut process = Command::new(env!("CARGO_BIN_EXE_filbert"))
        .arg("prove")
        .args([script, Path::new("--json"), &report])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("filbert starts");
    let status = loop {
        match process.try_wait().expect("a process can be waited for") {
            Some(status) => break status,
            None if started.elapsed() > LIMIT => {
                process.kill().expect("a process can be stopped");
                process.wait().expect("a process can be waited for");
                return Run::Stopped;
            }
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    let text = std::fs::read_to_string(&report).unwrap_or_default();
    let _ = std::fs::remove_file(&report);
    let Ok(json) = serde_json::from_str::<serde_json::Value>(&text) else {
        return Run::Failed(format!("no report, {status}"));
    };
    let statements = json["files"][0]["statements"].as_array().map_or(&[][..], Vec::as_slice);
    // These statements are all true: a false one is a wrong verdict.
    if let Some(bad) =
        statements.iter().find(|statement| statement["verdict"] != "TRUE" && statement["kind"] != "refute")
    {
        return Run::Failed(format!("{} is {}", bad["name"], bad["verdict"]));
    }
    if !status.success() {
        return Run::Failed(status.to_string());
    }
    let megabytes = json["peak_bytes"].as_f64().unwrap_or(f64::NAN) / 1e6;
    Run::Finished { seconds, megabytes, statements: statements.len() }
}
