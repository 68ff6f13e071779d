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
        // Below 2^128, then below 2^79, below 2^62, and below 2^61 + 2^12.
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

    fn negative(self, a: u64) -> u64 {
        self.minus(0, a)
    }

    fn row_times(self, row: &[u64], matrix: &[Vec<(u32, u64)>]) -> Vec<u64> {
        let mut sums = Sums::new(self, &vec![0; row.len()]);
        for (&factor, line) in row.iter().zip(matrix).filter(|(factor, _)| **factor != 0) {
            sums.begin();
            for &(place, entry) in line {
                sums.sums[index(place)] += u128::from(factor) * u128::from(entry);
            }
        }
        sums.residues()
    }

    /// `start + sum factor * row`, rows that are shorter being filled with zeros.
    fn combined<'a>(self, start: &[u64], terms: impl Iterator<Item = (u64, &'a [u64])>) -> Vec<u64> {
        let mut sums = Sums::new(self, start);
        for (factor, row) in terms.filter(|(factor, _)| *factor != 0) {
            sums.begin();
            for (sum, &entry) in sums.sums.iter_mut().zip(row) {
                *sum += u128::from(factor) * u128::from(entry);
            }
        }
        sums.residues()
    }

    /// `start + sum a b`.
    fn dot(self, start: u64, a: &[u64], b: &[u64]) -> u64 {
        let mut sum = u128::from(start);
        for (a, b) in a.chunks(MOST_PRODUCTS).zip(b.chunks(MOST_PRODUCTS)) {
            sum += a.iter().zip(b).map(|(&a, &b)| u128::from(a) * u128::from(b)).sum::<u128>();
            sum = u128::from(self.reduce(sum));
        }
        self.reduce(sum)
    }
}

/// Products of residues that are added up before they are reduced: 63 below 2^122, and a residue, are below 2^128.
const MOST_PRODUCTS: usize = 63;

/// Sums of products that are reduced now and then.
struct Sums {
    field: Field,
    sums: Vec<u128>,
    /// Products in each sum since it was reduced, or fewer.
    products: usize,
}

impl Sums {
    fn new(field: Field, start: &[u64]) -> Sums {
        Sums { field, sums: start.iter().map(|&entry| entry.into()).collect(), products: 0 }
    }

    /// Makes room for one product more in each.
    fn begin(&mut self) {
        if self.products == MOST_PRODUCTS {
            self.sums.iter_mut().for_each(|sum| *sum = self.field.reduce(*sum).into());
            self.products = 0;
        }
        self.products += 1;
    }

    fn residues(self) -> Vec<u64> {
        self.sums.into_iter().map(|sum| self.field.reduce(sum)).collect()
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
    let field = Field { c: PRIMES[0] };
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

/// The span of vectors in a field, in echelon form, with the way back to the vectors that were added.
struct Span {
    field: Field,
    rows: Vec<Row>,
}

/// A row whose first entry that is not 0 is 1, and stands where rows added later have 0.
struct Row {
    lead: usize,
    row: Vec<u64>,
    /// What it is in the vectors that were added.
    combination: Vec<u64>,
    /// What the rows before it have at its lead.
    before: Vec<u64>,
}

impl Span {
    fn new(field: Field) -> Span {
        Span { field, rows: Vec::new() }
    }

    /// The coordinates of a vector in those added; `None` if it is independent of them, and is added.
    fn add(&mut self, vector: &[u64]) -> Option<Vec<u64>> {
        let field = self.field;
        // Minus how often each row is taken off, one after another.
        let mut factors: Vec<u64> = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            factors.push(field.negative(field.dot(vector[row.lead], &factors, &row.before)));
        }
        let terms = |part: fn(&Row) -> &[u64]| factors.iter().copied().zip(self.rows.iter().map(part));
        let mut rest = field.combined(vector, terms(|row| &row.row));
        let mut taken = field.combined(&vec![0; self.rows.len()], terms(|row| &row.combination));
        let Some(lead) = rest.iter().position(|&entry| entry != 0) else {
            return Some(taken.into_iter().map(|entry| field.negative(entry)).collect());
        };
        taken.push(1);
        let scale = field.inverse(rest[lead]);
        rest.iter_mut().chain(&mut taken).for_each(|entry| *entry = field.times(*entry, scale));
        let before = self.rows.iter().map(|row| row.row[lead]).collect();
        self.rows.push(Row { lead, row: rest, combination: taken, before });
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
            for n in [u128::MAX, u128::MAX - 1, u128::from(field.prime()) << 67, (1 << 122) - 1] {
                assert_eq!(u128::from(field.reduce(n)), n % u128::from(field.prime()), "{n}");
            }
            // As large as sums of products can be, on either side of where they are reduced.
            for length in [62, 63, 64, 126, 127, 200] {
                let (start, most) = (field.prime() - 1, vec![field.prime() - 1; length]);
                let sum = (length as u64 + field.prime() - 1) % field.prime();
                assert_eq!(field.dot(start, &most, &most), sum);
                let row = [start];
                assert_eq!(field.combined(&row, std::iter::repeat_n((start, &row[..]), length)), [sum]);
                let column = vec![vec![(0, start)]; length];
                assert_eq!(field.row_times(&most, &column)[0], length as u64);
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
