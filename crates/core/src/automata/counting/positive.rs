//! A representation without negative weights that is worth the same, made of an invariant that shows that there is one.
//!
//! Row vectors that generate an invariant cone are its coordinates: each letter leads from one to a nonnegative
//! combination of them. So are column vectors, from the other end, and inequalities that hold in the states of an
//! automaton. So what was proved can be checked without knowing how (Berstel and Reutenauer 2011, on N-rational
//! series).
//!
//! It is as large as what of the invariant is needed. Each weight vector costs a least-squares problem in machine
//! numbers and an exact one for its support; where these miss a combination, there is no result.

use hashbrown::HashMap;
use num_traits::{One, Zero};

use super::cone::{Invariant, combination, direction, support};
use super::linear_representation::{LinearRepresentation, dot, row_times, times_column};
use super::rational::Rational;
use crate::automata::dfa::Dfa;
use crate::automata::interner::State;
use crate::automata::letter::Letter;
use crate::automata::transitions::Transitions;
use crate::budget::{Budget, Halt};

/// A linear representation by its weights that are not 0.
#[derive(Clone, Debug, Default)]
pub struct Weighted {
    /// The row vector.
    pub first: Vec<Rational>,
    /// From each coordinate the letters, the coordinates after them and the weights.
    pub rows: Vec<Vec<(Letter, usize, Rational)>>,
    /// The column vector.
    pub last: Vec<Rational>,
}

impl Weighted {
    /// The weights of a representation that are not 0.
    pub fn of(linear: &LinearRepresentation) -> Weighted {
        let row = |at: usize| {
            let entries = linear.mu.iter().flat_map(|(letter, matrix)| {
                matrix[at].iter().enumerate().map(|(target, weight)| (*letter, target, weight.clone()))
            });
            entries.filter(|(_, _, weight)| !weight.is_zero()).collect()
        };
        Weighted { first: linear.v.clone(), rows: (0..linear.dimension()).map(row).collect(), last: linear.w.clone() }
    }

    /// The values of the states of an automaton that begins in the first.
    pub fn of_values(transitions: &Transitions, values: Vec<Rational>) -> Weighted {
        let row = |state| {
            let row = transitions.row(state);
            row.map(|(letter, target)| (letter, target.index(), Rational::one())).collect()
        };
        let rows = State::START.onwards().take(values.len()).map(row).collect();
        let mut first = vec![Rational::zero(); values.len()];
        first.iter_mut().take(1).for_each(|entry| *entry = Rational::one());
        Weighted { first, rows, last: values }
    }
}

impl LinearRepresentation {
    /// The representation on the words of an automaton, and 0 on others, without negative weights; where the invariant is that
    /// of a cone it is restricted to these already. `None` where machine numbers do not find a combination again.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn positive(&self, invariant: &Invariant, dfa: &Dfa, budget: &Budget) -> Result<Option<Weighted>, Halt> {
        match invariant {
            _ if self.dimension() == 0 => Ok(Some(Weighted::default())),
            Invariant::Rows(rows) => self.on_rows(rows, budget),
            Invariant::Columns(columns) => {
                let loops: Vec<_> = self.mu.iter().map(|(letter, _)| (State::START, *letter, State::START)).collect();
                self.on_columns(std::slice::from_ref(columns), (&loops, &[true]), false, budget)
            }
            Invariant::States { held, padding } => {
                let edges: Vec<_> = dfa.transitions().iter().collect();
                self.on_columns(held, (&edges, dfa.accepting()), *padding, budget)
            }
        }
    }

    /// A coordinate for each row vector.
    fn on_rows(&self, rows: &[Vec<Rational>], budget: &Budget) -> Result<Option<Weighted>, Halt> {
        let known = Vectors::of(rows);
        let mut found = Weighted::default();
        for row in rows {
            let mut edges = Vec::new();
            for (letter, matrix) in &self.mu {
                budget.check_now()?;
                let Some(factors) = known.factors(&row_times(row, matrix)) else { return Ok(None) };
                edges.extend(factors.into_iter().map(|(target, factor)| (*letter, target, factor)));
            }
            found.rows.push(edges);
            found.last.push(dot(row, &self.w));
        }
        let Some(first) = known.factors(&self.v) else { return Ok(None) };
        found.first = vec![Rational::zero(); rows.len()];
        first.into_iter().for_each(|(place, factor)| found.first[place] = factor);
        Ok(Some(found))
    }

    /// A coordinate for each column vector of a state that is needed: what the row vector there is worth with it.
    fn on_columns(
        &self,
        held: &[Vec<Vec<Rational>>],
        (edges, accepting): (&[(State, Letter, State)], &[bool]),
        padding: bool,
        budget: &Budget,
    ) -> Result<Option<Weighted>, Halt> {
        let known: Vec<Vectors<'_>> = held.iter().map(|columns| Vectors::of(columns)).collect();
        let mut into: Vec<Vec<(State, Letter)>> = vec![Vec::new(); held.len()];
        edges.iter().for_each(|&(from, letter, to)| into[to.index()].push((from, letter)));
        let mut found = Weighted::default();
        let mut needed: Vec<(State, usize)> = Vec::new();
        for (state, columns) in State::START.onwards().zip(held).filter(|(state, _)| accepting[state.index()]) {
            let Some(place) = columns.iter().position(|column| *column == self.w) else { return Ok(None) };
            needed.push((state, place));
            found.rows.push(Vec::new());
            found.last.push(Rational::one());
        }
        let mut numbers: HashMap<(State, usize), usize> = needed.iter().copied().zip(0..).collect();
        let mut at = 0;
        while let Some(&(to, place)) = needed.get(at) {
            let column = &held[to.index()][place];
            for &(from, letter) in &into[to.index()] {
                budget.check_now()?;
                let factors = if padding && to == State::START {
                    vec![(place, Rational::one())]
                } else {
                    let matrix = self.mu.binary_search_by_key(&letter, |(known, _)| *known).map(|at| &self.mu[at].1);
                    let before = matrix.ok().map(|matrix| times_column(matrix, column));
                    let Some(factors) = before.and_then(|before| known[from.index()].factors(&before)) else {
                        return Ok(None);
                    };
                    factors
                };
                for (other, factor) in factors {
                    let number = *numbers.entry((from, other)).or_insert_with(|| {
                        needed.push((from, other));
                        found.rows.push(Vec::new());
                        found.last.push(Rational::zero());
                        needed.len() - 1
                    });
                    found.rows[number].push((letter, at, factor));
                }
            }
            at += 1;
        }
        let worth = |&(state, place): &(State, usize)| match state {
            State::START => dot(&self.v, &held[0][place]),
            _ => Rational::zero(),
        };
        found.first = needed.iter().map(worth).collect();
        Ok(Some(found))
    }
}

/// Vectors, exact and as machine numbers.
struct Vectors<'a> {
    exact: &'a [Vec<Rational>],
    near: Vec<Vec<f64>>,
}

impl Vectors<'_> {
    fn of(exact: &[Vec<Rational>]) -> Vectors<'_> {
        let near = exact.iter().map(|vector| direction(vector)).collect();
        Vectors { exact, near }
    }

    /// The vectors of which one is a combination, no factor being negative or 0.
    fn factors(&self, vector: &[Rational]) -> Option<Vec<(usize, Rational)>> {
        if vector.iter().all(Zero::is_zero) {
            return Some(Vec::new());
        }
        if let Some(place) = self.exact.iter().position(|known| known == vector) {
            return Some(vec![(place, Rational::one())]);
        }
        let some = support(&self.near.iter().collect::<Vec<_>>(), &direction(vector))?;
        let found = combination(vector, some.iter().map(|&at| &self.exact[at]))?;
        Some(some.into_iter().zip(found).filter(|(_, factor)| !factor.is_zero()).collect())
    }
}
