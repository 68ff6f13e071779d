//! `filbert certify`.

use std::path::PathBuf;

use crate::budget::Halt;
use crate::library::Folders;
use crate::numeration::{Certificate, NAMED, certify, certify_sturmian};
use crate::report::text;
use crate::script::Session;
use crate::syntax::full_system_name;

use super::context::{ContextOptions, know};
use super::exit::Exit;
use super::limits::LimitOptions;
use super::{Process, say, trouble};

/// Prove that numeration systems order and add correctly
///
/// Proves that `<` orders the numbers and that `x+y=z` adds, from the valid words and the order of the digits alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert certify fib lsd_trib 10
  filbert certify silver --in own.prf
  filbert certify")]
pub(super) struct Certify {
    /// Systems, as in `fib`, `lsd_trib` or `10`, or `sturmian` for those of all slopes [default: all that have a name]
    names: Vec<String>,
    /// Also read the `Custom Bases` in DIR
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    context: ContextOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Certify {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let limits = self.limits.limits(process);
        let mut session = match &self.folder {
            None => Session::with_limits(limits),
            Some(folder) => {
                let folders = Folders { session: folder.clone(), home: folder.clone() };
                Session::in_folders(limits, folders)
            }
        };
        for place in &self.context.places {
            if let Err(message) = know(&mut session, place) {
                return trouble(message);
            }
        }
        let names: Vec<String> = match self.names[..] {
            [] => NAMED.into_iter().chain([SLOPES]).map(String::from).collect(),
            _ => self.names.clone(),
        };
        let mut code = 0;
        for name in names {
            let budget = self.limits.limits(process).budget();
            if name == SLOPES {
                code = code.max(told(SLOPES, certify_sturmian(&budget)));
                continue;
            }
            let full = full_system_name(&name).unwrap_or_else(|| name.as_str().into());
            let system = match session.require_system(&full) {
                Ok(system) => system,
                Err(error) => return trouble(error),
            };
            code = code.max(told(&full, certify(&system, &budget)));
        }
        Exit::from(code)
    }
}

/// What the systems of all slopes are called together.
const SLOPES: &str = "sturmian";

/// Prints what was proved; 1 if something fails, 2 if that is not known.
fn told(name: &str, certified: Result<Certificate, Halt>) -> u8 {
    match certified {
        Ok(certificate) => {
            say::line(text::certificate(&certificate));
            u8::from(!certificate.holds())
        }
        Err(limit) => {
            say::line(format!("{name:<16}UNKNOWN ({limit})"));
            2
        }
    }
}
