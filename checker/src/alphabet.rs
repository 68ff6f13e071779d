//! The letters of all tracks of a sum with their factors: what each is worth for every digit to come, and its growing part.

use crate::Read;
use crate::field::Element;
use crate::integer::Integer;
use crate::letters::Letters;
use crate::machine::spend;
use crate::spectrum::{Spectrum, next};

/// Letters on all tracks.
const MOST_OF_ALL: usize = 1 << 14;

/// The letters on all tracks, one behind the other, times the factors of the tracks.
pub struct Alphabet {
    /// The first of each track; nothing, if the track adds nothing to the sum.
    pub starts: Vec<Option<u32>>,
    /// By letter and digit.
    pub targets: Vec<Vec<u32>>,
    /// Factors, and what each letter is worth if no digit is to come.
    pub parts: Vec<(Element, Vec<Integer>)>,
    /// U of each letter, with the factors.
    pub growing: Vec<Element>,
}

impl Alphabet {
    /// From the factors of each track: that of the number, and those of the sequences.
    pub fn new(spectrum: &Spectrum, tracks: &[Letters], factors: &[Vec<Element>]) -> Read<Alphabet> {
        let (mut starts, mut targets) = (Vec::new(), Vec::<Vec<u32>>::new());
        // With where the letters of the track begin.
        let mut parts: Vec<(Element, usize, Vec<Integer>)> = Vec::new();
        for (letters, factors) in tracks.iter().zip(factors) {
            if factors.iter().all(Element::is_zero) {
                starts.push(None);
                continue;
            }
            let start = targets.len() as u32;
            starts.push(Some(start));
            let ones = vec![Integer::from(1); letters.targets.len()];
            for (factor, values) in factors.iter().zip([&ones].into_iter().chain(&letters.values)) {
                if !factor.is_zero() {
                    parts.push((factor.clone(), targets.len(), values.clone()));
                }
            }
            targets.extend(letters.targets.iter().map(|row| row.iter().map(|letter| letter + start).collect()));
            if targets.len() > MOST_OF_ALL {
                return Err("a system and sequences of too many states".into());
            }
        }
        let many = targets.len();
        let filled = |(factor, start, values): (Element, usize, Vec<Integer>)| {
            let mut all = vec![Integer::default(); start];
            all.extend(values);
            all.resize(many, Integer::default());
            (factor, all)
        };
        let parts = parts.into_iter().map(filled).collect();
        let mut alphabet = Alphabet { starts, targets, parts, growing: Vec::new() };
        alphabet.growing = alphabet.mixed(spectrum, &spectrum.rest)?;
        Ok(alphabet)
    }

    /// What is left of each letter beside its growing part, -p'(beta) small(m,s): for m = 0, 1 and so on as many as q has roots.
    pub fn remainders(&self, spectrum: &Spectrum) -> Read<Vec<Vec<Element>>> {
        let (field, mut power) = (&spectrum.field, Element::whole(Integer::from(1)));
        let mut found = Vec::new();
        for m in 0..spectrum.order - 1 {
            // beta^m U - p'(beta) N_m.
            let mut often = Vec::new();
            for q in &spectrum.rest {
                often.push(field.product(&power, q)?);
            }
            often[m] = often[m].minus(&spectrum.slope);
            found.push(self.mixed(spectrum, &often)?);
            power = field.product(&power, &field.root())?;
        }
        Ok(found)
    }

    /// What each letter is worth with 0, 1 and so on digits to come, each so often.
    fn mixed(&self, spectrum: &Spectrum, often: &[Element]) -> Read<Vec<Element>> {
        let mut sums = vec![Element::zero(); self.targets.len()];
        for (factor, values) in &self.parts {
            let mut values = values.clone();
            for q in often {
                let own = spectrum.field.product(q, factor)?;
                spend(32 * values.len())?;
                let worth = values.iter().map(|value| own.times(value));
                sums.iter_mut().zip(worth).for_each(|(sum, worth)| *sum = sum.plus(&worth));
                values = next(&self.targets, &values);
            }
        }
        Ok(sums)
    }

    /// How many letters the digits of a tuple pass at most.
    pub fn most_passed(&self) -> usize {
        let last = self.targets.iter().map(Vec::len).max().unwrap_or(1) - 1;
        last * self.starts.iter().flatten().count()
    }
}
