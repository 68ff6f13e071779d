//! What `filbert prove --answers` writes for the checker that is proved correct: `verified/` has the tests of whether that accepts it.

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
    let output = shown(&filbert(folder.path(), &["prove", "s.prf", "-q", "--answers", "answers"]));
    assert!(output.contains("note: no answers for unread: not read\n"), "{output}");
    assert!(output.contains("answers for 3 of 4 statements\n"), "{output}");
    let text = std::fs::read_to_string(folder.path().join("answers")).expect("answers");
    let lines: Vec<&str> =
        text.lines().filter(|line| line.starts_with("numeration") || line.starts_with("statement")).collect();
    let systems: Vec<&&str> = lines.iter().filter(|line| line.starts_with("numeration")).collect();
    assert_eq!(systems, [&"numeration msd_fib 2 1 1 0 0", &"numeration msd_2 1 1 0"]);
    // The definition and the theorem, the game, its kernel, and what is claimed of it.
    assert_eq!(lines.len(), 7, "{text}");
    assert_eq!(text.matches("answers\n").count(), 4, "{text}");
    assert!(text.contains("\nmeasure "), "{text}");
}

#[test]
fn answers_are_of_one_script() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.prf", "b.prf"] {
        std::fs::write(folder.path().join(name), "theorem t \"1=1\":\n").expect("a file");
    }
    let output = shown(&filbert(folder.path(), &["prove", "a.prf", "b.prf", "-q", "--answers", "answers"]));
    assert!(output.contains("--answers takes one script, not 2"), "{output}");
    assert!(!folder.path().join("answers").exists());
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
        let arguments = [&["prove", &script, "-q", "--answers", "answers"], options].concat();
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
fn answers_are_not_written_over_what_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("s.prf"), SCRIPT).expect("a file");
    let output = shown(&filbert(folder.path(), &["prove", "s.prf", "--answers", "s.prf"]));
    assert!(output.contains("s.prf: it exists, and filbert did not write it"), "{output}");
    assert_eq!(std::fs::read_to_string(folder.path().join("s.prf")).expect("a script"), SCRIPT);
    for _ in 0..2 {
        filbert(folder.path(), &["prove", "s.prf", "-q", "--answers", "answers"]);
        assert!(folder.path().join("answers").exists() && !folder.path().join("answers.partial").exists());
    }
}
