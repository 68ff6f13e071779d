//! Moves that do not depend on one of the piles, which a solver marks all at once.
//!
//! In Delete Nim a move splits one pile and takes the other away, whatever that was: with one P-position whole rows and
//! columns have a winning move, and a quarter of all positions are P-positions, so that listing them costs the cube of the
//! side. What is the same for all sizes of a pile, but for the smallest, is a relation of the other piles and the option:
//! a strip of the board for each of its tuples. That it is the same is decided, so that nothing else is marked. Only for
//! games without lines and without blocking: positions are marked, not counted.

use std::sync::Arc;

use crate::automata::Dfa;
use crate::budget::{Attempt, Budget, Halt};
use crate::logic::Workspace;
use crate::logic::ir::{Expr, ExprRef, Var};
use crate::numeration::Compare;

use super::cells::index;
use super::lines::Lines;
use super::options::{Completions, Digits};
use super::rules::{Game, built_over, linear, stored};

/// Sizes of a pile from one of these on are alike.
const EDGES: [u64; 2] = [0, 4];
/// States of an automaton on the way to the strips of a game, at most.
const MOST_STATES: usize = 20_000;

/// Moves that do not depend on a pile from some size on.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    pile: usize,
    edge: u64,
    /// The option, then the other piles of the position.
    moves: Completions,
}

/// The strips of a game, and its moves that are on no line and in no strip: the tracks of the position, then those of the
/// option.
///
/// # Errors
/// The limit that was passed.
pub(super) fn strips(
    game: &Game,
    parts: &Lines,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<(Vec<Strip>, Arc<Dfa>), Halt> {
    let none = (Vec::new(), parts.rest.clone());
    if !parts.lines.is_empty() || game.block() != 1 || game.piles() < 2 || parts.rest.is_empty() {
        return Ok(none);
    }
    Ok(match budget.attempt(MOST_STATES, |budget| found(game, parts, workspace, budget))? {
        Attempt::Done(found) => found,
        Attempt::TooLarge => none,
    })
}

fn found(
    game: &Game,
    parts: &Lines,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<(Vec<Strip>, Arc<Dfa>), Halt> {
    let (position, option) = (game.position(), game.option());
    let all: Vec<Var> = position.iter().chain(option).copied().collect();
    let moves = stored("moves(%)", &parts.rest, &all);
    let (mut strips, mut rest) = (Vec::new(), vec![moves.clone()]);
    for pile in 0..game.piles() {
        let order: Vec<Var> = option.iter().chain(position).copied().filter(|&var| var != position[pile]).collect();
        let mut best: Option<(u64, Arc<Dfa>)> = None;
        for edge in EDGES {
            // No size from the edge on lacks the move.
            let lacks = Expr::and(vec![at_least(position[pile], edge), Expr::negation(moves.clone())]);
            let same = Expr::negation(Expr::exists(vec![position[pile]], lacks));
            let same = built_over(&same, &order, game.variables(), workspace, budget)?;
            // A later edge is for more moves, not for the same ones.
            if !same.is_empty() && best.as_ref().is_none_or(|(_, known)| *known != same) {
                best = Some((edge, same));
            }
        }
        let Some((edge, same)) = best else { continue };
        let strip = Expr::and(vec![at_least(position[pile], edge), stored("strip(%)", &same, &order)]);
        rest.push(Expr::negation(strip));
        let fixed: Vec<usize> = (0..game.piles()).collect();
        strips.push(Strip { pile, edge, moves: Completions::new(&same, &fixed) });
    }
    if strips.is_empty() {
        return Ok((strips, parts.rest.clone()));
    }
    let rest = built_over(&Expr::and(rest), &all, game.variables(), workspace, budget)?;
    Ok((strips, rest))
}

/// The pile has this size at least.
fn at_least(pile: Var, edge: u64) -> ExprRef {
    if edge == 0 {
        return Expr::truth(true);
    }
    linear(vec![(pile, -1)], Compare::Less, 1 - edge as i64)
}

/// The strips of a box from which a move leads to a position that was found.
pub(super) struct Met<'a> {
    strips: &'a [Strip],
    side: u64,
    /// For each kind of strip, by the other piles.
    met: Vec<Vec<bool>>,
}

impl<'a> Met<'a> {
    /// None yet.
    ///
    /// # Errors
    /// There is no room for them.
    pub fn new(strips: &'a [Strip], piles: usize, side: u64, budget: &Budget) -> Result<Met<'a>, Halt> {
        let cells = side.checked_pow(piles as u32 - 1).ok_or(Halt::TooLarge)? as usize;
        budget.check_room(cells * strips.len())?;
        Ok(Met { strips, side, met: vec![vec![false; cells]; strips.len()] })
    }

    /// Marks the strips from which a move leads to this position.
    pub fn add(&mut self, option: &[u64], digits: &Digits) {
        for (strip, met) in self.strips.iter().zip(&mut self.met) {
            strip.moves.each(option, digits, &mut |others| {
                met[index(others, self.side)] = true;
                true
            });
        }
    }

    /// Whether a position lies in a strip that was marked.
    pub fn has(&self, position: &[u64]) -> bool {
        self.strips.iter().zip(&self.met).any(|(strip, met)| {
            position[strip.pile] >= strip.edge && {
                let others = position.iter().enumerate().filter(|&(pile, _)| pile != strip.pile);
                met[others.fold(0, |index, (_, &pile)| index * self.side + pile) as usize]
            }
        })
    }
}
