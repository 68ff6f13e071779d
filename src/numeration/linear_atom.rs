//! What is said of numbers by a linear atom: sum k_i x_i = c, != c, < c.

/// Which linear relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Compare {
    /// The sum is the constant.
    Equal,
    /// The sum is not the constant.
    NotEqual,
    /// The sum is less than the constant.
    Less,
}

/// A coefficient k_0 + k_1 shift + k_2 shift^2 + ...; not empty, last entry not zero.
pub type Coefficient = Vec<i64>;

/// `sum coefficients[i] x_i  relation  constant`, one track for each coefficient.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinearAtom {
    /// The coefficient of each track.
    pub coefficients: Vec<Coefficient>,
    /// The comparison.
    pub compare: Compare,
    /// The right-hand side.
    pub constant: i64,
}

impl LinearAtom {
    /// The atom with plain integer coefficients.
    pub fn new(coefficients: &[i64], compare: Compare, constant: i64) -> LinearAtom {
        LinearAtom { coefficients: coefficients.iter().map(|&k| vec![k]).collect(), compare, constant }
    }
}
