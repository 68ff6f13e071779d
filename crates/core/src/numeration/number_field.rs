//! Number fields with a real generator: the largest real root of a polynomial with whole coefficients.
//!
//! A root is isolated by Sturm's theorem (1829), then the interval is halved as far as digits are asked for. Its
//! minimal polynomial is a product of x - r over some of the roots r of the polynomial: roots in machine numbers propose
//! it, and a division without remainder proves that it is a factor. 2^(d-1) products in degree d.

use std::sync::{Arc, OnceLock};

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::tuning::numeration::fields::{FIRST_BITS, HIGHEST_DEGREE, LEVELS, NEARBY, ROOT_STEPS};

use super::interval::Interval;

/// Coefficients, that of 1 first.
pub(super) type Polynomial = Vec<BigInt>;

/// Why a polynomial has no largest real root here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRoot {
    /// It has none.
    #[error("this polynomial has no real root")]
    None,
    /// Its degree is too high.
    #[error("roots of polynomials of degree above {HIGHEST_DEGREE} are not calculated with")]
    Degree,
    /// Its coefficients are.
    #[error("the coefficients of this polynomial are too large")]
    Large,
}

/// A field Q(g), g an algebraic integer that is the largest real root of its minimal polynomial.
#[derive(Debug)]
pub(super) struct NumberField {
    /// Monic.
    polynomial: Polynomial,
    /// The root is between these, in units of `2^-bits`, and no other is.
    isolated: (Interval, u64),
    /// 1, g, g^2, .. in units of `2^-(FIRST_BITS << level)`.
    powers: [OnceLock<Vec<Interval>>; LEVELS],
}

impl PartialEq for NumberField {
    fn eq(&self, other: &NumberField) -> bool {
        self.polynomial == other.polynomial
    }
}

impl Eq for NumberField {}

impl NumberField {
    /// The field of the largest real root of a monic polynomial that no other divides.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn new(polynomial: Polynomial) -> Result<Arc<NumberField>, NoRoot> {
        let isolated = isolate(&polynomial)?;
        Ok(Arc::new(NumberField { polynomial, isolated, powers: [const { OnceLock::new() }; LEVELS] }))
    }

    pub(super) fn polynomial(&self) -> &[BigInt] {
        &self.polynomial
    }

    pub(super) fn degree(&self) -> usize {
        self.polynomial.len() - 1
    }

    /// All roots, complex ones too, are at most so large.
    pub(super) fn largest_root(&self) -> BigInt {
        cauchy(&self.polynomial)
    }

    /// The powers of g below the degree, and the bits of their unit.
    pub(super) fn powers(&self, level: usize) -> (&[Interval], u64) {
        let bits = FIRST_BITS << level;
        let powers = self.powers[level].get_or_init(|| {
            let root = self.refined(bits);
            let mut powers = vec![Interval::point(BigInt::one() << bits)];
            while powers.len() < self.degree() {
                powers.push(powers[powers.len() - 1].times(&root, bits));
            }
            powers
        });
        (powers, bits)
    }

    /// The root in units of `2^-bits`.
    pub(super) fn refined(&self, bits: u64) -> Interval {
        let (mut root, mut own) = self.isolated.clone();
        while own < bits || &root.high - &root.low > BigInt::one() {
            if own < bits {
                (root, own) = (Interval { low: root.low << 1, high: root.high << 1 }, own + 1);
            }
            let middle: BigInt = (&root.low + &root.high) >> 1;
            // A monic polynomial is positive above its largest real root, and negative between that and the next if it is simple.
            match sign_at(&self.polynomial, &middle, own) {
                0 => root = Interval::point(middle),
                -1 => root.low = middle,
                _ => root.high = middle,
            }
        }
        if own > bits { root.coarser(own - bits) } else { root }
    }
}

/// A bound of the absolute values of all roots of a monic polynomial.
fn cauchy(polynomial: &[BigInt]) -> BigInt {
    polynomial.iter().map(Signed::abs).max().unwrap_or_default() + 1
}

/// The sign at n / 2^bits.
fn sign_at(polynomial: &[BigInt], n: &BigInt, bits: u64) -> i32 {
    let mut sum = BigInt::zero();
    let mut unit = 0;
    for coefficient in polynomial.iter().rev() {
        sum = sum * n + (coefficient << unit);
        unit += bits;
    }
    i32::from(sum.is_positive()) - i32::from(sum.is_negative())
}

/// The polynomial, its derivative, and the negated rests of Euclid's algorithm, in whole numbers (Sturm 1829).
fn sturm_chain(polynomial: &[BigInt]) -> Vec<Polynomial> {
    let rational = |p: &[BigInt]| p.iter().cloned().map(Ratio::from_integer).collect::<Vec<_>>();
    let slope: Polynomial = polynomial.iter().enumerate().skip(1).map(|(i, c)| c * BigInt::from(i)).collect();
    let mut chain = vec![polynomial.to_vec(), slope];
    while let [.., before, last] = &chain[..]
        && last.len() > 1
    {
        let rest = divide(rational(before), &rational(last)).1;
        if rest.is_empty() {
            break;
        }
        let below = rest.iter().fold(BigInt::one(), |below, c| below.lcm(c.denom()));
        chain.push(rest.iter().map(|c| -(c * &below).to_integer()).collect());
    }
    chain
}

/// How many real roots are above n / 2^bits, each counted once.
fn roots_above(chain: &[Polynomial], n: &BigInt, bits: u64) -> usize {
    let changes = |signs: Vec<i32>| {
        let signs: Vec<i32> = signs.into_iter().filter(|&sign| sign != 0).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    let here = chain.iter().map(|p| sign_at(p, n, bits)).collect();
    let at_infinity = chain.iter().map(|p| if p[p.len() - 1].is_negative() { -1 } else { 1 }).collect();
    changes(here) - changes(at_infinity)
}

/// An interval in which the largest real root is the only one, in units of 2^-bits. No root is repeated.
fn isolate(polynomial: &[BigInt]) -> Result<(Interval, u64), NoRoot> {
    let chain = sturm_chain(polynomial);
    let bound = cauchy(polynomial);
    let (mut low, mut high, mut bits) = (-&bound, bound, 0);
    while roots_above(&chain, &low, bits) > 1 {
        (low, high, bits) = (low << 1, high << 1, bits + 1);
        let middle: BigInt = (&low + &high) >> 1;
        if roots_above(&chain, &middle, bits) > 0 {
            low = middle;
        } else if sign_at(polynomial, &middle, bits) == 0 {
            return Ok((Interval::point(middle), bits));
        } else {
            high = middle;
        }
    }
    if roots_above(&chain, &low, bits) == 0 { Err(NoRoot::None) } else { Ok((Interval { low, high }, bits)) }
}

/// The polynomial without repeated factors, and monic if its root is taken so many times.
pub(super) fn monic(polynomial: &[BigInt]) -> Result<(Polynomial, BigInt), NoRoot> {
    let end = polynomial.iter().rposition(|c| !c.is_zero()).filter(|&degree| degree > 0).ok_or(NoRoot::None)?;
    if end > HIGHEST_DEGREE {
        return Err(NoRoot::Degree);
    }
    let polynomial: Vec<Ratio<BigInt>> = polynomial[..=end].iter().cloned().map(Ratio::from_integer).collect();
    let slope = polynomial.iter().enumerate().skip(1).map(|(i, c)| c * BigInt::from(i)).collect();
    let common = greatest_common_divisor(polynomial.clone(), slope);
    let simple = divide(polynomial, &common).0;
    // Whole numbers without a common factor, then the polynomial of the root times the first of them.
    let below = simple.iter().fold(BigInt::one(), |below, c| below.lcm(c.denom()));
    let mut whole: Polynomial = simple.iter().map(|c| (c * &below).to_integer()).collect();
    let factor = whole.iter().fold(BigInt::zero(), |factor, c| factor.gcd(c));
    let leading = &whole[whole.len() - 1] / &factor;
    let factor = if leading.is_negative() { -factor } else { factor };
    let leading = leading.abs();
    whole.iter_mut().for_each(|c| *c /= &factor);
    let degree = whole.len() - 1;
    let mut power = BigInt::one();
    for c in whole[..degree].iter_mut().rev() {
        *c *= &power;
        power *= &leading;
    }
    whole[degree] = BigInt::one();
    Ok((whole, leading))
}

/// The quotient and the rest of two polynomials, the second not 0.
pub(super) fn divide(
    mut polynomial: Vec<Ratio<BigInt>>,
    divisor: &[Ratio<BigInt>],
) -> (Vec<Ratio<BigInt>>, Vec<Ratio<BigInt>>) {
    let mut quotient = vec![Ratio::zero(); (polynomial.len() + 1).saturating_sub(divisor.len())];
    for place in (0..quotient.len()).rev() {
        let factor = &polynomial[place + divisor.len() - 1] / &divisor[divisor.len() - 1];
        for (i, c) in divisor.iter().enumerate() {
            let less = &factor * c;
            polynomial[place + i] -= less;
        }
        quotient[place] = factor;
    }
    polynomial.truncate(divisor.len() - 1);
    trim(&mut polynomial);
    (quotient, polynomial)
}

pub(super) fn trim<T: Zero>(polynomial: &mut Vec<T>) {
    while polynomial.last().is_some_and(Zero::is_zero) {
        polynomial.pop();
    }
}

fn greatest_common_divisor(mut a: Vec<Ratio<BigInt>>, mut b: Vec<Ratio<BigInt>>) -> Vec<Ratio<BigInt>> {
    trim(&mut b);
    while !b.is_empty() {
        let rest = divide(a, &b).1;
        (a, b) = (b, rest);
    }
    a
}

/// The monic factor of least degree with the largest real root of a monic polynomial without repeated factors. Roots in
/// machine numbers propose it: where they are too far off, it may be the polynomial itself, which has other factors then.
pub(super) fn minimal_polynomial(polynomial: Polynomial) -> Result<Polynomial, NoRoot> {
    let (isolated, bits) = isolate(&polynomial)?;
    let unit = (2f64).powi(i32::try_from(bits).unwrap_or(i32::MAX));
    let [low, high] = [&isolated.low, &isolated.high].map(|end| end.to_f64().unwrap_or(f64::MAX) / unit);
    let near: Vec<f64> = polynomial.iter().map(|c| c.to_f64().unwrap_or(f64::MAX)).collect();
    let mut roots = complex_roots(&near);
    // The real one that is meant: in the interval or nearest to it, with the smallest imaginary part. The end below may be a root, too.
    let distance = |root: &(f64, f64)| root.1.abs() + (low - root.0).max(root.0 - high).max(0.0);
    let nearest = roots.iter().map(distance).fold(f64::INFINITY, f64::min);
    let candidates = (0..roots.len()).filter(|&at| distance(&roots[at]) <= nearest + NEARBY);
    let Some(own) = candidates.max_by(|&a, &b| roots[a].0.total_cmp(&roots[b].0)) else { return Ok(polynomial) };
    let own = roots.swap_remove(own);
    let is_above = |factor: &[BigInt]| {
        roots_above(&sturm_chain(factor), &isolated.low, bits) == 1
            || isolated.low == isolated.high && sign_at(factor, &isolated.low, bits) == 0
    };
    let mut subsets: Vec<u32> = (0..1u32 << roots.len()).collect();
    subsets.sort_by_key(|subset| subset.count_ones());
    for subset in subsets {
        let chosen = (0..roots.len()).filter(|i| subset >> i & 1 == 1).map(|i| roots[i]);
        if let Some(factor) = product(chosen.chain([own]))
            && is_above(&factor)
        {
            let rational = |p: &[BigInt]| p.iter().cloned().map(Ratio::from_integer).collect::<Vec<_>>();
            if divide(rational(&polynomial), &rational(&factor)).1.is_empty() {
                return Ok(factor);
            }
        }
    }
    Ok(polynomial)
}

/// The product of x - r, rounded to whole numbers, if that is what it nearly is.
fn product(roots: impl Iterator<Item = (f64, f64)>) -> Option<Polynomial> {
    let mut product = vec![(1.0, 0.0)];
    for (re, im) in roots {
        let mut next = vec![(0.0, 0.0); product.len() + 1];
        for (i, &(a, b)) in product.iter().enumerate() {
            next[i + 1] = (next[i + 1].0 + a, next[i + 1].1 + b);
            next[i] = (next[i].0 - (a * re - b * im), next[i].1 - (a * im + b * re));
        }
        product = next;
    }
    let close = |x: f64, y: f64| (x - y).abs() < 1e-4 * (1.0 + x.abs());
    let whole = |&(re, im): &(f64, f64)| {
        (close(re.round(), re) && close(0.0, im / (1.0 + re.abs()))).then(|| re.round().to_i64()).flatten()
    };
    product.iter().map(|c| whole(c).map(BigInt::from)).collect()
}

/// The roots of a monic polynomial in machine numbers, as far as these reach, by the method of Weierstrass (1891) and of Durand and Kerner.
pub(super) fn complex_roots(polynomial: &[f64]) -> Vec<(f64, f64)> {
    let degree = polynomial.len() - 1;
    let times = |a: (f64, f64), b: (f64, f64)| (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0);
    let value = |x: (f64, f64)| {
        polynomial.iter().rev().fold((0.0, 0.0), |sum, &c| {
            let product = times(sum, x);
            (product.0 + c, product.1)
        })
    };
    // No root is further away, and none of these is on an axis of symmetry.
    let radius = polynomial[..degree].iter().fold(1.0f64, |largest, c| largest.max(1.0 + c.abs()));
    let angle = |at: usize| 0.4 + std::f64::consts::TAU * at as f64 / degree as f64;
    let mut roots: Vec<(f64, f64)> =
        (0..degree).map(|at| (radius * angle(at).cos(), radius * angle(at).sin())).collect();
    for _ in 0..ROOT_STEPS {
        for at in 0..degree {
            let root = roots[at];
            let others = roots.iter().enumerate().filter(|(other, _)| *other != at);
            let below =
                others.fold((1.0, 0.0), |product, (_, other)| times(product, (root.0 - other.0, root.1 - other.1)));
            let size = below.0 * below.0 + below.1 * below.1;
            let step = times(value(root), (below.0 / size, -below.1 / size));
            if step.0.is_finite() && step.1.is_finite() {
                roots[at] = (root.0 - step.0, root.1 - step.1);
            }
        }
    }
    roots
}
