//! In the place of the language server, in a build without the feature `lsp`.

use super::exit::Exit;
use super::{Process, trouble};

/// Serve an editor through the Language Server Protocol (not in this build)
#[derive(Debug, clap::Args)]
pub(super) struct Lsp {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

impl Lsp {
    pub(super) fn run(&self, _: &Process) -> Exit {
        trouble(
            "this build of filbert has no language server; install it with `cargo install --locked --path . --bin \
             filbert --features full`",
        )
    }
}
