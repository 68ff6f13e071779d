//! What holds of all values of a series, or fails for some.
//!
//! - *Zero.* Let n be the number of states. The row vectors of all words from some length on are spanned by those with fewer
//!   than n letters more. So all are worth 0 if these are, each of which is worth less than a bound; and these are if they
//!   are 0 modulo primes whose product is more. Modulo a prime the span has a basis.
//! - *Finitely many that are not zero.* Let V(j) be spanned by the row vectors of words with j letters or more behind a first
//!   that is not zeros, modulo those from which every word is worth 0. If V(j) = V(j+1), all that follow are the same. So
//!   either V(n) is 0, or none is, and infinitely many tuples have a value that is not 0.
//! - *Finitely many values.* Let f(k) = x M^k y, M being the matrix of a word. If f takes finitely many values, it is
//!   periodic from some k on, for n of them make the next, and the polynomial that it satisfies is one of degree n at most,
//!   a power of z times different cyclotomic ones: so f(n+e) = f(n), where e is a multiple of each m with phi(m) <= n
//!   (Mandel and Simon 1977). That it is not so modulo a prime for some x and y shows infinitely many values.

use std::collections::BTreeMap;

use crate::Read;
use crate::linear::{Edge, Series, add, edges, large};
use crate::machine::{Interner, letters, spend};
use crate::modular::{Basis, Matrix, PRIME, is_prime, power, primes, product, residue};

/// Matrices whose powers are looked at, and their size.
const MOST_WORDS: usize = 120;
const LARGEST_MATRIX: usize = 100;
/// Row vectors that are looked at for a value that is less than 0, and their entries.
const MOST_VECTORS: usize = 20_000;
const MOST_ENTRIES: usize = 1 << 23;

/// How many binary digits a number has.
fn bits(n: i128) -> usize {
    128 - n.leading_zeros() as usize
}

impl Series {
    /// Whether from one of some row vectors a word leads to one that is not worth 0, modulo a prime.
    fn is_seen(&self, starts: Matrix, prime: u64) -> Read<bool> {
        let span = self.span(starts, prime, usize::MAX)?.ok_or("a basis")?;
        let worth =
            |row: &Vec<u64>| row.iter().zip(&self.last).fold(0, |sum, (a, b)| (sum + a * residue(*b, prime)) % prime);
        Ok(span.rows.iter().any(|(_, row)| worth(row) != 0))
    }

    /// Whether it is 0 everywhere; or else, if that is asked, for all tuples but finitely many.
    pub fn vanishes(&self, eventually: bool) -> Read<bool> {
        let from = if eventually { self.rows.len() + 1 } else { 0 };
        let sum = |mut weights: &mut dyn Iterator<Item = i128>| {
            large((&mut weights).try_fold(0i128, |sum, weight| sum.checked_add(weight.checked_abs()?)))
        };
        let mut largest = 1;
        for row in &self.rows {
            for some in row.chunk_by(|a, b| a.0 == b.0) {
                largest = largest.max(sum(&mut some.iter().map(|edge| edge.2))?);
            }
        }
        let ends = bits(sum(&mut self.first.iter().copied())?) + bits(sum(&mut self.last.iter().copied())?);
        let bits = ends + (from + self.rows.len()) * bits(largest - 1);
        // Each is more than 2^30.
        for prime in primes(bits / 30 + 1) {
            let prime = prime?;
            let first: Vec<u64> = self.first.iter().map(|entry| residue(*entry, prime)).collect();
            let mut rows = vec![first];
            for length in 0..from {
                let mut basis = Basis::new(prime);
                for row in rows {
                    let after = self.after(&row, prime).into_iter().filter(|(letter, _)| length > 0 || *letter > 0);
                    after.into_iter().try_for_each(|(_, row)| basis.add(row))?;
                }
                rows = basis.rows.into_iter().map(|(_, row)| row).collect();
            }
            if self.is_seen(rows, prime)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a value that is less than 0 is found among the first words.
    pub fn has_negative(&self) -> Read<bool> {
        let list = |row: &BTreeMap<u32, i128>| row.iter().flat_map(|(&q, &x)| [q.into(), x]).collect::<Vec<i128>>();
        let (mut seen, mut at, mut size) = (Interner::default(), 0, 0);
        let first = (0..).zip(self.first.iter().copied()).filter(|entry| entry.1 != 0).collect();
        seen.number(&list(&first));
        while at < seen.len().min(MOST_VECTORS) && size < MOST_ENTRIES {
            let row = seen.get(at as u32).to_vec();
            let (mut worth, mut after) = (0, BTreeMap::<u32, BTreeMap<u32, i128>>::new());
            for (state, entry) in row.chunks(2).map(|pair| (pair[0] as usize, pair[1])) {
                add(&mut worth, entry, self.last[state])?;
                for &(letter, target, weight) in &self.rows[state] {
                    add(after.entry(letter).or_default().entry(target).or_default(), entry, weight)?;
                }
                spend(8 * self.rows[state].len() + 8)?;
            }
            if worth < 0 {
                return Ok(true);
            }
            for mut next in after.into_values() {
                next.retain(|_, entry| *entry != 0);
                size += next.len();
                seen.number(&list(&next));
            }
            at += 1;
        }
        Err("no number is found at which it fails".into())
    }

    /// Whether infinitely many values are found, as a word is repeated.
    pub fn has_infinitely_many_values(&self) -> Read<bool> {
        let (size, prime) = (self.rows.len(), PRIME);
        if size == 0 || size > LARGEST_MATRIX {
            return Err(format!("no powers of matrices of {size} states are looked at"));
        }
        let matrix = |letter: u32| -> Matrix {
            let row = |row: &Vec<Edge>| {
                let mut dense = vec![0; size];
                edges(row, letter).iter().for_each(|edge| dense[edge.1 as usize] = residue(edge.2, prime));
                dense
            };
            self.rows.iter().map(row).collect()
        };
        let first = self.first.iter().map(|entry| residue(*entry, prime)).collect();
        let starts = self.span(vec![first], prime, size)?.ok_or("a basis")?;
        let letters = letters(&vec![self.system.clone(); self.vars.len()])?;
        let mut words: Vec<Matrix> = (0..letters).map(matrix).collect();
        let mut at = 0;
        while let Some(word) = words.get(at).cloned() {
            let (before, mut after) = (power(&word, size, prime)?, word.clone());
            for q in (2..=size + 1).filter(|&q| is_prime(q as u64)) {
                // The largest power of q with phi(q^j) <= size.
                let mut multiple = q;
                while multiple * (q - 1) <= size {
                    multiple *= q;
                }
                after = power(&after, multiple, prime)?;
            }
            after = product(&before, &after, prime)?;
            for (row, before) in after.iter_mut().zip(&before) {
                row.iter_mut().zip(before).for_each(|(a, b)| *a = (*a + prime - b) % prime);
            }
            let rows: Matrix = starts.rows.iter().map(|row| row.1.clone()).collect();
            if self.is_seen(product(&rows, &after, prime)?, prime)? {
                return Ok(true);
            }
            for letter in 0..letters {
                if words.len() < MOST_WORDS {
                    words.push(product(&word, &matrix(letter), prime)?);
                }
            }
            at += 1;
        }
        Err("no word is found that gives infinitely many values as it is repeated".into())
    }
}
