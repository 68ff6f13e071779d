//! The program: an allocator that counts, and the command line.

use std::alloc::System;
use std::process::ExitCode;

use cap::Cap;

/// Counts the bytes in use, which `--memory` is held against.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

fn main() -> ExitCode {
    let arguments = std::env::args_os().collect();
    ExitCode::from(filbert::cli::run(arguments, || ALLOCATOR.allocated(), || ALLOCATOR.max_allocated()))
}
