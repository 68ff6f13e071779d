//! Automata that are explored on demand.
//!
//! Joins, unions, subset automata and linear atoms are all a [`LazyAutomaton`]: states are numbers handed out as they
//! are found, and a row is computed when it is asked for. Letters live in a frame shared by all parts of one
//! exploration (see [`letter`](crate::automata::letter)), so that parts are combined without repacking.

use crate::automata::letter::Letter;
use crate::automata::overlay::{Blocks, Found, Renumbered};
use crate::automata::transitions::{Edge, State};
use crate::budget::{Budget, Halt};

/// Digits already known of a letter: those under `mask` are those of `letter`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The known digits, zero elsewhere.
    pub letter: Letter,
    /// The fields that are known.
    pub mask: Letter,
}

impl Bound {
    /// Nothing is known.
    pub const FREE: Bound = Bound { letter: Letter::ZERO, mask: Letter::ZERO };

    /// What is known of the digits under `mask`.
    #[inline]
    pub fn within(self, mask: Letter) -> Bound {
        Bound { letter: self.letter & self.mask & mask, mask: self.mask & mask }
    }

    /// The known fields that are most significant among those under `mask`: in a sorted row of letters that are zero outside of
    /// `mask`, those that agree there stand together.
    #[inline]
    pub fn prefix(self, mask: Letter) -> Letter {
        self.mask & (mask & !self.mask).above()
    }

    /// Whether a letter has the known digits.
    #[inline]
    pub fn admits(self, letter: Letter) -> bool {
        (letter ^ self.letter) & self.mask == Letter::ZERO
    }
}

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing is accepted from here on.
    Dead,
    /// Every valid word is accepted from here on.
    Universal,
    /// Open.
    To(State),
}

/// A deterministic automaton explored on demand.
pub trait LazyAutomaton: Send {
    /// The bits of the frame that this automaton reads.
    fn mask(&self) -> Letter;

    /// Where every word starts; `None` if it is known that nothing is accepted.
    ///
    /// # Errors
    /// The limit that was passed.
    fn start(&mut self, budget: &Budget) -> Result<Option<State>, Halt>;

    /// Whether the word that led here is accepted.
    fn accepts(&self, state: State) -> bool;

    /// Appends every edge of `state` whose letter agrees with `bound`, in no particular order. Bits of `bound` outside
    /// [`LazyAutomaton::mask`] are ignored. No letter is given twice.
    ///
    /// # Errors
    /// The limit that was passed.
    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Halt>;

    /// Appends the rows of several states one after another, as [`LazyAutomaton::transitions`] does with nothing known, and
    /// where each ends.
    ///
    /// # Errors
    /// The limit that was passed.
    fn rows(
        &mut self,
        states: &[State],
        out: &mut Vec<Edge>,
        ends: &mut Vec<usize>,
        budget: &Budget,
    ) -> Result<(), Halt> {
        states.iter().try_for_each(|&state| {
            self.transitions(state, Bound::FREE, out, budget)?;
            ends.push(out.len());
            Ok(())
        })
    }

    /// How many rows are best found together. More than one only where no edges are [followed](LazyAutomaton::followed).
    fn rows_at_once(&self) -> usize {
        1
    }

    /// The step on one letter, known on all of [`LazyAutomaton::mask`].
    ///
    /// # Errors
    /// The limit that was passed.
    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt>;

    /// What is known of a state that a letter leads to, besides that it is not dead.
    fn known(&self, state: State) -> Next {
        Next::To(state)
    }

    /// About how many edges a row has that agree with digits known under `mask`: orders the parts of a join.
    fn fan_out(&self, mask: Letter) -> f64;

    /// The colours of these states, once all rows were found and none is asked for any more; none if nothing is known. States
    /// from which the same is accepted have one colour. It is 0 where nothing is known; from a state of another colour
    /// something is accepted.
    fn colours(&mut self, _: &mut dyn Iterator<Item = State>) -> Vec<u32> {
        Vec::new()
    }

    /// Edges of other automata followed so far, where they tell what the states cost.
    fn followed(&self) -> usize {
        0
    }

    /// Another one that knows the same, for another thread: see [`overlay`](crate::automata::overlay). This one is asked
    /// for no rows until it has [absorbed](LazyAutomaton::absorb) what each fork has [found](LazyAutomaton::found).
    fn fork(&mut self) -> Box<dyn LazyAutomaton>;

    /// A fork has found the rows of another block of states.
    fn mark(&mut self);

    /// What a fork has found. It is asked for nothing any more.
    fn found(&mut self) -> Found;

    /// Takes over what the forks have found, and gives the numbers that it has here: those that one automaton asked for all
    /// rows, block after block, gives.
    ///
    /// # Errors
    /// The limit that was passed.
    fn absorb(&mut self, found: Vec<Found>, blocks: &Blocks) -> Result<Vec<Renumbered>, Halt>;
}

impl<A: LazyAutomaton + ?Sized> LazyAutomaton for &mut A {
    fn mask(&self) -> Letter {
        (**self).mask()
    }

    fn start(&mut self, budget: &Budget) -> Result<Option<State>, Halt> {
        (**self).start(budget)
    }

    fn accepts(&self, state: State) -> bool {
        (**self).accepts(state)
    }

    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Halt> {
        (**self).transitions(state, bound, out, budget)
    }

    fn rows(
        &mut self,
        states: &[State],
        out: &mut Vec<Edge>,
        ends: &mut Vec<usize>,
        budget: &Budget,
    ) -> Result<(), Halt> {
        (**self).rows(states, out, ends, budget)
    }

    fn rows_at_once(&self) -> usize {
        (**self).rows_at_once()
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        (**self).step(state, letter, budget)
    }

    fn known(&self, state: State) -> Next {
        (**self).known(state)
    }

    fn fan_out(&self, mask: Letter) -> f64 {
        (**self).fan_out(mask)
    }

    fn colours(&mut self, states: &mut dyn Iterator<Item = State>) -> Vec<u32> {
        (**self).colours(states)
    }

    fn followed(&self) -> usize {
        (**self).followed()
    }

    fn fork(&mut self) -> Box<dyn LazyAutomaton> {
        (**self).fork()
    }

    fn found(&mut self) -> Found {
        (**self).found()
    }

    fn mark(&mut self) {
        (**self).mark();
    }

    fn absorb(&mut self, found: Vec<Found>, blocks: &Blocks) -> Result<Vec<Renumbered>, Halt> {
        (**self).absorb(found, blocks)
    }
}
