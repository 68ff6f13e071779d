//! What the checker explores, explored: automata for formulas and quantifiers, and whether formulas follow.
//!
//! Cost: the sets that are reached, or pairs of one and a state of what it is compared with; each takes as many of its members from the
//! [`Budget`].

use rustc_hash::FxHashMap;

use crate::formula::{Dfa, Variable};
use crate::machine::{Machine, State};
use crate::minimize::Explored;
use crate::packing::Projection;
use crate::sets::{Quantifier, Set, Sets};
use crate::skeleton::{Skeleton, disjoint};
use crate::stop::{Budget, Share, Stop};
use crate::structure::Structure;

/// What was met, in the order in which it is to be visited.
trait Frontier<T: Copy> {
    /// The number of a thing, and whether it is new.
    fn meet(&mut self, thing: T) -> (u32, bool);
    /// The thing that has a number.
    fn get(&self, number: usize) -> Option<T>;
}

/// States of one machine, or its sets: their own numbers are small.
#[derive(Default)]
struct Single {
    numbers: Vec<Option<u32>>,
    met: Vec<u32>,
}

/// Pairs of a state and a set.
#[derive(Default)]
struct Pairs {
    numbers: FxHashMap<(State, Set), u32>,
    met: Vec<(State, Set)>,
}

impl Frontier<u32> for Single {
    fn meet(&mut self, thing: u32) -> (u32, bool) {
        let at = thing as usize;
        if self.numbers.len() <= at {
            self.numbers.resize(2 * at + 1, None);
        }
        let next = self.met.len() as u32;
        let number = *self.numbers[at].get_or_insert(next);
        if number == next {
            self.met.push(thing);
        }
        (number, number == next)
    }

    fn get(&self, number: usize) -> Option<u32> {
        self.met.get(number).copied()
    }
}

impl Frontier<(State, Set)> for Pairs {
    fn meet(&mut self, thing: (State, Set)) -> (u32, bool) {
        let next = self.met.len() as u32;
        let number = *self.numbers.entry(thing).or_insert(next);
        if number == next {
            self.met.push(thing);
        }
        (number, number == next)
    }

    fn get(&self, number: usize) -> Option<(State, Set)> {
        self.met.get(number).copied()
    }
}

/// The automaton of a formula without quantifiers, on tracks that have all of its variables.
pub(crate) fn automaton(
    structure: Structure<'_>,
    skeleton: &Skeleton,
    tracks: &[Variable],
    (share, budget): (&mut Share, &mut Budget),
) -> Result<Dfa, Stop> {
    let mut machine = Machine::new(structure, skeleton, (tracks, &[]), Some(false), false)?;
    let mut frontier = Single::default();
    let mut explored = Explored::default();
    share.take(1, budget)?;
    frontier.meet(machine.first()?);
    let mut at = 0;
    while let Some(state) = frontier.get(at) {
        at += 1;
        explored.accepting.push(machine.accepts(state));
        for (letter, to) in machine.edges(state, budget)? {
            let (number, new) = frontier.meet(*to);
            if new {
                share.take(1, budget)?;
            }
            explored.edges.push((*letter, number));
        }
        budget.spend(machine.known_edges(state).len())?;
        explored.ends.push(explored.edges.len());
    }
    Ok(explored.minimized(&machine.packing, tracks.len()))
}

/// The automaton of a quantifier, on the variables outside of it.
pub(crate) fn projected(
    structure: Structure<'_>,
    quantifier: Quantifier<'_>,
    (share, budget): (&mut Share, &mut Budget),
) -> Result<Dfa, Stop> {
    let mut sets = Sets::new(structure, quantifier)?;
    let mut frontier = Single::default();
    let mut explored = Explored::default();
    let first = sets.first(budget)?;
    share.take(1 + sets.members(first), budget)?;
    frontier.meet(first);
    let mut at = 0;
    while let Some(set) = frontier.get(at) {
        at += 1;
        explored.accepting.push(sets.enough(set));
        let edges = sets.edges(set, budget)?.to_vec();
        budget.spend(edges.len())?;
        for (letter, to) in edges {
            let (number, new) = frontier.meet(to);
            if new {
                share.take(1 + sets.members(to), budget)?;
            }
            explored.edges.push((letter, number));
        }
        explored.ends.push(explored.edges.len());
    }
    let tracks = quantifier.body.outer(quantifier.inner).len();
    Ok(explored.minimized(sets.packing(), tracks))
}

/// Pairs of a state of a formula and a set of states of a quantifier, for words of some tracks.
struct Compared {
    machine: Machine,
    sets: Sets,
    onto: Projection,
}

impl Compared {
    fn new(
        structure: Structure<'_>,
        premise: &Skeleton,
        quantifier: Quantifier<'_>,
        tracks: &[Variable],
        dropped: Option<bool>,
    ) -> Result<Compared, Stop> {
        if !disjoint(quantifier.inner, tracks) {
            return Err(Stop::Clash);
        }
        let machine = Machine::new(structure, premise, (tracks, &[]), dropped, false)?;
        let sets = Sets::new(structure, quantifier)?;
        let onto = machine.packing.onto(sets.packing());
        Ok(Compared { machine, sets, onto })
    }

    fn first(&mut self, budget: &mut Budget) -> Result<(State, Set), Stop> {
        Ok((self.machine.first()?, self.sets.first(budget)?))
    }

    fn size(&self, (_, set): (State, Set)) -> usize {
        1 + self.sets.members(set)
    }

    /// The truth of both if the word ends here.
    fn truths(&self, (state, set): (State, Set)) -> (bool, bool) {
        (self.machine.accepts(state), self.sets.enough(set))
    }

    fn after(
        &mut self,
        (state, set): (State, Set),
        into: &mut Vec<(u64, (State, Set))>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        into.clear();
        into.extend(self.machine.edges(state, budget)?.iter().map(|(letter, to)| (*letter, (*to, 0))));
        for (letter, (_, to)) in into.iter_mut() {
            *to = self.sets.after(set, self.onto.apply(*letter), budget)?;
        }
        Ok(())
    }
}

/// The automaton on some tracks of the words for which `accept` is true of two truths: that of a formula, and whether a quantifier is
/// true.
pub(crate) fn compared(
    structure: Structure<'_>,
    premise: &Skeleton,
    quantifier: Quantifier<'_>,
    tracks: &[Variable],
    accept: impl Fn(bool, bool) -> bool,
    (share, budget): (&mut Share, &mut Budget),
) -> Result<Dfa, Stop> {
    // Nothing is accepted once the formula is false.
    let dropped = (!accept(false, true) && !accept(false, false)).then_some(false);
    let mut pairs = Compared::new(structure, premise, quantifier, tracks, dropped)?;
    let mut frontier = Pairs::default();
    let mut explored = Explored::default();
    let first = pairs.first(budget)?;
    share.take(pairs.size(first), budget)?;
    frontier.meet(first);
    let (mut at, mut edges) = (0, Vec::new());
    while let Some(pair) = frontier.get(at) {
        at += 1;
        let (one, other) = pairs.truths(pair);
        explored.accepting.push(accept(one, other));
        pairs.after(pair, &mut edges, budget)?;
        budget.spend(edges.len())?;
        for (letter, to) in &edges {
            let (number, new) = frontier.meet(*to);
            if new {
                share.take(pairs.size(*to), budget)?;
            }
            explored.edges.push((*letter, number));
        }
        explored.ends.push(explored.edges.len());
    }
    Ok(explored.minimized(&pairs.machine.packing, tracks.len()))
}

/// Whether a quantifier, or its contrary, follows from a formula for all words of some tracks.
pub(crate) fn implied(
    structure: Structure<'_>,
    premise: &Skeleton,
    (quantifier, negated): (Quantifier<'_>, bool),
    tracks: &[Variable],
    (share, budget): (&mut Share, &mut Budget),
) -> Result<(), Stop> {
    let mut pairs = Compared::new(structure, premise, quantifier, tracks, Some(false))?;
    let mut frontier = Pairs::default();
    let first = pairs.first(budget)?;
    share.take(pairs.size(first), budget)?;
    frontier.meet(first);
    let (mut at, mut edges) = (0, Vec::new());
    while let Some(pair) = frontier.get(at) {
        at += 1;
        if pairs.machine.known(pair.0) == Some(false) || !negated && pairs.sets.sure(pair.1) {
            continue;
        }
        let (assumed, enough) = pairs.truths(pair);
        if assumed && enough == negated {
            return Err(Stop::Refuted);
        }
        pairs.after(pair, &mut edges, budget)?;
        budget.spend(edges.len())?;
        for (_, to) in &edges {
            if frontier.meet(*to).1 {
                share.take(pairs.size(*to), budget)?;
            }
        }
    }
    Ok(())
}

/// Whether a formula without quantifiers is true of all words. States are not charged, letters are.
pub(crate) fn always(structure: Structure<'_>, skeleton: &Skeleton, budget: &mut Budget) -> Result<(), Stop> {
    let tracks = skeleton.variables();
    let mut machine = Machine::new(structure, skeleton, (&tracks, &[]), Some(true), false)?;
    let mut frontier = Single::default();
    frontier.meet(machine.first()?);
    let mut at = 0;
    while let Some(state) = frontier.get(at) {
        at += 1;
        if machine.known(state) == Some(true) {
            continue;
        }
        if !machine.accepts(state) {
            return Err(Stop::Refuted);
        }
        for (_, to) in machine.edges(state, budget)? {
            frontier.meet(*to);
        }
        budget.spend(machine.known_edges(state).len())?;
    }
    Ok(())
}
