//! The program: an allocator that counts, a stack that is deep enough, and the command line.

use std::alloc::System;
use std::process::ExitCode;

use cap::Cap;

/// Counts the bytes in use, which `--memory` is held against.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Formulas may nest as deep as the logic allows.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    filbert::cli::end_clearly();
    let run = || filbert::cli::main(|| ALLOCATOR.allocated(), || ALLOCATOR.max_allocated());
    match std::thread::Builder::new().stack_size(STACK).spawn(run).map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("error: no thread can be started: {error}");
            ExitCode::from(2)
        }
    }
}
