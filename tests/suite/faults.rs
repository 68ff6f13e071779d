//! What goes wrong around filbert: files of others, pipes that close, disks that are full, signals, bytes that are no
//! text. Nothing is lost, nothing is torn, nobody waits, and the exit code tells.

use std::fs;
use std::io::BufRead;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::cli::{converse, filbert, in_folder, shown};

/// A statement that nobody waits for.
const ENDLESS: &str = "eval endless \"?msd_10 211*x+307*y+503*z+701*u+1103*v<1301*w+4\":\n";
const THREE: &str = "theorem a \"?msd_2 Ax x<x+1\":\ntheorem b \"?msd_fib Ax Ey x<y\":\ntheorem c \"?msd_2 Ex x=3\":\n";

pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

/// Names of all files below a folder.
fn listing(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        match entry.path().is_dir() {
            true => names.extend(listing(&entry.path())),
            false => names.push(entry.file_name().to_string_lossy().into_owned()),
        }
    }
    names.sort();
    names
}

#[test]
fn files_of_others_are_not_overwritten() {
    let package = "{\"name\": \"mine\"}\n";
    let script = "eval package n \"?msd_2 i<n\":\n";
    let folder = folder(&[("s.prf", script), ("package.json", package), ("other/package.json", package)]);
    let path = |name: &str| folder.path().join(name);
    assert_eq!(filbert(folder.path(), &["prove", "s.prf"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(path("package.json")).unwrap(), package);
    assert!(path("Result/package.json").is_file());
    let counted = filbert(folder.path(), &["count", "Result/package.json", "1000000"]);
    assert_eq!(String::from_utf8_lossy(&counted.stdout), "1000000\n");
    // What filbert wrote it writes again.
    assert_eq!(filbert(folder.path(), &["prove", "s.prf"]).status.code(), Some(0));
    let refused = shown(&filbert(folder.path(), &["prove", "s.prf", "--out", "other"]));
    assert!(refused.starts_with("exit 2") && refused.contains("filbert did not write it"), "{refused}");
    assert_eq!(listing(&path("other")), ["package.json"]);
    assert_eq!(filbert(folder.path(), &["prove", "s.prf", "--out", "new/place"]).status.code(), Some(0));
    assert!(path("new/place/package.mpl").is_file());
}

#[test]
fn a_page_of_others_is_not_overwritten() {
    let folder = folder(&[("s.prf", THREE), ("index.html", "<h1>Mine</h1>")]);
    let refused = shown(&filbert(folder.path(), &["prove", "s.prf", "--html", "."]));
    assert!(refused.starts_with("exit 2") && refused.contains("filbert did not write it"), "{refused}");
    for _ in 0..2 {
        assert_eq!(filbert(folder.path(), &["prove", "s.prf", "--html", "page"]).status.code(), Some(0));
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_written_through() {
    let folder = folder(&[("s.prf", THREE)]);
    let output = filbert(folder.path(), &["prove", "s.prf", "--json", "/dev/stdout"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["hold"], 3);
    let status = Command::new("mkfifo").arg(folder.path().join("pipe")).status().expect("mkfifo runs");
    assert!(status.success());
    let reader = Command::new("cat").arg(folder.path().join("pipe")).stdout(Stdio::piped()).spawn().expect("cat runs");
    assert_eq!(filbert(folder.path(), &["prove", "s.prf", "--json", "pipe"]).status.code(), Some(0));
    let read = reader.wait_with_output().expect("it ends").stdout;
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&read).expect("JSON")["hold"], 3);
    assert_eq!(listing(folder.path()), ["pipe", "s.prf"]);
}

#[test]
fn lines_of_json_say_whether_they_are_all() {
    let folder = folder(&[("s.prf", THREE)]);
    assert_eq!(filbert(folder.path(), &["prove", "s.prf", "--json", "s.jsonl"]).status.code(), Some(0));
    let text = fs::read_to_string(folder.path().join("s.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!((&lines[2]["statement"]["name"], &lines[4]["complete"]), (&"b".into(), &true.into()));
}

/// Proves a script that does not end; once its first theorem is printed, sends a signal.
#[cfg(unix)]
fn ended_by(signal: &str, folder: &Path) -> (Option<i32>, Duration) {
    fs::write(folder.join("s.prf"), format!("{THREE}{ENDLESS}{THREE}")).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_filbert"))
        .args(["prove", "s.prf", "--json", "s.json", "--html", "page"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("filbert runs");
    // The lines of the theorems are there while the run goes on.
    let lines = std::io::BufReader::new(child.stdout.as_mut().expect("a pipe")).lines().take(3);
    let names: String = lines.map(|line| line.expect("a theorem").chars().take(1).collect::<String>()).collect();
    assert_eq!(names, "abc");
    std::thread::sleep(Duration::from_millis(300));
    let asked = Instant::now();
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success());
    let code = child.wait().expect("it ends").code();
    (code, asked.elapsed())
}

#[cfg(unix)]
#[test]
fn results_that_are_known_survive_a_request_to_end() {
    for signal in ["-TERM", "-HUP", "-INT"] {
        let folder = folder(&[]);
        let (code, took) = ended_by(signal, folder.path());
        assert_eq!(code, Some(2), "{signal}");
        assert!(took < Duration::from_secs(20), "{took:?}");
        let text = fs::read_to_string(folder.path().join("s.json")).expect("a report");
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((&report["complete"], &report["hold"]), (&false.into(), &3.into()), "{signal}");
        let page = fs::read_to_string(folder.path().join("page/index.html")).expect("a page");
        assert!(page.contains("unfinished file"));
        assert_eq!(listing(folder.path()), ["index.html", "s.json", "s.prf"]);
    }
}

#[cfg(unix)]
#[test]
fn results_that_are_known_survive_the_end_of_the_process() {
    let folder = folder(&[]);
    ended_by("-KILL", folder.path());
    let text = fs::read_to_string(folder.path().join("s.json.partial")).expect("lines");
    assert_eq!(text.lines().filter(|line| line.contains("\"holds\":true")).count(), 3, "{text}");
    assert!(!text.contains("complete"));
    // The next run leaves nothing behind.
    fs::write(folder.path().join("s.prf"), THREE).expect("a file");
    assert_eq!(filbert(folder.path(), &["prove", "s.prf", "--json", "s.json"]).status.code(), Some(0));
    assert_eq!(listing(folder.path()), ["s.json", "s.prf"]);
}

/// Every command that says something, with arguments that make it do so.
const SPEAKING: [&[&str]; 13] = [
    &["prove", "s.prf"],
    &["prove", "s.prf", "--json", "-"],
    &["eval", "?msd_2 Ax x<x+1"],
    &["eval", "--json", "?msd_2 Ax x<x+1"],
    &["explain", "?msd_2 Ax x<x+1"],
    &["certify", "fib"],
    &["count", "c", "5"],
    &["position", "K2", "1,2"],
    &["table", "K1"],
    &["show", "T"],
    &["walnut"],
    &["man"],
    &["completions", "bash"],
];

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_with_a_message_and_a_closed_pipe_without_one() {
    let folder = folder(&[("s.prf", THREE), ("c.prf", "eval c n \"?msd_2 i<n\":\n")]);
    assert_eq!(filbert(folder.path(), &["prove", "c.prf"]).status.code(), Some(0));
    for arguments in SPEAKING {
        let run = |stdout: Stdio| -> Output {
            let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
            command.args(arguments).current_dir(folder.path()).stdin(Stdio::null()).stdout(stdout);
            command.stderr(Stdio::piped()).output().expect("filbert runs")
        };
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let (read, write) = std::io::pipe().expect("a pipe");
        drop(read);
        let output = run(full.into());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {said}");
        assert!(said.starts_with("error: standard output: ") && said.lines().count() == 1, "{arguments:?} {said}");
        // Nobody listens any more: as a shell says of a program that the signal ends.
        let output = run(write.into());
        assert_eq!(output.status.code(), Some(128 + 13), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn messages_that_nobody_hears_do_no_harm() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    for (formula, code) in [("?msd_2 Ax x<x+1", 0), ("x=", 2)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
        let output = command.args(["eval", formula]).stderr(full()).output().expect("filbert runs");
        assert_eq!(output.status.code(), Some(code));
    }
}

fn talk(arguments: &[&str], input: &[u8]) -> Output {
    converse(folder(&[]).path(), arguments, input)
}

#[test]
fn a_line_that_is_no_text_is_an_error_of_that_line() {
    let output = talk(&["repl"], b"Ax x<x+1\nAx \xff\nEx x=x\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("TRUE").count(), 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("<2> is not UTF-8 text"));
    assert_eq!(output.status.code(), Some(2));
    let output = talk(&["walnut"], b"eval a \"Ax x<x+1\";\neval \xff;\neval b \"Ex x=x\";\n");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!((text.matches("TRUE").count(), text.matches("is not UTF-8 text").count()), (2, 1), "{text}");
}

#[test]
fn a_strict_session_fails_if_a_command_fails() {
    for (input, code) in
        [("eval a \"Ax x<x+1\";\n", 0), ("eval a \"Ax x<x+\";\neval b \"Ex x=x\";\n", 1), ("load no;", 1)]
    {
        assert_eq!(talk(&["walnut", "--strict"], input.as_bytes()).status.code(), Some(code), "{input}");
        assert_eq!(talk(&["walnut"], input.as_bytes()).status.code(), Some(0), "{input}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_thread_that_cannot_be_made_is_an_error_with_its_reason() {
    let folder = folder(&[("s.prf", THREE)]);
    // Room for the stack of the program, and none for that of a worker.
    let limited = format!("ulimit -v 450000; exec {} prove s.prf", env!("CARGO_BIN_EXE_filbert"));
    let output = Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).output().expect("sh runs");
    let text = shown(&output);
    assert!(text.starts_with("exit 2") && text.contains("cannot start a thread: "), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_statement_ends_before_the_memory_of_the_process() {
    let folder = folder(&[("s.prf", &format!("reg r {{0,1}} \"(0|1)*1(0|1){{40}}\":\n{THREE}"))]);
    // Room for the stacks, and some for work.
    let limited = format!("ulimit -v 1500000; exec {} prove s.prf --jobs 1", env!("CARGO_BIN_EXE_filbert"));
    let output = Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).output().expect("sh runs");
    let text = shown(&output);
    assert!(text.starts_with("exit 2") && text.contains("memory limit") && text.matches("TRUE").count() == 3, "{text}");
}

#[test]
fn what_a_script_says_is_shown_and_not_obeyed() {
    let script = "theorem b \"?msd_2 Ax x=x\" from \"x\u{1b}[8m\n::error::y\":\ntheorem c \"?msd_2 Ax \n::warning:: \
                  \u{1b}[2J x\":\n";
    let folder = folder(&[("s.prf", script)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
    let output = command.args(["prove", "s.prf"]).env("CI", "true").current_dir(folder.path()).output().expect("runs");
    let text = shown(&output);
    assert!(!text.contains('\u{1b}'), "{text:?}");
    assert!(text.contains("x\\u{1b}[8m ::error::y"), "{text}");
    assert!(!text.lines().any(|line| line.trim_start().starts_with("::")), "{text}");
}

#[cfg(unix)]
#[test]
fn only_files_are_included() {
    let folder = folder(&[("pipe.prf", "include \"pipe\":\n"), ("zero.prf", "include \"/dev/zero\":\n")]);
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe")).status().expect("mkfifo runs").success());
    for (script, what) in [("pipe.prf", "a pipe"), ("zero.prf", "a device")] {
        let text = shown(&filbert(folder.path(), &["prove", script]));
        assert!(text.starts_with("exit 2") && text.contains(&format!("it is {what}")), "{text}");
    }
    // What the user names may be anything.
    let text = in_folder(&[], &["prove", "/dev/null"]);
    assert!(text.starts_with("exit 0"), "{text}");
}

/// What writes files, each in a folder of its own; then what it must leave there.
const WRITING: [(&[&str], &[&str]); 5] = [
    (&["walnut", "--session-dir", ".", "--strict", "def.txt"], &["Automata Library/f.txt"]),
    (&["prove", "count.prf"], &["Result/c.json"]),
    (&["walnut", "--session-dir", ".", "--strict", "kernel.txt"], &["Automata Library/k.txt"]),
    (&["prove", "s.prf", "--json", "s.json", "--html", "page", "--cache", "cache"], &["s.json", "page/index.html"]),
    (&["regenerate", "game.prf"], &["k.txt"]),
];

const GAME: &str = "game nim \"?msd_2 p,q -> r,s : (p=r & s<q) | (q=s & r<p)\":\nkernel k of nim:\n";

/// Operations in a row whose failure nobody hears of.
const MOST_QUIET: usize = 8;

/// Commands that write several files, after one that wrote them before, and one that writes to the same folder after it.
const TOGETHER: [[&[&str]; 3]; 3] = [
    [
        &["walnut", "--session-dir", ".", "--strict", "f1.txt"],
        &["walnut", "--session-dir", ".", "--strict", "f2.txt"],
        &["walnut", "--session-dir", ".", "d.txt"],
    ],
    [&["prove", "c1.prf"], &["prove", "c2.prf"], &["prove", "d.prf"]],
    [&["regenerate", "g1.prf"], &["regenerate", "g2.prf"], &["regenerate", "g3.prf"]],
];

/// The files below a folder that commands write and that are the same whenever they write them.
fn written(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() && name != "Command Files" {
            found.extend(written(&path));
        } else if path.is_file() && !name.ends_with(".prf") && !name.ends_with("_log.txt") && !name.starts_with('d') {
            found.push((path.clone(), fs::read(&path).expect("a file")));
        }
    }
    found.sort();
    found
}

#[test]
fn files_of_one_command_change_together_wherever_it_fails_or_ends() {
    let kernels = |rule: &str| format!("game a \"?msd_2 {rule}\":\nkernel ka of a:\ngrundy ga of a upto 1:\n");
    let (nim, other) = ("p,q -> r,s : (p=r & s<q) | (q=s & r<p)", "p,q -> r,s : (p=r & s<q & q<s+3) | (q=s & r<p)");
    for [before, after, later] in TOGETHER {
        let folder = folder(&[
            ("Command Files/f1.txt", "def f \"?msd_2 x=y+1\";\n"),
            ("Command Files/f2.txt", "def f \"?msd_fib x=2*y\";\n"),
            ("Command Files/d.txt", "def d \"?msd_2 x=y+1\";\n"),
            ("c1.prf", "eval c n \"?msd_2 i<n\":\n"),
            ("c2.prf", "eval c n \"?msd_fib i<n & 2*j<n\":\n"),
            ("d.prf", "eval d n \"?msd_2 i<n\":\n"),
            ("g1.prf", &kernels(nim)),
            ("g2.prf", &kernels(other)),
            ("g3.prf", &kernels(nim).replace("kernel ka", "kernel dk").replace("grundy ga", "grundy dg")),
        ]);
        let run = |arguments: &[&str], fault: Option<String>| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
            command.args(arguments).current_dir(folder.path()).stdin(Stdio::null());
            if let Some(fault) = fault {
                command.env("FILBERT_FAULT", fault);
            }
            command.output().expect("filbert runs")
        };
        assert_eq!(run(before, None).status.code(), Some(0), "{before:?}");
        let old = written(folder.path());
        assert_eq!(run(after, None).status.code(), Some(0), "{after:?}");
        let new = written(folder.path());
        let names =
            |files: &[(std::path::PathBuf, Vec<u8>)]| files.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
        assert!(old.len() > 1 && names(&old) == names(&new) && old.iter().zip(&new).all(|(old, new)| old != new));
        for ends in [false, true] {
            let (mut quiet, mut n) = (0, 0);
            while quiet < MOST_QUIET {
                n += 1;
                old.iter().for_each(|(path, contents)| fs::write(path, contents).expect("a file"));
                let output = run(after, Some(if ends { format!("end:{n}") } else { n.to_string() }));
                let code = output.status.code();
                assert!(matches!(code, Some(0 | 2)), "{after:?} {n} {}", shown(&output));
                quiet = if code == Some(0) { quiet + 1 } else { 0 };
                if ends || code == Some(0) {
                    // What was begun is ended or undone by the next run that writes there, and tidied up.
                    let other = fs::read_dir(folder.path()).expect("a folder").flatten().map(|entry| entry.path());
                    let is_other = |path: &std::path::PathBuf| path.is_file() && path.ends_with("dk.txt");
                    other.filter(is_other).for_each(|path| fs::remove_file(path).expect("a file"));
                    assert_eq!(run(later, None).status.code(), Some(0), "{later:?} after {n}");
                }
                let now = written(folder.path());
                let fits = now == new && (ends || code == Some(0)) || now == old && code != Some(0);
                assert!(fits, "{after:?} {n} ends {code:?}: {:?}", names(&now));
            }
            println!("{after:?}: {n} operations, {}", if ends { "ended" } else { "failing" });
        }
    }
}

#[test]
fn when_any_operation_on_files_fails_old_files_stay_and_the_next_run_succeeds() {
    for (arguments, kept) in WRITING {
        let folder = folder(&[
            ("Command Files/def.txt", "def f \"?msd_2 x=y+1\";\n"),
            ("Command Files/kernel.txt", GAME),
            ("count.prf", "eval c n \"?msd_2 i<n\":\n"),
            ("s.prf", THREE),
            ("game.prf", GAME),
        ]);
        let run = |fault: Option<usize>| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
            command.args(arguments).current_dir(folder.path()).stdin(Stdio::null());
            if let Some(n) = fault {
                command.env("FILBERT_FAULT", n.to_string());
            }
            command.output().expect("filbert runs")
        };
        assert_eq!(run(None).status.code(), Some(0), "{arguments:?}");
        let old = "false\n";
        let mut quiet = 0;
        for n in 1.. {
            kept.iter()
                .filter(|file| file.ends_with("k.txt") || file.ends_with("f.txt"))
                .for_each(|file| fs::write(folder.path().join(file), old).unwrap());
            let output = run(Some(n));
            let text = shown(&output);
            if !text.contains("as FILBERT_FAULT asks") {
                assert!(text.starts_with("exit 0"), "{arguments:?} {n} {text}");
                quiet += 1;
                // What is only tidied up may stay: the next run does it.
                if quiet == MOST_QUIET {
                    break;
                }
                continue;
            }
            assert!(n < 500, "{arguments:?} {n} {text}");
            quiet = 0;
            assert!(text.starts_with("exit 2"), "{arguments:?} {n} {text}");
            assert!(!listing(folder.path()).iter().any(|name| name.starts_with(".filbert")), "{arguments:?} {n}");
            for file in kept {
                assert!(!fs::read(folder.path().join(file)).expect("it is there").is_empty(), "{arguments:?} {n}");
            }
        }
        assert_eq!(run(None).status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn confined_scripts_name_files_below_them_alone() {
    let folder = folder(&[
        ("lib/defs.prf", "def d \"?msd_2 x=1\":\n"),
        ("own/a.prf", "include \"below/b.prf\":\ntheorem t \"?msd_2 Ex $b(x)\":\n"),
        ("own/below/b.prf", "def b \"?msd_2 x=1\":\n"),
        ("own/out.prf", "include \"../lib/defs.prf\":\ntheorem t \"?msd_2 Ex $d(x)\":\n"),
        ("own/files.prf", "eval c n \"?msd_2 i<n\":\n"),
    ]);
    let run = |arguments: &[&str]| shown(&filbert(folder.path(), arguments));
    assert!(run(&["prove", "own/a.prf", "--confined"]).starts_with("exit 0"));
    assert!(run(&["prove", "own/out.prf"]).starts_with("exit 0"));
    let refused = run(&["prove", "own/out.prf", "--confined"]);
    assert!(refused.starts_with("exit 2") && refused.contains("is outside the folder of the script"), "{refused}");
    assert!(run(&["prove", "own/out.prf", "--confined", "--in", "lib"]).starts_with("exit 0"));
    assert!(run(&["prove", "own/files.prf", "--confined"]).starts_with("exit 0"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../../lib/defs.prf", folder.path().join("own/below/link.prf")).expect("a link");
        fs::write(folder.path().join("own/a.prf"), "include \"below/link.prf\":\n").expect("a file");
        assert!(run(&["prove", "own/a.prf", "--confined"]).starts_with("exit 2"));
        fs::remove_dir_all(folder.path().join("own/Result")).expect("a folder");
        std::os::unix::fs::symlink("../lib", folder.path().join("own/Result")).expect("a link");
        assert!(run(&["prove", "own/files.prf", "--confined"]).starts_with("exit 2"));
        assert_eq!(listing(&folder.path().join("lib")), ["defs.prf"]);
    }
}

#[cfg(unix)]
#[test]
fn confined_conversations_read_below_their_folders_alone() {
    let folder = folder(&[
        ("lib/f.txt", "msd_2\n\n0 1\n1 -> 0\n"),
        ("lib/defs.prf", "def d \"?msd_2 x=1\":\n"),
        ("own/Automata Library/own.txt", "msd_2\n\n0 1\n1 -> 0\n"),
        ("own/Command Files/s.txt", "eval a \"?msd_2 Ex $own(x)\";\neval b \"?msd_2 Ex $f(x)\";\nload out.txt;\n"),
        ("own/a.prf", "include \"../lib/defs.prf\":\n"),
    ]);
    let link = |from: &str, to: &str| std::os::unix::fs::symlink(folder.path().join(from), folder.path().join(to));
    link("lib/f.txt", "own/Automata Library/f.txt").expect("a link");
    link("lib/defs.prf", "own/Command Files/out.txt").expect("a link");
    let own = folder.path().join("own");
    let walnut = |more: &[&str]| shown(&filbert(&own, &[&["walnut", "--session-dir", ".", "s.txt"], more].concat()));
    assert!(!walnut(&[]).contains("is outside"));
    let confined = walnut(&["--confined", "--strict"]);
    assert!(confined.starts_with("exit 1") && confined.matches("TRUE").count() == 1, "{confined}");
    assert_eq!(confined.matches("is outside the folder of the script").count(), 2, "{confined}");
    for (more, code) in [(&[][..], Some(0)), (&["--confined"], Some(2)), (&["--confined", "--in", "../lib"], Some(0))] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
        command.arg("repl").args(more).current_dir(&own).stdin(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("filbert runs");
        std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), b"include \"a.prf\":\n").expect("it reads");
        assert_eq!(child.wait().expect("it ends").code(), code, "{more:?}");
    }
}

#[test]
fn a_file_that_loads_itself_twice_ends_with_a_message() {
    let folder = folder(&[
        ("Command Files/a.txt", "load a.txt;\nload b.txt;\n"),
        ("Command Files/b.txt", "load a.txt;\nload a.txt;\n"),
    ]);
    let output = filbert(folder.path(), &["walnut", "--session-dir", ".", "--strict", "a.txt"]);
    let text = shown(&output);
    assert!(text.starts_with("exit 1") && text.matches("is being loaded already").count() == 3, "{text}");
}

#[test]
fn a_kernel_that_was_edited_by_hand_says_so() {
    let folder = folder(&[("Command Files/k.txt", GAME), ("Command Files/e.txt", "eval e \"?msd_2 $k(1,1)\";\n")]);
    let walnut = |script: &str| shown(&filbert(folder.path(), &["walnut", "--session-dir", ".", script]));
    walnut("k.txt");
    let path = folder.path().join("Automata Library/k.txt");
    let kept = fs::read_to_string(&path).expect("a kernel");
    assert!(kept.contains("# sha256") && !walnut("e.txt").contains("edited after"));
    fs::write(&path, kept.replace("0 1\n", "0 0\n")).expect("a file");
    let said = walnut("e.txt");
    assert!(said.contains("k.txt:") && said.contains("edited after filbert wrote them"), "{said}");
    let seen = shown(&filbert(folder.path(), &["show", "./Automata Library/k.txt"]));
    assert!(seen.contains("warning: ./Automata Library/k.txt:"), "{seen}");
    // A proof does not rest on it.
    fs::write(folder.path().join("p.prf"), "theorem t \"?msd_2 $k(1,1)\":\n").expect("a file");
    let proved = shown(&filbert(folder.path(), &["prove", "p.prf", "--in", "."]));
    assert!(proved.starts_with("exit 2") && proved.contains("edited after filbert wrote them"), "{proved}");
    // What was written by hand has no seal.
    let body = kept.split_once("below: ").expect("a seal").1.split_once('\n').expect("a line").1;
    fs::write(&path, body).expect("a file");
    assert!(!walnut("e.txt").contains("edited after"));
    assert!(shown(&filbert(folder.path(), &["prove", "p.prf", "--in", "."])).starts_with("exit 0"));
}
