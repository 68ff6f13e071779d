//! Whole numbers of any size, and fractions.
//!
//! A number is a sign and words of 32 bits, the least significant first; products and quotients are those of the school
//! (Knuth, The Art of Computer Programming, 4.3.1). Bad for many thousand bits: a product takes as many steps as both
//! numbers have words, multiplied.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// A whole number. The last word is not 0, and 0 is not negative.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Integer {
    is_negative: bool,
    words: Vec<u32>,
}

fn trimmed(mut words: Vec<u32>) -> Vec<u32> {
    while words.last() == Some(&0) {
        words.pop();
    }
    words
}

fn compared(a: &[u32], b: &[u32]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn sum(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let (mut words, mut carry) = (Vec::with_capacity(long.len() + 1), 0u64);
    for (at, &word) in long.iter().enumerate() {
        carry += u64::from(word) + u64::from(short.get(at).copied().unwrap_or(0));
        words.push(carry as u32);
        carry >>= 32;
    }
    words.push(carry as u32);
    trimmed(words)
}

/// The first less the second, which is not greater.
fn difference(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (mut words, mut borrow) = (Vec::with_capacity(a.len()), 0i64);
    for (at, &word) in a.iter().enumerate() {
        borrow += i64::from(word) - i64::from(b.get(at).copied().unwrap_or(0));
        words.push(borrow as u32);
        borrow >>= 32;
    }
    trimmed(words)
}

fn product(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut words = vec![0u32; a.len() + b.len()];
    for (at, &x) in a.iter().enumerate() {
        let mut carry = 0u64;
        for (word, &y) in words[at..].iter_mut().zip(b) {
            carry += u64::from(x) * u64::from(y) + u64::from(*word);
            *word = carry as u32;
            carry >>= 32;
        }
        words[at + b.len()] = carry as u32;
    }
    trimmed(words)
}

fn shifted_up(a: &[u32], bits: usize) -> Vec<u32> {
    let (whole, part) = (bits / 32, bits % 32);
    let mut words = vec![0; whole];
    let mut carry = 0u64;
    for &word in a {
        carry |= u64::from(word) << part;
        words.push(carry as u32);
        carry >>= 32;
    }
    words.push(carry as u32);
    trimmed(words)
}

fn shifted_down(a: &[u32], bits: usize) -> Vec<u32> {
    let (whole, part) = (bits / 32, bits % 32);
    let rest = a.get(whole..).unwrap_or_default();
    let word = |at: usize| u64::from(rest.get(at).copied().unwrap_or(0));
    trimmed((0..rest.len()).map(|at| ((word(at) | word(at + 1) << 32) >> part) as u32).collect())
}

/// Quotient and remainder by one word.
fn divided_by_word(a: &[u32], b: u32) -> (Vec<u32>, u32) {
    let (mut words, mut rest) = (a.to_vec(), 0u64);
    for word in words.iter_mut().rev() {
        let own = rest << 32 | u64::from(*word);
        *word = (own / u64::from(b)) as u32;
        rest = own % u64::from(b);
    }
    (trimmed(words), rest as u32)
}

/// Quotient and remainder; the divisor is not 0.
fn divided(a: &[u32], b: &[u32]) -> (Vec<u32>, Vec<u32>) {
    if compared(a, b) == Ordering::Less {
        return (Vec::new(), a.to_vec());
    }
    if let [word] = b {
        let (words, rest) = divided_by_word(a, *word);
        return (words, trimmed(vec![rest]));
    }
    // Both times the power of 2 that makes the first bit of the divisor 1.
    let up = b[b.len() - 1].leading_zeros() as usize;
    let (mut rest, b) = (shifted_up(a, up), shifted_up(b, up));
    rest.resize(rest.len().max(a.len()) + 1, 0);
    let (n, first, second) = (b.len(), u64::from(b[b.len() - 1]), u64::from(b[b.len() - 2]));
    let mut words = vec![0u32; rest.len() - n];
    for at in (0..rest.len() - n).rev() {
        let top = u64::from(rest[at + n]) << 32 | u64::from(rest[at + n - 1]);
        let (mut guess, mut left) = (top / first, top % first);
        while guess >> 32 != 0 || guess * second > (left << 32 | u64::from(rest[at + n - 2])) {
            guess -= 1;
            left += first;
            if left >> 32 != 0 {
                break;
            }
        }
        // The guess may be one too large: then the product is added back.
        let (mut carry, mut borrow) = (0u64, 0i64);
        for (word, &own) in rest[at..].iter_mut().zip(&b) {
            carry += guess * u64::from(own);
            borrow += i64::from(*word) - i64::from(carry as u32);
            *word = borrow as u32;
            carry >>= 32;
            borrow >>= 32;
        }
        borrow += i64::from(rest[at + n]) - carry as i64;
        rest[at + n] = borrow as u32;
        if borrow < 0 {
            guess -= 1;
            let mut carry = 0u64;
            for (word, &own) in rest[at..].iter_mut().zip(&b) {
                carry += u64::from(*word) + u64::from(own);
                *word = carry as u32;
                carry >>= 32;
            }
            rest[at + n] = rest[at + n].wrapping_add(carry as u32);
        }
        words[at] = guess as u32;
    }
    (trimmed(words), shifted_down(&trimmed(rest), up))
}

impl Integer {
    fn new(is_negative: bool, words: Vec<u32>) -> Integer {
        Integer { is_negative: is_negative && !words.is_empty(), words }
    }

    pub fn is_zero(&self) -> bool {
        self.words.is_empty()
    }

    /// 1, 0 or -1.
    pub fn sign(&self) -> i32 {
        if self.is_negative { -1 } else { i32::from(!self.is_zero()) }
    }

    pub fn abs(&self) -> Integer {
        Integer::new(false, self.words.clone())
    }

    /// How many bits the absolute value has.
    pub fn bits(&self) -> usize {
        self.words.last().map_or(0, |last| 32 * self.words.len() - last.leading_zeros() as usize)
    }

    /// This times a power of 2.
    pub fn up(&self, bits: usize) -> Integer {
        Integer::new(self.is_negative, shifted_up(&self.words, bits))
    }

    /// The greatest number that is not more than this divided by a power of 2.
    pub fn down(&self, bits: usize) -> Integer {
        let words = shifted_down(&self.words, bits);
        let is_whole = !self.is_negative || shifted_up(&words, bits) == self.words;
        let down = Integer::new(self.is_negative, words);
        if is_whole { down } else { &down - &Integer::from(1) }
    }

    /// Quotient and remainder by a number that is not 0: the remainder has the sign of this, or is 0.
    pub fn divided(&self, by: &Integer) -> (Integer, Integer) {
        let (quotient, rest) = divided(&self.words, &by.words);
        (Integer::new(self.is_negative != by.is_negative, quotient), Integer::new(self.is_negative, rest))
    }

    /// The greatest number that is not more than the quotient.
    pub fn floor(&self, by: &Integer) -> Integer {
        let (quotient, rest) = self.divided(by);
        if rest.sign() * by.sign() < 0 { &quotient - &Integer::from(1) } else { quotient }
    }

    /// The least number that is not less than the quotient.
    pub fn ceiling(&self, by: &Integer) -> Integer {
        -&(-self).floor(by)
    }

    /// The quotient, if it is whole.
    pub fn exactly(&self, by: &Integer) -> Option<Integer> {
        let (quotient, rest) = self.divided(by);
        rest.is_zero().then_some(quotient)
    }

    /// The absolute value, if it has at most 64 bits.
    fn small(&self) -> Option<u64> {
        match self.words[..] {
            [] => Some(0),
            [word] => Some(word.into()),
            [low, high] => Some(u64::from(high) << 32 | u64::from(low)),
            _ => None,
        }
    }

    /// The greatest number that divides both; 0 of 0 and 0.
    pub fn common(&self, other: &Integer) -> Integer {
        let (mut a, mut b) = (self.abs(), other.abs());
        loop {
            if let (Some(mut x), Some(mut y)) = (a.small(), b.small()) {
                while y > 0 {
                    (x, y) = (y, x % y);
                }
                return Integer::new(false, trimmed(vec![x as u32, (x >> 32) as u32]));
            }
            if b.is_zero() {
                return a;
            }
            let rest = a.divided(&b).1;
            (a, b) = (b, rest);
        }
    }

    /// The square root, if it is whole.
    pub fn root(&self) -> Option<Integer> {
        if self.sign() <= 0 {
            return self.is_zero().then(Integer::default);
        }
        // Newton's iteration from above stops at the greatest number whose square is not more.
        let mut found = Integer::from(1).up(self.bits().div_ceil(2));
        loop {
            let next = (&found + &self.divided(&found).0).down(1);
            if next >= found {
                return (&found * &found == *self).then_some(found);
            }
            found = next;
        }
    }

    /// Nearly this.
    pub fn approximate(&self) -> f64 {
        let size = self.words.iter().rev().fold(0.0, |sum, &word| sum * 4_294_967_296.0 + f64::from(word));
        if self.is_negative { -size } else { size }
    }

    /// The number, if it has at most 127 bits.
    pub fn to_i128(&self) -> Option<i128> {
        let size = self
            .words
            .iter()
            .rev()
            .try_fold(0i128, |sum, &word| (sum >> 95 == 0).then_some(sum << 32 | i128::from(word)))?;
        Some(if self.is_negative { -size } else { size })
    }
}

impl From<i128> for Integer {
    fn from(number: i128) -> Integer {
        let size = number.unsigned_abs();
        Integer::new(number < 0, trimmed((0..4).map(|at| (size >> (32 * at)) as u32).collect()))
    }
}

impl From<i64> for Integer {
    fn from(number: i64) -> Integer {
        Integer::from(i128::from(number))
    }
}

impl From<i32> for Integer {
    fn from(number: i32) -> Integer {
        Integer::from(i128::from(number))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Integer) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, false) => compared(&self.words, &other.words),
            (true, true) => compared(&other.words, &self.words),
            (is_less, _) => other.is_negative.cmp(&is_less),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Neg for &Integer {
    type Output = Integer;

    fn neg(self) -> Integer {
        Integer::new(!self.is_negative, self.words.clone())
    }
}

/// The sum, the second with the sign given.
fn signed_sum(a: &Integer, b: &[u32], is_negative: bool) -> Integer {
    if a.is_negative == is_negative {
        return Integer::new(is_negative, sum(&a.words, b));
    }
    match compared(&a.words, b) {
        Ordering::Less => Integer::new(is_negative, difference(b, &a.words)),
        _ => Integer::new(a.is_negative, difference(&a.words, b)),
    }
}

impl Add for &Integer {
    type Output = Integer;

    fn add(self, other: &Integer) -> Integer {
        signed_sum(self, &other.words, other.is_negative)
    }
}

impl Sub for &Integer {
    type Output = Integer;

    fn sub(self, other: &Integer) -> Integer {
        signed_sum(self, &other.words, !other.is_negative)
    }
}

impl Mul for &Integer {
    type Output = Integer;

    fn mul(self, other: &Integer) -> Integer {
        Integer::new(self.is_negative != other.is_negative, product(&self.words, &other.words))
    }
}

/// A fraction in lowest terms. What it is divided by is positive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rational {
    pub over: Integer,
    pub under: Integer,
}

impl Rational {
    /// The quotient by a number that is not 0.
    pub fn new(over: Integer, under: &Integer) -> Rational {
        let common = over.common(under);
        let common = if under.sign() < 0 { -&common } else { common };
        Rational { over: over.divided(&common).0, under: under.divided(&common).0 }
    }

    pub fn is_zero(&self) -> bool {
        self.over.is_zero()
    }

    /// This less a product.
    pub fn less(&self, a: &Rational, b: &Rational) -> Rational {
        let (over, under) = (&a.over * &b.over, &a.under * &b.under);
        Rational::new(&(&self.over * &under) - &(&over * &self.under), &(&self.under * &under))
    }

    /// The quotient by a number that is not 0.
    pub fn by(&self, other: &Rational) -> Rational {
        Rational::new(&self.over * &other.under, &(&self.under * &other.over))
    }
}

impl From<Integer> for Rational {
    fn from(over: Integer) -> Rational {
        Rational { over, under: Integer::from(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of all sizes, many with words of ones or zeros.
    fn numbers(many: usize) -> Vec<i128> {
        let mut state = 88172645463325252u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let number = |_| {
            let size = u128::from(next()) << 64 | u128::from(next());
            let word = match next() % 4 {
                0 => size | 0xffff_ffff << (next() % 90),
                1 => size & !(0xffff_ffff << (next() % 90)),
                _ => size,
            };
            let number = (word >> (1 + next() % 127)) as i128;
            if next() % 2 == 0 { -number } else { number }
        };
        (0..many).map(number).collect()
    }

    #[test]
    fn sums_and_orders_are_those_of_the_machine() {
        let numbers = numbers(2000);
        for pair in numbers.windows(2) {
            let (a, b) = (pair[0] / 2, pair[1] / 2);
            let [x, y] = [a, b].map(Integer::from);
            assert_eq!((&x + &y, &x - &y), (Integer::from(a + b), Integer::from(a - b)), "{a} {b}");
            assert_eq!((x.cmp(&y), x.to_i128()), (a.cmp(&b), Some(a)));
            assert_eq!((x.sign(), (-&x).to_i128()), (a.signum() as i32, Some(-a)));
            let bits = (b.unsigned_abs() % 100) as usize;
            assert_eq!(x.down(bits), Integer::from(a >> bits), "{a} {bits}");
            assert_eq!(x.up(bits).down(bits), x);
            assert_eq!(x.bits(), 128 - a.unsigned_abs().leading_zeros() as usize);
            let near = x.approximate();
            assert!((near - a as f64).abs() <= 1e-12 * (a as f64).abs());
        }
    }

    #[test]
    fn products_and_quotients_are_those_of_the_machine() {
        let numbers = numbers(6000);
        for pair in numbers.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let [x, y] = [a, b].map(Integer::from);
            if let Some(ab) = a.checked_mul(b) {
                assert_eq!(&x * &y, Integer::from(ab), "{a} {b}");
            }
            if b == 0 {
                continue;
            }
            assert_eq!(x.divided(&y), (Integer::from(a / b), Integer::from(a % b)), "{a} {b}");
            let floor = a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
            assert_eq!(x.floor(&y), Integer::from(floor), "{a} {b}");
            assert_eq!(x.ceiling(&y), Integer::from(floor + i128::from(a % b != 0)), "{a} {b}");
            let (mut p, mut q) = (a.unsigned_abs(), b.unsigned_abs());
            while q > 0 {
                (p, q) = (q, p % q);
            }
            assert_eq!(x.common(&y), Integer::from(p as i128), "{a} {b}");
        }
    }

    #[test]
    fn quotients_of_long_numbers_give_back_the_product() {
        let numbers: Vec<Integer> = numbers(3000).into_iter().map(Integer::from).collect();
        for four in numbers.windows(4) {
            let divisor = &(&four[0] * &four[1]) + &four[2].abs();
            let rest = four[3].abs();
            if divisor.abs() <= rest {
                continue;
            }
            let whole = &(&divisor * &four[2]) * &divisor;
            let sum = if whole.sign() < 0 { &whole - &rest } else { &whole + &rest };
            assert_eq!(sum.divided(&divisor), (&four[2] * &divisor, if whole.sign() < 0 { -&rest } else { rest }));
            assert_eq!(whole.exactly(&divisor), Some(&four[2] * &divisor));
            assert_eq!((&divisor * &divisor).root(), Some(divisor.abs()));
            assert_eq!((&(&divisor * &divisor) + &Integer::from(1)).root(), None);
        }
        // The guess of a digit is one too large, and the product is added back (Warren, Hacker's Delight, 9-2).
        for (a, b) in [
            (vec![3, 0, 0x8000_0000], vec![1, 0, 0x2000_0000]),
            (vec![0, 0xffff_fffe, 0x8000_0000], vec![0xffff_ffff, 0x8000_0000]),
        ] {
            let [a, b] = [a, b].map(|words| Integer::new(false, words));
            let (quotient, rest) = a.divided(&b);
            assert_eq!(&(&quotient * &b) + &rest, a);
            assert!(rest < b && rest.sign() >= 0);
        }
        assert_eq!(Integer::default().root(), Some(Integer::default()));
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        let fraction = |a: i64, b: i64| Rational::new(Integer::from(a), &Integer::from(b));
        assert_eq!(fraction(6, -4), fraction(-3, 2));
        assert_eq!(fraction(1, 2).less(&fraction(1, 3), &fraction(3, 2)), fraction(0, 7));
        assert_eq!(fraction(1, 2).by(&fraction(-3, 4)), fraction(-2, 3));
        assert!(fraction(0, -5).is_zero() && fraction(0, -5) == Rational::from(Integer::default()));
    }
}
