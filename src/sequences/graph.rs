//! Synchronized sequences: those whose graph, the tuples (n, s(n)), an automaton accepts.
//!
//! The row vectors of s(n) - m that may still become 0 are finitely many iff the graph is regular. Which these are is guessed,
//! by leaving out vectors with large entries; that m = s(n) where the automaton accepts is so by construction, and
//! that every n has such an m is proved by counting them. Shallit, "Synchronized sequences" (2021) for the notion and its uses.

use std::sync::Arc;

use hashbrown::HashMap;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use crate::automata::{
    Dfa, Edge, Layout, LazyAutomaton, Product, Rational, State, StoredAutomaton, Track, Transitions, materialize,
};
use crate::budget::{Budget, Halt};
use crate::numeration::{Compare, LinearAtom, Relation};
use crate::tuning::sequences::graph;

use super::claim::{Finding, Shape};
use super::sequence::{Sequence, SequenceError, everything};

impl Sequence {
    /// The tuples (n, .., s(n, ..)), if an automaton for them is found.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn graph(&self, budget: &Budget) -> Result<Option<Relation>, SequenceError> {
        let variables = self.variables();
        let all = variables + 1;
        let identity = Sequence::identity(self.system(), budget)?;
        let own = Sequence::product(&[(self, Track::list(0..variables))], all, budget)?;
        let value = Sequence::product(&[(&identity, Track::list([variables]))], all, budget)?;
        let difference = own.minus(&value, budget)?;
        let valid = everything(self.system(), all, budget)?;
        let kept = Track::list(0..variables);
        let one = Sequence::constant(&Rational::one(), self.system(), variables, budget)?;
        for bound in graph::ENTRY_BOUNDS {
            let Some(dfa) = difference.zeros(valid.dfa(), bound, budget)? else { return Ok(None) };
            let graph = Relation::from_closed(Arc::new(dfa), vec![self.system().clone(); all]);
            let values = Sequence::summed(&graph, &kept, &[], budget)?;
            if values.minus(&one, budget)?.linear().dimension() == 0 {
                return Ok(Some(graph));
            }
        }
        Ok(None)
    }

    /// Tuples at which it is 0: those that vectors with bounded entries lead to. `None` if these are too many.
    fn zeros(&self, valid: &Dfa, bound: i64, budget: &Budget) -> Result<Option<Dfa>, Halt> {
        let bound = Rational::from(BigInt::from(bound));
        let linear = self.linear();
        let mut numbers: HashMap<(State, Vec<Rational>), State> = HashMap::new();
        let mut list = vec![(State::START, linear.v.clone())];
        numbers.insert(list[0].clone(), State::START);
        let mut transitions = Transitions::new();
        let mut accepting = Vec::new();
        let mut row: Vec<Edge> = Vec::new();
        while let Some((state, vector)) = list.get(accepting.len()).cloned() {
            row.clear();
            for (letter, target) in valid.transitions().row(state) {
                budget.check_now()?;
                let after = linear.after(&vector, letter);
                if after.iter().any(|entry| entry.abs() > bound) {
                    continue;
                }
                let number = *numbers.entry((target, after)).or_insert_with_key(|pair| {
                    list.push(pair.clone());
                    State::new(list.len() - 1)
                });
                row.push((letter, number));
            }
            transitions.push_row(&mut row);
            accepting.push(valid.accepting()[state] && linear.worth(&vector).is_zero());
            if list.len() > graph::STATES {
                return Ok(None);
            }
        }
        Ok(Some(Dfa::new(valid.layout().clone(), transitions, accepting).minimize()))
    }

    /// What [`Sequence::compare`] says, if the graphs of both are found: decided by automata.
    pub(super) fn compare_by_graphs(
        &self,
        shape: Shape,
        other: &Sequence,
        on: &Relation,
        budget: &Budget,
    ) -> Result<Option<Finding>, SequenceError> {
        let (Some(own), Some(others)) = (self.graph(budget)?, other.graph(budget)?) else { return Ok(None) };
        let variables = self.variables();
        let layout: Layout = self.system().layout(variables + 2)?;
        // The values at which the claim fails.
        let fails = match shape {
            Shape::Equal => LinearAtom::new(&[1, -1], Compare::NotEqual, 0),
            Shape::NotEqual => LinearAtom::new(&[1, -1], Compare::Equal, 0),
            Shape::LessEqual => LinearAtom::new(&[-1, 1], Compare::Less, 0),
            Shape::Less => LinearAtom::new(&[-1, 1], Compare::Less, 1),
        };
        let fails = self.system().linear(&fails, budget)?;
        let on_tracks = |dfa: &Arc<Dfa>, tracks: &[usize]| -> Box<dyn LazyAutomaton> {
            let slots: Vec<_> = tracks.iter().map(|&track| layout.slots()[track]).collect();
            Box::new(StoredAutomaton::new(dfa.clone(), &slots, Arc::new([])))
        };
        let kept: Vec<usize> = (0..variables).collect();
        let with = |value: usize| [&kept[..], &[value]].concat();
        let parts = vec![
            on_tracks(on.dfa(), &kept),
            on_tracks(own.dfa(), &with(variables)),
            on_tracks(others.dfa(), &with(variables + 1)),
            on_tracks(&fails, &[variables, variables + 1]),
        ];
        let dfa = materialize(Product::new(parts, Vec::new()), &layout, layout.slots(), budget)?.minimize();
        let wrong = Relation::from_closed(Arc::new(dfa), vec![self.system().clone(); variables + 2]);
        let wrong = Sequence::summed(&wrong, &Track::list(kept), &[], budget)?;
        let first = wrong.linear().first_nonzero(budget)?;
        Ok(Some(first.map_or(Finding::Holds, |word| Finding::Fails(self.numbers(&word)))))
    }
}
