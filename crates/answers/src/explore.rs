//! What the checker explores, explored: automata for formulas and quantifiers, and whether formulas follow.
//!
//! Cost: the sets that are reached, or pairs of one and a state of what it is compared with; each takes as many of its members from the
//! [`Budget`].

use std::hash::Hash;

use filbert_core::automata::{Edge, Letter, Moves, State, Transitions};
use rustc_hash::FxHashMap;

use crate::formula::{Dfa, Variable};
use crate::machine::Machine;
use crate::packing::Packing;
use crate::sets::{Quantifier, Set, Sets};
use crate::skeleton::{Skeleton, disjoint};
use crate::stop::{Budget, Share, Stop};
use crate::structure::Structure;

/// Nodes, and the letters that lead from each to others.
pub(crate) trait Graph {
    type Node: Copy + Eq + Hash;

    /// How letters are written.
    fn packing(&self) -> &Packing;

    fn first(&mut self, budget: &mut Budget) -> Result<Self::Node, Stop>;

    /// What it takes to meet a node.
    fn size(&self, node: Self::Node) -> usize;

    /// Writes what leads on from a node, in the order of the letters.
    fn edges(
        &mut self,
        node: Self::Node,
        into: &mut Vec<(Letter, Self::Node)>,
        budget: &mut Budget,
    ) -> Result<(), Stop>;
}

/// Explores a graph in the order in which its nodes are met, each of which may take a share. `visit` says whether to go on from a node;
/// if so, `row` is given what leads on, nodes as numbers.
fn explore<G: Graph>(
    graph: &mut G,
    (mut share, budget): (Option<&mut Share>, &mut Budget),
    mut visit: impl FnMut(&G, G::Node) -> Result<bool, Stop>,
    mut row: impl FnMut(&mut Vec<Edge>),
) -> Result<(), Stop> {
    let (mut numbers, mut met) = (FxHashMap::default(), Vec::new());
    let mut meet = |graph: &G, node: G::Node, met: &mut Vec<G::Node>, budget: &mut Budget| {
        let next = State::new(met.len());
        let number = *numbers.entry(node).or_insert(next);
        if number == next {
            met.push(node);
            if let Some(share) = &mut share {
                share.take(graph.size(node), budget)?;
            }
        }
        Ok(number)
    };
    let first = graph.first(budget)?;
    meet(graph, first, &mut met, budget)?;
    let (mut at, mut edges, mut numbered) = (0, Vec::new(), Vec::new());
    while let Some(node) = met.get(at).copied() {
        at += 1;
        if !visit(graph, node)? {
            continue;
        }
        edges.clear();
        graph.edges(node, &mut edges, budget)?;
        budget.spend(edges.len())?;
        numbered.clear();
        for (letter, to) in &edges {
            numbered.push((*letter, meet(graph, *to, &mut met, budget)?));
        }
        row(&mut numbered);
    }
    Ok(())
}

/// The least automaton that accepts where `accept` is true of a node.
pub(crate) fn built<G: Graph>(
    graph: &mut G,
    accept: impl Fn(&G, G::Node) -> bool,
    (share, budget): (&mut Share, &mut Budget),
) -> Result<Dfa, Stop> {
    let (mut accepting, mut transitions) = (Vec::new(), Transitions::new());
    let visit = |graph: &G, node| {
        accepting.push(accept(graph, node));
        Ok(true)
    };
    explore(graph, (Some(share), budget), visit, |row| transitions.push_row(row))?;
    Ok(graph.packing().minimal(transitions, accepting))
}

impl Graph for Machine {
    type Node = State;

    fn packing(&self) -> &Packing {
        &self.packing
    }

    fn first(&mut self, _: &mut Budget) -> Result<State, Stop> {
        self.first()
    }

    fn size(&self, _: State) -> usize {
        1
    }

    fn edges(&mut self, state: State, into: &mut Vec<Edge>, budget: &mut Budget) -> Result<(), Stop> {
        into.extend_from_slice(self.edges(state, budget)?);
        Ok(())
    }
}

impl Graph for Sets {
    type Node = Set;

    fn packing(&self) -> &Packing {
        self.packing()
    }

    fn first(&mut self, budget: &mut Budget) -> Result<Set, Stop> {
        self.first(budget)
    }

    fn size(&self, set: Set) -> usize {
        1 + self.members(set)
    }

    fn edges(&mut self, set: Set, into: &mut Vec<(Letter, Set)>, budget: &mut Budget) -> Result<(), Stop> {
        into.extend_from_slice(self.edges(set, budget)?);
        Ok(())
    }
}

/// Pairs of a state of a formula and a set of states of a quantifier, for words of some tracks.
struct Compared {
    machine: Machine,
    sets: Sets,
    onto: Moves,
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

    /// The truth of both if the word ends here.
    fn truths(&self, (state, set): (State, Set)) -> (bool, bool) {
        (self.machine.accepts(state), self.sets.enough(set))
    }
}

impl Graph for Compared {
    type Node = (State, Set);

    fn packing(&self) -> &Packing {
        &self.machine.packing
    }

    fn first(&mut self, budget: &mut Budget) -> Result<(State, Set), Stop> {
        Ok((self.machine.first()?, self.sets.first(budget)?))
    }

    fn size(&self, (_, set): (State, Set)) -> usize {
        self.sets.size(set)
    }

    fn edges(
        &mut self,
        (state, set): (State, Set),
        into: &mut Vec<(Letter, (State, Set))>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        into.extend(self.machine.edges(state, budget)?.iter().map(|(letter, to)| (*letter, (*to, set))));
        for (letter, (_, to)) in into {
            *to = self.sets.after(set, self.onto.apply(*letter), budget)?;
        }
        Ok(())
    }
}

/// The automaton of a formula without quantifiers, on tracks that have all of its variables.
pub(crate) fn automaton(
    structure: Structure<'_>,
    skeleton: &Skeleton,
    tracks: &[Variable],
    within: (&mut Share, &mut Budget),
) -> Result<Dfa, Stop> {
    let mut machine = Machine::new(structure, skeleton, (tracks, &[]), Some(false), false)?;
    built(&mut machine, Machine::accepts, within)
}

/// The automaton of a quantifier, on the variables outside of it.
pub(crate) fn projected(
    structure: Structure<'_>,
    quantifier: Quantifier<'_>,
    within: (&mut Share, &mut Budget),
) -> Result<Dfa, Stop> {
    let mut sets = Sets::new(structure, quantifier)?;
    built(&mut sets, Sets::enough, within)
}

/// The automaton on some tracks of the words for which `accept` is true of two truths: that of a formula, and whether a quantifier is
/// true.
pub(crate) fn compared(
    structure: Structure<'_>,
    premise: &Skeleton,
    quantifier: Quantifier<'_>,
    tracks: &[Variable],
    accept: impl Fn(bool, bool) -> bool,
    within: (&mut Share, &mut Budget),
) -> Result<Dfa, Stop> {
    // Nothing is accepted once the formula is false.
    let dropped = (!accept(false, true) && !accept(false, false)).then_some(false);
    let mut pairs = Compared::new(structure, premise, quantifier, tracks, dropped)?;
    let accept = |pairs: &Compared, pair| {
        let (one, other) = pairs.truths(pair);
        accept(one, other)
    };
    built(&mut pairs, accept, within)
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
    let visit = |pairs: &Compared, pair: (State, Set)| {
        if pairs.machine.known(pair.0) == Some(false) || !negated && pairs.sets.sure(pair.1) {
            return Ok(false);
        }
        let (assumed, enough) = pairs.truths(pair);
        if assumed && enough == negated { Err(Stop::Refuted) } else { Ok(true) }
    };
    explore(&mut pairs, (Some(share), budget), visit, |_| {})
}

/// Whether a formula without quantifiers is true of all words. States are not charged, letters are.
pub(crate) fn always(structure: Structure<'_>, skeleton: &Skeleton, budget: &mut Budget) -> Result<(), Stop> {
    let tracks = skeleton.variables();
    let mut machine = Machine::new(structure, skeleton, (&tracks, &[]), Some(true), false)?;
    let visit = |machine: &Machine, state| match machine.known(state) {
        Some(true) => Ok(false),
        _ if machine.accepts(state) => Ok(true),
        _ => Err(Stop::Refuted),
    };
    explore(&mut machine, (None, budget), visit, |_| {})
}
