//! `filbert merge`.

use std::path::PathBuf;

use crate::disk::{goes_to_standard_output, read_given, write_atomically};
use crate::report::merge::Merged;
use crate::report::text;
use crate::script::{Limits, Parameters, outline, script_files};

use super::exit::Exit;
use super::page::PageOptions;
use super::{drawing, say, trouble};

/// Combine the reports of several runs
///
/// Reads the reports of `filbert prove --json` and reports like one run of them all. A statement that no run decided is
/// UNKNOWN, if a report or a script of `--of` has it. Exits like `filbert prove`, and with 2 if a report is missing.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert prove proofs --shard 1/2 --json a.json
  filbert prove proofs --shard 2/2 --json b.json
  filbert merge a.json b.json --of proofs --json all.json")]
pub(super) struct Merge {
    /// Reports of `filbert prove --json`
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// Expect all statements of these scripts and folders
    #[arg(long, value_name = "PATH")]
    of: Vec<PathBuf>,
    /// Also write the results as JSON (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Exit with 0 once the report is written, whatever it says
    #[arg(long, requires = "json")]
    collect: bool,
    /// Also write comma-separated values, one line for each statement
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    #[command(flatten)]
    page: PageOptions,
}

impl Merge {
    pub(super) fn run(&self, quiet: bool) -> Exit {
        match self.merge(quiet) {
            Ok(code) => code,
            Err(message) => trouble(message),
        }
    }

    /// # Errors
    /// What could not be read or written.
    fn merge(&self, quiet: bool) -> Result<Exit, String> {
        let limits = Limits::default();
        let mut merged = Merged::default();
        let mut missing = Vec::new();
        for path in &self.runs {
            let text = read_given(path, &limits.budget()).map_err(|why| why.to_string());
            if let Err(why) = text.and_then(|text| merged.add(&text)) {
                missing.push(format!("{}: {why}", path.display()));
            }
        }
        if !self.of.is_empty() {
            for file in script_files(&self.of).map_err(|why| why.to_string())? {
                let none = Parameters::new();
                merged.expect(&file.display().to_string(), &none, &outline(&file, &none, &limits)?.statements);
            }
        }
        let (report, totals) = merged.finish(missing.is_empty());
        let files = report.files();
        let silent = self.json.as_deref().is_some_and(goes_to_standard_output);
        if !silent {
            say::out(text::report(&files, quiet, drawing()));
            say::out(text::totals(&totals, report.time(), Some(report.peak())) + "\n");
        }
        missing.iter().for_each(|why| say::message(format!("error: {why}\n")));
        if let Some(path) = &self.json {
            match silent {
                true => say::out(report.text()),
                false => write_atomically(path, report.text()).map_err(|why| format!("{}: {why}", path.display()))?,
            }
        }
        if let Some(path) = &self.table {
            write_atomically(path, report.table()).map_err(|why| format!("{}: {why}", path.display()))?;
        }
        let paths: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
        if let Some(mut page) = self.page.open(&paths, limits)? {
            files.iter().for_each(|file| page.add(file));
            page.finish(&totals, report.time())?;
        }
        Ok(match (missing.is_empty(), totals.exit_code()) {
            _ if self.collect => Exit::SUCCESS,
            (false, 0) => Exit::UNDECIDED,
            (_, code) => Exit::from(code),
        })
    }
}
