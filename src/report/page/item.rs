//! What a page shows of a file: statements, objects and errors, in the order of the file.

use std::collections::{BTreeMap, BTreeSet};

use crate::budget::Budget;
use crate::library::{standard_names, standard_word};
use crate::report::board::{self, boards};
use crate::report::object::Object;
use crate::report::seen;
use crate::report::text::{self, evidence};
use crate::report::units::duration;
use crate::script::{
    Claim, CommandError, Entry, FileReport, Limits, Made, Saved, StatementReport, Written, remark_on_guesses,
};
use crate::syntax::Diagnostic;
use crate::words::Indexed;

use super::papers::split;
use super::shared::for_page;

/// States of an object beyond which the page only names it.
const MOST_STATES: usize = 100_000;
/// Automata of kernels up to this size are drawn, others up to a smaller one.
const DRAWN_STATES: usize = 40;
const SMALL_STATES: usize = 10;
/// Members of a set that are listed.
const FIRST: usize = 8;
/// Side of the board of a kernel, which has room beside theorems, and letters of a word.
const SIDE: usize = 24;
const LETTERS: usize = 40;
/// Side of a slice through triples, and of the board of what is no kernel.
const SLICE: usize = 16;
/// Sides of the boards of a page, with those of the first values of games.
pub(super) const SIDES: [usize; 4] = [SIDE, SLICE, 10, 6];
/// Members of a kernel that are drawn as points.
const POINTS: usize = 200;
/// Automata of so many states have their table beside the drawing, or in its place.
const TABLE_STATES: usize = 8;
/// Tables of larger automata of what is no kernel are left out.
const READ_STATES: usize = 24;

/// Something with a place in the page.
#[derive(Debug)]
pub(super) struct Item {
    /// Its place on the page.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) line: Option<usize>,
    /// The paper it cites, and where in it.
    pub(super) paper: Option<String>,
    pub(super) place: String,
    /// The statement or the command that made it, as written.
    pub(super) text: String,
    /// Its formula as a tree, if it is one.
    pub(super) written: Option<Written>,
    /// The comment above it.
    pub(super) comment: String,
    /// What lints found in it.
    pub(super) findings: Vec<Found>,
    pub(super) content: Content,
}

/// What a lint found.
#[derive(Debug)]
pub(super) struct Found {
    /// Which lint.
    pub(super) lint: &'static str,
    /// Whether it is an error.
    pub(super) denied: bool,
    pub(super) diagnostic: Diagnostic,
}

/// What more there is to say of a result.
#[derive(Debug)]
pub(super) enum Note {
    Text(String),
    Wrong(Diagnostic),
}

impl Item {
    fn new(name: String, text: String, content: Content) -> Item {
        let (id, place, comment, findings) = (String::new(), String::new(), String::new(), Vec::new());
        Item { id, name, line: None, paper: None, place, text, written: None, comment, findings, content }
    }
}

#[derive(Debug)]
pub(super) enum Content {
    Statement {
        verdict: &'static str,
        standing: Standing,
        figures: String,
        notes: Vec<Note>,
        /// Whether a checker accepted its certificate.
        is_checked: bool,
    },
    Object {
        about: String,
        first: Option<String>,
        /// The board of a kernel.
        board: Option<Picture>,
        pictures: Vec<Picture>,
        /// The automaton as a table, where its drawing is wide.
        table: Option<String>,
        is_kernel: bool,
    },
    /// A game or a numeration system, and the first values of a game.
    Definition(Option<Picture>),
    /// A command that could not be read or run.
    Error(Vec<Note>),
    /// What a lint found in a command that shows nothing itself.
    Lint,
}

/// Whether a statement is what it claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Holds,
    Fails,
    Undecided,
}

#[derive(Debug)]
pub(super) enum Picture {
    /// SVG, and what it shows.
    Drawn(String, &'static str),
    /// Why there is none.
    Missing(String),
}

/// Makes items, as long as there is room for pictures.
#[derive(Debug)]
pub(super) struct Maker {
    room: usize,
    /// What drawing an object may use.
    limits: Limits,
}

impl Maker {
    pub(super) fn new(room: usize, limits: Limits) -> Maker {
        Maker { room, limits }
    }

    /// What drawing one object may use from now on.
    pub(super) fn budget(&self) -> Budget {
        self.limits.budget()
    }

    pub(super) fn items(&mut self, report: &FileReport, titles: &BTreeMap<String, String>) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        let mut words: BTreeSet<&str> = BTreeSet::new();
        // What lints find in a definition comes before what it made, and in a statement behind it.
        let mut waiting: Vec<Item> = Vec::new();
        for entry in &report.entries {
            if let Entry::Statement(one) = entry {
                words.extend(standard_names().iter().filter(|word| names(&one.formula, word)).copied());
            }
            let mut new = self.of_entry(entry, titles);
            match entry {
                Entry::Lint { of: Some(name), .. } => {
                    let is_it =
                        |item: &&mut Item| matches!(item.content, Content::Statement { .. }) && item.name == *name;
                    match items.iter_mut().rfind(is_it) {
                        Some(item) => item.findings.extend(new.drain(..).flat_map(|lint| lint.findings)),
                        None => items.append(&mut new),
                    }
                }
                Entry::Lint { of: None, .. } => waiting.append(&mut new),
                Entry::Made(_) if !new.is_empty() => {
                    new[0].findings.extend(waiting.drain(..).flat_map(|lint| lint.findings));
                    items.append(&mut new);
                }
                _ => {
                    items.append(&mut waiting);
                    items.append(&mut new);
                }
            }
        }
        items.append(&mut waiting);
        for name in words {
            // A word of the file's own hides the shipped one.
            let own = items.iter().any(|item| item.name == name && matches!(item.content, Content::Object { .. }));
            if !own && let Some(Ok(word)) = standard_word(name, &self.limits.budget()) {
                let object = Object::Word(Indexed::Word(word));
                items.push(self.object(name, None, format!("the standard word {name}"), &object, false));
            }
        }
        items
    }

    /// What one entry shows.
    pub(super) fn of_entry(&mut self, entry: &Entry, titles: &BTreeMap<String, String>) -> Vec<Item> {
        match entry {
            Entry::Statement(one) => vec![statement(one, titles)],
            Entry::Error(diagnostic) => {
                vec![error("error", Some(diagnostic.position().line), vec![Note::Wrong(diagnostic.clone())])]
            }
            Entry::Undefined { name, line, failure } => vec![error(name, Some(*line), why(failure))],
            Entry::Unreadable(message) => vec![error("error", None, vec![Note::Text(message.clone())])],
            Entry::Made(made) if made.saved.is_empty() => vec![self.definition(made)],
            Entry::Made(made) => {
                let items = made.saved.iter().filter_map(|saved| self.made(saved, &made.command, made.line));
                let with_comment = |mut item: Item| {
                    item.comment.clone_from(&made.comment);
                    item.written.clone_from(&made.written);
                    item
                };
                items.map(with_comment).collect()
            }
            Entry::Lint { finding, denied, .. } => {
                let line = Some(finding.diagnostic.position().line);
                let (lint, diagnostic) = (finding.lint.name(), finding.diagnostic.clone());
                let findings = vec![Found { lint, denied: *denied, diagnostic }];
                vec![Item { line, findings, ..Item::new(lint.to_owned(), String::new(), Content::Lint) }]
            }
            Entry::Shown { .. }
            | Entry::Note(_)
            | Entry::Uncertified(_)
            | Entry::Steps { .. }
            | Entry::Certificate(_)
            | Entry::Defined
            | Entry::Elsewhere(_) => Vec::new(),
        }
    }

    fn definition(&mut self, made: &Made) -> Item {
        let name = made.command.split_whitespace().nth(1).unwrap_or_default().to_owned();
        let values = made.values.as_ref().map(|table| board::svg(&format!("Values of {name}"), &boards(table, true)));
        let values = values.map(|values| self.afford(values, "first Sprague-Grundy values"));
        Item {
            line: Some(made.line),
            written: made.written.clone(),
            comment: made.comment.clone(),
            ..Item::new(name, made.command.clone(), Content::Definition(values))
        }
    }

    fn made(&mut self, saved: &Saved, command: &str, line: usize) -> Option<Item> {
        let (name, object) = match saved {
            Saved::Function(name, function) | Saved::Checksummed(name, function, _) => {
                (format!("${name}"), Object::of_function(function, &self.limits.budget().tightened(MOST_STATES)).ok()?)
            }
            Saved::Word(name, word) => (name.clone(), Object::Word(word.clone())),
            Saved::Morphism(..) | Saved::Macro(..) | Saved::Stored(..) | Saved::File(..) => return None,
        };
        Some(self.object(&name, Some(line), command.to_owned(), &object, makes_kernels(command)))
    }

    pub(super) fn object(
        &mut self,
        name: &str,
        line: Option<usize>,
        text: String,
        object: &Object,
        is_kernel: bool,
    ) -> Item {
        let size = match object {
            Object::Word(_) => LETTERS,
            _ if object.tracks() == 1 => LETTERS,
            _ if is_kernel && object.tracks() == 2 => SIDE,
            _ => SLICE,
        };
        let (mut board, mut pictures) = (None, Vec::new());
        if object.states() > 0
            && (1..=3).contains(&object.tracks())
            && let Ok(plot) = object.plot(size)
        {
            let what = match (is_kernel, object) {
                (true, _) => "P-positions",
                (_, Object::Word(_)) => "its letters",
                _ => "its members",
            };
            let picture = self.afford(plot.svg(name), what);
            if is_kernel { board = Some(picture) } else { pictures.push(picture) }
        }
        if is_kernel && let Some(scatter) = object.scatter(POINTS) {
            pictures.push(self.afford(scatter.svg(name), "P-positions, and the lines that they follow"));
        }
        // What is not drawn, or drawn wide, is read in a table.
        let drawn = object.states() <= if is_kernel { DRAWN_STATES } else { SMALL_STATES };
        if drawn && object.states() > 0 {
            match object.svg(name) {
                Ok(drawing) => pictures.push(self.afford(drawing, "its automaton")),
                Err(_) => pictures.push(Picture::Missing("Its automaton has too many arrows to be drawn.".into())),
            }
        }
        let read = if is_kernel { TABLE_STATES..=DRAWN_STATES } else { SMALL_STATES + 1..=READ_STATES };
        let table = read.contains(&object.states()).then(|| object.table());
        let first = matches!(object, Object::Set(..)).then(|| object.list(FIRST));
        let content = Content::Object { about: object.about(), first, board, pictures, table, is_kernel };
        Item { line, ..Item::new(name.to_owned(), text, content) }
    }

    fn afford(&mut self, svg: String, what: &'static str) -> Picture {
        let svg = for_page(&svg, &SIDES);
        match self.room.checked_sub(svg.len()) {
            Some(left) => {
                self.room = left;
                Picture::Drawn(svg, what)
            }
            None => Picture::Missing(format!("A picture of {what} is left out: the page would be too large.")),
        }
    }
}

/// Whether a command finds positions of a game.
pub(super) fn makes_kernels(command: &str) -> bool {
    command.starts_with("kernel ") || command.starts_with("grundy ")
}

/// Whether a formula reads this word: its name, not as a part of another, before a bracket.
fn names(formula: &str, word: &str) -> bool {
    formula.match_indices(word).any(|(at, _)| {
        let before = formula[..at].chars().next_back();
        formula[at + word.len()..].trim_start().starts_with('[')
            && !before.is_some_and(|c| c.is_ascii_alphanumeric() || "_$@?".contains(c))
    })
}

fn error(name: &str, line: Option<usize>, notes: Vec<Note>) -> Item {
    Item { line, ..Item::new(name.to_owned(), String::new(), Content::Error(notes)) }
}

/// Why there is no verdict.
fn why(failure: &CommandError) -> Vec<Note> {
    match failure {
        CommandError::Wrong(diagnostic) => vec![Note::Wrong(diagnostic.clone())],
        CommandError::Elsewhere { why: inner, place } => match &**inner {
            CommandError::Wrong(diagnostic) => {
                vec![Note::Wrong(diagnostic.clone()), Note::Text(format!("at {place}"))]
            }
            _ => vec![Note::Text(text::failure(failure, false))],
        },
        _ => vec![Note::Text(text::failure(failure, false))],
    }
}

fn statement(one: &StatementReport, titles: &BTreeMap<String, String>) -> Item {
    let cited = one.citation.as_deref().map(|citation| split(citation, titles));
    let mut notes: Vec<Note> = one.proof.iter().map(|proof| Note::Text(seen::proof(proof))).collect();
    let (verdict, standing) = match &one.outcome {
        Ok(verdict) => {
            if let Some(example) = evidence(verdict) {
                let kind = if verdict.truth { "witness" } else { "counterexample" };
                notes.push(Note::Text(format!("{kind}: {example}")));
            }
            notes.extend(text::first_answer(verdict).map(Note::Text));
            let standing = match (one.claim, one.holds()) {
                (Claim::Guess, _) if !verdict.truth => Standing::Undecided,
                (_, true) => Standing::Holds,
                (_, false) => Standing::Fails,
            };
            (one.claim.word(verdict.truth), standing)
        }
        Err(failure) => {
            notes.extend(why(failure));
            let verdict = if matches!(failure, CommandError::Wrong(_)) { "ERROR" } else { "UNKNOWN" };
            (verdict, Standing::Undecided)
        }
    };
    notes.extend(remark_on_guesses(&one.guesses).map(Note::Text));
    let expected = match (one.claim, standing) {
        (Claim::False, Standing::Holds) => Some("claimed to be FALSE, and it is"),
        (Claim::False, Standing::Fails) => Some("expected FALSE"),
        (Claim::True | Claim::Kernel, Standing::Fails) => Some("expected TRUE"),
        _ => None,
    };
    notes.extend(expected.map(|text| Note::Text(text.to_owned())));
    let figures = match &one.outcome {
        Ok(_) => format!("{} · {} states", duration(one.time), one.largest),
        Err(_) => String::new(),
    };
    Item {
        id: String::new(),
        name: one.name.clone(),
        line: Some(one.line),
        paper: cited.map(|(paper, _)| paper.to_owned()),
        place: cited.map(|(_, place)| place.to_owned()).unwrap_or_default(),
        text: one.formula.clone(),
        written: one.written.clone(),
        comment: one.comment.clone(),
        findings: Vec::new(),
        content: Content::Statement { verdict, standing, figures, notes, is_checked: false },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_named_by_its_whole_name_before_a_bracket() {
        assert!(names("?msd_fib F[x]=@1", "F"));
        assert!(names("G[n] + .F[n]=1", "F"));
        assert!(!names("?msd_fib F1G1[x]=@1", "F"));
        assert!(!names("$F(x) & TF[x]=@1", "F"));
    }

    #[test]
    fn pictures_end_where_the_room_does() {
        let mut maker = Maker::new(10, Limits::default());
        assert!(matches!(maker.afford("12345678".into(), "a"), Picture::Drawn(..)));
        assert!(matches!(maker.afford("123".into(), "b"), Picture::Missing(_)));
    }
}
