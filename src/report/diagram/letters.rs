//! Letters that go together: all digits of a track become `*`.

use std::collections::BTreeMap;

/// Patterns that match each of the letters once and nothing else; `None` matches every digit of its track.
///
/// Track by track, letters that differ only there and exhaust its `sizes[track]` digits become one. Which patterns come
/// out depends on the order of the tracks; what they match does not.
pub(super) fn patterns(letters: Vec<Vec<u32>>, sizes: &[u32]) -> Vec<Vec<Option<u32>>> {
    let mut patterns: Vec<Vec<Option<u32>>> =
        letters.into_iter().map(|letter| letter.into_iter().map(Some).collect()).collect();
    for (track, &size) in sizes.iter().enumerate() {
        let mut alike: BTreeMap<Vec<Option<u32>>, Vec<Option<u32>>> = BTreeMap::new();
        for mut pattern in patterns {
            let digit = pattern[track].take();
            alike.entry(pattern).or_default().push(digit);
        }
        patterns = Vec::new();
        for (pattern, digits) in alike {
            if digits.len() == size as usize && size > 1 {
                patterns.push(pattern);
                continue;
            }
            for digit in digits {
                let mut one = pattern.clone();
                one[track] = digit;
                patterns.push(one);
            }
        }
    }
    patterns.sort_unstable();
    patterns
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn full_tracks_become_stars() {
        let all = vec![vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1]];
        assert_eq!(patterns(all, &[2, 2]), [[None, None]]);
        assert_eq!(patterns(vec![vec![0, 0], vec![1, 0]], &[2, 3]), [[None, Some(0)]]);
        assert_eq!(patterns(vec![vec![0, 0], vec![1, 1]], &[2, 2]), [[Some(0), Some(0)], [Some(1), Some(1)]]);
        assert_eq!(patterns(vec![vec![]], &[]), [[]]);
    }

    proptest! {
        #[test]
        fn patterns_match_each_letter_once(chosen in proptest::collection::vec(any::<bool>(), 12)) {
            let all: Vec<Vec<u32>> = (0..12).map(|i| vec![i % 2, i / 2 % 3, i / 6]).collect();
            let letters: Vec<Vec<u32>> = all.iter().zip(&chosen).filter(|(_, is)| **is).map(|(l, _)| l.clone()).collect();
            let patterns = patterns(letters, &[2, 3, 2]);
            for (letter, is_chosen) in all.iter().zip(chosen) {
                let matches = |pattern: &&Vec<Option<u32>>| {
                    pattern.iter().zip(letter).all(|(digit, of)| digit.is_none_or(|digit| digit == *of))
                };
                prop_assert_eq!(patterns.iter().filter(matches).count(), usize::from(is_chosen));
            }
        }
    }
}
