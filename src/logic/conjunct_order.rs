//! A conjunction of several parts, joined one at a time and minimized after each.
//!
//! Joined all at once, the parts are minimized only when their product is whole; one at a time, what two parts make
//! common shrinks before the third multiplies it (the W^2 redundancy: twice as fast, single steps seventeen times). The
//! order is greedy: a part that adds no variable first, then what shares most variables, then what branches least; what
//! cannot enumerate letters waits until all its variables are there. Bad when a prefix is larger than the whole: a
//! limit on its states ends it, and all parts are joined at once.

use std::sync::Arc;

use crate::automata::{StoredAutomaton, minimal};
use crate::budget::{Attempt, Halt};
use crate::tuning::logic::search;

use super::build::Built;
use super::engine::Engine;
use super::frame::Frame;
use super::ir::{Expr, ExprRef, Kind, Var};
use super::tactics::Tactic;
use super::trace::Share;

impl Engine<'_> {
    /// The conjunction of settled parts, at least three, over the variables that they mention; `None` if a prefix is too
    /// large.
    pub(super) fn joined_in_order(&mut self, parts: &[ExprRef]) -> Result<Option<Built>, Halt> {
        let parts = self.conjunct_order(parts)?;
        if !enumerates(&parts[0]) {
            return Ok(None);
        }
        let mut done = self.relation(&parts[0])?;
        for (i, part) in parts.iter().enumerate().skip(1) {
            let prefix = Expr::and(parts[..=i].to_vec());
            if i + 1 == parts.len() {
                // The whole has a step already.
                return Ok(Some(self.stage(&done, part, usize::MAX)?));
            }
            let stage = self.attempt(Tactic::StagedJoin, Share::States(search::PREFIX_STATES), |engine| {
                engine.once(&prefix, |engine| engine.stage(&done, part, search::PREFIX_STATES))
            })?;
            let Attempt::Done(built) = stage else { return Ok(None) };
            done = built;
        }
        Ok(Some(done))
    }

    /// What is done so far and one more part.
    pub(super) fn stage(&mut self, done: &Built, part: &ExprRef, most_states: usize) -> Result<Built, Halt> {
        let mut vars = done.vars.clone();
        vars.extend(part.free().iter().filter(|var| !done.vars.contains(var)));
        let frame = Frame::new(self.variables, &vars)?;
        let before = Box::new(StoredAutomaton::new(done.dfa.clone(), &frame.slots(&done.vars), Arc::new([])));
        let join = self.join_with(vec![before], done.vars.clone(), part, &frame)?;
        let budget = self.budget.tightened(most_states);
        let (dfa, explored) = minimal(join, frame.layout(), frame.layout().slots(), &budget)?;
        self.workspace.trace.explored(explored);
        Ok(Built { dfa: Arc::new(dfa), vars })
    }

    /// The parts in the order in which they are joined.
    pub(super) fn conjunct_order(&mut self, parts: &[ExprRef]) -> Result<Vec<ExprRef>, Halt> {
        let mut rest = Vec::with_capacity(parts.len());
        for part in parts {
            rest.push((self.branching(part)?, part.clone()));
        }
        let mut covered: Vec<Var> = Vec::new();
        let mut order = Vec::with_capacity(parts.len());
        while !rest.is_empty() {
            let rank = |(branching, part): &(f64, ExprRef)| {
                let new = part.free().iter().filter(|var| !covered.contains(var)).count();
                let kind = if new == 0 { 0 } else { 1 + usize::from(!enumerates(part)) };
                ((kind, new, usize::MAX - (part.free().len() - new)), *branching)
            };
            let compare = |a: &usize, b: &usize| {
                let (a, b) = (rank(&rest[*a]), rank(&rest[*b]));
                a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
            };
            let best = (0..rest.len()).min_by(compare).expect("a part is left");
            let part = rest.remove(best).1;
            covered.extend(part.free().iter().filter(|var| !covered.contains(var)).copied().collect::<Vec<_>>());
            order.push(part);
        }
        Ok(order)
    }

    /// Edges a state, for what is built anyhow.
    fn branching(&mut self, part: &ExprRef) -> Result<f64, Halt> {
        if !enumerates(part) {
            return Ok(f64::MAX);
        }
        let dfa = self.relation(part)?.dfa;
        Ok(dfa.transitions().len() as f64 / dfa.states() as f64)
    }
}

/// Whether a part can enumerate the letters it allows; others are conditions.
pub(super) fn enumerates(part: &ExprRef) -> bool {
    !matches!(part.kind(), Kind::Not(_) | Kind::Iff(..) | Kind::Or(_))
}
