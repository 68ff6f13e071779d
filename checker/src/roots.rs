//! Polynomials with whole coefficients, and their largest real roots.
//!
//! A root is isolated by the theorem of Sturm: a chain of remainders changes its sign at a as often more than at b as
//! there are roots in (a,b]. From there on the interval is halved by the sign of the polynomial. Bad for degrees of
//! many dozens, and for roots very near to each other.

use std::cmp::Ordering;

use crate::Read;
use crate::integer::Integer;
use crate::machine::spend;

/// The coefficients, that of 1 first; the last is not 0.
pub type Polynomial = Vec<Integer>;

/// Halvings before it is given up to tell roots apart.
const MOST_HALVINGS: usize = 1 << 12;
/// Roots whose subsets are looked at.
const MOST_PARTS: usize = 14;
/// Steps of the iteration that proposes roots.
const ROUNDS: usize = 500;

pub fn trim(mut p: Polynomial) -> Polynomial {
    while p.last().is_some_and(Integer::is_zero) {
        p.pop();
    }
    p
}

/// The polynomial divided by the greatest number that divides all coefficients; the sign stays.
fn primitive(p: Polynomial) -> Polynomial {
    let p = trim(p);
    let content = p.iter().fold(Integer::default(), |content, c| content.common(c));
    if content.is_zero() { p } else { p.iter().map(|c| c.divided(&content).0).collect() }
}

pub fn derivative(p: &[Integer]) -> Polynomial {
    trim((1i64..).zip(p.iter().skip(1)).map(|(k, c)| &Integer::from(k) * c).collect())
}

/// A positive multiple of the remainder.
fn remainder(a: &[Integer], b: &[Integer]) -> Read<Polynomial> {
    let (mut a, last) = (primitive(a.to_vec()), &b[b.len() - 1]);
    while a.len() >= b.len() {
        spend(16 * a.len())?;
        let (shift, factor) = (a.len() - b.len(), a[a.len() - 1].clone());
        let factor = if last.sign() < 0 { -&factor } else { factor };
        a.iter_mut().for_each(|c| *c = &*c * &last.abs());
        for (c, own) in a[shift..].iter_mut().zip(b) {
            *c = &*c - &(&factor * own);
        }
        a = primitive(a);
    }
    Ok(a)
}

/// The quotient, if it is a polynomial with whole coefficients.
pub fn exactly(a: &[Integer], b: &[Integer]) -> Option<Polynomial> {
    let mut rest = a.to_vec();
    let mut quotient = vec![Integer::default(); (a.len() + 1).saturating_sub(b.len())];
    for at in (0..quotient.len()).rev() {
        quotient[at] = rest[at + b.len() - 1].exactly(b.last()?)?;
        for (c, own) in rest[at..].iter_mut().zip(b) {
            *c = &*c - &(&quotient[at] * own);
        }
    }
    rest.iter().all(Integer::is_zero).then_some(quotient)
}

/// A polynomial with the roots of this one, each once; its last coefficient is positive.
pub fn simple(p: &[Integer]) -> Read<Polynomial> {
    let p = primitive(p.to_vec());
    let (mut a, mut b) = (p.clone(), derivative(&p));
    while !b.is_empty() {
        let rest = remainder(&a, &b)?;
        (a, b) = (b, rest);
    }
    let quotient = exactly(&p, &primitive(a)).ok_or("a polynomial that its divisor does not divide")?;
    let is_negative = quotient.last().is_some_and(|last| last.sign() < 0);
    Ok(if is_negative { quotient.iter().map(|c| -c).collect() } else { quotient })
}

/// The sign at n 2^w.
fn sign(p: &[Integer], n: &Integer, w: i64) -> i32 {
    let (n, bits) = if w < 0 { (n.clone(), w.unsigned_abs() as usize) } else { (n.up(w as usize), 0) };
    let sum = |(sum, power): (Integer, usize), c: &Integer| (&(&sum * &n) + &c.up(power), power + bits);
    p.iter().rev().fold((Integer::default(), 0), sum).0.sign()
}

/// The chain of Sturm of a polynomial whose roots are simple.
struct Chain(Vec<Polynomial>);

impl Chain {
    fn of(p: &[Integer]) -> Read<Chain> {
        let mut chain = vec![p.to_vec(), derivative(p)];
        while let [.., a, b] = &chain[..]
            && !b.is_empty()
        {
            let rest = remainder(a, b)?;
            chain.push(rest.iter().map(|c| -c).collect());
        }
        chain.pop();
        Ok(Chain(chain))
    }

    /// How often the sign changes at n 2^w.
    fn changes(&self, n: &Integer, w: i64) -> usize {
        let signs: Vec<i32> = self.0.iter().map(|p| sign(p, n, w)).filter(|sign| *sign != 0).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// The roots that are greater than n 2^w and not greater than (n+1) 2^w.
    fn roots(&self, n: &Integer, w: i64) -> usize {
        self.changes(n, w) - self.changes(&(n + &Integer::from(1)), w)
    }
}

/// The largest real root of a polynomial: it is greater than n 2^w and not greater than (n+1) 2^w, and no other root is
/// there.
#[derive(Clone)]
pub struct Root {
    /// With simple roots; the last coefficient is positive.
    pub polynomial: Polynomial,
    pub n: Integer,
    pub w: i64,
}

impl Root {
    /// Nothing, if no root is real.
    pub fn largest(p: &[Integer]) -> Read<Option<Root>> {
        if p.is_empty() {
            return Err("the polynomial is 0".into());
        }
        let polynomial = simple(p)?;
        let chain = Chain::of(&polynomial)?;
        // A root has at most the absolute value 1 + |c| / last for one of the coefficients (Cauchy).
        let (bits, last) = (polynomial.iter().map(Integer::bits).max(), polynomial.last().map_or(0, Integer::bits));
        let mut w = bits.unwrap_or(0) as i64 - last as i64 + 2;
        let Some(mut n) = [0, -1].map(Integer::from).into_iter().find(|n| chain.roots(n, w) > 0) else {
            return Ok(None);
        };
        for _ in 0..MOST_HALVINGS {
            spend(16 * polynomial.len())?;
            if chain.roots(&n, w) == 1 {
                return Ok(Some(Root { polynomial, n, w }));
            }
            w -= 1;
            n = n.up(1);
            let upper = &n + &Integer::from(1);
            if chain.roots(&upper, w) > 0 {
                n = upper;
            }
        }
        Err("roots that are too near to each other".into())
    }

    /// Halves the interval until it is 2^w wide, or less.
    pub fn refine(&mut self, w: i64) -> Read<()> {
        while self.w > w {
            spend(self.polynomial.len() + self.n.bits() / 16)?;
            self.w -= 1;
            let middle = &self.n.up(1) + &Integer::from(1);
            // The last coefficient is positive, so the polynomial is negative below the root in the interval.
            let is_upper = sign(&self.polynomial, &middle, self.w) < 0;
            self.n = if is_upper { middle } else { self.n.up(1) };
        }
        Ok(())
    }

    /// Whether it is a root of a divisor of its polynomial.
    pub fn is_of(&self, divisor: &[Integer]) -> Read<bool> {
        Ok(divisor.len() > 1 && Chain::of(divisor)?.roots(&self.n, self.w) == 1)
    }

    /// Nearly it.
    pub fn approximate(&self) -> f64 {
        (self.n.approximate() + 0.5) * (self.w as f64).exp2()
    }

    /// The root, if it is a fraction: its denominator divides the last coefficient.
    pub fn rational(&mut self) -> Read<Option<(Integer, Integer)>> {
        let last = self.polynomial[self.polynomial.len() - 1].clone();
        self.refine(-(last.bits() as i64) - 2)?;
        let over = (&last * &(&self.n + &Integer::from(1))).down(self.w.unsigned_abs() as usize);
        let term = |(sum, power): (Integer, Integer), c: &Integer| (&(&sum * &over) + &(c * &power), &power * &last);
        let value = self.polynomial.iter().rev().fold((Integer::default(), Integer::from(1)), term).0;
        // It is the root only if it lies in the interval.
        let under_w = |n: &Integer| (&last * n).cmp(&over.up(self.w.unsigned_abs() as usize));
        let is_inside = under_w(&self.n) == Ordering::Less && under_w(&(&self.n + &Integer::from(1))) != Ordering::Less;
        Ok((value.is_zero() && is_inside).then_some((over, last)))
    }

    /// The divisor of least degree that is found of a monic polynomial, with this root. Roots in machine numbers
    /// propose it.
    pub fn minimal(&self) -> Read<Polynomial> {
        let parts = parts(&self.polynomial, self.approximate());
        let most = if parts.len() > MOST_PARTS { 0 } else { 1u32 << parts.len() };
        let mut found = self.polynomial.clone();
        // The first part is the root.
        for chosen in (1..most).step_by(2) {
            let chosen = parts.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1).map(|(_, part)| part);
            let degree: usize = chosen.clone().map(Vec::len).sum();
            if degree >= found.len() - 1 {
                continue;
            }
            spend(64)?;
            let Some(divisor) = rounded(chosen.flatten().copied()) else { continue };
            if exactly(&self.polynomial, &divisor).is_some() && self.is_of(&divisor)? {
                found = divisor;
            }
        }
        Ok(found)
    }
}

type Complex = (f64, f64);

fn times(a: Complex, b: Complex) -> Complex {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// The monic polynomial with roots near these, if its coefficients are nearly whole.
fn rounded(roots: impl Iterator<Item = Complex>) -> Option<Polynomial> {
    let mut product: Vec<Complex> = vec![(1.0, 0.0)];
    for root in roots {
        let mut next = vec![(0.0, 0.0)];
        next.extend(&product);
        for (c, own) in next.iter_mut().zip(&product) {
            let less = times(root, *own);
            *c = (c.0 - less.0, c.1 - less.1);
        }
        product = next;
    }
    let whole = |c: Complex| {
        let is_near = (c.0 - c.0.round()).abs() < 0.01 && c.0.abs() < 1e15 && c.1.abs() < 0.01;
        is_near.then(|| Integer::from(c.0.round() as i64))
    };
    product.into_iter().map(whole).collect()
}

/// Roots of a polynomial in machine numbers, conjugates together; first the one near a number (Durand and Kerner).
fn parts(p: &[Integer], first: f64) -> Vec<Vec<Complex>> {
    let last = p[p.len() - 1].approximate();
    let coefficients: Vec<f64> = p.iter().map(|c| c.approximate() / last).collect();
    let size = 1.0 + coefficients.iter().fold(0.0f64, |size, c| size.max(c.abs()));
    let point = |k: usize| {
        let angle = 0.4 + std::f64::consts::TAU * k as f64 / (p.len() - 1) as f64;
        (size.min(4.0) * angle.cos(), size.min(4.0) * angle.sin())
    };
    let mut roots: Vec<Complex> = (0..p.len() - 1).map(point).collect();
    for _ in 0..ROUNDS {
        for at in 0..roots.len() {
            let z = roots[at];
            let value = coefficients.iter().rev().fold((0.0, 0.0), |sum, c| {
                let product = times(sum, z);
                (product.0 + c, product.1)
            });
            let others = roots.iter().enumerate().filter(|(other, _)| *other != at);
            let by = others.fold((1.0, 0.0), |by, (_, own)| times(by, (z.0 - own.0, z.1 - own.1)));
            let size = by.0 * by.0 + by.1 * by.1;
            let step = times(value, (by.0 / size, -by.1 / size));
            roots[at] = (z.0 - step.0, z.1 - step.1);
        }
    }
    roots.retain(|root| root.1 > -1e-6);
    let mut parts: Vec<Vec<Complex>> = roots
        .into_iter()
        .map(|root| if root.1 > 1e-6 { vec![root, (root.0, -root.1)] } else { vec![(root.0, 0.0)] })
        .collect();
    let distance = |part: &Vec<Complex>| (part[0].0 - first).abs() + part[0].1.abs();
    parts.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::allow;

    pub fn polynomial(coefficients: &[i64]) -> Polynomial {
        coefficients.iter().map(|&c| Integer::from(c)).collect()
    }

    fn largest(coefficients: &[i64]) -> Option<Root> {
        allow(1 << 30);
        Root::largest(&polynomial(coefficients)).unwrap()
    }

    #[test]
    fn largest_roots_are_found() {
        for (coefficients, near) in [
            (&[-1, -1, 1][..], 1.618033988749895),
            (&[-1, -1, -1, 1], 1.839286755214161),
            (&[-2, 0, 1], std::f64::consts::SQRT_2),
            (&[1, -3, 2], 1.0),
            (&[4, -4, 1], 2.0),
            (&[0, 0, 3], 0.0),
            (&[5, 2], -2.5),
            (&[12, -7, 1], 4.0),
            (&[6, 11, 6, 1], -1.0),
            (&[2, 0, -3, 0, 1], std::f64::consts::SQRT_2),
            // Two roots near 1000.
            (&[-1_000_000_002, 0, 1000], 1_000.000_001),
            (&[999_999, -2_000_000, 1_000_000], 1.001),
        ] {
            let mut root = largest(coefficients).unwrap();
            root.refine(-60).unwrap();
            assert!((root.approximate() - near).abs() < 1e-9, "{coefficients:?} {}", root.approximate());
        }
        assert!(largest(&[1, 0, 1]).is_none() && largest(&[3]).is_none());
    }

    #[test]
    fn fractions_among_roots_are_known() {
        let rational = |coefficients: &[i64]| largest(coefficients).unwrap().rational().unwrap();
        let number = |text: i64| Integer::from(text);
        assert_eq!(rational(&[-3, -4, 4]), Some((number(6), number(4))));
        assert_eq!(rational(&[3, -1]), Some((number(3), number(1))));
        assert_eq!(rational(&[0, 1, 1]), Some((number(0), number(1))));
        assert_eq!(rational(&[-2, 0, 1]), None);
        // -3/2 is a root, but not the largest.
        assert_eq!(rational(&[-6, -4, 3, 2]), None);
    }

    #[test]
    fn the_factor_with_the_root_is_found() {
        for (coefficients, minimal) in [
            (&[-2, 0, 1][..], &[-2, 0, 1][..]),
            (&[0, -1, -1, 1], &[-1, -1, 1]),
            (&[-6, 1, 1], &[-2, 1]),
            // (x^2-x-1)(x^2+1)(x-1)
            (&[1, 0, -1, 1, -2, 1], &[-1, -1, 1]),
            // (x^3-x^2-x-1)(x^2+x+1)(x+1)
            (&[-1, -3, -5, -4, -1, 1, 1], &[-1, -1, -1, 1]),
        ] {
            let root = largest(coefficients).unwrap();
            assert_eq!(root.minimal().unwrap(), polynomial(minimal), "{coefficients:?}");
        }
    }
}
