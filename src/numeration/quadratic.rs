//! Exact numbers of a quadratic field: a + b sqrt(d) with fractions a and b.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_integer::{Integer, Roots};
use num_rational::Ratio;
use num_traits::{One, Signed, ToPrimitive, Zero};

type Fraction = Ratio<BigInt>;

/// a + b sqrt(d), d having no square factor; a fraction if b is 0.
///
/// ```
/// use filbert::numeration::Quadratic;
///
/// let phi = (Quadratic::from(1) + Quadratic::root(5)) / Quadratic::from(2);
/// assert_eq!((phi.clone() * phi.clone() - phi.clone()).to_string(), "1");
/// assert_eq!(phi.to_string(), "(1 + sqrt(5))/2");
/// assert!(phi > Quadratic::from(1));
/// ```
#[derive(Clone, Debug)]
pub struct Quadratic {
    whole: Fraction,
    times_root: Fraction,
    /// 1 for a fraction.
    radicand: u64,
}

impl From<i64> for Quadratic {
    fn from(n: i64) -> Quadratic {
        Quadratic { whole: Fraction::from_integer(n.into()), times_root: Fraction::zero(), radicand: 1 }
    }
}

impl From<BigInt> for Quadratic {
    fn from(n: BigInt) -> Quadratic {
        Quadratic { whole: Fraction::from_integer(n), ..Quadratic::from(0) }
    }
}

impl Quadratic {
    /// The square root of a natural number.
    pub fn root(n: u64) -> Quadratic {
        if n.sqrt() * n.sqrt() == n {
            return Quadratic::from(BigInt::from(n.sqrt()));
        }
        let (mut radicand, mut factor) = (n, 1u64);
        let mut p = 2u64;
        while p * p <= radicand {
            while radicand % (p * p) == 0 {
                (radicand, factor) = (radicand / (p * p), factor * p);
            }
            p += 1;
        }
        Quadratic { whole: Fraction::zero(), times_root: Fraction::from_integer(factor.into()), radicand }
    }

    /// d, or 1 if it is a fraction.
    pub fn radicand(&self) -> u64 {
        self.radicand
    }

    /// Whether it can be added to another: one of them is a fraction, or both have the same root.
    pub fn is_beside(&self, other: &Quadratic) -> bool {
        self.radicand == 1 || other.radicand == 1 || self.radicand == other.radicand
    }

    /// 1, 0 or -1.
    pub fn sign(&self) -> i32 {
        let sign = |number: &Fraction| match number.cmp(&Fraction::zero()) {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        };
        let (a, b) = (sign(&self.whole), sign(&self.times_root));
        if a * b >= 0 {
            return (a + b).signum();
        }
        // They have different signs: the larger square has the sign of the sum.
        let root = &self.times_root * &self.times_root * BigInt::from(self.radicand);
        match (&self.whole * &self.whole).cmp(&root) {
            Ordering::Greater => a,
            Ordering::Less => b,
            Ordering::Equal => 0,
        }
    }

    /// The nearest number of 64 bits, or nearly.
    pub fn approximate(&self) -> f64 {
        let near = |number: &Fraction| {
            // Both fit a machine number once they have lost the bits that do not matter.
            let bits = number.numer().bits().max(number.denom().bits());
            let shift = bits.saturating_sub(f64::MAX_EXP as u64 - 1);
            let float = |n: &BigInt| (n >> shift).to_f64().unwrap_or(f64::NAN);
            float(number.numer()) / float(number.denom())
        };
        let (whole, root) = (near(&self.whole), near(&self.times_root) * (self.radicand as f64).sqrt());
        if whole * root >= 0.0 {
            return whole + root;
        }
        // The difference of numbers that are nearly equal is their norm, divided by the sum.
        let square = &self.times_root * &self.times_root * BigInt::from(self.radicand);
        near(&(&self.whole * &self.whole - square)) / (whole - root)
    }

    fn of(whole: Fraction, times_root: Fraction, radicand: u64) -> Quadratic {
        let radicand = if times_root.is_zero() { 1 } else { radicand };
        Quadratic { whole, times_root, radicand }
    }

    /// The common root of two.
    ///
    /// # Panics
    /// If they have different ones.
    fn beside(&self, other: &Quadratic) -> u64 {
        assert!(self.is_beside(other), "two roots in one sum");
        self.radicand.max(other.radicand)
    }
}

impl std::ops::Add for Quadratic {
    type Output = Quadratic;

    fn add(self, other: Quadratic) -> Quadratic {
        let radicand = self.beside(&other);
        Quadratic::of(self.whole + other.whole, self.times_root + other.times_root, radicand)
    }
}

impl std::ops::Neg for Quadratic {
    type Output = Quadratic;

    fn neg(self) -> Quadratic {
        Quadratic { whole: -self.whole, times_root: -self.times_root, ..self }
    }
}

impl std::ops::Sub for Quadratic {
    type Output = Quadratic;

    fn sub(self, other: Quadratic) -> Quadratic {
        self + -other
    }
}

impl std::ops::Mul for Quadratic {
    type Output = Quadratic;

    fn mul(self, other: Quadratic) -> Quadratic {
        let radicand = self.beside(&other);
        let whole = &self.whole * &other.whole + &self.times_root * &other.times_root * BigInt::from(radicand);
        let root = &self.whole * &other.times_root + &self.times_root * &other.whole;
        Quadratic::of(whole, root, radicand)
    }
}

impl std::ops::Div for Quadratic {
    type Output = Quadratic;

    /// # Panics
    /// If the divisor is 0.
    fn div(self, other: Quadratic) -> Quadratic {
        let norm = &other.whole * &other.whole - &other.times_root * &other.times_root * BigInt::from(other.radicand);
        assert!(!norm.is_zero(), "a division by 0");
        let conjugate = Quadratic { times_root: -other.times_root, ..other };
        let product = self * conjugate;
        Quadratic::of(product.whole / &norm, product.times_root / &norm, product.radicand)
    }
}

impl PartialEq for Quadratic {
    fn eq(&self, other: &Quadratic) -> bool {
        (&self.whole, &self.times_root, self.radicand) == (&other.whole, &other.times_root, other.radicand)
    }
}

impl Eq for Quadratic {}

impl std::hash::Hash for Quadratic {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (&self.whole, &self.times_root, self.radicand).hash(state);
    }
}

impl PartialOrd for Quadratic {
    fn partial_cmp(&self, other: &Quadratic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Quadratic {
    fn cmp(&self, other: &Quadratic) -> Ordering {
        (self.clone() - other.clone()).sign().cmp(&0)
    }
}

/// `(1 + sqrt(5))/2`, `-3/2`, `sqrt(2)`.
impl fmt::Display for Quadratic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.times_root.is_zero() {
            return write!(f, "{}", self.whole);
        }
        let below = self.whole.denom().lcm(self.times_root.denom());
        let whole = (&self.whole * &below).to_integer();
        let times = (&self.times_root * &below).to_integer();
        let root = match times.abs() {
            one if one.is_one() => format!("sqrt({})", self.radicand),
            times => format!("{times} sqrt({})", self.radicand),
        };
        let sum = match (whole.is_zero(), times.is_negative()) {
            (true, true) => format!("-{root}"),
            (true, false) => root,
            (false, true) => format!("{whole} - {root}"),
            (false, false) => format!("{whole} + {root}"),
        };
        match (below.is_one(), whole.is_zero()) {
            (true, _) => write!(f, "{sum}"),
            (false, true) => write!(f, "{sum}/{below}"),
            (false, false) => write!(f, "({sum})/{below}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn quadratic() -> impl Strategy<Value = Quadratic> {
        (-20i64..20, -20i64..20, 1i64..6).prop_map(|(a, b, below)| {
            (Quadratic::from(a) + Quadratic::from(b) * Quadratic::root(21)) / Quadratic::from(below)
        })
    }

    proptest! {
        #[test]
        fn it_computes_as_numbers_do(a in quadratic(), b in quadratic()) {
            let close = |x: Quadratic, y: f64| (x.approximate() - y).abs() < 1e-9 * (1.0 + y.abs());
            let (x, y) = (a.approximate(), b.approximate());
            prop_assert!(close(a.clone() + b.clone(), x + y) && close(a.clone() * b.clone(), x * y));
            prop_assert_eq!(a.cmp(&b), if a == b { Ordering::Equal } else { x.total_cmp(&y) });
            if b.sign() != 0 {
                prop_assert_eq!(a.clone() / b.clone() * b, a);
            }
        }
    }

    #[test]
    fn roots_are_written_without_squares() {
        let shown = |n: u64| Quadratic::root(n).to_string();
        assert_eq!([shown(9), shown(12), shown(7), shown(0)], ["3", "2 sqrt(3)", "sqrt(7)", "0"]);
        assert_eq!((Quadratic::from(-3) / Quadratic::from(2)).to_string(), "-3/2");
        assert_eq!((Quadratic::from(1) - Quadratic::root(2) / Quadratic::from(2)).to_string(), "(2 - sqrt(2))/2");
    }
}
