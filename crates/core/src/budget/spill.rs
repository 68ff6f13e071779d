//! The folder for what does not fit into memory.
//!
//! Its files have no name from the moment they are made: whatever ends the process, the system takes them back, and no
//! file that somebody else wrote is ever opened.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::limit::{Halt, Limit};

/// A folder that may be written to.
#[derive(Clone, Debug)]
pub struct Spill {
    folder: Arc<Path>,
    eager: bool,
}

impl Spill {
    /// Uses this folder once memory is short.
    pub fn new(folder: PathBuf) -> Spill {
        Spill { folder: folder.into(), eager: false }
    }

    /// Uses it from the first row on, where it costs more than it saves: for tests.
    pub fn eager(folder: PathBuf) -> Spill {
        Spill { eager: true, ..Spill::new(folder) }
    }

    /// Whether memory need not be short.
    pub fn is_eager(&self) -> bool {
        self.eager
    }

    /// A new file that goes when it is closed.
    ///
    /// # Errors
    /// [`Limit::Spill`].
    pub fn file(&self) -> Result<File, Halt> {
        tempfile::tempfile_in(&self.folder).map_err(|error| lost(&error))
    }
}

/// What a failed read or write is to a computation.
pub fn lost(error: &io::Error) -> Halt {
    Halt::Limit(Limit::Spill(error.kind()))
}
