//! Arithmetic modulo primes of 31 bits: spans of vectors, and powers of matrices. What is not 0 modulo a prime is not 0.

use crate::Read;
use crate::machine::spend;

/// Entries of a basis: 1 GB.
const MOST_ENTRIES: usize = 1 << 27;
/// Steps that finding a prime takes as long as.
const EACH_PRIME: usize = 1 << 16;

pub fn residue(n: i128, prime: u64) -> u64 {
    n.rem_euclid(prime.into()) as u64
}

pub fn is_prime(n: u64) -> bool {
    n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

/// So many primes of 31 bits.
pub fn primes(many: usize) -> impl Iterator<Item = Read<u64>> {
    let found = (1 << 30..1u64 << 31).rev().filter(|&n| is_prime(n)).take(many);
    found.map(|prime| spend(EACH_PRIME).map(|()| prime))
}

/// One of them.
pub const PRIME: u64 = (1 << 31) - 1;

pub type Matrix = Vec<Vec<u64>>;

pub fn product(a: &Matrix, b: &Matrix, prime: u64) -> Read<Matrix> {
    let width = b.first().map_or(0, Vec::len);
    spend(a.len() * b.len() * width)?;
    let row = |row: &Vec<u64>| {
        let mut sums = vec![0; width];
        for (x, other) in row.iter().zip(b).filter(|(x, _)| **x != 0) {
            sums.iter_mut().zip(other).for_each(|(sum, y)| *sum = (*sum + x * y) % prime);
        }
        sums
    };
    Ok(a.iter().map(row).collect())
}

/// The power of a square matrix with an exponent of 1 or more.
pub fn power(matrix: &Matrix, exponent: usize, prime: u64) -> Read<Matrix> {
    let mut result = matrix.clone();
    for bit in (0..exponent.ilog2()).rev() {
        result = product(&result, &result, prime)?;
        if exponent >> bit & 1 == 1 {
            result = product(&result, matrix, prime)?;
        }
    }
    Ok(result)
}

/// Takes another vector off as often as makes a vector 0 where that is 1.
fn clear(vector: &mut [u64], place: usize, other: &[u64], prime: u64) -> Read<()> {
    let factor = prime - vector[place];
    if factor < prime {
        spend(vector.len() / 8 + 1)?;
        vector.iter_mut().zip(other).for_each(|(x, y)| *x = (*x + factor * y) % prime);
    }
    Ok(())
}

/// Independent vectors modulo a prime, each with a place at which it is 1 and the others are 0.
pub struct Basis {
    prime: u64,
    pub rows: Vec<(usize, Vec<u64>)>,
}

impl Basis {
    pub fn new(prime: u64) -> Basis {
        Basis { prime, rows: Vec::new() }
    }

    /// Adds what of a vector is not in the span.
    pub fn add(&mut self, mut vector: Vec<u64>) -> Read<()> {
        let prime = self.prime;
        spend(vector.len() / 8 + 1)?;
        self.rows.iter().try_for_each(|(place, row)| clear(&mut vector, *place, row, prime))?;
        let Some(place) = vector.iter().position(|&entry| entry != 0) else { return Ok(()) };
        if (self.rows.len() + 1) * vector.len() > MOST_ENTRIES {
            return Err("a basis of too many vectors".into());
        }
        // Its inverse (Fermat).
        let (mut inverse, mut square, mut exponent) = (1, vector[place], prime - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                inverse = inverse * square % prime;
            }
            (square, exponent) = (square * square % prime, exponent >> 1);
        }
        vector.iter_mut().for_each(|entry| *entry = *entry * inverse % prime);
        self.rows.iter_mut().try_for_each(|(_, row)| clear(row, place, &vector, prime))?;
        self.rows.push((place, vector));
        Ok(())
    }
}
