//! What the checker of certificates makes of the vectors, with certificates and without, each statement asked as it stands
//! and as its contrary: it accepts nothing that is not so.

use std::path::Path;

use filbert::syntax::ast::CommandKind;
use filbert::syntax::{Source, parse_script};
use filbert_check::check;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::cli::filbert;

use super::assert_none;
use super::engine::undecided;
use super::vector::{MAIN, Outcome, Vector, all};

/// The script, every theorem a refutation and the other way round.
fn contrary(main: &str) -> String {
    let source = Source::new(MAIN, main);
    let mut text = main.to_owned();
    for command in parse_script(&source).0.iter().rev() {
        let (old, new) = match command.kind {
            CommandKind::Theorem { .. } => ("theorem", "refute"),
            CommandKind::Refute { .. } => ("refute", "theorem"),
            _ => continue,
        };
        let start = command.span.start + source.slice(command.span).find(old).expect("its first word");
        text.replace_range(start..start + old.len(), new);
    }
    text
}

/// Proves vectors in a folder, each in a folder of its own, with certificates in `C` and a report in `report.json`.
fn certify(folder: &Path, vectors: &[&Vector], main: fn(&str) -> String) {
    for vector in vectors {
        vector.write(&folder.join(&vector.name), &main(vector.main()));
    }
    let states = vectors.iter().find_map(|vector| vector.states).map(|states| states.to_string());
    let mut arguments = vec!["prove", "--certify", "C", "--plain", "--json", "report.json"];
    arguments.extend(states.iter().flat_map(|states| ["--max-states", states]));
    let paths: Vec<String> = vectors.iter().map(|vector| format!("{}/{MAIN}", vector.name)).collect();
    arguments.extend(paths.iter().map(String::as_str));
    // A run of one file would have no folder of its own for it.
    std::fs::write(folder.join("other.prf"), "theorem other \"1=1\":\n").expect("a file");
    arguments.push("other.prf");
    let output = filbert(folder, &arguments);
    assert!(output.status.code().is_some(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The part of a folder of certificates that is about some vectors; without claims if it is `bare`.
fn part(certificates: &Path, vectors: &[&Vector], bare: bool) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |path: &str| std::fs::read_to_string(certificates.join(path)).expect("a file");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    let mut files = vectors.iter().flat_map(|vector| &vector.files);
    let names_kernels = files.any(|(_, text)| text.contains("ppos"));
    let is_meant = |path: &str| vectors.iter().any(|vector| path.starts_with(&format!("{}/", vector.name)));
    let (mut manifest, mut is_own) = (String::new(), true);
    for line in read("manifest").lines() {
        let mut line = line.to_owned();
        if let [kind @ ("script" | "shipped"), script, _, path] = line.splitn(4, ' ').collect::<Vec<_>>()[..] {
            is_own = if kind == "script" { is_meant(path) } else { names_kernels || !path.ends_with("games.prf") };
            if is_own {
                write(path, &read(path));
                let mut claims = read(&format!("{path}.cert"));
                if bare && kind == "script" {
                    claims = claims.lines().next().unwrap_or("").to_owned() + "\n";
                }
                let hash: String = Sha256::digest(&claims).iter().map(|byte| format!("{byte:02x}")).collect();
                write(&format!("{path}.cert"), &claims);
                line = format!("{kind} {script} {hash} {path}");
            }
        } else if bare && line.starts_with(['T', 'F']) {
            continue;
        }
        if is_own {
            manifest += &(line + "\n");
        }
    }
    write("manifest", &manifest);
    folder
}

/// What the checker says of a vector: the statements of its script that it accepts, each with its command, and what it
/// cannot read.
type Accepted = (Vec<String>, Result<(), String>);

/// Checks vectors in one folder, or in several where some of them cannot be read.
fn accepted(certificates: &Path, vectors: &[&Vector], bare: bool) -> Vec<Accepted> {
    let folder = part(certificates, vectors, bare);
    let mut names = vec![Vec::new(); vectors.len()];
    let report = check(folder.path(), &mut |statement| {
        let path = statement.path.display().to_string();
        let at = vectors.iter().position(|vector| path == format!("{}/{MAIN}", vector.name));
        if let (Some(at), Ok(())) = (at, &statement.outcome) {
            names[at].push(statement.name.clone());
        }
    });
    if report.is_err() && vectors.len() > 1 {
        let halves = vectors.split_at(vectors.len() / 2);
        return [halves.0, halves.1].into_iter().flat_map(|half| accepted(certificates, half, bare)).collect();
    }
    names.into_iter().map(|names| (names, report.clone().map(drop))).collect()
}

/// What is wrong with what the checker accepts of a vector.
fn judge(vector: &Vector, accepted: &[String], how: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for one in accepted {
        let (keyword, name) = one.split_once(' ').unwrap_or((one, ""));
        let truth = keyword != "refute";
        if !vector.statements.iter().any(|statement| statement.name == name && statement.may_be(truth)) {
            wrong.push(format!("{}: accepts `{one}` {how}", vector.name));
        }
    }
    wrong
}

/// Judges vectors that have the same limit.
fn checked(vectors: &[&Vector], wrong: &mut Vec<String>) {
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    certify(folders[0].path(), vectors, str::to_owned);
    certify(folders[1].path(), vectors, contrary);
    for (folder, as_written) in folders.iter().zip([true, false]) {
        for bare in [false, true] {
            let how = ["with certificates", "without certificates"][usize::from(bare)];
            let how = format!("{how}{}", if as_written { "" } else { ", asked as its contrary" });
            for group in vectors.chunks(32) {
                let all = accepted(&folder.path().join("C"), group, bare);
                for (vector, (names, report)) in group.iter().zip(all) {
                    wrong.extend(judge(vector, &names, &how));
                    for one in vector.statements.iter().filter(|one| one.is_checked && as_written && !bare) {
                        if !names.iter().any(|name| name.split(' ').nth(1) == Some(&one.name)) {
                            wrong.push(format!("{}: does not accept {}: {report:?}", vector.name, one.name));
                        }
                    }
                }
            }
        }
    }
    wrong.extend(vectors.iter().flat_map(|vector| reported(vector, &folders[0].path().join("report.json"))));
}

/// What is wrong with the report of the program, which reads files of a disk.
fn reported(vector: &Vector, report: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(report).expect("a report");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let files = report["files"].as_array().expect("files");
    let path = format!("{}/{MAIN}", vector.name);
    let file = files.iter().find(|file| file["path"] == Value::String(path.clone())).expect("its file");
    let mut wrong = Vec::new();
    let empty = Vec::new();
    let found: Vec<(String, String)> = file["statements"]
        .as_array()
        .unwrap_or(&empty)
        .iter()
        .map(|one| (one["name"].as_str().unwrap_or("").to_owned(), said(one)))
        .collect();
    let expected = vector.statements.iter().map(|one| {
        let said = match &one.outcome {
            Outcome::Truth(truth) => truth.to_string().to_uppercase(),
            Outcome::Undecided(name, place) => format!("UNKNOWN {name} {}", place.line),
            Outcome::Limit => "UNKNOWN".into(),
            Outcome::Wrong(_) => "ERROR".into(),
        };
        (one.name.clone(), said)
    });
    // One that cannot be read at all is an error of the file.
    let expected: Vec<(String, String)> =
        expected.filter(|(name, said)| said != "ERROR" || found.iter().any(|(other, _)| other == name)).collect();
    if found != expected {
        wrong.push(format!("{}: reports {found:?}\n    instead of {expected:?}", vector.name));
    }
    wrong
}

/// The verdict of a statement in a report, and what is undecided if that is why.
fn said(statement: &Value) -> String {
    let verdict = statement["verdict"].as_str().unwrap_or("");
    match undecided(statement["reason"].as_str().unwrap_or("")) {
        Some((name, place)) if verdict == "UNKNOWN" => format!("UNKNOWN {name} {}", place.line),
        // What a search found out, which claims nothing.
        _ if verdict == "NONE" => "FALSE".into(),
        _ => verdict.to_owned(),
    }
}

#[test]
fn the_checker_accepts_no_statement_of_a_vector_that_is_not_so() {
    let (mut wrong, all) = (Vec::new(), all());
    let mut limits: Vec<Option<usize>> = all.iter().map(|vector| vector.states).collect();
    limits.sort_unstable();
    limits.dedup();
    for states in limits {
        let vectors: Vec<&Vector> = all.iter().filter(|vector| vector.states == states).collect();
        checked(&vectors, &mut wrong);
    }
    assert_none(&wrong);
}
