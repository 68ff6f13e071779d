//! Conditions: boolean combinations of automata that accept or refuse letters and never enumerate them.
//!
//! Each leaf is true, false or open from here on; a decided node drops out of the state, a decided whole ends it. This
//! is what keeps a join of a dozen parts small: most are decided after a few digits.
//!
//! A formula of a game has hundreds of leaves, and few of its conjunctions are ever in many states. So each node below
//! the top of a large one is [`Shared`]: its states have numbers, one of which stands in the state of the join, and
//! what is known of a step is looked up. Bad only where the states of a node are as many as those of the join; then few
//! steps are met twice, and they are not kept.

use super::automaton::{LazyAutomaton, Next};
use super::steps::Steps;
use crate::automata::interner::Interner;
use crate::automata::letter::Letter;
use crate::automata::overlay::{Blocks, Found, Overlay, Renumbered, transposed};
use crate::automata::transitions::State;
use crate::budget::{Budget, Halt};
use crate::planted::{Bug, planted};
use crate::tuning::automata::guard;

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
    /// A combination that is one leaf of another.
    Shared(Box<Shared>),
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
            Guard::Shared(part) => part.condition.is_proper(),
            Guard::Not(inner) => inner.is_proper(),
            Guard::And(parts) | Guard::Or(parts) => !parts.is_empty() && parts.iter().all(Guard::is_proper),
            Guard::Iff(a, b) => a.is_proper() && b.is_proper(),
        }
    }

    /// Number of leaves.
    pub(super) fn leaves(&self) -> usize {
        match self {
            Guard::Leaf(_) | Guard::Shared(_) => 1,
            Guard::Not(inner) => inner.leaves(),
            Guard::And(parts) | Guard::Or(parts) => parts.iter().map(Guard::leaves).sum(),
            Guard::Iff(a, b) => a.leaves() + b.leaves(),
        }
    }

    /// The bits of the frame that some leaf reads.
    pub fn mask(&self) -> Letter {
        match self {
            Guard::Leaf(part) => part.mask(),
            Guard::Shared(part) => part.mask,
            Guard::Not(inner) => inner.mask(),
            Guard::And(parts) | Guard::Or(parts) => parts.iter().map(|part| part.mask()).collect(),
            Guard::Iff(a, b) => a.mask() | b.mask(),
        }
    }

    /// Makes each part of a conjunction, a disjunction or an equivalence one leaf, unless there are few leaves.
    #[must_use]
    pub(super) fn grouped(self) -> Guard {
        match self {
            _ if self.leaves() <= guard::STEPPED_LEAVES => self,
            Guard::Leaf(_) | Guard::Shared(_) => self,
            Guard::Not(inner) => Guard::Not(Box::new(inner.grouped())),
            Guard::And(parts) => Guard::And(parts.into_iter().map(Guard::shared).collect()),
            Guard::Or(parts) => Guard::Or(parts.into_iter().map(Guard::shared).collect()),
            Guard::Iff(a, b) => Guard::Iff(Box::new(a.shared()), Box::new(b.shared())),
        }
    }

    fn shared(self) -> Guard {
        if self.leaves() == 1 { self } else { Guard::Shared(Box::new(Shared::new(self.grouped()))) }
    }

    /// Appends the state of every leaf at the start.
    pub(super) fn start(&mut self, state: &mut Vec<State>, budget: &Budget) -> Result<Truth, Halt> {
        self.advance(&mut Way::Start, state, budget)
    }

    /// Appends the state of every leaf after `letter`.
    pub(super) fn step(
        &mut self,
        old: &[State],
        new: &mut Vec<State>,
        letter: Letter,
        budget: &Budget,
    ) -> Result<Truth, Halt> {
        self.advance(&mut Way::Step(old.iter(), letter), new, budget)
    }

    /// Pushes the next state of every leaf and says what is known of the whole. Leaves under a decided node get a
    /// state that depends on nothing but the decision.
    fn advance(&mut self, way: &mut Way<'_>, out: &mut Vec<State>, budget: &Budget) -> Result<Truth, Halt> {
        let from = out.len();
        let truth = match self {
            Guard::Leaf(part) => {
                let next = match way {
                    Way::Start => part.start(budget)?.map_or(Next::Dead, Next::To),
                    Way::Step(old, letter) => match stored(old) {
                        Next::To(state) => part.step(state, *letter & part.mask(), budget)?,
                        known => known,
                    },
                };
                return Ok(decided(next, out));
            }
            Guard::Shared(part) => {
                let next = match way {
                    Way::Start => part.start(budget)?,
                    Way::Step(old, letter) => match stored(old) {
                        Next::To(state) => part.step(state, *letter & part.mask, budget)?,
                        known => known,
                    },
                };
                return Ok(decided(next, out));
            }
            Guard::Not(inner) => match !inner.advance(way, out, budget)? {
                Truth::True if planted(Bug::Complement) => Truth::False,
                truth => truth,
            },
            Guard::And(parts) => Guard::all(parts, Truth::True, way, out, budget)?,
            Guard::Or(parts) => Guard::all(parts, Truth::False, way, out, budget)?,
            Guard::Iff(a, b) => match (a.advance(way, out, budget)?, b.advance(way, out, budget)?) {
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

    /// The parts of a conjunction, where none is `neutral` = true, or of a disjunction. Once one decides the whole the
    /// others need no step: the states of a decided node depend on nothing but the decision.
    fn all(
        parts: &mut [Guard],
        neutral: Truth,
        way: &mut Way<'_>,
        out: &mut Vec<State>,
        budget: &Budget,
    ) -> Result<Truth, Halt> {
        let mut whole = neutral;
        for part in parts {
            if whole == !neutral {
                way.skip(part.leaves());
                continue;
            }
            whole = match part.advance(way, out, budget)? {
                truth if truth == neutral => whole,
                truth if truth == !neutral => truth,
                _ => Truth::Open,
            };
        }
        Ok(whole)
    }

    /// Another one that knows the same, as of [`LazyAutomaton::fork`].
    pub(super) fn fork(&mut self) -> Guard {
        match self {
            Guard::Leaf(part) => Guard::Leaf(part.fork()),
            Guard::Not(inner) => Guard::Not(Box::new(inner.fork())),
            Guard::And(parts) => Guard::And(parts.iter_mut().map(Guard::fork).collect()),
            Guard::Or(parts) => Guard::Or(parts.iter_mut().map(Guard::fork).collect()),
            Guard::Iff(a, b) => Guard::Iff(Box::new(a.fork()), Box::new(b.fork())),
            Guard::Shared(part) => Guard::Shared(Box::new(part.fork())),
        }
    }

    /// A fork has done another block.
    pub(super) fn mark(&mut self) {
        match self {
            Guard::Leaf(part) => part.mark(),
            Guard::Not(inner) => inner.mark(),
            Guard::And(parts) | Guard::Or(parts) => parts.iter_mut().for_each(Guard::mark),
            Guard::Iff(a, b) => [a, b].into_iter().for_each(|part| part.mark()),
            Guard::Shared(part) => {
                part.condition.mark();
                part.states.mark();
            }
        }
    }

    /// Appends what each leaf of a fork has found.
    pub(super) fn found(&mut self, out: &mut Vec<Found>) {
        match self {
            Guard::Leaf(part) => out.push(part.found()),
            Guard::Not(inner) => inner.found(out),
            Guard::And(parts) | Guard::Or(parts) => parts.iter_mut().for_each(|part| part.found(out)),
            Guard::Iff(a, b) => [a, b].into_iter().for_each(|part| part.found(out)),
            Guard::Shared(part) => out.push(part.found()),
        }
    }

    /// Takes over what each leaf of the forks has found, and appends the numbers it has here.
    pub(super) fn absorb(
        &mut self,
        found: &mut impl Iterator<Item = Vec<Found>>,
        blocks: &Blocks,
        out: &mut Vec<Vec<Renumbered>>,
    ) -> Result<(), Halt> {
        let mut next = || found.next().expect("each leaf has found something");
        match self {
            Guard::Leaf(part) => out.push(part.absorb(next(), blocks)?),
            Guard::Shared(part) => out.push(part.absorb(next(), blocks)?),
            Guard::Not(inner) => inner.absorb(found, blocks, out)?,
            Guard::And(parts) | Guard::Or(parts) => {
                parts.iter_mut().try_for_each(|part| part.absorb(found, blocks, out))?
            }
            Guard::Iff(a, b) => [a, b].into_iter().try_for_each(|part| part.absorb(found, blocks, out))?,
        }
        Ok(())
    }

    /// Pushes leaf states under which this condition has the value `value`.
    fn fill(&self, value: bool, out: &mut Vec<State>) {
        match self {
            Guard::Leaf(_) | Guard::Shared(_) => out.push(if value { TRUE } else { FALSE }),
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
            Guard::Shared(part) => match state.next().expect("one state a leaf") {
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

/// How the states of leaves are found: at the start, or from the states before, one a leaf, by a letter.
enum Way<'a> {
    Start,
    Step(std::slice::Iter<'a, State>, Letter),
}

impl Way<'_> {
    /// Leaves out the states of so many leaves.
    fn skip(&mut self, leaves: usize) {
        if let (Way::Step(old, _), Some(last)) = (self, leaves.checked_sub(1)) {
            old.nth(last);
        }
    }
}

/// What the stored state of the next leaf says.
fn stored(old: &mut std::slice::Iter<'_, State>) -> Next {
    match *old.next().expect("one state a leaf") {
        FALSE => Next::Dead,
        TRUE => Next::Universal,
        open => Next::To(open),
    }
}

/// Stores the state of a leaf after a step, and says what is known of it.
fn decided(next: Next, out: &mut Vec<State>) -> Truth {
    let (state, truth) = match next {
        Next::Dead => (FALSE, Truth::False),
        Next::Universal => (TRUE, Truth::True),
        Next::To(state) => (state, Truth::Open),
    };
    out.push(state);
    truth
}

/// A condition whose states have numbers, and whose steps are taken once.
pub struct Shared {
    condition: Guard,
    mask: Letter,
    /// A state: those of all leaves.
    states: Interner<State>,
    steps: Overlay<Steps>,
    /// How often a step was known.
    met_again: usize,
    old: Vec<State>,
    new: Vec<State>,
}

impl Shared {
    fn new(condition: Guard) -> Shared {
        Shared {
            mask: condition.mask(),
            condition,
            states: Interner::default(),
            steps: Overlay::default(),
            met_again: 0,
            old: Vec::new(),
            new: Vec::new(),
        }
    }

    fn start(&mut self, budget: &Budget) -> Result<Next, Halt> {
        self.new.clear();
        let truth = self.condition.start(&mut self.new, budget)?;
        Ok(self.known(truth))
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        if let Some(next) = self.steps.get(state, letter) {
            self.met_again += 1;
            return Ok(next);
        }
        self.old.clear();
        self.old.extend_from_slice(self.states.get(state));
        self.new.clear();
        let truth = self.condition.step(&self.old, &mut self.new, letter, budget)?;
        let next = self.known(truth);
        if self.steps.len() < guard::KEPT_STEPS.max(self.met_again) {
            self.steps.own.insert(state, letter, next, budget);
        }
        Ok(next)
    }

    /// What is known of the states in `new`.
    fn known(&mut self, truth: Truth) -> Next {
        match truth {
            Truth::False => Next::Dead,
            Truth::True => Next::Universal,
            Truth::Open => Next::To(self.states.intern(&self.new).0),
        }
    }

    fn accepts(&self, state: State) -> bool {
        self.condition.accepts(&mut self.states.get(state).iter().copied())
    }

    fn fork(&mut self) -> Shared {
        Shared {
            condition: self.condition.fork(),
            mask: self.mask,
            states: self.states.fork(),
            steps: self.steps.apart(),
            met_again: self.met_again,
            old: Vec::new(),
            new: Vec::new(),
        }
    }

    fn found(&mut self) -> Found {
        let mut parts = Vec::new();
        self.condition.found(&mut parts);
        Found::new((parts, self.states.take(), self.steps.take(), self.met_again))
    }

    fn absorb(&mut self, found: Vec<Found>, blocks: &Blocks) -> Result<Vec<Renumbered>, Halt> {
        let (mut parts, mut states, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for found in found {
            let found: (Vec<Found>, Interner<State>, Steps, usize) = found.take();
            parts.push(found.0);
            states.push(found.1);
            steps.push(found.2);
            self.met_again = self.met_again.max(found.3);
        }
        let mut places = Vec::new();
        self.condition.absorb(&mut transposed(parts).into_iter(), blocks, &mut places)?;
        let change = |fork: usize, tuple: &mut [State]| {
            tuple.iter_mut().zip(&places).for_each(|(q, part)| *q = part[fork].of(*q));
        };
        let renumbered = self.states.absorb(states, blocks, change, |_, _| {});
        self.steps.absorb(&steps, &renumbered, blocks.budget);
        Ok(renumbered)
    }
}
