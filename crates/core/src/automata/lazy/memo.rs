//! An explored automaton whose rows and steps are kept once they were asked for.
//!
//! A large automaton of which a search reaches a part is explored rather than built. But a join asks for the same row
//! again and again, each time with other digits known, and a row may be expensive to find: here it is found once. A
//! condition has no rows: a row of an inequality on six tracks is as long as the alphabet. Bad where every row is
//! reached anyhow and the minimal automaton is much smaller.

use rustc_hash::FxHashMap;

use super::automaton::{Bound, LazyAutomaton, Next};
use super::steps::Steps;
use crate::automata::letter::Letter;
use crate::automata::overlay::{Blocks, Found, Overlay, Renumbered};
use crate::automata::transitions::{Edge, State};
use crate::budget::{Budget, Halt};

/// Wraps an automaton and finds each of its rows once.
pub struct Memo<E: ?Sized> {
    kept: Overlay<Rows>,
    /// Steps from states without a row.
    steps: Overlay<Steps>,
    scratch: Vec<Edge>,
    inner: Box<E>,
}

/// Rows that are known.
#[derive(Default)]
struct Rows {
    /// Where the row of each state stands in `edges`; nowhere while it was not asked for.
    places: Vec<Option<(usize, usize)>>,
    /// Where the rows stand in a fork, which meets few states among many; `places` is empty then.
    scattered: Option<FxHashMap<State, (usize, usize)>>,
    /// Rows end to end, each sorted.
    edges: Vec<Edge>,
}

impl Rows {
    #[inline]
    fn get(&self, state: State) -> Option<&[Edge]> {
        let place = match &self.scattered {
            None => self.places.get(state.index()).copied().flatten(),
            Some(places) => places.get(&state).copied(),
        };
        place.map(|(from, to)| &self.edges[from..to])
    }

    fn insert(&mut self, state: State, row: &[Edge]) {
        let from = self.edges.len();
        self.edges.extend_from_slice(row);
        let place = (from, self.edges.len());
        if let Some(places) = &mut self.scattered {
            places.insert(state, place);
            return;
        }
        if self.places.len() <= state.index() {
            self.places.resize(state.index() + 1, None);
        }
        self.places[state] = Some(place);
    }
}

impl<E: LazyAutomaton> Memo<E> {
    /// No row is known yet.
    pub fn new(inner: E) -> Memo<E> {
        let (kept, steps) = Default::default();
        Memo { inner: Box::new(inner), kept, steps, scratch: Vec::new() }
    }
}

/// A row that is known.
#[inline]
fn known(kept: &Overlay<Rows>, state: State) -> Option<&[Edge]> {
    kept.below().and_then(|below| below.get(state)).or_else(|| kept.own.get(state))
}

/// The edges of a sorted row that agree with what is known of the digits under `mask`.
#[inline]
fn agreeing(row: &[Edge], mask: Letter, bound: Bound) -> impl Iterator<Item = &Edge> {
    let prefix = bound.prefix(mask);
    let wanted = bound.letter & prefix;
    let from = row.partition_point(|edge| edge.0 & prefix < wanted);
    row[from..].iter().take_while(move |edge| edge.0 & prefix == wanted).filter(move |edge| bound.admits(edge.0))
}

impl<E: LazyAutomaton + ?Sized> LazyAutomaton for Memo<E> {
    fn mask(&self) -> Letter {
        self.inner.mask()
    }

    fn start(&mut self, budget: &Budget) -> Result<Option<State>, Halt> {
        self.inner.start(budget)
    }

    fn accepts(&self, state: State) -> bool {
        self.inner.accepts(state)
    }

    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Halt> {
        let mask = self.mask();
        let bound = bound.within(mask);
        if let Some(row) = known(&self.kept, state) {
            out.extend(agreeing(row, mask, bound));
            return Ok(());
        }
        self.scratch.clear();
        self.inner.transitions(state, Bound::FREE, &mut self.scratch, budget)?;
        self.scratch.sort_unstable();
        self.kept.own.insert(state, &self.scratch);
        out.extend(agreeing(&self.scratch, mask, bound));
        Ok(())
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        if let Some(row) = known(&self.kept, state) {
            let found = row.binary_search_by_key(&letter, |edge| edge.0).map(|place| row[place].1);
            return Ok(found.map_or(Next::Dead, |target| self.inner.known(target)));
        }
        if let Some(next) = self.steps.get(state, letter) {
            return Ok(next);
        }
        let next = self.inner.step(state, letter, budget)?;
        self.steps.own.insert(state, letter, next, budget);
        Ok(next)
    }

    fn fan_out(&self, mask: Letter) -> f64 {
        self.inner.fan_out(mask)
    }

    fn fork(&mut self) -> Box<dyn LazyAutomaton> {
        let rows = Rows { scattered: Some(FxHashMap::default()), ..Rows::default() };
        Box::new(Memo {
            inner: self.inner.fork(),
            kept: self.kept.fork(rows),
            steps: self.steps.apart(),
            scratch: Vec::new(),
        })
    }

    fn mark(&mut self) {
        self.inner.mark();
    }

    fn found(&mut self) -> Found {
        Found::new((self.inner.found(), self.kept.take(), self.steps.take()))
    }

    fn absorb(&mut self, found: Vec<Found>, blocks: &Blocks) -> Result<Vec<Renumbered>, Halt> {
        let (mut inner, mut rows, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for found in found {
            let found: (Found, Rows, Steps) = found.take();
            inner.push(found.0);
            rows.push(found.1);
            steps.push(found.2);
        }
        let renumbered = self.inner.absorb(inner, blocks)?;
        self.kept.merge();
        self.steps.absorb(&steps, &renumbered, blocks.budget);
        for (rows, states) in rows.iter().zip(&renumbered) {
            for (&state, &(from, to)) in rows.scattered.iter().flatten() {
                let state = states.of(state);
                if self.kept.own.get(state).is_none() {
                    let row = rows.edges[from..to].iter().map(|&(letter, target)| (letter, states.of(target)));
                    self.scratch.clear();
                    self.scratch.extend(row);
                    self.kept.own.insert(state, &self.scratch);
                }
            }
        }
        Ok(renumbered)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::automata::lazy::guard::Guard;
    use crate::automata::lazy::materialize::materialize;
    use crate::automata::lazy::product::Product;
    use crate::automata::lazy::stored::StoredAutomaton;
    use crate::automata::testing::arbitrary_dfa;

    proptest! {
        #[test]
        fn rows_that_are_kept_are_the_rows(
            a in arbitrary_dfa(6, &[2, 3]),
            b in arbitrary_dfa(6, &[2, 3]),
        ) {
            let table = |dfa: &crate::automata::Dfa| StoredAutomaton::new(Arc::new(dfa.trim()), a.layout().slots(), Arc::new([]));
            let whole = |parts: Vec<Box<dyn LazyAutomaton>>| {
                let mut join = Product::new(parts, vec![]);
                materialize(&mut join, a.layout(), a.layout().slots(), &Budget::unlimited()).unwrap().minimize()
            };
            let expected = whole(vec![Box::new(table(&a)), Box::new(table(&b))]);
            prop_assert_eq!(whole(vec![Box::new(Memo::new(table(&a))), Box::new(Memo::new(table(&b)))]), expected.clone());
            // A condition enumerates no rows.
            let condition = Guard::Not(Box::new(Guard::Not(Box::new(Guard::Leaf(Box::new(Memo::new(table(&b))))))));
            let mut join = Product::new(vec![Box::new(Memo::new(table(&a)))], vec![condition]);
            let stepped = materialize(&mut join, a.layout(), a.layout().slots(), &Budget::unlimited()).unwrap();
            prop_assert_eq!(stepped.minimize(), expected);
        }
    }
}
