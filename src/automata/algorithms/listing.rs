//! Listing what an automaton accepts, in radix order.

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
        self.first_words_of(count, true, usize::MAX).expect("as many letters as may be")
    }

    /// The same; where the letter 0 is no zero, words may begin with it. `None` if they have more than `most_letters`
    /// letters together.
    pub fn first_words_of(&self, count: usize, skip_zeros: bool, most_letters: usize) -> Option<Vec<Vec<Letter>>> {
        let mut found: Vec<Vec<Letter>> = Vec::new();
        let mut room = most_letters;
        // For each length, the states from which some word of that length is accepted.
        let mut accepting_after: Vec<Vec<bool>> = vec![self.accepting().to_vec()];
        // A word longer than the last one found by more than the number of states could be shortened to one between.
        let mut barren = 0;
        let mut length = 0;
        while found.len() < count && barren <= self.states() {
            let before = found.len();
            // One more than there is room for, so that it shows. What saturates is beyond `count`.
            let fit = match room.checked_div(length) {
                None => count,
                Some(words) => count.min(before.saturating_add(words).saturating_add(1)),
            };
            self.list(skip_zeros, length, &accepting_after, fit, &mut found);
            room = room.checked_sub((found.len() - before).checked_mul(length)?)?;
            barren = if found.len() > before { 0 } else { barren + 1 };
            let last = &accepting_after[length];
            let next: Vec<bool> =
                self.numbers().map(|q| self.transitions().targets(q).iter().any(|&target| last[target])).collect();
            if !next.contains(&true) {
                break;
            }
            accepting_after.push(next);
            length += 1;
        }
        Some(found)
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
            prop_assert_eq!(dfa.first_words_of(20, true, letters), Some(listed.clone()));
            prop_assert!(letters == 0 || dfa.first_words_of(20, true, letters - 1).is_none());
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
    }
}
