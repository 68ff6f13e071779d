//! Lists the values of a representation that takes finitely many. Then only finitely many row vectors are reachable,
//! and they are the states of an automaton with output.
//!
//! In a smallest representation over the rationals finitely many values mean finitely many row vectors, since the
//! values after some d words are the coordinates of one (Berstel and Reutenauer 2011, on series with finite image).
//! That there are infinitely many is shown by a word no two powers of whose matrix M are equal. If two were, the
//! minimal polynomial of M would divide x^d (x^L - 1), L a multiple of every n with phi(n) <= d (Mandel and Simon
//! 1977); so M^(d+L) = M^d, and that fails modulo a prime only if it fails.
//!
//! Costs some powers of matrices modulo primes for each word tried, then O(d^2) operations for each row vector and
//! letter. Gives up, with neither shown, where no short word has infinite order and the row vectors exceed a limit.

use hashbrown::HashMap;
use num_integer::Integer;

use super::linear_representation::{LinearRepresentation, dot, row_times};
use super::modular::has_infinite_order;
use super::rational::Rational;
use crate::automata::interner::State;
use crate::automata::letter::Letter;
use crate::automata::transitions::{Edge, Transitions};
use crate::budget::{Budget, Halt};
use crate::tuning::counting::image;

/// How many values a representation takes.
#[derive(Clone, Debug)]
pub enum Image {
    /// Finitely many: from each row vector the one after each letter, the first being that of no word; and their values.
    Finite(Transitions, Vec<Rational>),
    /// Infinitely many: no two powers of this word are worth the same between all others.
    Infinite(Vec<Letter>),
    /// Neither is shown; so many row vectors are listed.
    Unknown(usize),
}

impl LinearRepresentation {
    /// How many values it takes; it is smallest.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn image(&self, budget: &Budget) -> Result<Image, Halt> {
        if let Some(word) = self.word_of_infinite_order(budget)? {
            return Ok(Image::Infinite(word));
        }
        let mut numbers: HashMap<Vec<Rational>, usize> = HashMap::new();
        let mut list = vec![self.v.clone()];
        numbers.insert(self.v.clone(), 0);
        let mut transitions = Transitions::new();
        let mut row: Vec<Edge> = Vec::new();
        let mut next = 0;
        while let Some(vector) = list.get(next).cloned() {
            row.clear();
            for (letter, matrix) in &self.mu {
                budget.check_now()?;
                let after = row_times(&vector, matrix);
                let number = *numbers.entry(after).or_insert_with_key(|after| {
                    list.push(after.clone());
                    list.len() - 1
                });
                row.push((*letter, State::new(number)));
            }
            transitions.push_row(&mut row);
            if list.len() > image::VECTORS {
                return Ok(Image::Unknown(list.len()));
            }
            next += 1;
        }
        let values = list.iter().map(|vector| dot(vector, &self.w)).collect();
        Ok(Image::Finite(transitions, values))
    }

    /// A short word no two powers of whose matrix are equal, if one is found.
    fn word_of_infinite_order(&self, budget: &Budget) -> Result<Option<Vec<Letter>>, Halt> {
        let dimension = self.dimension();
        let exponent = common_multiple(dimension);
        let most = if dimension > image::DIMENSION_OF_WORDS { self.mu.len() } else { image::WORDS };
        let mut words: Vec<Vec<usize>> = (0..self.mu.len()).map(|at| vec![at]).collect();
        let mut next = 0;
        while let Some(word) = words.get(next).cloned() {
            budget.check_now()?;
            let matrices: Vec<&[Vec<Rational>]> = word.iter().map(|&at| &self.mu[at].1[..]).collect();
            if has_infinite_order(&matrices, dimension, &exponent, budget)? {
                return Ok(Some(word.into_iter().map(|at| self.mu[at].0).collect()));
            }
            let room = most.saturating_sub(words.len());
            words.extend((0..self.mu.len()).take(room).map(|at| [&word[..], &[at]].concat()));
            next += 1;
        }
        Ok(None)
    }

    /// Whether all its entries are whole, and so all its values.
    pub fn is_whole(&self) -> bool {
        let matrices = self.mu.iter().flat_map(|(_, matrix)| matrix.iter().flatten());
        matrices.chain(&self.v).chain(&self.w).all(|entry| entry.is_integer())
    }
}

/// The least common multiple of all n with phi(n) <= d.
fn common_multiple(d: usize) -> num_bigint::BigUint {
    // phi(n) >= sqrt(n / 2).
    let most = 2 * d * d + 2;
    let mut phi: Vec<usize> = (0..=most).collect();
    for prime in 2..=most {
        if phi[prime] == prime {
            (prime..=most).step_by(prime).for_each(|n| phi[n] -= phi[n] / prime);
        }
    }
    let orders = (1..=most).filter(|&n| phi[n] <= d);
    orders.fold(num_bigint::BigUint::from(1u32), |multiple, n| multiple.lcm(&n.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_of_matrices_divide_the_multiple() {
        // phi(n) <= 2 for n = 1, 2, 3, 4, 6.
        assert_eq!(common_multiple(2), 12u32.into());
        assert_eq!(common_multiple(1), 2u32.into());
        assert_eq!(common_multiple(4), 120u32.into());
    }
}
