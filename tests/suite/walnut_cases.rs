//! What Walnut gives for commands of every kind, held against the console: `cases/*.txt`.
//!
//! The automata are read from the files that the console leaves, by a reader of its own.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use crate::cli::converse;

const FOLDERS: [&str; 8] = [
    "Automata Library",
    "Word Automata Library",
    "Custom Bases",
    "Macro Library",
    "Morphism Library",
    "Transducer Library",
    "Command Files",
    "Result",
];

/// The commands of a block and what its last one must give.
fn blocks(text: &str) -> Vec<(Vec<&str>, Vec<&str>)> {
    let mut blocks = vec![(Vec::new(), Vec::new())];
    for line in text.lines() {
        match line.strip_prefix('>') {
            Some(want) => blocks.last_mut().unwrap().1.push(want.trim()),
            None if line.trim().is_empty() => blocks.push((Vec::new(), Vec::new())),
            None if line.starts_with('#') => {}
            None => blocks.last_mut().unwrap().0.push(line),
        }
    }
    blocks.retain(|(commands, _)| !commands.is_empty());
    blocks
}

/// What the console says to each command, and the file that the last one leaves under the name `a`.
fn session(commands: &[&str]) -> (Vec<String>, Option<String>) {
    let home = tempfile::tempdir().unwrap();
    for folder in FOLDERS {
        std::fs::create_dir(home.path().join(folder)).unwrap();
    }
    let own = home.path().join("S");
    let input: String = commands.iter().map(|command| format!("{command};\n")).collect();
    let folders = [format!("--home-dir={}", home.path().display()), format!("--session-dir={}", own.display())];
    let output = converse(home.path(), &["walnut", &folders[0], &folders[1]], input);
    let said = String::from_utf8(output.stdout).unwrap();
    let answers = said.split("[Walnut]$ ").skip(1).map(str::to_owned).collect();
    let places = ["Automata Library", "Word Automata Library"].map(|folder| own.join(folder).join("a.txt"));
    let file = places.iter().find(|path| path.is_file()).map(|path| std::fs::read_to_string(path).unwrap());
    (answers, file)
}

/// An automaton as its file says it.
struct Machine {
    header: String,
    start: String,
    accepting: BTreeSet<String>,
    steps: HashMap<(String, Vec<String>), BTreeSet<String>>,
}

impl Machine {
    fn read(text: &str) -> Machine {
        let lines = text.lines().map(|line| line.split('#').next().unwrap().trim()).filter(|line| !line.is_empty());
        let mut machine =
            Machine { header: String::new(), start: String::new(), accepting: BTreeSet::new(), steps: HashMap::new() };
        let mut state = String::new();
        for line in lines {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            if machine.header.is_empty() {
                machine.header = line.to_owned();
            } else if let Some((letter, targets)) = line.split_once("->") {
                machine.steps.entry((state.clone(), words(letter))).or_default().extend(words(targets));
            } else {
                let [name, output] = &words(line)[..] else { panic!("{line}") };
                state.clone_from(name);
                if machine.start.is_empty() {
                    machine.start.clone_from(name);
                }
                if output != "0" {
                    machine.accepting.insert(name.clone());
                }
            }
        }
        machine
    }

    fn accepts(&self, word: &str) -> bool {
        let mut now = BTreeSet::from([self.start.clone()]);
        for letter in letters(word) {
            let targets = now.iter().filter_map(|state| self.steps.get(&(state.clone(), letter.clone())));
            now = targets.flatten().cloned().collect();
        }
        now.iter().any(|state| self.accepting.contains(state))
    }
}

/// `[0,1]2.`: the digits of each letter; a dot stands for none.
fn letters(word: &str) -> Vec<Vec<String>> {
    let letter = regex::Regex::new(r"\[([^\]]*)\]|(\d)").unwrap();
    let digits = |found: regex::Captures<'_>| {
        let inside = found.get(1).or(found.get(2)).unwrap().as_str();
        inside.split(',').map(str::to_owned).collect()
    };
    letter.captures_iter(word).map(digits).collect()
}

/// The names and digits of a header, however it is set.
fn tracks(header: &str) -> Vec<String> {
    let item = regex::Regex::new(r"-?\w+").unwrap();
    let mut items: Vec<String> = item.find_iter(header).map(|found| found.as_str().to_owned()).collect();
    items.sort();
    items
}

/// Whether the answer and the file are what a line of a case asks for.
fn is_as_written(want: &str, answer: &str, file: Option<&str>) -> bool {
    let want = want.strip_prefix("OURS").unwrap_or(want).trim();
    let (kind, rest) = want.split_once(' ').unwrap_or((want, ""));
    let machine = || Machine::read(file.expect("the command leaves a file"));
    match kind {
        "TRUE" | "FALSE" => answer.split_whitespace().any(|word| word == kind),
        "ERROR" => file.is_none() && !answer.trim().is_empty(),
        "HEADER" => file.is_some() && tracks(&machine().header) == tracks(rest),
        "YES" => file.is_some() && rest.split_whitespace().all(|word| machine().accepts(word)),
        "NO" => file.is_some() && !rest.split_whitespace().any(|word| machine().accepts(word)),
        _ => panic!("a case asks for `{want}`"),
    }
}

/// Every block of a file gives what it says.
fn check(file: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/cases").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let blocks = blocks(&text);
    assert!(blocks.len() >= least, "{} cases", blocks.len());
    let mut wrong = String::new();
    for (commands, wants) in blocks {
        assert!(!wants.is_empty(), "{commands:?} asks for nothing");
        let (answers, file) = session(&commands);
        let answer = &answers[commands.len() - 1];
        for want in wants.into_iter().filter(|want| !is_as_written(want, answer, file.as_deref())) {
            wrong += &format!("{}\n    not: {want}\n    said: {answer}", commands.join(" ; "));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_console_gives_what_walnut_gives() {
    check("walnut.txt", 60);
}

#[test]
fn variables_on_tracks_of_letters_are_words() {
    check("sets_of_letters.txt", 22);
}

#[test]
fn hints_are_ignored_with_a_note_on_standard_error() {
    let home = tempfile::tempdir().unwrap();
    let said = |commands: &str| {
        let output = converse(home.path(), &["walnut", "--session-dir=S"], commands);
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let plain = said("eval \"Ax x>=0\";\n");
    let hinted = said("[strategy 3 BRZ] [export 1 txt]\n[strategy]eval \"Ax x>=0\";\n");
    assert_eq!(hinted.0, plain.0);
    assert_eq!(plain.1, "");
    for hint in ["[strategy 3 BRZ]", "[export 1 txt]", "[strategy]"] {
        assert!(hinted.1.contains(&format!("note: `{hint}` is ignored")), "{}", hinted.1);
    }
}
