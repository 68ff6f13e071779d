//! The integers modulo primes below 2^61, vectors of them, and their spans.
//!
//! A product of two residues fits 128 bits 63 times over, so that sums of products are reduced once in 63 terms; a prime
//! 2^61 - c is reduced by adding c times what stands above 61 bits.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::matrix::Sparse;
use super::rational::Rational;
use crate::automata::interner::{index, number};

/// The first c for which 2^61 - c is prime.
const PRIMES: [u64; 40] = [
    1, 31, 45, 229, 259, 283, 339, 391, 403, 465, 531, 579, 675, 759, 799, 819, 829, 843, 859, 939, 985, 1015, 1153,
    1195, 1215, 1281, 1299, 1351, 1371, 1425, 1489, 1525, 1533, 1543, 1609, 1621, 1669, 1741, 1753, 1813,
];
/// Numerators and denominators of coordinates are below: twice their product is below the prime.
const LARGEST_PART: u64 = 1 << 29;

/// The integers modulo 2^61 - c.
#[derive(Clone, Copy)]
pub(super) struct Field {
    c: u64,
}

fn low_word(n: u128) -> u64 {
    u64::try_from(n & u128::from(u64::MAX)).expect("64 bits")
}

/// Fields, one after another.
pub(super) fn fields() -> impl Iterator<Item = Field> {
    // What `reduce` takes for granted is that c is short.
    let later = (PRIMES[PRIMES.len() - 1] + 2..1 << 16).step_by(2).filter(|c| is_prime((1 << 61) - c));
    PRIMES.into_iter().chain(later).map(|c| Field { c })
}

/// Miller and Rabin's test of an odd number below 2^64, with bases that decide there (Sorenson and Webster 2015).
fn is_prime(n: u64) -> bool {
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
    let twos = (n - 1).trailing_zeros();
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
        let first = power(base, (n - 1) >> twos);
        first == 1 || (0..twos).any(|k| power(base, ((n - 1) >> twos) << k) == n - 1)
    })
}

impl Field {
    pub(super) const FIRST: Field = Field { c: PRIMES[0] };
    pub(super) const SECOND: Field = Field { c: PRIMES[1] };

    /// Its prime.
    pub(super) fn prime(self) -> u64 {
        (1 << 61) - self.c
    }

    fn reduce(self, n: u128) -> u64 {
        const LOW: u128 = (1 << 61) - 1;
        let fold = |n: u128| (n & LOW) + (n >> 61) * u128::from(self.c);
        // Below 2^128, then below 2^84, below 2^62, and below 2^61 + 2^16.
        let n = low_word(fold(fold(fold(n))));
        if n >= self.prime() { n - self.prime() } else { n }
    }

    pub(super) fn times(self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    pub(super) fn minus(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.prime() - b }
    }

    pub(super) fn inverse(self, a: u64) -> u64 {
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

    /// A natural number.
    pub(super) fn of_natural(self, n: &BigUint) -> u64 {
        (n % self.prime()).to_u64().expect("a residue")
    }

    /// A fraction; `None` if its denominator is 0 here.
    pub(super) fn of(self, n: &Rational) -> Option<u64> {
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
    pub(super) fn fraction(self, residue: u64) -> Option<Rational> {
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
    pub(super) fn rows(self, matrix: &Sparse) -> Option<Vec<Vec<(u32, u64)>>> {
        let entry = |(place, n): &(u32, Rational)| Some((*place, self.of(n)?));
        matrix.iter().map(|row| row.iter().map(entry).collect()).collect()
    }

    pub(super) fn negative(self, a: u64) -> u64 {
        self.minus(0, a)
    }

    pub(super) fn row_times(self, row: &[u64], matrix: &[Vec<(u32, u64)>]) -> Vec<u64> {
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
    pub(super) fn combined<'a>(self, start: &[u64], terms: impl Iterator<Item = (u64, &'a [u64])>) -> Vec<u64> {
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
    pub(super) fn dot(self, start: u64, a: &[u64], b: &[u64]) -> u64 {
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

/// Transposes a matrix: its rows become columns.
pub(super) fn transposed(matrix: &[Vec<(u32, u64)>]) -> Vec<Vec<(u32, u64)>> {
    let mut out = vec![Vec::new(); matrix.len()];
    for (i, row) in matrix.iter().enumerate() {
        row.iter().for_each(|&(j, entry)| out[index(j)].push((number(i), entry)));
    }
    out
}

/// A vector and matrices in a field.
pub(super) struct Residues {
    pub v: Vec<u64>,
    pub matrices: Vec<Vec<Vec<(u32, u64)>>>,
}

impl Residues {
    /// `None` if the prime divides a denominator.
    pub(super) fn new(field: Field, v: &[Rational], matrices: &[&Sparse]) -> Option<Residues> {
        Some(Residues {
            v: v.iter().map(|entry| field.of(entry)).collect::<Option<_>>()?,
            matrices: matrices.iter().map(|matrix| field.rows(matrix)).collect::<Option<_>>()?,
        })
    }
}

/// The span of vectors in a field, in echelon form, with the way back to the vectors that were added.
pub(super) struct Span {
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
    pub(super) fn new(field: Field) -> Span {
        Span { field, rows: Vec::new() }
    }

    /// The coordinates of a vector in those added; `None` if it is independent of them, and is added.
    pub(super) fn add(&mut self, vector: &[u64]) -> Option<Vec<u64>> {
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
    fn the_first_primes_are_all_there_are() {
        let found: Vec<u64> = (1..=PRIMES[39]).step_by(2).filter(|c| is_prime((1 << 61) - c)).collect();
        assert_eq!(found, PRIMES);
        let by_division = |n: u64| (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        assert!((39..5_000).step_by(2).all(|n| is_prime(n) == by_division(n)));
        assert!(fields().count() > 1_000);
    }

    #[test]
    fn residues_are_those_of_long_division() {
        let mut state = 1u64;
        for field in fields().take(40).chain(fields().skip(1_000).step_by(100)) {
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
