//! `guess`: the last hypothesis on a kernel that is not proved, and that whatever rests on it says so.

use std::collections::HashSet;

use filbert::script::{Entry, FileReport, Options, Proof, StatementReport, Totals, prove_source};
use filbert::syntax::Source;

use crate::cli::{converse, filbert_in};

/// Wythoff's game in which three options may be forbidden: its kernel is automatic in `msd_pell` only.
const FAR: &str = "game Far \"?msd_fib p,q -> r,s : (r=p & s<q) | (r<p & s=q) | (p+s=r+q & r<p)\" block 4:\n";
/// Wythoff's game itself.
const NEAR: &str = "game Near \"?msd_fib p,q -> r,s : (r=p & s<q) | (r<p & s=q) | (p+s=r+q & r<p)\":\n";

fn proved(script: &str) -> Vec<Entry> {
    prove_source(&Source::new("guess.prf", script), None, &Options::default())
}

fn statements(entries: &[Entry]) -> Vec<&StatementReport> {
    entries.iter().filter_map(|entry| if let Entry::Statement(one) = entry { Some(one) } else { None }).collect()
}

/// Of each statement its name, whether it holds, and whether it rests on a guess.
fn standing(entries: &[Entry]) -> Vec<(&str, bool, bool)> {
    statements(entries).into_iter().map(|one| (&*one.name, one.holds(), !one.guesses.is_empty())).collect()
}

/// The P-positions of [`FAR`] with piles below `side`, marked forward: who moves to one of them has one option less that is
/// not forbidden.
fn far_positions(side: usize) -> HashSet<(usize, usize)> {
    let mut options = vec![vec![0; side]; side];
    let mut found = HashSet::new();
    for sum in 0..2 * side - 1 {
        for p in sum.saturating_sub(side - 1)..=sum.min(side - 1) {
            let q = sum - p;
            if options[p][q] < 4 {
                found.insert((p, q));
                (p + 1..side).for_each(|p| options[p][q] += 1);
                (q + 1..side).for_each(|q| options[p][q] += 1);
                (1..side - p.max(q)).for_each(|i| options[p + i][q + i] += 1);
            }
        }
    }
    found
}

#[test]
fn what_rests_on_a_guess_says_so() {
    let script = format!(
        "{FAR}guess P of Far:\n\
         def below \"?msd_fib $P(p,q) & p<=q\":\n\
         macro m \"$below(%0,%0)\":\n\
         combine W below:\n\
         game Built \"?msd_fib p,q -> r,s : r<p & s=q & ~$P(p,q)\":\n\
         theorem by_def \"?msd_fib Ap,q $below(p,q) => p<=q\":\n\
         theorem by_macro \"?msd_fib #m(0)\":\n\
         theorem by_word \"?msd_fib W[0][0]=@1\":\n\
         kernel K of Built:\n\
         refute no_word \"?msd_fib Ex x<0\":\n\
         def below \"?msd_fib p<=q\":\n\
         theorem again \"?msd_fib Ap,q $below(p,q) => p<=q\":\n\
         theorem by_macro_again \"?msd_fib #m(0)\":\n"
    );
    let entries = proved(&script);
    let found = standing(&entries);
    let expected = [
        ("P", true, false),
        ("by_def", true, true),
        ("by_macro", true, true),
        ("by_word", true, true),
        ("K", true, true),
        ("no_word", true, false),
        ("again", true, false),
        ("by_macro_again", true, false),
    ];
    assert_eq!(found, expected);
    let guess = statements(&entries)[0];
    assert!(guess.outcome.as_ref().is_ok_and(|verdict| !verdict.truth), "{guess:?}");
    let notes = entries.iter().filter(|entry| matches!(entry, Entry::Note(note) if note.contains("the guess `$P`")));
    // The definition, the word and the game say it too.
    assert_eq!(notes.count(), 7, "{entries:?}");
    let mut totals = Totals::default();
    let report = FileReport { path: "guess.prf".into(), entries, complete: true };
    totals.add(&report);
    assert_eq!((totals.guessed, totals.exit_code()), (4, 0));
}

#[test]
fn a_guess_that_is_proved_is_none() {
    let script = format!(
        "{NEAR}guess P of Near:\ntheorem t \"?msd_fib $P(1,2)\":\n\
         game Open \"p,q -> r,s : (r=p & s<q) | (r<p & s=q) | (p+s=r+q & r<p)\":\n\
         guess Q of Open:\ntheorem u \"?msd_fib $Q(1,2)\":\n"
    );
    let entries = proved(&script);
    for one in statements(&entries) {
        assert!(one.holds() && one.guesses.is_empty(), "{one:?}");
        assert!(one.outcome.as_ref().is_ok_and(|verdict| verdict.truth), "{one:?}");
    }
}

#[test]
fn a_proof_rests_on_no_candidate() {
    let script = format!(
        "{FAR}guess G of Far:\n{NEAR}kernel P of Near:\n\
         def right \"?msd_fib $P(p,q) | ($G(p,q) & 1=0)\":\n\
         theorem a \"?msd_fib $right(1,2)\":\n\
         kernel K of Near given $right:\n\
         theorem b \"?msd_fib $K(1,2)\":\n\
         kernel L of Far given $G:\n"
    );
    let entries = proved(&script);
    let found = standing(&entries);
    let expected = [
        ("G", true, false),
        ("P", true, false),
        ("a", true, true),
        ("K", true, false),
        ("b", true, false),
        ("L", false, false),
    ];
    assert_eq!(found, expected);
    // A proof of what is wrong would be large: it is refuted by brute force, at the smallest position that it gets wrong.
    let all = statements(&entries);
    let example = all[5].outcome.as_ref().ok().and_then(|verdict| verdict.example.as_ref()).expect("a position");
    assert_eq!(example.iter().map(|(_, value)| value.to_string()).collect::<Vec<_>>(), ["206", "497"]);
    assert!(matches!(all[5].proof, Some(Proof::Denied { .. })) && far_positions(500).contains(&(206, 497)));
}

#[test]
fn a_limit_ends_the_search_with_what_it_has() {
    let script = format!("{FAR}guess P of Far:\neval \"?msd_fib $P(0,0)\":\n");
    let mut guessed = 0;
    for looks in (0..12).map(|power| 100 << power) {
        let mut options = Options::default();
        options.limits.looks = Some(looks);
        let entries = prove_source(&Source::new("guess.prf", script.as_str()), None, &options);
        let found = statements(&entries);
        let [guess, used] = found[..] else { continue };
        match (&guess.outcome, &guess.proof) {
            (Ok(verdict), Some(Proof::Guess { why, .. })) => {
                assert!(!verdict.truth && used.guesses == ["P"] && used.outcome.is_ok(), "{used:?}");
                guessed += usize::from(why.starts_with("limit"));
            }
            (Err(_), None) => assert!(used.outcome.is_err(), "{used:?}"),
            other => panic!("{other:?}"),
        }
    }
    assert!(guessed > 0);
}

#[test]
fn a_report_names_the_guesses() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!("{FAR}guess P of Far:\ntheorem t \"?msd_fib $P(0,0)\":\n");
    std::fs::write(folder.path().join("a.prf"), script).expect("a file");
    let (_, said, _) = filbert_in(folder.path(), &["prove", "a.prf", "--json", "a.json", "--certify", "C", "--plain"]);
    assert!(said.contains("1 theorem holds, 1 result rests on a guess"), "{said}");
    let text = std::fs::read_to_string(folder.path().join("a.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let statements = &report["files"][0]["statements"];
    assert_eq!((&statements[0]["verdict"], &statements[0]["kind"]), (&"GUESS".into(), &"guess".into()));
    assert_eq!((&statements[1]["verdict"], &statements[1]["guesses"][0]), (&"TRUE".into(), &"P".into()));
    let (_, merged, _) = filbert_in(folder.path(), &["merge", "a.json"]);
    assert!(
        merged.contains("note: rests on the guess `$P`") && merged.contains("1 result rests on a guess"),
        "{merged}"
    );
}

#[test]
fn whoever_shows_a_guess_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!("{FAR}guess P of Far:\ndef below \"?msd_fib $P(p,q) & p<=q\":\n");
    std::fs::write(folder.path().join("a.prf"), script).expect("a file");
    for shown in ["below", "?msd_fib $below(1,x)"] {
        let (_, _, notes) = filbert_in(folder.path(), &["show", shown, "--in", "a.prf"]);
        assert!(notes.contains("rests on the guess `$P`, which is not proved"), "{shown}: {notes}");
    }
    let asked = format!("{FAR}guess P of Far:\n\ndef below \"?msd_fib $P(p,q) & p<=q\":\n\nshow below\n");
    let shown = converse(folder.path(), &["repl"], asked);
    let said = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(said.contains("note: rests on the guess `$P`, which is not proved"), "{said}");
    // What lies in a Walnut home is taken for proved.
    let refused = converse(folder.path(), &["walnut"], format!("{FAR}guess P of Far:\n"));
    let said = String::from_utf8_lossy(&[refused.stdout, refused.stderr].concat()).into_owned();
    assert!(said.contains("no guess is stored"), "{said}");
    assert!(!folder.path().join("Automata Library/P.txt").exists());
}
