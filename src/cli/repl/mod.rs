//! `filbert repl`: statements and commands, one after another, in one session.

mod console;
mod editor;
mod input;

use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use super::context::{ContextOptions, know};
use super::limits::LimitOptions;
use super::{Process, color_of_messages, trouble};
use console::{Console, Style};
use editor::Terminal;

const PROMPT: &str = "filbert> ";

/// Answer statements and commands one after another
///
/// A statement is answered as it stands; the commands of scripts all work, and the names of the scripts given are known. `:help` says the rest. Input that is piped is
/// answered without a prompt; the exit code is then that of `prove`.
#[derive(Debug, clap::Args)]
pub(super) struct Repl {
    /// Scripts and folders whose names are known, as with `--in`
    paths: Vec<PathBuf>,
    #[command(flatten)]
    context: ContextOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Repl {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let verbosity = process.verbosity;
        let style = Style {
            time: verbosity.verbose() || at_terminal && !verbosity.quiet(),
            states: verbosity.verbose(),
            warnings: !verbosity.quiet(),
            confirms: at_terminal && !verbosity.quiet(),
            color: color_of_messages(),
        };
        let session = self.context.session(self.limits.limits(process)).and_then(|mut session| {
            self.paths.iter().try_for_each(|path| know(&mut session, path))?;
            Ok(session)
        });
        let mut console = match session {
            Ok(session) => Console::new(session, style),
            Err(why) => return trouble(why),
        };
        process.patient.store(true, Ordering::Relaxed);
        let talked = if at_terminal { with_editor(&mut console, process) } else { piped(&mut console, process) };
        match talked {
            Ok(()) if at_terminal => ExitCode::SUCCESS,
            Ok(()) if console.failed => ExitCode::from(1),
            Ok(()) if console.undecided => ExitCode::from(2),
            Ok(()) => ExitCode::SUCCESS,
            // A closed pipe ends the conversation.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => trouble(error),
        }
    }
}

fn answer(console: &mut Console, input: &str, process: &Process) -> io::Result<()> {
    process.interrupt.store(false, Ordering::Relaxed);
    console.input(input, &mut io::stdout(), &mut io::stderr())
}

fn with_editor(console: &mut Console, process: &Process) -> io::Result<()> {
    let mut terminal = Terminal::open(console.style.color).map_err(io::Error::other)?;
    println!("filbert {}. `:help` says what can be typed, Ctrl-D ends the session.", env!("CARGO_PKG_VERSION"));
    while !console.over {
        terminal.know(console.session());
        let Some(input) = terminal.read(PROMPT).map_err(io::Error::other)? else { break };
        answer(console, &input, process)?;
    }
    terminal.close();
    Ok(())
}

fn piped(console: &mut Console, process: &Process) -> io::Result<()> {
    let mut text = String::new();
    for line in io::stdin().lock().lines() {
        text.push_str(&line?);
        if input::is_complete(&text) {
            answer(console, &std::mem::take(&mut text), process)?;
        } else {
            text.push('\n');
        }
        if console.over {
            return Ok(());
        }
    }
    answer(console, &text, process)
}
