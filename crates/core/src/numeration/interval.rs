//! Intervals that enclose a real number: whole numbers of units, where a unit is a power of 1/2 that the caller keeps.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// From `low` to `high` units, ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: BigInt,
    pub(super) high: BigInt,
}

impl Interval {
    /// An interval of one number.
    pub(super) fn point(n: BigInt) -> Interval {
        Interval { low: n.clone(), high: n }
    }

    pub(super) fn zero() -> Interval {
        Interval::point(BigInt::zero())
    }

    pub(super) fn plus(&self, other: &Interval) -> Interval {
        Interval { low: &self.low + &other.low, high: &self.high + &other.high }
    }

    pub(super) fn minus(&self, other: &Interval) -> Interval {
        Interval { low: &self.low - &other.high, high: &self.high - &other.low }
    }

    /// A multiple.
    pub(super) fn scaled(&self, factor: &BigInt) -> Interval {
        let (low, high) = (&self.low * factor, &self.high * factor);
        if factor.is_negative() { Interval { low: high, high: low } } else { Interval { low, high } }
    }

    /// The product, both of units 2^-bits, and it too.
    pub(super) fn times(&self, other: &Interval, bits: u64) -> Interval {
        let ends = [&self.low * &other.low, &self.low * &other.high, &self.high * &other.low, &self.high * &other.high];
        let (low, high) = (ends.iter().min().expect("four"), ends.iter().max().expect("four"));
        Interval { low: low.clone(), high: high.clone() }.coarser(bits)
    }

    /// With units 2^bits as large, rounded outwards.
    pub(super) fn coarser(&self, bits: u64) -> Interval {
        // A shift rounds down.
        Interval { low: &self.low >> bits, high: -(-&self.high >> bits) }
    }

    /// Divided by a positive number, rounded outwards.
    pub(super) fn over(&self, divisor: &BigInt) -> Interval {
        use num_integer::Integer;
        Interval { low: self.low.div_floor(divisor), high: self.high.div_ceil(divisor) }
    }

    /// The largest absolute value.
    pub(super) fn magnitude(&self) -> BigInt {
        self.low.abs().max(self.high.abs())
    }

    /// 1 or -1 if all of it is on one side of 0.
    pub(super) fn sign(&self) -> Option<i32> {
        match (self.low.is_positive(), self.high.is_negative()) {
            (true, _) => Some(1),
            (_, true) => Some(-1),
            _ => None,
        }
    }
}
