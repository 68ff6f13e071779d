//! States from which all that is valid is accepted.
//!
//! A boolean combination that is explored lazily may drop a component that can no longer fail. For an automaton of
//! valid words this is a state that simulates (Milner 1971) the validity automaton at every pair of states that a
//! prefix leads to. Pairs are found forward, then those that fail are struck out backward, each edge of a pair once:
//! O(pairs times edges of a state). A limit on the pairs ends it, with the answer "no" for all, which is safe. For
//! nondeterministic automata simulation may miss a state.

use crate::automata::dfa::Dfa;
use crate::automata::interner::{State, index, number};
use crate::automata::nfa::Nfa;
use crate::automata::transitions::LetterRow;
use crate::tuning::automata::universal;

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
    let mut pairs = Pairs::new(nfa.states());
    for &start in nfa.starts() {
        pairs.number(start, State::START);
    }
    // A choice is one letter at one pair: it is lost when its last good target is.
    let mut choices: Vec<(u32, u32)> = Vec::new();
    let mut lost: Vec<u32> = Vec::new();
    let mut next = 0;
    while next < pairs.found.len() {
        if pairs.found.len() > limit || pairs.looks > universal::LOOKS_A_PAIR * limit {
            return none();
        }
        let Pair { state, valid, .. } = pairs.found[next];
        let letters = nfa.transitions().letters(state);
        let is_good = (nfa.accepting()[state] || !within.accepting()[valid])
            && has_all(letters, within.transitions().letters(valid));
        let mut edges = nfa.transitions().row(state).peekable();
        for (letter, w) in within.transitions().row(valid) {
            let choice = number(choices.len());
            let mut targets = 0;
            while edges.next_if(|edge| edge.0 < letter).is_some() {}
            while let Some((_, target)) = edges.next_if(|edge| edge.0 == letter) {
                let pair = pairs.number(target, w);
                if is_good {
                    pairs.choose(choice, pair);
                }
                targets += 1;
            }
            if is_good {
                choices.push((number(next), targets));
            }
        }
        if !is_good {
            lost.push(number(next));
        }
        next += 1;
    }
    let mut universal = vec![true; nfa.states()];
    let mut is_lost = vec![false; pairs.found.len()];
    while let Some(pair) = lost.pop() {
        let pair = index(pair);
        if std::mem::replace(&mut is_lost[pair], true) {
            continue;
        }
        universal[pairs.found[pair].state] = false;
        let mut at = pairs.found[pair].last_into;
        while let Some(&(choice, before)) = pairs.into.get(index(at)) {
            let (owner, targets) = &mut choices[index(choice)];
            *targets -= 1;
            if *targets == 0 {
                lost.push(*owner);
            }
            at = before;
        }
    }
    universal
}

/// Whether all these letters are `among` others; both are sorted.
fn has_all(among: LetterRow<'_>, letters: LetterRow<'_>) -> bool {
    let mut among = among.iter();
    letters.iter().all(|letter| among.by_ref().find(|&other| other >= letter) == Some(letter))
}

/// No place in a list.
const NOWHERE: u32 = u32::MAX;

/// A state beside a state of what is valid.
struct Pair {
    state: State,
    valid: State,
    /// Another pair of this state, found before.
    before: u32,
    /// The last of the choices that lead here.
    last_into: u32,
}

/// Pairs by their states, and the choices that lead to them.
struct Pairs {
    found: Vec<Pair>,
    /// The last pair of each state.
    last: Vec<u32>,
    /// Choices, each beside the place of the one before that leads to the same pair.
    into: Vec<(u32, u32)>,
    /// Pairs looked at.
    looks: usize,
}

impl Pairs {
    fn new(states: usize) -> Pairs {
        Pairs { found: Vec::new(), last: vec![NOWHERE; states], into: Vec::new(), looks: 0 }
    }

    fn number(&mut self, state: State, valid: State) -> u32 {
        let mut at = self.last[state];
        while let Some(pair) = self.found.get(index(at)) {
            self.looks += 1;
            if pair.valid == valid {
                return at;
            }
            at = pair.before;
        }
        let new = number(self.found.len());
        let before = std::mem::replace(&mut self.last[state], new);
        self.found.push(Pair { state, valid, before, last_into: NOWHERE });
        new
    }

    /// A choice that leads to a pair.
    fn choose(&mut self, choice: u32, pair: u32) {
        let before = std::mem::replace(&mut self.found[index(pair)].last_into, number(self.into.len()));
        self.into.push((choice, before));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::letter::{Layout, Track};
    use crate::automata::testing::arbitrary_dfa;

    /// The pairs that can be reached and of which none is lost, by taking lost ones away until none is left.
    fn by_definition(nfa: &Nfa, within: &Dfa) -> Vec<bool> {
        let mut pairs: Vec<(State, State)> = nfa.starts().iter().map(|&start| (start, State::START)).collect();
        let ways = |(q, v): (State, State)| {
            let letters = within.transitions().row(v);
            letters.map(move |(letter, w)| {
                let to = nfa.transitions().row(q).filter(move |edge| edge.0 == letter);
                to.map(|edge| (edge.1, w)).collect::<Vec<_>>()
            })
        };
        let mut next = 0;
        while next < pairs.len() {
            for pair in ways(pairs[next]).flatten() {
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
            next += 1;
        }
        let mut good = pairs.clone();
        good.retain(|&(q, v)| !within.accepting()[v] || nfa.accepting()[q]);
        loop {
            let known = good.clone();
            good.retain(|&pair| ways(pair).all(|targets| targets.iter().any(|pair| known.contains(pair))));
            if good.len() == known.len() {
                break;
            }
        }
        State::first(nfa.states()).map(|q| pairs.iter().all(|pair| pair.0 != q || good.contains(pair))).collect()
    }

    proptest! {
        #[test]
        fn states_are_full_by_definition(dfa in arbitrary_dfa(7, &[2, 2]), valid in arbitrary_dfa(5, &[2])) {
            let nfa = dfa.project(&[Track(1)]);
            prop_assert_eq!(universal_states(&nfa, &valid, 1000), by_definition(&nfa, &valid));
        }
    }

    #[test]
    fn universal_states_are_those_that_accept_all_that_is_valid() {
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
