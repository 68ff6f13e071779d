//! What a person reads in a terminal.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigInt;

use crate::automata::Dfa;
use crate::budget::Halt;
use crate::logic::{Value, Verdict};
use crate::numeration::{Certificate, Language, Relation, TrackKind};
use crate::script::{Claim, CommandError, Effect, Entry, FileReport, Run, StatementReport, Totals};
use crate::syntax::{Drawing, Ink};

use super::patience;
use super::plan::{cut, steps};
use super::seen;
use super::units::{duration, megabytes};

/// Tuples shown of a relation.
const SHOWN_TUPLES: usize = 10;
/// Digits of a number shown before it is cut in the middle.
const SHOWN_DIGITS: usize = 60;

/// What shows a verdict: `x = 1, y = 2`, or `x = 1; x = 2` where it takes several tuples.
pub fn evidence(verdict: &Verdict) -> Option<String> {
    let examples: Vec<String> = verdict.examples().map(|example| assignment(example)).collect();
    (!examples.is_empty()).then(|| examples.join("; "))
}

/// The first answer of what holds for all values since each has one: `for x = 3: y = 4`.
pub fn first_answer(verdict: &Verdict) -> Option<String> {
    let (given, found) = verdict.answer.as_ref()?;
    Some(format!("for {}: {}", assignment(given), assignment(found)))
}

/// `x = 1, y = 2`.
fn assignment(values: &[(Arc<str>, Value)]) -> String {
    let parts: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {}", shown(value))).collect();
    parts.join(", ")
}

fn shown(value: &Value) -> String {
    match value {
        Value::Number(value) => number(value),
        Value::Word(_) | Value::Slope { .. } | Value::Parameter { .. } => value.to_string(),
    }
}

/// The number, cut in the middle if it is long.
fn number(value: &BigInt) -> String {
    let digits = value.to_string();
    if digits.len() <= SHOWN_DIGITS {
        return digits;
    }
    let ends = SHOWN_DIGITS / 3;
    format!("{}...{} ({} digits)", &digits[..ends], &digits[digits.len() - ends..], digits.len())
}

/// Why a statement has no verdict, in one line or with its place.
pub fn failure(failure: &CommandError, drawing: impl Into<Drawing>) -> String {
    let drawing = drawing.into();
    let unknown = Ink::ORANGE.paint("UNKNOWN", drawing.color);
    match failure {
        CommandError::Wrong(diagnostic) => diagnostic.render(drawing),
        CommandError::Limit { limit, at: None } => format!("{unknown} ({limit})"),
        CommandError::Limit { limit, at: Some(step) } => format!("{unknown} ({limit} in the step {})", cut(step)),
        CommandError::Unfinished(known) => format!("{unknown} ({known})"),
        CommandError::Undecided(cause) => format!("{unknown} ({cause})"),
        CommandError::Elsewhere { why, place } => format!("{} at {place}", self::failure(why, drawing)),
        CommandError::Contradiction => {
            format!("{unknown} (a counterexample failed direct evaluation: this is a bug in filbert, please report it)")
        }
    }
}

/// An answer whose first word is in its colour, if it is a verdict.
pub fn painted(answer: &str, color: bool) -> String {
    for verdict in [true, false] {
        let word = word(verdict);
        if let Some(rest) = answer.strip_prefix(word)
            && !rest.starts_with(|next: char| next.is_alphanumeric())
        {
            return ink(verdict).paint(word, color) + rest;
        }
    }
    answer.to_owned()
}

fn word(truth: bool) -> &'static str {
    if truth { "TRUE" } else { "FALSE" }
}

fn ink(truth: bool) -> Ink {
    if truth { Ink::GREEN } else { Ink::RED }
}

/// How the entries of a file are shown.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Characters of the longest name of a statement.
    pub names: usize,
    /// Whether each statement is followed by what it says.
    pub formulas: bool,
    /// How verdicts and messages are drawn.
    pub drawing: Drawing,
}

/// An entry of the report of a file: one line for a statement.
pub fn entry(path: &Path, entry: &Entry, layout: Layout) -> String {
    let mut out = String::new();
    let drawing = layout.drawing;
    let path = path.display();
    match entry {
        Entry::Statement(one) => {
            statement(&mut out, one, &path.to_string(), layout.names.max(12) + 3, drawing);
            if layout.formulas {
                writeln!(out, "    {}", in_line(&one.formula)).expect("writing to a string");
            }
        }
        Entry::Certificate(_) => {}
        Entry::Steps { first, steps: taken } => out.push_str(&steps(*first, taken)),
        Entry::Error(diagnostic) => out.push_str(&diagnostic.render(drawing)),
        Entry::Lint { finding, denied, .. } => out.push_str(&finding.render(*denied, drawing)),
        Entry::Undefined { name, line, failure: why } => {
            let name = in_line(name);
            writeln!(out, "{name}\n    {} at {path}:{line}", failure(why, drawing)).expect("writing to a string");
        }
        Entry::Shown { name, run, .. } => {
            let separator = if name.is_empty() { "" } else { ": " };
            let indented = painted(&answer(run), drawing.color).replace('\n', "\n    ");
            writeln!(out, "{name}{separator}{}", indented.trim_end()).expect("writing to a string");
        }
        Entry::Unreadable(message) => writeln!(out, "error: {message}").expect("writing to a string"),
        Entry::Note(note) => writeln!(out, "note: {}", in_line(note)).expect("writing to a string"),
        Entry::Uncertified(why) => writeln!(out, "note: no certificate: {why}").expect("writing to a string"),
        Entry::Made(_) | Entry::Defined | Entry::Elsewhere(_) => {}
    }
    out
}

/// A text of a script in one line, in which nothing commands a terminal.
fn in_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let escaped = |c: char| if c.is_control() { c.escape_unicode().to_string() } else { c.to_string() };
    words.join(" ").chars().map(escaped).collect()
}

fn statement(out: &mut String, statement: &StatementReport, path: &str, width: usize, drawing: Drawing) {
    let name = &statement.name;
    let place = format!("{path}:{}", statement.line);
    let verdict = match &statement.outcome {
        Ok(verdict) => verdict,
        Err(CommandError::Wrong(diagnostic)) => {
            let error = Ink::RED.paint("ERROR", drawing.color);
            writeln!(out, "{name:<width$}{error}").expect("writing to a string");
            out.push_str(&diagnostic.render(drawing));
            return;
        }
        Err(why) => {
            writeln!(out, "{name:<width$}{} at {place}", failure(why, drawing)).expect("writing to a string");
            return;
        }
    };
    let truth = statement.claim.word(verdict.truth);
    // What was claimed to be FALSE, and is, is as it should be.
    let good = if statement.claim == Claim::None { verdict.truth } else { statement.holds() };
    let is_guess = statement.claim == Claim::Guess && !verdict.truth;
    let ink = if is_guess { Ink::ORANGE } else { ink(good) };
    let paint = |text: String| ink.paint(text, drawing.color);
    let example = evidence(verdict);
    let remark = statement.proof.as_ref().map(seen::proof);
    if statement.holds() {
        let states = format!("{} states", statement.largest);
        let time = duration(statement.time);
        let truth = paint(format!("{truth:<5}"));
        write!(out, "{name:<width$}{truth}{time:>10}{states:>18}").expect("writing to a string");
        let about = match (statement.claim, &example) {
            (Claim::None, Some(example)) => Some(example),
            _ => remark.as_ref().or(statement.citation.as_ref()),
        };
        if let Some(about) = about {
            write!(out, "   {}", in_line(about)).expect("writing to a string");
        }
        out.push('\n');
        pieces(out, statement, width);
        return;
    }
    let truth = paint(format!("{truth:<9}"));
    writeln!(out, "{name:<width$}{truth}{}", example.unwrap_or_default()).expect("writing to a string");
    let expected = if statement.claim == Claim::False { "FALSE" } else { "TRUE" };
    let source = remark.as_ref().or(statement.citation.as_ref());
    let source = source.map(|citation| format!(", {}", in_line(citation))).unwrap_or_default();
    writeln!(out, "{:width$}expected {expected} at {place}{source}", "").expect("writing to a string");
    pieces(out, statement, width);
}

/// What the pieces of a cover leave, one after another.
fn pieces(out: &mut String, statement: &StatementReport, width: usize) {
    if !statement.left.is_empty() {
        let states: Vec<String> = statement.left.iter().map(usize::to_string).collect();
        writeln!(out, "{:width$}the pieces leave {} states", "", states.join(", ")).expect("writing to a string");
    }
}

/// The reports of files, one after another; quietly, only what does not hold.
pub fn report(files: &[FileReport], quiet: bool, drawing: impl Into<Drawing>) -> String {
    let drawing = drawing.into();
    let mut out = String::new();
    for file in files {
        if files.len() > 1 && !quiet {
            writeln!(out, "{}", file.path.display()).expect("writing to a string");
        }
        let names = file.entries.iter().map(|entry| match entry {
            Entry::Statement(statement) => statement.name.chars().count(),
            _ => 0,
        });
        let layout = Layout { names: names.max().unwrap_or(0), formulas: false, drawing };
        let is_said = |one: &&Entry| match one {
            Entry::Statement(statement) => !quiet || !statement.holds(),
            Entry::Lint { denied, .. } => !quiet || *denied,
            _ => true,
        };
        file.entries.iter().filter(is_said).for_each(|one| out.push_str(&entry(&file.path, one, layout)));
    }
    out
}

/// What became of what was claimed: `3 theorems hold, 1 of 2 kernels fails`.
pub(super) fn standing(totals: &Totals) -> String {
    let kernels = standing_of((totals.kernels, totals.false_kernels), "kernel", ("proved", "proved"));
    let theorems = standing_of((totals.hold, totals.fail), "theorem", ("holds", "hold"));
    match (totals.hold + totals.fail, totals.kernels + totals.false_kernels) {
        (_, 0) => theorems,
        (0, _) => kernels,
        _ => format!("{theorems}, {kernels}"),
    }
}

/// `1 of 3 theorems fails`, of so many that hold and fail; what those do that hold, for one and for several.
fn standing_of((hold, fail): (usize, usize), what: &str, (one, several): (&str, &str)) -> String {
    let all = hold + fail;
    let noun = if all == 1 { format!("1 {what}") } else { format!("{all} {what}s") };
    match (all, fail) {
        (1, 0) => format!("{noun} {one}"),
        (_, 0) => format!("{noun} {several}"),
        (1, 1) => format!("{noun} fails"),
        (_, 1) => format!("1 of {noun} fails"),
        _ => format!("{fail} of {noun} fail"),
    }
}

/// The last line of a run.
pub fn totals(totals: &Totals, time: Duration, memory: Option<usize>) -> String {
    let mut line = format!("{}   {}", tally(totals), duration(time));
    if let Some(bytes) = memory {
        write!(line, ", {}", megabytes(bytes)).expect("writing to a string");
    }
    line
}

/// What became of what was claimed, and how much else there was.
pub fn tally(totals: &Totals) -> String {
    let claims = totals.hold + totals.fail + totals.kernels + totals.false_kernels;
    let mut line = match claims {
        0 if totals.undecided == 0 => match totals.definitions {
            0 => "no theorem here".to_owned(),
            1 => "no theorem here; 1 definition made".to_owned(),
            made => format!("no theorem here; {made} definitions made"),
        },
        _ => standing(totals),
    };
    if totals.guessed > 0 {
        let rest = if totals.guessed == 1 { "result rests on a guess" } else { "results rest on guesses" };
        write!(line, ", {} {rest}", totals.guessed).expect("writing to a string");
    }
    if totals.undecided > 0 {
        write!(line, ", {} undecided or unreadable", totals.undecided).expect("writing to a string");
    }
    if totals.elsewhere > 0 {
        write!(line, ", {} left to other runs", totals.elsewhere).expect("writing to a string");
    }
    if totals.unfinished > 0 {
        let files = if totals.unfinished == 1 { "1 file" } else { &format!("{} files", totals.unfinished) };
        write!(line, ", {files} unfinished").expect("writing to a string");
    }
    for (count, kind) in [(totals.warnings, "warning"), (totals.denied, "denied lint")] {
        if count > 0 {
            let plural = if count == 1 { "" } else { "s" };
            write!(line, ", {count} {kind}{plural}").expect("writing to a string");
        }
    }
    line
}

/// The answer to one statement.
pub fn answer(run: &Run) -> String {
    match &run.effect {
        Effect::Verdict(_) | Effect::Covered(..) | Effect::Proved(..) => {
            let (verdict, word) = run.effect.verdict().expect("these have one");
            let remark = match &run.effect {
                Effect::Proved(_, proof) => format!(": {}", seen::proof(proof)),
                _ => String::new(),
            };
            let example = evidence(verdict)
                .or_else(|| first_answer(verdict))
                .map(|example| format!("\n{example}"))
                .unwrap_or_default();
            format!("{word}{remark}{example}")
        }
        Effect::Relation(names, found) => relation(names, found),
        Effect::Words(names, found) => words(names, found),
        Effect::Query(seen) => seen::text(seen),
        Effect::Nothing | Effect::Quit => String::new(),
    }
}

/// The answer to one statement, with what it cost on its first line: the time, the largest automaton on the way.
pub fn answer_with(run: &Run, time: bool, states: bool) -> String {
    let answer = answer(run);
    let mut figures = Vec::new();
    if time {
        figures.push(duration(run.time));
    }
    if states {
        figures.push(format!("largest automaton {} states", run.largest));
    }
    if figures.is_empty()
        || !matches!(run.effect, Effect::Verdict(_) | Effect::Relation(..) | Effect::Words(..) | Effect::Proved(..))
    {
        return answer;
    }
    let (first, rest) = answer.split_once('\n').unwrap_or((&answer, ""));
    let separator = if rest.is_empty() { "" } else { "\n" };
    format!("{first}   {}{separator}{rest}", figures.join(", "))
}

/// What is said of tuples that have too many digits to be shown.
const UNLISTED: &str = "the first ones take too long to list\n";

/// Size and first tuples of a relation.
fn relation(names: &[Arc<str>], relation: &Relation) -> String {
    let size = size(names, relation.dfa());
    let Ok(mut found) = relation.first_within(SHOWN_TUPLES + 1, &patience()) else { return size + UNLISTED };
    let more = found.len() > SHOWN_TUPLES;
    found.truncate(SHOWN_TUPLES);
    size + &tuples(&found, more)
}

fn size(names: &[Arc<str>], dfa: &Dfa) -> String {
    format!("{}: {} states, {} transitions\n", names.join(", "), dfa.states(), dfa.transitions().len())
}

/// Size and first tuples of a set of words and numbers.
fn words(names: &[Arc<str>], language: &Language) -> String {
    let size = size(names, &language.dfa);
    let budget = patience();
    let Ok(mut found) = language.first_within(SHOWN_TUPLES + 1, &budget) else { return size + UNLISTED };
    let more = found.len() > SHOWN_TUPLES;
    found.truncate(SHOWN_TUPLES);
    let value = |(digits, track): (Vec<i64>, &TrackKind)| match track {
        TrackKind::Digits(_) => Ok(Value::Word(digits)),
        TrackKind::Numbers(system) => {
            let digits: Vec<u32> = digits.iter().map(|&digit| digit as u32).collect();
            system.value_within(&digits, &budget).map(Value::Number)
        }
    };
    let values = |tuple: Vec<Vec<i64>>| tuple.into_iter().zip(&language.tracks).map(value).collect();
    let Ok(found) = found.into_iter().map(values).collect::<Result<Vec<Vec<Value>>, Halt>>() else {
        return size + UNLISTED;
    };
    size + &listed(&found, shown, more)
}

/// `(0, 1), (2, 3), ...`, or `(all)` at the end if there are no more.
pub(super) fn tuples(tuples: &[Vec<BigInt>], more: bool) -> String {
    listed(tuples, number, more)
}

fn listed<T>(tuples: &[Vec<T>], show: impl Fn(&T) -> String, more: bool) -> String {
    let shown: Vec<String> = tuples
        .iter()
        .map(|tuple| {
            let values: Vec<String> = tuple.iter().map(&show).collect();
            if values.len() == 1 { values[0].clone() } else { format!("({})", values.join(", ")) }
        })
        .collect();
    match (shown.len(), more) {
        (0, _) => "no values".to_owned(),
        (_, true) => format!("{}, ...", shown.join(", ")),
        (_, false) => format!("{} (all)", shown.join(", ")),
    }
}

/// What was proved of a numeration system.
pub fn certificate(certificate: &Certificate) -> String {
    let Certificate { system, adder_states, time, .. } = certificate;
    let verdict = if certificate.holds() { "proved" } else { "FAILS" };
    let mut out = format!("{system:<16}{verdict:<9}{:>10}   x+y=z has {adder_states} states", duration(*time));
    for (claim, failure) in &certificate.claims {
        if let Some(values) = failure {
            let values: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            write!(out, "\n    fails: {claim}   {}", values.join(", ")).expect("writing to a string");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_count_kernels_beside_theorems_and_one_is_singular() {
        let said = |hold, fail, kernels, false_kernels| {
            let counted = Totals { hold, fail, kernels, false_kernels, ..Totals::default() };
            totals(&counted, Duration::ZERO, None).trim_end_matches("   0 ms").to_owned()
        };
        assert_eq!(said(12, 0, 2, 0), "12 theorems hold, 2 kernels proved");
        assert_eq!(said(1, 0, 1, 0), "1 theorem holds, 1 kernel proved");
        assert_eq!(said(0, 0, 1, 0), "1 kernel proved");
        assert_eq!(said(0, 1, 0, 0), "1 theorem fails");
        assert_eq!(said(1, 1, 1, 1), "1 of 2 theorems fails, 1 of 2 kernels fails");
        assert_eq!(said(0, 2, 0, 1), "2 of 2 theorems fail, 1 kernel fails");
        assert_eq!(said(3, 2, 0, 2), "2 of 5 theorems fail, 2 of 2 kernels fail");
        assert_eq!(said(0, 0, 0, 0), "no theorem here");
        let wrong = Totals { false_kernels: 1, ..Totals::default() };
        assert_eq!(wrong.exit_code(), 1);
    }
}
