//! `filbert status`.

use std::path::{Path, PathBuf};

use crate::disk::read_given;
use crate::report::status::{difference, table};
use crate::script::Limits;

use super::exit::Exit;
use super::{say, trouble};

/// Report which statements of a paper are proved
///
/// Joins a list of statements (source, number, kind and text, separated by tabs) with the theorems that cite them, and
/// prints a table. Exits with 1 if a statement has neither a theorem nor a reason, if a theorem fails, rests
/// on a guess or cites a statement that is not in the list, or if the table differs from that of `--check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert prove proofs --json run.json
  filbert status proofs/statements.tsv --json run.json")]
pub(super) struct Status {
    /// The list of statements
    list: PathBuf,
    /// A report of `filbert prove --json FILE`
    #[arg(long, value_name = "FILE")]
    json: PathBuf,
    /// Add a column from this list: the theorems that the checker in `verified/` accepts, and what the others lack
    #[arg(long, value_name = "FILE")]
    verified: Option<PathBuf>,
    /// Compare with this table instead of printing one; times and sizes may differ
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

impl Status {
    pub(super) fn run(&self) -> Exit {
        let budget = Limits::default().budget();
        let read = |path: &Path| read_given(path, &budget).map_err(|error| format!("{}: {error}", path.display()));
        let (list, json) = match (read(&self.list), read(&self.json)) {
            (Ok(list), Ok(json)) => (list, json),
            (Err(error), _) | (_, Err(error)) => return trouble(error),
        };
        let verified = match self.verified.as_deref().map(read).transpose() {
            Ok(verified) => verified,
            Err(error) => return trouble(error),
        };
        let folder = self.list.parent().unwrap_or(Path::new(""));
        let new = match table(&list, &json, verified.as_deref(), folder) {
            Ok(new) => new,
            Err(wrong) => {
                for line in wrong {
                    say::message(format!("error: {line}\n"));
                }
                return Exit::FAILED;
            }
        };
        let Some(path) = &self.check else {
            say::out(&new);
            return Exit::SUCCESS;
        };
        match read(path).map(|old| difference(&old, &new)) {
            Ok(None) => Exit::SUCCESS,
            Ok(Some((line, text))) => {
                say::message(format!(
                    "error: {}:{line} should be\n{text}\nrun `filbert status` again\n",
                    path.display()
                ));
                Exit::FAILED
            }
            Err(error) => trouble(error),
        }
    }
}
