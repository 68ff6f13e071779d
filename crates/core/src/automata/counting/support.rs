//! Where a representation is not 0: the first word, and the last one if there are finitely many.
//!
//! Words are gone through in radix order, and one whose row vector is a combination of those of earlier words is left
//! out with all that begins with it. No first word is lost: if `x y` is the first one worth something, x a combination
//! of earlier words u, then some `u y` is worth something, and is earlier than `x y`. So as many words are looked at as
//! the dimension says, times the number of letters (Schützenberger 1961 for equality of representations).

use num_traits::{One, Zero};

use super::linear_representation::{LinearRepresentation, dot, row_times, times_column};
use super::rational::Rational;
use super::space::Space;
use crate::automata::letter::Letter;
use crate::budget::{Budget, Halt};

/// The words without the letter 0 in front that are worth something else than 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Support {
    /// None.
    Empty,
    /// Finitely many; this is the last one in radix order.
    Finite(Vec<Letter>),
    /// Infinitely many; this one is at least as long as the dimension, and so would not be if there were finitely many.
    Infinite(Vec<Letter>),
}

/// A word and its row vector.
type Reached = (Vec<Letter>, Vec<Rational>);

impl LinearRepresentation {
    /// The first word in radix order that is worth something else than 0.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn first_nonzero(&self, budget: &Budget) -> Result<Option<Vec<Letter>>, Halt> {
        self.first_from(vec![(Vec::new(), self.v.clone())], budget)
    }

    /// The first word, of those that begin with some of these, which are in radix order.
    fn first_from(&self, start: Vec<Reached>, budget: &Budget) -> Result<Option<Vec<Letter>>, Halt> {
        let mut space = Space::default();
        let mut found = Vec::new();
        let worth = |(word, row): &Reached| (!dot(row, &self.w).is_zero()).then(|| word.clone());
        for one in start {
            if let Some(word) = worth(&one) {
                return Ok(Some(word));
            }
            if space.add(&one.1) {
                found.push(one);
            }
        }
        let mut next = 0;
        while let Some((word, row)) = found.get(next).cloned() {
            for (letter, matrix) in &self.mu {
                budget.check_now()?;
                let one = ([&word[..], &[*letter]].concat(), row_times(&row, matrix));
                if let Some(word) = worth(&one) {
                    return Ok(Some(word));
                }
                if space.add(&one.1) {
                    found.push(one);
                }
            }
            next += 1;
        }
        Ok(None)
    }

    /// The representation of the same values on words without the letter 0 in front, and of 0 on others.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn without_zeros_in_front(&self, budget: &Budget) -> Result<LinearRepresentation, Halt> {
        self.without_zeros_in_front_as_is().minimize(budget)
    }

    /// The first coordinate is that of no letter read yet.
    fn without_zeros_in_front_as_is(&self) -> LinearRepresentation {
        let widened = |first: Rational, row: &[Rational]| [&[first], row].concat();
        let mu = self.mu.iter().map(|(letter, matrix)| {
            let first = match *letter {
                Letter::ZERO => vec![Rational::zero(); self.dimension()],
                _ => row_times(&self.v, matrix),
            };
            let rows = [&first].into_iter().chain(matrix).map(|row| widened(Rational::zero(), row)).collect();
            (*letter, rows)
        });
        LinearRepresentation {
            layout: self.layout.clone(),
            v: widened(Rational::one(), &vec![Rational::zero(); self.dimension()]),
            mu: mu.collect(),
            w: widened(dot(&self.v, &self.w), &self.w),
        }
    }

    /// The representation of the same values on words without the letter 0 in front; such letters in front change no
    /// value.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn with_zeros_in_front(&self, budget: &Budget) -> Result<LinearRepresentation, Halt> {
        let mut one = self.without_zeros_in_front_as_is();
        if let Some((Letter::ZERO, matrix)) = one.mu.first_mut() {
            matrix[0][0] = Rational::one();
        }
        one.minimize(budget)
    }

    /// Where it is not 0, on words without the letter 0 in front.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn support(&self, budget: &Budget) -> Result<Support, Halt> {
        let one = self.without_zeros_in_front(budget)?;
        if one.dimension() == 0 {
            return Ok(Support::Empty);
        }
        // Finitely many iff all matrices together are nilpotent: the spans of what words of length 0, 1, .. reach end.
        let mut level: Vec<Reached> = vec![(Vec::new(), one.v.clone())];
        let mut longest = None;
        for length in 0..one.dimension() {
            if level.iter().any(|(_, row)| !dot(row, &one.w).is_zero()) {
                longest = Some(length);
            }
            let mut space = Space::default();
            let mut after = Vec::new();
            for (word, row) in &level {
                for (letter, matrix) in &one.mu {
                    budget.check_now()?;
                    let row = row_times(row, matrix);
                    if space.add(&row) {
                        after.push(([&word[..], &[*letter]].concat(), row));
                    }
                }
            }
            level = after;
        }
        if !level.is_empty() {
            let word = one.first_from(level, budget)?;
            return Ok(Support::Infinite(word.expect("a smallest representation tells vectors apart")));
        }
        Ok(match longest {
            None => Support::Empty,
            Some(length) => Support::Finite(one.last_of_length(length, budget)?),
        })
    }

    /// The last word of a length that is worth something; there is one.
    fn last_of_length(&self, length: usize, budget: &Budget) -> Result<Vec<Letter>, Halt> {
        // The spans of what words of length 0, 1, .. put in front of the column vector.
        let mut ends: Vec<Vec<Vec<Rational>>> = vec![vec![self.w.clone()]];
        for _ in 0..length {
            let mut space = Space::default();
            let mut before = Vec::new();
            for column in ends.last().expect("one is there") {
                for (_, matrix) in &self.mu {
                    budget.check_now()?;
                    let column = times_column(matrix, column);
                    if space.add(&column) {
                        before.push(column);
                    }
                }
            }
            ends.push(before);
        }
        let (mut word, mut row) = (Vec::new(), self.v.clone());
        for ends in ends[..length].iter().rev() {
            let mut choices = self.mu.iter().rev().map(|(letter, matrix)| (*letter, row_times(&row, matrix)));
            let goes_on = |row: &[Rational]| ends.iter().any(|column| !dot(row, column).is_zero());
            let (letter, after) =
                choices.find(|(_, row)| goes_on(row)).expect("a word of this length is worth something");
            word.push(letter);
            row = after;
        }
        Ok(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::letter::Layout;

    fn representation(v: &[i64], mu: &[&[&[i64]]], w: &[i64]) -> LinearRepresentation {
        let row = |row: &[i64]| row.iter().map(|&n| Rational::from(num_bigint::BigInt::from(n))).collect::<Vec<_>>();
        let layout = Layout::new(&[u32::try_from(mu.len()).unwrap()]).unwrap();
        let mu =
            layout.letters().zip(mu).map(|(letter, rows)| (letter, rows.iter().map(|r| row(r)).collect())).collect();
        LinearRepresentation { layout, v: row(v), mu, w: row(w) }
    }

    #[test]
    fn the_first_and_the_last_word_are_found() {
        let budget = Budget::unlimited();
        // 1 on 101 and 110 alone, with any zeros in front.
        let chain = |edges: &[(usize, usize)]| {
            let mut rows = vec![vec![0i64; 6]; 6];
            edges.iter().for_each(|&(from, to)| rows[from][to] = 1);
            rows
        };
        let (zero, one) = (chain(&[(0, 0), (1, 2), (4, 5)]), chain(&[(0, 1), (2, 3), (1, 4)]));
        let (zero, one): (Vec<&[i64]>, Vec<&[i64]>) =
            (zero.iter().map(|r| &r[..]).collect(), one.iter().map(|r| &r[..]).collect());
        let two = representation(&[1, 0, 0, 0, 0, 0], &[&zero, &one], &[0, 0, 0, 1, 0, 1]);
        let word = |digits: &[u32]| digits.iter().map(|&d| Letter::digit(d)).collect::<Vec<_>>();
        assert_eq!(two.first_nonzero(&budget), Ok(Some(word(&[1, 0, 1]))));
        assert_eq!(two.support(&budget), Ok(Support::Finite(word(&[1, 1, 0]))));
        let ones = representation(&[1, 0], &[&[&[1, 0], &[0, 1]], &[&[1, 1], &[0, 1]]], &[0, 1]);
        assert!(matches!(ones.support(&budget), Ok(Support::Infinite(_))));
        let none = representation(&[1], &[&[&[1]], &[&[1]]], &[0]);
        assert_eq!((none.first_nonzero(&budget), none.support(&budget)), (Ok(None), Ok(Support::Empty)));
    }
}
