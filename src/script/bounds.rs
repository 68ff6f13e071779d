//! Folders that a script may name files in.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Folders, by the paths by which files in them are known; clones share them. Until they are set, there are no bounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds(Arc<OnceLock<Vec<PathBuf>>>);

impl Bounds {
    /// From now on there are these alone. They are set once.
    pub(super) fn set<'a>(&self, folders: impl IntoIterator<Item = &'a Path>) {
        let _ = self.0.set(folders.into_iter().map(canonical).collect());
    }

    /// Whether a script may name this file, links followed.
    ///
    /// # Errors
    /// If it leads out.
    pub(super) fn admit(&self, path: &Path) -> Result<(), String> {
        let Some(folders) = self.0.get() else { return Ok(()) };
        // What will be made is where the first folder above it is that is there; a link to nothing may lead anywhere.
        let above = path.ancestors().map(|above| if above.as_os_str().is_empty() { Path::new(".") } else { above });
        let known =
            above.take_while(|above| above.exists() || !above.is_symlink()).find_map(|above| above.canonicalize().ok());
        match known.is_some_and(|place| folders.iter().any(|root| place.starts_with(root))) {
            true => Ok(()),
            false => Err(format!("{} is outside the folder of the script", path.display())),
        }
    }
}

/// A path by which a file is known.
pub(super) fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
