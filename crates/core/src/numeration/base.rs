//! Integer bases: weights 1, b, b^2, ...

use crate::tuning::numeration::digits;

use super::error::NumerationError;
use super::positional::Positional;

/// Base `base`, digits `0..base`, every word valid.
///
/// # Errors
/// If the base is below 2 or above [`digits::LARGEST_BASE`].
pub fn base(base: u64) -> Result<Positional, NumerationError> {
    if !(2..=digits::LARGEST_BASE).contains(&base) {
        return Err(NumerationError::BadBase(base.to_string()));
    }
    Positional::new(vec![base as i64], vec![vec![0; usize::try_from(base).expect("a small base")]], vec![true])
}

/// Whether a name is a number, however large.
pub(super) fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}
