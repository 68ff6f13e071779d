//! Digits of long numbers, by halves.
//!
//! The digits of the upper places depend on the leading bits of the number and of the weights alone, but for the last
//! few: they are found from numbers cut short, by the same procedure, and the number itself is reduced once for all of
//! them; then come the lower places. This is how Lehmer's method becomes fast for Euclid's quotients (Schönhage 1971),
//! with the weights of a window in place of the last two remainders, and it takes a number of m digits O(d^3) products
//! of integers of m bits for each halving.
//!
//! Where numbers that are cut short do not decide the digits of a block, those that they were cut from are taken for
//! this block, in the end whole ones. Numbers next to a sum of few weights need that all the time: when it has happened
//! often, the search ends, and blocks go on one by one from there.

use std::rc::Rc;

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive, Zero};

use crate::tuning::numeration::conversion;

use super::blocks::Blocks;

/// Powers of the matrix that takes a window up by a block.
pub(super) struct Halves<'a> {
    blocks: &'a Blocks,
    /// The matrix for 2^i blocks.
    powers: Vec<Rc<Vec<Vec<BigInt>>>>,
    /// How often whole numbers had to decide a block.
    whole: usize,
}

/// The upper digits of a number.
pub(super) struct Upper {
    /// Most significant first.
    pub(super) digits: Vec<u32>,
    /// What is left of the number.
    pub(super) rest: BigUint,
    /// How many blocks are still to be found above the last tabulated weights.
    pub(super) blocks_left: usize,
}

/// A number and the window of weights below its digits, or what was cut from them.
struct Known {
    rest: BigInt,
    window: Vec<BigInt>,
    errors: Option<Errors>,
}

/// The true value is nearer to what is known than 2 to this.
#[derive(Clone, Copy)]
struct Errors {
    rest: u64,
    window: u64,
}

/// What was found of some blocks: how many of them, from the top on, and the combination of the window below them all
/// that their digits stand for.
struct Found {
    blocks: usize,
    taken: Vec<BigInt>,
}

impl<'a> Halves<'a> {
    /// `blocks` is at the last tabulated weights.
    pub(super) fn new(blocks: &'a Blocks) -> Halves<'a> {
        let up = blocks.up.iter().map(|row| row.iter().copied().map(BigInt::from).collect()).collect();
        Halves { blocks, powers: vec![Rc::new(up)], whole: 0 }
    }

    /// The digits above the last tabulated weights.
    pub(super) fn digits_of<E>(mut self, n: &BigUint, look: &impl Fn() -> Result<(), E>) -> Result<Upper, E> {
        let window: Vec<BigInt> = self.blocks.window.iter().cloned().map(BigInt::from).collect();
        let rest = BigInt::from(n.clone());
        let blocks = self.blocks_of(&rest, &window, look)?;
        let mut digits = Vec::new();
        let known = Known { rest, window, errors: None };
        let found = self.search(blocks, &known, true, &mut digits, look)?;
        let rest = known.rest - dot(&found.taken, &known.window);
        let rest = rest.to_biguint().expect("greedy digits leave no less than nothing");
        Ok(Upper { digits, rest, blocks_left: blocks - found.blocks })
    }

    /// The blocks that a number needs, and the powers for them.
    fn blocks_of<E>(&mut self, n: &BigInt, window: &[BigInt], look: &impl Fn() -> Result<(), E>) -> Result<usize, E> {
        let mut highest = apply(&self.powers[0], window);
        while highest[0] <= *n {
            look()?;
            let last = self.powers.last().expect("the first is there");
            highest = apply(last, &highest);
            let square = (0..last.len()).map(|i| row_times(&last[i], last)).collect();
            self.powers.push(Rc::new(square));
        }
        // Of this many, one more than those whose weights are no larger than the number.
        let (mut blocks, mut highest) = (0, window.to_vec());
        for (i, power) in self.powers.iter().enumerate().rev() {
            look()?;
            let higher = apply(power, &highest);
            if higher[0] <= *n {
                (blocks, highest) = (blocks + (1 << i), higher);
            }
        }
        Ok(blocks + 1)
    }

    /// Finds digits of so many blocks above the window; of fewer, if errors leave the next one open. Where numbers that
    /// are cut did not decide the first block, they may not be cut for it.
    fn search<E>(
        &mut self,
        blocks: usize,
        known: &Known,
        may_cut: bool,
        digits: &mut Vec<u32>,
        look: &impl Fn() -> Result<(), E>,
    ) -> Result<Found, E> {
        look()?;
        let Some(cut) = self.cut(blocks, known).filter(|_| may_cut) else {
            return self.search_as_given(blocks, known, may_cut, digits, look);
        };
        let mut found = self.search_as_given(blocks, &cut, true, digits, look)?;
        while found.blocks < blocks {
            let left = known.less(&found.taken);
            let more = self.search_as_given(blocks - found.blocks, &left, false, digits, look)?;
            found.taken.iter_mut().zip(&more.taken).for_each(|(sum, k)| *sum += k);
            found.blocks += more.blocks;
            if more.blocks == 0 {
                break;
            }
        }
        Ok(found)
    }

    /// The bits that decide so many blocks, if there are many more.
    fn cut(&self, blocks: usize, known: &Known) -> Option<Known> {
        let needed = self.bits(blocks) + conversion::GUARD_BITS;
        let cut = known.window[0].bits().checked_sub(needed).filter(|&cut| cut >= conversion::GUARD_BITS)?;
        let left = |error: u64| error.saturating_sub(cut) + 1;
        let errors = known.errors.unwrap_or(Errors { rest: 0, window: 0 });
        Some(Known {
            rest: &known.rest >> cut,
            window: known.window.iter().map(|weight| weight >> cut).collect(),
            errors: Some(Errors { rest: left(errors.rest), window: left(errors.window) }),
        })
    }

    /// No fewer than the bits by which weights grow over so many blocks.
    fn bits(&self, blocks: usize) -> u64 {
        let power = &self.powers[index_of_power(blocks)];
        1 + power.iter().flatten().map(BigInt::bits).max().unwrap_or(0)
    }

    fn search_as_given<E>(
        &mut self,
        blocks: usize,
        known: &Known,
        may_cut: bool,
        digits: &mut Vec<u32>,
        look: &impl Fn() -> Result<(), E>,
    ) -> Result<Found, E> {
        if blocks == 1 {
            return Ok(self.block(known, digits));
        }
        let half = index_of_power(blocks) - 1;
        let power = self.powers[half].clone();
        let lower = 1 << half;
        let upper = known.above(&power);
        let found = self.search(blocks - lower, &upper, may_cut, digits, look)?;
        let mut taken = row_times(&found.taken, &power);
        if found.blocks < blocks - lower {
            return Ok(Found { blocks: found.blocks, taken });
        }
        let below = self.search(lower, &known.less(&taken), true, digits, look)?;
        taken.iter_mut().zip(&below.taken).for_each(|(sum, k)| *sum += k);
        Ok(Found { blocks: found.blocks + below.blocks, taken })
    }

    /// One block, decided by leading bits or by whole numbers.
    fn block(&mut self, known: &Known, digits: &mut Vec<u32>) -> Found {
        let start = digits.len();
        self.decided(known, digits);
        let places = self.blocks.rows.len();
        if digits.len() < start + places {
            digits.truncate(start);
            if known.errors.is_some() || self.whole == conversion::WHOLE_BLOCKS {
                return Found { blocks: 0, taken: vec![BigInt::zero(); known.window.len()] };
            }
            self.whole += 1;
            let whole = |n: &BigInt| n.to_biguint().expect("a number and weights that are known are not negative");
            let window: Vec<BigUint> = known.window.iter().map(whole).collect();
            self.blocks.block_of(&window, &mut whole(&known.rest), digits);
        }
        let taken = self.blocks.sum(&digits[start..]).into_iter().map(BigInt::from).collect();
        Found { blocks: 1, taken }
    }

    fn decided(&self, known: &Known, digits: &mut Vec<u32>) {
        let shift = known.window[0].bits().saturating_sub(conversion::LEADING_BITS);
        if known.errors.is_some_and(|errors| errors.rest.max(errors.window) > shift) {
            return;
        }
        let leading = |n: &BigInt| (n >> shift).to_i128();
        let window: Option<Vec<i128>> = known.window.iter().map(leading).collect();
        let (Some(window), Some(low)) = (window, leading(&known.rest)) else { return };
        // Errors of no more than one in the last of these bits, beside what is shifted out.
        let under = i128::from(known.errors.is_some());
        let over = under + i128::from(shift > 0);
        self.blocks.decided((low - under, low + over), &window, (under, over), digits);
    }
}

impl Known {
    /// With a combination of the window taken away.
    fn less(&self, taken: &[BigInt]) -> Known {
        let errors = self
            .errors
            .map(|errors| Errors { rest: errors.rest.max(errors.window + sum_bits(taken)) + 1, window: errors.window });
        Known { rest: &self.rest - dot(taken, &self.window), window: self.window.clone(), errors }
    }

    /// At the window that a matrix leads to.
    fn above(&self, power: &[Vec<BigInt>]) -> Known {
        let most = power.iter().map(|row| sum_bits(row)).max().unwrap_or(0);
        let errors = self.errors.map(|errors| Errors { rest: errors.rest, window: errors.window + most });
        Known { rest: self.rest.clone(), window: apply(power, &self.window), errors }
    }
}

/// i, for the least 2^i that is no less.
fn index_of_power(blocks: usize) -> usize {
    blocks.next_power_of_two().trailing_zeros() as usize
}

/// The sum of the absolute values is less than 2 to this.
fn sum_bits(row: &[BigInt]) -> u64 {
    row.iter().map(|k| k.abs()).sum::<BigInt>().bits().max(1)
}

fn dot(row: &[BigInt], column: &[BigInt]) -> BigInt {
    row.iter().zip(column).map(|(a, b)| a * b).sum()
}

fn apply(matrix: &[Vec<BigInt>], column: &[BigInt]) -> Vec<BigInt> {
    matrix.iter().map(|row| dot(row, column)).collect()
}

fn row_times(row: &[BigInt], matrix: &[Vec<BigInt>]) -> Vec<BigInt> {
    (0..row.len()).map(|j| row.iter().zip(matrix).map(|(k, line)| k * &line[j]).sum()).collect()
}
