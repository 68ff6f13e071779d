//! Searching an automaton that is explored on demand for what it accepts.
//!
//! Breadth first, rows in the order of their letters: what is found first is first in radix order. Nothing is explored
//! behind it. O(states and edges before it).

use super::automaton::{Bound, LazyAutomaton};
use super::rows::{MOST, Past, helpers, rows};
use crate::automata::interner::{State, index, number};
use crate::automata::letter::{Letter, Moves, Slot};
use crate::automata::transitions::Edge;
use crate::budget::{Budget, Halt};

/// The first accepted word in radix order, tuples of digits being compared field by field in the order of `slots`;
/// `None` if nothing is accepted. Explores no further than that word.
///
/// # Errors
/// The limit that was passed.
pub fn shortest(
    explorer: &mut dyn LazyAutomaton,
    slots: &[Slot],
    budget: &Budget,
) -> Result<Option<Vec<Letter>>, Halt> {
    Ok(shortest_by_state(explorer, slots, 1, budget)?.pop())
}

/// The first word in radix order that leads to each of the first `count` accepting states; fewer if there are fewer.
///
/// # Errors
/// The limit that was passed.
pub fn shortest_by_state(
    explorer: &mut dyn LazyAutomaton,
    slots: &[Slot],
    count: usize,
    budget: &Budget,
) -> Result<Vec<Vec<Letter>>, Halt> {
    let Some(start) = explorer.start(budget)? else {
        return Ok(Vec::new());
    };
    let mut order = Vec::new();
    let mut shift = slots.iter().map(|slot| slot.bits).sum::<u32>();
    for slot in slots {
        shift -= slot.bits;
        order.push(Slot { shift, bits: slot.bits });
    }
    let rank = Moves::new(slots, &order);
    let sort = |row: &mut [Edge]| row.sort_unstable_by_key(|edge| rank.apply(edge.0));
    let mut search =
        Search { found: vec![(start, 0, Letter::ZERO)], seen: Vec::new(), next: 0, edges: 0, words: Vec::new() };
    search.see(start);
    let mut row = Vec::new();
    // Whether the states that wait have the last that is wanted among them.
    let mut is_ending = false;
    while search.next < search.found.len() {
        let waiting = search.found.len() - search.next;
        let past = Past { rows: search.next, edges: search.edges, followed: explorer.followed() };
        if !is_ending && helpers(waiting, &past, budget).is_some() {
            let states = search.waiting(explorer, count);
            is_ending = states.len() < waiting.min(MOST);
            if let Some(helpers) = helpers(states.len(), &past, budget) {
                rows(explorer, &states, &sort, helpers.count(), budget, || Ok(()))?.each(|row, accepts| {
                    search.visit(accepts);
                    search.follow(row, budget)
                })?;
                continue;
            }
        }
        let state = search.found[search.next].0;
        search.visit(explorer.accepts(state));
        if search.words.len() == count {
            break;
        }
        row.clear();
        explorer.transitions(state, Bound::FREE, &mut row, budget)?;
        sort(&mut row);
        search.follow(&row, budget)?;
    }
    Ok(search.words)
}

/// A search in progress.
struct Search {
    /// How each state was found: from where and by which letter.
    found: Vec<(State, u32, Letter)>,
    /// States are numbered as they are found, so that few places stay empty.
    seen: Vec<bool>,
    /// The first of those found whose row was not followed.
    next: usize,
    /// Edges of the rows that were followed.
    edges: usize,
    words: Vec<Vec<Letter>>,
}

impl Search {
    /// Whether the state is seen for the first time.
    #[inline]
    fn see(&mut self, state: State) -> bool {
        if self.seen.len() <= state.index() {
            self.seen.resize(state.index() + 1, false);
        }
        !std::mem::replace(&mut self.seen[state], true)
    }

    /// The states whose rows come next, up to the last accepting one that is wanted.
    fn waiting(&self, explorer: &dyn LazyAutomaton, count: usize) -> Vec<State> {
        let mut missing = count - self.words.len();
        let states = self.found[self.next..].iter().take(MOST).map(|found| found.0);
        let before = |&state: &State| {
            missing -= usize::from(explorer.accepts(state));
            missing > 0
        };
        states.take_while(before).collect()
    }

    /// Keeps the word that led to the next state, if that accepts.
    fn visit(&mut self, accepts: bool) {
        if accepts {
            let mut word = Vec::new();
            let mut at = self.next;
            while at != 0 {
                word.push(self.found[at].2);
                at = index(self.found[at].1);
            }
            word.reverse();
            self.words.push(word);
        }
    }

    /// Goes where the row of the next state leads.
    fn follow(&mut self, row: &[Edge], budget: &Budget) -> Result<(), Halt> {
        for &(letter, target) in row {
            if self.see(target) {
                self.found.push((target, number(self.next), letter));
            }
        }
        self.next += 1;
        self.edges += row.len();
        budget.check(self.found.len())
    }
}
