//! What runs that were killed while they wrote have left behind.
//!
//! A file being written has a name of its own and is locked by its writer; the lock goes with the writer, however it
//! ends. So a file of such a name that can be locked belongs to nobody, on any machine that shares the folder.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::part::{PREFIX, SUFFIX};
use super::together::settle;

/// Removes them from a folder, the first time that this process writes there; what a list of changes needs is none.
pub(super) fn sweep(folder: &Path) {
    static SWEPT: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let is_first = swept.get_or_insert_default().insert(folder.to_owned());
    // Most folders have nothing of the kind: to see that they are listed once.
    if is_first && has_own(folder) && settle(folder).is_ok() {
        remove(folder);
    }
}

fn has_own(folder: &Path) -> bool {
    let mut entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX)))
}

fn is_leftover(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
}

fn remove(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_leftover(&entry.file_name()) && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            // Another process may have been faster.
            let _ = remove_unlocked(&entry.path());
        }
    }
}

/// The lock is held until the file is gone: a writer who waits for it then sees that, and takes another.
fn remove_unlocked(path: &Path) -> std::io::Result<()> {
    let file = File::open(path)?;
    if file.try_lock().is_ok() && is_still_at(path, &file) {
        std::fs::remove_file(path)?;
    }
    Ok(())
}

/// A writer may have given the name to another file since this one was opened, as [`super::part::link`] does.
#[cfg(unix)]
fn is_still_at(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(there), Ok(own)) = (path.symlink_metadata(), file.metadata()) else { return false };
    (there.dev(), there.ino()) == (own.dev(), own.ino())
}

#[cfg(not(unix))]
fn is_still_at(_: &Path, _: &File) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::super::part;
    use super::*;

    #[test]
    fn what_nobody_writes_any_more_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in [".filbert-a1.part", ".filbert-b2.part", "A.txt", ".filbert-a1", "x.part"] {
            std::fs::write(at(name), "x").unwrap();
        }
        let writer = File::open(at(".filbert-b2.part")).unwrap();
        writer.lock().unwrap();
        remove(folder.path());
        assert!(!at(".filbert-a1.part").exists());
        assert_eq!(folder.path().read_dir().unwrap().count(), 4);
        drop(writer);
        remove(folder.path());
        assert!(!at(".filbert-b2.part").exists());
    }

    #[test]
    fn what_is_being_written_stays_whenever_somebody_looks() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("A.txt");
        std::fs::write(&target, "x").unwrap();
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    remove(folder.path());
                    std::thread::sleep(Duration::from_micros(200));
                }
            });
            let written = || {
                let file = part::create(folder.path())?;
                let (link, _lock) = part::link(&target, folder.path())?;
                std::thread::yield_now();
                file.persist(folder.path().join("B.txt"))?;
                Ok::<bool, std::io::Error>(link.exists())
            };
            let lost: Vec<_> = (0..300).map(|_| written()).filter(|result| !matches!(result, Ok(true))).collect();
            is_over.store(true, Ordering::Relaxed);
            assert!(lost.is_empty(), "{} lost: {:?}", lost.len(), lost[0]);
        });
    }
}
