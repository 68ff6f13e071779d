//! The line editor: history, completion of names, and a prompt of its own for the lines in which an input goes on.

use std::path::PathBuf;

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
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

    /// The lines before the one that is typed, for completion.
    fn go_on(&mut self, text: &str) {
        if let Some(names) = self.editor.helper_mut() {
            names.before = text.to_owned();
        }
    }

    /// The next input; `None` at its end. The first of its lines has one prompt, those in which it goes on another.
    ///
    /// # Errors
    /// That of the terminal.
    pub(super) fn read(&mut self, prompts: [&str; 2]) -> Result<Option<String>, ReadlineError> {
        let mut text = String::new();
        loop {
            self.go_on(&text);
            match self.editor.readline(prompts[usize::from(!text.is_empty())]) {
                Ok(line) => text.push_str(&line),
                // Ctrl-C at the prompt drops what was typed.
                Err(ReadlineError::Interrupted) => return Ok(Some(String::new())),
                Err(ReadlineError::Eof) if text.is_empty() => return Ok(None),
                // Ctrl-D ends what goes on, as an empty line does.
                Err(ReadlineError::Eof) => {}
                Err(error) => return Err(error),
            }
            if is_complete(&text) {
                if !text.trim().is_empty() {
                    self.editor.add_history_entry(text.trim_end())?;
                }
                return Ok(Some(text));
            }
            text.push('\n');
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
pub(super) struct Names {
    known: Snapshot,
    /// The lines of the input before the one that is typed.
    before: String,
}

impl Names {
    fn of(session: &Session) -> Names {
        Names { known: Snapshot::of(session), before: String::new() }
    }

    /// Where the name before `end` begins, and what it may be.
    fn candidates(&self, line: &str, end: usize) -> (usize, Vec<String>) {
        if let Some(begun) = line[..end].trim_start().strip_prefix(':')
            && begun.chars().all(|letter| letter.is_ascii_alphabetic())
        {
            let found = directives().filter(|word| word.starts_with(begun)).map(str::to_owned);
            return (end - begun.len(), found.collect());
        }
        let before = self.before.len();
        let document = Document::input(Source::new("", format!("{}{line}", self.before)));
        let found = complete(&Scope::new(&document, &NoFiles).with(&self.known), &NoFiles, before + end);
        (found.span.start.saturating_sub(before), found.items.into_iter().map(|item| item.text).collect())
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

impl Validator for Names {}

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
        let names = Names { before: "?msd_fib Ax (\n".into(), ..Names::of(&Session::new()) };
        assert_eq!(names.candidates("$phin", 5), (1, vec!["phin".into()]), "in the second line of an input");
        assert!(completed("x=é").1.len() > 5, "a name may begin after any character");
    }
}
