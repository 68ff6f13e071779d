//! Linear representations whose matrices are mostly zeros, as automata and their products make them, on the way to the
//! smallest.
//!
//! A sum is two representations beside each other; a product letter by letter is that of Kronecker (Schützenberger
//! 1962, the product of Hadamard). What [`LinearRepresentation::summed`] makes contains both kinds: along the runs of
//! an automaton the factors are multiplied, and the values of the tracks that are not kept are summed over. Only the
//! entries that some word reaches from the row vector are made. O(edges times product of the factors' densities)
//! operations.

use hashbrown::HashMap;
use num_traits::{One, Zero};

use super::hankel::{Series, smallest};
use super::linear_representation::{CountingError, LinearRepresentation, dot};
use super::matrix::{Sparse, sparse};
use super::modular::{self, Reach};
use super::rational::{Rational, add_product};
use super::space::Space;
use crate::automata::dfa::Dfa;
use crate::automata::interner::{State, index, number};
use crate::automata::letter::{Layout, Letter, Moves, Track};
use crate::budget::{Budget, Halt, Unsupported};
use crate::tuning::counting::representation;

/// A row vector, a matrix for each letter, a column vector, as a [`LinearRepresentation`] has them.
pub(super) struct SparseRepresentation {
    pub layout: Layout,
    pub v: Vec<Rational>,
    /// Every letter in increasing order.
    pub mu: Vec<(Letter, Sparse)>,
    pub w: Vec<Rational>,
}

/// What is multiplied along the runs of an automaton: a representation, and the tracks of the automaton that it reads.
pub struct Factor<'a> {
    /// Worth the same with zeros in front: its row vector stays what it is under the letter 0.
    pub linear: &'a LinearRepresentation,
    /// One for each of its own tracks.
    pub tracks: Vec<Track>,
}

/// A state of the automaton, and a coordinate of each factor.
type Coordinates = (State, Box<[u32]>);

struct Read<'a> {
    factor: &'a LinearRepresentation,
    moves: Moves,
    mu: Vec<(Letter, Sparse)>,
}

impl LinearRepresentation {
    /// For each word over the tracks `kept`, the sum over the words of the other tracks, with which the automaton accepts,
    /// of the product of the factors: the smallest representation. Most significant digit first: words that differ by
    /// zeros in front are one, and longer ones are summed over too.
    ///
    /// `dfa` is minimal and closed under zeros in front.
    ///
    /// # Errors
    /// If some word is completed in infinitely many ways; the limit that was passed.
    pub fn summed(
        dfa: &Dfa,
        kept: &[Track],
        factors: &[Factor<'_>],
        budget: &Budget,
    ) -> Result<LinearRepresentation, CountingError> {
        let mut whole = SparseRepresentation::along(dfa, kept, factors, budget)?;
        whole.close(dfa.states(), budget)?;
        Ok(whole.minimize(budget)?)
    }

    /// The sum of two representations of the same letters, with factors: the smallest representation.
    ///
    /// # Errors
    /// The limit that was passed.
    ///
    /// # Panics
    /// If they have not the same letters.
    pub fn combined(
        (factor, one): (&Rational, &LinearRepresentation),
        (other_factor, other): (&Rational, &LinearRepresentation),
        budget: &Budget,
    ) -> Result<LinearRepresentation, Halt> {
        assert_eq!(one.layout, other.layout, "the same letters");
        let behind = number(one.dimension());
        let matrix = |letter: Letter| {
            let mut rows = one.matrix(letter).map_or_else(|| vec![Vec::new(); one.dimension()], sparse);
            let below = other.matrix(letter).map_or_else(|| vec![Vec::new(); other.dimension()], sparse);
            rows.extend(below.into_iter().map(|row| row.into_iter().map(|(at, n)| (at + behind, n)).collect()));
            (letter, rows)
        };
        let mut letters: Vec<Letter> = one.mu.iter().chain(&other.mu).map(|(letter, _)| *letter).collect();
        letters.sort_unstable();
        letters.dedup();
        let scaled = |factor: &Rational, w: &[Rational]| w.iter().map(|entry| factor * entry).collect::<Vec<_>>();
        SparseRepresentation {
            layout: one.layout.clone(),
            v: [&one.v[..], &other.v].concat(),
            mu: letters.into_iter().map(matrix).collect(),
            w: [scaled(factor, &one.w), scaled(other_factor, &other.w)].concat(),
        }
        .minimize(budget)
    }

    /// The matrix of a letter.
    pub fn matrix(&self, letter: Letter) -> Option<&[Vec<Rational>]> {
        let at = self.mu.binary_search_by_key(&letter, |(known, _)| *known).ok()?;
        Some(&self.mu[at].1)
    }

    pub(super) fn sparse(&self) -> SparseRepresentation {
        SparseRepresentation {
            layout: self.layout.clone(),
            v: self.v.clone(),
            mu: self.mu.iter().map(|(letter, matrix)| (*letter, sparse(matrix))).collect(),
            w: self.w.clone(),
        }
    }
}

impl SparseRepresentation {
    /// The runs of an automaton from its start, with the factors; the row vector is that of the start alone.
    fn along(dfa: &Dfa, kept: &[Track], factors: &[Factor<'_>], budget: &Budget) -> Result<Self, Halt> {
        let (layout, moves) = dfa.layout().taken(kept)?;
        let letters: Vec<Letter> = layout.letters().collect();
        let reads = factors.iter().map(|factor| {
            let (own, moves) = dfa.layout().taken(&factor.tracks)?;
            debug_assert_eq!(own, factor.linear.layout);
            Ok(Read { factor: factor.linear, moves, mu: factor.linear.sparse().mu })
        });
        let reads = reads.collect::<Result<Vec<Read<'_>>, Halt>>()?;
        let mut found = Found::default();
        // The product of the row vectors.
        let start: Vec<Vec<(u32, &Rational)>> = reads.iter().map(|read| entries(&read.factor.v)).collect();
        let mut v: Vec<(usize, Rational)> = Vec::new();
        products(&start, |places, value| v.push((found.number((State::START, places.into())), value)));
        let mut mu: Vec<(Letter, Sparse)> = letters.iter().map(|&letter| (letter, Vec::new())).collect();
        let mut count = 0;
        let mut next = 0;
        while let Some((state, places)) = found.list.get(next).cloned() {
            budget.check(found.list.len())?;
            let mut rows: Vec<HashMap<usize, Rational>> = vec![HashMap::new(); letters.len()];
            for (letter, target) in dfa.transitions().row(state) {
                let steps: Option<Vec<Vec<(u32, &Rational)>>> = reads
                    .iter()
                    .zip(&places[..])
                    .map(|(read, &place)| {
                        let at = read.mu.binary_search_by_key(&read.moves.apply(letter), |(known, _)| *known).ok()?;
                        Some(read.mu[at].1[index(place)].iter().map(|(to, n)| (*to, n)).collect())
                    })
                    .collect();
                let Some(steps) = steps else { continue };
                let at = letters.binary_search(&moves.apply(letter)).expect("every letter is listed");
                products(&steps, |to, value| {
                    *rows[at].entry(found.number((target, to.into()))).or_default() += value;
                });
            }
            for ((_, matrix), row) in mu.iter_mut().zip(rows) {
                let mut row: Vec<(u32, Rational)> =
                    row.into_iter().filter(|(_, n)| !n.is_zero()).map(|(at, n)| (number(at), n)).collect();
                row.sort_unstable_by_key(|(at, _)| *at);
                count += row.len();
                matrix.push(row);
            }
            if count > representation::SPARSE_ENTRIES {
                return Err(Halt::Unsupported(Unsupported::Entries));
            }
            next += 1;
        }
        let worth = |(state, places): &Coordinates| match dfa.accepting()[*state] {
            true => reads.iter().zip(&places[..]).map(|(read, &at)| &read.factor.w[index(at)]).product(),
            false => Rational::zero(),
        };
        let mut start = vec![Rational::zero(); found.list.len()];
        v.into_iter().for_each(|(at, value)| start[at] = value);
        Ok(SparseRepresentation { layout, v: start, mu, w: found.list.iter().map(worth).collect() })
    }

    /// Lets what is summed over be longer than what is kept. Each round takes in what is one digit longer; as many rounds as
    /// the automaton has states settle it, unless some word is completed in infinitely many ways: a longer completion
    /// comes twice to one state on zeros of what is kept, and could go round there.
    fn close(&mut self, states: usize, budget: &Budget) -> Result<(), CountingError> {
        let zero = &self.mu[0].1;
        for _ in 0..=states {
            budget.check_now()?;
            let next = row_times(&self.v, zero);
            if next == self.v {
                return Ok(());
            }
            self.v = next;
        }
        Err(CountingError::Infinite)
    }

    /// The representation of smallest dimension that is worth the same on every word.
    pub(super) fn minimize(&self, budget: &Budget) -> Result<LinearRepresentation, Halt> {
        let reached = self.reached_quickly(budget)?;
        if let Some(reached) = &reached
            && let Some(smallest) = reached.told_apart_quickly(budget)?
        {
            return Ok(smallest);
        }
        let matrices: Vec<&Sparse> = self.mu.iter().map(|(_, matrix)| matrix).collect();
        if let Some(words) = smallest(&Series { v: &self.v, matrices: &matrices, w: &self.w }, budget)? {
            return self.in_words(words.from.as_deref(), words.steps, budget);
        }
        match reached {
            Some(reached) => reached,
            None => self.reached_exactly(budget)?,
        }
        .told_apart(budget)
    }

    /// In the basis of the row vectors that words reach, the first ones in radix order that are independent; the same
    /// representation where these are all, and coordinates in them would be long. `None` where that is not found modulo a
    /// prime.
    pub(super) fn reached_quickly(&self, budget: &Budget) -> Result<Option<LinearRepresentation>, Halt> {
        if self.v.iter().all(Zero::is_zero) {
            return self.reached_exactly(budget).map(Some);
        }
        let matrices: Vec<&Sparse> = self.mu.iter().map(|(_, matrix)| matrix).collect();
        match modular::reached(&self.v, &matrices, budget)? {
            Reach::Basis(found) => self.in_words(Some(&found.from), found.steps, budget).map(Some),
            Reach::Whole => Ok(Some(self.dense())),
            Reach::Unknown => Ok(None),
        }
    }

    /// In a basis of words, the first of them empty, and each of the others one before and a letter; without words, the
    /// representation that is worth 0.
    pub(super) fn in_words(
        &self,
        from: Option<&[(usize, usize)]>,
        steps: Vec<Vec<Vec<Rational>>>,
        budget: &Budget,
    ) -> Result<LinearRepresentation, Halt> {
        let mut basis = Vec::new();
        if let Some(from) = from {
            basis.push(self.v.clone());
            for &(before, letter) in from {
                budget.check_now()?;
                basis.push(row_times(&basis[before], &self.mu[letter].1));
            }
        }
        let v = (0..basis.len()).map(|at| if at == 0 { Rational::one() } else { Rational::zero() }).collect();
        let mu = self.mu.iter().map(|(letter, _)| *letter).zip(steps).collect();
        let w = basis.iter().map(|row| dot(row, &self.w)).collect();
        Ok(LinearRepresentation { layout: self.layout.clone(), v, mu, w })
    }

    /// The first of these by elimination over the rationals: the oracle of the other ways, and what is left where that gives up.
    pub(super) fn reached_exactly(&self, budget: &Budget) -> Result<LinearRepresentation, Halt> {
        let mut space = Space::default();
        let mut basis: Vec<Vec<Rational>> = Vec::new();
        if space.add(&self.v) {
            basis.push(self.v.clone());
        }
        let mut next = 0;
        while next < basis.len() {
            for (_, matrix) in &self.mu {
                let row = row_times(&basis[next], matrix);
                if space.add(&row) {
                    basis.push(row);
                }
                budget.check_now()?;
            }
            next += 1;
        }
        let coordinates = |row: &Vec<Rational>| space.coordinates(row);
        let mu = self.mu.iter().map(|(letter, matrix)| {
            let rows = basis.iter().map(|row| coordinates(&row_times(row, matrix)));
            (*letter, rows.collect())
        });
        Ok(LinearRepresentation {
            layout: self.layout.clone(),
            v: coordinates(&self.v),
            mu: mu.collect(),
            w: basis.iter().map(|row| dot(row, &self.w)).collect(),
        })
    }

    fn dense(&self) -> LinearRepresentation {
        let row = |row: &Vec<(u32, Rational)>| {
            let mut out = vec![Rational::zero(); self.v.len()];
            row.iter().for_each(|(at, n)| out[index(*at)] = n.clone());
            out
        };
        LinearRepresentation {
            layout: self.layout.clone(),
            v: self.v.clone(),
            mu: self.mu.iter().map(|(letter, matrix)| (*letter, matrix.iter().map(row).collect())).collect(),
            w: self.w.clone(),
        }
    }
}

#[derive(Default)]
struct Found {
    numbers: HashMap<Coordinates, usize>,
    list: Vec<Coordinates>,
}

impl Found {
    fn number(&mut self, one: Coordinates) -> usize {
        if let Some(&known) = self.numbers.get(&one) {
            return known;
        }
        let new = self.list.len();
        self.list.push(one.clone());
        self.numbers.insert(one, new);
        new
    }
}

fn entries(row: &[Rational]) -> Vec<(u32, &Rational)> {
    row.iter().enumerate().filter(|(_, n)| !n.is_zero()).map(|(at, n)| (number(at), n)).collect()
}

/// Every choice of one entry a list: their places, and the product of their values.
fn products(lists: &[Vec<(u32, &Rational)>], mut each: impl FnMut(&[u32], Rational)) {
    if lists.iter().any(Vec::is_empty) {
        return;
    }
    let mut chosen = vec![0; lists.len()];
    loop {
        let places: Vec<u32> = lists.iter().zip(&chosen).map(|(list, &at)| list[at].0).collect();
        let value = lists.iter().zip(&chosen).fold(Rational::one(), |product, (list, &at)| product * list[at].1);
        each(&places, value);
        let Some(last) = (0..lists.len()).rev().find(|&at| chosen[at] + 1 < lists[at].len()) else { return };
        chosen[last] += 1;
        chosen[last + 1..].fill(0);
    }
}

/// A row vector after a letter.
pub(super) fn row_times(row: &[Rational], matrix: &Sparse) -> Vec<Rational> {
    let mut product = vec![Rational::zero(); row.len()];
    for (factor, line) in row.iter().zip(matrix).filter(|(factor, _)| !factor.is_zero()) {
        for (at, other) in line {
            add_product(&mut product[index(*at)], factor, other);
        }
    }
    product
}
