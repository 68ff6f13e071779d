//! `explore`: facts that nobody stated.

use std::time::Duration;

use serde_json::{Value, json};

use crate::cli::explore::undecided;
use crate::explore::{Fact, explore as search};
use crate::script::Limits;

use super::arguments::Arguments;
use super::place::Place;
use super::reply::Reply;

/// Time for a statement.
const TIME: Duration = Duration::from_secs(5);

/// Looks for facts, and proves them.
pub(super) fn explore(arguments: &Arguments, place: &Place, limits: &Limits) -> Reply {
    let whole = limits.time.unwrap_or(TIME);
    let limits = Limits { time: Some(whole.min(TIME)), ..limits.clone() };
    let mut session = match place.session(limits) {
        Ok(session) => session,
        Err(reply) => return reply,
    };
    // What is left over is for the answer.
    let found = match search(&mut session, arguments.text("name").unwrap_or_default(), whole.mul_f64(0.9), &mut |_| {})
    {
        Ok(found) => found,
        Err(why) => return Reply::error(why),
    };
    let facts: String = found.facts.iter().map(Fact::written).collect();
    let left = if found.undecided.is_empty() { String::new() } else { undecided(&found.undecided) };
    let told = |fact: &Fact| -> Value { json!({ "about": fact.about, "command": fact.command() }) };
    let data = json!({
        "definitions": found.definitions, "facts": found.facts.iter().map(told).collect::<Vec<Value>>(),
        "undecided": found.undecided.iter().map(told).collect::<Vec<Value>>(), "is_cut": found.is_cut,
    });
    Reply::new(format!("{}{facts}{left}", found.definitions), data)
}
