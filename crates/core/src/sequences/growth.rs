//! How fast a sequence grows, by spectral radii.
//!
//! With M_a the matrix of digit a, sums of values over all words of length L grow as the L-th power of the spectral
//! radius of the sum of all M_a, and the largest absolute values as that of the joint spectral radius (Rota and Strang
//! 1960; a smallest representation loses nothing). Both are enclosed: from above by norms of powers, ||M^k||^(1/k),
//! from below by traces, (|tr M^k| / d)^(1/k); matrices are exact and roots rounded outward. The numbers below base^e
//! are those of e digits: an exponent is the quotient of two logarithms.
//!
//! Costs some squarings of exact matrices, O(d^3) operations each on entries that double in length, and for the joint
//! radius some hundred products. The bounds of the joint radius may stay far apart, and those of large dimensions.

use num_traits::{Signed, Zero};

use crate::automata::{LinearRepresentation, Rational};
use crate::budget::{Budget, Halt};
use crate::tuning::sequences::growth;

use super::sequence::{Sequence, SequenceError};

/// Proved bounds, from below and from above.
pub type Bounds = (Decimal, Decimal);

/// A bound as it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decimal(pub f64);

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.4}", self.0)
    }
}

/// How much larger things are with one digit more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// The largest absolute values: the joint spectral radius.
    pub largest: Bounds,
    /// The sums of all values.
    pub sums: Bounds,
    /// The numbers that there are.
    pub numbers: Bounds,
}

type Matrix = Vec<Vec<Rational>>;

impl Sequence {
    /// How fast it grows.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn growth(&self, budget: &Budget) -> Result<Growth, Halt> {
        let numbers = match Sequence::constant(&num_traits::One::one(), self.system(), self.variables(), budget) {
            Ok(all) => sums(all.linear(), budget)?,
            Err(SequenceError::Limit(limit)) => return Err(limit),
            Err(_) => unreachable!("it has a system of natural numbers"),
        };
        Ok(Growth {
            largest: shown(joint(self.linear(), budget)?),
            sums: shown(sums(self.linear(), budget)?),
            numbers: shown(numbers),
        })
    }
}

/// Rounded outward to what is shown.
fn shown((low, high): (f64, f64)) -> Bounds {
    (Decimal((low * 1e4 - 1e-3).floor().max(0.0) / 1e4), Decimal((high * 1e4 + 1e-3).ceil() / 1e4))
}

fn sums(linear: &LinearRepresentation, budget: &Budget) -> Result<(f64, f64), Halt> {
    let d = linear.dimension();
    let mut sum: Matrix = vec![vec![Rational::zero(); d]; d];
    for (_, matrix) in &linear.mu {
        for (row, other) in sum.iter_mut().zip(matrix) {
            row.iter_mut().zip(other).for_each(|(entry, other)| *entry += other);
        }
    }
    radius(&sum, budget)
}

/// Bounds of the spectral radius.
fn radius(matrix: &Matrix, budget: &Budget) -> Result<(f64, f64), Halt> {
    let squarings = if matrix.len() > growth::DIMENSION { growth::SQUARINGS_BEYOND } else { growth::SQUARINGS };
    let mut power = matrix.clone();
    let (mut low, mut high) = bounds(&power, 1);
    for squaring in 1..=squarings {
        power = times(&power, &power, budget)?;
        let (below, above) = bounds(&power, 1 << squaring);
        low = low.max(below);
        high = high.min(above);
    }
    Ok((low, high))
}

/// Bounds of the joint spectral radius: products of all matrices of one length, longer ones from those before.
fn joint(linear: &LinearRepresentation, budget: &Budget) -> Result<(f64, f64), Halt> {
    let mut level: Vec<Matrix> = linear.mu.iter().map(|(_, matrix)| matrix.clone()).collect();
    let letters = level.clone();
    let (mut low, mut high) = (0.0f64, f64::INFINITY);
    for length in 1u32.. {
        let all: Vec<(f64, f64)> = level.iter().map(|product| bounds(product, length)).collect();
        low = all.iter().fold(low, |low, (below, _)| low.max(*below));
        high = high.min(all.iter().fold(0.0, |most, (_, above)| above.max(most)));
        if level.len().saturating_mul(letters.len()) > growth::PRODUCTS || length > growth::PRODUCT_LETTERS {
            break;
        }
        let mut longer = Vec::with_capacity(level.len() * letters.len());
        for product in &level {
            for letter in &letters {
                longer.push(times(product, letter, budget)?);
            }
        }
        level = longer;
    }
    // Powers of single matrices from below.
    for letter in &letters {
        low = low.max(radius(letter, budget)?.0);
    }
    Ok((low.min(high), high))
}

fn times(a: &Matrix, b: &Matrix, budget: &Budget) -> Result<Matrix, Halt> {
    let mut product = Vec::with_capacity(a.len());
    for row in a {
        budget.check_now()?;
        let mut line = vec![Rational::zero(); row.len()];
        for (factor, other) in row.iter().zip(b).filter(|(factor, _)| !factor.is_zero()) {
            line.iter_mut().zip(other).filter(|(_, n)| !n.is_zero()).for_each(|(entry, n)| *entry += factor * n);
        }
        product.push(line);
    }
    Ok(product)
}

/// Bounds of the k-th root of the spectral radius of a k-th power, the upper one of its norm.
fn bounds(power: &Matrix, k: u32) -> (f64, f64) {
    let norm = power.iter().map(|row| row.iter().map(Signed::abs).sum::<Rational>()).max().unwrap_or_default();
    let trace: Rational = power.iter().enumerate().map(|(at, row)| &row[at]).sum();
    let mean = trace.abs() / num_bigint::BigInt::from(power.len().max(1));
    (root(&mean, k) * (1.0 - 1e-9), root(&norm, k) * (1.0 + 1e-9))
}

/// The k-th root, to a relative error below 10^-10.
fn root(n: &Rational, k: u32) -> f64 {
    if n.is_zero() { 0.0 } else { ((log2(n.numer()) - log2(n.denom())) / f64::from(k)).exp2() }
}

/// The logarithm of a number that is not 0, to an error below 10^-12 times its size.
fn log2(n: &num_bigint::BigInt) -> f64 {
    let bits = n.bits();
    let shift = bits.saturating_sub(60);
    let top = num_traits::ToPrimitive::to_f64(&(n >> shift)).expect("60 bits");
    top.log2() + shift as f64
}
