//! The field of a real root: sums of powers of it with fractions in front.
//!
//! The root beta > 0 of a monic polynomial m with whole coefficients is known by an interval. An element is a
//! polynomial in beta of a degree less than that of m. If all its coefficients are 0, it is 0; an interval around it
//! without 0 shows that it is not, and its sign. So these answers are right even if m has divisors. Only then
//! the search for a sign might not end, so there is a limit.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use crate::Read;
use crate::integer::{Integer, Rational};
use crate::machine::spend;
use crate::roots::{Polynomial, Root};

/// Bits behind the point, at first and at last.
const FIRST_BITS: usize = 128;
const MOST_BITS: usize = 1 << 13;
/// Bits of a coefficient.
const LONGEST: usize = 1 << 16;
/// Powers of beta that a root of another polynomial may be, but for a whole number.
const POWERS: usize = 4;

/// An element of a field, in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Element {
    /// At most as many as the degree of the field; the last is not 0.
    over: Vec<Integer>,
    under: Integer,
}

impl Element {
    pub fn new(mut over: Vec<Integer>, mut under: Integer) -> Element {
        while over.last().is_some_and(Integer::is_zero) {
            over.pop();
        }
        if under != Integer::from(1) {
            let common = over.iter().fold(under.clone(), |common, c| common.common(c));
            let common = if under.sign() < 0 { -&common.abs() } else { common.abs() };
            over.iter_mut().for_each(|c| *c = c.divided(&common).0);
            under = under.divided(&common).0;
        }
        Element { over, under }
    }

    pub fn zero() -> Element {
        Element::new(Vec::new(), Integer::from(1))
    }

    pub fn whole(number: Integer) -> Element {
        Element::new(vec![number], Integer::from(1))
    }

    pub fn is_zero(&self) -> bool {
        self.over.is_empty()
    }

    /// This and another one times a number.
    fn with(&self, other: &Element, factor: i32) -> Element {
        let own = |element: &Element, at: usize, factor: &Integer| {
            element.over.get(at).map_or(Integer::default(), |c| c * factor)
        };
        let length = self.over.len().max(other.over.len());
        let (a, b) = (&other.under, &(&self.under * &Integer::from(factor)));
        let over = (0..length).map(|at| &own(self, at, a) + &own(other, at, b)).collect();
        Element::new(over, &self.under * &other.under)
    }

    pub fn plus(&self, other: &Element) -> Element {
        self.with(other, 1)
    }

    pub fn minus(&self, other: &Element) -> Element {
        self.with(other, -1)
    }

    pub fn negated(&self) -> Element {
        Element { over: self.over.iter().map(|c| -c).collect(), under: self.under.clone() }
    }

    /// So often.
    pub fn times(&self, number: &Integer) -> Element {
        Element::new(self.over.iter().map(|c| c * number).collect(), self.under.clone())
    }

    /// Those of the longest number in it.
    pub fn bits(&self) -> usize {
        self.over.iter().map(Integer::bits).max().unwrap_or(0).max(self.under.bits())
    }
}

/// A number between two, in units of a power of 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    pub low: Integer,
    pub high: Integer,
}

impl Enclosure {
    /// The product, where both are in units of 2^-bits.
    pub fn times(&self, other: &Enclosure, bits: usize) -> Enclosure {
        let all =
            [(&self.low, &other.low), (&self.low, &other.high), (&self.high, &other.low), (&self.high, &other.high)];
        let mut products = all.map(|(a, b)| a * b);
        products.sort();
        let [low, .., high] = &products;
        Enclosure { low: low.down(bits), high: -&(-high).down(bits) }
    }

    pub fn plus(&self, other: &Enclosure) -> Enclosure {
        Enclosure { low: &self.low + &other.low, high: &self.high + &other.high }
    }

    /// The largest absolute value.
    pub fn size(&self) -> Integer {
        self.low.abs().max(self.high.abs())
    }
}

/// The field of a root.
pub struct Field {
    /// Monic.
    polynomial: Polynomial,
    root: RefCell<Root>,
    /// Powers of the root, by the bits behind the point.
    powers: RefCell<HashMap<usize, Rc<Vec<Enclosure>>>>,
}

/// The sum of the columns, each so often, that is a vector; nothing, if none is.
pub fn solve(columns: &[Vec<Integer>], vector: &[Integer]) -> Read<Option<Vec<Rational>>> {
    let fraction = |c: &Integer| Rational::from(c.clone());
    let row = |at: usize| columns.iter().map(|column| &column[at]).chain([&vector[at]]).map(fraction).collect();
    let mut rows: Vec<Vec<Rational>> = (0..vector.len()).map(row).collect();
    for at in 0..columns.len() {
        let Some(pivot) = (at..rows.len()).find(|&row| !rows[row][at].is_zero()) else { return Ok(None) };
        rows.swap(at, pivot);
        let first = rows[at][at].clone();
        rows[at].iter_mut().for_each(|c| *c = c.by(&first));
        let own = rows[at].clone();
        for other in (0..rows.len()).filter(|other| *other != at) {
            let factor = rows[other][at].clone();
            if !factor.is_zero() {
                spend(64 * own.len())?;
                rows[other].iter_mut().zip(&own).for_each(|(c, own)| *c = c.less(&factor, own));
            }
        }
    }
    let last = columns.len();
    let is_solved = rows[last..].iter().all(|row| row[last].is_zero());
    Ok(is_solved.then(|| rows.into_iter().take(last).filter_map(|mut row| row.pop()).collect()))
}

impl Field {
    /// That of a root which is greater than 1.
    pub fn new(mut root: Root) -> Read<Field> {
        let polynomial = root.minimal()?;
        if root.polynomial.last() != Some(&Integer::from(1)) || polynomial.last() != Some(&Integer::from(1)) {
            return Err("a root that is no whole algebraic number".into());
        }
        root.polynomial = polynomial.clone();
        root.refine(0)?;
        // 1 is on the grid, so that the interval lies above it or not.
        if root.n < Integer::from(1).up(root.w.unsigned_abs() as usize) {
            return Err("the largest eigenvalue of the system is not greater than 1".into());
        }
        Ok(Field { polynomial, root: RefCell::new(root), powers: RefCell::default() })
    }

    pub fn degree(&self) -> usize {
        self.polynomial.len() - 1
    }

    pub fn root(&self) -> Element {
        self.reduced(vec![Integer::default(), Integer::from(1)], Integer::from(1))
    }

    fn reduced(&self, mut over: Vec<Integer>, under: Integer) -> Element {
        let degree = self.degree();
        while over.len() > degree {
            let last = over.pop().unwrap_or_default();
            let from = over.len() - degree;
            if !last.is_zero() {
                for (c, own) in over[from..].iter_mut().zip(&self.polynomial) {
                    *c = &*c - &(&last * own);
                }
            }
        }
        Element::new(over, under)
    }

    pub fn product(&self, a: &Element, b: &Element) -> Read<Element> {
        if a.is_zero() || b.is_zero() {
            return Ok(Element::zero());
        }
        if a.bits() + b.bits() > LONGEST {
            return Err("numbers that are too long".into());
        }
        let mut over = vec![Integer::default(); a.over.len() + b.over.len() - 1];
        for (i, x) in a.over.iter().enumerate() {
            for (c, y) in over[i..].iter_mut().zip(&b.over) {
                *c = &*c + &(x * y);
            }
        }
        Ok(self.reduced(over, &a.under * &b.under))
    }

    pub fn power(&self, a: &Element, exponent: usize) -> Read<Element> {
        (0..exponent).try_fold(Element::whole(Integer::from(1)), |power, _| self.product(&power, a))
    }

    /// The quotient by an element that is not 0.
    pub fn quotient(&self, a: &Element, b: &Element) -> Read<Element> {
        // b x = a as equations for the coefficients of x.
        let degree = self.degree();
        let filled = |element: &Element| {
            let mut over = element.over.clone();
            over.resize(degree, Integer::default());
            over
        };
        let (mut columns, whole) = (Vec::new(), Element::new(b.over.clone(), Integer::from(1)));
        for at in 0..degree {
            let mut power = vec![Integer::default(); at];
            power.extend(whole.over.iter().cloned());
            columns.push(filled(&self.reduced(power, Integer::from(1))));
        }
        let vector: Vec<Integer> = filled(a);
        let found = solve(&columns, &vector)?.ok_or("a division by 0, or by a divisor of it")?;
        let under = found.iter().fold(Integer::from(1), |under, c| {
            let common = under.common(&c.under);
            &under.divided(&common).0 * &c.under
        });
        let over = found.iter().map(|c| &(&c.over * &under.divided(&c.under).0) * &b.under).collect();
        Ok(Element::new(over, &under * &a.under))
    }

    /// The powers of the root in units of 2^-bits.
    fn powers(&self, bits: usize) -> Read<Rc<Vec<Enclosure>>> {
        if let Some(known) = self.powers.borrow().get(&bits) {
            return Ok(known.clone());
        }
        let mut root = self.root.borrow_mut();
        root.refine(-(bits as i64))?;
        // The root may have been refined more.
        let less = root.w.unsigned_abs() as usize - bits;
        let low = root.n.down(less);
        let own = Enclosure { high: &low + &Integer::from(1), low };
        let one = Integer::from(1).up(bits);
        let mut powers = vec![Enclosure { low: one.clone(), high: one }];
        for at in 1..self.degree() {
            powers.push(powers[at - 1].times(&own, bits));
        }
        let powers = Rc::new(powers);
        self.powers.borrow_mut().insert(bits, powers.clone());
        Ok(powers)
    }

    /// An interval around an element, in units of 2^-bits.
    pub fn enclose(&self, a: &Element, bits: usize) -> Read<Enclosure> {
        if bits > MOST_BITS {
            return Err("a number of too many bits".into());
        }
        let powers = self.powers(bits)?;
        let (mut low, mut high) = (Integer::default(), Integer::default());
        for (c, power) in a.over.iter().zip(&*powers) {
            let (least, most) = if c.sign() < 0 { (&power.high, &power.low) } else { (&power.low, &power.high) };
            low = &low + &(c * least);
            high = &high + &(c * most);
        }
        Ok(Enclosure { low: low.floor(&a.under), high: high.ceiling(&a.under) })
    }

    /// 1, 0 or -1.
    pub fn sign(&self, a: &Element) -> Read<i32> {
        if let [] | [_] = a.over[..] {
            return Ok(a.over.first().map_or(0, Integer::sign));
        }
        let mut bits = FIRST_BITS;
        loop {
            spend(bits / 16)?;
            let Enclosure { low, high } = self.enclose(a, bits)?;
            if low.sign() > 0 || high.sign() < 0 {
                return Ok(low.sign());
            }
            bits *= 2;
        }
    }

    pub fn compare(&self, a: &Element, b: &Element) -> Read<Ordering> {
        Ok(self.sign(&a.minus(b))?.cmp(&0))
    }

    /// Nearly it.
    pub fn approximate(&self, a: &Element) -> Read<f64> {
        let Enclosure { low, high } = self.enclose(a, FIRST_BITS)?;
        Ok((&low + &high).approximate() * (-(FIRST_BITS as f64) - 1.0).exp2())
    }

    /// Whether an element is this root.
    fn is_root(&self, a: &Element, root: &Root) -> Read<bool> {
        let mut value = Element::zero();
        for c in root.polynomial.iter().rev() {
            value = self.product(&value, a)?.plus(&Element::whole(c.clone()));
        }
        if !value.is_zero() {
            return Ok(false);
        }
        let at = |n: &Integer| {
            let (up, down) = if root.w < 0 { (0, -root.w) } else { (root.w, 0) };
            Element::new(vec![n.up(up as usize)], Integer::from(1).up(down as usize))
        };
        let is_above = self.compare(a, &at(&root.n))? == Ordering::Greater;
        Ok(is_above && self.compare(a, &at(&(&root.n + &Integer::from(1))))? != Ordering::Greater)
    }

    /// Elements that may be a root.
    fn candidates(&self, root: &mut Root) -> Read<Vec<Element>> {
        if let Some((over, under)) = root.rational()? {
            return Ok(vec![Element::new(vec![over], under)]);
        }
        let mut found = Vec::new();
        if let ([c, b, a], [d, e, _]) = (&root.polynomial[..], &self.polynomial[..]) {
            // The roots of both discriminants differ by a fraction if their product is a square.
            let discriminant = |c: &Integer, b: &Integer, a: &Integer| &(b * b) - &(a * c).up(2);
            let (own, other) = (discriminant(c, b, a), discriminant(d, e, &Integer::from(1)));
            if let Some(square) = (&own * &other).root() {
                let field_root = self.root().plus(&self.root()).plus(&Element::whole(e.clone()));
                let own = Element::new(field_root.times(&square).over, other);
                let double = own.minus(&Element::whole(b.clone()));
                found.push(Element::new(double.over, &double.under * &a.up(1)));
            }
        }
        // Powers of beta and what is a whole number less or more.
        root.refine(-32)?;
        let one = Element::whole(Integer::from(1));
        let inverse = self.quotient(&one, &self.root())?;
        for base in [&self.root(), &inverse] {
            let mut power = one.clone();
            for _ in 0..POWERS {
                power = self.product(&power, base)?;
                for power in [power.clone(), power.negated()] {
                    let difference = root.approximate() - self.approximate(&power)?;
                    if difference.abs() < 1e15 {
                        found.push(power.plus(&Element::whole(Integer::from(difference.round() as i64))));
                    }
                }
            }
        }
        Ok(found)
    }

    /// The largest real root of a polynomial.
    pub fn root_of(&self, polynomial: &[Integer]) -> Read<Element> {
        let mut root = Root::largest(polynomial)?.ok_or("a polynomial without a real root")?;
        for candidate in self.candidates(&mut root)? {
            if self.is_root(&candidate, &root)? {
                return Ok(candidate);
            }
        }
        Err("a root that is not found in the field of the system".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::allow;

    fn polynomial(coefficients: &[i64]) -> Polynomial {
        coefficients.iter().map(|&c| Integer::from(c)).collect()
    }

    fn field(coefficients: &[i64]) -> Field {
        allow(1 << 30);
        Field::new(Root::largest(&polynomial(coefficients)).unwrap().unwrap()).unwrap()
    }

    #[test]
    fn elements_behave_as_numbers() {
        for coefficients in [&[-2, 0, 1][..], &[-1, -1, 1], &[-1, -1, -1, 1], &[0, -1, -1, 1], &[-3, 1]] {
            let field = field(coefficients);
            let near = |element: &Element| field.approximate(element).unwrap();
            let mut state = 12345u64;
            let mut next = || {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 33) as i64 % 20 - 10
            };
            for _ in 0..200 {
                let mut element = || {
                    let over = (0..field.degree()).map(|_| Integer::from(next())).collect();
                    Element::new(over, Integer::from(next() * 2 + 1))
                };
                let (a, b) = (element(), element());
                let close = |x: f64, y: f64| assert!((x - y).abs() < 1e-9 * (1.0 + x.abs()), "{x} {y}");
                close(near(&a.plus(&b)), near(&a) + near(&b));
                close(near(&a.minus(&b)), near(&a) - near(&b));
                close(near(&field.product(&a, &b).unwrap()), near(&a) * near(&b));
                assert_eq!(field.compare(&a, &b).unwrap(), near(&a).total_cmp(&near(&b)), "{a:?} {b:?}");
                if !b.is_zero() {
                    let quotient = field.quotient(&a, &b).unwrap();
                    assert_eq!(field.product(&quotient, &b).unwrap(), a);
                }
            }
            assert!(field.quotient(&field.root(), &Element::zero()).is_err());
        }
    }

    #[test]
    fn roots_are_found_in_the_field() {
        let golden = field(&[-1, -1, 1]);
        let near = |field: &Field, coefficients: &[i64]| {
            field.root_of(&polynomial(coefficients)).map(|root| field.approximate(&root).unwrap())
        };
        for (coefficients, value) in [
            (&[-5, 0, 1][..], 5f64.sqrt()),
            (&[-80, 0, 1], 80f64.sqrt()),
            (&[-5, 0, 9], 5f64.sqrt() / 3.0),
            (&[-4, 0, 1], 2.0),
            (&[-1, 2], 0.5),
            (&[0, 0, 1], 0.0),
            (&[-1, 4, 1], 5f64.sqrt() - 2.0),
            // Its discriminant is 20, and that over 5 is 4.
            (&[-1, -8, 4], 1.0 + 5f64.sqrt() / 2.0),
            (&[-5, -10, 15], 1.0),
            (&[-1, -2, 4], (1.0 + 5f64.sqrt()) / 4.0),
            (&[1, -3, 1], (3.0 + 5f64.sqrt()) / 2.0),
            // x^3 = 2x^2 - 1: 1 and phi and its conjugate.
            (&[1, 0, -2, 1], (1.0 + 5f64.sqrt()) / 2.0),
        ] {
            assert!((near(&golden, coefficients).unwrap() - value).abs() < 1e-12, "{coefficients:?}");
        }
        // The last is (x^2-x-1)(x^2-3), and phi is less than sqrt(3).
        for coefficients in [&[-2, 0, 1][..], &[-1, -1, -1, 1], &[1, 0, 1], &[7], &[3, 3, -4, -1, 1]] {
            assert!(near(&golden, coefficients).is_err(), "{coefficients:?}");
        }
        let tribonacci = field(&[-1, -1, -1, 1]);
        let beta = 1.839286755214161;
        for (coefficients, value) in [
            (&[-1, -1, -1, 1][..], beta),
            // Of 1/beta, and of beta^2 as a root of x^3 - 3x^2 - x - 1.
            (&[-1, 1, 1, 1], 1.0 / beta),
            (&[-1, -1, -3, 1], beta * beta),
            (&[-2, 4, -4, 1], beta + 1.0),
        ] {
            assert!((near(&tribonacci, coefficients).unwrap() - value).abs() < 1e-12, "{coefficients:?}");
        }
        assert!(near(&tribonacci, &[-5, 0, 1]).is_err());
        let base = field(&[-2, 1]);
        assert!(near(&base, &[-9, 0, 4]).unwrap() == 1.5 && near(&base, &[-2, 0, 1]).is_err());
    }

    #[test]
    fn a_field_needs_a_root_above_one() {
        allow(1 << 30);
        for coefficients in [&[-1, 1][..], &[0, 1], &[-1, 2], &[-1, 1, 1], &[-1, 13, 1]] {
            let root = Root::largest(&polynomial(coefficients)).unwrap().unwrap();
            assert!(Field::new(root).is_err(), "{coefficients:?}");
        }
    }

    #[test]
    fn intervals_have_what_they_enclose() {
        let field = field(&[-1, -1, 1]);
        let square = field.product(&field.root(), &field.root()).unwrap();
        for bits in [1000, 8, 100] {
            let own = field.enclose(&field.root(), bits).unwrap();
            let product = own.times(&own, bits);
            let direct = field.enclose(&square, bits).unwrap();
            assert!(product.low <= direct.high && direct.low <= product.high);
            assert!((&product.high - &product.low).bits() < 5);
        }
        for (a, b) in [(3, -2), (-3, 2), (5, 7), (-5, -7), (987, -610)] {
            let element = Element::new(vec![Integer::from(a), Integer::from(b)], Integer::from(3));
            let [near, far] = [300, 8].map(|bits| field.enclose(&element, bits).unwrap());
            assert!(far.low.up(292) <= near.low && near.low < near.high && near.high <= far.high.up(292), "{a} {b}");
        }
        let minus = Enclosure { low: Integer::from(-3), high: Integer::from(2) };
        assert_eq!(minus.times(&minus, 0), Enclosure { low: Integer::from(-6), high: Integer::from(9) });
        assert_eq!(minus.times(&minus, 1), Enclosure { low: Integer::from(-3), high: Integer::from(5) });
    }
}
