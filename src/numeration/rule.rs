//! How a system is given: by what kind of weights, or by automata.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::{Dfa, Layout, Letter, State, Transitions};
use crate::budget::{Budget, Halt};

use super::automaton_system::AutomatonSystem;
use super::negative_base::NegativeBase;
use super::ostrowski::Ostrowski;
use super::positional::Positional;

/// How a system is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Weights that count the valid words: integer bases and Parry systems.
    Positional(Arc<Positional>),
    /// Weights with alternating signs.
    NegativeBase(Arc<NegativeBase>),
    /// Weights that are the denominators of a continued fraction.
    Ostrowski(Arc<Ostrowski>),
    /// Valid words, addition and order from files.
    Automata(Arc<AutomatonSystem>),
}

impl From<Positional> for Rule {
    fn from(system: Positional) -> Rule {
        Rule::Positional(Arc::new(system))
    }
}

impl From<NegativeBase> for Rule {
    fn from(system: NegativeBase) -> Rule {
        Rule::NegativeBase(Arc::new(system))
    }
}

impl From<Ostrowski> for Rule {
    fn from(system: Ostrowski) -> Rule {
        Rule::Ostrowski(Arc::new(system))
    }
}

impl From<AutomatonSystem> for Rule {
    fn from(system: AutomatonSystem) -> Rule {
        Rule::Automata(Arc::new(system))
    }
}

impl Rule {
    /// Number of digits.
    pub fn digits(&self) -> u32 {
        match self {
            Rule::Positional(system) => system.digits(),
            Rule::NegativeBase(system) => system.digits(),
            Rule::Ostrowski(system) => system.digits(),
            Rule::Automata(system) => system.digits(),
        }
    }

    /// Whether its numbers are all integers, and not only the natural ones.
    pub fn is_signed(&self) -> bool {
        match self {
            Rule::Positional(_) => false,
            Rule::NegativeBase(_) => true,
            Rule::Ostrowski(_) => false,
            Rule::Automata(system) => system.is_signed(),
        }
    }

    /// Whether the order of the numbers is the radix order of their words.
    pub(super) fn orders_by_words(&self) -> bool {
        match self {
            Rule::Positional(_) => true,
            Rule::NegativeBase(_) => false,
            Rule::Ostrowski(_) => true,
            Rule::Automata(system) => system.orders_by_words(),
        }
    }

    /// The digits of a number, most significant first, without leading zeros; `look` is asked from time to time whether
    /// to go on.
    pub(super) fn digits_by<E>(&self, n: &BigInt, look: impl Fn() -> Result<(), E>) -> Result<Vec<u32>, E> {
        match self {
            Rule::Positional(system) => system.digits_by(n.magnitude(), look),
            Rule::NegativeBase(system) => system.digits_by(n, look),
            Rule::Ostrowski(system) => system.digits_by(n, look),
            Rule::Automata(system) => system.digits_by(n, look),
        }
    }

    /// The value of a word of digits, most significant first; `look` is asked from time to time whether to go on.
    pub(super) fn value_by<E>(&self, digits: &[u32], look: impl Fn() -> Result<(), E>) -> Result<BigInt, E> {
        match self {
            Rule::Positional(system) => system.value_by(digits, look).map(BigInt::from),
            Rule::NegativeBase(system) => system.value_by(digits, look),
            Rule::Ostrowski(system) => system.value_by(digits, look),
            Rule::Automata(system) => system.value_by(digits, look),
        }
    }

    /// The valid words, most significant digit first, minimal.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn valid(&self, budget: &Budget) -> Result<Dfa, Halt> {
        match self {
            Rule::Positional(system) => Ok(automaton(system)),
            Rule::NegativeBase(system) => system.valid(budget),
            Rule::Ostrowski(system) => system.valid(budget),
            Rule::Automata(system) => Ok(system.valid().clone()),
        }
    }
}

fn automaton(system: &Positional) -> Dfa {
    let layout = Layout::new(&[system.digits()]).expect("one track fits");
    let row =
        |targets: &Vec<usize>| (0..).zip(targets).map(|(digit, &q)| (Letter::digit(digit), State::new(q))).collect();
    let transitions = Transitions::from_rows(system.validity().iter().map(row));
    Dfa::new(layout, transitions, system.accepting().to_vec()).minimize()
}
