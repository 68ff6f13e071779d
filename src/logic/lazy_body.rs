//! The body of a quantifier as relations stepped side by side, where their combination is too large to be built:
//! `W[i+t]!=W[j+t]` in quadribonacci has 97,000 states, of which a proof by induction meets a few hundred.
//!
//! Its parts are built; `~`, `&`, `|` and `<=>` between them are a [`Guard`]. A step costs one in each part that is not
//! yet decided. Bad where most states are met anyhow: minimized, they may be few.

use std::sync::Arc;

use crate::automata::{Dfa, Guard, Slot, StoredAutomaton};
use crate::budget::Halt;

use super::engine::Engine;
use super::ir::{ExprRef, Kind, Var};

/// A combination of relations over the same tracks.
#[derive(Clone)]
pub(super) enum LazyBody {
    /// A relation, the place of each of its tracks, and its universal states.
    Relation(Arc<Dfa>, Vec<usize>, Arc<[bool]>),
    Not(Box<LazyBody>),
    And(Vec<LazyBody>),
    Or(Vec<LazyBody>),
    Iff(Box<LazyBody>, Box<LazyBody>),
}

impl LazyBody {
    /// The condition that steps this combination, with the tracks at these fields.
    pub(super) fn guard(&self, slots: &[Slot]) -> Guard {
        let many = |parts: &[LazyBody]| parts.iter().map(|part| part.guard(slots)).collect();
        let boxed = |part: &LazyBody| Box::new(part.guard(slots));
        match self {
            LazyBody::Relation(dfa, tracks, universal) => {
                let own: Vec<Slot> = tracks.iter().map(|&track| slots[track]).collect();
                Guard::Leaf(Box::new(StoredAutomaton::new(dfa.clone(), &own, universal.clone())))
            }
            LazyBody::Not(part) => Guard::Not(boxed(part)),
            LazyBody::And(parts) => Guard::And(many(parts)),
            LazyBody::Or(parts) => Guard::Or(many(parts)),
            LazyBody::Iff(a, b) => Guard::Iff(boxed(a), boxed(b)),
        }
    }
}

impl Engine<'_> {
    /// A formula without closed parts over some of these variables: quantified parts are built, and their
    /// combination is not.
    pub(super) fn lazy_body(&mut self, expr: &ExprRef, vars: &[Var]) -> Result<LazyBody, Halt> {
        let mut many =
            |parts: &[ExprRef]| parts.iter().map(|part| self.lazy_body(part, vars)).collect::<Result<Vec<_>, _>>();
        Ok(match expr.kind() {
            Kind::Not(part) => LazyBody::Not(Box::new(self.lazy_body(part, vars)?)),
            Kind::And(parts) => LazyBody::And(many(parts)?),
            Kind::Or(parts) => LazyBody::Or(many(parts)?),
            Kind::Iff(a, b) => LazyBody::Iff(Box::new(self.lazy_body(a, vars)?), Box::new(self.lazy_body(b, vars)?)),
            Kind::Truth(_)
            | Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => {
                let built = self.relation(expr)?;
                let universal = self.workspace.universal_states(&built.dfa, &self.ranges(&built.vars), self.budget)?;
                let place = |var| vars.iter().position(|other| other == var).expect("a variable of the body");
                LazyBody::Relation(built.dfa, built.vars.iter().map(place).collect(), universal)
            }
        })
    }
}
