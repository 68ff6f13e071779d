//! The texts that the server knows: those open in the client, and those on the disk.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use lsp_types::Uri;

use crate::budget::Budget;
use crate::disk::{plain, read_text};
use crate::editor::{Document, Files};
use crate::script::script_files;
use crate::syntax::Source;

use super::address::path_of;
use super::position::Lines;

/// Scripts in a folder of the workspace beyond which no more are looked at.
const MOST_FILES: usize = 5000;

/// A text that is open in the client.
pub(super) struct Open {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) text: String,
    path: Option<PathBuf>,
    read: OnceCell<(Arc<Document>, Lines)>,
}

impl Open {
    pub(super) fn new(uri: Uri, version: i32, text: String) -> Open {
        let path = path_of(&uri);
        Open { uri, version, text, path, read: OnceCell::new() }
    }

    /// The text as it is now.
    pub(super) fn change(&mut self, version: i32, text: String) {
        (self.version, self.text) = (version, text);
        self.read = OnceCell::new();
    }

    fn read(&self) -> &(Arc<Document>, Lines) {
        self.read.get_or_init(|| {
            let name = self.path.as_deref().map_or_else(|| self.uri.as_str().to_owned(), name_of);
            let document = Document::new(Source::new(name, self.text.clone()), self.path.as_deref());
            (Arc::new(document), Lines::of(&self.text))
        })
    }

    /// What was read in it.
    pub(super) fn document(&self) -> &Arc<Document> {
        &self.read().0
    }

    /// Its lines.
    pub(super) fn lines(&self) -> &Lines {
        &self.read().1
    }

    /// Where it is, if it is a file.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

/// What a file is called in messages.
fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// Time of the last change, and length.
type Stamp = (Option<SystemTime>, u64);

/// All texts.
#[derive(Default)]
pub(super) struct Store {
    /// Those open in the client, by address.
    pub(super) open: HashMap<String, Open>,
    /// Folders of the workspace.
    pub(super) folders: Vec<PathBuf>,
    read: RefCell<HashMap<PathBuf, (Stamp, Arc<Document>)>>,
}

impl Store {
    pub(super) fn get(&self, uri: &Uri) -> Option<&Open> {
        self.open.get(uri.as_str())
    }

    /// The scripts of the workspace, and those that are open.
    pub(super) fn all(&self) -> Vec<Arc<Document>> {
        let mut paths: Vec<PathBuf> = Vec::new();
        for folder in &self.folders {
            paths.extend(script_files(std::slice::from_ref(folder)).unwrap_or_default().into_iter().take(MOST_FILES));
        }
        let open = self.open.values().map(|open| open.document().clone());
        let is_open = |path: &PathBuf| self.open.values().any(|open| open.path() == Some(path));
        let mut paths: Vec<PathBuf> = paths.iter().map(|path| plain(path)).filter(|path| !is_open(path)).collect();
        paths.sort();
        paths.dedup();
        open.chain(paths.iter().filter_map(|path| self.document(path))).collect()
    }
}

impl Files for Store {
    fn document(&self, path: &Path) -> Option<Arc<Document>> {
        if let Some(open) = self.open.values().find(|open| open.path() == Some(path)) {
            return Some(open.document().clone());
        }
        let data = std::fs::metadata(path).ok().filter(|data| data.is_file())?;
        let stamp = (data.modified().ok(), data.len());
        if let Some((known, document)) = self.read.borrow().get(path)
            && *known == stamp
        {
            return Some(document.clone());
        }
        let text = read_text(path, &Budget::for_one_object()).ok()?;
        let document = Arc::new(Document::new(Source::new(name_of(path), text), Some(path)));
        self.read.borrow_mut().insert(path.to_owned(), (stamp, document.clone()));
        Some(document)
    }

    fn scripts(&self, folder: &Path) -> Vec<PathBuf> {
        let files = if folder.is_dir() { script_files(&[folder.to_owned()]).unwrap_or_default() } else { Vec::new() };
        files.into_iter().take(MOST_FILES).map(|path| plain(&path)).collect()
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let name = |entry: std::fs::DirEntry| {
            let slash = if entry.path().is_dir() { "/" } else { "" };
            format!("{}{slash}", entry.file_name().to_string_lossy())
        };
        entries.into_iter().flatten().flatten().map(name).collect()
    }
}
