//! Shows that a representation is nowhere negative on the words of an automaton, by inequalities that every letter
//! keeps.
//!
//! For each state it looks for a set of column vectors c with r c >= 0 for every row vector r that comes to the state:
//! the one at the start satisfies them, and where a letter leads from a state to another one, each vector there, with
//! the letter in front, is a nonnegative combination of those here (Farkas 1902: nothing else would do). If the column
//! vector of the representation is among them where words end, no word is worth less than 0. These three checks are
//! exact, and are all that the proof consists of.
//!
//! Candidates are differences of what may follow, without those that fail on some sample; then those that are not kept
//! are thrown away, until all are (Flanagan and Leino 2001 for programs). Neither step finds all invariants.
//!
//! Each round costs a least-squares problem and a small exact system for each candidate and edge, and there are at most
//! as many rounds as candidates. Bad for high dimensions and many states: limits end it.

use hashbrown::HashSet;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

use super::cone::{Invariant, combination, direction, support};
use super::linear_representation::{LinearRepresentation, dot, row_times, times_column};
use super::rational::Rational;
use super::space::Space;
use crate::automata::dfa::Dfa;
use crate::automata::interner::State;
use crate::automata::letter::Letter;
use crate::budget::{Budget, Halt};
use crate::tuning::counting::invariant;

type Column = Vec<Rational>;

impl LinearRepresentation {
    /// Inequalities that show that no word that an automaton accepts is worth less than 0, if such are found.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn inequalities(&self, dfa: &Dfa, budget: &Budget) -> Result<Option<Invariant>, Halt> {
        if self.dimension() > invariant::DIMENSION || self.dimension() == 0 {
            let none = Invariant::States { held: vec![Vec::new(); dfa.states()], padding: false };
            return Ok((self.dimension() == 0).then_some(none));
        }
        let samples = self.samples(dfa, budget)?;
        for (most, paired) in invariant::CANDIDATES.into_iter().zip(invariant::PAIRED_CANDIDATES) {
            let candidates = self.candidates(dfa, &samples, (most, paired), budget)?;
            if let Some(held) = self.kept(dfa, &samples, candidates, budget)? {
                return Ok(Some(held));
            }
        }
        Ok(None)
    }

    /// Those of these candidates, and of what the first one needs besides, that show that it holds; the first one is the column vector.
    fn kept(
        &self,
        dfa: &Dfa,
        samples: &[Vec<Vec<f64>>],
        mut candidates: Vec<Column>,
        budget: &Budget,
    ) -> Result<Option<Invariant>, Halt> {
        let mut near: Vec<Vec<f64>> = candidates.iter().map(|column| direction(column)).collect();
        let mut held: Vec<Vec<usize>> = samples
            .iter()
            .map(|samples| (0..candidates.len()).filter(|&at| holds(&near[at], samples)).collect())
            .collect();
        held[0].retain(|&at| !dot(&self.v, &candidates[at]).is_negative());
        // Zeros in front change nothing where nothing else comes back to the start.
        let back = dfa.transitions().iter().filter(|&(_, _, to)| to == State::START);
        let padding = back.map(|(from, letter, _)| (from, letter)).eq([(State::START, Letter::ZERO)])
            && self.matrix(Letter::ZERO).is_some_and(|zero| row_times(&self.v, zero) == self.v);
        // What the goal needs elsewhere is a goal there.
        let mut goals: HashSet<usize> = std::iter::once(0).collect();
        let mut added: HashSet<(usize, Column)> = HashSet::new();
        // Those that some letter does not keep are thrown away.
        loop {
            let mut dropped = false;
            for (from, letter, to) in dfa.transitions().iter().filter(|edge| !padding || edge.2 != State::START) {
                let Some(matrix) = self.matrix(letter) else { return Ok(None) };
                let mut kept = Vec::new();
                for at in held[to.index()].clone() {
                    budget.check_now()?;
                    let before = times_column(matrix, &candidates[at]);
                    let here = &held[from.index()];
                    let is_kept = before.iter().all(Zero::is_zero) || {
                        let there: Vec<&Vec<f64>> = here.iter().map(|&at| &near[at]).collect();
                        support(&there, &direction(&before)).is_some_and(|some| {
                            combination(&before, some.iter().map(|&place| &candidates[here[place]])).is_some()
                        })
                    };
                    if is_kept {
                        kept.push(at);
                        continue;
                    }
                    dropped = true;
                    let direction = direction(&before);
                    if goals.contains(&at)
                        && added.len() < invariant::GOALS
                        && holds(&direction, &samples[from.index()])
                        && !(from == State::START && dot(&self.v, &before).is_negative())
                        && added.insert((from.index(), before.clone()))
                    {
                        goals.insert(candidates.len());
                        held[from.index()].push(candidates.len());
                        if from == to {
                            kept.push(candidates.len());
                        }
                        candidates.push(before);
                        near.push(direction);
                        kept.push(at);
                    }
                }
                held[to.index()] = kept;
            }
            if !dropped {
                break;
            }
        }
        // The column vector is the first candidate.
        let ends = dfa.numbers().filter(|&q| dfa.accepting()[q]);
        let proved = ends.into_iter().all(|q| held[q.index()].contains(&0));
        let of_state = |held: &Vec<usize>| held.iter().map(|&at| candidates[at].clone()).collect();
        Ok(proved.then(|| Invariant::States { held: held.iter().map(of_state).collect(), padding }))
    }

    /// Row vectors that come to each state, of length 1: those of the first words and of long ones.
    fn samples(&self, dfa: &Dfa, budget: &Budget) -> Result<Vec<Vec<Vec<f64>>>, Halt> {
        let mut samples: Vec<Vec<Vec<f64>>> = vec![Vec::new(); dfa.states()];
        let mut keep = |state: State, row: &Column| {
            if row.iter().any(|entry| !entry.is_zero()) {
                samples[state.index()].push(direction(row));
            }
        };
        let mut seen = vec![0; dfa.states()];
        let mut open = vec![(State::START, self.v.clone())];
        keep(State::START, &self.v);
        let mut next = 0;
        while let Some((state, row)) = open.get(next).cloned() {
            for (letter, target) in dfa.transitions().row(state) {
                budget.check_now()?;
                let Some(matrix) = self.matrix(letter) else { continue };
                let is_padding = state == State::START && target == State::START && letter == Letter::ZERO;
                if seen[target.index()] < invariant::SAMPLES_A_STATE && !is_padding {
                    seen[target.index()] += 1;
                    let after = row_times(&row, matrix);
                    keep(target, &after);
                    open.push((target, after));
                }
            }
            next += 1;
        }
        // Any walk will do; the same ones in every run.
        let mut chance = 1u64;
        for _ in 0..invariant::WALKS {
            let (mut state, mut row) = (State::START, self.v.clone());
            for step in 0..invariant::WALK_LETTERS {
                budget.check_now()?;
                let edges: Vec<_> = dfa.transitions().row(state).collect();
                chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let Some(&(letter, target)) = edges.get((chance >> 33) as usize % edges.len().max(1)) else { break };
                let Some(matrix) = self.matrix(letter) else { break };
                row = row_times(&row, matrix);
                state = target;
                if step > invariant::WALK_LETTERS / 2 {
                    keep(state, &row);
                }
            }
        }
        Ok(samples)
    }

    /// Column vectors that are at least 0 on all samples of some state: the one of the representation first.
    fn candidates(
        &self,
        dfa: &Dfa,
        samples: &[Vec<Vec<f64>>],
        (most, paired): (usize, usize),
        budget: &Budget,
    ) -> Result<Vec<Column>, Halt> {
        let mut found: Vec<Column> = vec![self.w.clone()];
        let add = |found: &mut Vec<Column>, column: &[Rational]| {
            if found.len() >= most || column.iter().all(Zero::is_zero) {
                return;
            }
            let column = primitive(column);
            let near = direction(&column);
            if !found.contains(&column) && samples.iter().any(|samples| !samples.is_empty() && holds(&near, samples)) {
                found.push(column);
            }
        };
        let (letters, _) = dfa.transitions().numbered_letters();
        // What a digit multiplies: powers of n and what stays the same are such.
        let size = i64::try_from(letters.len()).unwrap_or(i64::MAX);
        let factors = [1, size, size.saturating_mul(size)].map(|factor| Rational::from(BigInt::from(factor)));
        for matrix in letters.iter().filter_map(|&letter| self.matrix(letter)) {
            for factor in &factors {
                budget.check_now()?;
                for column in eigenvectors(matrix, factor) {
                    add(&mut found, &column);
                    add(&mut found, &column.iter().map(|entry| -entry).collect::<Column>());
                }
            }
        }
        for _ in 0..invariant::ROUNDS {
            let before: Vec<Column> = found.iter().take(paired).cloned().collect();
            let mut images: Vec<Column> = Vec::new();
            for column in &before {
                for matrix in letters.iter().filter_map(|&letter| self.matrix(letter)) {
                    budget.check_now()?;
                    images.push(times_column(matrix, column));
                }
            }
            let all: Vec<&Column> = before.iter().chain(&images).collect();
            images.iter().for_each(|image| add(&mut found, image));
            for (at, one) in all.iter().enumerate() {
                for other in &all[..at] {
                    budget.check_now()?;
                    let difference: Column = one.iter().zip(*other).map(|(a, b)| a - b).collect();
                    add(&mut found, &difference);
                    add(&mut found, &difference.iter().map(|entry| -entry).collect::<Column>());
                }
            }
        }
        Ok(found)
    }
}

/// Column vectors that span those that a matrix multiplies by a factor.
fn eigenvectors(matrix: &[Column], factor: &Rational) -> Vec<Column> {
    let mut space = Space::default();
    let mut independent = Vec::new();
    let mut found = Vec::new();
    for at in 0..matrix.len() {
        let less = |(row, line): (usize, &Column)| if row == at { &line[at] - factor } else { line[at].clone() };
        let column: Column = matrix.iter().enumerate().map(less).collect();
        if space.add(&column) {
            independent.push(at);
            continue;
        }
        let mut vector = vec![Rational::zero(); matrix.len()];
        vector[at] = Rational::from(BigInt::from(-1));
        independent.iter().zip(space.coordinates(&column)).for_each(|(&place, entry)| vector[place] = entry);
        found.push(vector);
    }
    found
}

/// Whether a column vector is at least 0 on samples, as far as machine numbers tell.
fn holds(near: &[f64], samples: &[Vec<f64>]) -> bool {
    samples.iter().all(|row| row.iter().zip(near).map(|(x, y)| x * y).sum::<f64>() > -1e-9)
}

/// Scales a column vector to whole numbers without a common factor.
fn primitive(column: &[Rational]) -> Column {
    let below = column.iter().fold(BigInt::from(1), |below, entry| below.lcm(entry.denom()));
    let whole: Vec<BigInt> = column.iter().map(|entry| (entry * &below).to_integer()).collect();
    let factor = whole.iter().fold(BigInt::zero(), |factor, entry| factor.gcd(entry));
    whole.into_iter().map(|entry| Rational::from(entry / &factor)).collect()
}
