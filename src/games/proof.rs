//! Proves that a set of positions is the kernel of a game, or finds a position where it cannot be.
//!
//! A set is the kernel iff each position is in it exactly when fewer than `block` of its options are: stable (a
//! position of the set has no more) and absorbing (another has as many). Every move decreases a measure that is bounded
//! below, so there is one such set: by induction, the P-positions (von Neumann and Morgenstern 1944 for kernels).
//! Positions of value g are the kernel of what is left without those of smaller value.
//!
//! In misere play a position without a move is won. So a position is in the set exactly when it has a move and none of
//! its options is in the set, and the P-positions are the kernel of what is left without the positions that have no
//! move. Whether a position is in the set still depends on its options alone, so the same induction shows that there is
//! one.
//!
//! Stability is a search in the product of the rules and the set with itself. Absorption projects away the options,
//! which may be exponential; with `block` beyond 1 they are counted instead. Bad for rules of a few inequalities on
//! three piles: there [`removal`](super::removal) goes kind by kind.

use std::sync::Arc;

use crate::automata::Dfa;
use crate::budget::{Budget, Halt};
use crate::logic::ir::{Expr, ExprRef, Kind, Var};
use crate::logic::{Engine, Workspace};

use super::removal::unabsorbed;
use super::rules::{Game, Position, stored, values};
use super::symmetry::{exchanges, representative};

/// How a set fails to be a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failing {
    /// It holds this position and too many of its options, or a position that was taken away: in misere play, one
    /// without a move.
    Unstable(Position),
    /// It holds neither this position nor enough of its options.
    Unabsorbed(Position),
}

impl Failing {
    /// The position.
    pub fn position(&self) -> &Position {
        match self {
            Failing::Unstable(position) | Failing::Unabsorbed(position) => position,
        }
    }
}

/// A position where the set is not the kernel of the game without the positions of `without`; `None` is a proof that it
/// is.
///
/// Tracks of `set` and `without`: one a pile.
///
/// # Errors
/// The limit that was passed.
pub fn refutation(
    game: &Game,
    set: &Arc<Dfa>,
    without: Option<&Arc<Dfa>>,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Option<Failing>, Halt> {
    refutation_by(game, [set, set], without, workspace, budget)
}

/// A position where the first set is wrong; `None` is a proof that it holds the positions from which no move leads into the
/// second, and is otherwise as [`refutation`] says.
///
/// # Errors
/// The limit that was passed.
pub(super) fn refutation_by(
    game: &Game,
    [set, reached]: [&Arc<Dfa>; 2],
    without: Option<&Arc<Dfa>>,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Option<Failing>, Halt> {
    let (position, option) = (game.position().to_vec(), game.option().to_vec());
    let table = |dfa: &Arc<Dfa>, vars: &[Var]| stored("P(%)", dfa, vars);
    let inside = table(set, &position);
    let mut search = |vars: &[Var], parts: Vec<ExprRef>| -> Result<Option<Position>, Halt> {
        let mut engine = Engine::new(workspace, game.variables(), budget);
        let found = engine.search(vars, &engine.prepare(&Expr::and(parts), true))?;
        Ok(found.map(|found| values(&position, &found)))
    };
    let away: Vec<&Arc<Dfa>> = without.into_iter().chain(game.ends()).collect();
    for away in &away {
        if let Some(found) = search(&position, vec![inside.clone(), table(away, &position)])? {
            return Ok(Some(Failing::Unstable(found)));
        }
    }
    let all: Vec<Var> = position.iter().chain(&option).copied().collect();
    if game.relation().is_none() && game.block() == 1 {
        return refutation_by_pieces(game, [set, reached], &away, workspace, budget);
    }
    let (unstable, absorbed) = if game.block() == 1 {
        // Part by part: most equate piles of position and option, which are one variable then.
        let winning = |part: &ExprRef| Expr::and(vec![part.clone(), table(reached, &option)]);
        let joined = |part: &ExprRef| Expr::and(vec![inside.clone(), winning(part)]);
        let unstable = Expr::or(game.parts().iter().map(joined).collect());
        let absorbed = game.parts().iter().map(|part| Expr::exists(option.clone(), winning(part))).collect();
        (search(&all, vec![unstable])?, Expr::or(absorbed))
    } else {
        let winning = Expr::and(vec![game.moves().clone(), table(reached, &option)]);
        let enough = Expr::new(Kind::AtLeast(game.block().into(), option, winning));
        (search(&position, vec![inside.clone(), enough.clone()])?, enough)
    };
    if let Some(found) = unstable {
        return Ok(Some(Failing::Unstable(found)));
    }
    let mut parts = vec![Expr::negation(inside), Expr::negation(absorbed)];
    parts.extend(away.into_iter().map(|away| Expr::negation(table(away, &position))));
    Ok(search(&position, parts)?.map(Failing::Unabsorbed))
}

/// [`refutation_by`] for games whose moves are too large for an automaton: the set is disjoint from the positions of `away`.
fn refutation_by_pieces(
    game: &Game,
    [set, reached]: [&Arc<Dfa>; 2],
    away: &[&Arc<Dfa>],
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Option<Failing>, Halt> {
    let (position, option) = (game.position(), game.option());
    let sets: Vec<&Arc<Dfa>> = [&[set, reached], away].concat();
    let representative = representative(game, &exchanges(game, &sets, workspace));
    let inside = stored("P(%)", set, position);
    let all: Vec<Var> = position.iter().chain(option).copied().collect();
    for part in game.parts() {
        let parts = vec![inside.clone(), representative.clone(), part.clone(), stored("P(%)", reached, option)];
        let mut engine = Engine::new(workspace, game.variables(), budget);
        if let Some(found) = engine.search(&all, &engine.prepare(&Expr::and(parts), true))? {
            return Ok(Some(Failing::Unstable(values(position, &found))));
        }
    }
    let representative = workspace.prepare(&representative, true);
    let mut target = vec![Expr::negation(inside), representative.clone()];
    target.extend(away.iter().map(|away| Expr::negation(stored("away(%)", away, position))));
    Ok(unabsorbed(game, reached, (&Expr::and(target), &representative), budget)?.map(Failing::Unabsorbed))
}
