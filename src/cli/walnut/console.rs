//! What is printed, to the byte: banner, prompt, output, empty line, prompt.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::budget::process::resume;
use crate::cli::say;
use crate::disk::read_text;
use crate::library::{Directory, Folders};
use crate::report::{seen, text};
use crate::script::{CommandError, Effect, Limits, Session, log};
use crate::syntax::{Buffer, Command, CommandKind, Diagnostic, Ending, Source, Span, parse_in_order};

const PROMPT: &str = "[Walnut]$ ";

/// Files that load files that load files: how deep.
const DEEPEST: usize = 50;

/// A conversation.
pub(in crate::cli) struct Console<'a> {
    session: Session,
    folders: Folders,
    out: &'a mut dyn Write,
    buffer: Buffer,
    over: bool,
    /// Whether a command failed.
    pub(super) failed: bool,
    /// Files being loaded, outermost first.
    loading: Vec<PathBuf>,
}

impl<'a> Console<'a> {
    pub(in crate::cli) fn new(folders: Folders, limits: Limits, confined: bool, out: &'a mut dyn Write) -> Console<'a> {
        let mut session = Session::in_folders(limits, folders.clone());
        if confined {
            session.confine_to([&*folders.session, &*folders.home]);
        }
        Console { session, folders, out, buffer: Buffer::default(), over: false, failed: false, loading: Vec::new() }
    }

    /// What it writes need not outlast the machine's going down.
    pub(super) fn write_for_now(&mut self) {
        self.session.write_for_now();
    }

    /// The banner, the folder of the session, an empty line.
    pub(super) fn greet(&mut self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        writeln!(self.out, "filbert {version}, at Walnut's prompt. Type \"help;\" for its commands.")?;
        writeln!(self.out, "Starting Walnut session: {}\n", self.folders.session.display())
    }

    pub(super) fn prompt(&mut self) -> io::Result<()> {
        if !self.over {
            write!(self.out, "{PROMPT}")?;
        }
        self.out.flush()
    }

    /// True after `quit`.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// A line from standard input.
    pub(in crate::cli) fn line(&mut self, line: &str) -> io::Result<()> {
        for text in self.buffer.push(line) {
            self.commands("console", &text, false, true)?;
        }
        Ok(())
    }

    /// A line of standard input was no text: an error like any other, and so is what it belonged to.
    pub(super) fn unreadable(&mut self) -> io::Result<()> {
        self.buffer = Buffer::default();
        self.failed = true;
        writeln!(self.out, "this line is not UTF-8 text: char at 0\n")?;
        self.prompt()
    }

    /// Nothing follows any more.
    pub(in crate::cli) fn end(&mut self) -> io::Result<()> {
        if let Some(text) = self.buffer.rest().filter(|_| !self.over) {
            self.commands("console", &text, false, false)?;
        }
        self.out.flush()
    }

    /// Runs the commands of a file, each echoed first.
    pub(super) fn load(&mut self, file: &str) -> io::Result<()> {
        let Some(path) = self.folders.find(Directory::Commands, file) else {
            self.failed = true;
            return writeln!(self.out, "File does not exist: {file}\n");
        };
        if self.loading.len() == DEEPEST {
            self.failed = true;
            return writeln!(self.out, "Files load each other more than {DEEPEST} deep: {file}\n");
        }
        let known = path.canonicalize().unwrap_or_else(|_| path.clone());
        if self.loading.contains(&known) {
            self.failed = true;
            return writeln!(self.out, "This file is being loaded already: {file}\n");
        }
        if let Err(why) = self.session.admit(&path) {
            self.failed = true;
            return writeln!(self.out, "{why}\n");
        }
        match read_text(&path, &self.session.budget()) {
            Ok(text) => {
                self.loading.push(known);
                let result = self.commands(&path.display().to_string(), &text, true, false);
                self.loading.pop();
                result
            }
            Err(error) => {
                self.failed = true;
                writeln!(self.out, "{}: {error}\n", path.display())
            }
        }
    }

    /// Runs the commands of a text in their order, those that cannot be read included.
    fn commands(&mut self, name: &str, text: &str, echo: bool, prompt: bool) -> io::Result<()> {
        let source = Source::new(name, text);
        for item in parse_in_order(&source) {
            match item {
                Ok(command) => {
                    if echo {
                        writeln!(self.out, "{}", source.slice(command.span))?;
                    }
                    self.command(&source, &command, echo)?;
                }
                Err(broken) => {
                    self.failed = true;
                    self.session.leave_broken(&source, &broken);
                    writeln!(self.out, "{}", error_line(&broken.error, &source, 0))?;
                }
            }
            if self.over {
                break;
            }
            writeln!(self.out)?;
            if prompt {
                self.prompt()?;
            }
        }
        self.out.flush()
    }

    fn command(&mut self, source: &Source, command: &Command, echo: bool) -> io::Result<()> {
        if let CommandKind::Load { file } = &command.kind {
            // The file's last empty line is this command's.
            return self.load(&file.text);
        }
        let result = self.session.run(source, command);
        resume();
        self.failed |= result.is_err();
        let run = match result {
            Ok(run) => run,
            Err(CommandError::Wrong(error)) => {
                return writeln!(self.out, "{}", error_line(&error, source, command.span.start));
            }
            Err(failure) => {
                let failed = text::failure(&failure, false);
                // A file has lines; what is typed at the prompt begins at its first character.
                return match echo {
                    true => {
                        let line = source.position(command.span.start).line;
                        writeln!(self.out, "{failed} at {}:{line}", source.name())
                    }
                    false => writeln!(self.out, "{failed}: char at 0"),
                };
            }
        };
        for note in &run.notes {
            // Front ends read every byte of the output.
            say::message(format!("note: {note}\n"));
        }
        if command.ending != Ending::Quiet && !run.steps.is_empty() {
            write!(self.out, "{}", log(&run.steps))?;
        }
        if let Some((verdict, _)) = run.effect.verdict()
            && let Some(values) = text::evidence(verdict)
        {
            let kind = if verdict.truth { "witness" } else { "counterexample" };
            say::message(format!("{kind}: {values}\n"));
        }
        match &run.effect {
            Effect::Verdict(_) | Effect::Covered(..) | Effect::Proved(..) => {
                let word = run.effect.verdict().map_or("", |(_, word)| word);
                let remark = match &run.effect {
                    Effect::Proved(_, proof) => format!("\n{}", seen::proof(proof)),
                    _ => String::new(),
                };
                writeln!(self.out, "____\n{word}{remark}")
            }
            Effect::Query(seen) => writeln!(self.out, "{}", seen::text(seen)),
            Effect::Quit => {
                self.over = true;
                Ok(())
            }
            Effect::Relation(..) | Effect::Words(..) | Effect::Nothing => Ok(()),
        }
    }
}

/// The message, what stands under its place, and the place: counted in characters from 0 within the quotes where it
/// stands, or from the beginning of the command.
fn error_line(error: &Diagnostic, source: &Source, start: usize) -> String {
    let label = error.note();
    let message = if label.is_empty() { error.message().to_owned() } else { format!("{}: {label}", error.message()) };
    if error.source_name() != source.name() {
        return format!("{error}");
    }
    let at = error.span().start;
    let before = &source.slice(Span::new(start, at));
    let from = match before.matches('"').count() % 2 {
        0 => before.len() - before.trim_start().len(),
        _ => before.rfind('"').map_or(0, |quote| quote + 1),
    };
    format!("{message}: char at {}", before[from..].chars().count())
}
