//! Looks up what a formula calls and indexes, and makes the error if nothing has that name.

use std::sync::Arc;

use crate::syntax::ast::{CommandKind, Name};
use crate::syntax::{Diagnostic, Source, Span, nearest, parse_script};
use crate::words::Indexed;

use super::builder::plural;
use super::environment::{Environment, Function};

/// The function that is called at a place with so many arguments.
///
/// # Errors
/// If there is none, it cannot be read, or takes another number of them.
pub fn called(
    (environment, source): (&dyn Environment, &Source),
    name: &Name,
    given: usize,
    place: Span,
) -> Result<Arc<Function>, Diagnostic> {
    let text = &name.text;
    let known = environment.function(text).ok_or_else(|| unknown_function(environment, source, name))?;
    let known = known.map_err(|why| {
        Diagnostic::error(source, name.span, format!("the function `${text}` cannot be read")).label(why)
    })?;
    let arity = known.arity();
    if arity != given {
        return Err(Diagnostic::error(
            source,
            place,
            format!("`${text}` has {}, not {given}", plural(arity, "argument")),
        )
        .label(format!("{} here", plural(given, "argument")))
        .help("the arguments are the free variables of its definition, in alphabetical order"));
    }
    Ok(known)
}

/// The word that is read at a place at so many indices.
///
/// # Errors
/// If there is none, it cannot be read, or takes another number of them.
pub fn indexed(
    (environment, source): (&dyn Environment, &Source),
    name: &Name,
    given: usize,
    place: Span,
) -> Result<Indexed, Diagnostic> {
    let text = &name.text;
    let known = environment.word(text).ok_or_else(|| unknown_word(environment, source, name))?;
    let known = known
        .map_err(|why| Diagnostic::error(source, name.span, format!("the word `{text}` cannot be read")).label(why))?;
    let arity = known.tracks().len();
    if arity != given {
        return Err(Diagnostic::error(source, place, format!("`{text}` has {}, not {given}", plural(arity, "index"))));
    }
    Ok(known)
}

fn unknown_function(environment: &dyn Environment, source: &Source, name: &Name) -> Diagnostic {
    let error = Diagnostic::error(source, name.span, format!("unknown function `${}`", name.text));
    if let Some(line) = defined_below(source, name) {
        return error.label(format!("defined only at line {line}")).help("move the definition before its first use");
    }
    let known = environment.functions();
    match nearest(&name.text, known.iter().map(String::as_str)) {
        Some(near) => error.label(format!("did you mean `${near}`?")),
        None if environment.words().iter().any(|word| **word == *name.text) => {
            error.label("this is a word").help(format!("its value at n is `{}[n]`", name.text))
        }
        None => error.label("not defined").help("define it first, with `def` or `reg`"),
    }
}

fn unknown_word(environment: &dyn Environment, source: &Source, name: &Name) -> Diagnostic {
    let error = Diagnostic::error(source, name.span, format!("unknown word `{}`", name.text));
    let known = environment.words();
    match nearest(&name.text, known.iter().map(String::as_str)) {
        Some(near) => error.label(format!("did you mean `{near}`?")),
        None if environment.functions().iter().any(|function| **function == *name.text) => {
            error.label("this is a function").help(format!("call it as `${}(..)`", name.text))
        }
        None => error.label("not defined").help("define it first, with `word` or `promote`"),
    }
}

/// The line of the script at which a function is defined further down.
fn defined_below(source: &Source, function: &Name) -> Option<usize> {
    let (commands, _) = parse_script(source);
    let below = commands.iter().filter(|command| command.span.start > function.span.end);
    let found = below.map(|command| &command.kind).find_map(|kind| {
        let (CommandKind::Def { name, .. }
        | CommandKind::Reg { name, .. }
        | CommandKind::Kernel { name, .. }
        | CommandKind::Guess { name, .. }) = kind
        else {
            return None;
        };
        (name.text == function.text).then_some(name.span.start)
    })?;
    Some(source.position(found).line)
}
