//! What long words are worth: integers of many words, blocks of letters at a time.
//!
//! Letter after letter, the row vector is as long as the result nearly all the time, and each letter costs a pass over
//! all of it. Instead matrices of blocks are multiplied by halves (as products of many integers are: Knuth, "The Art of
//! Computer Programming" 2, section 4.3.3), so that long integers meet integers of a like length, whose product takes
//! less than the square; and the word is read from both ends, so that neither vector grows beyond half of the result.
//! Blocks grow with the vector that they are applied to.
//!
//! With Karatsuba's product, O(s m^1.6) for m letters and s entries of a block that are not zero: in automata that count
//! they stay few. Bad where they do not: then letters are taken one by one for long.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Pow, ToPrimitive, Zero};
use rustc_hash::FxHashMap;

use super::linear_representation::LinearRepresentation;
use super::rational::Rational;
use crate::budget::{Budget, Halt};
use crate::tuning::counting::worth;

/// A representation whose entries are integers: vectors and matrices times a denominator of their own.
struct Integral {
    v: Vec<BigInt>,
    letters: Vec<Matrix>,
    w: Vec<BigInt>,
    /// What `v` and `w` together are multiplied by.
    ends: BigInt,
    /// What every matrix is multiplied by.
    step: BigInt,
}

/// The entries of each row that are not 0, with their places: machine integers as long as all fit.
enum Matrix {
    Small(Rows<i64>),
    Large(Rows<BigInt>),
}

/// Rows that are equal are one where that is known: states whose runs have met have one future.
type Rows<T> = Vec<Rc<Row<T>>>;

type Row<T> = Vec<(usize, T)>;

impl LinearRepresentation {
    /// What a long word is worth, its letters given by the places of their matrices.
    pub(super) fn value_of_places(&self, word: &[usize], budget: &Budget) -> Result<Rational, Halt> {
        let Integral { v, letters, w, ends, step } = Integral::new(self);
        let (front, back) = word.split_at(word.len() / 2);
        let transposed = letters.iter().map(Matrix::transposed).collect();
        let row = Reader::new(letters).read(v, front, budget)?;
        let reversed: Vec<usize> = back.iter().rev().copied().collect();
        let column = Reader::new(transposed).read(w, &reversed, budget)?;
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
            let sparse = |row| multiplied(row, &step).into_iter().enumerate().filter(|(_, n)| !n.is_zero()).collect();
            Matrix::of(rows.iter().map(|row| Rc::new(sparse(row))).collect())
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

/// Multiplies row vectors by the matrices of words.
struct Reader {
    letters: Vec<Rc<Matrix>>,
    /// Products of short blocks, of which a long word has few.
    short: FxHashMap<Vec<usize>, Rc<Matrix>>,
}

impl Reader {
    fn new(letters: Vec<Matrix>) -> Reader {
        Reader { letters: letters.into_iter().map(Rc::new).collect(), short: FxHashMap::default() }
    }

    fn read(&mut self, mut row: Vec<BigInt>, word: &[usize], budget: &Budget) -> Result<Vec<BigInt>, Halt> {
        let (mut read, mut length, mut next_trial) = (0, 1, 0);
        while read < word.len() {
            budget.check_now()?;
            if read >= next_trial && word.len() - read >= 2 * length {
                let one = self.matrix(&word[read..read + length], budget)?.entries();
                let two = self.matrix(&word[read..read + 2 * length], budget)?.entries();
                // Applying a block of entries twice as long saves half of their products, each as long as the vector; and
                // its matrix takes, for each of its entries, as many products as a row has entries.
                let kept = 2 * length <= worth::SHORT_BLOCK && two <= 2 * one;
                if kept || 4 * length * two <= read * row.len() {
                    length *= 2;
                    continue;
                }
                next_trial = 2 * read + 1;
            }
            let block = &word[read..word.len().min(read + length)];
            row = self.matrix(block, budget)?.applied(&row);
            read += block.len();
        }
        Ok(row)
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
        if block.len() > worth::SHORT_BLOCK || self.short.len() >= worth::SHORT_BLOCKS {
            return Ok(Rc::new(product));
        }
        let product = Rc::new(product.with_shared_rows());
        self.short.insert(block.to_vec(), product.clone());
        Ok(product)
    }
}

impl Matrix {
    fn of(rows: Rows<BigInt>) -> Matrix {
        let small = |(place, entry): &(usize, BigInt)| Some((*place, entry.to_i64()?));
        let small: Option<Rows<i64>> =
            rows.iter().map(|row| row.iter().map(small).collect::<Option<_>>().map(Rc::new)).collect();
        small.map_or(Matrix::Large(rows), Matrix::Small)
    }

    fn with_shared_rows(self) -> Matrix {
        let Matrix::Small(rows) = self else { return self };
        let mut known: FxHashMap<Row<i64>, Rc<Row<i64>>> = FxHashMap::default();
        let shared = |row: Rc<Row<i64>>| {
            let mut sorted = row.to_vec();
            sorted.sort_unstable();
            known.entry(sorted).or_insert(row).clone()
        };
        Matrix::Small(rows.into_iter().map(shared).collect())
    }

    fn to_large(&self) -> Rows<BigInt> {
        let large = |row: &Row<i64>| row.iter().map(|&(place, entry)| (place, entry.into())).collect();
        match self {
            Matrix::Small(rows) => for_each_row(rows, |row| Some(large(row))).expect("every row is there"),
            Matrix::Large(rows) => rows.clone(),
        }
    }

    fn transposed(&self) -> Matrix {
        match self {
            Matrix::Small(rows) => Matrix::Small(transposed(rows)),
            Matrix::Large(rows) => Matrix::Large(transposed(rows)),
        }
    }

    fn dimension(&self) -> usize {
        match self {
            Matrix::Small(rows) => rows.len(),
            Matrix::Large(rows) => rows.len(),
        }
    }

    fn entries(&self) -> usize {
        match self {
            Matrix::Small(rows) => rows.iter().map(|row| row.len()).sum(),
            Matrix::Large(rows) => rows.iter().map(|row| row.len()).sum(),
        }
    }

    fn times(&self, other: &Matrix) -> Matrix {
        if let (Matrix::Small(a), Matrix::Small(b)) = (self, other)
            && let Some(product) = small_product(a, b)
        {
            return Matrix::Small(product);
        }
        let mut sums = Sums::new(other.dimension());
        let product = |row: &Row<BigInt>| {
            row.iter().for_each(|(place, factor)| other.add_to(&mut sums, *place, factor));
            Some(sums.take().filter(|(_, sum)| !sum.is_zero()).collect())
        };
        Matrix::Large(for_each_row(&self.to_large(), product).expect("every row is there"))
    }

    /// The row vector times this matrix.
    fn applied(&self, row: &[BigInt]) -> Vec<BigInt> {
        // Of rows that are one, the first is taken as often as all of them.
        let mut first: FxHashMap<usize, usize> = FxHashMap::default();
        let mut factors: Sums<BigInt> = Sums::new(row.len());
        for (place, factor) in row.iter().enumerate().filter(|(_, factor)| !factor.is_zero()) {
            *factors.at(*first.entry(self.address(place)).or_insert(place)) += factor;
        }
        let mut sums = Sums::new(row.len());
        factors.take().for_each(|(place, factor)| self.add_to(&mut sums, place, &factor));
        sums.all
    }

    /// Where a row is: the same for rows that are one.
    fn address(&self, place: usize) -> usize {
        match self {
            Matrix::Small(rows) => Rc::as_ptr(&rows[place]).addr(),
            Matrix::Large(rows) => Rc::as_ptr(&rows[place]).addr(),
        }
    }

    /// Adds so many times the row at a place.
    fn add_to(&self, sums: &mut Sums<BigInt>, place: usize, factor: &BigInt) {
        match self {
            Matrix::Small(rows) => {
                for (place, entry) in &*rows[place] {
                    match entry {
                        1 => *sums.at(*place) += factor,
                        entry => *sums.at(*place) += factor * entry,
                    }
                }
            }
            Matrix::Large(rows) => rows[place].iter().for_each(|(place, entry)| *sums.at(*place) += factor * entry),
        }
    }
}

/// A row that is added up.
struct Sums<T> {
    all: Vec<T>,
    /// The places that something was added to, once or more.
    touched: Vec<usize>,
}

impl<T: Clone + Zero> Sums<T> {
    fn new(dimension: usize) -> Sums<T> {
        Sums { all: vec![T::zero(); dimension], touched: Vec::new() }
    }

    fn at(&mut self, place: usize) -> &mut T {
        if self.all[place].is_zero() {
            self.touched.push(place);
        }
        &mut self.all[place]
    }

    /// The sums by place, which start at 0 again; some may be 0.
    fn take(&mut self) -> impl Iterator<Item = (usize, T)> {
        let all = &mut self.all;
        self.touched.drain(..).map(|place| (place, std::mem::replace(&mut all[place], T::zero())))
    }
}

/// The product, if every entry is a machine integer.
fn small_product(a: &Rows<i64>, b: &Rows<i64>) -> Option<Rows<i64>> {
    let mut sums: Sums<i128> = Sums::new(b.len());
    for_each_row(a, |row| {
        for &(middle, factor) in row {
            for &(place, entry) in &*b[middle] {
                let sum = sums.at(place);
                *sum = sum.checked_add(i128::from(factor) * i128::from(entry))?;
            }
        }
        let small = |(place, sum)| i64::try_from(sum).ok().map(|sum| (place, sum));
        sums.take().filter(|(_, sum)| *sum != 0).map(small).collect()
    })
}

/// What is made of each row, once of those that are one.
fn for_each_row<S, T>(rows: &Rows<S>, mut make: impl FnMut(&Row<S>) -> Option<Row<T>>) -> Option<Rows<T>> {
    let mut made: FxHashMap<usize, Rc<Row<T>>> = FxHashMap::default();
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        let known = match made.entry(Rc::as_ptr(row).addr()) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(place) => place.insert(Rc::new(make(row)?)).clone(),
        };
        all.push(known);
    }
    Some(all)
}

fn transposed<T: Clone>(rows: &Rows<T>) -> Rows<T> {
    let mut columns: Vec<Row<T>> = vec![Vec::new(); rows.len()];
    for (at, row) in rows.iter().enumerate() {
        row.iter().for_each(|(place, entry)| columns[*place].push((at, entry.clone())));
    }
    columns.into_iter().map(Rc::new).collect()
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
    fn a_word_that_takes_too_long_ends_at_the_limit() {
        let linear = representation(4, 2, &[(1, 1), (2, 1), (1, 1)]);
        let late = Budget::unlimited().with_time(std::time::Duration::ZERO);
        assert!(linear.value_of_places(&[0; 600], &late).is_err());
    }
}
