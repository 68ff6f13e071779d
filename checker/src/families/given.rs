//! The automata that families are made of: those of slopes, of paperfolding words, and of functions of a script; and the letters of
//! the known words.

use std::rc::Rc;

use super::fronts::places;
use crate::Read;
use crate::core::{Core, Var};
use crate::machine::Machine;
use crate::product::{Product, small};
use crate::system::{Kind, System, Track};

/// Transitions of an automaton that is made here.
const MOST_EDGES: usize = 1 << 22;

/// The automaton on some tracks that steps by digits, from a first state.
pub fn built<T: Clone + Ord>(
    tracks: &[Track],
    first: T,
    step: impl Fn(&T, &[i64]) -> Option<T>,
    accepts: impl Fn(&T) -> i64,
) -> Read<Rc<Machine>> {
    let digits = |letter| -> Vec<i64> {
        places(tracks, letter).iter().zip(tracks).map(|(&place, track)| track.digits[place as usize]).collect()
    };
    Machine::built(tracks, first, None, |state, _, letter| Ok(step(state, &digits(letter))), |state| Ok(accepts(state)))
}

/// The automaton of a formula, on the variables `kept`.
pub fn made(tracks: &Rc<Vec<Track>>, formula: &Core, kept: &[Var]) -> Read<Rc<Machine>> {
    let found = match formula {
        Core::Exists(..) => small(tracks, formula, kept)?.ok_or("an automaton of too many states")?,
        _ => Product::new(tracks, formula, kept)?.explore(false, MOST_EDGES)?.merged().0.relation(tracks, kept),
    };
    match found {
        Core::Table(machine, _, _) => Ok(machine),
        _ => {
            let own: Vec<Track> = kept.iter().map(|&var| tracks[var].clone()).collect();
            Ok(Rc::new(Machine { tracks: own, rows: vec![Vec::new()], outputs: vec![0] }))
        }
    }
}

/// The automaton with numbers as words over their digits.
pub fn of_words(machine: &Rc<Machine>) -> Rc<Machine> {
    let word = |track: &Track| match track.kind {
        Kind::Words => track.clone(),
        _ => Rc::new(System::words(track.digits.clone())),
    };
    let tracks: Vec<Track> = machine.tracks.iter().map(word).collect();
    if tracks == machine.tracks {
        return machine.clone();
    }
    Rc::new(Machine { tracks, rows: machine.rows.clone(), outputs: machine.outputs.clone() })
}

/// What a digit beside a partial quotient may be.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Beside {
    /// Whether the quotient is positive by its bits so far, and the digit.
    quotient: bool,
    digit: bool,
    /// How the digit is to the quotient: less or greater.
    less: bool,
    greater: bool,
    /// Whether the digit must be 0, since that of the quotient before is as large as it.
    is_zero: bool,
    /// Whether the last digit was as large as its quotient, which that of the first one may not be.
    is_full: bool,
    is_inside: bool,
}

impl Beside {
    fn after(self, quotient: i64, digit: i64) -> Option<Beside> {
        match (quotient, digit) {
            (2, 2) => {
                let is_one = self.quotient && !self.greater && !(self.is_zero && self.digit);
                is_one.then_some(Beside { is_zero: !self.less, is_full: !self.less, ..Beside::default() })
            }
            (2, _) | (_, 2) => None,
            _ => {
                let is_open = !self.less && !self.greater;
                Some(Beside {
                    quotient: self.quotient || quotient == 1,
                    digit: self.digit || digit == 1,
                    less: self.less || is_open && digit < quotient,
                    greater: self.greater || is_open && digit > quotient,
                    is_inside: true,
                    ..self
                })
            }
        }
    }
}

/// The automata that a family is made of.
pub struct Given {
    pub parameter: Track,
    pub number: Track,
    pub close: Option<i64>,
    pub numbers: Rc<Machine>,
    pub less: Rc<Machine>,
    pub plus: Rc<Machine>,
}

impl Given {
    /// Numbers in the order of their words.
    fn by_words(
        [parameter, number]: [&Track; 2],
        close: Option<i64>,
        numbers: Rc<Machine>,
        plus: &Rc<Machine>,
    ) -> Read<Given> {
        let pair = [number.clone(), number.clone()];
        let step = |is_less: &bool, digits: &[i64]| {
            (*is_less || digits[0] <= digits[1]).then(|| *is_less || digits[0] < digits[1])
        };
        let before = built(&pair, false, step, |is_less| (*is_less).into())?;
        let tracks = Rc::new(vec![parameter.clone(), number.clone(), number.clone()]);
        let both =
            [Core::table(&numbers, vec![0, 1]), Core::table(&numbers, vec![0, 2]), Core::table(&before, vec![1, 2])];
        let less = made(&tracks, &Core::and(both), &[0, 1, 2])?;
        let [parameter, number] = [parameter.clone(), number.clone()];
        Ok(Given { parameter, number, close, numbers, less, plus: plus.clone() })
    }

    pub fn sturmian(plus: &Rc<Machine>) -> Read<Given> {
        let track = Rc::new(System::words(vec![0, 1, 2]));
        let accepts = |state: &Beside| i64::from(!state.is_inside && !state.is_full);
        let step = |state: &Beside, digits: &[i64]| state.after(digits[0], digits[1]);
        let numbers = built(&[track.clone(), track.clone()], Beside::default(), step, accepts)?;
        Given::by_words([&track, &track], Some(2), numbers, plus)
    }

    pub fn paperfolding(plus: &Rc<Machine>) -> Read<Given> {
        let [parameter, number] = [vec![-1, 1], vec![0, 1]].map(|digits| Rc::new(System::words(digits)));
        let numbers = built(&[parameter.clone(), number.clone()], (), |(), _| Some(()), |()| 1)?;
        Given::by_words([&parameter, &number], None, numbers, plus)
    }

    /// Of functions of the script: numbers, sum and order.
    pub fn own(functions: &[Rc<Machine>], close: Option<i64>) -> Read<Given> {
        let [numbers, plus, less] = functions else { return Err("three functions make a family".into()) };
        let [numbers, plus, less] = [numbers, plus, less].map(of_words);
        let [parameter, number] = &numbers.tracks[..] else { return Err("numbers are on two tracks".into()) };
        let [parameter, number] = [parameter.clone(), number.clone()];
        let are_numbers = |machine: &Machine, count: usize| {
            let expected = std::iter::once(&parameter).chain(std::iter::repeat_n(&number, count));
            machine.tracks.iter().eq(expected)
        };
        if !are_numbers(&plus, 3) || !are_numbers(&less, 2) || number.digits.first() != Some(&0) {
            return Err(
                "the sum is on f, x, y, z, the order on f, x, y, with the digits of numbers, the smallest 0".into()
            );
        }
        if close
            .is_some_and(|close| close == 0 || !parameter.digits.contains(&close) || !number.digits.contains(&close))
        {
            return Err("blocks end with a digit of the parameter and of numbers that is not 0".into());
        }
        Ok(Given { parameter, number, close, numbers, less, plus })
    }
}

/// The mechanical words floor((n+1)a) - floor(na): 1 iff n ends in an odd number of digits 0.
pub fn mechanical(tracks: &[Track]) -> Read<Rc<Machine>> {
    // Whether there was a digit that is not 0, whether the one at hand is 0, and whether an odd number of them is behind the last.
    let step = |&(is_positive, is_zero, is_odd): &(bool, bool, bool), digits: &[i64]| match digits[1] {
        0 => Some((is_positive, is_zero, is_odd)),
        1 => Some((true, false, is_odd)),
        _ => Some((is_positive, true, is_zero && is_positive && !is_odd)),
    };
    built(tracks, (false, true, false), step, |state| i64::from(state.2))
}

/// The paperfolding words: where n is 2^k (2j+1), (-1)^j times the instruction that k others are behind; -1 at 0.
pub fn unfolded(tracks: &[Track]) -> Read<Rc<Machine>> {
    let step = |&(was_one, value): &(bool, i64), digits: &[i64]| match digits[1] {
        0 => Some((false, value)),
        _ => Some((true, if was_one { -digits[0] } else { digits[0] })),
    };
    built(tracks, (false, -1), step, |state| state.1)
}

/// The parts of slopes whose partial quotients are at most this.
pub fn at_most(track: &Track, most: i64) -> Read<Rc<Machine>> {
    let step = |&quotient: &i64, digits: &[i64]| match digits[0] {
        2 => Some(0),
        bit => Some(2 * quotient + bit).filter(|quotient| *quotient <= most),
    };
    built(std::slice::from_ref(track), 0, step, |_| 1)
}
