//! The smallest linear representation in one step, modulo primes and proved over the rationals.
//!
//! The first words in radix order whose rows of the Hankel matrix are independent (Fliess 1974) are a basis in which the
//! smallest representation stands; two steps, the span of rows and then what columns tell apart, come to the same
//! representation, but go through coordinates that may be much longer than those in the end. Here rows and columns are
//! computed modulo primes of 61 bits, as many as the fractions are long, and the fractions read back (Wang 1981, Garner
//! 1959). O(primes |letters| d n^2) for dimension n and rank d. Gives up by `None` where denominators pile up.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::field::{Field, Residues, Span, fields, transposed};
use super::matrix::{Sparse, sparse};
use super::rational::Rational;
use crate::automata::interner::index;
use crate::budget::{Budget, Halt};
use crate::tuning::counting::proof;

/// A representation, its vectors still rational.
pub(super) struct Series<'a> {
    pub v: &'a [Rational],
    pub matrices: &'a [&'a Sparse],
    pub w: &'a [Rational],
}

/// A basis of words, the first of which is empty, and what each letter does to it. Without words where all is worth 0.
pub(super) struct Words {
    /// For each word but the first, the one before it and the letter.
    pub from: Option<Vec<(usize, usize)>>,
    /// For each letter and each word, the coordinates of the word with the letter behind it.
    pub steps: Vec<Vec<Vec<Rational>>>,
}

/// What one prime tells.
struct Shadow {
    field: Field,
    own: Residues,
    /// A basis of the columns that words before the end make.
    columns: Vec<Vec<u64>>,
}

impl Shadow {
    /// `None` if the prime divides a denominator.
    fn new(field: Field, series: &Series<'_>, budget: &Budget) -> Result<Option<Shadow>, Halt> {
        let Some(own) = Residues::new(field, series.v, series.matrices) else { return Ok(None) };
        let Some(w) = series.w.iter().map(|entry| field.of(entry)).collect::<Option<Vec<u64>>>() else {
            return Ok(None);
        };
        let turned: Vec<_> = own.matrices.iter().map(|matrix| transposed(matrix)).collect();
        let mut span = Span::new(field);
        let mut columns = Vec::new();
        if span.add(&w).is_none() {
            columns.push(w);
        }
        let mut next = 0;
        while next < columns.len() && columns.len() < series.v.len() {
            for matrix in &turned {
                budget.check_now()?;
                let column = field.row_times(&columns[next], matrix);
                if span.add(&column).is_none() {
                    columns.push(column);
                }
            }
            next += 1;
        }
        Ok(Some(Shadow { field, own, columns }))
    }

    /// What a row vector is worth before each column: its row of the Hankel matrix.
    fn worth(&self, row: &[u64]) -> Vec<u64> {
        self.columns.iter().map(|column| self.field.dot(0, row, column)).collect()
    }

    /// The row vectors of the words of a basis.
    fn rows(&self, from: Option<&[(usize, usize)]>) -> Vec<Vec<u64>> {
        let Some(from) = from else { return Vec::new() };
        let mut rows = vec![self.own.v.clone()];
        for &(before, letter) in from {
            rows.push(self.field.row_times(&rows[before], &self.own.matrices[letter]));
        }
        rows
    }

    /// The coordinates of each word with a letter behind it, for each letter; `None` if the words are not independent
    /// here, or no basis.
    fn steps(&self, from: Option<&[(usize, usize)]>, budget: &Budget) -> Result<Option<Vec<Vec<Vec<u64>>>>, Halt> {
        let rows = self.rows(from);
        let mut span = Span::new(self.field);
        for row in &rows {
            if span.add(&self.worth(row)).is_some() {
                return Ok(None);
            }
        }
        let mut steps = Vec::new();
        for matrix in &self.own.matrices {
            let mut own = Vec::with_capacity(rows.len());
            for row in &rows {
                budget.check_now()?;
                let Some(coordinates) = span.add(&self.worth(&self.field.row_times(row, matrix))) else {
                    return Ok(None);
                };
                own.push(coordinates);
            }
            steps.push(own);
        }
        Ok(Some(steps))
    }

    /// The first words that are independent; `None` if all are worth 0.
    fn basis(&self, budget: &Budget) -> Result<Option<Vec<(usize, usize)>>, Halt> {
        let mut span = Span::new(self.field);
        let mut rows = vec![self.own.v.clone()];
        if span.add(&self.worth(&rows[0])).is_some() {
            return Ok(None);
        }
        let mut from = Vec::new();
        let mut next = 0;
        while next < rows.len() && rows.len() < self.columns.len() {
            for (letter, matrix) in self.own.matrices.iter().enumerate() {
                budget.check_now()?;
                let row = self.field.row_times(&rows[next], matrix);
                if span.add(&self.worth(&row)).is_none() {
                    from.push((next, letter));
                    rows.push(row);
                }
            }
            next += 1;
        }
        Ok(Some(from))
    }
}

/// The smallest representation that is worth the same on every word, in the basis of the first words that are
/// independent; `None` if it is not found this way.
///
/// # Errors
/// The limit that was passed.
pub(super) fn smallest(series: &Series<'_>, budget: &Budget) -> Result<Option<Words>, Halt> {
    // Not known before the first prime.
    let mut from: Option<Option<Vec<(usize, usize)>>> = None;
    let mut known = Residue::default();
    let mut tried = 1;
    for (count, field) in fields().take(proof::READ_BACK_PRIMES).enumerate() {
        let Some(shadow) = Shadow::new(field, series, budget)? else { continue };
        if from.is_none() {
            from = Some(shadow.basis(budget)?);
        }
        let from = from.as_ref().and_then(Option::as_deref);
        let Some(steps) = shadow.steps(from, budget)? else { return Ok(None) };
        known.add(shadow.field, steps.into_iter().flatten().flatten());
        if count + 1 < tried {
            continue;
        }
        // As often as the number of primes has doubled.
        tried = 2 * (count + 1);
        budget.check_now()?;
        let Some(entries) = known.fractions() else { continue };
        let dimension = from.map_or(0, |from| from.len() + 1);
        let mut rows = entries.chunks(dimension.max(1)).map(<[Rational]>::to_vec);
        let steps = series.matrices.iter().map(|_| rows.by_ref().take(dimension).collect()).collect();
        let words = Words { from: from.map(<[_]>::to_vec), steps };
        // Where they are not the ones, as 2^19 in place of 2^80 modulo 2^61 - 1, more primes tell.
        if words.are_proved(series, budget)? {
            return Ok(Some(words));
        }
    }
    Ok(None)
}

/// Numbers modulo a product of primes.
#[derive(Default)]
struct Residue {
    modulus: BigUint,
    numbers: Vec<BigUint>,
}

impl Residue {
    /// The numbers that have these residues as well (Garner 1959).
    fn add(&mut self, field: Field, residues: impl Iterator<Item = u64>) {
        if self.numbers.is_empty() {
            self.numbers = residues.map(BigUint::from).collect();
            self.modulus = BigUint::from(field.prime());
            return;
        }
        let inverse = field.inverse(field.of_natural(&self.modulus));
        for (number, residue) in self.numbers.iter_mut().zip(residues) {
            let more = field.times(field.minus(residue, field.of_natural(number)), inverse);
            *number += &self.modulus * more;
        }
        self.modulus *= field.prime();
    }

    /// The fractions with these residues whose parts are so short that there is one at most; `None` if one has none.
    fn fractions(&self) -> Option<Vec<Rational>> {
        let modulus = BigInt::from(self.modulus.clone());
        // Shorter by 16 bits than what makes them single: residues of nothing do not pass by chance.
        let most = BigInt::from((&self.modulus >> 17u32).sqrt());
        let fraction = |number: &BigUint| {
            let (mut r, mut s) = ((modulus.clone(), BigInt::from(number.clone())), (BigInt::zero(), BigInt::one()));
            while r.1 > most {
                let (quotient, rest) = r.0.div_rem(&r.1);
                r = (r.1, rest);
                s = (s.1.clone(), s.0 - quotient * s.1);
            }
            (!s.1.is_zero() && s.1.abs() <= most).then(|| Rational::new(r.1, s.1))
        };
        self.numbers.iter().map(fraction).collect()
    }
}

impl Words {
    /// Whether what each word with a letter behind it has less than its coordinates say is worth 0, whatever follows.
    ///
    /// Over the rationals the columns of words with fewer letters than the dimension span all, so it is enough that
    /// what is worth 0 modulo primes before all columns is a fraction with a numerator below their product.
    fn are_proved(&self, series: &Series<'_>, budget: &Budget) -> Result<bool, Halt> {
        let Some(bits) = self.bits(series) else { return Ok(false) };
        if bits > 60.0 * proof::HANKEL_PRIMES as f64 {
            return Ok(false);
        }
        let steps: Vec<Sparse> = self.steps.iter().map(|rows| sparse(rows)).collect();
        let mut proved = 0.0;
        for field in fields() {
            // Each prime has more than 60 bits.
            if proved >= bits {
                break;
            }
            let Some(shadow) = Shadow::new(field, series, budget)? else { continue };
            let Some(steps) = steps.iter().map(|rows| field.rows(rows)).collect::<Option<Vec<_>>>() else { continue };
            if self.from.is_none() && shadow.worth(&shadow.own.v).iter().any(|&entry| entry != 0) {
                return Ok(false);
            }
            let rows = shadow.rows(self.from.as_deref());
            let worth: Vec<Vec<u64>> = rows.iter().map(|row| shadow.worth(row)).collect();
            for (matrix, steps) in shadow.own.matrices.iter().zip(&steps) {
                for (row, coordinates) in rows.iter().zip(steps) {
                    budget.check_now()?;
                    let after = shadow.worth(&field.row_times(row, matrix));
                    let terms = coordinates.iter().map(|&(at, n)| (field.negative(n), &*worth[index(at)]));
                    if field.combined(&after, terms).iter().any(|&entry| entry != 0) {
                        return Ok(false);
                    }
                }
            }
            proved += 60.0;
        }
        Ok(true)
    }

    /// Binary digits that the numerators of what must be 0 have at most, over their common denominators.
    fn bits(&self, series: &Series<'_>) -> Option<f64> {
        let entries = || series.matrices.iter().flat_map(|matrix| matrix.iter().flatten()).map(|(_, entry)| entry);
        let mut common = BigInt::one();
        for entry in entries().chain(series.v).chain(series.w).filter(|entry| !entry.denom().is_one()) {
            common = common.lcm(entry.denom());
            if common.bits() > proof::DENOMINATOR_BITS {
                return None;
            }
        }
        // At least the logarithm, and not below 0.
        let log = |n: &Rational| ((n.numer().bits() + 1) as f64 - n.denom().bits() as f64 + 1.0).max(0.0);
        let sum = |entries: &mut dyn Iterator<Item = &Rational>| entries.map(Signed::abs).sum::<Rational>();
        // |x M| <= |x| r, for sums of absolute values and r the largest such sum of a row of M.
        let rows = series.matrices.iter().flat_map(|matrix| matrix.iter());
        let step = rows.map(|row| log(&sum(&mut row.iter().map(|(_, entry)| entry)))).fold(0.0, f64::max);
        let mut lengths = vec![0usize];
        for &(before, _) in self.from.iter().flatten() {
            lengths.push(lengths[before] + 1);
        }
        // A word of the basis, a letter, and fewer letters than the dimension.
        let longest = lengths.iter().max().copied().unwrap_or(0) as f64 + series.v.len() as f64;
        let ends = log(&sum(&mut series.v.iter())) + series.w.iter().map(log).fold(0.0, f64::max);
        let cleared = if common.is_one() { 0.0 } else { (longest + 2.0) * common.bits() as f64 };
        let mut most: f64 = 0.0;
        for coordinates in self.steps.iter().flatten() {
            let mut below = BigInt::one();
            coordinates
                .iter()
                .filter(|entry| !entry.denom().is_one())
                .for_each(|entry| below = below.lcm(entry.denom()));
            most = most.max(below.bits() as f64 + log(&(sum(&mut coordinates.iter()) + Rational::one())));
        }
        Some(longest * step + ends + cleared + most + 4.0)
    }
}
