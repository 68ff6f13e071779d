//! States from which all that is valid is accepted.
//!
//! A boolean combination that is explored lazily may drop a component that can no longer fail. For an automaton of
//! valid words this is a state that simulates the validity automaton wherever the two can stand together.

use crate::automata::dfa::Dfa;
use crate::automata::interner::{Interner, State, index, number};
use crate::automata::nfa::Nfa;

/// For each state of `nfa`, whether it accepts every word that `within` accepts after any prefix that leads to it.
///
/// Both have one layout. The condition tested is simulation, which implies this and is implied by it for a
/// deterministic automaton. Gives up, and says no everywhere, beyond `limit` pairs of states: at once where there are more
/// states, each of which is in a pair if it can be reached.
pub fn universal_states(nfa: &Nfa, within: &Dfa, limit: usize) -> Vec<bool> {
    debug_assert_eq!(nfa.layout(), within.layout());
    let none = || vec![false; nfa.states()];
    if nfa.states() > limit {
        return none();
    }
    let mut pairs = Interner::<State>::default();
    for &start in nfa.starts() {
        pairs.intern(&[start, State::START]);
    }
    // A choice is one letter at one pair: it is lost when its last good target is.
    let mut choices: Vec<(State, u32)> = Vec::new();
    let mut into: Vec<(State, u32)> = Vec::new();
    let mut lost: Vec<State> = Vec::new();
    let mut next = 0;
    while next < pairs.len() {
        let pair = State::new(next);
        if pairs.len() > limit {
            return none();
        }
        let (q, v) = (pairs.get(pair)[0], pairs.get(pair)[1]);
        let mut good = !within.accepting()[v] || nfa.accepting()[q];
        let mut edges = nfa.transitions().row(q).peekable();
        for (letter, w) in within.transitions().row(v) {
            let choice = number(choices.len());
            let mut targets = 0;
            while edges.next_if(|edge| edge.0 < letter).is_some() {}
            while let Some((_, target)) = edges.next_if(|edge| edge.0 == letter) {
                into.push((pairs.intern(&[target, w]).0, choice));
                targets += 1;
            }
            choices.push((pair, targets));
            good &= targets > 0;
        }
        if !good {
            lost.push(pair);
        }
        next += 1;
    }
    into.sort_unstable();
    let mut full = vec![true; nfa.states()];
    let mut is_lost = vec![false; pairs.len()];
    while let Some(pair) = lost.pop() {
        if std::mem::replace(&mut is_lost[pair], true) {
            continue;
        }
        full[pairs.get(pair)[0]] = false;
        let from = into.partition_point(|edge| edge.0 < pair);
        for &(_, choice) in into[from..].iter().take_while(|edge| edge.0 == pair) {
            let (owner, targets) = &mut choices[index(choice)];
            *targets -= 1;
            if *targets == 0 {
                lost.push(*owner);
            }
        }
    }
    full
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::letter::Layout;

    #[test]
    fn full_states_are_those_that_accept_all_that_is_valid() {
        let binary = Layout::new(&[2]).unwrap();
        // Words without 11, and among them those that contain a 1.
        let valid = Dfa::from_rows(binary.clone(), [(true, vec![(0, 0), (1, 1)]), (true, vec![(0, 0)])]);
        let some_one =
            Dfa::from_rows(binary, [(false, vec![(0, 0), (1, 1)]), (true, vec![(0, 2)]), (true, vec![(0, 2), (1, 1)])]);
        let nfa = Nfa::from(&some_one);
        assert_eq!(universal_states(&nfa, &valid, 100), [false, true, true]);
        assert_eq!(universal_states(&nfa, &valid, 1), [false, false, false]);
    }
}
