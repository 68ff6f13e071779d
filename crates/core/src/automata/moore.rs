//! Deterministic automata whose states put something out: what acceptors and automata with output have in common.
//!
//! Moore, "Gedanken-experiments on sequential machines" (1956). [`Dfa`](super::Dfa) puts out whether a word is
//! accepted, [`Dfao`](super::Dfao) a number.

use std::convert::Infallible;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use crate::budget::{Budget, Halt};
use crate::tuning::automata::live;

use super::graph::Graph;
use super::interner::{State, States};
use super::letter::{Layout, Letter, Track};
use super::minimize::{are_first, coarsest};
use super::output::Output;
use super::parallel::for_each_piece;
use super::transitions::Transitions;

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
        assert!(transitions.is_closed(), "a target that is no state");
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
        self.live_with(&[], 0)
    }

    /// Finds the [live](Moore::live) states, those among them that have a [colour](Moore::minimize_by), with so many `helpers`
    /// beside this thread.
    fn live_with(&self, colours: &[u32], helpers: usize) -> Vec<bool> {
        let Some(outside) = O::OUTSIDE else { return vec![true; self.states()] };
        let mut live: Vec<AtomicBool> = self.outputs.iter().map(|&output| AtomicBool::new(output != outside)).collect();
        live.iter_mut().zip(colours).for_each(|(live, &colour)| *live.get_mut() |= colour != 0);
        // Paths mostly lead to higher numbers first and back then, so that few sweeps find most live states, and reads
        // of memory are near each other.
        let mut missing = live.iter().filter(|live| !live.load(Relaxed)).count();
        let (mut before, mut read) = (usize::MAX, 0);
        while missing > 0 {
            let (up, down) = (self.sweep(&live, helpers, false), self.sweep(&live, helpers, true));
            missing -= up + down;
            if down == 0 {
                return live.into_iter().map(AtomicBool::into_inner).collect();
            }
            let (last, found) = (before, up + down);
            read += 2 * self.states();
            let is_search_cheaper = read > live::STATES_A_SEARCH * missing;
            if is_search_cheaper && found * live::MISSING_A_FOUND < missing && found * live::DECREASE > last {
                break;
            }
            before = found;
        }
        if missing == 0 {
            return live.into_iter().map(AtomicBool::into_inner).collect();
        }
        // No edge leads from the others to those live but for these.
        let is_live = |q: State| live[q].load(Relaxed);
        let reaches = |&q: &State| !is_live(q) && self.transitions.targets(q).iter().any(|&target| is_live(target));
        let mut pending: Vec<State> = self.numbers().filter(reaches).collect();
        let predecessors = self.transitions.predecessors_among(helpers, |q| !is_live(q));
        pending.iter().for_each(|&q| live[q].store(true, Relaxed));
        let extend = |q: State, found: &mut Vec<State>| {
            let sources = predecessors.of(q).iter().copied();
            found.extend(sources.filter(|&source| !is_live(source) && !live[source].swap(true, Relaxed)));
        };
        while !pending.is_empty() {
            if helpers == 0 || pending.len() < live::STATES_A_THREAD {
                let last = pending.pop().expect("there are some");
                extend(last, &mut pending);
                continue;
            }
            let size = pending.len().div_ceil(helpers + 1);
            let mut parts: Vec<(&[State], Vec<State>)> = pending.chunks(size).map(|part| (part, Vec::new())).collect();
            for_each_piece(&mut parts, helpers, |_, parts| {
                parts.iter_mut().for_each(|(part, found)| part.iter().for_each(|&q| extend(q, found)));
            });
            pending = parts.into_iter().flat_map(|part| part.1).collect();
        }
        live.into_iter().map(AtomicBool::into_inner).collect()
    }

    /// Marks states from which an edge leads to a live one, from the first or from the last on; how many there were. Threads
    /// may miss states that others mark at the same time: every marked state is live.
    fn sweep(&self, live: &[AtomicBool], helpers: usize, from_last: bool) -> usize {
        let reaches = |q: State| self.transitions.targets(q).iter().any(|&target| live[target].load(Relaxed));
        let mark = |q: &State| {
            let is_new = !live[*q].load(Relaxed) && reaches(*q);
            if is_new {
                live[*q].store(true, Relaxed);
            }
            is_new
        };
        let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
        for_each_piece(&mut vec![(); helpers + 1], helpers, |_, _| {
            loop {
                let first = live::STATES_A_BLOCK * next.fetch_add(1, Relaxed);
                if first >= self.states() {
                    break;
                }
                let past = self.states().min(first + live::STATES_A_BLOCK);
                let marked = match from_last {
                    true => (self.states() - past..self.states() - first).rev().map(State::new).filter(mark).count(),
                    false => (first..past).map(State::new).filter(mark).count(),
                };
                found.fetch_add(marked, Relaxed);
            }
        });
        found.into_inner()
    }

    /// The automaton without the states that cannot be reached or are not [live](Moore::live), numbered in
    /// breadth-first order of sorted letters. Equal minimal automata come out equal.
    #[must_use]
    pub fn trim(&self) -> Moore<O> {
        self.clone().trimmed()
    }

    /// [Trims](Moore::trim) the automaton without copying it first.
    #[must_use]
    pub(super) fn trimmed(self) -> Moore<O> {
        self.trimmed_with(&mut Vec::new(), 0)
    }

    /// [Trims](Moore::trim) the automaton, and the colours of its states with it, with so many `helpers` beside this thread.
    fn trimmed_with(self, colours: &mut Vec<u32>, helpers: usize) -> Moore<O> {
        let live = self.live_with(colours, helpers);
        if let (false, Some(outside)) = (live[0], O::OUTSIDE) {
            return Moore { layout: self.layout, transitions: Transitions::without_edges(1), outputs: vec![outside] };
        }
        if self.transitions.are_breadth_first() {
            // Then so are those that are left when some are left out from which no other leads back.
            let mut of_state = live.iter();
            colours.retain(|_| *of_state.next().expect("one for each state"));
            return self.without(&live, helpers);
        }
        let kept = Graph::new(&self.transitions, |edge| live[edge.1]).reachable([State::START]);
        if !colours.is_empty() {
            *colours = kept.iter().map(|&q| colours[q]).collect();
        }
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
    fn without(self, wanted: &[bool], helpers: usize) -> Moore<O> {
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
        Moore { layout, transitions: transitions.compacted(helpers, |q| wanted[q], rename), outputs }
    }

    /// The smallest automaton with the same output on every word, canonically numbered.
    #[must_use]
    pub fn minimize(&self) -> Moore<O> {
        let Ok(minimal) = self.trim().merged(&[], 0, || Ok::<(), Infallible>(()));
        minimal
    }

    /// [Minimizes](Moore::minimize) an automaton that may be large, and gives up at a limit of the budget.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn minimize_within(self, budget: &Budget) -> Result<Moore<O>, Halt> {
        self.minimize_by(Vec::new(), budget)
    }

    /// [Minimizes](Moore::minimize_within) an automaton of whose states something is known: those with the same future have one
    /// colour, which is 0 where nothing is known, and those of another colour are [live](Moore::live). Or there are no colours.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn minimize_by(self, mut colours: Vec<u32>, budget: &Budget) -> Result<Moore<O>, Halt> {
        let helpers = budget.helpers(self.states(), live::STATES_A_THREAD);
        let trimmed = self.trimmed_with(&mut colours, helpers.count());
        trimmed.merged(&colours, helpers.count(), || budget.check_now())
    }

    /// A trimmed automaton whose states with the same future are one, and `look` is asked from time to time whether to go
    /// on.
    ///
    /// The number of a state says how early among all words, shorter ones first, its least word comes: its rows are sorted
    /// and its numbers breadth first. The least word of a class is that of its first member, so that classes numbered by
    /// these are numbered breadth first too.
    fn merged<E>(self, colours: &[u32], helpers: usize, look: impl Fn() -> Result<(), E>) -> Result<Moore<O>, E> {
        debug_assert!(self.transitions.are_breadth_first());
        let classes = coarsest(&self.transitions, &self.outputs, colours, helpers, &look)?;
        let is_first: Vec<bool> = are_first(&classes).collect();
        if !is_first.contains(&false) {
            return Ok(self);
        }
        let Moore { layout, transitions, mut outputs } = self;
        let mut of_state = is_first.iter();
        outputs.retain(|_| *of_state.next().expect("one for each state"));
        let rename = |target: State| Some(State::from(classes[target]));
        Ok(Moore { layout, transitions: transitions.compacted(helpers, |q| is_first[q], rename), outputs })
    }

    /// The function with its tracks in another order: track i of the result is track `order[i]` of this one.
    #[must_use]
    pub fn permute(&self, order: &[Track]) -> Moore<O> {
        let (layout, moves) = self.layout.taken(order).expect("a permutation is as wide");
        Moore { transitions: self.transitions.moved(&moves), layout, outputs: self.outputs.clone() }
    }

    /// [Permutes](Moore::permute) a [trimmed](Moore::trim) automaton and trims the result, in which all states are
    /// still live and reached.
    #[must_use]
    pub fn reordered(&self, order: &[Track]) -> Moore<O> {
        debug_assert_eq!(self.trim().states(), self.states(), "an automaton that is not trimmed");
        let (layout, moves) = self.layout.taken(order).expect("a permutation is as wide");
        let (transitions, states) = self.transitions.moved_breadth_first(&moves);
        Moore { layout, transitions, outputs: states.into_iter().map(|q| self.outputs[q]).collect() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::dfa::Dfa;
    use super::super::testing::arbitrary_dfa;
    use super::*;
    use crate::automata::number;

    proptest! {
        #[test]
        fn several_threads_find_the_live_states(dfa in arbitrary_dfa(40, &[3]), length in 0u32..30) {
            // A way back to the last state, which is long, and one that leads nowhere.
            let (states, last) = (number(dfa.states()), number(dfa.states()) - 1);
            let old = dfa.numbers().map(|q| (dfa.outputs()[q], dfa.transitions().row(q).collect::<Vec<_>>()));
            let edge = |letter: u64, target: u32| (Letter::from(letter), State::from(target));
            let way = (0..length).map(|at| (false, vec![edge(0, if at == 0 { last } else { states + at - 1 })]));
            let nowhere = (0..3).map(|at| (false, vec![edge(1, states + length + (at + 1) % 3)]));
            let dfa = Dfa::from_rows(dfa.layout().clone(), old.chain(way).chain(nowhere));
            let expected: Vec<bool> = dfa
                .numbers()
                .map(|q| dfa.transitions().reachable([q]).into_iter().any(|target| dfa.outputs()[target]))
                .collect();
            for helpers in 0..3 {
                prop_assert_eq!(&dfa.live_with(&[], helpers), &expected);
            }
        }

        #[test]
        fn what_is_reordered_is_trimmed_again(dfa in arbitrary_dfa(20, &[2, 3, 2]), order in Just(vec![0, 1, 2]).prop_shuffle()) {
            let (dfa, order) = (dfa.trim(), Track::list(order));
            prop_assert_eq!(dfa.reordered(&order), dfa.permute(&order).trim());
        }
    }
}
