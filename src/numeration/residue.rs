//! The remainder of a sum of numbers, in one piece: sum k_i x_i = r modulo m.
//!
//! As in [`Linear`](super::linear) a state is the validity state of each track and a vector worth sum r_i U_{i+j} with j
//! digits to come, here modulo m: at most m^d of them for a recurrence of order d, and none need be cut off. It replaces
//! `E q sum k_i x_i = m q + r`, whose equation has one more track, as many remainders, and subsets.

use std::sync::Arc;

use crate::automata::{
    Blocks, Bound, Edge, Found, Interner, LazyAutomaton, Letter, Next, Renumbered, Slot, State, place,
};
use crate::budget::{Budget, Halt, Limit};

use super::positional::Positional;

/// Edges of one state beyond which there is no automaton: a quarter of a gigabyte.
const MOST_EDGES: usize = 1 << 21;

/// The tuples of numbers whose weighted sum leaves a remainder, explored on demand: only valid words, most significant
/// digit first.
pub(super) struct Residue {
    system: Arc<Positional>,
    /// The factor of each track, natural and below the modulus.
    factors: Arc<[i64]>,
    modulus: i64,
    remainder: i64,
    slots: Arc<[Slot]>,
    mask: Letter,
    /// The recurrence, natural and below the modulus.
    recurrence: Arc<[i64]>,
    /// A state: validity state of each track, then the vector.
    states: Interner<i64>,
}

/// Moduli up to this: products of two remainders, and the sum of one for each track and digit, stay inside 64 bits.
pub(super) const LARGEST_MODULUS: i64 = 1 << 28;

impl Residue {
    /// The relation, with track i at the field `slots[i]`.
    ///
    /// # Panics
    /// If there is not one slot for each factor, or the modulus is not between 1 and [`LARGEST_MODULUS`].
    pub(super) fn new(
        system: Arc<Positional>,
        factors: &[i64],
        modulus: i64,
        remainder: i64,
        slots: &[Slot],
    ) -> Residue {
        assert_eq!(slots.len(), factors.len());
        assert!((1..=LARGEST_MODULUS).contains(&modulus));
        let reduced = |numbers: &[i64]| numbers.iter().map(|k| k.rem_euclid(modulus)).collect();
        Residue {
            factors: reduced(factors),
            remainder: remainder.rem_euclid(modulus),
            modulus,
            mask: slots.iter().map(|slot| slot.mask()).collect(),
            slots: slots.into(),
            recurrence: reduced(system.recurrence()),
            system,
            states: Interner::default(),
        }
    }

    /// Appends to `out` an edge for every choice of digits of the tracks from the length of `key` on.
    fn choose(
        &mut self,
        from: &[i64],
        bound: Bound,
        letter: Letter,
        key: &mut Vec<i64>,
        digits: &mut i64,
        out: &mut Vec<Edge>,
    ) -> Result<(), Halt> {
        let (tracks, order) = (self.slots.len(), self.recurrence.len());
        let track = key.len();
        if track == tracks {
            // r worth sum r_i U_{i+1}, written over U_0 .. U_{d-1}, and the digits, which are worth U_0 each.
            let remainder = &from[tracks..];
            let top = remainder[order - 1];
            for i in 0..order {
                let below = if i == 0 { *digits } else { remainder[i - 1] };
                key.push((top * self.recurrence[order - 1 - i] + below).rem_euclid(self.modulus));
            }
            let target = self.states.intern(key).0;
            key.truncate(tracks);
            out.push((letter, target));
            return if out.len() > MOST_EDGES { Err(Halt::Limit(Limit::Memory)) } else { Ok(()) };
        }
        let slot = self.slots[track];
        let system = self.system.clone();
        let row = &system.validity()[place(from[track])];
        let known = (bound.mask & slot.mask() != Letter::ZERO).then(|| slot.digit(bound.letter));
        for (digit, &next) in (0u32..).zip(row) {
            if known.is_some_and(|known| known != digit) {
                continue;
            }
            let before = *digits;
            *digits = (*digits + self.factors[track] * i64::from(digit)) % self.modulus;
            key.push(next as i64);
            let done = self.choose(from, bound, letter | slot.place(digit), key, digits, out);
            key.pop();
            *digits = before;
            done?;
        }
        Ok(())
    }
}

impl LazyAutomaton for Residue {
    fn mask(&self) -> Letter {
        self.mask
    }

    fn start(&mut self, _: &Budget) -> Result<Option<State>, Halt> {
        let key = vec![0; self.slots.len() + self.recurrence.len()];
        Ok(Some(self.states.intern(&key).0))
    }

    fn accepts(&self, state: State) -> bool {
        let (validity, remainder) = self.states.get(state).split_at(self.slots.len());
        let value: i128 = remainder.iter().zip(self.system.weights()).map(|(&r, &u)| i128::from(r) * u).sum();
        let is_valid = validity.iter().all(|&s| self.system.accepting()[place(s)]);
        is_valid && value.rem_euclid(self.modulus.into()) == i128::from(self.remainder)
    }

    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Halt> {
        let from = self.states.get(state).to_vec();
        self.choose(&from, bound, Letter::ZERO, &mut Vec::with_capacity(from.len()), &mut 0, out)?;
        budget.check(self.states.len())
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        let mut edges = Vec::new();
        self.transitions(state, Bound { letter, mask: self.mask }, &mut edges, budget)?;
        Ok(edges.first().map_or(Next::Dead, |edge| Next::To(edge.1)))
    }

    fn fan_out(&self, mask: Letter) -> f64 {
        let free = self.slots.iter().filter(|slot| slot.mask() & mask == Letter::ZERO);
        free.map(|_| f64::from(self.system.digits()).max(1.5)).product()
    }

    fn fork(&mut self) -> Box<dyn LazyAutomaton> {
        Box::new(Residue {
            system: self.system.clone(),
            factors: self.factors.clone(),
            slots: self.slots.clone(),
            recurrence: self.recurrence.clone(),
            states: self.states.fork(),
            ..*self
        })
    }

    fn mark(&mut self) {
        self.states.mark();
    }

    fn found(&mut self) -> Found {
        Found::new(self.states.take())
    }

    fn absorb(&mut self, found: Vec<Found>, blocks: &Blocks) -> Result<Vec<Renumbered>, Halt> {
        let found: Vec<_> = found.into_iter().map(Found::take).collect();
        Ok(self.states.absorb(found, blocks, |_, _| {}, |_, _| {}))
    }
}
