//! The command line: one file a subcommand.

mod answers;
mod atlas;
mod cache;
mod certificates;
mod certify;
mod columns;
mod completions;
mod context;
mod count;
mod definition;
mod eval;
mod exit;
mod explain;
mod explore;
mod fmt;
mod formula;
mod game;
mod guess;
mod help;
mod limits;
#[cfg_attr(not(feature = "lsp"), path = "no_lsp.rs")]
mod lsp;
mod man;
mod mcp;
mod merge;
mod page;
mod picture;
mod plan;
#[cfg_attr(not(feature = "png"), path = "no_png.rs")]
mod png;
mod position;
mod prove;
pub mod readers;
mod regenerate;
mod repl;
mod say;
mod show;
mod signals;
mod status;
mod sweep;
mod table;
mod tactics;
mod terminal;
mod verbosity;
mod walnut;
mod watcher;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{FromArgMatches, Parser, Subcommand};

use crate::budget::process::measure_by;
use crate::tuning::STACK_BYTES;

use exit::Exit;
pub use signals::end_clearly;
use signals::{SignalListener, Signals};
use terminal::{drawing, drawing_of_messages};
use verbosity::Verbosity;
use watcher::Watcher;
/// Version and, where it is known, the commit.
pub(crate) const VERSION: &str = env!("FILBERT_VERSION");

/// A theorem prover for first-order statements about numbers in numeration systems.
#[derive(Debug, Parser)]
#[command(name = "filbert", version = VERSION, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    verbosity: Verbosity,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    Prove(Box<prove::Prove>),
    Plan(plan::Plan),
    Sweep(sweep::Sweep),
    Merge(merge::Merge),
    Cache(cache::Cache),
    Eval(eval::Eval),
    Explain(explain::Explain),
    Explore(explore::Explore),
    Atlas(atlas::Atlas),
    Fmt(fmt::Fmt),
    Certify(certify::Certify),
    Columns(columns::Columns),
    Count(count::Count),
    Regenerate(regenerate::Regenerate),
    Walnut(walnut::Walnut),
    Position(position::Position),
    Table(table::Table),
    Guess(guess::Guess),
    Show(show::Show),
    Status(status::Status),
    Lsp(lsp::Lsp),
    Mcp(mcp::Mcp),
    Repl(repl::Repl),
    Completions(completions::Completions),
    Man(man::ManPage),
}

/// What the program knows of the process it runs in.
#[derive(Clone, Debug)]
pub struct Process {
    /// Most bytes on the heap so far.
    pub peak: fn() -> usize,
    /// What interrupts and requests to end do.
    signals: Signals,
    /// How much is said.
    verbosity: Verbosity,
    /// Draws progress, where that is wanted.
    watcher: Option<Watcher>,
}

/// Runs the program on these arguments, its own name first, on a stack that is deep enough.
///
/// The exit code is 0 if all is well, 1 if a theorem or a check fails, 2 if something could not be decided or read.
pub fn run(arguments: Vec<OsString>, in_use: fn() -> usize, peak: fn() -> usize) -> u8 {
    end_clearly();
    let signals = Signals::default();
    let listener = signals.listen();
    let over = listener.as_ref().map(SignalListener::until);
    let work = move || {
        let _over = over;
        main(&arguments, signals, in_use, peak)
    };
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    if let Some(listener) = listener.filter(|_| worker.is_ok()) {
        listener.handle_signals();
    }
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit.code(),
        Ok(Err(_)) => Exit::PANICKED.code(),
        Err(error) => trouble(format!("cannot start a thread: {error}")).code(),
    }
}

/// Says what is wrong with the arguments, or the help that they ask for. That needs all subcommands, of which otherwise only
/// the one that is called is built.
fn explain(arguments: &[OsString]) -> Cli {
    let matches = help::command().try_get_matches_from(arguments).unwrap_or_else(|error| {
        if let Some(meant) = meant(&error) {
            say::message(meant);
            std::process::exit(2);
        }
        error.exit()
    });
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// What to say of a file or a formula in the place of a subcommand, and of options that other programs have.
fn meant(error: &clap::Error) -> Option<String> {
    let given = |kind| match error.get(kind) {
        Some(ContextValue::String(given)) => Some(given.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let given = given(ContextKind::InvalidSubcommand)?;
            if std::path::Path::new(given).exists() || given.ends_with(".prf") {
                let message =
                    format!("error: unknown command `{given}`\nhelp: did you mean `filbert prove {given}`?\n");
                return Some(message);
            }
            let is_formula = given.contains(|c: char| c.is_whitespace() || "?=<>$()[]".contains(c));
            is_formula
                .then(|| format!("error: unknown command `{given}`\nhelp: did you mean `filbert eval '{given}'`?\n"))
        }
        ErrorKind::UnknownArgument => {
            let given = given(ContextKind::InvalidArg)?;
            let is_format = matches!(given, "--format" | "--output-format" | "--output");
            is_format.then(|| format!("error: unknown option `{given}`\nhelp: `--json` writes the results as JSON\n"))
        }
        _ => None,
    }
}

fn main(arguments: &[OsString], signals: Signals, in_use: fn() -> usize, peak: fn() -> usize) -> Exit {
    measure_by(in_use);
    let cli = Cli::try_parse_from(arguments).unwrap_or_else(|_| explain(arguments));
    let watcher = cli.verbosity.progress().then(|| Watcher::start(in_use));
    if let Some(watcher) = &watcher {
        signals.clear_at_end(watcher);
    }
    let process = Process { peak, signals, verbosity: cli.verbosity, watcher };
    let code = run_command(cli.command, &process);
    if let Some(watcher) = &process.watcher {
        watcher.close();
    }
    say::verdict(code)
}

fn run_command(command: Command, process: &Process) -> Exit {
    match command {
        Command::Prove(command) => command.run(process),
        Command::Plan(command) => command.run(),
        Command::Sweep(command) => command.run(),
        Command::Cache(command) => command.run(process),
        Command::Merge(command) => command.run(process.verbosity.quiet()),
        Command::Eval(command) => command.run(process),
        Command::Explain(command) => command.run(process),
        Command::Explore(command) => command.run(process),
        Command::Atlas(command) => command.run(process),
        Command::Fmt(command) => command.run(),
        Command::Certify(command) => command.run(process),
        Command::Columns(command) => command.run(process),
        Command::Count(command) => command.run(process),
        Command::Regenerate(command) => command.run(process),
        Command::Walnut(command) => command.run(process),
        Command::Position(command) => command.run(process),
        Command::Table(command) => command.run(process),
        Command::Guess(command) => command.run(process),
        Command::Show(command) => command.run(process),
        Command::Status(command) => command.run(),
        Command::Lsp(command) => command.run(process),
        Command::Mcp(command) => command.run(process),
        Command::Repl(command) => command.run(process),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
    }
}

/// Prints what a program or a pager reads.
fn print(text: &[u8]) -> Exit {
    say::bytes(text);
    Exit::SUCCESS
}

/// Says what went wrong, for exit code 2.
fn trouble(message: impl std::fmt::Display) -> Exit {
    let message = message.to_string();
    match is_whole(&message) {
        true => say::message(format!("{}\n", message.trim_end())),
        false => say::message(format!("error: {message}\n")),
    }
    Exit::UNDECIDED
}

/// Whether a message says already what kind it is.
fn is_whole(message: &str) -> bool {
    ["error", "UNKNOWN", "\u{1b}"].iter().any(|start| message.starts_with(start))
}
