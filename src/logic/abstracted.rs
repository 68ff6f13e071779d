//! A bounded quantifier by names for its sums, if there are [some that promise much](super::abstract_terms).
//!
//! They come before the relation is learned over the variables as written. Names that take a track more come after another turn
//! of the subsets, since the relation with that track may have far more states.

use std::sync::Arc;

use crate::budget::Halt;

use super::abstract_terms::AbstractedTerms;
use super::bounded::BoundedQuantifier;
use super::build::Built;
use super::engine::Engine;
use super::strategy::{Strategy, Turn};

/// The strategy.
pub(super) struct Abstracted;

impl Strategy for Abstracted {
    fn turn(
        &self,
        engine: &mut Engine<'_>,
        quantifier: &mut BoundedQuantifier<'_>,
        round: usize,
    ) -> Result<Turn, Halt> {
        if quantifier.is_by_induction_alone(engine) {
            return Ok(Turn::Pass);
        }
        let is_time = |named: Arc<AbstractedTerms>| round > 0 || !named.increases_arity;
        Ok(if quantifier.abstracted_terms(engine).is_some_and(is_time) { Turn::ToTheEnd } else { Turn::Pass })
    }

    fn run(
        &self,
        engine: &mut Engine<'_>,
        quantifier: &mut BoundedQuantifier<'_>,
        _: usize,
    ) -> Result<Option<Built>, Halt> {
        let named = quantifier.abstracted_terms(engine).expect("it has a turn");
        engine.by_abstract_terms(&named).map(Some)
    }
}
