//! Writes numbers in a system and reads them back, a block of digits at a time.
//!
//! The weights of k places in a row are small combinations of the d weights below them, d the order of the recurrence:
//! the rows of powers of the companion matrix. Hence the leading bits of these d weights and of a number decide the
//! digits of the block, and the number is reduced once for all of them, as Lehmer (1938) did for Euclid's quotients.
//! Where the leading bits do not tell, the rest of the block is done with whole weights. The d weights go from block to
//! block by one matrix, up and down.
//!
//! A number of m digits costs O(d^2 m^2 / k) steps on machine words, k = 58 for Fibonacci, and the memory of d weights.
//! Bad for numbers next to a sum of few weights, where leading bits hardly ever tell: these cost k / d times as much.

use std::convert::Infallible;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use crate::tuning::numeration::conversion;

use super::positional::Positional;

impl Positional {
    /// The digits of `n`, most significant first, without leading zeros; none for 0.
    pub fn digits_of(&self, n: &BigUint) -> Vec<u32> {
        let Ok(digits) = self.digits_by(n, || Ok::<(), Infallible>(()));
        digits
    }

    /// The same, and `look` is asked from time to time whether to go on.
    pub(super) fn digits_by<E>(&self, n: &BigUint, look: impl Fn() -> Result<(), E>) -> Result<Vec<u32>, E> {
        let first = self.weights().len() - 1;
        let mut digits = Vec::new();
        let small = match n.to_i128().filter(|&n| n < self.weights()[first]) {
            Some(small) => small,
            None => {
                let mut blocks = Blocks::new(self);
                while blocks.window[0] <= *n {
                    look()?;
                    blocks.ascend();
                }
                let mut rest = n.clone();
                while blocks.at > first {
                    look()?;
                    blocks.descend();
                    blocks.block_of(&mut rest, &mut digits);
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

    /// The same, and `look` is asked from time to time whether to go on.
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

/// The weights `U_at, .., U_(at-d+1)`, which go up and down by k places.
struct Blocks {
    at: usize,
    window: Vec<BigUint>,
    /// From a window to the one k places up.
    up: Vec<Vec<i128>>,
    /// From a window to the one k places down, times `divisor`.
    down: Vec<Vec<i128>>,
    divisor: u64,
    /// `U_(at+j)` for j below k as a combination of the window.
    rows: Vec<Vec<i128>>,
}

impl Blocks {
    /// At the last tabulated weights.
    fn new(system: &Positional) -> Blocks {
        let recurrence: Vec<i128> = system.recurrence().iter().copied().map(i128::from).collect();
        let order = recurrence.len();
        let last = recurrence[order - 1];
        let unit = |place: usize, k: i128| (0..order).map(|i| if i == place { k } else { 0 }).collect::<Vec<_>>();
        // One place up and, times the last coefficient, one down.
        let mut companion = vec![recurrence.clone()];
        companion.extend((1..order).map(|i| unit(i - 1, 1)));
        let mut inverse: Vec<Vec<i128>> = (1..order).map(|i| unit(i, last.abs())).collect();
        let lowest = std::iter::once(1).chain(recurrence[..order - 1].iter().map(|k| -k));
        inverse.push(lowest.map(|k| k * last.signum()).collect());

        let identity: Vec<Vec<i128>> = (0..order).map(|i| unit(i, 1)).collect();
        let (mut up, mut down, mut divisor) = (identity.clone(), identity, 1i128);
        let mut rows = Vec::new();
        while rows.len() < conversion::BLOCK_PLACES {
            let (higher, lower) = (product(&companion, &up), product(&inverse, &down));
            let most = higher.iter().chain(&lower).flatten().map(|k| k.abs()).max().unwrap_or(0);
            if !rows.is_empty() && most.max(divisor * last.abs()) > conversion::LARGEST_ENTRY {
                break;
            }
            rows.push(up[0].clone());
            (up, down, divisor) = (higher, lower, divisor * last.abs());
        }
        let weights = system.weights();
        let window = weights.iter().rev().take(order).map(|&weight| BigUint::from(weight.unsigned_abs())).collect();
        let divisor = u64::try_from(divisor).expect("a coefficient of a recurrence, or less than an entry");
        Blocks { at: weights.len() - 1, window, up, down, divisor, rows }
    }

    fn ascend(&mut self) {
        self.window = self.up.iter().map(|row| combination(BigUint::zero(), row, &self.window)).collect();
        self.at += self.rows.len();
    }

    fn descend(&mut self) {
        let below = self.down.iter().map(|row| combination(BigUint::zero(), row, &self.window));
        self.window = match self.divisor {
            1 => below.collect(),
            divisor => below.map(|multiple| multiple / divisor).collect(),
        };
        self.at -= self.rows.len();
    }

    /// The combination of the window that a block of digits stands for, its last digit at the place of the window.
    fn sum(&self, block: &[u32]) -> Vec<i128> {
        let mut sum = vec![0; self.window.len()];
        for (&digit, row) in block.iter().rev().zip(&self.rows) {
            sum.iter_mut().zip(row).for_each(|(sum, k)| *sum += i128::from(digit) * k);
        }
        sum
    }

    /// The k digits from the place of the window on of a number below the weight above them; leaves what is less than
    /// the lowest weight of the block.
    fn block_of(&self, rest: &mut BigUint, digits: &mut Vec<u32>) {
        let start = digits.len();
        self.leading_digits(rest, digits);
        let leading = &digits[start..];
        // The digits found stand at the upper end of the block.
        let missing = self.rows.len() - leading.len();
        let found: Vec<u32> = leading.iter().copied().chain(std::iter::repeat_n(0, missing)).collect();
        let taken: Vec<i128> = self.sum(&found).iter().map(|k| -k).collect();
        *rest = combination(std::mem::take(rest), &taken, &self.window);
        for row in self.rows[..missing].iter().rev() {
            let weight = combination(BigUint::zero(), row, &self.window);
            let (digit, remainder) = rest.div_rem(&weight);
            digits.push(digit.to_u32().expect("a digit is small"));
            *rest = remainder;
        }
    }

    /// The first digits of a block, as many as leading bits decide.
    fn leading_digits(&self, rest: &BigUint, digits: &mut Vec<u32>) {
        let shift = self.window[0].bits().saturating_sub(conversion::LEADING_BITS);
        // A number lies in [leading, leading + error], in units of 2^shift.
        let error = i128::from(shift > 0);
        let leading = |n: &BigUint| (n >> shift).to_i128();
        let window: Option<Vec<i128>> = self.window.iter().map(leading).collect();
        let (Some(window), Some(low)) = (window, leading(rest)) else { return };
        let (mut low, mut high) = (low, low + error);
        for row in self.rows.iter().rev() {
            let weight: i128 = row.iter().zip(&window).map(|(k, w)| k * w).sum();
            let below: i128 = row.iter().filter(|&&k| k < 0).sum();
            let above: i128 = row.iter().filter(|&&k| k > 0).sum();
            let (weight_low, weight_high) = (weight + below * error, weight + above * error);
            if weight_low <= 0 {
                return;
            }
            // Most digits are 0 or 1, and a division is dear.
            let digit = if low < weight_high { 0 } else { low / weight_high };
            let (next_low, next_high) = (low - digit * weight_high, high - digit * weight_low);
            if next_high >= weight_low {
                return;
            }
            (low, high) = (next_low, next_high);
            digits.push(digit.to_u32().expect("a digit is small"));
        }
    }
}

fn product(a: &[Vec<i128>], b: &[Vec<i128>]) -> Vec<Vec<i128>> {
    let entry = |row: &Vec<i128>, j: usize| row.iter().zip(b).map(|(x, row)| x * row[j]).sum();
    a.iter().map(|row| (0..b.len()).map(|j| entry(row, j)).collect()).collect()
}

/// Adds the positive multiples to `sum`, then takes the negative ones away; what is left is not negative.
fn combination(mut sum: BigUint, multiples: &[i128], weights: &[BigUint]) -> BigUint {
    let terms = || multiples.iter().zip(weights).filter(|(k, _)| **k != 0);
    for (&k, weight) in terms().filter(|(k, _)| **k > 0) {
        sum += weight * k.unsigned_abs();
    }
    for (&k, weight) in terms().filter(|(k, _)| **k < 0) {
        sum -= weight * k.unsigned_abs();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::{NumerationSystem, Numerations};
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
    fn weights(system: &NumerationSystem, places: usize) -> Vec<BigUint> {
        let positional = system.positional().unwrap();
        let order = positional.order();
        let mut weights: Vec<num_bigint::BigInt> =
            positional.weights()[..order].iter().map(|&weight| weight.into()).collect();
        while weights.len() < places {
            let next = positional.recurrence().iter().zip(weights.iter().rev()).map(|(&k, weight)| weight * k).sum();
            weights.push(next);
        }
        weights.into_iter().map(|weight| weight.to_biguint().expect("weights are positive")).collect()
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
        let weights = weights(&system, 600);
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
    fn words_that_are_no_representations_have_a_value_too() {
        for name in SYSTEMS {
            let system = Numerations::standard().get(name).unwrap();
            let weights = weights(&system, 300);
            for length in [1, 40, 100, 300] {
                let digits: Vec<u32> = (0..length).map(|i| [u32::MAX, 0, 7][i % 3]).collect();
                let value: BigUint = digits.iter().rev().zip(&weights).map(|(&digit, weight)| weight * digit).sum();
                assert_eq!(system.positional().unwrap().value_of(&digits), value, "{length} digits in {name}");
            }
        }
    }
}
