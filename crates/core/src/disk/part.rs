//! Files being written: they have names of their own, and are locked by their writer, so that whoever looks for what
//! killed runs have left behind takes none that somebody writes.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};

use crate::tuning::disk;

/// How the name of a file being written begins.
pub(super) const PREFIX: &str = ".filbert-";
/// How it ends.
pub(super) const SUFFIX: &str = ".part";

/// An empty file in a folder, locked.
///
/// # Errors
/// If there can be none.
pub(super) fn create(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    // Temporary files are private to the user; a file like any other is what the umask makes it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    for attempt in 0..disk::ATTEMPTS {
        out_of_step(attempt);
        let file = builder.tempfile_in(folder)?;
        // Nobody else but who removes it locks it. Without locks nothing is ever taken for a leftover.
        let _ = file.as_file().lock();
        if file.path().exists() {
            return Ok(file);
        }
    }
    Err(removed())
}

/// A second name of a file that is there, and what locks it.
///
/// # Errors
/// If there can be none.
pub(super) fn link(target: &Path, folder: &Path) -> io::Result<(TempPath, File)> {
    for attempt in 0..disk::ATTEMPTS {
        out_of_step(attempt);
        let (file, path) = create(folder)?.into_parts();
        std::fs::remove_file(&path)?;
        drop(file);
        // Not every file system has links.
        std::fs::hard_link(target, &path).or_else(|_| std::fs::copy(target, &path).map(drop))?;
        match lock_link(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            result => return result.map(|lock| (path, lock)),
        }
    }
    Err(removed())
}

/// Whoever removes what is left behind holds a lock for a moment. Another writer, who has a name of the same file, holds it
/// until all its files have changed: two such may wait for each other, but not for ever.
fn lock_link(path: &Path) -> io::Result<File> {
    let lock = File::open(path)?;
    for _ in 0..disk::LOCK_ATTEMPTS {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(disk::LOCK_PAUSE),
            _ => break,
        }
    }
    if path.exists() { Ok(lock) } else { Err(io::ErrorKind::NotFound.into()) }
}

/// Whoever removes may come back at equal times, as this does: the next attempt comes later than the last one did.
fn out_of_step(attempt: usize) {
    if attempt > 0 {
        std::thread::sleep(Duration::from_micros(disk::ATTEMPT_MICROSECONDS * attempt as u64));
    }
}

fn removed() -> io::Error {
    io::Error::other("another program removes what is written there")
}
