//! `explain_error`: what is wrong or doubtful in a text, without running it.

use std::path::Path;

use serde_json::{Value, json};

use crate::editor::{Document, Scope, diagnose, fixes};
use crate::script::{Given, Limits};
use crate::syntax::Source;

use super::arguments::{Arguments, SCRIPT};
use super::place::{Place, SCRIPT_NAME};
use super::reply::{Reply, mended, told};

/// All that is wrong or doubtful.
pub(super) fn explain(arguments: &Arguments, place: &Place, _: &Limits) -> Reply {
    let script = arguments.text(SCRIPT.name).unwrap_or_default();
    let files: Given = arguments.files().map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
    let Some(statement) = arguments.text("statement") else {
        let (text, problems) = problems(SCRIPT_NAME, script, place.script(), &files);
        return reply(text, problems);
    };
    if statement.contains('"') {
        return Reply::error("a statement has no quotes around it; put commands into `script`");
    }
    // The statement as the last command of the script, where it knows its names; what is wrong before it is told by itself.
    let (before, behind) = (format!("{}\n\neval \"", script.trim_end()), "\":");
    let (_, problems) = problems(SCRIPT_NAME, &format!("{before}{statement}{behind}"), place.script(), &files);
    let line = before.matches('\n').count();
    let inside = |mut problem: Value| {
        for (row, column) in [("line", "column"), ("end_line", "end_column")] {
            let (at, from) = (problem[row].as_u64()?, problem[column].as_u64()?);
            let own = at.checked_sub(line as u64).filter(|own| *own > 0)?;
            problem[row] = own.into();
            problem[column] = (if own == 1 { from.saturating_sub("eval \"".len() as u64) } else { from }).into();
        }
        problem["source"] = "statement".into();
        for fix in problem["fixes"].as_array_mut()? {
            let whole = fix["text"].as_str()?.strip_prefix(&*before)?.strip_suffix(behind)?.to_owned();
            fix["text"] = whole.into();
        }
        Some(problem)
    };
    let problems: Vec<Value> = problems.into_iter().map(|problem| inside(problem.clone()).unwrap_or(problem)).collect();
    reply(problems.iter().map(in_words).collect(), problems)
}

/// A problem in a line, and what is said of it.
fn in_words(problem: &Value) -> String {
    let text = |name: &str| problem[name].as_str().unwrap_or_default();
    let mut line = format!("{}: {}:{}:{}: ", text("severity"), text("source"), problem["line"], problem["column"]);
    line += text("message");
    for more in ["label", "help"] {
        if !text(more).is_empty() {
            line = format!("{line}\n{more}: {}", text(more));
        }
    }
    line + "\n"
}

/// The problems of a script, as text and as data.
fn problems(name: &str, script: &str, path: &Path, files: &Given) -> (String, Vec<Value>) {
    let document = Document::new(Source::new(name, script), Some(path));
    let scope = Scope::new(&document, files);
    let (mut text, mut all) = (String::new(), Vec::new());
    for problem in diagnose(&scope) {
        text += &problem.diagnostic.render(false);
        let mut data = told(&problem.diagnostic);
        data["fixes"] = fixes(&scope, &problem).iter().map(|fix| mended(document.source(), fix)).collect();
        data["severity"] = if problem.lint.is_some() { "warning" } else { "error" }.into();
        if let Some(lint) = problem.lint {
            data["lint"] = lint.name().into();
        }
        all.push(data);
    }
    (text, all)
}

fn reply(text: String, problems: Vec<Value>) -> Reply {
    let text =
        if problems.is_empty() { "nothing is wrong, as far as that is seen without running it".into() } else { text };
    Reply::new(text, json!({ "problems": problems }))
}
