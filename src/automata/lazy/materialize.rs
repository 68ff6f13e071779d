//! Building an automaton whole that is explored on demand.

use super::automaton::{Bound, LazyAutomaton};
use crate::automata::dfa::Dfa;
use crate::automata::letter::{Layout, Moves, Slot};
use crate::automata::transitions::State;
use crate::automata::unfold::{Keys, Unfold};
use crate::budget::{Budget, Halt};

/// The whole automaton, its states numbered as they are found, trimmed but not minimal.
///
/// Its tracks are the fields `slots` of the frame, in that order; `layout` packs them.
///
/// # Errors
/// The limit that was passed.
pub fn materialize(
    explorer: impl LazyAutomaton,
    layout: &Layout,
    slots: &[Slot],
    budget: &Budget,
) -> Result<Dfa, Halt> {
    Ok(explored(explorer, layout, slots, budget)?.trim())
}

/// The minimal automaton of the same language, and how many states were explored for it.
///
/// # Errors
/// The limit that was passed.
pub fn minimal(
    explorer: impl LazyAutomaton,
    layout: &Layout,
    slots: &[Slot],
    budget: &Budget,
) -> Result<(Dfa, usize), Halt> {
    let whole = explored(explorer, layout, slots, budget)?;
    let states = whole.states();
    Ok((whole.minimize_within(budget)?, states))
}

/// The whole automaton, not trimmed. What was explored goes with the explorer, before anything else is made.
fn explored(mut explorer: impl LazyAutomaton, layout: &Layout, slots: &[Slot], budget: &Budget) -> Result<Dfa, Halt> {
    let mut materializer = Materializer::new(&mut explorer, layout, slots, budget)?;
    materializer.grow(|_| false, budget)?;
    Ok(materializer.finish())
}

/// States of an explored automaton in the order in which they are met.
#[derive(Default)]
struct Numbers {
    /// By the state; [`State::MAX`] for those not met. States of an explored automaton are themselves numbered as they
    /// are found, so that few places stay empty.
    number: Vec<State>,
    met: Vec<State>,
}

impl Numbers {
    #[inline]
    fn of(&mut self, state: State) -> State {
        if self.number.len() <= state.index() {
            self.number.resize(state.index() + 1, State::MAX);
        }
        let number = &mut self.number[state];
        if *number == State::MAX {
            *number = State::new(self.met.len());
            self.met.push(state);
        }
        *number
    }
}

impl Keys for Numbers {
    type Key = State;

    fn count(&self) -> usize {
        self.met.len()
    }

    #[inline]
    fn read(&self, number: State, key: &mut State) {
        *key = self.met[number];
    }
}

/// An automaton that is being built whole.
pub struct Materializer<'a, E: LazyAutomaton + ?Sized> {
    explorer: &'a mut E,
    layout: Layout,
    moves: Moves,
    unfold: Unfold<Numbers, bool>,
}

impl<'a, E: LazyAutomaton + ?Sized> Materializer<'a, E> {
    /// Knows the start.
    pub fn new(
        explorer: &'a mut E,
        layout: &Layout,
        slots: &[Slot],
        budget: &Budget,
    ) -> Result<Materializer<'a, E>, Halt> {
        let mut numbers = Numbers::default();
        explorer.start(budget)?.map(|start| numbers.of(start));
        let moves = Moves::new(slots, layout.slots());
        Ok(Materializer { explorer, layout: layout.clone(), moves, unfold: Unfold::new(numbers) })
    }

    /// Goes on until it is `enough`; whether it is whole.
    pub fn grow(&mut self, enough: impl Fn(&E) -> bool, budget: &Budget) -> Result<bool, Halt> {
        let Materializer { explorer, moves, unfold, .. } = self;
        while !unfold.is_whole() {
            if enough(explorer) {
                return Ok(false);
            }
            unfold.advance(budget, |&state, numbers, row| {
                explorer.transitions(state, Bound::FREE, row, budget)?;
                for (letter, target) in row {
                    *letter = moves.apply(*letter);
                    *target = numbers.of(*target);
                }
                Ok::<_, Halt>(explorer.accepts(state))
            })?;
        }
        unfold.check_room(budget)?;
        Ok(true)
    }

    /// The automaton, which is whole; not trimmed.
    pub fn finish(self) -> Dfa {
        let (transitions, accepting) = self.unfold.finish();
        match accepting.is_empty() {
            true => Dfa::empty(self.layout),
            false => Dfa::new(self.layout, transitions, accepting),
        }
    }
}
