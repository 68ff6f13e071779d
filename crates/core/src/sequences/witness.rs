//! Why a claim holds, as a representation from which it can be read off: certificates have it.
//!
//! One without negative weights has no negative values; one that is deterministic has those of its states. That such a
//! one is worth the same as the sequence that it is about is for a checker to decide, which need not know how it was
//! found.

use std::sync::Arc;

use num_traits::{One, Signed, Zero};

use crate::automata::{Image, Rational, Sign, Track, Weighted};
use crate::budget::Budget;
use crate::numeration::Relation;

use super::claim::{Shape, Unproved};
use super::sequence::Sequence;

impl Sequence {
    /// That `self` compares so with `other` on the tuples of a relation, or but for finitely many. For `<=` it is the
    /// difference, for `<` one less, for `!=` this of the sides in one order or the other, or one less than the square.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn witness(
        &self,
        (shape, eventually): (Shape, bool),
        other: &Sequence,
        on: &Arc<Relation>,
        budget: &Budget,
    ) -> Result<Option<Weighted>, Unproved> {
        let difference = other.minus(self, budget)?;
        let beyond = match eventually {
            true if self.variables() == 1 => difference.restricted(on, budget)?.beyond(shape, on, budget)?.1,
            _ => on.clone(),
        };
        let one = Rational::one();
        let candidates = match shape {
            Shape::Equal => Vec::new(),
            Shape::LessEqual => vec![(difference, Rational::zero())],
            Shape::Less => vec![(difference, one)],
            Shape::NotEqual => {
                let tracks = Track::list(0..self.variables());
                let square = [(&difference, tracks.clone()), (&difference, tracks)];
                let square = Sequence::product(&square, self.variables(), budget)?;
                vec![(self.minus(other, budget)?, one.clone()), (difference, one.clone()), (square, one)]
            }
        };
        for (sequence, least) in candidates {
            if let Some(witness) = sequence.never_below_by(&least, &beyond, budget)? {
                return Ok(Some(witness));
            }
        }
        Ok(None)
    }

    fn never_below_by(
        &self,
        least: &Rational,
        on: &Arc<Relation>,
        budget: &Budget,
    ) -> Result<Option<Weighted>, Unproved> {
        let least = Sequence::constant(least, self.system(), self.variables(), budget)?;
        let everywhere = self.minus(&least, budget)?;
        let above = everywhere.restricted(on, budget)?;
        let linear = above.linear();
        let found = match linear.sign(budget)? {
            Sign::NeverNegative(cone) => linear.positive(&cone, on.dfa(), budget)?,
            Sign::Negative(_) => return Ok(None),
            Sign::Unknown(_) => match everywhere.linear().inequalities(on.dfa(), budget)? {
                Some(held) => everywhere.linear().positive(&held, on.dfa(), budget)?,
                None => None,
            },
        };
        if found.is_some() {
            return Ok(found);
        }
        let values = above.which_values(budget)?;
        Ok(values.filter(|values| !values.last.iter().any(Signed::is_negative)))
    }

    /// Its values, as those of the states of a deterministic automaton, if they are found to be finitely many.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn which_values(&self, budget: &Budget) -> Result<Option<Weighted>, Unproved> {
        Ok(match self.linear().image(budget)? {
            Image::Finite(transitions, values) => Some(Weighted::of_values(&transitions, values)),
            Image::Infinite(_) | Image::Unknown(_) => None,
        })
    }
}
