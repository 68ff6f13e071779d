//! What lengths of tails tell of a remainder: whether it and a tail of one of them can be the constant, less, or not less.
//!
//! The lengths that are not looked at are settled by a run of terms in a cone that the recurrence does not leave
//! (`docs/linear-atoms.md` has the proof). O(d) operations a length for order d.

use num_traits::PrimInt;

use super::linear_atom::{Compare, Prospect, Verdict};
use super::positional::Cone;

/// What the tails of one length of all tracks are worth.
#[derive(Clone, Copy)]
pub(super) struct Tails<T> {
    /// Whether each track has one.
    pub(super) exist: bool,
    /// The least and the largest sum, as if there was a tail more than there is.
    pub(super) lowest: T,
    pub(super) highest: T,
}

/// The numbers that bounds are made of.
pub(super) struct Numbers<T> {
    pub(super) weights: Vec<T>,
    /// P: the sum of the positive coefficients whose largest tail is the number of tails less one.
    pub(super) positive: T,
    /// N: the same sum over the negative ones, without their sign.
    pub(super) negative: T,
    pub(super) constant: T,
}

impl<T: PrimInt + From<i64>> Numbers<T> {
    /// What a remainder is worth with m digits to come.
    #[inline]
    pub(super) fn worth(&self, m: usize, remainder: &[i64]) -> T {
        let weights = &self.weights[m..m + remainder.len()];
        let products = remainder.iter().zip(weights).map(|(&r, &weight)| <T as From<i64>>::from(r) * weight);
        products.fold(T::zero(), |sum, product| sum + product)
    }

    /// Whether a remainder that is worth so much, and tails, can be worth the constant together.
    #[inline]
    pub(super) fn may_be_equal(&self, worth: T, tails: &Tails<T>) -> bool {
        let lowest = worth + tails.lowest + self.negative;
        tails.exist && lowest <= self.constant && self.constant <= worth + tails.highest - self.positive
    }

    /// What these lengths tell of a remainder `worth` so much with each number of digits to come, and the recurrence of this
    /// order from some of them on; `None` if that is nothing.
    #[inline]
    pub(super) fn verdict(
        &self,
        tails: impl Iterator<Item = Tails<T>> + Clone,
        order: usize,
        mut worth: impl FnMut(usize) -> T,
        compare: Compare,
        cone: Cone,
        likely: &mut usize,
    ) -> Option<Verdict> {
        let constant = self.constant;
        // One length for which it can hold is enough: states near each other are mostly open for the same.
        if compare == Compare::Equal
            && let Some(tails) = tails.clone().nth(*likely)
            && self.may_be_equal(worth(*likely), &tails)
        {
            return Some(Verdict::Open);
        }
        let (mut can_hold, mut can_fail) = (false, false);
        // lo_m - N and hi_m + P obey the recurrence. For equality the constant itself must be left out on either side, for
        // less it belongs to "not less".
        let strict = if compare == Compare::Less { T::zero() } else { T::one() };
        let mut low = Run::new(cone, constant + strict - self.negative);
        let mut high = Run::new(cone, T::one() - constant - self.positive);
        for (m, tails) in tails.enumerate() {
            let worth = worth(m);
            let (lowest, highest) = (worth + tails.lowest, worth + tails.highest);
            if tails.exist {
                match compare {
                    Compare::Equal => can_hold |= self.may_be_equal(worth, &tails),
                    Compare::NotEqual => can_fail |= self.may_be_equal(worth, &tails),
                    Compare::Less => {
                        can_hold |= lowest + self.negative < constant;
                        can_fail |= highest - self.positive >= constant;
                    }
                }
            }
            let is_open = match compare {
                Compare::Equal => can_hold,
                Compare::NotEqual => can_fail,
                Compare::Less => can_hold && can_fail,
            };
            if is_open {
                *likely = m;
                return Some(Verdict::Open);
            }
            low.push(lowest);
            high.push(T::zero() - highest);
            let (above, below) = (low.length >= order, high.length >= order);
            if above || below {
                return Some(compare.settled([above, below], Prospect { can_hold, can_fail }));
            }
        }
        None
    }
}

/// How many terms up to the last one would prove, were they as many as the recurrence has coefficients, that they and all
/// later ones are at least a bound.
struct Run<T> {
    cone: Cone,
    bound: T,
    last: T,
    length: usize,
}

impl<T: PrimInt> Run<T> {
    fn new(cone: Cone, bound: T) -> Run<T> {
        Run { cone, bound: bound.max(T::zero()), last: T::zero(), length: 0 }
    }

    #[inline]
    fn push(&mut self, term: T) {
        let continues = match self.cone {
            Cone::Nonnegative => term >= self.bound,
            Cone::Nondecreasing => self.length > 0 && term >= self.last,
            Cone::None => false,
        };
        let begins = self.cone != Cone::None && term >= self.bound;
        self.length = if continues { self.length + 1 } else { begins.into() };
        self.last = term;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_run_is_what_the_cone_certifies(
            terms in proptest::collection::vec(-9i128..30, 1..40),
            bound in -5i128..12,
            order in 1usize..5,
        ) {
            for cone in [Cone::Nonnegative, Cone::Nondecreasing, Cone::None] {
                let mut run = Run::new(cone, bound);
                for end in 1..=terms.len() {
                    run.push(terms[end - 1]);
                    let certified = end >= order && cone.certifies(&terms[end - order..end], bound);
                    prop_assert_eq!(run.length >= order, certified);
                }
            }
        }
    }
}
