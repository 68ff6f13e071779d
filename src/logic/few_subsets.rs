//! The subsets of a bounded quantifier, as long as they have few members.
//!
//! The usual way, with a limit: most quantifiers need no more. Where the bound is a variable, the automaton that is made
//! deterministic is the one by which the [`Induction`](super::induction) tells members. A body that is large is mostly left to
//! other strategies in the first round.

use std::sync::Arc;

use crate::automata::{Nfa, Product, StoredAutomaton, minimal};
use crate::budget::Halt;
use crate::tuning::logic::bounded::{self, Round};

use super::bounded::{BoundedQuantifier, conjunction};
use super::build::Built;
use super::engine::Engine;
use super::frame::Frame;
use super::ir::{Expr, Kind, Var};
use super::strategy::{Strategy, Turn};
use super::trace::Share;

/// The strategy.
pub(super) struct FewSubsets;

impl Strategy for FewSubsets {
    fn turn(
        &self,
        engine: &mut Engine<'_>,
        quantifier: &mut BoundedQuantifier<'_>,
        round: usize,
    ) -> Result<Turn, Halt> {
        let passes = quantifier.is_by_induction_alone(engine)
            || round == 0 && (quantifier.is_for_names_at_once(engine) || quantifier.is_large(engine)?);
        Ok(if passes { Turn::Pass } else { Turn::Within(Share::Members(bounded::ROUNDS[round].members)) })
    }

    fn run(
        &self,
        engine: &mut Engine<'_>,
        quantifier: &mut BoundedQuantifier<'_>,
        round: usize,
    ) -> Result<Option<Built>, Halt> {
        let limits = &bounded::ROUNDS[round];
        if round == 0 || quantifier.abstracted_terms(engine).is_none() {
            return engine.few_subsets(quantifier, limits).map(Some);
        }
        // What comes next is a relation with a track more, which has far more states: parts that are small as they are
        // written get as much as that.
        let budget = engine.budget.tightened(bounded::AS_WRITTEN_STATES);
        let mut engine = Engine::new(engine.workspace, engine.variables, &budget);
        // The workspace keeps the parts.
        quantifier.below(&mut engine, limits)?;
        engine.few_subsets(quantifier, limits).map(Some)
    }
}

impl Engine<'_> {
    /// The quantifier by subsets, if they have no more members than in this round.
    fn few_subsets(&mut self, quantifier: &mut BoundedQuantifier<'_>, limits: &Round) -> Result<Built, Halt> {
        if quantifier.forgotten.is_none() {
            quantifier.forgotten = Some(self.forgetting(quantifier, limits)?);
        }
        let (nfa, kept) = quantifier.forgotten.as_ref().expect("made above");
        // Each state is a member of some subset, but for those beside a universal one: where all edges are too many, all that
        // would be followed mostly are, and to begin is not free.
        if nfa.transitions().len() > limits.members {
            return Err(Halt::TooLarge);
        }
        self.determinized(nfa, kept.clone(), None, limits.members)
    }

    /// The body and the bound with the bound variable forgotten, made once.
    fn forgetting(&mut self, quantifier: &mut BoundedQuantifier<'_>, limits: &Round) -> Result<(Nfa, Vec<Var>), Halt> {
        if std::mem::replace(&mut quantifier.is_hopeless, true) {
            return Err(Halt::TooLarge);
        }
        let (vars, body) = (quantifier.vars, quantifier.body);
        if !quantifier.parts.others.is_empty() {
            return self.projected(vars, body);
        }
        if quantifier.is_large(self)? {
            let budget = self.budget.tightened(bounded::JOINED_STATES);
            return Engine::new(self.workspace, self.variables, &budget).projected(vars, body);
        }
        let Some(n) = quantifier.parts.plain_bound().filter(|_| quantifier.parts.beside.is_empty()) else {
            return self.with_bound(quantifier);
        };
        // D is the relation, and what tells its members is the automaton of the body and the bound.
        let below = quantifier.below(self, limits)?;
        let mut kept = below.vars.clone();
        *kept.last_mut().expect("the track of the bound") = n;
        let Some(nfa) = below.induction.whole() else {
            // There may be one in the next round.
            quantifier.is_hopeless = false;
            return Err(Halt::TooLarge);
        };
        Ok((nfa, kept))
    }

    /// The body, the bound and what stands beside them, with the bound variable forgotten. What their product does not tell
    /// apart, or leads nowhere, would multiply the subsets: so it is minimized, and may not be large.
    fn with_bound(&mut self, quantifier: &BoundedQuantifier<'_>) -> Result<(Nfa, Vec<Var>), Halt> {
        let bounded = &quantifier.parts;
        let mut parts = vec![self.relation(&conjunction(&bounded.body))?];
        parts.push(self.relation(&Expr::new(Kind::Linear(bounded.bound.clone())))?);
        for part in &bounded.beside {
            parts.push(self.relation(part)?);
        }
        let kept = self.kept(quantifier.vars, quantifier.body);
        let frame = Frame::new(self.variables, &[&kept[..], &[bounded.t]].concat())?;
        let table = |part: Built| StoredAutomaton::new(part.dfa, &frame.slots(&part.vars), Arc::new([]));
        let tables = parts.into_iter().map(|part| Box::new(table(part)) as _).collect();
        let whole = Product::new(tables, Vec::new());
        let budget = self.budget.tightened(bounded::JOINED_STATES);
        let (dfa, _) = minimal(whole, frame.layout(), frame.layout().slots(), &budget)?;
        let built = Built { dfa: Arc::new(dfa), vars: frame.vars().to_vec() };
        Ok((self.forgotten(&built, &kept), kept))
    }
}
