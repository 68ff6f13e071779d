//! A suite in parts: what each run leaves to others, what they are together, and that programs which run jobs can.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{filbert, shown};
use crate::faults::folder;

const BASE: &str = "def double \"?msd_2 y=2*x\";\ndef bad \"?msd_2 $nothing(x)\";\n";
/// A name with two meanings, relations among the statements, what fails and what nobody names.
const SCRIPT: &str = r#"include "base.prf";
def quad "?msd_2 Ez $double(x,z) & $double(z,y)";
theorem four "?msd_2 Ax,y $quad(x,y) <=> y=4*x" from "A 1, Thm 1":
refute odd "?msd_2 Ax Ey $double(y,x)":
def quad "?msd_2 y=5*x";
theorem five "?msd_2 Ax,y $quad(x,y) <=> y=5*x":
eval "?msd_2 Ex x>3":
eval big n "?msd_2 i<n":
theorem wrong "?msd_2 Ax x<5":
theorem unread "?msd_2 Ax $bad(x)":
def loose "?msd_2 $none(x)";
reg ends {0,1} "(0|1)*1";
theorem ends_in_one "?msd_2 Ax $ends(x) <=> Ey x=2*y+1":
"#;
const GAME: &str = r#"game Nim "?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)":
kernel P of Nim:
theorem equal "?msd_2 Ap,q $P(p,q) <=> p=q" from "Bouton 1901":
"#;

fn suite() -> TempDir {
    folder(&[("s/a.prf", SCRIPT), ("s/base.prf", BASE), ("s/g.prf", GAME)])
}

fn report(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a report")).expect("JSON")
}

/// What a report says, without times, sizes and the order of its errors.
fn essence(report: &Value) -> BTreeMap<String, (Vec<String>, Vec<String>)> {
    let texts = |list: &Value, keys: &[&str]| {
        let text = |one: &Value| keys.iter().map(|key| one[key].to_string()).collect::<Vec<_>>().join(" ");
        let mut all: Vec<String> = list.as_array().map(|list| list.iter().map(text).collect()).unwrap_or_default();
        all.sort();
        all
    };
    let file = |file: &Value| {
        let keys = ["line", "name", "kind", "statement", "source", "verdict", "holds", "example"];
        let found = (texts(&file["statements"], &keys), texts(&file["errors"], &["line", "column", "message"]));
        (file["path"].to_string(), found)
    };
    report["files"].as_array().expect("files").iter().map(file).collect()
}

fn run(folder: &TempDir, arguments: &[&str]) -> String {
    shown(&filbert(folder.path(), arguments))
}

#[test]
fn shares_are_together_what_one_run_is() {
    let folder = suite();
    let whole = run(&folder, &["prove", "s", "--json", "whole.json"]);
    for of in [1, 2, 3, 7] {
        let mut merge = vec!["merge".to_owned()];
        for number in 1..=of {
            let file = format!("{number}.json");
            run(&folder, &["prove", "s", "--shard", &format!("{number}/{of}"), "--json", &file]);
            merge.push(file);
        }
        merge.extend(["--json", "merged.json", "--html", "page"].map(str::to_owned));
        let merged = run(&folder, &merge.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(merged.lines().next(), whole.lines().next(), "{merged}");
        let (one, many) = (report(&folder.path().join("whole.json")), report(&folder.path().join("merged.json")));
        assert_eq!(essence(&many), essence(&one), "{of} shares");
        for key in ["hold", "fail", "kernels", "false_kernels", "undecided", "complete"] {
            assert_eq!(many[key], one[key], "{key} of {of} shares");
        }
        assert!(fs::read_to_string(folder.path().join("page/index.html")).unwrap().contains("ends_in_one"));
    }
}

#[test]
fn lints_stand_at_their_statements_in_what_is_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "# What is proved.\ntheorem a \"?msd_fib Ax,y x<x+1\":\ndef d \"?msd_fib Ex,y x=z\":\ntheorem b \"Ax x<x => x=1\":\n";
    fs::write(folder.path().join("a.prf"), script).expect("a file");
    let whole = run(&folder, &["prove", "a.prf", "--json", "whole.json", "--html", "page"]);
    run(&folder, &["prove", "a.prf", "--shard", "1/2", "--json", "1.json"]);
    run(&folder, &["prove", "a.prf", "--shard", "2/2", "--json", "2.json"]);
    let merged = run(&folder, &["merge", "1.json", "2.json", "--html", "merged"]);
    let without_time = |said: &str| said.lines().filter(|line| !line.contains(" ms")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_time(&merged), without_time(&whole));
    assert!(merged.contains("3 warnings") && merged.contains("y x<x+1"), "{merged}");
    let page = fs::read_to_string(folder.path().join("merged/index.html")).unwrap();
    let badges = |page: &str| page.matches("class=\"badge\"").count();
    // What is defined has no card in a merged report, so that its lint has one of its own.
    assert_eq!(badges(&page), 2);
    assert_eq!(page.matches("is never used").count(), 2);
    let vacuous = page.find("vacuous-premise").expect("a badge");
    assert!(page.find("badge\">unused-variable").expect("a badge") < vacuous, "each in its card");
}

#[test]
fn names_choose_statements_and_what_they_need() {
    let folder = suite();
    let said = run(&folder, &["prove", "s", "--only", "five,equal", "--json", "some.json"]);
    assert!(said.starts_with("exit 0") && said.contains("2 theorems hold, 8 left to other runs"), "{said}");
    let names = |key: &str| {
        let report = report(&folder.path().join("some.json"));
        let files = report["files"].as_array().unwrap().clone();
        let all = files.iter().flat_map(|file| file[key].as_array().cloned().unwrap_or_default());
        all.map(|one| one["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("statements"), "five equal");
    assert_eq!(names("elsewhere"), "four odd line 7 big wrong unread ends_in_one P");
    let said = run(&folder, &["prove", "s", "--only", "fiv"]);
    assert!(said.starts_with("exit 2") && said.contains("did you mean `five`?"), "{said}");
    // A definition that fails says so when it is asked for, or what needs it is.
    for name in ["loose", "unread"] {
        let said = run(&folder, &["prove", "s/a.prf", "--only", name]);
        assert!(said.starts_with("exit 2") && said.contains("not defined"), "{said}");
    }
    for wrong in ["0/3", "4/3", "x", "1/0"] {
        assert!(run(&folder, &["prove", "s", "--shard", wrong]).starts_with("exit 2"), "{wrong}");
    }
}

#[test]
fn what_no_run_has_decided_is_unknown() {
    let folder = folder(&[("g.prf", GAME), ("h.prf", "theorem h \"?msd_2 Ax x<x+1\":\n")]);
    run(&folder, &["prove", "g.prf", "--only", "P", "--json", "p.json"]);
    let said = run(&folder, &["merge", "p.json"]);
    assert!(
        said.starts_with("exit 2") && said.contains("equal          UNKNOWN (none of these runs has it)"),
        "{said}"
    );
    run(&folder, &["prove", "g.prf", "--only", "equal", "--json", "e.json"]);
    assert!(run(&folder, &["merge", "p.json", "e.json"]).starts_with("exit 0"));
    let said = run(&folder, &["merge", "p.json", "e.json", "--of", "."]);
    assert!(said.starts_with("exit 2") && said.contains("h              UNKNOWN"), "{said}");
    for (file, text) in [("gone.json", None), ("torn.json", Some("{\"version\": \"0")), ("other.json", Some("[]"))] {
        text.into_iter().for_each(|text| fs::write(folder.path().join(file), text).unwrap());
        let said = run(&folder, &["merge", "p.json", "e.json", file]);
        assert!(said.starts_with("exit 2") && said.contains(&format!("error: {file}: ")), "{said}");
    }
}

#[test]
fn runs_that_contradict_each_other_give_no_verdict() {
    let folder = folder(&[("g.prf", GAME)]);
    run(&folder, &["prove", "g.prf", "--json", "a.json"]);
    let lie = fs::read_to_string(folder.path().join("a.json")).unwrap().replacen("\"TRUE\"", "\"FALSE\"", 1);
    fs::write(folder.path().join("b.json"), lie).unwrap();
    for order in [["a.json", "b.json", "a.json"], ["b.json", "a.json", "b.json"]] {
        let said = run(&folder, &[&["merge"][..], &order].concat());
        assert!(said.starts_with("exit 2") && said.contains("runs contradict each other"), "{said}");
    }
}

/// Runs the jobs of a plan as JSON, those of the ones that `wanted` says.
fn perform(folder: &TempDir, plan: &Value, wanted: impl Fn(&Value) -> bool) {
    let words = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    let perform = |command: &Value| {
        let command = words(command);
        let output = filbert(folder.path(), &command[1..].iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(0), "{command:?} {}", shown(&output));
    };
    plan["jobs"].as_array().unwrap().iter().filter(|job| wanted(job)).for_each(|job| perform(&job["command"]));
    perform(&plan["merge"]);
}

fn plan(folder: &TempDir, arguments: &[&str]) -> Value {
    let output = filbert(folder.path(), &[arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", shown(&output)))
}

#[test]
fn a_plan_is_the_suite_and_a_missing_job_is_told() {
    let folder = suite();
    run(&folder, &["prove", "s", "--json", "whole.json"]);
    let whole = report(&folder.path().join("whole.json"));
    let by_file = plan(&folder, &["plan", "s"]);
    assert_eq!(by_file["jobs"].as_array().unwrap().len(), 3);
    assert_eq!(by_file["jobs"][0]["reads"], serde_json::json!(["s/a.prf", "s/base.prf"]));
    let divided = plan(&folder, &["plan", "s", "--from", "whole.json", "--group", "0"]);
    assert!(divided["jobs"].as_array().unwrap().len() > 6, "{divided}");
    for plan in [by_file, divided] {
        perform(&folder, &plan, |_| true);
        let merged = folder.path().join("filbert-run/report.json");
        // Statements that share a line-number name cannot be divided; what was not found is told in each part.
        assert_eq!(essence(&report(&merged)), essence(&whole));
        fs::remove_file(folder.path().join("filbert-run/0003.json")).unwrap();
        perform(&folder, &plan, |_| false);
        let merged = report(&merged);
        assert_eq!((&merged["complete"], merged["undecided"] != whole["undecided"]), (&false.into(), true));
        fs::remove_dir_all(folder.path().join("filbert-run")).unwrap();
    }
}

#[test]
fn a_sweep_fills_a_script_and_a_failing_choice_stops_nothing() {
    let template = "def by{s} \"?msd_{w} y={s}*x\";\ntheorem even \"?msd_{w} Ax,y $by{s}(x,y) => Ez y=2*z\":\n";
    let folder = folder(&[("t.prf", template)]);
    let sweep = plan(&folder, &["sweep", "t.prf", "--over", "s=1..4, w=2|fib|none"]);
    assert_eq!(sweep["jobs"].as_array().unwrap().len(), 12);
    perform(&folder, &sweep, |_| true);
    let table = fs::read_to_string(folder.path().join("filbert-run/table.csv")).unwrap();
    let verdicts: Vec<String> =
        table.lines().skip(1).map(|line| line.split(',').take(5).collect::<Vec<_>>().join(" ")).collect();
    let expected = |s: usize, w: &str| match (w, s % 2) {
        ("none", _) => "ERROR",
        (_, 0) => "TRUE",
        _ => "FALSE",
    };
    for (s, w) in (1..=4).flat_map(|s| ["2", "fib", "none"].map(|w| (s, w))) {
        let line = format!("{s} {w} t.prf even {}", expected(s, w));
        assert!(verdicts.contains(&line), "{line} in {table}");
    }
    assert!(table.starts_with("s,w,script,statement,verdict,shown by,states,seconds\r\n"));
    for wrong in [["--over", "s=1"], ["--over", "s=1,w=2,q=3"], ["--over", "s=4..1,w=2"], ["--over", "s=1,s=2,w=2"]] {
        let said = run(&folder, &[&["sweep", "t.prf", "--format", "json"], &wrong[..]].concat());
        assert!(wrong[1] == "s=1" || said.starts_with("exit 2"), "{wrong:?} {said}");
    }
}

/// Whether a program can be started; in CI it must be there.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    assert!(found || std::env::var_os("CI").is_none(), "no program `{program}`");
    found
}

/// Programs that run a plan: the program and its arguments, the format, the file.
#[cfg(unix)]
fn runners() -> Vec<(Vec<String>, &'static str, &'static str)> {
    let snakemake = std::env::var("FILBERT_SNAKEMAKE").unwrap_or_else(|_| "snakemake".into());
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let all = vec![
        (words(&["make", "-j2"]), "make", "Makefile"),
        (words(&["ninja", "-j2"]), "ninja", "build.ninja"),
        // A run that was killed has left a lock.
        (words(&[&snakemake, "--cores", "2", "--nolock", "--rerun-incomplete"]), "snakemake", "Snakefile"),
    ];
    let (known, unknown): (Vec<_>, Vec<_>) = all.into_iter().partition(|(command, ..)| has(&command[0]));
    unknown.iter().for_each(|(command, ..)| eprintln!("skipped: no {}", command[0]));
    known
}

#[cfg(unix)]
#[test]
fn other_programs_run_a_plan_and_after_a_kill_what_is_missing_alone() {
    use std::os::unix::process::CommandExt;
    for (command, format, file) in runners() {
        let folder = suite();
        run(&folder, &["prove", "s", "--json", "whole.json"]);
        let own = env!("CARGO_BIN_EXE_filbert");
        let arguments = ["plan", "s", "--from", "whole.json", "--group", "0", "--format", format, "--program", own];
        assert!(run(&folder, &[&arguments[..], &["--out", file]].concat()).starts_with("exit 0"));
        let program = || {
            let mut program = Command::new(&command[0]);
            program.args(&command[1..]).current_dir(folder.path());
            program
        };
        let at = |name: &str| folder.path().join("filbert-run").join(name);
        let stamps = || -> BTreeMap<OsString, SystemTime> {
            let entries = fs::read_dir(folder.path().join("filbert-run")).into_iter().flatten().flatten();
            // What a job has found so far stands beside these, in a file that may vanish at any time.
            let is_report = |name: &str| name.starts_with("00") && name.ends_with(".json");
            let reports = entries.filter(|entry| is_report(&entry.file_name().to_string_lossy()));
            reports.map(|entry| (entry.file_name(), entry.metadata().unwrap().modified().unwrap())).collect()
        };
        // What it started dies with it, or, of Ninja, ends by itself.
        let mut killed = program().process_group(0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect(format);
        while stamps().len() < 5 && killed.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = Command::new("kill").args(["-9", "--", &format!("-{}", killed.id())]).output();
        killed.wait().expect("it ends");
        let mut before = BTreeMap::new();
        while before != stamps() {
            before = stamps();
            std::thread::sleep(Duration::from_millis(300));
        }
        let build = || {
            let output = program().output().expect("it runs");
            assert!(output.status.success(), "{}", shown(&output));
        };
        build();
        let whole = report(&folder.path().join("whole.json"));
        assert_eq!(essence(&report(&at("report.json"))), essence(&whole), "{format}");
        let after = stamps();
        // Two ran when all was killed: of these nobody may know that they had ended.
        let again = before.iter().filter(|(name, stamp)| after.get(*name) != Some(stamp)).count();
        assert!(after.len() > 6 && again <= 2, "{format}: {before:?} {after:?}");
        fs::remove_file(at("0002.json")).unwrap();
        build();
        let again = stamps();
        let changed: Vec<_> =
            again.iter().filter(|(name, stamp)| after[*name] != **stamp).map(|(name, _)| name).collect();
        assert_eq!(changed, ["0002.json"], "{format}");
        assert_eq!(essence(&report(&at("report.json"))), essence(&whole), "{format}");
    }
}
