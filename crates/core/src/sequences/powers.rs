//! Values along the powers of a base, and along U_0, U_1, .. of any system: their generating function is rational.
//!
//! The value at the digit 1 and k zeros is v M_1 M_0^k w, so that it satisfies a linear recurrence of an order at most
//! the dimension d; 2d values determine the shortest one (Massey 1969).

use num_traits::{One, Zero};

use crate::automata::{Letter, Rational};
use crate::budget::{Budget, Halt};

use super::sequence::Sequence;

/// A rational function, by the coefficients of numerator and denominator from the constant term on; that of the denominator
/// is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratingFunction {
    /// Of the numerator.
    pub above: Vec<Rational>,
    /// Of the denominator.
    pub below: Vec<Rational>,
}

impl Sequence {
    /// The sum of s(U_k) z^k over k, where U_k is the number of the digit 1 and k zeros; one variable.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn along_powers(&self, budget: &Budget) -> Result<GeneratingFunction, Halt> {
        let linear = self.linear();
        let mut row = linear.after(&linear.v, Letter::digit(1));
        let mut terms = Vec::new();
        for _ in 0..2 * linear.dimension() {
            budget.check_now()?;
            terms.push(linear.worth(&row));
            row = linear.after(&row, Letter::ZERO);
        }
        Ok(of_terms(&terms))
    }
}

/// The generating function of a sequence whose shortest recurrence has an order of at most half as many terms as given.
fn of_terms(terms: &[Rational]) -> GeneratingFunction {
    let (mut below, mut before) = (vec![Rational::one()], vec![Rational::one()]);
    let (mut order, mut since, mut last) = (0, 1, Rational::one());
    for (n, term) in terms.iter().enumerate() {
        let wrong = below
            .iter()
            .enumerate()
            .skip(1)
            .filter(|(k, _)| *k <= n)
            .fold(term.clone(), |sum, (k, c)| sum + c * &terms[n - k]);
        if wrong.is_zero() {
            since += 1;
            continue;
        }
        let old = below.clone();
        let factor = &wrong / &last;
        below.resize(below.len().max(before.len() + since), Rational::zero());
        before.iter().enumerate().for_each(|(k, c)| below[k + since] -= &factor * c);
        if 2 * order <= n {
            order = n + 1 - order;
            (before, last, since) = (old, wrong, 1);
        } else {
            since += 1;
        }
    }
    let mut above: Vec<Rational> = (0..order.min(terms.len()))
        .map(|n| (0..=n).filter(|&k| k < below.len()).map(|k| &below[k] * &terms[n - k]).sum())
        .collect();
    for part in [&mut above, &mut below] {
        while part.last().is_some_and(Zero::is_zero) {
            part.pop();
        }
    }
    GeneratingFunction { above, below }
}

impl std::fmt::Display for GeneratingFunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let polynomial = |part: &[Rational]| {
            let terms = part.iter().enumerate().filter(|(_, c)| !c.is_zero()).map(|(k, c)| match k {
                0 => format!("{c}"),
                _ => {
                    let factor = match c {
                        c if c.is_one() => String::new(),
                        c if (-c).is_one() => "-".to_owned(),
                        c if c.is_integer() => c.to_string(),
                        c => format!("{c} "),
                    };
                    format!("{factor}z{}", if k == 1 { String::new() } else { format!("^{k}") })
                }
            });
            let terms: Vec<String> = terms.collect();
            if terms.is_empty() { "0".to_owned() } else { terms.join(" + ").replace("+ -", "- ") }
        };
        write!(f, "({})/({})", polynomial(&self.above), polynomial(&self.below))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fibonacci_numbers_have_their_generating_function() {
        let terms = [0, 1, 1, 2, 3, 5, 8, 13].map(|n| Rational::from(num_bigint::BigInt::from(n)));
        assert_eq!(of_terms(&terms).to_string(), "(z)/(1 - z - z^2)");
        let squares = [1, 4, 9, 16, 25, 36, 49].map(|n| Rational::from(num_bigint::BigInt::from(n)));
        assert_eq!(of_terms(&squares).to_string(), "(1 + z)/(1 - 3z + 3z^2 - z^3)");
        assert_eq!(of_terms(&[]).to_string(), "(0)/(1)");
    }

    #[test]
    fn the_series_has_the_terms() {
        for seed in 0..60i64 {
            // A random recurrence of order 3.
            let mut terms: Vec<i64> = (0..3).map(|k| (seed * 7 + k * 5) % 11 - 5).collect();
            for n in 3..12 {
                terms.push(terms[n - 1] * (seed % 3 - 1) - terms[n - 2] * (seed % 5 - 2) + terms[n - 3]);
            }
            let terms: Vec<Rational> = terms.into_iter().map(|n| Rational::from(num_bigint::BigInt::from(n))).collect();
            let found = of_terms(&terms);
            // above = below * terms, term by term.
            for n in 0..terms.len() {
                let sum: Rational =
                    (0..=n).filter(|&k| k < found.below.len()).map(|k| &found.below[k] * &terms[n - k]).sum();
                assert_eq!(sum, found.above.get(n).cloned().unwrap_or_default(), "seed {seed}, term {n}");
            }
        }
    }
}
