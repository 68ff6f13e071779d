//! "Did you mean": the known name nearest to an unknown one.

use crate::tuning::syntax;

/// The candidate with the fewest typing errors from `name`, if that is few for its length; or one that goes on where
/// `name` ends, or the other way round. Among equals, one that begins alike.
///
/// ```
/// use filbert::syntax::nearest;
///
/// assert_eq!(nearest("ppos_K3", ["pposK3", "phin"]), Some("pposK3"));
/// assert_eq!(nearest("fibonacci", ["bonacci4", "fib"]), Some("fib"));
/// assert_eq!(nearest("phi", ["T", "RS"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let allowed = (length / 3).max(1);
    let own = letters(name);
    let errors = |candidate: &str| {
        let other = candidate.chars().count();
        if length.min(other) >= syntax::PREFIX_LETTERS && (name.starts_with(candidate) || candidate.starts_with(name)) {
            return Some(length.abs_diff(other).min(2));
        }
        if other.abs_diff(length) > allowed {
            return None;
        }
        if name.is_ascii() && candidate.is_ascii() && least_distance(own, letters(candidate)) > allowed {
            return None;
        }
        Some(distance(name, candidate)).filter(|&errors| errors <= allowed && errors < other)
    };
    let unlike = |candidate: &str| 1.0 - strsim::jaro_winkler(name, candidate);
    (candidates.into_iter())
        .filter_map(|candidate| Some((errors(candidate)?, unlike(candidate), candidate)))
        .min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(b.2)))
        .map(|(_, _, candidate)| candidate)
}

/// Letters to insert, delete, change or swap with their neighbour, whatever their case.
fn distance(from: &str, to: &str) -> usize {
    strsim::osa_distance(&from.to_lowercase(), &to.to_lowercase())
}

/// The letters of a name in ASCII, whatever their case, by their last bits.
fn letters(name: &str) -> u64 {
    name.bytes().fold(0, |all, letter| all | 1 << (u32::from(letter.to_ascii_lowercase()) % u64::BITS))
}

/// No more than the [`distance`] of names with these letters: each letter that is inserted, deleted or changed mends at most
/// one that the other name lacks, and a swap mends none.
fn least_distance(from: u64, to: u64) -> usize {
    (from & !to).count_ones().max((to & !from).count_ones()) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_the_letters_say_is_no_more_than_the_distance(from in "[a-eA-E_0-2]{0,8}", to in "[a-eA-E_0-2]{0,8}") {
            prop_assert!(least_distance(letters(&from), letters(&to)) <= distance(&from, &to));
        }
    }

    #[test]
    fn a_swap_and_a_wrong_case_are_small_errors() {
        assert_eq!(distance("thoerem", "theorem"), 1);
        assert_eq!(distance("Eval", "eval"), 0);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn the_nearest_wins_and_the_far_is_not_offered() {
        assert_eq!(nearest("evl", ["eval", "def", "reg"]), Some("eval"));
        assert_eq!(nearest("phinn", ["phi2n", "phin"]), Some("phin"));
        assert_eq!(nearest("a", ["b"]), None);
        assert_eq!(nearest("image", ["load", "reg"]), None);
    }
}
