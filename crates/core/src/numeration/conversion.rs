//! Writes numbers in a system and reads them back, a block of digits at a time.
//!
//! Up to some thousands of digits, [`Blocks`] go down one after another: a number of m digits costs O(d^2 m^2 / k)
//! steps on machine words, d the order of the recurrence, k = 58 for Fibonacci, and the memory of d weights. Longer
//! numbers are written by [`Halves`]. Bad for numbers next to a sum of few weights, where leading bits hardly ever
//! tell: these cost k / d times as much, at any length.

use std::convert::Infallible;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::tuning::numeration::conversion;

use super::blocks::{Blocks, combination};
use super::halves::Halves;
use super::positional::Positional;

impl Positional {
    /// The digits of `n`, most significant first, without leading zeros; none for 0.
    pub fn digits_of(&self, n: &BigUint) -> Vec<u32> {
        let Ok(digits) = self.digits_by(n, || Ok::<(), Infallible>(()));
        digits
    }

    /// The digits of `n` as [`Self::digits_of`] finds them; an error of `look` ends the search.
    pub(super) fn digits_by<E>(&self, n: &BigUint, look: impl Fn() -> Result<(), E>) -> Result<Vec<u32>, E> {
        let first = self.weights().len() - 1;
        let mut digits = Vec::new();
        let small = match n.to_i128().filter(|&n| n < self.weights()[first]) {
            Some(small) => small,
            None => {
                let mut blocks = Blocks::new(self);
                let mut rest = n.clone();
                if n.bits() < conversion::BITS_OF_HALVES {
                    while blocks.window[0] <= *n {
                        look()?;
                        blocks.ascend();
                    }
                } else {
                    let found = Halves::new(&blocks).digits_of(n, &look)?;
                    (digits, rest) = (found.digits, found.rest);
                    for _ in 0..found.blocks_left {
                        look()?;
                        blocks.ascend();
                    }
                }
                while blocks.at > first {
                    look()?;
                    blocks.descend();
                    blocks.block_of(&blocks.window, &mut rest, &mut digits);
                }
                rest.to_i128().expect("less than a tabulated weight")
            }
        };
        let mut rest = small;
        for &weight in self.weights()[..first].iter().rev() {
            digits.push((rest / weight).to_u32().expect("a digit is small"));
            rest %= weight;
        }
        let leading = digits.iter().take_while(|&&digit| digit == 0).count();
        digits.drain(..leading);
        Ok(digits)
    }

    /// The value of a word of digits, most significant first, valid or not.
    pub fn value_of(&self, digits: &[u32]) -> BigUint {
        let Ok(value) = self.value_by(digits, || Ok::<(), Infallible>(()));
        value
    }

    /// The value of `digits` as [`Self::value_of`] finds it; an error of `look` ends the sum.
    pub(super) fn value_by<E>(&self, digits: &[u32], look: impl Fn() -> Result<(), E>) -> Result<BigUint, E> {
        let first = self.weights().len() - 1;
        let (high, low) = digits.split_at(digits.len().saturating_sub(first));
        let tabulated = low.iter().rev().zip(self.weights());
        let mut value: BigUint = tabulated.map(|(&digit, &weight)| BigUint::from(digit) * weight.unsigned_abs()).sum();
        if high.is_empty() {
            return Ok(value);
        }
        let mut blocks = Blocks::new(self);
        for block in high.rchunks(blocks.rows.len()) {
            look()?;
            value = combination(value, &blocks.sum(block), &blocks.window);
            blocks.ascend();
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use num_integer::Integer;

    use super::super::{Numerations, from_recurrence};
    use super::*;

    const SYSTEMS: [&str; 12] = [
        "msd_2",
        "msd_10",
        "msd_1000",
        "msd_fib",
        "msd_trib",
        "msd_pell",
        "msd_nara",
        "msd_bonacci5",
        "msd_cubic2",
        "msd_wythoff2",
        "msd_wythoff3",
        "msd_fib",
    ];

    /// Every weight up to some place, by the recurrence alone.
    fn weights(positional: &Positional, places: usize) -> Vec<BigUint> {
        let order = positional.order();
        let mut weights: Vec<num_bigint::BigInt> =
            positional.weights()[..order].iter().map(|&weight| weight.into()).collect();
        while weights.len() < places {
            let next = positional.recurrence().iter().zip(weights.iter().rev()).map(|(&k, weight)| weight * k).sum();
            weights.push(next);
        }
        weights.into_iter().map(|weight| weight.to_biguint().expect("weights are positive")).collect()
    }

    /// Every weight of up to so many bits, and one more.
    fn weights_of_bits(system: &Positional, bits: u64) -> Vec<BigUint> {
        let mut places = 64;
        while weights(system, places).last().unwrap().bits() <= bits {
            places *= 2;
        }
        let mut weights = weights(system, places);
        let kept = weights.iter().take_while(|weight| weight.bits() <= bits).count() + 1;
        weights.truncate(kept);
        weights
    }

    /// Greedy digits, one weight after another.
    fn greedy(n: &BigUint, weights: &[BigUint]) -> Vec<u32> {
        let mut rest = n.clone();
        let mut digits = Vec::new();
        for weight in weights.iter().rev() {
            let (digit, remainder) = rest.div_rem(weight);
            digits.push(digit.to_u32().unwrap());
            rest = remainder;
        }
        digits.into_iter().skip_while(|&digit| digit == 0).collect()
    }

    fn check(name: &str, numbers: impl Fn(&[BigUint]) -> Vec<BigUint>) {
        let system = Numerations::standard().get(name).unwrap();
        let weights = weights(system.positional().unwrap(), 600);
        for n in numbers(&weights) {
            let digits = system.positional().unwrap().digits_of(&n);
            assert_eq!(digits, greedy(&n, &weights), "{n} in {name}");
            assert_eq!(system.positional().unwrap().value_of(&digits), n, "{n} in {name}");
        }
    }

    #[test]
    fn blocks_of_digits_are_those_found_one_by_one() {
        let mut state = 1u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        let numbers: Vec<BigUint> = (0..40).map(|i| BigUint::new((0..1 + i % 8).map(|_| random()).collect())).collect();
        SYSTEMS.iter().for_each(|name| check(name, |_| numbers.clone()));
    }

    #[test]
    fn numbers_next_to_sums_of_few_weights_are_no_exception() {
        for name in SYSTEMS {
            check(name, |weights| {
                let mut numbers = Vec::new();
                for place in (60..weights.len() - 1).step_by(13) {
                    let weight = &weights[place];
                    numbers.extend([weight - 1u32, weight.clone(), weight + 1u32]);
                    numbers.extend([weight + &weights[place - 50], weight - &weights[place / 3], weight * 2u32 - 1u32]);
                }
                numbers
            });
        }
    }

    #[test]
    fn digits_found_by_halves_are_those_found_one_by_one() {
        let mut state = 7u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        let shipped = |name: &str| Numerations::standard().get(name).unwrap().positional().unwrap().as_ref().clone();
        let mut systems: Vec<Positional> = SYSTEMS.into_iter().chain(["msd_root_3_2"]).map(shipped).collect();
        // With coefficients that are negative.
        systems.push(from_recurrence(&[3, -1], None).unwrap());
        for system in systems {
            let weights = weights_of_bits(&system, 3 * conversion::BITS_OF_HALVES);
            let words = usize::try_from(conversion::BITS_OF_HALVES / 32).unwrap();
            let mut numbers: Vec<BigUint> = [1, 2, 7, words / 2, words]
                .iter()
                .map(|more| BigUint::new((0..words + more).map(|_| random()).collect()))
                .collect();
            // Next to sums of few weights, and with long runs of zeros.
            let last = weights.len() - 2;
            numbers.extend([&weights[last] - 1u32, weights[last].clone(), &weights[last] + 1u32]);
            numbers.extend([&weights[last] + &weights[last / 2], &weights[last] + &numbers[0] - 1u32]);
            numbers.push(&weights[last] - &weights[last / 2]);
            for n in numbers {
                let digits = system.digits_of(&n);
                assert!(digits == greedy(&n, &weights), "{} bits by {:?}", n.bits(), system.recurrence());
                assert!(system.value_of(&digits) == n, "{} bits by {:?}", n.bits(), system.recurrence());
            }
        }
    }

    #[test]
    fn words_that_are_no_representations_have_a_value_too() {
        for name in SYSTEMS {
            let system = Numerations::standard().get(name).unwrap();
            let weights = weights(system.positional().unwrap(), 300);
            for length in [1, 40, 100, 300] {
                let digits: Vec<u32> = (0..length).map(|i| [u32::MAX, 0, 7][i % 3]).collect();
                let value: BigUint = digits.iter().rev().zip(&weights).map(|(&digit, weight)| weight * digit).sum();
                assert_eq!(system.positional().unwrap().value_of(&digits), value, "{length} digits in {name}");
            }
        }
    }
}
