//! Synchronized sequences: those whose graph, the tuples (n, s(n)), an automaton accepts.
//!
//! The row vectors of s(n) - m that may still become 0 are finitely many iff the graph is regular. Which these are is
//! guessed: those that the first numbers with their values lead through, where they are few, or those with small
//! entries, where numbers that need others come late. That m = s(n) where the automaton accepts is so by construction,
//! and that every n has such an m is proved by counting them. Shallit, "Synchronized sequences" (2021) for the notion
//! and its uses.
//!
//! Each guess costs O(d^2) operations for each state and letter, and one more representation for the proof. The guesses
//! and their states have limits: a sequence with a larger graph, or with values that are not natural numbers, has none
//! here.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use crate::automata::{
    Dfa, Edge, Layout, LazyAutomaton, Letter, Product, Rational, State, StoredAutomaton, Track, Transitions,
    materialize,
};
use crate::budget::{Budget, Halt};
use crate::numeration::{Compare, LinearAtom, Relation, encode_within};
use crate::tuning::sequences::graph::{self, Attempt};

use super::claim::{Finding, Shape};
use super::sequence::{Sequence, SequenceError, everything};

/// What a word leads through, kept for the next word, which begins with much of it.
struct Way<T> {
    start: T,
    steps: Vec<(Letter, T)>,
}

impl<T> Way<T> {
    fn new(start: T) -> Way<T> {
        Way { start, steps: Vec::new() }
    }

    /// Where a word leads.
    fn along(&mut self, word: &[Letter], mut step: impl FnMut(&T, Letter) -> T) -> &T {
        let common = self.steps.iter().zip(word).take_while(|(one, letter)| one.0 == **letter).count();
        self.steps.truncate(common);
        for &letter in &word[common..] {
            let next = step(self.steps.last().map_or(&self.start, |(_, there)| there), letter);
            self.steps.push((letter, next));
        }
        self.steps.last().map_or(&self.start, |(_, there)| there)
    }
}

/// Where a word leads: a state of the tuples of numbers, and a row vector.
type Place = (State, Vec<Rational>);

/// Which places are taken for those that may still become 0.
enum Kept {
    Passed(HashSet<Place>),
    Entries(Rational),
}

impl Kept {
    fn has(&self, place: &Place) -> bool {
        match self {
            Kept::Passed(places) => places.contains(place),
            Kept::Entries(most) => place.1.iter().all(|entry| entry.abs() <= *most),
        }
    }
}

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
        for attempt in graph::ATTEMPTS {
            let places = match attempt {
                Attempt::Tuples(count) => {
                    let passed = self.passed(&difference, valid.dfa(), count, budget)?;
                    passed.map(Kept::Passed)
                }
                Attempt::Entries(most) => Some(Kept::Entries(Rational::from(BigInt::from(most)))),
            };
            let Some(dfa) = places.map(|places| difference.zeros(valid.dfa(), &places, budget)).transpose()?.flatten()
            else {
                continue;
            };
            let graph = Relation::from_closed(Arc::new(dfa), vec![self.system().clone(); all]);
            let values = Sequence::summed(&graph, &kept, &[], budget)?;
            if values.minus(&one, budget)?.linear().dimension() == 0 {
                return Ok(Some(graph));
            }
        }
        Ok(None)
    }

    /// What the words of the first tuples with their values lead through: states of the tuples of numbers, and row vectors of the
    /// difference of value and number. `None` if these are too many, or some value is no natural number.
    fn passed(
        &self,
        difference: &Sequence,
        valid: &Dfa,
        count: usize,
        budget: &Budget,
    ) -> Result<Option<HashSet<Place>>, SequenceError> {
        let (own, linear) = (self.linear(), difference.linear());
        let systems = vec![self.system().clone(); difference.variables()];
        let mut passed: HashSet<Place> = HashSet::new();
        let mut values = Way::new(own.v.clone());
        let mut places = Way::new((State::START, linear.v.clone()));
        for mut tuple in everything(self.system(), self.variables(), budget)?.first_within(count, budget)? {
            budget.check_now()?;
            let word = encode_within(&tuple, &own.layout, &systems[1..], budget)?;
            let value = own.worth(values.along(&word, |row, letter| own.after(row, letter)));
            if !value.is_integer() || value.is_negative() {
                return Ok(None);
            }
            tuple.push(value.to_integer());
            let word = encode_within(&tuple, &linear.layout, &systems, budget)?;
            places.along(&word, |(state, row), letter| {
                let target = valid.transitions().step(*state, letter).expect("tuples are valid");
                let place = (target, linear.after(row, letter));
                passed.insert(place.clone());
                place
            });
            if passed.len() > graph::STATES {
                return Ok(None);
            }
        }
        Ok(Some(passed))
    }

    /// Tuples at which it is 0 whose words lead through these places. `None` if they are too many.
    fn zeros(&self, valid: &Dfa, kept: &Kept, budget: &Budget) -> Result<Option<Dfa>, Halt> {
        let linear = self.linear();
        let mut list: Vec<Place> = vec![(State::START, linear.v.clone())];
        let mut numbers: HashMap<Place, State> = HashMap::from_iter([(list[0].clone(), State::START)]);
        let mut transitions = Transitions::new();
        let mut accepting = Vec::new();
        let mut row: Vec<Edge> = Vec::new();
        while let Some((state, vector)) = list.get(accepting.len()).cloned() {
            row.clear();
            for (letter, target) in valid.transitions().row(state) {
                budget.check_now()?;
                let place = (target, linear.after(&vector, letter));
                if let Some(&number) = numbers.get(&place) {
                    row.push((letter, number));
                } else if kept.has(&place) {
                    let number = State::new(list.len());
                    numbers.insert(place.clone(), number);
                    list.push(place);
                    row.push((letter, number));
                }
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
