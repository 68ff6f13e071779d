//! Takes the positions with a move into a set away from others, one kind of move at a time.
//!
//! The positions with a move into a set P are a projection, and where rules on three piles are a few inequalities its
//! subsets multiply. So they are taken in [`pieces`]. What is left, minimized after each piece, is where the next is
//! determinized ([`Cover`]). The smallest positions that are left decide which piece comes next: the one that has a
//! move into P from most of them, for its price.
//!
//! If the rules and P are the same with two neighbouring piles exchanged, so are the positions without a move into P,
//! and only those are looked at where these piles are in order: a sixth of all, for three piles.
//!
//! Bad where whole inequalities are needed: their pieces are as large as the projection.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use crate::automata::Dfa;
use crate::budget::{Attempt, Budget, Halt};
use crate::logic::ir::{Expr, ExprRef};
use crate::logic::{Cover, Tactic, Tactics, Workspace};
use crate::numeration::Relation;

use super::arithmetic::Condition;
use super::options::{Completions, Digits, side};
use super::pieces::{Piece, pieces};
use super::rules::{Game, Position, Steps, built_over, stored};
use super::solver::MOST_LISTED;

/// Positions that say which piece is next.
pub(super) const SAMPLE: usize = 300;
/// Members of the set among which the options of a position are looked for, at most.
const MOST_MEMBERS: usize = 1 << 14;
/// States of an automaton of a piece, at first; four times as many once some pieces in a row had more.
const FIRST_STATES: usize = 1 << 17;
/// States of an automaton of a piece, at most.
const MOST_STATES: usize = 1 << 22;
/// Pieces in a row that are given up for so many states.
const MOST_REFUSED: usize = 2;

/// A position that satisfies `target` and has no move into `set`; `None` is a proof that there is none. For games without
/// blocking whose options have no pile larger than the largest of their position.
///
/// Tracks of `set`: one a pile.
///
/// # Errors
/// The limit that was passed; [`Halt::TooLarge`] if the rules are no conditions on numbers.
pub(super) fn unabsorbed(
    game: &Game,
    set: &Arc<Dfa>,
    (target, representative): (&ExprRef, &ExprRef),
    budget: &Budget,
) -> Result<Option<Position>, Halt> {
    let mut removal = Removal::new(game, set, game.parts(), representative, budget)?;
    let mut left = removal.built(target)?;
    loop {
        let sample = removal.sample(&left, SAMPLE);
        if sample.is_empty() {
            return Ok(None);
        }
        for position in &sample {
            if removal.pieces_from(position)?.is_empty() {
                return Ok(Some(position.clone()));
            }
        }
        left = removal.step(&left, &sample)?.1;
    }
}

/// Where pieces are joined with a set. A pile eliminated by an equation of a piece leaves the others as many values as there are
/// numbers; joined with the set, where one is nearly told by the others, it has few.
pub(super) fn joining_workspace() -> Workspace {
    Workspace::new().with_tactics(Tactics::default().without(Tactic::EliminateEarly))
}

/// Moves into a set, to be taken away one kind after another.
pub(super) struct Removal<'a> {
    game: &'a Game,
    set: &'a Arc<Dfa>,
    pieces: Vec<Piece>,
    /// States that were too few for a piece.
    refused: Vec<usize>,
    /// States of an automaton of a piece, at most, for now.
    states: usize,
    sampled: Sampled<'a>,
    workspace: Workspace,
    budget: &'a Budget,
}

impl<'a> Removal<'a> {
    /// The moves of a game into a set of which these conjunctions are the disjunction.
    ///
    /// # Errors
    /// The limit that was passed; [`Halt::TooLarge`] if the rules are no conditions on numbers.
    pub fn new(
        game: &'a Game,
        set: &'a Arc<Dfa>,
        moves: &[ExprRef],
        representative: &ExprRef,
        budget: &'a Budget,
    ) -> Result<Removal<'a>, Halt> {
        let workspace = joining_workspace();
        let all = [game.position(), game.option()].concat();
        let condition = match game.steps() {
            Steps::Condition(condition) => condition.clone(),
            Steps::Automaton(_) => {
                Condition::new(&workspace.prepare(game.moves(), true), &all).ok_or(Halt::TooLarge)?
            }
        };
        let pieces = pieces(game, set, moves, representative, &workspace, budget)?;
        let (refused, sampled) = (vec![0; pieces.len()], Sampled::new(game, condition, set));
        Ok(Removal { game, set, pieces, refused, states: FIRST_STATES, sampled, workspace, budget })
    }

    /// The positions that satisfy a formula.
    pub fn built(&mut self, target: &ExprRef) -> Result<Arc<Dfa>, Halt> {
        built_over(target, self.game.position(), self.game.variables(), &mut self.workspace, self.budget)
    }

    /// The smallest positions of a set.
    pub fn sample(&self, left: &Arc<Dfa>, most: usize) -> Vec<Position> {
        Relation::from_closed(left.clone(), self.game.systems()).first(most)
    }

    /// The pieces with a move into the set from this position.
    ///
    /// # Errors
    /// The limit that was passed; [`Halt::TooLarge`] if the set has too many members with such piles to be listed.
    pub fn pieces_from(&mut self, position: &Position) -> Result<&[u32], Halt> {
        self.sampled.pieces_from(position, &self.pieces, self.budget)
    }

    /// A piece, and what is left of the positions without a move by it; it has one from some of the sample.
    pub fn step(&mut self, left: &Arc<Dfa>, sample: &[Position]) -> Result<(ExprRef, Arc<Dfa>), Halt> {
        self.budget.check_now()?;
        let mut count = vec![0u64; self.pieces.len()];
        for position in sample {
            self.pieces_from(position)?.iter().for_each(|&at| count[at as usize] += 1);
        }
        let mut refused = 0;
        loop {
            let is_open = |at: &usize| count[*at] > 0 && self.refused[*at] < self.states && refused < MOST_REFUSED;
            // A piece that takes all that is left may be the last, and is worth more than its part.
            let worth = |at: &usize| (count[*at].pow(3) << 10) / self.pieces[*at].price;
            let Some(next) = (0..self.pieces.len()).filter(is_open).max_by_key(worth) else {
                if self.states >= MOST_STATES {
                    return Err(Halt::TooLarge);
                }
                (self.states, refused) = (4 * self.states, 0);
                continue;
            };
            match self.attempt(left, next)? {
                Attempt::Done(rest) => return Ok((self.pieces[next].expr.clone(), rest)),
                Attempt::TooLarge => (self.refused[next], refused) = (self.states, refused + 1),
            }
        }
    }

    fn attempt(&mut self, left: &Arc<Dfa>, piece: usize) -> Result<Attempt<Arc<Dfa>>, Halt> {
        let (position, option) = (self.game.position().to_vec(), self.game.option().to_vec());
        let (variables, left) = (self.game.variables().clone(), stored("left(%)", left, &position));
        let moved = Expr::and(vec![self.pieces[piece].expr.clone(), stored("P(%)", self.set, &option), left.clone()]);
        let cover = Cover::of(variables, position, left, vec![Expr::exists(option, moved)]);
        let workspace = &mut self.workspace;
        let take = |budget: &Budget| cover.rest(workspace, budget, &mut |_| {}).map_err(|(_, limit)| limit);
        Ok(match self.budget.attempt(self.states, take)? {
            Attempt::Done((rest, _)) => Attempt::Done(rest.dfa),
            Attempt::TooLarge => Attempt::TooLarge,
        })
    }
}

/// Which pieces have a move into the set from positions that were asked about.
struct Sampled<'a> {
    game: &'a Game,
    moves: Condition,
    set: Completions,
    /// The members of the set with piles below `side`.
    members: Vec<Vec<u64>>,
    side: u64,
    known: FxHashMap<Position, Vec<u32>>,
}

impl<'a> Sampled<'a> {
    fn new(game: &'a Game, moves: Condition, set: &Dfa) -> Sampled<'a> {
        let (members, known) = Default::default();
        Sampled { game, moves, set: Completions::new(set, &[]), members, side: 0, known }
    }

    /// The pieces with a move into the set from this position.
    fn pieces_from(&mut self, position: &Position, pieces: &[Piece], budget: &Budget) -> Result<&[u32], Halt> {
        if !self.known.contains_key(position) {
            budget.check_now()?;
            let small: Option<Vec<u64>> = position.iter().map(ToPrimitive::to_u64).collect();
            let small = small.ok_or(Halt::TooLarge)?;
            let largest = small.iter().copied().max().unwrap_or(0);
            self.reach(largest)?;
            let is_option = |member: &&Vec<u64>| self.moves.holds(&small, member);
            let mut by = BTreeSet::new();
            for option in self.members.iter().filter(is_option) {
                let leads_there = |at: &u32| pieces[*at as usize].condition.holds(&small, option);
                by.extend((0..pieces.len() as u32).filter(leads_there));
            }
            self.known.insert(position.clone(), by.into_iter().collect());
        }
        Ok(&self.known[position])
    }

    /// Lists the members of the set with piles up to `largest` at least.
    fn reach(&mut self, largest: u64) -> Result<(), Halt> {
        if largest < self.side {
            return Ok(());
        }
        let system = self.game.system();
        let length =
            (0..).find(|&length| side(system, length).is_none_or(|side| side > largest)).expect("weights grow");
        let digits = Digits::new(system, length, MOST_LISTED).ok_or(Halt::TooLarge)?;
        self.members.clear();
        self.set.each(&[], &digits, &mut |member| {
            self.members.push(member.to_vec());
            self.members.len() <= MOST_MEMBERS
        });
        if self.members.len() > MOST_MEMBERS {
            return Err(Halt::TooLarge);
        }
        self.side = digits.side;
        Ok(())
    }
}
