//! The examples of README.md and docs/language.md print what they say.
//!
//! A block `console` holds commands after `$ ` and what each prints. A block `text NAME` is the file NAME, there for the
//! commands. Times, sizes and memory may differ.

use std::path::Path;
use std::process::Command;

/// The arguments of a shell line in which only single quotes are special.
fn arguments(line: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        match i % 2 {
            0 => arguments.extend(part.split_whitespace().map(str::to_owned)),
            _ => arguments.push(part.to_owned()),
        }
    }
    arguments
}

/// The text without its figures and the blanks before them.
fn without_figures(text: &str) -> String {
    let figures = regex::Regex::new(r" +(\d+(\.\d+)? m?s|\d+ states(   |$)|\d+ MB)").expect("a regular expression");
    text.lines().map(|line| figures.replace_all(line, " #").trim_end().to_owned() + "\n").collect()
}

/// Runs every example of a page; the number of commands.
fn check(page: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join(page)).expect("the page is readable");
    let folder = tempfile::tempdir().expect("a folder");
    let mut commands = 0;
    // Odd pieces stand between fences.
    for block in text.split("```").skip(1).step_by(2) {
        let (tag, body) = block.split_once('\n').expect("a block has lines");
        if let Some(name) = tag.strip_prefix("text ") {
            std::fs::write(folder.path().join(name), body).expect("a file is written");
        }
        if tag != "console" {
            continue;
        }
        for example in format!("\n{body}").split("\n$ filbert ").skip(1) {
            let (line, expected) = example.split_once('\n').unwrap_or((example, ""));
            let output = Command::new(env!("CARGO_BIN_EXE_filbert"))
                .args(arguments(line))
                .current_dir(folder.path())
                .output()
                .expect("filbert runs");
            let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
            let expected = expected.trim_end().to_owned() + "\n";
            assert_eq!(without_figures(&printed), without_figures(&expected), "{page}: filbert {line}");
            commands += 1;
        }
    }
    commands
}

#[test]
fn the_examples_of_the_readme_print_what_they_say() {
    assert!(check("README.md") >= 5);
}

#[test]
fn the_examples_of_the_language_print_what_they_say() {
    assert!(check("docs/language.md") >= 20);
}

#[test]
fn the_examples_of_the_games_print_what_they_say() {
    assert!(check("docs/games.md") >= 6);
}

#[test]
fn the_examples_of_the_lints_print_what_they_say() {
    for lint in filbert::logic::lints::Lint::ALL {
        check(&format!("docs/lints/{lint}.md"));
    }
    assert_eq!(check("docs/lints/README.md"), 1);
}
