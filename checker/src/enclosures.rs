//! How far a sum goes, where several roots matter beside the largest: between two numbers, as near as needed.
//!
//! All roots of the recurrence q of small(m,s) are below 1 in absolute value if, for some L not less than its order,
//! the absolute values of the coefficients of x^L mod q have a sum tau < 1. For then |small(m+L,s)| <= tau max
//! |small(m+j,s)| over the j below the order. With S(M) = max |small(m,s)| over M <= m < M+L, by induction |small(m,s)|
//! is at most S(M) from M on, and the sum over all these m at most L S(M)/(1 - tau).
//!
//! The last M digits of a word: best(m,v) is the largest sum that m digits make from node v to acceptance. The digits
//! before them add at most eps, the letters that digits pass times the sum above. Zeros lead
//! from the start to itself, so each node has paths of every length from some on: the supremum is within eps of the
//! largest best(M,v). So for the infimum.
//!
//! Arithmetic is in units of 2^-UNIT, rounded down; what that makes is counted.
//!
//! Bad for roots near 1, which need many digits, and where an end of an interval is the extreme itself: then it is
//! never decided.

use crate::Read;
use crate::alphabet::Alphabet;
use crate::field::{Element, Enclosure, Field};
use crate::integer::Integer;
use crate::machine::spend;
use crate::paths::{Passed, Paths};
use crate::spectrum::{Spectrum, next};

/// Bits behind the point of sums, and of what they are made of.
const UNIT: usize = 80;
const FINE: usize = 192;
/// Digits for which the other roots should have shrunk by half.
const MOST_LENGTH: usize = 400;
/// Digits that are looked at.
const MOST_LEVELS: usize = 2000;
/// No sum is larger, in units.
const LARGEST: i128 = 1 << 120;

/// What is known of the infimum or the supremum: it is not less than the first, and not greater than the second, in
/// units.
pub type Range = [i128; 2];

/// L for which tau is at most 1/2: all roots but beta are below 1 in absolute value.
pub fn contracts(spectrum: &Spectrum) -> Read<usize> {
    length(&spectrum.field, &spectrum.rest)
        .map_err(|_| "the other eigenvalues of the system are not seen to be below 1 in absolute value".into())
}

/// Shows that all roots but beta are below it in absolute value: those of q(beta x) are below 1.
pub fn is_largest(spectrum: &Spectrum) -> Read<()> {
    let (field, q) = (&spectrum.field, &spectrum.rest);
    let (mut scaled, mut power) = (Vec::new(), Element::whole(Integer::from(1)));
    for c in q.iter().rev() {
        scaled.push(field.quotient(c, &power)?);
        power = field.product(&power, &field.root())?;
    }
    scaled.reverse();
    length(field, &scaled)
        .map_err(|_| "the largest eigenvalue of the system is not seen to be the largest in absolute value")?;
    Ok(())
}

/// L for which the absolute values of the coefficients of x^L modulo a monic polynomial have a sum of at most 1/2.
fn length(field: &Field, q: &[Element]) -> Read<usize> {
    let order = q.len() - 1;
    // x^j mod q, from j = order - 1 on.
    let mut power = vec![Element::zero(); order];
    power[order - 1] = Element::whole(Integer::from(1));
    for length in order..=MOST_LENGTH {
        let last = power[order - 1].clone();
        power.rotate_right(1);
        power[0] = Element::zero();
        for (c, own) in power.iter_mut().zip(q) {
            *c = c.minus(&field.product(&last, own)?);
        }
        spend(64 * order)?;
        let mut tau = Integer::default();
        for c in &power {
            tau = &tau + &enclosed(field, c)?.size();
        }
        if tau <= Integer::from(1).up(FINE - 1) {
            return Ok(length);
        }
    }
    Err("too small a length".into())
}

/// An interval in units of 2^-FINE, computed with more bits where the coefficients are long.
fn enclosed(field: &Field, element: &Element) -> Read<Enclosure> {
    let bits = (FINE + element.bits()).next_multiple_of(256);
    let Enclosure { low, high } = field.enclose(element, bits)?;
    Ok(Enclosure { low: low.down(bits - FINE), high: -&(-&high).down(bits - FINE) })
}

/// A number in units of 2^-UNIT rounded down, if the interval around it is so small that it is then less than 2 more.
fn rounded(own: &Enclosure) -> Read<i128> {
    let low = own.low.down(FINE - UNIT);
    let width = &own.high.down(FINE - UNIT) - &low;
    let low = low.to_i128().filter(|low| low.abs() < LARGEST);
    low.filter(|_| width <= Integer::from(1)).ok_or_else(|| "numbers that are not known well enough".into())
}

/// small(m,s) for m = 0, 1 and so on, as far as it was asked for.
struct Small<'a> {
    spectrum: &'a Spectrum,
    alphabet: &'a Alphabet,
    /// The parts of N_m, with their factors times p'(beta), and beta^m U.
    parts: Vec<(Element, Vec<Integer>)>,
    growing: Vec<Element>,
    /// 1/p'(beta).
    factor: Enclosure,
    known: Vec<Vec<Enclosure>>,
}

impl Small<'_> {
    fn new<'a>(spectrum: &'a Spectrum, alphabet: &'a Alphabet) -> Read<Small<'a>> {
        let (field, slope) = (&spectrum.field, &spectrum.slope);
        let factor = enclosed(field, &field.quotient(&Element::whole(Integer::from(1)), slope)?)?;
        let scaled = |(factor, values): &(Element, Vec<Integer>)| Ok((field.product(factor, slope)?, values.clone()));
        let parts = alphabet.parts.iter().map(scaled).collect::<Read<_>>()?;
        Ok(Small { spectrum, alphabet, parts, growing: alphabet.growing.clone(), factor, known: Vec::new() })
    }

    fn at(&mut self, m: usize) -> Read<&[Enclosure]> {
        let (field, beta) = (&self.spectrum.field, self.spectrum.field.root());
        while self.known.len() <= m {
            let mut level = Vec::new();
            for (letter, growing) in self.growing.iter_mut().enumerate() {
                // p'(beta) N - beta^m U.
                let terms = self.parts.iter().filter(|(_, values)| !values[letter].is_zero());
                let sum = terms.fold(Element::zero(), |sum, (c, values)| sum.plus(&c.times(&values[letter])));
                level.push(enclosed(field, &sum.minus(growing))?.times(&self.factor, FINE));
                *growing = field.product(growing, &beta)?;
                spend(256 + 16 * self.parts.len())?;
            }
            for (_, values) in &mut self.parts {
                *values = next(&self.alphabet.targets, values);
            }
            self.known.push(level);
        }
        Ok(&self.known[m])
    }

    /// The largest absolute value for so many m, from one on, in units of 2^-FINE.
    fn most(&mut self, from: usize, many: usize) -> Read<Integer> {
        let mut most = Integer::default();
        for m in from..from + many {
            most = self.at(m)?.iter().map(Enclosure::size).fold(most, Integer::max);
        }
        Ok(most)
    }
}

/// The sums that so many digits make from each node to acceptance: the least and the largest, where there are some.
type Level = Vec<Option<[i128; 2]>>;

fn level(paths: &Paths, last: &Level, passed: &[i128]) -> Read<Level> {
    let mut level: Level = vec![None; last.len()];
    for (sums, edges) in last.iter().zip(&paths.edges) {
        let Some(sums) = sums else { continue };
        spend(edges.len())?;
        for &(from, number) in edges {
            let own = sums.map(|sum| sum + passed[number as usize]);
            if own.iter().any(|sum| sum.abs() > LARGEST) {
                return Err("numbers that are too large".into());
            }
            let known = level[from as usize].get_or_insert(own);
            *known = [known[0].min(own[0]), known[1].max(own[1])];
        }
    }
    Ok(level)
}

/// Encloses the infimum and the supremum of a sum with a constant more and more narrowly, until `is_decided`.
pub fn narrow(
    spectrum: &Spectrum,
    (alphabet, paths): (&Alphabet, &Paths),
    constant: &Element,
    mut is_decided: impl FnMut([Range; 2]) -> bool,
) -> Read<()> {
    let (field, length) = (&spectrum.field, contracts(spectrum)?);
    let mut small = Small::new(spectrum, alphabet)?;
    let mut last: Level = Vec::new();
    for (y, is_accepting) in paths.y.iter().zip(&paths.accepting) {
        let own = if *is_accepting {
            let end = field.quotient(y, &spectrum.slope)?.plus(constant);
            Some([rounded(&enclosed(field, &end)?)?; 2])
        } else {
            None
        };
        last.push(own);
    }
    let weight = Integer::from(alphabet.most_passed() as i64);
    for m in 0..MOST_LEVELS {
        if m % length == 0 {
            // L S/(1 - tau) <= 2 L S.
            let tail = &small.most(m, length)? * &Integer::from(2 * length as i64);
            let eps = (&weight * &tail).down(FINE - UNIT).to_i128().filter(|eps| *eps < LARGEST);
            if let Some(eps) = eps {
                let below = eps + 1;
                // Each of the digits, and the end, was rounded down by less than 2.
                let above = below + 2 * (m as i128 + 1);
                let all = || last.iter().flatten();
                let least = all().map(|sums| sums[0]).min().ok_or("no numbers satisfy the condition")?;
                let most = all().map(|sums| sums[1]).max().ok_or("no numbers satisfy the condition")?;
                if is_decided([[least - below, least + above], [most - below, most + above]]) {
                    return Ok(());
                }
                if eps < 2 * (m as i128 + 1) {
                    break;
                }
            }
        }
        let own = small.at(m)?;
        let sum = |passed: &Passed| {
            let mut sum = Enclosure { low: Integer::default(), high: Integer::default() };
            for &(letter, often) in &passed.letters {
                let (Enclosure { low, high }, often) = (&own[letter as usize], Integer::from(often));
                sum = sum.plus(&Enclosure { low: low * &often, high: high * &often });
            }
            spend(16 * (passed.letters.len() + 1))?;
            rounded(&sum)
        };
        let passed = paths.passed.iter().map(sum).collect::<Read<Vec<i128>>>()?;
        last = level(paths, &last, &passed)?;
    }
    Err("the bound is too near to tell".into())
}

/// What is known of a number, in units.
pub fn range(field: &Field, element: &Element) -> Read<Range> {
    let low = rounded(&enclosed(field, element)?)?;
    Ok([low, low + 2])
}
