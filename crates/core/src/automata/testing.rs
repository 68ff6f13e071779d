//! Random automata and words for the tests of this module.

use proptest::prelude::*;

use super::dfa::Dfa;
use super::interner::number;
use super::letter::{Layout, Letter};

/// Partial automata of up to `states` states over tracks with the given numbers of digits.
pub(super) fn arbitrary_dfa(states: usize, sizes: &[u32]) -> impl Strategy<Value = Dfa> + use<> {
    let layout = Layout::new(sizes).unwrap();
    let letters: Vec<Letter> = layout.letters().collect();
    (1..=states).prop_flat_map(move |n| {
        let layout = layout.clone();
        let letters = letters.clone();
        let row = proptest::collection::vec(proptest::option::weighted(0.6, 0..number(n)), letters.len());
        proptest::collection::vec((any::<bool>(), row), n).prop_map(move |rows| {
            let rows = rows.into_iter().map(|(accepts, targets)| {
                let edges: Vec<(Letter, u32)> =
                    letters.iter().zip(targets).filter_map(|(&l, t)| Some((l, t?))).collect();
                (accepts, edges)
            });
            Dfa::from_rows(layout.clone(), rows)
        })
    })
}

/// Every word of length up to `length` over the letters of a layout.
pub(super) fn words(layout: &Layout, length: usize) -> Vec<Vec<Letter>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..length {
        last = last
            .iter()
            .flat_map(|word: &Vec<Letter>| {
                layout.letters().map(|letter| {
                    let mut word = word.clone();
                    word.push(letter);
                    word
                })
            })
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}
