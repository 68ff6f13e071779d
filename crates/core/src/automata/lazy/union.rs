//! The disjunction of automata over the same tracks, explored on demand.
//!
//! States are tuples in which failed parts are marked, at worst as many as the product of the numbers of the parts; a
//! row costs sorting the edges of all parts. Bad for many large parts.

use super::automaton::{Bound, LazyAutomaton, Next};
use crate::automata::interner::Interner;
use crate::automata::letter::Letter;
use crate::automata::overlay::{Blocks, Found, Renumbered, transposed};
use crate::automata::transitions::{Edge, State};
use crate::budget::{Budget, Halt};

/// In a state: this part has failed.
const DEAD: State = State::MAX;

/// The words accepted by some part. All parts read the same tracks.
pub struct Union {
    parts: Vec<Box<dyn LazyAutomaton>>,
    states: Interner<State>,
    found: Vec<(Letter, usize, State)>,
    edges: Vec<Edge>,
    tuple: Vec<State>,
}

impl Union {
    /// The words accepted by some of `parts`.
    ///
    /// # Panics
    /// If the parts do not read the same tracks, or there is none.
    pub fn new(parts: Vec<Box<dyn LazyAutomaton>>) -> Union {
        assert!(!parts.is_empty(), "the union of nothing has no tracks");
        assert!(parts.iter().all(|part| part.mask() == parts[0].mask()), "a union of parts over different tracks");
        Union::of(parts, Interner::default())
    }
}

impl Union {
    fn of(parts: Vec<Box<dyn LazyAutomaton>>, states: Interner<State>) -> Union {
        Union { parts, states, found: Vec::new(), edges: Vec::new(), tuple: Vec::new() }
    }
}

impl LazyAutomaton for Union {
    fn mask(&self) -> Letter {
        self.parts[0].mask()
    }

    fn start(&mut self, budget: &Budget) -> Result<Option<State>, Halt> {
        let mut tuple = Vec::with_capacity(self.parts.len());
        for part in &mut self.parts {
            tuple.push(part.start(budget)?.unwrap_or(DEAD));
        }
        if tuple.iter().all(|&q| q == DEAD) {
            return Ok(None);
        }
        Ok(Some(self.states.intern(&tuple).0))
    }

    fn accepts(&self, state: State) -> bool {
        self.parts.iter().zip(self.states.get(state)).any(|(part, &q)| q != DEAD && part.accepts(q))
    }

    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Halt> {
        let Union { parts, states, found, edges, tuple } = self;
        found.clear();
        for (i, part) in parts.iter_mut().enumerate() {
            let q = states.get(state)[i];
            if q != DEAD {
                edges.clear();
                part.transitions(q, bound, edges, budget)?;
                found.extend(edges.iter().map(|&(letter, target)| (letter, i, target)));
            }
        }
        found.sort_unstable();
        tuple.resize(parts.len(), DEAD);
        for group in found.chunk_by(|a, b| a.0 == b.0) {
            tuple.fill(DEAD);
            for &(_, i, target) in group {
                tuple[i] = target;
            }
            out.push((group[0].0, states.intern(tuple).0));
        }
        budget.check(self.states.len())
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        let mut tuple = self.states.get(state).to_vec();
        for (part, q) in self.parts.iter_mut().zip(&mut tuple) {
            if *q != DEAD {
                *q = match part.step(*q, letter, budget)? {
                    Next::Dead => DEAD,
                    Next::Universal => return Ok(Next::Universal),
                    Next::To(target) => target,
                };
            }
        }
        if tuple.iter().all(|&q| q == DEAD) {
            return Ok(Next::Dead);
        }
        Ok(Next::To(self.states.intern(&tuple).0))
    }

    fn fan_out(&self, mask: Letter) -> f64 {
        self.parts.iter().map(|part| part.fan_out(mask)).sum()
    }

    fn fork(&mut self) -> Box<dyn LazyAutomaton> {
        let parts = self.parts.iter_mut().map(|part| part.fork()).collect();
        Box::new(Union::of(parts, self.states.fork()))
    }

    fn mark(&mut self) {
        self.parts.iter_mut().for_each(|part| part.mark());
        self.states.mark();
    }

    fn found(&mut self) -> Found {
        let parts: Vec<Found> = self.parts.iter_mut().map(|part| part.found()).collect();
        Found::new((parts, self.states.take()))
    }

    fn absorb(&mut self, found: Vec<Found>, blocks: &Blocks) -> Result<Vec<Renumbered>, Halt> {
        let (parts, states): (Vec<Vec<Found>>, Vec<Interner<State>>) = found.into_iter().map(Found::take).unzip();
        let parts = self.parts.iter_mut().zip(transposed(parts)).map(|(part, found)| part.absorb(found, blocks));
        let parts: Vec<Vec<Renumbered>> = parts.collect::<Result<_, _>>()?;
        let change = |fork: usize, tuple: &mut [State]| {
            tuple.iter_mut().zip(&parts).for_each(|(q, part)| *q = part[fork].of(*q));
        };
        Ok(self.states.absorb(states, blocks, change, |_, _| {}))
    }
}
