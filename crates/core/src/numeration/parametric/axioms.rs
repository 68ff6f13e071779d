//! The proof that automata order and add the numbers of every part of every parameter.
//!
//! Shown, as equalities and inclusions of automata, of the numbers, the order and the sum that are given:
//!
//! 1. Blocks end together on all tracks. The empty word is a part, what is left of a part without blocks in front is
//!    one, and every part goes on.
//! 2. Words of zeros are numbers. A number stays one with zeros in front of it, if the part goes on, and without them.
//! 3. The order is total, also behind zeros in front, and words that begin with a block of zeros come before others.
//! 4. `x + 0 = z` iff `x = z`, where 0 is the first word, which has zeros alone.
//! 5. `x + y' = z'` for the next word y' behind y iff z' is the next word behind some z with `x + y = z`.
//!
//! So the words of a part are its numbers 0, 1, 2, .., each is the same in every longer part, and by induction on y
//! `x + y = z` holds for the sum, if that is a number of the part, and for nothing else. That there are always further
//! numbers is shown by how many blocks the first needs, and the sum of any two.
//!
//! Costs some products and projections of the automata given; the largest is that of 5, with four numbers beside the
//! part. Bad for large adders: each system is proved once.

use std::cmp::Ordering;

use super::arithmetic::{Arithmetic, Built, within};
use super::build::kept;
use super::parameters::{Parameters, digits_of};
use super::system::ParametricSystem;
use crate::automata::{Dfa, Letter, Slot, Track};
use crate::budget::{Budget, Halt, Instant};
use crate::numeration::every_slope::{self, CLOSE};
use crate::numeration::{Certificate, Compare, Direction, Language, NumerationSystem, TrackKind};
use crate::tuning::families::GROWTH_BLOCKS;

/// Why automata make no numeration system with a parameter.
#[derive(Debug, thiserror::Error)]
pub enum ParametricError {
    /// An automaton has other tracks than the numbers have.
    #[error("{0}")]
    Tracks(String),
    /// Something that must hold does not.
    #[error("it does not hold that {claim}")]
    Fails {
        /// What must hold.
        claim: &'static str,
        /// A shortest tuple of words that shows it, the part first; none where automata differ in another way.
        words: Vec<Vec<i64>>,
    },
    /// The limit that was passed.
    #[error(transparent)]
    Halt(#[from] Halt),
}

/// A claim, and a tuple of words for which it fails.
type Claim = (&'static str, Option<Vec<Vec<i64>>>);

impl ParametricSystem {
    /// The system whose numbers are these words beside parts of parameters, on the tracks f, x; with `x + y = z` on the
    /// tracks f, x, y, z, and `x < y` on f, x, y. Blocks end with the letter `close` on all tracks; without one each letter is a
    /// block.
    ///
    /// # Errors
    /// What does not hold of them, with words that show it; the limit that was passed.
    pub fn new(
        numbers: &Language,
        sum: &Language,
        less: &Language,
        close: Option<i64>,
        budget: &Budget,
    ) -> Result<ParametricSystem, ParametricError> {
        let tracks: Vec<TrackKind> = numbers.tracks.iter().map(digits_of).collect();
        let [parameter, number] = <[TrackKind; 2]>::try_from(tracks).map_err(|found| {
            ParametricError::Tracks(format!("numbers have two tracks, a parameter and a number, not {}", found.len()))
        })?;
        let expected = |count: usize| -> Vec<TrackKind> {
            std::iter::once(parameter.clone()).chain(vec![number.clone(); count]).collect()
        };
        for (language, count, what) in [(less, 2, "`x<y`"), (sum, 3, "`x+y=z`")] {
            if language.tracks.iter().map(digits_of).ne(expected(count)) {
                let message = format!("{what} has other tracks than that of the parameter and {count} of numbers");
                return Err(ParametricError::Tracks(message));
            }
        }
        if number.digit_values()[0] != 0 {
            return Err(ParametricError::Tracks("numbers have no digit 0".into()));
        }
        let place = |kind: &TrackKind, close: i64| {
            let at = kind.digit_values().iter().position(|&digit| digit == close).and_then(|at| u32::try_from(at).ok());
            at.ok_or_else(|| ParametricError::Tracks(format!("{close} closes no block: it is not on all tracks")))
        };
        let close = match close {
            None => None,
            Some(0) => return Err(ParametricError::Tracks("0 is a digit, and closes no block".into())),
            Some(close) => Some([place(&parameter, close)?, place(&number, close)?]),
        };
        let minimal = |language: &Language| Dfa::clone(&language.dfa).minimize_within(budget);
        let given = [minimal(numbers)?, minimal(less)?, minimal(sum)?];
        let (parameters, mut built) = Parameters::candidate([parameter, number], close, given, budget)?;
        for (claim, failure) in parameters.axioms(&built, budget)? {
            if let Some(words) = failure {
                return Err(ParametricError::Fails { claim, words });
            }
        }
        let missing = |claim| ParametricError::Fails { claim, words: Vec::new() };
        let [first, double] = parameters.growth(&built, budget)?;
        built.first = first.ok_or(missing("a part of 16 blocks has the number 1"))?;
        built.double = double.ok_or(missing("with 16 blocks more the sum of two numbers is one"))?;
        if let TrackKind::Numbers(system) = &numbers.tracks[1]
            && parameters.are_those_of(&built, system, budget)?
        {
            built.system = Some(system.clone());
        }
        Ok(ParametricSystem { parameters, arithmetic: Arithmetic::Built(Box::new(built)) })
    }
}

impl Parameters {
    /// What these automata on f, x, on f, x, y and on f, x, y, z make, unproved.
    fn candidate(
        [parameter, number]: [TrackKind; 2],
        close: Option<[u32; 2]>,
        [numbers, less, sum]: [Dfa; 3],
        budget: &Budget,
    ) -> Result<(Parameters, Built), Halt> {
        let parts = kept(&numbers, &[0], budget)?;
        let parameters = Parameters { parameter, number, close, parts };
        let same = parameters.words(2, (), |(), letter| (letter[1] == letter[2]).then_some(()), |()| true)?;
        let pair = [(&numbers, &[0, 1][..]), (&numbers, &[0, 2])];
        let equal = parameters.joined(2, &[pair[0], pair[1], (&same, &[0, 1, 2])], budget)?;
        let zero = parameters.zero(budget)?;
        let next = parameters.next(&less, budget)?;
        let one = kept(&parameters.joined(2, &[(&zero, &[0, 1]), (&next, &[0, 1, 2])], budget)?, &[0, 2], budget)?;
        let built = Built { numbers, less, equal, sum, zero, one, first: 0, double: 0, system: None };
        Ok((parameters, built))
    }

    /// The words of zeros beside parts.
    fn zero(&self, budget: &Budget) -> Result<Dfa, Halt> {
        let layout = self.layout(1)?;
        let in_front = self.letters_in_front(&layout);
        let zeros = self.words(1, (), |(), letter| in_front.contains(&layout.pack(letter)).then_some(()), |()| true)?;
        self.joined(1, &[(&self.parts, &[0]), (&zeros, &[0, 1])], budget)
    }

    /// The pairs in the order between which there is none.
    fn next(&self, less: &Dfa, budget: &Budget) -> Result<Dfa, Halt> {
        let between = self.joined(3, &[(less, &[0, 1, 3]), (less, &[0, 3, 2])], budget)?;
        less.difference(&kept(&between, &[0, 1, 2], budget)?, budget)
    }

    /// Whether an automaton accepts nothing that another does not, and what it accepts beyond.
    fn within(&self, claim: &'static str, small: &Dfa, large: &Dfa, budget: &Budget) -> Result<Claim, Halt> {
        let beyond = small.difference(large, budget)?;
        Ok((claim, beyond.first_words(1).pop().map(|word| self.spelled(&beyond, &word))))
    }

    /// Whether two automata accept the same, and what one of them accepts alone.
    fn same(&self, claim: &'static str, one: &Dfa, other: &Dfa, budget: &Budget) -> Result<Claim, Halt> {
        match self.within(claim, one, other, budget)? {
            (_, None) => self.within(claim, other, one, budget),
            failure => Ok(failure),
        }
    }

    /// The digits on each track.
    fn spelled(&self, dfa: &Dfa, word: &[Letter]) -> Vec<Vec<i64>> {
        let slots = dfa.layout().slots().iter();
        let values = self.tracks(slots.len().saturating_sub(1));
        let track = |(slot, kind): (&Slot, TrackKind)| {
            let values = kind.digit_values();
            word.iter().map(|&letter| values[slot.digit(letter) as usize]).collect()
        };
        slots.zip(values).map(track).collect()
    }

    /// What must hold, and whether it does.
    fn axioms(&self, built: &Built, budget: &Budget) -> Result<Vec<Claim>, Halt> {
        let Built { numbers, less, equal, sum, zero, .. } = built;
        let known = |claim: &'static str, holds: bool| (claim, (!holds).then(Vec::new));
        // In a block, or before one.
        let divided = self.words(
            1,
            false,
            |_, letter| Some(self.close.is_some_and(|[close, _]| letter[0] != close)),
            |is_inside| !is_inside,
        )?;
        let mut claims = vec![
            self.within("the blocks of a number are those of its part", numbers, &divided, budget)?,
            known("the empty word is a part", self.parts.accepting().first() == Some(&true)),
            known("a part is one without the blocks in front", self.is_closed(&self.parts)),
            self.within("every part goes on", &self.parts, &self.ahead(&self.parts, 1, budget)?, budget)?,
            self.within("zeros are a number", zero, numbers, budget)?,
            known("a number is one with zeros in front, and without them", self.settled(numbers, budget)? == Some(0)),
        ];
        if claims.iter().all(|claim| claim.1.is_none()) {
            claims.extend(self.axioms_of_order(numbers, less, equal, zero, budget)?);
            claims.extend(self.axioms_of_sum(numbers, (less, equal, sum, zero), budget)?);
        }
        Ok(claims)
    }

    fn axioms_of_order(
        &self,
        numbers: &Dfa,
        less: &Dfa,
        equal: &Dfa,
        zero: &Dfa,
        budget: &Budget,
    ) -> Result<Vec<Claim>, Halt> {
        let pairs = self.joined(2, &[(numbers, &[0, 1]), (numbers, &[0, 2])], budget)?;
        let greater = less.permute(&Track::list([0, 2, 1]));
        let others = pairs.difference(equal, budget)?.difference(&greater, budget)?;
        let chain = self.joined(3, &[(less, &[0, 1, 3]), (less, &[0, 3, 2])], budget)?;
        let behind_some = kept(less, &[0, 2], budget)?;
        let first = numbers.difference(&behind_some, budget)?;
        // Whether the first block is over, and a digit of it is not 0.
        let begins = |wanted: bool| {
            self.words(
                1,
                (false, false),
                |&(is_over, is_positive), letter| {
                    let closes = self.close.is_none_or(|[close, _]| letter[0] == close);
                    let is_digit = self.close.is_none() || !closes;
                    Some((is_over || closes, is_positive || !is_over && is_digit && letter[1] != 0))
                },
                |&(_, is_positive)| is_positive == wanted,
            )
        };
        let late =
            self.joined(2, &[(less, &[0, 2, 1]), (&begins(false)?, &[0, 1]), (&begins(true)?, &[0, 2])], budget)?;
        Ok(vec![
            self.same("x<y, x=y or y<x, and only one of them", less, &others, budget)?,
            self.within("x<y if x<z and z<y", &kept(&chain, &[0, 1, 2], budget)?, less, budget)?,
            self.same("the first number is zeros", &first, zero, budget)?,
            ("x<y iff it is with zeros in front", (self.settled(less, budget)? != Some(0)).then(Vec::new)),
            self.within(
                "words that begin with a block of zeros come first",
                &late,
                &Dfa::empty(late.layout().clone()),
                budget,
            )?,
        ])
    }

    fn axioms_of_sum(
        &self,
        numbers: &Dfa,
        (less, equal, sum, zero): (&Dfa, &Dfa, &Dfa, &Dfa),
        budget: &Budget,
    ) -> Result<Vec<Claim>, Halt> {
        let next = self.next(less, budget)?;
        // x, z, and y, which is forgotten.
        let with_zero = kept(&self.joined(3, &[(sum, &[0, 1, 3, 2]), (zero, &[0, 3])], budget)?, &[0, 1, 2], budget)?;
        // x, y, z', and y' or z.
        let to_next = self.joined(4, &[(sum, &[0, 1, 4, 3]), (&next, &[0, 2, 4])], budget)?;
        let from_sum = self.joined(4, &[(sum, &[0, 1, 2, 4]), (&next, &[0, 4, 3])], budget)?;
        let [to_next, from_sum] = [kept(&to_next, &[0, 1, 2, 3], budget)?, kept(&from_sum, &[0, 1, 2, 3], budget)?];
        let triples = [(numbers, &[0, 1][..]), (numbers, &[0, 2]), (numbers, &[0, 3]), (sum, &[0, 1, 2, 3])];
        Ok(vec![
            self.within("x+y=z is of numbers", sum, &self.joined(3, &triples, budget)?, budget)?,
            self.same("x+0=z iff x=z", &with_zero, equal, budget)?,
            self.same("x+(y+1)=z iff z is next behind x+y", &to_next, &from_sum, budget)?,
        ])
    }

    /// Whether numbers are those of a system: 1 is, and so is each sum. By induction a number then has the same word.
    fn are_those_of(&self, built: &Built, system: &NumerationSystem, budget: &Budget) -> Result<bool, Halt> {
        if self.close.is_some() || system.direction() == Direction::Lsd {
            return Ok(false);
        }
        let own = |coefficients: &[i64], constant: i64| {
            let numbers = built.numbers(self, coefficients.len(), budget)?;
            within(self, &numbers, system, (coefficients, Compare::Equal, constant), budget)
        };
        Ok(own(&[1], 0)? == built.zero && own(&[1], 1)? == built.one && own(&[1, 1, -1], 0)? == built.sum)
    }

    /// Behind how many blocks every part has the number 1, and with how many blocks more the sum of any two numbers.
    fn growth(&self, built: &Built, budget: &Budget) -> Result<[Option<usize>; 2], Halt> {
        let Built { numbers, sum, one, .. } = built;
        let with_one = kept(one, &[0], budget)?;
        let pairs = self.joined(2, &[(numbers, &[0, 1]), (numbers, &[0, 2])], budget)?;
        let with_sum = kept(sum, &[0, 1, 2], budget)?;
        let behind = |numbers: usize, all: &Dfa, some: &Dfa| -> Result<Option<usize>, Halt> {
            for blocks in 0..=GROWTH_BLOCKS {
                let behind = self.behind(numbers, blocks, budget)?.intersect(all, budget)?;
                if behind.difference(some, budget)?.is_empty() {
                    return Ok(Some(blocks));
                }
            }
            Ok(None)
        };
        Ok([behind(0, &self.parts, &with_one)?, behind(2, &pairs, &with_sum)?])
    }
}

/// Proves the order and the sum of all slopes: that they are those of Ostrowski's digits, by their definition, in the order of
/// their letters from the top, and the rest of what is shown of a system.
///
/// # Errors
/// The limit that was passed.
pub fn certify_sturmian(budget: &Budget) -> Result<Certificate, Halt> {
    let started = Instant::now();
    let less = every_slope::linear(&[1, -1], Compare::Less, 0, budget)?;
    let sum = every_slope::linear(&[1, 1, -1], Compare::Equal, 0, budget)?;
    let adder_states = sum.states();
    let claims =
        claims_of_slopes(less, sum, budget)?.into_iter().map(|(claim, words)| (claim, words.map(|_| Vec::new())));
    Ok(Certificate { system: "sturmian".into(), adder_states, claims: claims.collect(), time: started.elapsed() })
}

/// What is to be shown of these automata for all slopes, and whether it holds.
fn claims_of_slopes(less: Dfa, sum: Dfa, budget: &Budget) -> Result<Vec<Claim>, Halt> {
    let letters = TrackKind::of_digits(&[0, 1, 2]);
    let slopes = &ParametricSystem::sturmian().parameters;
    let numbers = slopes.words(
        1,
        (Beside::default(), false),
        |state, letter| Some((state.0.after(letter[0], letter[1])?, letter[0] != CLOSE)),
        |state| !state.1 && !state.0.must_be_less,
    )?;
    // Whether the second word is behind the first by now.
    let above = slopes.words(
        2,
        false,
        |&is_above, letter| match letter[1].cmp(&letter[2]) {
            Ordering::Greater if !is_above => None,
            order => Some(is_above || order == Ordering::Less),
        },
        |&is_above| is_above,
    )?;
    let order = slopes.joined(2, &[(&numbers, &[0, 1]), (&numbers, &[0, 2]), (&above, &[0, 1, 2])], budget)?;
    let first = slopes.same("x<y is the order of the words", &less, &order, budget)?;
    let given = [numbers, less, sum];
    let (parameters, built) = Parameters::candidate([letters.clone(), letters], slopes.close, given, budget)?;
    Ok(std::iter::once(first).chain(parameters.axioms(&built, budget)?).collect())
}

/// What a digit beside a quotient may be.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Beside {
    /// Whether the quotient has a bit 1 by now, and the digit.
    quotient: bool,
    digit: bool,
    /// Whether the digit is less than the quotient, or greater.
    less: bool,
    greater: bool,
    /// Whether the quotient before was its digit, so that this digit is 0.
    must_be_zero: bool,
    /// Whether the last block read was full, which that of a_1 cannot be.
    must_be_less: bool,
}

impl Beside {
    /// After one more letter of both.
    fn after(self, quotient: u32, digit: u32) -> Option<Beside> {
        match (quotient, digit) {
            (CLOSE, CLOSE) => {
                let is_digit = self.quotient && !self.greater && !(self.must_be_zero && self.digit);
                let is_full = !self.less;
                is_digit.then_some(Beside { must_be_zero: is_full, must_be_less: is_full, ..Beside::default() })
            }
            (CLOSE, _) | (_, CLOSE) => None,
            _ => {
                let decided = self.less || self.greater;
                Some(Beside {
                    quotient: self.quotient || quotient == 1,
                    digit: self.digit || digit == 1,
                    less: self.less || !decided && digit < quotient,
                    greater: self.greater || !decided && digit > quotient,
                    must_be_less: false,
                    ..self
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn automata() -> [Dfa; 2] {
        let budget = Budget::unlimited();
        [
            every_slope::linear(&[1, -1], Compare::Less, 0, &budget).unwrap(),
            every_slope::linear(&[1, 1, -1], Compare::Equal, 0, &budget).unwrap(),
        ]
    }

    #[test]
    fn order_and_sum_of_all_slopes_are_those_of_numbers() {
        let certificate = certify_sturmian(&Budget::unlimited()).unwrap();
        assert!(certificate.holds(), "{:?}", certificate.claims);
        assert_eq!(certificate.adder_states, 81);
    }

    /// The automaton without one edge, or with another target for it.
    fn changed(dfa: &Dfa, edge: usize, target: Option<usize>) -> Dfa {
        let mut left = edge;
        let rows = dfa.numbers().map(|q| {
            let mut row: Vec<(Letter, u32)> = Vec::new();
            for (letter, next) in dfa.transitions().row(q) {
                let next = u32::try_from(next.index()).unwrap();
                match (left, target) {
                    (0, None) => {}
                    (0, Some(target)) => row.push((letter, u32::try_from(target).unwrap())),
                    _ => row.push((letter, next)),
                }
                left = left.wrapping_sub(1);
            }
            (dfa.accepting()[q], row)
        });
        Dfa::from_rows(dfa.layout().clone(), rows.collect::<Vec<_>>()).minimize()
    }

    #[test]
    fn what_is_broken_is_found() {
        let [less, sum] = automata();
        let holds = |less: &Dfa, sum: &Dfa| {
            claims_of_slopes(less.clone(), sum.clone(), &Budget::unlimited())
                .unwrap()
                .into_iter()
                .map(|claim| claim.1.is_none())
                .collect::<Vec<_>>()
        };
        assert_eq!(holds(&less, &sum), [true; 15]);
        for edge in [0, 7, 40, 120, 300] {
            for target in [None, Some(0), Some(3)] {
                let broken = changed(&sum, edge, target);
                assert_eq!(
                    broken == sum,
                    holds(&less, &broken).into_iter().all(|holds| holds),
                    "edge {edge} of the sum to {target:?}"
                );
                let broken = changed(&less, edge % 60, target);
                assert_eq!(broken == less, holds(&broken, &sum)[0], "edge {edge} of the order to {target:?}");
            }
        }
    }
}
