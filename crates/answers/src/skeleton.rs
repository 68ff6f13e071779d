//! Formulas without quantifiers: automata and comparisons, combined.

use std::sync::Arc;

use crate::formula::{Comparison, Dfa, Term, Variable};
use crate::linear::{Sums, add_term};
use crate::stop::Stop;

/// How two truths are combined, by the table of its four values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Connective(u8);

impl Connective {
    pub(crate) const AND: Connective = Connective(0b1000);
    pub(crate) const OR: Connective = Connective(0b1110);
    pub(crate) const IMPLIES: Connective = Connective(0b1011);
    pub(crate) const IFF: Connective = Connective(0b1001);

    /// The truth of the whole.
    pub(crate) fn of(self, a: bool, b: bool) -> bool {
        self.0 >> (u8::from(a) * 2 + u8::from(b)) & 1 == 1
    }

    /// The table, as a part of a key.
    pub(crate) fn table(self) -> u8 {
        self.0
    }
}

/// A formula without quantifiers.
#[derive(Clone, Debug)]
pub(crate) enum Skeleton {
    /// True or false.
    Known(bool),
    /// An automaton accepts some variables.
    Accepts(Arc<Dfa>, Vec<Variable>),
    /// The sum is the constant, or at most the constant.
    Linear { equal: bool, sums: Sums, constant: i64 },
    /// Not.
    Not(Box<Skeleton>),
    /// Two, combined.
    Both(Connective, Box<Skeleton>, Box<Skeleton>),
}

impl Skeleton {
    pub(crate) fn not(self) -> Skeleton {
        Skeleton::Not(Box::new(self))
    }

    pub(crate) fn both(connective: Connective, a: Skeleton, b: Skeleton) -> Skeleton {
        Skeleton::Both(connective, Box::new(a), Box::new(b))
    }

    pub(crate) fn and(self, other: Skeleton) -> Skeleton {
        Skeleton::both(Connective::AND, self, other)
    }

    /// A comparison of two terms.
    pub(crate) fn comparing(comparison: Comparison, a: &Term, b: &Term) -> Result<Skeleton, Stop> {
        let (mut sums, mut constant) = (Vec::new(), 0);
        add_term(-1, b, &mut sums, &mut constant)?;
        add_term(1, a, &mut sums, &mut constant)?;
        let constant = constant.checked_neg().ok_or(Stop::TooLarge)?;
        Ok(match comparison {
            Comparison::Less => {
                Skeleton::Linear { equal: false, sums, constant: constant.checked_sub(1).ok_or(Stop::TooLarge)? }
            }
            Comparison::AtMost => Skeleton::Linear { equal: false, sums, constant },
            Comparison::Equal => Skeleton::Linear { equal: true, sums, constant },
        })
    }

    /// All of some premises, the last of which is the first here.
    pub(crate) fn all(premises: &[Skeleton]) -> Skeleton {
        match premises {
            [] => Skeleton::Known(true),
            [one] => one.clone(),
            [first, rest @ ..] => first.clone().and(Skeleton::all(rest)),
        }
    }

    fn collect(&self, into: &mut Vec<Variable>) {
        match self {
            Skeleton::Known(_) => {}
            Skeleton::Accepts(_, tracks) => into.extend(tracks),
            Skeleton::Linear { sums, .. } => into.extend(sums.iter().map(|(_, variable)| *variable)),
            Skeleton::Not(a) => a.collect(into),
            Skeleton::Both(_, a, b) => {
                a.collect(into);
                b.collect(into);
            }
        }
    }

    /// The variables, in their order.
    pub(crate) fn variables(&self) -> Vec<Variable> {
        variables_of([self])
    }

    /// The variables but for some.
    pub(crate) fn outer(&self, inner: &[Variable]) -> Vec<Variable> {
        let mut variables = self.variables();
        variables.retain(|variable| !inner.contains(variable));
        variables
    }
}

/// The variables of some formulas, in their order.
pub(crate) fn variables_of<'a>(skeletons: impl IntoIterator<Item = &'a Skeleton>) -> Vec<Variable> {
    let mut variables = Vec::new();
    skeletons.into_iter().for_each(|skeleton| skeleton.collect(&mut variables));
    variables.sort_unstable();
    variables.dedup();
    variables
}

/// Whether two lists have nothing in common.
pub(crate) fn disjoint(a: &[Variable], b: &[Variable]) -> bool {
    !a.iter().any(|variable| b.contains(variable))
}
