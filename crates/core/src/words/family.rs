//! Families of words: some index is a word of digits, and each of those has a word of its own.
//!
//! `PF[f]` is a paperfolding word for each word f of unfolding instructions, so that a statement with `Af` speaks of all
//! paperfolding words at once (Goc, Mousavi, Schaeffer and Shallit, "A new approach to the paperfolding sequences",
//! 2015). The automaton reads all indices side by side, so they have one length: numbers are padded to that of f, f
//! itself never is. Completing the automaton costs a transition for every letter in every state.

use std::sync::Arc;

use crate::automata::{Dfao, Edge, State, Transitions};
use crate::budget::{Budget, Halt, Unsupported};
use crate::numeration::{Language, Numerations, TrackKind};
use crate::tuning::LISTED_LETTERS;

use super::error::WordError;
use super::word::Word;

/// Words whose value at a tuple of numbers and words of digits, all of one length, is the output of an automaton.
///
/// Every tuple of letters has a transition in every state. The automaton is minimal and canonically numbered.
///
/// ```
/// use filbert_core::automata::{Dfao, Layout, State, Transitions};
/// use filbert_core::numeration::{Numerations, TrackKind};
/// use filbert_core::words::WordFamily;
/// // The last letter of f where n is odd, and 0 elsewhere.
/// let tracks = [TrackKind::of_digits(&[1, 2]), Numerations::standard().get("msd_2").unwrap().into()];
/// let layout = Layout::new(&[2, 2]).unwrap();
/// let mut rows = Transitions::new();
/// for _ in 0..3 {
///     let mut row = vec![(layout.pack(&[0, 1]), State::new(1)), (layout.pack(&[1, 1]), State::new(2))];
///     row.extend([0, 1].map(|letter| (layout.pack(&[letter, 0]), State::START)));
///     rows.push_row(&mut row);
/// }
/// let dfao = Dfao::new(layout, rows, vec![0, 1, 2]);
/// let family = WordFamily::new(&dfao, tracks.to_vec(), &filbert_core::budget::Budget::for_one_object()).unwrap();
/// assert_eq!(family.values(), [0, 1, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordFamily {
    dfao: Arc<Dfao>,
    tracks: Vec<TrackKind>,
}

impl WordFamily {
    /// The family that an automaton reads on these tracks. Where a tuple leaves the automaton, the value is 0.
    ///
    /// # Errors
    /// If the tracks are not those of the automaton or mix both digit orders; the limit that was passed.
    pub fn new(dfao: &Dfao, tracks: Vec<TrackKind>, budget: &Budget) -> Result<WordFamily, WordError> {
        let expected: Vec<u32> = tracks.iter().map(TrackKind::size).collect();
        if dfao.layout().sizes() != expected {
            return Err(WordError::Tracks { expected, found: dfao.layout().sizes().to_vec() });
        }
        if tracks.is_empty() {
            return Err(WordError::NoIndex);
        }
        let mut directions = tracks.iter().filter_map(TrackKind::system).map(|system| system.direction());
        let first = directions.next();
        if directions.any(|direction| Some(direction) != first) {
            return Err(WordError::MixedDirections);
        }
        let letters = expected.iter().try_fold(1u64, |product, &size| product.checked_mul(size.into()));
        if letters.is_none_or(|letters| letters > LISTED_LETTERS) {
            return Err(Halt::Unsupported(Unsupported::Letters).into());
        }
        Ok(WordFamily { dfao: Arc::new(total(dfao, budget)?.minimize()), tracks })
    }

    /// The automaton.
    pub fn dfao(&self) -> &Arc<Dfao> {
        &self.dfao
    }

    /// What each index is.
    pub fn tracks(&self) -> &[TrackKind] {
        &self.tracks
    }

    /// The distinct values, sorted; some may be taken only where a number is no representation.
    pub fn values(&self) -> Vec<i64> {
        self.dfao.values()
    }

    /// The tuples of words of one length at which the value is `wanted`.
    pub fn select(&self, wanted: impl Fn(i64) -> bool) -> Language {
        Language { dfa: Arc::new(self.dfao.select(wanted)), tracks: self.tracks.clone() }
    }

    /// The family with every index read from its other end: numbers in the other digit order, words reversed.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn reversed(&self, budget: &Budget) -> Result<WordFamily, WordError> {
        let turned = |track: &TrackKind| {
            Ok(match track {
                TrackKind::Numbers(system) => TrackKind::Numbers(Arc::new(system.reversed(budget)?)),
                TrackKind::Digits(values) => TrackKind::Digits(values.clone()),
            })
        };
        let tracks = self.tracks.iter().map(turned).collect::<Result<_, Halt>>()?;
        WordFamily::new(&self.dfao.reverse(budget)?, tracks, budget)
    }

    /// The word that the same automaton reads where all indices are numbers, the digits 0 to k-1 those of base k;
    /// `None` if some digits are those of no base.
    ///
    /// # Errors
    /// As [`Word::new`].
    pub fn of_numbers(&self, systems: &Numerations, budget: &Budget) -> Option<Result<Word, WordError>> {
        let indices = self.tracks.iter().map(|track| track.counted(systems)).collect::<Option<Vec<_>>>()?;
        Some(Word::new(&self.dfao, indices, budget))
    }
}

/// What `W[..]` reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Indexed {
    /// A word: all indices are numbers.
    Word(Arc<Word>),
    /// A family of words: some index is a word of digits.
    Family(Arc<WordFamily>),
}

impl Indexed {
    /// What an automaton reads on these tracks.
    ///
    /// # Errors
    /// As [`Word::new`] and [`WordFamily::new`].
    pub fn new(dfao: &Dfao, tracks: Vec<TrackKind>, budget: &Budget) -> Result<Indexed, WordError> {
        match tracks.iter().map(|track| track.system().cloned()).collect::<Option<Vec<_>>>() {
            Some(systems) => Word::new(dfao, systems, budget).map(Indexed::from),
            None => WordFamily::new(dfao, tracks, budget).map(Indexed::from),
        }
    }

    /// The word, if all indices are numbers.
    pub fn word(&self) -> Option<&Arc<Word>> {
        match self {
            Indexed::Word(word) => Some(word),
            Indexed::Family(_) => None,
        }
    }

    /// The automaton.
    pub fn dfao(&self) -> &Arc<Dfao> {
        match self {
            Indexed::Word(word) => &word.dfao,
            Indexed::Family(family) => &family.dfao,
        }
    }

    /// What each index is.
    pub fn tracks(&self) -> Vec<TrackKind> {
        match self {
            Indexed::Word(word) => word.systems.iter().cloned().map(TrackKind::Numbers).collect(),
            Indexed::Family(family) => family.tracks.clone(),
        }
    }

    /// The distinct values, sorted.
    pub fn values(&self) -> Vec<i64> {
        match self {
            Indexed::Word(word) => word.values(),
            Indexed::Family(family) => family.values(),
        }
    }
}

impl From<Word> for Indexed {
    fn from(word: Word) -> Indexed {
        Indexed::Word(word.into())
    }
}

impl From<Arc<Word>> for Indexed {
    fn from(word: Arc<Word>) -> Indexed {
        Indexed::Word(word)
    }
}

impl From<WordFamily> for Indexed {
    fn from(family: WordFamily) -> Indexed {
        Indexed::Family(family.into())
    }
}

/// The automaton with a transition for every letter: those that it lacks lead to a state of output 0 that is never left.
fn total(dfao: &Dfao, budget: &Budget) -> Result<Dfao, Halt> {
    let letters: Vec<_> = dfao.layout().letters().collect();
    let left = State::new(dfao.states());
    let mut transitions = Transitions::new();
    let mut row: Vec<Edge> = Vec::new();
    for q in State::first(dfao.states() + 1) {
        row.clear();
        let step = |letter| if q == left { None } else { dfao.transitions().step(q, letter) };
        row.extend(letters.iter().map(|&letter| (letter, step(letter).unwrap_or(left))));
        transitions.push_row(&mut row);
        budget.check(transitions.len() / letters.len())?;
    }
    let outputs = dfao.outputs().iter().copied().chain([0]).collect();
    Ok(Dfao::new(dfao.layout().clone(), transitions, outputs))
}
