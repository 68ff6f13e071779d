//! An explored automaton whose rows and steps are kept once they were asked for.
//!
//! A large automaton of which a search reaches a part is explored rather than built. But a join asks for the same row
//! again and again, each time with other digits known, and a row may be expensive to find: here it is found once. What is
//! only stepped, as a condition is, has no rows: a row of an inequality on six tracks is as long as the alphabet. Bad
//! where every row is reached anyhow and the minimal automaton is much smaller.

use super::automaton::{Bound, LazyAutomaton, Next};
use super::steps::Steps;
use crate::automata::letter::Letter;
use crate::automata::transitions::{Edge, State};
use crate::budget::{Budget, Halt};

/// The same automaton, each row of which is found once.
pub struct Memo<E> {
    inner: E,
    /// Where the row of each state stands in `edges`; nowhere while it was not asked for.
    rows: Vec<Option<(usize, usize)>>,
    /// Rows end to end, each sorted.
    edges: Vec<Edge>,
    /// Steps from states without a row.
    steps: Steps,
    scratch: Vec<Edge>,
}

impl<E: LazyAutomaton> Memo<E> {
    /// No row is known yet.
    pub fn new(inner: E) -> Memo<E> {
        Memo { inner, rows: Vec::new(), edges: Vec::new(), steps: Steps::default(), scratch: Vec::new() }
    }

    fn row(&mut self, state: State, budget: &Budget) -> Result<&[Edge], Halt> {
        let place = state.index();
        if self.rows.len() <= place {
            self.rows.resize(place + 1, None);
        }
        let (from, to) = match self.rows[place] {
            Some(known) => known,
            None => {
                self.scratch.clear();
                self.inner.transitions(state, Bound::FREE, &mut self.scratch, budget)?;
                self.scratch.sort_unstable();
                let from = self.edges.len();
                self.edges.extend_from_slice(&self.scratch);
                *self.rows[place].insert((from, self.edges.len()))
            }
        };
        Ok(&self.edges[from..to])
    }
}

impl<E: LazyAutomaton> LazyAutomaton for Memo<E> {
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
        let bound = bound.within(self.mask());
        out.extend(self.row(state, budget)?.iter().filter(|edge| bound.admits(edge.0)));
        Ok(())
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        if let Some(&Some((from, to))) = self.rows.get(state.index()) {
            let row = &self.edges[from..to];
            let found = row.binary_search_by_key(&letter, |edge| edge.0).map(|place| row[place].1);
            return Ok(found.map_or(Next::Dead, |target| self.inner.known(target)));
        }
        if let Some(next) = self.steps.get(state, letter) {
            return Ok(next);
        }
        let next = self.inner.step(state, letter, budget)?;
        self.steps.insert(state, letter, next);
        Ok(next)
    }

    fn fan_out(&self, mask: Letter) -> f64 {
        self.inner.fan_out(mask)
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
            // As a condition it is only stepped.
            let condition = Guard::Not(Box::new(Guard::Not(Box::new(Guard::Leaf(Box::new(Memo::new(table(&b))))))));
            let mut join = Product::new(vec![Box::new(Memo::new(table(&a)))], vec![condition]);
            let stepped = materialize(&mut join, a.layout(), a.layout().slots(), &Budget::unlimited()).unwrap();
            prop_assert_eq!(stepped.minimize(), expected);
        }
    }
}
