//! Boolean combinations of automata that are only stepped, never enumerated.
//!
//! Each leaf is true, false or open from here on; a decided node drops out of the state, a decided whole ends it. This
//! is what keeps a join of a dozen parts small: most are decided after a few digits.

use super::automaton::{LazyAutomaton, Next};
use crate::automata::letter::Letter;
use crate::automata::transitions::State;
use crate::budget::{Budget, Halt};
use crate::planted::{Bug, planted};

/// The shape of a combination: leaves are numbered in the order in which they stand, each used once.
pub enum Guard {
    /// A part.
    Leaf(Box<dyn LazyAutomaton>),
    /// Not.
    Not(Box<Guard>),
    /// All of them; never empty.
    And(Vec<Guard>),
    /// Some of them; never empty.
    Or(Vec<Guard>),
    /// Both or neither.
    Iff(Box<Guard>, Box<Guard>),
}

/// The state of a leaf in a stored state of a condition.
const FALSE: State = State::MAX;
const TRUE: State = State::MAX.previous();

/// What is known of a condition from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    False,
    True,
    Open,
}

impl std::ops::Not for Truth {
    type Output = Truth;
    fn not(self) -> Truth {
        match self {
            Truth::False => Truth::True,
            Truth::True => Truth::False,
            Truth::Open => Truth::Open,
        }
    }
}

impl Guard {
    /// True if no conjunction or disjunction is empty. Then every node can still become true or false as long as its
    /// leaves can, which is what the states of decided nodes rely on.
    pub(super) fn is_proper(&self) -> bool {
        match self {
            Guard::Leaf(_) => true,
            Guard::Not(inner) => inner.is_proper(),
            Guard::And(parts) | Guard::Or(parts) => !parts.is_empty() && parts.iter().all(Guard::is_proper),
            Guard::Iff(a, b) => a.is_proper() && b.is_proper(),
        }
    }

    /// Number of leaves.
    pub(super) fn leaves(&self) -> usize {
        match self {
            Guard::Leaf(_) => 1,
            Guard::Not(inner) => inner.leaves(),
            Guard::And(parts) | Guard::Or(parts) => parts.iter().map(Guard::leaves).sum(),
            Guard::Iff(a, b) => a.leaves() + b.leaves(),
        }
    }

    /// The bits of the frame that some leaf reads.
    pub fn mask(&self) -> Letter {
        match self {
            Guard::Leaf(part) => part.mask(),
            Guard::Not(inner) => inner.mask(),
            Guard::And(parts) | Guard::Or(parts) => parts.iter().map(|part| part.mask()).collect(),
            Guard::Iff(a, b) => a.mask() | b.mask(),
        }
    }

    /// Appends the state of every leaf at the start.
    pub(super) fn start(&mut self, state: &mut Vec<State>, budget: &Budget) -> Result<Truth, Halt> {
        self.advance(state, &mut |leaf, _| {
            Ok(match leaf.start(budget)? {
                Some(start) => Next::To(start),
                None => Next::Dead,
            })
        })
    }

    /// Appends the state of every leaf after `letter`.
    pub(super) fn step(
        &mut self,
        old: &[State],
        new: &mut Vec<State>,
        letter: Letter,
        budget: &Budget,
    ) -> Result<Truth, Halt> {
        // Most conditions are one part.
        if let Guard::Leaf(part) = self {
            let next = match old[0] {
                FALSE => Next::Dead,
                TRUE => Next::Universal,
                open => part.step(open, letter & part.mask(), budget)?,
            };
            let (state, truth) = decided(next);
            new.push(state);
            return Ok(truth);
        }
        let mut old = old.iter();
        self.advance(new, &mut |leaf, _| {
            Ok(match *old.next().expect("one state a leaf") {
                FALSE => Next::Dead,
                TRUE => Next::Universal,
                open => leaf.step(open, letter & leaf.mask(), budget)?,
            })
        })
    }

    /// Pushes the next state of every leaf and says what is known of the whole. Leaves under a decided node get a
    /// state that depends on nothing but the decision.
    fn advance(
        &mut self,
        out: &mut Vec<State>,
        next: &mut dyn FnMut(&mut dyn LazyAutomaton, usize) -> Result<Next, Halt>,
    ) -> Result<Truth, Halt> {
        let from = out.len();
        let truth = match self {
            Guard::Leaf(part) => {
                let (state, truth) = decided(next(part.as_mut(), from)?);
                out.push(state);
                return Ok(truth);
            }
            Guard::Not(inner) => match !inner.advance(out, next)? {
                Truth::True if planted(Bug::Complement) => Truth::False,
                truth => truth,
            },
            Guard::And(parts) => {
                let mut whole = Truth::True;
                for part in parts.iter_mut() {
                    whole = both(whole, part.advance(out, next)?);
                }
                whole
            }
            Guard::Or(parts) => {
                let mut whole = Truth::False;
                for part in parts.iter_mut() {
                    whole = !both(!whole, !part.advance(out, next)?);
                }
                whole
            }
            Guard::Iff(a, b) => match (a.advance(out, next)?, b.advance(out, next)?) {
                (Truth::Open, _) | (_, Truth::Open) => Truth::Open,
                (x, y) if x == y => Truth::True,
                _ => Truth::False,
            },
        };
        if truth != Truth::Open {
            out.truncate(from);
            self.fill(truth == Truth::True, out);
        }
        Ok(truth)
    }

    /// Pushes leaf states under which this condition has the value `value`.
    fn fill(&self, value: bool, out: &mut Vec<State>) {
        match self {
            Guard::Leaf(_) => out.push(if value { TRUE } else { FALSE }),
            Guard::Not(inner) => inner.fill(!value, out),
            Guard::And(parts) | Guard::Or(parts) => parts.iter().for_each(|part| part.fill(value, out)),
            Guard::Iff(a, b) => {
                a.fill(true, out);
                b.fill(value, out);
            }
        }
    }

    /// Whether the word that led to these leaf states satisfies the condition.
    pub(super) fn accepts(&self, state: &mut impl Iterator<Item = State>) -> bool {
        match self {
            Guard::Leaf(part) => match state.next().expect("one state a leaf") {
                FALSE => false,
                TRUE => true,
                open => part.accepts(open),
            },
            Guard::Not(inner) => !inner.accepts(state),
            // No short cut: every leaf must take its state.
            Guard::And(parts) => parts.iter().fold(true, |whole, part| part.accepts(state) & whole),
            Guard::Or(parts) => parts.iter().fold(false, |whole, part| part.accepts(state) | whole),
            Guard::Iff(a, b) => a.accepts(state) == b.accepts(state),
        }
    }
}

/// The state of a leaf after a step, and what is known of it.
fn decided(next: Next) -> (State, Truth) {
    match next {
        Next::Dead => (FALSE, Truth::False),
        Next::Universal => (TRUE, Truth::True),
        Next::To(state) => (state, Truth::Open),
    }
}

fn both(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Truth::False, _) | (_, Truth::False) => Truth::False,
        (Truth::True, Truth::True) => Truth::True,
        _ => Truth::Open,
    }
}
