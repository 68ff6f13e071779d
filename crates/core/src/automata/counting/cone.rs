//! Shows that a representation is nowhere negative, by an invariant cone, or finds where it is negative first.
//!
//! Whether a rational series has a negative value is undecidable in general (Salomaa and Soittola 1978), so this may
//! give up. It looks for a finite set of row vectors, each worth at least 0, whose nonnegative combinations contain the
//! row vector and are kept by every letter: that is an invariant, and is checked over the rationals. Words are gone
//! through in radix order, and one whose vector is a nonnegative combination of those of earlier words is left out. No
//! first negative word is lost: if `x y` is negative and x such a combination of earlier u, then some `u y` is
//! negative, and is earlier. A search from the other end, with column vectors, finds other invariants and no first
//! word.
//!
//! Membership in a cone is found with machine numbers (nonnegative least squares, Lawson and Hanson 1974) and proved by
//! solving exactly for the few vectors that it names; where it fails, a vector more is kept, which is never wrong.
//!
//! Costs a least-squares problem and a small exact system for each vector and letter. Bad where the cone has many
//! generators, or infinitely many: a limit on them ends it. [`invariant`](super::invariant) then tries inequalities for
//! each state of an automaton.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use super::linear_representation::{LinearRepresentation, dot, row_times, times_column};
use super::rational::Rational;
use super::space::Space;
use crate::automata::letter::Letter;
use crate::budget::{Budget, Halt};
use crate::tuning::counting::cone;

/// The sign of a representation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// No word is worth less than 0: these vectors span an invariant cone.
    NeverNegative(Invariant),
    /// This is the first word in radix order that is worth less than 0.
    Negative(Vec<Letter>),
    /// Neither is shown; so many vectors are no invariant cone.
    Unknown(usize),
}

/// Vectors, and what they are in the way of negative values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invariant {
    /// Row vectors worth at least 0 that generate a cone which every letter keeps, the one at the start among them.
    Rows(Vec<Vec<Rational>>),
    /// Column vectors, read from the other end.
    Columns(Vec<Vec<Rational>>),
    /// For each state of an automaton column vectors that are at least 0 on what comes there. Zeros in front are `padding` if they
    /// lead from the start to itself, which nothing else does.
    States {
        /// Those of each state.
        held: Vec<Vec<Vec<Rational>>>,
        /// Whether zeros in front are left out.
        padding: bool,
    },
}

impl LinearRepresentation {
    /// Whether some word is worth less than 0.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn sign(&self, budget: &Budget) -> Result<Sign, Halt> {
        let forward = self.sign_from_rows(budget)?;
        if !matches!(forward, Sign::Unknown(_)) {
            return Ok(forward);
        }
        Ok(self.sign_from_columns(budget)?.map_or(forward, Sign::NeverNegative))
    }

    fn sign_from_rows(&self, budget: &Budget) -> Result<Sign, Halt> {
        if dot(&self.v, &self.w).is_negative() {
            return Ok(Sign::Negative(Vec::new()));
        }
        let mut cone = Cone::default();
        cone.add(&self.v);
        let mut words = vec![(Vec::new(), self.v.clone())];
        let mut next = 0;
        while let Some((word, row)) = words.get(next).cloned() {
            for (letter, matrix) in &self.mu {
                budget.check_now()?;
                let after = row_times(&row, matrix);
                let longer = || [&word[..], &[*letter]].concat();
                if dot(&after, &self.w).is_negative() {
                    return Ok(Sign::Negative(longer()));
                }
                if cone.add(&after) {
                    words.push((longer(), after));
                }
            }
            if words.len() > cone::GENERATORS {
                return Ok(Sign::Unknown(words.len()));
            }
            next += 1;
        }
        Ok(Sign::NeverNegative(Invariant::Rows(words.into_iter().map(|(_, row)| row).collect())))
    }

    /// Column vectors that span an invariant cone, if such are found.
    fn sign_from_columns(&self, budget: &Budget) -> Result<Option<Invariant>, Halt> {
        let mut cone = Cone::default();
        cone.add(&self.w);
        let mut columns = vec![self.w.clone()];
        let mut next = 0;
        while let Some(column) = columns.get(next).cloned() {
            if dot(&self.v, &column).is_negative() || columns.len() > cone::GENERATORS {
                return Ok(None);
            }
            for (_, matrix) in &self.mu {
                budget.check_now()?;
                let before = times_column(matrix, &column);
                if cone.add(&before) {
                    columns.push(before);
                }
            }
            next += 1;
        }
        Ok(Some(Invariant::Columns(columns)))
    }
}

/// The nonnegative combinations of vectors.
#[derive(Default)]
struct Cone {
    exact: Vec<Vec<Rational>>,
    /// Machine numbers close to `exact`, each vector scaled to length 1.
    near: Vec<Vec<f64>>,
}

impl Cone {
    /// Adds a vector, unless it is seen to be in the cone.
    fn add(&mut self, vector: &[Rational]) -> bool {
        if vector.iter().all(Zero::is_zero) {
            return false;
        }
        let near = direction(vector);
        let all: Vec<&Vec<f64>> = self.near.iter().collect();
        if let Some(some) = support(&all, &near)
            && combination(vector, some.iter().map(|&at| &self.exact[at])).is_some()
        {
            return false;
        }
        self.exact.push(vector.to_vec());
        self.near.push(near);
        true
    }
}

/// The factors of a nonnegative combination of others that a vector is seen to be: exactly, of the first ones that are
/// independent.
pub(super) fn combination<'a>(
    vector: &[Rational],
    others: impl Iterator<Item = &'a Vec<Rational>>,
) -> Option<Vec<Rational>> {
    let mut space = Space::default();
    let is_added: Vec<bool> = others.map(|other| space.add(other)).collect();
    let (rest, taken) = space.reduce(vector);
    if !rest.iter().all(Zero::is_zero) || taken.iter().any(Signed::is_positive) {
        return None;
    }
    let mut taken = taken.into_iter();
    let factor = |is_added| if is_added { -taken.next().expect("one each") } else { Rational::zero() };
    Some(is_added.into_iter().map(factor).collect())
}

/// A vector that is not 0, scaled to length 1.
pub(super) fn direction(vector: &[Rational]) -> Vec<f64> {
    let largest = vector.iter().map(Signed::abs).max().expect("an entry");
    let scaled: Vec<f64> = vector.iter().map(|entry| near(&(entry / &largest))).collect();
    let length = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
    scaled.into_iter().map(|x| x / length).collect()
}

/// A fraction between -1 and 1 as a machine number.
fn near(n: &Rational) -> f64 {
    let shifted: BigInt = (n.numer() << 60u32) / n.denom();
    shifted.to_f64().unwrap_or(0.0) / (1u64 << 60) as f64
}

/// The vectors with positive factors in a nonnegative combination near `target`, if there is one.
pub(super) fn support(vectors: &[&Vec<f64>], target: &[f64]) -> Option<Vec<usize>> {
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut chosen: Vec<usize> = Vec::new();
    let mut factors: Vec<f64> = Vec::new();
    for _ in 0..cone::FITTING_ROUNDS_AN_ENTRY * target.len() + cone::FITTING_ROUNDS {
        let mut rest = target.to_vec();
        for (&at, factor) in chosen.iter().zip(&factors) {
            rest.iter_mut().zip(vectors[at]).for_each(|(x, y)| *x -= factor * y);
        }
        if product(&rest, &rest).sqrt() < cone::NEAR {
            return Some(chosen);
        }
        let gains = vectors.iter().enumerate().filter(|(at, _)| !chosen.contains(at));
        let (at, gain) = gains.map(|(at, vector)| (at, product(vector, &rest))).max_by(|a, b| a.1.total_cmp(&b.1))?;
        if gain < cone::LEAST_GAIN || chosen.len() >= target.len() {
            return None;
        }
        chosen.push(at);
        factors.push(0.0);
        // Toward the best combination of those chosen, as far as all factors stay positive.
        loop {
            let best = least_squares(&chosen.iter().map(|&at| &vectors[at][..]).collect::<Vec<_>>(), target)?;
            if best.iter().all(|&factor| factor > 0.0) {
                factors = best;
                break;
            }
            let steps = factors.iter().zip(&best).filter(|(_, best)| **best <= 0.0);
            let step = steps.map(|(old, best)| old / (old - best)).fold(1.0, f64::min);
            factors.iter_mut().zip(&best).for_each(|(old, best)| *old += step * (best - *old));
            let kept: Vec<bool> = factors.iter().map(|&factor| factor > 1e-13).collect();
            if kept.iter().all(|&kept| kept) {
                return None;
            }
            let mut stays = kept.iter();
            chosen.retain(|_| *stays.next().expect("one each"));
            let mut stays = kept.iter();
            factors.retain(|_| *stays.next().expect("one each"));
            if chosen.is_empty() {
                return None;
            }
        }
    }
    None
}

/// The factors with which the vectors come nearest to `target`, by orthogonalization; `None` if they are dependent.
fn least_squares(vectors: &[&[f64]], target: &[f64]) -> Option<Vec<f64>> {
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut orthogonal: Vec<Vec<f64>> = Vec::new();
    let mut upper: Vec<Vec<f64>> = Vec::new();
    for vector in vectors {
        let mut rest = vector.to_vec();
        let mut column = vec![0.0; orthogonal.len()];
        for _ in 0..2 {
            for (entry, other) in column.iter_mut().zip(&orthogonal) {
                let factor = product(&rest, other);
                *entry += factor;
                rest.iter_mut().zip(other).for_each(|(x, y)| *x -= factor * y);
            }
        }
        let length = product(&rest, &rest).sqrt();
        if length < 1e-12 {
            return None;
        }
        column.push(length);
        orthogonal.push(rest.into_iter().map(|x| x / length).collect());
        upper.push(column);
    }
    let mut factors: Vec<f64> = orthogonal.iter().map(|other| product(target, other)).collect();
    for at in (0..factors.len()).rev() {
        factors[at] /= upper[at][at];
        for before in 0..at {
            factors[before] -= upper[at][before] * factors[at];
        }
    }
    Some(factors)
}
