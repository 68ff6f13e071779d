//! A disk that fails when asked to: with `FILBERT_FAULT=n` in the environment, the n-th operation of the process on a
//! file, counted from 1, fails as a full disk does. With `FILBERT_FAULT=end:n` the process ends there, as one that is
//! killed.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

static OPERATIONS: AtomicUsize = AtomicUsize::new(0);

/// What happens at an operation.
#[derive(Clone, Copy)]
enum Fault {
    Fails(usize),
    Ends(usize),
}

/// What is asked for; nothing if the variable is not set.
fn chosen() -> Option<Fault> {
    static CHOSEN: OnceLock<Option<Fault>> = OnceLock::new();
    *CHOSEN.get_or_init(|| {
        let text = std::env::var("FILBERT_FAULT").ok()?;
        match text.strip_prefix("end:") {
            Some(at) => at.parse().ok().map(Fault::Ends),
            None => text.parse().ok().map(Fault::Fails),
        }
    })
}

/// Called before each operation.
pub(super) fn operation() -> io::Result<()> {
    let Some(chosen) = chosen() else { return Ok(()) };
    let now = OPERATIONS.fetch_add(1, Ordering::Relaxed) + 1;
    match chosen {
        Fault::Fails(at) if at == now => {
            Err(io::Error::other(format!("operation {at} on files fails as FILBERT_FAULT asks")))
        }
        Fault::Ends(at) if at == now => std::process::abort(),
        _ => Ok(()),
    }
}
