//! `filbert walnut`: the console that existing front ends talk to.

mod console;

use std::io::{self, BufRead};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::disk::has_met_trouble;
use crate::library::Folders;

use super::exit::Exit;
use super::limits::LimitOptions;
use super::{Process, say, trouble};
pub(super) use console::Console;

/// Run Walnut's commands, in place of Walnut
///
/// Reads commands from FILE in `Command Files`, then from standard input. Looks for automata in the session's folders,
/// then in those of the home folder, and writes to the session.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert walnut < commands.txt
  filbert walnut --home-dir ~/Walnut script.txt")]
pub(super) struct Walnut {
    /// The folder with `Automata Library`, `Word Automata Library` and so on
    #[arg(long, value_name = "DIR", default_value = ".")]
    home_dir: PathBuf,
    /// Write results to DIR [default: a new folder in `Session` of the home folder]
    #[arg(long, value_name = "DIR")]
    session_dir: Option<PathBuf>,
    /// Exit with 1 if a command fails
    #[arg(long)]
    strict: bool,
    /// Sandbox: scripts may only touch the session's folder and the home folder
    #[arg(long)]
    confined: bool,
    /// A file of commands
    file: Option<String>,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Walnut {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let session = self.session_dir.clone().unwrap_or_else(|| self.home_dir.join("Session").join(stamp()));
        let folders = Folders { session, home: self.home_dir.clone() };
        // Others know of a folder that was named, and what is confined to a folder needs one.
        let is_awaited = self.session_dir.is_some() || self.confined;
        if is_awaited && let Err(error) = folders.create() {
            return trouble(format!("{}: {error}", folders.session.display()));
        }
        let limits = self.limits.limits(process);
        let mut out = say::stream();
        let mut console = Console::new(folders, limits, self.confined, &mut out);
        if self.session_dir.is_none() {
            console.write_for_now();
        }
        let talk = |console: &mut Console<'_>| -> io::Result<()> {
            console.greet()?;
            if let Some(file) = &self.file {
                console.load(file)?;
            }
            console.prompt()?;
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            while !console.is_over() && input.read_until(b'\n', &mut line)? > 0 {
                match str::from_utf8(&line) {
                    Ok(line) => console.line(line.trim_end_matches(['\n', '\r']))?,
                    Err(_) => console.unreadable()?,
                }
                line.clear();
            }
            console.end()
        };
        match talk(&mut console) {
            // Said by the command that met it; without what it wanted nothing is sure.
            Ok(()) if has_met_trouble() => Exit::UNDECIDED,
            Ok(()) if self.strict && console.failed => Exit::FAILED,
            Ok(()) => Exit::SUCCESS,
            // Said at the end.
            Err(_) if say::is_lost() => Exit::UNDECIDED,
            Err(error) => trouble(error),
        }
    }
}

/// A name for the folder of a session: seconds and process, so that no two share one.
fn stamp() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    format!("{seconds}-{}", std::process::id())
}
