//! Automata that are explored on demand, and the two things done with them: building them whole and searching them.
//!
//! Joins, unions, subset automata and linear atoms are all an [`Explore`]: states are numbers handed out as they are
//! found, and a row is computed when it is asked for. Letters live in a frame shared by all parts of one exploration
//! (see [`letter`](super::letter)), so that parts are combined without repacking.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::dfa::Dfa;
use super::letter::{Layout, Letter, Moves, Slot};
use super::transitions::{Edge, State, Transitions};
use crate::budget::{Budget, Limit};

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
    pub const FREE: Bound = Bound { letter: 0, mask: 0 };

    /// Whether a letter has the known digits.
    #[inline]
    pub fn admits(self, letter: Letter) -> bool {
        (letter ^ self.letter) & self.mask == 0
    }
}

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing is accepted from here on.
    Dead,
    /// Every valid word is accepted from here on.
    Always,
    /// Open.
    To(State),
}

/// A deterministic automaton explored on demand.
pub trait Explore {
    /// The bits of the frame that this automaton reads.
    fn mask(&self) -> Letter;

    /// Where every word starts; `None` if it is known that nothing is accepted.
    ///
    /// # Errors
    /// The limit that was passed.
    fn start(&mut self, budget: &Budget) -> Result<Option<State>, Limit>;

    /// Whether the word that led here is accepted.
    fn accepts(&self, state: State) -> bool;

    /// Appends every edge of `state` whose letter agrees with `bound`, in no particular order. Bits of `bound` outside
    /// [`Explore::mask`] are ignored. No letter is given twice.
    ///
    /// # Errors
    /// The limit that was passed.
    fn rows(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Limit>;

    /// The step on one letter, known on all of [`Explore::mask`].
    ///
    /// # Errors
    /// The limit that was passed.
    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Limit>;

    /// What is known of a state that a letter leads to, besides that it is not dead.
    fn known(&self, state: State) -> Next {
        Next::To(state)
    }

    /// About how many edges a row has that agree with digits known under `mask`: orders the parts of a join.
    fn fan_out(&self, mask: Letter) -> f64;
}

/// The whole automaton, its states numbered as they are found, trimmed but not minimal.
///
/// Its tracks are the fields `slots` of the frame, in that order; `layout` packs them.
///
/// # Errors
/// The limit that was passed.
pub fn materialize(explorer: &mut dyn Explore, layout: &Layout, slots: &[Slot], budget: &Budget) -> Result<Dfa, Limit> {
    let mut unfolding = Unfolding::new(explorer, layout, slots, budget)?;
    unfolding.grow(|_| false, budget)?;
    Ok(unfolding.finish().trim())
}

/// The minimal automaton of the same language, and how many states were explored for it.
///
/// # Errors
/// The limit that was passed.
pub fn minimal(
    explorer: &mut dyn Explore,
    layout: &Layout,
    slots: &[Slot],
    budget: &Budget,
) -> Result<(Dfa, usize), Limit> {
    let mut unfolding = Unfolding::new(explorer, layout, slots, budget)?;
    unfolding.grow(|_| false, budget)?;
    let whole = unfolding.finish();
    Ok((whole.minimize(), whole.states()))
}

/// An automaton that is being built whole.
pub(super) struct Unfolding<'a, E: Explore + ?Sized> {
    explorer: &'a mut E,
    layout: Layout,
    moves: Moves,
    numbers: FxHashMap<State, State>,
    found: Vec<State>,
    transitions: Transitions,
    accepting: Vec<bool>,
    row: Vec<Edge>,
    /// Edges at which there must be room for twice as many.
    room_needed: usize,
}

/// Bytes that trimming and minimizing take, for each edge and each state.
const BYTES_TO_MINIMIZE: usize = 60;

impl<'a, E: Explore + ?Sized> Unfolding<'a, E> {
    /// Knows the start.
    pub(super) fn new(
        explorer: &'a mut E,
        layout: &Layout,
        slots: &[Slot],
        budget: &Budget,
    ) -> Result<Unfolding<'a, E>, Limit> {
        let found: Vec<State> = explorer.start(budget)?.into_iter().collect();
        Ok(Unfolding {
            moves: Moves::new(slots, layout.slots()),
            layout: layout.clone(),
            numbers: found.iter().map(|&start| (start, 0)).collect(),
            found,
            transitions: Transitions::new(),
            accepting: Vec::new(),
            row: Vec::new(),
            room_needed: 1 << 12,
            explorer,
        })
    }

    /// Goes on until it is `enough`; whether it is whole.
    pub(super) fn grow(&mut self, enough: impl Fn(&E) -> bool, budget: &Budget) -> Result<bool, Limit> {
        while let Some(&state) = self.found.get(self.accepting.len()) {
            if enough(self.explorer) {
                return Ok(false);
            }
            self.row.clear();
            self.explorer.rows(state, Bound::FREE, &mut self.row, budget)?;
            for (letter, target) in &mut self.row {
                *letter = self.moves.apply(*letter);
                *target = match self.numbers.entry(*target) {
                    Entry::Occupied(number) => *number.get(),
                    Entry::Vacant(place) => {
                        self.found.push(*target);
                        *place.insert(self.found.len() as State - 1)
                    }
                };
            }
            self.transitions.push_row(&mut self.row);
            self.accepting.push(self.explorer.accepts(state));
            budget.check(self.found.len())?;
            if self.transitions.len() >= self.room_needed {
                budget.check_room(self.bytes_to_minimize())?;
                self.room_needed = 2 * self.transitions.len();
            }
        }
        budget.check_room(self.bytes_to_minimize())?;
        Ok(true)
    }

    fn bytes_to_minimize(&self) -> usize {
        BYTES_TO_MINIMIZE * (self.transitions.len() + self.found.len())
    }

    /// The automaton, which is whole; not trimmed.
    pub(super) fn finish(self) -> Dfa {
        match self.found.is_empty() {
            true => Dfa::empty(self.layout),
            false => Dfa::new(self.layout, self.transitions, self.accepting),
        }
    }
}

/// The first accepted word in radix order, tuples of digits being compared field by field in the order of `slots`;
/// `None` if nothing is accepted. Explores no further than that word.
///
/// # Errors
/// The limit that was passed.
pub fn shortest(explorer: &mut dyn Explore, slots: &[Slot], budget: &Budget) -> Result<Option<Vec<Letter>>, Limit> {
    Ok(shortest_by_state(explorer, slots, 1, budget)?.pop())
}

/// The first word in radix order that leads to each of the first `count` accepting states; fewer if there are fewer.
///
/// # Errors
/// The limit that was passed.
pub fn shortest_by_state(
    explorer: &mut dyn Explore,
    slots: &[Slot],
    count: usize,
    budget: &Budget,
) -> Result<Vec<Vec<Letter>>, Limit> {
    let mut words = Vec::new();
    let Some(start) = explorer.start(budget)? else {
        return Ok(words);
    };
    let mut order = Vec::new();
    let mut shift = slots.iter().map(|slot| slot.bits).sum::<u32>();
    for slot in slots {
        shift -= slot.bits;
        order.push(Slot { shift, bits: slot.bits });
    }
    let rank = Moves::new(slots, &order);

    // How each state was found: from where and by which letter.
    let mut found: Vec<(State, usize, Letter)> = vec![(start, 0, 0)];
    let mut seen: FxHashMap<State, ()> = FxHashMap::default();
    seen.insert(start, ());
    let mut next = 0;
    let mut row = Vec::new();
    while next < found.len() {
        let state = found[next].0;
        if explorer.accepts(state) {
            let mut word = Vec::new();
            let mut at = next;
            while at != 0 {
                word.push(found[at].2);
                at = found[at].1;
            }
            word.reverse();
            words.push(word);
        }
        if words.len() == count {
            break;
        }
        row.clear();
        explorer.rows(state, Bound::FREE, &mut row, budget)?;
        row.sort_unstable_by_key(|edge| rank.apply(edge.0));
        for &(letter, target) in &row {
            if seen.insert(target, ()).is_none() {
                found.push((target, next, letter));
            }
        }
        next += 1;
        budget.check(found.len())?;
    }
    Ok(words)
}
