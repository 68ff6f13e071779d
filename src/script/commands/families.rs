//! `family`: words for all parameters of a kind at once.

use std::sync::Arc;

use crate::families::Family;
use crate::logic::Value;
use crate::numeration::{ParametricError, ParametricSystem, every_slope, paperfolding_words};
use crate::syntax::Diagnostic;
use crate::tuning::families::LARGEST_QUOTIENT;

use super::super::outcome::{CommandError, Effect};
use super::{Call, Run};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] = &[("family", family)];

/// `family NAME sturmian`, `family NAME bounded 4`, `family NAME paperfolding`, `family NAME of NUMBERS SUM ORDER [block 2]`.
fn family(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, 7)?;
    let (name, _) = call.target(0)?;
    if !name.starts_with(|first: char| first.is_ascii_uppercase()) {
        return Err(call.error_at(0, "the name of a family begins with a capital letter").into());
    }
    let slopes = |supposed| (Family { system: ParametricSystem::sturmian(), supposed }, every_slope::mechanical());
    let made = match call.text(1)? {
        "sturmian" => {
            call.count(2, 2)?;
            slopes(None)
        }
        "bounded" => {
            call.count(3, 3)?;
            match u32::try_from(call.number(2)?) {
                Ok(most) if (1..=LARGEST_QUOTIENT).contains(&most) => {
                    slopes(Some(Arc::new(every_slope::at_most(most, call.budget)?)))
                }
                _ => return Err(call.error_at(2, format!("a bound is from 1 to {LARGEST_QUOTIENT}")).into()),
            }
        }
        "paperfolding" => {
            call.count(2, 2)?;
            let system = Arc::new(ParametricSystem::paperfolding(call.budget)?);
            (Family { system, supposed: None }, paperfolding_words())
        }
        "of" => {
            let system = own(call)?;
            call.session.names.words.remove(&name);
            call.session.names.families.insert(name, Family { system: Arc::new(system), supposed: None });
            return Ok(Effect::Nothing);
        }
        other => {
            let message = format!("expected a kind of family, found `{other}`");
            return Err(call
                .error_at(1, message)
                .label("`sturmian`, `paperfolding`, `bounded` and a number, or `of` and its numbers, sum and order")
                .into());
        }
    };
    call.session.define_family(&name, (made.0, &made.1), call.budget)?;
    Ok(Effect::Nothing)
}

/// The system of `of NUMBERS SUM ORDER [block 2]`.
fn own(call: &Call<'_>) -> Result<ParametricSystem, CommandError> {
    call.count(5, 7)?;
    let close = match call.arguments.len() {
        5 => None,
        6 => return Err(call.error_at(5, "expected `block` and the digit that closes one").into()),
        _ if call.text(5)? == "block" => Some(i64::try_from(call.number(6)?).unwrap_or(i64::MAX)),
        _ => return Err(call.error_at(5, "expected `block` and the digit that closes one").into()),
    };
    let [numbers, sum, order] = [call.language(2)?, call.language(3)?, call.language(4)?];
    ParametricSystem::new(&numbers, &sum, &order, close, call.budget).map_err(|why| refused(call, why))
}

/// Why there is no such system.
fn refused(call: &Call<'_>, why: ParametricError) -> CommandError {
    let error = |message: String| -> Diagnostic { call.error_at(1, message) };
    match why {
        ParametricError::Halt(halt) => halt.into(),
        ParametricError::Tracks(message) => error(message)
            .help("numbers are on the tracks f, x; the sum x+y=z is on f, x, y, z, and the order x<y on f, x, y")
            .into(),
        ParametricError::Fails { claim, words } => {
            let message = format!("these automata do not make a numeration system: it does not hold that {claim}");
            let words: Vec<String> = words.into_iter().map(|word| Value::Word(word).to_string()).collect();
            let error = error(message);
            match &words[..] {
                [] => error,
                _ => error.label(format!("see {}: the words of f, x, ..", words.join(", "))),
            }
            .help("a family is used once its sum and its order are proved to be those of numbers")
            .into()
        }
    }
}
