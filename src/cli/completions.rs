//! `filbert completions`.

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::Cli;
use super::exit::Exit;

/// Print completions for your shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert completions bash > ~/.local/share/bash-completion/completions/filbert
  filbert completions fish > ~/.config/fish/completions/filbert.fish")]
pub(super) struct Completions {
    /// Your shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Exit {
        let mut text = Vec::new();
        generate(self.shell, &mut Cli::command(), "filbert", &mut text);
        super::print(&text)
    }
}
