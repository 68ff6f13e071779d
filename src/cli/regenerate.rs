//! `filbert regenerate`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::library::write_atomically;
use crate::script::{shipped_kernels, shipped_words};
use crate::syntax::Source;

use super::trouble;

/// Make the stored automata again from their definitions
///
/// Reads DIR/words.prf and DIR/games.prf and writes one file a word and one a kernel, found and proved again. With `--check` nothing is written, and the exit code is 1 if a byte
/// differs.
#[derive(Debug, clap::Args)]
pub(super) struct Regenerate {
    /// The folder of the definitions and of the stored automata
    #[arg(default_value = "automata")]
    dir: PathBuf,
    /// Only compare
    #[arg(long)]
    check: bool,
}

/// From a script to the names and contents of its files.
type Make = fn(&Source) -> Result<Vec<(String, String)>, String>;

impl Regenerate {
    pub(super) fn run(&self) -> ExitCode {
        let mut files = Vec::new();
        for (script, make) in [("words.prf", shipped_words as Make), ("games.prf", shipped_kernels)] {
            let path = self.dir.join(script);
            let text = match std::fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) => return trouble(format!("{}: {error}", path.display())),
            };
            match make(&Source::new(path.display().to_string(), text)) {
                Ok(made) => files.extend(made),
                Err(message) => return trouble(message),
            }
        }
        let mut differ = 0;
        for (name, contents) in &files {
            let path = self.dir.join(name);
            if std::fs::read_to_string(&path).is_ok_and(|stored| stored == *contents) {
                continue;
            }
            differ += 1;
            if self.check {
                println!("{} differs", path.display());
            } else if let Err(error) = write_atomically(&path, contents) {
                return trouble(format!("{}: {error}", path.display()));
            } else {
                println!("{} written", path.display());
            }
        }
        println!("{} automata, {differ} {}", files.len(), if self.check { "differ" } else { "changed" });
        ExitCode::from(u8::from(self.check && differ > 0))
    }
}
