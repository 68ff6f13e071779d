//! What `filbert prove --certify DIR --answers` writes for the checker that is proved correct: `verified/` has the tests of whether that accepts it.

use crate::cli::{filbert, shown};

const SCRIPT: &str = "def even \"?msd_fib Ey x=2*y\":\n\
    theorem alternate \"?msd_fib Ax $even(x) <=> ~$even(x+1)\":\n\
    game Nim \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)\":\n\
    kernel equal of Nim:\n\
    theorem equal_piles \"?msd_2 Ap,q $equal(p,q) <=> p=q\":\n\
    def reversed \"?msd_2 `(x=1)\":\n\
    theorem unread \"?msd_2 $reversed(1)\":\n";

#[test]
fn statements_have_answers_or_it_is_said_why_not() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("s.prf"), SCRIPT).expect("a file");
    let output = shown(&filbert(folder.path(), &["prove", "s.prf", "-q", "--certify", "c", "--plain", "--answers"]));
    assert!(output.contains("note: no answers for unread: not read\n"), "{output}");
    assert!(output.contains("answers for 3 of 4 statements\n"), "{output}");
    let text = std::fs::read_to_string(folder.path().join("c/s.prf.cert")).expect("a certificate");
    let lines: Vec<&str> =
        text.lines().filter(|line| line.starts_with("numeration") || line.starts_with("statement")).collect();
    let systems: Vec<&&str> = lines.iter().filter(|line| line.starts_with("numeration")).collect();
    assert_eq!(systems, [&"numeration msd_fib 2 1 1 0 0", &"numeration msd_2 1 1 0"]);
    // The definition and the theorem, the game, its kernel, and what is claimed of it.
    assert_eq!(lines.len(), 7, "{text}");
    assert_eq!(text.matches("command\n").count(), 4, "{text}");
    assert!(text.contains("\nmeasure "), "{text}");
}

#[test]
fn only_named_scripts_have_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("a", "include \"c.prf\":\ntheorem t \"$one(1)\":\n"),
        ("b", "theorem u \"1=1\":\n"),
        ("c", "def one \"x=1\":\ntheorem v \"1=1\":\n"),
    ] {
        std::fs::write(folder.path().join(name).with_extension("prf"), text).expect("a file");
    }
    let arguments = ["prove", "a.prf", "b.prf", "-q", "--certify", "cs", "--plain", "--answers", "-j", "2"];
    let output = shown(&filbert(folder.path(), &arguments));
    for (name, has_answers) in [("a", true), ("b", true), ("c", false)] {
        assert_eq!(output.contains(&format!("{name}.prf: answers for 1 of 1 statements\n")), has_answers, "{output}");
        let text = std::fs::read_to_string(folder.path().join(format!("cs/{name}.prf.cert"))).expect("a certificate");
        assert_eq!(text.contains("answers\n"), has_answers, "{name}: {text}");
    }
}

#[test]
fn answers_in_a_sandbox_read_nothing_outside() {
    let folder = tempfile::tempdir().expect("a folder");
    let (own, other) = (folder.path().join("own"), folder.path().join("other"));
    for place in [&own, &other] {
        std::fs::create_dir(place).expect("a folder");
        std::fs::write(place.join("even.prf"), "def even \"Ey x=2*y\":\n").expect("a file");
    }
    for (name, path) in [("inside", "even.prf"), ("outside", "../other/even.prf")] {
        let text = format!("include \"{path}\":\ntheorem alternate \"Ax $even(x) <=> ~$even(x+1)\":\n");
        std::fs::write(own.join(format!("{name}.prf")), text).expect("a file");
    }
    let written = |name: &str, options: &[&str]| {
        let script = format!("own/{name}.prf");
        let arguments = [&["prove", &script, "-q", "--certify", "c", "--answers"], options].concat();
        shown(&filbert(folder.path(), &arguments))
    };
    for (name, options, found) in [
        ("inside", &["--confined"][..], 1),
        ("outside", &[], 1),
        ("outside", &["--confined"], 0),
        ("outside", &["--confined", "--in", "other"], 1),
    ] {
        let output = written(name, options);
        assert!(output.contains(&format!("answers for {found} of ")), "{name} {options:?}: {output}");
    }
}

#[test]
fn both_checkers_read_one_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("s.prf"), SCRIPT).expect("a file");
    let certificate = || std::fs::read_to_string(folder.path().join("c/s.prf.cert")).expect("a certificate");
    let prove = |options: &[&str]| {
        let arguments = [&["prove", "s.prf", "-q", "--certify", "c", "--plain"], options].concat();
        shown(&filbert(folder.path(), &arguments));
        certificate()
    };
    let (claims, whole) = (prove(&[]), prove(&["--answers"]));
    let (before, answers) = whole.split_once("answers\n").expect("answers");
    assert_eq!(before, claims);
    // What is claimed of a definition and of the kernel is the answer for it, and is written once.
    for name in ["as claim 0 body\n", "as claim 3 body\n"] {
        assert!(answers.contains(name), "{name}: {answers}");
    }
    let mut accepted = Vec::new();
    let report = filbert_check::check(&folder.path().join("c"), &mut |statement| {
        accepted.push((statement.name.clone(), statement.outcome.is_ok()));
    });
    // But for what neither reads.
    assert!(report.is_ok(), "{accepted:?}");
    let expected = [("theorem alternate", true), ("kernel equal", true), ("theorem equal_piles", true)];
    let accepted: Vec<(&str, bool)> = accepted.iter().map(|(name, holds)| (name.as_str(), *holds)).collect();
    assert_eq!(accepted, [&expected[..], &[("def reversed", false), ("theorem unread", false)]].concat());
}

#[test]
fn a_statement_in_no_file_has_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["eval", "?msd_fib Ax Ey y>x", "--certify", "c", "--plain", "--answers"];
    let output = shown(&filbert(folder.path(), &arguments));
    assert!(output.contains("statement.prf: answers for 1 of 1 statements\n"), "{output}");
    let text = std::fs::read_to_string(folder.path().join("c/statement.prf.cert")).expect("a certificate");
    assert!(text.contains("\nanswers\nnumeration msd_fib 2 1 1 0 0\nstatement "), "{text}");
}

#[test]
fn answers_are_a_part_of_certificates() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("s.prf"), SCRIPT).expect("a file");
    let output = shown(&filbert(folder.path(), &["prove", "s.prf", "--answers"]));
    assert!(output.contains("--certify <DIR>"), "{output}");
    let output = shown(&filbert(folder.path(), &["prove", "s.prf", "--certify", "c", "--answers", "--set", "n=1"]));
    assert!(output.contains("cannot be used with"), "{output}");
}
