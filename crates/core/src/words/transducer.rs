//! Transducers that read a word letter by letter and write one letter for each, and their images of automatic words.
//!
//! Dekking, "Iteration of maps by an automaton" (Discrete Math. 1994): the transducer's image of an automatic word is
//! automatic. What a block of a given level does to the states of the transducer is a map; the maps of all blocks of
//! level n + 1 are compositions of those of level n, so the tuple of maps is ultimately periodic in n. The automaton
//! carries, for each level up to that period, the state in which the transducer arrives when that many more digits
//! follow. At worst |Q| |S|^p states for word states Q, transducer states S and p levels.

use std::collections::{BTreeMap, HashMap};

use crate::automata::{Dfao, Interner, State, unfold};
use crate::budget::{Budget, Halt};
use crate::numeration::Direction;

use super::error::WordError;
use super::word::Word;

/// A deterministic transducer: state 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transducer {
    /// For each state, where a letter leads and what is written.
    pub steps: Vec<BTreeMap<i64, (State, i64)>>,
}

/// Number of a missing transition among the states: the transducer is stuck.
const STUCK: State = State::MAX;

impl Transducer {
    /// The output of a finite word; the number of letters read before it is stuck otherwise.
    ///
    /// # Errors
    /// How many letters were read.
    pub fn run(&self, word: impl IntoIterator<Item = i64>) -> Result<Vec<i64>, usize> {
        let mut state = State::START;
        let mut written = Vec::new();
        for letter in word {
            let &(next, output) = self.steps[state].get(&letter).ok_or(written.len())?;
            written.push(output);
            state = next;
        }
        Ok(written)
    }

    /// Where a letter leads from each state.
    fn map(&self, letter: i64) -> Vec<State> {
        self.steps.iter().map(|row| row.get(&letter).map_or(STUCK, |step| step.0)).collect()
    }
}

impl Word {
    /// What a transducer writes while it reads this word from index 0 on.
    ///
    /// # Errors
    /// If the word has several indices or the transducer is stuck somewhere; the limit that was passed.
    pub fn transduce(&self, transducer: &Transducer, budget: &Budget) -> Result<Word, WordError> {
        let [system] = &self.systems[..] else {
            return Err(WordError::SeveralIndices(self.systems.len()));
        };
        if !system.orders_by_words() {
            return Err(WordError::NotInOrder(system.name().to_string()));
        }
        let forward = match system.direction() {
            Direction::Msd => self.clone(),
            Direction::Lsd => self.reversed(budget)?,
        };
        let whole = Blocks::new(&forward, transducer, budget)?.automaton(budget)?;
        let word = Word::new(&whole, forward.systems.clone(), budget)?;
        match system.direction() {
            Direction::Msd => Ok(word),
            Direction::Lsd => word.reversed(budget),
        }
    }
}

/// What blocks of each level do to the states of the transducer.
struct Blocks<'a> {
    word: &'a Word,
    transducer: &'a Transducer,
    /// `levels[n][q]`: the map of all that is read below state q with n digits to go.
    levels: Vec<Vec<Vec<State>>>,
    /// The level that follows the last one.
    again: usize,
}

impl<'a> Blocks<'a> {
    fn new(word: &'a Word, transducer: &'a Transducer, budget: &Budget) -> Result<Blocks<'a>, Halt> {
        let identity: Vec<State> = State::first(transducer.steps.len()).collect();
        let letter = |q: usize| match word.ends()[q] {
            true => transducer.map(word.dfao.outputs()[q]),
            false => identity.clone(),
        };
        let mut level: Vec<Vec<State>> = (0..word.dfao.states()).map(letter).collect();
        let mut known: HashMap<Vec<Vec<State>>, usize> = HashMap::new();
        let mut levels: Vec<Vec<Vec<State>>> = Vec::new();
        loop {
            if let Some(&again) = known.get(&level) {
                return Ok(Blocks { word, transducer, levels, again });
            }
            known.insert(level.clone(), levels.len());
            levels.push(level.clone());
            budget.check(levels.len())?;
            let compose = |q: State| {
                let targets = word.dfao.transitions().targets(q);
                targets.iter().fold(identity.clone(), |map, &target| then(&map, &level[target]))
            };
            level = word.dfao.numbers().map(compose).collect();
        }
    }

    fn next(&self, level: usize) -> usize {
        if level + 1 < self.levels.len() { level + 1 } else { self.again }
    }

    /// A state is one of the word and, for each level, the transducer's state before the block that begins there.
    fn automaton(&self, budget: &Budget) -> Result<Dfao, WordError> {
        let count = self.levels.len();
        let mut states: Interner<State> = Interner::default();
        states.intern(&vec![State::START; count + 1]);
        let (transitions, outputs) = unfold(states, budget, |state, states, row| {
            let (&q, at) = state.split_last().expect("the word's state is last");
            let mut before: Vec<State> = (0..count).map(|level| at[self.next(level)]).collect();
            for (letter, target) in self.word.dfao.transitions().row(q) {
                let mut key = before.clone();
                key.push(target);
                row.push((letter, states.intern(&key).0));
                for (place, maps) in before.iter_mut().zip(&self.levels) {
                    *place = apply(&maps[target], *place);
                }
            }
            if !self.word.ends()[q] {
                return Ok(0);
            }
            let letter = self.word.dfao.outputs()[q];
            let step = self.transducer.steps.get(at[0].index()).and_then(|steps| steps.get(&letter));
            step.map(|step| step.1).ok_or(WordError::Stuck { letter })
        })?;
        Ok(Dfao::new(self.word.dfao.layout().clone(), transitions, outputs))
    }
}

fn apply(map: &[State], state: State) -> State {
    if state == STUCK { STUCK } else { map[state] }
}

fn then(first: &[State], second: &[State]) -> Vec<State> {
    first.iter().map(|&state| apply(second, state)).collect()
}
