//! Words indexed by tuples of numbers: an automaton that reads the representations of the indices.

use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::automata::{Dfa, Dfao, Edge, Layout, Letter, State, Transitions};
use crate::budget::{Budget, Halt, Unsupported};
use crate::numeration::{Direction, NumerationSystem, Paths, decode, encode, valid_tuples};
use crate::tuning::LISTED_LETTERS;

use super::error::WordError;
use super::morphism::Morphism;
use super::search::search;

/// A word whose value at a tuple of numbers is the output of an automaton on their representations.
///
/// Every tuple of representations of one length has an output, and padding them with zeros does not change it. The
/// automaton is minimal and canonically numbered: equal words in equal systems are equal.
///
/// ```
/// use filbert_core::numeration::Numerations;
/// use filbert_core::words::{Morphism, Word};
/// let fibonacci = Morphism::new([(0, vec![0, 1]), (1, vec![0])]).unwrap();
/// let system = Numerations::standard().get("msd_fib").unwrap();
/// let word = Word::from_morphism(&fibonacci, None, system, &filbert_core::budget::Budget::for_one_object()).unwrap();
/// let prefix: Vec<i64> = (0..8u32).map(|n| word.value(&[n.into()])).collect();
/// assert_eq!(prefix, fibonacci.fixed_point_prefix(8).unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The automaton. It follows the beginnings of tuples of representations and nothing else.
    pub dfao: Arc<Dfao>,
    /// The system of each track, all read in one direction.
    pub systems: Vec<Arc<NumerationSystem>>,
    /// The states in which a tuple of representations may end. The others have the output 0, which means nothing.
    ends: Vec<bool>,
}

impl Word {
    /// The word with all its indices in `system`, which equals its own under another name.
    pub(super) fn named(&self, system: &Arc<NumerationSystem>) -> Word {
        Word { systems: vec![system.clone(); self.systems.len()], ..self.clone() }
    }

    /// The states in which a tuple of representations may end.
    pub(super) fn ends(&self) -> &[bool] {
        &self.ends
    }

    /// The word that an automaton reads in these systems, one a track. Where a tuple of representations leaves the
    /// automaton, the word has the value 0.
    ///
    /// # Errors
    /// If the tracks are not those of the systems, the systems are not all read in one direction, or padding a tuple
    /// changes the output; the limit that was passed.
    pub fn new(dfao: &Dfao, systems: Vec<Arc<NumerationSystem>>, budget: &Budget) -> Result<Word, WordError> {
        let expected: Vec<u32> = systems.iter().map(|system| system.digits()).collect();
        if dfao.layout().sizes() != expected {
            return Err(WordError::Tracks { expected, found: dfao.layout().sizes().to_vec() });
        }
        let direction = systems.first().ok_or(WordError::NoIndex)?.direction();
        if systems.iter().any(|system| system.direction() != direction) {
            return Err(WordError::MixedDirections);
        }
        let letters = expected.iter().try_fold(1u64, |product, &size| product.checked_mul(size.into()));
        if letters.is_none_or(|letters| letters > LISTED_LETTERS) {
            return Err(Halt::Unsupported(Unsupported::Letters).into());
        }
        let (dfao, ends) = complete(dfao, &systems, budget)?;
        let word = Word { dfao: Arc::new(dfao), systems, ends };
        match word.changed_by_padding(direction) {
            Some(index) => Err(WordError::Padding { index, direction }),
            None => Ok(word),
        }
    }

    /// The fixed point that begins with the first letter of a morphism, its letters replaced by a coding.
    ///
    /// Read most significant digit first, the states are the letters, and digit d leads from a letter to the d-th
    /// letter of its image, counted from 0.
    ///
    /// # Errors
    /// If there is no such fixed point, the coding does not give exactly the letters of the morphism an output, or the
    /// images do not follow the digits of the system; the limit that was passed, when the system is read least
    /// significant digit first.
    ///
    /// # Source
    /// Cobham, "Uniform tag sequences" (1972), for bases; Bruyère and Hansel, "Bertrand numeration systems and
    /// recognizability" (1997), for morphisms that follow the automaton of a system.
    pub fn from_morphism(
        morphism: &Morphism,
        coding: Option<&HashMap<i64, i64>>,
        system: Arc<NumerationSystem>,
        budget: &Budget,
    ) -> Result<Word, WordError> {
        morphism.prolongable()?;
        let unknown = |coding: &HashMap<i64, i64>| {
            coding.keys().copied().filter(|&letter| morphism.place(letter).is_none()).min()
        };
        if let Some(letter) = coding.and_then(unknown) {
            return Err(WordError::CodedUnknown(letter));
        }
        let output = |letter: i64| match coding {
            None => Ok(letter),
            Some(coding) => coding.get(&letter).copied().ok_or(WordError::NotCoded(letter)),
        };
        let outputs = morphism.letters().map(output).collect::<Result<Vec<i64>, WordError>>()?;
        let reached = follow(morphism, &system)?;

        let mut transitions = Transitions::new();
        for (image, reached) in morphism.images().iter().zip(reached) {
            let image: &[i64] = if reached { image } else { &[] };
            let target = |letter: &i64| morphism.place(*letter).expect("an image has known letters");
            let edge = |(letter, digit)| (Letter::digit(digit), State::new(target(letter)));
            let mut row: Vec<Edge> = image.iter().zip(0..).map(edge).collect();
            transitions.push_row(&mut row);
        }
        let layout = Layout::new(&[system.digits()]).expect("one track fits");
        let mut dfao = Dfao::new(layout, transitions, outputs);
        if system.direction() == Direction::Lsd {
            dfao = dfao.minimize().reverse(budget)?;
        }
        Word::new(&dfao, vec![system], budget)
    }

    /// The word whose value at a tuple is the output of an automaton on its representation without padding: without
    /// zeros in front, or behind if the least significant digit comes first.
    ///
    /// # Errors
    /// As [`Word::new`], but for outputs that depend on padding.
    pub fn without_padding(
        dfao: &Dfao,
        systems: Vec<Arc<NumerationSystem>>,
        budget: &Budget,
    ) -> Result<Word, WordError> {
        let direction = systems.first().ok_or(WordError::NoIndex)?.direction();
        let unpadded = match direction {
            Direction::Msd => from_first_digit(dfao),
            Direction::Lsd => to_last_digit(dfao, budget)?,
        };
        Word::new(&unpadded, systems, budget)
    }

    /// The value at these indices, one a track.
    pub fn value(&self, indices: &[BigInt]) -> i64 {
        debug_assert_eq!(indices.len(), self.systems.len());
        self.dfao.output(encode(indices, self.dfao.layout(), &self.systems)).unwrap_or(0)
    }

    /// The distinct values, sorted.
    pub fn values(&self) -> Vec<i64> {
        let mut values: Vec<i64> =
            self.dfao.outputs().iter().zip(&self.ends).filter(|&(_, &ends)| ends).map(|(&value, _)| value).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The tuples of indices at which the value is `wanted`: only representations, closed under padding.
    pub fn select(&self, wanted: impl Fn(i64) -> bool) -> Dfa {
        let accepting =
            self.dfao.outputs().iter().zip(&self.ends).map(|(&value, &ends)| ends && wanted(value)).collect();
        Dfa::new(self.dfao.layout().clone(), self.dfao.transitions().clone(), accepting).minimize()
    }

    /// The index with the shortest representation whose output depends on its padding.
    fn changed_by_padding(&self, direction: Direction) -> Option<Vec<BigInt>> {
        let transitions = self.dfao.transitions();
        let output = |q: State| self.dfao.outputs()[q];
        let ends = |q: State| self.ends[q];
        let word = match direction {
            // Each word from the start, and from wherever zeros lead: one state in both cases if all is well.
            Direction::Msd => {
                let zeros = std::iter::successors(Some(State::START), |&q| transitions.step(q, Letter::ZERO));
                let starts = zeros.take(self.dfao.states()).filter(|&q| q != State::START).map(|q| (State::START, q));
                let edges = |(p, q)| {
                    let both = |(letter, next)| Some((letter, (next, transitions.step(q, letter)?)));
                    transitions.row(p).filter_map(both).filter(|(_, (p, q))| p != q).collect::<Vec<_>>()
                };
                search(starts, edges, |(p, q)| ends(p) && output(p) != output(q)).err()?.1
            }
            Direction::Lsd => {
                let zeros = transitions.map_letters(|letter| (letter == Letter::ZERO).then_some(letter));
                let changes = zeros.iter().filter(|&(q, _, padded)| ends(q) && output(q) != output(padded));
                let before = zeros.reversed().reachable(changes.map(|(q, ..)| q));
                let before = FxHashSet::from_iter(before);
                search([State::START], |q| transitions.row(q), |q| ends(q) && before.contains(&q)).err()?.1
            }
        };
        Some(decode(&word, self.dfao.layout(), &self.systems))
    }
}

/// The automaton that does as `dfao` from the first letter that is not zero on.
fn from_first_digit(dfao: &Dfao) -> Dfao {
    let mut transitions = Transitions::new();
    let mut outputs = vec![dfao.outputs()[0]];
    // State 0 waits; state q of the other one is q + 1 here.
    let mut row = vec![Edge::default()];
    let first = dfao.transitions().row(State::START).filter(|(letter, _)| *letter != Letter::ZERO);
    row.extend(first.map(|(letter, q)| (letter, q.after(1))));
    transitions.push_row(&mut row);
    for q in dfao.numbers() {
        row.clear();
        row.extend(dfao.transitions().row(q).map(|(letter, target)| (letter, target.after(1))));
        transitions.push_row(&mut row);
        outputs.push(dfao.outputs()[q]);
    }
    Dfao::new(dfao.layout().clone(), transitions, outputs)
}

/// The automaton whose output is that of `dfao` after the last letter that is not zero.
fn to_last_digit(dfao: &Dfao, budget: &Budget) -> Result<Dfao, Halt> {
    // The state after that letter, and the state now; no state now once the automaton was left by zeros.
    let mut numbers: FxHashMap<(State, Option<State>), State> = FxHashMap::default();
    let mut found = vec![(State::START, Some(State::START))];
    numbers.insert(found[0], State::START);
    let mut transitions = Transitions::new();
    let mut outputs = Vec::new();
    let mut row: Vec<Edge> = Vec::new();
    while let Some(&(last, now)) = found.get(outputs.len()) {
        row.clear();
        let mut go = |letter, pair| {
            let number = *numbers.entry(pair).or_insert_with(|| {
                found.push(pair);
                State::new(found.len() - 1)
            });
            row.push((letter, number));
        };
        go(Letter::ZERO, (last, now.and_then(|q| dfao.transitions().step(q, Letter::ZERO))));
        if let Some(q) = now {
            for (letter, target) in dfao.transitions().row(q).filter(|(letter, _)| *letter != Letter::ZERO) {
                go(letter, (target, Some(target)));
            }
        }
        transitions.push_row(&mut row);
        outputs.push(dfao.outputs()[last]);
        budget.check(found.len())?;
    }
    Ok(Dfao::new(dfao.layout().clone(), transitions, outputs))
}

/// Which letters stand somewhere in the fixed point, when wherever one stands its image has as many letters as there
/// are digits with which representations go on.
fn follow(morphism: &Morphism, system: &NumerationSystem) -> Result<Vec<bool>, WordError> {
    let Paths { targets, accepting } =
        system.rule().paths().ok_or_else(|| WordError::NoMorphisms(system.name().to_string()))?;
    let place = |&letter: &i64| morphism.place(letter).expect("an image has known letters");
    let parts = |(place, valid): (usize, usize)| (&morphism.images()[place], &targets[valid]);
    let edges = |pair| {
        let (image, targets) = parts(pair);
        (0..).map(Letter::digit).zip(image.iter().map(place).zip(targets.iter().copied())).collect::<Vec<_>>()
    };
    let fails = |pair: (usize, usize)| {
        let (image, targets) = parts(pair);
        !accepting[pair.1] || image.len() != targets.len()
    };
    match search([(0, 0)], edges, fails) {
        Ok(pairs) => {
            let mut reached = vec![false; morphism.letters().count()];
            for (place, _) in pairs {
                reached[place] = true;
            }
            Ok(reached)
        }
        Err((pair, word)) if !accepting[pair.1] => Err(WordError::NoRepresentation {
            system: system.name().to_string(),
            word: word
                .into_iter()
                .map(|letter| system.layout(1).expect("one track fits").slots()[0].digit(letter))
                .collect(),
        }),
        Err((pair, _)) => Err(WordError::WrongLength {
            letter: morphism.letter(pair.0),
            length: parts(pair).0.len(),
            system: system.name().to_string(),
            digits: parts(pair).1.len(),
        }),
    }
}

/// The minimal automaton that follows the valid tuples and no others, with output 0 where a tuple leaves `dfao` and
/// where none may end; and whether one may end in each state.
fn complete(dfao: &Dfao, systems: &[Arc<NumerationSystem>], budget: &Budget) -> Result<(Dfao, Vec<bool>), Halt> {
    /// In a pair: the tuple has left the automaton.
    const LEFT: State = State::MAX;
    let valid = valid_tuples(systems, budget)?;
    let mut numbers: FxHashMap<(State, State), State> = FxHashMap::default();
    let mut found = vec![(State::START, State::START)];
    numbers.insert(found[0], State::START);
    let mut transitions = Transitions::new();
    let mut outputs: Vec<Option<i64>> = Vec::new();
    let mut row: Vec<Edge> = Vec::new();
    while let Some(&(q, v)) = found.get(outputs.len()) {
        row.clear();
        for (letter, w) in valid.transitions().row(v) {
            let target = if q == LEFT { None } else { dfao.transitions().step(q, letter) };
            let pair = (target.unwrap_or(LEFT), w);
            let number = *numbers.entry(pair).or_insert_with(|| {
                found.push(pair);
                State::new(found.len() - 1)
            });
            row.push((letter, number));
            budget.check(found.len())?;
        }
        transitions.push_row(&mut row);
        let ends = valid.accepting()[v];
        outputs.push(ends.then(|| if q == LEFT { 0 } else { dfao.outputs()[q] }));
    }
    // States in which nothing may end are kept apart from those with output 0 by minimizing ranks of outputs.
    let mut values = outputs.clone();
    values.sort_unstable();
    values.dedup();
    let ranks = outputs.iter().map(|o| values.binary_search(o).expect("an output") as i64).collect();
    let minimal = Dfao::new(dfao.layout().clone(), transitions, ranks).minimize();
    let outputs: Vec<Option<i64>> = minimal.outputs().iter().map(|&rank| values[rank as usize]).collect();
    let ends = outputs.iter().map(Option::is_some).collect();
    let outputs = outputs.into_iter().map(Option::unwrap_or_default).collect();
    Ok((Dfao::new(dfao.layout().clone(), minimal.transitions().clone(), outputs), ends))
}
