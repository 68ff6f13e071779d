//! Reading automata and words from text.
//!
//! A header names the tracks. Each state is a line `q out`, followed by its transitions `0 1 -> q'`, one digit a track;
//! the first state is the start. `*` stands for every digit, and several targets make the automaton nondeterministic.
//! Comments start with `#`. A file that says `true` or `false` is a closed statement. Whatever else a file says is an
//! error with its line: nothing is guessed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::automata::{Dfa, Dfao, Nfa, State};
use crate::budget::{Budget, Halt};
use crate::numeration::{Language, Numerations, TrackKind};
use crate::words::{Indexed, Word, WordError, WordFamily};

use super::lines::{Columns, contents};
use super::rows::{Rows, Unread, first_error, read_rows, second_target};

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {message}", path.display())]
pub struct TextError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// Why a text was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The text is wrong.
    #[error(transparent)]
    Text(#[from] TextError),
    /// What it describes passes a limit.
    #[error("{}: {limit}", path.display())]
    Limit {
        /// The file.
        path: PathBuf,
        /// The limit that was passed.
        limit: Halt,
    },
}

/// What a file of an automaton holds.
#[derive(Clone, Debug)]
pub enum AutomatonFile {
    /// `true` or `false`.
    Truth(bool),
    /// Words of digits, by their minimal automaton.
    Language(Language),
}

/// The automaton in a text; a state accepts if its output is not 0. The path is only for messages.
///
/// # Errors
/// What is wrong, or the limit that was passed in making a nondeterministic automaton deterministic.
pub fn read_automaton(
    path: &Path,
    text: &str,
    systems: &Numerations,
    budget: &Budget,
) -> Result<AutomatonFile, ReadError> {
    match parse(path, text, systems, budget)? {
        Content::Truth(truth, _) => Ok(AutomatonFile::Truth(truth)),
        Content::File(file) => automaton(path, *file, budget),
    }
}

fn automaton(path: &Path, file: File<'_>, budget: &Budget) -> Result<AutomatonFile, ReadError> {
    let limit = |limit| ReadError::Limit { path: path.to_owned(), limit };
    let File { rows: Rows { outputs, transitions }, columns: Columns { tracks, layout, .. }, .. } = file;
    let accepting: Vec<bool> = outputs.into_iter().map(|output| output != 0).collect();
    let dfa = if transitions.is_deterministic() {
        Dfa::new(layout, transitions, accepting)
    } else {
        Nfa::new(layout, transitions, vec![State::START], accepting).determinize(budget).map_err(limit)?
    };
    let dfa = dfa.minimize_within(budget).map_err(limit)?;
    Ok(AutomatonFile::Language(Language { dfa: Arc::new(dfa), tracks }))
}

/// What a file holds that may be of either kind: a word if it `is_word`, or has outputs other than 0 and 1.
///
/// # Errors
/// As [`read_automaton`] and [`read_word`].
pub fn read_stored(
    path: &Path,
    text: &str,
    is_word: bool,
    systems: &Numerations,
    budget: &Budget,
) -> Result<Stored, ReadError> {
    match parse(path, text, systems, budget)? {
        Content::Truth(truth, _) if !is_word => Ok(Stored::Automaton(AutomatonFile::Truth(truth))),
        Content::File(file) if !is_word && file.rows.outputs.iter().all(|output| (0..=1).contains(output)) => {
            automaton(path, *file, budget).map(Stored::Automaton)
        }
        content => word(path, content, budget).map(Stored::Word),
    }
}

/// What a file holds.
#[derive(Clone, Debug)]
pub enum Stored {
    /// An automaton.
    Automaton(AutomatonFile),
    /// A word.
    Word(ReadWord),
}

/// A word that was read from a text.
#[derive(Clone, Debug)]
pub struct ReadWord {
    /// The word, or the family of words.
    pub word: Indexed,
    /// What is odd about the text, with its place.
    pub note: Option<String>,
}

/// The word in a text, a family of words if a track is given by a set of digits. The path is only for messages.
///
/// # Errors
/// What is wrong, two targets for one letter included; the limit that was passed.
///
/// An output that depends on padding is no error, since Walnut reads such words: the value is that of the
/// representation without padding, and there is a note.
///
/// ```
/// use filbert::library::read_word;
/// use filbert::numeration::Numerations;
/// let text = "msd_2\n0 0\n0 -> 0\n1 -> 1\n1 1\n0 -> 1\n1 -> 0\n";
/// let word = read_word("T.txt".as_ref(), text, &Numerations::standard(),
/// &filbert::script::Limits::default().budget()).unwrap(); assert_eq!(word.word.word().unwrap().value(&[7u32.into()]),
/// 1);
/// ```
pub fn read_word(path: &Path, text: &str, systems: &Numerations, budget: &Budget) -> Result<ReadWord, ReadError> {
    word(path, parse(path, text, systems, budget)?, budget)
}

fn word(path: &Path, content: Content<'_>, budget: &Budget) -> Result<ReadWord, ReadError> {
    let wrong = |line: usize, message: String| TextError { path: path.to_owned(), line, message };
    let limit = |limit| ReadError::Limit { path: path.to_owned(), limit };
    let file = match content {
        Content::Truth(_, line) => return Err(wrong(line, "a truth value is not a word".into()).into()),
        Content::File(file) => file,
    };
    let File { header, columns, rows: Rows { outputs, transitions }, body } = *file;
    if !transitions.is_deterministic() {
        let twice = |state: State| {
            let letters = transitions.letters(state).iter();
            letters.clone().zip(letters.skip(1)).find(|pair| pair.0 == pair.1).map(|pair| (state, pair.0))
        };
        let (state, letter) = transitions.numbers().find_map(twice).expect("it is not deterministic");
        let line = header + second_target(body, &columns, state.index(), letter);
        let message = "a word needs one target for each letter: the state has another target for these digits";
        return Err(wrong(line, message.into()).into());
    }
    let Columns { tracks, layout, .. } = columns;
    let dfao = Dfao::new(layout, transitions, outputs);
    let failed = |error| match error {
        WordError::Limit(passed) => limit(passed),
        error => wrong(header, error.to_string()).into(),
    };
    let Some(indices) = tracks.iter().map(|track| track.system().cloned()).collect::<Option<Vec<_>>>() else {
        let family = WordFamily::new(&dfao, tracks, budget).map_err(failed)?;
        return Ok(ReadWord { word: Indexed::Family(family.into()), note: None });
    };
    match Word::new(&dfao, indices.clone(), budget) {
        Err(error @ WordError::Padding { .. }) => {
            let word = Word::without_padding(&dfao, indices, budget).map_err(failed)?;
            let what = wrong(header, format!("{error}; it is read here as it is without them"));
            Ok(ReadWord { word: Indexed::Word(word.into()), note: Some(what.to_string()) })
        }
        read => Ok(ReadWord { word: Indexed::Word(read.map_err(failed)?.into()), note: None }),
    }
}

/// A text that is not a truth value.
struct File<'a> {
    /// The line of the header.
    header: usize,
    columns: Columns,
    rows: Rows,
    /// What follows the header.
    body: &'a str,
}

enum Content<'a> {
    /// And on which line.
    Truth(bool, usize),
    File(Box<File<'a>>),
}

fn parse<'a>(path: &Path, text: &'a str, systems: &Numerations, budget: &Budget) -> Result<Content<'a>, ReadError> {
    let wrong = |line: usize, message: String| ReadError::from(TextError { path: path.to_owned(), line, message });
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = contents(text);
    let Some((header, content)) = lines.next() else {
        return Err(wrong(1, "the file is empty: it should begin with the names of its tracks".into()));
    };
    if let Ok(truth) = content.parse::<bool>() {
        return match lines.next() {
            None => Ok(Content::Truth(truth, header)),
            Some((line, _)) => Err(wrong(line, format!("nothing can follow `{content}`"))),
        };
    }
    let tracks = parse_header(content, systems).map_err(|message| wrong(header, message))?;
    let columns = Columns::new(tracks).map_err(|error| wrong(header, error.to_string()))?;
    let body = text.split_inclusive('\n').take(header).map(str::len).sum::<usize>();
    let body = &text[body..];
    let rows = read_rows(body, &columns, budget).map_err(|why| match why {
        Unread::Limit(limit) => ReadError::Limit { path: path.to_owned(), limit },
        Unread::Wrong => match first_error(body, &columns) {
            Some((line, message)) => wrong(header + line, message),
            None => ReadError::Limit { path: path.to_owned(), limit: Halt::Contradiction },
        },
    })?;
    if rows.outputs.is_empty() {
        return Err(wrong(header, "no state follows the names of the tracks".into()));
    }
    Ok(Content::File(Box::new(File { header, columns, rows, body })))
}

/// `msd_fib {0,1} msd_2`.
fn parse_header(content: &str, systems: &Numerations) -> Result<Vec<TrackKind>, String> {
    let mut tracks: Vec<TrackKind> = Vec::new();
    let mut rest = content;
    while !rest.is_empty() {
        let (track, after) = if let Some(inside) = rest.strip_prefix('{') {
            let (list, after) = inside.split_once('}').ok_or("an alphabet that begins with `{` ends with `}`")?;
            (parse_alphabet(list)?, after)
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            if !(name.starts_with("msd_") || name.starts_with("lsd_")) {
                return Err(format!("`{name}` is not a track: a track is `msd_2`, `lsd_fib`, ... or `{{0,1}}`"));
            }
            (TrackKind::Numbers(systems.get(name).map_err(|error| error.to_string())?), after)
        };
        tracks.push(track);
        rest = after.trim_start();
    }
    let mut directions = tracks.iter().filter_map(|track| match track {
        TrackKind::Numbers(system) => Some(system.direction()),
        TrackKind::Digits(_) => None,
    });
    let first = directions.next();
    if directions.any(|direction| Some(direction) != first) {
        return Err("all tracks of a file are read in one direction: msd and lsd do not mix".into());
    }
    Ok(tracks)
}

fn parse_alphabet(list: &str) -> Result<TrackKind, String> {
    let mut values = Vec::new();
    for item in list.split(',') {
        let digit = item.trim();
        let value: i64 = digit.parse().map_err(|_| format!("`{digit}` is not a digit"))?;
        if values.contains(&value) {
            return Err(format!("the digit {value} occurs twice in the alphabet"));
        }
        values.push(value);
    }
    Ok(TrackKind::of_digits(&values))
}
