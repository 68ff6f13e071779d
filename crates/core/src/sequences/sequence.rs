//! A sequence: a linear representation that reads numbers of one system.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::automata::{
    CountingError, Dfa, Factor, Layout, LazyAutomaton, Letter, LinearRepresentation, Product, Rational,
    StoredAutomaton, Track, materialize,
};
use crate::budget::{Budget, Halt};
use crate::numeration::{
    Compare, Direction, LinearAtom, NumerationSystem, Relation, decode, encode_within, valid_tuples, validity_part,
};

/// A function from tuples of natural numbers to rational numbers.
///
/// Its linear representation is smallest, is worth the same with zeros in front, and 0 on words that represent nothing:
/// so two sequences are equal iff their difference has dimension 0.
#[derive(Clone, Debug)]
pub struct Sequence {
    system: Arc<NumerationSystem>,
    linear: LinearRepresentation,
    /// Whether all values are whole because of how it was made: counting, and whole combinations and products.
    whole: bool,
}

/// Why there is no such sequence.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SequenceError {
    /// A sum has infinitely many terms.
    #[error("for some values there are infinitely many solutions to count")]
    Infinite,
    /// The numbers are read in different systems.
    #[error("{0} and {1} are mixed here")]
    Mixed(String, String),
    /// The numbers may be negative.
    #[error("{0} has negative numbers, and sequences need natural numbers")]
    Signed(String),
    /// The matrices are not those of the digits.
    #[error("the matrices do not match the digits of {0}")]
    Digits(String),
    /// A limit was passed.
    #[error(transparent)]
    Limit(#[from] Halt),
}

impl From<CountingError> for SequenceError {
    fn from(error: CountingError) -> SequenceError {
        match error {
            CountingError::Infinite => SequenceError::Infinite,
            CountingError::Limit(limit) => SequenceError::Limit(limit),
        }
    }
}

impl Sequence {
    /// For each tuple on the tracks `kept`, the sum over the tuples of a relation that go on from it, of the product of the
    /// factors, each on some tracks.
    ///
    /// # Errors
    /// If the systems of what is kept are not one, without negative numbers, or those of the factors not theirs; if a sum has infinitely many
    /// terms; the limit that was passed.
    pub fn summed(
        relation: &Relation,
        kept: &[Track],
        factors: &[(&Sequence, Vec<Track>)],
        budget: &Budget,
    ) -> Result<Sequence, SequenceError> {
        let systems = relation.systems();
        let system = &systems[*kept.first().expect("something is kept")];
        let own = kept.iter().map(|&track| (system, &systems[track]));
        let of_factors = factors.iter().flat_map(|(factor, tracks)| {
            tracks.iter().map(|&track| (&factor.system, &systems[track])).collect::<Vec<_>>()
        });
        if let Some((one, other)) = own.chain(of_factors).find(|(one, other)| one != other) {
            return Err(SequenceError::Mixed(one.name().to_string(), other.name().to_string()));
        }
        if system.is_signed() {
            return Err(SequenceError::Signed(system.name().to_string()));
        }
        debug_assert_eq!(system.direction(), Direction::Msd);
        let whole = factors.iter().all(|(factor, _)| factor.whole);
        let factors: Vec<Factor<'_>> =
            factors.iter().map(|(factor, tracks)| Factor { linear: &factor.linear, tracks: tracks.clone() }).collect();
        let linear = LinearRepresentation::summed(relation.dfa(), kept, &factors, budget)?;
        Ok(Sequence { system: system.clone(), linear, whole })
    }

    /// The sequence that has this value everywhere, on so many variables.
    ///
    /// # Errors
    /// The limit that was passed; if the system has negative numbers.
    pub fn constant(
        value: &Rational,
        system: &Arc<NumerationSystem>,
        variables: usize,
        budget: &Budget,
    ) -> Result<Sequence, SequenceError> {
        let all = Sequence::summed(&everything(system, variables, budget)?, &Track::list(0..variables), &[], budget)?;
        all.plus(value, &all, &Rational::zero(), budget)
    }

    /// n itself: how many numbers are below.
    ///
    /// # Errors
    /// The limit that was passed; if the system has negative numbers.
    pub fn identity(system: &Arc<NumerationSystem>, budget: &Budget) -> Result<Sequence, SequenceError> {
        let below = LinearAtom::new(&[1, -1], Compare::Less, 0);
        Sequence::summed(&Relation::linear(system, &below, budget)?, &[Track(1)], &[], budget)
    }

    /// The sequence that a representation computes from the digits of each tuple without zeros in front.
    ///
    /// # Errors
    /// If its letters are not those of the system; if that has negative numbers; the limit that was passed.
    pub fn of_digits(
        linear: &LinearRepresentation,
        system: &Arc<NumerationSystem>,
        budget: &Budget,
    ) -> Result<Sequence, SequenceError> {
        let variables = linear.layout.tracks();
        let digits = || SequenceError::Digits(system.name().to_string());
        if linear.layout != system.layout(variables)? || linear.mu.len() != linear.layout.letters().count() {
            return Err(digits());
        }
        let closed = linear.with_zeros_in_front(budget)?;
        let whole = linear.is_whole() || closed.is_whole();
        let factor = Sequence { system: system.clone(), linear: closed, whole };
        let tracks = Track::list(0..variables);
        Sequence::summed(&everything(system, variables, budget)?, &tracks, &[(&factor, tracks.clone())], budget)
    }

    /// Its numbers.
    pub fn system(&self) -> &Arc<NumerationSystem> {
        &self.system
    }

    /// Its linear representation.
    pub fn linear(&self) -> &LinearRepresentation {
        &self.linear
    }

    /// Whether all values are known to be whole.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn is_whole(&self, budget: &Budget) -> Result<bool, Halt> {
        Ok(self.whole || self.linear.is_whole() || self.linear.transposed().minimize(budget)?.is_whole())
    }

    /// How many numbers it takes.
    pub fn variables(&self) -> usize {
        self.linear.layout.tracks()
    }

    /// `factor * self + other_factor * other`, of as many variables.
    ///
    /// # Errors
    /// If they have different systems; the limit that was passed.
    pub fn plus(
        &self,
        factor: &Rational,
        other: &Sequence,
        other_factor: &Rational,
        budget: &Budget,
    ) -> Result<Sequence, SequenceError> {
        self.same_system(other)?;
        let linear = LinearRepresentation::combined((factor, &self.linear), (other_factor, &other.linear), budget)?;
        let whole = self.whole && other.whole && factor.is_integer() && other_factor.is_integer();
        Ok(Sequence { system: self.system.clone(), linear, whole })
    }

    /// The difference.
    ///
    /// # Errors
    /// If they have different systems; the limit that was passed.
    pub fn minus(&self, other: &Sequence, budget: &Budget) -> Result<Sequence, SequenceError> {
        self.plus(&Rational::one(), other, &-Rational::one(), budget)
    }

    /// The sequence that equals this one on the tuples of a relation on all its variables, and is 0 elsewhere.
    ///
    /// # Errors
    /// If they have different systems; the limit that was passed.
    pub fn restricted(&self, relation: &Relation, budget: &Budget) -> Result<Sequence, SequenceError> {
        let tracks = Track::list(0..self.variables());
        Sequence::summed(relation, &tracks, &[(self, tracks.clone())], budget)
    }

    /// The product of sequences on some of so many variables each.
    ///
    /// # Errors
    /// If they have different systems; the limit that was passed.
    ///
    /// # Panics
    /// If there are none.
    pub fn product(
        factors: &[(&Sequence, Vec<Track>)],
        variables: usize,
        budget: &Budget,
    ) -> Result<Sequence, SequenceError> {
        let all = everything(&factors[0].0.system, variables, budget)?;
        Sequence::summed(&all, &Track::list(0..variables), factors, budget)
    }

    /// Its value.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn value(&self, numbers: &[BigInt], budget: &Budget) -> Result<Rational, Halt> {
        let systems = vec![self.system.clone(); self.variables()];
        let word = encode_within(numbers, &self.linear.layout, &systems, budget)?;
        Ok(self.linear.value(word, budget)?.unwrap_or_default())
    }

    /// The numbers that a word represents.
    pub(super) fn numbers(&self, word: &[Letter]) -> Vec<BigInt> {
        decode(word, &self.linear.layout, &vec![self.system.clone(); self.variables()])
    }

    fn same_system(&self, other: &Sequence) -> Result<(), SequenceError> {
        match self.system == other.system {
            true => Ok(()),
            false => Err(SequenceError::Mixed(self.system.name().to_string(), other.system.name().to_string())),
        }
    }
}

/// All tuples of so many numbers.
///
/// # Errors
/// If the system has negative numbers; the limit that was passed.
pub fn everything(
    system: &Arc<NumerationSystem>,
    variables: usize,
    budget: &Budget,
) -> Result<Relation, SequenceError> {
    if system.is_signed() {
        return Err(SequenceError::Signed(system.name().to_string()));
    }
    let systems = vec![system.clone(); variables];
    Ok(Relation::from_closed(Arc::new(valid_tuples(&systems, budget)?), systems))
}

/// The tuples of so many numbers whose numbers on some tracks are in a relation; the others are those of a system.
///
/// # Errors
/// The limit that was passed.
pub fn widened(
    relation: &Relation,
    tracks: &[Track],
    (variables, system): (usize, &Arc<NumerationSystem>),
    budget: &Budget,
) -> Result<Relation, Halt> {
    if tracks.len() == variables && tracks.iter().enumerate().all(|(at, track)| track.0 == at) {
        return Ok(relation.clone());
    }
    let mut systems = vec![system.clone(); variables];
    tracks.iter().zip(relation.systems()).for_each(|(&track, own)| systems[track.0] = own.clone());
    let sizes: Vec<u32> = systems.iter().map(|system| system.digits()).collect();
    let layout = Layout::new(&sizes)?;
    let slots: Vec<_> = tracks.iter().map(|&track| layout.slots()[track]).collect();
    let own: Box<dyn LazyAutomaton> = Box::new(StoredAutomaton::new(relation.dfa().clone(), &slots, Arc::new([])));
    let others = (0..variables).filter(|&at| !tracks.contains(&Track(at)));
    let parts = [own].into_iter().chain(others.map(|at| validity_part(&systems[at], layout.slots()[at]))).collect();
    let dfa: Dfa = materialize(Product::new(parts, Vec::new()), &layout, layout.slots(), budget)?.minimize();
    Ok(Relation::from_closed(Arc::new(dfa), systems))
}
