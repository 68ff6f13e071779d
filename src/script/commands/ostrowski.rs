//! `ost`: the Ostrowski numeration system of a continued fraction.

use std::sync::Arc;

use crate::library::{Directory, write_language};
use crate::numeration::{Compare, Language, LinearAtom, Ostrowski, Rule, StoredSystem, TrackKind, certify, recognize};
use crate::syntax::{ArgumentKind, misread_system, no_digit};

use super::super::outcome::Saved;
use super::super::outcome::{CommandError, Effect};
use super::{Call, Run};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] = &[("ost", ost)];

/// `ost NAME [a0 a1 ...] [b1 b2 ...]`: `msd_NAME` and `lsd_NAME` for the continued fraction `[a0; a1, .., b1, b2, ..]`,
/// whose period is the second list. Its order and addition are proved before the name is given.
fn ost(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(3, 3)?;
    let (name, _) = call.target(0)?;
    if let Some((message, label)) = misread_system(&name) {
        return Err(call.error_at(0, message).label(label).into());
    }
    let system =
        Ostrowski::new(&terms(call, 1)?, &terms(call, 2)?).map_err(|error| call.error_at(2, error.to_string()))?;
    let mut numerations = call.session.names.numerations.clone();
    numerations.define(&name, system);
    let msd = numerations.get(&format!("msd_{name}")).map_err(|error| call.error_at(0, error.to_string()))?;
    let certificate = certify(&msd, call.budget)?;
    if !certificate.holds() {
        return Err(CommandError::Contradiction);
    }
    let adder = msd.linear(&LinearAtom::new(&[1, 1, -1], Compare::Equal, 0), call.budget)?;
    // Some of them are Parry systems, and computed with as such.
    let stored = StoredSystem { valid: Some((**msd.valid()).clone()), addition: (*adder).clone(), less_than: None };
    if let Ok(rule @ Rule::Positional(_)) = recognize(&stored, call.budget) {
        numerations.define(&name, rule);
    }
    call.session.names.numerations = numerations;
    let digits = TrackKind::of_digits(&(0..i64::from(msd.digits())).collect::<Vec<_>>());
    for (ending, dfa) in [("", msd.valid()), ("_addition", &adder)] {
        let tracks = vec![digits.clone(); dfa.layout().tracks()];
        let text = write_language(&Language { dfa: Arc::clone(dfa), tracks });
        call.session.saved.push(Saved::Stored(Directory::Bases, format!("msd_{name}{ending}.txt"), text));
    }
    Ok(Effect::Nothing)
}

/// The numbers of `[0 3 1]`.
fn terms(call: &Call<'_>, at: usize) -> Result<Vec<u64>, CommandError> {
    let argument = &call.arguments[at];
    let text = argument.text.trim_start_matches('[').trim_end_matches(']');
    let numbers: Result<Vec<u64>, _> =
        text.split(|c: char| c.is_whitespace() || c == ',').filter(|term| !term.is_empty()).map(str::parse).collect();
    match (argument.kind, numbers) {
        (ArgumentKind::Bracket, Ok(numbers)) => Ok(numbers),
        (ArgumentKind::Bracket, Err(error)) if no_digit(&error).is_some() => {
            Err(call.error_at(at, format!("a term of `{}` is over 64 bits", argument.text)).into())
        }
        _ => Err(call.error_at(at, format!("expected natural numbers in brackets, found `{}`", argument.text)).into()),
    }
}
