//! A numeration system with a parameter: its parameters, and how its numbers are compared and added.

use super::arithmetic::Arithmetic;
use super::parameters::Parameters;
use crate::automata::Dfa;
use crate::budget::{Budget, Halt};
use crate::numeration::{Compare, every_slope};

/// A numeration system with a parameter. Its relations have the parameter on the first track, numbers on the others.
///
/// ```
/// use filbert_core::budget::Budget;
/// use filbert_core::numeration::{Compare, ParametricSystem};
/// let budget = Budget::for_one_object();
/// let system = ParametricSystem::paperfolding(&budget)?;
/// let sum = system.linear(&[1, 1, -1], Compare::Equal, 0, &budget)?;
/// // 3 + 2 = 5, beside any instructions.
/// let tracks = [[1, 1, 0], [0, 1, 1], [0, 1, 0], [1, 0, 1]];
/// let word = (0..3).map(|at| sum.layout().pack(&tracks.map(|track| track[at])));
/// assert!(sum.accepts(word));
/// # Ok::<(), filbert_core::budget::Halt>(())
/// ```
#[derive(Debug)]
pub struct ParametricSystem {
    /// Its parameters.
    pub parameters: Parameters,
    pub(super) arithmetic: Arithmetic,
}

impl ParametricSystem {
    /// Whether these are the systems of slopes.
    #[must_use]
    pub fn is_sturmian(&self) -> bool {
        matches!(self.arithmetic, Arithmetic::Slopes)
    }

    /// `sum coefficients[j] x_j  compare  constant` for numbers of one part. Minimal.
    ///
    /// # Errors
    /// The limit that was passed; `Unsupported` for numbers beyond 64 bits.
    pub fn linear(&self, coefficients: &[i64], compare: Compare, constant: i64, budget: &Budget) -> Result<Dfa, Halt> {
        match &self.arithmetic {
            Arithmetic::Slopes => every_slope::linear(coefficients, compare, constant, budget),
            Arithmetic::Built(built) => built.linear(&self.parameters, coefficients, (compare, constant), budget),
        }
    }

    /// The parts and as many words that are numbers of them.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn numbers(&self, tracks: usize, budget: &Budget) -> Result<Dfa, Halt> {
        match &self.arithmetic {
            Arithmetic::Slopes => every_slope::numbers(tracks, budget),
            Arithmetic::Built(built) => built.numbers(&self.parameters, tracks, budget),
        }
    }

    /// So many blocks that with them in front of any part, `times` any of its numbers, and `plus` more, is a number.
    ///
    /// With k quotients more a part of a slope has at least F_k times as many numbers, F_0 = F_1 = 1: q_(i+2) >= q_(i+1) +
    /// q_i. Numbers of one part are below q, so that the bound is at most times (q-1) + plus, below (times + plus + 1) q. Of
    /// other systems it is known after how many blocks the sum of two numbers is one, and 1.
    #[must_use]
    pub fn blocks_for(&self, times: u64, plus: u64) -> Option<usize> {
        match &self.arithmetic {
            Arithmetic::Slopes => {
                let wanted = times.checked_add(plus)?.checked_add(1)?;
                let (mut count, mut now, mut next) = (0, 1u64, 1u64);
                while now < wanted {
                    (count, now, next) = (count + 1, next, now.checked_add(next)?);
                }
                Some(count)
            }
            Arithmetic::Built(built) => built.blocks_for(times, plus),
        }
    }
}
