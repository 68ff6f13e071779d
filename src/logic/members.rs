//! What tells whether a word is in the relation E t<m G(t,x): the automaton of G(t,x) & t<m with t forgotten, whole where it
//! is small enough, and otherwise as far as words lead into it.

use std::sync::Arc;

use crate::automata::{
    Dfa, Layout, LazyAutomaton, Letter, Memo, Moves, Nfa, Prefix, Product, Projection, Slot, Spelled, SplitMembership,
    State, StoredAutomaton, Suffix, Track, minimal,
};
use crate::budget::{Attempt, Budget, Halt};
use crate::numeration::{NumerationSystem, TrackKind, validity_part};

use super::lazy_body::LazyBody;
use super::workspace::{Workspace, universal_within};

/// What tells whether a word is in the relation.
pub(super) enum Members {
    /// All of G(t,x) & t<m with t forgotten.
    Whole(Nfa, Box<SplitMembership>),
    /// As far as words lead into it. A suffix is the word itself, on the fields that the projection reads.
    Explored { projection: Box<Projection>, to_fields: Moves, words: Spelled, is_built: bool },
}

impl Members {
    pub(super) fn start(&mut self, budget: &Budget) -> Result<Prefix, Halt> {
        match self {
            Members::Whole(_, halves) => Ok(halves.start()),
            Members::Explored { projection, .. } => {
                let start = projection.start(budget)?.expect("what accepts nothing is not too large to be built");
                Ok(Prefix::from(start))
            }
        }
    }

    pub(super) fn after(&mut self, prefix: Prefix, letter: Letter, budget: &Budget) -> Result<Prefix, Halt> {
        match self {
            Members::Whole(_, halves) => halves.after(prefix, letter, budget),
            Members::Explored { projection, to_fields, .. } => {
                Ok(projection.after(prefix.into(), to_fields.apply(letter), budget)?.into())
            }
        }
    }

    pub(super) fn end(&mut self) -> Suffix {
        match self {
            Members::Whole(_, halves) => halves.end(),
            Members::Explored { words, .. } => words.end(),
        }
    }

    pub(super) fn before(&mut self, letter: Letter, suffix: Suffix, budget: &Budget) -> Result<Suffix, Halt> {
        match self {
            Members::Whole(_, halves) => halves.before(letter, suffix, budget),
            Members::Explored { to_fields, words, .. } => Ok(words.before(to_fields.apply(letter), suffix)),
        }
    }

    pub(super) fn accepts(&mut self, prefix: Prefix, suffix: Suffix, budget: &Budget) -> Result<bool, Halt> {
        match self {
            Members::Whole(_, halves) => Ok(halves.accepts(prefix, suffix)),
            Members::Explored { projection, words, .. } => {
                let word = words.suffix(suffix);
                let end =
                    word.iter().try_fold(State::from(prefix), |set, &letter| projection.after(set, letter, budget))?;
                Ok(projection.accepts(end))
            }
        }
    }
}

/// What members are told by: G and a bound on t, which comes last in the frame.
pub(super) struct MembershipSource<'a> {
    pub(super) body: &'a LazyBody,
    pub(super) at: &'a [Slot],
    pub(super) bound: Placed,
    pub(super) frame: &'a Layout,
    /// Of the tracks that stay.
    pub(super) systems: &'a [Arc<NumerationSystem>],
}

impl MembershipSource<'_> {
    /// All of the automaton, if G is built and no more than `most` states come of it.
    pub(super) fn members(self, most: usize, workspace: &mut Workspace, budget: &Budget) -> Result<Members, Halt> {
        let ranges = ranges(self.systems);
        let valid = workspace.valid(&ranges, budget)?;
        let kept = &self.frame.slots()[..self.systems.len()];
        let table = |dfa: &Arc<Dfa>, slots: &[Slot]| Box::new(StoredAutomaton::new(dfa.clone(), slots, Arc::new([])));
        let mut parts: Vec<Box<dyn LazyAutomaton>> = vec![table(&self.bound.0, &self.bound.1)];
        let mut conditions = Vec::new();
        let is_built = if let LazyBody::Relation(dfa, tracks, _) = self.body {
            parts.push(table(dfa, &tracks.iter().map(|&track| self.at[track]).collect::<Vec<_>>()));
            true
        } else {
            let is_bound = |slot: &Slot| self.bound.1.contains(slot);
            let others = self.systems.iter().zip(kept).filter(|(_, slot)| !is_bound(slot));
            parts.extend(others.map(|(system, &slot)| validity_part(system, slot)));
            conditions.push(self.body.guard(self.at));
            false
        };
        let mut whole = Box::new(Memo::new(Product::new(parts, conditions)));
        let built = match is_built {
            true => budget.attempt(most, |few| minimal(&mut *whole, self.frame, self.frame.slots(), few))?,
            false => Attempt::TooLarge,
        };
        Ok(if let Attempt::Done((dfa, _)) = built {
            // What was explored is as large as what is made of it.
            drop(whole);
            let nfa = dfa.project(&Track::list(0..self.systems.len())).drop_leading_zeros();
            drop(dfa);
            let universal = universal_within(&nfa, &valid, &ranges);
            Members::Whole(nfa.clone(), Box::new(SplitMembership::new(&nfa, universal)))
        } else {
            let projection = Box::new(Projection::new(whole, kept.iter().map(|slot| slot.mask()).collect()));
            let to_fields = Moves::new(valid.layout().slots(), kept);
            Members::Explored { projection, to_fields, words: Spelled::default(), is_built }
        })
    }
}

/// An automaton, and where its tracks stand.
pub(super) type Placed = (Arc<Dfa>, Vec<Slot>);

pub(super) fn ranges(systems: &[Arc<NumerationSystem>]) -> Vec<TrackKind> {
    systems.iter().cloned().map(TrackKind::Numbers).collect()
}
