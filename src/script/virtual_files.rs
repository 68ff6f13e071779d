//! Scripts where there is no disk, as in a browser: what they include was given with them, and they write nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::disk::plain;

/// The files that there are, by path.
#[derive(Clone, Debug, Default)]
pub struct Given(Arc<BTreeMap<PathBuf, String>>);

impl FromIterator<(String, String)> for Given {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(files: T) -> Given {
        Given(Arc::new(files.into_iter().map(|(path, text)| (plain(Path::new(&path)), text)).collect()))
    }
}

impl Given {
    /// The text of a file.
    pub fn text(&self, path: &Path) -> Option<&str> {
        self.0.get(&plain(path)).map(String::as_str)
    }

    /// All of them.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.keys().map(PathBuf::as_path)
    }
}
