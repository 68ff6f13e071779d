//! Exact fractions: entries of vectors and matrices.

use num_bigint::BigInt;
use num_rational::Ratio;

/// Entries of vectors and matrices.
pub type Rational = Ratio<BigInt>;
