//! `synchronize`: sequences as functions that formulas can call.

use crate::logic::FunctionKind;
use crate::sequences::SequenceError;

use super::super::outcome::{CommandError, Effect};
use super::{Call, Run};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] = &[("synchronize", synchronize)];

/// `synchronize NAME SEQUENCE`: `$NAME(n,m)` says that m is the value at n.
fn synchronize(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, 2)?;
    let (name, _) = call.target(0)?;
    let sequence = call.sequence(1)?;
    match sequence.graph(call.budget) {
        Ok(Some(graph)) => {
            call.session.define_function(&name, FunctionKind::Relation(graph));
            Ok(Effect::Nothing)
        }
        Ok(None) => Err(CommandError::Unfinished(
            "found no automaton for its graph: it may not be synchronized, or may have values that are not natural numbers"
                .into(),
        )),
        Err(SequenceError::Limit(limit)) => Err(limit.into()),
        Err(error) => Err(call.error_at(1, error.to_string()).into()),
    }
}
