//! The subset automaton of a nondeterministic one, explored on demand.
//!
//! Rabin and Scott (1959). Exponential at worst; in a conjunction only the subsets are built that the other conjuncts
//! let a word reach. The edges of all members are sorted into rows of bits, one a letter: O(edges, and for each letter
//! met the states / 64). Of sets that are small beside the states, or where such rows would be too many, the edges are
//! sorted as integers: O(edges, times their logarithm).

use std::sync::Arc;

use super::automaton::{Bound, LazyAutomaton, Next};
use super::sets::{BitSets, Sets};
use super::simulation::Simulations;
use super::steps::Steps;
use super::stored::{matching, possible};
use crate::automata::interner::{Interner, State, index};
use crate::automata::letter::{Letter, Slot};
use crate::automata::nfa::Nfa;
use crate::automata::overlay::{Blocks, Found, Overlay, Renumbered};
use crate::automata::transitions::{Edge, Transitions};
use crate::budget::{Budget, Halt};
use crate::tuning::automata::subset;

/// Sets of states of an [`Nfa`] whose tracks stand at given fields of a frame.
pub struct Subset {
    transitions: Arc<Transitions>,
    starts: Vec<State>,
    accepting: Arc<[bool]>,
    universal: Arc<[bool]>,
    mask: Letter,
    sets: Sets,
    steps: Overlay<Steps>,
    rows: Option<Rows>,
    edges: Vec<Edge>,
    members: Vec<State>,
    followed: usize,
}

/// Where the edges of a set lead: for each letter, bits for the states.
struct Rows {
    /// The letters of all transitions, sorted.
    letters: Arc<[Letter]>,
    /// Of each transition the bit of its target in the row of its letter, counted through all rows.
    places: Arc<[u32]>,
    /// The bits of a row are 2 to this power, at least as many as there are states.
    row_bits: u32,
    /// For each letter the states that it leads to.
    bits: BitSets,
    /// The letters whose rows are not empty.
    met: Vec<u32>,
    is_met: Vec<bool>,
    /// The bits of universal states.
    universal: Arc<[u64]>,
    /// Which states make which others superfluous.
    simulations: Option<Arc<Simulations>>,
}

impl Rows {
    /// Nothing met; `None` if there are too many bits.
    fn new(transitions: &Transitions, universal: &[bool]) -> Option<Rows> {
        let states = transitions.states();
        let row = states.next_power_of_two().max(64);
        let (letters, letter_of) = transitions.numbered_letters();
        if row * letters.len() > subset::BITS {
            return None;
        }
        let row_bits = row.ilog2();
        let targets = transitions.numbers().flat_map(|q| transitions.targets(q));
        let places = letter_of.iter().zip(targets).map(|(letter, target)| letter << row_bits | u32::from(*target));
        let mut universal_bits = vec![0; states.div_ceil(64)];
        for (q, _) in universal.iter().enumerate().filter(|(_, universal)| **universal) {
            universal_bits[q / 64] |= 1 << (q % 64);
        }
        Some(Rows {
            places: places.collect(),
            row_bits,
            bits: BitSets::new(letters.len(), row),
            met: Vec::new(),
            is_met: vec![false; letters.len()],
            letters: letters.into(),
            universal: universal_bits.into(),
            simulations: None,
        })
    }

    /// Whether so many edges are found sooner by rows than by sorting them.
    fn are_for(&self, edges: usize) -> bool {
        let rows = edges.min(self.letters.len()) * self.universal.len();
        self.simulations.is_some() || edges * subset::WORDS_AN_EDGE_SORTED >= rows
    }

    /// Rows for the same transitions, with nothing met yet.
    fn fork(&self) -> Rows {
        Rows {
            letters: self.letters.clone(),
            places: self.places.clone(),
            row_bits: self.row_bits,
            bits: self.bits.emptied(),
            met: Vec::new(),
            is_met: vec![false; self.is_met.len()],
            universal: self.universal.clone(),
            simulations: self.simulations.clone(),
        }
    }

    /// Adds transitions, by their numbers among all.
    #[inline]
    fn add(&mut self, transitions: impl Iterator<Item = usize>) {
        let Rows { places, row_bits, bits, met, is_met, .. } = self;
        for transition in transitions {
            let place = places[transition];
            let letter = place >> *row_bits;
            if !std::mem::replace(&mut is_met[index(letter)], true) {
                met.push(letter);
            }
            bits.insert(0, State::from(place));
        }
    }

    /// Hands over the set that each letter met leads to, then forgets it. Of a set with a universal state only that is left;
    /// states that others in the set simulate are left out. Returns how many words of 64 states were compared for that.
    fn take(&mut self, mut found: impl FnMut(Letter, &[u64])) -> usize {
        let mut compared = 0;
        for letter in self.met.drain(..).map(index) {
            let row = &mut self.bits.of_mut(letter)[..self.universal.len()];
            if let Some(at) = row.iter().zip(&*self.universal).position(|(bits, universal)| bits & universal != 0) {
                let whole = row[at] & self.universal[at];
                row.fill(0);
                row[at] = whole & whole.wrapping_neg();
            }
            if let Some(simulations) = &self.simulations {
                compared += simulations.prune(row);
            }
            found(self.letters[letter], row);
            row.fill(0);
            self.is_met[letter] = false;
        }
        compared
    }
}

impl Subset {
    /// The subset automaton of `nfa` with track i at the field `slots[i]`; the fields are distinct.
    ///
    /// `universal` says of each state whether it accepts all that is valid
    /// ([`universal_states`](crate::automata::universal_states)), or is empty: a set with such a state accepts all that
    /// is valid.
    pub fn new(nfa: &Nfa, slots: &[Slot], universal: &[bool]) -> Subset {
        let transitions = nfa.place(slots);
        Subset {
            rows: Rows::new(&transitions, universal),
            starts: nfa.starts().to_vec(),
            accepting: nfa.accepting().into(),
            universal: universal.into(),
            mask: slots.iter().map(|slot| slot.mask()).collect(),
            sets: Sets::new(transitions.states()),
            steps: Overlay::default(),
            transitions: Arc::new(transitions),
            edges: Vec::new(),
            members: Vec::new(),
            followed: 0,
        }
    }

    /// Leaves out of the sets that are found from now on what other members simulate: they accept the same without it. Does
    /// nothing where edges are sorted as integers, as they are of no automaton that is small enough for [`Simulations`].
    pub(crate) fn prune_by(&mut self, simulations: Simulations) {
        if let Some(rows) = &mut self.rows {
            rows.simulations = Some(Arc::new(simulations));
        }
    }

    /// Number of sets found so far.
    pub fn states(&self) -> usize {
        self.sets.len()
    }

    /// The number of the set in `members`, which is sorted and without repeats. A universal member stands for the set.
    fn intern(&mut self) -> State {
        if !self.universal.is_empty()
            && let Some(&whole) = self.members.iter().find(|&&q| self.universal[q])
        {
            return self.sets.intern([whole].into_iter()).0;
        }
        self.sets.intern(self.members.iter().copied()).0
    }

    fn next(&self, set: State) -> Next {
        if self.sets.is_nothing(set) {
            return Next::Dead;
        }
        match self.sets.only(set) {
            Some(only) if !self.universal.is_empty() && self.universal[only] => Next::Universal,
            _ => Next::To(set),
        }
    }

    /// Takes the members of a set out.
    fn read(&mut self, set: State) {
        self.members.clear();
        self.members.extend(self.sets.members(set));
    }

    /// The rows of a set by sorting.
    fn sorted(&mut self, bound: Bound, out: &mut Vec<Edge>) {
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        for &q in &self.members {
            matching(&self.transitions, q, self.mask, bound, &mut edges);
        }
        self.followed += edges.len();
        edges.sort_unstable();
        edges.dedup();
        for group in edges.chunk_by(|a, b| a.0 == b.0) {
            self.members.clear();
            self.members.extend(group.iter().map(|edge| edge.1));
            let set = self.intern();
            out.push((group[0].0, set));
        }
        self.edges = edges;
    }
}

impl LazyAutomaton for Subset {
    fn mask(&self) -> Letter {
        self.mask
    }

    fn start(&mut self, _: &Budget) -> Result<Option<State>, Halt> {
        if self.starts.is_empty() {
            return Ok(None);
        }
        self.members.clone_from(&self.starts);
        Ok(Some(self.intern()))
    }

    fn accepts(&self, state: State) -> bool {
        self.sets.members(state).any(|q| self.accepting[q])
    }

    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Halt> {
        let bound = bound.within(self.mask);
        self.read(state);
        let edges = self.members.len() * self.transitions.len() / self.transitions.states().max(1);
        let Some(rows) = self.rows.as_mut().filter(|rows| rows.are_for(edges)) else {
            self.sorted(bound, out);
            return budget.check(self.sets.len());
        };
        for &q in &self.members {
            let letters = self.transitions.letters(q);
            let first = self.transitions.range(q).start;
            let possible = possible(letters, self.mask, bound);
            self.followed += possible.len();
            if bound.mask == Letter::ZERO {
                rows.add(possible.map(|i| first + i));
            } else {
                rows.add(possible.filter(|&i| bound.admits(letters.at(i))).map(|i| first + i));
            }
        }
        let compared = rows.take(|letter, bits| {
            out.push((letter, State::START));
            if self.sets.put_bits(bits) {
                self.sets.number(out);
            }
        });
        self.followed += compared / subset::WORDS_AN_EDGE;
        self.sets.number(out);
        budget.check(self.sets.len())
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        if let Some(next) = self.steps.get(state, letter) {
            return Ok(next);
        }
        self.read(state);
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        for &q in &self.members {
            matching(&self.transitions, q, self.mask, Bound { letter, mask: self.mask }, &mut edges);
        }
        self.members.clear();
        self.members.extend(edges.iter().map(|edge| edge.1));
        self.members.sort_unstable();
        self.members.dedup();
        self.edges = edges;
        let set = self.intern();
        let next = self.next(set);
        self.steps.own.insert(state, letter, next, budget);
        budget.check(self.sets.len())?;
        Ok(next)
    }

    fn fan_out(&self, mask: Letter) -> f64 {
        super::stored::fan_out(&self.transitions, mask & self.mask)
    }

    fn followed(&self) -> usize {
        self.followed
    }

    fn fork(&mut self) -> Box<dyn LazyAutomaton> {
        Box::new(Subset {
            transitions: self.transitions.clone(),
            starts: self.starts.clone(),
            accepting: self.accepting.clone(),
            universal: self.universal.clone(),
            mask: self.mask,
            sets: self.sets.fork(),
            steps: self.steps.apart(),
            rows: self.rows.as_ref().map(Rows::fork),
            edges: Vec::new(),
            members: Vec::new(),
            followed: 0,
        })
    }

    fn mark(&mut self) {
        self.sets.mark();
    }

    fn found(&mut self) -> Found {
        Found::new((self.sets.take(), self.steps.take(), self.followed))
    }

    fn absorb(&mut self, found: Vec<Found>, blocks: &Blocks) -> Result<Vec<Renumbered>, Halt> {
        let (mut sets, mut steps) = (Vec::new(), Vec::new());
        for found in found {
            let found: (Interner<u32>, Steps, usize) = found.take();
            sets.push(found.0);
            steps.push(found.1);
            self.followed += found.2;
        }
        let renumbered = self.sets.absorb(sets, blocks);
        self.steps.absorb(&steps, &renumbered, blocks.budget);
        Ok(renumbered)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::algorithms::universal::universal_states;
    use crate::automata::dfa::Dfa;
    use crate::automata::letter::{Layout, Track};
    use crate::automata::testing::{arbitrary_dfa, words};

    proptest! {
        #[test]
        fn sets_accept_what_some_run_accepts(dfa in arbitrary_dfa(12, &[2, 3, 2])) {
            let budget = Budget::unlimited();
            let nfa = dfa.project(&[Track(1)]).drop_leading_zeros();
            let layout = nfa.layout().clone();
            let universal = universal_states(&nfa, &Dfa::universal(Layout::new(&[3]).unwrap()), 1000);
            for (by_rows, universal) in [(true, &universal[..]), (true, &[]), (false, &universal), (false, &[])] {
                let mut subset = Subset::new(&nfa, layout.slots(), universal);
                if !by_rows {
                    subset.rows = None;
                }
                for word in words(&layout, 4) {
                    let expected = nfa.accepts(word.iter().copied());
                    let mut at = subset.start(&budget).unwrap().map_or(Next::Dead, Next::To);
                    let mut by_row = at;
                    for &letter in &word {
                        if let Next::To(set) = at {
                            at = subset.step(set, letter, &budget).unwrap();
                        }
                        if let Next::To(set) = by_row {
                            let mut row = Vec::new();
                            subset.transitions(set, Bound::FREE, &mut row, &budget).unwrap();
                            by_row = row.iter().find(|edge| edge.0 == letter).map_or(Next::Dead, |edge| Next::To(edge.1));
                        }
                    }
                    for end in [at, by_row] {
                        let accepts = match end {
                            Next::Dead => false,
                            Next::Universal => true,
                            Next::To(set) => subset.accepts(set),
                        };
                        prop_assert_eq!(accepts, expected);
                    }
                }
            }
        }
    }
}
