//! A proof says something: with one number of a definition changed, some theorem that is about it fails.

use std::path::Path;
use std::process::Command;

/// One number changed in a definition.
struct Mutation {
    /// Where: a file in `proofs/`.
    file: &'static str,
    /// What stands there once, and what takes its place.
    from: &'static str,
    to: &'static str,
    /// The file in `proofs/` whose theorems are tried; it includes the other, or is it.
    proved: &'static str,
}

const fn mutation(file: &'static str, from: &'static str, to: &'static str, proved: &'static str) -> Mutation {
    Mutation { file, from, to, proved }
}

/// seeds/000: the Tribonacci word and Wythoff's game.
const TRIBONACCI: [Mutation; 5] = [
    mutation("tribonacci_game/word.prf", "& x=u+1)", "& x=u+2)", "tribonacci_game/word.prf"),
    mutation("tribonacci_game/word.prf", "& x=w+4)", "& x=w+3)", "tribonacci_game/word.prf"),
    mutation("tribonacci_game/word.prf", "msd_trib \"(0|1)*01\"", "msd_trib \"(0|1)*00\"", "tribonacci_game/word.prf"),
    mutation("tribonacci_game/positions.prf", "b=y+1", "b=y+2", "tribonacci_game/positions.prf"),
    mutation("tribonacci_game/fibonacci.prf", "r<p & p+s=q+r", "r<p & p+s=q+r+1", "tribonacci_game/fibonacci.prf"),
];

/// seeds/001: the morphisms, positions and malicious triples of Cubic(s), and the generalized Wythoff game.
const CUBIC: [Mutation; 7] = [
    mutation("cubic/word2.prf", "$step_b(n,3) & $step_c(n,8)", "$step_b(n,3) & $step_c(n,9)", "cubic/word2.prf"),
    mutation("cubic/word2.prf", "msd_cubic2 \"(0|1|2)*21\"", "msd_cubic2 \"(0|1|2)*11\"", "cubic/word2.prf"),
    mutation("cubic/word2.prf", "3*n+v+2*u=w+3", "3*n+v+2*u=w+4", "cubic/word2.prf"),
    mutation("cubic/word2.prf", "& x=v+3))", "& x=v+4))", "cubic/word2.prf"),
    mutation("cubic/word2.prf", "k+l<=0", "k+l<=1", "cubic/word2.prf"),
    mutation("cubic/wythoff.prf", "p+s<q+r+2 & q+r<p+s+2", "p+s<q+r+3 & q+r<p+s+2", "cubic/wythoff.prf"),
    mutation("cubic/remark4.prf", "2*a+r<c+2*p", "3*a+r<c+3*p", "cubic/remark4.prf"),
];

/// seeds/004: the table of the queens, the theme song, the spiral, and the columns of the quadrant.
const QUEENS: [Mutation; 8] = [
    mutation("queens/table.prf", "x+u=v+1", "x+u=v+2", "queens/table.prf"),
    mutation("queens/table.prf", "x+2*v=w+u+1", "x+v=w+u+1", "queens/table.prf"),
    mutation("queens/theme.prf", "theme_b=1 theme_c=2", "theme_b=2 theme_c=1", "queens/theme.prf"),
    mutation("queens/representations.prf", "& x=w+e\"", "& x=w+2*e\"", "queens/representations.prf"),
    mutation("queens/spiral.prf", "(e=2 & q=k & r<k)", "(e=2 & q=k & r<=k)", "queens/spiral.prf"),
    mutation("queens/spiral.prf", "(p=0 & q=x & r=0 & s=y)", "(p=0 & q=x & r=y & s=0)", "queens/spiral.prf"),
    mutation("queens/quadrant.prf", "r=4*k+2 & v=4*k)", "r=4*k+2 & v=4*k+4)", "queens/quadrant.prf"),
    mutation("queens/quadrant.prf", "(r=16*k+5 & v=16*k+8)", "(r=16*k+5 & v=16*k+9)", "queens/quadrant.prf"),
];

/// The exit code of `filbert prove` for a file of a copy of `proofs/`, one of whose files may be changed before.
fn proved(file: &str, change: impl Fn(&str, String) -> String) -> (Option<i32>, String) {
    let copy = tempfile::tempdir().unwrap();
    let proofs = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs");
    for folder in std::fs::read_dir(&proofs).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        let name = folder.file_name().unwrap().to_str().unwrap();
        std::fs::create_dir(copy.path().join(name)).unwrap();
        for script in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let relative = format!("{name}/{}", script.file_name().unwrap().to_str().unwrap());
            let text = change(&relative, std::fs::read_to_string(&script).unwrap());
            std::fs::write(copy.path().join(&relative), text).unwrap();
        }
    }
    let run = Command::new(env!("CARGO_BIN_EXE_filbert"))
        .args(["prove", file, "--timeout", "60s", "--memory", "1GB"])
        .current_dir(copy.path())
        .output()
        .unwrap();
    (run.status.code(), String::from_utf8(run.stdout).unwrap() + &String::from_utf8(run.stderr).unwrap())
}

/// Every mutation makes a theorem fail, which holds without it.
fn all_fail(mutations: &[Mutation]) {
    for Mutation { file, from, to, proved: theorems } in mutations {
        let (code, shown) = proved(theorems, |name, text| {
            if name != *file {
                return text;
            }
            assert_eq!(text.matches(from).count(), 1, "`{from}` in {file}");
            text.replace(from, to)
        });
        assert_eq!(code, Some(1), "`{to}` for `{from}` in {file}:\n{shown}");
    }
}

#[test]
fn files_that_are_mutated_hold_as_they_are() {
    for file in ["cubic/remark4.prf", "queens/quadrant.prf", "tribonacci_game/fibonacci.prf"] {
        let (code, shown) = proved(file, |_, text| text);
        assert_eq!(code, Some(0), "{shown}");
    }
}

#[test]
fn a_changed_number_fails_in_the_tribonacci_word() {
    all_fail(&TRIBONACCI);
}

#[test]
fn a_changed_number_fails_in_the_words_of_cubic() {
    all_fail(&CUBIC);
}

#[test]
fn a_changed_image_does_not_follow_the_representations() {
    for changed in ["0->001 1->02 2->1", "0->011 1->02 2->0", "0->001 1->01 2->0"] {
        let (code, shown) = proved("cubic/word2.prf", |name, text| match name {
            "cubic/word2.prf" => text.replace("0->001 1->02 2->0", changed),
            _ => text,
        });
        assert_eq!(code, Some(2), "{changed}: {shown}");
        assert!(shown.contains("representations in msd_cubic2"), "{changed}: {shown}");
    }
}

#[test]
fn a_changed_number_fails_among_the_queens() {
    all_fail(&QUEENS);
}
