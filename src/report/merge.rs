//! One report of several runs, each about a part of the statements.
//!
//! A statement that some run speaks of and none has decided is UNKNOWN there: nothing is lost in silence. Two runs that
//! decide one statement differently contradict each other, which is said and kept from being a result.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use num_bigint::BigInt;

use crate::logic::{Value, Verdict};
use crate::script::{
    Claim, Claimed, CommandError, Entry, FileReport, Parameters, StatementReport, Totals, remark_on_guesses,
};

use super::json::{Elsewhere, File, Message, Report, Statement};

/// Why a statement has no verdict that no run decided.
const NOWHERE: &str = "none of these runs has it";

/// Reports put together.
#[derive(Debug, Default)]
pub struct Merged {
    report: Report,
    /// Runs that were ended before they were done.
    unfinished: usize,
}

impl Merged {
    /// Adds what `filbert prove --json` wrote.
    ///
    /// # Errors
    /// Why it is no report, or of another version of filbert than those before.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        let report: Report =
            serde_json::from_str(text).map_err(|why| format!("not a report of `filbert prove`: {why}"))?;
        let own = &mut self.report;
        if own.version.is_empty() {
            own.version = report.version;
        } else if own.version != report.version {
            return Err(format!("filbert {} wrote it, and filbert {} the earlier ones", report.version, own.version));
        }
        self.unfinished += usize::from(!report.complete);
        own.milliseconds += report.milliseconds;
        own.peak_bytes = own.peak_bytes.max(report.peak_bytes);
        for file in report.files {
            let parameters = if file.parameters.is_empty() { &report.parameters } else { &file.parameters };
            let known = self.file(&file.path, parameters);
            file.statements.into_iter().for_each(|statement| put(known, statement));
            add_new(&mut known.errors, file.errors);
            add_new(&mut known.lints, file.lints);
            add_new(&mut known.elsewhere, file.elsewhere);
            add_new(&mut known.relations, file.relations);
        }
        Ok(())
    }

    /// Expects these statements of a script whose places these parameters fill.
    pub fn expect(&mut self, path: &str, parameters: &Parameters, statements: &[Claimed]) {
        let known = self.file(path, parameters);
        add_new(&mut known.elsewhere, statements.iter().map(Elsewhere::from).collect());
    }

    fn file(&mut self, path: &str, parameters: &Parameters) -> &mut File {
        let files = &mut self.report.files;
        let is_same = |file: &File| file.path == path && file.parameters == *parameters;
        let place = files.iter().position(is_same).unwrap_or_else(|| {
            files.push(File { path: path.to_owned(), parameters: parameters.clone(), ..File::default() });
            files.len() - 1
        });
        &mut files[place]
    }

    /// The whole report with its totals; `complete` says whether every run that was asked for was there.
    pub fn finish(mut self, complete: bool) -> (Report, Totals) {
        let mut totals = Totals { unfinished: self.unfinished, ..Totals::default() };
        for file in &mut self.report.files {
            for missing in std::mem::take(&mut file.elsewhere) {
                let is_known = |line, name: &String| (line, name) == (missing.line, &missing.name);
                let is_relation = file.relations.iter().any(|known| is_known(known.line, &known.name));
                if !is_relation && !file.statements.iter().any(|known| is_known(known.line, &known.name)) {
                    file.statements.push(unknown(missing));
                }
            }
            file.statements.sort_by_key(|statement| statement.line);
            for statement in &file.statements {
                match &*statement.verdict {
                    "SOME" | "NONE" | "GUESS" => {}
                    "TRUE" | "FALSE" if matches!(&*statement.kind, "eval" | "guess") => {}
                    "TRUE" | "FALSE" => {
                        totals.count(claim(&statement.kind), statement.holds, !statement.guesses.is_empty());
                    }
                    _ => totals.undecided += 1,
                }
            }
            totals.undecided += file.errors.len();
            totals.denied += file.lints.iter().filter(|lint| lint.denied).count();
            totals.warnings += file.lints.iter().filter(|lint| !lint.denied).count();
        }
        let report = &mut self.report;
        report.total(&totals);
        report.complete = complete && self.unfinished == 0;
        (self.report, totals)
    }
}

/// Puts a result beside others of the same script.
fn put(file: &mut File, new: Statement) {
    let is_decided = |statement: &Statement| matches!(&*statement.verdict, "TRUE" | "FALSE" | "SOME" | "NONE");
    let same = |known: &&mut Statement| (known.line, &known.name) == (new.line, &new.name);
    match file.statements.iter_mut().find(same) {
        None => file.statements.push(new),
        Some(known) if is_decided(known) && is_decided(&new) => {
            if known.verdict != new.verdict || known.statement != new.statement {
                let reason = format!("runs contradict each other: {} and {}", known.verdict, new.verdict);
                (known.verdict, known.holds, known.reason) = ("UNKNOWN".into(), false, Some(reason));
                (known.example, known.also, known.answer) = (None, Vec::new(), None);
            }
        }
        Some(known) if is_decided(&new) && !is_contradicted(known) => *known = new,
        Some(_) => {}
    }
}

fn is_contradicted(statement: &Statement) -> bool {
    statement.reason.as_ref().is_some_and(|reason| reason.starts_with("runs contradict"))
}

fn add_new<T: PartialEq>(known: &mut Vec<T>, new: Vec<T>) {
    for one in new {
        if !known.contains(&one) {
            known.push(one);
        }
    }
}

fn unknown(missing: Elsewhere) -> Statement {
    let Elsewhere { name, kind, statement, source, line } = missing;
    Statement {
        name,
        kind,
        statement,
        source,
        remark: None,
        line,
        verdict: "UNKNOWN".into(),
        holds: false,
        example: None,
        also: Vec::new(),
        answer: None,
        reason: Some(NOWHERE.into()),
        fix: None,
        states: 0,
        left: Vec::new(),
        lints: Vec::new(),
        rests_on: None,
        guesses: Vec::new(),
        milliseconds: 0.0,
    }
}

/// How many seconds each statement of a report took, by script and name; those that share a name together.
///
/// # Errors
/// If it is no report.
pub fn times(text: &str) -> Result<BTreeMap<(String, String), f64>, String> {
    let report: Report = serde_json::from_str(text).map_err(|why| format!("not a report of `filbert prove`: {why}"))?;
    let mut times = BTreeMap::new();
    for file in report.files {
        for statement in file.statements {
            *times.entry((file.path.clone(), statement.name)).or_insert(0.0) += statement.milliseconds / 1e3;
        }
    }
    Ok(times)
}

impl Report {
    /// The reports of the files as people see them: what `prove` would have told.
    pub fn files(&self) -> Vec<FileReport> {
        let file = |file: &File| {
            let errors = file.errors.iter().map(|error| Entry::Unreadable(placed(&shown(file), error)));
            // Each lint behind its statement, of which there may be several of one name.
            let mut statements: Vec<(usize, Entry)> =
                file.statements.iter().map(|one| (one.line, Entry::Statement(told(one)))).collect();
            let path = shown(file);
            statements.extend(file.lints.iter().filter_map(|lint| {
                let about = |one: &&Statement| lint.statement.as_ref() == Some(&one.name) && one.line <= lint.line;
                let line = file.statements.iter().rfind(about).map_or(lint.line, |one| one.line);
                Some((line, lint.entry(&path)?))
            }));
            statements.extend(file.statements.iter().filter_map(|one| {
                let remark = remark_on_guesses(&one.guesses)?;
                Some((one.line, Entry::Note(remark)))
            }));
            statements.sort_by_key(|(line, _)| *line);
            let entries = errors.chain(statements.into_iter().map(|(_, entry)| entry)).collect();
            FileReport { path: PathBuf::from(shown(file)), entries, complete: true }
        };
        self.files.iter().map(file).collect()
    }

    /// A line for each statement: what filled its script, its name, its verdict, what shows it, states and seconds. As
    /// comma-separated values (RFC 4180), the parameters being the first columns.
    pub fn table(&self) -> String {
        let names: BTreeSet<&String> = self.files.iter().flat_map(|file| file.parameters.keys()).collect();
        let head = names.iter().map(|name| cell(name)).chain(COLUMNS.map(str::to_owned));
        let mut text = head.collect::<Vec<_>>().join(",") + "\r\n";
        for file in &self.files {
            for statement in &file.statements {
                let parameters = names.iter().map(|name| cell(file.parameters.get(*name).map_or("", |value| value)));
                let example = told(statement).outcome.ok().and_then(|verdict| super::text::evidence(&verdict));
                let example =
                    example.or(statement.reason.clone()).into_iter().chain(remark_on_guesses(&statement.guesses));
                let example = example.collect::<Vec<_>>().join("; ");
                let own = [
                    cell(&file.path),
                    cell(&statement.name),
                    cell(&statement.verdict),
                    cell(&example),
                    statement.states.to_string(),
                    format!("{:.3}", statement.milliseconds / 1e3),
                ];
                text += &(parameters.chain(own).collect::<Vec<_>>().join(",") + "\r\n");
            }
            for error in &file.errors {
                let parameters = names.iter().map(|name| cell(file.parameters.get(*name).map_or("", |value| value)));
                let own =
                    [cell(&file.path), String::new(), "ERROR".into(), cell(&error.message), "0".into(), "0".into()];
                text += &(parameters.chain(own).collect::<Vec<_>>().join(",") + "\r\n");
            }
        }
        text
    }

    /// The time of all runs together.
    pub fn time(&self) -> Duration {
        Duration::try_from_secs_f64(self.milliseconds / 1e3).unwrap_or_default()
    }

    /// The most bytes that one of them had on the heap.
    pub fn peak(&self) -> usize {
        self.peak_bytes
    }
}

/// The columns of a table after the parameters.
const COLUMNS: [&str; 6] = ["script", "statement", "verdict", "shown by", "states", "seconds"];

/// A cell of a table.
fn cell(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// `k.prf (l=3, s=1)`.
fn shown(file: &File) -> String {
    let parameters: Vec<String> = file.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if parameters.is_empty() { file.path.clone() } else { format!("{} ({})", file.path, parameters.join(", ")) }
}

/// `a.prf:3:1: what is wrong`.
fn placed(path: &str, error: &Message) -> String {
    match (error.line, error.column) {
        (Some(line), Some(column)) => format!("{path}:{line}:{column}: {}", error.message),
        (Some(line), None) => format!("{path}:{line}: {}", error.message),
        _ => error.message.clone(),
    }
}

/// What a statement of this kind claims.
fn claim(kind: &str) -> Claim {
    match kind {
        "theorem" => Claim::True,
        "refute" => Claim::False,
        "kernel" => Claim::Kernel,
        "redundant" => Claim::Search,
        "guess" => Claim::Guess,
        _ => Claim::None,
    }
}

fn told(statement: &Statement) -> StatementReport {
    let unknown = || CommandError::Unfinished(statement.reason.clone().unwrap_or_default());
    let value = |(name, value): (&String, &serde_json::Value)| (name.as_str().into(), value_of(value));
    let values = |values: &serde_json::Map<_, _>| values.iter().map(value).collect();
    let example = statement.example.as_ref().map(values);
    let also = statement.also.iter().map(values).collect();
    let answer = statement.answer.as_ref().map(|[given, found]| (values(given), values(found)));
    StatementReport {
        name: statement.name.clone(),
        claim: claim(&statement.kind),
        formula: statement.statement.clone(),
        citation: statement.source.clone().or_else(|| statement.remark.clone()),
        proof: None,
        comment: String::new(),
        line: statement.line,
        outcome: match &*statement.verdict {
            "TRUE" | "SOME" => Ok(Verdict { truth: true, example, also, answer }),
            "FALSE" | "NONE" | "GUESS" => Ok(Verdict { truth: false, example, also, answer }),
            _ => Err(unknown()),
        },
        largest: statement.states,
        left: statement.left.clone(),
        written: None,
        rests_on: statement.rests_on.clone(),
        guesses: statement.guesses.clone(),
        time: Duration::try_from_secs_f64(statement.milliseconds / 1e3).unwrap_or_default(),
    }
}

/// A number, a slope, or a word by its digits.
fn value_of(value: &serde_json::Value) -> Value {
    let text = value.as_str().unwrap_or_default();
    match text.parse::<BigInt>() {
        Ok(number) if number.to_string() == text => Value::Number(number),
        _ => Value::read_slope(text).unwrap_or_else(|| Value::Word(digits(text))),
    }
}

/// The digits of `0110`, `1[-1]0` or `()`.
fn digits(text: &str) -> Vec<i64> {
    let mut digits = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let long = rest.strip_prefix('[').and_then(|inner| inner.split_once(']'));
        let (digit, after) = long.unwrap_or_else(|| rest.split_at(first.len_utf8()));
        digits.extend(digit.parse::<i64>());
        rest = after;
    }
    digits
}
