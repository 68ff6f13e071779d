//! `filbert regenerate`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::library::write_atomically;
use crate::script::shipped_words;
use crate::syntax::Source;

use super::trouble;

/// Make the stored automata again from their definitions
///
/// Reads DIR/words.prf and writes one file a word. With `--check` nothing is written, and the exit code is 1 if a byte
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

impl Regenerate {
    pub(super) fn run(&self) -> ExitCode {
        let path = self.dir.join("words.prf");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => return trouble(format!("{}: {error}", path.display())),
        };
        let files = match shipped_words(&Source::new(path.display().to_string(), text)) {
            Ok(files) => files,
            Err(message) => return trouble(message),
        };
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
        println!("{} words, {differ} {}", files.len(), if self.check { "differ" } else { "changed" });
        ExitCode::from(u8::from(self.check && differ > 0))
    }
}
