//! The status table of a folder of proofs: every statement of the sources, and what became of it here.
//!
//! A list, written by hand, says what the sources state; the JSON of `filbert prove` says what was proved and whom it
//! cites. The two are joined. A statement for which there is neither a theorem nor a reason, a citation of something
//! that is not in the list, a theorem that does not hold: each is an error, so that the table cannot fall behind.
//!
//! The list has a line for each fact, fields separated by tabs: the source, the number in it, what kind of fact this
//! is, a text, the strength, and the theorems that show it, separated by commas; empty fields at the end may be left
//! out. Empty lines and those that begin with `#` are passed over.
//!
//! A second list, if it is given, says which theorems the checker of `verified/` accepts: script, theorem, `checked` or
//! what is missing, and the hash of the statement and of all that it rests on, separated by tabs. What was checked is
//! the statement with that hash: one that has another in the JSON, or none, is `changed`.
//!
//! | kind | the fact |
//! |---|---|
//! | `text` | a paragraph at the head of the table; no source, no number |
//! | `paper` | what a source is; no number |
//! | `claim` | the statement says this: something must be said of it. What its theorems say is its strength: `exact`, `weaker: why` or `stronger: how` |
//! | `definition` | the statement says this and claims nothing |
//! | `undecidable` | why the statement, or a part of it, is not decidable here |
//! | `numeric` | what was computed of it, to which bound, and how |
//! | `open` | what is not known of it |
//! | `false` | the statement does not hold; the theorems show it |
//! | `by hand` | where it is proved on paper; the theorems are the steps of that proof |
//! | `error` | what is wrong in the source; the theorems show it |

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use serde::Deserialize;

use crate::script::remark_on_guesses;

/// Theorems of one file that are named in a row before the others are counted.
const NAMED: usize = 6;

/// What is read of the JSON of `filbert prove`.
#[derive(Deserialize)]
struct Proved {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    path: String,
    statements: Vec<Theorem>,
    #[serde(default)]
    errors: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct Theorem {
    name: String,
    kind: String,
    source: Option<String>,
    holds: bool,
    states: usize,
    milliseconds: f64,
    /// The hash of the statement and of all that it rests on.
    #[serde(default)]
    rests_on: Option<String>,
    /// The names of the guesses on which it rests, which are not proved.
    #[serde(default)]
    guesses: Vec<String>,
}

/// One line of the list.
struct Fact<'a> {
    source: &'a str,
    number: &'a str,
    kind: &'a str,
    text: &'a str,
    strength: &'a str,
    shown_by: Vec<&'a str>,
}

/// What the checker that is proved correct says of a theorem in a script: `checked`, or what is missing; and the hash of what it
/// says it of.
type Checked<'a> = BTreeMap<(&'a str, &'a str), (&'a str, &'a str)>;

/// The theorems that cite a statement, by file.
#[derive(Default)]
struct Cited<'a> {
    files: BTreeMap<&'a str, Vec<&'a Theorem>>,
    states: usize,
    milliseconds: f64,
}

/// The table in Markdown. `folder` is where it will lie: paths of scripts are given from there, in `checked` as well, the
/// list of what the checker of `verified/` accepts.
///
/// # Errors
/// All that is wrong, one line each.
pub fn table(list: &str, json: &str, checked: Option<&str>, folder: &Path) -> Result<String, Vec<String>> {
    let proved: Proved =
        serde_json::from_str(json).map_err(|error| vec![format!("the JSON of the proofs: {error}")])?;
    let mut wrong = Vec::new();
    let facts = read(list, &mut wrong);
    let statements: BTreeSet<(&str, &str)> =
        facts.iter().filter(|fact| !fact.number.is_empty()).map(|fact| (fact.source, fact.number)).collect();
    let sources: BTreeSet<&str> = statements.iter().map(|statement| statement.0).collect();

    let mut cited: BTreeMap<(&str, &str), Cited<'_>> = BTreeMap::new();
    let mut uncited = Cited::default();
    let mut names = BTreeSet::new();
    let mut theorems = BTreeSet::new();
    for file in &proved.files {
        let path = Path::new(&file.path).strip_prefix(folder).ok().and_then(Path::to_str).unwrap_or(&file.path);
        if !file.errors.is_empty() {
            wrong.push(format!("{path} has errors"));
        }
        for theorem in
            file.statements.iter().filter(|theorem| matches!(&*theorem.kind, "theorem" | "refute" | "kernel"))
        {
            if !theorem.holds {
                wrong.push(format!("`{}` in {path} does not hold", theorem.name));
            }
            wrong.extend(remark_on_guesses(&theorem.guesses).map(|why| format!("`{}` in {path} {why}", theorem.name)));
            names.insert(theorem.name.as_str());
            theorems.insert((path, theorem.name.as_str()));
            let citations: Vec<(&str, &str)> = theorem
                .source
                .iter()
                .flat_map(|text| text.split("; "))
                .filter_map(|one| citation(one, &sources))
                .collect();
            if citations.is_empty() {
                uncited.add(path, theorem);
            }
            for citation in citations {
                if !statements.contains(&citation) {
                    wrong.push(format!(
                        "`{}` in {path} cites {} {}, which is not in the list",
                        theorem.name, citation.0, citation.1
                    ));
                }
                cited.entry(citation).or_default().add(path, theorem);
            }
        }
    }
    check(&facts, &cited, &names, &mut wrong);
    let checked = checked.map(|checked| read_checked(checked, &theorems, &mut wrong));
    if wrong.is_empty() { Ok(written(&facts, &cited, &uncited, checked.as_ref())) } else { Err(wrong) }
}

fn read_checked<'a>(list: &'a str, theorems: &BTreeSet<(&str, &str)>, wrong: &mut Vec<String>) -> Checked<'a> {
    let mut checked = BTreeMap::new();
    for (line, text) in list.lines().enumerate().filter(|(_, text)| !text.is_empty() && !text.starts_with('#')) {
        match text.split('\t').collect::<Vec<_>>()[..] {
            [path, name, verdict, rests_on]
                if theorems.contains(&(path, name)) && !verdict.is_empty() && !rests_on.is_empty() =>
            {
                checked.insert((path, name), (verdict, rests_on));
            }
            _ => wrong.push(format!(
                "line {} of the list of checked theorems: expected a script, a theorem in it, `checked` or what is missing, and a hash",
                line + 1
            )),
        }
    }
    checked
}

/// The source and the number that a citation names, as in `Wythoff 1907, Sec 2`; what stands in parentheses after the
/// number is a remark.
fn citation<'a>(text: &'a str, sources: &BTreeSet<&str>) -> Option<(&'a str, &'a str)> {
    let text = text.trim();
    let begins = |source: &&&str| text.strip_prefix(**source).is_some_and(|rest| rest.starts_with([' ', ',']));
    let (source, rest) = text.split_at(sources.iter().filter(begins).map(|source| source.len()).max()?);
    let number = rest.trim_start_matches([',', ' ']);
    Some((source, number.split(" (").next().unwrap_or(number)))
}

impl Theorem {
    /// What the checker that is proved correct says of this theorem, as it is now.
    fn verdict<'a>(&self, path: &str, checked: &Checked<'a>) -> &'a str {
        match checked.get(&(path, self.name.as_str())) {
            None => "not tried",
            Some(("checked", rests_on)) if self.rests_on.as_deref() != Some(*rests_on) => "changed",
            Some((verdict, _)) => verdict,
        }
    }
}

impl<'a> Cited<'a> {
    fn add(&mut self, path: &'a str, theorem: &'a Theorem) {
        self.files.entry(path).or_default().push(theorem);
        self.states = self.states.max(theorem.states);
        self.milliseconds += theorem.milliseconds;
    }

    fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// `[wythoff/k2.prf](wythoff/k2.prf): a, b, 3 more`, for each file.
    fn scripts(&self) -> String {
        let one = |(path, theorems): (&&str, &Vec<&Theorem>)| {
            let named = theorems.iter().take(NAMED).map(|theorem| format!("`{}`", theorem.name));
            let mut shown = named.collect::<Vec<_>>();
            if theorems.len() > NAMED {
                shown.push(format!("{} more", theorems.len() - NAMED));
            }
            format!("[{path}]({path}): {}", shown.join(", "))
        };
        self.files.iter().map(one).collect::<Vec<_>>().join("; ")
    }

    /// How many of the theorems are checked by the checker that is proved correct, and what is missing of the others.
    fn checked(&self, checked: &Checked<'_>) -> String {
        let verdicts: Vec<&str> = self
            .files
            .iter()
            .flat_map(|(path, theorems)| theorems.iter().map(|theorem| theorem.verdict(path, checked)))
            .collect();
        let missing: BTreeSet<&str> = verdicts.iter().copied().filter(|verdict| *verdict != "checked").collect();
        let done = verdicts.iter().filter(|verdict| **verdict == "checked").count();
        let missing = missing.into_iter().collect::<Vec<_>>().join(", ");
        match done {
            _ if verdicts.is_empty() => String::new(),
            _ if done == verdicts.len() => "all".to_owned(),
            _ => format!("{done} of {}: {}", verdicts.len(), cell(&missing)),
        }
    }

    /// The two last cells of a row, which [`difference`] does not look at.
    fn figures(&self) -> String {
        if self.is_empty() {
            return " | ".to_owned();
        }
        format!("{:.1} s | {}", (self.milliseconds / 100.0).ceil() / 10.0, self.states)
    }
}

fn read<'a>(list: &'a str, wrong: &mut Vec<String>) -> Vec<Fact<'a>> {
    let mut facts = Vec::new();
    for (line, text) in list.lines().enumerate().filter(|(_, text)| !text.is_empty() && !text.starts_with('#')) {
        let fields: Vec<&str> = text.split('\t').collect();
        let field = |i: usize| fields.get(i).copied().unwrap_or("");
        let (source, number, kind, text) = (field(0), field(1), field(2), field(3));
        let (strength, shown_by) = (field(4), field(5));
        let said = match kind {
            "text" | "paper" => strength.is_empty() && number.is_empty() && source.is_empty() == (kind == "text"),
            "claim" => is_strength(strength) || strength.is_empty(),
            "definition" | "undecidable" | "numeric" | "open" | "false" | "by hand" | "error" => strength.is_empty(),
            _ => false,
        };
        let shows = matches!(kind, "false" | "by hand" | "error");
        let named = matches!(kind, "text" | "paper") || !source.is_empty() && !number.is_empty();
        if !said || !named || shows == shown_by.is_empty() || text.is_empty() || fields.len() > 6 {
            wrong.push(format!(
                "line {} of the list: expected a source, a number, a kind, a text, a strength and theorems",
                line + 1
            ));
            continue;
        }
        let shown_by = shown_by.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        facts.push(Fact { source, number, kind, text, strength, shown_by });
    }
    facts
}

/// `exact`, or `weaker` or `stronger` and in what.
fn is_strength(text: &str) -> bool {
    let in_what = |word| text.strip_prefix(word).is_some_and(|rest| !rest.trim().is_empty());
    text == "exact" || in_what("weaker: ") || in_what("stronger: ")
}

fn check(
    facts: &[Fact<'_>],
    cited: &BTreeMap<(&str, &str), Cited<'_>>,
    names: &BTreeSet<&str>,
    wrong: &mut Vec<String>,
) {
    let mut known = BTreeSet::new();
    for fact in facts.iter().filter(|fact| !fact.number.is_empty()) {
        let Fact { source, number, .. } = fact;
        match fact.kind {
            "claim" | "definition" if !known.insert((source, number)) => {
                wrong.push(format!("{source} {number} is in the list twice"));
            }
            "claim" => {
                let reason = facts.iter().any(|other| {
                    (other.source, other.number) == (*source, *number)
                        && matches!(other.kind, "undecidable" | "numeric" | "open" | "false" | "by hand")
                });
                let has_theorem = cited.contains_key(&(*source, *number));
                if !reason && !has_theorem {
                    wrong.push(format!("{source} {number} has neither a theorem nor a reason"));
                }
                match has_theorem == fact.strength.is_empty() {
                    true if has_theorem => {
                        wrong.push(format!(
                            "{source} {number} has theorems, and the list does not say how strong they are"
                        ));
                    }
                    true => wrong.push(format!("{source} {number} has a strength and no theorem")),
                    false => {}
                }
            }
            "definition" => {}
            _ if !known.contains(&(source, number)) => {
                wrong.push(format!("{source} {number}: `{}` before the statement itself", fact.kind));
            }
            _ => {}
        }
        for name in fact.shown_by.iter().filter(|name| !names.contains(**name)) {
            wrong.push(format!("{source} {number}: there is no theorem `{name}` to show it"));
        }
    }
}

fn written(
    facts: &[Fact<'_>],
    cited: &BTreeMap<(&str, &str), Cited<'_>>,
    uncited: &Cited<'_>,
    checked: Option<&Checked<'_>>,
) -> String {
    let mut out =
        String::from("# Proofs\n\n<!-- Made by `filbert status` from statements.tsv: change that, not this. -->\n\n");
    for fact in facts.iter().filter(|fact| fact.kind == "text") {
        writeln!(out, "{}\n", fact.text).expect("writing to a string");
    }
    for paper in facts.iter().filter(|fact| fact.kind == "paper") {
        writeln!(out, "## {}: {}\n", paper.source, paper.text).expect("writing to a string");
        let column = if checked.is_some() { (" verified |", "---|") } else { ("", "") };
        writeln!(out, "| | statement | result | strength |{} time | states |", column.0).expect("writing to a string");
        writeln!(out, "|---|---|---|---|{}---|---|", column.1).expect("writing to a string");
        let of_paper = |fact: &&Fact<'_>| fact.source == paper.source && !fact.number.is_empty();
        for fact in facts.iter().filter(of_paper).filter(|fact| matches!(fact.kind, "claim" | "definition")) {
            let empty = Cited::default();
            let theorems = cited.get(&(fact.source, fact.number)).unwrap_or(&empty);
            let mut parts = Vec::new();
            if !theorems.is_empty() {
                parts.push(format!("proved in {}", theorems.scripts()));
            } else if fact.kind == "definition" {
                parts.push("a definition".to_owned());
            }
            for other in facts.iter().filter(|other| (other.source, other.number) == (fact.source, fact.number)) {
                match other.kind {
                    "undecidable" => parts.push(format!("undecidable here: {}", cell(other.text))),
                    "numeric" => parts.push(format!("computed: {}", cell(other.text))),
                    "open" => parts.push(format!("open: {}", cell(other.text))),
                    "false" => parts.push(format!("false: {}, by {}", cell(other.text), names(other))),
                    "by hand" => {
                        parts.push(format!(
                            "proved on paper, steps checked: {}, steps {}",
                            cell(other.text),
                            names(other)
                        ));
                    }
                    "error" => parts.push("an error in the source, see below".to_owned()),
                    _ => {}
                }
            }
            parts.dedup();
            let (number, what, became) = (fact.number, cell(fact.text), parts.join(". "));
            let verified = checked.map(|checked| format!(" {} |", theorems.checked(checked))).unwrap_or_default();
            let strength = cell(fact.strength);
            writeln!(out, "| {number} | {what} | {became} | {strength} |{verified} {} |", theorems.figures())
                .expect("writing to a string");
        }
        out.push('\n');
    }
    out.push_str(
        "## Errors found in the sources\n\n| where | what is printed, and what holds | shown by |\n|---|---|---|\n",
    );
    for fact in facts.iter().filter(|fact| fact.kind == "error") {
        writeln!(out, "| {} {} | {} | {} |", fact.source, fact.number, cell(fact.text), names(fact))
            .expect("writing to a string");
    }
    if !uncited.is_empty() {
        write!(out, "\n## Beyond the sources\n\n{}.\n", uncited.scripts()).expect("writing to a string");
    }
    out
}

/// The theorems that show a fact.
fn names(fact: &Fact<'_>) -> String {
    fact.shown_by.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A text in a row: a bar in it does not end its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The first line in which two tables differ, times and numbers of states apart.
pub fn difference(old: &str, new: &str) -> Option<(usize, String)> {
    let without_figures = |line: &str| match line.strip_prefix('|').and_then(|_| line.rsplitn(4, '|').nth(3)) {
        Some(rest) if rest.matches('|').count() >= 3 => rest.to_owned(),
        _ => line.to_owned(),
    };
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    (0..old.len().max(new.len()))
        .find(|&i| old.get(i).map(|line| without_figures(line)) != new.get(i).map(|line| without_figures(line)))
        .map(|i| (i + 1, new.get(i).copied().unwrap_or("nothing").to_owned()))
}
