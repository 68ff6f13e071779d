//! Files: malformed ones are errors with their line, written ones are read back, one statement has one text.

use std::sync::LazyLock;

use proptest::prelude::*;

use filbert::budget::{Halt, Limit, Unsupported};
use filbert::library::{
    AutomatonFile, Folders, ReadError, ReadWord, read_automaton, read_base, read_base_change, read_transducer,
    read_word, write_language, write_truth, write_word,
};
use filbert::numeration::{Numerations, certify};
use filbert::syntax::{Source, parse_morphism};

use super::walnut::{Lab, shown};
use super::walnut_systems::gray_files;

const AUTOMATA: &[&str] = &[
    "msd_fib msd_2\n\n0 1\n0 0 -> 0\n1 1 -> 1\n\n1 0\n0 1 -> 0\n0 0 -> 1\n",
    "{0,1,-1} {0, 1}\n# a comment\n3 0\n0 0 -> 3 4\n-1 1 -> 4\n4 1\n1 * -> 3\n",
    "lsd_3\n0 0\n0 -> 0\n1 -> 1\n2 -> 0\n1 5\n0 -> 1\n1 -> 0\n2 -> 1\n",
    "true\n",
];

const WORDS: &[&str] = &[
    "msd_2\n0 0\n0 -> 0\n1 -> 1\n1 1\n0 -> 1\n1 -> 0\n",
    "msd_fib {0,1}\n0 7\n0 0 -> 0\n0 1 -> 1\n1 0 -> 1\n1 1 -> 1\n1 -3\n* * -> 1\n",
];

const TRANSDUCERS: &[&str] = &[
    "{0,1}\n\n0\n0 -> 0 / 0\n1 -> 1 / 1\n\n1\n0 -> 1 / 1\n1 -> 0 / -2\n",
    "7\n0 -> 8 / 5\n-1 -> 7 / 5\n# the letter before\n8\n0 -> 7 / 1\n",
];

const MORPHISMS: &[&str] = &["0->01\n1->10\n", "0->01[12], 1 -> 2\n2->\n[12]->0[-1]\n[-1]->0\n"];

/// One change of a text.
#[derive(Clone, Debug)]
enum Change {
    Delete(usize),
    Insert(usize, char),
    Replace(usize, char),
    DropLine(usize),
    RepeatLine(usize),
    SwapLines(usize, usize),
    Cut(usize),
}

fn change() -> impl Strategy<Value = Change> {
    let at = 0..1000usize;
    let sign = prop::sample::select("0123456789->*/{},# \nmsdltrue_ab[]é\t".chars().collect::<Vec<char>>());
    prop_oneof![
        at.clone().prop_map(Change::Delete),
        (at.clone(), sign.clone()).prop_map(|(at, sign)| Change::Insert(at, sign)),
        (at.clone(), sign).prop_map(|(at, sign)| Change::Replace(at, sign)),
        at.clone().prop_map(Change::DropLine),
        at.clone().prop_map(Change::RepeatLine),
        (at.clone(), at.clone()).prop_map(|(a, b)| Change::SwapLines(a, b)),
        at.prop_map(Change::Cut),
    ]
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut text = text.to_owned();
    for change in changes {
        let mut signs: Vec<char> = text.chars().collect();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if signs.is_empty() || lines.is_empty() {
            break;
        }
        let (count, many) = (signs.len(), lines.len());
        text = match change {
            Change::Delete(at) => {
                signs.remove(at % count);
                signs.into_iter().collect()
            }
            Change::Insert(at, sign) => {
                signs.insert(at % count, *sign);
                signs.into_iter().collect()
            }
            Change::Replace(at, sign) => {
                signs[at % count] = *sign;
                signs.into_iter().collect()
            }
            Change::Cut(at) => signs[..at % count].iter().collect(),
            Change::DropLine(at) => {
                lines.remove(at % many);
                lines.join("\n") + "\n"
            }
            Change::RepeatLine(at) => {
                lines.insert(at % many, lines[at % many].clone());
                lines.join("\n") + "\n"
            }
            Change::SwapLines(a, b) => {
                lines.swap(a % many, b % many);
                lines.join("\n") + "\n"
            }
        };
    }
    text
}

/// A file of a few, broken here and there.
fn mutated(good: &'static [&'static str]) -> impl Strategy<Value = String> {
    (prop::sample::select(good), prop::collection::vec(change(), 1..4)).prop_map(|(text, list)| changed(text, &list))
}

/// Whether an error names the file and one of its lines.
fn names_a_line(error: &str, text: &str) -> bool {
    let line = error.strip_prefix("file.txt:").and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
    line.is_some_and(|line| (1..=text.lines().count().max(1)).contains(&line))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_broken_automaton_is_an_error_with_its_line(text in mutated(AUTOMATA)) {
        let systems = Numerations::standard();
        let budget = filbert::script::Limits::default().budget().with_states(10_000);
        match read_automaton("file.txt".as_ref(), &text, &systems, &budget) {
            Err(ReadError::Limit { .. }) => {}
            Err(error) => prop_assert!(names_a_line(&error.to_string(), &text), "{error}\n{text}"),
            // Still an automaton: then it is one that is written and read back.
            Ok(AutomatonFile::Truth(truth)) => {
                let said: String = text.lines().map(|line| line.split('#').next().unwrap_or(line).trim()).collect();
                prop_assert_eq!(said, truth.to_string());
            }
            Ok(AutomatonFile::Language(language)) => {
                let written = write_language(&language);
                let again = read_automaton("file.txt".as_ref(), &written, &systems, &budget).unwrap();
                let AutomatonFile::Language(again) = again else { panic!("{written}") };
                prop_assert_eq!(&again.dfa, &language.dfa);
                prop_assert_eq!(write_language(&again), written);
            }
        }
    }

    #[test]
    fn a_broken_word_is_an_error_with_its_line(text in mutated(WORDS)) {
        let systems = Numerations::standard();
        let budget = filbert::script::Limits::default().budget().with_states(10_000);
        match read_word("file.txt".as_ref(), &text, &systems, &budget) {
            Err(ReadError::Limit { .. }) => {}
            Err(error) => prop_assert!(names_a_line(&error.to_string(), &text), "{error}\n{text}"),
            Ok(ReadWord { word, .. }) => {
                let written = write_word(&word);
                let again = read_word("file.txt".as_ref(), &written, &systems, &budget).unwrap().word;
                prop_assert_eq!(&again, &word);
                prop_assert_eq!(write_word(&again), written);
            }
        }
    }

    #[test]
    fn a_broken_transducer_is_an_error_with_its_line(text in mutated(TRANSDUCERS)) {
        if let Err(error) = read_transducer("file.txt".as_ref(), &text) {
            prop_assert!(names_a_line(&error.to_string(), &text), "{error}\n{text}");
        }
    }

    #[test]
    fn a_broken_morphism_is_an_error_with_its_line(text in mutated(MORPHISMS)) {
        let source = Source::new("file.txt", text.as_str());
        if let Err(error) = parse_morphism(&source, source.span()) {
            let line = source.position(error.span().start).line;
            prop_assert!(error.to_string().starts_with(&format!("file.txt:{line}:")), "{error}");
        }
    }
}

/// A base by its name and its files.
type Base = (&'static str, Vec<(String, String)>);

/// The files of bases of every kind.
fn bases() -> &'static [Base] {
    static BASES: LazyLock<Vec<Base>> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        gray_files(folder.path());
        base_files(folder.path(), "fib", "fibo", "msd");
        base_files(folder.path(), "neg_2", "minus", "lsd");
        in_folder(folder.path()).run("ost third [0 3 1] [1 2];");
        let read = |base: &str| -> Vec<(String, String)> {
            let files = [folder.path().join("Custom Bases"), folder.path().join("Session/Custom Bases")];
            let files = files.iter().flat_map(|place| std::fs::read_dir(place).unwrap().flatten());
            let of = |file: &String| file[4..].strip_prefix(base).is_some_and(|rest| rest.starts_with(['_', '.']));
            let mut files: Vec<(String, String)> = files
                .map(|file| (file.file_name().into_string().unwrap(), std::fs::read_to_string(file.path()).unwrap()))
                .filter(|(file, _)| of(file))
                .collect();
            files.sort_unstable();
            files
        };
        ["gray", "neg_gray", "fibo", "minus", "third"].map(|base| (base, read(base))).into()
    });
    &BASES
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_broken_base_is_an_error_with_its_file_or_still_one_of_numbers(
        which in 0..5usize, file in 0..10usize, list in prop::collection::vec(change(), 1..4),
    ) {
        let (name, files) = &bases()[which];
        let broken = file % files.len();
        let folder = tempfile::tempdir().unwrap();
        let folders = Folders { session: folder.path().into(), home: folder.path().into() };
        folders.create().unwrap();
        let place = |file: &str| folder.path().join("Custom Bases").join(file);
        let text = changed(&files[broken].1, &list);
        for (i, (file, good)) in files.iter().enumerate() {
            std::fs::write(place(file), if i == broken { &text } else { good }).unwrap();
        }
        let budget = filbert::script::Limits::default().budget().with_states(20_000);
        let change = read_base_change(&folders, name, &budget);
        match read_base(&folders, name, &budget).expect("an adder").and_then(|rule| change.map(|_| rule)) {
            Err(error) => {
                let (file, good) = files.iter().find(|(file, _)| error.starts_with(&place(file).display().to_string()))
                    .unwrap_or_else(|| panic!("{error}"));
                let error = error.replacen(&place(file).display().to_string(), "file.txt", 1);
                let text = if *file == files[broken].0 { &text } else { good };
                let is_limit = error.ends_with(&Halt::Limit(Limit::States).to_string()) || error.ends_with(&Halt::Unsupported(Unsupported::Letters).to_string());
                prop_assert!(names_a_line(&error, text) || is_limit, "{error}\n{text}");
            }
            Ok(rule) => {
                let mut systems = Numerations::standard();
                systems.define("broken", rule);
                let system = systems.get("msd_broken").unwrap();
                prop_assert!(certify(&system, &filbert::script::Limits::default().budget()).unwrap().holds(), "{text}");
            }
        }
    }
}

#[test]
fn one_statement_has_one_text_whatever_road_led_there() {
    let mut lab = Lab::new();
    for (system, formulas) in [
        ("msd_2", &["x<y", "~(x>=y)", "Ez z>0 & x+z=y", "x!=y & Az (z<=x => z<=y)"][..]),
        ("lsd_2", &["x<y", "~(x>=y)", "Ez z>0 & x+z=y"]),
        ("msd_fib", &["x+1=y", "x<y & ~Ez (x<z & z<y)", "y=x+1 & x=x"]),
        ("msd_trib", &["Ek x=2*k", "~Ek x=2*k+1", "Ek,m x=k+m & k=m"]),
    ] {
        let texts: Vec<String> = formulas
            .iter()
            .map(|formula| {
                lab.run(&format!("def f \"?{system} {formula}\";"));
                write_language(&lab.language("f"))
            })
            .collect();
        assert!(texts.iter().all(|text| *text == texts[0]), "{system}: {texts:?}");
    }
    // From an expression, from its reversal's reversal, from a union of parts.
    lab.run("def e \"Ek x=2*k\"; reg r msd_2 \"(0|1)*0|()\"; reverse $b $r; reverse $c $b; reg s msd_2 \"()|0\"; reg t msd_2 \"(0|1)*00|(0|1)*10\"; union u s t;");
    let text = write_language(&lab.language("e"));
    for name in ["r", "c", "u"] {
        assert_eq!(write_language(&lab.language(name)), text, "{name}");
    }
    assert_eq!(write_truth(true), "true\n");
}

/// The files of a system that filbert generates, under another name.
fn base_files(folder: &std::path::Path, system: &str, name: &str, order: &str) {
    let mut lab = Lab::new();
    let place = |ending: &str| folder.join(format!("Custom Bases/{order}_{name}{ending}.txt"));
    std::fs::create_dir_all(folder.join("Custom Bases")).unwrap();
    lab.run(&format!(
        "def valid \"?{order}_{system} x=x\"; def sum \"?{order}_{system} x+y=z\"; def less \"?{order}_{system} x<y\";"
    ));
    for (function, ending) in [("valid", ""), ("sum", "_addition"), ("less", "_less_than")] {
        let text = write_language(&lab.language(function));
        // Written with digits, since the name of the system means nothing yet.
        let (header, rest) = text.split_once('\n').unwrap();
        let digits: Vec<String> = match system {
            "wythoff3" => header.split(' ').map(|_| "{0,1,2,3}".to_owned()).collect(),
            _ => header.split(' ').map(|_| "{0,1}".to_owned()).collect(),
        };
        std::fs::write(place(ending), format!("{}\n{rest}", digits.join(" "))).unwrap();
    }
}

fn in_folder(folder: &std::path::Path) -> Lab {
    let folders = filbert::library::Folders { session: folder.join("Session"), home: folder.into() };
    folders.create().unwrap();
    Lab { session: filbert::script::Session::in_folders(filbert::script::Limits::default(), folders) }
}

#[test]
fn custom_bases_are_read_in_either_digit_order() {
    let folder = tempfile::tempdir().unwrap();
    base_files(folder.path(), "nara", "mine", "msd");
    base_files(folder.path(), "trib", "other", "lsd");
    base_files(folder.path(), "wythoff3", "wide", "msd");
    base_files(folder.path(), "fib", "fib", "msd");
    let mut lab = in_folder(folder.path());
    for (name, system) in [("mine", "nara"), ("other", "trib"), ("wide", "wythoff3"), ("fib", "fib")] {
        lab.run(&format!("def f \"?msd_{name} 3*x=y+2\"; def g \"?msd_{system} 3*x=y+2\"; def h \"?lsd_{name} x<y\"; def i \"?lsd_{system} x<y\";"));
        assert_eq!(lab.language("f").dfa, lab.language("g").dfa);
        assert_eq!(lab.language("h").dfa, lab.language("i").dfa);
    }
}

#[test]
fn a_custom_base_that_is_wrong_is_an_error_where_it_is_used() {
    let folder = tempfile::tempdir().unwrap();
    // Under the name of a generated system: it must not be taken for that one.
    base_files(folder.path(), "trib", "fib", "msd");
    let path = folder.path().join("Custom Bases/msd_fib_addition.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    // Without its first transition that leads away from the start.
    let lost = text.lines().find(|line| line.ends_with("-> 1")).expect("a transition");
    std::fs::write(&path, text.replacen(&format!("{lost}\n"), "", 1)).unwrap();
    base_files(folder.path(), "trib", "torn", "msd");
    let torn = folder.path().join("Custom Bases/msd_torn_addition.txt");
    std::fs::write(&torn, "{0,1} {0,1} {0,1}\n0 1\n0 0 -> 0\n").unwrap();
    let mut lab = in_folder(folder.path());
    let error = lab.error("eval \"?msd_fib Ax x=x\";");
    assert!(error.contains("its adder does not add"), "{error}");
    let error = lab.error("eval \"?lsd_torn Ax x=x\";");
    assert!(error.contains("msd_torn_addition.txt:3: 2 digits for 3 tracks"), "{error}");
    assert!(lab.try_run("eval \"?msd_trib Ax x=x\";").map_err(|failure| shown(&failure)).is_ok());
}
