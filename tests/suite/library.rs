//! Stored automata and words: written files are read back, and errors have their line.

use std::path::Path;
use std::sync::Arc;

use filbert::automata::{Dfa, Dfao, Edge, Layout, Letter, State, Transitions};
use filbert::budget::{Halt, Limit, Unsupported};
use filbert::library::{
    AutomatonFile, Checksum, ReadError, TextError, generate, read_automaton, read_word, standard_names, standard_word,
    verify_checksum, write_language, write_relation, write_truth, write_word,
};
use filbert::numeration::{Compare, Language, LinearAtom, NumerationSystem, Numerations, Relation, TrackKind};
use filbert::words::Word;
use proptest::prelude::*;

use super::words::definitions;

fn system(name: &str) -> Arc<NumerationSystem> {
    Numerations::standard().get(name).unwrap()
}

fn automaton(text: &str) -> Result<AutomatonFile, ReadError> {
    read_automaton(Path::new("A.txt"), text, &Numerations::standard(), &filbert::script::Limits::default().budget())
}

fn word(text: &str) -> Result<Word, ReadError> {
    read_word(Path::new("W.txt"), text, &Numerations::standard(), &filbert::script::Limits::default().budget())
        .map(|read| read.word.word().expect("indices that are numbers").as_ref().clone())
}

#[track_caller]
fn language(text: &str) -> Language {
    match automaton(text) {
        Ok(AutomatonFile::Language(language)) => language,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_stored_files_are_what_their_definitions_generate() {
    let files =
        generate(&definitions(), &Numerations::standard(), &filbert::script::Limits::default().budget()).unwrap();
    assert_eq!(files.len(), standard_names().len());
    for (name, contents) in files {
        let stored =
            std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("automata").join(&name)).unwrap();
        assert_eq!(stored.replace("\r\n", "\n"), contents, "automata/{name}: run `filbert regenerate`");
        assert_eq!(verify_checksum(&stored), Checksum::Intact);
    }
}

/// The word automata that Renard and Rigo's statements are run with, as users of Walnut wrote them.
#[test]
fn published_files_read_as_the_stored_words() {
    for (name, text) in [
        ("F1G1", include_str!("published/F1G1.txt")),
        ("F2G2", include_str!("published/F2G2.txt")),
        ("F3G3", include_str!("published/F3G3.txt")),
        ("G", include_str!("published/G.txt")),
        ("K3", include_str!("published/K3.txt")),
        ("K4", include_str!("published/K4.txt")),
    ] {
        assert_eq!(
            word(text).unwrap(),
            *standard_word(name, &filbert::script::Limits::default().budget()).unwrap().unwrap(),
            "{name}"
        );
    }
}

#[test]
fn an_automaton_is_written_with_its_header_states_and_sorted_transitions() {
    let fib = system("msd_fib");
    let same = Relation::linear(
        &fib,
        &LinearAtom::new(&[1, -1], Compare::Equal, 0),
        &filbert::script::Limits::default().budget(),
    )
    .unwrap();
    let text = "msd_fib msd_fib\n\n0 1\n0 0 -> 0\n1 1 -> 1\n\n1 1\n0 0 -> 0\n";
    assert_eq!(write_relation(&same), text);
    assert_eq!(language(text).dfa, *same.dfa());
    let signs = language("{-1,0,1}\n0 0\n-1 -> 1\n1 -> 1\n0 -> 0\n1 1");
    assert_eq!(write_language(&signs), "{0,1,-1}\n\n0 0\n0 -> 0\n1 -> 1\n-1 -> 1\n\n1 1\n");
    assert_eq!(
        write_word(&standard_word("F", &filbert::script::Limits::default().budget()).unwrap().unwrap().into()),
        "msd_fib\n\n0 0\n0 -> 0\n1 -> 1\n\n1 1\n0 -> 0\n"
    );
}

#[test]
fn truth_values_are_files() {
    for truth in [true, false] {
        assert!(matches!(automaton(&write_truth(truth)), Ok(AutomatonFile::Truth(read)) if read == truth));
    }
    let closed = |accepts| Dfa::from_rows(Layout::new(&[]).unwrap(), [(accepts, Vec::<Edge>::new())]);
    for truth in [true, false] {
        let relation =
            Relation::from_language(&closed(truth), &[], &filbert::script::Limits::default().budget()).unwrap();
        assert_eq!(write_relation(&relation), write_truth(truth));
    }
}

#[test]
fn comments_blanks_and_stars_are_read() {
    let text = "\u{feff}# made by hand\r\n\r\n  msd_2   {0 , 1}  # two tracks\r\n\r\n10 0 # the start\r\n* 1 -> 7\r\n0 0 -> 10\r\n#1 0 -> 7\r\n7 -1\r\n* * -> 7\r\n";
    let read = language(text);
    assert_eq!(read.tracks, [TrackKind::Numbers(system("msd_2")), TrackKind::of_digits(&[0, 1])]);
    let letter = |a, b| read.dfa.layout().pack(&[a, b]);
    assert!(read.dfa.accepts([letter(0, 0), letter(1, 1), letter(1, 0)]));
    assert!(read.dfa.accepts([letter(0, 1)]));
    assert!(!read.dfa.accepts([letter(1, 0)]) && !read.dfa.accepts([0; 0]));
}

#[test]
fn several_targets_make_an_automaton_nondeterministic_and_are_no_word() {
    // Words with a 1 three places before the end.
    let text = "msd_2\n0 0\n* -> 0\n1 -> 1\n1 0\n* -> 2\n2 0\n0 -> 3\n1 -> 3\n3 1\n";
    let read = language(text);
    assert_eq!(read.dfa.states(), 8);
    for n in 0..64u64 {
        assert_eq!(read.dfa.accepts((0..6).rev().map(|i| (n >> i) & 1)), (n >> 2) & 1 == 1);
    }
    assert_eq!(language(&text.replace("* -> 0\n1 -> 1", "0 -> 0\n1 -> 0 1")).dfa, read.dfa);
    let Err(ReadError::Text(error)) = word(text) else { panic!("an automaton with two targets is no word") };
    assert_eq!((error.line, error.message.contains("another target")), (4, true));
    let Err(ReadError::Limit { limit, .. }) = read_automaton(
        Path::new("A.txt"),
        text,
        &Numerations::standard(),
        &filbert::script::Limits::default().budget().with_states(3),
    ) else {
        panic!("eight states are more than three")
    };
    assert_eq!(limit, Halt::Limit(Limit::States));
    // Saying the same thing twice is harmless.
    assert!(word("msd_2\n0 3\n* -> 0\n1 -> 0\n").is_ok());
}

#[test]
fn words_have_a_system_for_each_index() {
    let mixed = word("msd_3 msd_fib\n0 4\n* * -> 0\n").unwrap();
    assert_eq!(mixed.systems, [system("msd_3"), system("msd_fib")]);
    assert_eq!(mixed.values(), [4]);
    assert_eq!(word("lsd_2\n0 0\n0 -> 1\n1 -> 1\n1 0").unwrap().values(), [0]);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let cases = [
        ("", 1, "the file is empty"),
        ("# nothing\n\n", 1, "the file is empty"),
        ("true\nfalse\n", 2, "nothing can follow `true`"),
        ("\nmsd_fob\n0 1\n", 2, "unknown numeration system `msd_fob`"),
        ("msd_1\n0 1\n", 1, "base 1 is not supported"),
        ("0 1\n0 -> 0\n", 1, "`0` is not a track"),
        ("{0,1\n0 1\n", 1, "ends with `}`"),
        ("{0,a}\n0 1\n", 1, "`a` is not a digit"),
        ("{}\n0 1\n", 1, "`` is not a digit"),
        ("{0,1,0}\n0 1\n", 1, "the digit 0 occurs twice"),
        ("msd_2 lsd_2\n0 1\n", 1, "msd and lsd do not mix"),
        ("msd_60000 msd_60000 msd_60000 msd_60000 msd_60000\n0 1\n", 1, "bits per letter"),
        ("msd_2\n", 1, "no state"),
        ("msd_2\n0 -> 0\n0 1\n", 2, "a transition before the first state"),
        ("msd_2\n0 1\n1 0\n0 0\n", 4, "state 0 is declared twice"),
        ("msd_2\n0 1\n\n2 -> 0\n", 4, "2 is not a digit of msd_2"),
        ("{0,1,-1}\n0 1\n-2 -> 0\n", 3, "-2 is not a digit of {0,1,-1}"),
        ("msd_2\n0 1\nx -> 0\n", 3, "`x` is not a digit"),
        ("msd_2 msd_2\n0 1\n0 -> 0\n", 3, "1 digit for 2 tracks"),
        ("msd_2\n0 1\n0 1 -> 0\n", 3, "2 digits for 1 track"),
        ("msd_2\n0 1\n-> 0\n", 3, "0 digits for 1 track"),
        ("msd_2\n0 1\n0 ->\n", 3, "a transition needs a target"),
        ("msd_2\n0 1\n0 -> q\n", 3, "`q` is not the number of a state"),
        ("msd_2\n0 1\n0 -> 0 / 1\n", 3, "`/` is not the number of a state"),
        ("msd_2\n0 1\n0 -> 0\n1 -> 3\n1 0\n", 4, "state 3 is never declared"),
        ("msd_2\n0\n", 2, "`0` is neither"),
        ("msd_2\n0 1 2\n", 2, "`0 1 2` is neither"),
        ("msd_2\n-1 1\n", 2, "`-1 1` is neither"),
        ("msd_2\n0 99999999999999999999\n", 2, "is neither"),
    ];
    for (text, line, message) in cases {
        let Err(ReadError::Text(error)) = automaton(text) else { panic!("{text:?} was read") };
        assert!(error.message.contains(message), "{text:?}: {error}");
        assert_eq!((error.line, error.path.to_str()), (line, Some("A.txt")), "{text:?}");
    }
    let words = [
        ("true", 1, "a truth value is not a word"),
        ("{0,1} lsd_2 msd_2\n0 1\n", 1, "msd and lsd do not mix"),
        ("msd_2\n0 1\n0 -> 0 1\n1 0\n", 3, "another target"),
        ("msd_2\n0 1\n0 -> 0\n* -> 1\n1 0\n", 4, "another target"),
    ];
    for (text, line, message) in words {
        let Err(ReadError::Text(error)) = word(text) else { panic!("{text:?} was read") };
        assert!(error.message.contains(message), "{text:?}: {error}");
        assert_eq!(error.line, line, "{text:?}");
    }
    let read = read_word(
        Path::new("W.txt"),
        "\nmsd_2\n0 5\n1 -> 0\n",
        &Numerations::standard(),
        &filbert::script::Limits::default().budget(),
    );
    let note = read.unwrap().note.unwrap();
    assert!(note.starts_with("W.txt:2: the output at index 0 changes when zeros are put before"), "{note}");
    let error = TextError { path: "W.txt".into(), line: 3, message: "no".into() };
    assert_eq!(error.to_string(), "W.txt:3: no");
}

#[test]
fn a_file_may_ask_for_more_than_fits() {
    for text in ["msd_60000 msd_60000\n0 1\n* * -> 0\n", "msd_60000 msd_60000\n0 1\n0 0 -> 0\n"] {
        assert!(matches!(word(text), Err(ReadError::Limit { limit: Halt::Unsupported(Unsupported::Letters), .. })));
    }
    assert!(matches!(automaton("msd_60000 msd_60000\n0 1\n* * -> 0\n"), Err(ReadError::Limit { .. })));
    assert_eq!(language("msd_60000 msd_60000\n0 1\n0 * -> 0\n").dfa.transitions().len(), 60_000);
}

fn track() -> impl Strategy<Value = TrackKind> {
    prop_oneof![
        prop_oneof!["msd_2", "msd_fib", "msd_trib"].prop_map(|name| TrackKind::Numbers(system(&name[..]))),
        Just(TrackKind::of_digits(&[0, 1, -1])),
    ]
}

/// Rows of up to six states over the letters of a layout.
fn rows(layout: &Layout) -> impl Strategy<Value = Vec<(i64, Vec<Edge>)>> + use<> {
    let letters: Vec<Letter> = layout.letters().collect();
    (1..=6usize).prop_flat_map(move |states| {
        let letters = letters.clone();
        let targets = proptest::collection::vec(proptest::option::weighted(0.6, 0..states), letters.len());
        let row = (-1i64..3, targets).prop_map(move |(output, targets)| {
            (
                output,
                letters
                    .iter()
                    .zip(targets)
                    .filter_map(|(&letter, target)| Some((letter, State::new(target?))))
                    .collect(),
            )
        });
        proptest::collection::vec(row, states)
    })
}

fn languages() -> impl Strategy<Value = Language> {
    proptest::collection::vec(track(), 1..=3).prop_flat_map(|tracks| {
        let sizes: Vec<u32> = tracks.iter().map(|track| track.digit_values().len() as u32).collect();
        let layout = Layout::new(&sizes).unwrap();
        rows(&layout).prop_map(move |rows| {
            let rows = rows.into_iter().map(|(output, edges)| (output > 0, edges));
            let dfa = Arc::new(Dfa::from_rows(layout.clone(), rows).minimize());
            Language { dfa, tracks: tracks.clone() }
        })
    })
}

fn words() -> impl Strategy<Value = Word> {
    let names = prop_oneof![
        proptest::collection::vec(prop_oneof!["msd_2", "msd_fib", "msd_trib"], 1..=2),
        proptest::collection::vec(prop_oneof!["lsd_2", "lsd_fib"], 1..=2),
    ];
    names.prop_flat_map(|names| {
        let systems: Vec<_> = names.iter().map(|name| system(name)).collect();
        let layout = Layout::new(&systems.iter().map(|system| system.digits()).collect::<Vec<_>>()).unwrap();
        rows(&layout).prop_filter_map("an output depends on padding", move |rows| {
            let mut transitions = Transitions::new();
            let mut outputs = Vec::new();
            let trailing = names[0].starts_with("lsd");
            for (q, (output, mut edges)) in rows.into_iter().enumerate() {
                // Zeros that pad change nothing.
                if trailing || q == 0 {
                    edges.retain(|edge| edge.0 != Letter::ZERO);
                    edges.push((Letter::ZERO, State::new(q)));
                }
                transitions.push_row(&mut edges);
                outputs.push(output);
            }
            let dfao = Dfao::new(layout.clone(), transitions, outputs);
            Word::new(&dfao, systems.clone(), &filbert::script::Limits::default().budget()).ok()
        })
    })
}

/// One small change of a text.
fn mutate(text: &str, kind: usize, at: usize, character: char) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = at % lines.len();
    match kind {
        0 => drop(lines.remove(line)),
        1 => lines.insert(line, lines[line].clone()),
        2 => lines.swap(line, (line + 1) % text.lines().count()),
        _ => {
            let mut characters: Vec<char> = text.chars().collect();
            let place = at % characters.len();
            characters[place] = character;
            return characters.into_iter().collect();
        }
    }
    lines.join("\n")
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(written in languages()) {
        let read = language(&write_language(&written));
        prop_assert_eq!(&read.tracks, &written.tracks);
        prop_assert_eq!(&read.dfa, &written.dfa);
        prop_assert_eq!(write_language(&read), write_language(&written));
    }

    #[test]
    fn words_are_read_back(written in words()) {
        let text = write_word(&written.clone().into());
        let read = word(&text).unwrap();
        prop_assert_eq!(write_word(&read.clone().into()), text);
        prop_assert_eq!(read, written);
    }

    #[test]
    fn a_changed_file_is_read_or_refused_with_a_line(
        written in languages(),
        changes in proptest::collection::vec((0usize..4, 0usize..10_000, prop_oneof!["[0-9*{},\\->#\n a-z_]", any::<char>().prop_map(String::from)]), 1..4),
    ) {
        let mut text = write_language(&written);
        for (kind, at, character) in changes {
            if text.lines().next().is_some() {
                text = mutate(&text, kind, at, character.chars().next().unwrap());
            }
        }
        // A character may turn msd_2 into a large base, and a star into many letters.
        let budget = filbert::script::Limits::default().budget().with_states(10_000);
        let lines = text.lines().count().max(1);
        let path = Path::new("A.txt");
        for result in [
            read_automaton(path, &text, &Numerations::standard(), &budget).map(drop),
            read_word(path, &text, &Numerations::standard(), &budget).map(drop),
        ] {
            match result {
                Err(ReadError::Text(error)) => prop_assert!((1..=lines).contains(&error.line) && !error.message.is_empty()),
                Err(ReadError::Limit { .. }) | Ok(()) => {}
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(msd_2|\\{0,1\\}|lsd_fib| |\n|0|1|->|\\*|#|-|\\PC){0,40}") {
        let _ = automaton(&text);
        let _ = word(&text);
    }
}
