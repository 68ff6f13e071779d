//! A sequence from its first values: the smallest linear representation that agrees with all of them.
//!
//! The rows of the Hankel matrix, f(xy) for words x and all short y, span a space whose dimension is that of the
//! smallest representation (Fliess 1974; as a way to learn one, Beimel, Bergadano, Bshouty, Kushilevitz and Varricchio
//! 2000). Rows are taken in radix order as long as the values say what is in them; longer y are tried until the
//! representation agrees with every value. A guess: more values may refute it, and what it should satisfy is to be
//! proved.
//!
//! Costs an elimination in dimension d with as many columns as there are words y. Bad for bases with many digits and for
//! high dimensions, where few of the words that are needed have values among the first: the dimension has a limit.

use std::sync::Arc;

use hashbrown::HashMap;
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

use crate::automata::{Letter, LinearRepresentation, Rational, Space};
use crate::budget::{Budget, Halt};
use crate::numeration::NumerationSystem;
use crate::tuning::sequences::guess;

use super::sequence::{Sequence, SequenceError};

/// A sequence that agrees with given values.
#[derive(Clone, Debug)]
pub struct Guessed {
    /// The sequence.
    pub sequence: Sequence,
    /// How many digits stand behind the words that were compared.
    pub behind: usize,
}

/// The sequence of smallest dimension that has these values at 0, 1, 2, ..; `None` if they are too few to say.
///
/// # Errors
/// If the system has negative numbers; the limit that was passed.
pub fn guess_sequence(
    values: &[Rational],
    system: &Arc<NumerationSystem>,
    budget: &Budget,
) -> Result<Option<Guessed>, SequenceError> {
    if system.is_signed() {
        return Err(SequenceError::Signed(system.name().to_string()));
    }
    let known = Known { values, system };
    for behind in 0.. {
        let Some(columns) = known.columns(behind) else { break };
        let Some(linear) = known.fit(&columns, budget)? else { break };
        if known.agree(&linear, budget)? {
            let sequence = Sequence::of_digits(&linear, system, budget)?;
            return Ok(Some(Guessed { sequence, behind }));
        }
    }
    Ok(None)
}

/// The polynomial in n of least degree that has these values at 0, 1, 2, .., if it has fewer than half as many
/// coefficients: by Newton's forward differences.
pub fn polynomial(values: &[Rational]) -> Option<String> {
    let mut differences = values.to_vec();
    let mut terms: Vec<String> = Vec::new();
    let mut below = BigInt::one();
    for degree in 0..values.len() / 2 {
        if differences.iter().all(Zero::is_zero) {
            return Some(if terms.is_empty() { "0".into() } else { terms.join(" + ") });
        }
        if degree > 0 {
            below *= BigInt::from(degree);
        }
        let factor = &differences[0] / &below;
        if !factor.is_zero() {
            let powers = (0..degree).map(|k| if k == 0 { "*n".to_owned() } else { format!("*(n-{k})") });
            terms.push(format!("({factor}){}", powers.collect::<String>()));
        }
        differences = differences.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
    }
    None
}

impl Sequence {
    /// Equations that define it, if its system is a base: the values at b^k n + r for the first r that are independent
    /// say what all others are (Allouche and Shallit 1992).
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn equations(&self, name: &str, budget: &Budget) -> Result<Option<Vec<String>>, Halt> {
        let Some(base) = self.system().base().filter(|_| self.variables() == 1) else { return Ok(None) };
        let call = |(power, rest): (u64, u64)| match (power, rest) {
            (1, _) => format!("{name}(n)"),
            (power, 0) => format!("{name}({power}*n)"),
            (power, rest) => format!("{name}({power}*n+{rest})"),
        };
        let mut space = Space::default();
        let mut kept: Vec<(u64, u64)> = Vec::new();
        let mut equations = Vec::new();
        // What must be given, since at n = 0 the right side of its equation stands no lower.
        let mut given: Vec<u64> = Vec::new();
        let mut level = vec![((1u64, 0u64), self.linear().w.clone())];
        while !level.is_empty() {
            level.sort_by_key(|(place, _)| *place);
            let mut next = Vec::new();
            for (place, column) in level {
                budget.check_now()?;
                if space.add(&column) {
                    kept.push(place);
                    for (digit, (_, matrix)) in (0..).zip(&self.linear().mu) {
                        let Some(power) = place.0.checked_mul(base) else { return Ok(None) };
                        let before =
                            matrix.iter().map(|row| row.iter().zip(&column).map(|(a, b)| a * b).sum()).collect();
                        next.push(((power, digit * place.0 + place.1), before));
                    }
                    continue;
                }
                let coordinates = space.coordinates(&column);
                let used = || kept.iter().zip(&coordinates).filter(|(_, factor)| !factor.is_zero());
                let terms: Vec<String> = used()
                    .map(|(place, factor)| match factor.is_one() {
                        true => call(*place),
                        false => format!("({factor})*{}", call(*place)),
                    })
                    .collect();
                let right = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
                equations.push(format!("{} = {right}", call(place)));
                if used().any(|(own, _)| own.1 >= place.1) {
                    given.push(place.1);
                }
            }
            level = next;
        }
        given.sort_unstable();
        given.dedup();
        let mut all = Vec::new();
        for n in given {
            all.push(format!("{name}({n}) = {}", self.value(&[BigInt::from(n)], budget)?));
        }
        all.append(&mut equations);
        Ok(Some(all))
    }
}

struct Known<'a> {
    values: &'a [Rational],
    system: &'a Arc<NumerationSystem>,
}

type Digits = Vec<u32>;

impl Known<'_> {
    /// All words of at most so many digits; `None` if they are too many.
    fn columns(&self, longest: usize) -> Option<Vec<Digits>> {
        let mut columns: Vec<Digits> = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..longest {
            let upto = columns.len();
            for at in from..upto {
                for digit in 0..self.system.digits() {
                    columns.push([&columns[at][..], &[digit]].concat());
                }
                if columns.len() > guess::COLUMNS {
                    return None;
                }
            }
            from = upto;
        }
        Some(columns)
    }

    /// What a word is worth, 0 if it represents nothing; `None` if the values do not say.
    fn value(&self, word: &[u32]) -> Option<Rational> {
        let letters = word.iter().map(|&digit| Letter::digit(digit));
        if !self.system.valid().accepts(letters) {
            return Some(Rational::zero());
        }
        self.values.get(self.system.value(word).to_usize()?).cloned()
    }

    fn row(&self, word: &[u32], columns: &[Digits]) -> Option<Vec<Rational>> {
        columns.iter().map(|column| self.value(&[word, column].concat())).collect()
    }

    /// The representation whose row vectors are the first independent rows; `None` if the values end before.
    fn fit(&self, columns: &[Digits], budget: &Budget) -> Result<Option<LinearRepresentation>, Halt> {
        let layout = self.system.layout(1)?;
        let mut space = Space::default();
        let mut words: Vec<Digits> = Vec::new();
        let Some(first) = self.row(&[], columns) else { return Ok(None) };
        if space.add(&first) {
            words.push(Vec::new());
        }
        let mut steps: Vec<Vec<Vec<Rational>>> = vec![Vec::new(); self.system.digits() as usize];
        let mut next = 0;
        while let Some(word) = words.get(next).cloned() {
            for (digit, steps) in (0..).zip(&mut steps) {
                budget.check_now()?;
                let longer = [&word[..], &[digit]].concat();
                let Some(row) = self.row(&longer, columns) else { return Ok(None) };
                let coordinates = match space.add(&row) {
                    true => {
                        words.push(longer);
                        let mut unit = vec![Rational::zero(); words.len()];
                        unit[words.len() - 1] = Rational::one();
                        unit
                    }
                    false => space.coordinates(&row),
                };
                steps.push(coordinates);
            }
            if words.len() > guess::DIMENSION {
                return Ok(None);
            }
            next += 1;
        }
        let dimension = words.len();
        steps.iter_mut().flatten().for_each(|row| row.resize(dimension, Rational::zero()));
        let v = (0..dimension).map(|at| if at == 0 { Rational::one() } else { Rational::zero() }).collect();
        let Some(w) = words.iter().map(|word| self.value(word)).collect() else { return Ok(None) };
        let mu = layout.letters().zip(steps).collect();
        Ok(Some(LinearRepresentation { layout, v, mu, w }))
    }

    /// Whether a representation of the digits without zeros in front has all the values. The row vectors of words are kept: most
    /// numbers are a smaller one and one digit more.
    fn agree(&self, linear: &LinearRepresentation, budget: &Budget) -> Result<bool, Halt> {
        let mut rows: HashMap<Vec<u32>, Vec<Rational>> = HashMap::from([(Vec::new(), linear.v.clone())]);
        for (n, value) in self.values.iter().enumerate() {
            budget.check_now()?;
            let word = self.system.representation(&BigInt::from(n));
            for length in 1..=word.len() {
                if !rows.contains_key(&word[..length]) {
                    let row = linear.after(&rows[&word[..length - 1]], Letter::digit(word[length - 1]));
                    rows.insert(word[..length].to_vec(), row);
                }
            }
            if linear.worth(&rows[&word]) != *value {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
