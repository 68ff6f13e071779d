//! The relation below the bound of a quantifier, learned and then proved.
//!
//! A [`Classification`](crate::automata::Classification) asks the [`Induction`](super::induction) about members, and what it
//! finds is believed once the induction has proved it. What was learned before a share was spent is kept for the next round.
//! Pays where the relation is small: it ends at ten thousand states.

use crate::budget::Halt;
use crate::numeration::Compare;
use crate::tuning::logic::bounded;

use super::bounded::{Below, BoundedQuantifier};
use super::build::Built;
use super::engine::Engine;
use super::ir::{Expr, Kind, LinearConstraint, Stored};
use super::strategy::{Strategy, Turn};
use super::trace::{Method, Share};

/// The strategy.
pub(super) struct Learned;

impl Strategy for Learned {
    fn turn(
        &self,
        engine: &mut Engine<'_>,
        quantifier: &mut BoundedQuantifier<'_>,
        round: usize,
    ) -> Result<Turn, Halt> {
        let limits = &bounded::ROUNDS[round];
        Ok(if quantifier.is_by_induction_alone(engine) {
            if round + 1 == bounded::ROUNDS.len() { Turn::ToTheEnd } else { Turn::Pass }
        } else if quantifier.abstracted_terms(engine).is_some() {
            // The relation between names is learned.
            Turn::Pass
        } else {
            Turn::Within(Share::Learning(limits.states, limits.questions))
        })
    }

    fn run(
        &self,
        engine: &mut Engine<'_>,
        quantifier: &mut BoundedQuantifier<'_>,
        round: usize,
    ) -> Result<Option<Built>, Halt> {
        let limits = &bounded::ROUNDS[round];
        let budget = engine.budget.tightened(limits.states);
        let learner = quantifier.learner;
        let Below { induction, vars, known, is_moved } = quantifier.below(engine, limits)?;
        induction.limit(limits.edges);
        let dfa = learner(known, induction, limits.questions, &budget)?;
        if !induction.proves(&dfa)? {
            return Ok(None);
        }
        let (relation, is_moved) = (Built { dfa, vars: vars.clone() }, *is_moved);
        engine.workspace.trace.by(Method::Induction);
        engine.workspace.trace.explored(relation.dfa.states());
        engine.reattach_bound(quantifier, relation, is_moved).map(Some)
    }
}

impl Engine<'_> {
    /// The quantifier, or E m (m = L & D(x,m)), with what stood beside it. The relation is D(x,m), its last track m under the
    /// name of t, or the quantifier.
    fn reattach_bound(
        &mut self,
        quantifier: &BoundedQuantifier<'_>,
        relation: Built,
        is_moved: bool,
    ) -> Result<Built, Halt> {
        let bounded = &quantifier.parts;
        let Built { dfa, mut vars } = relation;
        let plain = bounded.plain_bound();
        if let Some(n) = plain {
            *vars.last_mut().expect("the track of the bound") = n;
        }
        let is_whole = is_moved || plain.is_some();
        if is_whole && bounded.beside.is_empty() {
            return Ok(Built { dfa, vars });
        }
        let stored = Stored::of_numbers(dfa, "D(%)");
        let mut parts = vec![Expr::new(Kind::Relation(stored, vars))];
        parts.extend(bounded.beside.iter().cloned());
        if is_whole {
            return self.relation(&Expr::and(parts));
        }
        parts.push(Expr::new(Kind::Linear(LinearConstraint { compare: Compare::Equal, ..bounded.bound.clone() })));
        self.relation(&Expr::exists(vec![bounded.t], Expr::and(parts)))
    }
}
