//! What words of the variables outside of a quantifier lead to: sets of states of the formula under it, or, for "at least k", states
//! with numbers up to k.
//!
//! This is the subset construction (Rabin and Scott 1959) as the tallies of `verified/Projection.v`: every number has one word of m
//! digits, so counting words counts numbers. The first set is what zeros of the variables outside lead to until nothing changes. Cost:
//! the edges of the members of each set, once for each letter that is asked for.

use filbert_core::automata::{Interner, Letter, State};
use rustc_hash::FxHashMap;

use crate::formula::Variable;
use crate::machine::Machine;
use crate::packing::Packing;
use crate::skeleton::Skeleton;
use crate::stop::{Budget, Stop};
use crate::structure::Structure;
use crate::tuning::LEADING_ZEROS;

/// The number of a set.
pub(crate) type Set = State;

/// A quantifier: at least `count` tuples of the variables `inner` make the formula true.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantifier<'a> {
    pub(crate) count: usize,
    pub(crate) inner: &'a [Variable],
    pub(crate) body: &'a Skeleton,
}

/// Sets of states of a machine.
#[derive(Debug)]
pub(crate) struct Sets {
    machine: Machine,
    count: u32,
    /// States in their order; where more than one tuple is counted, each with its number.
    sets: Interner<u32>,
    next: FxHashMap<(Set, Letter), Set>,
    all: Vec<Option<(usize, usize)>>,
    edges: Vec<(Letter, Set)>,
    /// Memory that is used again for the next set.
    scratch: Vec<u32>,
}

impl Sets {
    /// The sets of a quantifier, without any.
    pub(crate) fn new(structure: Structure<'_>, quantifier: Quantifier<'_>) -> Result<Sets, Stop> {
        let outer = quantifier.body.outer(quantifier.inner);
        let merged = quantifier.count == 1;
        let variables = (outer.as_slice(), quantifier.inner);
        Ok(Sets {
            machine: Machine::new(structure, quantifier.body, variables, Some(false), merged)?,
            count: u32::try_from(quantifier.count).map_err(|_| Stop::TooLarge)?,
            sets: Interner::default(),
            next: FxHashMap::default(),
            all: Vec::new(),
            edges: Vec::new(),
            scratch: Vec::new(),
        })
    }

    /// How letters of the variables outside are written.
    pub(crate) fn packing(&self) -> &Packing {
        &self.machine.packing
    }

    /// The first set.
    pub(crate) fn first(&mut self, budget: &mut Budget) -> Result<Set, Stop> {
        let first = self.machine.first()?;
        let mut set = match self.count {
            1 => self.sets.intern(&[first.into()]).0,
            _ => self.sets.intern(&[first.into(), 1]).0,
        };
        for _ in 0..LEADING_ZEROS {
            let next = self.after(set, Letter::ZERO, budget)?;
            if next == set {
                return Ok(set);
            }
            set = next;
        }
        Err(Stop::TooLarge)
    }

    /// How many members a set has.
    pub(crate) fn members(&self, set: Set) -> usize {
        self.sets.get(set).len() / self.stride()
    }

    /// Whether there are enough tuples if the word ends here.
    pub(crate) fn enough(&self, set: Set) -> bool {
        let machine = &self.machine;
        match self.count {
            1 => self.sets.get(set).iter().any(|state| machine.accepts((*state).into())),
            count => {
                let (pairs, _) = self.sets.get(set).as_chunks::<2>();
                let numbers =
                    pairs.iter().filter(|[state, _]| machine.accepts((*state).into())).map(|[_, number]| *number);
                numbers.fold(0u32, u32::saturating_add) >= count
            }
        }
    }

    /// Whether one tuple is enough, and there is one whatever digits are to come.
    pub(crate) fn sure(&self, set: Set) -> bool {
        self.count == 1 && self.sets.get(set).iter().any(|state| self.machine.known((*state).into()) == Some(true))
    }

    /// The set after a letter.
    pub(crate) fn after(&mut self, set: Set, letter: Letter, budget: &mut Budget) -> Result<Set, Stop> {
        if let Some(next) = self.next.get(&(set, letter)) {
            return Ok(*next);
        }
        let stride = self.stride();
        let mut reached = Vec::new();
        for member in self.sets.get(set).chunks_exact(stride) {
            let number = member.get(1).copied().unwrap_or(1);
            let edges = self.machine.edges(member[0].into(), budget)?;
            let from = edges.partition_point(|(own, _)| *own < letter);
            let own = edges[from..].iter().take_while(|(own, _)| *own == letter);
            reached.extend(own.map(|(_, to)| (*to, number)));
        }
        budget.step(reached.len())?;
        let next = self.gathered(&mut reached);
        self.next.insert((set, letter), next);
        Ok(next)
    }

    /// The sets that are not empty, each after its letter, in the order of the letters.
    pub(crate) fn edges(&mut self, set: Set, budget: &mut Budget) -> Result<&[(Letter, Set)], Stop> {
        if self.all.len() <= set.index() {
            self.all.resize(set.index() + 1, None);
        }
        let (from, to) = match self.all[set] {
            Some(range) => range,
            None => {
                let range = self.expand(set, budget)?;
                self.all[set] = Some(range);
                range
            }
        };
        Ok(&self.edges[from..to])
    }

    fn expand(&mut self, set: Set, budget: &mut Budget) -> Result<(usize, usize), Stop> {
        let stride = self.stride();
        let mut reached: Vec<(Letter, State, u32)> = Vec::new();
        for member in self.sets.get(set).chunks_exact(stride) {
            let number = member.get(1).copied().unwrap_or(1);
            reached.extend(
                self.machine.edges(member[0].into(), budget)?.iter().map(|(letter, to)| (*letter, *to, number)),
            );
        }
        budget.step(reached.len())?;
        // Integers are compared without a call.
        reached.sort_unstable_by_key(|(letter, to, number)| (letter.bits(), u32::from(*to), *number));
        if stride == 1 {
            reached.dedup();
        }
        let from = self.edges.len();
        let mut own = Vec::new();
        for group in reached.chunk_by(|a, b| a.0 == b.0) {
            own.clear();
            own.extend(group.iter().map(|(_, to, number)| (*to, *number)));
            let next = self.gathered(&mut own);
            self.edges.push((group[0].0, next));
        }
        Ok((from, self.edges.len()))
    }

    /// The set of some states, each with a number.
    fn gathered(&mut self, reached: &mut [(State, u32)]) -> Set {
        reached.sort_unstable_by_key(|(to, number)| (u32::from(*to), *number));
        let set = &mut self.scratch;
        set.clear();
        for group in reached.chunk_by(|a, b| a.0 == b.0) {
            set.push(group[0].0.into());
            if self.count != 1 {
                let number = group.iter().fold(0u32, |sum, (_, number)| sum.saturating_add(*number));
                set.push(number.min(self.count));
            }
        }
        self.sets.intern(set).0
    }

    /// The words of a member in its set.
    fn stride(&self) -> usize {
        if self.count == 1 { 1 } else { 2 }
    }
}
