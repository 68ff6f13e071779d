//! `guess`: a definition from its first values.

use serde_json::json;

use crate::automata::Rational;
use crate::cli::guess::{sequence, word};
use crate::script::Limits;

use super::arguments::Arguments;
use super::place::Place;
use super::reply::Reply;

/// A command that defines a word or a sequence with the values given.
pub(super) fn guess(arguments: &Arguments, place: &Place, limits: &Limits) -> Reply {
    let names = (arguments.text("system").unwrap_or_default(), arguments.text("name").unwrap_or("W"));
    let (written, budget) = (arguments.integers("values"), limits.budget());
    let mut session = match place.session(limits.clone()) {
        Ok(session) => session,
        Err(reply) => return reply,
    };
    let found = match arguments.flag("sequence") {
        true => {
            let values: Result<Vec<Rational>, _> = written.iter().map(|value| value.parse()).collect();
            let values = values.map_err(|_| "`values`: expected integers".to_owned());
            values.and_then(|values| sequence(&mut session, names, &values, &budget))
        }
        false => {
            let letters: Result<Vec<i64>, _> = written.iter().map(|value| value.parse()).collect();
            let letters = letters.map_err(|_| "`values`: a letter has at most 63 bits".to_owned());
            letters.and_then(|letters| word(&mut session, names, &letters, &budget))
        }
    };
    match found {
        Ok(command) => Reply::new(command.clone(), json!({ "command": command })),
        Err(why) => Reply::error(why),
    }
}
