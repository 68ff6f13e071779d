//! What runs that were killed while they wrote have left behind.
//!
//! A file being written has a name of its own and is locked by its writer; the lock goes with the writer, however it
//! ends. So a file of such a name that can be locked belongs to nobody, on any machine that shares the folder.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::together::{PREFIX, SUFFIX, settle};

/// Removes them from a folder, the first time that this process writes there; what a list of changes needs is none.
pub(super) fn sweep(folder: &Path) {
    static SWEPT: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if swept.get_or_insert_default().insert(folder.to_owned()) && settle(folder).is_ok() {
        remove(folder);
    }
}

fn is_leftover(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
}

fn remove(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_leftover(&entry.file_name())
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            // Another process may have been faster.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
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
}
