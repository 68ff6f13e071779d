//! What further blocks of a parameter change: blocks in front of a word, in which every number is zero.
//!
//! A parameter is a word without end, and its numbers are those of its finite parts: more blocks in front leave the
//! word of a number as it is, with zeros before it. These are the questions about relations between a parameter and its
//! numbers that statements about parameters come to. A relation is the minimal automaton of tuples of a part and
//! numbers of it.
//!
//! [`Parameters::settled`] follows pairs of states, behind more and fewer blocks, until all agree or a set of pairs
//! returns: mostly a few rounds over O(n^2) pairs for n states, in theory as many rounds as there are sets.
//! [`Parameters::ahead`] determinizes, which may be exponential. The others walk the graph of the automaton, or of
//! pairs of its states, once.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::build::from_states;
use super::parameters::Parameters;
use crate::automata::{Dfa, Letter, State};
use crate::budget::{Budget, Halt};

/// Two states, or that nothing more is accepted.
type Pair = [Option<State>; 2];

/// Two states of a relation and one of the parts, all behind the same blocks, or blocks of which the second state has seen more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Front {
    pair: Pair,
    part: State,
}

const START: Front = Front { pair: [Some(State::START); 2], part: State::START };

impl Parameters {
    /// The relation of parts that go on with so many blocks, whatever they are: what it says of them beyond their ends. It must be
    /// [`settled`](Self::settled) behind as many.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn ahead(&self, dfa: &Dfa, blocks: usize, budget: &Budget) -> Result<Dfa, Halt> {
        let mut fronts = BTreeSet::from([START]);
        for _ in 0..blocks {
            budget.check(fronts.len())?;
            fronts = fronts.iter().flat_map(|&front| self.behind_block(dfa, front)).collect();
        }
        from_states(dfa, fronts.into_iter().filter_map(|front| front.pair[0]).collect(), budget)
    }

    /// How many zeros settle a relation: a tuple of numbers with that many in front is in the relation iff it is with any
    /// further blocks. `None` if that depends on blocks however far they are.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn settled(&self, dfa: &Dfa, budget: &Budget) -> Result<Option<usize>, Halt> {
        // The states behind some blocks, and behind the last of them alone, where they differ.
        let behind = self.behind_any(dfa).into_iter();
        let mut fronts: BTreeSet<Front> =
            behind.map(|front| Front { pair: [START.pair[0], front.pair[1]], ..front }).collect();
        let (mut before, mut agreed) = (HashSet::new(), HashMap::new());
        for zeros in 0.. {
            let mut differing = BTreeSet::new();
            for front in fronts {
                if !self.agree(dfa, front, &mut agreed, budget)? {
                    differing.insert(front);
                }
            }
            if differing.is_empty() {
                return Ok(Some(zeros));
            }
            budget.check(differing.len())?;
            fronts = differing.iter().flat_map(|&front| self.behind_block(dfa, front)).collect();
            if !before.insert(differing) {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Whether two states accept the same of what makes a part there.
    fn agree(&self, dfa: &Dfa, front: Front, agreed: &mut HashMap<Front, bool>, budget: &Budget) -> Result<bool, Halt> {
        if front.pair[0] == front.pair[1] {
            return Ok(true);
        }
        if let Some(&known) = agreed.get(&front) {
            return Ok(known);
        }
        let slot = dfa.layout().slots()[0];
        let mut seen = HashSet::from([front]);
        let mut pending = vec![front];
        while let Some(Front { pair, part }) = pending.pop() {
            budget.check(pending.len())?;
            let accepts = pair.map(|state| state.is_some_and(|state| dfa.accepting()[state]));
            if accepts[0] != accepts[1] && self.parts().accepting()[part] {
                agreed.insert(front, false);
                return Ok(false);
            }
            let letters: BTreeSet<Letter> =
                pair.into_iter().flatten().flat_map(|state| dfa.transitions().row(state)).map(|edge| edge.0).collect();
            for letter in letters {
                let own = self.parts().layout().pack(&[slot.digit(letter)]);
                let Some(part) = self.parts().transitions().step(part, own) else { continue };
                let next = Front { pair: pair.map(|state| dfa.transitions().step(state?, letter)), part };
                if next.pair[0] != next.pair[1] && seen.insert(next) {
                    pending.push(next);
                }
            }
        }
        agreed.insert(front, true);
        Ok(true)
    }

    /// The tuples in which every number has so many zeros in front.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn behind(&self, numbers: usize, zeros: usize, budget: &Budget) -> Result<Dfa, Halt> {
        let layout = self.layout(numbers)?;
        let in_front = self.letters_in_front(&layout);
        let dfa = self.words(
            numbers,
            0,
            |&seen, digits| {
                let letter = layout.pack(digits);
                match seen == zeros {
                    true => Some(seen),
                    false if !in_front.contains(&letter) => None,
                    false => Some(seen + usize::from(self.closes(&layout, letter))),
                }
            },
            |&seen| seen == zeros,
        )?;
        dfa.minimize_within(budget)
    }

    /// Whether blocks may be taken away in front: a tuple is in the relation if it is with some further blocks.
    #[must_use]
    pub fn is_closed(&self, dfa: &Dfa) -> bool {
        let mut seen: HashSet<(State, State)> = HashSet::new();
        let behind = self.behind_any(dfa).into_iter().filter_map(|front| front.pair[0]);
        let mut pending: Vec<_> = behind.map(|q| (q, State::START)).collect();
        while let Some((inner, outer)) = pending.pop() {
            for (letter, target) in dfa.transitions().row(inner) {
                let Some(beside) = dfa.transitions().step(outer, letter) else { return false };
                if dfa.accepting()[target] && !dfa.accepting()[beside] {
                    return false;
                }
                if seen.insert((target, beside)) {
                    pending.push((target, beside));
                }
            }
        }
        true
    }

    /// A parameter, and numbers of it, all of whose parts are in a relation from which blocks may be taken away in front: the
    /// blocks that return without end before it, and the tuple before those. `None` if there is none.
    ///
    /// Parts of such a parameter lead through the automaton from behind: each begins in a state to which blocks in front lead.
    /// There are finitely many, so that some block returns to its state.
    #[must_use]
    pub fn recurring(&self, dfa: &Dfa) -> Option<[Vec<Letter>; 2]> {
        let in_front = self.letters_in_front(dfa.layout());
        dfa.recurring(|letter| in_front.contains(&letter), |letter| self.ends_in_front(dfa, &in_front, letter))
    }

    fn ends_in_front(&self, dfa: &Dfa, in_front: &[Letter], letter: Letter) -> bool {
        in_front.contains(&letter) && self.closes(dfa.layout(), letter)
    }

    /// By how many blocks the number on a track may be longer than all others, in any part of any parameter; `None` if there is
    /// no bound.
    #[must_use]
    pub fn reach(&self, dfa: &Dfa, track: usize) -> Option<usize> {
        let slots = dfa.layout().slots();
        let in_front = self.letters_in_front(dfa.layout());
        let is_mark = |letter| self.closes(dfa.layout(), letter);
        let free: Letter = [0, track].map(|track| slots[track].mask()).into_iter().collect();
        // The number has begun, the others have not.
        let is_alone = |letter: Letter| letter & free == letter || self.ends_in_front(dfa, &in_front, letter);
        let is_close = |letter| self.close.is_some() && is_mark(letter);
        let begins = |letter: Letter| letter & free == letter && slots[track].digit(letter) != 0 && !is_close(letter);
        let before = dfa.transitions().reachable_by(State::START, |letter| in_front.contains(&letter));
        let rows = before.into_iter().flat_map(|q| dfa.transitions().row(q));
        let begun: Vec<State> = rows.filter(|edge| begins(edge.0)).map(|edge| edge.1).collect();
        // Where each letter is a block, so is that with which it begins.
        let first = usize::from(self.close.is_none() && !begun.is_empty());
        Some(dfa.most_marks(begun, is_alone, is_mark)? + first)
    }

    /// A parameter of which this is a part: words x and y such that x^k y and the part are one, for every k.
    ///
    /// # Panics
    /// If it is no part.
    #[must_use]
    pub fn goes_on(&self, part: &[u32]) -> [Vec<u32>; 2] {
        let dfa = &self.parts;
        let letter = |digit: &u32| dfa.layout().pack(&[*digit]);
        let accepting = dfa
            .numbers()
            .map(|q| dfa.run(q, part.iter().map(letter)).is_some_and(|end| dfa.accepting()[end]))
            .collect();
        let before = Dfa::new(dfa.layout().clone(), dfa.transitions().clone(), accepting).trim();
        let found = self.recurring(&before).expect("every part goes on");
        let slot = dfa.layout().slots()[0];
        found.map(|word| word.into_iter().map(|letter| slot.digit(letter)).collect())
    }

    /// The states behind one block and more in front, or that nothing more is accepted.
    fn behind_any(&self, dfa: &Dfa) -> BTreeSet<Front> {
        let mut found = BTreeSet::new();
        let mut fresh = vec![START];
        while let Some(front) = fresh.pop() {
            let next = self.behind_block(dfa, front).into_iter();
            fresh.extend(next.filter(|&next| found.insert(next)));
        }
        found
    }

    /// Where one block more in front leads.
    fn behind_block(&self, dfa: &Dfa, front: Front) -> BTreeSet<Front> {
        let in_front = self.in_front(dfa.layout());
        let mut seen = HashSet::from([front]);
        let mut pending = vec![front];
        let mut found = BTreeSet::new();
        while let Some(Front { pair, part }) = pending.pop() {
            for &(letter, own) in &in_front {
                let Some(part) = self.parts().transitions().step(part, own) else { continue };
                let next = Front { pair: pair.map(|state| dfa.transitions().step(state?, letter)), part };
                if self.closes(dfa.layout(), letter) {
                    found.insert(next);
                } else if seen.insert(next) {
                    pending.push(next);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, LazyLock};

    use num_bigint::BigUint;

    use super::super::ParametricSystem;
    use super::*;
    use crate::automata::Layout;
    use crate::automata::Track;
    use crate::numeration::Compare;
    use crate::numeration::every_slope::{CLOSE, at_most, letters, linear, mechanical, numbers};

    static SLOPES: LazyLock<Arc<ParametricSystem>> = LazyLock::new(ParametricSystem::sturmian);

    fn slopes() -> &'static Parameters {
        &SLOPES.parameters
    }

    fn relation(k: &[i64], compare: Compare, constant: i64) -> Dfa {
        linear(k, compare, constant, &Budget::unlimited()).unwrap()
    }

    fn word(layout: &Layout, tracks: &[&str]) -> Vec<Letter> {
        let tracks: Vec<Vec<u32>> = tracks.iter().map(|track| letters(track)).collect();
        (0..tracks[0].len()).map(|at| layout.pack(&tracks.iter().map(|track| track[at]).collect::<Vec<_>>())).collect()
    }

    #[test]
    fn sums_do_not_depend_on_further_quotients() {
        for (k, compare, constant) in [
            (vec![0, 0], Compare::Less, 1),
            (vec![1, 1, -1], Compare::Equal, 0),
            (vec![2, -3], Compare::Less, 5),
            (vec![1, -2], Compare::NotEqual, -1),
        ] {
            let sum = relation(&k, compare, constant);
            assert_eq!(slopes().settled(&sum, &Budget::unlimited()).unwrap(), Some(0), "{k:?}");
            assert_eq!(slopes().ahead(&sum, 5, &Budget::unlimited()).unwrap(), sum);
            assert!(slopes().is_closed(&sum), "{k:?}");
        }
        // The numbers that have a successor: all, in a part with two quotients more.
        let next = relation(&[1, -1], Compare::Equal, -1).project(&Track::list([0, 1]));
        let next = next.determinize(&Budget::unlimited()).unwrap().minimize();
        assert!(slopes().settled(&next, &Budget::unlimited()).unwrap() == Some(2) && !slopes().is_closed(&next));
        let all = numbers(1, &Budget::unlimited()).unwrap();
        let short = all.difference(&next, &Budget::unlimited()).unwrap();
        assert!(short.accepts(word(short.layout(), &["10#1#10#", "10#0#01#"])));
        assert_eq!(slopes().ahead(&next, 2, &Budget::unlimited()).unwrap(), all);
        assert_eq!(slopes().settled(&short, &Budget::unlimited()).unwrap(), Some(2));
        let late = slopes().behind(1, 2, &Budget::unlimited()).unwrap();
        let late = short.intersect(&late, &Budget::unlimited()).unwrap();
        assert!(late.is_empty() && slopes().recurring(&short).is_none(), "no number is the last of every part");
    }

    #[test]
    fn a_relation_tells_how_far_it_reaches() {
        let reaches = |k: &[i64], compare, constant, track| {
            let dfa = relation(k, compare, constant);
            slopes().reach(&dfa, track)
        };
        assert_eq!(reaches(&[1, -1], Compare::Less, 0, 1), Some(0), "x < y");
        assert_eq!(reaches(&[1, -1], Compare::Less, 0, 2), None);
        // 2x may be q_(i+1) or more, beyond q_(i+2) where both quotients are 1.
        assert_eq!(reaches(&[2, -1], Compare::Equal, 0, 2), Some(2), "2x = y");
        assert_eq!(reaches(&[1], Compare::Less, 4, 1), Some(4), "x < 4, of which 3 is q_3 where all quotients are 1");
    }

    #[test]
    fn what_recurs_is_the_slope_without_ones() {
        // The slopes whose quotients are 2, but for the last.
        let two = Dfa::from_rows(
            Layout::new(&[3]).unwrap(),
            [(false, vec![(1, 1)]), (false, vec![(0, 2), (2, 3)]), (false, vec![(2, 0)]), (true, vec![])],
        );
        assert!(slopes().is_closed(&two) && slopes().settled(&two, &Budget::unlimited()).unwrap().is_none());
        let [period, rest] = slopes().recurring(&two).unwrap();
        let quotients = |word: Vec<Letter>| {
            let slot = two.layout().slots()[0];
            SLOPES.quotients(&word.into_iter().map(|letter| slot.digit(letter)).collect::<Vec<_>>())
        };
        assert_eq!([quotients(period), quotients(rest)], [2u32, 1].map(|a| vec![BigUint::from(a)]));
    }

    #[test]
    fn quotients_may_have_a_bound() {
        let few = at_most(4, &Budget::unlimited()).unwrap();
        assert!(slopes().is_closed(&few));
        for (text, holds) in [("100#1#011#", true), ("", true), ("101#", false), ("10#0#", false), ("10", false)] {
            assert_eq!(few.accepts(word(few.layout(), &[text])), holds, "{text}");
        }
    }

    #[test]
    fn letters_are_differences_of_floors() {
        let dfao = mechanical();
        let all = numbers(1, &Budget::unlimited()).unwrap();
        for digits in [vec![1, 1, 1, 1, 1, 1, 1], vec![3, 1, 2, 1, 4], vec![1, 2, 5, 1, 2], vec![2, 2, 1, 7]] {
            // p / q with as many quotients again is as good as the slope for the numbers before.
            let (mut p, mut q, mut before) = (0u64, 1u64, (1u64, 0u64));
            let weights: Vec<u64> = (digits.iter().cycle().take(2 * digits.len()))
                .map(|&a: &u64| {
                    let weight = q;
                    ((p, q), before) = ((a * p + before.0, a * q + before.1), (p, q));
                    weight
                })
                .collect();
            let weights = &weights[..=digits.len()];
            for n in 0..weights[digits.len()] {
                let mut rest = n;
                let mut tracks = [Vec::new(), Vec::new()];
                for (&a, &weight) in digits.iter().zip(weights).rev() {
                    let digit = rest / weight;
                    rest %= weight;
                    for (track, value) in tracks.iter_mut().zip([a, digit]) {
                        track.extend((0..3).rev().map(|at| u32::from(value >> at & 1 == 1)).chain([CLOSE]));
                    }
                }
                let word: Vec<Letter> =
                    (0..tracks[0].len()).map(|at| dfao.layout().pack(&[tracks[0][at], tracks[1][at]])).collect();
                assert!(all.accepts(word.clone()), "{digits:?} {n}");
                let letter = (n + 1) * p / q - n * p / q;
                assert_eq!(dfao.output(word), Some(letter as i64), "{digits:?} {n}");
            }
        }
    }
}
