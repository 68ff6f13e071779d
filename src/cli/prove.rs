//! `filbert prove`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::budget::Halt;
use crate::disk::{Lines, goes_to_standard_output, write_atomically};
use crate::logic::lints::Lint;
use crate::report::{bibliography, json, text};
use crate::script::{Entry, News, Options, Part, Totals, Values, included, outline, prove, script_files};
use crate::syntax::nearest;

use super::certificates::{CertificateOptions, Certificates, Written};
use super::context::ContextOptions;
use super::exit::Exit;
use super::limits::LimitOptions;
use super::page::{PageFile, PageOptions};
use super::tactics::TacticOptions;
use super::{Process, drawing, say, trouble};

/// Prove the theorems of scripts
///
/// Searches folders for `*.prf`. Prints a line for each theorem, then the totals. Exits with 0 if all theorems hold, with
/// 1 if one fails or has a denied lint, with 2 if something could not be decided or read.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert prove proofs
  filbert prove mine.prf --json mine.json --html page
  filbert prove mine.prf --timeout 30s --memory 4GB -j2")]
pub(super) struct Prove {
    /// Script files and folders
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
    /// Also write the results as JSON (`-` for standard output)
    ///
    /// While the run lasts, FILE.partial has the results so far, one per line. A FILE that ends in `.jsonl` streams one
    /// record per line; the last says whether the run finished.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Prove only the statements with these names, separated by commas
    ///
    /// Runs the definitions they need. In the JSON, all other statements are marked as left to other runs; `filbert
    /// merge` combines the reports.
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "shard")]
    only: Vec<String>,
    /// Prove only part N of M parts of about equal length, as in `3/8`
    #[arg(long, value_name = "N/M")]
    shard: Option<Part>,
    /// Replace `{NAME}` in the scripts by VALUE, as in `s=3`
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = value, conflicts_with = "answers")]
    parameters: Vec<(String, String)>,
    /// Exit with 0 once the report is written, whatever it says; for jobs whose reports `filbert merge` reads
    #[arg(long, requires = "json")]
    collect: bool,
    #[command(flatten)]
    certificates: CertificateOptions,
    /// Also write a BibTeX entry with the version, the commit and the hashes of scripts and certificates
    #[arg(long, value_name = "FILE")]
    bib: Option<PathBuf>,
    #[command(flatten)]
    page: PageOptions,
    /// Write the files of `eval NAME v "F"` to DIR instead of a folder `Result` next to each script
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Sandbox: scripts may only touch their own folder and the folders of `--in`
    #[arg(long)]
    confined: bool,
    /// Show how each statement was decided: the automata built, their sizes and their cost
    #[arg(long)]
    explain: bool,
    /// Treat these lints as errors: names separated by commas, or `all`
    #[arg(long, value_name = "LINT", value_delimiter = ',', value_parser = lint)]
    deny: Vec<Denied>,
    #[command(flatten)]
    context: ContextOptions,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    tactics: TacticOptions,
}

/// One lint, or all.
#[derive(Clone, Copy, Debug)]
struct Denied(Option<Lint>);

fn lint(name: &str) -> Result<Denied, String> {
    match (name, Lint::named(name)) {
        ("all", _) => Ok(Denied(None)),
        (_, Some(lint)) => Ok(Denied(Some(lint))),
        _ => {
            let known = Lint::ALL.map(Lint::name);
            Err(match nearest(name, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("expected `all` or any of {}", known.join(", ")),
            })
        }
    }
}

/// One value of one parameter.
fn value(text: &str) -> Result<(String, String), String> {
    let Values { name, values } = text.parse()?;
    match <[String; 1]>::try_from(values) {
        Ok([value]) => Ok((name, value)),
        Err(_) => Err(format!("`{name}` takes one value; `filbert sweep` runs a script for several")),
    }
}

/// The scripts with their bytes.
///
/// # Errors
/// The first that cannot be read.
fn read_all(files: &[PathBuf]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let read = |file: &PathBuf| {
        let path = file.display().to_string();
        std::fs::read(file).map(|bytes| (path.clone(), bytes)).map_err(|error| format!("{path}: {error}"))
    };
    files.iter().map(read).collect()
}

impl Prove {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let mut files = match script_files(&self.paths) {
            Ok(files) => files,
            Err(error) => return trouble(error),
        };
        let asked = files.len();
        files.extend(self.included(&files));
        process.signals.let_finish();
        match self.prove(&files, asked, process) {
            Ok(code) => code,
            Err(message) => trouble(message),
        }
    }

    /// The scripts that these include: without their certificates those of the others prove nothing. Where only a part is
    /// asked for, or scripts are filled in or not trusted, only the named ones are proved.
    fn included(&self, files: &[PathBuf]) -> Vec<PathBuf> {
        let is_part = !self.only.is_empty() || self.shard.is_some() || !self.parameters.is_empty();
        if self.certificates.certify.is_none() || is_part || self.confined {
            return Vec::new();
        }
        let found = included(files, &self.limits.plain());
        if !found.is_empty() {
            let names: Vec<String> = found.iter().map(|file| file.display().to_string()).collect();
            say::message(format!(
                "note: also proving and certifying what these scripts include: {}\n",
                names.join(", ")
            ));
        }
        found
    }

    /// Proves files, the first of which, so many, were asked for.
    ///
    /// # Errors
    /// What could not be written, or why nothing could be proved.
    fn prove(&self, files: &[PathBuf], asked: usize, process: &Process) -> Result<Exit, String> {
        let started = Instant::now();
        let denied = self.deny.iter().flat_map(|Denied(lint)| lint.map_or(Lint::ALL.to_vec(), |lint| vec![lint]));
        let options = Options {
            limits: self.limits.limits(process),
            tactics: self.tactics.tactics(),
            explain: self.explain,
            denied: denied.collect(),
            objects: self.page.html.is_some(),
            outputs: self.out.clone(),
            certify: self.certificates.certify.is_some(),
            part: self.part(files)?,
            parameters: self.parameters.iter().cloned().collect(),
            context: self.context.places.clone(),
            confined: self.confined.then(|| self.context.places.clone()),
            ..Options::default()
        };
        let page = self.page.open(files, options.limits.clone())?;
        let mut results = Results {
            arguments: self,
            process,
            totals: Totals::default(),
            report: json::Report::new(&options.part, &options.parameters),
            kept: Kept::create(self.json.as_deref())?,
            page,
            certificates: self.certificates.open_answered(files, (asked, self.limits.jobs()), &options)?,
            names: 0,
            messages: 0,
            files: (0, files.len()),
            advised: false,
        };
        results.progress();
        // What is hashed is what is there when the proofs begin.
        let scripts = if self.bib.is_some() { read_all(files)? } else { Vec::new() };
        prove(files, &options, self.limits.jobs(), |news| results.hear(news, files.len() > 1))
            .map_err(|why| why.to_string())?;
        let totals = results.totals;
        let (code, certificates) = results.finish(started.elapsed())?;
        self.write_entry(&scripts, &certificates, &totals)?;
        Ok(code)
    }

    /// The part that was asked for.
    ///
    /// # Errors
    /// If a name stands nowhere in the scripts.
    fn part(&self, files: &[PathBuf]) -> Result<Part, String> {
        if self.only.is_empty() {
            return Ok(self.shard.clone().unwrap_or_default());
        }
        let mut known = BTreeSet::new();
        for file in files {
            // What cannot be read is told when it is proved.
            let parameters = self.parameters.iter().cloned().collect();
            let Ok(outline) = outline(file, &parameters, &self.limits.plain()) else { continue };
            known.extend(outline.names);
        }
        for name in &self.only {
            if !known.contains(name) {
                let near = nearest(name, known.iter().map(String::as_str));
                let help = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                return Err(format!("--only: nothing is named `{name}` in these scripts{help}"));
            }
        }
        Ok(Part::Named(self.only.iter().cloned().collect()))
    }

    /// # Errors
    /// If it cannot be written.
    fn write_entry(
        &self,
        scripts: &[(String, Vec<u8>)],
        certificates: &[(String, Vec<u8>)],
        totals: &Totals,
    ) -> Result<(), String> {
        let Some(path) = &self.bib else { return Ok(()) };
        let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_secs();
        let (title, author) = (self.page.title.as_deref(), self.page.author.as_deref());
        let run = bibliography::Run { title, author, scripts, certificates, version: super::VERSION, time };
        write_atomically(path, run.entry(totals)).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Whether an entry is spoken of; quietly, only what does not hold.
    fn is_said(entry: &Entry, process: &Process) -> bool {
        match entry {
            _ if !process.verbosity.quiet() => true,
            Entry::Statement(statement) => !statement.holds(),
            Entry::Lint { denied, .. } => *denied,
            Entry::Uncertified(why) => *why == Halt::Contradiction,
            Entry::Steps { .. } | Entry::Certificate(_) | Entry::Defined | Entry::Note(_) | Entry::Shown { .. } => {
                false
            }
            _ => true,
        }
    }
}

/// What becomes of the results of a run.
struct Results<'a> {
    arguments: &'a Prove,
    process: &'a Process,
    totals: Totals,
    report: json::Report,
    kept: Kept,
    page: Option<PageFile>,
    certificates: Option<Certificates>,
    /// Characters of the longest name in the file at hand.
    names: usize,
    /// Messages about the file at hand that are no results.
    messages: usize,
    /// Files that are done, and all.
    files: (usize, usize),
    /// Whether it was said what may be done about memory.
    advised: bool,
}

/// So many messages about what cannot be read in one file are shown: more are one mistake made often.
const MESSAGES: usize = 100;

impl Results<'_> {
    fn says(&self) -> bool {
        !self.arguments.json.as_ref().is_some_and(|path| goes_to_standard_output(path))
    }

    fn hear(&mut self, news: News<'_>, title: bool) {
        match news {
            News::Begins(path, names) => {
                (self.names, self.messages) = (names, 0);
                if title && !self.process.verbosity.quiet() {
                    self.say(format!("{}\n", path.display()));
                }
            }
            News::Entry(path, entry) => {
                match (&mut self.certificates, entry) {
                    (Some(certificates), Entry::Certificate(text)) => certificates.add(path, text),
                    (Some(certificates), Entry::Statement(statement)) => certificates.state(path, statement),
                    _ => {}
                }
                self.kept.push(|| json::line(path, entry));
                self.messages += usize::from(matches!(entry, Entry::Error(_)));
                let repeated = matches!(entry, Entry::Error(_)) && self.messages > MESSAGES;
                if Prove::is_said(entry, self.process) && !repeated {
                    let formulas = self.process.verbosity.verbose();
                    let shown =
                        text::entry(path, entry, text::Layout { names: self.names, formulas, drawing: drawing() });
                    self.say(shown);
                }
            }
            News::Ends(file) => {
                if let more @ 1.. = self.messages.saturating_sub(MESSAGES) {
                    self.say(format!("{more} more errors in {}; `--json` has all\n", file.path.display()));
                }
                self.totals.add(file);
                self.report.add(file);
                self.files.0 += 1;
                self.progress();
                if let Some(page) = &mut self.page {
                    page.add(file);
                }
                if let Some(certificates) = &mut self.certificates {
                    certificates.end(&file.path);
                }
                let failure =
                    file.entries.iter().filter_map(Entry::failure).find(|failure| failure.is_lack_of_memory());
                // Said once.
                if let Some(failure) = failure.filter(|_| !std::mem::replace(&mut self.advised, true)) {
                    self.arguments.limits.advise(failure);
                }
            }
        }
    }

    fn progress(&self) {
        if let Some(watcher) = &self.process.watcher {
            watcher.done(self.files.0, self.files.1);
        }
    }

    fn say(&self, text: String) {
        if !self.says() {
            return;
        }
        // Output that is lost ends with a message; the proofs go on, for their results may be kept elsewhere.
        match &self.process.watcher {
            Some(watcher) => watcher.suspend(|| say::out(text)),
            None => say::out(text),
        }
    }

    /// # Errors
    /// The file that cannot be written.
    /// The exit code, and the certificates of the scripts.
    ///
    /// # Errors
    /// What could not be written.
    fn finish(self, time: Duration) -> Result<(Exit, Vec<Written>), String> {
        let (totals, peak) = (self.totals, (self.process.peak)());
        if self.says() {
            self.say(text::totals(&totals, time, Some(peak)) + "\n");
        }
        let json = self.report.finish(&totals, time, peak);
        let json = self.kept.finish(&json, &json::last_line(&totals, time));
        let certificates = self.certificates.map_or(Ok(Default::default()), Certificates::finish);
        let certified = certificates.as_ref().map_or(&[][..], |found| &found.1[..]);
        let page = self.page.map_or(Ok(()), |mut page| {
            page.certify(certified);
            page.finish(&totals, time)
        });
        json?;
        page?;
        let certificates = certificates?.0;
        self.arguments.limits.cache_works()?;
        // Half a report is none: whoever asked for it asks again.
        let code = if self.arguments.collect && totals.unfinished == 0 { 0 } else { totals.exit_code() };
        Ok((Exit::from(code), certificates))
    }
}

/// Results that outlast the process as they come: lines of JSON, in the file that was asked for if it ends in `.jsonl`,
/// or beside it until it is written at the end.
struct Kept {
    file: Option<PathBuf>,
    lines: Option<(PathBuf, Lines)>,
    /// Why they cannot be kept any more.
    failed: Option<String>,
}

impl Kept {
    /// # Errors
    /// If the file cannot be made.
    fn create(file: Option<&Path>) -> Result<Kept, String> {
        let mut kept = Kept { file: file.map(Path::to_owned), lines: None, failed: None };
        // What goes to a pipe or a device is read as it comes, or not at all.
        let Some(file) = file.filter(|file| !goes_to_standard_output(file)) else { return Ok(kept) };
        let path = match Kept::is_lines(file) {
            true => file.to_owned(),
            false if std::fs::metadata(file).is_ok_and(|data| !data.is_file()) => return Ok(kept),
            false => Kept::beside(file),
        };
        let foreign = std::fs::read(&path).is_ok_and(|old| !old.is_empty() && !old.starts_with(b"{\"filbert\""));
        if foreign && !Kept::is_lines(file) {
            return Err(format!("{}: it exists, and filbert did not write it", path.display()));
        }
        let lines = Lines::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        kept.lines = Some((path, lines));
        kept.push(|| Some(json::first_line()));
        Ok(kept)
    }

    fn is_lines(file: &Path) -> bool {
        file.extension().is_some_and(|ending| ending == "jsonl")
    }

    /// `proofs.json.partial`.
    fn beside(file: &Path) -> PathBuf {
        let mut name = file.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        file.with_file_name(name)
    }

    fn push(&mut self, line: impl FnOnce() -> Option<String>) {
        let Some((path, lines)) = &mut self.lines else { return };
        let Some(line) = line() else { return };
        if self.failed.is_none()
            && let Err(error) = lines.push(&line)
        {
            self.failed = Some(format!("{}: {error}", path.display()));
        }
    }

    /// # Errors
    /// What could not be written.
    fn finish(mut self, json: &str, last_line: &str) -> Result<(), String> {
        let Some(file) = self.file.take() else { return Ok(()) };
        if Kept::is_lines(&file) {
            self.push(|| Some(last_line.to_owned()));
            return self.failed.map_or(Ok(()), Err);
        }
        if goes_to_standard_output(&file) {
            say::out(json);
            return Ok(());
        }
        write_atomically(&file, json).map_err(|error| format!("{}: {error}", file.display()))?;
        if let Some((path, lines)) = self.lines {
            lines.remove().map_err(|error| format!("{}: {error}", path.display()))?;
        }
        self.failed.map_or(Ok(()), Err)
    }
}
