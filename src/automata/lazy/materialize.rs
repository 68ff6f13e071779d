//! Building an automaton whole that is explored on demand.

use super::automaton::{Bound, LazyAutomaton};
use super::rows::{MOST, MOST_EDGES, helpers, rows};
use crate::automata::dfa::Dfa;
use crate::automata::letter::{Layout, Moves, Slot};
use crate::automata::spilled::SpilledRows;
use crate::automata::transitions::{Edge, State, Transitions};
use crate::automata::unfold::{Keys, Unfold};
use crate::budget::{Budget, Halt, Limit};

/// The whole automaton, its states numbered as they are found, trimmed; minimal only where its rows did not fit into memory.
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
    match explored(explorer, layout, slots, budget)? {
        Explored::Whole(dfa) => Ok(dfa.trimmed()),
        spilled => spilled.minimal(budget),
    }
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
    Ok((whole.minimal(budget)?, states))
}

/// The whole automaton, not trimmed. What was explored goes with the explorer, before anything else is made.
fn explored(
    mut explorer: impl LazyAutomaton,
    layout: &Layout,
    slots: &[Slot],
    budget: &Budget,
) -> Result<Explored, Halt> {
    let mut materializer = Materializer::new(&mut explorer, layout, slots, budget)?;
    materializer.grow(usize::MAX, budget)?;
    Ok(materializer.finish())
}

/// An automaton that was explored whole. Not trimmed.
pub enum Explored {
    /// It fits into memory.
    Whole(Dfa),
    /// Its rows do not; whether each state accepts.
    Spilled(Layout, SpilledRows, Vec<bool>),
}

impl Explored {
    /// Number of states.
    pub fn states(&self) -> usize {
        match self {
            Explored::Whole(dfa) => dfa.states(),
            Explored::Spilled(_, _, accepting) => accepting.len(),
        }
    }

    /// The minimal automaton.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn minimal(self, budget: &Budget) -> Result<Dfa, Halt> {
        match self {
            Explored::Whole(dfa) => dfa.minimize_within(budget),
            Explored::Spilled(layout, rows, accepting) => rows.minimal(layout, &accepting, budget),
        }
    }
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
    /// Edges that were followed before the last row.
    followed: usize,
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
        let mut unfold = Unfold::new(numbers);
        unfold.let_spill();
        Ok(Materializer { explorer, layout: layout.clone(), moves, unfold, followed: 0 })
    }

    /// Goes on until so many edges were [followed](LazyAutomaton::followed); whether it was whole before. Several threads
    /// may go on farther, which shows in nothing.
    pub fn grow(&mut self, most: usize, budget: &Budget) -> Result<bool, Halt> {
        while !self.unfold.is_whole() {
            self.followed = self.explorer.followed();
            if self.followed >= most {
                return Ok(false);
            }
            let (numbers, done) = self.unfold.keys();
            let waiting = &numbers.met[done..];
            if let Some(helpers) = helpers(waiting.len(), budget) {
                let most = MOST.min(MOST_EDGES / self.unfold.edges_of_a_row());
                let waiting = waiting[..waiting.len().min(most)].to_vec();
                self.grow_together(&waiting, helpers.count(), budget)?;
                continue;
            }
            let Materializer { explorer, moves, unfold, .. } = self;
            unfold.advance(budget, |&state, numbers, row| {
                explorer.transitions(state, Bound::FREE, row, budget)?;
                row.iter_mut().for_each(|edge| edge.0 = moves.apply(edge.0));
                row.sort_unstable();
                row.iter_mut().for_each(|edge| edge.1 = numbers.of(edge.1));
                Ok::<_, Halt>(explorer.accepts(state))
            })?;
        }
        self.unfold.check_room(budget)?;
        Ok(self.followed < most)
    }

    /// The rows of the next states, these, by several threads.
    fn grow_together(&mut self, states: &[State], helpers: usize, budget: &Budget) -> Result<(), Halt> {
        let moves = &self.moves;
        let prepare = |row: &mut [Edge]| {
            row.iter_mut().for_each(|edge| edge.0 = moves.apply(edge.0));
            row.sort_unstable();
        };
        let rows = rows(self.explorer, states, &prepare, helpers, budget)?;
        self.followed = self.explorer.followed() - rows.last();
        let number = |target, numbers: &mut Numbers| numbers.of(target);
        rows.each(|row, accepts| self.unfold.append(row, accepts, number, budget))
    }

    /// The automaton, which is whole.
    pub fn finish(self) -> Explored {
        match self.unfold.finish() {
            (_, _, accepting) if accepting.is_empty() => Explored::Whole(Dfa::empty(self.layout)),
            (_, Ok(transitions), accepting) => Explored::Whole(Dfa::new(self.layout, transitions, accepting)),
            (_, Err(rows), accepting) => Explored::Spilled(self.layout, rows, accepting),
        }
    }

    /// The rows of the automaton, which is whole and has a start, and which explored state each state is.
    ///
    /// # Errors
    /// [`Limit::Memory`] if they are spilled.
    pub fn finish_rows(self) -> Result<(Transitions, Vec<State>), Halt> {
        let (numbers, transitions, _) = self.unfold.finish();
        Ok((transitions.map_err(|_| Halt::Limit(Limit::Memory))?, numbers.met))
    }
}
