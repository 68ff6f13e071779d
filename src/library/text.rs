//! Reading automata and words from text.
//!
//! A header names the tracks. Each state is a line `q out`, followed by its transitions `0 1 -> q'`, one digit a track;
//! the first state is the start. `*` stands for every digit, and several targets make the automaton nondeterministic.
//! Comments start with `#`. A file that says `true` or `false` is a closed statement. Whatever else a file says is an
//! error with its line: nothing is guessed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::automata::{Dfa, Dfao, Edge, Layout, Letter, Nfa, State, Transitions};
use crate::budget::{Budget, Halt, Unsupported};
use crate::numeration::{Language, Numerations, TrackKind};
use crate::tuning::LISTED_LETTERS;
use crate::words::{Indexed, Word, WordError, WordFamily};

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
    let file = match parse(path, text, systems)? {
        Content::Truth(truth, _) => return Ok(AutomatonFile::Truth(truth)),
        Content::File(file) => file,
    };
    let limit = |limit| ReadError::Limit { path: path.to_owned(), limit };
    let mut transitions = Transitions::new();
    for row in &file.rows {
        let mut edges = expand(row, &file.layout, budget).map_err(limit)?;
        transitions.push_row(&mut edges);
    }
    let accepting: Vec<bool> = file.outputs.iter().map(|&output| output != 0).collect();
    let dfa = if transitions.is_deterministic() {
        Dfa::new(file.layout, transitions, accepting)
    } else {
        Nfa::new(file.layout, transitions, vec![State::START], accepting).determinize(budget).map_err(limit)?
    };
    Ok(AutomatonFile::Language(Language { dfa: Arc::new(dfa.minimize()), tracks: file.tracks }))
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
    let wrong = |line: usize, message: String| TextError { path: path.to_owned(), line, message };
    let limit = |limit| ReadError::Limit { path: path.to_owned(), limit };
    let file = match parse(path, text, systems)? {
        Content::Truth(_, line) => return Err(wrong(line, "a truth value is not a word".into()).into()),
        Content::File(file) => file,
    };
    let mut transitions = Transitions::new();
    for row in &file.rows {
        let mut edges = expand(row, &file.layout, budget).map_err(limit)?;
        edges.sort_unstable();
        edges.dedup();
        if let Some(pair) = edges.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(wrong(
                second_line(row, &file.layout, pair[0].0),
                "a word needs one target for each letter: the \
                state has another target for these digits"
                    .into(),
            )
            .into());
        }
        transitions.push_row(&mut edges);
    }
    let dfao = Dfao::new(file.layout, transitions, file.outputs);
    let failed = |error| match error {
        WordError::Limit(passed) => limit(passed),
        error => wrong(file.header, error.to_string()).into(),
    };
    let Some(indices) = file.tracks.iter().map(|track| track.system().cloned()).collect::<Option<Vec<_>>>() else {
        let family = WordFamily::new(&dfao, file.tracks, budget).map_err(failed)?;
        return Ok(ReadWord { word: Indexed::Family(family.into()), note: None });
    };
    match Word::new(&dfao, indices.clone(), budget) {
        Err(error @ WordError::Padding { .. }) => {
            let word = Word::without_padding(&dfao, indices, budget).map_err(failed)?;
            let what = wrong(file.header, format!("{error}; it is read here as it is without them"));
            Ok(ReadWord { word: Indexed::Word(word.into()), note: Some(what.to_string()) })
        }
        read => Ok(ReadWord { word: Indexed::Word(read.map_err(failed)?.into()), note: None }),
    }
}

/// A text that is not a truth value, every part of it checked on its own.
struct File {
    header: usize,
    tracks: Vec<TrackKind>,
    layout: Layout,
    outputs: Vec<i64>,
    rows: Vec<Vec<Pattern>>,
}

/// The transitions of one line.
struct Pattern {
    line: usize,
    /// The digit of each track, `None` for all.
    digits: Vec<Option<u32>>,
    targets: Vec<State>,
}

enum Content {
    /// And on which line.
    Truth(bool, usize),
    File(File),
}

fn parse(path: &Path, text: &str, systems: &Numerations) -> Result<Content, TextError> {
    let wrong = |line: usize, message: String| TextError { path: path.to_owned(), line, message };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, line.split_once('#').map_or(line, |(content, _)| content).trim()))
        .filter(|(_, content)| !content.is_empty());

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
    let sizes: Vec<u32> = tracks.iter().map(|track| track.digit_values().len() as u32).collect();
    let layout = Layout::new(&sizes).map_err(|error| wrong(header, error.to_string()))?;
    // The index of each digit of each track, by its value.
    let digits: Vec<HashMap<i64, u32>> =
        tracks.iter().map(|track| track.digit_values().into_iter().zip(0..).collect()).collect();

    let mut names: HashMap<u64, State> = HashMap::new();
    let mut outputs = Vec::new();
    let mut rows: Vec<Vec<Pattern>> = Vec::new();
    // Targets may be declared later: each pattern's are found at the end.
    let mut named_targets: Vec<Vec<u64>> = Vec::new();
    for (line, content) in lines {
        if let Some((left, right)) = content.split_once("->") {
            let Some(row) = rows.last_mut() else {
                return Err(wrong(line, "a transition before the first state".into()));
            };
            let pattern = parse_digits(left, &tracks, &digits).map_err(|message| wrong(line, message))?;
            named_targets.push(parse_targets(right).map_err(|message| wrong(line, message))?);
            row.push(Pattern { line, digits: pattern, targets: Vec::new() });
        } else {
            let (name, output) = parse_state(content).map_err(|message| wrong(line, message))?;
            let number = State::new(outputs.len());
            if names.insert(name, number).is_some() {
                return Err(wrong(line, format!("state {name} is declared twice")));
            }
            outputs.push(output);
            rows.push(Vec::new());
        }
    }
    if outputs.is_empty() {
        return Err(wrong(header, "no state follows the names of the tracks".into()));
    }
    for (pattern, targets) in rows.iter_mut().flatten().zip(named_targets) {
        for name in targets {
            let Some(&target) = names.get(&name) else {
                return Err(wrong(pattern.line, format!("state {name} is never declared")));
            };
            pattern.targets.push(target);
        }
    }
    Ok(Content::File(File { header, tracks, layout, outputs, rows }))
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

/// `0 *`, the left side of a transition.
fn parse_digits(left: &str, tracks: &[TrackKind], digits: &[HashMap<i64, u32>]) -> Result<Vec<Option<u32>>, String> {
    let given: Vec<&str> = left.split_whitespace().collect();
    if given.len() != tracks.len() {
        let plural = |n: usize, noun: &str| if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") };
        return Err(format!("{} for {}", plural(given.len(), "digit"), plural(tracks.len(), "track")));
    }
    let index = |((digit, track), indices): ((&str, &TrackKind), &HashMap<i64, u32>)| {
        if digit == "*" {
            return Ok(None);
        }
        let value: i64 = digit.parse().map_err(|_| format!("`{digit}` is not a digit"))?;
        let known = indices.get(&value).copied();
        known.map(Some).ok_or_else(|| format!("{value} is not a digit of {}", super::write::header(track)))
    };
    given.into_iter().zip(tracks).zip(digits).map(index).collect()
}

/// `3 5`, the right side of a transition.
fn parse_targets(right: &str) -> Result<Vec<u64>, String> {
    let number = |name: &str| name.parse().map_err(|_| format!("`{name}` is not the number of a state"));
    let targets = right.split_whitespace().map(number).collect::<Result<Vec<u64>, String>>()?;
    if targets.is_empty() { Err("a transition needs a target".into()) } else { Ok(targets) }
}

/// `3 1`, a state and its output.
fn parse_state(content: &str) -> Result<(u64, i64), String> {
    let parts: Vec<&str> = content.split_whitespace().collect();
    if let [name, output] = parts[..]
        && let (Ok(name), Ok(output)) = (name.parse(), output.parse())
    {
        return Ok((name, output));
    }
    Err(format!("`{content}` is neither a state with its output, `0 1`, nor a transition, `0 1 -> 2`"))
}

/// The edges of a state.
fn expand(row: &[Pattern], layout: &Layout, budget: &Budget) -> Result<Vec<Edge>, Halt> {
    let mut edges = Vec::new();
    for pattern in row {
        for letter in letters(&pattern.digits, layout)? {
            budget.check(0)?;
            edges.extend(pattern.targets.iter().map(|&target| (letter, target)));
        }
    }
    Ok(edges)
}

/// The letters with these digits.
fn letters(digits: &[Option<u32>], layout: &Layout) -> Result<Vec<Letter>, Halt> {
    let mut letters = vec![Letter::ZERO];
    for (digit, (slot, &size)) in digits.iter().zip(layout.slots().iter().zip(layout.sizes())) {
        let range = digit.map_or(0..size, |digit| digit..digit + 1);
        if letters.len().checked_mul(range.len()).is_none_or(|letters| letters as u64 > LISTED_LETTERS) {
            return Err(Halt::Unsupported(Unsupported::Letters));
        }
        letters = letters.iter().flat_map(|&letter| range.clone().map(move |d| letter | slot.place(d))).collect();
    }
    Ok(letters)
}

/// The line on which a state has its second target for a letter.
fn second_line(row: &[Pattern], layout: &Layout, letter: Letter) -> usize {
    let reads = |pattern: &&Pattern| {
        pattern.digits.iter().zip(layout.slots()).all(|(digit, slot)| digit.is_none_or(|d| slot.digit(letter) == d))
    };
    let mut targets: Vec<State> = Vec::new();
    let mut second = |pattern: &&Pattern| {
        targets.extend(&pattern.targets);
        targets.iter().any(|&target| target != targets[0])
    };
    row.iter().filter(reads).find(|pattern| second(pattern)).map_or(0, |pattern| pattern.line)
}
