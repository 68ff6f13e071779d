//! `values` and `show`: what a name or a formula stands for.

use clap::ValueEnum;
use num_bigint::BigInt;
use serde_json::{Value, json};

use crate::cli::png;
use crate::cli::show::{Form, Found, drawn, find};
use crate::numeration::Relation;
use crate::report::object::Object;
use crate::script::{Limits, Session};
use crate::words::Indexed;

use super::arguments::Arguments;
use super::place::Place;
use super::reply::Reply;

/// Tuples, letters, values or rows where nothing is said.
const SIZE: usize = 40;

/// The forms that a client may ask for.
pub(super) const FORMS: [&str; 10] =
    ["table", "list", "walnut", "dot", "latex", "tikz", "svg", "plot", "png", "plot-png"];

/// The first values of something.
pub(super) fn values(arguments: &Arguments, place: &Place, limits: &Limits) -> Reply {
    let (of, count) = (arguments.text("of").unwrap_or_default(), arguments.natural("count").unwrap_or(SIZE));
    let mut session = match place.session(limits.clone()) {
        Ok(session) => session,
        Err(reply) => return reply,
    };
    match sequence(&mut session, of, count, limits) {
        Some(Ok(reply)) => return reply,
        Some(Err(why)) => return Reply::error(why),
        None => {}
    }
    let listed = match find(&mut session, of, &limits.budget()) {
        Ok((Found::Object(object), remark)) => {
            list(&object, count, limits).map(|data| Reply::new(object.list(count), data).noted(remark))
        }
        Ok((Found::Text(_) | Found::Written(_), _)) => Err(format!("`{of}` has no values; `show` tells what it is")),
        Err(why) => Err(why),
    };
    listed.unwrap_or_else(Reply::error)
}

/// The first values of a sequence of one variable, if that is what a name stands for.
fn sequence(session: &mut Session, name: &str, count: usize, limits: &Limits) -> Option<Result<Reply, String>> {
    session.know(name).ok()?;
    let sequence = session.sequence(name)?.clone();
    if sequence.variables() != 1 {
        return Some(Err(format!("`{name}` is a sequence of {} variables", sequence.variables())));
    }
    let budget = limits.budget();
    let value = |n: usize| sequence.value(&[BigInt::from(n)], &budget).map(|value| value.to_string());
    let values: Result<Vec<String>, _> = (0..count).map(value).collect();
    Some(values.map(|values| Reply::new(values.join(" "), json!({ "values": values }))).map_err(|why| why.to_string()))
}

/// The first letters or tuples of an object.
fn list(object: &Object, count: usize, limits: &Limits) -> Result<Value, String> {
    let tuples = |relation: &Relation| -> Result<Vec<Vec<String>>, String> {
        let tuples = relation.first_within(count, &limits.budget()).map_err(|why| why.to_string())?;
        Ok(tuples.iter().map(|tuple| tuple.iter().map(BigInt::to_string).collect()).collect())
    };
    Ok(match object {
        Object::Truth(truth) => json!({ "truth": truth }),
        Object::Set(_, Some(relation), names) => {
            let names: Vec<&str> = names.iter().map(|name| &**name).collect();
            json!({ "variables": names, "tuples": tuples(relation)? })
        }
        Object::Word(Indexed::Word(word)) if word.systems.len() == 1 && !word.systems[0].is_signed() => {
            json!({ "letters": (0..count).map(|n| word.value(&[n.into()])).collect::<Vec<i64>>() })
        }
        Object::Set(..) | Object::Word(_) => json!({ "text": object.list(count) }),
    })
}

/// Something in a form.
pub(super) fn show(arguments: &Arguments, place: &Place, limits: &Limits) -> Reply {
    let what = arguments.text("what").unwrap_or_default();
    let name = arguments.text("as").unwrap_or("table");
    let form = Form::from_str(name, true).unwrap_or(Form::Table);
    let found = place.session(limits.clone()).map(|mut session| find(&mut session, what, &limits.budget()));
    let (object, remark) = match found {
        Err(reply) => return reply,
        Ok(Err(why)) => return Reply::error(why),
        Ok(Ok((Found::Text(text) | Found::Written(text), remark))) => {
            return Reply::new(text.clone(), json!({ "text": text })).noted(remark);
        }
        Ok(Ok((Found::Object(object), remark))) => (object, remark),
    };
    let drawn = match drawn(&object, form, what, arguments.natural("size").unwrap_or(SIZE)) {
        Ok(drawn) => drawn,
        Err(why) => return Reply::error(format!("{what}: {why}")),
    };
    let about = object.about();
    let data = json!({ "about": about, "states": object.states() });
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let reply = match form {
        Form::Png | Form::PlotPng => {
            let picture = json!({ "type": "image", "mimeType": "image/png", "data": png::encoded(&drawn) });
            Reply { more: vec![picture], ..Reply::new(format!("{what}: {about}"), data) }
        }
        Form::Svg | Form::Plot => {
            let file = json!({ "uri": "filbert://picture.svg", "mimeType": "image/svg+xml", "text": text(drawn) });
            let more = vec![json!({ "type": "resource", "resource": file })];
            Reply { more, ..Reply::new(format!("{what}: {about}"), data) }
        }
        Form::Table | Form::Walnut | Form::Dot | Form::Tikz | Form::Latex | Form::List | Form::PlotTikz => {
            Reply::new(text(drawn), data)
        }
    };
    reply.noted(remark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_are_known() {
        assert!(FORMS.iter().all(|form| Form::from_str(form, true).is_ok()));
    }
}
