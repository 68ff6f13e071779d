//! Exact real numbers of a number field: (a_0 + a_1 g + .. ) / b with whole a_i and b, g the generator of the field.
//!
//! The generator is sqrt(d) in a quadratic field, otherwise the largest real root of its minimal polynomial. Signs are
//! found from enclosures of g with more and more digits. A sum of whole multiples of powers of g that is not 0 has a
//! norm of at least 1, so its absolute value is at least 1 over the product of the bounds of its conjugates: once an
//! enclosure of 0 is narrower than that, the number is 0.
//!
//! In degree d a product takes O(d^2) products of integers, an inverse Euclid's algorithm. A sign is cheap unless the
//! number is close to 0: to see that it is 0 takes about d times as many bits as its coefficients have. Two numbers of
//! different fields cannot be added.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::{Integer, Roots};
use num_rational::Ratio;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::tuning::numeration::fields::{FIRST_BITS, LEVELS};

use super::interval::Interval;
use super::number_field::{NoRoot, NumberField, divide, minimal_polynomial, monic, trim};

/// A real number of a number field.
///
/// ```
/// use filbert_core::numeration::Algebraic;
///
/// let phi = (Algebraic::from(1) + Algebraic::square_root(5)) / Algebraic::from(2);
/// assert_eq!((phi.clone() * phi.clone() - phi.clone()).to_string(), "1");
/// assert_eq!(phi.to_string(), "(1 + sqrt(5))/2");
/// assert!(phi > Algebraic::from(1));
///
/// let psi = Algebraic::largest_root(&[-1, -1, -1, 1].map(Into::into)).unwrap();
/// let sum = Algebraic::from(1) + psi.clone() + psi.clone() * psi.clone();
/// assert_eq!(psi.clone() * psi.clone() * psi, sum);
/// ```
#[derive(Clone, Debug)]
pub struct Algebraic {
    /// Whole multiples of 1, g, g^2, .., without zeros at the end.
    multiples: Vec<BigInt>,
    /// Positive, without a factor that all multiples have.
    below: BigInt,
    /// None for a fraction.
    field: Option<Arc<NumberField>>,
}

impl From<i64> for Algebraic {
    fn from(n: i64) -> Algebraic {
        Algebraic::from(BigInt::from(n))
    }
}

impl From<BigInt> for Algebraic {
    fn from(n: BigInt) -> Algebraic {
        Algebraic::new(vec![n], BigInt::one(), None)
    }
}

impl From<Ratio<BigInt>> for Algebraic {
    fn from(fraction: Ratio<BigInt>) -> Algebraic {
        let (above, below) = fraction.into_raw();
        Algebraic::new(vec![above], below, None)
    }
}

impl Algebraic {
    fn new(mut multiples: Vec<BigInt>, mut below: BigInt, field: Option<Arc<NumberField>>) -> Algebraic {
        trim(&mut multiples);
        if !below.is_one() {
            let common = multiples.iter().fold(below.clone(), |common, c| common.gcd(c));
            let common = if below.is_negative() { -common } else { common };
            if !common.is_one() {
                multiples.iter_mut().for_each(|c| *c /= &common);
                below /= common;
            }
        }
        let field = field.filter(|_| multiples.len() > 1);
        Algebraic { multiples, below, field }
    }

    /// The square root of a natural number.
    pub fn square_root(n: u64) -> Algebraic {
        let (radicand, factor) = if n == 0 { (1, 0) } else { without_squares(n) };
        if radicand == 1 {
            return Algebraic::from(BigInt::from(factor));
        }
        let field = NumberField::new(vec![-BigInt::from(radicand), BigInt::zero(), BigInt::one()]);
        Algebraic::new(vec![BigInt::zero(), factor.into()], BigInt::one(), Some(field.expect("it has a square root")))
    }

    /// The largest real root of a polynomial, whose coefficients begin with that of 1.
    ///
    /// # Errors
    /// [`NoRoot`].
    pub fn largest_root(polynomial: &[BigInt]) -> Result<Algebraic, NoRoot> {
        let (polynomial, times) = monic(polynomial)?;
        let root = match &minimal_polynomial(polynomial)?[..] {
            [constant, _] => Algebraic::from(-constant),
            [constant, linear, _] => {
                let discriminant: BigInt = linear * linear - constant * 4;
                let root = Algebraic::square_root(discriminant.to_u64().ok_or(NoRoot::Large)?);
                (Algebraic::from(-linear) + root) / Algebraic::from(2)
            }
            minimal => {
                let field = NumberField::new(minimal.to_vec())?;
                Algebraic::new(vec![BigInt::zero(), BigInt::one()], BigInt::one(), Some(field))
            }
        };
        Ok(root / Algebraic::from(times))
    }

    /// Whether it is a fraction.
    pub fn is_fraction(&self) -> bool {
        self.field.is_none()
    }

    /// Whether it can be added to another: one of them is a fraction, or both are of one field.
    pub fn is_beside(&self, other: &Algebraic) -> bool {
        self.field.is_none() || other.field.is_none() || self.field == other.field
    }

    /// The generator of its field as it is written: `sqrt(5)`, `root(x^3 - x^2 - x - 1)`; nothing for a fraction.
    pub fn generator(&self) -> Option<String> {
        self.field.as_ref().map(|field| match field.polynomial() {
            [constant, _, _] => format!("sqrt({})", -constant),
            polynomial => format!("root({})", written(polynomial)),
        })
    }

    /// 1, 0 or -1.
    pub fn sign(&self) -> i32 {
        let Some(field) = &self.field else {
            return self.multiples.first().map_or(0, |n| if n.is_negative() { -1 } else { 1 });
        };
        // Each conjugate is at most this sum; the smallest absolute value is 1 over its power.
        let most = self.multiples.iter().rev().fold(BigInt::zero(), |sum, c| sum * field.largest_root() + c.abs());
        let least_bits = most.bits() * field.degree() as u64;
        for level in 0..LEVELS {
            let (value, bits) = self.enclosed(field, level);
            if let Some(sign) = value.sign() {
                return sign;
            }
            if (value.high - value.low).bits() + least_bits < bits {
                return 0;
            }
        }
        0
    }

    /// `below` times this, in units of 2^-bits.
    fn enclosed(&self, field: &NumberField, level: usize) -> (Interval, u64) {
        let (powers, bits) = field.powers(level);
        let terms = self.multiples.iter().zip(powers).map(|(c, power)| power.scaled(c));
        (terms.fold(Interval::zero(), |sum, term| sum.plus(&term)), bits)
    }

    /// An interval around it, in units of `2^-bits`.
    pub(super) fn enclosure(&self, bits: u64) -> Interval {
        let Some(field) = &self.field else {
            let whole = self.multiples.first().cloned().unwrap_or_default();
            return Interval::point(whole << bits).over(&self.below);
        };
        let size = self.multiples.iter().map(BigInt::bits).max().unwrap_or(0);
        let enough = |&level: &usize| FIRST_BITS << level >= bits + size;
        let level = (0..LEVELS).find(enough).unwrap_or(LEVELS - 1);
        let (value, own) = self.enclosed(field, level);
        let value = value.over(&self.below);
        if own >= bits { value.coarser(own - bits) } else { value.scaled(&(BigInt::one() << (bits - own))) }
    }

    /// The nearest number of 64 bits, or nearly.
    pub fn approximate(&self) -> f64 {
        // With some bits more than a machine number has.
        let ratio = |n: BigInt, below: BigInt| {
            let shift = below.bits() as i64 - n.bits() as i64 + 80;
            let quotient = if shift >= 0 { (n << shift) / below } else { n / (below << -shift) };
            let half = (2f64).powi(i32::try_from(-shift / 2).unwrap_or(i32::MAX));
            let rest = (2f64).powi(i32::try_from(-shift - -shift / 2).unwrap_or(i32::MAX));
            quotient.to_f64().unwrap_or(f64::NAN) * half * rest
        };
        let Some(field) = &self.field else {
            return ratio(self.multiples.first().cloned().unwrap_or_default(), self.below.clone());
        };
        let mut near = f64::NAN;
        for level in 0..LEVELS {
            let (value, bits) = self.enclosed(field, level);
            near = ratio(&value.low + &value.high, &self.below << (bits + 1));
            if value.magnitude().bits() > (&value.high - &value.low).bits() + u64::from(f64::MANTISSA_DIGITS) + 2 {
                break;
            }
        }
        near
    }

    /// The common field of two.
    ///
    /// # Panics
    /// If they are of different ones.
    fn beside(&self, other: &Algebraic) -> Option<Arc<NumberField>> {
        assert!(self.is_beside(other), "numbers of two fields in one sum");
        self.field.clone().or_else(|| other.field.clone())
    }

    /// 1 over it.
    fn inverse(&self) -> Algebraic {
        assert!(!self.multiples.is_empty(), "a division by 0");
        let Some(field) = &self.field else {
            return Algebraic::new(vec![self.below.clone()], self.multiples[0].clone(), None);
        };
        // Euclid's algorithm on the minimal polynomial and this one, with the multiples of this one that make the rests.
        let rational = |p: &[BigInt]| p.iter().cloned().map(Ratio::from_integer).collect::<Vec<_>>();
        let (mut a, mut b) = (rational(field.polynomial()), rational(&self.multiples));
        let (mut of_a, mut of_b) = (Vec::new(), vec![Ratio::from_integer(self.below.clone())]);
        while b.len() > 1 {
            let (quotient, rest) = divide(a, &b);
            let mut next: Vec<Ratio<BigInt>> = of_a;
            next.resize(next.len().max(quotient.len() + of_b.len()), Ratio::zero());
            for (i, q) in quotient.iter().enumerate() {
                for (j, c) in of_b.iter().enumerate() {
                    next[i + j] -= q * c;
                }
            }
            (a, b) = (b, rest);
            (of_a, of_b) = (of_b, next);
        }
        assert!(!b.is_empty(), "a division by 0");
        of_b.iter_mut().for_each(|c| *c /= &b[0]);
        let below = of_b.iter().fold(BigInt::one(), |below, c| below.lcm(c.denom()));
        let multiples = of_b.iter().map(|c| (c * &below).to_integer()).collect();
        Algebraic::new(multiples, below, Some(field.clone()))
    }

    /// A power.
    pub fn power(&self, exponent: u32) -> Algebraic {
        (0..exponent).fold(Algebraic::from(1), |power, _| power * self.clone())
    }
}

/// A natural number as the product of one without square factors and a square, whose root is the second.
fn without_squares(n: u64) -> (u64, u64) {
    let (mut radicand, mut factor) = (n, 1u64);
    let mut p = 2u64;
    while u128::from(p).pow(3) <= u128::from(radicand) {
        while radicand % (p * p) == 0 {
            (radicand, factor) = (radicand / (p * p), factor * p);
        }
        p += 1;
    }
    // A square that is left is of a number that is not below p, so that what stands beside it is.
    let square_beside = |&beside: &u64| {
        let square = radicand / beside;
        radicand % beside == 0 && square.sqrt() * square.sqrt() == square
    };
    match (1..=p).find(square_beside) {
        Some(beside) => (beside, factor * (radicand / beside).sqrt()),
        None => (radicand, factor),
    }
}

impl std::ops::Add for Algebraic {
    type Output = Algebraic;

    fn add(self, other: Algebraic) -> Algebraic {
        let field = self.beside(&other);
        let (mut long, mut short) = (self, other);
        if long.multiples.len() < short.multiples.len() {
            std::mem::swap(&mut long, &mut short);
        }
        if long.below != short.below {
            let below = long.below.lcm(&short.below);
            for number in [&mut long, &mut short] {
                let times = &below / &number.below;
                number.multiples.iter_mut().for_each(|c| *c *= &times);
            }
            long.below = below;
        }
        for (c, more) in long.multiples.iter_mut().zip(short.multiples) {
            *c += more;
        }
        Algebraic::new(long.multiples, long.below, field)
    }
}

impl std::ops::Neg for Algebraic {
    type Output = Algebraic;

    fn neg(mut self) -> Algebraic {
        self.multiples.iter_mut().for_each(|c| *c = -std::mem::take(c));
        self
    }
}

impl std::ops::Sub for Algebraic {
    type Output = Algebraic;

    fn sub(self, other: Algebraic) -> Algebraic {
        self + -other
    }
}

impl std::ops::Mul for Algebraic {
    type Output = Algebraic;

    fn mul(self, other: Algebraic) -> Algebraic {
        let field = self.beside(&other);
        let mut product = vec![BigInt::zero(); (self.multiples.len() + other.multiples.len()).saturating_sub(1)];
        for (i, a) in self.multiples.iter().enumerate() {
            for (j, b) in other.multiples.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        if let Some(field) = &field {
            let polynomial = field.polynomial();
            while product.len() >= polynomial.len() {
                let top = product.pop().expect("it is not empty");
                let place = product.len() - field.degree();
                for (i, c) in polynomial[..field.degree()].iter().enumerate() {
                    product[place + i] -= &top * c;
                }
            }
        }
        Algebraic::new(product, self.below * other.below, field)
    }
}

impl std::ops::Div for Algebraic {
    type Output = Algebraic;

    /// # Panics
    /// If the divisor is 0.
    fn div(self, other: Algebraic) -> Algebraic {
        std::ops::Mul::mul(self, other.inverse())
    }
}

impl PartialEq for Algebraic {
    fn eq(&self, other: &Algebraic) -> bool {
        self.multiples == other.multiples && self.below == other.below && self.field == other.field
    }
}

impl Eq for Algebraic {}

impl std::hash::Hash for Algebraic {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (&self.multiples, &self.below).hash(state);
    }
}

impl PartialOrd for Algebraic {
    fn partial_cmp(&self, other: &Algebraic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Algebraic {
    fn cmp(&self, other: &Algebraic) -> Ordering {
        if self == other { Ordering::Equal } else { (self.clone() - other.clone()).sign().cmp(&0) }
    }
}

/// `x^3 - x^2 - 1`, from the coefficients of lower powers first.
fn written(polynomial: &[BigInt]) -> String {
    let mut text = String::new();
    for (i, c) in polynomial.iter().enumerate().rev().filter(|(_, c)| !c.is_zero()) {
        add_term(&mut text, c, ' ', &power("x", i));
    }
    text
}

/// `x^3`; nothing for the power 0.
fn power(base: &str, exponent: usize) -> String {
    match exponent {
        0 => String::new(),
        1 => base.to_owned(),
        _ => format!("{base}^{exponent}"),
    }
}

/// Writes a multiple of a power behind a sum; `times` stands between both.
fn add_term(sum: &mut String, factor: &BigInt, times: char, power: &str) {
    *sum += match (sum.is_empty(), factor.is_negative()) {
        (true, true) => "-",
        (true, false) => "",
        (false, true) => " - ",
        (false, false) => " + ",
    };
    let size = factor.abs();
    *sum += &match (power.is_empty(), size.is_one()) {
        (true, _) => size.to_string(),
        (false, true) => power.to_owned(),
        (false, false) => format!("{size}{times}{power}"),
    };
}

impl Algebraic {
    /// The number by powers of `base`, which stands for the generator of its field.
    fn by_powers(&self, base: &str, times: char) -> String {
        let mut sum = String::new();
        for (i, c) in self.multiples.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
            add_term(&mut sum, c, times, &power(base, i));
        }
        let is_alone = self.multiples.iter().filter(|c| !c.is_zero()).count() == 1;
        match (self.below.is_one(), is_alone) {
            (true, _) => sum,
            (false, true) => format!("{sum}/{}", self.below),
            (false, false) => format!("({sum})/{}", self.below),
        }
    }

    /// The number as statements of `bounds` have it: `(1 + sqrt(5))/2`, `2*root(x^3 - x - 1)^2`.
    pub fn as_term(&self) -> String {
        match self.generator() {
            Some(generator) => self.by_powers(&generator, '*'),
            None => self.to_string(),
        }
    }

    /// The number as it is shown, and its first decimals if it is not a fraction.
    pub fn with_decimals(&self) -> String {
        if self.is_fraction() {
            return self.to_string();
        }
        let millionths = (self.approximate() * 1e6).trunc() / 1e6;
        match self.to_string().split_once(" with ") {
            None => format!("{self} = {millionths:.6}.."),
            Some((sum, root)) => format!("{sum} = {millionths:.6}.. with {root}"),
        }
    }
}

/// `(1 + sqrt(5))/2`, `-3/2`, `2 - root(x^3 - x - 1)`, `1 - r^2 with r = root(x^3 - x - 1)`.
impl fmt::Display for Algebraic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.generator() {
            None => {
                let whole = self.multiples.first().cloned().unwrap_or_default();
                write!(f, "{}", Ratio::new(whole, self.below.clone()))
            }
            Some(generator) if self.multiples.len() == 2 => f.write_str(&self.by_powers(&generator, ' ')),
            Some(generator) => write!(f, "{} with r = {generator}", self.by_powers("r", ' ')),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number(generator: Algebraic) -> impl Strategy<Value = Algebraic> {
        (-20i64..20, -20i64..20, -5i64..6, 1i64..6).prop_map(move |(a, b, c, below)| {
            let square = generator.clone() * generator.clone();
            let sum = Algebraic::from(a) + Algebraic::from(b) * generator.clone() + Algebraic::from(c) * square;
            sum / Algebraic::from(below)
        })
    }

    fn check(a: &Algebraic, b: &Algebraic) -> Result<(), TestCaseError> {
        let close = |x: Algebraic, y: f64| (x.approximate() - y).abs() < 1e-9 * (1.0 + y.abs());
        let (x, y) = (a.approximate(), b.approximate());
        prop_assert!(close(a.clone() + b.clone(), x + y) && close(a.clone() * b.clone(), x * y));
        prop_assert_eq!(a.cmp(b), if a == b { Ordering::Equal } else { x.total_cmp(&y) });
        if b.sign() != 0 {
            prop_assert_eq!(a.clone() / b.clone() * b.clone(), a.clone());
        }
        let near = a.enclosure(80);
        prop_assert!(near.high.clone() - &near.low < BigInt::from(100));
        let scale = (2f64).powi(80);
        prop_assert!((near.low.to_f64().unwrap() / scale - x).abs() < 1e-9);
        Ok(())
    }

    #[test]
    fn terms_have_all_that_statements_need() {
        let tribonacci = Algebraic::largest_root(&[-1, -1, -1, 1].map(BigInt::from)).unwrap();
        let root = "root(x^3 - x^2 - x - 1)";
        let number = Algebraic::from(2) * tribonacci.clone() - tribonacci.power(2);
        assert_eq!(number.as_term(), format!("2*{root} - {root}^2"));
        assert_eq!((number / Algebraic::from(3)).as_term(), format!("(2*{root} - {root}^2)/3"));
        let golden = (Algebraic::from(1) + Algebraic::square_root(5)) / Algebraic::from(2);
        assert_eq!(
            (golden.as_term(), golden.with_decimals()),
            ("(1 + sqrt(5))/2".into(), "(1 + sqrt(5))/2 = 1.618033..".into())
        );
        assert_eq!((Algebraic::from(-3) / Algebraic::from(2)).as_term(), "-3/2");
    }

    proptest! {
        #[test]
        fn quadratic_numbers_compute_as_numbers_do(
            a in number(Algebraic::square_root(21)), b in number(Algebraic::square_root(21))
        ) {
            check(&a, &b)?;
        }

        #[test]
        fn cubic_numbers_compute_as_numbers_do(
            a in number(root("-1 -1 -1 1")), b in number(root("-1 -1 -1 1"))
        ) {
            check(&a, &b)?;
        }
    }

    fn root(coefficients: &str) -> Algebraic {
        let polynomial: Vec<BigInt> = coefficients.split(' ').map(|c| c.parse().unwrap()).collect();
        Algebraic::largest_root(&polynomial).unwrap()
    }

    #[test]
    fn roots_are_written_without_squares() {
        let shown = |n: u64| Algebraic::square_root(n).to_string();
        assert_eq!([shown(9), shown(12), shown(7), shown(0)], ["3", "2 sqrt(3)", "sqrt(7)", "0"]);
        assert_eq!((Algebraic::from(-3) / Algebraic::from(2)).to_string(), "-3/2");
        let half = (Algebraic::from(2) - Algebraic::square_root(2)) / Algebraic::from(2);
        assert_eq!(half.to_string(), "(2 - sqrt(2))/2");
        for n in
            (1..3000).chain([u64::MAX, i64::MAX as u64, 4_294_967_291 * 4_294_967_291, 1 << 62, 72_057_594_037_927_936])
        {
            let (radicand, factor) = without_squares(n);
            assert_eq!(u128::from(radicand) * u128::from(factor) * u128::from(factor), u128::from(n));
            assert!((2..2000).all(|p| radicand % (p * p) != 0), "{n}");
        }
    }

    #[test]
    fn largest_roots_have_their_minimal_polynomials() {
        // (x^2 - x - 1)(x^2 + 1), (2x - 3)(x + 5), (x^3 - x^2 - x - 1)^2, 3x^2 - 2, x^4 - x^3 - x^2 - x - 1.
        assert_eq!(root("-1 -1 0 -1 1").to_string(), "(1 + sqrt(5))/2");
        assert_eq!(root("-15 7 2").to_string(), "3/2");
        assert_eq!(root("1 2 3 0 -1 -2 1"), root("-1 -1 -1 1"));
        assert_eq!(root("-2 0 3").to_string(), "sqrt(6)/3");
        assert_eq!(root("-1 -1 -1 -1 1").generator().unwrap(), "root(x^4 - x^3 - x^2 - x - 1)");
        assert_eq!(root("5 1").to_string(), "-5");
        // A cubic number with a leading coefficient: 2x^3 = x + 1 has the root 1; 2x^3 - x - 2 has not.
        assert_eq!(root("-1 -1 0 2").to_string(), "1");
        assert!((root("-2 -1 0 2").approximate() - 1.165_373_043_1).abs() < 1e-9);
        let none = |polynomial: &[i64]| {
            let polynomial: Vec<BigInt> = polynomial.iter().map(|&c| c.into()).collect();
            Algebraic::largest_root(&polynomial).unwrap_err()
        };
        assert_eq!(none(&[1, 0, 1]), NoRoot::None);
        assert_eq!(none(&[3]), NoRoot::None);
        assert_eq!(none(&[0; 3]), NoRoot::None);
        assert_eq!(none(&[1; 40]), NoRoot::Degree);
    }

    #[test]
    fn other_factors_do_not_matter() {
        let times = |a: &[i64], b: &[i64]| {
            let mut product = vec![0; a.len() + b.len() - 1];
            a.iter().enumerate().for_each(|(i, x)| b.iter().enumerate().for_each(|(j, y)| product[i + j] += x * y));
            product
        };
        let whole = |polynomial: &[i64]| polynomial.iter().map(|&c| BigInt::from(c)).collect::<Vec<_>>();
        // Roots of absolute value 1 or less, among them ends of the intervals in which the largest root is looked for.
        let others: [&[i64]; 7] = [&[0, 1], &[-1, 1], &[1, 1], &[1, 0, 1], &[1, 1, 1], &[1, -1, 1], &[2, 1]];
        for own in [&[-1, -1, 1][..], &[-1, -1, -1, 1], &[-1, 1, -2, 1], &[-1, -3, 1], &[-3, 1]] {
            let alone = Algebraic::largest_root(&whole(own)).unwrap();
            for subset in 0..1u32 << others.len() {
                let chosen = others.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1);
                let product = chosen.fold(own.to_vec(), |product, (_, factor)| times(&product, factor));
                if product.len() <= 13 {
                    assert_eq!(Algebraic::largest_root(&whole(&product)).unwrap(), alone, "{product:?}");
                }
            }
        }
    }

    #[test]
    fn differences_of_numbers_that_are_nearly_equal_have_signs() {
        // Convergents of the tribonacci constant, and its square root of high powers.
        let psi = root("-1 -1 -1 1");
        let power = psi.power(200);
        let near = power.enclosure(0);
        assert!(power > Algebraic::from(near.low.clone() - 1) && power < Algebraic::from(near.high + 1));
        let phi = root("-1 -1 1");
        let small = Algebraic::from(2) * phi.power(90)
            - Algebraic::square_root(5) * Algebraic::from(1)
            - Algebraic::from(2) * phi.power(89)
            - Algebraic::from(2) * phi.power(88)
            + Algebraic::square_root(5);
        assert_eq!((small.sign(), small.to_string()), (0, "0".to_owned()));
    }
}
