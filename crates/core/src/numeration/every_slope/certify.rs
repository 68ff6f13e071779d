//! The proof that order and sum of all slopes are those of numbers, as [`certify`](crate::numeration::certify()) has it for one
//! system.
//!
//! A part of a slope, and what words may stand beside it, are given by the definition of Ostrowski's digits; the order by their
//! letters, from the top. So the words of a part are its numbers 0, 1, 2, .. in that order. Shown, as equalities of automata:
//!
//! 1. `x < y` is that order, and `x + y = z` is of such words.
//! 2. `x + y = z` iff `x = z`, where y is the first word.
//! 3. `x + y' = z'` for the next word y' behind y iff z' is the next word behind some z with `x + y = z`.
//!
//! By induction on y, `x + y = z` holds for the sum, if that is a number of the part, and for nothing else.

use std::sync::Arc;

use super::{CLOSE, LETTERS, linear};
use crate::automata::{Dfa, Layout, LazyAutomaton, Letter, Product, StoredAutomaton, Track, minimized};
use crate::budget::{Budget, Halt, Instant};
use crate::numeration::{Certificate, Compare};

/// Proves the order and the sum of all slopes.
///
/// # Errors
/// The limit that was passed.
pub fn certify(budget: &Budget) -> Result<Certificate, Halt> {
    let started = Instant::now();
    let less = linear(&[1, -1], Compare::Less, 0, budget)?;
    let sum = linear(&[1, 1, -1], Compare::Equal, 0, budget)?;
    let claims = claims(&less, &sum, budget)?.into_iter().map(|(claim, holds)| (claim, (!holds).then(Vec::new)));
    let (claims, adder_states) = (claims.collect(), sum.states());
    Ok(Certificate { system: "sturmian".into(), adder_states, claims, time: started.elapsed() })
}

/// What is to be shown of these automata on the tracks f, x, y and f, x, y, z, and whether it holds.
fn claims(less: &Dfa, sum: &Dfa, budget: &Budget) -> Result<Vec<(&'static str, bool)>, Halt> {
    let numbers = words(
        1,
        (Beside::default(), false),
        |state, letter| {
            let next = state.0.after(letter[0], letter[1])?;
            Some((next, letter[0] != CLOSE))
        },
        |state| !state.1 && !state.0.must_be_less,
    );
    let pair = [(&numbers, &[0, 1][..]), (&numbers, &[0, 2])];
    // Whether the second word is behind the first by now.
    let above = words(
        2,
        false,
        |&is_above, letter| match letter[1].cmp(&letter[2]) {
            _ if is_above => Some(true),
            std::cmp::Ordering::Less => Some(true),
            std::cmp::Ordering::Equal => Some(false),
            std::cmp::Ordering::Greater => None,
        },
        |&is_above| is_above,
    );
    let order = joined(2, &[pair[0], pair[1], (&above, &[0, 1, 2])], budget)?;
    let between = projected(&joined(3, &[(&order, &[0, 1, 3]), (&order, &[0, 3, 2])], budget)?, 2, budget)?;
    let next = joined(2, &[(&order, &[0, 1, 2]), (&between.complement()?, &[0, 1, 2])], budget)?;
    let equal = words(2, (), |(), letter| (letter[1] == letter[2]).then_some(()), |()| true);
    let equal = joined(2, &[pair[0], pair[1], (&equal, &[0, 1, 2])], budget)?;
    let behind_some = projected(&joined(2, &[(&order, &[0, 2, 1])], budget)?, 1, budget)?;
    let first = joined(1, &[(&numbers, &[0, 1]), (&behind_some.complement()?, &[0, 1])], budget)?;
    // x, z, and y, which is forgotten.
    let with_first = projected(&joined(3, &[(sum, &[0, 1, 3, 2]), (&first, &[0, 3])], budget)?, 2, budget)?;
    // x, y, z', and y' or z.
    let to_next = projected(&joined(4, &[(sum, &[0, 1, 4, 3]), (&next, &[0, 2, 4])], budget)?, 3, budget)?;
    let from_sum = projected(&joined(4, &[(sum, &[0, 1, 2, 4]), (&next, &[0, 4, 3])], budget)?, 3, budget)?;
    let triple = [(&numbers, &[0, 1][..]), (&numbers, &[0, 2]), (&numbers, &[0, 3]), (sum, &[0, 1, 2, 3])];
    Ok(vec![
        ("x<y is the order of the words", *less == order),
        ("x+y=z is of numbers", joined(3, &triple, budget)? == *sum),
        ("x+0=z iff x=z", with_first == equal),
        ("x+(y+1)=z iff z is next behind x+y", to_next == from_sum),
    ])
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

/// The automaton of a slope and so many words beside it, blocks side by side, whose states are found by `step`.
fn words<S: Clone + PartialEq>(
    tracks: usize,
    start: S,
    step: impl Fn(&S, &[u32]) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
) -> Dfa {
    let layout = Layout::new(&vec![LETTERS; tracks + 1]).expect("few tracks fit");
    let mut states = vec![start];
    let mut rows: Vec<(bool, Vec<(Letter, u32)>)> = Vec::new();
    while rows.len() < states.len() {
        let state = states[rows.len()].clone();
        let mut row = Vec::new();
        for letter in layout.letters() {
            let digits = layout.unpack(letter);
            let closed = digits.iter().filter(|&&digit| digit == CLOSE).count();
            let aligned = closed == 0 || closed == digits.len();
            let Some(next) = step(&state, &digits).filter(|_| aligned) else { continue };
            let place = states.iter().position(|known| *known == next).unwrap_or_else(|| {
                states.push(next);
                states.len() - 1
            });
            row.push((letter, u32::try_from(place).expect("few states")));
        }
        rows.push((accepts(&state), row));
    }
    Dfa::from_rows(layout, rows).minimize()
}

/// The tuples of a slope and so many numbers whose tracks are in all of these relations.
fn joined(numbers: usize, parts: &[(&Dfa, &[usize])], budget: &Budget) -> Result<Dfa, Halt> {
    let layout = Layout::new(&vec![LETTERS; numbers + 1])?;
    let slots = layout.slots();
    let part = |(dfa, tracks): &(&Dfa, &[usize])| -> Box<dyn LazyAutomaton> {
        let places: Vec<_> = tracks.iter().map(|&track| slots[track]).collect();
        Box::new(StoredAutomaton::new(Arc::new((*dfa).clone()), &places, Arc::new([])))
    };
    minimized(Product::new(parts.iter().map(part).collect(), Vec::new()), &layout, slots, budget)
}

/// The slope and the first so many numbers.
fn projected(dfa: &Dfa, numbers: usize, budget: &Budget) -> Result<Dfa, Halt> {
    dfa.project(&Track::list(0..=numbers)).determinize(budget)?.minimize_within(budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn automata() -> [Dfa; 2] {
        let budget = Budget::unlimited();
        [linear(&[1, -1], Compare::Less, 0, &budget).unwrap(), linear(&[1, 1, -1], Compare::Equal, 0, &budget).unwrap()]
    }

    #[test]
    fn order_and_sum_of_all_slopes_are_those_of_numbers() {
        let certificate = certify(&Budget::unlimited()).unwrap();
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
            claims(less, sum, &Budget::unlimited()).unwrap().into_iter().map(|claim| claim.1).collect::<Vec<_>>()
        };
        assert_eq!(holds(&less, &sum), [true; 4]);
        for edge in [0, 7, 40, 120, 300] {
            for target in [None, Some(0), Some(3)] {
                let broken = changed(&sum, edge, target);
                assert_eq!(
                    broken == sum,
                    holds(&less, &broken)[1..] == [true; 3],
                    "edge {edge} of the sum to {target:?}"
                );
                let broken = changed(&less, edge % 60, target);
                assert_eq!(broken == less, holds(&broken, &sum)[0], "edge {edge} of the order to {target:?}");
            }
        }
    }
}
