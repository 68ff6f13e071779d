//! `eval` and `prove`: verdicts.

use std::cell::RefCell;

use serde_json::{Value, json};

use crate::report::{json, text};
use crate::script::{CommandError, Entry, FileReport, Limits, Options, Parameters, Part, Told, Totals, prove_aloud};
use crate::syntax::Source;

use super::arguments::{Arguments, SCRIPT};
use super::place::{Place, SCRIPT_NAME};
use super::reply::{Reply, told};

/// Decides a statement.
pub(super) fn eval(arguments: &Arguments, place: &Place, limits: &Limits) -> Reply {
    let mut session = match place.session(limits.clone()) {
        Ok(session) => session,
        Err(reply) => return reply,
    };
    let source = Source::new("statement", arguments.text("statement").unwrap_or_default());
    let result = session.answer(&source);
    let mut data = bare(serde_json::from_str(&json::answer(&result)).unwrap_or_default());
    match &result {
        Ok(run) => {
            let lints = session.lint_formula(&source, source.span(), run.truth());
            let notes = run.notes.iter().map(|note| format!("note: {note}"));
            let lines = std::iter::once(text::answer(run).trim_end().to_owned()).chain(notes);
            let lines: Vec<String> = lines.chain(lints.iter().map(|finding| finding.render(false, false))).collect();
            if !run.notes.is_empty() {
                data["notes"] = run.notes.clone().into();
            }
            if !lints.is_empty() {
                data["lints"] = lints.iter().map(|finding| told(&finding.diagnostic)).collect();
            }
            Reply::new(lines.join("\n"), data)
        }
        Err(CommandError::Wrong(diagnostic)) => Reply::wrong(diagnostic),
        Err(failure) => Reply::new(text::failure(failure, false), data),
    }
}

/// Proves a script.
pub(super) fn prove(arguments: &Arguments, place: &Place, limits: &Limits) -> Reply {
    let part = arguments.text("only").map_or(Part::Whole, |name| Part::Named([name.to_owned()].into()));
    let options = Options { limits: limits.clone(), part, confined: Some(Vec::new()), ..Options::default() };
    let file = proved(arguments, place, &options);
    let mut totals = Totals::default();
    totals.add(&file);
    let mut report = json::Report::new(&Part::Whole, &Parameters::default());
    report.add(&file);
    let whole: Value = serde_json::from_str(&report.text()).unwrap_or_default();
    let mut data = json!({
        "hold": totals.hold, "fail": totals.fail, "kernels": totals.kernels, "false_kernels": totals.false_kernels,
        "undecided": totals.undecided,
    });
    for part in ["statements", "errors", "lints"] {
        let found = bare(whole["files"][0][part].clone());
        data[part] = if found.is_null() { json!([]) } else { found };
    }
    let lines: String = file.entries.iter().map(|entry| line(place, entry)).collect();
    Reply::new(lines + &text::tally(&totals), data)
}

/// What becomes of the script of a call.
pub(super) fn proved(arguments: &Arguments, place: &Place, options: &Options) -> FileReport {
    let source = Source::new(SCRIPT_NAME, arguments.text(SCRIPT.name).unwrap_or_default());
    let entries = RefCell::new(Vec::new());
    prove_aloud(&source, Some(place.script()), options, &|told| {
        if let Told::Knows(entry) = told {
            entries.borrow_mut().push(*entry);
        }
    });
    FileReport { path: place.script().to_owned(), entries: entries.into_inner(), complete: true }
}

/// An entry in words, without the time that it took.
fn line(place: &Place, entry: &Entry) -> String {
    let Entry::Statement(one) = entry else {
        return text::entry(place.script(), entry, text::Layout { names: 0, formulas: false, drawing: false.into() });
    };
    let verdict = match &one.outcome {
        Ok(verdict) => {
            let expected = if one.holds() { "" } else { ", which was claimed otherwise" };
            let evidence = text::evidence(verdict).filter(|evidence| !evidence.is_empty());
            let evidence = evidence.map(|evidence| format!(": {evidence}")).unwrap_or_default();
            format!("{}{expected}{evidence}", one.claim.word(verdict.truth))
        }
        Err(CommandError::Wrong(diagnostic)) => format!("ERROR\n{}", diagnostic.render(false)),
        Err(failure) => text::failure(failure, false),
    };
    format!("{}: {}\n", one.name, verdict.trim_end())
}

/// Without times and sizes of automata on the way, which are not part of an answer.
fn bare(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.remove("milliseconds");
            fields.remove("states");
            fields.values_mut().for_each(|field| *field = bare(field.take()));
        }
        Value::Array(all) => all.iter_mut().for_each(|one| *one = bare(one.take())),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    value
}
