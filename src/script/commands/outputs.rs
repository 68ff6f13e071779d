//! `export`: automata as files for other programs.

use crate::library;

use super::super::outcome::Saved;
use super::super::outcome::{CommandError, Effect};
use super::super::publish::language_of;
use super::{Call, Object, Run};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] = &[("export", export)];

/// `export NAME gv|ba|txt`.
fn export(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, 2)?;
    let (name, object) = call.object(0)?;
    let format = call.text(1)?.to_owned();
    let contents = match (&object, &*format) {
        (Object::Word(word), "txt") => library::write_word(word),
        (Object::Word(word), "gv") => library::graphviz_word(word, &name),
        (Object::Word(_), "ba") => {
            return Err(call.error_at(1, "a word has no `ba` format, which knows no outputs").into());
        }
        (Object::Function(function), "txt" | "gv" | "ba") => match (language_of(function), &*format) {
            (Some(language), "txt") => library::write_language(&language),
            (Some(language), "gv") => library::graphviz_language(&language, &name),
            (Some(language), _) => library::ba(&language),
            (None, format) => {
                let truth = matches!(function.kind(), crate::logic::FunctionKind::Truth(true));
                match format {
                    "txt" => library::write_truth(truth),
                    "gv" => library::graphviz_truth(truth, &name),
                    _ => library::ba_truth(truth),
                }
            }
        },
        _ => return Err(call.error_at(1, format!("`{format}` is no format: there are gv, ba and txt")).into()),
    };
    call.session.saved.push(Saved::File(format!("{name}.{format}"), contents));
    Ok(Effect::Nothing)
}
