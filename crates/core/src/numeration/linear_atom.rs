//! Linear atoms, the comparisons of which all arithmetic consists: sum k_i x_i = c, != c, < c.

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

/// What is known of a state of an atom from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing is accepted.
    Dead,
    /// Every valid word is.
    Always,
    /// Neither is known.
    Open,
}

impl Compare {
    /// What is known once the sums of all greater lengths lie above the constant, or below it, if at the lengths up to there
    /// the relation can hold, and can fail: the table of `docs/linear-atoms.md`. One that can hold for equality, or fail for
    /// inequality, is open and not asked about.
    #[inline]
    pub(super) fn settled(self, [above, below]: [bool; 2], prospect: Prospect) -> Verdict {
        match self {
            Compare::Equal => Verdict::Dead,
            Compare::NotEqual => Verdict::Always,
            Compare::Less if above && !prospect.can_hold => Verdict::Dead,
            Compare::Less if below && !prospect.can_fail => Verdict::Always,
            Compare::Less => Verdict::Open,
        }
    }
}

/// Whether a relation can hold, and can fail, at one of the lengths looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Prospect {
    pub(super) can_hold: bool,
    pub(super) can_fail: bool,
}

impl Prospect {
    /// Takes in a length at which sums lie between two numbers, and tells whether the state is open.
    pub(super) fn is_open_with<T: PartialOrd>(&mut self, compare: Compare, [low, high]: [&T; 2], constant: &T) -> bool {
        if compare != Compare::Less {
            return low <= constant && constant <= high;
        }
        self.can_hold |= low < constant;
        self.can_fail |= high >= constant;
        self.can_hold && self.can_fail
    }
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
