//! How a system is given: by its kind of weights, or by automata.

use std::borrow::Cow;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::{Dfa, Layout, Letter, State, Transitions};
use crate::budget::{Budget, Halt};

use super::automaton_system::AutomatonSystem;
use super::dumont_thomas::DumontThomas;
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
    /// Digits that lead from letter to letter of a morphism.
    DumontThomas(Arc<DumontThomas>),
    /// Valid words, addition and order from files.
    Automata(Arc<AutomatonSystem>),
}

/// The automaton of valid words, most significant digit first, state by state; the first state is the start.
pub struct Paths<'a> {
    /// Where each digit leads, from 0 on.
    pub targets: &'a [Vec<usize>],
    /// Whether a word may end in a state.
    pub accepting: Cow<'a, [bool]>,
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

impl From<DumontThomas> for Rule {
    fn from(system: DumontThomas) -> Rule {
        Rule::DumontThomas(Arc::new(system))
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
            Rule::DumontThomas(system) => system.digits(),
            Rule::Automata(system) => system.digits(),
        }
    }

    /// Whether its numbers are all integers, and not only the natural ones.
    pub fn is_signed(&self) -> bool {
        match self {
            Rule::Positional(_) => false,
            Rule::NegativeBase(_) => true,
            Rule::Ostrowski(_) => false,
            Rule::DumontThomas(_) => false,
            Rule::Automata(system) => system.is_signed(),
        }
    }

    /// Whether `x+y=z` is an automaton. Where it is not, differences are.
    pub fn adds(&self) -> bool {
        match self {
            Rule::DumontThomas(system) => system.adds(),
            Rule::Positional(_) | Rule::NegativeBase(_) | Rule::Ostrowski(_) | Rule::Automata(_) => true,
        }
    }

    /// The states of the automaton of valid words; `None` where a morphism cannot follow them.
    pub fn paths(&self) -> Option<Paths<'_>> {
        match self {
            Rule::Positional(system) => {
                Some(Paths { targets: system.validity(), accepting: Cow::Borrowed(system.accepting()) })
            }
            Rule::DumontThomas(system) => {
                let targets = system.images();
                Some(Paths { targets, accepting: Cow::Owned(vec![true; targets.len()]) })
            }
            Rule::NegativeBase(_) | Rule::Ostrowski(_) | Rule::Automata(_) => None,
        }
    }

    /// Whether the order of the numbers is the radix order of their words.
    pub(super) fn orders_by_words(&self) -> bool {
        match self {
            Rule::Positional(_) => true,
            Rule::NegativeBase(_) => false,
            Rule::Ostrowski(_) => true,
            Rule::DumontThomas(_) => true,
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
            Rule::DumontThomas(system) => system.digits_by(n.magnitude(), look),
            Rule::Automata(system) => system.digits_by(n, look),
        }
    }

    /// The value of a word of digits, most significant first; `look` is asked from time to time whether to go on.
    pub(super) fn value_by<E>(&self, digits: &[u32], look: impl Fn() -> Result<(), E>) -> Result<BigInt, E> {
        match self {
            Rule::Positional(system) => system.value_by(digits, look).map(BigInt::from),
            Rule::NegativeBase(system) => system.value_by(digits, look),
            Rule::Ostrowski(system) => system.value_by(digits, look),
            Rule::DumontThomas(system) => system.value_by(digits, look),
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
            Rule::DumontThomas(system) => Ok(system.valid()),
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
