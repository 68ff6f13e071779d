//! A disk that fails when asked to: with `FILBERT_FAULT=n` in the environment, the n-th operation of the process on a
//! file, counted from 1, fails as a full disk does.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

static OPERATIONS: AtomicUsize = AtomicUsize::new(0);

/// Which operation fails; none if the variable is not set.
fn chosen() -> Option<usize> {
    static CHOSEN: OnceLock<Option<usize>> = OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("FILBERT_FAULT").ok()?.parse().ok())
}

/// Called before each operation.
pub(super) fn operation() -> io::Result<()> {
    let Some(chosen) = chosen() else { return Ok(()) };
    match OPERATIONS.fetch_add(1, Ordering::Relaxed) + 1 == chosen {
        true => Err(io::Error::other(format!("operation {chosen} on files fails as FILBERT_FAULT asks"))),
        false => Ok(()),
    }
}
