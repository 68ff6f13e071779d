//! The first word of an automaton on which a representation has a wanted value, or that no word has it.
//!
//! Breadth first through pairs of a state and a row vector, with exact fractions, so the first found is the first in
//! radix order. Ends without one if finitely many pairs are reachable, as always modulo a number. O(d^2) operations for
//! each pair and letter, for dimension d. Bad where the row vectors are infinitely many: the caller's limit on the
//! pairs ends that.

use std::collections::VecDeque;
use std::hash::Hash;

use hashbrown::HashSet;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::linear_representation::{LinearRepresentation, dot, row_times};
use super::rational::Rational;
use crate::automata::dfa::Dfa;
use crate::automata::interner::State;
use crate::automata::letter::Letter;
use crate::budget::{Budget, Halt};

/// What a search for a word found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The first word in radix order.
    Word(Vec<Letter>),
    /// There is none: states and row vectors have come to an end.
    Nowhere,
    /// None among as many as were allowed.
    GaveUp,
}

impl LinearRepresentation {
    /// The first word in radix order that an automaton accepts and whose value is wanted.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn first_where(
        &self,
        dfa: &Dfa,
        wanted: impl Fn(&Rational) -> bool,
        most: usize,
        budget: &Budget,
    ) -> Result<Seen, Halt> {
        let matrices: Vec<(Letter, &Vec<Vec<Rational>>)> =
            self.mu.iter().map(|(letter, matrix)| (*letter, matrix)).collect();
        let step = |row: &Vec<Rational>, letter: Letter| {
            let at = matrices.binary_search_by_key(&letter, |(known, _)| *known).ok()?;
            Some(row_times(row, matrices[at].1))
        };
        search(dfa, self.v.clone(), step, |row| wanted(&dot(row, &self.w)), most, budget)
    }

    /// Whether the values on all words that an automaton accepts are seen not to be 0 modulo a number: its entries are whole.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn is_never_zero_modulo(&self, modulus: u64, dfa: &Dfa, most: usize, budget: &Budget) -> Result<bool, Halt> {
        let residue = |n: &Rational| n.numer().mod_floor(&BigInt::from(modulus)).to_u64().expect("a residue");
        let vector = |row: &[Rational]| row.iter().map(residue).collect::<Vec<u64>>();
        let matrices: Vec<(Letter, Vec<Vec<u64>>)> =
            self.mu.iter().map(|(letter, matrix)| (*letter, matrix.iter().map(|row| vector(row)).collect())).collect();
        let w = vector(&self.w);
        let dot =
            |a: &[u64], b: &mut dyn Iterator<Item = u64>| a.iter().zip(b).map(|(x, y)| x * y).sum::<u64>() % modulus;
        let step = |row: &Vec<u64>, letter: Letter| {
            let at = matrices.binary_search_by_key(&letter, |(known, _)| *known).ok()?;
            let column = |at_column: usize| dot(row, &mut matrices[at].1.iter().map(|row| row[at_column]));
            Some((0..row.len()).map(column).collect())
        };
        let zero = |row: &Vec<u64>| dot(row, &mut w.iter().copied()) == 0;
        Ok(search(dfa, vector(&self.v), step, zero, most, budget)? == Seen::Nowhere)
    }

    /// A row vector after a letter; 0 if that has no matrix.
    pub fn after(&self, row: &[Rational], letter: Letter) -> Vec<Rational> {
        self.matrix(letter).map_or_else(|| vec![Rational::default(); row.len()], |matrix| row_times(row, matrix))
    }

    /// What a word is worth that leads to a row vector.
    pub fn worth(&self, row: &[Rational]) -> Rational {
        dot(row, &self.w)
    }

    /// The representation that is worth on each word what this one is worth on the reversed word.
    pub fn transposed(&self) -> LinearRepresentation {
        let turned = |matrix: &Vec<Vec<Rational>>| {
            (0..self.dimension()).map(|at| matrix.iter().map(|row| row[at].clone()).collect()).collect()
        };
        LinearRepresentation {
            layout: self.layout.clone(),
            v: self.w.clone(),
            mu: self.mu.iter().map(|(letter, matrix)| (*letter, turned(matrix))).collect(),
            w: self.v.clone(),
        }
    }
}

/// Goes through pairs of a state and a vector, each once, in the radix order of their first words.
fn search<V: Clone + Eq + Hash>(
    dfa: &Dfa,
    first: V,
    step: impl Fn(&V, Letter) -> Option<V>,
    found: impl Fn(&V) -> bool,
    most: usize,
    budget: &Budget,
) -> Result<Seen, Halt> {
    let mut known: HashSet<(State, V)> = HashSet::new();
    let mut open: VecDeque<(State, V, Vec<Letter>)> = VecDeque::new();
    if dfa.accepting()[State::START] && found(&first) {
        return Ok(Seen::Word(Vec::new()));
    }
    known.insert((State::START, first.clone()));
    open.push_back((State::START, first, Vec::new()));
    while let Some((state, vector, word)) = open.pop_front() {
        for (letter, target) in dfa.transitions().row(state) {
            budget.check_now()?;
            let Some(after) = step(&vector, letter) else { continue };
            if !known.insert((target, after.clone())) {
                continue;
            }
            let longer = [&word[..], &[letter]].concat();
            if dfa.accepting()[target] && found(&after) {
                return Ok(Seen::Word(longer));
            }
            if known.len() > most {
                return Ok(Seen::GaveUp);
            }
            open.push_back((target, after, longer));
        }
    }
    Ok(Seen::Nowhere)
}
