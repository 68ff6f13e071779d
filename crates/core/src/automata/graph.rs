//! The states of an automaton and the edges between them as a graph that `petgraph` can walk.

use std::iter::Enumerate;
use std::slice;

use petgraph::visit::{Bfs, GraphBase, IntoNeighbors, IntoNodeIdentifiers, NodeIndexable, VisitMap, Visitable};

use super::interner::{State, States};
use super::letter::Letter;
use super::transitions::{Edge, LetterRow, Transitions};

/// The edges that are wanted, without their letters.
pub struct Graph<'a, F> {
    transitions: &'a Transitions,
    wanted: F,
}

impl<'a, F: Fn(Edge) -> bool> Graph<'a, F> {
    /// The edges of these rows that are `wanted`.
    pub fn new(transitions: &'a Transitions, wanted: F) -> Graph<'a, F> {
        Graph { transitions, wanted }
    }

    /// The states that can be reached from `starts`, in breadth-first order, letters in increasing order.
    pub fn reachable(&self, starts: impl IntoIterator<Item = State>) -> Vec<State> {
        let mut discovered = self.visit_map();
        let stack = starts.into_iter().filter(|&start| discovered.visit(start)).collect();
        let mut search = Bfs { stack, discovered };
        let mut order = Vec::new();
        while let Some(state) = search.next(self) {
            order.push(state);
        }
        order
    }
}

impl Transitions {
    /// The states that can be reached from `starts`, in breadth-first order, letters in increasing order.
    pub fn reachable(&self, starts: impl IntoIterator<Item = State>) -> Vec<State> {
        Graph::new(self, |_| true).reachable(starts)
    }
}

impl Transitions {
    /// Those that some letters alone lead to from one state, it among them.
    pub fn reachable_by(&self, start: State, allowed: impl Fn(Letter) -> bool) -> Vec<State> {
        Graph::new(self, |edge| allowed(edge.0)).reachable([start])
    }
}

/// Which states were seen.
pub struct Seen(Vec<bool>);

impl VisitMap<State> for Seen {
    #[inline]
    fn visit(&mut self, state: State) -> bool {
        !std::mem::replace(&mut self.0[state], true)
    }

    #[inline]
    fn is_visited(&self, state: &State) -> bool {
        self.0[*state]
    }

    fn unvisit(&mut self, state: State) -> bool {
        std::mem::replace(&mut self.0[state], false)
    }
}

impl<F> GraphBase for Graph<'_, F> {
    type NodeId = State;
    type EdgeId = (State, State);
}

impl<F> Visitable for Graph<'_, F> {
    type Map = Seen;

    fn visit_map(&self) -> Seen {
        Seen(vec![false; self.transitions.states()])
    }

    fn reset_map(&self, map: &mut Seen) {
        map.0.clear();
        map.0.resize(self.transitions.states(), false);
    }
}

impl<F> NodeIndexable for Graph<'_, F> {
    fn node_bound(&self) -> usize {
        self.transitions.states()
    }

    fn to_index(&self, state: State) -> usize {
        state.index()
    }

    fn from_index(&self, index: usize) -> State {
        State::new(index)
    }
}

impl<F> IntoNodeIdentifiers for &Graph<'_, F> {
    type NodeIdentifiers = States;

    fn node_identifiers(self) -> States {
        self.transitions.numbers()
    }
}

/// The targets of the wanted edges of one state.
pub struct Neighbors<'a, F> {
    letters: LetterRow<'a>,
    targets: Enumerate<slice::Iter<'a, State>>,
    wanted: &'a F,
}

impl<F: Fn(Edge) -> bool> Iterator for Neighbors<'_, F> {
    type Item = State;

    #[inline]
    fn next(&mut self) -> Option<State> {
        loop {
            let (place, &target) = self.targets.next()?;
            let edge = (self.letters.at(place), target);
            if (self.wanted)(edge) {
                return Some(edge.1);
            }
        }
    }
}

impl<'a, F: Fn(Edge) -> bool> IntoNeighbors for &'a Graph<'_, F> {
    type Neighbors = Neighbors<'a, F>;

    #[inline]
    fn neighbors(self, state: State) -> Neighbors<'a, F> {
        Neighbors {
            letters: self.transitions.letters(state),
            targets: self.transitions.targets(state).iter().enumerate(),
            wanted: &self.wanted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unwanted_edges_are_not_followed() {
        let rows = [vec![(0, 2), (1, 1)], vec![(0, 3)], vec![(1, 0)], vec![], vec![(0, 0)]];
        let transitions = Transitions::from_rows(rows);
        let reached = |starts: &[u32], wanted: &dyn Fn(Edge) -> bool| -> Vec<u32> {
            let starts = starts.iter().map(|&start| start.into());
            Graph::new(&transitions, wanted).reachable(starts).into_iter().map(u32::from).collect()
        };
        assert_eq!(reached(&[0], &|_| true), [0, 2, 1, 3]);
        assert_eq!(reached(&[4, 1], &|edge| edge.0 == Letter::ZERO), [4, 1, 0, 3, 2]);
        assert_eq!(reached(&[0, 0], &|edge| edge.1 != State::from(2)), [0, 1, 3]);
    }
}
