//! What a strategy for bounded quantifiers is: a way to the automaton that is followed a little, and farther when its turn comes
//! again. [`turns`](super::turns) has the order and the shares.

use crate::budget::Halt;

use super::bounded::BoundedQuantifier;
use super::build::Built;
use super::engine::Engine;
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
