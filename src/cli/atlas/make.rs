//! One entry: its script, certificates, page and BibTeX, and the record of them, which is written last.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::atlas::{Article, Entry, entry_of_word, write_article};
use crate::budget::process::is_interrupted;
use crate::disk::{make_folder, read_given, write_atomically};
use crate::explore::properties;
use crate::logic::Verdict;
use crate::report::bibliography::{self, Run};
use crate::report::page::{Certified, Heading, Origin, Page, is_own};
use crate::report::units::duration;
use crate::script::{Entry as Told, FileReport, Limits, News, Options, Totals, prove};

use super::super::certificates::{CertificateOptions, Written};
use super::record::Record;

/// What the script of an entry begins with.
const HEADER: &str = "# Made by `filbert atlas`: ";

/// Steps of a checker for one statement: a minute or so.
const CHECKER_STEPS: u64 = 1 << 28;

/// Makes entries in a folder.
pub(super) struct Maker {
    dir: PathBuf,
    limits: Limits,
    within: Duration,
    checker: Option<PathBuf>,
}

/// What became of an entry.
pub(super) enum Outcome {
    /// It was made before.
    Kept,
    /// It is made; the line that says so, and whether a theorem that was proved once has failed.
    Made { record: Box<Record>, line: String, fails: bool },
    /// It cannot be defined within the limits, and why.
    Undefined(String),
    /// It was interrupted.
    Cut,
}

/// What a script came to.
struct Proved {
    report: FileReport,
    certificates: Vec<Written>,
    certified: Vec<Certified>,
}

impl Maker {
    pub(super) fn new(dir: &Path, limits: Limits, within: Duration, checker: Option<PathBuf>) -> Maker {
        Maker { dir: dir.to_owned(), limits, within, checker }
    }

    /// The hash of all that an entry is made from.
    fn key(&self, entry: &Entry) -> String {
        let properties: String = properties().iter().map(|one| format!("{one:?}\n")).collect();
        let limits = format!("{:?} {:?} {:?}", self.limits.time, self.limits.memory, self.within);
        let checker = format!("{:?}", self.checker);
        let all = [crate::cli::VERSION, &entry.about, &entry.definition, &properties, &limits, &checker].join("\n");
        bibliography::hex(all.as_bytes())
    }

    fn folder(&self, entry: &Entry) -> PathBuf {
        self.dir.join(&entry.name)
    }

    fn record_path(&self, entry: &Entry) -> PathBuf {
        self.folder(entry).join("record.json")
    }

    /// What is remembered of an entry, if it is made, by whichever version.
    pub(super) fn record(&self, entry: &Entry) -> Option<Record> {
        let record = Record::read(&self.record_path(entry), &self.limits.budget())?;
        (!record.key.is_empty() && self.folder(entry).join("index.html").is_file()).then_some(record)
    }

    /// Makes an entry, unless that was done: then this is what is remembered of it.
    ///
    /// # Errors
    /// What could not be written.
    pub(super) fn make(&self, entry: &Entry, old: Option<Record>) -> Result<Outcome, String> {
        let key = self.key(entry);
        if old.as_ref().is_some_and(|record| record.key == key) {
            return Ok(Outcome::Kept);
        }
        let began = Instant::now();
        let folder = self.folder(entry);
        let (script, page) = (folder.join(format!("{}.prf", entry.name)), folder.join("index.html"));
        let read = |path: &Path| read_given(path, &self.limits.budget()).ok();
        let is_foreign =
            read(&script).is_some_and(|old| !old.starts_with(HEADER)) || read(&page).is_some_and(|old| !is_own(&old));
        if is_foreign {
            return Err(format!(
                "{}: it has files that filbert did not write; choose another folder",
                folder.display()
            ));
        }
        let article = match write_article(entry, self.limits.clone(), self.within) {
            Ok(article) => article,
            Err(_) if is_interrupted() => return Ok(Outcome::Cut),
            Err(why) => return Ok(Outcome::Undefined(format!("{}: {why}", entry.name))),
        };
        if is_interrupted() {
            return Ok(Outcome::Cut);
        }
        make_folder(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        if let Some(old) = old {
            Record { key: String::new(), ..old }.write(&self.record_path(entry))?;
        }
        let text = format!("{HEADER}{}\n\n{}", entry.about, article.script);
        write_atomically(&script, &text).map_err(|why| format!("{}: {why}", script.display()))?;
        let proved = self.prove(&script, &folder)?;
        if !proved.report.complete || is_interrupted() {
            return Ok(Outcome::Cut);
        }
        let mut totals = Totals::default();
        totals.add(&proved.report);
        let time = began.elapsed();
        self.write_page(entry, &article, &proved, (&totals, time))?;
        let record = record(&article, &proved.report, &totals, key);
        record.write(&self.record_path(entry))?;
        let (line, fails) = (line((entry, &article), &record, &totals, time), totals.exit_code() == 1);
        Ok(Outcome::Made { record: Box::new(record), line, fails })
    }

    /// Proves the script with certificates, and checks these if that is wanted.
    ///
    /// # Errors
    /// What could not be written, or checked.
    fn prove(&self, script: &Path, folder: &Path) -> Result<Proved, String> {
        let files = [script.to_owned()];
        let options = CertificateOptions::checked(folder.join("certificates"), self.checker.clone(), CHECKER_STEPS);
        let mut certificates = options.open(&files, &self.limits)?.expect("a folder is given");
        let mut reports = Vec::new();
        // Certificates take time too: what was decided without them is to be decided with them.
        let limits = Limits { time: self.limits.time.map(|time| 4 * time), ..self.limits.clone() };
        let options = Options { limits, objects: true, certify: true, ..Options::default() };
        let hear = |news: News<'_>| match news {
            News::Begins(..) => {}
            News::Entry(path, Told::Certificate(text)) => certificates.add(path, text),
            News::Entry(path, Told::Statement(statement)) => certificates.state(path, statement),
            News::Entry(..) => {}
            News::Ends(report) => {
                certificates.end(&report.path);
                reports.push(report.clone());
            }
        };
        prove(&files, &options, 1, hear).map_err(|why| why.to_string())?;
        let (certificates, certified) = certificates.finish()?;
        let report = reports.pop().ok_or_else(|| format!("{}: it was not proved", script.display()))?;
        // Pages name the files beside them by paths from their own folder.
        let local = |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_owned();
        let certified = certified.into_iter().map(|one| Certified {
            script: local(Path::new(&one.script)).display().to_string(),
            certificate: local(&one.certificate),
            ..one
        });
        Ok(Proved {
            report: FileReport { path: local(&report.path), ..report },
            certificates: certificates
                .into_iter()
                .map(|(path, bytes)| (local(Path::new(&path)).display().to_string(), bytes))
                .collect(),
            certified: certified.collect(),
        })
    }

    /// Writes the page, and the entry for BibTeX.
    ///
    /// # Errors
    /// What could not be written.
    fn write_page(
        &self,
        entry: &Entry,
        article: &Article,
        proved: &Proved,
        (totals, time): (&Totals, Duration),
    ) -> Result<(), String> {
        let folder = self.folder(entry);
        let name = format!("{}.prf", entry.name);
        let path = folder.join(&name);
        let bytes = crate::disk::read(&path, &self.limits.budget()).map_err(|why| why.to_string())?;
        let scripts = vec![(name.clone(), bytes)];
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let title = format!("{}: {}", entry.name, entry.about.trim_end_matches('.'));
        let run = Run {
            title: Some(&title),
            author: None,
            scripts: &scripts,
            certificates: &proved.certificates,
            version: crate::cli::VERSION,
            time: now,
        };
        let hash = bibliography::hash(&scripts);
        let heading = Heading {
            title: Some(entry.name.clone()),
            origin: Origin {
                day: None,
                command: Some(format!("filbert prove {name} --certify certificates")),
                scripts: vec![(name.clone(), hash.clone())],
                hash: Some(hash),
            },
            links: links(entry, article),
            about: Some((entry.about.clone(), about(article))),
            ..Heading::default()
        };
        let mut page = Page::new(heading, BTreeMap::new(), self.limits.clone());
        page.add(&proved.report);
        proved.certified.iter().for_each(|one| page.certify(one));
        let write = |name: &str, text: String| {
            let path = folder.join(name);
            write_atomically(&path, text).map_err(|why| format!("{}: {why}", path.display()))
        };
        write(&format!("{}.bib", entry.name), run.entry(totals))?;
        write("index.html", page.finish(totals, time, crate::cli::VERSION))
    }
}

/// What belongs to the page of an entry.
fn links(entry: &Entry, article: &Article) -> Vec<(String, String)> {
    let name = &entry.name;
    let mut links = vec![
        (format!("../index.html#{name}"), "Atlas".to_owned()),
        (format!("{name}.prf"), "Script".to_owned()),
        (format!("{name}.bib"), "BibTeX".to_owned()),
    ];
    if is_oeis(name) {
        links.push((format!("https://oeis.org/{name}"), format!("OEIS {name}")));
    }
    let others = article.related.iter().filter_map(|word| entry_of_word(word));
    links.extend(others.map(|other| (format!("../index.html#{}", other.name), format!("Related: {}", other.name))));
    links
}

/// What is to be seen of an entry before its theorems.
fn about(article: &Article) -> String {
    let mut refused: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, why) in &article.refused {
        refused.entry(why).or_default().push(name.replace('_', " "));
    }
    let refused: String =
        refused.iter().map(|(why, names)| format!("\nNot stated, since {why}: {}.\n", names.join(", "))).collect();
    let unexplored = article.unexplored.iter().map(|why| format!("\nNo further facts were looked for: {why}.\n"));
    format!("{}\n\n{}{refused}{}", article.first, article.system, unexplored.collect::<String>())
}

/// Whether a name is the number of an entry of the On-Line Encyclopedia of Integer Sequences.
fn is_oeis(name: &str) -> bool {
    name.strip_prefix('A').is_some_and(|number| number.len() == 6 && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn record(article: &Article, report: &FileReport, totals: &Totals, key: String) -> Record {
    let outcomes: BTreeMap<&str, Option<bool>> = report
        .entries
        .iter()
        .filter_map(|entry| match entry {
            Told::Statement(statement) => {
                let truth = |verdict: &Verdict| verdict.truth;
                Some((statement.name.as_str(), statement.outcome.as_ref().ok().map(truth)))
            }
            _ => None,
        })
        .collect();
    let verdict = |name: &String| (name.clone(), outcomes.get(name.as_str()).copied().flatten());
    Record {
        key,
        verdicts: article.properties.iter().map(verdict).collect(),
        theorems: totals.hold + totals.kernels,
        first: article.first.clone(),
        automaton: bibliography::hex(article.automaton.as_bytes()),
        related: article.related.iter().cloned().collect(),
    }
}

/// `F  20 of 20 properties decided, 31 theorems   1.2 s`.
fn line((entry, article): (&Entry, &Article), record: &Record, totals: &Totals, time: Duration) -> String {
    let decided = record.verdicts.values().flatten().count();
    let all = record.verdicts.len();
    let refused = match article.refused.len() {
        0 => String::new(),
        some => format!(", {some} cannot be stated"),
    };
    let failing = match totals.fail + totals.false_kernels {
        0 => String::new(),
        some => format!(", {some} FAIL"),
    };
    let theorems = record.theorems;
    let time = duration(time);
    format!("{:<16}{decided} of {all} properties decided{refused}, {theorems} theorems{failing}   {time}", entry.name)
}
