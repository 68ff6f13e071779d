//! What is known of the values of a sum of numbers with real coefficients: its infimum and supremum, whether a bound is
//! passed, why it is unbounded, or why none of this is known.

use std::fmt;

use num_bigint::BigInt;
use num_rational::Ratio;

use crate::automata::Letter;
use crate::budget::Halt;
use crate::tuning::numeration::extremes::{DECIMALS, TURNS};
use crate::tuning::numeration::fields::HIGHEST_DEGREE;

use super::algebraic::Algebraic;
use super::relation::Relation;
use super::system::decode;

/// One end of the values of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// Known exactly.
    Exact {
        /// The infimum or supremum.
        value: Algebraic,
        /// A tuple at which it is attained; none if it is a limit.
        at: Option<Vec<BigInt>>,
    },
    /// Between two fractions, ends included; whether it is attained is not known.
    Enclosed {
        /// The lower one.
        low: Ratio<BigInt>,
        /// The upper one.
        high: Ratio<BigInt>,
    },
}

impl Extreme {
    /// Whether it may be greater than 0.
    pub fn may_exceed_zero(&self) -> bool {
        match self {
            Extreme::Exact { value, .. } => *value > Algebraic::from(0),
            Extreme::Enclosed { high, .. } => *high > Ratio::from_integer(BigInt::from(0)),
        }
    }

    /// A fraction rounded to some decimals, towards the side that is asked for.
    pub fn rounded(value: &Ratio<BigInt>, is_up: bool) -> Ratio<BigInt> {
        let places = BigInt::from(10).pow(DECIMALS);
        let scaled = value * &places;
        Ratio::new(if is_up { scaled.ceil() } else { scaled.floor() }.to_integer(), places)
    }

    /// A fraction rounded like that, as text: `-0.8483027691`.
    pub fn decimals(value: &Ratio<BigInt>, is_up: bool) -> String {
        let places = BigInt::from(10).pow(DECIMALS);
        let rounded = (Extreme::rounded(value, is_up) * &places).to_integer();
        let (sign, size) = if rounded < BigInt::from(0) { ("-", -rounded) } else { ("", rounded) };
        format!("{sign}{}.{:0>width$}", &size / &places, (&size % &places).to_string(), width = DECIMALS as usize)
    }
}

/// Why extremes are not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoExtremes {
    /// The tracks are in several systems, in one whose digits do not follow letters, or read from the other end.
    #[error(
        "the numbers must be in one system that is read from the most significant digit, a base, a Parry system or that of a morphism"
    )]
    System,
    /// The recurrence of the system is too long.
    #[error("the parts of the sum obey no recurrence of order {HIGHEST_DEGREE} or less")]
    Order,
    /// No eigenvalue is above 1 and above all others.
    #[error("the numbers of words of this system do not grow like the powers of one number")]
    Growth,
    /// Several eigenvalues beside the largest, of which some were not shown to be below 1, and too many values.
    #[error(
        "several eigenvalues are beside the largest, not all of them below 1 in absolute value, and no growth is found"
    )]
    Expanding,
    /// A number that is not in the field of the system.
    #[error("{number} is not in the field of this system, whose numbers are {}", field(system.as_deref()))]
    Field {
        /// The generator of its field.
        number: String,
        /// That of the system's, if it has one.
        system: Option<String>,
    },
    /// The sum takes values as far from 0 as one likes.
    #[error("the sum is unbounded: it grows {0}")]
    Unbounded(Box<Growth>),
    /// An extreme is so near to the end of the interval that it is not told on which side.
    #[error("the {0} is nearer to the end of the interval than it was calculated")]
    Near(&'static str),
    /// There is no tuple.
    #[error("no numbers satisfy the condition")]
    Empty,
    /// The limit that was passed.
    #[error(transparent)]
    Halt(#[from] Halt),
}

fn field(generator: Option<&str>) -> String {
    match generator {
        None => "fractions".into(),
        Some(root) if root.starts_with("sqrt") => format!("a + b {root}"),
        Some(root) => format!("polynomials of {root} with fractions as coefficients"),
    }
}

/// The lowest and the highest value of a sum over a relation.
#[derive(Clone, Debug)]
pub struct Extremes {
    /// Infimum.
    pub lowest: Extreme,
    /// Supremum.
    pub highest: Extreme,
}

/// A bound that a sum passes, or meets.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The number.
    pub value: Algebraic,
    /// Whether the sum may be equal to it.
    pub is_allowed: bool,
    /// Whether the sum is to stay above it, and not below.
    pub is_lower: bool,
}

impl Bound {
    /// Whether a value of the sum is beyond it.
    pub fn is_passed_by(&self, value: &Algebraic) -> bool {
        match (self.is_lower, self.is_allowed) {
            (true, true) => *value < self.value,
            (true, false) => *value <= self.value,
            (false, true) => *value > self.value,
            (false, false) => *value >= self.value,
        }
    }
}

/// Why a sum is unbounded: words that lead to a cycle, around it, and on to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The eigenvalue whose powers it grows like; nothing if it is one of several that are not the largest.
    pub eigenvalue: Option<Algebraic>,
    /// If it is the largest, and the sum grows as a multiple of one number does: on which track, and what the sum divided by it tends to. What is
    /// left of the sum grows like smaller eigenvalues.
    pub rate: Option<(usize, Algebraic)>,
    pub(super) head: Vec<Letter>,
    pub(super) cycle: Vec<Letter>,
    pub(super) tail: Vec<Letter>,
}

/// `like the powers of (1 + sqrt(5))/2`.
impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = Algebraic::from(1);
        match &self.eigenvalue {
            None => write!(f, "with the number of digits, by eigenvalues below the largest"),
            Some(own) if *own == one || *own == -one => {
                write!(f, "with the number of digits, by the eigenvalue {own}")
            }
            Some(own) => write!(f, "like the powers of {own}"),
        }
    }
}

impl Growth {
    /// A tuple at which the sum passes one of these bounds, if some turns around the cycle show one.
    pub fn beyond<E>(
        &self,
        relation: &Relation,
        sum: impl Fn(&[BigInt]) -> Result<Algebraic, E>,
        bounds: &[Bound],
    ) -> Result<Option<Vec<BigInt>>, E> {
        let mut word = self.head.clone();
        let turns = if bounds.is_empty() { 0 } else { TURNS };
        for _ in 0..turns {
            word.extend(&self.cycle);
            let whole: Vec<Letter> = word.iter().chain(&self.tail).copied().collect();
            let numbers = decode(&whole, relation.dfa().layout(), relation.systems());
            let sum = sum(&numbers)?;
            if bounds.iter().any(|bound| bound.is_passed_by(&sum)) {
                return Ok(Some(numbers));
            }
        }
        Ok(None)
    }
}
