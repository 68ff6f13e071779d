//! Moves that can be taken out of the rules without changing the P-positions.
//!
//! Of a family of moves with parameters, a member is needed if some N-position has fewer than `block` winning moves
//! without it; without the others the set stays stable, so those are redundant, each for itself. The needed parameters
//! are a relation, computed as an automaton: a proof either way.
//!
//! Where the moves are too large for an automaton, the positions with one winning move come first ([`SoleMoves`]): a
//! member is needed if it is that move.
//!
//! In misere play a position that is left without a move is won. So a member is also needed if a P-position has no
//! other move, and an N-position without another winning move needs it only if it keeps a move: the set stays the
//! kernel iff neither happens, position by position.
//!
//! Costs a projection onto the parameters, of a formula that has the moves twice: in the benchmarks far more than the
//! proof of the kernel. Lines that a permutation of the piles maps to each other are decided once.

use std::sync::Arc;

use crate::automata::{Dfa, Track};
use crate::budget::{Budget, Halt};
use crate::logic::ir::{Expr, ExprRef, Kind, Var};
use crate::logic::{Cover, Workspace};
use crate::numeration::Relation;

use super::arithmetic::{cases, is_contradiction};
use super::move_family::{MoveFamily, is_function, line_family};
use super::rules::{Game, built_over, stored};
use super::sole_moves::SoleMoves;

/// What became of a family.
#[derive(Clone, Debug)]
pub struct Redundant {
    /// The parameters whose move some position needs. One track each.
    pub needed: Relation,
    /// The parameters whose move exists and no position needs. One track each.
    pub redundant: Relation,
}

/// Which moves along each of these lines are redundant, in their order.
///
/// A permutation of the piles that changes neither moves nor terminal positions nor P-positions takes winning moves to winning
/// moves: the parameters of a line are those of its image, which is not treated again.
///
/// # Errors
/// The limit that was passed.
pub fn redundant_lines(
    game: &Game,
    kernel: &Arc<Dfa>,
    sole: Option<&SoleMoves>,
    lines: &[Vec<usize>],
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Vec<Redundant>, Halt> {
    let mut found: Vec<Redundant> = Vec::new();
    for line in lines {
        let known = found.iter().zip(lines).find(|(_, known)| are_images(game, kernel, known, line));
        let next = match known {
            Some((known, _)) => known.clone(),
            None => redundant(game, kernel, sole, &line_family(game, line), workspace, budget)?,
        };
        found.push(next);
    }
    Ok(found)
}

/// Whether a permutation of the piles that takes one line to the other, the first pile to the first, changes nothing else.
fn are_images(game: &Game, kernel: &Dfa, line: &[usize], image: &[usize]) -> bool {
    let piles = game.piles();
    let others = |line: &[usize]| (0..piles).filter(|pile| !line.contains(pile)).collect();
    let ordered = |line: &[usize]| [line.to_vec(), others(line)].concat();
    let mut order = vec![0; piles];
    ordered(line).into_iter().zip(ordered(image)).for_each(|(pile, image)| order[image] = pile);
    let position = Track::list(order.iter().copied());
    let both = Track::list(order.iter().copied().chain(order.iter().map(|pile| piles + pile)));
    line.len() == image.len()
        && kernel.reordered(&position) == *kernel
        && game.terminal().is_none_or(|terminal| terminal.reordered(&position) == **terminal)
        && game.relation().is_some_and(|relation| relation.reordered(&both) == **relation)
}

/// Which members of a family are redundant.
///
/// `kernel` is the game's, one track a pile; `sole` its positions with one winning move, for moves that are too large for an
/// automaton.
///
/// # Errors
/// The limit that was passed.
pub fn redundant(
    game: &Game,
    kernel: &Arc<Dfa>,
    sole: Option<&SoleMoves>,
    family: &MoveFamily,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Redundant, Halt> {
    let MoveFamily { variables, parameters, .. } = family;
    let exists = built_over(&exists(game, family, workspace), parameters, variables, workspace, budget)?;
    let exists = stored("exists(%)", &exists, parameters);
    let needed = match sole {
        Some(sole) if is_function(game, family, workspace, budget)? => sole.needed(game, kernel, family, budget)?,
        _ => {
            let needed = needed(game, kernel, family, workspace, budget)?;
            let needed = built_over(&needed, parameters, variables, workspace, budget)?;
            vec![stored("needed(%)", &needed, parameters)]
        }
    };
    let cover = Cover::of(variables.clone(), parameters.clone(), exists.clone(), needed);
    let (unneeded, _) = cover.rest(workspace, budget, &mut |_| {}).map_err(|(_, limit)| limit)?;
    let others = Expr::negation(stored("redundant(%)", &unneeded.dfa, &unneeded.vars));
    let needed = built_over(&Expr::and(vec![exists, others]), parameters, variables, workspace, budget)?;
    let systems = vec![game.system().clone(); parameters.len()];
    Ok(Redundant {
        needed: Relation::from_closed(needed, systems.clone()),
        redundant: Relation::from_closed(unneeded.dfa, systems),
    })
}

/// The parameters with a move.
fn exists(game: &Game, family: &MoveFamily, workspace: &Workspace) -> ExprRef {
    let all = [game.position(), game.option()].concat();
    if game.relation().is_some() {
        return Expr::exists(all, Expr::and(vec![game.moves().clone(), family.member.clone()]));
    }
    let mut moves = Vec::new();
    for member in cases(family.member.clone()) {
        let follows = |atom: &ExprRef| {
            is_contradiction(&Expr::and([member.conjuncts(), &[workspace.prepare(atom, false)]].concat()))
        };
        if game.parts().iter().any(|part| part.conjuncts().iter().all(follows)) {
            moves.push(member);
            continue;
        }
        for part in game.parts() {
            moves.extend(cases(Expr::and(vec![part.clone(), member.clone()])));
        }
    }
    Expr::or(moves.into_iter().map(|moves| Expr::exists(all.clone(), moves)).collect())
}

/// Some parameters, at least those of moves that some position needs, and no others that have a move.
fn needed(
    game: &Game,
    kernel: &Arc<Dfa>,
    family: &MoveFamily,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<ExprRef, Halt> {
    let (position, option) = (game.position().to_vec(), game.option().to_vec());
    let table = |vars: &[Var]| stored("P(%)", kernel, vars);
    let winning = Expr::and(vec![game.moves().clone(), table(&option)]);
    let member = Expr::and(vec![game.moves().clone(), family.member.clone()]);
    let no_member = Expr::negation(family.member.clone());
    let all = [&position[..], &option].concat();
    if game.block() == 1 {
        let wins = only_winning(game, kernel, family, workspace, budget)?;
        if !game.is_misere() {
            return Ok(Expr::exists(position, wins));
        }
        let others = Expr::exists(option.clone(), Expr::and(vec![game.moves().clone(), no_member]));
        let moved = Expr::exists(option.clone(), member);
        let last = Expr::and(vec![table(&position), moved, Expr::negation(others.clone())]);
        return Ok(Expr::exists(position, Expr::or(vec![Expr::and(vec![wins, others]), last])));
    }
    if is_function(game, family, workspace, budget)? {
        // One move a position: it is needed where it wins and there are no more than `block` winning moves.
        let more = Expr::new(Kind::AtLeast(u64::from(game.block()) + 1, option.clone(), winning.clone()));
        let parts = vec![member, table(&option), Expr::negation(table(&position)), Expr::negation(more)];
        return Ok(Expr::exists(all, Expr::and(parts)));
    }
    let others = Expr::and(vec![winning, no_member]);
    let enough = Expr::new(Kind::AtLeast(game.block().into(), option, others));
    let lost = Expr::and(vec![Expr::negation(table(&position)), Expr::negation(enough)]);
    Ok(Expr::exists(position, lost))
}

/// The parameters and positions with a winning move of the member and no other winning move, where nothing is blocked.
///
/// The tuples of parameters and position with a winning move of the family come first; the other winning moves are taken
/// from them part by part, each part of the rules only where something is left. All at once, their subsets multiply:
/// Splithoff does not end in 2 GB.
fn only_winning(
    game: &Game,
    kernel: &Arc<Dfa>,
    family: &MoveFamily,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<ExprRef, Halt> {
    let (mut vars, option) = (game.position().to_vec(), game.option().to_vec());
    let wins = |part: &ExprRef, of_family: ExprRef| {
        Expr::exists(option.clone(), Expr::and(vec![part.clone(), stored("P(%)", kernel, &option), of_family]))
    };
    // Whoever has a winning move is in no P-position: the kernel is stable.
    let target = wins(game.moves(), family.member.clone());
    let others = game.parts().iter().map(|part| wins(part, Expr::negation(family.member.clone()))).collect();
    vars.extend(&family.parameters);
    let cover = Cover::of(family.variables.clone(), vars, target, others);
    let (left, _) = cover.rest(workspace, budget, &mut |_| {}).map_err(|(_, limit)| limit)?;
    Ok(stored("left(%)", &left.dfa, &left.vars))
}
