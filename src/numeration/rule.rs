//! How a system is given: by what kind of weights, or by automata.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::{Budget, Dfa, Layout, Letter, Limit, Transitions, number};

use super::given::Given;
use super::graded::Graded;
use super::positional::Positional;

/// How a system is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Weights that count the valid words: integer bases and Parry systems.
    Positional(Arc<Positional>),
    /// Weights on a ladder: negative bases and Ostrowski systems.
    Graded(Arc<Graded>),
    /// Valid words, addition and order from files.
    Given(Arc<Given>),
}

impl From<Positional> for Rule {
    fn from(system: Positional) -> Rule {
        Rule::Positional(Arc::new(system))
    }
}

impl From<Graded> for Rule {
    fn from(system: Graded) -> Rule {
        Rule::Graded(Arc::new(system))
    }
}

impl From<Given> for Rule {
    fn from(system: Given) -> Rule {
        Rule::Given(Arc::new(system))
    }
}

impl Rule {
    /// Number of digits.
    pub fn digits(&self) -> u32 {
        match self {
            Rule::Positional(system) => system.digits(),
            Rule::Graded(system) => system.digits(),
            Rule::Given(system) => system.digits(),
        }
    }

    /// Whether its numbers are all integers, and not only the natural ones.
    pub fn is_signed(&self) -> bool {
        match self {
            Rule::Positional(_) => false,
            Rule::Graded(system) => system.is_signed(),
            Rule::Given(system) => system.is_signed(),
        }
    }

    /// Whether the order of the numbers is the radix order of their words.
    pub(super) fn orders_by_words(&self) -> bool {
        match self {
            Rule::Positional(_) => true,
            Rule::Graded(system) => !system.is_signed(),
            Rule::Given(system) => system.orders_by_words(),
        }
    }

    /// The digits of a number, most significant first, without leading zeros.
    pub(super) fn digits_of(&self, n: &BigInt) -> Vec<u32> {
        match self {
            Rule::Positional(system) => system.digits_of(n.magnitude()),
            Rule::Graded(system) => system.digits_of(n),
            Rule::Given(system) => system.digits_of(n),
        }
    }

    /// The value of a word of digits, most significant first.
    pub(super) fn value_of(&self, digits: &[u32]) -> BigInt {
        match self {
            Rule::Positional(system) => system.value_of(digits).into(),
            Rule::Graded(system) => system.value_of(digits),
            Rule::Given(system) => system.value_of(digits),
        }
    }

    /// The valid words, most significant digit first, minimal.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn valid(&self, budget: &Budget) -> Result<Dfa, Limit> {
        match self {
            Rule::Positional(system) => Ok(automaton(system)),
            Rule::Graded(system) => system.valid(budget),
            Rule::Given(system) => Ok(system.valid().clone()),
        }
    }
}

fn automaton(system: &Positional) -> Dfa {
    let layout = Layout::new(&[system.digits()]).expect("one track fits");
    let mut transitions = Transitions::new();
    for row in system.validity() {
        transitions.push_row(&mut row.iter().enumerate().map(|(digit, &q)| (digit as Letter, number(q))).collect());
    }
    Dfa::new(layout, transitions, system.accepting().to_vec()).minimize()
}
