//! The tree of folders that scripts and programs of this field share: one of the session, and behind it one at home.

use std::io;
use std::path::{Path, PathBuf};

use crate::disk::{make_folder, settle};

/// What a folder of the tree holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Directory {
    /// Automata of functions.
    Automata,
    /// Automata of words.
    Words,
    /// Numeration systems.
    Bases,
    /// Morphisms.
    Morphisms,
    /// Macros.
    Macros,
    /// Transducers.
    Transducers,
    /// Scripts.
    Commands,
    /// What commands write for people and other programs.
    Results,
}

impl Directory {
    /// All of them.
    pub const ALL: [Directory; 8] = [
        Directory::Automata,
        Directory::Words,
        Directory::Bases,
        Directory::Morphisms,
        Directory::Macros,
        Directory::Transducers,
        Directory::Commands,
        Directory::Results,
    ];

    /// Its name on disk.
    pub fn folder(self) -> &'static str {
        match self {
            Directory::Automata => "Automata Library",
            Directory::Words => "Word Automata Library",
            Directory::Bases => "Custom Bases",
            Directory::Morphisms => "Morphism Library",
            Directory::Macros => "Macro Library",
            Directory::Transducers => "Transducer Library",
            Directory::Commands => "Command Files",
            Directory::Results => "Result",
        }
    }
}

/// Where files are looked for and written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// Searched first, and written to.
    pub session: PathBuf,
    /// Searched then.
    pub home: PathBuf,
}

impl Folders {
    /// Makes all folders of the session, and does what a run that ended has left undone in them. Without it each is made
    /// when something is written there.
    ///
    /// # Errors
    /// If they cannot be made.
    pub fn create(&self) -> io::Result<()> {
        Directory::ALL.iter().try_for_each(|directory| {
            let folder = self.session.join(directory.folder());
            if folder.is_dir() { settle(&folder) } else { make_folder(&folder) }
        })
    }

    /// The file of a directory with this name, if there is one.
    pub fn find(&self, directory: Directory, file: &str) -> Option<PathBuf> {
        // A name is one part of a path: nothing leads out of the tree.
        if Path::new(file).components().count() != 1 || file.contains("..") {
            return None;
        }
        let place = |root: &PathBuf| root.join(directory.folder()).join(file);
        [&self.session, &self.home].into_iter().map(place).find(|path| path.is_file())
    }

    /// Where a file of a directory is written.
    pub fn target(&self, directory: Directory, file: &str) -> PathBuf {
        self.session.join(directory.folder()).join(file)
    }

    /// The names of the files of a directory, without `.txt`.
    pub fn names(&self, directory: Directory) -> Vec<String> {
        let read = |root: &PathBuf| std::fs::read_dir(root.join(directory.folder())).into_iter().flatten().flatten();
        let name = |entry: std::fs::DirEntry| Some(entry.file_name().to_str()?.strip_suffix(".txt")?.to_owned());
        let mut names: Vec<String> = [&self.session, &self.home].into_iter().flat_map(read).filter_map(name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_comes_before_home_and_nothing_leads_out() {
        let (session, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let folders = Folders { session: session.path().into(), home: home.path().into() };
        folders.create().unwrap();
        std::fs::create_dir(home.path().join("Automata Library")).unwrap();
        std::fs::write(home.path().join("Automata Library/f.txt"), "true").unwrap();
        assert!(folders.find(Directory::Automata, "f.txt").unwrap().starts_with(home.path()));
        std::fs::write(folders.target(Directory::Automata, "f.txt"), "false").unwrap();
        assert!(folders.find(Directory::Automata, "f.txt").unwrap().starts_with(session.path()));
        assert_eq!(folders.find(Directory::Words, "../Automata Library/f.txt"), None);
        assert_eq!(folders.find(Directory::Words, "f.txt"), None);
        assert_eq!(folders.names(Directory::Automata), ["f"]);
    }
}
