//! Questions of the page, answered.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use filbert::budget::process::memory_in_use;
use filbert::budget::{Instant, ProgressRegistry};
use filbert::editor::{Document, Item, ItemKind, NameKind, Scope, complete};
use filbert::report::json;
use filbert::report::page::Pieces;
use filbert::script::{CommandError, Entry, FileReport, Given, Limits, Options, Told, Totals, prove_aloud};
use filbert::syntax::{Diagnostic, Severity, Source, State, commands, state};
use serde::{Deserialize, Serialize};

/// Bytes of the longest script that is taken.
const MAX_SCRIPT: usize = 1 << 20;

/// What the page may ask.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", tag = "ask")]
enum Question {
    /// What stands once on the page.
    About,
    /// These are the files that scripts may include, from now on.
    Know { files: BTreeMap<String, String> },
    /// Runs a script.
    Run(Run),
    /// What may stand at a place of a script, in units of UTF-16.
    Complete { script: String, path: String, at: usize },
}

/// A script, and how it is run.
#[derive(Debug, Deserialize)]
struct Run {
    script: String,
    /// The path of the script: what it includes is named from there.
    path: String,
    /// For each statement.
    seconds: Option<f64>,
    /// That may be in use at once.
    bytes: Option<usize>,
}

/// What becomes known while a script runs.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "told")]
enum News {
    /// The command on this line is tried.
    Tries { line: usize },
    /// The automaton under construction has so many states, and so many bytes are in use.
    Works { states: usize, bytes: usize },
    /// A result.
    Knows {
        html: String,
        /// What it says to programs, as a line of `filbert prove --json FILE.jsonl` does.
        result: Option<serde_json::Value>,
        marks: Vec<Mark>,
    },
}

/// A place in the script that is wrong or doubtful, in units of UTF-16, as a browser counts.
#[derive(Debug, PartialEq, Serialize)]
struct Mark {
    from: usize,
    to: usize,
    severity: &'static str,
    message: String,
}

/// Something that may stand at a place.
#[derive(Debug, Serialize)]
struct Completion {
    name: String,
    kind: &'static str,
    about: String,
    /// Where that begins which is begun.
    from: usize,
}

/// How a script went.
#[derive(Debug, Serialize)]
struct Summary {
    hold: usize,
    fail: usize,
    kernels: usize,
    false_kernels: usize,
    undecided: usize,
    warnings: usize,
    milliseconds: f64,
}

/// Who answers: all it remembers from one question to the next is the files that there are.
#[derive(Debug, Default)]
pub(crate) struct Engine {
    files: Given,
}

thread_local! {
    /// What the script in progress is doing.
    static AT_WORK: RefCell<ProgressRegistry> = RefCell::default();
}

/// What the script in progress is doing, as news; nothing between statements.
pub(crate) fn at_work() -> Option<String> {
    let snapshots = AT_WORK.try_with(|registry| registry.try_borrow().map(|registry| registry.snapshots()).ok());
    let snapshot = snapshots.ok()??.pop()?;
    Some(text(&News::Works { states: snapshot.states, bytes: memory_in_use() }))
}

/// A question that cannot be answered.
fn wrong(why: impl Into<String>) -> String {
    serde_json::json!({ "wrong": why.into() }).to_string()
}

impl Engine {
    /// Answers a question; `tell` hears at once what becomes known on the way. The answer to what is no question is
    /// `{"wrong": WHY}`.
    pub(crate) fn answer(&mut self, question: &str, tell: &mut dyn FnMut(String)) -> String {
        match serde_json::from_str(question) {
            Err(why) => wrong(why.to_string()),
            Ok(Question::Know { files }) => {
                self.files = files.into_iter().collect();
                "{}".into()
            }
            Ok(Question::About) => {
                let (style, shared) = Pieces::shared();
                let commands: Vec<&str> = commands().iter().map(|info| info.keyword).collect();
                let version = env!("CARGO_PKG_VERSION");
                serde_json::json!({ "version": version, "style": style, "shared": shared, "commands": commands })
                    .to_string()
            }
            Ok(Question::Run(run)) if run.script.len() > MAX_SCRIPT => {
                wrong(format!("a script has at most {MAX_SCRIPT} bytes here, and this one has {}", run.script.len()))
            }
            Ok(Question::Run(run)) => text(&run.results(&self.files, tell)),
            Ok(Question::Complete { script, path, at }) => {
                serde_json::json!({ "names": completions(&self.files, &script, Path::new(&path), at) }).to_string()
            }
        }
    }
}

/// What may stand at a place, as CodeMirror names it.
fn completions(files: &Given, script: &str, path: &Path, at: usize) -> Vec<Completion> {
    let mut units = 0;
    let byte = script.char_indices().find(|(_, letter)| {
        units += letter.len_utf16();
        units > at
    });
    let input = Document::input(Source::new(path.display().to_string(), script));
    let source = input.source().clone();
    let document = if input.is_statement() { input } else { Document::new(source, Some(path)) };
    let found = complete(&Scope::new(&document, files), files, byte.map_or(script.len(), |(byte, _)| byte));
    let from = script[..found.span.start].encode_utf16().count();
    let kind = |kind| match kind {
        ItemKind::Command | ItemKind::Keyword => "keyword",
        ItemKind::Name(NameKind::Function) => "function",
        ItemKind::Name(NameKind::Variable) => "variable",
        ItemKind::Name(NameKind::System) => "type",
        ItemKind::Name(_) => "constant",
        ItemKind::File | ItemKind::Text => "text",
    };
    let item = |item: Item| Completion { name: item.text, kind: kind(item.kind), about: item.detail, from };
    found.items.into_iter().map(item).collect()
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and numbers become JSON")
}

impl Run {
    fn results(self, files: &Given, tell: &mut dyn FnMut(String)) -> Summary {
        let started = Instant::now();
        let Run { script, path, seconds, bytes } = self;
        let (path, script) = (Path::new(&path), Script::read(&path, &script));
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let registry = ProgressRegistry::default();
        AT_WORK.set(registry.clone());
        let limits = Limits { time, memory: bytes, registry: Some(registry), ..Limits::default() };
        let given = Some(files.clone());
        let options = Options { limits: limits.clone(), objects: true, given, ..Options::default() };
        let heard = RefCell::new((Pieces::new(path, limits), Vec::new(), tell));
        prove_aloud(&script.source, Some(path), &options, &|told| {
            let (pieces, entries, tell) = &mut *heard.borrow_mut();
            let news = match told {
                Told::Tries(line) => News::Tries { line },
                Told::Knows(entry) => {
                    let line = json::line(path, &entry);
                    let result = line.and_then(|line| serde_json::from_str(&line).ok());
                    let news = News::Knows { html: pieces.html(&entry), result, marks: script.marks(&entry) };
                    entries.push(*entry);
                    news
                }
            };
            tell(text(&news));
        });
        let (_, entries, _) = heard.into_inner();
        let mut totals = Totals::default();
        totals.add(&FileReport { path: path.to_owned(), entries, complete: true });
        let Totals { hold, fail, kernels, false_kernels, undecided, warnings, .. } = totals;
        let milliseconds = started.elapsed().as_secs_f64() * 1e3;
        Summary { hold, fail, kernels, false_kernels, undecided, warnings, milliseconds }
    }
}

/// What was written into the editor, as a script.
#[derive(Debug)]
struct Script {
    source: Source,
    /// Where [`EVAL`] was put, if it was.
    put: Option<usize>,
}

/// What makes a command of a statement.
const EVAL: &str = "eval \"";

impl Script {
    /// A statement by itself stands for the command that evaluates it.
    fn read(path: &str, text: &str) -> Script {
        let written = Source::new(path.to_owned(), text);
        if text.contains('"') || !Document::input(written.clone()).is_statement() || state(text) == State::Blank {
            return Script { source: written, put: None };
        }
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
                break;
            }
            start += line.len();
        }
        let (comment, statement) = text.split_at(start);
        let statement = statement.trim_end().trim_end_matches([';', ':']);
        let script = format!("{comment}{EVAL}{statement}\":");
        Script { source: Source::new(path.to_owned(), script), put: Some(start) }
    }

    /// What an entry finds wrong or doubtful in this script, and not in what it includes.
    fn marks(&self, entry: &Entry) -> Vec<Mark> {
        let found = match entry {
            Entry::Error(diagnostic) | Entry::Undefined { failure: CommandError::Wrong(diagnostic), .. } => diagnostic,
            Entry::Statement(statement) => match &statement.outcome {
                Err(CommandError::Wrong(diagnostic)) => diagnostic,
                _ => return Vec::new(),
            },
            Entry::Lint { finding, .. } => &finding.diagnostic,
            _ => return Vec::new(),
        };
        if found.source_name() == self.source.name() { vec![self.mark(found)] } else { Vec::new() }
    }

    fn mark(&self, found: &Diagnostic) -> Mark {
        let text = self.source.text();
        let place = |byte: usize| {
            let put = self.put.map_or(0, |start| byte.saturating_sub(start).min(EVAL.len()));
            text[..byte].encode_utf16().count() - put
        };
        let span = found.span();
        let severity = if found.severity() == Severity::Error { "error" } else { "warning" };
        let message = found.in_words();
        Mark { from: place(span.start), to: place(span.end), severity, message }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// What is told, and the answer.
    fn asked(question: &Value) -> (Vec<Value>, Value) {
        asked_of(&mut Engine::default(), question)
    }

    fn asked_of(engine: &mut Engine, question: &Value) -> (Vec<Value>, Value) {
        let mut told = Vec::new();
        let mut tell = |text: String| told.push(serde_json::from_str(&text).expect("JSON"));
        let answer = engine.answer(&question.to_string(), &mut tell);
        (told, serde_json::from_str(&answer).expect("JSON"))
    }

    fn run(script: &str) -> (Vec<Value>, Value) {
        asked(&json!({ "ask": "run", "script": script, "path": "a.prf" }))
    }

    #[test]
    fn results_are_told_in_order_with_the_line_that_is_tried() {
        let (told, summary) = run("theorem a \"?msd_fib Ax x<x+1\":\ntheorem b \"?msd_fib Ax Ey x=2*y\":");
        let tries: Vec<&Value> = told.iter().filter(|one| one["told"] == "tries").map(|one| &one["line"]).collect();
        assert_eq!(tries, [1, 2]);
        let verdicts: Vec<&Value> = told
            .iter()
            .filter(|one| one["told"] == "knows")
            .map(|one| &one["result"]["statement"]["verdict"])
            .collect();
        assert_eq!(verdicts, ["TRUE", "FALSE"]);
        assert_eq!(told[3]["result"]["statement"]["example"], json!({ "x": "1" }));
        assert!(told[3]["html"].as_str().is_some_and(|html| html.contains("counterexample: x = 1")));
        assert_eq!((&summary["hold"], &summary["fail"]), (&json!(1), &json!(1)));
    }

    #[test]
    fn a_statement_by_itself_is_answered_and_its_mistakes_have_their_place() {
        let (told, _) = run("# why\n?msd_fib Ax x<x+1");
        assert_eq!(told[1]["result"]["statement"]["verdict"], "TRUE");
        let (told, _) = run("?msd_fib Ax x<yé");
        assert_eq!((&told.last().expect("an error")["marks"][0]["from"]), &json!(15), "{told:?}");
        let (told, _) = run("# \u{1d4d0}\ndef a \"x<\":");
        assert_eq!(told.last().expect("an error")["marks"][0]["from"], 14, "{told:?}");
    }

    #[test]
    fn work_in_progress_is_told_and_idleness_is_not() {
        let registry = ProgressRegistry::default();
        let progress = registry.add();
        AT_WORK.set(registry);
        assert_eq!(at_work(), None);
        progress.begin("Ax x=x");
        progress.grown(7);
        let news: Value = serde_json::from_str(&at_work().expect("news")).expect("JSON");
        assert_eq!((&news["told"], &news["states"]), (&json!("works"), &json!(7)));
        assert!(news["bytes"].is_u64());
    }

    #[test]
    fn a_lint_names_its_statement() {
        let (told, _) = run("theorem never \"Ax x<x => x=1\":");
        assert_eq!(told[2]["result"]["lint"]["statement"], "never", "{told:?}");
    }

    #[test]
    fn what_is_included_is_known_from_before() {
        let mut engine = Engine::default();
        asked_of(&mut engine, &json!({ "ask": "know", "files": { "b/c.prf": "def even \"Ey x=2*y\":" } }));
        let script = "include \"c.prf\"; theorem t \"Ax $even(2*x)\":";
        let (_, summary) = asked_of(&mut engine, &json!({ "ask": "run", "script": script, "path": "b/a.prf" }));
        assert_eq!(summary["hold"], 1);
    }

    #[test]
    fn a_begun_name_is_completed_from_what_is_included() {
        let mut engine = Engine::default();
        asked_of(&mut engine, &json!({ "ask": "know", "files": { "b/c.prf": "def evenly \"Ey x=2*y\":" } }));
        let script = "# \u{1d4d0}\ninclude \"c.prf\"; theorem t \"Ax $even";
        let at = script.encode_utf16().count();
        let question = json!({ "ask": "complete", "script": script, "path": "b/a.prf", "at": at });
        let names = &asked_of(&mut engine, &question).1["names"];
        let about = json!({ "name": "evenly", "kind": "function", "about": "$evenly(x)", "from": at - 4 });
        assert_eq!(names, &json!([about]));
        let question = json!({ "ask": "complete", "script": "theo", "path": "", "at": 99 });
        assert_eq!(asked(&question).1["names"][0]["name"], "theorem");
    }

    #[test]
    fn what_is_no_question_gets_an_answer() {
        for question in [json!(1), json!({ "ask": "no" }), json!({ "ask": "run", "script": 1 })] {
            assert!(asked(&question).1["wrong"].is_string());
        }
        assert!(run(&"#".repeat(MAX_SCRIPT + 1)).1["wrong"].as_str().is_some_and(|why| why.contains("at most")));
        assert!(asked(&json!({ "ask": "about" })).1["style"].as_str().is_some_and(|style| style.contains(".board")));
    }

    #[test]
    fn a_limit_ends_a_statement_and_the_next_is_tried() {
        let script = "def a \"?msd_bonacci5 x+y=z\":\ntheorem b \"Ax x<x+1\":";
        let (told, summary) =
            asked(&json!({ "ask": "run", "script": script, "path": "a.prf", "seconds": 0.0001, "bytes": u32::MAX }));
        assert!(told[1]["html"].as_str().is_some_and(|html| html.contains("time limit")), "{told:?}");
        assert_eq!(summary["undecided"].as_u64().zip(summary["hold"].as_u64()).map(|(a, b)| a + b), Some(2));
    }
}
