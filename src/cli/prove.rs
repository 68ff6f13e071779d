//! `filbert prove`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use crate::library::write_atomically;
use crate::logic::lints::Lint;
use crate::report::page::{self, Page};
use crate::report::{json, text};
use crate::script::{Entry, FileReport, Options, Totals, prove, script_files};
use crate::syntax::nearest;

use super::context::ContextOptions;
use super::limits::LimitOptions;
use super::{Process, color, trouble};

/// Prove the theorems of script files
///
/// Folders are searched for `*.prf`. One line a theorem, then the totals. Exits with 0 if all hold, 1 if one fails or
/// has a lint that is denied, 2 if something could not be decided or read.
#[derive(Debug, clap::Args)]
pub(super) struct Prove {
    /// Script files and folders
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
    /// Also write the results as JSON (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Also write the results as a page, DIR/index.html, with pictures of the automata
    ///
    /// Titles of papers come from headings in the README.md of the folders: `## CITED AS: TITLE`.
    #[arg(long, value_name = "DIR")]
    html: Option<PathBuf>,
    /// Files proved at the same time
    #[arg(long, value_name = "N", default_value_t = cores())]
    jobs: usize,
    /// Show how each statement was decided: the automata built, their sizes and costs
    #[arg(long)]
    explain: bool,
    /// Lints that are errors: names with commas between them, or `all`
    #[arg(long, value_name = "LINT", value_delimiter = ',', value_parser = lint)]
    deny: Vec<Denied>,
    #[command(flatten)]
    context: ContextOptions,
    #[command(flatten)]
    limits: LimitOptions,
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
                None => format!("expected `all` or some of {}", known.join(", ")),
            })
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The titles of papers that READMEs in the folders of these files, and in the folders above those, give.
fn titles_beside(files: &[PathBuf]) -> BTreeMap<String, String> {
    let mut titles = BTreeMap::new();
    let mut folders: Vec<&Path> = files.iter().flat_map(|file| file.ancestors().skip(1)).collect();
    folders.sort_unstable();
    folders.dedup();
    for folder in folders {
        if let Ok(text) = std::fs::read_to_string(folder.join("README.md")) {
            titles.extend(page::titles(&text));
        }
    }
    titles
}

impl Prove {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let started = Instant::now();
        let files = match script_files(&self.paths) {
            Ok(files) => files,
            Err(error) => return trouble(error),
        };
        let mut totals = Totals::default();
        let mut report = json::Report::new();
        let mut page = self.html.as_ref().map(|folder| (folder, Page::new(titles_beside(&files))));
        let to_stdout = self.json.as_ref().is_some_and(|path| path.as_os_str() == "-");
        let mut out = std::io::stdout();
        let denied = self.deny.iter().flat_map(|Denied(lint)| lint.map_or(Lint::ALL.to_vec(), |lint| vec![lint]));
        let denied: Vec<Lint> = denied.collect();
        let (explain, objects) = (self.explain, page.is_some());
        let context = self.context.places.clone();
        let options = Options { limits: self.limits.limits(process), explain, denied, objects, context };
        prove(&files, &options, self.jobs, |file| {
            totals.add(file);
            report.add(file);
            if let Some((_, page)) = &mut page {
                page.add(file);
            }
            if !to_stdout {
                let lines = self.lines(file, files.len() > 1, process);
                // A closed pipe ends the output, not the proofs: the exit code still counts.
                let mut print = || drop(out.write_all(lines.as_bytes()).and_then(|()| out.flush()));
                match &process.watcher {
                    Some(watcher) => watcher.suspend(print),
                    None => print(),
                }
            }
        });
        let time = started.elapsed();
        let json = report.finish(&totals, time, (process.peak)());
        match &self.json {
            Some(_) if to_stdout => print!("{json}"),
            Some(path) => {
                if let Err(error) = write_atomically(path, &json) {
                    return trouble(format!("{}: {error}", path.display()));
                }
            }
            None => {}
        }
        if let Some((folder, page)) = page {
            let file = folder.join("index.html");
            let page = page.finish(&totals, time, super::VERSION);
            if let Err(error) = std::fs::create_dir_all(folder).and_then(|()| write_atomically(&file, &page)) {
                return trouble(format!("{}: {error}", file.display()));
            }
        }
        if !to_stdout {
            let _ = writeln!(out, "{}", text::totals(&totals, time, Some((process.peak)())));
        }
        ExitCode::from(totals.exit_code())
    }

    /// What is said of a file; quietly, only what does not hold.
    fn lines(&self, file: &FileReport, title: bool, process: &Process) -> String {
        if !process.verbosity.quiet() {
            return text::file(file, title, process.verbosity.verbose(), color());
        }
        let mut file = file.clone();
        file.entries.retain(|entry| match entry {
            Entry::Statement(statement) => !statement.holds(),
            Entry::Lint { denied, .. } => *denied,
            Entry::Steps { .. } | Entry::Note(_) | Entry::Shown { .. } => false,
            _ => true,
        });
        let nothing = file.entries.is_empty();
        if nothing { String::new() } else { text::file(&file, title, false, color()) }
    }
}
