//! What holds for all numbers: comparisons of two sequences, everywhere or from some number on, and finiteness of
//! values.
//!
//! Equality is decided: the difference has dimension 0, or a first word on which it is not 0. That it is 0 up to
//! finitely many numbers is decided too. The other claims are undecidable in general (Salomaa and Soittola 1978), and
//! several ways are tried in turn: an invariant cone, inequalities, the list of all row vectors where there are
//! finitely many, remainders modulo small numbers. What is proved is proved over the rationals; where nothing is, the
//! answer says what was tried.
//!
//! Equality costs the smallest representation of the difference, O(d^3) operations for each letter in dimension d. The
//! others cost what their way costs, up to its limit: bad where the claim is true and tight.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use crate::automata::{Image, Letter, Rational, Seen, Sign, Support};
use crate::budget::{Budget, Halt};
use crate::numeration::{Compare, LinearAtom, Relation};
use crate::tuning::sequences::claim::{self, LARGEST_MODULUS, TRIED_WORDS};

use super::sequence::{Sequence, SequenceError};

/// How two sequences compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `s = t`.
    Equal,
    /// `s != t`.
    NotEqual,
    /// `s <= t`.
    LessEqual,
    /// `s < t`.
    Less,
}

/// What is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The claim holds.
    Holds,
    /// The claim holds from the number after this one on; `None` if everywhere.
    HoldsAfter(Option<Vec<BigInt>>),
    /// The claim fails at these numbers, the first in radix order.
    Fails(Vec<BigInt>),
    /// The claim fails for infinitely many numbers, of which this is one.
    FailsForever(Vec<BigInt>),
    /// No two powers of these digits give the same values.
    FailsAlong(Vec<Vec<u32>>),
}

/// Why nothing is proved.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unproved {
    /// There is no such sequence, or a limit was passed.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    /// The claim is of an undecidable kind; what was tried.
    #[error("{0}")]
    Unknown(String),
}

impl From<Halt> for Unproved {
    fn from(limit: Halt) -> Unproved {
        Unproved::Sequence(limit.into())
    }
}

impl Sequence {
    /// Whether `self` compares so with `other` on the tuples of a relation on all their variables.
    ///
    /// # Errors
    /// If neither that nor a counterexample is found; the limit that was passed.
    pub fn compare(
        &self,
        shape: Shape,
        other: &Sequence,
        on: &Arc<Relation>,
        budget: &Budget,
    ) -> Result<Finding, Unproved> {
        let difference = other.minus(self, budget)?;
        let finding = match shape {
            Shape::Equal => {
                let first = difference.restricted(on, budget)?.linear().first_nonzero(budget)?;
                Ok(first.map_or(Finding::Holds, |word| Finding::Fails(difference.numbers(&word))))
            }
            Shape::NotEqual => difference.never_zero(on, budget),
            Shape::LessEqual => difference.never_below(&Rational::zero(), on, budget),
            Shape::Less if difference.is_whole(budget)? => difference.never_below(&Rational::one(), on, budget),
            Shape::Less => difference.always_positive(on, budget),
        };
        let Err(Unproved::Unknown(tried)) = finding else { return finding };
        match self.compare_by_graphs(shape, other, on, budget)? {
            Some(finding) => Ok(finding),
            None => Err(Unproved::Unknown(format!("{tried}; found no automaton for the graph of one of the sides"))),
        }
    }

    /// Whether that holds for all but finitely many tuples.
    ///
    /// # Errors
    /// If neither is found; the limit that was passed.
    pub fn compare_eventually(
        &self,
        shape: Shape,
        other: &Sequence,
        on: &Arc<Relation>,
        budget: &Budget,
    ) -> Result<Finding, Unproved> {
        let difference = other.minus(self, budget)?.restricted(on, budget)?;
        if shape == Shape::Equal {
            return Ok(match difference.linear().support(budget)? {
                Support::Empty => Finding::HoldsAfter(None),
                Support::Finite(last) => Finding::HoldsAfter(Some(difference.numbers(&last))),
                Support::Infinite(word) => Finding::FailsForever(difference.numbers(&word)),
            });
        }
        if self.variables() != 1 {
            let why = "a claim other than `=` can have finitely many exceptions in one variable only";
            return Err(Unproved::Unknown(why.into()));
        }
        let (last, beyond) = difference.beyond(shape, on, budget)?;
        match self.compare(shape, other, &beyond, budget) {
            Ok(Finding::Holds) => Ok(Finding::HoldsAfter(last.map(|n| vec![n]))),
            Ok(_) => Err(Unproved::Unknown("it still fails where the search ended".into())),
            Err(Unproved::Unknown(tried)) => {
                let from = last.map_or_else(BigInt::zero, |n| n + 1);
                Err(Unproved::Unknown(format!("from {from} on: {tried}")))
            }
            Err(other) => Err(other),
        }
    }

    /// The last number among the first ones at which the difference of two sequences is not as it should be, and the numbers of
    /// a relation behind it.
    pub(super) fn beyond(
        &self,
        shape: Shape,
        on: &Arc<Relation>,
        budget: &Budget,
    ) -> Result<(Option<BigInt>, Arc<Relation>), Unproved> {
        let fails = |value: &Rational| match shape {
            Shape::Equal | Shape::NotEqual => value.is_zero(),
            Shape::LessEqual => value.is_negative(),
            Shape::Less => !value.is_positive(),
        };
        let mut last = None;
        for n in 0..2_000u32 {
            let n = BigInt::from(n);
            let is_on = on.contains(std::slice::from_ref(&n));
            if is_on && fails(&self.value(std::slice::from_ref(&n), budget)?) {
                last = Some(n);
            }
        }
        let beyond = match &last {
            None => on.clone(),
            Some(n) => Arc::new(after(on, n, budget)?),
        };
        Ok((last, beyond))
    }

    /// Whether it takes finitely many values on the tuples of a relation.
    ///
    /// # Errors
    /// If neither is found; the limit that was passed.
    pub fn has_finitely_many_values(&self, on: &Relation, budget: &Budget) -> Result<Finding, Unproved> {
        match self.restricted(on, budget)?.linear().image(budget)? {
            Image::Finite(..) => Ok(Finding::Holds),
            Image::Infinite(word) => Ok(Finding::FailsAlong(self.digits(&word))),
            Image::Unknown(vectors) => Err(Unproved::Unknown(format!(
                "found {vectors} row vectors, and no word whose powers give infinitely many"
            ))),
        }
    }

    /// Whether its values on the tuples of a relation are between two numbers.
    ///
    /// # Errors
    /// If neither is found; the limit that was passed.
    pub fn is_bounded(&self, on: &Relation, budget: &Budget) -> Result<Finding, Unproved> {
        let finding = self.has_finitely_many_values(on, budget)?;
        if finding == Finding::Holds || self.is_whole(budget)? {
            return Ok(finding);
        }
        Err(Unproved::Unknown("it takes infinitely many values, which need not be integers".into()))
    }

    fn never_below(&self, least: &Rational, on: &Arc<Relation>, budget: &Budget) -> Result<Finding, Unproved> {
        let least = Sequence::constant(least, self.system(), self.variables(), budget)?;
        let above = self.minus(&least, budget)?.restricted(on, budget)?;
        let vectors = match above.linear().sign(budget)? {
            Sign::NeverNegative(_) => return Ok(Finding::Holds),
            Sign::Negative(word) => return Ok(Finding::Fails(above.numbers(&word))),
            Sign::Unknown(vectors) => vectors,
        };
        if self.minus(&least, budget)?.linear().inequalities(on.dfa(), budget)?.is_some() {
            return Ok(Finding::Holds);
        }
        let tried = format!("no invariant cone of {vectors} vectors, no inequalities that all digits preserve");
        above.search(on, |value| value.is_negative(), &tried, budget)
    }

    fn always_positive(&self, on: &Arc<Relation>, budget: &Budget) -> Result<Finding, Unproved> {
        let tried = "values that need not be integers are compared by `<` only if there are finitely many";
        self.search(on, |value| !value.is_positive(), tried, budget)
    }

    fn never_zero(&self, on: &Arc<Relation>, budget: &Budget) -> Result<Finding, Unproved> {
        let mut tried = String::from("values that need not be integers");
        if self.is_whole(budget)? {
            let minus =
                Sequence::constant(&Rational::zero(), self.system(), self.variables(), budget)?.minus(self, budget)?;
            for one in [self, &minus] {
                if let Ok(Finding::Holds) = one.never_below(&Rational::one(), on, budget) {
                    return Ok(Finding::Holds);
                }
            }
            if self.linear().is_whole() {
                for modulus in 2..=LARGEST_MODULUS {
                    if self.linear().is_never_zero_modulo(modulus, on.dfa(), claim::REMAINDER_PAIRS, budget)? {
                        return Ok(Finding::Holds);
                    }
                }
            }
            tried = format!("no invariant cone on either side, no modulus up to {LARGEST_MODULUS}");
        }
        self.search(on, Zero::is_zero, &tried, budget)
    }

    /// Looks for a first tuple of a relation with such a value, among the row vectors of words in radix order: if these end,
    /// there is none.
    fn search(
        &self,
        on: &Relation,
        wrong: impl Fn(&Rational) -> bool,
        tried: &str,
        budget: &Budget,
    ) -> Result<Finding, Unproved> {
        match self.linear().first_where(on.dfa(), wrong, TRIED_WORDS, budget)? {
            Seen::Word(word) => Ok(Finding::Fails(self.numbers(&word))),
            Seen::Nowhere => Ok(Finding::Holds),
            Seen::GaveUp => Err(Unproved::Unknown(format!(
                "{tried}; no counterexample among the first {TRIED_WORDS} row vectors, and there are more"
            ))),
        }
    }

    fn digits(&self, word: &[Letter]) -> Vec<Vec<u32>> {
        word.iter().map(|&letter| self.linear().layout.unpack(letter)).collect()
    }
}

/// The numbers of a relation that are above n.
fn after(on: &Relation, n: &BigInt, budget: &Budget) -> Result<Relation, Unproved> {
    let system = &on.systems()[0];
    let constant = i64::try_from(n).expect("one of the first numbers");
    let above = Relation::linear(system, &LinearAtom::new(&[-1], Compare::Less, -constant), budget)?;
    let one = Sequence::constant(&Rational::one(), system, 1, budget)?;
    // The product of two sets: where the indicators of both are 1.
    let both = one.restricted(on, budget)?.restricted(&above, budget)?;
    Ok(both.values(budget)?.expect("0 and 1").select(|value| !value.is_zero()))
}
