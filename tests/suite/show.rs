//! `filbert show`: any automaton, by name, file or formula, in every form.

use std::path::Path;
use std::process::{Command, Output};

fn show(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
    command.arg("show").args(arguments).current_dir(folder).output().expect("filbert runs")
}

fn shown(folder: &Path, arguments: &[&str]) -> String {
    let output = show(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = show(folder, arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn a_set_is_shown_as_a_table_and_its_first_tuples() {
    insta::assert_snapshot!(shown(Path::new("."), &["?msd_2 x<3 & y=x"]), @r"
    ?msd_2 x<3 & y=x: a set in msd_2, msd_2: 3 states, 3 transitions

    state  accepts  letters -> state
        0  yes      0,0 -> 0   1,1 -> 1
        1  yes      0,0 -> 2
        2  yes

    (0, 0), (1, 1), (2, 2) (all)
    ");
}

#[test]
fn a_word_is_shown_with_its_outputs_and_letters() {
    insta::assert_snapshot!(shown(Path::new("."), &["F", "--size", "8"]), @r"
    F: a word in msd_fib: 2 states, 3 transitions

    state  output   letters -> state
        0  0        0 -> 0   1 -> 1
        1  1        0 -> 0

    0 1 0 0 1 0 1 0 ...
    ");
    assert_eq!(shown(Path::new("."), &["F", "--as", "list", "--size", "5"]), "0 1 0 0 1 ...\n");
}

#[test]
fn what_is_written_as_walnut_text_is_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    for (name, file) in [("$pposK2", "k.txt"), ("VTM", "w.txt")] {
        shown(folder.path(), &[name, "--as", "walnut", "--out", file]);
        let again = shown(folder.path(), &[&at(file), "--as", "walnut"]);
        assert_eq!(again, std::fs::read_to_string(at(file)).expect("the file"));
        // A name is looked up in a folder as well, and a tree of folders.
        let short = file.trim_end_matches(".txt");
        assert_eq!(shown(folder.path(), &[short, "--in", ".", "--as", "walnut"]), again);
        let directory = if name == "VTM" { "tree/Word Automata Library" } else { "tree/Automata Library" };
        std::fs::create_dir_all(folder.path().join(directory)).expect("a folder");
        std::fs::copy(at(file), folder.path().join(directory).join(file)).expect("a copy");
        assert_eq!(shown(folder.path(), &[short, "--in", "tree", "--as", "walnut"]), again);
    }
}

#[test]
fn a_script_gives_its_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "def f \"?msd_fib x=y+y\":\nword W msd_fib \"0->01 1->0\" \"0->7 1->8\":\nreg r {0,1} \"01*\":\n";
    std::fs::write(folder.path().join("a.prf"), script).expect("a file");
    let list = |name: &str| shown(folder.path(), &[name, "--in", "a.prf", "--as", "list", "--size", "3"]);
    assert_eq!(list("f"), "(0, 0), (2, 1), (4, 2), ...\n");
    assert_eq!(list("W"), "7 8 7 ...\n");
    assert_eq!(list(".W"), "7 8 7 ...\n");
    // The tracks of `reg` on a set of digits are no numbers: words.
    assert_eq!(list("r"), "[0], [0][1], [0][1][1], ...\n");
    assert_eq!(shown(folder.path(), &["?msd_fib $f(u,v) & u=6", "--in", "a.prf", "--as", "list"]), "(6, 3) (all)\n");
}

#[test]
fn pictures_are_whole_by_themselves() {
    let svg = shown(Path::new("."), &["pposK3", "--as", "svg"]);
    assert!(svg.starts_with("<svg xmlns=") && svg.contains("<style>") && svg.ends_with("</svg>\n"));
    // 33 states, of which those that accept are double, and an arrow for each pair of states.
    let table = shown(Path::new("."), &["pposK3"]);
    let accepting = table.lines().filter(|line| line.split_whitespace().nth(1) == Some("yes")).count();
    let arrows = table.matches(" -> ").count() - 1;
    assert_eq!(svg.matches("<circle").count(), 33 + accepting);
    assert_eq!(svg.matches("class=\"line").count(), arrows + 1);
    let board = shown(Path::new("."), &["pposK2", "--as", "plot", "--size", "7"]);
    // By rows from below: (0,0) (1,0) (2,0), (0,1) (1,1), (0,2), (6,3), (3,6).
    assert!(board.contains("class=\"run lost\" d=\"M32 120h48M32 104h32M32 88h16M128 72h16M80 24h16\""), "{board}");
    let row = shown(Path::new("."), &["?msd_fib Ey x=y+y", "--as", "plot", "--size", "9"]);
    // 0, 2, 4, 6, 8.
    assert!(row.contains("class=\"run l1\" d=\"M48 16h16M80 16h16M112 16h16M144 16h16M176 16h16\""), "{row}");
}

#[test]
fn what_cannot_be_shown_is_said_to_be() {
    let here = Path::new(".");
    assert_eq!(refused(here, &["pposK99"]), "error: no function or word `pposK99`: did you mean `pposK9`?\n");
    assert!(
        refused(here, &["x+y=z+w", "--as", "plot"])
            .contains("a plot needs one, two or three tracks, and this set has 4")
    );
    assert!(refused(here, &["?msd_fib x<"]).starts_with("error: "));
    assert!(refused(here, &["Ax x=x", "--as", "svg"]).contains("a closed statement has no automaton"));
    assert!(
        refused(here, &["pposSplithoff2", "--in", "nowhere"])
            .contains("nowhere: there is no file or folder with this name")
    );
    assert!(refused(here, &["?msd_trib x+y=z", "--as", "svg"]).contains("too many for a picture"));
}
