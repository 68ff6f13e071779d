//! Relations over numbers, and languages of digits that have yet to become one.

use std::convert::Infallible;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};

use crate::automata::{
    self, Dfa, Layout, LazyAutomaton, Letter, MirroredWords, Product, Slot, StoredAutomaton, minimized, number,
};
use crate::budget::{Budget, Halt};

use super::linear_atom::LinearAtom;
use super::names::Numerations;
use super::system::{
    Direction, NumerationSystem, accepts_all, decode_by, encode, keeps_padding, normalize_padding, validity_part,
};

/// What the digits of a track stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrackKind {
    /// Numbers in a system.
    Numbers(Arc<NumerationSystem>),
    /// Digits with these values, in the order of their indices: 0 first if it is there, then positive ones, then
    /// negative ones. Any system with the same digits can read them.
    Digits(Arc<[i64]>),
}

impl TrackKind {
    /// Digits in the order of their indices, however they were listed.
    pub fn of_digits(values: &[i64]) -> TrackKind {
        let mut values = values.to_vec();
        values.sort_unstable_by_key(|&v| (v != 0, v < 0, v.unsigned_abs()));
        values.dedup();
        TrackKind::Digits(values.into())
    }

    /// The value of each digit, by index.
    pub fn digit_values(&self) -> Vec<i64> {
        match self {
            TrackKind::Numbers(system) => (0..i64::from(system.digits())).collect(),
            TrackKind::Digits(values) => values.to_vec(),
        }
    }

    /// For each of its digits, the index of the digit with the same value on another track, if it is there.
    fn places(&self, other: &TrackKind) -> Vec<Option<u32>> {
        let others = other.digit_values();
        let place = |value: i64| others.iter().position(|&other| other == value).map(number);
        self.digit_values().into_iter().map(place).collect()
    }

    /// Number of digits.
    pub fn size(&self) -> u32 {
        match self {
            TrackKind::Numbers(system) => system.digits(),
            TrackKind::Digits(values) => number(values.len()),
        }
    }

    /// The system in which it is a track of numbers: its own, and base k where its digits are 0 to k-1.
    pub fn counted(&self, systems: &Numerations) -> Option<Arc<NumerationSystem>> {
        match self {
            TrackKind::Numbers(system) => Some(system.clone()),
            TrackKind::Digits(values) => {
                let counted = (0i64..).zip(values.iter()).all(|(place, &value)| place == value);
                if counted { systems.get(&format!("msd_{}", values.len())).ok() } else { None }
            }
        }
    }

    /// The system of its numbers, if it has numbers.
    pub fn system(&self) -> Option<&Arc<NumerationSystem>> {
        match self {
            TrackKind::Numbers(system) => Some(system),
            TrackKind::Digits(_) => None,
        }
    }

    /// What may stand on it, as a part of an exploration on one field of its frame: the representations, or all words
    /// over the digits.
    pub fn validity_part(&self, slot: Slot) -> Box<dyn LazyAutomaton> {
        match self {
            TrackKind::Numbers(system) => validity_part(system, slot),
            TrackKind::Digits(_) => {
                let layout = Layout::new(&[self.size()]).expect("one track fits");
                Box::new(StoredAutomaton::new(Arc::new(Dfa::universal(layout)), &[slot], Arc::new([])))
            }
        }
    }
}

impl From<Arc<NumerationSystem>> for TrackKind {
    fn from(system: Arc<NumerationSystem>) -> TrackKind {
        TrackKind::Numbers(system)
    }
}

/// The tuples of one length of what may stand on these tracks.
///
/// # Errors
/// The limit that was passed.
pub fn tuples_of_words(tracks: &[TrackKind], budget: &Budget) -> Result<Dfa, Halt> {
    let sizes: Vec<u32> = tracks.iter().map(TrackKind::size).collect();
    let layout = Layout::new(&sizes)?;
    let parts = tracks.iter().zip(layout.slots()).map(|(track, slot)| track.validity_part(*slot)).collect();
    minimized(Product::new(parts, Vec::new()), &layout, layout.slots(), budget)
}

/// A set of words of tuples of digits, as a regular expression or a file gives it.
#[derive(Clone, Debug)]
pub struct Language {
    /// The words.
    pub dfa: Arc<Dfa>,
    /// What each track stands for.
    pub tracks: Vec<TrackKind>,
}

impl Language {
    /// The first tuples of words in radix order: for each track, the values of its digits.
    pub fn first(&self, count: usize) -> Vec<Vec<Vec<i64>>> {
        let Ok(found) = self.first_by(count, || Ok::<(), Infallible>(()));
        found
    }

    /// The first tuples of words as [`Self::first`] lists them, within a budget: some may be very long.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn first_within(&self, count: usize, budget: &Budget) -> Result<Vec<Vec<Vec<i64>>>, Halt> {
        self.first_by(count, || budget.check_now())
    }

    fn first_by<E>(&self, count: usize, look: impl Fn() -> Result<(), E>) -> Result<Vec<Vec<Vec<i64>>>, E> {
        let values: Vec<Vec<i64>> = self.tracks.iter().map(TrackKind::digit_values).collect();
        let tracks = || self.dfa.layout().slots().iter().zip(&values);
        let split = |word: Vec<Letter>| {
            let digits = |(slot, values): (&Slot, &Vec<i64>)| {
                word.iter().map(|&letter| values[slot.digit(letter) as usize]).collect()
            };
            tracks().map(digits).collect()
        };
        let found = self.dfa.first_words_by(count, false, usize::MAX, look)?.expect("as many letters as may be");
        Ok(found.into_iter().map(split).collect())
    }

    /// The words as tuples on `tracks`, one for each track of its own. Letters keep their values, and letters whose
    /// value the new track lacks are dropped; on a track of numbers only representations are left. Minimal.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn on(&self, tracks: &[TrackKind], budget: &Budget) -> Result<Dfa, Halt> {
        let sizes: Vec<u32> = tracks.iter().map(TrackKind::size).collect();
        let layout = Layout::new(&sizes)?;
        let places: Vec<Vec<Option<u32>>> = self.tracks.iter().zip(tracks).map(|(own, new)| own.places(new)).collect();
        let moved = |letter: Letter| {
            let digits = self.dfa.layout().slots().iter().zip(&places).zip(layout.slots());
            digits.map(|((from, places), to)| Some(to.place(places[from.digit(letter) as usize]?))).collect()
        };
        let transitions = self.dfa.transitions().map_letters(moved);
        let dfa = Arc::new(Dfa::new(layout.clone(), transitions, self.dfa.accepting().to_vec()).trim());
        let mut parts: Vec<_> =
            tracks.iter().zip(layout.slots()).map(|(track, slot)| track.validity_part(*slot)).collect();
        parts.push(Box::new(StoredAutomaton::new(dfa, layout.slots(), Arc::new([]))));
        minimized(Product::new(parts, Vec::new()), &layout, layout.slots(), budget)
    }

    /// One letter as regular expressions write it: `3`, `[1,0]`, `[-1]`.
    pub fn letter(&self, letter: Letter) -> String {
        let digits = self.dfa.layout().unpack(letter);
        let values: Vec<i64> =
            digits.iter().zip(&self.tracks).map(|(&digit, track)| track.digit_values()[digit as usize]).collect();
        match values[..] {
            [value] if (0..10).contains(&value) => value.to_string(),
            _ => format!("[{}]", values.iter().map(i64::to_string).collect::<Vec<_>>().join(",")),
        }
    }

    /// A word, its letters one after another.
    pub fn spelled(&self, word: &[Letter]) -> String {
        word.iter().map(|&letter| self.letter(letter)).collect()
    }
}

/// A relation over numbers: only representations, and all paddings of each tuple or none.
///
/// ```
/// use filbert_core::numeration::{Compare, LinearAtom, Numerations, Relation};
/// let fib = Numerations::standard().get("msd_fib").unwrap();
/// let atom = LinearAtom::new(&[1, 1, -1], Compare::Equal, 0);
/// let sum = Relation::linear(&fib, &atom, &filbert_core::budget::Budget::for_one_object()).unwrap();
/// assert!(sum.contains(&[5u32.into(), 8u32.into(), 13u32.into()]));
/// ```
#[derive(Clone, Debug)]
pub struct Relation {
    dfa: Arc<Dfa>,
    systems: Vec<Arc<NumerationSystem>>,
}

impl Relation {
    /// The relation that a language is in these systems, one a track: its valid words, closed under padding.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn from_language(dfa: &Dfa, systems: &[Arc<NumerationSystem>], budget: &Budget) -> Result<Relation, Halt> {
        Ok(Relation { dfa: Arc::new(normalize_padding(dfa, systems, budget)?), systems: systems.to_vec() })
    }

    /// The relation that a language is whose automaton is minimal, most often that itself.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn from_minimal(dfa: &Arc<Dfa>, systems: &[Arc<NumerationSystem>], budget: &Budget) -> Result<Relation, Halt> {
        if !systems.iter().all(|system| accepts_all(system.valid())) || !keeps_padding(dfa, systems) {
            return Relation::from_language(dfa, systems, budget);
        }
        debug_assert_eq!(**dfa, dfa.minimize(), "the automaton is minimal");
        Ok(Relation { dfa: dfa.clone(), systems: systems.to_vec() })
    }

    /// A relation whose automaton is known to hold only representations and to be closed under padding, because it was
    /// made from such by joins, complements within the valid words and projections with the closure of zeros.
    pub fn from_closed(dfa: Arc<Dfa>, systems: Vec<Arc<NumerationSystem>>) -> Relation {
        debug_assert_eq!(dfa.layout().tracks(), systems.len());
        Relation { dfa, systems }
    }

    /// `sum coefficients[i] x_i  compare  constant`, one track for each coefficient.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn linear(system: &Arc<NumerationSystem>, atom: &LinearAtom, budget: &Budget) -> Result<Relation, Halt> {
        Ok(Relation { dfa: system.linear(atom, budget)?, systems: vec![system.clone(); atom.coefficients.len()] })
    }

    /// The automaton, minimal.
    pub fn dfa(&self) -> &Arc<Dfa> {
        &self.dfa
    }

    /// The system of each track.
    pub fn systems(&self) -> &[Arc<NumerationSystem>] {
        &self.systems
    }

    /// The first tuples in radix order: by the length of the longest representation, then digit by digit.
    pub fn first(&self, count: usize) -> Vec<Vec<BigInt>> {
        let Ok(found) = self.first_by(count, || Ok::<(), Infallible>(()));
        found
    }

    /// The first tuples as [`Self::first`] lists them, within a budget: some numbers may be very large.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn first_within(&self, count: usize, budget: &Budget) -> Result<Vec<Vec<BigInt>>, Halt> {
        self.first_by(count, || budget.check_now())
    }

    fn first_by<E>(&self, count: usize, look: impl Fn() -> Result<(), E>) -> Result<Vec<Vec<BigInt>>, E> {
        let mut tuples = self.tuples();
        let mut found = Vec::new();
        while found.len() < count {
            let Some(tuple) = tuples.next_by(&look)? else { break };
            found.push(tuple);
        }
        Ok(found)
    }

    fn last_first(&self) -> bool {
        self.systems.first().is_some_and(|system| system.direction() == Direction::Lsd)
    }

    /// Its tuples in radix order, one after another.
    pub fn tuples(&self) -> Tuples {
        let words = match self.last_first() {
            true => Words::LastFirst(MirroredWords::new(self.dfa.clone())),
            false => Words::FirstFirst(automata::Words::new(self.dfa.clone(), true)),
        };
        Tuples { relation: self.clone(), words }
    }

    /// How many tuples it has; `None` if infinitely many.
    pub fn count(&self) -> Option<BigUint> {
        if self.last_first() { self.dfa.count_mirrored() } else { self.dfa.count_words() }
    }

    /// Whether a tuple of numbers, one a track, is in the relation.
    pub fn contains(&self, numbers: &[BigInt]) -> bool {
        let known = numbers.iter().zip(&self.systems).all(|(n, system)| system.has(n));
        known && self.dfa.accepts(encode(numbers, self.dfa.layout(), &self.systems))
    }
}

/// The tuples of a relation in radix order: by the length of the longest representation, then digit by digit.
pub struct Tuples {
    relation: Relation,
    words: Words,
}

enum Words {
    FirstFirst(automata::Words<Arc<Dfa>>),
    LastFirst(MirroredWords<Arc<Dfa>>),
}

impl Tuples {
    /// The next tuple, if there is one.
    ///
    /// # Errors
    /// That of `look`, which is asked from time to time whether to go on; a tuple may be lost by that.
    pub fn next_by<E>(&mut self, look: impl Fn() -> Result<(), E>) -> Result<Option<Vec<BigInt>>, E> {
        let word = match &mut self.words {
            Words::FirstFirst(words) => words.next_by(&look)?,
            Words::LastFirst(words) => words.next_by(&look)?,
        };
        word.map(|word| decode_by(&word, self.relation.dfa.layout(), &self.relation.systems, &look)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::super::names::Numerations;
    use super::*;

    #[test]
    fn a_language_becomes_a_relation_closed_under_zeros() {
        let fib = Numerations::standard().get("msd_fib").unwrap();
        // The one word 1010, and the word 11 that stands for nothing.
        let layout = crate::automata::Layout::new(&[2]).unwrap();
        let rows = [(1, 1), (0, 2), (1, 3), (0, 4)];
        let mut rows: Vec<_> = rows.into_iter().map(|edge| (false, vec![edge])).collect();
        rows.push((true, vec![]));
        rows.push((true, vec![]));
        rows[1].1.push((1, 5));
        let relation =
            Relation::from_language(&Dfa::from_rows(layout, rows), std::slice::from_ref(&fib), &Budget::unlimited())
                .unwrap();
        for n in 0..50u32 {
            assert_eq!(relation.contains(&[n.into()]), n == 7);
        }
        assert!(relation.dfa().accepts([0, 0, 1, 0, 1, 0]));
    }

    #[test]
    fn digits_are_kept_with_zero_first() {
        assert_eq!(TrackKind::of_digits(&[-1, 0, 1]).digit_values(), [0, 1, -1]);
        let fib = Numerations::standard().get("msd_fib").unwrap();
        assert_eq!(TrackKind::of_digits(&[0, 1, 2]).places(&fib.into()), [Some(0), Some(1), None]);
    }
}
