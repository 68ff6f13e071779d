//! The program as people run it: what it prints and its exit code.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

pub(crate) fn filbert(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_filbert")).args(arguments).current_dir(folder).output().expect("filbert runs")
}

/// Exit code, output and errors of the program in a folder.
pub(crate) fn filbert_in(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = filbert(folder, arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("an exit code"), text(&output.stdout), text(&output.stderr))
}

/// What the program does when this is its input.
pub(crate) fn converse(folder: &Path, arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("filbert runs");
    // A program that ends early closes its input: what it said is judged.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_ref());
    child.wait_with_output().expect("it ends")
}

/// Exit code, then both outputs, with times, state counts and memory made equal.
pub(crate) fn shown(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    let mut text = format!("exit {}\n{text}", output.status.code().expect("an exit code"));
    for (figure, replacement) in
        [(r" +\d+(\.\d+)? m?s\b", "  N ms"), (r" {4,}\d+ states\b", "  N states"), (r"\d+ MB", "N MB")]
    {
        text = regex::Regex::new(figure).expect("a regular expression").replace_all(&text, replacement).into_owned();
    }
    text
}

pub(crate) fn in_folder(files: &[(&str, &str)], arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    shown(&filbert(folder.path(), arguments))
}

fn eval(formula: &str) -> String {
    in_folder(&[], &["eval", formula])
}

#[test]
fn eval_says_true_or_false_and_why() {
    insta::assert_snapshot!(eval("?msd_fib Ax,y x+y=y+x"), @r"
    exit 0
    TRUE
    ");
    insta::assert_snapshot!(eval("?msd_fib Ax Ey x=2*y"), @r"
    exit 0
    FALSE
    x = 1
    ");
}

#[test]
fn a_witness_satisfies_its_statement() {
    let shown = eval("?msd_trib Ex,y x=y+5 & y>100");
    let value = |name: &str| -> u64 {
        let at = shown.find(&format!("{name} = ")).expect("a value") + name.len() + 3;
        shown[at..].chars().take_while(char::is_ascii_digit).collect::<String>().parse().expect("a number")
    };
    assert!(shown.contains("TRUE"));
    assert_eq!(value("x"), value("y") + 5);
    assert!(value("y") > 100);
}

#[test]
fn a_large_atom_is_explored_only_as_far_as_a_witness() {
    insta::assert_snapshot!(eval("?msd_bonacci5 Ex,y,z,u x+y=z+u+3 & x>100 & z>1000"), @r"
    exit 0
    TRUE
    x = 101, y = 903, z = 1001, u = 0
    ");
}

#[test]
fn eval_lists_the_first_values_of_free_variables() {
    insta::assert_snapshot!(eval("?msd_fib $phin(x,y) & x<3"), @r"
    exit 0
    x, y: 4 states, 5 transitions
    (0, 0), (1, 1), (2, 3) (all)
    ");
    insta::assert_snapshot!(eval("?lsd_2 x=y+y & x<y"), @r"
    exit 0
    x, y: 1 states, 0 transitions
    no values
    ");
}

#[test]
fn eval_points_at_what_is_wrong() {
    insta::assert_snapshot!(eval("?msd_fib Ax $phinn(x,x)"), @r"
    exit 2
    error: unknown function `$phinn`
       ,-[ statement:1:13 ]
       |
     1 | ?msd_fib Ax $phinn(x,x)
       |             ^^^^^^
       |                `---- did you mean `$phin`?
    ---'
    ");
    insta::assert_snapshot!(eval("?msd_fib Ex F[x]=@1 & (?msd_2 T[x]=@1)"));
    insta::assert_snapshot!(eval("?msd_fib Ex x=_2"));
    insta::assert_snapshot!(eval("?msd_fib Ex,y $phin(x,y) & (?msd_2 Ez $phin(z+1,3))"));
}

#[test]
fn more_or_less_is_said_as_wanted() {
    let verbose = in_folder(&[], &["eval", "-v", "?msd_fib Ax Ey x=2*y"]);
    assert!(
        verbose.starts_with("exit 0\nFALSE  N ms, largest automaton ") && verbose.ends_with("x = 1\n"),
        "{verbose}"
    );
    let script = ("a.prf", "theorem a \"?msd_fib Ax,y x<x+1\":\ntheorem b \"?msd_fib Ax x<3\":\n");
    insta::assert_snapshot!(in_folder(&[script], &["-q", "prove", "a.prf"]), @r"
    exit 1
    b              FALSE    x = 3
                   expected TRUE at a.prf:2
    1 of 2 theorems fails, 1 warning  N ms, N MB
    ");
    let verbose = in_folder(&[script], &["prove", "a.prf", "--verbose"]);
    assert!(verbose.contains("\n    ?msd_fib Ax x<3\n"), "{verbose}");
    // No escape codes outside terminals, whatever is wanted.
    assert!(!in_folder(&[script], &["prove", "a.prf", "-v"]).contains('\u{1b}'));
}

const K3_FOR_K2: &str = r#"
include "moves.prf";
def k3_asym "?msd_fib (a+b<=3) | (En,x $phin(n+2,x) & a+1=x+K3[n+1] & b=x+n+3+K3[n+1])":
def k3 "?msd_fib $k3_asym(a,b) | $k3_asym(b,a)":
theorem stable "?msd_fib Ap,q,r,s ($k3(p,q) & p+q>2 & $option(p,q,r,s)) => ~$k3(r,s)" from "K^2 with the positions of K^3":
theorem absorbing "?msd_fib Ap,q ~$k3(p,q) => (Er,s $option(p,q,r,s) & $k3(r,s))":
"#;
const MOVES: &str = r#"def option "?msd_fib (c=a & d<b) | (c<a & d=b) | (a+d=c+b & c<a)":"#;

#[test]
fn a_false_theorem_fails_with_a_position() {
    let shown = in_folder(&[("wrong.prf", K3_FOR_K2), ("moves.prf", MOVES)], &["prove", "wrong.prf"]);
    insta::assert_snapshot!(shown);
}

#[test]
fn a_broken_command_does_not_keep_the_others_from_being_tried() {
    let script = "theorem a \"?msd_fib Ax $nope(x)\":\ntheorem b \"?msd_fib Ax (x=x\":\nthoerem c \"1=1\":\n\
                  theorem d \"?msd_fib Ax,y x+y=y+x\" from \"school\":\ndef e \"x=y\"\n";
    insta::assert_snapshot!(in_folder(&[("broken.prf", script)], &["prove", "broken.prf"]));
}

#[test]
fn a_limit_ends_one_statement_and_not_the_next() {
    let script = "theorem words \"?msd_trib Ai,j,n (At t<n => TR[i+t]=TR[j+t]) => i=j\":\n\
                  theorem sums \"?msd_bonacci4 Ax,y,z,u (x+y=z+u & x<z) => 3*x+5*y!=7*z+2*u\":\n\
                  theorem easy \"?msd_fib Ax x=x\":\n";
    let shown = in_folder(&[("hard.prf", script)], &["prove", "hard.prf", "--max-states", "500"]);
    insta::assert_snapshot!(shown);
}

#[test]
fn files_that_cannot_be_read_are_said_to_be() {
    insta::assert_snapshot!(in_folder(&[], &["prove", "missing.prf"]), @r"
    exit 2
    error: missing.prf: No such file or directory (os error 2)
    ");
    insta::assert_snapshot!(in_folder(&[], &["prove"]), @r"
    exit 2
    error: .: no .prf file in this folder
    ");
    let circle = "include \"self.prf\";\ntheorem a \"1=1\":\n";
    insta::assert_snapshot!(in_folder(&[("self.prf", circle)], &["prove", "self.prf"]));
}

#[test]
fn results_are_written_as_json() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.prf"), "theorem t \"Ax x<5\" from \"nowhere\":\nrefute r \"Ex x<x\":\n")
        .expect("a file");
    let output = filbert(folder.path(), &["prove", "a.prf", "--json", "out.json"]);
    assert_eq!(output.status.code(), Some(1));
    let text = std::fs::read_to_string(folder.path().join("out.json")).expect("the report");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let statements = &report["files"][0]["statements"];
    assert_eq!(statements[0]["verdict"], "FALSE");
    assert_eq!(statements[0]["holds"], false);
    assert_eq!(statements[0]["example"]["x"], "5");
    assert_eq!(statements[0]["source"], "nowhere");
    assert_eq!(statements[1]["verdict"], "FALSE");
    assert_eq!(statements[1]["holds"], true);
    assert_eq!((&report["hold"], &report["fail"], &report["undecided"]), (&1.into(), &1.into(), &0.into()));
    assert!(report["peak_bytes"].as_u64().is_some_and(|bytes| bytes > 10_000));
}

#[test]
fn certify_and_regenerate_check_what_is_shipped() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    insta::assert_snapshot!(shown(&filbert(root, &["certify", "fib", "lsd_pell", "10"])), @r"
    exit 0
    msd_fib         proved  N ms   x+y=z has 16 states
    lsd_pell        proved  N ms   x+y=z has 16 states
    msd_10          proved  N ms   x+y=z has 2 states
    ");
    let output = filbert(root, &["regenerate", "--check"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_statement_beyond_its_memory_ends_and_gives_it_back() {
    let script = "theorem hard \"?msd_trib Ai,j,k,n \
                  (At t<n => (TR[i+t]=TR[j+t] | TR[i+t]=TR[k+t])) => (i=j | i=k | n<50)\":\n\
                  theorem easy \"?msd_trib Ai,j,n (At t<n => TR[i+t]=TR[j+t]) => (n=0 | TR[i]=TR[j])\":\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("hard.prf"), script).expect("a file");
    let output = filbert(folder.path(), &["prove", "hard.prf", "--memory", "30MB", "--json", "-"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let statements = &json["files"][0]["statements"];
    assert_eq!((&statements[0]["verdict"], &statements[1]["verdict"]), (&"UNKNOWN".into(), &"TRUE".into()));
    assert!(statements[0]["reason"].as_str().expect("a reason").starts_with("memory limit in the step "));
    let peak = json["peak_bytes"].as_u64().expect("a number");
    assert!(peak < 36_000_000, "{peak} bytes");
}

#[test]
fn a_disk_takes_what_does_not_fit_into_memory() {
    let script = "def multiples \"?msd_10 503*x+9*y=z & (~(Ep x=7*p) | ~(Eq y=7*q) | (Er z=7*r))\":\n\
                  export multiples txt;\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("spill")).expect("a folder");
    std::fs::write(folder.path().join("s.prf"), script).expect("a file");
    let prove = |options: &[&str]| {
        let output = filbert(folder.path(), &[&["prove", "s.prf", "-j1", "--json", "-"], options].concat());
        let peak = serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("JSON")["peak_bytes"].as_u64();
        let file = folder.path().join("Result/multiples.txt");
        let written = std::fs::read(&file).ok();
        let _ = std::fs::remove_file(&file);
        (output.status.code(), written, peak.expect("a number"))
    };
    let (code, expected, whole) = prove(&[]);
    assert!(code == Some(0) && expected.is_some(), "{code:?}");
    let little = ["--memory", "22MB"];
    assert_eq!(prove(&little).1, None);
    let output = filbert(folder.path(), &[&["prove", "s.prf"], &little[..]].concat());
    let advice = "`--spill DIR` builds on disk";
    assert!(String::from_utf8_lossy(&output.stderr).contains(advice), "{}", shown(&output));
    let (code, found, peak) = prove(&[&little[..], &["--spill", "spill"]].concat());
    assert!(code == Some(0) && found == expected && 2 * peak < whole, "{peak} of {whole} bytes");
    assert_eq!(std::fs::read_dir(folder.path().join("spill")).expect("a folder").count(), 0);
    let output = filbert(folder.path(), &["prove", "s.prf", "--spill", "missing"]);
    assert!(output.status.code() == Some(2) && String::from_utf8_lossy(&output.stderr).contains("spill folder"));
}

/// The verdict of a script with a folder as its cache, and how many steps were taken from there.
fn with_cache(folder: &Path) -> (bool, usize) {
    let output = filbert(folder, &["prove", "words.prf", "--cache", "cache", "--explain"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_cached = |line: &&str| line.split_whitespace().nth(1) == Some("cached");
    (output.status.success(), text.lines().filter(is_cached).count())
}

#[test]
fn a_cache_is_used_again_and_believed_only_if_intact() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "theorem same \"?msd_trib Ai,j,n (At t<n => TR[i+t]=TR[j+t]) => (n=0 | TR[i]=TR[j])\":\n";
    std::fs::write(folder.path().join("words.prf"), script).expect("a file");
    assert_eq!(with_cache(folder.path()), (true, 0));
    let (holds, cached) = with_cache(folder.path());
    assert!(holds && cached > 0, "{cached} steps from the cache");
    for file in std::fs::read_dir(folder.path().join("cache")).expect("a folder") {
        let path = file.expect("a file").path();
        let mut bytes = std::fs::read(&path).expect("a file");
        *bytes.last_mut().expect("not empty") ^= 1;
        std::fs::write(&path, bytes).expect("a file");
    }
    assert_eq!(with_cache(folder.path()), (true, 0));
}

#[test]
fn a_limit_in_another_script_is_shown_where_it_was_passed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("inner.prf"), "# one\n\ndef a \"?msd_trib Ek n=7*k & i<n\":\n").unwrap();
    std::fs::write(folder.path().join("outer.prf"), "def x \"x=1\":\ninclude \"inner.prf\";\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_filbert"))
        .args(["prove", "outer.prf", "--max-states", "300"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("UNKNOWN (state limit in the step i<n & (Ek n=7*k)) at "), "{shown}");
    assert!(shown.contains("inner.prf:3 at outer.prf:2"), "{shown}");
    assert_eq!(output.status.code(), Some(2));
}
