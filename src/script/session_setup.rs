//! Sets up the session in which a script is proved: what it may use, which names it knows at first, and what other
//! shards do.

use std::path::Path;

use crate::syntax::Source;
use crate::syntax::ast::Command;

use super::claim::Claimed;
use super::entry::{Entry, Options};
use super::outcome::Cause;
use super::session::Session;

/// The session of a script.
pub(super) fn opened(path: Option<&Path>, options: &Options, tell: &dyn Fn(Entry)) -> Session {
    let mut session = Session::with_limits(options.limits.clone()).with_tactics(options.tactics);
    // A proof does not rest on what nobody proved.
    session.demand_seals();
    if options.explain {
        session.keep_steps();
    }
    if options.certify {
        session.certify();
    }
    if let Some(files) = &options.given {
        session.know_only(files);
    }
    session.blocks = true;
    if let Some(path) = path {
        session.enter(path);
    }
    if let Some(others) = &options.confined {
        session.confine(others);
    }
    for place in &options.context {
        match session.use_path(place) {
            Ok(errors) => errors.into_iter().for_each(|error| tell(Entry::Error(error))),
            // A folder of files that confined scripts may name need hold none.
            Err(_) if options.confined.is_some() && place.is_dir() => {}
            Err(why) => {
                session.leave_all(Cause::missing(place));
                tell(Entry::Unreadable(why));
            }
        }
    }
    if let Some(folder) = &options.outputs {
        session.write_to(folder);
    }
    session
}

/// Leaves a command to another part: what it defines waits.
pub(super) fn leave(session: &mut Session, source: &Source, command: &Command, path: Option<&Path>) -> Vec<Entry> {
    let mut errors = Vec::new();
    session.context.is_told = true;
    let file = path.unwrap_or(Path::new(""));
    let unread = session.past_open_files(|session| session.put_off(source, command.clone(), file, &mut errors));
    session.context.is_told = false;
    let errors = errors.into_iter().map(Entry::Error).chain(unread.err().map(Entry::Unreadable));
    errors.chain(Claimed::of(source, command).map(Entry::Elsewhere)).collect()
}
