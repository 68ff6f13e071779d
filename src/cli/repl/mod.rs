//! `filbert repl`: statements and commands, one after another, in one session.

mod console;
mod editor;

use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};

use crate::budget::process::resume;
use crate::script::Session;
use crate::syntax::is_complete;

use super::context::{ContextOptions, know};
use super::exit::Exit;
use super::limits::LimitOptions;
use super::{Process, drawing, drawing_of_messages, say, trouble};
pub(super) use console::{Console, Style};
use editor::Terminal;

/// Before the first line of an input, and before those in which it goes on.
const PROMPTS: [&str; 2] = ["filbert> ", "    ...> "];

/// Open a console for statements and commands
///
/// Type a statement to decide it, or any command of a script. You can use the names defined in the scripts you pass.
/// `:help` explains more. Piped input is answered without a prompt, and the exit code is that of `prove`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert repl
  filbert repl mine.prf")]
pub(super) struct Repl {
    /// Scripts and folders whose names you want to use, as with `--in`
    paths: Vec<PathBuf>,
    /// Sandbox: scripts may only touch this folder and the folders of `--in`
    #[arg(long)]
    confined: bool,
    #[command(flatten)]
    context: ContextOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Repl {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let verbosity = process.verbosity;
        let style = Style {
            time: verbosity.verbose() || at_terminal && !verbosity.quiet(),
            states: verbosity.verbose(),
            warnings: !verbosity.quiet(),
            confirms: at_terminal && !verbosity.quiet(),
            color: drawing().color,
            drawing: drawing_of_messages(),
        };
        let session = self.session(process);
        let mut console = match session {
            Ok(session) => Console::new(session, style),
            Err(why) => return trouble(why),
        };
        process.signals.ignore_sigint();
        let talked = if at_terminal { with_editor(&mut console) } else { piped(&mut console) };
        match talked {
            Ok(()) if at_terminal => Exit::SUCCESS,
            Ok(()) if console.failed => Exit::FAILED,
            Ok(()) if console.undecided => Exit::UNDECIDED,
            Ok(()) => Exit::SUCCESS,
            // Said at the end.
            Err(_) if say::is_lost() => Exit::UNDECIDED,
            Err(error) => trouble(error),
        }
    }
}

impl Repl {
    fn session(&self, process: &Process) -> Result<Session, String> {
        let mut session = Session::with_limits(self.limits.limits(process));
        let places = self.context.places.iter().chain(&self.paths);
        if self.confined {
            // The folder of a script is what a script names files in.
            let folder = |path: &'_ PathBuf| match path.is_dir() {
                true => path.clone(),
                false => path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new(".")).into(),
            };
            let folders: Vec<PathBuf> = std::iter::once(PathBuf::from(".")).chain(places.clone().map(folder)).collect();
            session.confine_to(folders.iter().map(PathBuf::as_path));
        }
        places.map(PathBuf::as_path).try_for_each(|path| know(&mut session, path))?;
        Ok(session)
    }
}

fn answer(console: &mut Console, input: &str) -> io::Result<()> {
    resume();
    console.input(input, &mut say::stream(), &mut say::messages())
}

fn with_editor(console: &mut Console) -> io::Result<()> {
    let mut terminal = Terminal::open(console.style.color).map_err(io::Error::other)?;
    say::line(format!("filbert {}. Type `:help` for help, Ctrl-D to quit.", env!("CARGO_PKG_VERSION")));
    while !console.over {
        terminal.know(console.session());
        let Some(input) = terminal.read(PROMPTS).map_err(io::Error::other)? else { break };
        answer(console, &input)?;
    }
    terminal.close();
    Ok(())
}

fn piped(console: &mut Console) -> io::Result<()> {
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
        if is_complete(&text) {
            answer(console, &std::mem::take(&mut text))?;
        } else {
            text.push('\n');
        }
    }
    if console.over { Ok(()) } else { answer(console, &text) }
}
