//! Keys of the states of a linear atom: the number of the validity states and the remainder, in words of 16 bits.
//!
//! Entries of remainders are small as long as coefficients are: a word each, where 64 bits would take four times the
//! memory of what an atom of millions of states is made of. An entry that does not fit follows [`ESCAPE`], in four
//! words, so that a key has the same words as another one only if they say the same.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::automata::State;

/// A part of a key.
pub(super) type Word = i16;

/// What stands in front of an entry of four words.
const ESCAPE: Word = Word::MIN;

/// Words of the number of the validity states, the lower half first.
const PLACE_WORDS: usize = 2;

/// Writes a state over another key.
#[inline]
pub(super) fn pack(at: State, remainder: &[i64], key: &mut Vec<Word>) {
    key.clear();
    key.extend(halves(at));
    // Nearly always: then no word waits for whether the one before took more room.
    if remainder.iter().fold(true, |fit, &entry| fit & fits(entry)) {
        return key.extend(remainder.iter().map(|&entry| words(entry)[0]));
    }
    for &entry in remainder {
        if fits(entry) {
            key.push(words(entry)[0]);
        } else {
            key.push(ESCAPE);
            key.extend(words(entry));
        }
    }
}

/// Whether an entry takes one word.
#[inline]
fn fits(entry: i64) -> bool {
    Word::try_from(entry).is_ok_and(|word| word != ESCAPE)
}

/// The words of an entry, the lowest first.
#[inline]
fn words(entry: i64) -> [Word; 4] {
    let [a, b, c, d, e, f, g, h] = entry.to_le_bytes();
    [[a, b], [c, d], [e, f], [g, h]].map(Word::from_le_bytes)
}

/// The remainder of a key, if each entry takes one word.
#[inline]
pub(super) fn short_remainder(key: &[Word]) -> Option<&[Word]> {
    let words = &key[PLACE_WORDS..];
    (!words.contains(&ESCAPE)).then_some(words)
}

/// Writes the remainder of a key over another one.
#[inline]
pub(super) fn unpack(key: &[Word], remainder: &mut Vec<i64>) {
    remainder.clear();
    match short_remainder(key) {
        Some(words) => remainder.extend(words.iter().map(|&word| i64::from(word))),
        None => remainder.extend(long_remainder(key)),
    }
}

/// The remainder of a key, whose entries may take several words.
fn long_remainder(key: &[Word]) -> impl Iterator<Item = i64> + '_ {
    let mut words = key[PLACE_WORDS..].iter();
    std::iter::from_fn(move || {
        let &word = words.next()?;
        if word != ESCAPE {
            return Some(word.into());
        }
        let mut half = || words.next().expect("four words follow").to_le_bytes();
        let [[a, b], [c, d], [e, f], [g, h]] = [half(), half(), half(), half()];
        Some(i64::from_le_bytes([a, b, c, d, e, f, g, h]))
    })
}

/// A hash of the remainder of a key.
pub(super) fn hash_of_remainder(key: &[Word]) -> u32 {
    let mut hasher = FxHasher::default();
    key[PLACE_WORDS..].hash(&mut hasher);
    let [a, b, c, d, ..] = hasher.finish().to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// The number of the validity states of a key.
#[inline]
pub(super) fn place(key: &[Word]) -> State {
    let ([a, b], [c, d]) = (key[0].to_le_bytes(), key[1].to_le_bytes());
    State::from(u32::from_le_bytes([a, b, c, d]))
}

/// Writes another number of the validity states.
pub(super) fn replace_place(key: &mut [Word], at: State) {
    key[..PLACE_WORDS].copy_from_slice(&halves(at));
}

fn halves(at: State) -> [Word; PLACE_WORDS] {
    let [a, b, c, d] = u32::from(at).to_le_bytes();
    [[a, b], [c, d]].map(Word::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry() -> impl Strategy<Value = i64> {
        prop_oneof![-3i64..3, -32_770i64..-32_760, 32_760i64..32_770, any::<i64>()]
    }

    proptest! {
        #[test]
        fn a_key_says_its_state(at in any::<u32>(), other in any::<u32>(), entries in proptest::collection::vec(entry(), 0..6)) {
            let mut key = vec![7];
            pack(State::from(at), &entries, &mut key);
            let mut remainder = vec![7];
            unpack(&key, &mut remainder);
            prop_assert_eq!((place(&key), &remainder), (State::from(at), &entries));
            prop_assert_eq!(short_remainder(&key).is_some(), entries.iter().all(|&entry| fits(entry)));
            prop_assert!(long_remainder(&key).eq(entries.iter().copied()));
            replace_place(&mut key, State::from(other));
            unpack(&key, &mut remainder);
            prop_assert_eq!((place(&key), remainder), (State::from(other), entries));
        }
    }
}
