//! What stands behind a statement: scripts and folders whose names it may use.

use std::path::{Path, PathBuf};

use crate::script::{Limits, Session};

use super::{color_of_messages, say};

/// Scripts and folders.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct ContextOptions {
    /// A script, a folder of scripts or a home of Walnut, whose names may be used; each is run or read when it is named
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
        say::message(error.render(color_of_messages()));
    }
    Ok(())
}
