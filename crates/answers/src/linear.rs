//! Linear comparisons read digit by digit, as `verified/Linear.v` reads them.
//!
//! What was read of a sum is a vector: with m digits to come it is worth its product with the numbers of words of m digits from each
//! state of the system (Bertrand-Mathis 1989). A comparison is decided early where bounds say so whatever is to come. Cost: the states
//! of the system for each letter, and up to twenty times that for a bound.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::formula::{System, Term, Variable};
use crate::stop::Stop;
use crate::tuning::BOUND_STEPS;

/// Multiples of variables, each variable once.
pub(crate) type Sums = Vec<(i64, Variable)>;

/// Adds a multiple of a variable.
pub(crate) fn add_to(factor: i64, variable: Variable, sums: &mut Sums) -> Result<(), Stop> {
    match sums.iter().position(|(_, other)| *other == variable) {
        Some(at) => {
            let total = factor.checked_add(sums[at].0).ok_or(Stop::TooLarge)?;
            if total == 0 {
                sums.remove(at);
            } else {
                sums[at].0 = total;
            }
        }
        None => sums.push((factor, variable)),
    }
    Ok(())
}

/// Adds a multiple of a term to a sum and a constant.
pub(crate) fn add_term(factor: i64, term: &Term, sums: &mut Sums, constant: &mut i64) -> Result<(), Stop> {
    let small = |number: &BigInt| number.to_i64().ok_or(Stop::TooLarge);
    match term {
        Term::Number(number) => {
            let value = small(number)?.checked_mul(factor).ok_or(Stop::TooLarge)?;
            *constant = constant.checked_add(value).ok_or(Stop::TooLarge)?;
            Ok(())
        }
        Term::Variable(variable) => add_to(factor, *variable, sums),
        // The checker adds the second part first, and the order of variables is that of its sum.
        Term::Sum(a, b) => {
            add_term(factor, b, sums, constant)?;
            add_term(factor, a, sums, constant)
        }
        Term::Difference(a, b) => {
            add_term(-factor, b, sums, constant)?;
            add_term(factor, a, sums, constant)
        }
        Term::Multiple(multiple, a) => {
            let factor = small(multiple)?.checked_mul(factor).ok_or(Stop::TooLarge)?;
            add_term(factor, a, sums, constant)
        }
    }
}

/// What was read of a sum.
pub(crate) type Vector = Vec<i64>;

/// A comparison of a sum with a constant, in one system.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) equal: bool,
    /// The factors, in the order of the places that are read.
    pub(crate) factors: Vec<i64>,
    pub(crate) constant: i64,
    pub(crate) system: System,
}

/// What is known of a comparison.
pub(crate) enum Decided {
    Known(bool),
    Open(Vector),
}

impl Line {
    /// Nothing is read.
    pub(crate) fn start(&self) -> Result<Decided, Stop> {
        self.decide(vec![0; self.system.0.len()], &vec![0; self.factors.len()])
    }

    /// What is known after digits that are worth `dot` together; the variables are in these states after them.
    pub(crate) fn step(&self, vector: &[i64], dot: i64, states: &[u32]) -> Result<Decided, Stop> {
        let wide: Vec<i128> = vector.iter().map(|x| i128::from(*x)).collect();
        let mut next = up(&self.system, &wide)?;
        add_at(&mut next, 0, i128::from(dot))?;
        let next = next.into_iter().map(|x| i64::try_from(x).map_err(|_| Stop::TooLarge)).collect::<Result<_, _>>()?;
        self.decide(next, states)
    }

    /// Whether it is true if nothing else is to come.
    pub(crate) fn is_true(&self, vector: &[i64]) -> bool {
        let sum: i128 = vector.iter().map(|x| i128::from(*x)).sum();
        match self.equal {
            true => sum == i128::from(self.constant),
            false => sum <= i128::from(self.constant),
        }
    }

    fn decide(&self, vector: Vector, states: &[u32]) -> Result<Decided, Stop> {
        let constant = i128::from(self.constant);
        if self.always_at_least(1, &vector, states, constant + 1)? {
            return Ok(Decided::Known(false));
        }
        if self.always_at_least(-1, &vector, states, if self.equal { 1 - constant } else { -constant })? {
            return Ok(Decided::Known(!self.equal));
        }
        Ok(Decided::Open(vector))
    }

    /// Whether the sum, or (with sign -1) what it takes away, is at least a bound, whatever digits are to come: the number of words
    /// from the state of a variable, less one, is the most that they are worth.
    fn always_at_least(&self, sign: i128, vector: &[i64], states: &[u32], bound: i128) -> Result<bool, Stop> {
        let mut vector: Vec<i128> = vector.iter().map(|x| sign * i128::from(*x)).collect();
        let mut bound = bound;
        for (factor, state) in self.factors.iter().zip(states) {
            let factor = sign * i128::from(*factor);
            if factor < 0 {
                add_at(&mut vector, *state as usize, factor)?;
                bound += factor;
            }
        }
        for step in 0..BOUND_STEPS {
            if bound > vector.iter().sum() {
                return Ok(false);
            }
            if vector.iter().all(|x| *x >= 0) {
                return Ok(true);
            }
            if step + 1 < BOUND_STEPS {
                vector = up(&self.system, &vector)?;
            }
        }
        Ok(false)
    }
}

fn add_at(vector: &mut Vec<i128>, at: usize, value: i128) -> Result<(), Stop> {
    if vector.len() <= at {
        vector.resize(at + 1, 0);
    }
    vector[at] = vector[at].checked_add(value).ok_or(Stop::TooLarge)?;
    Ok(())
}

/// The vector with one more digit to come.
fn up(system: &System, vector: &[i128]) -> Result<Vec<i128>, Stop> {
    let mut next = vec![0; system.0.len()];
    for (state, value) in vector.iter().enumerate().filter(|(_, value)| **value != 0) {
        let (top, after) = system.0.get(state).copied().unwrap_or((0, 0));
        let top = i128::try_from(top).map_err(|_| Stop::TooLarge)?;
        add_at(&mut next, after, *value)?;
        add_at(&mut next, 0, value.checked_mul(top).ok_or(Stop::TooLarge)?)?;
    }
    Ok(next)
}
