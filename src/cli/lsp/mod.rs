//! `filbert lsp`: a server for editors, on standard input and output.
//!
//! One thread reads, one runs statements ([`worker`]), and this one answers. An edit is read and looked at at once, and
//! decides nothing: what has to be decided is asked for, by the command behind a lens or by looking at a name.

mod actions;
mod address;
mod capabilities;
mod files;
mod position;
mod requests;
mod server;
mod shown;
mod state;
mod transport;
mod worker;

use std::io::{self, BufReader};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use crate::script::Limits;

use super::exit::Exit;
use super::limits::LimitOptions;
use super::{Process, trouble};
use server::Server;
use transport::Incoming;
use worker::{Job, Outcome, Worker};

/// Time for a statement where none is given.
const TIME: Duration = Duration::from_secs(60);
/// Between two looks at what nobody tells: whether the client is there.
const PAUSE: Duration = Duration::from_millis(250);

/// Serve an editor through the Language Server Protocol
///
/// Speaks on standard input and output. Typing never runs the prover; editing cancels a running proof. Each statement has
/// a minute, unless `--timeout` says otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert lsp
  filbert lsp --timeout 10s --memory 2GB")]
pub(super) struct Lsp {
    /// Use standard input and output, the only way there is; accepted for clients that pass it
    #[arg(long)]
    stdio: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

/// What happens.
enum Event {
    Came(Incoming),
    /// Nothing comes any more.
    Closed,
    Done(Box<Job>, Outcome),
}

impl Lsp {
    pub(super) fn run(&self, process: &Process) -> Exit {
        process.signals.exit_on_sigint();
        let limits = self.limits.limits(process);
        // Nobody sees a terminal.
        let limits = Limits { time: limits.time.or(Some(TIME)), registry: None, ..limits };
        let (send, receive) = channel();
        match serve(limits, &send, &receive) {
            Ok(code) => Exit::from(code),
            Err(error) => trouble(error),
        }
    }
}

/// Serves until the client ends it or is gone.
///
/// # Errors
/// If no thread can be started.
fn serve(limits: Limits, send: &Sender<Event>, receive: &Receiver<Event>) -> io::Result<u8> {
    let done = send.clone();
    let worker = Worker::start(limits, move |job, outcome| drop(done.send(Event::Done(Box::new(job), outcome))))?;
    let came = send.clone();
    std::thread::Builder::new().name("messages".into()).spawn(move || {
        let mut input = BufReader::new(io::stdin());
        while let Ok(Some(message)) = transport::read(&mut input) {
            if came.send(Event::Came(message)).is_err() {
                return;
            }
        }
        let _ = came.send(Event::Closed);
    })?;
    let mut server = Server::new(io::stdout(), worker);
    let code = converse(&mut server, receive);
    server.state.worker.end();
    // Who does not read any more is gone: that is the end, and no error.
    Ok(code.unwrap_or(1))
}

fn converse(server: &mut Server<io::Stdout>, receive: &Receiver<Event>) -> io::Result<u8> {
    loop {
        // Messages are taken before errors are reported: of many edits only the last is checked.
        let event = match receive.try_recv() {
            Ok(event) => event,
            Err(_) if server.has_news() => {
                server.idle()?;
                continue;
            }
            Err(_) => match receive.recv_timeout(PAUSE) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) if is_gone(server.client) => return Ok(1),
                Err(RecvTimeoutError::Timeout) => {
                    server.tick();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(1),
            },
        };
        match event {
            Event::Came(Incoming::Message(message)) => {
                if let Some(code) = server.take(message)? {
                    return Ok(code);
                }
            }
            Event::Came(Incoming::Malformed(why)) => server.malformed(&why)?,
            Event::Done(job, outcome) => server.done(*job, outcome)?,
            Event::Closed => return Ok(1),
        }
    }
}

/// Whether a process is known to have ended; where the system does not say, its end of the pipes does.
fn is_gone(process: Option<u32>) -> bool {
    let list = std::path::Path::new("/proc");
    process.is_some_and(|id| list.join("self").exists() && !list.join(id.to_string()).exists())
}
