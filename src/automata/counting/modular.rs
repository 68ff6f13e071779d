//! The span of what a row vector reaches, found modulo a large prime and proved over the rationals.
//!
//! Elimination modulo p costs a machine operation an entry where rationals grow. Vectors that are independent modulo p
//! are independent; coordinates of the others are read back as fractions (Wang 1981) and proved: a fraction whose
//! numerator is bounded and which is 0 modulo primes whose product exceeds the bound is 0. The bound comes from the norms
//! of the matrices. O(|letters| d^2 n) for dimension n and rank d, times one and a few primes. Gives up, and says so by
//! `None`, where coordinates are long or denominators pile up: the exact way is still open then.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::matrix::{Sparse, sparse};
use super::rational::Rational;
use crate::automata::interner::{index, number};
use crate::budget::{Budget, Halt};

/// c for which 2^61 - c is prime.
const PRIMES: [u64; 40] = [
    1, 31, 45, 229, 259, 283, 339, 391, 403, 465, 531, 579, 675, 759, 799, 819, 829, 843, 859, 939, 985, 1015, 1153,
    1195, 1215, 1281, 1299, 1351, 1371, 1425, 1489, 1525, 1533, 1543, 1609, 1621, 1669, 1741, 1753, 1813,
];
/// Numerators and denominators of coordinates are below: twice their product is below the prime.
const LARGEST_PART: u64 = 1 << 29;

/// The integers modulo 2^61 - c.
#[derive(Clone, Copy)]
struct Field {
    c: u64,
}

fn low_word(n: u128) -> u64 {
    u64::try_from(n & u128::from(u64::MAX)).expect("64 bits")
}

impl Field {
    fn prime(self) -> u64 {
        (1 << 61) - self.c
    }

    fn reduce(self, n: u128) -> u64 {
        const LOW: u128 = (1 << 61) - 1;
        let fold = |n: u128| (n & LOW) + (n >> 61) * u128::from(self.c);
        // Below 2^122, then below 2^73, then below 2^62.
        let n = low_word(fold(fold(fold(n))));
        if n >= self.prime() { n - self.prime() } else { n }
    }

    fn times(self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    fn minus(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.prime() - b }
    }

    fn inverse(self, a: u64) -> u64 {
        let (mut power, mut square, mut left) = (1, a, self.prime() - 2);
        while left > 0 {
            if left & 1 == 1 {
                power = self.times(power, square);
            }
            square = self.times(square, square);
            left >>= 1;
        }
        power
    }

    /// A fraction; `None` if its denominator is 0 here.
    fn of(self, n: &Rational) -> Option<u64> {
        let part = |n: &BigInt| match n.to_i64() {
            Some(small) => small.rem_euclid(self.prime() as i64) as u64,
            None => n.mod_floor(&BigInt::from(self.prime())).to_u64().expect("a residue"),
        };
        let below = part(n.denom());
        match below {
            0 => None,
            1 => Some(part(n.numer())),
            below => Some(self.times(part(n.numer()), self.inverse(below))),
        }
    }

    /// The fraction of small parts with this residue, if there is one.
    fn fraction(self, residue: u64) -> Option<Rational> {
        // Euclid's algorithm, stopped half way: r = s * residue modulo p throughout.
        let (mut r, mut s) = ((self.prime() as i64, residue as i64), (0i64, 1i64));
        while r.1 as u64 >= LARGEST_PART {
            let quotient = r.0 / r.1;
            r = (r.1, r.0 - quotient * r.1);
            s = (s.1, s.0 - quotient * s.1);
        }
        let is_small = s.1 != 0 && s.1.unsigned_abs() < LARGEST_PART;
        is_small.then(|| Rational::new(BigInt::from(r.1), BigInt::from(s.1)))
    }

    /// The rows of a matrix.
    fn rows(self, matrix: &Sparse) -> Option<Vec<Vec<(u32, u64)>>> {
        let entry = |(place, n): &(u32, Rational)| Some((*place, self.of(n)?));
        matrix.iter().map(|row| row.iter().map(entry).collect()).collect()
    }

    fn row_times(self, row: &[u64], matrix: &[Vec<(u32, u64)>]) -> Vec<u64> {
        let mut product = vec![0u128; row.len()];
        for (&factor, line) in row.iter().zip(matrix).filter(|(factor, _)| **factor != 0) {
            for &(place, entry) in line {
                let sum = &mut product[index(place)];
                *sum = u128::from(self.reduce(*sum + u128::from(factor) * u128::from(entry)));
            }
        }
        product.into_iter().map(low_word).collect()
    }

    /// `target -= factor * row`, a row that is shorter being filled with zeros.
    fn subtract(self, target: &mut [u64], factor: u64, row: &[u64]) {
        let factor = u128::from(self.prime() - factor);
        for (entry, &other) in target.iter_mut().zip(row).filter(|(_, other)| **other != 0) {
            *entry = self.reduce(u128::from(*entry) + factor * u128::from(other));
        }
    }
}

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
    let field = Field { c: PRIMES[0] };
    let Some(own) = Residues::new(field, v, matrices) else { return Ok(Reach::Unknown) };
    let mut span = Span { field, rows: Vec::new() };
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
    let field = Field { c: PRIMES[0] };
    let Some(own) = Residues::new(field, w, matrices) else { return Ok(None) };
    let transposed: Vec<Vec<Vec<(u32, u64)>>> = own.matrices.iter().map(|matrix| transposed(matrix)).collect();
    let mut columns = Vec::new();
    let mut span = Span { field, rows: Vec::new() };
    if span.add(&own.v).is_none() {
        columns.push(own.v);
    }
    let mut next = 0;
    while next < columns.len() {
        for matrix in &transposed {
            budget.check_now()?;
            let column = field.row_times(&columns[next], matrix);
            if span.add(&column).is_none() {
                columns.push(column);
            }
        }
        next += 1;
    }
    let mut kept = Span { field, rows: Vec::new() };
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

fn transposed(matrix: &[Vec<(u32, u64)>]) -> Vec<Vec<(u32, u64)>> {
    let mut out = vec![Vec::new(); matrix.len()];
    for (i, row) in matrix.iter().enumerate() {
        row.iter().for_each(|&(j, entry)| out[index(j)].push((number(i), entry)));
    }
    out
}

impl Reached {
    /// Whether each product is what its coordinates say, over the rationals.
    fn is_proved(&self, v: &[Rational], matrices: &[&Sparse], budget: &Budget) -> Result<bool, Halt> {
        let Some(bits) = self.bits(v, matrices) else { return Ok(false) };
        // Each prime has more than 60 bits.
        if bits > 60.0 * PRIMES.len() as f64 {
            return Ok(false);
        }
        for (&c, _) in PRIMES.iter().zip(0u32..).take_while(|&(_, before)| 60.0 * f64::from(before) < bits) {
            let field = Field { c };
            let Some(own) = Residues::new(field, v, matrices) else { return Ok(false) };
            let mut basis = vec![own.v.clone()];
            for &(before, letter) in &self.from {
                basis.push(field.row_times(&basis[before], &own.matrices[letter]));
            }
            for (matrix, steps) in own.matrices.iter().zip(&self.steps) {
                let Some(steps) = field.rows(&sparse(steps)) else { return Ok(false) };
                for (row, coordinates) in basis.iter().zip(&steps) {
                    budget.check_now()?;
                    let mut rest = field.row_times(row, matrix);
                    for &(place, factor) in coordinates {
                        field.subtract(&mut rest, factor, &basis[index(place)]);
                    }
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
            if common.bits() > 256 {
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
    let field = Field { c: PRIMES[1] };
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

/// A vector and matrices in a field.
struct Residues {
    v: Vec<u64>,
    matrices: Vec<Vec<Vec<(u32, u64)>>>,
}

impl Residues {
    fn new(field: Field, v: &[Rational], matrices: &[&Sparse]) -> Option<Residues> {
        Some(Residues {
            v: v.iter().map(|entry| field.of(entry)).collect::<Option<_>>()?,
            matrices: matrices.iter().map(|matrix| field.rows(matrix)).collect::<Option<_>>()?,
        })
    }
}

/// The span of vectors in a field, kept reduced, with the way back to the vectors that were added.
struct Span {
    field: Field,
    /// Place of the leading 1, the reduced vector, and what it is in those added.
    rows: Vec<(usize, Vec<u64>, Vec<u64>)>,
}

impl Span {
    /// The coordinates of a vector in those added; `None` if it is independent of them, and is added.
    fn add(&mut self, vector: &[u64]) -> Option<Vec<u64>> {
        let field = self.field;
        let mut rest = vector.to_vec();
        // Minus the coordinates.
        let mut taken = vec![0; self.rows.len()];
        for (lead, row, combination) in &self.rows {
            let factor = rest[*lead];
            if factor != 0 {
                field.subtract(&mut rest, factor, row);
                field.subtract(&mut taken, factor, combination);
            }
        }
        let Some(lead) = rest.iter().position(|&entry| entry != 0) else {
            return Some(taken.into_iter().map(|entry| field.minus(0, entry)).collect());
        };
        taken.push(1);
        let scale = field.inverse(rest[lead]);
        rest.iter_mut().chain(&mut taken).for_each(|entry| *entry = field.times(*entry, scale));
        self.rows.push((lead, rest, taken));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_primes_are_prime() {
        for c in PRIMES {
            let n = Field { c }.prime();
            let power = |base: u64, mut exponent: u64| {
                let (mut result, mut square) = (1u128, u128::from(base));
                while exponent > 0 {
                    if exponent & 1 == 1 {
                        result = result * square % u128::from(n);
                    }
                    square = square * square % u128::from(n);
                    exponent >>= 1;
                }
                low_word(result)
            };
            // Miller and Rabin, with bases that decide below 2^64 (Sorenson and Webster 2015).
            let twos = (n - 1).trailing_zeros();
            for base in [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37] {
                let first = power(base, (n - 1) >> twos);
                let passes = first == 1 || (0..twos).any(|k| power(base, ((n - 1) >> twos) << k) == n - 1);
                assert!(passes, "2^61 - {c} is no prime");
            }
        }
    }

    #[test]
    fn residues_are_those_of_long_division() {
        let mut state = 1u64;
        for c in PRIMES {
            let field = Field { c };
            for _ in 0..1000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (a, b) = (state % field.prime(), state.rotate_left(29) % field.prime());
                let product = low_word(u128::from(a) * u128::from(b) % u128::from(field.prime()));
                assert_eq!(field.times(a, b), product);
            }
            assert_eq!(field.times(field.prime() - 1, field.prime() - 1), 1);
            assert_eq!(field.times(12_345, field.inverse(12_345)), 1);
        }
    }

    #[test]
    fn fractions_are_read_back() {
        let field = Field { c: 1 };
        for (above, below) in [(0, 1), (1, 1), (-1, 1), (-3, 7), (536_870_911, 536_870_909), (5, 536_870_911)] {
            let fraction = Rational::new(BigInt::from(above), BigInt::from(below));
            assert_eq!(field.fraction(field.of(&fraction).unwrap()), Some(fraction));
        }
    }
}
