//! The line editor: history, completion of names, input over several lines.

use std::path::PathBuf;

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper};

use crate::disk::make_folder;
use crate::editor::{Document, NoFiles, Scope, Snapshot, complete};
use crate::script::Session;
use crate::syntax::{Source, is_complete};

use super::console::directives;

/// Lines of history that are kept.
const KEPT: usize = 2000;

/// A terminal with what it has heard before.
pub(super) struct Terminal {
    editor: Editor<Names, FileHistory>,
    history: Option<PathBuf>,
}

impl Terminal {
    /// # Errors
    /// If the terminal cannot be used.
    pub(super) fn open(color: bool) -> Result<Terminal, ReadlineError> {
        let config = Config::builder()
            .max_history_size(KEPT)?
            .history_ignore_dups(true)?
            .completion_type(CompletionType::List)
            .color_mode(if color { ColorMode::Enabled } else { ColorMode::Disabled })
            .auto_add_history(true)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Names::default()));
        let history = history_file();
        if let Some(path) = &history {
            // The first session has none.
            let _ = editor.load_history(path);
        }
        Ok(Terminal { editor, history })
    }

    /// What may be completed from now on.
    pub(super) fn know(&mut self, session: &Session) {
        self.editor.set_helper(Some(Names::of(session)));
    }

    /// The next input; `None` at its end.
    ///
    /// # Errors
    /// That of the terminal.
    pub(super) fn read(&mut self, prompt: &str) -> Result<Option<String>, ReadlineError> {
        match self.editor.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            // Ctrl-C at the prompt drops what was typed.
            Err(ReadlineError::Interrupted) => Ok(Some(String::new())),
            Err(ReadlineError::Eof) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Keeps the history for sessions to come; one that cannot be written is lost silently.
    pub(super) fn close(&mut self) {
        let Some(path) = &self.history else { return };
        let made = path.parent().is_none_or(|folder| make_folder(folder).is_ok());
        if made {
            let _ = self.editor.append_history(path);
        }
    }
}

/// Where the history is: the folder for state of the desktop's conventions.
fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let state = state.or_else(|| Some(std::env::home_dir()?.join(".local").join("state")))?;
    Some(state.join("filbert").join("history"))
}

/// The names that Tab completes.
#[derive(Default)]
pub(super) struct Names(Snapshot);

impl Names {
    fn of(session: &Session) -> Names {
        Names(Snapshot::of(session))
    }

    /// Where the name before `end` begins, and what it may be.
    fn candidates(&self, line: &str, end: usize) -> (usize, Vec<String>) {
        if let Some(begun) = line[..end].trim_start().strip_prefix(':')
            && begun.chars().all(|letter| letter.is_ascii_alphabetic())
        {
            let found = directives().filter(|word| word.starts_with(begun)).map(str::to_owned);
            return (end - begun.len(), found.collect());
        }
        let document = Document::input(Source::new("", line));
        let found = complete(&Scope::new(&document, &NoFiles).with(&self.0), &NoFiles, end);
        (found.span.start, found.items.into_iter().map(|item| item.text).collect())
    }
}

impl Helper for Names {}

impl Highlighter for Names {}

impl Hinter for Names {
    type Hint = String;
}

impl Completer for Names {
    type Candidate = Pair;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, found) = self.candidates(line, end);
        Ok((start, found.into_iter().map(|name| Pair { display: name.clone(), replacement: name }).collect()))
    }
}

impl Validator for Names {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match is_complete(context.input()) {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(line: &str) -> (usize, Vec<String>) {
        Names::of(&Session::new()).candidates(line, line.len())
    }

    #[test]
    fn what_may_stand_at_a_place_is_offered_there() {
        assert_eq!(completed("theo"), (0, vec!["theorem".into()]));
        assert_eq!(completed("?msd_fib An,s $phin"), (15, vec!["phin".into()]));
        assert_eq!(completed("?msd_tri"), (1, vec!["msd_trib".into()]));
        assert_eq!(completed("?msd_2 V"), (7, vec!["VTM".into()]));
        assert_eq!(completed(":exp"), (1, vec!["explain".into()]));
        assert_eq!(completed("help redu"), (5, vec!["redundant".into()]));
        assert!(completed("test ph").1.contains(&"phin".to_owned()));
        assert!(completed("eval \"?msd_fib $ph").1.contains(&"phin".to_owned()));
        assert!(completed("x=é").1.len() > 5, "a name may begin after any character");
    }
}
