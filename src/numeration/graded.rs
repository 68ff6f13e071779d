//! Systems on a ladder: negative bases, whose words are all the integers, and Ostrowski systems.
//!
//! Base -k has the weights (-k)^i and the digits below k; all words are valid (Grünwald 1885). NegaFibonacci has the
//! weights 1, -1, 2, -3, 5, .. and the words without two adjacent 1s (Bunder, "Zeckendorf representations using negative
//! Fibonacci numbers", 1992). An Ostrowski system has the denominators q_i of a continued fraction [a_0; a_1, a_2, ..] as
//! weights, q_0 = 1, q_1 = a_1, q_{i+1} = a_{i+1} q_i + q_{i-1}; digit d_i is at most a_{i+1}, and after a digit a_{i+1}
//! comes 0; d_0 is at most a_1 - 1 (Ostrowski 1922). The integer part a_0 does not matter. Words of i digits are worth
//! 0 .. q_i - 1, in their radix order.

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use crate::automata::{Budget, Dfa, Layout, Limit};

use super::error::{LARGEST_BASE, NumerationError};
use super::ladder::{Ladder, LadderAtom, Place, Reading, has_negatives};
use super::linear::{Compare, LinearAtom};

/// Terms of a continued fraction, before the period and in it.
const MOST_TERMS: usize = 64;

/// Weights by a recurrence that changes from place to place, or by one with alternating signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    ladder: Ladder,
    reading: Reading,
    signed: bool,
}

/// The sign of a place where signs alternate.
const SIGNS: [i64; 2] = [1, -1];

impl Graded {
    fn new(ladder: Ladder, reading: Reading) -> Graded {
        let signed = has_negatives(&ladder, &reading);
        Graded { ladder, reading, signed }
    }

    /// Base -k.
    ///
    /// # Errors
    /// If k is below 2 or too large.
    pub fn negative_base(k: u64) -> Result<Graded, NumerationError> {
        if !(2..=LARGEST_BASE).contains(&k) {
            return Err(NumerationError::BadBase(k));
        }
        let ladder = Ladder { steps: vec![k as i64; 2], preperiod: 0, back: 0 };
        Ok(Graded::new(ladder, alternating(digit(k), None)))
    }

    /// Negative Fibonacci: weights 1, -1, 2, -3, 5, ...
    pub fn negative_fibonacci() -> Graded {
        let ladder = Ladder { steps: vec![1; 2], preperiod: 0, back: 1 };
        Graded::new(ladder, alternating(2, Some(1)))
    }

    /// The Ostrowski system of a continued fraction; its first term is the integer part.
    ///
    /// # Errors
    /// If the period is empty, or a term behind the integer part is 0 or too large.
    ///
    /// ```
    /// use filbert::numeration::Graded;
    /// // sqrt(3) = [1; 1, 2, 1, 2, ..], with the denominators 1, 1, 3, 4, 11, 15, ..
    /// let system = Graded::ostrowski(&[1], &[1, 2]).unwrap();
    /// // 10 = 2*4 + 2*1, where the digit of the first 1 must be 0.
    /// assert_eq!(system.digits_of(&10.into()), [2, 0, 2, 0]);
    /// ```
    pub fn ostrowski(preperiod: &[u64], period: &[u64]) -> Result<Graded, NumerationError> {
        let wrong = |why: &str| Err(NumerationError::NotAFraction(why.into()));
        let (mut before, mut period) = (preperiod.to_vec(), period.to_vec());
        if period.is_empty() {
            return wrong("its period is empty, so the number is rational");
        }
        if before.len() + period.len() > MOST_TERMS {
            return wrong("it has more than 64 terms");
        }
        if before.is_empty() {
            before.push(period[0]);
            period.rotate_left(1);
        }
        let mut before = before.split_off(1);
        if before.iter().chain(&period).any(|term| !(1..LARGEST_BASE).contains(term)) {
            return wrong("a term behind the integer part is 0 or too large");
        }
        let whole = (1..=period.len())
            .find(|&n| period.len() % n == 0 && period.iter().zip(period.iter().cycle().skip(n)).all(|(a, b)| a == b));
        period.truncate(whole.expect("a period is a period of itself"));
        while before.last() == period.last() {
            before.pop();
            period.rotate_right(1);
        }
        // The lowest place has a digit less.
        if before.is_empty() {
            before.push(period[0]);
            period.rotate_left(1);
        }
        let terms: Vec<u64> = before.iter().chain(&period).copied().collect();
        let place = |(i, &term): (usize, &u64)| {
            let term = digit(term);
            let (digits, full) = if i == 0 { (term, None) } else { (term + 1, Some(term)) };
            Place { digits, full, worth: [1, 0] }
        };
        let places = terms.iter().enumerate().map(place).collect();
        let steps = terms.iter().map(|&term| term as i64).collect();
        Ok(Graded::new(Ladder { steps, preperiod: before.len(), back: 1 }, Reading { places }))
    }

    /// Whether its numbers are all integers.
    pub fn is_signed(&self) -> bool {
        self.signed
    }

    /// Number of digits.
    pub fn digits(&self) -> u32 {
        self.reading.places.iter().map(|place| place.digits).max().unwrap_or(0)
    }

    /// The partial quotients a_1, a_2, .. of an Ostrowski system, before the period and in it.
    pub fn quotients(&self) -> Option<(&[i64], &[i64])> {
        (!self.signed).then(|| self.ladder.steps.split_at(self.ladder.preperiod))
    }

    /// What a digit of a place is worth, from the lowest place up.
    pub fn weights(&self) -> impl Iterator<Item = BigInt> + '_ {
        let mut weights = self.ladder.weights();
        let mut before = weights.next().expect("weights do not end");
        weights.enumerate().map(move |(place, weight)| {
            let [x, y] = self.reading.places[self.ladder.class(place)].worth;
            let worth = &weight * x + &before * y;
            before = weight;
            worth
        })
    }

    /// The smallest and the largest number of each length from 0 on.
    fn extremes(&self) -> Box<dyn Iterator<Item = (BigInt, BigInt)> + '_> {
        match self.signed {
            // Each bound is the value of a word: of digits at every other place.
            true => Box::new(self.reading.ranges(&self.ladder)),
            false => Box::new(self.ladder.weights().skip(1).map(|weight| (BigInt::ZERO, weight - 1))),
        }
    }

    /// The digits of `n`, most significant first, without leading zeros; none for 0. For numbers of this system.
    pub fn digits_of(&self, n: &BigInt) -> Vec<u32> {
        if n.is_zero() {
            return Vec::new();
        }
        let holds = |(low, high): &(BigInt, BigInt), n: &BigInt| low <= n && n <= high;
        let mut ranges = Vec::new();
        for range in self.extremes() {
            let enough = holds(&range, n);
            ranges.push(range);
            if enough {
                break;
            }
        }
        let weights: Vec<BigInt> = self.weights().take(ranges.len()).collect();
        let mut rest = n.clone();
        let mut digits = Vec::with_capacity(ranges.len());
        for place in (0..ranges.len() - 1).rev() {
            // The smallest digit that leaves what the lower places can hold.
            let (low, high) = &ranges[place];
            let weight = &weights[place];
            let too_far = if weight.sign() == num_bigint::Sign::Plus { &rest - high } else { &rest - low };
            let digit = num_integer::Integer::div_ceil(&too_far, weight).max(BigInt::ZERO);
            rest -= &digit * weight;
            digits.push(digit.to_u32().expect("a digit is small"));
        }
        digits
    }

    /// The value of a word of digits, most significant first, valid or not.
    pub fn value_of(&self, digits: &[u32]) -> BigInt {
        digits.iter().rev().zip(self.weights()).map(|(&digit, weight)| weight * digit).sum()
    }

    /// The valid words, most significant digit first.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn valid(&self, budget: &Budget) -> Result<Dfa, Limit> {
        let all = LinearAtom { weights: vec![vec![0]], compare: Compare::Less, constant: 1 };
        self.linear(&all, budget)
    }

    /// The relation of an atom without shifts, most significant digit first.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn linear(&self, atom: &LinearAtom, budget: &Budget) -> Result<Dfa, Limit> {
        let tracks: Vec<(&Reading, i64)> = atom.weights.iter().map(|weight| (&self.reading, weight[0])).collect();
        let layout = Layout::new(&vec![self.digits(); tracks.len()])?;
        LadderAtom::new(&self.ladder, &tracks, atom.compare, atom.constant).build(&layout, budget)
    }

    /// The pairs of equal numbers of this negative system and of its positive one, most significant digit first; `None`
    /// if this has no negative numbers.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn base_change(&self, budget: &Budget) -> Result<Option<Dfa>, Limit> {
        if !self.signed {
            return Ok(None);
        }
        // |w_p| = k^p in base -k, which base k has too. |w_p| = F_{p+1} in negaFibonacci, where Fibonacci has F_{p+2}.
        let worth = [1, self.ladder.back];
        let places = self.reading.places.iter().map(|place| Place { worth, ..*place }).collect();
        let positive = Reading { places };
        let tracks = [(&self.reading, 1), (&positive, -1)];
        let layout = Layout::new(&[self.digits(); 2])?;
        LadderAtom::new(&self.ladder, &tracks, Compare::Equal, 0).build(&layout, budget).map(Some)
    }
}

/// A number that was seen to be a possible digit.
fn digit(n: u64) -> u32 {
    u32::try_from(n).expect("at most the largest base")
}

/// Digits below `digits` at places with alternating signs.
fn alternating(digits: u32, full: Option<u32>) -> Reading {
    Reading { places: SIGNS.map(|sign| Place { digits, full, worth: [sign, 0] }).into() }
}

/// A system by the words that filbert itself has for it, `neg_10` or `neg_fib`; `None` if it has none.
pub(super) fn negative(name: &str) -> Option<Result<Graded, NumerationError>> {
    let rest = name.strip_prefix("neg_")?;
    match rest.parse::<u64>() {
        Ok(k) => Some(Graded::negative_base(k)),
        Err(_) => (rest == "fib").then(|| Ok(Graded::negative_fibonacci())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(system: &Graded, count: usize) -> Vec<i64> {
        system.weights().take(count).map(|weight| weight.to_i64().unwrap()).collect()
    }

    #[test]
    fn weights_are_those_of_the_literature() {
        let ost = |before: &[u64], period: &[u64]| weights(&Graded::ostrowski(before, period).unwrap(), 6);
        assert_eq!(weights(&Graded::negative_base(2).unwrap(), 5), [1, -2, 4, -8, 16]);
        assert_eq!(weights(&Graded::negative_fibonacci(), 6), [1, -1, 2, -3, 5, -8]);
        assert_eq!(ost(&[0], &[1]), [1, 1, 2, 3, 5, 8]);
        assert_eq!(ost(&[0, 2], &[1]), [1, 2, 3, 5, 8, 13]);
        assert_eq!(ost(&[0], &[2]), [1, 2, 5, 12, 29, 70]);
        assert_eq!(ost(&[0, 3, 1], &[1, 2]), [1, 3, 4, 7, 18, 25]);
    }

    #[test]
    fn one_fraction_has_one_system() {
        let ost = |before: &[u64], period: &[u64]| Graded::ostrowski(before, period).unwrap();
        assert_eq!(ost(&[0], &[1, 2]), ost(&[7, 1, 2, 1], &[2, 1, 2, 1]));
        assert_eq!(ost(&[], &[2]), ost(&[0], &[2]));
        assert_ne!(ost(&[0], &[1, 2]), ost(&[0], &[2, 1]));
        for (before, period) in [(&[0, 0][..], &[1][..]), (&[0], &[]), (&[0], &[1, 0]), (&[0], &[1 << 20])] {
            assert!(Graded::ostrowski(before, period).is_err(), "{before:?} {period:?}");
        }
    }

    #[test]
    fn every_number_has_its_digits() {
        let systems = [
            Graded::negative_base(2).unwrap(),
            Graded::negative_base(10).unwrap(),
            Graded::negative_fibonacci(),
            Graded::ostrowski(&[0], &[1]).unwrap(),
            Graded::ostrowski(&[0, 3, 1], &[1, 2]).unwrap(),
        ];
        for system in systems {
            let least = if system.is_signed() { -300 } else { 0 };
            let valid = system.valid(&Budget::unlimited()).unwrap();
            for n in least..300i64 {
                let digits = system.digits_of(&n.into());
                assert_ne!(digits.first(), Some(&0));
                assert_eq!(system.value_of(&digits), n.into());
                assert!(valid.accepts(digits.iter().map(|&digit| u64::from(digit))), "{n}: {digits:?}");
            }
        }
    }
}
