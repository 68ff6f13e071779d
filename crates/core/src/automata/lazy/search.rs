//! Searching an automaton that is explored on demand for what it accepts.
//!
//! Breadth first, rows in the order of their letters: the first word found is the first in radix order. Nothing is
//! explored behind it. O(states and edges before it).

use super::automaton::{Bound, LazyAutomaton};
use super::rows::{WorkEstimate, helpers, rows};
use crate::automata::interner::{State, index, number};
use crate::automata::letter::{Letter, Moves, Slot};
use crate::automata::transitions::Edge;
use crate::budget::{Budget, Halt};
use crate::tuning::automata::rows;

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
    let mut order = Vec::new();
    let mut shift = slots.iter().map(|slot| slot.bits).sum::<u32>();
    for slot in slots {
        shift -= slot.bits;
        order.push(Slot { shift, bits: slot.bits });
    }
    let rank = Moves::new(slots, &order);
    let sort = |row: &mut [Edge]| row.sort_unstable_by_key(|edge| rank.apply(edge.0));
    Ok(found(explorer, &sort, 1, budget)?.words.into_iter().next())
}

/// Words that were found, and what that took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AcceptedWords {
    /// The words.
    pub words: Vec<Vec<Letter>>,
    /// Edges that were followed.
    pub followed: usize,
}

/// Up to `count` accepted words, none only if nothing is accepted: one of the shortest that lead to each accepting state, and
/// words that lead there from states met later, one from each of those.
///
/// # Errors
/// The limit that was passed.
pub fn accepted_words(explorer: &mut dyn LazyAutomaton, count: usize, budget: &Budget) -> Result<AcceptedWords, Halt> {
    found(explorer, &|_| {}, count, budget)
}

/// Finds the words of [`accepted_words`], following the edges of each state in the order that `sort` gives them.
fn found(
    explorer: &mut dyn LazyAutomaton,
    sort: &(dyn Fn(&mut [Edge]) + Sync),
    count: usize,
    budget: &Budget,
) -> Result<AcceptedWords, Halt> {
    let Some(start) = explorer.start(budget)? else {
        return Ok(AcceptedWords::default());
    };
    let mut search = Search {
        found: vec![(start, 0, Letter::ZERO)],
        seen: Vec::new(),
        next: 0,
        edges: 0,
        words: Vec::new(),
        others: Vec::new(),
    };
    search.see(start);
    let mut row = Vec::new();
    // Whether the states that wait have the last that is wanted among them.
    let mut is_ending = false;
    while search.missing(count) > 0 && search.next < search.found.len() {
        let waiting = search.found.len() - search.next;
        let past = WorkEstimate { rows: search.next, edges: search.edges, followed: explorer.followed() };
        if !is_ending && helpers(waiting, &past, budget).is_some() {
            let states = search.waiting(explorer, count);
            is_ending = states.len() < waiting.min(rows::STATES_AT_ONCE);
            if let Some(helpers) = helpers(states.len(), &past, budget) {
                rows(explorer, &states, sort, helpers.count(), budget, || Ok(()))?.each(|row, accepts| {
                    if search.missing(count) == 0 {
                        return Ok(());
                    }
                    search.visit(accepts);
                    search.follow(row, budget)
                })?;
                continue;
            }
        }
        let state = search.found[search.next].0;
        search.visit(explorer.accepts(state));
        if search.missing(count) == 0 {
            break;
        }
        row.clear();
        explorer.transitions(state, Bound::FREE, &mut row, budget)?;
        sort(&mut row);
        search.follow(&row, budget)?;
    }
    let others = search.others.iter().take(count - search.words.len());
    let others: Vec<_> = others.map(|&(from, letter)| search.word(from, Some(letter))).collect();
    search.words.extend(others);
    Ok(AcceptedWords { words: search.words, followed: search.edges })
}

/// A search in progress.
struct Search {
    /// How each state was found: from where and by which letter.
    found: Vec<(State, u32, Letter)>,
    /// States are numbered as they are found, so that few places stay empty.
    seen: Vec<Seen>,
    /// The first of those found whose row was not followed.
    next: usize,
    /// Edges of the rows that were followed.
    edges: usize,
    /// Those that lead to each accepting state first,
    words: Vec<Vec<Letter>>,
    /// and the states from which one leads to it later, with the letter.
    others: Vec<(u32, Letter)>,
}

/// What is known of a state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Never,
    Found,
    Accepting,
}

impl Search {
    /// What was known of a state that is seen now.
    #[inline]
    fn see(&mut self, state: State) -> Seen {
        if self.seen.len() <= state.index() {
            self.seen.resize(state.index() + 1, Seen::Never);
        }
        let seen = &mut self.seen[state];
        let before = *seen;
        if before == Seen::Never {
            *seen = Seen::Found;
        }
        before
    }

    /// How many words of so many were not yet found.
    fn missing(&self, count: usize) -> usize {
        count.saturating_sub(self.words.len() + self.others.len())
    }

    /// The states whose rows come next, up to the last accepting one that is wanted.
    fn waiting(&self, explorer: &dyn LazyAutomaton, count: usize) -> Vec<State> {
        let mut missing = self.missing(count);
        let states = self.found[self.next..].iter().take(rows::STATES_AT_ONCE).map(|found| found.0);
        let before = |&state: &State| {
            missing -= usize::from(explorer.accepts(state));
            missing > 0
        };
        states.take_while(before).collect()
    }

    /// Keeps the word that led to the next state, if that accepts.
    fn visit(&mut self, accepts: bool) {
        if accepts {
            self.seen[self.found[self.next].0] = Seen::Accepting;
            self.words.push(self.word(number(self.next), None));
        }
    }

    /// The word by which a state was found, and a letter behind it.
    fn word(&self, found: u32, last: Option<Letter>) -> Vec<Letter> {
        let mut word = Vec::from_iter(last);
        let mut at = index(found);
        while at != 0 {
            word.push(self.found[at].2);
            at = index(self.found[at].1);
        }
        word.reverse();
        word
    }

    /// Goes where the row of the next state leads.
    fn follow(&mut self, row: &[Edge], budget: &Budget) -> Result<(), Halt> {
        let mut other = None;
        for &(letter, target) in row {
            match self.see(target) {
                Seen::Never => self.found.push((target, number(self.next), letter)),
                Seen::Found => {}
                Seen::Accepting => _ = other.get_or_insert(letter),
            }
        }
        self.others.extend(other.map(|letter| (number(self.next), letter)));
        self.next += 1;
        self.edges += row.len();
        budget.check(self.found.len())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::automata::dfa::Dfa;
    use crate::automata::lazy::stored::StoredAutomaton;
    use crate::automata::letter::Layout;
    use crate::automata::testing::arbitrary_dfa;

    proptest! {
        #[test]
        fn words_that_are_found_differ_and_are_accepted(dfa in arbitrary_dfa(9, &[2, 3]), count in 1usize..30) {
            let dfa = dfa.minimize();
            let slots = dfa.layout().slots().to_vec();
            let accepting = dfa.accepting().iter().filter(|accepts| **accepts).count();
            let mut explorer = StoredAutomaton::new(Arc::new(dfa.clone()), &slots, Arc::new([]));
            let AcceptedWords { words, followed } = accepted_words(&mut explorer, count, &Budget::unlimited()).unwrap();
            prop_assert!(followed <= dfa.transitions().len());
            prop_assert!(words.len() <= count);
            prop_assert!(words.len() >= count.min(accepting), "one for each state at least");
            prop_assert!(words.iter().all(|word| dfa.accepts(word.iter().copied())));
            prop_assert_eq!(words.iter().collect::<HashSet<_>>().len(), words.len());
            let shortest = shortest(&mut explorer, &slots, &Budget::unlimited()).unwrap();
            prop_assert_eq!(words.first().map(Vec::len), shortest.as_ref().map(Vec::len));
        }
    }

    #[test]
    fn one_accepting_state_has_a_word_from_each_state_met_later() {
        let layout = Layout::new(&[2]).unwrap();
        let [zero, one] = [0, 1].map(|digit| layout.pack(&[digit]));
        let [first, second] = [1, 2].map(State::new);
        let rows =
            vec![(false, vec![(zero, first), (one, second)]), (true, vec![(zero, first)]), (false, vec![(one, first)])];
        let slots = layout.slots().to_vec();
        let mut explorer = StoredAutomaton::new(Arc::new(Dfa::from_rows(layout, rows)), &slots, Arc::new([]));
        let found = accepted_words(&mut explorer, 10, &Budget::unlimited()).unwrap();
        assert_eq!(found, AcceptedWords { words: vec![vec![zero], vec![zero, zero], vec![one, one]], followed: 4 });
    }
}
