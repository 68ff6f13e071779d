//! Finite or infinite: what an automaton accepts, and the words that lead to a state.
//!
//! Infinite if there is a cycle on the way, found by strong components: O(states + edges).

use std::collections::BTreeSet;

use petgraph::algo::tarjan_scc;
use petgraph::visit::IntoNeighbors;

use crate::automata::dfa::Dfa;
use crate::automata::graph::Graph;
use crate::automata::interner::State;
use crate::automata::letter::Letter;

impl Dfa {
    /// Whether infinitely many words are accepted.
    pub fn is_infinite(&self) -> bool {
        let trimmed = self.trim();
        let all = trimmed.numbers().collect::<Vec<_>>();
        let live = trimmed.live();
        live[0] && !on_or_after_cycle(&trimmed, &all, |_| true).is_empty()
    }

    /// Words x, y, z, y not empty, such that x, any number of y, and z in a row are accepted; `None` if only finitely
    /// many words are. With `skip_zeros`, only words that do not begin with the letter 0 are looked at.
    pub fn pumped(&self, skip_zeros: bool) -> Option<[Vec<Letter>; 3]> {
        // A start of its own, which nothing leads to.
        let shift = |(letter, target): (Letter, State)| (letter, target.after(1));
        let first = self.transitions().row(State::START);
        let first = first.filter(|edge| !skip_zeros || edge.0 != Letter::ZERO).map(shift).collect();
        let others =
            self.numbers().map(|q| (self.accepting()[q], self.transitions().row(q).map(shift).collect::<Vec<_>>()));
        let rows = std::iter::once((self.accepting()[0], first)).chain(others);
        let dfa = Dfa::from_rows(self.layout().clone(), rows).trim();
        let again = dfa.numbers().find_map(|q| Some((q, dfa.path(q, |_| true, |target| target == q)?)));
        let (q, cycle) = again?;
        let before = dfa.path(State::START, |_| true, |target| target == q)?;
        let after = match dfa.accepting()[q] {
            true => Vec::new(),
            false => dfa.path(q, |_| true, |target| dfa.accepting()[target])?,
        };
        Some([before, cycle, after])
    }

    /// Words x and y such that x^k y, for every k, is accepted behind something: x is a cycle of letters that are `inner`,
    /// of which the last is a mark, in a state to which inner letters lead from the start. The shortest y there is, and for
    /// that the shortest x. Marks are inner letters. The automaton is trimmed.
    pub fn recurring(
        &self,
        inner: impl Fn(Letter) -> bool,
        is_mark: impl Fn(Letter) -> bool,
    ) -> Option<[Vec<Letter>; 2]> {
        let graph = Graph::new(self.transitions(), |edge| inner(edge.0));
        let mut component = vec![0; self.states()];
        for (number, states) in (1..).zip(tarjan_scc(&graph)) {
            states.into_iter().for_each(|q| component[q] = number);
        }
        let marked = |q: State| self.transitions().row(q).filter(|edge| is_mark(edge.0)).map(move |edge| (q, edge.1));
        let cycles = graph.reachable([State::START]).into_iter().flat_map(marked);
        let ends = cycles.filter(|&(q, target)| component[q] == component[target]).map(|cycle| cycle.1);
        let after = |q: State| match self.accepting()[q] {
            true => Some(Vec::new()),
            false => self.path(q, |_| true, |target| self.accepting()[target]),
        };
        let ends: BTreeSet<State> = ends.collect();
        let (after, q) = ends.into_iter().filter_map(|q| Some((after(q)?, q))).min_by_key(|found| found.0.len())?;
        // The cycle may return to its end by a letter that is no mark.
        let last = |p: State| self.transitions().row(p).find(|edge| is_mark(edge.0) && edge.1 == q).map(|edge| edge.0);
        let mut cycle = if last(q).is_some() { Vec::new() } else { self.path(q, inner, |p| last(p).is_some())? };
        cycle.push(last(self.run(q, cycle.iter().copied())?)?);
        Some([cycle, after])
    }

    /// How many marks there may be among letters in a row that are `inner` and lead on from one of these states; `None` if
    /// there is no bound.
    pub fn most_marks(
        &self,
        starts: Vec<State>,
        inner: impl Fn(Letter) -> bool,
        is_mark: impl Fn(Letter) -> bool,
    ) -> Option<usize> {
        let graph = Graph::new(self.transitions(), |edge| inner(edge.0));
        let mut is_reached = vec![false; self.states()];
        graph.reachable(starts).into_iter().for_each(|q| is_reached[q] = true);
        // Components in an order in which edges lead to earlier ones, each with the most marks from there on.
        let mut component = vec![usize::MAX; self.states()];
        let mut most: Vec<usize> = Vec::new();
        for states in tarjan_scc(&graph) {
            let number = most.len();
            states.iter().for_each(|&q| component[q] = number);
            let mut here = 0;
            for &q in states.iter().filter(|&&q| is_reached[q]) {
                for (letter, target) in self.transitions().row(q).filter(|edge| inner(edge.0)) {
                    match (component[target] == number, is_mark(letter)) {
                        (true, true) => return None,
                        (true, false) => {}
                        (false, is_mark) => here = here.max(most[component[target]] + usize::from(is_mark)),
                    }
                }
            }
            most.push(here);
        }
        Some(most.into_iter().max().unwrap_or(0))
    }

    /// The first word in radix order, not empty, of allowed letters that leads from a state to one that is wanted.
    fn path(
        &self,
        from: State,
        allowed: impl Fn(Letter) -> bool,
        wanted: impl Fn(State) -> bool,
    ) -> Option<Vec<Letter>> {
        let mut seen = vec![false; self.states()];
        let mut found: Vec<(State, usize, Letter)> = vec![(from, 0, Letter::ZERO)];
        let mut next = 0;
        while let Some(&(q, ..)) = found.get(next) {
            for (letter, target) in self.transitions().row(q).filter(|edge| allowed(edge.0)) {
                if wanted(target) {
                    let mut word = vec![letter];
                    while next != 0 {
                        word.push(found[next].2);
                        next = found[next].1;
                    }
                    word.reverse();
                    return Some(word);
                }
                if !std::mem::replace(&mut seen[target], true) {
                    found.push((target, next, letter));
                }
            }
            next += 1;
        }
        None
    }

    /// The states to which infinitely many words lead that have zeros under `mask`, not counting zeros in front of the
    /// word: the first letter is not all zeros.
    ///
    /// This is the set of starts from which "infinitely many" is read off the tracks under `mask` when the most
    /// significant digit comes first.
    pub fn infinitely_reached(&self, mask: Letter) -> Vec<State> {
        let free = |letter: Letter| letter & mask == Letter::ZERO;
        let first = self.transitions().row(State::START);
        let after_first: Vec<State> =
            first.filter(|&(letter, _)| letter != Letter::ZERO && free(letter)).map(|edge| edge.1).collect();
        on_or_after_cycle(self, &after_first, free)
    }
}

impl Dfa {
    /// The states to which infinitely many words lead that have zeros under `mask`, whatever else they begin with.
    pub fn endlessly_reached(&self, mask: Letter) -> Vec<State> {
        on_or_after_cycle(self, &[State::START], |letter| letter & mask == Letter::ZERO)
    }
}

/// The states that lie on a cycle of allowed letters reached from `starts`, or after one; sorted.
fn on_or_after_cycle(dfa: &Dfa, starts: &[State], allowed: impl Fn(Letter) -> bool) -> Vec<State> {
    let graph = Graph::new(dfa.transitions(), |edge| allowed(edge.0));
    let mut seen = vec![false; dfa.states()];
    graph.reachable(starts.iter().copied()).into_iter().for_each(|q| seen[q] = true);
    let on_cycle = tarjan_scc(&graph)
        .into_iter()
        .filter(|component| component.len() > 1 || graph.neighbors(component[0]).any(|q| q == component[0]))
        .flatten()
        .filter(|&q| seen[q]);
    let mut found = graph.reachable(on_cycle);
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::letter::Layout;
    use crate::automata::testing::{arbitrary_dfa, words};

    proptest! {
        #[test]
        fn a_language_is_infinite_iff_it_has_a_word_of_middle_length(dfa in arbitrary_dfa(4, &[2])) {
            // Pumping: infinite iff some accepted word has a length between n and 2n - 1.
            let n = dfa.states();
            let middle = words(dfa.layout(), 2 * n - 1).into_iter().any(|w| w.len() >= n && dfa.accepts(w));
            prop_assert_eq!(dfa.is_infinite(), middle);
        }

        #[test]
        fn pumped_words_are_accepted(dfa in arbitrary_dfa(4, &[2]), skip in any::<bool>()) {
            let n = dfa.states() + 1;
            let counted = |word: &Vec<Letter>| dfa.accepts(word.clone()) && !(skip && word.first() == Some(&Letter::ZERO));
            let infinite = words(dfa.layout(), 2 * n - 1).iter().any(|word| word.len() >= n && counted(word));
            match dfa.pumped(skip) {
                None => prop_assert!(!infinite),
                Some([x, y, z]) => {
                    prop_assert!(infinite && !y.is_empty());
                    for times in 0..5 {
                        let mut word = x.clone();
                        (0..times).for_each(|_| word.extend(&y));
                        word.extend(&z);
                        prop_assert!(counted(&word));
                    }
                }
            }
        }

        #[test]
        fn infinitely_reached_states_have_long_words(dfa in arbitrary_dfa(4, &[2, 2])) {
            let layout = dfa.layout().clone();
            let mask = layout.slots()[0].mask();
            let reached = dfa.infinitely_reached(mask);
            let n = dfa.states();
            for q in dfa.numbers() {
                let long = (n + 1..=2 * n + 1).any(|length| {
                    (0..1u32 << length).any(|digits| {
                        let word = (0..length).map(|i| layout.pack(&[0, (digits >> i) & 1]));
                        digits & 1 == 1 && dfa.run(State::START, word) == Some(q)
                    })
                });
                prop_assert_eq!(reached.contains(&q), long);
            }
        }
    }

    #[test]
    fn finite_languages_are_told_apart() {
        let layout = Layout::new(&[2]).unwrap();
        let one_word =
            Dfa::from_rows(layout.clone(), [(false, vec![(1, 1), (0, 2)]), (true, vec![]), (false, vec![(0, 2)])]);
        assert!(!one_word.is_infinite());
        assert!(Dfa::universal(layout).is_infinite());
    }
}
