//! Digits of a number a block at a time, by leading bits.
//!
//! The weights of k places in a row are small combinations of the d weights below them, d the order of the recurrence:
//! the rows of powers of the companion matrix. Hence the leading bits of these d weights and of a number decide the
//! digits of the block, and the number is reduced once for all of them, as Lehmer (1938) did for Euclid's quotients.
//! Where the leading bits do not tell, the rest of the block is done with whole weights. The d weights go from block to
//! block by one matrix, up and down.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use crate::tuning::numeration::conversion;

use super::positional::Positional;

/// The weights `U_at, .., U_(at-d+1)`, which go up and down by k places.
pub(super) struct Blocks {
    pub(super) at: usize,
    pub(super) window: Vec<BigUint>,
    /// From a window to the one k places up.
    pub(super) up: Vec<Vec<i128>>,
    /// From a window to the one k places down, times `divisor`.
    down: Vec<Vec<i128>>,
    divisor: u64,
    /// `U_(at+j)` for j below k as a combination of the window.
    pub(super) rows: Vec<Vec<i128>>,
}

impl Blocks {
    /// At the last tabulated weights.
    pub(super) fn new(system: &Positional) -> Blocks {
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

    pub(super) fn ascend(&mut self) {
        self.window = self.up.iter().map(|row| combination(BigUint::zero(), row, &self.window)).collect();
        self.at += self.rows.len();
    }

    pub(super) fn descend(&mut self) {
        let below = self.down.iter().map(|row| combination(BigUint::zero(), row, &self.window));
        self.window = match self.divisor {
            1 => below.collect(),
            divisor => below.map(|multiple| multiple / divisor).collect(),
        };
        self.at -= self.rows.len();
    }

    /// The combination of the window that a block of digits stands for, its last digit at the place of the window.
    pub(super) fn sum(&self, block: &[u32]) -> Vec<i128> {
        let mut sum = vec![0; self.window.len()];
        for (&digit, row) in block.iter().rev().zip(&self.rows) {
            sum.iter_mut().zip(row).for_each(|(sum, k)| *sum += i128::from(digit) * k);
        }
        sum
    }

    /// The k digits from the place of a window on of a number below the weight above them; leaves what is less than
    /// the lowest weight of the block.
    pub(super) fn block_of(&self, window: &[BigUint], rest: &mut BigUint, digits: &mut Vec<u32>) {
        let start = digits.len();
        self.leading_digits(window, rest, digits);
        let leading = &digits[start..];
        // The digits found stand at the upper end of the block.
        let missing = self.rows.len() - leading.len();
        let found: Vec<u32> = leading.iter().copied().chain(std::iter::repeat_n(0, missing)).collect();
        let taken: Vec<i128> = self.sum(&found).iter().map(|k| -k).collect();
        *rest = combination(std::mem::take(rest), &taken, window);
        for row in self.rows[..missing].iter().rev() {
            let weight = combination(BigUint::zero(), row, window);
            let (digit, remainder) = rest.div_rem(&weight);
            digits.push(digit.to_u32().expect("a digit is small"));
            *rest = remainder;
        }
    }

    /// The first digits of a block, as many as leading bits decide.
    fn leading_digits(&self, window: &[BigUint], rest: &BigUint, digits: &mut Vec<u32>) {
        let shift = window[0].bits().saturating_sub(conversion::LEADING_BITS);
        let leading = |n: &BigUint| (n >> shift).to_i128();
        let window: Option<Vec<i128>> = window.iter().map(leading).collect();
        let (Some(window), Some(low)) = (window, leading(rest)) else { return };
        // What is shifted out is less than one.
        let over = i128::from(shift > 0);
        self.decided((low, low + over), &window, (0, over), digits);
    }

    /// The first digits of a block, as many as bounds decide: of the number `low` and `high`, and each weight of the
    /// window lies between `under` below and `over` above what is given.
    pub(super) fn decided(
        &self,
        (mut low, mut high): (i128, i128),
        window: &[i128],
        (under, over): (i128, i128),
        digits: &mut Vec<u32>,
    ) {
        for row in self.rows.iter().rev() {
            let weight: i128 = row.iter().zip(window).map(|(k, w)| k * w).sum();
            let below: i128 = row.iter().filter(|&&k| k < 0).sum();
            let above: i128 = row.iter().filter(|&&k| k > 0).sum();
            let (weight_low, weight_high) =
                (weight + below * over - above * under, weight + above * over - below * under);
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
pub(super) fn combination(mut sum: BigUint, multiples: &[i128], weights: &[BigUint]) -> BigUint {
    let terms = || multiples.iter().zip(weights).filter(|(k, _)| **k != 0);
    for (&k, weight) in terms().filter(|(k, _)| **k > 0) {
        sum += weight * k.unsigned_abs();
    }
    for (&k, weight) in terms().filter(|(k, _)| **k < 0) {
        sum -= weight * k.unsigned_abs();
    }
    sum
}
