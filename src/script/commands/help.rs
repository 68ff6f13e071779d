//! `help`: what each command does, in few words; `cls`: a clear screen to read it on.

use crate::syntax::{command, commands, nearest};

use super::super::outcome::{CommandError, Effect};
use super::super::query_result::QueryResult;
use super::{Call, Run};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] = &[("cls", clear), ("help", help)];

/// `cls`.
fn clear(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(0, 0)?;
    Ok(Effect::Query(QueryResult::Clear))
}

/// `help [COMMAND]`.
fn help(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(0, 1)?;
    if call.arguments.is_empty() {
        return Ok(Effect::Query(QueryResult::Commands));
    }
    let name = call.text(0)?;
    let Some(info) = command(name) else {
        let error = call.error_at(0, format!("unknown command `{name}`"));
        return Err(match nearest(name, commands().iter().map(|info| info.keyword)) {
            Some(near) => error.meant(near).into(),
            None => error.into(),
        });
    };
    Ok(Effect::Query(QueryResult::Command(info)))
}
