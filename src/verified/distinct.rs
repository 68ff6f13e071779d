//! Values without repetitions, as `nodup` of Coq leaves them.

/// Each of some values once, at its last place.
pub fn at_last_places<T: PartialEq + Clone>(values: &[T]) -> Vec<T> {
    let is_last = |&(at, value): &(usize, &T)| !values[at + 1..].contains(value);
    values.iter().enumerate().filter(is_last).map(|(_, value)| value.clone()).collect()
}

/// Whether none of some values is there twice.
pub fn are_distinct<T: PartialEq>(values: &[T]) -> bool {
    values.iter().enumerate().all(|(at, value)| !values[..at].contains(value))
}
