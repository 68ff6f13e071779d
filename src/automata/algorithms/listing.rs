//! Listing what an automaton accepts, in radix order.

use std::convert::Infallible;

use crate::automata::dfa::Dfa;
use crate::automata::interner::State;
use crate::automata::letter::Letter;

impl Dfa {
    /// The first accepted words in radix order, at most `count` of them, words that begin with the zero letter left
    /// out.
    ///
    /// ```
    /// use filbert::automata::{Dfa, Layout};
    /// let all = Dfa::universal(Layout::new(&[2]).unwrap());
    /// let words = [&[][..], &[1], &[1, 0], &[1, 1]].map(|word: &[u64]| word.iter().map(|&l| l.into()).collect::<Vec<_>>());
    /// assert_eq!(all.first_words(4), words);
    /// ```
    pub fn first_words(&self, count: usize) -> Vec<Vec<Letter>> {
        let Ok(found) = self.first_words_by(count, true, usize::MAX, || Ok::<(), Infallible>(()));
        found.expect("as many letters as may be")
    }

    /// The same; where the letter 0 is no zero, words may begin with it. `None` if they have more than `most_letters`
    /// letters together.
    ///
    /// # Errors
    /// That of `look`, which is asked from time to time whether to go on.
    pub fn first_words_by<E>(
        &self,
        count: usize,
        skip_zeros: bool,
        most_letters: usize,
        look: impl Fn() -> Result<(), E>,
    ) -> Result<Option<Vec<Vec<Letter>>>, E> {
        let mut found: Vec<Vec<Letter>> = Vec::new();
        let mut room = most_letters;
        let words = self.behind_the_first_letter(skip_zeros);
        // For each length, the states from which some word of that length is accepted.
        let mut accepting_after: Vec<Vec<bool>> = vec![self.accepting().to_vec()];
        // A word longer than the last one found by more than the number of states could be shortened to one between.
        let mut barren = 0;
        let mut length: usize = 0;
        while found.len() < count && barren <= self.states() {
            look()?;
            let before = found.len();
            // One more than there is room for, so that it shows. What saturates is beyond `count`.
            let fit = match room.checked_div(length) {
                None => count,
                Some(words) => count.min(before.saturating_add(words).saturating_add(1)),
            };
            self.list(skip_zeros, length, &accepting_after, fit, &mut found);
            let taken = (found.len() - before).checked_mul(length);
            let Some(left) = taken.and_then(|taken| room.checked_sub(taken)) else { return Ok(None) };
            room = left;
            barren = if found.len() > before { 0 } else { barren + 1 };
            let last = &accepting_after[length];
            // A state that no word comes to but by zeros in front says nothing of words that are still to come.
            if !words.iter().any(|&q| last[q]) {
                break;
            }
            let next: Vec<bool> =
                self.numbers().map(|q| self.transitions().targets(q).iter().any(|&target| last[target])).collect();
            accepting_after.push(next);
            length += 1;
        }
        Ok(Some(found))
    }

    /// The states that words come to, the start aside.
    fn behind_the_first_letter(&self, skip_zeros: bool) -> Vec<State> {
        let firsts =
            self.transitions().row(State::START).filter(|&(letter, _)| !(skip_zeros && letter == Letter::ZERO));
        self.transitions().reachable(firsts.map(|(_, target)| target))
    }

    /// The first accepted words in the radix order of their mirror images: by length, then from the last letter back.
    /// Words that end with the zero letter are left out, and those after a gap of as many lengths as there are states.
    ///
    /// The sets of states from which a suffix is accepted, cut down to what is reached in the right number of steps, are
    /// never empty on the way: each word costs its length times the edges of such sets, and nothing is determinized.
    ///
    /// # Errors
    /// That of `look`, which is asked from time to time whether to go on.
    pub fn first_mirrored_by<E>(&self, count: usize, look: impl Fn() -> Result<(), E>) -> Result<Vec<Vec<Letter>>, E> {
        let mut into: Vec<Vec<(Letter, State)>> = vec![Vec::new(); self.states()];
        for (state, letter, target) in self.transitions().iter() {
            into[target.index()].push((letter, state));
        }
        let mut found = Vec::new();
        // For each length, whether some word of it leads to a state.
        let mut reached = vec![vec![false; self.states()]];
        reached[0][0] = true;
        let mut barren = 0;
        while found.len() < count && barren <= self.states() {
            look()?;
            let (before, length) = (found.len(), reached.len() - 1);
            self.list_mirrored(&into, &reached, count, &look, &mut found)?;
            barren = if found.len() > before { 0 } else { barren + 1 };
            let mut next = vec![false; self.states()];
            for (state, _) in reached[length].iter().enumerate().filter(|&(_, &reached)| reached) {
                self.transitions().targets(State::new(state)).iter().for_each(|target| next[target.index()] = true);
            }
            if !next.contains(&true) {
                break;
            }
            reached.push(next);
        }
        Ok(found)
    }

    /// Those of the length that was reached last.
    fn list_mirrored<E>(
        &self,
        into: &[Vec<(Letter, State)>],
        reached: &[Vec<bool>],
        count: usize,
        look: impl Fn() -> Result<(), E>,
        found: &mut Vec<Vec<Letter>>,
    ) -> Result<(), E> {
        // The states before some letters of the end, for each letter that may stand before them, and which is next.
        let choices = |states: &[State], length: usize, first: bool| {
            let edges = states.iter().flat_map(|state| &into[state.index()]);
            let mut edges: Vec<(Letter, State)> = edges
                .filter(|(letter, state)| reached[length][state.index()] && !(first && *letter == Letter::ZERO))
                .copied()
                .collect();
            edges.sort_unstable();
            edges.dedup();
            let groups = edges.chunk_by(|a, b| a.0 == b.0);
            groups
                .map(|group| (group[0].0, group.iter().map(|edge| edge.1).collect()))
                .collect::<Vec<(_, Vec<State>)>>()
        };
        let length = reached.len() - 1;
        let ends: Vec<State> = self.numbers().filter(|&q| self.accepting()[q] && reached[length][q.index()]).collect();
        let mut word: Vec<Letter> = Vec::new();
        let mut stack = match length {
            0 => {
                found.extend((!ends.is_empty()).then(Vec::new));
                return Ok(());
            }
            _ => vec![choices(&ends, length - 1, true).into_iter()],
        };
        while let Some(next) = stack.last_mut() {
            let Some((letter, states)) = next.next() else {
                stack.pop();
                word.pop();
                continue;
            };
            look()?;
            word.push(letter);
            if word.len() == length {
                found.push(word.iter().rev().copied().collect());
                word.pop();
                if found.len() == count {
                    return Ok(());
                }
                continue;
            }
            stack.push(choices(&states, length - 1 - word.len(), false).into_iter());
        }
        Ok(())
    }

    fn list(
        &self,
        skip_zeros: bool,
        length: usize,
        accepting_after: &[Vec<bool>],
        count: usize,
        found: &mut Vec<Vec<Letter>>,
    ) {
        // The way down is a loop with a stack of its own: words may be long.
        if !accepting_after[length][0] {
            return;
        }
        let mut word: Vec<Letter> = Vec::with_capacity(length);
        let mut stack: Vec<(State, usize)> = vec![(State::START, 0)];
        while let Some(&(q, next)) = stack.last() {
            let depth = stack.len() - 1;
            word.truncate(depth);
            if depth == length {
                found.push(word.clone());
                if found.len() == count {
                    return;
                }
                stack.pop();
                continue;
            }
            let letters = self.transitions().letters(q);
            let targets = self.transitions().targets(q);
            let left = length - depth - 1;
            let choice = (next..letters.len()).find(|&i| {
                accepting_after[left][targets[i]] && !(skip_zeros && depth == 0 && letters[i] == Letter::ZERO)
            });
            match choice {
                Some(i) => {
                    stack.last_mut().expect("not empty").1 = i + 1;
                    word.push(letters[i]);
                    stack.push((targets[i], 0));
                }
                None => {
                    stack.pop();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::automata::letter::Letter;
    use crate::automata::testing::{arbitrary_dfa, words};

    proptest! {
        #[test]
        fn listing_is_filtering_all_words(dfa in arbitrary_dfa(5, &[2])) {
            let listed = dfa.first_words(20);
            let letters: usize = listed.iter().map(Vec::len).sum();
            let within = |most| dfa.first_words_by(20, true, most, || Ok::<(), ()>(())).unwrap();
            prop_assert_eq!(within(letters), Some(listed.clone()));
            prop_assert!(letters == 0 || within(letters - 1).is_none());
            let all: Vec<_> = words(dfa.layout(), 9)
                .into_iter()
                .filter(|word| word.first() != Some(&Letter::ZERO) && dfa.accepts(word.clone()))
                .collect();
            let short: Vec<_> = listed.iter().filter(|word| word.len() <= 9).cloned().collect();
            prop_assert_eq!(&short[..], &all[..short.len()]);
            if listed.len() < 20 {
                prop_assert_eq!(listed.len(), all.len());
            }
        }

        #[test]
        fn mirrored_listing_is_filtering_all_words_and_sorting_them_backwards(dfa in arbitrary_dfa(5, &[2, 2])) {
            let listed = dfa.first_mirrored_by(20, || Ok::<(), ()>(())).unwrap();
            let mut all: Vec<_> = words(dfa.layout(), 5)
                .into_iter()
                .filter(|word| word.last() != Some(&Letter::ZERO) && dfa.accepts(word.clone()))
                .collect();
            all.sort_by_key(|word| (word.len(), word.iter().rev().copied().collect::<Vec<_>>()));
            let short: Vec<_> = listed.iter().filter(|word| word.len() <= 5).cloned().collect();
            prop_assert_eq!(&short[..], &all[..short.len()]);
            if listed.len() < 20 {
                prop_assert!(listed.len() >= all.len());
            }
        }

        #[test]
        fn listing_ends_when_it_is_told_to(dfa in arbitrary_dfa(5, &[2])) {
            prop_assert_eq!(dfa.first_words_by(20, true, usize::MAX, || Err(7)), Err(7));
            prop_assert_eq!(dfa.first_mirrored_by(20, || Err(7)), Err(7));
        }
    }
}
