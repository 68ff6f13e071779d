//! Formulas and commands as the checker has them, in `verified/Logic.v`: variables and relations have numbers.
//!
//! A variable stands for a natural number; a difference may be negative on the way.

use std::sync::Arc;

use num_bigint::BigInt;

/// A variable of a formula, by its number.
pub type Variable = usize;

/// A term: an integer for each value of its variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// An integer.
    Number(BigInt),
    /// The value of a variable.
    Variable(Variable),
    /// A sum.
    Sum(Box<Term>, Box<Term>),
    /// A difference.
    Difference(Box<Term>, Box<Term>),
    /// A multiple.
    Multiple(BigInt, Box<Term>),
}

/// How two terms are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Less than.
    Less,
    /// Less than or equal to.
    AtMost,
    /// Equal to.
    Equal,
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Two terms compared.
    Compare(Comparison, Term, Term),
    /// The relation of the script that has this number holds for some variables.
    Relation(usize, Vec<Variable>),
    /// Not.
    Not(Box<Formula>),
    /// And.
    And(Box<Formula>, Box<Formula>),
    /// Or.
    Or(Box<Formula>, Box<Formula>),
    /// If the first, then the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// For some natural number.
    Exists(Variable, Box<Formula>),
    /// For all natural numbers.
    ForAll(Variable, Box<Formula>),
    /// For at least so many tuples.
    AtLeast(usize, Vec<Variable>, Box<Formula>),
    /// For infinitely many natural numbers.
    Infinitely(Variable, Box<Formula>),
}

/// A numeration system as a table: for each state the greatest digit, and the state after it. Smaller digits lead to state 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct System(pub Vec<(usize, usize)>);

impl System {
    /// How many digits a number has to choose from: one more than the greatest.
    pub fn digits(&self) -> usize {
        self.0.iter().map(|(top, _)| top + 1).max().unwrap_or(1)
    }
}

/// The system of each variable; if there is one, it is that of all variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Systems(pub Vec<System>);

impl Systems {
    /// The system of a variable. One without a system of its own has an empty table, as in the checker.
    pub fn of(&self, variable: Variable) -> &System {
        static NONE: System = System(Vec::new());
        match self.0.as_slice() {
            [one] => one,
            all => all.get(variable).unwrap_or(&NONE),
        }
    }
}

/// The digits of the tracks at one place.
pub type Letter = Box<[u16]>;

/// A deterministic automaton: whether each state accepts, and its transitions, sorted by their letters. State 0 is the first. What
/// has no transition is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dfa {
    /// Whether each state accepts.
    pub accepting: Vec<bool>,
    /// The transitions of each state.
    pub rows: Vec<Vec<(Letter, usize)>>,
}

impl Dfa {
    /// The automaton on some tracks that accepts nothing; zeros lead from its state to itself.
    pub fn empty(tracks: usize) -> Dfa {
        Dfa { accepting: vec![false], rows: vec![vec![(vec![0; tracks].into(), 0)]] }
    }

    /// Whether zeros lead from the first state to itself, as the checker asks of a relation.
    pub fn has_zero_loop(&self) -> bool {
        self.rows.first().is_some_and(|row| row.iter().any(|(l, to)| *to == 0 && l.iter().all(|digit| *digit == 0)))
    }
}

/// A relation of the script: the systems of its tracks, and an automaton that reads representations from the most significant digit,
/// with zeros in front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The system of each track.
    pub systems: Vec<System>,
    /// The automaton.
    pub automaton: Arc<Dfa>,
}

/// The rules of a game of some piles: the variables below `piles` are a position, those after them up to twice as many the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The number of piles.
    pub piles: usize,
    /// The previous player may forbid all but so many of the moves that he does not like.
    pub block: usize,
    /// Whether the player who makes the last move loses.
    pub misere: bool,
    /// Which moves there are.
    pub rule: Formula,
}

/// What a script says in one of its lines, after it is taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A relation of so many numbers, by an automaton.
    Automaton(usize, Arc<Dfa>),
    /// A relation by a formula.
    Define(Vec<Variable>, Formula),
    /// The kernel of a game.
    Kernel(Game),
    /// A formula that holds for all values of its variables.
    Theorem(Formula),
}

/// What is known of a kernel beforehand; neither has to be right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// An automaton that may accept it.
    pub kernel: Option<Arc<Dfa>>,
    /// Terms of the piles of which every move decreases the first that it changes.
    pub measure: Option<Vec<Term>>,
}

impl Term {
    /// The number 0.
    pub fn zero() -> Term {
        Term::Number(BigInt::ZERO)
    }

    /// The term with other terms in the places of its variables.
    pub fn with(&self, value: &impl Fn(Variable) -> Term) -> Term {
        let boxed = |a: &Term| Box::new(a.with(value));
        match self {
            Term::Number(_) => self.clone(),
            Term::Variable(variable) => value(*variable),
            Term::Sum(a, b) => Term::Sum(boxed(a), boxed(b)),
            Term::Difference(a, b) => Term::Difference(boxed(a), boxed(b)),
            Term::Multiple(factor, a) => Term::Multiple(factor.clone(), boxed(a)),
        }
    }

    /// Adds the variables in it, in their order.
    pub fn collect(&self, into: &mut Vec<Variable>) {
        match self {
            Term::Number(_) => {}
            Term::Variable(variable) => into.push(*variable),
            Term::Sum(a, b) | Term::Difference(a, b) => {
                a.collect(into);
                b.collect(into);
            }
            Term::Multiple(_, a) => a.collect(into),
        }
    }
}

impl Formula {
    /// What is never true.
    pub fn falsity() -> Formula {
        Formula::Compare(Comparison::Less, Term::zero(), Term::zero())
    }

    /// One of some formulas; what is never true if there are none.
    pub fn any(formulas: Vec<Formula>) -> Formula {
        formulas.into_iter().rev().reduce(|rest, formula| formula.or(rest)).unwrap_or_else(Formula::falsity)
    }

    /// The negation.
    pub fn negation(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    /// The conjunction of two.
    pub fn and(self, other: Formula) -> Formula {
        Formula::And(Box::new(self), Box::new(other))
    }

    /// The disjunction of two.
    pub fn or(self, other: Formula) -> Formula {
        Formula::Or(Box::new(self), Box::new(other))
    }

    /// The second if the first.
    pub fn implies(self, other: Formula) -> Formula {
        Formula::Implies(Box::new(self), Box::new(other))
    }

    /// Some number makes it true.
    pub fn exists(variable: Variable, formula: Formula) -> Formula {
        Formula::Exists(variable, Box::new(formula))
    }

    /// The variables that are free, each once, in their order.
    pub(crate) fn free(&self) -> Vec<Variable> {
        let mut variables = Vec::new();
        self.collect(&mut variables);
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    /// The formulas that it is made of: at most two.
    pub fn parts(&self) -> impl Iterator<Item = &Formula> {
        let parts = match self {
            Formula::Compare(..) | Formula::Relation(..) => [None, None],
            Formula::And(f, g) | Formula::Or(f, g) | Formula::Implies(f, g) | Formula::Iff(f, g) => [Some(f), Some(g)],
            Formula::Not(f)
            | Formula::Exists(_, f)
            | Formula::ForAll(_, f)
            | Formula::AtLeast(_, _, f)
            | Formula::Infinitely(_, f) => [Some(f), None],
        };
        parts.into_iter().flatten().map(|part| &**part)
    }

    /// The formula with what `change` gives for its parts, from the left.
    pub fn with_parts(&self, mut change: impl FnMut(&Formula) -> Formula) -> Formula {
        let mut boxed = |f: &Formula| Box::new(change(f));
        match self {
            Formula::Compare(..) | Formula::Relation(..) => self.clone(),
            Formula::Not(f) => Formula::Not(boxed(f)),
            Formula::And(f, g) => Formula::And(boxed(f), boxed(g)),
            Formula::Or(f, g) => Formula::Or(boxed(f), boxed(g)),
            Formula::Implies(f, g) => Formula::Implies(boxed(f), boxed(g)),
            Formula::Iff(f, g) => Formula::Iff(boxed(f), boxed(g)),
            Formula::Exists(x, f) => Formula::Exists(*x, boxed(f)),
            Formula::ForAll(x, f) => Formula::ForAll(*x, boxed(f)),
            Formula::AtLeast(count, tuple, f) => Formula::AtLeast(*count, tuple.clone(), boxed(f)),
            Formula::Infinitely(x, f) => Formula::Infinitely(*x, boxed(f)),
        }
    }

    /// The variables that are bound in its parts.
    pub fn bound(&self) -> &[Variable] {
        match self {
            Formula::Exists(x, _) | Formula::ForAll(x, _) | Formula::Infinitely(x, _) => std::slice::from_ref(x),
            Formula::AtLeast(_, tuple, _) => tuple,
            _ => &[],
        }
    }

    fn collect(&self, into: &mut Vec<Variable>) {
        let from = into.len();
        match self {
            Formula::Compare(_, a, b) => {
                a.collect(into);
                b.collect(into);
            }
            Formula::Relation(_, tracks) => into.extend(tracks),
            _ => self.parts().for_each(|part| part.collect(into)),
        }
        into.extract_if(from.., |variable| self.bound().contains(variable)).for_each(drop);
    }

    /// A variable that is neither this one nor free, as the checker chooses it.
    pub fn fresh(&self, variable: Variable) -> Variable {
        self.free().into_iter().max().unwrap_or(0).max(variable) + 1
    }

    /// The parts of a conjunction.
    pub(crate) fn conjuncts(&self) -> Vec<&Formula> {
        match self {
            Formula::And(f, g) => [f.conjuncts(), g.conjuncts()].concat(),
            other => vec![other],
        }
    }

    /// Whether there are quantifiers.
    pub(crate) fn quantified(&self) -> bool {
        let quantifier =
            matches!(self, Formula::Exists(..) | Formula::ForAll(..) | Formula::AtLeast(..) | Formula::Infinitely(..));
        quantifier || self.parts().any(Formula::quantified)
    }
}
