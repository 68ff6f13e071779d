//! Whether the system has refused to read or write what it was asked to: a full disk, a file of others, a broken device.
//! Commands that fail for that say so themselves; what a session of many commands comes to is another matter.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

static MET: AtomicBool = AtomicBool::new(false);

/// Whether that has happened in this process. A file that is not there is no trouble.
pub fn has_met_trouble() -> bool {
    MET.load(Ordering::Relaxed)
}

/// Remembers an error.
pub(super) fn note(error: &io::Error) {
    if error.kind() != io::ErrorKind::NotFound {
        MET.store(true, Ordering::Relaxed);
    }
}
