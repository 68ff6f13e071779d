//! "Did you mean": the known name nearest to an unknown one.

/// The candidate with the fewest typing errors from `name`, if that is few for its length.
///
/// ```
/// use filbert::syntax::nearest;
///
/// assert_eq!(nearest("ppos_K3", ["pposK3", "phin"]), Some("pposK3"));
/// assert_eq!(nearest("phi", ["T", "RS"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let allowed = (length / 3).max(1);
    (candidates.into_iter())
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= allowed)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(errors, candidate)| errors <= allowed && errors < candidate.chars().count())
        .min()
        .map(|(_, candidate)| candidate)
}

/// Letters to insert, delete, change or swap with their neighbour, whatever their case.
fn distance(from: &str, to: &str) -> usize {
    strsim::osa_distance(&from.to_lowercase(), &to.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_and_a_wrong_case_are_small_errors() {
        assert_eq!(distance("thoerem", "theorem"), 1);
        assert_eq!(distance("Eval", "eval"), 0);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn the_nearest_wins_and_the_far_is_not_offered() {
        assert_eq!(nearest("evl", ["eval", "def", "reg"]), Some("eval"));
        assert_eq!(nearest("a", ["b"]), None);
        assert_eq!(nearest("image", ["load", "reg"]), None);
    }
}
