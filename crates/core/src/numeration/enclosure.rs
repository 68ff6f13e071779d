//! Enclosures of the infimum and the supremum of a sum, where several eigenvalues besides the largest shrink.
//!
//! What a digit contributes shrinks as the number m of digits to come grows ([`super::digit_contribution`]). So the
//! digits above some place change a sum by little, which is bounded, and the extremes over the digits below it are
//! found layer by layer from the last ([`super::layers`]). Any node is reached by words of any greater length, for
//! zeros may be in front. Costs the edges times the number of digits.

use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::One;

use crate::budget::Budget;

use super::digit_contribution::Shares;
use super::extreme::{Bound, Extreme, NoExtremes};
use super::interval::Interval;
use super::layers::{Layer, last_layer, next_layer};
use super::spectrum::Rest;
use super::sum_graph::{Passed, SumGraph};
use crate::planted::{Bug, planted};

/// Both extremes between fractions of a power of 2.
pub(super) struct Enclosed {
    ends: [Interval; 2],
    bits: u64,
}

impl Enclosed {
    /// The extremes up to an error below 2^-`error_bits`; nothing if they can be found exactly.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn of(graph: &SumGraph<'_>, error_bits: u64, budget: &Budget) -> Result<Option<Enclosed>, NoExtremes> {
        let Rest::Small(shrinking) = &graph.spectrum.rest else { return Ok(None) };
        let passed = passed_at_most(graph);
        // An error of one unit in each term leaves as much room below the error that is wanted.
        let room = (shrinking.sum_from(&BigInt::one()) * passed).bits() + 32;
        let bits = error_bits + room;
        let mut shares = Shares::new(graph, bits);
        let mut layer: Layer<Interval> = last_layer(graph, |node| graph.grown(node).enclosure(bits));
        let wanted = BigInt::one() << room;
        let mut digits = 0;
        loop {
            // The layers of as many digits as the bound of what is above speaks of.
            let mut largest = BigInt::default();
            let before = layer.clone();
            for _ in 0..shrinking.length {
                let adds = shares.next();
                largest = largest.max(shares.largest());
                layer = next_layer(graph, &layer, &adds);
                digits += 1;
                budget.check(digits * graph.steps.len())?;
            }
            let passed = if planted(Bug::Remainder) { 0 } else { passed };
            let rest = shrinking.sum_from(&largest) * passed + 1;
            if rest < wanted {
                let ends = before.iter().flatten();
                let low = ends.clone().map(|ends| &ends[0]);
                let low = Interval {
                    low: low.clone().map(|end| &end.low).min().ok_or(NoExtremes::Empty)? - &rest,
                    high: low.map(|end| &end.high).min().ok_or(NoExtremes::Empty)? + &rest,
                };
                let high = ends.map(|ends| &ends[1]);
                let high = Interval {
                    low: high.clone().map(|end| &end.low).max().ok_or(NoExtremes::Empty)? - &rest,
                    high: high.map(|end| &end.high).max().ok_or(NoExtremes::Empty)? + &rest,
                };
                return Ok(Some(Enclosed { ends: [low, high], bits }));
            }
        }
    }

    /// The lower and the upper one.
    pub(super) fn extremes(&self) -> [Extreme; 2] {
        let fraction = |n: &BigInt| Ratio::new(n.clone(), BigInt::one() << self.bits);
        self.ends.each_ref().map(|end| Extreme::Enclosed { low: fraction(&end.low), high: fraction(&end.high) })
    }

    /// Whether the sum meets a bound, if that is certain.
    pub(super) fn meets(&self, bound: &Bound) -> Option<bool> {
        let value = bound.value.enclosure(self.bits);
        let end = &self.ends[usize::from(!bound.is_lower)];
        let (above, below) = (end.low > value.high, end.high < value.low);
        match bound.is_lower {
            _ if !above && !below => None,
            true => Some(above),
            false => Some(below),
        }
    }
}

/// How many letters a tuple of digits passes at most, on all tracks together.
fn passed_at_most(graph: &SumGraph<'_>) -> i64 {
    let passed = |tracks: &Vec<Passed>| tracks.iter().flatten().map(|letters| letters.1).sum::<i64>();
    graph.passed.iter().map(passed).max().unwrap_or(0)
}
