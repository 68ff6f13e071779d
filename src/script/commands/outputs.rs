//! `export`: automata as files for other programs.

use crate::library;

use super::super::outcome::Saved;
use super::super::outcome::{CommandError, Effect};
use super::super::publish::language_of;
use super::{Call, Object, Run};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] = &[("export", export)];

/// `export NAME gv|ba|txt` of an automaton or a word, and the formats of matrices of a sequence.
fn export(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, 2)?;
    if ["json", "m", "mpl", "sage", "sympy", "wl"].contains(&call.text(1)?) {
        return matrices(call);
    }
    let (name, object) = call.object(0)?;
    let format = call.text(1)?.to_owned();
    let contents = match (&object, &*format) {
        (Object::Word(word), "txt") => library::write_word(word),
        (Object::Word(word), "gv") => library::graphviz_word(word, &name),
        (Object::Word(_), "ba") => {
            return Err(call.error_at(1, "a word cannot be written as `ba`, a format without outputs").into());
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
        _ => return Err(call
            .error_at(
                1,
                format!(
                    "unknown format `{format}`: use gv, ba or txt, and for sequences json, m, mpl, sage, sympy or wl"
                ),
            )
            .into()),
    };
    call.session.saved.push(Saved::File(format!("{name}.{format}"), contents));
    Ok(Effect::Nothing)
}

/// The matrices of a sequence.
fn matrices(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    let sequence = call.sequence(0)?;
    let (name, _) = call.target(0)?;
    let format = call.text(1)?.to_owned();
    let by = call.session.counted_by(&name).expect("a sequence is kept with its variables");
    let contents = match &*format {
        "sympy" => library::write_sympy(sequence.linear(), &by),
        format => {
            let files = library::write_linear(sequence.linear(), &by);
            files.into_iter().find(|(ending, _)| *ending == format).expect("it is one of these").1
        }
    };
    let ending = if format == "sympy" { "py" } else { &format };
    call.session.saved.push(Saved::File(format!("{name}.{ending}"), contents));
    Ok(Effect::Nothing)
}
