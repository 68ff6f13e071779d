//! Linear representations of `eval NAME v w "F"`: for each value of v and w, how many values the other variables have.

use std::sync::Arc;

use crate::automata::{CountingError, LinearRepresentation, Padding, Track};
use crate::budget::Budget;
use crate::library::{CountedBy, write_linear};
use crate::numeration::{Direction, Relation};
use crate::syntax::ast::Name;
use crate::syntax::{Diagnostic, Source};

use super::outcome::CommandError;
use super::outcome::Saved;

/// The files of the representation that counts by the variables `counted` of a relation over `names`.
pub(super) fn files(
    source: &Source,
    name: &str,
    counted: &[Name],
    names: &[Arc<str>],
    relation: &Relation,
    budget: &Budget,
) -> Result<Vec<Saved>, CommandError> {
    let mut kept = Vec::new();
    for variable in counted {
        let wrong = |message: String| Diagnostic::error(source, variable.span, message);
        let track = names.iter().position(|name| *name == variable.text).map(Track);
        let track = track.ok_or_else(|| {
            wrong(format!("`{}` is not a free variable of the formula", variable.text))
                .label(format!("the free variables are {}", names.join(", ")))
        })?;
        if kept.contains(&track) {
            return Err(wrong(format!("`{}` occurs twice here", variable.text)).into());
        }
        kept.push(track);
    }
    let linear = linear(relation, &kept, budget).map_err(|error| match error {
        CountingError::Limit(limit) => CommandError::from(limit),
        CountingError::Infinite => Diagnostic::error(source, counted[0].span, error.to_string())
            .help("bound the other variables, as in `i<n`")
            .into(),
    })?;
    let systems: Vec<String> = kept.iter().map(|&track| relation.systems()[track.0].name().to_string()).collect();
    let variables = counted.iter().map(|variable| variable.text.to_string()).collect();
    let files = write_linear(&linear, &CountedBy { variables, systems });
    Ok(files.into_iter().map(|(ending, text)| Saved::File(format!("{name}.{ending}"), text)).collect())
}

/// How many values the tracks that are not `kept` have, for each value of those that are.
///
/// # Errors
/// If they have infinitely many; the limit that was passed.
pub fn linear(relation: &Relation, kept: &[Track], budget: &Budget) -> Result<LinearRepresentation, CountingError> {
    let padding = match relation.systems()[0].direction() {
        Direction::Msd => Padding::Leading,
        Direction::Lsd => Padding::Trailing,
    };
    LinearRepresentation::counting(relation.dfa(), kept, padding, budget)
}
