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
use super::{Process, color_of_messages, say, trouble};
use console::{Console, Style};
use editor::Terminal;

const PROMPT: &str = "filbert> ";

/// Answer statements and commands one after another
///
/// A statement is answered as it stands; the commands of scripts all work, and the names of the scripts given are
/// known. `:help` says the rest. Input that is piped is answered without a prompt; the exit code is then that of
/// `prove`.
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
        process.signals.be_patient();
        let talked = if at_terminal { with_editor(&mut console, process) } else { piped(&mut console, process) };
        match talked {
            Ok(()) if at_terminal => ExitCode::SUCCESS,
            Ok(()) if console.failed => ExitCode::from(1),
            Ok(()) if console.undecided => ExitCode::from(2),
            Ok(()) => ExitCode::SUCCESS,
            // Said at the end.
            Err(_) if say::is_lost() => ExitCode::from(2),
            Err(error) => trouble(error),
        }
    }
}

fn answer(console: &mut Console, input: &str, process: &Process) -> io::Result<()> {
    process.signals.interrupt.store(false, Ordering::Relaxed);
    console.input(input, &mut say::stream(), &mut say::messages())
}

fn with_editor(console: &mut Console, process: &Process) -> io::Result<()> {
    let mut terminal = Terminal::open(console.style.color).map_err(io::Error::other)?;
    say::line(format!(
        "filbert {}. `:help` says what can be typed, Ctrl-D ends the session.",
        env!("CARGO_PKG_VERSION")
    ));
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
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while !console.over {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        match str::from_utf8(&line) {
            Ok(line) => text.push_str(line.trim_end_matches(['\n', '\r'])),
            Err(_) => {
                // What it belongs to is lost with it.
                text.clear();
                console.unreadable(&mut say::messages())?;
                continue;
            }
        }
        if input::is_complete(&text) {
            answer(console, &std::mem::take(&mut text), process)?;
        } else {
            text.push('\n');
        }
    }
    if console.over { Ok(()) } else { answer(console, &text, process) }
}
