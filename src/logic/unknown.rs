//! What is said of a numeration system that does not exist.

use std::sync::Arc;

use crate::numeration::NumerationSystem;
use crate::syntax::{Diagnostic, Source, Span, full_system_name, nearest};

use super::environment::Environment;

/// The system that a `?` named.
pub(super) fn system_at(
    environment: &dyn Environment,
    source: &Source,
    name: &str,
    span: Span,
) -> Result<Arc<NumerationSystem>, Diagnostic> {
    environment.system(name).map_err(|why| {
        let written = written(source, name, span);
        let error = Diagnostic::error(source, written.unwrap_or(span), why.to_string());
        let (direction, short) = name.split_once('_').unwrap_or(("msd", name));
        let known = environment.systems();
        match nearest(short, known.iter().map(String::as_str)) {
            Some(near) if near != short => error.label(format!("did you mean `?{direction}_{near}`?")),
            _ => error.label(if written.is_some() { "no such system" } else { "read in this system" }),
        }
    })
}

/// The `?name` that holds at a place: the last one before it that names the system.
fn written(source: &Source, name: &str, place: Span) -> Option<Span> {
    let before = source.slice(Span::new(0, place.start));
    before.rmatch_indices('?').find_map(|(at, _)| {
        let rest = &before[at + 1..];
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let is_it = full_system_name(&rest[..length]).is_some_and(|full| &*full == name);
        is_it.then(|| Span::new(at, at + 1 + length))
    })
}
