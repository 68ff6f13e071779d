//! Linear representations: a row vector, one matrix a letter, a column vector; a word is worth the product.
//!
//! Berstel and Reutenauer, "Noncommutative Rational Series with Applications" (2011): counting the runs of an automaton
//! is a linear representation, and the smallest one is found by taking the span of what the row vector reaches, then
//! what of it the column vector tells apart (Schützenberger 1961): the basis are row vectors that words reach, so that
//! entries stay small. O(d^3) operations a letter for dimension d, modulo a prime and proved (`modular`), or over the
//! rationals where that gives up. Matrices are dense: bad beyond some thousand states.

use num_traits::{One, Zero};

use super::matrix::{Sparse, sparse};
use super::modular;
use super::rational::{Rational, add_product};
use super::space::{Space, subtract};
use crate::automata::dfa::Dfa;
use crate::automata::letter::{Layout, Letter, Track};
use crate::budget::{Budget, Halt, Unsupported};
use crate::tuning::counting::{representation, worth};

/// A row vector v, a matrix for each letter, a column vector w: the word `ab..` is worth `v mu(a) mu(b) .. w`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearRepresentation {
    /// How letters are packed.
    pub layout: Layout,
    /// The row vector.
    pub v: Vec<Rational>,
    /// Every letter in increasing order, and its matrix by rows.
    pub mu: Vec<(Letter, Vec<Vec<Rational>>)>,
    /// The column vector.
    pub w: Vec<Rational>,
}

/// Why there is no linear representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountingError {
    /// There are infinitely many words to count.
    #[error("for some values there are infinitely many solutions to count")]
    Infinite,
    /// A limit was passed.
    #[error(transparent)]
    Limit(#[from] Halt),
}

/// On which side of a word zeros may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Padding {
    /// In front: the most significant digit comes first.
    Leading,
    /// Behind.
    Trailing,
}

impl LinearRepresentation {
    /// Counts, for each word over the tracks `kept`, in how many ways the other tracks complete it, words that differ
    /// by padding taken as one, and longer ones counted too.
    ///
    /// `dfa` is minimal and closed under padding on the side that `padding` says.
    ///
    /// # Errors
    /// If some word is completed in infinitely many ways; the limit that was passed.
    pub fn counting(
        dfa: &Dfa,
        kept: &[Track],
        padding: Padding,
        budget: &Budget,
    ) -> Result<LinearRepresentation, CountingError> {
        let states = dfa.states();
        let (layout, moves) = dfa.layout().taken(kept).map_err(Halt::from)?;
        let entries = (states.checked_mul(states)).and_then(|squares| {
            layout.sizes().iter().try_fold(squares, |product, &size| product.checked_mul(usize::try_from(size).ok()?))
        });
        if entries.is_none_or(|entries| entries > representation::ENTRIES) {
            return Err(Halt::Unsupported(Unsupported::Entries).into());
        }
        // What follows is as large as its entries: a hundred bytes each.
        budget.check_room(entries.map_or(0, |entries| representation::BYTES_OF_ENTRY * entries))?;
        let letters: Vec<Letter> = layout.letters().collect();
        let mut mu: Vec<(Letter, Vec<Vec<Rational>>)> =
            letters.iter().map(|&letter| (letter, vec![vec![Rational::zero(); states]; states])).collect();
        for (source, letter, target) in dfa.transitions().iter() {
            let at = letters.binary_search(&moves.apply(letter)).expect("every letter is listed");
            mu[at].1[source][target] += Rational::one();
        }
        let mut v = vec![Rational::zero(); states];
        v[0] = Rational::one();
        let w: Vec<Rational> = dfa.accepting().iter().map(|&accepts| indicator(accepts)).collect();
        let zero = &mu[0].1;
        let mut whole = LinearRepresentation { layout, v, w, mu: Vec::new() };
        // Each round counts the completions that are one digit longer; as many rounds as there are states settle it,
        // unless some go round in circles.
        for round in 0..=states {
            let (next, vector) = match padding {
                Padding::Leading => (row_times(&whole.v, zero), &mut whole.v),
                Padding::Trailing => (times_column(zero, &whole.w), &mut whole.w),
            };
            if *vector == next {
                break;
            }
            if round == states {
                return Err(CountingError::Infinite);
            }
            *vector = next;
            budget.check_now()?;
        }
        whole.mu = mu;
        Ok(whole)
    }

    /// Length of the vectors.
    pub fn dimension(&self) -> usize {
        self.v.len()
    }

    /// Pads the vectors and matrices with zeros to at least `least` rows; the values stay.
    pub fn of_dimension(&self, least: usize) -> LinearRepresentation {
        let dimension = least.max(self.dimension());
        let widened = |vector: &[Rational]| {
            let mut vector = vector.to_vec();
            vector.resize(dimension, Rational::zero());
            vector
        };
        let squared = |matrix: &[Vec<Rational>]| {
            let mut matrix: Vec<Vec<Rational>> = matrix.iter().map(|row| widened(row)).collect();
            matrix.resize(dimension, widened(&[]));
            matrix
        };
        LinearRepresentation {
            layout: self.layout.clone(),
            v: widened(&self.v),
            mu: self.mu.iter().map(|(letter, matrix)| (*letter, squared(matrix))).collect(),
            w: widened(&self.w),
        }
    }

    /// What a word is worth; `None` if it has a letter without a matrix.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn value(&self, word: impl IntoIterator<Item = Letter>, budget: &Budget) -> Result<Option<Rational>, Halt> {
        let place = |letter: Letter| self.mu.binary_search_by_key(&letter, |(known, _)| *known).ok();
        let Some(word) = word.into_iter().map(place).collect::<Option<Vec<usize>>>() else { return Ok(None) };
        if word.len() >= worth::LONG_WORD {
            return self.value_of_places(&word, budget).map(Some);
        }
        let mut row = self.v.clone();
        for at in word {
            budget.check_now()?;
            row = row_times(&row, &self.mu[at].1);
        }
        Ok(Some(dot(&row, &self.w)))
    }

    /// The representation of smallest dimension that is worth the same on every word.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn minimize(&self, budget: &Budget) -> Result<LinearRepresentation, Halt> {
        self.sparse().minimize(budget)
    }
}

impl LinearRepresentation {
    /// Without the coordinates that a combination of earlier ones is worth as much as, whatever word follows.
    pub(super) fn told_apart(&self, budget: &Budget) -> Result<LinearRepresentation, Halt> {
        match self.told_apart_quickly(budget)? {
            Some(smaller) => Ok(smaller),
            None => Ok(self.merge(&self.merged_exactly(budget)?)),
        }
    }

    /// Like [`Self::told_apart`], by elimination modulo a prime; `None` where that does not find it.
    pub(super) fn told_apart_quickly(&self, budget: &Budget) -> Result<Option<LinearRepresentation>, Halt> {
        let matrices: Vec<Sparse> = self.mu.iter().map(|(_, matrix)| sparse(matrix)).collect();
        let matrices: Vec<&Sparse> = matrices.iter().collect();
        let merged = modular::merged(&self.w, &matrices, budget)?;
        Ok(merged.filter(|merged| self.respects(merged)).map(|merged| self.merge(&merged)))
    }

    /// For each coordinate the combination of kept ones that is worth the same; `None` for those kept, the first ones
    /// that are independent. By elimination over the rationals.
    fn merged_exactly(&self, budget: &Budget) -> Result<Vec<Option<Vec<Rational>>>, Halt> {
        let mut space = Space::default();
        let mut columns: Vec<Vec<Rational>> = Vec::new();
        if space.add(&self.w) {
            columns.push(self.w.clone());
        }
        let mut next = 0;
        while next < columns.len() {
            for (_, matrix) in &self.mu {
                let column = times_column(matrix, &columns[next]);
                if space.add(&column) {
                    columns.push(column);
                }
                budget.check_now()?;
            }
            next += 1;
        }
        let mut kept = Space::default();
        let row = |place: usize| -> Vec<Rational> { columns.iter().map(|column| column[place].clone()).collect() };
        let merge = |place| {
            let row = row(place);
            (!kept.add(&row)).then(|| kept.coordinates(&row))
        };
        Ok((0..self.dimension()).map(merge).collect())
    }

    /// Whether merging changes nothing: what is merged is worth the same at the end of a word, and after each letter.
    fn respects(&self, merged: &[Option<Vec<Rational>>]) -> bool {
        let kept: Vec<usize> = (0..merged.len()).filter(|&place| merged[place].is_none()).collect();
        let merges = || merged.iter().enumerate().filter_map(|(place, merge)| Some((place, merge.as_ref()?)));
        let at_end = merges().all(|(place, merge)| {
            let sum: Rational = merge.iter().zip(&kept).map(|(factor, &other)| factor * &self.w[other]).sum();
            sum == self.w[place]
        });
        at_end
            && self.mu.iter().all(|(_, matrix)| {
                let after: Vec<Vec<Rational>> = kept.iter().map(|&place| project(&matrix[place], merged)).collect();
                merges().all(|(place, merge)| {
                    let mut rest = project(&matrix[place], merged);
                    merge.iter().zip(&after).for_each(|(factor, row)| subtract(&mut rest, factor, row));
                    rest.iter().all(Zero::is_zero)
                })
            })
    }

    fn merge(&self, merged: &[Option<Vec<Rational>>]) -> LinearRepresentation {
        let kept = || (0..merged.len()).filter(|&place| merged[place].is_none());
        let mu = self
            .mu
            .iter()
            .map(|(letter, matrix)| (*letter, kept().map(|place| project(&matrix[place], merged)).collect()));
        LinearRepresentation {
            layout: self.layout.clone(),
            v: project(&self.v, merged),
            mu: mu.collect(),
            w: kept().map(|place| self.w[place].clone()).collect(),
        }
    }
}

/// A row vector in the coordinates that are kept.
fn project(row: &[Rational], merged: &[Option<Vec<Rational>>]) -> Vec<Rational> {
    let mut out: Vec<Rational> =
        row.iter().zip(merged).filter(|(_, merge)| merge.is_none()).map(|(entry, _)| entry.clone()).collect();
    for (entry, merge) in row.iter().zip(merged).filter(|(entry, _)| !entry.is_zero()) {
        for (sum, factor) in out.iter_mut().zip(merge.iter().flatten()).filter(|(_, factor)| !factor.is_zero()) {
            add_product(sum, entry, factor);
        }
    }
    out
}

fn indicator(truth: bool) -> Rational {
    if truth { Rational::one() } else { Rational::zero() }
}

pub(super) fn row_times(row: &[Rational], matrix: &[Vec<Rational>]) -> Vec<Rational> {
    let mut product = vec![Rational::zero(); row.len()];
    for (factor, line) in row.iter().zip(matrix).filter(|(factor, _)| !factor.is_zero()) {
        for (entry, other) in product.iter_mut().zip(line).filter(|(_, other)| !other.is_zero()) {
            add_product(entry, factor, other);
        }
    }
    product
}

pub(super) fn times_column(matrix: &[Vec<Rational>], column: &[Rational]) -> Vec<Rational> {
    matrix.iter().map(|row| dot(row, column)).collect()
}

pub(super) fn dot(row: &[Rational], column: &[Rational]) -> Rational {
    let mut sum = Rational::zero();
    row.iter().zip(column).filter(|(a, b)| !a.is_zero() && !b.is_zero()).for_each(|(a, b)| add_product(&mut sum, a, b));
    sum
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::*;
    use crate::automata::counting::hankel::{Series, smallest};
    use crate::automata::testing::{arbitrary_dfa, words};

    proptest! {
        #[test]
        fn the_smallest_representation_is_worth_the_same(dfa in arbitrary_dfa(5, &[2, 2])) {
            // Not closed under padding: only the matrices are used, with the plain start vector.
            let budget = Budget::unlimited();
            let layout = Layout::new(&[2]).unwrap();
            let states = dfa.states();
            let mut mu = vec![(Letter::ZERO, vec![vec![Rational::zero(); states]; states]); 2];
            mu[1].0 = Letter::digit(1);
            for (source, letter, target) in dfa.transitions().iter() {
                let digit = dfa.layout().slots()[0].digit(letter);
                mu[digit as usize].1[source][target] += Rational::one();
            }
            let mut v = vec![Rational::zero(); states];
            v[0] = Rational::one();
            let w = dfa.accepting().iter().map(|&a| indicator(a)).collect();
            let whole = LinearRepresentation { layout: layout.clone(), v, mu, w };
            let minimal = whole.minimize(&budget).unwrap();
            prop_assert!(minimal.dimension() <= whole.dimension());
            prop_assert_eq!(minimal.minimize(&budget).unwrap().dimension(), minimal.dimension());
            for word in words(&layout, 6) {
                let runs = (0..1u32 << word.len()).filter(|other| {
                    let second = |i: usize| (other >> i) & 1;
                    dfa.accepts(word.iter().enumerate().map(|(i, &a)| dfa.layout().pack(&[layout.slots()[0].digit(a), second(i)])))
                });
                let expected = Rational::from(BigInt::from(runs.count()));
                prop_assert_eq!(whole.value(word.clone(), &budget), Ok(Some(expected.clone())));
                prop_assert_eq!(minimal.value(word, &budget), Ok(Some(expected)));
            }
            // Fractions, and entries that grow.
            let mut scaled = whole.clone();
            scaled.mu[0].1.iter_mut().flatten().for_each(|entry| *entry /= BigInt::from(3));
            scaled.mu[1].1.iter_mut().flatten().for_each(|entry| *entry *= BigInt::from(1i64 << 40));
            for one in [whole, scaled] {
                let wide = one.sparse();
                // Where all dimensions are reached, the basis may stay what it was.
                let exactly = wide.reached_exactly(&budget).unwrap();
                if let Some(found) = wide.reached_quickly(&budget).unwrap() {
                    prop_assert!(found == exactly || (found == one && exactly.dimension() == one.dimension()));
                }
                let matrices: Vec<&Sparse> = wide.mu.iter().map(|(_, matrix)| matrix).collect();
                let series = Series { v: &wide.v, matrices: &matrices, w: &wide.w };
                let words = smallest(&series, &budget).unwrap().expect("short denominators");
                let at_once = wide.in_words(words.from.as_deref(), words.steps, &budget).unwrap();
                prop_assert_eq!(at_once, exactly.merge(&exactly.merged_exactly(&budget).unwrap()));
                let exactly = one.merge(&one.merged_exactly(&budget).unwrap());
                prop_assert_eq!(one.told_apart(&budget).unwrap(), exactly);
            }
        }
    }
}
