//! A change of one number in a definition of the words of `proofs/tribonacci_game` and `proofs/cubic`, or of
//! `proofs/queens`, makes a theorem there fail.

use filbert::script::{Entry, Options, prove_source};
use filbert::syntax::Source;

use super::mutations::fails;

#[test]
fn a_change_in_the_tribonacci_word_refutes_a_theorem() {
    let word = "tribonacci_game/word.prf";
    fails(
        &[word],
        &[
            // Digits appended to the representation of n-1; the digits that tell a letter.
            ("& x=u+1)", "& x=u+2)"),
            ("& x=w+4)", "& x=w+3)"),
            ("msd_trib \"(0|1)*01\"", "msd_trib \"(0|1)*00\""),
        ],
    );
    fails(&["tribonacci_game/positions.prf", word], &[("b=y+1", "b=y+2")]);
    // A move of Wythoff's game.
    fails(&["tribonacci_game/fibonacci.prf"], &[("r<p & p+s=q+r", "r<p & p+s=q+r+1")]);
}

#[test]
fn a_change_in_the_words_of_cubic_refutes_a_theorem() {
    fails(
        &["cubic/word2.prf"],
        &[
            ("3*n+v+2*u=w+3", "3*n+v+2*u=w+4"),
            ("& x=v+3))", "& x=v+4))"),
            ("msd_cubic2 \"(0|1|2)*21\"", "msd_cubic2 \"(0|1|2)*11\""),
            // A triple of steps; a bound of Mal(2).
            ("$step_b(n,3) & $step_c(n,8)", "$step_b(n,3) & $step_c(n,9)"),
            ("k+l<=0", "k+l<=1"),
        ],
    );
    fails(&["cubic/wythoff.prf"], &[("p+s<q+r+2 & q+r<p+s+2", "p+s<q+r+3 & q+r<p+s+2")]);
    fails(&["cubic/remark4.prf"], &[("2*a+r<c+2*p", "3*a+r<c+3*p")]);
}

#[test]
fn a_changed_image_does_not_follow_the_representations() {
    let text = include_str!("../../proofs/cubic/word2.prf");
    for changed in ["0->001 1->02 2->1", "0->011 1->02 2->0", "0->001 1->01 2->0"] {
        let source = Source::new("word2.prf", text.replace("0->001 1->02 2->0", changed));
        let entries = prove_source(&source, None, &Options::default());
        let error = entries.iter().find_map(|entry| match entry {
            Entry::Error(error) => Some(error.render(false)),
            _ => None,
        });
        let error = error.unwrap_or_else(|| panic!("{changed} is read"));
        assert!(error.contains("representations in msd_cubic2"), "{changed}: {error}");
    }
}

#[test]
fn a_change_among_the_queens_refutes_a_theorem() {
    let files = [
        "queens/spiral.prf",
        "queens/table.prf",
        "queens/theme.prf",
        "queens/representations.prf",
        "tribonacci_game/word.prf",
    ];
    fails(&files[3..], &[("& x=w+e\"", "& x=w+2*e\"")]);
    // Letters of the theme song.
    fails(&files[2..], &[("theme_b=1 theme_c=2", "theme_b=2 theme_c=1")]);
    // X and M.
    fails(&files[1..], &[("x+u=v+1", "x+u=v+2"), ("x+2*v=w+u+1", "x+v=w+u+1")]);
    // The corner of an edge; the third queen of a row.
    fails(
        &files,
        &[("(e=2 & q=k & r<k)", "(e=2 & q=k & r<=k)"), ("(p=0 & q=x & r=0 & s=y)", "(p=0 & q=x & r=y & s=0)")],
    );
    // A queen on the quadrant; the distance of a column's values; a letter of a column; a move along the antidiagonal.
    fails(&["queens/quadrant.prf"], &[("(c=3 & r=1)", "(c=3 & r=2)")]);
    fails(
        &["queens/columns.prf", "queens/quadrant.prf"],
        &[("\"?msd_2 v+4=r+Column2[r]\"", "\"?msd_2 v+3=r+Column2[r]\""), ("0->01 1->23 2->41", "0->01 1->23 2->14")],
    );
}

#[test]
fn a_change_in_anti_recurrences_refutes_a_theorem() {
    let files = ["sequences/anti_recurrences.prf"];
    fails(
        &files,
        &[
            ("x+2=5*n+W11[n-1]", "x+3=5*n+W11[n-1]"),
            ("$sum13_1(m,y) & $b13(m+2,z) & x=y+3*z", "$sum13_1(m,y) & $b13(m+2,z) & x=y+2*z"),
        ],
    );
    fails(&["cubic/theorem10.prf"], &[("y=2*x+z\"", "y=2*x+z+1\"")]);
}
