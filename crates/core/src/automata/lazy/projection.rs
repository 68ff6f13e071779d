//! An explored automaton with some of its tracks forgotten, determinized on demand.
//!
//! Rabin and Scott's subsets (1959), as in [`Subset`](super::subset::Subset), but of an automaton that is itself
//! explored: to learn whether some words are accepted, or that the subsets are few, a product need not be built whole.
//! Bad for many subsets: the rows of a state are found again for each set it is in.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::automaton::{Bound, LazyAutomaton, Next};
use super::steps::Steps;
use crate::automata::interner::Interner;
use crate::automata::letter::Letter;
use crate::automata::overlay::{Blocks, Found, Overlay, Renumbered};
use crate::automata::transitions::{Edge, State};
use crate::budget::{Budget, Halt};
use crate::planted::{Bug, planted};

/// Sets of states of an automaton most significant digit first: those to which some digits on the forgotten tracks
/// lead, and any number of leading zeros on the others.
pub struct Projection {
    whole: Box<dyn LazyAutomaton>,
    /// The fields that are kept.
    mask: Letter,
    sets: Interner<State>,
    steps: Overlay<Steps>,
    edges: Vec<Edge>,
    set: Vec<State>,
    /// Members of all sets so far, and how many there may be.
    members: usize,
    most_members: usize,
}

impl Projection {
    /// The automaton without its fields outside `mask`.
    pub fn new(whole: Box<dyn LazyAutomaton>, mask: Letter) -> Projection {
        Projection {
            whole,
            mask,
            sets: Interner::default(),
            steps: Overlay::default(),
            edges: Vec::new(),
            set: Vec::new(),
            members: 0,
            most_members: usize::MAX,
        }
    }

    /// Ends with [`Halt::TooLarge`] once all sets together have more than so many members: what they cost.
    pub fn limit_members(&mut self, most: usize) {
        self.most_members = most;
    }

    /// Members of all sets found so far.
    pub fn members(&self) -> usize {
        self.members
    }

    /// The number of the set of these states, in any order.
    fn intern(&mut self, members: impl Iterator<Item = State>) -> Result<State, Halt> {
        self.set.clear();
        self.set.extend(members);
        self.set.sort_unstable();
        self.set.dedup();
        let (id, new) = self.sets.intern(&self.set);
        if new {
            self.members += self.set.len();
            if self.members > self.most_members {
                return Err(Halt::TooLarge);
            }
        }
        Ok(id)
    }

    /// Where a letter of the kept fields leads from a set: maybe to the empty one.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn after(&mut self, set: State, letter: Letter, budget: &Budget) -> Result<State, Halt> {
        if let Some(Next::To(next)) = self.steps.get(set, letter) {
            return Ok(next);
        }
        let bound = Bound { letter, mask: self.mask };
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        for &q in self.sets.get(set) {
            self.whole.transitions(q, bound, &mut edges, budget)?;
        }
        let next = self.intern(edges.iter().map(|edge| edge.1))?;
        self.edges = edges;
        self.steps.own.insert(set, letter, Next::To(next), budget);
        budget.check(self.sets.len())?;
        Ok(next)
    }

    /// Whether a word of letters of the kept fields is accepted.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn accepts_word(&mut self, word: &[Letter], budget: &Budget) -> Result<bool, Halt> {
        let Some(start) = self.start(budget)? else { return Ok(false) };
        let end = word.iter().try_fold(start, |set, &letter| self.after(set, letter, budget))?;
        Ok(self.accepts(end))
    }
}

impl LazyAutomaton for Projection {
    fn mask(&self) -> Letter {
        self.mask
    }

    fn start(&mut self, budget: &Budget) -> Result<Option<State>, Halt> {
        if !self.sets.is_empty() {
            return Ok(Some(State::START));
        }
        let Some(start) = self.whole.start(budget)? else { return Ok(None) };
        let zeros = Bound { letter: Letter::ZERO, mask: self.mask };
        let mut closed = vec![start];
        let mut seen = FxHashMap::from_iter([(start, ())]);
        let mut edges = Vec::new();
        let mut next = 0;
        while next < closed.len() && !planted(Bug::ZeroClosure) {
            edges.clear();
            self.whole.transitions(closed[next], zeros, &mut edges, budget)?;
            for &(_, target) in &edges {
                if let Entry::Vacant(place) = seen.entry(target) {
                    place.insert(());
                    closed.push(target);
                }
            }
            next += 1;
        }
        Ok(Some(self.intern(closed.into_iter())?))
    }

    fn accepts(&self, state: State) -> bool {
        self.sets.get(state).iter().any(|&q| self.whole.accepts(q))
    }

    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Halt> {
        let bound = Bound { letter: bound.letter & self.mask, mask: bound.mask & self.mask };
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        for &q in self.sets.get(state) {
            self.whole.transitions(q, bound, &mut edges, budget)?;
        }
        edges.iter_mut().for_each(|edge| edge.0 &= self.mask);
        edges.sort_unstable();
        for group in edges.chunk_by(|a, b| a.0 == b.0) {
            out.push((group[0].0, self.intern(group.iter().map(|edge| edge.1))?));
        }
        self.edges = edges;
        budget.check(self.sets.len())
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        let next = self.after(state, letter, budget)?;
        Ok(if self.sets.get(next).is_empty() { Next::Dead } else { Next::To(next) })
    }

    fn fan_out(&self, mask: Letter) -> f64 {
        self.whole.fan_out(mask | !self.mask)
    }

    fn fork(&mut self) -> Box<dyn LazyAutomaton> {
        Box::new(Projection {
            whole: self.whole.fork(),
            mask: self.mask,
            sets: self.sets.fork(),
            steps: self.steps.apart(),
            edges: Vec::new(),
            set: Vec::new(),
            members: self.members,
            most_members: self.most_members,
        })
    }

    fn mark(&mut self) {
        self.whole.mark();
        self.sets.mark();
    }

    fn found(&mut self) -> Found {
        Found::new((self.whole.found(), self.sets.take(), self.steps.take()))
    }

    fn absorb(&mut self, found: Vec<Found>, blocks: &Blocks) -> Result<Vec<Renumbered>, Halt> {
        let (mut whole, mut sets, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for found in found {
            let found: (Found, Interner<State>, Steps) = found.take();
            whole.push(found.0);
            sets.push(found.1);
            steps.push(found.2);
        }
        let whole = self.whole.absorb(whole, blocks)?;
        let change = |fork: usize, set: &mut [State]| {
            set.iter_mut().for_each(|q| *q = whole[fork].of(*q));
            set.sort_unstable();
        };
        let before = self.sets.len();
        let renumbered = self.sets.absorb(sets, blocks, change, |_, _| {});
        let new = State::new(before).onwards().take(self.sets.len() - before);
        self.members += new.map(|set| self.sets.get(set).len()).sum::<usize>();
        self.steps.absorb(&steps, &renumbered, blocks.budget);
        if self.members > self.most_members { Err(Halt::TooLarge) } else { Ok(renumbered) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::automata::lazy::materialize::materialize;
    use crate::automata::lazy::stored::StoredAutomaton;
    use crate::automata::letter::{Layout, Track};
    use crate::automata::testing::{arbitrary_dfa, words};

    proptest! {
        #[test]
        fn a_projection_is_that_of_the_whole_automaton(dfa in arbitrary_dfa(8, &[2, 2, 2])) {
            let budget = Budget::unlimited();
            let expected = dfa.project(&[Track(0), Track(2)]).drop_leading_zeros().determinize(&budget).unwrap().minimize();
            let dfa = Arc::new(dfa.trim());
            let slots = dfa.layout().slots().to_vec();
            let kept = [slots[0], slots[2]];
            let whole = Box::new(StoredAutomaton::new(dfa, &slots, Arc::new([])));
            let mut projection = Projection::new(whole, kept[0].mask() | kept[1].mask());
            let layout = Layout::new(&[2, 2]).unwrap();
            for word in words(&layout, 4) {
                let spread: Vec<Letter> = word
                    .iter()
                    .map(|&letter| kept.iter().zip(layout.unpack(letter)).map(|(slot, digit)| slot.place(digit)).collect())
                    .collect();
                prop_assert_eq!(projection.accepts_word(&spread, &budget), Ok(expected.accepts(word)));
            }
            let found = materialize(&mut projection, &layout, &kept, &budget).unwrap().minimize();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn sets_may_be_limited_by_their_members() {
        let layout = Layout::new(&[2, 2]).unwrap();
        // A one on the forgotten track five letters before the end.
        let late =
            |q: u32| (q == 31, layout.letters().map(|l| (l, (2 * q + layout.unpack(l)[1]) % 32)).collect::<Vec<_>>());
        let dfa = Arc::new(Dfa::from_rows(layout.clone(), (0..32).map(late)));
        let slots = layout.slots();
        let mut projection = Projection::new(Box::new(StoredAutomaton::new(dfa, slots, Arc::new([]))), slots[0].mask());
        projection.limit_members(31);
        assert_eq!(projection.accepts_word(&[Letter::from(2); 9], &Budget::unlimited()), Err(Halt::TooLarge));
        projection.limit_members(1000);
        assert_eq!(projection.accepts_word(&[Letter::from(2); 9], &Budget::unlimited()), Ok(true));
    }

    use crate::automata::dfa::Dfa;
}
