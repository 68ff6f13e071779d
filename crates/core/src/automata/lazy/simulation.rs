//! Which states of a nondeterministic automaton simulate which others, so that sets of states need not hold both.
//!
//! A state simulates another if it accepts wherever the other does and each step of the other is answered by a step of its
//! own to a state that simulates the target (Milner 1971; Henzinger, Henzinger, Kopke 1995). Then it accepts all words
//! that the other accepts, so a set with both accepts what it does without the other. What some number between two others
//! satisfies is a set of states for all choices of that number: mostly a few of them stand for all.
//!
//! Starts with all pairs and strikes out those that fail until none does: O(pairs * edges of a state) a round, in five to
//! ten rounds. Bad for automata of thousands of states in which many pairs last long: a limit on the steps looked at ends it.

use crate::automata::interner::{State, index, number};
use crate::automata::nfa::Nfa;
use crate::budget::{Budget, Halt};
use crate::tuning::automata::simulation;

/// For each state, those that may stand for it.
#[derive(Debug)]
pub struct Simulations {
    /// Words in a set of states.
    words: usize,
    /// For each state a set: others that simulate it, of those that simulate each other smaller ones only.
    stronger: Vec<u64>,
    /// The states for which there are any.
    weaker: Vec<u64>,
}

impl Simulations {
    /// The simulations of an automaton; `None` if they are of little use, or would take too long.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(crate) fn of(nfa: &Nfa, budget: &Budget) -> Result<Option<Simulations>, Halt> {
        let states = nfa.states();
        if states > simulation::STATES || !budget.has_room(2 * states * states.div_ceil(64) * size_of::<u64>()) {
            return Ok(None);
        }
        let Some(above) = above(nfa, budget)? else { return Ok(None) };
        let words = above.words;
        let mut simulations = Simulations { words, stronger: vec![0; states * words], weaker: vec![0; words] };
        for q in 0..states {
            let own = above.row(q);
            let stronger = &mut simulations.stronger[q * words..][..words];
            each(own, |p| {
                // Of states that simulate each other the first stands for all.
                if p != q && (p < q || !above.has(p, q)) {
                    stronger[p / 64] |= 1 << (p % 64);
                }
            });
            if stronger.iter().any(|bits| *bits != 0) {
                simulations.weaker[q / 64] |= 1 << (q % 64);
            }
        }

        Ok(Some(simulations))
    }

    /// Takes out of a set what others in it stand for. To stand for is transitive and no state stands for itself through others,
    /// so whatever is taken out first, something is left that stands for it.
    pub(crate) fn prune(&self, set: &mut [u64]) {
        for word in 0..self.words {
            let mut bits = set[word] & self.weaker[word];
            while bits != 0 {
                let bit = bits & bits.wrapping_neg();
                bits ^= bit;
                let q = 64 * word + bit.trailing_zeros() as usize;
                let stronger = &self.stronger[q * self.words..][..self.words];
                if set.iter().zip(stronger).any(|(own, other)| own & other != 0) {
                    set[word] ^= bit;
                }
            }
        }
    }
}

/// A set of states for each state.
struct Sets {
    words: usize,
    bits: Vec<u64>,
}

impl Sets {
    fn row(&self, q: usize) -> &[u64] {
        &self.bits[q * self.words..][..self.words]
    }

    fn has(&self, q: usize, p: usize) -> bool {
        self.bits[q * self.words + p / 64] >> (p % 64) & 1 == 1
    }
}

/// Calls `found` with each member.
fn each(set: &[u64], mut found: impl FnMut(usize)) {
    for (word, &bits) in set.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            found(64 * word + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

/// The steps of each state by letter.
struct Steps {
    letters: usize,
    /// Where those of a state by a letter begin; those by the next begin where they end.
    first: Vec<u32>,
    targets: Vec<State>,
}

impl Steps {
    /// `None` if there would be too many places.
    fn of(nfa: &Nfa) -> Option<Steps> {
        let transitions = nfa.transitions();
        let (letters, letter_of) = transitions.numbered_letters();
        let letters = letters.len();
        if nfa.states() * letters > simulation::PLACES {
            return None;
        }
        let mut first = Vec::with_capacity(nfa.states() * letters + 1);
        for q in nfa.numbers() {
            let range = transitions.range(q);
            let mut at = range.start;
            for letter in 0..letters {
                first.push(number(at));
                while at < range.end && index(letter_of[at]) == letter {
                    at += 1;
                }
            }
        }
        first.push(number(letter_of.len()));
        Some(Steps { letters, first, targets: transitions.all_targets().to_vec() })
    }

    fn by(&self, q: usize, letter: usize) -> &[State] {
        let place = q * self.letters + letter;
        &self.targets[index(self.first[place])..index(self.first[place + 1])]
    }

    /// Whether each of these steps of a state, all by this letter, is answered by another's.
    fn are_answered(&self, asked: &[State], p: usize, letter: usize, above: &Sets) -> bool {
        let own = self.by(p, letter);
        asked.iter().all(|target| own.iter().any(|own| above.has(target.index(), own.index())))
    }
}

/// For each state those that simulate it, itself included; `None` if that takes too long.
fn above(nfa: &Nfa, budget: &Budget) -> Result<Option<Sets>, Halt> {
    let Some(steps) = Steps::of(nfa) else { return Ok(None) };
    let states = nfa.states();
    let words = states.div_ceil(64);
    let mut above = Sets { words, bits: vec![0; states * words] };
    for q in 0..states {
        for p in 0..states {
            if nfa.accepting()[p] || !nfa.accepting()[q] {
                above.bits[q * words + p / 64] |= 1 << (p % 64);
            }
        }
    }
    let (mut looks, mut gone) = (0, Vec::new());
    let mut is_changed = vec![true; states];
    while is_changed.contains(&true) {
        let before = std::mem::replace(&mut is_changed, vec![false; states]);
        for q in 0..states {
            budget.check_now()?;
            let is_new = |target: &State| before[target.index()] || is_changed[target.index()];
            let mut asked: Vec<(usize, &[State])> = (0..steps.letters)
                .map(|letter| (letter, steps.by(q, letter)))
                .filter(|(_, targets)| targets.iter().any(is_new))
                .collect();
            each(above.row(q), |p| {
                let fails = |&(letter, targets): &(usize, &[State])| !steps.are_answered(targets, p, letter, &above);
                if let Some(at) = asked.iter().position(fails) {
                    looks += at + 1;
                    // What one state does not answer others do not either.
                    asked.swap(0, at);
                    gone.push(p);
                } else {
                    looks += asked.len();
                }
            });
            if looks > simulation::LOOKS {
                return Ok(None);
            }
            is_changed[q] = !gone.is_empty();
            for p in gone.drain(..) {
                above.bits[q * words + p / 64] &= !(1 << (p % 64));
            }
        }
    }
    Ok(Some(above))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::dfa::Dfa;
    use crate::automata::lazy::materialize::materialize;
    use crate::automata::lazy::subset::Subset;
    use crate::automata::letter::{Layout, Track};
    use crate::automata::testing::{arbitrary_dfa, words};
    use crate::automata::transitions::Transitions;

    /// The automaton with another start.
    fn from(nfa: &Nfa, start: State) -> Nfa {
        Nfa::new(nfa.layout().clone(), nfa.transitions().clone(), vec![start], nfa.accepting().to_vec())
    }

    fn pruned(nfa: &Nfa) -> Dfa {
        let budget = Budget::unlimited();
        let mut subset = Subset::new(nfa, nfa.layout().slots(), &[]);
        subset.prune_by(Simulations::of(nfa, &budget).unwrap().expect("few states"));
        materialize(subset, nfa.layout(), nfa.layout().slots(), &budget).unwrap()
    }

    proptest! {
        #[test]
        fn what_simulates_accepts_more(dfa in arbitrary_dfa(12, &[2, 2])) {
            let nfa = dfa.project(&[Track(1)]).drop_leading_zeros();
            let above = above(&nfa, &Budget::unlimited()).unwrap().expect("few states");
            for (q, p) in nfa.numbers().flat_map(|q| nfa.numbers().map(move |p| (q, p))) {
                if above.has(q.index(), p.index()) {
                    for word in words(nfa.layout(), 6) {
                        prop_assert!(!from(&nfa, q).accepts(word.iter().copied()) || from(&nfa, p).accepts(word));
                    }
                }
            }
        }

        #[test]
        fn pruned_sets_accept_as_much(dfa in arbitrary_dfa(14, &[2, 3, 2])) {
            let nfa = dfa.project(&[Track(1)]).drop_leading_zeros();
            prop_assert_eq!(pruned(&nfa).minimize(), nfa.determinize(&Budget::unlimited()).unwrap().minimize());
        }
    }

    #[test]
    fn of_a_chain_the_largest_is_left() {
        // 0 leads from q to q+1, and 1 from q to q and to q/2; 5 and more accept. So a larger number simulates a smaller one.
        let rows = (0..9u32).map(|q| {
            let mut row = vec![(0, (q + 1).min(8)), (1, q / 2), (1, q)];
            row.dedup();
            row
        });
        let accepting = (0..9).map(|q| q >= 5).collect();
        let layout = Layout::new(&[2]).unwrap();
        let nfa = Nfa::new(layout, Transitions::from_rows(rows), vec![State::START], accepting);
        assert_eq!(pruned(&nfa).states(), 9);
        assert!(nfa.determinize(&Budget::unlimited()).unwrap().states() > 20);
    }
}
