//! Lists the options of a position, or the positions that have an option, straight from the automaton of the moves.
//!
//! Some tracks are fixed to a word of digits; the automaton is walked depth first along it and every way to fill the
//! other tracks is found. Costs about the number of answers times their length, since a prefix that cannot end any more
//! dies after a few digits.

use crate::automata::{Dfa, Letter, State, Track};
use crate::numeration::NumerationSystem;

/// Numbers below a bound, with their digits.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    /// How many digits.
    pub length: usize,
    /// The numbers are those below.
    pub side: u64,
    /// `length` digits for each number.
    digits: Vec<u8>,
    /// The weight of each place, most significant first.
    weights: Vec<u64>,
}

impl Digits {
    /// The numbers with at most `length` digits; `None` if there are more than `most`.
    pub fn new(system: &NumerationSystem, length: usize, most: u64) -> Option<Digits> {
        let side = side(system, length).filter(|&side| side <= most)?;
        Digits::below(system, length, side)
    }

    /// The numbers below a bound that have at most `length` digits; `None` if the digits are too large.
    pub fn below(system: &NumerationSystem, length: usize, side: u64) -> Option<Digits> {
        let mut digits: Vec<u8> = Vec::with_capacity(side as usize * length);
        let weights = system.positional()?.weights()[..length].iter();
        let weights: Vec<u64> = weights.rev().map(|&weight| weight as u64).collect();
        digits.resize(length, 0);
        // The greatest weight that fits, and the digits of the rest, which are there: as if by division, without one.
        let mut place = length;
        for n in 1..side {
            while place > 0 && weights[place - 1] <= n {
                place -= 1;
            }
            let rest = (n - weights[place]) as usize * length;
            digits.extend_from_within(rest..rest + length);
            let own = &mut digits[n as usize * length + place];
            *own = own.checked_add(1)?;
        }
        Some(Digits { length, side, digits, weights })
    }

    /// The digits of a number below [`Digits::side`].
    pub fn of(&self, n: u64) -> &[u8] {
        let start = n as usize * self.length;
        &self.digits[start..start + self.length]
    }
}

/// How many numbers have at most `length` digits, as far as that is tabulated.
pub(super) fn side(system: &NumerationSystem, length: usize) -> Option<u64> {
    u64::try_from(*system.positional()?.weights().get(length)?).ok()
}

/// A relation whose first tracks will be fixed.
#[derive(Clone, Debug)]
pub(super) struct Completions {
    dfa: Dfa,
    fixed: usize,
    mask: Letter,
}

impl Completions {
    /// The relation with the tracks `fixed` in front, in that order, and the others behind.
    pub fn new(dfa: &Dfa, fixed: &[usize]) -> Completions {
        let mut order = fixed.to_vec();
        order.extend((0..dfa.layout().tracks()).filter(|track| !fixed.contains(track)));
        let dfa = dfa.permute(&Track::list(order));
        let mask = dfa.layout().slots()[..fixed.len()].iter().map(|slot| slot.mask()).collect();
        Completions { dfa, fixed: fixed.len(), mask }
    }

    /// The relation, the tracks that are fixed in front.
    pub fn dfa(&self) -> &Dfa {
        &self.dfa
    }

    /// True if nothing is related.
    pub fn is_empty(&self) -> bool {
        self.dfa.is_empty()
    }

    /// Hands over every tuple of numbers with as many digits that stands beside these; ends early if told to by `false`.
    pub fn each(&self, fixed: &[u64], digits: &Digits, found: &mut impl FnMut(&[u64]) -> bool) {
        let slots = self.dfa.layout().slots();
        let words: Vec<&[u8]> = fixed.iter().map(|&n| digits.of(n)).collect();
        let prefixes: Vec<Letter> = (0..digits.length)
            .map(|i| words.iter().zip(slots).map(|(word, slot)| slot.place(u32::from(word[i]))).collect())
            .collect();
        let free = slots.len() - self.fixed;
        self.walk(State::START, 0, &prefixes, digits, &mut vec![0; free * (digits.length + 1)], found);
    }

    /// `sums` holds the numbers so far at each depth.
    fn walk(
        &self,
        state: State,
        depth: usize,
        prefixes: &[Letter],
        digits: &Digits,
        sums: &mut [u64],
        found: &mut impl FnMut(&[u64]) -> bool,
    ) -> bool {
        let slots = &self.dfa.layout().slots()[self.fixed..];
        let free = slots.len();
        let Some(&prefix) = prefixes.get(depth) else {
            let numbers = &sums[depth * free..];
            let is_found = self.dfa.accepting()[state] && numbers.iter().all(|&n| n < digits.side);
            return !is_found || found(numbers);
        };
        let letters = self.dfa.transitions().letters(state);
        let from = letters.partition_point(|letter| letter & self.mask < prefix);
        for (i, letter) in letters.iter().enumerate().skip(from) {
            if letter & self.mask != prefix {
                break;
            }
            for (j, slot) in slots.iter().enumerate() {
                sums[(depth + 1) * free + j] =
                    sums[depth * free + j] + u64::from(slot.digit(letter)) * digits.weights[depth];
            }
            let target = self.dfa.transitions().targets(state)[i];
            if !self.walk(target, depth + 1, prefixes, digits, sums, found) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeration::Numerations;

    #[test]
    fn digits_are_those_of_division() {
        for name in ["msd_2", "msd_10", "msd_fib", "msd_pell", "msd_trib", "msd_root_3_2"] {
            let system = Numerations::standard().get(name).unwrap();
            let length = (0..).find(|&length| side(&system, length).unwrap() > 3_000).unwrap();
            let digits = Digits::below(&system, length, 3_000).unwrap();
            for n in 0..3_000 {
                let mut rest = n;
                for (&digit, weight) in digits.of(n).iter().zip(&digits.weights) {
                    assert_eq!(u64::from(digit), rest / weight, "{n} in {name}");
                    rest %= weight;
                }
                assert_eq!(rest, 0);
            }
        }
    }
}
