//! Sums with coefficients, built of an order and a sum: multiples by doubling, one track at a time.
//!
//! A part may be too small for a sum on the way. So the automaton is made of parts that go on with as many blocks as
//! the greatest sum needs; those see all of them, and say the same whatever the blocks are. It costs a few
//! determinizations for each bit of a coefficient, where [`every_slope`](crate::numeration::every_slope) needs none.
//! Where the numbers are those of a system whatever the parameter is, its atoms are taken instead.

use std::sync::Arc;

use super::build::kept;
use super::parameters::Parameters;
use crate::automata::Dfa;
use crate::budget::{Budget, Halt, Unsupported};
use crate::numeration::{Compare, LinearAtom, NumerationSystem};

/// How numbers are compared and added.
#[derive(Debug)]
pub(super) enum Arithmetic {
    /// By linear atoms in one piece.
    Slopes,
    /// By these automata.
    Built(Box<Built>),
}

/// What sums are built of. The tracks are those of the part, x, y and z.
#[derive(Debug)]
pub(super) struct Built {
    /// x is a number.
    pub numbers: Dfa,
    /// x < y.
    pub less: Dfa,
    /// x = y.
    pub equal: Dfa,
    /// x + y = z.
    pub sum: Dfa,
    /// x = 0.
    pub zero: Dfa,
    /// x = 1.
    pub one: Dfa,
    /// So many blocks behind which every part has the number 1.
    pub first: usize,
    /// So many blocks in front that the sum of two numbers is one.
    pub double: usize,
    /// The system whose numbers these are, whatever the parameter is.
    pub system: Option<Arc<NumerationSystem>>,
}

impl Built {
    /// So many blocks that with them in front of any part, `times` any of its numbers, and `plus` more, is a number.
    pub fn blocks_for(&self, times: u64, plus: u64) -> Option<usize> {
        let doublings = times.checked_add(plus)?.checked_next_power_of_two()?.trailing_zeros() as usize;
        let first = if plus > 0 { self.first } else { 0 };
        doublings.checked_mul(self.double)?.checked_add(first)
    }

    /// `sum coefficients[j] x_j  compare  constant` on the tracks f, x_0, x_1, ..
    pub fn linear(
        &self,
        parameters: &Parameters,
        coefficients: &[i64],
        (compare, constant): (Compare, i64),
        budget: &Budget,
    ) -> Result<Dfa, Halt> {
        let numbers = self.numbers(parameters, coefficients.len(), budget)?;
        if let Some(system) = self.system.as_ref().filter(|_| coefficients.iter().any(|&k| k != 0)) {
            return within(parameters, &numbers, system, (coefficients, compare, constant), budget);
        }
        let columns = (0..coefficients.len()).collect();
        let mut sums = Sums {
            parameters,
            built: self,
            relation: numbers.clone(),
            columns,
            given: coefficients.len(),
            next: coefficients.len(),
            budget,
        };
        let size = coefficients.iter().map(|k| k.unsigned_abs()).try_fold(0, u64::checked_add);
        let blocks = size.and_then(|size| self.blocks_for(size, constant.unsigned_abs()));
        let blocks = blocks.ok_or(Halt::Unsupported(Unsupported::Overflow))?;
        let side = |sign: i64| {
            let terms = coefficients.iter().enumerate().filter(move |term| term.1.signum() == sign);
            terms.map(|(at, k)| (at, k.unsigned_abs())).collect::<Vec<_>>()
        };
        let of_constant = |sign: i64| if constant.signum() == sign { constant.unsigned_abs() } else { 0 };
        let left = sums.side(&side(1), of_constant(-1))?;
        let right = sums.side(&side(-1), of_constant(1))?;
        let compared = if compare == Compare::Less { &self.less } else { &self.equal };
        sums.require(compared, &[left, right])?;
        sums.forget(left)?;
        sums.forget(right)?;
        let holds = parameters.ahead(&sums.relation, blocks, budget)?;
        if compare == Compare::NotEqual { numbers.difference(&holds, budget) } else { Ok(holds) }
    }

    /// The tracks f, x_0, x_1, .. of numbers.
    pub fn numbers(&self, parameters: &Parameters, tracks: usize, budget: &Budget) -> Result<Dfa, Halt> {
        let places: Vec<[usize; 2]> = (1..=tracks).map(|track| [0, track]).collect();
        let parts = places.iter().map(|places| (&self.numbers, &places[..]));
        parameters.joined(tracks, &parts.chain([(parameters.parts(), &[0][..])]).collect::<Vec<_>>(), budget)
    }
}

/// An atom of a system, of the numbers of each part.
///
/// # Errors
/// The limit that was passed.
pub(super) fn within(
    parameters: &Parameters,
    numbers: &Dfa,
    system: &NumerationSystem,
    (coefficients, compare, constant): (&[i64], Compare, i64),
    budget: &Budget,
) -> Result<Dfa, Halt> {
    let (tracks, coefficients): (Vec<usize>, Vec<i64>) = (1..).zip(coefficients).filter(|term| *term.1 != 0).unzip();
    let atom = system.linear(&LinearAtom::new(&coefficients, compare, constant), budget)?;
    let all: Vec<usize> = (0..numbers.layout().tracks()).collect();
    parameters.joined(all.len() - 1, &[(numbers, &all), (&atom, &tracks)], budget)
}

/// A relation to which numbers are added that others determine.
struct Sums<'a> {
    parameters: &'a Parameters,
    built: &'a Built,
    relation: Dfa,
    /// What stands on each track but the first: the numbers given, by place, and others.
    columns: Vec<usize>,
    /// How many are given.
    given: usize,
    /// The next of the others.
    next: usize,
    budget: &'a Budget,
}

impl Sums<'_> {
    /// The sum of multiples of numbers given, and a constant.
    fn side(&mut self, terms: &[(usize, u64)], constant: u64) -> Result<usize, Halt> {
        let mut sum = None;
        for &(number, times) in terms {
            let multiple = self.times(number, times)?;
            sum = Some(self.added(sum, multiple)?);
        }
        if constant > 0 {
            let one = self.fresh(|built| &built.one)?;
            let multiple = self.times(one, constant)?;
            sum = Some(self.added(sum, multiple)?);
        }
        match sum {
            Some(sum) => Ok(sum),
            None => self.fresh(|built| &built.zero),
        }
    }

    fn added(&mut self, sum: Option<usize>, number: usize) -> Result<usize, Halt> {
        let Some(before) = sum else { return Ok(number) };
        let sum = self.plus(before, number)?;
        self.forget(before)?;
        self.forget(number)?;
        Ok(sum)
    }

    /// A multiple, not 0 times, of a number, which is forgotten if it is not given.
    fn times(&mut self, number: usize, times: u64) -> Result<usize, Halt> {
        let (mut power, mut sum) = (number, None);
        for bit in 0..u64::BITS - times.leading_zeros() {
            if bit > 0 {
                let double = self.plus(power, power)?;
                if sum != Some(power) {
                    self.forget(power)?;
                }
                power = double;
            }
            if times >> bit & 1 == 1 {
                sum = Some(match sum {
                    None => power,
                    Some(before) => {
                        let next = self.plus(before, power)?;
                        self.forget(before)?;
                        next
                    }
                });
            }
        }
        let sum = sum.expect("not 0 times");
        if sum != power {
            self.forget(power)?;
        }
        Ok(sum)
    }

    /// The sum of two.
    fn plus(&mut self, a: usize, b: usize) -> Result<usize, Halt> {
        let sum = self.column();
        self.require(&self.built.sum, &[a, b, sum])?;
        Ok(sum)
    }

    /// A number that some relation determines alone.
    fn fresh(&mut self, relation: impl Fn(&Built) -> &Dfa) -> Result<usize, Halt> {
        let number = self.column();
        self.require(relation(self.built), &[number])?;
        Ok(number)
    }

    fn column(&mut self) -> usize {
        self.next += 1;
        self.columns.push(self.next - 1);
        self.next - 1
    }

    fn track(&self, number: usize) -> usize {
        1 + self.columns.iter().position(|&known| known == number).expect("it is there")
    }

    /// Keeps what is in this relation as well.
    fn require(&mut self, relation: &Dfa, numbers: &[usize]) -> Result<(), Halt> {
        let places: Vec<usize> = std::iter::once(0).chain(numbers.iter().map(|&number| self.track(number))).collect();
        let before: Vec<usize> = (0..self.relation.layout().tracks()).collect();
        let parts = [(&self.relation, &before[..]), (relation, &places[..])];
        self.relation = self.parameters.joined(self.columns.len(), &parts, self.budget)?;
        Ok(())
    }

    /// Takes a number away if it is none of those given.
    fn forget(&mut self, number: usize) -> Result<(), Halt> {
        let is_given = number < self.given;
        let Some(place) = self.columns.iter().position(|&known| known == number).filter(|_| !is_given) else {
            return Ok(());
        };
        self.columns.remove(place);
        let tracks: Vec<usize> = (0..self.relation.layout().tracks()).filter(|&track| track != place + 1).collect();
        self.relation = kept(&self.relation, &tracks, self.budget)?;
        Ok(())
    }
}
