//! Finite or infinite: what an automaton accepts, and how many ways lead to a state.

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
        let again = dfa.numbers().find_map(|q| Some((q, dfa.path(q, |target| target == q)?)));
        let (q, cycle) = again?;
        let before = dfa.path(State::START, |target| target == q)?;
        let after = match dfa.accepting()[q] {
            true => Vec::new(),
            false => dfa.path(q, |target| dfa.accepting()[target])?,
        };
        Some([before, cycle, after])
    }

    /// The first word in radix order, not empty, that leads from a state to one that is wanted.
    fn path(&self, from: State, wanted: impl Fn(State) -> bool) -> Option<Vec<Letter>> {
        let mut seen = vec![false; self.states()];
        let mut found: Vec<(State, usize, Letter)> = vec![(from, 0, Letter::ZERO)];
        let mut next = 0;
        while let Some(&(q, ..)) = found.get(next) {
            for (letter, target) in self.transitions().row(q) {
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
