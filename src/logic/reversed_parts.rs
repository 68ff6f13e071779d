//! The reversed words of a quantified conjunction, from those of its parts.
//!
//! To determinize a projection backward is to take subsets of the states of its body, read from the other end. Where
//! they have thousands of members each, it is better to determinize the reversed body before its tracks are forgotten:
//! a state is then a set of those states, and subsets of these states have few members. Reversing the whole body may be
//! exponential; its parts are small, so each is reversed once and joined with the others again.
//!
//! Words that agree after projection share one state in the usual backward construction, but may have two here. So this
//! is bad when that happens often, unless one of the states accepts everything valid and so ends them. If there is no
//! such state, this is not tried.
//!
//! Sound, since a tuple satisfies a conjunction if it satisfies each part, in whatever order its digits are read.

use std::sync::Arc;

use crate::automata::{LazyAutomaton, Nfa, Product, Reversed, StoredAutomaton, minimized_within};
use crate::budget::Halt;
use crate::numeration::Direction;
use crate::tuning::logic::search;

use super::build::tracks;
use super::conjunct_order::enumerates;
use super::engine::Engine;
use super::frame::Frame;
use super::ir::{ExprRef, Kind, Var};
use super::large_coefficients::is_large;
use super::tactics::Tactic;

impl Engine<'_> {
    /// The reversed words of the relation that `E .. body` leaves on the tracks `kept`, if some state accepts all that is valid;
    /// `None` as well where [`Self::joined_reversed`] has none.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn reversed_by_parts(&mut self, body: &ExprRef, kept: &[Var]) -> Result<Option<Reversed>, Halt> {
        if !self.workspace.tactics.has(Tactic::ReversedParts) {
            return Ok(None);
        }
        let Some(nfa) = self.joined_reversed(body, kept)? else { return Ok(None) };
        let universal = self.workspace.universal_states_of_reversed(&nfa, &self.ranges(kept), self.budget)?;
        Ok(universal.contains(&true).then_some(Reversed { nfa, universal }))
    }

    /// The reversed parts of a conjunction, joined, on the tracks `kept`; `None` if a part cannot enumerate letters, or is large in
    /// one order of digits or the other, or the join is.
    fn joined_reversed(&mut self, body: &ExprRef, kept: &[Var]) -> Result<Option<Nfa>, Halt> {
        let Kind::And(parts) = body.kind() else { return Ok(None) };
        if parts.iter().any(|part| !enumerates(part) || is_large(part, self.workspace.tactics)) {
            return Ok(None);
        }
        let frame = Frame::new(self.variables, body.free())?;
        let mut reversed: Vec<Box<dyn LazyAutomaton>> = Vec::with_capacity(parts.len());
        for part in parts {
            let built = self.relation_of_tracks(part)?;
            if built.dfa.states() > search::TURNED_STATES {
                return Ok(None);
            }
            let Some(turned) = self.workspace.turned(&built.dfa, self.budget)? else { return Ok(None) };
            reversed.push(Box::new(StoredAutomaton::new(turned, &frame.slots(&built.vars), Arc::new([]))));
        }
        let (join, slots) = (Product::new(reversed, Vec::new()), frame.layout().slots());
        let whole = |few: &_| minimized_within(join, frame.layout(), slots, search::REVERSED_EDGES, few);
        let Some(joined) = self.budget.attempt(search::REVERSED_STATES, whole)?.done() else { return Ok(None) };
        let nfa = joined.project(&tracks(frame.vars(), kept));
        Ok(Some(match self.system(body.free()[0]).direction() {
            Direction::Msd => nfa.drop_trailing_zeros(),
            Direction::Lsd => nfa.drop_leading_zeros(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{prepared, quantifier};
    use super::super::workspace::Workspace;
    use super::*;
    use crate::automata::{SubsetConstruction, determinize};
    use crate::budget::Budget;

    #[test]
    fn reversed_parts_have_the_words_of_the_projection_reversed() {
        for (text, is_joined, applies) in [
            ("?msd_fib Ey y>x2 & F[y+x1]=@0 & F[y+x2]=@1", true, true),
            ("?msd_fib Ey y<x2 & F[y+x1]=@0 & F[y+x2]=@1", true, true),
            // All is accepted from no state.
            ("?lsd_fib Ey y>x2 & F[y+x1]=@0 & F[y+x2]=@1", true, false),
            ("?msd_2 Ey y>x2 & T[y+x1]=@0 & T[y+x2]=@1", true, false),
            // One part is a disjunction.
            ("?msd_2 Ey y>x & (T[y]=@1 | T[y+x]=@1)", false, false),
        ] {
            let (budget, mut workspace) = (Budget::unlimited(), Workspace::new());
            let (formula, variables) = prepared(text, &mut workspace);
            let (vars, body) = quantifier(&formula).expect("a quantifier");
            let mut engine = Engine::new(&mut workspace, &variables, &budget);
            let kept = engine.kept(&vars, &body);
            let joined = engine.joined_reversed(&body, &kept).expect("there is no limit");
            let reversed = engine.reversed_by_parts(&body, &kept).expect("there is no limit");
            assert_eq!((joined.is_some(), reversed.is_some()), (is_joined, applies), "{text}");
            let Some(nfa) = joined else { continue };
            let (projected, vars) = engine.projected(&vars, &body).expect("there is no limit");
            assert_eq!(vars, kept, "{text}");
            let expected = projected.determinize(&budget).expect("there is no limit").minimize();
            for universal in [reversed.map_or_else(Vec::new, |reversed| reversed.universal), Vec::new()] {
                let found = determinize(&nfa, &universal, Some(SubsetConstruction::Forward), &budget)
                    .expect("there is no limit")
                    .dfa;
                let turned = found.reverse().determinize(&budget).expect("there is no limit").minimize();
                assert_eq!(turned, expected, "{text}");
            }
        }
    }
}
