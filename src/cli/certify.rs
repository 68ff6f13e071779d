//! `filbert certify`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::library::Folders;
use crate::logic::Environment;
use crate::numeration::{NAMED, certify};
use crate::report::text;
use crate::script::Session;
use crate::syntax::full_system_name;

use super::limits::LimitOptions;
use super::{Process, say, trouble};

/// Prove order and addition of numeration systems
///
/// That `<` is the order of the words and `x+y=z` adds, from nothing but the valid words and the order of the digits.
#[derive(Debug, clap::Args)]
pub(super) struct Certify {
    /// Systems, for example `fib`, `lsd_trib`, `10`; without any, every named one
    names: Vec<String>,
    /// The folder whose `Custom Bases` define systems, too
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Certify {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let session = match &self.folder {
            None => Session::new(),
            Some(folder) => {
                let folders = Folders { session: folder.clone(), home: folder.clone() };
                Session::in_folders(self.limits.limits(process), folders)
            }
        };
        let names: Vec<String> = match self.names[..] {
            [] => NAMED.map(String::from).into(),
            _ => self.names.clone(),
        };
        let mut code = 0;
        for name in names {
            let full = full_system_name(&name).unwrap_or_else(|| name.as_str().into());
            let system = match session.names().system(&full) {
                Ok(system) => system,
                Err(error) => return trouble(error),
            };
            match certify(&system, &self.limits.limits(process).budget()) {
                Ok(certificate) => {
                    say::line(text::certificate(&certificate));
                    if !certificate.holds() && code == 0 {
                        code = 1;
                    }
                }
                Err(limit) => {
                    say::line(format!("{full:<16}UNKNOWN ({limit})"));
                    code = 2;
                }
            }
        }
        ExitCode::from(code)
    }
}
