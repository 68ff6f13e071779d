//! The subset automaton of a nondeterministic one, explored on demand.
//!
//! Rabin and Scott (1959). Exponential at worst; in a conjunction only the subsets are built that the other conjuncts
//! let a word reach.

use rustc_hash::FxHashMap;

use super::automaton::{Bound, LazyAutomaton, Next};
use super::stored::matching;
use crate::automata::interner::Interner;
use crate::automata::letter::{Letter, Slot};
use crate::automata::nfa::Nfa;
use crate::automata::transitions::{Edge, State, Transitions};
use crate::budget::{Budget, Halt};

/// Sets of states of an [`Nfa`] whose tracks stand at given fields of a frame.
pub struct Subset {
    transitions: Transitions,
    starts: Vec<State>,
    accepting: Vec<bool>,
    full: Vec<bool>,
    mask: Letter,
    sets: Interner<State>,
    steps: FxHashMap<(State, Letter), Next>,
    edges: Vec<Edge>,
    words: Vec<u64>,
    members: Vec<State>,
    followed: usize,
}

impl Subset {
    /// The subset automaton of `nfa` with track i at the field `slots[i]`; the fields are distinct.
    ///
    /// `full` says of each state whether it accepts all that is valid ([`universal_states`](crate::automata::universal_states)), or is
    /// empty: a set with such a state accepts all that is valid.
    pub fn new(nfa: &Nfa, slots: &[Slot], full: &[bool]) -> Subset {
        Subset {
            transitions: nfa.place(slots),
            starts: nfa.starts().to_vec(),
            accepting: nfa.accepting().to_vec(),
            full: full.to_vec(),
            mask: slots.iter().map(|slot| slot.mask()).collect(),
            sets: Interner::default(),
            steps: FxHashMap::default(),
            edges: Vec::new(),
            words: Vec::new(),
            members: Vec::new(),
            followed: 0,
        }
    }

    /// Number of sets found so far.
    pub fn states(&self) -> usize {
        self.sets.len()
    }

    /// Edges of members followed so far: what the sets cost.
    pub fn followed(&self) -> usize {
        self.followed
    }

    /// The number of the set in `members`, which is sorted and without repeats. A full member stands for the set.
    fn intern(&mut self) -> State {
        if !self.full.is_empty()
            && let Some(&whole) = self.members.iter().find(|&&q| self.full[q])
        {
            return self.sets.intern(&[whole]).0;
        }
        self.sets.intern(&self.members).0
    }

    fn next(&self, set: State) -> Next {
        match *self.sets.get(set) {
            [] => Next::Dead,
            [only] if self.full.get(only.index()).copied().unwrap_or(false) => Next::Universal,
            _ => Next::To(set),
        }
    }
}

/// An edge in one word, the letter above.
#[inline]
fn packed((letter, target): Edge) -> u64 {
    letter.bits() << 32 | u64::from(u32::from(target))
}

#[inline]
fn target(word: u64) -> State {
    u32::try_from(word & u64::from(u32::MAX)).expect("32 bits").into()
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
        self.sets.get(state).iter().any(|&q| self.accepting[q])
    }

    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Halt> {
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        for &q in self.sets.get(state) {
            matching(&self.transitions, q, self.mask, bound, &mut edges);
        }
        self.followed += edges.len();
        if self.mask <= u64::from(u32::MAX).into() {
            // In one word, edges are sorted much faster.
            let mut words = std::mem::take(&mut self.words);
            words.clear();
            words.extend(edges.iter().copied().map(packed));
            words.sort_unstable();
            words.dedup();
            for group in words.chunk_by(|a, b| a >> 32 == b >> 32) {
                self.members.clear();
                self.members.extend(group.iter().map(|&word| target(word)));
                let set = self.intern();
                out.push(((group[0] >> 32).into(), set));
            }
            self.words = words;
        } else {
            edges.sort_unstable();
            edges.dedup();
            for group in edges.chunk_by(|a, b| a.0 == b.0) {
                self.members.clear();
                self.members.extend(group.iter().map(|edge| edge.1));
                let set = self.intern();
                out.push((group[0].0, set));
            }
        }
        self.edges = edges;
        budget.check(self.sets.len())
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        if let Some(&next) = self.steps.get(&(state, letter)) {
            return Ok(next);
        }
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        for &q in self.sets.get(state) {
            matching(&self.transitions, q, self.mask, Bound { letter, mask: self.mask }, &mut edges);
        }
        self.members.clear();
        self.members.extend(edges.iter().map(|edge| edge.1));
        self.members.sort_unstable();
        self.members.dedup();
        self.edges = edges;
        let set = self.intern();
        let next = self.next(set);
        self.steps.insert((state, letter), next);
        budget.check(self.sets.len())?;
        Ok(next)
    }

    fn fan_out(&self, mask: Letter) -> f64 {
        super::stored::fan_out(&self.transitions, mask & self.mask)
    }
}
