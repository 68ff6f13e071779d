//! Finite or infinite: what an automaton accepts, and how many ways lead to a state.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::dfa::Dfa;
use super::letter::Letter;
use super::transitions::State;

impl Dfa {
    /// Whether infinitely many words are accepted.
    pub fn is_infinite(&self) -> bool {
        let trimmed = self.trim();
        let all = (0..trimmed.states() as State).collect::<Vec<_>>();
        let live = trimmed.live();
        live[0] && !on_or_after_cycle(&trimmed, &all, |_| true).is_empty()
    }

    /// The states to which infinitely many words lead that have zeros under `mask`, not counting zeros in front of the
    /// word: the first letter is not all zeros.
    ///
    /// This is the set of starts from which "infinitely many" is read off the tracks under `mask` when the most
    /// significant digit comes first.
    pub fn infinitely_reached(&self, mask: Letter) -> Vec<State> {
        let free = |letter: Letter| letter & mask == 0;
        let after_first: Vec<State> =
            self.transitions().row(0).filter(|&(letter, _)| letter != 0 && free(letter)).map(|edge| edge.1).collect();
        on_or_after_cycle(self, &after_first, free)
    }
}

/// The states that lie on a cycle of allowed letters reached from `starts`, or after one; sorted.
fn on_or_after_cycle(dfa: &Dfa, starts: &[State], allowed: impl Fn(Letter) -> bool) -> Vec<State> {
    let successors = |q: State| dfa.transitions().row(q).filter(|&(letter, _)| allowed(letter)).map(|edge| edge.1);
    let mut graph = DiGraph::<(), ()>::with_capacity(dfa.states(), dfa.transitions().len());
    for _ in 0..dfa.states() {
        graph.add_node(());
    }
    let mut seen = vec![false; dfa.states()];
    let mut queue: Vec<State> = Vec::new();
    let visit = |q: State, seen: &mut Vec<bool>, queue: &mut Vec<State>| {
        if !std::mem::replace(&mut seen[q as usize], true) {
            queue.push(q);
        }
    };
    for &start in starts {
        visit(start, &mut seen, &mut queue);
    }
    while let Some(q) = queue.pop() {
        for target in successors(q) {
            graph.add_edge(NodeIndex::new(q as usize), NodeIndex::new(target as usize), ());
            visit(target, &mut seen, &mut queue);
        }
    }
    let mut found = vec![false; dfa.states()];
    for component in kosaraju_scc(&graph) {
        let cyclic = component.len() > 1 || graph.contains_edge(component[0], component[0]);
        if cyclic && seen[component[0].index()] {
            for node in component {
                visit(node.index() as State, &mut found, &mut queue);
            }
        }
    }
    while let Some(q) = queue.pop() {
        for target in successors(q) {
            visit(target, &mut found, &mut queue);
        }
    }
    (0..dfa.states() as State).filter(|&q| found[q as usize]).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::letter::Layout;
    use super::super::testing::{arbitrary_dfa, words};
    use super::*;

    proptest! {
        #[test]
        fn a_language_is_infinite_iff_it_has_a_word_of_middle_length(dfa in arbitrary_dfa(4, &[2])) {
            // Pumping: infinite iff some accepted word has a length between n and 2n - 1.
            let n = dfa.states();
            let middle = words(dfa.layout(), 2 * n - 1).into_iter().any(|w| w.len() >= n && dfa.accepts(w));
            prop_assert_eq!(dfa.is_infinite(), middle);
        }

        #[test]
        fn infinitely_reached_states_have_long_words(dfa in arbitrary_dfa(4, &[2, 2])) {
            let layout = dfa.layout().clone();
            let mask = layout.slots()[0].mask();
            let reached = dfa.infinitely_reached(mask);
            let n = dfa.states();
            for q in 0..n as State {
                let long = (n + 1..=2 * n + 1).any(|length| {
                    (0..1u32 << length).any(|digits| {
                        let word = (0..length).map(|i| layout.pack(&[0, (digits >> i) & 1]));
                        digits & 1 == 1 && dfa.run(0, word) == Some(q)
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
