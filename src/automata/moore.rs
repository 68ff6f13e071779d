//! Deterministic automata whose states put something out: what acceptors and automata with output have in common.
//!
//! Moore, "Gedanken-experiments on sequential machines" (1956). [`Dfa`](super::Dfa) puts out whether a word is accepted,
//! [`Dfao`](super::Dfao) a number.

use std::convert::Infallible;
use std::fmt::Debug;
use std::hash::Hash;

use crate::budget::{Budget, Halt};

use super::graph::Graph;
use super::interner::{State, States, number};
use super::letter::{Layout, Letter, Track};
use super::minimize::{are_first, coarsest};
use super::transitions::Transitions;

/// Sweeps over all states, down and up, before live states are looked for from their successors.
const SWEEPS: usize = 2;
/// States for each thread that helps to minimize.
const MANY: usize = 1 << 13;

/// What a state puts out.
pub trait Output: Copy + Debug + Eq + Hash + Ord {
    /// The output that says the same as leaving the automaton; `None` if leaving is told apart from every output.
    const OUTSIDE: Option<Self>;
}

impl Output for bool {
    const OUTSIDE: Option<bool> = Some(false);
}

impl Output for i64 {
    const OUTSIDE: Option<i64> = None;
}

/// A partial deterministic automaton whose states have outputs. State 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Moore<O> {
    layout: Layout,
    transitions: Transitions,
    outputs: Vec<O>,
}

impl<O: Output> Moore<O> {
    /// The automaton with these transitions.
    ///
    /// # Panics
    /// If there is no state, a target does not exist, or two edges of a row have one letter.
    pub fn new(layout: Layout, transitions: Transitions, outputs: Vec<O>) -> Moore<O> {
        assert!(!outputs.is_empty(), "an automaton has a start state");
        assert_eq!(transitions.states(), outputs.len());
        assert!(transitions.is_deterministic(), "two targets for one letter");
        assert!(transitions.all_targets().iter().all(|&q| q.index() < outputs.len()), "a target that is no state");
        Moore { layout, transitions, outputs }
    }

    /// How its letters are packed.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Its rows.
    pub fn transitions(&self) -> &Transitions {
        &self.transitions
    }

    /// The output of each state.
    pub fn outputs(&self) -> &[O] {
        &self.outputs
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.outputs.len()
    }

    /// The numbers of the states.
    pub fn numbers(&self) -> States {
        self.transitions.numbers()
    }

    /// The state reached from `state` by a word.
    pub fn run(&self, state: State, word: impl IntoIterator<Item = impl Into<Letter>>) -> Option<State> {
        word.into_iter().try_fold(state, |q, letter| self.transitions.step(q, letter.into()))
    }

    /// The output of a word, if it does not leave the automaton.
    pub fn output(&self, word: impl IntoIterator<Item = impl Into<Letter>>) -> Option<O> {
        Some(self.outputs[self.run(State::START, word)?])
    }

    /// Which states can reach an output that is not that of leaving the automaton.
    pub fn live(&self) -> Vec<bool> {
        let Some(outside) = O::OUTSIDE else { return vec![true; self.states()] };
        let mut live: Vec<bool> = self.outputs.iter().map(|&output| output != outside).collect();
        // Most edges lead to higher numbers, so that few sweeps find all, and their looks at memory are near each other.
        for _ in 0..SWEEPS {
            if !self.sweep(&mut live, self.numbers().rev()) || !self.sweep(&mut live, self.numbers()) {
                return live;
            }
        }
        // No edge leads from the others to those live but for these.
        let reaches = |&q: &State| !live[q] && self.transitions.targets(q).iter().any(|&target| live[target]);
        let mut pending: Vec<State> = self.numbers().filter(reaches).collect();
        let predecessors = self.transitions.predecessors_among(|q| !live[q]);
        pending.iter().for_each(|&q| live[q] = true);
        while let Some(q) = pending.pop() {
            for &source in predecessors.of(q) {
                if !std::mem::replace(&mut live[source], true) {
                    pending.push(source);
                }
            }
        }
        live
    }

    /// Marks states from which an edge leads to a live one, in this order; whether there were any.
    fn sweep(&self, live: &mut [bool], order: impl Iterator<Item = State>) -> bool {
        let mut found = false;
        for q in order {
            if !live[q] && self.transitions.targets(q).iter().any(|&target| live[target]) {
                (live[q], found) = (true, true);
            }
        }
        found
    }

    /// The same automaton without the states that cannot be reached or are not [live](Moore::live), numbered in
    /// breadth-first order of sorted letters. Equal minimal automata come out equal.
    #[must_use]
    pub fn trim(&self) -> Moore<O> {
        self.clone().trimmed()
    }

    /// The same without a copy.
    #[must_use]
    pub(super) fn trimmed(self) -> Moore<O> {
        let live = self.live();
        if let (false, Some(outside)) = (live[0], O::OUTSIDE) {
            return Moore { layout: self.layout, transitions: Transitions::without_edges(1), outputs: vec![outside] };
        }
        if self.transitions.are_breadth_first() {
            // Then so are those that are left when some are left out from which no other leads back.
            return self.without(&live);
        }
        let kept = Graph::new(&self.transitions, |edge| live[edge.1]).reachable([State::START]);
        let mut renumbered = vec![None; self.states()];
        for (new, &old) in State::START.onwards().zip(&kept) {
            renumbered[old] = Some(new);
        }
        Moore {
            layout: self.layout,
            transitions: self.transitions.renumbered(&kept, &renumbered),
            outputs: kept.iter().map(|&q| self.outputs[q]).collect(),
        }
    }

    /// The states that are `wanted`, in their order.
    fn without(self, wanted: &[bool]) -> Moore<O> {
        if !wanted.contains(&false) {
            return self;
        }
        let mut numbers = vec![State::MAX; self.states()];
        for (new, q) in State::START.onwards().zip(self.numbers().filter(|&q| wanted[q])) {
            numbers[q] = new;
        }
        let Moore { layout, transitions, mut outputs } = self;
        let mut of_state = wanted.iter();
        outputs.retain(|_| *of_state.next().expect("one for each state"));
        let rename = |target: State| Some(numbers[target]).filter(|&new| new != State::MAX);
        Moore { layout, transitions: transitions.compacted(|q| wanted[q], rename), outputs }
    }

    /// The smallest automaton with the same output on every word, canonically numbered.
    #[must_use]
    pub fn minimize(&self) -> Moore<O> {
        let Ok(minimal) = self.trim().merged(0, || Ok::<(), Infallible>(()));
        minimal
    }

    /// The same of an automaton that may be large, and is given up for it.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn minimize_within(self, budget: &Budget) -> Result<Moore<O>, Halt> {
        let trimmed = self.trimmed();
        let helpers = budget.helpers(trimmed.states(), MANY);
        trimmed.merged(helpers.count(), || budget.check_now())
    }

    /// A trimmed automaton whose states with the same future are one, and `look` is asked from time to time whether to go
    /// on.
    ///
    /// The number of a state says how early among all words, shorter ones first, its least word comes: its rows are sorted
    /// and its numbers breadth first. The least word of a class is that of its first member, so that classes numbered by
    /// these are numbered breadth first too.
    fn merged<E>(self, helpers: usize, look: impl Fn() -> Result<(), E>) -> Result<Moore<O>, E> {
        debug_assert!(self.transitions.are_breadth_first());
        let mut values = self.outputs.clone();
        values.sort_unstable();
        values.dedup();
        let rank = |output: &O| number(values.binary_search(output).expect("the output of a state"));
        let initial: Vec<u32> = self.outputs.iter().map(rank).collect();
        let classes = coarsest(&self.transitions, &initial, helpers, &look)?;
        drop(initial);
        let is_first: Vec<bool> = are_first(&classes).collect();
        if !is_first.contains(&false) {
            return Ok(self);
        }
        let Moore { layout, transitions, mut outputs } = self;
        let mut of_state = is_first.iter();
        outputs.retain(|_| *of_state.next().expect("one for each state"));
        let rename = |target: State| Some(State::from(classes[target]));
        Ok(Moore { layout, transitions: transitions.compacted(|q| is_first[q], rename), outputs })
    }

    /// The same function with its tracks in another order: track i of the result is track `order[i]` of this one.
    #[must_use]
    pub fn permute(&self, order: &[Track]) -> Moore<O> {
        let (layout, moves) = self.layout.taken(order).expect("a permutation is as wide");
        Moore { transitions: self.transitions.moved(&moves), layout, outputs: self.outputs.clone() }
    }

    /// The same, [trimmed](Moore::trim).
    #[must_use]
    pub fn reordered(&self, order: &[Track]) -> Moore<O> {
        self.permute(order).trimmed()
    }
}
