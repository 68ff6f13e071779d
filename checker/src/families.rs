//! Families: numbers of a parameter, a word of blocks without end, and what must hold of them before statements about them mean anything.
//!
//! A part is a finite end of a parameter. Its numbers are words as long, and are worth their places in an order: 0, 1, 2, .. . What
//! `Family::new` shows of the automata makes that so for every part: the order is total and the same with more blocks in front, and
//! numbers that begin with a block of zeros, which are those of the part without it, come first. x+0 is x, and x+(y+1) is next behind
//! x+y, so the sum is that of numbers, as far as the part has it, by induction on y. A family of slopes has the digits of Ostrowski
//! (1922); that their order is that of numbers is his theorem, and that letter n of the mechanical word is 1 iff n ends in an odd
//! number of zeros is one of Fraenkel, Mushkin and Tassa (1978).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Read;
use crate::command::FamilyKind;
use crate::core::{Core, Var};
use crate::machine::Machine;
use crate::rules;
use crate::system::Track;

mod fronts;
mod given;
mod levels;
mod local;
mod statement;

use fronts::{Tracks, goes_on, is_closed, settled};
pub use given::of_words;
use given::{Given, at_most, built, made, mechanical, unfolded};
pub use levels::Spoken;
pub use local::defined;
pub use statement::holds;

/// Blocks by which a sum may be longer than what is added, and behind which a constant is a number.
const MOST_BLOCKS: usize = 40;
/// Constants in formulas.
const LARGEST_CONSTANT: i64 = 1 << 20;

/// A family, of which everything is shown.
pub struct Family {
    pub parameter: Track,
    pub number: Track,
    /// The digit that ends blocks, if not each letter does.
    close: Option<i64>,
    /// On the tracks of the parameter and a number.
    numbers: Rc<Machine>,
    parts: Rc<Machine>,
    zero: Rc<Machine>,
    /// On the tracks of the parameter and two numbers.
    less: Rc<Machine>,
    next: Rc<Machine>,
    /// On the tracks of two numbers.
    equal: Rc<Machine>,
    /// x+y=z.
    plus: Rc<Machine>,
    /// Words without end of the parameter are meant all of whose parts are accepted.
    supposed: Option<Rc<Machine>>,
    /// The sum of two numbers is no more blocks longer than they.
    growth: usize,
    /// By value: the number, and how many blocks of any parameter have it.
    constants: RefCell<Vec<(i64, Rc<Machine>, usize)>>,
    settled: RefCell<Vec<Settled>>,
    /// By how many blocks, and whether there is a number.
    behind: RefCell<BTreeMap<(usize, bool), Rc<Machine>>>,
}

/// Behind how many blocks it is settled where an automaton has an output, the parameter being on this track.
struct Settled {
    machine: Rc<Machine>,
    value: i64,
    place: usize,
    blocks: Option<usize>,
}

impl Family {
    /// The family that a command names, and its words if it has some. `sum` is what is claimed to be the sum, `functions` are those
    /// that the command names.
    pub fn new(
        kind: &FamilyKind,
        sum: Option<&Rc<Machine>>,
        functions: &[Rc<Machine>],
    ) -> Read<(Family, Option<Rc<Machine>>)> {
        let claimed = |parameter: &[i64], number: &[i64]| {
            let sum = of_words(sum.ok_or("no claim says what the sum is")?);
            let digits = std::iter::once(parameter).chain(std::iter::repeat_n(number, 3));
            let is_one = sum.tracks.len() == 4 && sum.tracks.iter().map(|track| &track.digits[..]).eq(digits);
            if is_one { Ok(sum) } else { Err("the claim on the sum is on other tracks".to_owned()) }
        };
        let (given, word, most) = match kind {
            FamilyKind::Sturmian(most) => {
                let given = Given::sturmian(&claimed(&[0, 1, 2], &[0, 1, 2])?)?;
                let word = mechanical(&[given.parameter.clone(), given.number.clone()])?;
                (given, Some(word), *most)
            }
            FamilyKind::Paperfolding => {
                let given = Given::paperfolding(&claimed(&[-1, 1], &[0, 1])?)?;
                let word = unfolded(&[given.parameter.clone(), given.number.clone()])?;
                (given, Some(word), None)
            }
            FamilyKind::Of { .. } if sum.is_some() => return Err("a claim that no statement needs".into()),
            FamilyKind::Of { close, .. } => (Given::own(functions, *close)?, None, None),
        };
        let mut family = Family::shown(given)?;
        family.supposed = most.map(|most| at_most(&family.parameter, most)).transpose()?;
        Ok((family, word))
    }

    /// The family of some automata, once what must hold of them is shown.
    fn shown(given: Given) -> Read<Family> {
        let Given { parameter, number, close, numbers, less, plus } = given;
        let tracks = Rc::new([vec![parameter.clone()], vec![number.clone(); 5]].concat());
        let parts = made(&tracks, &Core::exists(vec![1], Core::table(&numbers, vec![0, 1])), &[0])?;
        let zeros = |_: &(), digits: &[i64]| {
            let is_end = close == Some(digits[0]);
            (digits[1] == if is_end { digits[0] } else { 0 }).then_some(())
        };
        let zeros = built(&tracks[..2], (), zeros, |()| 1)?;
        let zero = Core::and([Core::table(&parts, vec![0]), Core::table(&zeros, vec![0, 1])]);
        let zero = made(&tracks, &zero, &[0, 1])?;
        let between = Core::and([Core::table(&less, vec![0, 1, 3]), Core::table(&less, vec![0, 3, 2])]);
        let next = Core::and([Core::table(&less, vec![0, 1, 2]), Core::exists(vec![3], between).not()]);
        let next = made(&tracks, &next, &[0, 1, 2])?;
        let equal = built(&tracks[1..3], (), |(), digits| (digits[0] == digits[1]).then_some(()), |()| 1)?;
        let (supposed, growth, constants, settled, behind) = Default::default();
        let mut family = Family {
            parameter,
            number,
            close,
            numbers,
            parts,
            zero,
            less,
            next,
            equal,
            plus,
            supposed,
            growth,
            constants,
            settled,
            behind,
        };
        family.is_shown(&tracks)?;
        family.growth = family.growth(&tracks)?;
        family.constants.borrow_mut().push((0, family.zero.clone(), 0));
        Ok(family)
    }

    /// The tracks of an automaton that has the parameter first.
    fn fronts<'a>(&self, all: &'a [Track]) -> Tracks<'a> {
        Tracks { all, parameter: 0, close: self.close }
    }

    /// Shows what must hold of the automata.
    fn is_shown(&self, tracks: &Rc<Vec<Track>>) -> Read<()> {
        let Family { numbers, parts, zero, less, next, equal, plus, close, .. } = self;
        let both = [self.parameter.clone(), self.number.clone()];
        let (f, x, y, z, y1, z1) = (0, 1, 2, 3, 4, 5);
        let on = |machine: &Rc<Machine>, vars: &[Var]| Core::table(machine, vars.to_vec());
        let divided = |is_inside: &bool, digits: &[i64]| match *close {
            None => Some(*is_inside),
            Some(close) if (digits[0] == close) != (digits[1] == close) => None,
            Some(close) => Some(digits[0] != close),
        };
        let divided = built(&both, false, divided, |is_inside| i64::from(!is_inside))?;
        // Whether the first block is one of zeros: over, and 0 so far.
        let begins = |wanted: bool| {
            let step = |state: &(bool, bool), digits: &[i64]| {
                let is_end = close.is_none_or(|close| digits[0] == close);
                let is_digit = digits[1] != 0 && close.is_none_or(|close| digits[1] != close);
                Some((state.0 || is_end, state.1 || !state.0 && is_digit))
            };
            built(&both, (false, false), step, |state| i64::from(state.1 == wanted))
        };
        let (late, early) = (begins(true)?, begins(false)?);
        let of_number = |var: Var| on(numbers, &[f, var]);
        let known = |why: &str, is_so: bool| if is_so { Ok(()) } else { Err(format!("it does not hold that {why}")) };
        let never = |why: &str, parts: &[Core]| known(why, !self.exist(tracks, parts.to_vec())?);
        let front = |machine: &Rc<Machine>| {
            let tracks = self.fronts(&machine.tracks);
            settled(machine, parts, &tracks).map(|blocks| blocks == Some(0))
        };
        never("the blocks of a number are those of its part", &[of_number(x), on(&divided, &[f, x]).not()])?;
        known("the empty word is a part", parts.outputs[0] == 1)?;
        known("a part is one without blocks in front", is_closed(parts, &self.fronts(&tracks[..1]))?)?;
        known("every part goes on", goes_on(parts, &self.fronts(&tracks[..1]))?)?;
        never("zeros are a number", &[on(zero, &[f, x]), of_number(x).not()])?;
        known("a number is one with zeros in front, and without them", front(numbers)?)?;
        never("the order is one of numbers", &[on(less, &[f, x, y]), Core::and([of_number(x), of_number(y)]).not()])?;
        never(
            "one of two numbers is less",
            &[
                of_number(x),
                of_number(y),
                Core::or([on(less, &[f, x, y]), on(less, &[f, y, x]), on(equal, &[x, y])]).not(),
            ],
        )?;
        never("no number is less than itself", &[on(less, &[f, x, y]), on(equal, &[x, y])])?;
        never("of two numbers one is not less", &[on(less, &[f, x, y]), on(less, &[f, y, x])])?;
        never(
            "what is less than a lesser one is less",
            &[on(less, &[f, x, y]), on(less, &[f, y, z]), on(less, &[f, x, z]).not()],
        )?;
        never("the first number is zeros", &[on(zero, &[f, x]), on(less, &[f, y, x])])?;
        known("the order is the same with zeros in front", front(less)?)?;
        never(
            "words that begin with a block of zeros come first",
            &[on(less, &[f, y, x]), on(&early, &[f, x]), on(&late, &[f, y])],
        )?;
        let three = Core::and([of_number(x), of_number(y), of_number(z)]);
        never("the sum is one of numbers", &[on(plus, &[f, x, y, z]), three.not()])?;
        never("x+0 is x", &[on(zero, &[f, y]), on(plus, &[f, x, y, z]), on(equal, &[x, z]).not()])?;
        never("x is x+0", &[on(zero, &[f, y]), of_number(x), on(equal, &[x, z]), on(plus, &[f, x, y, z]).not()])?;
        never(
            "x+(y+1) is next behind x+y",
            &[on(next, &[f, y, y1]), on(plus, &[f, x, y, z]), on(next, &[f, z, z1]), on(plus, &[f, x, y1, z1]).not()],
        )?;
        never(
            "x+y is next before x+(y+1)",
            &[on(next, &[f, y, y1]), on(plus, &[f, x, y1, z1]), on(next, &[f, z, z1]), on(plus, &[f, x, y, z]).not()],
        )?;
        never("x+(y+1) is not 0", &[on(next, &[f, y, y1]), on(plus, &[f, x, y1, z1]), on(zero, &[f, z1])])
    }

    /// Whether all of this holds of some part, which is variable 0, and numbers of it.
    fn exist(&self, tracks: &Rc<Vec<Track>>, parts: Vec<Core>) -> Read<bool> {
        let all = Core::and(parts);
        rules::holds(tracks, &Core::exists(all.free().into_iter().collect(), all))
    }

    /// The words that begin with so many blocks, beside numbers that are zero there; if there is no number, just these.
    fn behind(&self, blocks: usize, has_number: bool) -> Read<Rc<Machine>> {
        if let Some(known) = self.behind.borrow().get(&(blocks, has_number)) {
            return Ok(known.clone());
        }
        let tracks = [self.parameter.clone(), self.number.clone()];
        let step = |&seen: &usize, digits: &[i64]| {
            let is_end = self.close.is_none_or(|close| digits[0] == close);
            let zero = if is_end { self.close.unwrap_or(0) } else { 0 };
            if seen < blocks && digits.get(1).is_some_and(|digit| *digit != zero) {
                return None;
            }
            Some((seen + usize::from(is_end)).min(blocks))
        };
        let made = built(&tracks[..1 + usize::from(has_number)], 0, step, |seen| i64::from(*seen == blocks))?;
        self.behind.borrow_mut().insert((blocks, has_number), made.clone());
        Ok(made)
    }

    /// By how many blocks a sum may be longer than what is added.
    fn growth(&self, tracks: &Rc<Vec<Track>>) -> Read<usize> {
        for blocks in 0..=MOST_BLOCKS {
            let behind = self.behind(blocks, true)?;
            let of_number = |var: Var| [Core::table(&self.numbers, vec![0, var]), Core::table(&behind, vec![0, var])];
            let sum = Core::exists(vec![3], Core::table(&self.plus, vec![0, 1, 2, 3])).not();
            if !self.exist(tracks, [of_number(1).to_vec(), of_number(2).to_vec(), vec![sum]].concat())? {
                return Ok(blocks);
            }
        }
        Err("sums may be longer than their summands by more blocks than are looked at".into())
    }

    /// The number of this value, and how many blocks of any parameter have it.
    fn constant(&self, value: i64) -> Read<(Rc<Machine>, usize)> {
        if let Some((_, machine, blocks)) = self.constants.borrow().iter().find(|known| known.0 == value) {
            return Ok((machine.clone(), *blocks));
        }
        if !(0..=LARGEST_CONSTANT).contains(&value) {
            return Err(format!("the constant {value} of a family"));
        }
        let tracks = Rc::new(vec![self.parameter.clone(), self.number.clone(), self.number.clone()]);
        let (half, _) = self.constant(if value % 2 == 0 { value / 2 } else { value - 1 })?;
        let step = match value % 2 {
            0 => Core::table(&self.plus, vec![0, 2, 2, 1]),
            _ => Core::table(&self.next, vec![0, 2, 1]),
        };
        let machine =
            made(&tracks, &Core::exists(vec![2], Core::and([Core::table(&half, vec![0, 2]), step])), &[0, 1])?;
        for blocks in 0..=MOST_BLOCKS {
            let behind = self.behind(blocks, false)?;
            let none = Core::exists(vec![1], Core::table(&machine, vec![0, 1])).not();
            let parts = vec![Core::table(&self.parts, vec![0]), Core::table(&behind, vec![0]), none];
            if !self.exist(&tracks, parts)? {
                self.constants.borrow_mut().push((value, machine.clone(), blocks));
                return Ok((machine, blocks));
            }
        }
        Err(format!("{value} is no number of parts with as many blocks as are looked at"))
    }
}
