//! `family`: words for all slopes at once.

use crate::families::Slopes;
use crate::tuning::families::LARGEST_QUOTIENT;

use super::super::outcome::{CommandError, Effect};
use super::{Call, Run};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] = &[("family", family)];

/// `family NAME sturmian`, `family NAME bounded 4`.
fn family(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, 3)?;
    let (name, _) = call.target(0)?;
    if !name.starts_with(|first: char| first.is_ascii_uppercase()) {
        return Err(call.error_at(0, "the name of a family begins with a capital letter").into());
    }
    let slopes = match call.text(1)? {
        "sturmian" => {
            call.count(2, 2)?;
            Slopes::All
        }
        "bounded" => match u32::try_from(call.number(2)?) {
            Ok(most) if (1..=LARGEST_QUOTIENT).contains(&most) => Slopes::Bounded(most),
            _ => return Err(call.error_at(2, format!("a bound is from 1 to {LARGEST_QUOTIENT}")).into()),
        },
        other => {
            let message = format!("expected a kind of family, found `{other}`");
            return Err(call.error_at(1, message).label("`sturmian`, or `bounded` and a number").into());
        }
    };
    call.session.define_family(&name, slopes, call.budget)?;
    Ok(Effect::Nothing)
}
