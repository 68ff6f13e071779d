//! `filbert regenerate`.

use std::path::{Path, PathBuf};

use crate::disk::{read_given, read_text, write_together};
use crate::report::{seen, text};
use crate::script::{Limits, NotStored, shipped_kernels, shipped_words, stored_kernels};
use crate::syntax::Source;

use super::exit::Exit;
use super::limits::LimitOptions;
use super::{Process, say, trouble};

/// Rebuild stored automata from their definitions
///
/// Reads PATH/words.prf and PATH/games.prf, finds and proves each kernel again, and writes one file for each word and
/// kernel. If PATH is a script, writes the results of its `kernel` and `grundy` commands next to it. With `--check` it
/// writes nothing and exits with 1 if a byte differs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert regenerate mine.prf
  filbert regenerate --check")]
pub(super) struct Regenerate {
    /// The folder with the definitions and the stored automata, or a script
    #[arg(default_value = "automata")]
    path: PathBuf,
    /// Compare without writing
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

/// From a script to the names and contents of its files.
type Make = fn(&Source, &Path, &Limits) -> Result<Vec<(String, String)>, String>;

impl Regenerate {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let limits = self.limits.limits(process);
        let folder: [(PathBuf, Make); 2] = [
            (self.path.join("words.prf"), |source, _, limits| shipped_words(source, &limits.budget())),
            (self.path.join("games.prf"), |source, _, limits| shipped_kernels(source, limits)),
        ];
        let script: [(PathBuf, Make); 1] = [(self.path.clone(), |source, path, limits| {
            stored_kernels(source, path, limits).map_err(|why| not_stored(&why))
        })];
        let mut files = Vec::new();
        for (script, make) in if self.path.is_dir() { &folder[..] } else { &script } {
            let text = match read_given(script, &limits.budget()) {
                Ok(text) => text,
                Err(error) => return trouble(format!("{}: {error}", script.display())),
            };
            match make(&Source::new(script.display().to_string(), text), script, &limits) {
                Ok(made) => {
                    files.extend(made.into_iter().map(|(name, contents)| (script.with_file_name(name), contents)))
                }
                Err(message) => return trouble(message),
            }
        }
        let all = files.len();
        files.retain(|(path, contents)| !read_text(path, &limits.budget()).is_ok_and(|stored| stored == *contents));
        if !self.check
            && let Err((path, error)) = write_together(&files, |_| true)
        {
            return trouble(format!("{}: {error}", path.display()));
        }
        for (path, _) in &files {
            say::line(format!("{} {}", path.display(), if self.check { "differs" } else { "written" }));
        }
        say::line(format!("{all} automata, {} {}", files.len(), if self.check { "differ" } else { "changed" }));
        Exit::from(u8::from(self.check && !files.is_empty()))
    }
}

fn not_stored(why: &NotStored) -> String {
    match why {
        NotStored::Wrong(error) => error.render(false),
        NotStored::Failed { command, why } => format!("{command}: {}", text::failure(why, false)),
        NotStored::Refuted { command, proof } => format!("{command}: {}", seen::proof(proof)),
    }
}
