//! `filbert fmt`.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::disk::{read_given, text_of, write_atomically};
use crate::editor::format;
use crate::script::{Limits, script_files};
use crate::syntax::Source;

use super::exit::Exit;
use super::{drawing_of_messages, say, trouble};

/// Format scripts
///
/// Changes blanks around operators, at the ends of lines and between commands; keeps line breaks, comments and the
/// meaning. Searches folders for `*.prf`, and leaves a file with an error as it is. Exits with 0; with `--check`, with 1
/// if a file would change; with 2 if something could not be read or written.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert fmt mine.prf
  filbert fmt --check proofs")]
pub(super) struct Fmt {
    /// Script files and folders; `-` formats standard input
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
    /// Only name the files that would change
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(super) fn run(&self) -> Exit {
        if self.paths.iter().any(|path| path == Path::new("-")) {
            if self.paths.len() > 1 {
                return trouble("`-` reads standard input and cannot be combined with files");
            }
            return Exit::from(self.standard_input());
        }
        let files = match script_files(&self.paths) {
            Ok(files) => files,
            Err(error) => return trouble(error),
        };
        let worst = files.iter().map(|file| self.file(file)).max();
        Exit::from(worst.unwrap_or(0))
    }

    fn standard_input(&self) -> u8 {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes).map_err(|error| error.to_string());
        let text = read.and_then(|_| text_of(bytes).map_err(|error| error.to_string()));
        match text {
            Ok(text) => match laid_out("<stdin>", &text) {
                Some(out) if self.check => u8::from(out != text),
                Some(out) => {
                    say::out(out);
                    0
                }
                None => 2,
            },
            Err(why) => failed(&format!("standard input: {why}")),
        }
    }

    fn file(&self, path: &Path) -> u8 {
        let name = path.display().to_string();
        let text = match read_given(path, &Limits::default().budget()) {
            Ok(text) => text,
            Err(why) => return failed(&format!("{name}: {why}")),
        };
        match laid_out(&name, &text) {
            None => 2,
            Some(out) if out == text => 0,
            Some(_) if self.check => {
                say::line(name);
                1
            }
            Some(out) => match write_atomically(path, out) {
                Ok(()) => 0,
                Err(error) => failed(&format!("{name}: {error}")),
            },
        }
    }
}

/// A script laid out; where something in it is wrong that is said.
fn laid_out(name: &str, text: &str) -> Option<String> {
    match format(&Source::new(name, text)) {
        Ok(out) => Some(out),
        Err(errors) => {
            errors.iter().for_each(|error| say::message(error.render(drawing_of_messages())));
            None
        }
    }
}

fn failed(message: &str) -> u8 {
    say::message(format!("error: {message}\n"));
    2
}
