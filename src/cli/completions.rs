//! `filbert completions`.

use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::Cli;

/// Print the completions of a shell
///
/// For bash: `filbert completions bash > ~/.local/share/bash-completion/completions/filbert`. The other shells have such
/// folders too.
#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    /// Which shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> ExitCode {
        let mut text = Vec::new();
        generate(self.shell, &mut Cli::command(), "filbert", &mut text);
        super::print(&text)
    }
}
