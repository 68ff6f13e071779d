//! In the place of what this build leaves out: the language server and pictures as PNG, whose crates take as long to
//! build as a quarter of the program.

/// How one gets the program with everything.
macro_rules! how {
    () => {
        "a release and the wheel have it, and so has `cargo install --locked --path . --bin filbert --features full`"
    };
}

#[cfg(not(feature = "lsp"))]
pub(super) mod lsp {
    use std::process::ExitCode;

    use crate::cli::{Process, trouble};

    /// Serve an editor through the Language Server Protocol (not in this build)
    #[derive(Debug, clap::Args)]
    pub(in crate::cli) struct Lsp {
        #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    }

    impl Lsp {
        pub(in crate::cli) fn run(&self, _: &Process) -> ExitCode {
            trouble(concat!("this build of filbert has no language server; ", how!()))
        }
    }
}

#[cfg(not(feature = "png"))]
pub(super) mod png {
    /// What `of_svg` of the whole program does, which cannot be done here.
    pub(in crate::cli) fn of_svg(_: &str) -> Result<Vec<u8>, String> {
        Err(concat!("this build of filbert draws no PNG, only SVG; ", how!()).into())
    }
}
