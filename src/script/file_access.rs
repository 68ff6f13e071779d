//! Access to the files that a script names: those on disk, or only those that were [`Given`] with it.

use std::io;
use std::path::{Path, PathBuf};

use crate::budget::Budget;
use crate::disk::{Unread, plain, read_text};

use super::session::{Session, canonical};
use super::virtual_files::Given;

impl Session {
    /// From now on there are these files alone, and what commands make is written nowhere.
    pub(super) fn know_only(&mut self, files: &Given) {
        self.given = Some(files.clone());
    }

    /// A path by which a file that a script names is known.
    pub(super) fn known_path(&self, path: &Path) -> PathBuf {
        if self.given.is_some() { plain(path) } else { canonical(path) }
    }

    /// The text of a file that a script names.
    ///
    /// # Errors
    /// [`Unread`].
    pub(super) fn named_text(&self, file: &Path, budget: &Budget) -> Result<String, Unread> {
        match &self.given {
            Some(files) => files.text(file).map(str::to_owned).ok_or_else(|| io::Error::other("file not found").into()),
            None => read_text(file, budget),
        }
    }

    /// The names of what lies beside a file.
    pub(super) fn names_beside(&self, file: &Path) -> Vec<String> {
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
        match &self.given {
            Some(files) => files.paths().filter(|other| other.parent() == file.parent()).filter_map(name).collect(),
            None => {
                let beside = file.parent().and_then(|folder| std::fs::read_dir(folder).ok());
                beside.into_iter().flatten().flatten().filter_map(|entry| name(&entry.path())).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::entry::{Entry, Options};
    use crate::script::prove::prove_source;
    use crate::syntax::Source;

    fn proved(script: &str, files: &[(&str, &str)]) -> Vec<Entry> {
        let files = files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect();
        let options = Options { given: Some(files), objects: true, ..Options::default() };
        prove_source(&Source::new("a/b.prf", script), Some(Path::new("a/b.prf")), &options)
    }

    #[test]
    fn a_given_file_is_included_and_no_other() {
        let files =
            [("c/d.prf", "include \"../c/./e.prf\"; def odd \"~$even(x)\":"), ("c/e.prf", "def even \"Ey x=2*y\":")];
        let entries = proved("include \"../c/d.prf\"; theorem t \"Ax $odd(2*x+1)\":", &files);
        let [Entry::Statement(theorem)] = &entries[..] else { panic!("{entries:?}") };
        assert!(theorem.holds());
        let here = std::env::current_dir().expect("a folder").join("Cargo.toml");
        let [Entry::Error(other)] = &proved(&format!("include \"{}\";", here.display()), &files)[..] else { panic!() };
        assert!(other.render(false).contains("file not found"));
        let [Entry::Error(near)] = &proved("include \"../c/f.prf\";", &files)[..] else { panic!() };
        assert!(near.render(false).contains("did you mean `"), "{}", near.render(false));
    }

    #[test]
    fn files_for_other_programs_are_made_and_not_written() {
        let entries = proved("eval given_rows n \"x<n\";", &[]);
        let made = entries.iter().find_map(|entry| if let Entry::Made(made) = entry { Some(made) } else { None });
        assert!(made.is_some_and(|made| made.saved.len() > 1), "{entries:?}");
        assert!(!Path::new("a/Result").exists() && !Path::new("Result/given_rows.json").exists());
    }
}
