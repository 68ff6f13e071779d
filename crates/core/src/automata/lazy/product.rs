//! The conjunction of several automata on their own tracks, explored on demand.
//!
//! A merge join: parts that enumerate letters are taken in the order of their fan-out, each asked only for the rows
//! that agree with the digits already chosen; a part whose tracks are all chosen is merely stepped. No part is widened
//! to tracks it does not mention. The order of the parts decides more than any data structure.
//!
//! States are tuples (Rabin and Scott 1959), at worst as many as the product of the numbers of the parts. Each row asks
//! the budget for its states, and before its list of edges grows. Bad where the last part refuses most of what the
//! others found.

use super::automaton::{Bound, LazyAutomaton, Next};
use super::guard::{Guard, Truth};
use crate::automata::interner::{Batch, Interner};
use crate::automata::letter::Letter;
use crate::automata::overlay::{Blocks, Found, Renumbered, transposed};
use crate::automata::transitions::{Edge, State};
use crate::budget::{Budget, Halt};

/// A conjunction of parts that enumerate letters and of conditions that are checked on them.
pub struct Product {
    generators: Vec<Box<dyn LazyAutomaton>>,
    /// In the order in which they can be checked.
    checks: Vec<Check>,
    /// Which can be checked after how many generators have chosen their digits.
    levels: Vec<std::ops::Range<usize>>,
    mask: Letter,
    states: Interner<State>,
    /// The states to which the last edges found lead, which have no numbers yet.
    found: Batch<State>,
    scratch: Vec<Vec<Edge>>,
    tuple: Vec<State>,
    next: Vec<State>,
    length: usize,
    /// Edges of generators, and steps of leaves, that were tried.
    followed: usize,
}

/// A condition, and where its leaves stand in a state.
struct Check {
    condition: Guard,
    at: std::ops::Range<usize>,
}

impl Product {
    /// The words accepted by every part and satisfying every condition.
    ///
    /// A part may end up as a condition when its tracks are covered by the others.
    ///
    /// # Panics
    /// If a condition reads a track that no part has (such a track has no letters to choose from), or has an empty
    /// conjunction or disjunction in it.
    pub fn new(mut parts: Vec<Box<dyn LazyAutomaton>>, conditions: Vec<Guard>) -> Product {
        let mut generators: Vec<Box<dyn LazyAutomaton>> = Vec::new();
        // A condition, after how many generators it can be checked, and its leaves.
        let mut waiting: Vec<(Guard, usize, usize)> = Vec::new();
        let mut known = Letter::ZERO;
        while !parts.is_empty() {
            let mut rest = Vec::new();
            for part in parts {
                if !generators.is_empty() && part.mask() & !known == Letter::ZERO {
                    waiting.push((Guard::Leaf(part), generators.len(), 1));
                } else {
                    rest.push(part);
                }
            }
            parts = rest;
            let best = (0..parts.len()).min_by(|&a, &b| parts[a].fan_out(known).total_cmp(&parts[b].fan_out(known)));
            if let Some(best) = best {
                let part = parts.remove(best);
                known |= part.mask();
                generators.push(part);
            }
        }
        for condition in conditions {
            assert!(condition.is_proper(), "an empty conjunction or disjunction");
            assert_eq!(condition.mask() & !known, Letter::ZERO, "a condition on a track that nothing enumerates");
            let mut covered = Letter::ZERO;
            let after = generators
                .iter()
                .position(|generator| {
                    covered |= generator.mask();
                    condition.mask() & !covered == Letter::ZERO
                })
                .map_or(0, |last| last + 1);
            let leaves = condition.leaves();
            waiting.push((condition.grouped(), after, leaves));
        }
        waiting.sort_by_key(|&(_, after, leaves)| (after, leaves));
        let until = |level: usize| waiting.partition_point(|waiting| waiting.1 < level);
        let levels = (0..=generators.len()).map(|level| until(level)..until(level + 1)).collect();
        let mut length = generators.len();
        let checks = waiting
            .into_iter()
            .map(|(condition, ..)| {
                let at = length..length + condition.leaves();
                length = at.end;
                Check { condition, at }
            })
            .collect();
        let scratch = vec![Vec::new(); generators.len()];
        Product {
            generators,
            checks,
            levels,
            mask: known,
            states: Interner::default(),
            found: Batch::default(),
            scratch,
            tuple: Vec::new(),
            next: Vec::new(),
            length,
            followed: 0,
        }
    }

    /// Number of states found so far.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// Gives the states to which the last edges lead their numbers.
    fn number(&mut self, out: &mut [Edge]) {
        self.states.intern_targets(&mut self.found, out, |_| {});
    }

    /// Extends the letter chosen by the first `level` generators in every way. `next` has places for all generators, filled as
    /// far as chosen, and the checks that were done behind them.
    #[allow(clippy::too_many_arguments)]
    fn extend(
        &mut self,
        state: &[State],
        next: &mut Vec<State>,
        level: usize,
        chosen: Bound,
        bound: Bound,
        out: &mut Vec<Edge>,
        budget: &Budget,
    ) -> Result<(), Halt> {
        for check in &mut self.checks[self.levels[level].clone()] {
            next.truncate(check.at.start);
            let old = &state[check.at.clone()];
            self.followed += old.len();
            if check.condition.step(old, next, chosen.letter, budget)? == Truth::False {
                return Ok(());
            }
        }
        if level == self.generators.len() {
            // First, since what is found and the edges that lead there are as many even where a limit is passed.
            budget.check_growth(out, 1)?;
            self.found.push(next);
            out.push((chosen.letter, State::START));
            if self.found.is_full() {
                self.number(out);
            }
            return Ok(());
        }
        let mut edges = std::mem::take(&mut self.scratch[level]);
        edges.clear();
        let known = Bound { letter: chosen.letter | bound.letter, mask: chosen.mask | bound.mask };
        let mask = self.generators[level].mask();
        self.generators[level].transitions(state[level], known, &mut edges, budget)?;
        self.followed += edges.len();
        for &(letter, target) in &edges {
            next[level] = target;
            let chosen = Bound { letter: chosen.letter | letter, mask: chosen.mask | mask };
            self.extend(state, next, level + 1, chosen, bound, out, budget)?;
        }
        self.scratch[level] = edges;
        Ok(())
    }
}

impl LazyAutomaton for Product {
    fn mask(&self) -> Letter {
        self.mask
    }

    fn start(&mut self, budget: &Budget) -> Result<Option<State>, Halt> {
        let mut tuple = Vec::with_capacity(self.length);
        for generator in &mut self.generators {
            match generator.start(budget)? {
                Some(start) => tuple.push(start),
                None => return Ok(None),
            }
        }
        for check in &mut self.checks {
            if check.condition.start(&mut tuple, budget)? == Truth::False {
                return Ok(None);
            }
        }
        Ok(Some(self.states.intern(&tuple).0))
    }

    fn accepts(&self, state: State) -> bool {
        let tuple = self.states.get(state);
        self.generators.iter().zip(tuple).all(|(generator, &q)| generator.accepts(q))
            && self.checks.iter().all(|check| check.condition.accepts(&mut tuple[check.at.clone()].iter().copied()))
    }

    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Halt> {
        let mut tuple = std::mem::take(&mut self.tuple);
        tuple.clear();
        tuple.extend_from_slice(self.states.get(state));
        let mut next = std::mem::take(&mut self.next);
        next.resize(self.generators.len(), State::START);
        let bound = Bound { letter: bound.letter & self.mask, mask: bound.mask & self.mask };
        let result = self.extend(&tuple, &mut next, 0, Bound::FREE, bound, out, budget);
        self.number(out);
        (self.tuple, self.next) = (tuple, next);
        result?;
        budget.check(self.states.len())
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        let mut edges = Vec::new();
        self.transitions(state, Bound { letter, mask: self.mask }, &mut edges, budget)?;
        Ok(edges.first().map_or(Next::Dead, |edge| Next::To(edge.1)))
    }

    fn fan_out(&self, mask: Letter) -> f64 {
        let mut known = mask;
        self.generators.iter().fold(1.0, |product, generator| {
            let fan_out = generator.fan_out(known);
            known |= generator.mask();
            product * fan_out
        })
    }

    fn followed(&self) -> usize {
        self.followed
    }

    fn fork(&mut self) -> Box<dyn LazyAutomaton> {
        let check = |check: &mut Check| Check { condition: check.condition.fork(), at: check.at.clone() };
        Box::new(Product {
            generators: self.generators.iter_mut().map(|generator| generator.fork()).collect(),
            checks: self.checks.iter_mut().map(check).collect(),
            levels: self.levels.clone(),
            mask: self.mask,
            states: self.states.fork(),
            found: Batch::default(),
            scratch: vec![Vec::new(); self.generators.len()],
            tuple: Vec::new(),
            next: Vec::new(),
            length: self.length,
            followed: 0,
        })
    }

    fn mark(&mut self) {
        self.generators.iter_mut().for_each(|generator| generator.mark());
        self.checks.iter_mut().for_each(|check| check.condition.mark());
        self.states.mark();
    }

    fn found(&mut self) -> Found {
        let mut parts: Vec<Found> = self.generators.iter_mut().map(|generator| generator.found()).collect();
        self.checks.iter_mut().for_each(|check| check.condition.found(&mut parts));
        Found::new((parts, self.states.take(), self.followed))
    }

    fn absorb(&mut self, found: Vec<Found>, blocks: &Blocks) -> Result<Vec<Renumbered>, Halt> {
        let (mut parts, mut states) = (Vec::new(), Vec::new());
        for found in found {
            let found: (Vec<Found>, Interner<State>, usize) = found.take();
            parts.push(found.0);
            states.push(found.1);
            self.followed += found.2;
        }
        let mut parts = transposed(parts).into_iter();
        let mut places = Vec::with_capacity(self.length);
        for (generator, found) in self.generators.iter_mut().zip(&mut parts) {
            places.push(generator.absorb(found, blocks)?);
        }
        for check in &mut self.checks {
            check.condition.absorb(&mut parts, blocks, &mut places)?;
        }
        let change = |fork: usize, tuple: &mut [State]| {
            tuple.iter_mut().zip(&places).for_each(|(q, part)| *q = part[fork].of(*q));
        };
        Ok(self.states.absorb(states, blocks, change, |_, _| {}))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::automata::dfa::Dfa;
    use crate::automata::lazy::materialize::materialize;
    use crate::automata::lazy::search::shortest;
    use crate::automata::lazy::stored::StoredAutomaton;
    use crate::automata::lazy::union::Union;
    use crate::automata::letter::{Layout, Slot};
    use crate::automata::testing::{arbitrary_dfa, words};

    const FRAME: [u32; 3] = [2, 3, 2];

    /// A formula over the parts of a test, by their numbers.
    #[derive(Clone, Debug)]
    enum Shape {
        Leaf(usize),
        Not(Box<Shape>),
        And(Vec<Shape>),
        Or(Vec<Shape>),
        Iff(Box<Shape>, Box<Shape>),
    }

    fn shapes() -> impl Strategy<Value = Shape> {
        (0..4usize).prop_map(Shape::Leaf).prop_recursive(4, 12, 3, |inner| {
            prop_oneof![
                inner.clone().prop_map(|s| Shape::Not(Box::new(s))),
                proptest::collection::vec(inner.clone(), 1..4).prop_map(Shape::And),
                proptest::collection::vec(inner.clone(), 1..4).prop_map(Shape::Or),
                (inner.clone(), inner).prop_map(|(a, b)| Shape::Iff(Box::new(a), Box::new(b))),
            ]
        })
    }

    /// Four automata, each on its own tracks of the frame.
    fn parts() -> impl Strategy<Value = Vec<(Dfa, Vec<usize>)>> {
        let part = |tracks: Vec<usize>| {
            let sizes: Vec<u32> = tracks.iter().map(|&t| FRAME[t]).collect();
            arbitrary_dfa(4, &sizes).prop_map(move |dfa| (dfa.trim(), tracks.clone()))
        };
        (part(vec![0, 1]), part(vec![2, 1]), part(vec![1]), part(vec![0, 2])).prop_map(|(a, b, c, d)| vec![a, b, c, d])
    }

    fn table(frame: &Layout, (dfa, tracks): &(Dfa, Vec<usize>)) -> Box<dyn LazyAutomaton> {
        let slots: Vec<Slot> = tracks.iter().map(|&t| frame.slots()[t]).collect();
        let sizes: Vec<u32> = tracks.iter().map(|&t| FRAME[t]).collect();
        let all = Dfa::universal(Layout::new(&sizes).unwrap());
        let universal = crate::automata::universal_states(&dfa.into(), &all, 1000);
        Box::new(StoredAutomaton::new(Arc::new(dfa.clone()), &slots, universal.into()))
    }

    fn accepts(frame: &Layout, (dfa, tracks): &(Dfa, Vec<usize>), word: &[Letter]) -> bool {
        dfa.accepts(word.iter().map(|&letter| {
            let digits = frame.unpack(letter);
            dfa.layout().pack(&tracks.iter().map(|&t| digits[t]).collect::<Vec<_>>())
        }))
    }

    fn condition(frame: &Layout, parts: &[(Dfa, Vec<usize>)], shape: &Shape) -> Guard {
        let many = |shapes: &[Shape]| shapes.iter().map(|s| condition(frame, parts, s)).collect();
        match shape {
            Shape::Leaf(i) => Guard::Leaf(table(frame, &parts[*i])),
            Shape::Not(s) => Guard::Not(Box::new(condition(frame, parts, s))),
            Shape::And(s) => Guard::And(many(s)),
            Shape::Or(s) => Guard::Or(many(s)),
            Shape::Iff(a, b) => Guard::Iff(Box::new(condition(frame, parts, a)), Box::new(condition(frame, parts, b))),
        }
    }

    fn holds(frame: &Layout, parts: &[(Dfa, Vec<usize>)], shape: &Shape, word: &[Letter]) -> bool {
        match shape {
            Shape::Leaf(i) => accepts(frame, &parts[*i], word),
            Shape::Not(s) => !holds(frame, parts, s, word),
            Shape::And(s) => s.iter().all(|s| holds(frame, parts, s, word)),
            Shape::Or(s) => s.iter().any(|s| holds(frame, parts, s, word)),
            Shape::Iff(a, b) => holds(frame, parts, a, word) == holds(frame, parts, b, word),
        }
    }

    proptest! {
        #[test]
        fn a_join_accepts_what_its_parts_accept(parts in parts(), shape in shapes(), generators in proptest::sample::subsequence(vec![0usize, 1, 2, 3], 0..4)) {
            let frame = Layout::new(&FRAME).unwrap();
            let budget = Budget::unlimited();
            let mut explorers: Vec<Box<dyn LazyAutomaton>> = generators.iter().map(|&i| table(&frame, &parts[i])).collect();
            for track in 0..3 {
                let all = (Dfa::universal(Layout::new(&FRAME[track..=track]).unwrap()), vec![track]);
                explorers.push(table(&frame, &all));
            }
            let mut join = Product::new(explorers, vec![condition(&frame, &parts, &shape)]);
            let whole = materialize(&mut join, &frame, frame.slots(), &budget).unwrap();
            let mut least: Option<Vec<Letter>> = None;
            for word in words(&frame, 3) {
                let expected = generators.iter().all(|&i| accepts(&frame, &parts[i], &word)) && holds(&frame, &parts, &shape, &word);
                prop_assert_eq!(whole.accepts(word.clone()), expected);
                if expected && least.is_none() {
                    least = Some(word);
                }
            }
            let found = shortest(&mut join, frame.slots(), &budget).unwrap();
            match least {
                Some(word) => prop_assert_eq!(found, Some(word)),
                None => prop_assert!(found.is_none_or(|word| word.len() > 3)),
            }
        }

        #[test]
        fn a_union_accepts_what_some_part_accepts(a in arbitrary_dfa(5, &[2, 3]), b in arbitrary_dfa(5, &[2, 3])) {
            let frame = Layout::new(&[2, 3]).unwrap();
            let parts: Vec<Box<dyn LazyAutomaton>> = [&a, &b]
                .map(|dfa| Box::new(StoredAutomaton::new(Arc::new(dfa.trim()), frame.slots(), Arc::new([]))) as Box<dyn LazyAutomaton>)
                .into();
            let whole = materialize(&mut Union::new(parts), &frame, frame.slots(), &Budget::unlimited()).unwrap();
            for word in words(&frame, 4) {
                prop_assert_eq!(whole.accepts(word.clone()), a.accepts(word.clone()) || b.accepts(word));
            }
        }
    }
}
