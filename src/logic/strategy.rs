//! Strategies take turns: several ways to the automaton of a bounded quantifier, each followed a little and then farther.
//!
//! Nothing cheap tells which of the ways ends first, and each may take a thousand times as long as another. So they are
//! dovetailed: in each round a [`Strategy`] may do a share of work, a limit of `tuning` and no time, and is given up until the
//! next round where that is not enough. Shares grow from round to round, so that what was given up costs a small multiple of
//! what succeeds. What a strategy has found it keeps in the [`BoundedQuantifier`]. De Moura, Passmore, "The strategy challenge
//! in SMT solving" (2013) has the combinators of which this is one, `try_for` inside `or_else`.
//!
//! All strategies lead to the same minimal automaton, so that the order and the shares show only in time and memory. A share
//! that is given up stands in the trace with its cost and the reason. Bad where each strategy needs a share of the last round:
//! then all are followed nearly to their ends.

use crate::budget::{Attempt, Halt};
use crate::tuning::logic::bounded;

use super::bounded::BoundedQuantifier;
use super::build::Built;
use super::engine::Engine;
use super::tactics::{Tactic, with_tactics};
use super::trace::Share;

/// What a strategy does when its turn comes.
pub(super) enum Turn {
    /// Nothing in this round.
    Pass,
    /// It works within this share.
    Within(Share),
    /// It works to its end, and the others have no turn any more.
    ToTheEnd,
}

/// A way to the automaton of a bounded quantifier.
pub(super) trait Strategy {
    /// What it does in this round.
    ///
    /// # Errors
    /// The limit that was passed.
    fn turn(&self, engine: &mut Engine<'_>, quantifier: &mut BoundedQuantifier<'_>, round: usize)
    -> Result<Turn, Halt>;

    /// Works as far as its turn in this round allows. `None` if no strategy leads to the automaton.
    ///
    /// # Errors
    /// [`Halt::TooLarge`] if its share is not enough; the limit that was passed.
    fn run(
        &self,
        engine: &mut Engine<'_>,
        quantifier: &mut BoundedQuantifier<'_>,
        round: usize,
    ) -> Result<Option<Built>, Halt>;
}

macro_rules! select {
    ($(
        $(#[doc = $about:literal])* $(#[cfg($when:meta)])?
        $tactic:ident = $name:literal
        $(, rule($scope:ident, $rules:ident::$apply:ident))?
        $(, strategy($module:ident::$strategy:ident))?;
    )*) => {
        /// The strategies for bounded quantifiers, in the order of their turns.
        const STRATEGIES: &[(Tactic, &dyn Strategy)] =
            &[$($((Tactic::$tactic, &super::$module::$strategy),)?)*];
    };
}
with_tactics!(select);

impl Engine<'_> {
    /// The automaton of a bounded quantifier, by the first strategy that ends; `None` if none does within its shares.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn take_turns(&mut self, quantifier: &mut BoundedQuantifier<'_>) -> Result<Option<Built>, Halt> {
        for round in 0..bounded::ROUNDS.len() {
            for &(tactic, strategy) in STRATEGIES {
                if !self.workspace.tactics.has(tactic) {
                    continue;
                }
                let share = match strategy.turn(self, quantifier, round)? {
                    Turn::Pass => continue,
                    Turn::Within(share) => share,
                    Turn::ToTheEnd => {
                        self.workspace.uses.note(tactic);
                        return strategy.run(self, quantifier, round);
                    }
                };
                let work = |engine: &mut Engine<'_>| strategy.run(engine, quantifier, round);
                if let Attempt::Done(found) = self.attempt(tactic, share, work)? {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }
}
