//! Formulas without quantifiers as deterministic machines, as `verified/Skeleton.v` has them.
//!
//! A state is the state of each variable among the valid words, and that of each part; what is decided whatever digits are to come is
//! replaced by its truth. States have numbers, and each is expanded once, however many sets
//! it is in: so a subset construction (Rabin and Scott 1959) over a machine looks edges up and computes no states again.
//!
//! Cost: for each state, the letters that the automata in it allow, times its parts. Weakness: comparisons rule out no letters, so that
//! a formula of comparisons alone goes through all of them.

mod choice;
mod expand;
mod parts;
mod table;

use filbert_core::automata::{Interner, Letter, State};

use crate::formula::Variable;
use crate::packing::Packing;
use crate::skeleton::Skeleton;
use crate::stop::{Budget, Stop};
use crate::structure::Structure;
use choice::Choice;
use parts::Parts;

/// A machine on some variables: those outside, then those that a quantifier binds.
#[derive(Debug)]
pub(crate) struct Machine {
    /// For each place the greatest digit and the next state, by the state of its system.
    places: Vec<Vec<(u16, u32)>>,
    /// How letters of the variables outside are written.
    pub(crate) packing: Packing,
    parts: Parts,
    /// Letters after which the machine is known to be this are left out.
    dropped: Option<bool>,
    /// Whether two ways from a state by one letter to another are one.
    merged: bool,
    states: Interner<u32>,
    accepting: Vec<bool>,
    edges: Vec<(Letter, State)>,
    expanded: Vec<Option<(usize, usize)>>,
    choice: Choice,
}

impl Machine {
    /// The machine of a formula on the variables `outer` and `inner`, which are all of its variables and have nothing in common. With
    /// `dropped`, letters after which it is known to be this are left out; with `merged`, a letter of `outer` leads to a state once.
    pub(crate) fn new(
        structure: Structure<'_>,
        skeleton: &Skeleton,
        (outer, inner): (&[Variable], &[Variable]),
        dropped: Option<bool>,
        merged: bool,
    ) -> Result<Machine, Stop> {
        let all = [outer, inner].concat();
        let table = |variable: &Variable| {
            let row = |(top, next): &(usize, usize)| {
                u16::try_from(*top).map(|top| (top, *next as u32)).map_err(|_| Stop::TooLarge)
            };
            structure.of(*variable).0.iter().map(row).collect::<Result<Vec<_>, _>>()
        };
        Ok(Machine {
            places: all.iter().map(table).collect::<Result<_, _>>()?,
            packing: Packing::new(structure, outer)?,
            parts: Parts::new(structure, skeleton, &all)?,
            dropped,
            merged,
            states: Interner::default(),
            accepting: Vec::new(),
            edges: Vec::new(),
            expanded: Vec::new(),
            choice: Choice::default(),
        })
    }

    /// The first state.
    pub(crate) fn first(&mut self) -> Result<State, Stop> {
        let places = self.places.len();
        let mut key = vec![0; places + self.parts.parts.len()];
        self.parts.first(&mut key[places..])?;
        Ok(self.intern(&key))
    }

    /// Whether the formula is true if the word ends here.
    pub(crate) fn accepts(&self, state: State) -> bool {
        self.accepting[state]
    }

    /// What is known of the formula whatever digits are to come.
    pub(crate) fn known(&self, state: State) -> Option<bool> {
        match self.states.get(state).last() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        }
    }

    /// The letters of the variables outside that lead somewhere, with where, sorted.
    pub(crate) fn edges(&mut self, state: State, budget: &mut Budget) -> Result<&[(Letter, State)], Stop> {
        let (from, to) = match self.expanded[state] {
            Some(range) => range,
            None => {
                let range = self.expand(state, budget)?;
                self.expanded[state] = Some(range);
                range
            }
        };
        Ok(&self.edges[from..to])
    }

    fn intern(&mut self, key: &[u32]) -> State {
        let (state, new) = self.states.intern(key);
        if new {
            self.accepting.push(self.parts.accepts(&key[self.places.len()..]));
            self.expanded.push(None);
        }
        state
    }
}
