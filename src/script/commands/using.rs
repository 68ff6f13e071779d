//! `use`: names of other scripts and of folders, run or read when they are used.

use super::super::deferred_definitions::path_of;
use super::super::outcome::{CommandError, Effect};
use super::{Call, Run};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] = &[("use", use_path)];

/// `use "PATH"`, relative to the script.
fn use_path(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(1, 1)?;
    let path = path_of(call.arguments).ok_or_else(|| call.error_at(0, "expected a path in quotes"))?;
    let path = call.session.base().join(path);
    let admitted = call.session.admit(&path);
    let used = admitted.map_err(|why| call.error_at(0, "named by a confined script").label(why)).and_then(|()| {
        call.session.past_open_files(|session| session.use_in_script(&path)).map_err(|why| {
            let error = call.error_at(0, "nothing can be used here").label(why);
            error.help("the path is relative to the script that names it")
        })
    });
    if used.is_err() {
        call.session.lose_names(call.source, call.span.start);
    }
    let wrong = used?;
    match wrong.into_iter().next() {
        Some(error) => Err(error.into()),
        None => Ok(Effect::Nothing),
    }
}
