//! Where Walnut is known to give a wrong answer: the right one.

use filbert::library::{AutomatonFile, read_automaton, read_word};
use filbert::numeration::Numerations;

use super::walnut::Lab;

/// A lab whose folder holds these automata, called `Automata Library/NAME.txt`.
fn with_files(files: &[(&str, &str)]) -> (Lab, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let folders = filbert::library::Folders { session: folder.path().into(), home: folder.path().into() };
    folders.create().unwrap();
    for (path, text) in files {
        std::fs::write(folder.path().join(path), text).unwrap();
    }
    let session = filbert::script::Session::in_folders(filbert::script::Limits::default(), folders);
    (Lab { session }, folder)
}

#[test]
fn an_automaton_whose_start_cannot_accept_stays_empty() {
    // State 0 goes round in circles; only state 1, which nothing leads to, accepts.
    let dead = "{0,1}\n0 0\n0 -> 2\n1 -> 0\n2 0\n0 -> 0\n1 1\n0 -> 1\n1 -> 0\n";
    let (mut lab, _folder) = with_files(&[("Automata Library/dead.txt", dead)]);
    lab.run("minimize $small $dead; star again dead; reverse $back $dead;");
    assert_eq!(lab.text("first small;"), "small accepts nothing");
    assert_eq!(lab.text("first back;"), "back accepts nothing");
    assert_eq!(lab.text("test again 3;"), "again only accepts 1 inputs, which are as follows: \n");
    assert_eq!(lab.language("small").dfa.states(), 1);
}

#[test]
fn concatenation_ends_where_the_second_part_does() {
    // The second automaton's first state is not numbered 0.
    let second = "{0,1}\n7 0\n1 -> 0\n0 1\n";
    let (mut lab, _folder) = with_files(&[("Automata Library/one.txt", second)]);
    lab.run("reg zeros {0,1} \"0*\"; concat ends zeros one; concat twice one one; reg maybe {0,1} \"1?\"; concat may zeros maybe;");
    assert_eq!(lab.text("regex ends;"), "0*1");
    assert_eq!(lab.text("regex twice;"), "11");
    assert!(!lab.accepts("ends", &vec![vec![0]]) && !lab.accepts("ends", &vec![]));
    assert!(lab.accepts("may", &vec![vec![0]]) && lab.accepts("may", &vec![vec![1]]));
}

#[test]
fn quotients_take_off_words_over_fewer_digits_and_not_more() {
    let mut lab = Lab::new();
    lab.run("reg wide {0,1,2} \"012|112\"; reg narrow {0,1} \"01|1\"; leftquo left wide narrow;");
    // 012 without 01 is 2, 112 without 1 is 12.
    let two = |word: &[i64]| word.iter().map(|&digit| vec![digit]).collect::<Vec<_>>();
    for (word, expected) in [(&[2][..], true), (&[1, 2], true), (&[0, 1, 2], false), (&[], false)] {
        assert_eq!(lab.accepts("left", &two(word)), expected, "{word:?}");
    }
    assert!(lab.error("leftquo left narrow wide;").contains("`wide` has other tracks than `narrow`, or more digits"));
    lab.run("reg ends {0,1,2} \"010|12\"; rightquo right ends narrow;");
    assert_eq!(lab.text("first right;"), "right accepts nothing");
    assert!(lab.error("rightquo right narrow wide;").contains("`wide` has other tracks than `narrow`, or more digits"));
}

#[test]
fn a_reversed_word_keeps_its_start() {
    // The word 5 0 0 0 ...: its start state has an output that no other state has.
    let (mut lab, _folder) =
        with_files(&[("Word Automata Library/D.txt", "msd_2\n0 5\n0 -> 0\n1 -> 1\n1 0\n0 -> 1\n1 -> 1\n")]);
    lab.run("reverse back D; reverse again back;");
    assert_eq!([0, 1, 2, 4].map(|n| lab.value("back", &[n])), [5, 0, 0, 0]);
    assert_eq!(lab.word("again").dfao, lab.word("D").dfao);
}

#[test]
fn infinitely_many_is_a_predicate_of_the_other_variables() {
    let mut lab = Lab::new();
    lab.run("def above \"Ix x>y\"; def below \"Ix x<y\"; def split \"?msd_fib Ix (F[y]=1 & x>y)\";");
    let holds = |lab: &Lab, name: &str, y: u64| {
        let language = lab.language(name);
        let filbert::numeration::TrackKind::Numbers(system) = &language.tracks[0] else { panic!() };
        language.dfa.accepts(system.representation(&y.into()).into_iter().map(u64::from))
    };
    for y in 0..50 {
        assert!(holds(&lab, "above", y) && !holds(&lab, "below", y));
        assert_eq!(holds(&lab, "split", y), lab.value("F", &[y]) == 1);
    }
}

#[test]
fn exponents_of_bases_are_exact() {
    let mut lab = Lab::new();
    lab.run("def big \"?msd_10 Ek n=7*k\"; combine W big; convert K msd_1000 W; convert B msd_10 K;");
    for n in [0, 6, 7, 999, 1001, 123_456, 999_999, 7_000_007, 7_000_008] {
        assert_eq!(lab.value("K", &[n]), i64::from(n % 7 == 0), "{n}");
    }
    assert_eq!(lab.word("B").dfao, lab.word("W").dfao);
    assert!(lab.error("convert K msd_1001 W;").contains("powers of one integer"));
}

#[test]
fn what_means_nothing_is_an_error_with_its_place() {
    let mut lab = Lab::new();
    for (command, message, place) in [
        ("eval \"T[x=1\";", "expected `]`", "script:1:12"),
        ("eval \"T[x]y=1\";", "expected an operator after `]`", "script:1:11"),
        ("join J;", "an argument is missing", "script:1:7"),
        ("morphism m \"0->02 1->1\"; promote P m;", "the image of 0 has the letter 2", "script:1:36"),
        ("eval \"?msd_fib x=_1\";", "-1 is not a natural number", "script:1:18"),
        ("eval \"Ax x-(_3)=x+3\";", "-3 is not a natural number", "script:1:13"),
    ] {
        let error = lab.error(command);
        assert!(error.contains(message), "{command}: {error}");
        assert!(error.contains(place), "{command}: {error}");
    }
}

#[test]
fn digits_that_an_alphabet_lacks_are_errors_with_their_line() {
    let systems = Numerations::standard();
    let budget = filbert::script::Limits::default().budget();
    for text in ["msd_2\n0 1\n0 -> 0\n2 -> 0\n", "{0,1} msd_2\n0 1\n0 0 -> 0\n1 2 -> 0\n"] {
        let error = read_automaton("a.txt".as_ref(), text, &systems, &budget).unwrap_err().to_string();
        assert!(error.starts_with("a.txt:4: 2 is not a digit of msd_2"), "{error}");
    }
    let error = read_word("w.txt".as_ref(), "msd_2\n0 1\n0 -> 0\n-1 -> 0\n", &systems, &budget).unwrap_err();
    assert!(error.to_string().starts_with("w.txt:4: -1 is not a digit of msd_2"), "{error}");
}

#[test]
fn a_transducer_keeps_all_its_states() {
    // Counts the ones modulo 5, which each letter of the word moves by.
    let rows: String =
        (0..5).map(|q| format!("{q}\n0 -> {q} / {q}\n1 -> {} / {}\n", (q + 1) % 5, (q + 1) % 5)).collect();
    let (mut lab, _folder) = with_files(&[("Transducer Library/five.txt", &rows)]);
    lab.run("transduce U five T; transduce V five RS;");
    for (image, word) in [("U", "T"), ("V", "RS")] {
        let mut ones = 0;
        for n in 0..500 {
            ones += lab.value(word, &[n]);
            assert_eq!(lab.value(image, &[n]), ones % 5, "{image} at {n}");
        }
    }
}

#[test]
fn a_finite_language_is_said_to_be_finite() {
    let mut lab = Lab::new();
    lab.run("reg few {0,1} \"0|11\"; reg pairs {0,1} {0,1} \"[0,1][1,1]|[0,0]\"; def below \"x<9 & y<x\"; reg none {0,1} \"0&1\";");
    for name in ["few", "pairs", "below", "none"] {
        assert_eq!(lab.text(&format!("inf {name};")), format!("{name} accepts only finitely many inputs."));
    }
    // Zeros in front of a number are no other number.
    lab.run("reg padded msd_2 \"0*101\";");
    assert_eq!(lab.text("inf padded;"), "padded accepts only finitely many inputs.");
    assert!(matches!(
        read_automaton("t".as_ref(), "true", &Numerations::standard(), &filbert::script::Limits::default().budget()),
        Ok(AutomatonFile::Truth(true))
    ));
}

#[test]
fn a_stored_word_that_padding_changes_is_read_without_padding_and_there_is_a_note() {
    // The parity of the number of zeros at the end, and that of the length.
    let zeros = "msd_2\n0 0\n0 -> 1\n1 -> 0\n1 1\n0 -> 0\n1 -> 0\n";
    let length = "0 0\n0 -> 1\n1 -> 1\n1 1\n0 -> 0\n1 -> 0\n";
    let (mut lab, _folder) = with_files(&[
        ("Word Automata Library/Z.txt", zeros),
        ("Word Automata Library/M.txt", &format!("msd_2\n{length}")),
        ("Word Automata Library/L.txt", &format!("lsd_2\n{length}")),
    ]);
    let run = lab.run("eval \"An n>0 => (Z[2*n]!=Z[n] & Z[2*n+1]=@0)\";");
    assert_eq!(run.truth(), Some(true));
    assert!(run.notes[0].contains("Z.txt:1: the output at index 0 changes when zeros are put before"), "{run:?}");
    assert!(lab.run("eval \"Z[0]=@0\";").notes.is_empty(), "said once");
    for n in 0..100u64 {
        let bits = i64::from((u64::BITS - n.leading_zeros()) % 2);
        for word in ["M", "L"] {
            assert_eq!(lab.value(word, &[n]), bits, "{word}[{n}]");
        }
    }
}
