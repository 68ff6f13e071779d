//! The body of a quantifier as relations that are stepped beside each other, where their combination is too large to be
//! built: `W[i+t]!=W[j+t]` in quadribonacci has 97,000 states, of which a proof by induction meets a few hundred.

use std::sync::Arc;

use crate::automata::{Dfa, Guard, Slot, StoredAutomaton};
use crate::budget::Halt;

use super::engine::Engine;
use super::ir::{ExprRef, Kind, Var};

/// A combination of relations over the same tracks.
#[derive(Clone)]
pub(super) enum Body {
    /// A relation, the place of each of its tracks, and its full states.
    Relation(Arc<Dfa>, Vec<usize>, Arc<[bool]>),
    Not(Box<Body>),
    And(Vec<Body>),
    Or(Vec<Body>),
    Iff(Box<Body>, Box<Body>),
}

impl Body {
    /// The condition that steps this combination, with the tracks at these fields.
    pub(super) fn guard(&self, slots: &[Slot]) -> Guard {
        let many = |parts: &[Body]| parts.iter().map(|part| part.guard(slots)).collect();
        let boxed = |part: &Body| Box::new(part.guard(slots));
        match self {
            Body::Relation(dfa, tracks, full) => {
                let own: Vec<Slot> = tracks.iter().map(|&track| slots[track]).collect();
                Guard::Leaf(Box::new(StoredAutomaton::new(dfa.clone(), &own, full.clone())))
            }
            Body::Not(part) => Guard::Not(boxed(part)),
            Body::And(parts) => Guard::And(many(parts)),
            Body::Or(parts) => Guard::Or(many(parts)),
            Body::Iff(a, b) => Guard::Iff(boxed(a), boxed(b)),
        }
    }
}

impl Engine<'_> {
    /// A formula without closed parts over some of these variables: what is quantified in it is built, and what combines
    /// it is not.
    pub(super) fn body(&mut self, expr: &ExprRef, vars: &[Var]) -> Result<Body, Halt> {
        let mut many =
            |parts: &[ExprRef]| parts.iter().map(|part| self.body(part, vars)).collect::<Result<Vec<_>, _>>();
        Ok(match expr.kind() {
            Kind::Not(part) => Body::Not(Box::new(self.body(part, vars)?)),
            Kind::And(parts) => Body::And(many(parts)?),
            Kind::Or(parts) => Body::Or(many(parts)?),
            Kind::Iff(a, b) => Body::Iff(Box::new(self.body(a, vars)?), Box::new(self.body(b, vars)?)),
            Kind::Truth(_)
            | Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Table(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => {
                let built = self.relation(expr)?;
                let full = self.workspace.full(&built.dfa, &self.ranges(&built.vars), self.budget)?;
                let place = |var| vars.iter().position(|other| other == var).expect("a variable of the body");
                Body::Relation(built.dfa, built.vars.iter().map(place).collect(), full)
            }
        })
    }
}
