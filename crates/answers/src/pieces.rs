//! A quantifier that follows from an assumption by an automaton of its own: of what makes the body true only what is used.
//!
//! The body is an automaton A, joined from its parts in stages, first those of few variables. Sets of states of A have numbers, for there
//! are fewer of them than of pairs with states of the assumption. What is used of A, and the sets that are met, as an automaton B that
//! says where there are witnesses, are what the checker compares: the assumption implies B, B that there are some, and A the body. Cost:
//! the sets of A, and the pairs. Weakness: A itself may be larger than what a subset construction over its parts meets.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::answer::Answer;
use crate::compile::Attempt;
use crate::formula::{Dfa, Variable};
use crate::interner::Interner;
use crate::machine::Machine;
use crate::minimize::Explored;
use crate::packing::Packing;
use crate::skeleton::{Connective, Skeleton};
use crate::stop::{Share, Stop};
use crate::tuning::LEADING_ZEROS;

/// An automaton with its tracks.
type OnTracks = (Arc<Dfa>, Vec<Variable>);

impl Attempt<'_> {
    /// Answers a quantifier by an automaton from which its body follows. What the assumption leaves is returned, on some tracks.
    pub(crate) fn enough(
        &mut self,
        inner: &[Variable],
        body: &Skeleton,
        assumed: &Skeleton,
        tracks: &[Variable],
    ) -> Result<Dfa, Stop> {
        let (dfa, own) = self.joined(body)?;
        let mut taken = Taken::new(self, (&dfa, &own), inner)?;
        let rest = taken.rest(self, assumed, tracks)?;
        let used = taken.used((&dfa, &own), self)?;
        let (exists, outer) = taken.exists();
        self.answers.push(Answer::Enough((Arc::new(used), own), (Arc::new(exists), outer)));
        Ok(rest)
    }

    /// The automaton of a formula, joined in stages: first automata, then the parts of few variables, those of the same variables at
    /// once.
    fn joined(&mut self, body: &Skeleton) -> Result<OnTracks, Stop> {
        let stage = |part: &Skeleton| match part {
            Skeleton::Accepts(..) => (0, part.variables()),
            _ => (part.variables().len(), part.variables()),
        };
        let mut parts = Vec::new();
        conjuncts(body, &mut parts);
        parts.sort_by_cached_key(|part| stage(part));
        let mut stages: Vec<Skeleton> = Vec::new();
        for part in parts {
            match stages.last_mut() {
                Some(last) if stage(part).0 > 0 && stage(last) == stage(part) => {
                    *last = std::mem::replace(last, Skeleton::Known(true)).and(part.clone());
                }
                _ => stages.push(part.clone()),
            }
        }
        let mut joined: Option<OnTracks> = None;
        for part in stages {
            let whole = match joined {
                Some((dfa, tracks)) => Skeleton::Accepts(dfa, tracks).and(part),
                None => part,
            };
            let tracks = whole.variables();
            joined = Some((self.automaton(&whole, &tracks)?, tracks));
        }
        joined.ok_or(Stop::TooLarge)
    }
}

fn conjuncts<'a>(skeleton: &'a Skeleton, into: &mut Vec<&'a Skeleton>) {
    match skeleton {
        Skeleton::Both(Connective::AND, a, b) => {
            conjuncts(a, into);
            conjuncts(b, into);
        }
        other => into.push(other),
    }
}

/// Sets of states of an automaton, some of whose tracks are taken away.
struct Taken {
    outer: Vec<Variable>,
    packing: Packing,
    accepting: Vec<bool>,
    /// For each state the letters of the other tracks, with where they lead, sorted.
    rows: Vec<Vec<(u64, u32)>>,
    sets: Interner,
    after: FxHashMap<(u32, u64), u32>,
    share: Share,
}

impl Taken {
    fn new(attempt: &mut Attempt<'_>, (dfa, tracks): (&Dfa, &[Variable]), inner: &[Variable]) -> Result<Taken, Stop> {
        let outer: Vec<Variable> = tracks.iter().filter(|track| !inner.contains(track)).copied().collect();
        let packing = Packing::new(attempt.structure, &outer)?;
        let kept: Vec<usize> = (0..tracks.len()).filter(|i| !inner.contains(&tracks[*i])).collect();
        let letter = |letter: &[u16]| packing.pack(&kept.iter().map(|i| letter[*i]).collect::<Vec<_>>());
        let row = |row: &Vec<(Box<[u16]>, usize)>| {
            let mut own: Vec<_> = row.iter().map(|(own, to)| (letter(own), *to as u32)).collect();
            own.sort_unstable();
            own.dedup();
            own
        };
        Ok(Taken {
            rows: dfa.rows.iter().map(row).collect(),
            accepting: dfa.accepting.clone(),
            outer,
            packing,
            sets: Interner::default(),
            after: FxHashMap::default(),
            share: attempt.share(),
        })
    }

    fn post(&self, set: &[u32], letter: u64) -> Vec<u32> {
        let mut reached: Vec<u32> = Vec::new();
        for state in set {
            let row = &self.rows[*state as usize];
            let from = row.partition_point(|(own, _)| *own < letter);
            reached.extend(row[from..].iter().take_while(|(own, _)| *own == letter).map(|(_, to)| *to));
        }
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    fn number(&mut self, set: &[u32], attempt: &mut Attempt<'_>) -> Result<u32, Stop> {
        let (number, new) = self.sets.intern(set);
        if new {
            self.share.take(set.len(), attempt.budget)?;
        }
        Ok(number)
    }

    /// The set that zeros lead to.
    fn first(&mut self, attempt: &mut Attempt<'_>) -> Result<u32, Stop> {
        let mut set = vec![0];
        for _ in 0..LEADING_ZEROS {
            let next = self.post(&set, 0);
            if next == set {
                return self.number(&set, attempt);
            }
            set = next;
        }
        Err(Stop::TooLarge)
    }

    fn next(&mut self, set: u32, letter: u64, attempt: &mut Attempt<'_>) -> Result<u32, Stop> {
        if let Some(next) = self.after.get(&(set, letter)) {
            return Ok(*next);
        }
        let reached = self.post(self.sets.get(set), letter);
        let next = self.number(&reached, attempt)?;
        self.after.insert((set, letter), next);
        Ok(next)
    }

    fn accepts(&self, set: u32) -> bool {
        self.sets.get(set).iter().any(|state| self.accepting[*state as usize])
    }

    /// The words of some tracks of which the assumption is true and for which there are no witnesses.
    fn rest(&mut self, attempt: &mut Attempt<'_>, assumed: &Skeleton, tracks: &[Variable]) -> Result<Dfa, Stop> {
        let mut machine = Machine::new(attempt.structure, assumed, (tracks, &[]), Some(false), false)?;
        let onto = machine.packing.onto(&self.packing);
        let mut share = attempt.share();
        let (mut numbers, mut met) = (FxHashMap::default(), Vec::new());
        let mut explored = Explored::default();
        let first = (machine.first()?, self.first(attempt)?);
        numbers.insert(first, 0);
        met.push(first);
        share.take(1, attempt.budget)?;
        let mut at = 0;
        while let Some((state, set)) = met.get(at).copied() {
            at += 1;
            explored.accepting.push(machine.accepts(state) && !self.accepts(set));
            let edges = machine.edges(state, attempt.budget)?;
            attempt.budget.spend(edges.len())?;
            for (letter, to) in edges {
                let pair = (*to, self.next(set, onto.apply(*letter), attempt)?);
                let next = met.len() as u32;
                let number = *numbers.entry(pair).or_insert(next);
                if number == next {
                    met.push(pair);
                    share.take(1, attempt.budget)?;
                }
                explored.edges.push((*letter, number));
            }
            explored.ends.push(explored.edges.len());
        }
        Ok(explored.minimized(&machine.packing, tracks.len()))
    }

    /// What is used of the automaton on the way.
    fn used(&self, (dfa, tracks): (&Dfa, &[Variable]), attempt: &Attempt<'_>) -> Result<Dfa, Stop> {
        let mut used = FxHashSet::default();
        for (set, letter) in self.after.keys() {
            used.extend(self.sets.get(*set).iter().map(|state| (*state, *letter)));
        }
        let packing = Packing::new(attempt.structure, tracks)?;
        let onto = packing.onto(&self.packing);
        let mut explored = Explored { accepting: dfa.accepting.clone(), ..Explored::default() };
        for (state, row) in dfa.rows.iter().enumerate() {
            let letters = row.iter().map(|(letter, to)| (packing.pack(letter), *to as u32));
            explored.edges.extend(letters.filter(|(letter, _)| used.contains(&(state as u32, onto.apply(*letter)))));
            explored.ends.push(explored.edges.len());
        }
        Ok(explored.minimized(&packing, tracks.len()))
    }

    /// The automaton that says where there are witnesses, with its tracks.
    fn exists(self) -> (Dfa, Vec<Variable>) {
        let mut edges: Vec<(u32, u64, u32)> =
            self.after.iter().map(|((set, letter), next)| (*set, *letter, *next)).collect();
        edges.sort_unstable();
        let mut explored = Explored::default();
        let mut from = 0;
        for set in 0..self.sets.len() as u32 {
            explored.accepting.push(self.accepts(set));
            while let Some((_, letter, next)) = edges.get(from).filter(|(own, _, _)| *own == set) {
                explored.edges.push((*letter, *next));
                from += 1;
            }
            explored.ends.push(explored.edges.len());
        }
        (explored.minimized(&self.packing, self.outer.len()), self.outer)
    }
}
