//! A numeration system's proof of itself: that its order is that of its words, and that its adder adds.
//!
//! Let `successor` be "the next valid word of the same length in radix order", made from nothing but the automaton of
//! valid words and the order of digits. Shown, as equalities of automata:
//!
//! 1. `x < y` of the system is the radix order of the words, which is a strict total order on words of one length; with
//!    leading zeros ignored, words count 0, 1, 2, ... Where the order is another one (negative bases), it is a strict
//!    total order, between words of one length lie none that are longer, and every number has a successor, and a
//!    predecessor if there are negative ones: so it is the order of the natural numbers or of the integers. The
//!    successor is then that of this order.
//! 2. `x + 0 = z` iff `x = z`.
//! 3. `x + y' = z'` for the successor y' of y iff z' is the successor of some z with `x + y = z`.
//!
//! By induction on y, up and down, 2 and 3 say that `x + y = z` holds for exactly one z, and that it is the sum:
//! totality and functionality need no check of their own, and are checked all the same.
//!
//! Each claim is a search for a counterexample in a product of the adder, the order and the successor. Subsets are made
//! only for the successor and for totality. The largest product has the adder twice: bad for large adders, with up to
//! the square of their states.

use std::sync::Arc;
use std::time::Duration;

use crate::automata::{
    Dfa, Guard, Layout, LazyAutomaton, Letter, Product, Projection, Slot, StoredAutomaton, Track, minimized, shortest,
};
use crate::budget::{Budget, Halt, Instant};

use super::linear_atom::{Compare, LinearAtom};
use super::order::radix_order;
use super::system::{Direction, NumerationSystem, decode, validity_part};

/// Numbers for which a claim fails, by the names in it; none where automata differ in another way.
pub type Counterexample = Vec<(&'static str, String)>;

/// What was proved about a system, or the first claim that fails.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The system.
    pub system: String,
    /// States of `x + y = z`.
    pub adder_states: usize,
    /// Each claim, and the smallest numbers for which it fails.
    pub claims: Vec<(&'static str, Option<Counterexample>)>,
    /// How long it took.
    pub time: Duration,
}

impl Certificate {
    /// True if every claim holds.
    pub fn holds(&self) -> bool {
        self.claims.iter().all(|(_, failure)| failure.is_none())
    }
}

/// Proves order and addition of a system.
///
/// A system that is read least significant digit first is proved as the reversal of its twin, whose reversal it is
/// checked to be.
///
/// # Errors
/// The limit that was passed.
pub fn certify(system: &Arc<NumerationSystem>, budget: &Budget) -> Result<Certificate, Halt> {
    let started = Instant::now();
    let mut claims = Vec::new();
    let msd = match system.direction() {
        Direction::Msd => system.clone(),
        Direction::Lsd => Arc::new(system.reversed(budget)?),
    };
    let sum = LinearAtom::new(&[1, 1, -1], Compare::Equal, 0);
    let less = LinearAtom::new(&[1, -1], Compare::Less, 0);
    let adder = msd.linear(&sum, budget)?;
    if system.direction() == Direction::Lsd {
        for (claim, atom) in [("x+y=z is the reversal of the other digit order's", &sum), ("x<y likewise", &less)] {
            let reversed = msd.linear(atom, budget)?.reverse().determinize(budget)?.minimize_within(budget)?;
            let equal = reversed == *system.linear(atom, budget)?;
            claims.push((claim, (!equal).then(Vec::new)));
        }
    }
    let less = msd.linear(&less, budget)?;
    let proof = Proof::new(&msd, adder.clone(), &less, budget)?;
    if msd.orders_by_words() {
        proof.order_of_words(&less, &mut claims)?;
    } else {
        proof.order_of_its_own(&mut claims)?;
    }
    proof.addition(&mut claims)?;
    Ok(Certificate { system: system.name().to_string(), adder_states: adder.states(), claims, time: started.elapsed() })
}

/// The parts of one proof: a frame of five tracks, x, y, y', z, z'.
struct Proof<'a> {
    system: &'a Arc<NumerationSystem>,
    budget: &'a Budget,
    frame: Layout,
    adder: Arc<Dfa>,
    order: Arc<Dfa>,
    successor: Arc<Dfa>,
}

/// That a part does not hold.
fn not(part: Box<dyn LazyAutomaton>) -> Vec<Guard> {
    vec![Guard::Not(Box::new(Guard::Leaf(part)))]
}

type Claims = Vec<(&'static str, Option<Counterexample>)>;

const NAMES: [&str; 5] = ["x", "y", "y'", "z", "z'"];
const X: Track = Track(0);
const Y: Track = Track(1);
const Y_NEXT: Track = Track(2);
const Z: Track = Track(3);
const Z_NEXT: Track = Track(4);

impl<'a> Proof<'a> {
    fn new(
        system: &'a Arc<NumerationSystem>,
        adder: Arc<Dfa>,
        less: &Arc<Dfa>,
        budget: &'a Budget,
    ) -> Result<Proof<'a>, Halt> {
        let order = match system.orders_by_words() {
            true => Arc::new(radix_order(system.valid(), budget)?),
            false => less.clone(),
        };
        let successor = Arc::new(successor(system, &order, budget)?);
        Ok(Proof { system, budget, frame: system.layout(5)?, adder, order, successor })
    }

    fn part(&self, dfa: &Arc<Dfa>, tracks: &[Track]) -> Box<dyn LazyAutomaton> {
        let slots: Vec<Slot> = tracks.iter().map(|&track| self.frame.slots()[track]).collect();
        Box::new(StoredAutomaton::new(dfa.clone(), &slots, Arc::new([])))
    }

    fn valid(&self, track: Track) -> Box<dyn LazyAutomaton> {
        validity_part(self.system, self.frame.slots()[track])
    }

    fn equal(&self, a: Track, b: Track) -> Result<Box<dyn LazyAutomaton>, Halt> {
        let equal = LinearAtom::new(&[1, -1], Compare::Equal, 0);
        Ok(self.part(&self.system.linear(&equal, self.budget)?, &[a, b]))
    }

    /// Claims that no numbers satisfy all parts and conditions.
    fn none(
        &self,
        claim: &'static str,
        parts: Vec<Box<dyn LazyAutomaton>>,
        conditions: Vec<Guard>,
        claims: &mut Claims,
    ) -> Result<(), Halt> {
        let mut join = Product::new(parts, conditions);
        let mut tracks = Track::list(0..NAMES.len());
        tracks.retain(|&track| join.mask() & self.frame.slots()[track].mask() != Letter::ZERO);
        let slots: Vec<Slot> = tracks.iter().map(|&track| self.frame.slots()[track]).collect();
        let failure = shortest(&mut join, &slots, self.budget)?.map(|word| {
            let systems = vec![self.system.clone(); NAMES.len()];
            let numbers = decode(&word, &self.frame, &systems);
            tracks.iter().map(|&track| (NAMES[track], numbers[track].to_string())).collect()
        });
        claims.push((claim, failure));
        Ok(())
    }

    /// The order of the system is that of its words, and total; every number has one successor.
    fn order_of_words(&self, less: &Arc<Dfa>, claims: &mut Claims) -> Result<(), Halt> {
        let (order, system_order) = (|| self.part(&self.order, &[X, Y]), || self.part(less, &[X, Y]));
        self.none("x<y only if the word of x comes before that of y", vec![system_order()], not(order()), claims)?;
        self.none("x<y if the word of x comes before that of y", vec![order()], not(system_order()), claims)?;
        self.total(claims)?;
        self.neighbours("every number has a successor", Track(0), claims)
    }

    /// An order that is not that of the words is that of the natural numbers or of the integers: total, every number
    /// with neighbours, and finitely many between any two.
    fn order_of_its_own(&self, claims: &mut Claims) -> Result<(), Halt> {
        let less = |a, b| self.part(&self.order, &[a, b]);
        self.none("x<x for no x", vec![less(X, Y), self.equal(X, Y)?], vec![], claims)?;
        self.none("x<z if x<y and y<z", vec![less(X, Y), less(Y, Z)], not(less(X, Z)), claims)?;
        self.total(claims)?;
        let longer = self.part(&Arc::new(self.longer()?), &[X, Y, Z]);
        self.none(
            "a longer number is never between numbers of one length",
            vec![less(X, Y), less(Y, Z), longer],
            vec![],
            claims,
        )?;
        self.neighbours("every number has a successor", Track(0), claims)?;
        if self.system.is_signed() {
            return self.neighbours("every number has a predecessor", Track(1), claims);
        }
        let zero = Arc::new(self.system.zero());
        self.none("no number is below 0", vec![less(X, Y), self.part(&zero, &[Y])], vec![], claims)
    }

    fn total(&self, claims: &mut Claims) -> Result<(), Halt> {
        let neither = Guard::Not(Box::new(Guard::Or(vec![
            Guard::Leaf(self.part(&self.order, &[X, Y])),
            Guard::Leaf(self.part(&self.order, &[Y, X])),
            Guard::Leaf(self.equal(X, Y)?),
        ])));
        self.none("x<y, y<x or x=y", vec![self.valid(X), self.valid(Y)], vec![neither], claims)
    }

    /// Every number stands on this track of the successor relation.
    fn neighbours(&self, claim: &'static str, track: Track, claims: &mut Claims) -> Result<(), Halt> {
        let followed = self
            .successor
            .project(&[track])
            .drop_leading_zeros()
            .determinize(self.budget)?
            .minimize_within(self.budget)?;
        self.none(claim, vec![self.valid(X)], not(self.part(&Arc::new(followed), &[X])), claims)
    }

    /// Triples of words of which the second is longer than the others.
    fn longer(&self) -> Result<Dfa, Halt> {
        let layout = self.system.layout(3)?;
        let first = (1..self.system.digits()).map(|digit| (layout.pack(&[0, digit, 0]), 1)).collect();
        let all = layout.letters().map(|letter| (letter, 1)).collect();
        Ok(Dfa::from_rows(layout, [(false, first), (true, all)]))
    }

    /// The adder adds.
    fn addition(&self, claims: &mut Claims) -> Result<(), Halt> {
        let zero = || {
            let zero = Arc::new(self.system.zero());
            self.part(&zero, &[Y])
        };
        let sum = |y, z| self.part(&self.adder, &[X, y, z]);
        let next = |from, to| self.part(&self.successor, &[from, to]);
        self.none("x+0=z only if x=z", vec![zero(), sum(Y, Z)], not(self.equal(X, Z)?), claims)?;
        self.none("x+0=z if x=z", vec![zero(), self.equal(X, Z)?], not(sum(Y, Z)), claims)?;
        if !self.system.is_signed() {
            let no_sum_is_0 = LinearAtom::new(&[1], Compare::Equal, 0);
            let no_sum_is_0 = self.part(&self.system.linear(&no_sum_is_0, self.budget)?, &[Z_NEXT]);
            self.none("x+(y+1) is not 0", vec![next(Y, Y_NEXT), sum(Y_NEXT, Z_NEXT), no_sum_is_0], vec![], claims)?;
        }
        self.none(
            "x+(y+1)=z+1 only if x+y=z",
            vec![next(Y, Y_NEXT), next(Z, Z_NEXT), sum(Y_NEXT, Z_NEXT)],
            not(sum(Y, Z)),
            claims,
        )?;
        self.none(
            "x+(y+1)=z+1 if x+y=z",
            vec![next(Y, Y_NEXT), next(Z, Z_NEXT), sum(Y, Z)],
            not(sum(Y_NEXT, Z_NEXT)),
            claims,
        )?;
        self.none("x+y is one number", vec![sum(Y, Z), sum(Y, Z_NEXT)], not(self.equal(Z, Z_NEXT)?), claims)?;
        let layout = self.system.layout(2)?;
        let total = self.adder.project(&[Track(0), Track(1)]).drop_leading_zeros();
        let mut missing = Product::new(
            vec![validity_part(self.system, layout.slots()[0]), validity_part(self.system, layout.slots()[1])],
            vec![Guard::Not(Box::new(Guard::Leaf(Box::new(crate::automata::Subset::new(
                &total,
                layout.slots(),
                &[],
            )))))],
        );
        let failure = shortest(&mut missing, layout.slots(), self.budget)?.map(|word| {
            let numbers = decode(&word, &layout, &[self.system.clone(), self.system.clone()]);
            NAMES.into_iter().zip(numbers.iter().map(ToString::to_string)).collect()
        });
        claims.push(("x+y exists", failure));
        Ok(())
    }
}

/// Pairs in this order with no number between them.
fn successor(system: &Arc<NumerationSystem>, order: &Arc<Dfa>, budget: &Budget) -> Result<Dfa, Halt> {
    let three = system.layout(3)?;
    let slots = three.slots();
    let part = |a: usize, b: usize| -> Box<dyn LazyAutomaton> {
        Box::new(StoredAutomaton::new(order.clone(), &[slots[a], slots[b]], Arc::new([])))
    };
    // The number between is forgotten as the pairs are found: all triples would be too many for a dozen digits.
    let triples = Box::new(Product::new(vec![part(0, 1), part(1, 2)], Vec::new()));
    let between = Projection::new(triples, slots[0].mask() | slots[2].mask());
    let apart = Guard::Not(Box::new(Guard::Leaf(Box::new(between))));
    let next = Product::new(vec![part(0, 2)], vec![apart]);
    minimized(next, &system.layout(2)?, &[slots[0], slots[2]], budget)
}
