//! The moves along straight lines, which a solver counts instead of listing.
//!
//! A game has the line of some piles if every position may take the same positive number from each of these: a pile of
//! Nim, the diagonal of Wythoff. Whether a game has a line is decided by the prover; the remaining moves are an
//! automaton.

use std::sync::Arc;

use crate::automata::Dfa;
use crate::budget::{Budget, Halt};
use crate::logic::ir::{Expr, ExprRef, Var};
use crate::logic::{Engine, Workspace};
use crate::numeration::Compare;

use super::rules::{Game, built_over, linear, stored};

/// The moves of a game taken apart.
#[derive(Clone, Debug)]
pub struct Lines {
    /// For each line, the piles it takes from.
    pub lines: Vec<Vec<usize>>,
    /// The moves on no line: the tracks of the position, then those of the option.
    pub rest: Arc<Dfa>,
}

impl Lines {
    /// The lines of a game.
    ///
    /// # Errors
    /// The limit that was passed; [`Halt::TooLarge`] if the moves are no automaton.
    pub fn new(game: &Game, workspace: &mut Workspace, budget: &Budget) -> Result<Lines, Halt> {
        let all: Vec<Var> = game.position().iter().chain(game.option()).copied().collect();
        let mut rest = vec![stored("moves(%)", game.relation().ok_or(Halt::TooLarge)?, &all)];
        let lines = lines(game, workspace, budget)?;
        rest.extend(lines.iter().map(|line| Expr::negation(on_line(game, line))));
        let rest = built_over(&Expr::and(rest), &all, game.variables(), workspace, budget)?;
        Ok(Lines { lines, rest })
    }
}

/// The piles of each line of a game.
///
/// # Errors
/// The limit that was passed.
pub fn lines(game: &Game, workspace: &mut Workspace, budget: &Budget) -> Result<Vec<Vec<usize>>, Halt> {
    let all: Vec<Var> = game.position().iter().chain(game.option()).copied().collect();
    let moves = game.relation().map_or_else(|| game.moves().clone(), |relation| stored("moves(%)", relation, &all));
    let nonterminal = game.terminal().map(|terminal| Expr::negation(stored("terminal(%)", terminal, game.position())));
    let mut lines = Vec::new();
    for subset in 1u32..1 << game.piles() {
        let piles: Vec<usize> = (0..game.piles()).filter(|pile| subset >> pile & 1 == 1).collect();
        let mut missing = vec![on_line(game, &piles), Expr::negation(moves.clone())];
        missing.extend(nonterminal.clone());
        let mut engine = Engine::new(workspace, game.variables(), budget);
        if engine.search(&all, &engine.prepare(&Expr::and(missing), true))?.is_none() {
            lines.push(piles);
        }
    }
    Ok(lines)
}

/// The option is the position with one positive number taken from each of these piles.
pub(super) fn on_line(game: &Game, piles: &[usize]) -> ExprRef {
    let (position, option) = (game.position(), game.option());
    let first = piles[0];
    let mut parts = Vec::new();
    for pile in 0..game.piles() {
        let (before, after) = (position[pile], option[pile]);
        parts.push(match piles.contains(&pile) {
            false => linear(vec![(after, 1), (before, -1)], Compare::Equal, 0),
            true if pile == first => linear(vec![(after, 1), (before, -1)], Compare::Less, 0),
            true => {
                linear(vec![(before, 1), (after, -1), (position[first], -1), (option[first], 1)], Compare::Equal, 0)
            }
        });
    }
    Expr::and(parts)
}
