//! `filbert mcp`: a server for assistants, on standard input and output, by the Model Context Protocol.
//!
//! One line is one message of JSON-RPC ([`message`]). The process that a client starts answers what needs no prover:
//! what there is to call ([`tools`]) and to read ([`resources`]). Each call of a tool runs in a process of its own
//! ([`call`]), which is this program again: what ends that process, a lack of memory or a mistake of ours, ends one
//! call, and a call is cancelled by ending its process. A script that is sent stands in a folder of its own and names
//! no file outside.
//!
//! Versions of the protocol from 2024-11-05 to 2025-11-25, whose messages are the same here:
//! <https://modelcontextprotocol.io/specification>.

mod arguments;
mod call;
mod certificate;
mod decide;
mod errors;
mod explore;
mod guess;
mod message;
mod place;
mod reply;
mod resources;
mod server;
mod show;
mod tools;

use std::time::Duration;

use super::exit::Exit;
use super::limits::LimitOptions;
use super::{Process, trouble};

/// Time for a call where none is asked for.
const TIME: Duration = Duration::from_secs(60);

/// Serve an assistant through the Model Context Protocol
///
/// Speaks on standard input and output, one JSON message a line. Tools decide statements, prove scripts, list values, draw,
/// guess, explain errors and write certificates; resources are the language, the commands and worked scripts. Each call
/// runs in a process of its own, in an empty folder, and has a minute, unless `--timeout` says otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert mcp
  filbert mcp --timeout 10s --memory 2GB")]
pub(super) struct Mcp {
    /// Sandbox: scripts may only touch the files that are sent with them; it is always so
    #[arg(long)]
    confined: bool,
    /// Answer one call, which standard input has, and end
    #[arg(long, hide = true)]
    call: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Mcp {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let limits = self.limits.limits(process);
        let most = self.limits.time().unwrap_or(TIME);
        if self.call {
            // The server is interrupted as well, and says so by going.
            process.signals.ignore_sigint();
            return call::answer(&limits, most);
        }
        process.signals.exit_on_sigint();
        match server::serve(most) {
            Ok(()) => Exit::SUCCESS,
            Err(error) => trouble(error),
        }
    }
}
