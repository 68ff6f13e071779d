//! The vectors of `tests/language/`, whose README says how they are written.

use std::path::{Path, PathBuf};

use filbert::script::Given;

/// The script that each vector is about.
pub(super) const MAIN: &str = "main.prf";

/// A script, and what each reader must make of it.
#[derive(Debug, Default)]
pub(super) struct Vector {
    pub(super) name: String,
    /// The script, and the files that it names.
    pub(super) files: Vec<(String, String)>,
    pub(super) statements: Vec<Statement>,
    /// Where something is said to be wrong.
    pub(super) refused: Vec<Lines>,
    /// What names mean at the end of the script.
    pub(super) names: Vec<Named>,
    /// What names mean on a line.
    pub(super) refers: Vec<(usize, Named)>,
    /// The limit on states of one automaton.
    pub(super) states: Option<usize>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) file: String,
    pub(super) line: usize,
}

/// The lines of a command.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) file: String,
    pub(super) first: usize,
    pub(super) last: usize,
}

/// A statement and what becomes of it.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) name: String,
    pub(super) outcome: Outcome,
    /// What it is to a reader that has no limits.
    pub(super) otherwise: Option<bool>,
    /// Whether the checker accepts it with the certificates of filbert.
    pub(super) is_checked: bool,
}

/// What becomes of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Truth(bool),
    /// Something that it names, or that stands behind it, was left undecided.
    Undecided(String, Place),
    /// A limit was passed.
    Limit,
    /// It means nothing.
    Wrong(Place),
}

/// What a name means.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) kind: String,
    pub(super) name: String,
    /// Where its command begins; a place without a line if nothing of the vector gives it a meaning.
    pub(super) meaning: Meaning,
    /// What was left undecided first, and where, if the name is undecided.
    pub(super) undecided: Option<(String, Place)>,
}

/// What gives a name its meaning.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The command that begins there.
    Command(Place),
    /// filbert ships it.
    Shipped,
    /// It has none.
    Nothing,
    /// A file that is not there may have given it one.
    Unsaid,
}

impl Statement {
    /// Whether it may be accepted with this verdict.
    pub(super) fn may_be(&self, truth: bool) -> bool {
        self.outcome == Outcome::Truth(truth) || self.otherwise == Some(truth)
    }
}

impl Vector {
    /// The script.
    pub(super) fn main(&self) -> &str {
        &self.files.iter().find(|(name, _)| name == MAIN).expect("a main script").1
    }

    /// All files as they are where there is no disk.
    pub(super) fn given(&self) -> Given {
        self.files.iter().cloned().collect()
    }

    /// Writes its files into a folder; `main` stands for the script.
    pub(super) fn write(&self, folder: &Path, main: &str) {
        for (name, text) in &self.files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, if name == MAIN { main } else { text }).expect("a file");
        }
    }
}

/// All vectors, in the order of their names.
pub(super) fn all() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    let listed = std::fs::read_dir(&folder).expect("the folder of vectors");
    let mut paths: Vec<PathBuf> = listed.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Vector {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).expect("a vector");
    let mut vector = Vector { name, ..Vector::default() };
    let mut sections = text.split("\n=== ");
    assert!(sections.next().is_some_and(|about| about.ends_with('.')), "{}: what is it about?", vector.name);
    for section in sections {
        let (head, body) = section.split_once('\n').unwrap_or((section, ""));
        // The line end before the next section belongs to the last line of this one.
        let body = if body.is_empty() || body.ends_with('\n') { body.to_owned() } else { format!("{body}\n") };
        match head.split(' ').collect::<Vec<_>>()[..] {
            ["expect"] => body.lines().enumerate().for_each(|(at, line)| {
                let read = expectation(&mut vector, line);
                assert!(read.is_some(), "{}: expectation {}: `{line}` is not read", vector.name, at + 1);
            }),
            [file] => vector.files.push((file.to_owned(), body)),
            [file, how] => vector.files.push((file.to_owned(), with_ends(&body, how))),
            _ => panic!("{}: `{head}` is no section", vector.name),
        }
    }
    vector
}

/// A text whose line ends are others, or which has escapes.
fn with_ends(text: &str, how: &str) -> String {
    match how {
        "crlf" => text.replace('\n', "\r\n"),
        "cr" => text.replace('\n', "\r"),
        "escaped" => unescaped(text),
        _ => panic!("`{how}` says nothing of a file"),
    }
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split('\\');
    out += parts.next().unwrap_or("");
    while let Some(part) = parts.next() {
        let rest = match part.chars().next() {
            Some('n') => "\n".to_owned() + &part[1..],
            Some('r') => "\r".to_owned() + &part[1..],
            Some('t') => "\t".to_owned() + &part[1..],
            Some('\n') => part[1..].to_owned(),
            Some('u') => {
                let (code, rest) = part[2..].split_once('}').expect("a brace");
                let code = u32::from_str_radix(code, 16).expect("a number");
                format!("{}{rest}", char::from_u32(code).expect("a character"))
            }
            None => "\\".to_owned() + parts.next().unwrap_or(""),
            Some(other) => panic!("`\\{other}` is no escape"),
        };
        out += &rest;
    }
    out
}

/// Reads a line of expectations into its vector.
fn expectation(vector: &mut Vector, line: &str) -> Option<()> {
    let words: Vec<&str> = line.split_whitespace().take_while(|word| !word.starts_with('#')).collect();
    let Some((first, rest)) = words.split_first() else { return Some(()) };
    match *first {
        "statement" => vector.statements.push(statement(rest)?),
        "refused" => {
            let (lines, rest) = rest.split_first()?;
            let (first, last) = lines.split_once("..").unwrap_or((lines, lines));
            let (file, rest) = file(rest)?;
            let (first, last) = (first.parse().ok()?, last.parse().ok()?);
            rest.is_empty().then(|| vector.refused.push(Lines { file, first, last }))?;
        }
        "name" => vector.names.push(named(rest)?),
        "refers" => {
            let (line, rest) = rest.split_first()?;
            vector.refers.push((line.parse().ok()?, named(rest)?));
        }
        "states" => vector.states = Some(rest.first()?.parse().ok()?),
        _ => return None,
    }
    Some(())
}

/// `in FILE`, or the script.
fn file<'a, 'b>(words: &'a [&'b str]) -> Option<(String, &'a [&'b str])> {
    match words {
        ["in", file, rest @ ..] => Some(((*file).to_owned(), rest)),
        rest => Some((MAIN.to_owned(), rest)),
    }
}

/// `at LINE`, perhaps `in FILE`.
fn place<'a, 'b>(words: &'a [&'b str]) -> Option<(Place, &'a [&'b str])> {
    let ["at", line, rest @ ..] = words else { return None };
    let line = line.parse().ok()?;
    let (file, rest) = file(rest)?;
    Some((Place { file, line }, rest))
}

fn statement(words: &[&str]) -> Option<Statement> {
    let verdicts = ["TRUE", "FALSE", "UNKNOWN", "LIMIT", "ERROR"];
    let at = words.iter().position(|word| verdicts.contains(word))?;
    let name = words[..at].join(" ");
    let (outcome, rest) = match &words[at..] {
        ["UNKNOWN", name, rest @ ..] => {
            let (place, rest) = place(rest)?;
            (Outcome::Undecided((*name).to_owned(), place), rest)
        }
        ["ERROR", rest @ ..] => {
            let (place, rest) = place(rest)?;
            (Outcome::Wrong(place), rest)
        }
        ["LIMIT", rest @ ..] => (Outcome::Limit, rest),
        [truth, rest @ ..] => (Outcome::Truth(*truth == "TRUE"), rest),
        [] => return None,
    };
    let (otherwise, is_checked) = match rest {
        [] => (None, false),
        ["checked"] => (None, true),
        ["else", truth @ ("TRUE" | "FALSE")] => (Some(*truth == "TRUE"), false),
        _ => return None,
    };
    Some(Statement { name, outcome, otherwise, is_checked })
}

fn named(words: &[&str]) -> Option<Named> {
    let [kind, name, rest @ ..] = words else { return None };
    let (meaning, rest) = match rest {
        ["shipped", rest @ ..] => (Meaning::Shipped, rest),
        ["nothing", rest @ ..] => (Meaning::Nothing, rest),
        ["undecided", ..] => (Meaning::Unsaid, rest),
        _ => {
            let (place, rest) = place(rest)?;
            (Meaning::Command(place), rest)
        }
    };
    let undecided = match rest {
        [] => None,
        ["undecided", name, rest @ ..] => {
            let (place, rest) = place(rest)?;
            rest.is_empty().then_some(Some(((*name).to_owned(), place)))?
        }
        _ => return None,
    };
    Some(Named { kind: (*kind).to_owned(), name: (*name).to_owned(), meaning, undecided })
}
