//! Spans of vectors over the rationals, by Gauss's elimination: O(d r) operations to add a vector of length d to a span
//! of dimension r.

use num_traits::{One, Zero};

use super::rational::Rational;

/// The span of vectors, kept reduced, with the way back to the vectors that were added.
#[derive(Default)]
pub struct Space {
    /// Place of the leading 1, the reduced vector, and what it is in those added.
    rows: Vec<(usize, Vec<Rational>, Vec<Rational>)>,
}

impl Space {
    /// What is left of a vector after reduction, and minus what was taken off, in those added.
    pub fn reduce(&self, vector: &[Rational]) -> (Vec<Rational>, Vec<Rational>) {
        let mut rest = vector.to_vec();
        let mut taken = vec![Rational::zero(); self.rows.len()];
        for (lead, row, combination) in &self.rows {
            let factor = rest[*lead].clone();
            if !factor.is_zero() {
                subtract(&mut rest, &factor, row);
                subtract(&mut taken, &factor, combination);
            }
        }
        (rest, taken)
    }

    /// Adds a vector if it is independent of those added.
    pub fn add(&mut self, vector: &[Rational]) -> bool {
        let (mut rest, mut taken) = self.reduce(vector);
        let Some(lead) = rest.iter().position(|entry| !entry.is_zero()) else {
            return false;
        };
        taken.push(Rational::one());
        let scale = Rational::one() / rest[lead].clone();
        rest.iter_mut().chain(&mut taken).for_each(|entry| *entry *= &scale);
        self.rows.push((lead, rest, taken));
        true
    }

    /// The coordinates of a vector of the span in the vectors that were added.
    pub fn coordinates(&self, vector: &[Rational]) -> Vec<Rational> {
        let (rest, taken) = self.reduce(vector);
        debug_assert!(rest.iter().all(Zero::is_zero), "a vector of the span");
        taken.into_iter().map(|entry| -entry).collect()
    }
}

/// `target -= factor * row`, a row that is shorter being filled with zeros.
pub(super) fn subtract(target: &mut [Rational], factor: &Rational, row: &[Rational]) {
    for (entry, other) in target.iter_mut().zip(row).filter(|(_, other)| !other.is_zero()) {
        *entry -= factor * other;
    }
}
