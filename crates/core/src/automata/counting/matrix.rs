//! Matrices without their zeros.

use num_traits::Zero;

use super::rational::Rational;
use crate::automata::interner::number;

/// The entries of each row that are not 0, by place.
pub(super) type Sparse = Vec<Vec<(u32, Rational)>>;

/// A matrix without its zeros.
pub(super) fn sparse(matrix: &[Vec<Rational>]) -> Sparse {
    let row = |row: &Vec<Rational>| {
        row.iter().enumerate().filter(|(_, n)| !n.is_zero()).map(|(at, n)| (number(at), n.clone())).collect()
    };
    matrix.iter().map(row).collect()
}
