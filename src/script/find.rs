//! Finds script files in folders, and shows paths as seen from the current folder.

use std::io;
use std::path::{Path, PathBuf};

/// The script files that these paths stand for: files as they are, folders searched for `*.prf`, in alphabetical order.
///
/// # Errors
/// If a path does not exist, a folder cannot be read or holds no script.
pub fn script_files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        if std::fs::metadata(path).map_err(named)?.is_dir() {
            let before = files.len();
            search(path, &mut files).map_err(named)?;
            if files.len() == before {
                return Err(io::Error::other(format!("{}: no .prf file in this folder", path.display())));
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn search(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    entries.sort();
    for path in entries {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden && path.file_name().is_some_and(|name| name != "target") {
            search(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "prf") {
            files.push(path);
        }
    }
    Ok(())
}

/// A path as people know it: from where they are.
pub(super) fn shown(file: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let from_here = here.ok().and_then(|here| Some(file.strip_prefix(here).ok()?.to_owned()));
    from_here.as_deref().unwrap_or(file).display().to_string()
}
