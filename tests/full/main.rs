//! What the program has with `--features full` alone: the language server, and pictures as PNG.

mod lsp;
mod png;
#[path = "../suite/programs.rs"]
mod programs;
