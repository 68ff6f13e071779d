//! Parry (beta) numeration: the valid words are those that the expansion of one bounds.
//!
//! Parry, "On the beta-expansions of real numbers" (1960), for the words; Bertrand-Mathis, "Comment écrire les nombres
//! entiers dans une base qui n'est pas entière" (1989), for the weights. Let d(1) = t_1 t_2 ... be the greedy expansion
//! of one in base beta, the dominant root. The automaton has a state for each position of d(1): a digit below t_{i+1}
//! leads from position i to the start, t_{i+1} to position i+1. Finite and ultimately periodic expansions give finitely
//! many positions; Pisot numbers always do. Canonical weights count the words of the automaton with every state
//! accepting. Other initial conditions belong to the same automaton with fewer accepting states, where there is such a
//! choice (1, 2, 5, 12 for beta^2 = 2 beta + 1).

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::tuning::numeration::digits::LARGEST_DIGIT;
use crate::tuning::numeration::morphic;
use crate::tuning::numeration::parry::{self, EXPANSION_DIGITS};

use super::error::NumerationError;
use super::positional::Positional;

/// The system of a recurrence U_n = c_1 U_{n-1} + .. + c_d U_{n-d} with the given first weights, or the canonical ones.
///
/// # Errors
/// If the dominant root is not above 1 or has no finite or periodic expansion of one, or no choice of accepting states
/// gives the initial conditions.
pub fn from_recurrence(coefficients: &[i64], initial: Option<&[u64]>) -> Result<Positional, NumerationError> {
    let (preperiod, period) = expansion_of_one(coefficients)?;
    let validity = automaton(&preperiod, &period);
    match initial {
        None => Positional::new(coefficients.to_vec(), validity.clone(), vec![true; validity.len()]),
        Some(initial) => with_initial(coefficients, validity, initial),
    }
}

/// The system of an expansion of one: digits before the period, and the period (empty for a finite expansion), with
/// canonical weights.
///
/// # Errors
/// If the digits are not the expansion of one of any base: some shift of them exceeds them.
pub fn from_expansion(preperiod: &[u32], period: &[u32]) -> Result<Positional, NumerationError> {
    let mut preperiod = preperiod.to_vec();
    let zero_period = period.iter().all(|&digit| digit == 0);
    let period = if zero_period { &[] } else { period };
    if zero_period {
        while preperiod.last() == Some(&0) {
            preperiod.pop();
        }
    }
    let total = preperiod.len() + period.len();
    let digit = |i: usize| match preperiod.get(i) {
        Some(&digit) => digit,
        None if period.is_empty() => 0,
        None => period[(i - preperiod.len()) % period.len()],
    };
    let exceeds = |shift: usize| (0..2 * total).map(|i| digit(shift + i)).gt((0..2 * total).map(digit));
    if total == 0 || digit(0) == 0 || (1..total).any(exceeds) || (total == 1 && period.is_empty() && digit(0) < 2) {
        return Err(NumerationError::NotAnExpansion);
    }
    if preperiod.iter().chain(period).any(|&digit| digit >= LARGEST_DIGIT) {
        return Err(NumerationError::NotParry(format!("a digit of the expansion of 1 is {LARGEST_DIGIT} or more")));
    }
    let validity = automaton(&preperiod, period);
    let recurrence = minimal_recurrence(&counts(&validity, &vec![true; validity.len()], 4 * total + 4))
        .ok_or(NumerationError::NotAnExpansion)?;
    Positional::new(recurrence, validity.clone(), vec![true; validity.len()])
}

/// The automaton of valid words: one state for each position of the expansion of one.
fn automaton(preperiod: &[u32], period: &[u32]) -> Vec<Vec<usize>> {
    let digits: Vec<u32> = preperiod.iter().chain(period).copied().collect();
    let last = digits.len() - 1;
    let row = |i: usize, digit: u32| {
        let mut targets = vec![0; digit as usize];
        match () {
            () if i < last => targets.push(i + 1),
            () if !period.is_empty() => targets.push(preperiod.len()),
            // The last digit of a finite expansion is itself too large.
            () => {}
        }
        targets
    };
    digits.iter().enumerate().map(|(i, &digit)| row(i, digit)).collect()
}

/// How many words of each length below `length` are accepted from the start.
pub(super) fn counts(validity: &[Vec<usize>], accepting: &[bool], length: usize) -> Vec<BigInt> {
    let rows = counts_by_state(validity, accepting, length);
    rows.into_iter().map(|row| row.into_iter().next().expect("there is a start")).collect()
}

/// How many words of each length below `length` are accepted from each state: `[m][s]`.
pub(super) fn counts_by_state(validity: &[Vec<usize>], accepting: &[bool], length: usize) -> Vec<Vec<BigInt>> {
    sums_by_state(validity, accepting.iter().map(|&a| u32::from(a).into()).collect(), length)
}

/// The sums over the words of each length below `length` from each state of what their ends are worth: `[m][s]`.
pub(super) fn sums_by_state(validity: &[Vec<usize>], ends: Vec<BigInt>, length: usize) -> Vec<Vec<BigInt>> {
    let rows = std::iter::successors(Some(ends), |row| {
        // Neighbouring digits mostly lead to one state.
        let after = |targets: &Vec<usize>| targets.chunk_by(|a, b| a == b).map(|same| &row[same[0]] * same.len()).sum();
        Some(validity.iter().map(after).collect())
    });
    rows.take(length).collect()
}

/// The shortest recurrence that all columns of these rows obey, if it is found, each row being made of the one before by one matrix. It is guessed
/// from one mixture of the columns, and checked: if the row of that order is the combination of those before it, column by column, so
/// is each later one.
pub(super) fn joint_recurrence(rows: &[Vec<BigInt>]) -> Option<Vec<i64>> {
    let mixed = |row: &Vec<BigInt>| row.iter().rev().fold(BigInt::zero(), |sum, count| sum * morphic::MIXED + count);
    let recurrence = minimal_recurrence(&rows.iter().map(mixed).collect::<Vec<_>>())?;
    let order = recurrence.len();
    let obeys = |column: usize| {
        let next: BigInt = recurrence.iter().zip(rows[..order].iter().rev()).map(|(&c, row)| &row[column] * c).sum();
        next == rows[order][column]
    };
    (0..rows[0].len()).all(obeys).then_some(recurrence)
}

/// Chooses the accepting states so that the words are counted by the weights with these initial conditions.
fn with_initial(
    coefficients: &[i64],
    validity: Vec<Vec<usize>>,
    initial: &[u64],
) -> Result<Positional, NumerationError> {
    let states = validity.len();
    let mut weights: Vec<BigInt> = initial.iter().map(|&u| u.into()).collect();
    if weights.len() < coefficients.len() {
        return Err(NumerationError::TooFewWeights { needed: coefficients.len(), given: initial.len() });
    }
    while weights.len() < states + coefficients.len() {
        let n = weights.len();
        weights.push(coefficients.iter().enumerate().map(|(j, &c)| &weights[n - 1 - j] * c).sum());
    }
    let candidates = (0..1u32 << (states - 1).min(parry::REJECTING_STATES))
        .map(|rejecting| (0..states).map(|q| q == 0 || (rejecting >> (q - 1)) & 1 == 0).collect::<Vec<bool>>());
    for accepting in candidates {
        if counts(&validity, &accepting, weights.len()) == weights {
            return Positional::new(coefficients.to_vec(), validity, accepting);
        }
    }
    let canonical = counts(&validity, &vec![true; states], coefficients.len());
    Err(NumerationError::BadInitial { given: initial.to_vec(), canonical })
}

/// The expansion of one in the dominant root of the characteristic polynomial: digits before the period, period.
fn expansion_of_one(coefficients: &[i64]) -> Result<(Vec<u32>, Vec<u32>), NumerationError> {
    let order = coefficients.len();
    if order == 0 || coefficients[order - 1] == 0 {
        return Err(NumerationError::NotARecurrence);
    }
    let powers = powers_of_dominant_root(coefficients)?;
    let value = |element: &[BigInt]| -> BigInt { element.iter().zip(&powers).map(|(c, p)| c * p).sum() };
    let negligible = |value: &BigInt| value.abs() < BigInt::one() << parry::NEGLIGIBLE_BITS;
    let too_large = || NumerationError::NotParry("its dominant root is too large".into());

    // Elements of Z[beta] by their coefficients of 1, beta, ..; from 1, multiply by beta and take the integer part off.
    let mut element = vec![BigInt::zero(); order];
    element[0] = BigInt::one();
    let mut orbit: Vec<BigInt> = Vec::new();
    let mut digits: Vec<u32> = Vec::new();
    while digits.len() < EXPANSION_DIGITS {
        let top = element.pop().expect("the order is positive");
        element.insert(0, BigInt::zero());
        for (i, place) in element.iter_mut().enumerate() {
            *place += &top * coefficients[order - 1 - i];
        }
        let image = value(&element);
        // A hair above an integer and a hair below it are both that integer.
        let digit: BigInt = (&image + (BigInt::one() << parry::NEGLIGIBLE_BITS)) >> parry::PRECISION_BITS;
        element[0] -= &digit;
        digits.push(digit.to_u32().filter(|&digit| digit < LARGEST_DIGIT).ok_or_else(too_large)?);
        let rest = value(&element);
        if negligible(&rest) {
            return Ok((digits, Vec::new()));
        }
        if let Some(start) = orbit.iter().position(|earlier| negligible(&(earlier - &rest))) {
            let period = digits.split_off(start + 1);
            return Ok((digits, period));
        }
        orbit.push(rest);
    }
    Err(NumerationError::NotParry(format!(
        "1 has no finite or periodic expansion in its dominant root within {EXPANSION_DIGITS} digits"
    )))
}

/// 1, beta, .., beta^{d-1} in units of `2^-PRECISION_BITS`, for beta the largest real root.
fn powers_of_dominant_root(coefficients: &[i64]) -> Result<Vec<BigInt>, NumerationError> {
    let order = coefficients.len();
    // The sign of x^d - c_1 x^{d-1} - .. - c_d at x = numerator / 2^bits.
    let positive_at = |numerator: &BigInt, bits: u64| {
        let mut sum = BigInt::one();
        for (j, &c) in coefficients.iter().enumerate() {
            sum = sum * numerator - (BigInt::from(c) << (bits * (j as u64 + 1)));
        }
        sum.is_positive()
    };
    // Step down from a bound of all roots to the first point where the polynomial is not positive.
    let coarse = 6;
    let bound = coefficients.iter().map(|c| c.unsigned_abs()).max().unwrap_or(0) + 1;
    if bound > LARGEST_DIGIT.into() {
        return Err(NumerationError::NotParry("its coefficients are too large".into()));
    }
    let mut root = BigInt::from(bound) << coarse;
    while positive_at(&root, coarse) {
        root -= 1;
        if root <= BigInt::one() << coarse {
            return Err(NumerationError::NotParry("it has no real root above 1".into()));
        }
    }
    let mut bits = coarse;
    while bits < parry::PRECISION_BITS {
        if bits >= parry::BISECTED_BITS
            && let Some((guess, next)) = newton(coefficients, &root, bits)
        {
            let is_floor = |root: &BigInt| !positive_at(root, next) && positive_at(&(root + 1), next);
            if let Some(found) = [0, -1, 1, -2, 2].iter().map(|off| &guess + off).find(is_floor) {
                (root, bits) = (found, next);
                continue;
            }
        }
        (root, bits) = (root << 1, bits + 1);
        if !positive_at(&(&root + 1), bits) {
            root += 1;
        }
    }
    let mut powers = vec![BigInt::one() << parry::PRECISION_BITS];
    for i in 1..order {
        powers.push((&powers[i - 1] * &root) >> parry::PRECISION_BITS);
    }
    Ok(powers)
}

/// A root that is known to so many binary digits, to nearly twice as many by Newton's method, and how many: a guess, which is
/// off by much near a double root.
fn newton(coefficients: &[i64], root: &BigInt, bits: u64) -> Option<(BigInt, u64)> {
    let next = (2 * bits - 8).min(parry::PRECISION_BITS);
    let root = root << (next - bits);
    // Both with next digits behind the point for each degree.
    let (mut value, mut slope) = (BigInt::one(), BigInt::zero());
    for (j, &c) in coefficients.iter().enumerate() {
        slope = slope * &root + &value;
        value = value * &root - (BigInt::from(c) << (next * (j as u64 + 1)));
    }
    (!slope.is_zero()).then(|| (&root - value / slope, next))
}

/// The shortest recurrence with integer coefficients that all terms obey; there must be at least twice as many terms.
pub(super) fn minimal_recurrence(terms: &[BigInt]) -> Option<Vec<i64>> {
    (1..=terms.len() / 2).find_map(|order| {
        let recurrence = solve_recurrence(terms, order)?;
        let obeys = (order..terms.len()).all(|n| {
            let next: BigInt = recurrence.iter().enumerate().map(|(j, &c)| &terms[n - 1 - j] * c).sum();
            next == terms[n]
        });
        obeys.then_some(recurrence)
    })
}

/// The recurrence of this order on the first 2d terms, if there is exactly one and its coefficients are integers.
fn solve_recurrence(terms: &[BigInt], order: usize) -> Option<Vec<i64>> {
    // Fraction-free elimination (Bareiss 1968) on the Hankel system.
    let mut rows: Vec<Vec<BigInt>> = (0..order)
        .map(|i| (0..order).map(|j| terms[i + order - 1 - j].clone()).chain([terms[i + order].clone()]).collect())
        .collect();
    let mut previous = BigInt::one();
    for k in 0..order {
        let pivot = (k..order).find(|&i| !rows[i][k].is_zero())?;
        rows.swap(k, pivot);
        let pivot_row = rows[k].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            if i != k {
                let factor = row[k].clone();
                for j in 0..=order {
                    row[j] = (&row[j] * &pivot_row[k] - &factor * &pivot_row[j]) / &previous;
                }
            }
        }
        previous = pivot_row[k].clone();
    }
    rows.iter()
        .enumerate()
        .map(|(k, row)| {
            let (quotient, rest) = num_integer::Integer::div_rem(&row[order], &row[k]);
            if rest.is_zero() { quotient.to_i64() } else { None }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expansions_of_one_are_found() {
        assert_eq!(expansion_of_one(&[1, 1]).unwrap(), (vec![1, 1], vec![]));
        assert_eq!(expansion_of_one(&[2, 1]).unwrap(), (vec![2, 1], vec![]));
        assert_eq!(expansion_of_one(&[1, 0, 1]).unwrap(), (vec![1, 0, 1], vec![]));
        assert_eq!(expansion_of_one(&[3, -1]).unwrap(), (vec![2], vec![1]));
        assert_eq!(expansion_of_one(&[2, 1, 1]).unwrap(), (vec![2, 1, 1], vec![]));
        assert_eq!(expansion_of_one(&[7]).unwrap(), (vec![7], vec![]));
    }

    #[test]
    fn roots_are_rounded_down() {
        // The last has a double root.
        for coefficients in
            [&[1, 1][..], &[2, 1], &[1, 0, 1], &[3, -1], &[2, 1, 1], &[1, 1, 1, 1, 1], &[60_000, 1], &[4, -4]]
        {
            let root = powers_of_dominant_root(coefficients).unwrap().swap_remove(1);
            let is_above = |root: BigInt| {
                let power = |degree: usize| root.pow(u32::try_from(degree).unwrap());
                let term = |(j, &c): (usize, &i64)| {
                    (power(coefficients.len() - 1 - j) * c) << (parry::PRECISION_BITS * (j as u64 + 1))
                };
                power(coefficients.len()) > coefficients.iter().enumerate().map(term).sum()
            };
            assert!(is_above(&root + 1) && !is_above(root), "{coefficients:?}");
        }
    }

    #[test]
    fn canonical_weights_are_those_of_bertrand() {
        let weights = |system: Positional| system.weights()[..5].to_vec();
        assert_eq!(weights(from_recurrence(&[1, 1], None).unwrap()), [1, 2, 3, 5, 8]);
        assert_eq!(weights(from_recurrence(&[2, 1], None).unwrap()), [1, 3, 7, 17, 41]);
        assert_eq!(weights(from_recurrence(&[1, 0, 1], None).unwrap()), [1, 2, 3, 4, 6]);
        assert_eq!(weights(from_recurrence(&[3, 1, 1], None).unwrap())[..3], [1, 4, 14]);
        assert_eq!(weights(from_expansion(&[2], &[1]).unwrap()), [1, 3, 8, 21, 55]);
    }

    #[test]
    fn given_weights_choose_the_accepting_states() {
        let pell = from_recurrence(&[2, 1], Some(&[1, 2])).unwrap();
        assert_eq!(pell.weights()[..5], [1, 2, 5, 12, 29]);
        assert_eq!(pell.accepting(), [true, false]);
        assert!(!pell.is_valid(&[2]) && pell.is_valid(&[2, 0]) && pell.is_valid(&[1, 1]));
    }

    #[test]
    fn what_is_no_parry_system_is_refused() {
        assert!(matches!(from_recurrence(&[2, 1], Some(&[1, 4])), Err(NumerationError::BadInitial { .. })));
        assert!(matches!(from_recurrence(&[0, 0], None), Err(NumerationError::NotARecurrence)));
        assert!(matches!(from_recurrence(&[1], None), Err(NumerationError::NotParry(_))));
        assert!(matches!(from_expansion(&[1, 2], &[]), Err(NumerationError::NotAnExpansion)));
        assert!(matches!(from_expansion(&[1], &[]), Err(NumerationError::NotAnExpansion)));
        assert!(matches!(from_recurrence(&[0, 2], None), Err(NumerationError::NotParry(_))));
    }

    #[test]
    fn expansion_and_recurrence_agree() {
        assert_eq!(from_expansion(&[1, 1, 1], &[]).unwrap(), from_recurrence(&[1, 1, 1], None).unwrap());
        assert_eq!(from_expansion(&[2], &[1]).unwrap(), from_recurrence(&[3, -1], None).unwrap());
    }
}
