//! Rational series by their definition: products of matrices over all short words, and the rank of what they are worth.
//! Numbers are machine integers; denominators are the caller's.

/// A row vector, a matrix for each letter, a column vector, of whole numbers.
#[derive(Clone, Debug)]
pub struct Series {
    /// The row vector.
    pub v: Vec<i128>,
    /// A matrix by rows for each letter.
    pub mu: Vec<Vec<Vec<i128>>>,
    /// The column vector.
    pub w: Vec<i128>,
}

impl Series {
    /// What a word is worth.
    pub fn value(&self, word: &[usize]) -> i128 {
        let mut row = self.v.clone();
        for &letter in word {
            let matrix = &self.mu[letter];
            row = (0..row.len()).map(|j| (0..row.len()).map(|i| row[i] * matrix[i][j]).sum()).collect();
        }
        row.iter().zip(&self.w).map(|(a, b)| a * b).sum()
    }

    /// The rank of the Hankel matrix: words of fewer letters than the dimension on either side say it all (Carlyle and Paz
    /// 1971).
    pub fn rank(&self) -> usize {
        let words = words(self.mu.len(), self.v.len().max(1) - 1);
        let joined = |x: &Vec<usize>, y: &Vec<usize>| self.value(&[&x[..], y].concat());
        rank(words.iter().map(|x| words.iter().map(|y| joined(x, y)).collect()).collect())
    }
}

/// All words of at most so many letters, in radix order.
pub fn words(letters: usize, longest: usize) -> Vec<Vec<usize>> {
    let mut words = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let upto = words.len();
        for at in from..upto {
            words.extend((0..letters).map(|letter| [&words[at][..], &[letter]].concat()).collect::<Vec<_>>());
        }
        from = upto;
    }
    words
}

/// The rank of a matrix, modulo two primes: the larger one, which is right but for a chance of 2^-60.
fn rank(matrix: Vec<Vec<i128>>) -> usize {
    [2_147_483_647, 2_147_483_629].into_iter().map(|prime| rank_modulo(&matrix, prime)).max().unwrap_or(0)
}

fn rank_modulo(matrix: &[Vec<i128>], prime: i128) -> usize {
    let mut rows: Vec<Vec<i128>> =
        matrix.iter().map(|row| row.iter().map(|entry| entry.rem_euclid(prime)).collect()).collect();
    let inverse = |n: i128| {
        (0..31).rev().fold(1i128, |power, bit| {
            let square = power * power % prime;
            if ((prime - 2) >> bit) & 1 == 1 { square * n % prime } else { square }
        })
    };
    let mut rank = 0;
    for column in 0..rows.first().map_or(0, Vec::len) {
        let Some(pivot) = (rank..rows.len()).find(|&at| rows[at][column] != 0) else { continue };
        rows.swap(rank, pivot);
        let scale = inverse(rows[rank][column]);
        let lead = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = row[column] * scale % prime;
            row.iter_mut().zip(&lead).for_each(|(entry, other)| *entry = (*entry - factor * other).rem_euclid(prime));
        }
        rank += 1;
    }
    rank
}
