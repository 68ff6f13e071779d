//! Positional systems whose valid words are counted by their own weights: integer bases and Parry systems (Parry 1960;
//! Bertrand-Mathis 1989).
//!
//! Weights U_0 = 1, U_1, ... obey a linear recurrence. The valid words are those of a small automaton in which, at
//! every state, each digit but the largest leads back to the start. If the start has U_m valid words of length m for
//! every m, then the tails of length m from a state s are worth exactly 0 .. N_m(s) - 1, in lexicographic order, where
//! N_m(s) is their number: induction on m, since a digit below the largest is followed by all U_{m-1} tails of the
//! start. So every natural number has one valid word of each sufficient length, and radix order is numeric order.
//! [`Positional::new`] checks the premises, by counting the words of the first n + 2d lengths for n states and order d;
//! the pruning of linear atoms stands on the conclusion.
//!
//! Not for weights that grow too slowly or too fast for these counts to fit machine integers, nor for other languages:
//! those are Dumont-Thomas systems, or given by automata.

use crate::automata::number;
use crate::tuning::numeration::digits::LARGEST_DIGIT;
use crate::tuning::numeration::weights;

use super::error::NumerationError;

/// Weights by a recurrence, valid words by an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positional {
    /// c_1 .. c_d of U_n = c_1 U_{n-1} + .. + c_d U_{n-d}.
    recurrence: Vec<i64>,
    /// U_0, U_1, .. as far as they are tabulated.
    weights: Vec<i128>,
    /// At each state, the target of each digit from 0 on.
    validity: Vec<Vec<usize>>,
    /// Whether a word may end in a state.
    accepting: Vec<bool>,
    /// `counts[m][s]`: number of valid tails of length m from s.
    counts: Vec<Vec<i128>>,
    cone: Cone,
    /// At each state, whether the start has every word that it has.
    within_start: Vec<bool>,
}

/// A set of d consecutive terms that the recurrence cannot leave: what certifies that a sequence stays large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cone {
    /// All coefficients are at least 0: terms that are all at least K >= 0 stay so.
    Nonnegative,
    /// Nondecreasing terms that start at K >= 0 stay so.
    Nondecreasing,
    /// Neither is known to hold: nothing is certified.
    None,
}

impl Positional {
    /// The system with this recurrence, whose valid words are those of the automaton.
    ///
    /// # Errors
    /// If a digit below the largest of a state does not lead to the start, or the valid words are not counted by
    /// weights that obey the recurrence.
    pub(super) fn new(
        recurrence: Vec<i64>,
        validity: Vec<Vec<usize>>,
        accepting: Vec<bool>,
    ) -> Result<Positional, NumerationError> {
        let returns = |row: &Vec<usize>| row.split_last().is_some_and(|(_, below)| below.iter().all(|&q| q == 0));
        if !validity.iter().all(returns) || validity[0].len() < 2 || !accepting[0] {
            return Err(NumerationError::NotParry("a digit below the largest is not followed by every word".into()));
        }
        let order = recurrence.len();
        // What is tabulated stays inside `i128` then, far beyond the last weight, and so do the sums below.
        let is_small = |number: u64| number <= LARGEST_DIGIT.into();
        let digits = validity.iter().map(|row| row.len() as u64);
        if !recurrence.iter().map(|c| c.unsigned_abs()).chain(digits).all(is_small) {
            let message = format!("its recurrence has a coefficient, or its words a digit, beyond {LARGEST_DIGIT}");
            return Err(NumerationError::NotParry(message));
        }
        let mut counts: Vec<Vec<i128>> = vec![accepting.iter().map(|&a| i128::from(a)).collect()];
        while counts.last().expect("never empty")[0] < weights::LARGEST_TABULATED {
            if counts.len() > weights::TABULATED_LENGTHS {
                return Err(NumerationError::NotParry("its weights grow too slowly".into()));
            }
            let last = counts.last().expect("never empty");
            counts.push(validity.iter().map(|row| row.iter().map(|&q| last[q]).sum()).collect());
        }
        let weights: Vec<i128> = counts.iter().map(|row| row[0]).collect();
        // A sequence counted by n states obeys some recurrence of order n; one that also obeys ours on n + d terms
        // obeys it for ever.
        let needed = validity.len() + 2 * order;
        if weights.len() < needed {
            return Err(NumerationError::NotParry(format!(
                "its weights grow too fast to be checked on {needed} terms"
            )));
        }
        for m in order..needed {
            let predicted = |state: usize| -> i128 {
                recurrence.iter().zip(counts[..m].iter().rev()).map(|(&c, row)| i128::from(c) * row[state]).sum()
            };
            if counts[m].iter().enumerate().any(|(state, &count)| predicted(state) != count) {
                let message = format!("the number of its words of length {m} does not obey the recurrence");
                return Err(NumerationError::NotParry(message));
            }
        }
        let cone = Cone::of(&recurrence);
        let within_start = (0..validity.len()).map(|state| is_within_start(&validity, &accepting, state)).collect();
        Ok(Positional { recurrence, weights, validity, accepting, counts, cone, within_start })
    }

    /// A polynomial in the shift as a vector over U_0 .. U_{d-1}, for d coefficients of the recurrence: what a digit of a track
    /// with that coefficient adds to a remainder. `None` if a number on the way is beyond `largest`, signs aside.
    pub(super) fn reduced(&self, coefficient: &[i64], largest: i64) -> Option<Vec<i64>> {
        let (order, recurrence) = (self.order(), self.recurrence());
        let fits = |numbers: &[i64], bound: i64| numbers.iter().all(|k| k.unsigned_abs() <= bound.unsigned_abs());
        let mut vector = coefficient.to_vec();
        vector.resize(vector.len().max(order), 0);
        if !fits(recurrence, LARGEST_DIGIT.into()) || !fits(&vector, largest) {
            return None;
        }
        while vector.len() > order {
            let top = vector.pop().expect("longer than the order");
            let at = vector.len() - order;
            for (j, &c) in recurrence.iter().enumerate() {
                vector[at + order - 1 - j] += top * c;
            }
            if !fits(&vector, largest) {
                return None;
            }
        }
        Some(vector)
    }

    /// Order d of the recurrence.
    pub fn order(&self) -> usize {
        self.recurrence.len()
    }

    /// c_1 .. c_d of U_n = c_1 U_{n-1} + .. + c_d U_{n-d}.
    pub fn recurrence(&self) -> &[i64] {
        &self.recurrence
    }

    /// U_0, U_1, .. as far as they are tabulated.
    pub fn weights(&self) -> &[i128] {
        &self.weights
    }

    /// Number of digits.
    pub fn digits(&self) -> u32 {
        number(self.validity.iter().map(Vec::len).max().unwrap_or(0))
    }

    /// At each state of the automaton of valid words, the target of each digit from 0 on.
    pub fn validity(&self) -> &[Vec<usize>] {
        &self.validity
    }

    /// Whether a valid word may end in a state.
    pub fn accepting(&self) -> &[bool] {
        &self.accepting
    }

    /// Whether no state has more tails than the start, of any length: then the representation of a number is the greedy one. It
    /// is so if from each state the words that lead on come before some of the start: a state is below another one if its
    /// largest digit is smaller, or is the same and leads to one below. By induction on the length that gives no more tails,
    /// where no word ends in the lower state and not in the upper one.
    pub(super) fn is_greedy(&self) -> bool {
        let mut below: Vec<(usize, usize)> = (0..self.validity.len()).map(|state| (state, 0)).collect();
        let mut next = 0;
        while let Some(&(lower, upper)) = below.get(next) {
            next += 1;
            let (of_lower, of_upper) = (&self.validity[lower], &self.validity[upper]);
            if self.accepting[lower] && !self.accepting[upper] || of_lower.len() > of_upper.len() {
                return false;
            }
            if let (true, Some(&lower), Some(&upper)) =
                (of_lower.len() == of_upper.len(), of_lower.last(), of_upper.last())
                && lower != upper
                && !below.contains(&(lower, upper))
            {
                below.push((lower, upper));
            }
        }
        true
    }

    /// Whether a valid word with a zero appended is always valid. Not so in some systems with given initial conditions.
    pub(super) fn zeros_can_be_appended(&self) -> bool {
        let after_zero = self.validity.iter().map(|row| self.accepting[row[0]]);
        self.accepting.iter().zip(after_zero).all(|(&accepts, accepts_longer)| !accepts || accepts_longer)
    }

    /// Number of valid tails of length `m` from `state`, as far as tabulated.
    #[inline]
    pub(super) fn count(&self, m: usize, state: usize) -> i128 {
        self.counts[m][state]
    }

    /// For how many lengths the counts are tabulated.
    pub(super) fn tabulated(&self) -> usize {
        self.counts.len()
    }

    /// Whether every word from this state is a word of the start.
    pub(super) fn is_within_start(&self, state: usize) -> bool {
        self.within_start[state]
    }

    pub(super) fn cone(&self) -> Cone {
        self.cone
    }

    /// Whether a word of digits is a representation, leading zeros allowed.
    pub fn is_valid(&self, digits: &[u32]) -> bool {
        digits
            .iter()
            .try_fold(0usize, |state, &digit| self.validity[state].get(digit as usize).copied())
            .is_some_and(|state| self.accepting[state])
    }
}

/// Whether the first state has every word that this one has: no pair of states that one word leads to tells them apart.
fn is_within_start(validity: &[Vec<usize>], accepting: &[bool], state: usize) -> bool {
    let mut pairs = vec![(state, 0)];
    let mut done = 0;
    while let Some(&(state, other)) = pairs.get(done) {
        done += 1;
        if accepting[state] && !accepting[other] || validity[state].len() > validity[other].len() {
            return false;
        }
        for pair in validity[state].iter().copied().zip(validity[other].iter().copied()) {
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    true
}

impl Cone {
    fn of(recurrence: &[i64]) -> Cone {
        if recurrence.iter().all(|&c| c >= 0) && recurrence.iter().sum::<i64>() >= 1 {
            return Cone::Nonnegative;
        }
        // Write the terms as S_0 = K + D_0 and S_j = S_{j-1} + D_j with all D_j >= 0. The next difference
        // S_d - S_{d-1} = sum c_j S_{d-j} - S_{d-1} has the coefficient (sum of c_1..c_{d-i}) - 1 at K (i = 0) and
        // at D_i.
        let order = recurrence.len();
        let stays = (0..order).all(|i| recurrence[..order - i].iter().sum::<i64>() >= 1);
        if stays { Cone::Nondecreasing } else { Cone::None }
    }

    /// Whether these d consecutive terms prove that they and all later ones are at least `bound`.
    #[cfg(test)]
    pub(super) fn certifies(self, terms: &[i128], bound: i128) -> bool {
        let bound = bound.max(0);
        match self {
            Cone::Nonnegative => terms.iter().all(|&term| term >= bound),
            Cone::Nondecreasing => terms[0] >= bound && terms.windows(2).all(|pair| pair[0] <= pair[1]),
            Cone::None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cones_of_common_recurrences() {
        assert_eq!(Cone::of(&[1, 1]), Cone::Nonnegative);
        assert_eq!(Cone::of(&[3, -1]), Cone::Nondecreasing);
        assert_eq!(Cone::of(&[1, -1]), Cone::None);
    }

    #[test]
    fn nondecreasing_terms_stay_so() {
        let (mut a, mut b) = (4i128, 4i128);
        assert!(Cone::Nondecreasing.certifies(&[a, b], 4));
        for _ in 0..20 {
            (a, b) = (b, 3 * b - a);
            assert!(b >= a);
        }
    }
}
