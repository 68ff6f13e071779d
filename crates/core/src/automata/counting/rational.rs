//! Exact fractions: entries of vectors and matrices.

use num_bigint::BigInt;
use num_rational::Ratio;

/// Entries of vectors and matrices.
pub type Rational = Ratio<BigInt>;

/// `sum += a b`. Whole numbers, which most entries are, need no greatest common divisor.
pub(super) fn add_product(sum: &mut Rational, a: &Rational, b: &Rational) {
    if sum.is_integer() && a.is_integer() && b.is_integer() {
        let (whole, _) = std::mem::take(sum).into_raw();
        *sum = Rational::from_integer(whole + a.numer() * b.numer());
    } else {
        *sum += a * b;
    }
}
