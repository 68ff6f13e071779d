//! The report of `filbert prove --json`, and what else is told to programs as JSON.

use std::borrow::Cow;
use std::path::Path;

use num_bigint::BigInt;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::logic::{Example, Verdict};
use crate::script::{
    Claim, Claimed, CommandError, Effect, Entry, FileReport, Parameters, Part, Run, StatementReport, Totals,
};

use super::found::LintMessage;
use super::{patience, seen};

/// All files of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// Version of filbert.
    pub version: Cow<'static, str>,
    /// Which part of the statements the run is about, if not all: `3/8`, or names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<String>,
    /// What filled the places in the scripts.
    #[serde(default, skip_serializing_if = "Parameters::is_empty")]
    pub(super) parameters: Parameters,
    /// False if the run was ended before all files were proved to their end.
    pub(super) complete: bool,
    pub(super) files: Vec<File>,
    /// Theorems and refutations that are as claimed, and those that are not.
    pub(super) hold: usize,
    pub(super) fail: usize,
    /// Kernels and values of games that are proved, and those that are refuted.
    pub(super) kernels: usize,
    pub(super) false_kernels: usize,
    pub(super) undecided: usize,
    pub(super) milliseconds: f64,
    /// Most bytes on the heap at any time of the run.
    pub(super) peak_bytes: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct File {
    pub(super) path: String,
    /// What filled its places, in a report of several runs.
    #[serde(default, skip_serializing_if = "Parameters::is_empty")]
    pub(super) parameters: Parameters,
    pub(super) statements: Vec<Statement>,
    pub(super) errors: Vec<Message>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) lints: Vec<LintMessage>,
    /// Statements that belong to other parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) elsewhere: Vec<Elsewhere>,
    /// What turned out to be no statement, but a relation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) relations: Vec<Place>,
}

/// Where a name stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) name: String,
    pub(super) line: usize,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Statement {
    pub(super) name: String,
    /// `theorem`, `refute`, `kernel` (of `grundy` and `outcomes` too), `guess`, `eval` or `redundant`.
    pub(super) kind: Cow<'static, str>,
    pub(super) statement: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<String>,
    /// What more there is to say of a kernel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) remark: Option<String>,
    pub(super) line: usize,
    /// `TRUE`, `FALSE`, `UNKNOWN` or `ERROR`; of `redundant` `SOME` or `NONE` instead of the first two, of `guess` `GUESS`
    /// instead of `FALSE`.
    pub(super) verdict: Cow<'static, str>,
    pub(super) holds: bool,
    /// Counterexample or witness: decimal strings, since numbers may be of any size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) example: Option<Map<String, Value>>,
    /// More values that show the verdict, where one tuple does not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) also: Vec<Map<String, Value>>,
    /// The first answer of a true statement `Ax Ey ..`: first the values of x, then those of y.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) answer: Option<[Map<String, Value>; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// What would be right, if the statement cannot be read and that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fix: Option<String>,
    pub(super) states: usize,
    /// States of what each piece of a cover left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) left: Vec<usize>,
    /// The names of the lints that found something in it; what they say is among those of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) lints: Vec<Cow<'static, str>>,
    /// The hash of the statement and of all that it rests on, if a script says it all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rests_on: Option<String>,
    /// The names of the guesses on which it rests, which are not proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) guesses: Vec<String>,
    pub(super) milliseconds: f64,
}

/// A statement that belongs to another part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Elsewhere {
    pub(super) name: String,
    pub(super) kind: Cow<'static, str>,
    pub(super) statement: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<String>,
    pub(super) line: usize,
}

impl From<&Claimed> for Elsewhere {
    fn from(claimed: &Claimed) -> Elsewhere {
        Elsewhere {
            name: claimed.name.clone(),
            kind: kind(claimed.claim).into(),
            statement: claimed.formula.clone(),
            source: claimed.citation.clone(),
            line: claimed.line,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Message {
    pub(super) message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) column: Option<usize>,
    /// What would be right, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fix: Option<String>,
}

impl Report {
    /// Nothing yet of a run about this part, of scripts whose places these parameters fill.
    pub fn new(part: &Part, parameters: &Parameters) -> Report {
        let parameters = parameters.clone();
        let part = (*part != Part::Whole).then(|| part.to_string());
        Report { version: env!("CARGO_PKG_VERSION").into(), part, parameters, ..Report::default() }
    }

    /// Adds a file.
    pub fn add(&mut self, report: &FileReport) {
        let mut file = File { path: report.path.display().to_string(), ..File::default() };
        for entry in &report.entries {
            match piece(entry) {
                Some(Piece::Statement(statement)) => file.statements.push(*statement),
                Some(Piece::Error(error)) => file.errors.push(error),
                Some(Piece::Lint(lint)) => {
                    // It comes right behind its statement, of which there may be several of one name.
                    let about = file.statements.iter_mut().rfind(|one| lint.statement.as_ref() == Some(&one.name));
                    about.into_iter().for_each(|one| one.lints.push(lint.lint.clone()));
                    file.lints.push(lint);
                }
                Some(Piece::Elsewhere(statement)) => file.elsewhere.push(statement),
                Some(Piece::Relation(place)) => file.relations.push(place),
                None => {}
            }
        }
        self.files.push(file);
    }

    /// The whole report as text, with the totals, the time of the run and the most bytes it had on the heap.
    pub fn finish(mut self, totals: &Totals, time: std::time::Duration, peak_bytes: usize) -> String {
        self.total(totals);
        self.complete = totals.unfinished == 0;
        self.milliseconds = time.as_secs_f64() * 1e3;
        self.peak_bytes = peak_bytes;
        self.text()
    }

    pub(super) fn total(&mut self, totals: &Totals) {
        (self.hold, self.fail, self.undecided) = (totals.hold, totals.fail, totals.undecided);
        (self.kernels, self.false_kernels) = (totals.kernels, totals.false_kernels);
    }

    /// The report as text.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("strings and numbers become JSON") + "\n"
    }
}

/// What an entry says to programs.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Piece {
    Statement(Box<Statement>),
    Error(Message),
    Lint(LintMessage),
    Elsewhere(Elsewhere),
    Relation(Place),
}

/// One entry as a line of its own, for results that are kept as they come.
pub fn line(path: &Path, entry: &Entry) -> Option<String> {
    #[derive(Serialize)]
    struct Line {
        path: String,
        #[serde(flatten)]
        piece: Piece,
    }
    let line = Line { path: path.display().to_string(), piece: piece(entry)? };
    Some(serde_json::to_string(&line).expect("strings and numbers become JSON"))
}

/// The first line of such results.
pub fn first_line() -> String {
    serde_json::json!({ "filbert": env!("CARGO_PKG_VERSION") }).to_string()
}

/// The last one: without it they are incomplete.
pub fn last_line(totals: &Totals, time: std::time::Duration) -> String {
    let Totals { hold, fail, kernels, false_kernels, undecided, .. } = totals;
    let (complete, milliseconds) = (totals.unfinished == 0, time.as_secs_f64() * 1e3);
    let line = serde_json::json!({
        "complete": complete, "hold": hold, "fail": fail, "kernels": kernels, "false_kernels": false_kernels,
        "undecided": undecided, "milliseconds": milliseconds
    });
    line.to_string()
}

fn piece(entry: &Entry) -> Option<Piece> {
    Some(match entry {
        Entry::Statement(report) => Piece::Statement(Box::new(statement(report))),
        Entry::Error(diagnostic) => {
            let position = diagnostic.position();
            let message = diagnostic.message().to_owned();
            let (line, column) = (Some(position.line), Some(position.column));
            Piece::Error(Message { message, line, column, fix: diagnostic.remedy() })
        }
        Entry::Undefined { name, line, failure } => {
            let (message, fix) = (format!("{name}: {}", why(failure)), remedy(failure));
            Piece::Error(Message { message, line: Some(*line), column: None, fix })
        }
        Entry::Unreadable(message) => {
            Piece::Error(Message { message: message.clone(), line: None, column: None, fix: None })
        }
        Entry::Lint { finding, denied, of } => Piece::Lint(LintMessage::new(finding, *denied, of.as_deref())),
        Entry::Elsewhere(claimed) => Piece::Elsewhere(claimed.into()),
        Entry::Shown { name, line, .. } if !name.is_empty() => {
            Piece::Relation(Place { name: name.clone(), line: *line })
        }
        Entry::Shown { .. }
        | Entry::Note(_)
        | Entry::Uncertified(_)
        | Entry::Steps { .. }
        | Entry::Certificate(_)
        | Entry::Defined
        | Entry::Made(_) => return None,
    })
}

fn statement(report: &StatementReport) -> Statement {
    let Outcome { verdict, example, also, answer, reason } = outcome(&report.outcome, report.claim);
    Statement {
        name: report.name.clone(),
        kind: kind(report.claim).into(),
        statement: report.formula.clone(),
        source: report.citation.clone(),
        remark: report.proof.as_ref().map(seen::proof),
        line: report.line,
        verdict: verdict.into(),
        holds: report.holds(),
        example,
        also,
        answer,
        reason,
        fix: report.outcome.as_ref().err().and_then(remedy),
        states: report.largest,
        left: report.left.clone(),
        lints: Vec::new(),
        rests_on: report.rests_on.clone(),
        guesses: report.guesses.clone(),
        milliseconds: report.time.as_secs_f64() * 1e3,
    }
}

/// The command that claims so.
fn kind(claim: Claim) -> &'static str {
    match claim {
        Claim::True => "theorem",
        Claim::False => "refute",
        Claim::Kernel => "kernel",
        Claim::None => "eval",
        Claim::Search => "redundant",
        Claim::Guess => "guess",
    }
}

struct Outcome {
    verdict: &'static str,
    example: Option<Map<String, Value>>,
    also: Vec<Map<String, Value>>,
    answer: Option<[Map<String, Value>; 2]>,
    reason: Option<String>,
}

fn outcome(outcome: &Result<Verdict, CommandError>, claim: Claim) -> Outcome {
    let values = |values: &Example| {
        values.iter().map(|(name, value)| (name.to_string(), Value::String(value.to_string()))).collect()
    };
    let bare = |verdict, reason| Outcome { verdict, example: None, also: Vec::new(), answer: None, reason };
    match outcome {
        Ok(verdict) => Outcome {
            example: verdict.example.as_ref().map(values),
            also: verdict.also.iter().map(values).collect(),
            answer: verdict.answer.as_ref().map(|(given, found)| [values(given), values(found)]),
            ..bare(claim.word(verdict.truth), None)
        },
        Err(failure @ CommandError::Wrong(_)) => bare("ERROR", Some(why(failure))),
        Err(failure) => bare("UNKNOWN", Some(why(failure))),
    }
}

/// What would be right.
fn remedy(failure: &CommandError) -> Option<String> {
    match failure {
        CommandError::Wrong(diagnostic) => diagnostic.remedy(),
        CommandError::Elsewhere { why, .. } => remedy(why),
        CommandError::Limit { .. }
        | CommandError::Unfinished(_)
        | CommandError::Undecided(_)
        | CommandError::Contradiction => None,
    }
}

fn why(failure: &CommandError) -> String {
    match failure {
        CommandError::Wrong(diagnostic) => diagnostic.to_string(),
        CommandError::Limit { limit, at: None } => limit.to_string(),
        CommandError::Limit { limit, at: Some(step) } => format!("{limit} in the step {step}"),
        CommandError::Unfinished(known) => known.clone(),
        CommandError::Undecided(cause) => cause.to_string(),
        CommandError::Elsewhere { why: inner, place } => format!("{} at {place}", why(inner)),
        CommandError::Contradiction => "internal contradiction".into(),
    }
}

/// The answer to one statement.
pub fn answer(result: &Result<Run, CommandError>) -> String {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    match result {
        Ok(run) => {
            put("states", run.largest.into());
            put("milliseconds", (run.time.as_secs_f64() * 1e3).into());
            if !run.guesses.is_empty() {
                put("guesses", run.guesses.iter().map(String::as_str).collect());
            }
            if let Some((verdict, word)) = run.effect.verdict() {
                let Outcome { example, also, answer, .. } = outcome(&Ok(verdict.clone()), Claim::None);
                put("verdict", word.into());
                if let Some(example) = example {
                    put("example", example.into());
                }
                if !also.is_empty() {
                    put("also", also.into());
                }
                if let Some([given, found]) = answer {
                    put("answer", vec![given, found].into());
                }
            }
            match &run.effect {
                Effect::Relation(names, relation) => {
                    put("variables", names.iter().map(|name| Value::from(&**name)).collect());
                    put("automaton_states", relation.dfa().states().into());
                    if let Ok(first) = relation.first_within(10, &patience()) {
                        let tuple =
                            |tuple: Vec<BigInt>| Value::Array(tuple.iter().map(|n| n.to_string().into()).collect());
                        put("first", first.into_iter().map(tuple).collect());
                    }
                }
                Effect::Words(names, language) => {
                    put("variables", names.iter().map(|name| Value::from(&**name)).collect());
                    put("automaton_states", language.dfa.states().into());
                    let word = |digits: Vec<i64>| Value::from(crate::logic::Value::Word(digits).to_string());
                    let tuple = |tuple: Vec<Vec<i64>>| Value::Array(tuple.into_iter().map(word).collect());
                    if let Ok(first) = language.first_within(10, &patience()) {
                        put("first_words", first.into_iter().map(tuple).collect());
                    }
                }
                Effect::Query(seen) => {
                    put("text", seen::text(seen).into());
                }
                Effect::Verdict(_) | Effect::Covered(..) | Effect::Proved(..) | Effect::Nothing | Effect::Quit => {}
            }
        }
        Err(failure) => {
            let Outcome { verdict, reason, .. } = outcome(&Err(failure.clone()), Claim::None);
            put("verdict", verdict.into());
            put("reason", reason.unwrap_or_default().into());
            if let Some(fix) = remedy(failure) {
                put("fix", fix.into());
            }
        }
    }
    serde_json::to_string_pretty(&Value::Object(object)).expect("strings and numbers become JSON") + "\n"
}
