//! What long words are worth: integers of many words, blocks of letters at a time.
//!
//! Letter after letter, the row vector is as long as the result nearly all the time, and each letter costs a pass over
//! all of it. Instead matrices of blocks are multiplied by halves (as products of many integers are: Knuth, "The Art of
//! Computer Programming" 2, section 4.3.3), so that long integers meet integers of a like length, whose product takes
//! less than the square; and the word is read from both ends, so that neither vector grows beyond half of the result.
//! Blocks grow with the vector that they are applied to.
//!
//! In automata that count, many coordinates of the row vector stay small however long the word is: few runs are still
//! tied to its digits. Where no matrix leads from the others, k, to the small ones, s, a block takes (s, k) to
//! (s B, s X + k K). The s before each block are found first, in machine integers. Then all that a block does is
//! k K + c with c = s X: the matrix K with one row more, c, for a coordinate that is always 1.
//!
//! With Karatsuba's product, O(e m^1.6) for m letters and e entries of K that are not zero: in automata that count they
//! stay few. Bad where they do not, as in the smallest representation, whose basis hides what is small.

use std::ops::Range;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Pow, Zero};
use rustc_hash::FxHashMap;

use super::block_matrix::{List, Matrix, Row, Side};
use super::linear_representation::LinearRepresentation;
use super::rational::Rational;
use crate::budget::{Budget, Halt};
use crate::tuning::counting::worth;

/// A representation whose entries are integers: vectors and matrices times a denominator of their own.
struct Integral {
    v: Vec<BigInt>,
    letters: Vec<Rc<Matrix>>,
    w: Vec<BigInt>,
    /// What `v` and `w` together are multiplied by.
    ends: BigInt,
    /// What every matrix is multiplied by.
    step: BigInt,
}

impl LinearRepresentation {
    /// What a long word is worth, its letters given by the places of their matrices.
    pub(super) fn value_of_places(&self, word: &[usize], budget: &Budget) -> Result<Rational, Halt> {
        let Integral { v, letters, w, ends, step } = Integral::new(self);
        let mut reader = Reader { letters, short: FxHashMap::default(), word };
        let small = reader.small(&v, budget)?;
        let middle = small.blocks / 2;
        let row = reader.read(Side::Front, small.front(v), 0..middle, &small, budget)?;
        let column = reader.read(Side::Back, small.back(w), middle..small.blocks, &small, budget)?;
        let value: BigInt = row.iter().zip(&column).map(|(a, b)| a * b).sum();
        match ends.is_one() && step.is_one() {
            true => Ok(Rational::from_integer(value)),
            false => Ok(Rational::new(value, ends * Pow::pow(&step, word.len()))),
        }
    }
}

impl Integral {
    fn new(linear: &LinearRepresentation) -> Integral {
        let step = denominator(linear.mu.iter().flat_map(|(_, matrix)| matrix.iter().flatten()));
        let (first, last) = (denominator(&linear.v), denominator(&linear.w));
        let matrix = |rows: &[Vec<Rational>]| {
            let rows: Vec<Vec<BigInt>> = rows.iter().map(|row| multiplied(row, &step)).collect();
            Rc::new(Matrix::new(&rows))
        };
        Integral {
            v: multiplied(&linear.v, &first),
            letters: linear.mu.iter().map(|(_, rows)| matrix(rows)).collect(),
            w: multiplied(&linear.w, &last),
            ends: first * last,
            step,
        }
    }
}

/// The least number that makes integers of all entries.
fn denominator<'a>(entries: impl IntoIterator<Item = &'a Rational>) -> BigInt {
    entries.into_iter().fold(BigInt::one(), |common, entry| common.lcm(entry.denom()))
}

fn multiplied(row: &[Rational], by: &BigInt) -> Vec<BigInt> {
    row.iter().map(|entry| entry.numer() * (by / entry.denom())).collect()
}

/// The coordinates that stay small while a word is read, and what they are.
struct Small {
    /// The others. No matrix leads from one of them to a small one.
    is_large: Vec<bool>,
    /// Before each short block, and after the last.
    values: List<i64>,
    blocks: usize,
}

impl Small {
    /// Before the first block: the small coordinates are in the row of the last, which is 1.
    fn front(&self, mut v: Vec<BigInt>) -> Vec<BigInt> {
        v.iter_mut().zip(&self.is_large).filter(|(_, is_large)| !**is_large).for_each(|(entry, _)| entry.set_zero());
        v.push(BigInt::one());
        v
    }

    /// Behind the last block.
    fn back(&self, mut w: Vec<BigInt>) -> Vec<BigInt> {
        let one = self.values.row(self.blocks).iter().map(|&(place, value)| &w[place] * value).sum();
        w.push(one);
        w
    }
}

/// Multiplies vectors by the matrices of a word.
struct Reader<'a> {
    letters: Vec<Rc<Matrix>>,
    /// Products of short blocks, of which a long word has few.
    short: FxHashMap<Vec<usize>, Rc<Matrix>>,
    word: &'a [usize],
}

impl Reader<'_> {
    /// The coordinates that stay small. One that does not is large, and so are all that matrices lead to from there.
    fn small(&mut self, v: &[BigInt], budget: &Budget) -> Result<Small, Halt> {
        let mut is_large = vec![false; v.len()];
        loop {
            match self.follow(v, &is_large, budget)? {
                Ok(values) => return Ok(Small { is_large, blocks: values.len() - 1, values }),
                Err(place) => self.spread(place, &mut is_large),
            }
        }
    }

    /// The small coordinates before each short block and after the last; or one that does not stay small.
    fn follow(&mut self, v: &[BigInt], is_large: &[bool], budget: &Budget) -> Result<Result<List<i64>, usize>, Halt> {
        let mut values = List::default();
        let is_small = |place: usize| !is_large[place];
        let mut next = Row::new(v).below(worth::LARGEST_SMALL, is_small);
        let word = self.word;
        for block in word.chunks(worth::SHORT_BLOCK) {
            let row = match next {
                Ok(row) => row,
                Err(place) => return Ok(Err(place)),
            };
            next = self.matrix(block, budget)?.row_times(&row).below(worth::LARGEST_SMALL, is_small);
            values.push(row);
        }
        Ok(next.map(|row| {
            values.push(row);
            values
        }))
    }

    fn spread(&self, place: usize, is_large: &mut [bool]) {
        let mut found = vec![place];
        is_large[place] = true;
        while let Some(place) = found.pop() {
            for next in self.letters.iter().flat_map(|letter| letter.places(place)) {
                if !is_large[next] {
                    is_large[next] = true;
                    found.push(next);
                }
            }
        }
    }

    /// What is left of a vector on one side of some short blocks.
    fn read(
        &mut self,
        side: Side,
        mut vector: Vec<BigInt>,
        mut blocks: Range<usize>,
        small: &Small,
        budget: &Budget,
    ) -> Result<Vec<BigInt>, Halt> {
        let (all, mut length) = (blocks.len(), 1);
        while !blocks.is_empty() {
            budget.check_now()?;
            let read = all - blocks.len();
            let taken = length.min(blocks.len());
            let block = match side {
                Side::Front => blocks.start..blocks.start + taken,
                Side::Back => blocks.end - taken..blocks.end,
            };
            match side {
                Side::Front => blocks.start += taken,
                Side::Back => blocks.end -= taken,
            }
            let matrix = self.product(block, small, budget)?;
            vector = matrix.applied(side, &vector);
            // The matrix of a block takes, for each of its entries, as many products as a row has entries.
            if 2 * length * matrix.entries_a_row() <= read {
                length *= 2;
            }
        }
        Ok(vector)
    }

    /// What some short blocks do with the large coordinates.
    fn product(&mut self, blocks: Range<usize>, small: &Small, budget: &Budget) -> Result<Matrix, Halt> {
        if blocks.len() > 1 {
            let middle = blocks.start + blocks.len() / 2;
            let front = self.product(blocks.start..middle, small, budget)?;
            return Ok(front.times(&self.product(middle..blocks.end, small, budget)?));
        }
        let start = blocks.start * worth::SHORT_BLOCK;
        let word = self.word;
        let block = &word[start..word.len().min(start + worth::SHORT_BLOCK)];
        let matrix = self.matrix(block, budget)?;
        Ok(matrix.framed(&small.is_large, matrix.row_times(small.values.row(blocks.start))))
    }

    fn matrix(&mut self, block: &[usize], budget: &Budget) -> Result<Rc<Matrix>, Halt> {
        if let [letter] = block {
            return Ok(self.letters[*letter].clone());
        }
        if let Some(known) = self.short.get(block) {
            return Ok(known.clone());
        }
        budget.check_now()?;
        let (front, back) = block.split_at(block.len() / 2);
        let product = self.matrix(front, budget)?.times(&*self.matrix(back, budget)?);
        if self.short.len() >= worth::SHORT_BLOCKS {
            return Ok(Rc::new(product));
        }
        let product = Rc::new(product.with_shared_rows());
        self.short.insert(block.to_vec(), product.clone());
        Ok(product)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::counting::linear_representation::{dot, row_times};
    use crate::automata::letter::{Layout, Letter};

    /// One fraction after another, as `entries` has them, which starts again at its end.
    fn representation(dimension: usize, letters: u32, entries: &[(i64, i64)]) -> LinearRepresentation {
        let mut all = entries.iter().cycle().map(|&(n, d)| Rational::new(n.into(), d.into()));
        let mut vector = || (0..dimension).map(|_| all.next().expect("they start again")).collect::<Vec<_>>();
        let (v, w) = (vector(), vector());
        let mu = (0..letters).map(|digit| (Letter::digit(digit), (0..dimension).map(|_| vector()).collect())).collect();
        LinearRepresentation { layout: Layout::new(&[letters]).unwrap(), v, mu, w }
    }

    fn letter_by_letter(linear: &LinearRepresentation, word: &[usize]) -> Rational {
        dot(&word.iter().fold(linear.v.clone(), |row, &at| row_times(&row, &linear.mu[at].1)), &linear.w)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn words_are_worth_what_they_are_letter_by_letter(
            (dimension, letters) in (1usize..5, 1u32..4),
            entries in proptest::collection::vec((-3i64..4, 1i64..3), 1..60),
            length in 0usize..900,
            seed in any::<u64>(),
        ) {
            let linear = representation(dimension, letters, &entries);
            let mut state = seed;
            let word: Vec<usize> = (0..length).map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as usize % letters as usize
            }).collect();
            let worth = linear.value_of_places(&word, &Budget::unlimited()).unwrap();
            prop_assert_eq!(worth, letter_by_letter(&linear, &word));
        }
    }

    #[test]
    fn entries_beyond_machine_integers_and_many_dimensions_are_no_exception() {
        let large = [(i64::MAX, 1), (i64::MIN, 1), (1, i64::MAX), (0, 1), (1, 1), (-1, 1), (7, 3)];
        for (dimension, entries, length) in [(3, &large[..], 40), (60, &[(0, 1), (1, 1), (0, 1)], 600)] {
            let linear = representation(dimension, 2, entries);
            let word: Vec<usize> = (0..length).map(|i| usize::from(i % 3 == 0)).collect();
            let value = linear.value_of_places(&word, &Budget::unlimited()).unwrap();
            assert_eq!(value, letter_by_letter(&linear, &word), "{dimension} dimensions");
        }
    }

    #[test]
    fn words_around_the_length_of_a_block_are_no_exception() {
        let linear = representation(3, 2, &[(1, 1), (-2, 3), (0, 1), (3, 2)]);
        for length in (0..2).chain(worth::SHORT_BLOCK - 1..=2 * worth::SHORT_BLOCK + 1) {
            let word: Vec<usize> = (0..length).map(|i| usize::from(i % 5 < 2)).collect();
            let value = linear.value_of_places(&word, &Budget::unlimited()).unwrap();
            assert_eq!(value, letter_by_letter(&linear, &word), "{length} letters");
        }
    }

    #[test]
    fn coordinates_may_stay_small_for_long_and_grow_late() {
        // The first is 1, the second the number of letters, the third the sum of these, negative; the last two double
        // with each letter 1.
        let rows = |grows: i64| {
            [[1, 1, 0, 0, 1], [0, 1, -1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1 + grows, grows], [0, 0, 0, 0, 1 + grows]]
                .map(|row| row.map(|entry| Rational::from_integer(entry.into())).to_vec())
                .to_vec()
        };
        let mut linear = representation(5, 2, &[(1, 1)]);
        linear.v = rows(0)[0].clone();
        linear.v[3] = Rational::new(1.into(), 3.into());
        linear.mu.iter_mut().zip([0, 1]).for_each(|((_, matrix), grows)| *matrix = rows(grows));
        for word in [vec![0; 900], [vec![0; 700], vec![1; 200]].concat(), [vec![1; 40], vec![0; 700]].concat()] {
            let value = linear.value_of_places(&word, &Budget::unlimited()).unwrap();
            assert_eq!(value, letter_by_letter(&linear, &word), "{word:?}");
        }
    }

    #[test]
    fn a_word_that_takes_too_long_ends_at_the_limit() {
        let linear = representation(4, 2, &[(1, 1), (2, 1), (1, 1)]);
        let late = Budget::unlimited().with_time(std::time::Duration::ZERO);
        assert!(linear.value_of_places(&[0; 600], &late).is_err());
    }
}
