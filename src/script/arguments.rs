//! The order of a function's arguments, where its definition gives one: `def f(i,j,n) "..."`.

use std::sync::Arc;

use crate::automata::Track;
use crate::numeration::{Language, Relation};
use crate::syntax::ast::Name;
use crate::syntax::{Diagnostic, Source, Span, nearest};

/// For each argument the place of its variable among the free ones.
///
/// # Errors
/// If the arguments are not the free variables: one that is none, or one that is missing.
pub(super) fn order(
    source: &Source,
    arguments: &[Name],
    free: &[Arc<str>],
    formula: Span,
) -> Result<Vec<usize>, Diagnostic> {
    let place = |argument: &Name| {
        free.iter().position(|name| *name == argument.text).ok_or_else(|| {
            let message = format!("`{}` is not a free variable of the formula", argument.text);
            let error = Diagnostic::error(source, argument.span, message);
            match nearest(&argument.text, free.iter().map(|name| &**name)) {
                Some(near) => error.meant(near),
                None => error
                    .label("it is never used")
                    .help(format!("add `& {0}={0}` to let it be any number", argument.text)),
            }
        })
    };
    let order = arguments.iter().map(place).collect::<Result<Vec<usize>, Diagnostic>>()?;
    match (0..free.len()).find(|at| !order.contains(at)) {
        None => Ok(order),
        Some(missing) => {
            let message = format!("`{}` is free but not an argument", free[missing]);
            Err(Diagnostic::error(source, formula, message)
                .label("free here")
                .help(format!("name all free variables in the order of the arguments, or bind `{}`", free[missing])))
        }
    }
}

/// Puts the tracks of a relation in another order: track i of the result is track `order[i]` of it.
pub(super) fn in_order(relation: &Relation, order: &[usize]) -> Relation {
    let systems = order.iter().map(|&at| relation.systems()[at].clone()).collect();
    Relation::from_closed(Arc::new(relation.dfa().reordered(&tracks(order))), systems)
}

/// Puts the tracks of a set of words in another order, like [`in_order`].
pub(super) fn language_in_order(language: &Language, order: &[usize]) -> Language {
    let tracks_there = order.iter().map(|&at| language.tracks[at].clone()).collect();
    Language { dfa: Arc::new(language.dfa.reordered(&tracks(order))), tracks: tracks_there }
}

fn tracks(order: &[usize]) -> Vec<Track> {
    order.iter().map(|&at| Track(at)).collect()
}
