//! What people see on a terminal: colours, progress that goes when it is over, and nothing left behind.

use std::path::Path;
use std::process::Command;

use rexpect::session::{PtySession, spawn_command};
use tempfile::TempDir;

/// Milliseconds to wait for what comes: the machine may be busy with other things.
const PATIENCE: u64 = 120_000;

/// A statement that takes longer than anybody waits.
const HARD: &str =
    "theorem hard \"?msd_trib Ai,j,k,n (At t<n => (TR[i+t]=TR[j+t] | TR[i+t]=TR[k+t])) => (i=j | i=k | n<50)\":\n";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

/// A command of a shell on a terminal that shows colours and reads UTF-8.
fn on_terminal(folder: &Path, command: &str, variables: &[(&str, &str)]) -> PtySession {
    let mut shell = Command::new("bash");
    let program = env!("CARGO_BIN_EXE_filbert");
    shell.args(["-c", &command.replace("filbert", program)]).current_dir(folder);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "LC_CTYPE", "LANG"] {
        shell.env_remove(name);
    }
    shell.env("TERM", "xterm").env("LC_ALL", "C.UTF-8").envs(variables.iter().copied());
    spawn_command(shell, Some(PATIENCE)).expect("a terminal")
}

/// All that a command writes to its terminal.
fn said(folder: &Path, command: &str, variables: &[(&str, &str)]) -> String {
    on_terminal(folder, command, variables).exp_eof().expect("it ends")
}

/// Columns of a terminal that does not say how many it has.
const WIDTH: usize = 80;

/// What stands on the screen of a terminal after all this was written to it, each byte of it a character.
fn screen(written: &str) -> Vec<String> {
    let bytes: Vec<u8> = written.chars().filter_map(|byte| u8::try_from(byte).ok()).collect();
    let written = String::from_utf8_lossy(&bytes);
    let (mut lines, mut row, mut column) = (vec![Vec::new()], 0_usize, 0_usize);
    let mut characters = written.chars();
    while let Some(character) = characters.next() {
        match character {
            '\r' => column = 0,
            '\n' => row += 1,
            '\u{1b}' => {
                if characters.next() != Some('[') {
                    continue;
                }
                let mut numbers = String::new();
                let kind = characters.by_ref().find(|c| {
                    numbers.push(*c);
                    c.is_ascii_alphabetic()
                });
                numbers.pop();
                let count: usize = numbers.parse().unwrap_or(1);
                match kind {
                    Some('A') => row = row.saturating_sub(count),
                    Some('B') => row += count,
                    Some('K') if numbers == "2" => lines[row].clear(),
                    Some('K') => lines[row].truncate(column),
                    Some('J') => {
                        lines[row].truncate(column);
                        lines.truncate(row + 1);
                    }
                    _ => {}
                }
            }
            _ => {
                if column == WIDTH {
                    (row, column) = (row + 1, 0);
                    lines.resize(lines.len().max(row + 1), Vec::new());
                }
                let length = lines[row].len().max(column + 1);
                lines[row].resize(length, ' ');
                lines[row][column] = character;
                column += 1;
            }
        }
        lines.resize(lines.len().max(row + 1), Vec::new());
    }
    let shown = lines.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_owned());
    shown.filter(|line| !line.is_empty()).collect()
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let folder = folder(&[("a.prf", "theorem a \"Ax x<x+1\":\ntheorem b \"Ax x<3\":\ntheorem c \"Ax x==x\":\n")]);
    let coloured = said(folder.path(), "filbert prove a.prf", &[]);
    for (code, word) in [("38;5;28", "TRUE"), ("38;5;160", "FALSE"), ("38;5;160", "ERROR")] {
        assert!(coloured.contains(&format!("\u{1b}[{code}m{word}")), "{word}: {coloured:?}");
    }
    for (command, variables) in [
        ("filbert prove a.prf", &[("NO_COLOR", "1")][..]),
        ("filbert prove a.prf", &[("TERM", "dumb")]),
        ("filbert prove a.prf 2>&1 | cat", &[]),
    ] {
        let plain = said(folder.path(), command, variables);
        assert!(!plain.contains('\u{1b}') && plain.contains("FALSE    x = 3"), "{command} {variables:?}: {plain:?}");
    }
    // Colours change no word.
    let plain = said(folder.path(), "filbert prove a.prf", &[("NO_COLOR", "1")]);
    let figures = regex::Regex::new(r"\d+ m?s|\d+ MB").expect("a regular expression");
    let words = |text: &str| screen(&figures.replace_all(text, "N")).join("\n");
    assert_eq!(words(&coloured), words(&plain));
}

#[test]
fn progress_counts_files_and_an_interrupt_leaves_nothing_behind() {
    let easy = "theorem easy \"Ax x<x+1\":\n";
    let folder = folder(&[("a.prf", easy), ("b.prf", HARD), ("c.prf", easy)]);
    let command = "filbert prove . -j 1 --memory 2GB --json out.json; echo code $?";
    let mut session = on_terminal(folder.path(), command, &[("NO_COLOR", "1")]);
    let (before, drawn) = session.exp_regex(r"1 of 3 files").expect("progress");
    session.send("\u{3}").expect("keys");
    session.flush().expect("they are sent");
    let rest = session.exp_eof().expect("it ends");
    let seen = screen(&(before + &drawn + &rest));
    // Long lines go on in the next.
    let text = seen.concat();
    assert!(text.contains("easy") && text.contains("1 theorem holds"), "{text}");
    assert!(text.contains("1 file unfinished") && text.ends_with("code 2"), "{text}");
    for left in ["of 3 files", "  step ", "states ("] {
        assert!(!text.contains(left), "{text}");
    }
    let mut files: Vec<String> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    assert_eq!(files, ["a.prf", "b.prf", "c.prf", "out.json"]);
}

#[test]
fn who_reads_two_lines_gets_two_lines() {
    let theorems: String = (0..400).map(|n| format!("theorem t{n} \"?msd_fib Ax x+{n}<x+{}\":\n", n + 1)).collect();
    let folder = folder(&[("a.prf", &theorems)]);
    let text = said(folder.path(), "filbert prove a.prf | head -2; echo code ${PIPESTATUS[0]}", &[]);
    let lines = screen(&text);
    assert!(lines.len() == 3 && lines[0].starts_with("t0 ") && lines[1].starts_with("t1 "), "{text:?}");
    // What a shell says of a program that a closed pipe ends.
    assert_eq!(lines[2], "code 141");
}

#[test]
fn a_screen_shows_what_a_terminal_would() {
    assert_eq!(screen("one\r\ntwo\rT\u{1b}[1mw\u{1b}[0m\r\n\u{1b}[2K"), ["one", "Two"]);
    assert_eq!(screen("spin\r\n12 of 76\r\u{1b}[1A\u{1b}[2K\u{1b}[1B\u{1b}[2K\u{1b}[1Adone"), ["done"]);
    let wide = "x".repeat(WIDTH);
    assert_eq!(screen(&format!("{wide}y\r\n")), [&*wide, "y"]);
    assert_eq!(screen(&format!("kept\r\n{wide}two\r\u{1b}[2K\u{1b}[1A\u{1b}[2Kend")), ["kept", "end"]);
    assert_eq!(screen("abc\u{1b}[2D\r\u{1b}[Kx"), ["x"]);
}
