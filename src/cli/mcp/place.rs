//! Where the script of a call stands: the folder in which this process works, which was empty, and which nothing
//! outside is named from.

use std::path::{Component, Path};

use crate::disk::{make_folder, write_unsynced};
use crate::script::{Limits, Session};

use super::arguments::{Arguments, SCRIPT};
use super::reply::Reply;

/// What the script of a call is called.
pub(super) const SCRIPT_NAME: &str = "script.prf";

/// A folder with the files of a call.
pub(super) struct Place(());

impl Place {
    /// Writes the script and the files of a call.
    ///
    /// # Errors
    /// If a file is to stand outside, or cannot be written.
    pub(super) fn fill(arguments: &Arguments) -> Result<Place, String> {
        for (path, text) in arguments.files() {
            write(path, text)?;
        }
        write(SCRIPT_NAME, arguments.text(SCRIPT.name).unwrap_or_default())?;
        Ok(Place(()))
    }

    /// The script, as messages name it.
    pub(super) fn script(&self) -> &'static Path {
        Path::new(SCRIPT_NAME)
    }

    /// A session that knows the names of the script and nothing outside of the folder.
    ///
    /// # Errors
    /// What cannot be read in the script.
    pub(super) fn session(&self, limits: Limits) -> Result<Session, Reply> {
        let mut session = Session::with_limits(limits);
        session.enter(self.script());
        session.confine(&[]);
        let errors = session.use_path(self.script()).map_err(Reply::error)?;
        match errors.first() {
            Some(error) => Err(Reply::wrong(error)),
            None => Ok(session),
        }
    }
}

fn write(path: &str, text: &str) -> Result<(), String> {
    let file = Path::new(path);
    let is_inside = !path.is_empty() && file.components().all(|part| matches!(part, Component::Normal(_)));
    if !is_inside {
        return Err(format!("`files`: `{path}` is not a relative path without `..`"));
    }
    let wrong = |error: std::io::Error| format!("`files`: `{path}`: {error}");
    if let Some(above) = file.parent() {
        make_folder(above).map_err(wrong)?;
    }
    if file.exists() {
        return Err(format!("`files`: `{path}` is the name of another file"));
    }
    write_unsynced(file, text).map_err(wrong)
}
