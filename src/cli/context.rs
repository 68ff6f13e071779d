//! What stands behind a statement: scripts and folders whose names it may use.

use std::path::{Path, PathBuf};

use crate::script::{Limits, Session};

use super::{drawing_of_messages, say};

/// Scripts and folders.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct ContextOptions {
    /// Use the names of a script, of a folder of scripts or of a Walnut home folder; may be given several times
    #[arg(long = "in", value_name = "PATH")]
    pub(super) places: Vec<PathBuf>,
}

impl ContextOptions {
    /// A session that knows these names.
    pub(super) fn session(&self, limits: Limits) -> Result<Session, String> {
        let mut session = Session::with_limits(limits);
        self.places.iter().try_for_each(|place| know(&mut session, place))?;
        Ok(session)
    }
}

/// Lets a session know the names of a script or a folder. What is wrong in a script is said, and the rest stands.
pub(super) fn know(session: &mut Session, place: &Path) -> Result<(), String> {
    for error in session.use_path(place)? {
        say::message(error.render(drawing_of_messages()));
    }
    Ok(())
}
