//! `filbert fmt`: scripts laid out say what they said, and stay as they are.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use filbert::editor::format;
use filbert::syntax::{CommandKind, Quoted, Source, parse_formula, parse_script};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every script of the project.
fn scripts() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.is_dir() && name != "target" && name != "node_modules" && !name.starts_with('.') {
                folders.push(path);
            } else if name.ends_with(".prf") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What a script says: its commands without places, formulas as they are printed, and other texts as they stand.
fn said(text: &str) -> Vec<String> {
    let source = Source::new("s", text);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty(), "{}", errors[0].render(false));
    let spans = regex::Regex::new(r"Span \{ start: \d+, end: \d+ \}").expect("a regular expression");
    let shown = |quoted: &Quoted| match parse_formula(&source, quoted.span, &()) {
        Ok(formula) => formula.to_string(),
        // Macros and sequences are not read here: all but the blanks is compared.
        Err(_) => source.slice(quoted.span).split_whitespace().collect(),
    };
    let mut said = Vec::new();
    for command in &commands {
        said.push(spans.replace_all(&format!("{:?} {:?}", command.kind, command.ending), "").into_owned());
        match &command.kind {
            CommandKind::Theorem { formula, source: from, .. } | CommandKind::Refute { formula, source: from, .. } => {
                said.push(shown(formula));
                said.extend(from.map(|from| source.slice(from.span).to_owned()));
            }
            CommandKind::Def { formula, .. } | CommandKind::Eval { formula, .. } => said.push(shown(formula)),
            CommandKind::Cover { target, pieces, .. } => said.extend([target].into_iter().chain(pieces).map(shown)),
            CommandKind::Macro { template, .. } => said.push(source.slice(template.span).to_owned()),
            _ => said.push(source.slice(command.span).split_whitespace().collect()),
        }
    }
    said
}

#[test]
fn every_script_of_the_project_says_the_same_and_stays() {
    let scripts = scripts();
    assert!(scripts.len() > 70, "{} scripts", scripts.len());
    for path in scripts {
        let mut text = std::fs::read_to_string(&path).expect("a script");
        // A template for sweeps is a script once its parameters have values.
        if path.components().any(|part| part.as_os_str() == "sweeps") {
            text = text.replace("{l}", "3").replace("{s}", "2");
        }
        let name = path.display().to_string();
        let laid = format(&Source::new(&*name, &*text)).unwrap_or_else(|errors| panic!("{}", errors[0].render(false)));
        assert_eq!(format(&Source::new(&*name, &*laid)).ok().as_deref(), Some(&*laid), "{name}: laid out twice");
        assert_eq!(said(&text), said(&laid), "{name}");
        // Not a letter is lost or gained, in comments neither.
        let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert!(letters(&text) == letters(&laid), "{name}");
    }
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_filbert")).args(arguments).current_dir(folder).output().expect("filbert runs")
}

fn verdicts(folder: &Path) -> Vec<(String, String)> {
    let output = run(folder, &["prove", "k0.prf", "g.prf", "family.prf", "--json", "-"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let files = report["files"].as_array().expect("files");
    let entries = files.iter().flat_map(|file| file["statements"].as_array().cloned());
    let one = |entry: serde_json::Value| (entry["name"].to_string(), entry["verdict"].to_string());
    let found: Vec<(String, String)> = entries.flatten().map(one).collect();
    assert!(found.len() > 30, "{report}");
    found
}

#[test]
fn verdicts_of_scripts_laid_out_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for entry in std::fs::read_dir(root().join("proofs/wythoff")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a script");
        // Blanks that mean nothing, in formulas and out of them.
        let messy = text.replace(" & ", "   &").replace(" => ", "=>  ").replace("theorem ", "theorem   ");
        std::fs::write(folder.path().join(path.file_name().expect("a name")), messy).expect("a file");
    }
    let before = verdicts(folder.path());
    assert_eq!(run(folder.path(), &["fmt", "--check"]).status.code(), Some(1));
    assert_eq!(run(folder.path(), &["fmt"]).status.code(), Some(0));
    let output = run(folder.path(), &["fmt", "--check", "."]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    assert_eq!(verdicts(folder.path()), before);
}

#[test]
fn a_file_that_is_wrong_stays_and_the_others_are_laid_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = "theorem a  \"Ax x=\":\nfrob;\n";
    std::fs::write(folder.path().join("a.prf"), wrong).expect("a file");
    std::fs::write(folder.path().join("b.prf"), "def  f\"x=1&y=1\":").expect("a file");
    std::fs::write(folder.path().join("c.prf"), b"def f \"\xff\":").expect("a file");
    let output = run(folder.path(), &["fmt"]);
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(messages.contains("a.prf:1:") && messages.contains("unknown command `frob`"), "{messages}");
    assert!(messages.contains("c.prf: line 1 is not UTF-8"), "{messages}");
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
    assert_eq!(read("a.prf"), wrong.as_bytes());
    assert_eq!(read("b.prf"), b"def f \"x=1 & y=1\":\n");
    assert_eq!(read("c.prf"), b"def f \"\xff\":");
    assert_eq!(run(folder.path(), &["fmt", "none.prf"]).status.code(), Some(2));
    assert_eq!(run(folder.path(), &["fmt", "-", "b.prf"]).status.code(), Some(2));
}

#[test]
fn standard_input_is_laid_out_on_standard_output() {
    use std::io::Write;
    let laid = |text: &str, arguments: &[&str]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_filbert"))
            .args(["fmt", "-"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("filbert runs");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    assert_eq!(laid("eval  \"x = 1\":\r\n", &[]), (Some(0), "eval \"x=1\":\r\n".into()));
    assert_eq!(laid("", &[]), (Some(0), String::new()));
    assert_eq!(laid("eval  \"x = 1\":\n", &["--check"]), (Some(1), String::new()));
    assert_eq!(laid("eval \"x=1\":\n", &["--check"]), (Some(0), String::new()));
    assert_eq!(laid("eval \"x=\":\n", &[]), (Some(2), String::new()));
    let long = "# \u{1F600}\ndef  f  \"?msd_fib Ey x = 2 * y\":\n".repeat(30_000);
    let (code, out) = laid(&long, &[]);
    assert!(code == Some(0) && out.len() < long.len() && out.lines().count() == 60_000);
}
