//! A quantifier that follows from an assumption by an automaton of its own: of what makes the body true only what is used.
//!
//! The body is an automaton A, joined from its parts in stages, first those of few variables. Sets of states of A have numbers, for there
//! are fewer of them than of pairs with states of the assumption. What is used of A, and the sets that are met, as an automaton B that
//! says where there are witnesses, are what the checker compares: the assumption implies B, B that there are some, and A the body. Cost:
//! the sets of A, and the pairs. Weakness: A itself may be larger than what a subset construction over its parts meets.

use std::sync::Arc;

use filbert_core::automata::{Interner, Letter, Moves, State, Transitions};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::answer::{Answer, OnTracks};
use crate::compile::Attempt;
use crate::explore::{Graph, built};
use crate::formula::{Dfa, Variable};
use crate::machine::Machine;
use crate::packing::Packing;
use crate::skeleton::{Connective, Skeleton};
use crate::stop::{Budget, Share, Stop};
use crate::tuning::LEADING_ZEROS;

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
    rows: Vec<Vec<(Letter, u32)>>,
    sets: Interner<u32>,
    after: FxHashMap<(State, Letter), State>,
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

    fn post(&self, set: &[u32], letter: Letter) -> Vec<u32> {
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

    fn number(&mut self, set: &[u32], budget: &mut Budget) -> Result<State, Stop> {
        let (number, new) = self.sets.intern(set);
        if new {
            self.share.take(set.len(), budget)?;
        }
        Ok(number)
    }

    /// The set that zeros lead to.
    fn first(&mut self, budget: &mut Budget) -> Result<State, Stop> {
        let mut set = vec![0];
        for _ in 0..LEADING_ZEROS {
            let next = self.post(&set, Letter::ZERO);
            if next == set {
                return self.number(&set, budget);
            }
            set = next;
        }
        Err(Stop::TooLarge)
    }

    fn next(&mut self, set: State, letter: Letter, budget: &mut Budget) -> Result<State, Stop> {
        if let Some(next) = self.after.get(&(set, letter)) {
            return Ok(*next);
        }
        let reached = self.post(self.sets.get(set), letter);
        let next = self.number(&reached, budget)?;
        self.after.insert((set, letter), next);
        Ok(next)
    }

    fn accepts(&self, set: State) -> bool {
        self.sets.get(set).iter().any(|state| self.accepting[*state as usize])
    }

    /// The words of some tracks of which the assumption is true and for which there are no witnesses.
    fn rest(&mut self, attempt: &mut Attempt<'_>, assumed: &Skeleton, tracks: &[Variable]) -> Result<Dfa, Stop> {
        let machine = Machine::new(attempt.structure, assumed, (tracks, &[]), Some(false), false)?;
        let onto = machine.packing.onto(&self.packing);
        let accept = |beside: &Beside<'_>, (state, set)| beside.machine.accepts(state) && !beside.taken.accepts(set);
        let mut share = attempt.share();
        built(&mut Beside { machine, taken: self, onto }, accept, (&mut share, attempt.budget))
    }

    /// What is used of the automaton on the way.
    fn used(&self, (dfa, tracks): (&Dfa, &[Variable]), attempt: &Attempt<'_>) -> Result<Dfa, Stop> {
        let mut used = FxHashSet::default();
        for (set, letter) in self.after.keys() {
            used.extend(self.sets.get(*set).iter().map(|state| (*state, *letter)));
        }
        let packing = Packing::new(attempt.structure, tracks)?;
        let onto = packing.onto(&self.packing);
        let rows = dfa.rows.iter().zip(0..).map(|(row, state)| {
            let letters = row.iter().map(|(letter, to)| (packing.pack(letter), State::new(*to)));
            letters.filter(|(letter, _)| used.contains(&(state, onto.apply(*letter)))).collect()
        });
        Ok(packing.minimal(Transitions::from_rows(rows), dfa.accepting.clone()))
    }

    /// The automaton that says where there are witnesses, with its tracks.
    fn exists(self) -> (Dfa, Vec<Variable>) {
        let states = State::first(self.sets.len());
        let mut rows = vec![Vec::new(); self.sets.len()];
        for ((set, letter), next) in &self.after {
            rows[*set].push((*letter, *next));
        }
        let accepting = states.map(|set| self.accepts(set)).collect();
        (self.packing.minimal(Transitions::from_rows(rows), accepting), self.outer)
    }
}

/// Pairs of a state of an assumption and a set, which its own share is charged for.
struct Beside<'a> {
    machine: Machine,
    taken: &'a mut Taken,
    onto: Moves,
}

impl Graph for Beside<'_> {
    type Node = (State, State);

    fn packing(&self) -> &Packing {
        &self.machine.packing
    }

    fn first(&mut self, budget: &mut Budget) -> Result<(State, State), Stop> {
        Ok((self.machine.first()?, self.taken.first(budget)?))
    }

    fn size(&self, _: (State, State)) -> usize {
        1
    }

    fn edges(
        &mut self,
        (state, set): (State, State),
        into: &mut Vec<(Letter, (State, State))>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        for (letter, to) in self.machine.edges(state, budget)? {
            into.push((*letter, (*to, self.taken.next(set, self.onto.apply(*letter), budget)?)));
        }
        Ok(())
    }
}
