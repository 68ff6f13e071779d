//! `filbert guess`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::disk::read_given;
use crate::numeration::Numerations;
use crate::syntax::full_system_name;
use crate::words::{guess, integers, word_command};

use super::limits::LimitOptions;
use super::{Process, say, trouble};

/// Guess a morphism and a coding from a prefix of a word
///
/// Reads integers, separated by blanks or commas, and prints a `word` command whose word begins with them, with the
/// number of t-types for each t. The prefix is all that is known to agree: state what the word should satisfy as
/// theorems, and prove them.
#[derive(Debug, clap::Args)]
pub(super) struct Guess {
    /// Numeration system, for example `fib`
    system: String,
    /// File with the prefix; `-` for standard input
    file: PathBuf,
    /// Name of the word
    #[arg(long, default_value = "W")]
    name: String,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Guess {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let budget = self.limits.limits(process).budget();
        let text = match self.file.as_os_str() == "-" {
            true => std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string()),
            false => read_given(&self.file, &budget).map_err(|error| error.to_string()),
        };
        let text = match text {
            Ok(text) => text,
            Err(error) => return trouble(format!("{}: {error}", self.file.display())),
        };
        let prefix = match integers(&text) {
            Ok(prefix) => prefix,
            Err((word, why)) => {
                return trouble(format!("{}: expected integers, found `{word}`: {why}", self.file.display()));
            }
        };
        let full = full_system_name(&self.system).unwrap_or_else(|| self.system.as_str().into());
        let mut systems = Numerations::standard();
        systems.build_within(budget.clone());
        let system = match systems.get(&full) {
            Ok(system) => system,
            Err(error) => return trouble(error),
        };
        match guess(&prefix, &system, &budget) {
            Ok(found) => {
                let counts: Vec<String> = found.counts.iter().map(usize::to_string).collect();
                say::line(format!("# {} integers; t-types for t = 0, 1, ..: {}", prefix.len(), counts.join(", ")));
                say::line(format!("# {} letters, {}-types suffice", found.images.len(), found.depth));
                say::line(word_command(&self.name, &full, &found));
                ExitCode::SUCCESS
            }
            Err(error) => trouble(error),
        }
    }
}
