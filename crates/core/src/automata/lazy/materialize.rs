//! Builds an automaton whole that is explored on demand, and minimizes it.
//!
//! States are numbered breadth first, as the explorer finds them; [`Unfold`] is the work-list, and asks the budget
//! after each row. Rows that many states wait for are found by several threads ([`rows`](super::rows)). Where the rows
//! do not fit into memory and the budget has a spill folder, they go to a file ([`SpilledRows`]). A [`Materializer`]
//! can stop after any number of edges and go on later, so that several ways are tried in turns.
//!
//! Costs the rows of all reachable states, and their minimization, O(m log n) with short rows. Bad where a search would
//! reach few of them: see [`search`](super::search).

use std::ops::Range;

use super::automaton::LazyAutomaton;
use super::rows::{Rows, WorkEstimate, helpers, rows};
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
    let mut materializer = Materializer::new(explorer, layout, slots, budget)?;
    materializer.grow(usize::MAX, budget)?;
    match materializer.finish() {
        Explored::Whole(dfa) => Ok(dfa.trimmed()),
        spilled => spilled.minimal(budget),
    }
}

/// The minimal automaton of the same language.
///
/// # Errors
/// The limit that was passed.
pub fn minimized(explorer: impl LazyAutomaton, layout: &Layout, slots: &[Slot], budget: &Budget) -> Result<Dfa, Halt> {
    Ok(minimal(explorer, layout, slots, budget)?.0)
}

/// Like [`minimized`], but gives up with [`Halt::TooLarge`] once more than `most` edges would have to be followed.
///
/// # Errors
/// The limit that was passed.
pub fn minimized_within(
    explorer: impl LazyAutomaton,
    layout: &Layout,
    slots: &[Slot],
    most: usize,
    budget: &Budget,
) -> Result<Dfa, Halt> {
    let mut materializer = Materializer::new(explorer, layout, slots, budget)?;
    match materializer.grow(most, budget)? {
        true => materializer.finish().minimal(budget),
        false => Err(Halt::TooLarge),
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
    let mut materializer = Materializer::new(explorer, layout, slots, budget)?;
    materializer.grow(usize::MAX, budget)?;
    let colours = materializer.colours();
    // What was explored goes with the explorer, before anything else is made.
    let whole = materializer.finish();
    let states = whole.states();
    Ok((whole.minimal_by(colours, budget)?, states))
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
        self.minimal_by(Vec::new(), budget)
    }

    /// The minimal automaton, its states having these [colours](LazyAutomaton::colours).
    fn minimal_by(self, colours: Vec<u32>, budget: &Budget) -> Result<Dfa, Halt> {
        match self {
            Explored::Whole(dfa) => dfa.minimize_by(colours, budget),
            Explored::Spilled(layout, rows, accepting) => rows.minimal(layout, &accepting, budget),
        }
    }
}

/// States of an explored automaton in the order in which they are met.
#[derive(Default)]
struct Numbers {
    /// So many states come first and are met in the order of their own numbers, which take no list: in some automata all.
    same: usize,
    /// By the state, from `same` on; [`State::MAX`] for those not met. States of an explored automaton are themselves
    /// numbered as they are found, so that few places stay empty.
    number: Vec<State>,
    /// Those met after the first `same`.
    met: Vec<State>,
}

impl Numbers {
    #[inline]
    fn of(&mut self, state: State) -> State {
        let Some(place) = state.index().checked_sub(self.same) else { return state };
        if place == 0 && self.met.is_empty() {
            self.same += 1;
            return state;
        }
        if self.number.len() <= place {
            self.number.resize(place + 1, State::MAX);
        }
        let number = &mut self.number[place];
        if *number == State::MAX {
            *number = State::new(self.same + self.met.len());
            self.met.push(state);
        }
        *number
    }

    /// The states with these numbers.
    fn states(&self, numbers: Range<usize>) -> impl Iterator<Item = State> + '_ {
        numbers.map(|number| number.checked_sub(self.same).map_or_else(|| State::new(number), |place| self.met[place]))
    }
}

impl Keys for Numbers {
    type Key = State;

    fn count(&self) -> usize {
        self.same + self.met.len()
    }

    #[inline]
    fn read(&self, number: State, key: &mut State) {
        *key = self.states(number.index()..number.index() + 1).next().expect("one number");
    }
}

/// An automaton that is being built whole.
pub struct Materializer<E: LazyAutomaton> {
    explorer: E,
    layout: Layout,
    moves: Moves,
    unfold: Unfold<Numbers, bool>,
    /// Rows of the next states, which were found and not taken in.
    found: Option<Rows>,
    /// Rows that were found before the last one, and edges that were followed for them.
    rows: usize,
    followed: usize,
    /// States, their rows and where each ends.
    states: Vec<State>,
    edges: Vec<Edge>,
    ends: Vec<usize>,
}

impl<E: LazyAutomaton> Materializer<E> {
    /// Knows the start.
    pub fn new(mut explorer: E, layout: &Layout, slots: &[Slot], budget: &Budget) -> Result<Materializer<E>, Halt> {
        let mut numbers = Numbers::default();
        explorer.start(budget)?.map(|start| numbers.of(start));
        let moves = Moves::new(slots, layout.slots());
        let mut unfold = Unfold::new(numbers);
        unfold.let_spill();
        Ok(Materializer {
            explorer,
            layout: layout.clone(),
            moves,
            unfold,
            found: None,
            rows: 0,
            followed: 0,
            states: Vec::new(),
            edges: Vec::new(),
            ends: Vec::new(),
        })
    }

    /// Goes on until so many edges were [followed](LazyAutomaton::followed); whether it was whole before. Several threads
    /// may go on farther, which shows in nothing.
    pub fn grow(&mut self, most: usize, budget: &Budget) -> Result<bool, Halt> {
        self.grow_while(|_, followed| followed < most, budget)
    }

    /// Goes on as long as the rows found before the last one and the edges followed for them are few enough; whether it
    /// was whole while they were. What is few enough must stay too many once it is. Several threads may go on farther,
    /// which shows in nothing.
    pub fn grow_while(&mut self, few: impl Fn(usize, usize) -> bool, budget: &Budget) -> Result<bool, Halt> {
        loop {
            let found = self.found.as_ref().map_or(0, Rows::count);
            let (numbers, done) = self.unfold.keys();
            let waiting = done + found..numbers.count();
            let past = WorkEstimate { rows: done, edges: self.unfold.edges(), followed: self.explorer.followed() };
            let helpers = helpers(waiting.len(), &past, budget);
            if helpers.is_none() && found > 0 {
                // More may wait then.
                self.take_in(budget)?;
                continue;
            }
            if waiting.is_empty() {
                break;
            }
            (self.rows, self.followed) = (done + found, self.explorer.followed());
            if !few(self.rows, self.followed) {
                self.take_in(budget)?;
                return Ok(false);
            }
            if let Some(helpers) = helpers {
                let end = waiting.start + past.at_once(waiting.len());
                let waiting: Vec<State> = numbers.states(waiting.start..end).collect();
                self.grow_together(&waiting, helpers.count(), budget)?;
                continue;
            }
            let states = waiting.len().min(self.explorer.rows_at_once());
            self.grow_alone(states, budget)?;
        }
        self.unfold.check_room(budget)?;
        Ok(few(self.rows, self.followed))
    }

    /// Edges that were [followed](LazyAutomaton::followed), but for those of the last row if it is whole.
    pub fn followed(&self) -> usize {
        self.followed
    }

    /// Rows that were found before the last one.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Rows that are likely to be left ([`Unfold::rows_left`]).
    pub fn rows_left(&self) -> Option<usize> {
        self.unfold.rows_left(self.rows)
    }

    /// The rows of so many next states, by this thread.
    fn grow_alone(&mut self, count: usize, budget: &Budget) -> Result<(), Halt> {
        let Materializer { explorer, moves, unfold, states, edges, ends, .. } = self;
        let (numbers, done) = unfold.keys();
        states.clear();
        states.extend(numbers.states(done..done + count));
        edges.clear();
        ends.clear();
        explorer.rows(states, edges, ends, budget)?;
        let mut from = 0;
        for (&state, &end) in states.iter().zip(ends.iter()) {
            let row = &mut edges[from..end];
            row.iter_mut().for_each(|edge| edge.0 = moves.apply(edge.0));
            row.sort_unstable();
            unfold.append(row, explorer.accepts(state), |target, numbers| numbers.of(target), budget)?;
            from = end;
        }
        Ok(())
    }

    /// The rows of the next states, these, by several threads, while those before are taken in.
    fn grow_together(&mut self, states: &[State], helpers: usize, budget: &Budget) -> Result<(), Halt> {
        let Materializer { explorer, moves, unfold, found, .. } = self;
        let prepare = |row: &mut [Edge]| {
            row.iter_mut().for_each(|edge| edge.0 = moves.apply(edge.0));
            row.sort_unstable();
        };
        let before = found.take();
        let rows = rows(explorer, states, &prepare, helpers, budget, || append(unfold, before, budget))?;
        // What goes before the last row is known as it is to a single thread that finds them one after another.
        self.rows = unfold.keys().1 + rows.count() - 1;
        self.followed = self.explorer.followed() - rows.last();
        self.found = Some(rows);
        Ok(())
    }

    /// Takes in the rows that were found.
    fn take_in(&mut self, budget: &Budget) -> Result<(), Halt> {
        append(&mut self.unfold, self.found.take(), budget)
    }

    /// The [colours](LazyAutomaton::colours) of the states, if they are whole and stand in memory.
    fn colours(&mut self) -> Vec<u32> {
        let numbers = self.unfold.keys().0;
        if self.unfold.is_spilled() {
            Vec::new()
        } else {
            self.explorer.colours(&mut numbers.states(0..numbers.count()))
        }
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
        let states = numbers.states(0..numbers.count()).collect();
        Ok((transitions.map_err(|_| Halt::Limit(Limit::Memory))?, states))
    }
}

/// Appends rows, numbering their targets as they are met.
fn append(unfold: &mut Unfold<Numbers, bool>, rows: Option<Rows>, budget: &Budget) -> Result<(), Halt> {
    let number = |target, numbers: &mut Numbers| numbers.of(target);
    rows.map_or(Ok(()), |rows| rows.each(|row, accepts| unfold.append(row, accepts, number, budget)))
}
