//! A change of one number in a definition makes some theorem of its paper fail: the theorems pin the definitions down.
//!
//! For another paper: a function that calls [`fails`] for a few changes in fast scripts.

use std::path::Path;
use std::time::Duration;

use filbert::script::{Claim, Entry, Limits, Options, prove_source};
use filbert::syntax::Source;

/// The names of the theorems of a script in `proofs/` that fail once `old`, which stands once in one of `files`, is
/// `new` there. `files` are the script first, then those it includes, all in one folder.
fn failing(files: &[&str], old: &str, new: &str) -> Vec<String> {
    let proofs = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs");
    let folder = tempfile::tempdir().expect("a folder");
    let mut changed = 0;
    for file in files {
        let text = std::fs::read_to_string(proofs.join(file)).expect("the script is there");
        changed += text.matches(old).count();
        let target = folder.path().join(file);
        std::fs::create_dir_all(target.parent().expect("a file has a folder")).expect("a folder is made");
        std::fs::write(target, text.replace(old, new)).expect("a file is written");
    }
    assert_eq!(changed, 1, "`{old}` stands {changed} times in {files:?}");
    let path = folder.path().join(files[0]);
    let source = Source::new(files[0], std::fs::read_to_string(&path).expect("the script is there"));
    let limits = Limits { time: Some(Duration::from_secs(120)), states: Some(2_000_000), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let entries = prove_source(&source, Some(&path), &options);
    let failing = |entry: &Entry| match entry {
        Entry::Statement(one) if one.claim != Claim::None && one.outcome.is_ok() && !one.holds() => {
            Some(one.name.clone())
        }
        Entry::Error(error) => panic!("`{new}` is not read: {}", error.render(false)),
        _ => None,
    };
    entries.iter().filter_map(failing).collect()
}

/// Each change makes a theorem fail.
pub(super) fn fails(files: &[&str], changes: &[(&str, &str)]) {
    for (old, new) in changes {
        assert!(!failing(files, old, new).is_empty(), "`{new}` in place of `{old}` refutes no theorem of {}", files[0]);
    }
}

#[test]
fn a_change_in_the_tribonacci_game_refutes_a_theorem() {
    let files = ["tribonacci_game/game.prf", "tribonacci_game/p_positions.prf", "tribonacci_game/word.prf"];
    fails(
        &files,
        &[
            // The bound of rule III.
            ("2*(%0)+%5<2*(%3)+%2", "2*(%0)+%5<=2*(%3)+%2"),
            ("2*(%0)+%5<2*(%3)+%2", "3*(%0)+%5<3*(%3)+%2"),
            // What rule III must not leave.
            ("macro banIII \"(%3<%5 & %5<%4)\"", "macro banIII \"(%3<%5 & %5<%4+1)\""),
            ("macro banIII \"(%3<%5 & %5<%4)\"", "macro banIII \"(%4<%5 & %5<%3)\""),
            // The bound of rule II.
            ("%0+%4+%5<=%1+%2+%3 &", "%0+%4+%5<=%1+%2+%3+1 &"),
            // A digit appended to a P-position.
            ("%3=t+4\"", "%3=t+3\""),
        ],
    );
}

#[test]
fn a_change_in_cubic_games_refutes_a_theorem() {
    let one = ["cubic/cubic1.prf", "tribonacci_game/p_positions.prf", "tribonacci_game/word.prf"];
    fails(
        &one,
        &[
            ("%2+1*(%4)+%3<=%5+1*(%1)+%0)", "%2+1*(%4)+%3<=%5+1*(%1)+%0+1)"),
            ("%2+1*(%4)+%3<=%5+1*(%1)+%0)", "%2+2*(%4)+%3<=%5+2*(%1)+%0)"),
            ("%0+%4<%1+%3+1 &", "%0+%4<%1+%3+2 &"),
            ("macro banII \"(%4<%3 & %3<%5)\"", "macro banII \"(%4<%3 & %3<%5+1)\""),
            ("macro banIII \"(%3<%5 & %5<%4)\"", "macro banIII \"(%3<%5 & %5<%4+1)\""),
        ],
    );
    let two = ["cubic/cubic2.prf", "cubic/positions2.prf", "cubic/word2.prf"];
    fails(
        &two,
        &[
            // The one malicious triple.
            (
                "macro malicious \"((%0=%3+2 & %1=%4+5 & %2=%5+12))\"",
                "macro malicious \"((%0=%3+2 & %1=%4+5 & %2=%5+11))\"",
            ),
            ("%2=v+3 & %3=w+8\"", "%2=v+3 & %3=w+7\""),
        ],
    );
}
