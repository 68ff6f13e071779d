//! Fingerprints of states: hashes of what they put out for all words up to some length.
//!
//! Moore's rounds (1956), by hashes: that of a state for words a letter longer is made of that of the state and those of
//! its successors. States with one future have one fingerprint, whatever the length, since it is made of outputs and
//! letters alone; so the partition by fingerprints is never too fine. Each round reads the edges in the order in which
//! they stand and can be cut into pieces. A work-list of classes costs a cache miss for each state that changes its
//! class, and in the first rounds nearly all do: there a round costs a tenth. Bad where rounds tell few states apart.
use crate::tuning::automata::fingerprint;

use super::interner::number;
use super::output::Output;
use super::parallel::for_each_piece;
use super::transitions::{State, Transitions};

/// A hash and one part more. `factor` is odd.
#[inline]
pub fn mix(factor: u64, hash: u64, part: u64) -> u64 {
    (hash ^ part).wrapping_mul(factor).rotate_left(29)
}

/// The hash of the output and the letters of a state.
#[inline]
pub fn first<O: Output>(transitions: &Transitions, outputs: &[O], factor: u64, q: State) -> u64 {
    let letters = transitions.letters(q).iter();
    letters.fold(mix(factor, factor, outputs[q].bits()), |hash, letter| mix(factor, hash, letter.bits()))
}

/// A fingerprint of each state, for words so long that longer ones tell few more states apart. It tells its colour, too, which
/// states with one future have in common; there may be no colours.
///
/// # Errors
/// That of `look`, which is asked from time to time.
pub fn fingerprints<O: Output, E>(
    transitions: &Transitions,
    outputs: &[O],
    colours: &[u32],
    factor: u64,
    helpers: usize,
    look: &impl Fn() -> Result<(), E>,
) -> Result<Vec<u64>, E> {
    let states = transitions.states();
    let helpers = helpers.min(states / fingerprint::STATES_A_THREAD);
    let mut now = vec![0; states];
    for_each_piece(&mut now, helpers, |from, piece| {
        let colour = |q: State| colours.get(q.index()).map_or(0, |&colour| u64::from(colour));
        let hash = |q| folded(mix(factor, first(transitions, outputs, factor, q), colour(q)));
        piece.iter_mut().zip(from_on(from)).for_each(|(print, q)| *print = hash(q));
    });
    // Not the fingerprint itself: that of a successor may be the same.
    let longer = |now: &[u32], q: State| {
        let own = mix(factor, factor, now[q].into());
        transitions.targets(q).iter().fold(own, |hash, &target| mix(factor, hash, now[target].into()))
    };
    let mut next = vec![0; states];
    let mut known = distinct(&now, helpers);
    for round in 1..=fingerprint::ROUNDS {
        // So few are left that more rounds cannot tell as many more apart.
        if known + known / fingerprint::LEAST_GROWTH >= states {
            break;
        }
        for_each_piece(&mut next, helpers, |from, piece| {
            piece.iter_mut().zip(from_on(from)).for_each(|(print, q)| *print = folded(longer(&now, q)));
        });
        std::mem::swap(&mut now, &mut next);
        look()?;
        if round % fingerprint::ROUNDS_A_COUNT == 0 {
            let found = distinct(&now, helpers);
            if found <= known + known / fingerprint::LEAST_GROWTH {
                break;
            }
            known = found;
        }
    }
    drop(next);
    let mut prints = vec![0; states];
    for_each_piece(&mut prints, helpers, |from, piece| {
        piece.iter_mut().zip(from_on(from)).for_each(|(print, q)| *print = longer(&now, q));
    });
    Ok(prints)
}

/// Half as many bits, which take half the memory. Few states have one by chance, and those of the last round, which are whole,
/// tell these apart by their successors.
#[inline]
fn folded(hash: u64) -> u32 {
    let [a, b, c, d, e, f, g, h] = hash.to_le_bytes();
    u32::from_le_bytes([a, b, c, d]) ^ u32::from_le_bytes([e, f, g, h])
}

/// The states from this place on.
fn from_on(place: usize) -> impl Iterator<Item = State> {
    State::from(number(place)).onwards()
}

/// About how many different numbers these are: exact for few, else told by how near to 0 the least of them lie
/// (Bar-Yossef, Jayram, Kumar, Sivakumar, Trevisan 2002).
fn distinct(hashes: &[u32], helpers: usize) -> usize {
    let size = hashes.len().div_ceil(helpers + 1).max(1);
    let mut parts: Vec<(&[u32], Vec<u32>)> = hashes.chunks(size).map(|hashes| (hashes, Vec::new())).collect();
    for_each_piece(&mut parts, helpers, |_, parts| {
        parts.iter_mut().for_each(|(hashes, least)| *least = least_of(hashes));
    });
    let mut least: Vec<u32> = parts.into_iter().flat_map(|part| part.1).collect();
    match cut(&mut least) {
        u32::MAX => least.len(),
        // No more than there are hashes, whose number a machine of 32 bits holds too.
        bound => usize::try_from(((fingerprint::COUNTED_PRINTS as u64) << 32) / (u64::from(bound) + 1))
            .map_or(hashes.len(), |most| most.min(hashes.len())),
    }
}

/// The least of these numbers, [`fingerprint::COUNTED_PRINTS`] of them.
fn least_of(hashes: &[u32]) -> Vec<u32> {
    let mut least: Vec<u32> = Vec::with_capacity(2 * fingerprint::COUNTED_PRINTS);
    let mut bound = u32::MAX;
    // Those met last, by one of their bytes, to leave repeats out; at first what has another byte.
    let mut recent: [u32; 256] = std::array::from_fn(|byte| !number(byte));
    for &hash in hashes {
        let [last, ..] = hash.to_le_bytes();
        let met = &mut recent[usize::from(last)];
        if hash <= bound && *met != hash {
            *met = hash;
            least.push(hash);
            if least.len() == 2 * fingerprint::COUNTED_PRINTS {
                bound = cut(&mut least);
            }
        }
    }
    cut(&mut least);
    least
}

/// Leaves the least of some numbers, and says up to which others matter.
fn cut(numbers: &mut Vec<u32>) -> u32 {
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.len() < fingerprint::COUNTED_PRINTS {
        return u32::MAX;
    }
    numbers.truncate(fingerprint::COUNTED_PRINTS);
    numbers[fingerprint::COUNTED_PRINTS - 1]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::*;
    use crate::automata::minimize::moore;
    use crate::automata::testing::arbitrary_dfa;

    #[test]
    fn different_numbers_are_counted() {
        let spread = |n: u32| n.wrapping_mul(0x9e37_79b1);
        for count in [0usize, 1, 3, 1000, fingerprint::COUNTED_PRINTS - 1] {
            let numbers: Vec<u32> = (1..).map(spread).take(count).collect();
            (0..3).for_each(|helpers| assert_eq!(distinct(&numbers.repeat(5), helpers), count));
        }
        let hash = |n: u64| mix(0x9e37_79b9_7f4a_7c15, n.wrapping_mul(0x9e37_79b9_7f4a_7c15), n);
        let numbers: Vec<u32> = (0..200_000).map(|n| folded(hash(n))).collect();
        let repeated = [&numbers[..], &numbers[..100_000]].concat();
        let found = distinct(&repeated, 0);
        assert_eq!(distinct(&repeated, 2), found);
        assert!((180_000..220_000).contains(&found), "{found}");
    }

    proptest! {
        #[test]
        fn states_with_one_future_have_one_fingerprint(dfa in arbitrary_dfa(40, &[2, 2])) {
            let dfa = dfa.trim();
            let initial: Vec<u32> = dfa.accepting().iter().map(|&a| u32::from(a)).collect();
            let Ok(prints) = fingerprints(dfa.transitions(), dfa.accepting(), &[], 7, 0, &|| Ok::<(), Infallible>(()));
            let classes = moore(dfa.transitions(), &initial);
            for (p, print) in prints.iter().enumerate() {
                for (q, other) in prints.iter().enumerate() {
                    prop_assert!(classes[p] != classes[q] || print == other);
                }
            }
        }
    }
}
