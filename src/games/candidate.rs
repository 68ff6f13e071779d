//! Proves or refutes a candidate for the kernel of a game.
//!
//! What is right is proved by automata that are mostly small; what is wrong may need far larger ones to be refuted. So
//! if the proof is not soon done, the candidate is first compared with brute force in some boxes, and then proved
//! without that limit. If it is wrong, brute force looks for the smallest wrong position. Bad for a candidate that is
//! wrong only far out: it costs the boxes and a long proof.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::automata::Dfa;
use crate::budget::{Attempt, Budget, Halt};
use crate::logic::Workspace;
use crate::numeration::encode;

use super::kernel::{Oracle, wrong_near};
use super::proof::{Failing, refutation};
use super::rules::{Game, Position};
use super::solver::Solver;

/// States of an automaton of the proof before the candidate is compared with brute force.
const QUICK_PROOF_STATES: usize = 200_000;
/// Doublings of the first box with which it is then compared; each is wider than the last by [`Solver::growth`].
const COMPARED_DOUBLINGS: u32 = 4;

/// Why a candidate is not the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// The position of smallest sum that it lacks.
    Denied(Position),
    /// The position of smallest sum that it has and the kernel has not, and a winning move from there: none is told of games
    /// with blocking, where one move does not win.
    Claimed(Position, Option<Position>),
    /// The position of smallest sum that it has and where no move is left, which wins in misere play.
    Over(Position),
    /// Where it is not stable or not absorbing; too large to say what is wrong there.
    Near(Failing),
}

/// Why a candidate is not the kernel of a game; `None` is a proof that it is.
///
/// # Errors
/// The limit that was passed.
pub fn check(
    game: &Arc<Game>,
    candidate: &Arc<Dfa>,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Option<Refutation>, Halt> {
    let quick = |budget: &Budget| refutation(game, candidate, None, workspace, budget);
    let failing = match budget.attempt(QUICK_PROOF_STATES, quick)? {
        Attempt::Done(failing) => failing,
        Attempt::TooLarge => {
            let mut oracle = Oracle::new(game, 0, None, workspace, budget).map_err(|unfinished| unfinished.limit)?;
            if let Some((position, truth)) = compared(&mut oracle, candidate)? {
                return Ok(Some(refuted(&mut oracle.solver, candidate, position, truth)));
            }
            refutation(game, candidate, None, workspace, budget)?
        }
    };
    let Some(failing) = failing else { return Ok(None) };
    let mut oracle = Oracle::new(game, 0, None, workspace, budget).map_err(|unfinished| unfinished.limit)?;
    match wrong_near(&mut oracle.solver, 0, failing.position(), candidate) {
        Ok((position, truth)) => {
            let (position, truth) = oracle
                .smallest_wrong(candidate)
                .unwrap_or_else(|| (position.into_iter().map(BigInt::from).collect(), truth));
            Ok(Some(refuted(&mut oracle.solver, candidate, position, truth)))
        }
        Err(Halt::TooLarge) => Ok(Some(Refutation::Near(failing))),
        Err(limit) => Err(limit),
    }
}

/// The smallest position of some boxes that a candidate gets wrong, and whether it belongs.
fn compared(oracle: &mut Oracle<'_>, candidate: &Dfa) -> Result<Option<(Position, bool)>, Halt> {
    let mut solved = oracle.begin();
    for _ in 0..=COMPARED_DOUBLINGS / oracle.solver.growth().ilog2() {
        match solved {
            Ok(()) => {}
            Err(Halt::TooLarge) => break,
            Err(limit) => return Err(limit),
        }
        if let Some(wrong) = oracle.smallest_wrong(candidate) {
            return Ok(Some(wrong));
        }
        let next = oracle.solver.growth() * oracle.solver.reached();
        solved = oracle.solver.extend(next);
    }
    Ok(None)
}

/// What is wrong about a position.
fn refuted(solver: &mut Solver, candidate: &Dfa, position: Position, belongs: bool) -> Refutation {
    let game = solver.game().clone();
    let word = encode(&position, candidate.layout(), &game.systems());
    match belongs {
        true => Refutation::Denied(position),
        false if game.ends().is_some_and(|ends| ends.accepts(word)) => Refutation::Over(position),
        false => {
            // What is refuted is so without a move, where a limit is passed on the way to one.
            let win = win(solver, &position).unwrap_or(None);
            Refutation::Claimed(position, win)
        }
    }
}

/// The option of smallest sum that is lost for the other player.
fn win(solver: &mut Solver, position: &Position) -> Result<Option<Position>, Halt> {
    let small: Option<Vec<u64>> = position.iter().map(ToPrimitive::to_u64).collect();
    let Some(small) = small.filter(|_| solver.game().block() == 1) else { return Ok(None) };
    let mut options = solver.options(&small)?;
    options.sort_by_key(|option| (option.iter().sum::<u64>(), option.clone()));
    for option in options {
        if solver.value(&option)? == Some(0) {
            return Ok(Some(option.into_iter().map(BigInt::from).collect()));
        }
    }
    Ok(None)
}
