//! The same for programs.

use std::path::Path;

use num_bigint::BigInt;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::script::{Claim, CommandError, Effect, Entry, FileReport, Run, StatementReport, Totals};

use super::{patience, seen};

/// All files of a run.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// Version of filbert.
    pub version: &'static str,
    /// False if the run was ended before all files were proved to their end.
    complete: bool,
    files: Vec<File>,
    hold: usize,
    fail: usize,
    undecided: usize,
    milliseconds: f64,
    /// Most bytes on the heap at any time of the run.
    peak_bytes: usize,
}

#[derive(Debug, Serialize)]
struct File {
    path: String,
    statements: Vec<Statement>,
    errors: Vec<Message>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lints: Vec<LintMessage>,
}

/// What a lint found.
#[derive(Debug, Serialize)]
struct LintMessage {
    lint: &'static str,
    denied: bool,
    message: String,
    line: usize,
    column: usize,
}

#[derive(Debug, Serialize)]
struct Statement {
    name: String,
    kind: &'static str,
    statement: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// What more there is to say of a kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
    line: usize,
    /// `TRUE`, `FALSE`, `UNKNOWN` or `ERROR`.
    verdict: &'static str,
    holds: bool,
    /// Counterexample or witness: decimal strings, since numbers may be of any size.
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    states: usize,
    /// States of what each piece of a cover left.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left: Vec<usize>,
    milliseconds: f64,
}

#[derive(Debug, Serialize)]
struct Message {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl Report {
    /// Nothing yet.
    pub fn new() -> Report {
        Report { version: env!("CARGO_PKG_VERSION"), ..Report::default() }
    }

    /// Adds a file.
    pub fn add(&mut self, report: &FileReport) {
        let path = report.path.display().to_string();
        let mut file = File { path, statements: Vec::new(), errors: Vec::new(), lints: Vec::new() };
        for entry in &report.entries {
            match piece(entry) {
                Some(Piece::Statement(statement)) => file.statements.push(*statement),
                Some(Piece::Error(error)) => file.errors.push(error),
                Some(Piece::Lint(lint)) => file.lints.push(lint),
                None => {}
            }
        }
        self.files.push(file);
    }

    /// The whole report as text, with the totals, the time of the run and the most bytes it had on the heap.
    pub fn finish(mut self, totals: &Totals, time: std::time::Duration, peak_bytes: usize) -> String {
        (self.hold, self.fail, self.undecided) = (totals.hold, totals.fail, totals.undecided);
        self.complete = totals.unfinished == 0;
        self.milliseconds = time.as_secs_f64() * 1e3;
        self.peak_bytes = peak_bytes;
        serde_json::to_string_pretty(&self).expect("strings and numbers become JSON") + "\n"
    }
}

/// What an entry says to programs.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Piece {
    Statement(Box<Statement>),
    Error(Message),
    Lint(LintMessage),
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
    let Totals { hold, fail, undecided, .. } = totals;
    let (complete, milliseconds) = (totals.unfinished == 0, time.as_secs_f64() * 1e3);
    let line = serde_json::json!({
        "complete": complete, "hold": hold, "fail": fail, "undecided": undecided, "milliseconds": milliseconds
    });
    line.to_string()
}

fn piece(entry: &Entry) -> Option<Piece> {
    Some(match entry {
        Entry::Statement(report) => Piece::Statement(Box::new(statement(report))),
        Entry::Error(diagnostic) => {
            let position = diagnostic.position();
            let message = diagnostic.message().to_owned();
            Piece::Error(Message { message, line: Some(position.line), column: Some(position.column) })
        }
        Entry::Undefined { name, line, failure } => {
            Piece::Error(Message { message: format!("{name}: {}", why(failure)), line: Some(*line), column: None })
        }
        Entry::Unreadable(message) => Piece::Error(Message { message: message.clone(), line: None, column: None }),
        Entry::Lint { finding, denied } => {
            let position = finding.diagnostic.position();
            Piece::Lint(LintMessage {
                lint: finding.lint.name(),
                denied: *denied,
                message: finding.diagnostic.message().to_owned(),
                line: position.line,
                column: position.column,
            })
        }
        Entry::Shown { .. } | Entry::Note(_) | Entry::Steps { .. } | Entry::Made(_) => return None,
    })
}

fn statement(report: &StatementReport) -> Statement {
    let (verdict, example, reason) = outcome(&report.outcome);
    Statement {
        name: report.name.clone(),
        kind: match report.claim {
            Claim::True => "theorem",
            Claim::False => "refute",
            Claim::None => "eval",
        },
        statement: report.formula.clone(),
        source: report.citation.clone(),
        remark: report.proof.as_ref().map(seen::proof),
        line: report.line,
        verdict,
        holds: report.holds(),
        example,
        reason,
        states: report.largest,
        left: report.left.clone(),
        milliseconds: report.time.as_secs_f64() * 1e3,
    }
}

type Outcome = (&'static str, Option<Map<String, Value>>, Option<String>);

fn outcome(outcome: &Result<crate::logic::Verdict, CommandError>) -> Outcome {
    match outcome {
        Ok(verdict) => {
            let example = verdict.example.as_ref().map(|values| {
                values.iter().map(|(name, value)| (name.to_string(), Value::String(value.to_string()))).collect()
            });
            (if verdict.truth { "TRUE" } else { "FALSE" }, example, None)
        }
        Err(failure @ CommandError::Wrong(_)) => ("ERROR", None, Some(why(failure))),
        Err(failure) => ("UNKNOWN", None, Some(why(failure))),
    }
}

fn why(failure: &CommandError) -> String {
    match failure {
        CommandError::Wrong(diagnostic) => diagnostic.to_string(),
        CommandError::Limit { limit, at: None } => limit.to_string(),
        CommandError::Limit { limit, at: Some(step) } => format!("{limit} in the step {step}"),
        CommandError::Unfinished(known) => known.clone(),
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
            match &run.effect {
                Effect::Verdict(verdict) | Effect::Covered(verdict, _) | Effect::Proved(verdict, _) => {
                    let (truth, example, _) = outcome(&Ok(verdict.clone()));
                    put("verdict", truth.into());
                    if let Some(example) = example {
                        put("example", example.into());
                    }
                }
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
                Effect::Seen(seen) => {
                    put("text", seen::text(seen).into());
                }
                Effect::Nothing | Effect::Quit => {}
            }
        }
        Err(failure) => {
            let (verdict, _, reason) = outcome(&Err(failure.clone()));
            put("verdict", verdict.into());
            put("reason", reason.unwrap_or_default().into());
        }
    }
    serde_json::to_string_pretty(&Value::Object(object)).expect("strings and numbers become JSON") + "\n"
}
