//! The span of what a row vector reaches, found modulo a large prime and proved over the rationals.
//!
//! Elimination modulo p costs a machine operation an entry where rationals grow. Vectors that are independent modulo p
//! are independent; coordinates of the others are read back as fractions (Wang 1981) and proved: a fraction whose
//! numerator is bounded and which is 0 modulo primes whose product exceeds the bound is 0. The bound comes from the
//! norms of the matrices. O(|letters| d^2 n) for dimension n and rank d, times one and a few primes. Gives up, and says
//! so by `None`, where coordinates are long or denominators pile up: the exact way is still open then.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::field::{Field, Residues, Span, fields, transposed};
use super::matrix::{Sparse, sparse};
use super::rational::Rational;
use crate::automata::interner::index;
use crate::budget::{Budget, Halt};
use crate::tuning::counting::proof;

/// The row vectors that words reach: a basis, and what each letter does to it.
pub(super) struct Reached {
    /// For each vector of the basis but the first, which is the row vector itself, the one before it and the matrix.
    pub from: Vec<(usize, usize)>,
    /// For each matrix and each vector of the basis, the coordinates of the product.
    pub steps: Vec<Vec<Vec<Rational>>>,
}

/// What is known of the span of the row vectors that words reach.
pub(super) enum Reach {
    /// A basis of it.
    Basis(Reached),
    /// It is everything: vectors that are independent modulo a prime are. No coordinates are known.
    Whole,
    /// It is not found this way.
    Unknown,
}

/// The span of `v` under the matrices, the first vectors in radix order that are independent. `v` is not 0.
///
/// # Errors
/// The limit that was passed.
pub(super) fn reached(v: &[Rational], matrices: &[&Sparse], budget: &Budget) -> Result<Reach, Halt> {
    let field = Field::FIRST;
    let Some(own) = Residues::new(field, v, matrices) else { return Ok(Reach::Unknown) };
    let mut span = Span::new(field);
    let mut basis = vec![own.v.clone()];
    if span.add(&own.v).is_some() {
        return Ok(Reach::Unknown);
    }
    let mut found = Reached { from: Vec::new(), steps: vec![Vec::new(); matrices.len()] };
    // Whether all coordinates so far are short fractions.
    let mut short = true;
    let mut next = 0;
    while next < basis.len() {
        for (letter, matrix) in own.matrices.iter().enumerate() {
            if !short && basis.len() == v.len() {
                return Ok(Reach::Whole);
            }
            budget.check_now()?;
            let row = field.row_times(&basis[next], matrix);
            let coordinates = match span.add(&row) {
                Some(_) if !short => continue,
                Some(residues) => match residues.into_iter().map(|n| field.fraction(n)).collect() {
                    Some(coordinates) => coordinates,
                    None => {
                        short = false;
                        continue;
                    }
                },
                None => {
                    found.from.push((next, letter));
                    basis.push(row);
                    let mut unit = vec![Rational::zero(); basis.len()];
                    unit[basis.len() - 1] = Rational::one();
                    unit
                }
            };
            found.steps[letter].push(coordinates);
        }
        next += 1;
    }
    let is_whole = basis.len() == v.len();
    for row in found.steps.iter_mut().flatten() {
        row.resize(basis.len(), Rational::zero());
    }
    Ok(match short && found.is_proved(v, matrices, budget)? {
        true => Reach::Basis(found),
        false if is_whole => Reach::Whole,
        false => Reach::Unknown,
    })
}

/// For each coordinate the combination of kept ones that is worth the same, whatever matrices follow before `w`; `None`
/// for those kept, the first ones that are independent. Not proved, but no fewer could be kept. `None` if it is not found
/// this way.
///
/// # Errors
/// The limit that was passed.
pub(super) fn merged(
    w: &[Rational],
    matrices: &[&Sparse],
    budget: &Budget,
) -> Result<Option<Vec<Option<Vec<Rational>>>>, Halt> {
    let field = Field::FIRST;
    let Some(own) = Residues::new(field, w, matrices) else { return Ok(None) };
    let transposed: Vec<Vec<Vec<(u32, u64)>>> = own.matrices.iter().map(|matrix| transposed(matrix)).collect();
    let mut columns = Vec::new();
    let mut span = Span::new(field);
    if span.add(&own.v).is_none() {
        columns.push(own.v);
    }
    let mut next = 0;
    while next < columns.len() && columns.len() < w.len() {
        for matrix in &transposed {
            budget.check_now()?;
            let column = field.row_times(&columns[next], matrix);
            if span.add(&column).is_none() {
                columns.push(column);
            }
        }
        next += 1;
    }
    if columns.len() == w.len() {
        return Ok(Some(vec![None; w.len()]));
    }
    let mut kept = Span::new(field);
    let mut merged = Vec::with_capacity(w.len());
    for place in 0..w.len() {
        let row: Vec<u64> = columns.iter().map(|column| column[place]).collect();
        merged.push(match kept.add(&row) {
            None => None,
            Some(residues) => match residues.into_iter().map(|n| field.fraction(n)).collect() {
                Some(merge) => Some(merge),
                None => return Ok(None),
            },
        });
    }
    Ok(Some(merged))
}

impl Reached {
    /// Whether each product is what its coordinates say, over the rationals.
    fn is_proved(&self, v: &[Rational], matrices: &[&Sparse], budget: &Budget) -> Result<bool, Halt> {
        let Some(bits) = self.bits(v, matrices) else { return Ok(false) };
        // Each prime has more than 60 bits.
        if bits > 60.0 * proof::PRIMES as f64 {
            return Ok(false);
        }
        for (field, _) in fields().zip(0u32..).take_while(|&(_, before)| 60.0 * f64::from(before) < bits) {
            let Some(own) = Residues::new(field, v, matrices) else { return Ok(false) };
            let mut basis = vec![own.v.clone()];
            for &(before, letter) in &self.from {
                basis.push(field.row_times(&basis[before], &own.matrices[letter]));
            }
            for (matrix, steps) in own.matrices.iter().zip(&self.steps) {
                let Some(steps) = field.rows(&sparse(steps)) else { return Ok(false) };
                for (row, coordinates) in basis.iter().zip(&steps) {
                    budget.check_now()?;
                    let product = field.row_times(row, matrix);
                    let terms =
                        coordinates.iter().map(|&(place, factor)| (field.negative(factor), &*basis[index(place)]));
                    let rest = field.combined(&product, terms);
                    if rest.iter().any(|&entry| entry != 0) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Binary digits that the numerators of all differences to be proved 0 have at most, over their common denominators.
    fn bits(&self, v: &[Rational], matrices: &[&Sparse]) -> Option<f64> {
        // With all denominators cleared by D, the vector of a word of length k is an integer one over D^(k+1).
        let entries = || matrices.iter().flat_map(|matrix| matrix.iter().flatten()).map(|(_, entry)| entry);
        let all = || entries().chain(v);
        let mut common = BigInt::one();
        for entry in all().filter(|entry| !entry.denom().is_one()) {
            common = common.lcm(entry.denom());
            if common.bits() > proof::DENOMINATOR_BITS {
                return None;
            }
        }
        let log = |n: &Rational| (n.numer().bits() + 1) as f64 - (n.denom().bits() - 1) as f64;
        // |b M| <= |b| n max |M|.
        let norm = |entries: &mut dyn Iterator<Item = &Rational>| {
            entries.filter(|n| !n.is_zero()).map(log).fold(0.0, f64::max)
        };
        let step = norm(&mut entries()) + (v.len() as f64).log2() + 1.0;
        let mut lengths = vec![0usize];
        for &(before, _) in &self.from {
            lengths.push(lengths[before] + 1);
        }
        let longest = lengths.iter().max().copied().unwrap_or(0) as f64 + 1.0;
        let size = norm(&mut v.iter()) + longest * step;
        let cleared = (longest + 1.0) * common.bits() as f64;
        let mut most: f64 = 0.0;
        for coordinates in self.steps.iter().flatten() {
            let mut below = BigInt::one();
            let mut sum = Rational::zero();
            for entry in coordinates.iter().filter(|entry| !entry.is_zero()) {
                below = below.lcm(entry.denom());
                sum += entry.abs();
            }
            // The product, and the combination of vectors that are no larger.
            most = most.max(below.bits() as f64 + log(&(sum + Rational::one())).max(0.0));
        }
        Some(size + cleared + most + 4.0)
    }
}

/// The entries of each row of a matrix that are not 0, by place.
type Residue = Vec<Vec<(u32, u64)>>;

/// Whether no two powers of a product of matrices are equal, if `exponent` is a multiple of every n with phi(n) at most
/// their dimension: `false` where that is not shown.
///
/// # Errors
/// The limit that was passed.
pub(super) fn has_infinite_order(
    factors: &[&[Vec<Rational>]],
    dimension: usize,
    exponent: &BigUint,
    budget: &Budget,
) -> Result<bool, Halt> {
    let field = Field::SECOND;
    let residues: Option<Vec<Residue>> = factors.iter().map(|matrix| field.rows(&sparse(matrix))).collect();
    let Some(residues) = residues else { return Ok(false) };
    let unit = |at: usize| (0..dimension).map(|place| u64::from(place == at)).collect::<Vec<u64>>();
    let product: Vec<Vec<u64>> =
        (0..dimension).map(|at| residues.iter().fold(unit(at), |row, matrix| field.row_times(&row, matrix))).collect();
    let times = |a: &[Vec<u64>], b: &[Vec<u64>]| -> Vec<Vec<u64>> {
        let entries = |row: &Vec<u64>| (0..).zip(row).filter(|(_, n)| **n != 0).map(|(at, n)| (at, *n)).collect();
        let b: Vec<Vec<(u32, u64)>> = b.iter().map(entries).collect();
        a.iter().map(|row| field.row_times(row, &b)).collect()
    };
    let power = |exponent: &BigUint| -> Result<Vec<Vec<u64>>, Halt> {
        let mut power: Vec<Vec<u64>> = (0..dimension).map(unit).collect();
        for bit in (0..exponent.bits()).rev() {
            budget.check_now()?;
            power = times(&power, &power);
            if exponent.bit(bit) {
                power = times(&power, &product);
            }
        }
        Ok(power)
    };
    let first = power(&BigUint::from(dimension))?;
    Ok(times(&first, &power(exponent)?) != first)
}
