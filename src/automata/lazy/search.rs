//! Searching an automaton that is explored on demand for what it accepts.
//!
//! Breadth first, rows in the order of their letters: what is found first is first in radix order. Nothing is explored
//! behind it. O(states and edges before it).

use super::automaton::{Bound, LazyAutomaton};
use crate::automata::interner::{State, index, number};
use crate::automata::letter::{Letter, Moves, Slot};
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
    let mut found: Vec<(State, u32, Letter)> = vec![(start, 0, Letter::ZERO)];
    // States are numbered as they are found, so that few places stay empty.
    let mut seen = vec![false; start.index() + 1];
    seen[start] = true;
    let mut next = 0;
    let mut row = Vec::new();
    while next < found.len() {
        let state = found[next].0;
        if explorer.accepts(state) {
            let mut word = Vec::new();
            let mut at = next;
            while at != 0 {
                word.push(found[at].2);
                at = index(found[at].1);
            }
            word.reverse();
            words.push(word);
        }
        if words.len() == count {
            break;
        }
        row.clear();
        explorer.transitions(state, Bound::FREE, &mut row, budget)?;
        row.sort_unstable_by_key(|edge| rank.apply(edge.0));
        for &(letter, target) in &row {
            if seen.len() <= target.index() {
                seen.resize(target.index() + 1, false);
            }
            if !std::mem::replace(&mut seen[target], true) {
                found.push((target, number(next), letter));
            }
        }
        next += 1;
        budget.check(found.len())?;
    }
    Ok(words)
}
