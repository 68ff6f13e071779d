//! How much is said.

use std::io::IsTerminal;

/// How much is said.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Verbosity {
    /// Print more: times and sizes with answers, formulas with theorems
    #[arg(short, long, global = true)]
    verbose: bool,
    /// Print less: no warnings, no progress, and only theorems that do not hold
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
}

impl Verbosity {
    pub(super) fn verbose(self) -> bool {
        self.verbose
    }

    pub(super) fn quiet(self) -> bool {
        self.quiet
    }

    /// Whether answers come with what they cost: for people, unless they ask otherwise.
    pub(super) fn figures(self) -> bool {
        self.verbose || !self.quiet && std::io::stdout().is_terminal()
    }

    /// Whether progress is shown: on a terminal that can move its cursor.
    pub(super) fn progress(self) -> bool {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        !self.quiet && !dumb && std::io::stderr().is_terminal()
    }
}
