//! The errors about a numeration system that does not exist, and about two that have one name.

use std::sync::Arc;

use crate::numeration::{NumerationSystem, Numerations};
use crate::syntax::ast::CommandKind;
use crate::syntax::{Diagnostic, Source, Span, family_and_parameter, full_system_name, nearest, parse_script};

use super::environment::Environment;

/// The system that a `?` named.
pub(super) fn system_at(
    environment: &dyn Environment,
    source: &Source,
    name: &str,
    span: Span,
) -> Result<Arc<NumerationSystem>, Diagnostic> {
    if family_and_parameter(name).is_some() {
        // A family, where it cannot be.
        return Err(Diagnostic::error(source, span, format!("numbers of `?{name}` cannot be read here"))
            .label("those of a parameter of a family")
            .help("`def`, `eval`, `theorem` and `refute` take statements about families"));
    }
    environment.system(name).map_err(|why| {
        let written = written(source, name, span);
        let error = Diagnostic::error(source, written.unwrap_or(span), why.to_string());
        let (direction, short) = name.split_once('_').unwrap_or(("msd", name));
        let known = environment.systems();
        match nearest(short, known.iter().map(String::as_str)) {
            Some(near) if near != short => error.label(format!("did you mean `?{direction}_{near}`?")),
            _ => {
                error.label(if written.is_some() { "there is no system with this name" } else { "read in this system" })
            }
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

/// What to do where two systems have one name.
pub(super) const REDEFINED: &str =
    "earlier definitions keep the system they were made in: give the new system another name";

/// The names of two systems; if they are the same, with what tells which is which.
pub(super) fn told_apart(
    environment: &dyn Environment,
    source: &Source,
    place: Span,
    systems: [&Arc<NumerationSystem>; 2],
) -> [String; 2] {
    let name = systems[0].name();
    if name != systems[1].name() || systems[0] == systems[1] {
        return systems.map(|system| system.name().to_string());
    }
    let meant = environment.system(name).ok();
    let shipped = Numerations::standard().get(name).ok();
    systems.map(|system| match (&meant, &shipped) {
        (_, Some(shipped)) if shipped == system => format!("the shipped {name}"),
        (Some(meant), _) if meant == system => match defined_at(source, name, place) {
            Some(line) => format!("the {name} of line {line}"),
            None => format!("the newer {name}"),
        },
        _ => format!("an older {name}"),
    })
}

/// The line at which a system was last defined above a place.
fn defined_at(source: &Source, full_name: &str, place: Span) -> Option<usize> {
    let (_, short) = full_name.split_once('_')?;
    let (commands, _) = parse_script(source);
    let above = commands.iter().filter(|command| command.span.end <= place.start);
    let found = above.rev().find(|command| {
        if let CommandKind::Builtin { builtin, arguments } = &command.kind {
            return builtin.keyword() == "ost" && arguments.first().is_some_and(|name| *name.text == *short);
        }
        matches!(&command.kind, CommandKind::Numeration { name, .. } if *name.text == *short)
    });
    Some(source.position(found?.span.start).line)
}
