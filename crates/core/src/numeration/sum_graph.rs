//! The graph of a sum of numbers with real coefficients, sum c_i x_i over a relation.
//!
//! What was read of a number is a vector R that counts letters, worth R.|s^m| with m digits to come
//! ([`super::dumont_thomas`]; in a system with weights the letters are the states of the valid words). With the growing
//! part U of each letter ([`super::spectrum`]), one digit takes U.R to beta U.R and adds what the letters passed are
//! worth. So y = sum c_i U.R_i is known after each digit, and the sum is y / q(beta), and what the parts that do not
//! grow like beta add.
//!
//! A sequence a(n) whose differences a(n+1) - a(n) are the letters of a word is a sum over the places below n. So it is
//! read beside n: a letter then comes with the state of the automaton of the differences, and is worth their sum over
//! the places that it makes.
//!
//! A node is a state of the relation, the letter of each track, and y. The sum is unbounded exactly if some way through
//! the relation comes back to a state and letters with another y: around this cycle y becomes beta^L y + c, which has
//! one fixed point, and y is not there; nothing else grows like beta. If there are infinitely many nodes, the tree in
//! which they are found has an infinite path (König 1927), and on it two with the same state and letters. So the search
//! ends.
//!
//! If other eigenvalues are not below 1, the rest of the sum beside y is a part of the node, too, a row z
//! ([`super::remainder`]). If it is another one after a cycle, what comes of that is calculated. With one such
//! eigenvalue the search ends for the same reason. With several it may not, where some are below 1: then it is given
//! up.

use std::collections::HashMap;

use num_bigint::BigInt;

use crate::automata::{Dfa, Letter, State, index};
use crate::budget::Budget;
use crate::planted::{Bug, planted};
use crate::tuning::numeration::extremes as limits;

use super::algebraic::Algebraic;
use super::extreme::{Bound, Growth, NoExtremes};
use super::relation::Relation;
use super::remainder::Remainder;
use super::rule::Paths;
use super::spectrum::{Letters, Rest, Spectrum, in_field};
use super::system::Direction;

/// An edge backwards: from which node, by which letter, and the number of what is passed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) from: usize,
    pub(super) letter: Letter,
    pub(super) passed: usize,
}

/// On one track: how many of which letters are passed.
pub(super) type Passed = Vec<(usize, i64)>;

/// The graph of a sum over a relation.
pub struct SumGraph<'a> {
    pub(super) relation: &'a Relation,
    pub(super) constant: Algebraic,
    pub(super) spectrum: Spectrum,
    pub(super) tracks: Vec<Letters>,
    /// y of each node; the first is the start.
    pub(super) growing: Vec<Algebraic>,
    /// z_0 of each node, if z is a part of it.
    pub(super) settled: Option<Vec<Algebraic>>,
    pub(super) accepting: Vec<bool>,
    /// The edges that lead to each node, the one by which it was found first.
    pub(super) steps: Vec<Vec<Step>>,
    /// What is passed on each track, by number.
    pub(super) passed: Vec<Vec<Passed>>,
    /// What it adds to z, if that is exact.
    pub(super) remainders: Vec<Vec<Algebraic>>,
}

/// A multiple of a sequence at the number of a track: the sum over all smaller numbers of what an automaton says of them.
#[derive(Clone, Debug)]
pub struct Differences {
    /// The track.
    pub track: usize,
    /// What it is multiplied by.
    pub coefficient: Algebraic,
    /// By state and digit; nothing where no number begins so.
    pub targets: Vec<Vec<Option<usize>>>,
    /// By state.
    pub values: Vec<BigInt>,
}

/// A place of the search.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    place: Place,
    growing: Algebraic,
    settled: Option<Vec<Algebraic>>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    state: State,
    letters: Vec<usize>,
}

impl<'a> SumGraph<'a> {
    /// The graph of `constant + sum coefficients[i] x_i`, and multiples of sequences, over the tuples of a relation.
    ///
    /// # Errors
    /// [`NoExtremes`].
    pub fn new(
        relation: &'a Relation,
        coefficients: &[Algebraic],
        sequences: &[Differences],
        constant: Algebraic,
        budget: &Budget,
    ) -> Result<SumGraph<'a>, NoExtremes> {
        let paths = paths_of(relation)?;
        if relation.dfa().is_empty() {
            return Err(NoExtremes::Empty);
        }
        let track = |(track, coefficient): (usize, &Algebraic)| {
            let own: Vec<&Differences> = sequences.iter().filter(|sequence| sequence.track == track).collect();
            beside(paths.targets, &paths.accepting, coefficient, &own)
        };
        let tracks: Vec<Letters> = coefficients.iter().enumerate().map(track).collect();
        let spectrum = Spectrum::of(&tracks)?;
        in_field(&constant, &spectrum.beta)?;
        let mut graph = SumGraph {
            relation,
            constant,
            spectrum,
            tracks,
            growing: Vec::new(),
            settled: None,
            accepting: Vec::new(),
            steps: Vec::new(),
            passed: Vec::new(),
            remainders: Vec::new(),
        };
        graph.explore(budget)?;
        Ok(graph)
    }

    /// Finds all nodes.
    // What a field keeps of its generator's digits has no part in the equality of numbers.
    #[allow(clippy::mutable_key_type)]
    fn explore(&mut self, budget: &Budget) -> Result<(), NoExtremes> {
        let dfa = self.relation.dfa();
        let is_useful = useful(dfa);
        let slots = dfa.layout().slots();
        let mut cycles = 0;
        let place = Place { state: State::START, letters: vec![0; slots.len()] };
        let start = Node { place, growing: Algebraic::from(0), settled: self.settling().map(Remainder::zero) };
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut nodes = vec![start];
        let mut passed = PassedLetters::default();
        self.steps.push(Vec::new());
        let mut next = 0;
        while let Some(node) = nodes.get(next).cloned() {
            self.accepting.push(dfa.accepting()[node.place.state]);
            for (letter, target) in dfa.transitions().row(node.place.state) {
                let digits: Vec<u32> = slots.iter().map(|slot| slot.digit(letter)).collect();
                let to = |track: usize| self.tracks[track].targets[node.place.letters[track]].get(index(digits[track]));
                let letters: Option<Vec<usize>> = (0..digits.len()).map(|track| to(track).copied()).collect();
                let Some(letters) = letters.filter(|_| is_useful[target.index()]) else { continue };
                let number = passed.number(self, &node.place.letters, &digits);
                let growing = self.spectrum.beta.clone() * node.growing.clone() + passed.growing[number].clone();
                let settled = self.settling().zip(node.settled.as_ref()).map(|(remainder, row)| {
                    let added = remainder.after(row).into_iter().zip(&passed.remainders[number]);
                    added.map(|(z, more)| z + more.clone()).collect()
                });
                let after = Node { place: Place { state: target, letters }, growing, settled };
                let found = match numbers.get(&after) {
                    Some(&found) => found,
                    None => {
                        numbers.insert(after.clone(), nodes.len());
                        nodes.push(after);
                        self.steps.push(Vec::new());
                        nodes.len() - 1
                    }
                };
                let is_new = self.steps[found].is_empty() && found > 0;
                self.steps[found].push(Step { from: next, letter, passed: number });
                if is_new && let Some(growth) = self.growth(&nodes, found, &mut cycles)? {
                    return Err(NoExtremes::Unbounded(Box::new(growth)));
                }
            }
            next += 1;
            budget.check(nodes.len())?;
        }
        self.settled = self.settling().map(|_| {
            let first = |node: &Node| node.settled.as_ref().map(|row| row[0].clone());
            nodes.iter().filter_map(first).collect()
        });
        self.passed = passed.letters;
        self.remainders = passed.remainders;
        self.growing = nodes.into_iter().map(|node| node.growing).collect();
        Ok(())
    }

    /// What is left beside y, if that is a part of nodes.
    fn settling(&self) -> Option<&Remainder> {
        match &self.spectrum.rest {
            Rest::Exact(remainder) if remainder.is_large => Some(remainder),
            _ => None,
        }
    }

    /// If a node comes after one at the same place with another value, and the sum has no bound by that. Counts the cycles that
    /// were looked at.
    ///
    /// # Errors
    /// If they are too many.
    fn growth(&self, nodes: &[Node], last: usize, cycles: &mut usize) -> Result<Option<Growth>, NoExtremes> {
        let mut cycle = Vec::new();
        let mut at = last;
        while at > 0 {
            let step = self.steps[at][0];
            cycle.push(step.letter);
            at = step.from;
            let (before, after) = (&nodes[at], &nodes[last]);
            let has_same_letters = planted(Bug::Place) && before.place.letters == after.place.letters;
            if before.place != after.place && !has_same_letters {
                continue;
            }
            // Whether they differ as numbers, not only as they are written.
            let grows = before.growing.cmp(&after.growing).is_ne();
            let tail = match grows {
                true => ways_out(self.relation.dfa(), before.place.state, 0).pop(),
                false if before.settled.cmp(&after.settled).is_eq() => None,
                false => {
                    *cycles += 1;
                    if after.settled.as_ref().is_some_and(|row| row.len() > 1) && *cycles > limits::CYCLES {
                        return Err(NoExtremes::Expanding);
                    }
                    self.diverging_tail(before, after, cycle.len())
                }
            };
            if let Some(tail) = tail {
                cycle.reverse();
                let eigenvalue = match &self.spectrum.rest {
                    Rest::Exact(remainder) if !grows => remainder.only_eigenvalue(),
                    _ => Some(self.spectrum.beta.clone()),
                };
                let rate = self.spectrum.rate.clone().filter(|_| grows);
                return Ok(Some(Growth { eigenvalue, rate, head: self.word_to(at), cycle, tail }));
            }
        }
        Ok(None)
    }

    /// A word to an end for which the sum has no bound, as z is not the same before and after a cycle of so many digits.
    fn diverging_tail(&self, before: &Node, after: &Node, length: usize) -> Option<Vec<Letter>> {
        let remainder = self.settling()?;
        let (first, then) = (before.settled.as_ref()?, after.settled.as_ref()?);
        let added = then.iter().zip(first).map(|(then, first)| then.clone() - first.clone());
        let turns = remainder.turns(added.collect(), length);
        let tails = ways_out(self.relation.dfa(), before.place.state, first.len() - 1);
        tails.into_iter().find(|tail| remainder.diverges(&turns, tail.len()))
    }

    /// The word by which a node was found.
    pub(super) fn word_to(&self, mut node: usize) -> Vec<Letter> {
        let mut word = Vec::new();
        while node > 0 {
            let step = self.steps[node][0];
            word.push(step.letter);
            node = step.from;
        }
        word.reverse();
        word
    }

    /// What the growing part is worth at a node, and the constant.
    pub(super) fn grown(&self, node: usize) -> Algebraic {
        let constant = if planted(Bug::Constant) { Algebraic::from(0) } else { self.constant.clone() };
        self.growing[node].clone() / self.spectrum.gap.clone() + constant
    }

    /// Whether a number can be a bound of sums over a relation.
    ///
    /// # Errors
    /// If it is not in the field of the system; [`NoExtremes`].
    pub fn admits(relation: &Relation, bound: &Bound) -> Result<(), NoExtremes> {
        let paths = paths_of(relation)?;
        let spectrum = Spectrum::of(&[beside(paths.targets, &paths.accepting, &Algebraic::from(1), &[])])?;
        in_field(&bound.value, &spectrum.beta)
    }
}

/// How digits follow letters in the system of a relation.
fn paths_of(relation: &Relation) -> Result<Paths<'_>, NoExtremes> {
    let system = relation.systems().first().ok_or(NoExtremes::System)?;
    let is_one = relation.systems().iter().all(|other| other == system);
    let paths = system.rule().paths().filter(|_| is_one && system.direction() == Direction::Msd);
    paths.ok_or(NoExtremes::System)
}

/// What passed letters are worth together.
pub(super) fn worth(passed: &[Passed], entries: &[Vec<Algebraic>]) -> Algebraic {
    let letters = passed.iter().zip(entries).flat_map(|(passed, entries)| passed.iter().map(move |one| (one, entries)));
    letters.fold(Algebraic::from(0), |sum, (&(letter, n), entries)| {
        sum + Algebraic::from(n) * entries[if planted(Bug::Weight) { 0 } else { letter }].clone()
    })
}

/// The letters of a track with the states of sequences beside them, from the start on.
fn beside(targets: &[Vec<usize>], ends: &[bool], coefficient: &Algebraic, sequences: &[&Differences]) -> Letters {
    type Beside = (usize, Vec<Option<usize>>);
    let start: Beside = (0, vec![Some(0); sequences.len()]);
    let mut numbers = HashMap::from([(start.clone(), 0)]);
    let mut found = vec![start];
    let mut rows = Vec::new();
    while let Some((letter, states)) = found.get(rows.len()).cloned() {
        let mut row = Vec::new();
        for (digit, &to) in targets[letter].iter().enumerate() {
            let step = |(sequence, &state): (&&Differences, &Option<usize>)| {
                state.and_then(|state| sequence.targets[state].get(digit).copied().flatten())
            };
            let after: Beside = (to, sequences.iter().zip(&states).map(step).collect());
            let next = numbers.len();
            row.push(*numbers.entry(after.clone()).or_insert_with(|| {
                found.push(after);
                next
            }));
        }
        rows.push(row);
    }
    let unit = |letter: usize| BigInt::from(u32::from(ends[letter]));
    let lengths = found.iter().map(|(letter, _)| unit(*letter)).collect();
    let of_sequence = |(at, sequence): (usize, &&Differences)| {
        let value = |(letter, states): &Beside| {
            states[at].map_or_else(BigInt::default, |state| &sequence.values[state] * unit(*letter))
        };
        (sequence.coefficient.clone(), found.iter().map(value).collect())
    };
    let parts = std::iter::once((coefficient.clone(), lengths)).chain(sequences.iter().enumerate().map(of_sequence));
    Letters { targets: rows, parts: parts.collect() }
}

/// The states from which something is accepted.
fn useful(dfa: &Dfa) -> Vec<bool> {
    let states = dfa.accepting().len();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); states];
    for state in State::START.onwards().take(states) {
        for (_, target) in dfa.transitions().row(state) {
            before[target.index()].push(state.index());
        }
    }
    let mut useful: Vec<bool> = dfa.accepting().to_vec();
    let mut pending: Vec<usize> = (0..states).filter(|&state| useful[state]).collect();
    while let Some(state) = pending.pop() {
        for &from in &before[state] {
            if !std::mem::replace(&mut useful[from], true) {
                pending.push(from);
            }
        }
    }
    useful
}

/// Words from a state to an end: a shortest one, and one of each length that is greater by up to `more` letters, if there is one.
fn ways_out(dfa: &Dfa, from: State, more: usize) -> Vec<Vec<Letter>> {
    // By length: the states that are reached, each with how.
    let mut layers: Vec<HashMap<State, Option<(State, Letter)>>> = vec![HashMap::from([(from, None)])];
    let mut found: Vec<Vec<Letter>> = Vec::new();
    let (states, mut left) = (dfa.accepting().len(), more);
    while layers.len() <= states + more {
        let last = layers.len() - 1;
        // The least one, so that the word does not hang on the order of a table.
        if let Some(&end) = layers[last].keys().filter(|&&state| dfa.accepting()[state]).min() {
            let (mut word, mut at) = (Vec::new(), end);
            for layer in layers.iter().rev() {
                if let Some((before, letter)) = layer[&at] {
                    word.push(letter);
                    at = before;
                }
            }
            word.reverse();
            found.push(word);
        }
        if !found.is_empty() {
            if left == 0 {
                break;
            }
            left -= 1;
        }
        let mut next: HashMap<State, Option<(State, Letter)>> = HashMap::new();
        let mut reached: Vec<State> = layers[last].keys().copied().collect();
        reached.sort_unstable();
        for state in reached {
            for (letter, target) in dfa.transitions().row(state) {
                next.entry(target).or_insert(Some((state, letter)));
            }
        }
        layers.push(next);
    }
    found
}

/// What digits pass, and what it adds to y and z.
#[derive(Default)]
struct PassedLetters {
    numbers: HashMap<(Vec<usize>, Vec<u32>), usize>,
    letters: Vec<Vec<Passed>>,
    growing: Vec<Algebraic>,
    /// What is added to z, if that is exact.
    remainders: Vec<Vec<Algebraic>>,
}

impl PassedLetters {
    fn number(&mut self, graph: &SumGraph<'_>, at: &[usize], digits: &[u32]) -> usize {
        let key = (at.to_vec(), digits.to_vec());
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let on_track = |track: usize| -> Passed {
            // Neighbouring digits mostly lead to one letter.
            let runs = graph.tracks[track].targets[at[track]][..index(digits[track])].chunk_by(|a, b| a == b);
            runs.map(|run| (run[0], run.len() as i64)).collect()
        };
        let passed: Vec<Passed> = (0..at.len()).map(on_track).collect();
        self.growing.push(worth(&passed, &graph.spectrum.growing));
        if let Rest::Exact(remainder) = &graph.spectrum.rest {
            self.remainders.push(remainder.terms.iter().map(|term| worth(&passed, term)).collect());
        }
        self.letters.push(passed);
        self.numbers.insert(key, self.letters.len() - 1);
        self.letters.len() - 1
    }
}
