//! Breadth-first search that tells how it came to the place where it stops.

use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::automata::Letter;

/// Everything that can be reached from `starts`, in breadth-first order; or the first place where it `stops`, and the
/// letters that lead there, no more than to any other such place.
pub(super) fn search<K: Copy + Eq + Hash, E: IntoIterator<Item = (Letter, K)>>(
    starts: impl IntoIterator<Item = K>,
    edges: impl Fn(K) -> E,
    stops: impl Fn(K) -> bool,
) -> Result<Vec<K>, (K, Vec<Letter>)> {
    // Each place, the number of the one before it, and the letter between them.
    let mut seen: FxHashSet<K> = FxHashSet::default();
    let mut found: Vec<(K, Option<(usize, Letter)>)> =
        starts.into_iter().filter(|&start| seen.insert(start)).map(|start| (start, None)).collect();
    let mut next = 0;
    while let Some(&(place, mut before)) = found.get(next) {
        if stops(place) {
            let mut word = Vec::new();
            while let Some((number, letter)) = before {
                word.push(letter);
                before = found[number].1;
            }
            word.reverse();
            return Err((place, word));
        }
        for (letter, target) in edges(place) {
            if seen.insert(target) {
                found.push((target, Some((next, letter))));
            }
        }
        next += 1;
    }
    Ok(found.into_iter().map(|(place, _)| place).collect())
}
