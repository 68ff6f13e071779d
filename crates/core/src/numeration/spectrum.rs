//! The eigenvalues of a numeration system whose digits follow letters, as far as sums of its numbers need them.
//!
//! Let |s^m| be what the words of m digits from the letter s are worth together: their number, times a coefficient, and
//! what a sequence adds for each. All letters obey one recurrence with the polynomial p, whose largest root is beta.
//! With q = p / (x - beta) and U(s) = sum of q_j |s^j|, the part of |s^m| that grows like beta^m is beta^m U(s) /
//! q(beta): q is 0 at every other root. What is left obeys the recurrence of q.
//!
//! That the roots of a polynomial are below r in absolute value is shown by a power: if x^L = sum of t_j x^j modulo the
//! polynomial, j below its degree, and the sum of |t_j| r^(j-L) is below 1, no root x can be r or more.

use num_bigint::BigInt;
use num_traits::One;

use crate::planted::{Bug, planted};
use crate::tuning::numeration::extremes::{POWER_BITS, POWERS};
use crate::tuning::numeration::fields::HIGHEST_DEGREE;

use super::algebraic::Algebraic;
use super::extreme::NoExtremes;
use super::interval::Interval;
use super::parry::{joint_recurrence, sums_by_state};
use super::remainder::{Remainder, divided, evaluated};

/// What numbers on one track are made of.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    /// The letters that each one leads to, digit by digit.
    pub(super) targets: Vec<Vec<usize>>,
    /// A coefficient, and what a word is worth that ends in each letter.
    pub(super) parts: Vec<(Algebraic, Vec<BigInt>)>,
}

/// What is known of the roots of p.
#[derive(Debug)]
pub(super) struct Spectrum {
    /// The largest.
    pub(super) beta: Algebraic,
    /// q(beta).
    pub(super) gap: Algebraic,
    /// U of each letter of each track.
    pub(super) growing: Vec<Vec<Algebraic>>,
    /// If only one track grows, and its letters as its numbers do: which, and how many times as much.
    pub(super) rate: Option<(usize, Algebraic)>,
    pub(super) rest: Rest,
}

/// The other roots.
#[derive(Debug)]
pub(super) enum Rest {
    /// There are several, and all are below 1 in absolute value: how fast what is left shrinks.
    Small(Shrinking),
    /// There is one, or some were not shown to be below 1.
    Exact(Remainder),
}

impl Rest {
    /// The roots of q, and what is left of each letter: `mixed` says what letters are worth with 0, 1, .. digits to come, each with a factor.
    fn of(
        quotient: Vec<Algebraic>,
        beta: &Algebraic,
        gap: &Algebraic,
        mixed: impl Fn(&[Algebraic]) -> Vec<Vec<Algebraic>>,
    ) -> Rest {
        // One root says by itself what it is.
        if quotient.len() > 2
            && let Some(small) = shrinking(&quotient, &Algebraic::from(1))
        {
            return Rest::Small(small);
        }
        // beta^m q - q(beta) x^m, for one m after another.
        let mut power = Algebraic::from(1);
        let term = |m: usize| {
            let mut factors: Vec<Algebraic> = quotient.iter().map(|c| c.clone() * power.clone()).collect();
            factors[m] = factors[m].clone() - gap.clone();
            power = power.clone() * beta.clone();
            mixed(&factors)
        };
        let terms = (0..quotient.len() - 1).map(term).collect();
        Rest::Exact(Remainder::new(quotient, terms))
    }
}

/// A bound of a sequence of a recurrence: among `length` further terms all are at most `factor` / 2^POWER_BITS times the largest of
/// those before.
#[derive(Clone, Debug)]
pub(super) struct Shrinking {
    pub(super) length: usize,
    pub(super) factor: BigInt,
}

impl Shrinking {
    /// A bound of the sum of the absolute values of all terms, if those of the first `length` are at most this.
    pub(super) fn sum_from(&self, largest: &BigInt) -> BigInt {
        let one = BigInt::one() << POWER_BITS;
        ((largest * self.length) << POWER_BITS) / (one - &self.factor) + 1
    }
}

impl Spectrum {
    /// That of the letters of all tracks.
    ///
    /// # Errors
    /// If they obey no recurrence of low order with one root above 1 and above the others.
    pub(super) fn of(tracks: &[Letters]) -> Result<Spectrum, NoExtremes> {
        let length = 2 * HIGHEST_DEGREE + 2;
        let sums = |letters: &Letters| {
            let of_part = |(_, ends): &(Algebraic, Vec<BigInt>)| sums_by_state(&letters.targets, ends.clone(), length);
            letters.parts.iter().map(of_part).collect::<Vec<_>>()
        };
        // By track, part, digits to come and letter.
        let sums: Vec<Vec<Vec<Vec<BigInt>>>> = tracks.iter().map(sums).collect();
        let row = |m: usize| sums.iter().flatten().flat_map(|part| part[m].clone()).collect();
        let rows: Vec<Vec<BigInt>> = (0..length).map(row).collect();
        let recurrence = joint_recurrence(&rows).ok_or(NoExtremes::Order)?;
        // A recurrence of one term has 0 as its second root.
        let order = recurrence.len().max(2);
        if order > HIGHEST_DEGREE {
            return Err(NoExtremes::Order);
        }
        let mut polynomial: Vec<BigInt> = vec![BigInt::from(0); order];
        for (i, &c) in recurrence.iter().enumerate() {
            polynomial[order - 1 - i] = BigInt::from(-c);
        }
        polynomial.push(BigInt::one());
        let beta = Algebraic::largest_root(&polynomial).map_err(|_| NoExtremes::Order)?;
        if beta <= Algebraic::from(1) {
            return Err(NoExtremes::Growth);
        }
        for (coefficient, _) in tracks.iter().flat_map(|letters| &letters.parts) {
            in_field(coefficient, &beta)?;
        }
        let polynomial: Vec<Algebraic> = polynomial.into_iter().map(Algebraic::from).collect();
        let quotient = divided(&polynomial, &beta);
        let gap = evaluated(&quotient, &beta);
        let mixed = |factors: &[Algebraic]| -> Vec<Vec<Algebraic>> {
            let of_letter = |track: usize, letter: usize| {
                let parts = tracks[track].parts.iter().zip(&sums[track]);
                parts.fold(Algebraic::from(0), |sum, ((coefficient, _), part)| {
                    let later = usize::from(planted(Bug::Length));
                    let terms = factors
                        .iter()
                        .zip(&part[later..])
                        .map(|(c, row)| c.clone() * Algebraic::from(row[letter].clone()));
                    sum + terms.fold(Algebraic::from(0), |sum, term| sum + term) * coefficient.clone()
                })
            };
            let of_track =
                |track: usize| (0..tracks[track].targets.len()).map(|letter| of_letter(track, letter)).collect();
            (0..tracks.len()).map(of_track).collect()
        };
        let growing = mixed(&quotient);
        let is_largest = if order == 2 {
            let mu = -quotient[0].clone();
            mu.clone() < beta && -mu < beta
        } else {
            gap.sign() != 0 && shrinking(&quotient, &beta).is_some()
        };
        if !is_largest {
            return Err(NoExtremes::Growth);
        }
        let grows = |track: &usize| growing[*track].iter().any(|worth| worth.sign() != 0);
        let tracks_that_grow: Vec<usize> = (0..tracks.len()).filter(grows).collect();
        let rate = match tracks_that_grow[..] {
            [track] => rate(&growing[track], &growth_of_numbers(&quotient, &sums[track][0])).map(|rate| (track, rate)),
            _ => None,
        };
        let rest = Rest::of(quotient, &beta, &gap, mixed);
        Ok(Spectrum { beta, gap, growing, rate, rest })
    }
}

/// U of the letters of a track by the number of words alone.
fn growth_of_numbers(quotient: &[Algebraic], counts: &[Vec<BigInt>]) -> Vec<Algebraic> {
    let worth = |letter: usize| {
        let terms = quotient.iter().zip(counts).map(|(c, row)| c.clone() * Algebraic::from(row[letter].clone()));
        terms.fold(Algebraic::from(0), |sum, term| sum + term)
    };
    (0..counts[0].len()).map(worth).collect()
}

/// The number that each of these is of that, if it is one number.
fn rate(parts: &[Algebraic], wholes: &[Algebraic]) -> Option<Algebraic> {
    let (part, whole) = parts.iter().zip(wholes).find(|(_, whole)| whole.sign() != 0)?;
    let rate = part.clone() / whole.clone();
    parts.iter().zip(wholes).all(|(part, whole)| *part == rate.clone() * whole.clone()).then_some(rate)
}

/// Whether a number is in the field that the largest eigenvalue generates.
pub(super) fn in_field(number: &Algebraic, beta: &Algebraic) -> Result<(), NoExtremes> {
    if number.is_fraction() || !beta.is_fraction() && number.is_beside(beta) {
        return Ok(());
    }
    Err(NoExtremes::Field { number: number.generator().unwrap_or_default(), system: beta.generator() })
}

/// Shows that the roots of a monic polynomial are below a number in absolute value. With 1, what obeys its recurrence shrinks.
pub(super) fn shrinking(polynomial: &[Algebraic], radius: &Algebraic) -> Option<Shrinking> {
    let degree = polynomial.len() - 1;
    // In units of the radius.
    let mut reduced = vec![Interval::zero(); degree];
    let mut unit = Algebraic::from(1);
    for i in (0..degree).rev() {
        unit = unit * radius.clone();
        reduced[i] = (polynomial[i].clone() / unit.clone()).enclosure(POWER_BITS);
    }
    let reduce = |mut product: Vec<Interval>| {
        while product.len() > degree {
            let top = product.pop().expect("it is longer");
            let place = product.len() - degree;
            for (i, c) in reduced.iter().enumerate() {
                product[place + i] = product[place + i].minus(&top.times(c, POWER_BITS));
            }
        }
        product
    };
    let one = BigInt::one() << POWER_BITS;
    let mut power = reduce(vec![Interval::zero(), Interval::point(one.clone())]);
    let mut length = 1;
    for _ in 0..POWERS {
        let factor: BigInt = power.iter().map(Interval::magnitude).sum();
        if length >= degree && factor < one {
            return Some(Shrinking { length, factor });
        }
        let mut square = vec![Interval::zero(); 2 * power.len() - 1];
        for (i, a) in power.iter().enumerate() {
            for (j, b) in power.iter().enumerate() {
                square[i + j] = square[i + j].plus(&a.times(b, POWER_BITS));
            }
        }
        power = reduce(square);
        length *= 2;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[i64]) -> Vec<Algebraic> {
        coefficients.iter().map(|&c| Algebraic::from(c)).collect()
    }

    #[test]
    fn roots_are_below_the_largest_one() {
        let is_below =
            |coefficients: &[i64], radius: Algebraic| shrinking(&polynomial(coefficients), &radius).is_some();
        let half = Algebraic::from(1) / Algebraic::from(2);
        // x^2 + x + 1/2 has roots of absolute value sqrt(1/2); x^2 + 1 has those of 1.
        assert!(shrinking(&[half, Algebraic::from(1), Algebraic::from(1)], &Algebraic::from(1)).is_some());
        assert!(!is_below(&[1, 0, 1], Algebraic::from(1)) && is_below(&[1, 0, 1], Algebraic::square_root(2)));
        assert!(!is_below(&[-1, -1, 1], Algebraic::from(1)) && is_below(&[-1, -1, 1], Algebraic::from(2)));
        // A double root.
        assert!(is_below(&[1, 2, 1], Algebraic::from(2)) && !is_below(&[1, 2, 1], Algebraic::from(1)));
    }

    #[test]
    fn sums_of_sequences_that_shrink_are_bounded() {
        // 1/2, 1/4, .. : each is half of the one before.
        let half = Algebraic::from(1) / Algebraic::from(2);
        let found = shrinking(&[-half, Algebraic::from(1)], &Algebraic::from(1)).unwrap();
        assert_eq!(found.length, 1);
        let sum = found.sum_from(&BigInt::from(1 << 20));
        assert!(sum >= BigInt::from(1 << 21) && sum < BigInt::from((1 << 21) + 3));
    }

    fn spectrum(targets: &[&[usize]]) -> Result<Spectrum, NoExtremes> {
        let targets: Vec<Vec<usize>> = targets.iter().map(|row| row.to_vec()).collect();
        let parts = vec![(Algebraic::from(1), vec![BigInt::one(); targets.len()])];
        Spectrum::of(&[Letters { targets, parts }])
    }

    #[test]
    fn counts_are_made_of_the_growing_part_and_the_rest() {
        // The tribonacci numbers: |s^m| - beta^m U(s) / q(beta) becomes small.
        let targets: [&[usize]; 3] = [&[0, 1], &[0, 2], &[0]];
        let found = spectrum(&targets).unwrap();
        let targets: Vec<Vec<usize>> = targets.iter().map(|row| row.to_vec()).collect();
        let counts = sums_by_state(&targets, vec![BigInt::one(); 3], 60);
        for (letter, growing) in found.growing[0].iter().enumerate() {
            let part = found.beta.power(59) * growing.clone() / found.gap.clone();
            let left = Algebraic::from(counts[59][letter].clone()) - part;
            assert!(left.approximate().abs() < 1e-7);
        }
        assert!(matches!(found.rest, Rest::Small(_)));
        // 0->01, 1->1 grows like m; 0->011, 1->0 has the roots 2 and -1.
        assert!(matches!(spectrum(&[&[0, 1], &[1]]), Err(NoExtremes::Growth)));
        assert!(matches!(spectrum(&[&[0, 1, 1], &[0]]).unwrap().rest, Rest::Exact(_)));
    }
}
