//! `filbert certify`.

use std::process::ExitCode;

use crate::numeration::{NAMED, Numerations, certify};
use crate::report::text;
use crate::syntax::full_system_name;

use super::limits::LimitOptions;
use super::{Process, trouble};

/// Prove order and addition of numeration systems
///
/// That `<` is the order of the words and `x+y=z` adds, from nothing but the valid words and the order of the digits.
#[derive(Debug, clap::Args)]
pub(super) struct Certify {
    /// Systems, for example `fib`, `lsd_trib`, `10`; without any, every named one
    names: Vec<String>,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Certify {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let systems = Numerations::standard();
        let names: Vec<String> = match self.names[..] {
            [] => NAMED.map(String::from).into(),
            _ => self.names.clone(),
        };
        let mut code = 0;
        for name in names {
            let full = full_system_name(&name).unwrap_or_else(|| name.as_str().into());
            let system = match systems.get(&full) {
                Ok(system) => system,
                Err(error) => return trouble(error),
            };
            match certify(&system, &self.limits.limits(process).budget()) {
                Ok(certificate) => {
                    println!("{}", text::certificate(&certificate));
                    if !certificate.holds() && code == 0 {
                        code = 1;
                    }
                }
                Err(limit) => {
                    println!("{full:<16}UNKNOWN ({limit})");
                    code = 2;
                }
            }
        }
        ExitCode::from(code)
    }
}
