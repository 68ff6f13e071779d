//! Moves that can be taken out of the rules without changing the P-positions.
//!
//! Of a family of moves with one parameter i, a member is needed if some N-position has fewer than `block` winning moves
//! without it; without the others the set stays stable, so those are redundant, each for itself. The needed parameters
//! are a set of numbers, computed as an automaton: a proof either way.
//!
//! In misere play a position that is left without a move is won. So a member is also needed if a P-position has no other
//! move, and an N-position without another winning move needs it only if it keeps a move: the set stays the kernel iff
//! neither happens, position by position.

use std::sync::Arc;

use crate::automata::{Dfa, Track};
use crate::budget::{Budget, Halt};
use crate::logic::ir::{Expr, ExprRef, Kind, Var, Variables};
use crate::logic::{Cover, Engine, Workspace};
use crate::numeration::{Compare, Relation};

use super::lines::on_line;
use super::rules::{Game, built_over, linear, stored};

/// What became of a family.
#[derive(Clone, Debug)]
pub struct Redundant {
    /// The parameters whose move some position needs. One track.
    pub needed: Relation,
    /// The parameters whose move exists and no position needs. One track.
    pub redundant: Relation,
}

/// The moves along the line of these piles, with the number taken from each as parameter.
pub fn line_family(game: &Game, piles: &[usize]) -> (Variables, Var, ExprRef) {
    let mut variables = game.variables().clone();
    let parameter = variables.add("i".into(), game.system().clone());
    let first = piles[0];
    let amount =
        linear(vec![(game.position()[first], 1), (game.option()[first], -1), (parameter, -1)], Compare::Equal, 0);
    (variables, parameter, Expr::and(vec![on_line(game, piles), amount]))
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
    lines: &[Vec<usize>],
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Vec<Redundant>, Halt> {
    let mut found: Vec<Redundant> = Vec::new();
    for line in lines {
        let known = found.iter().zip(lines).find(|(_, known)| are_images(game, kernel, known, line));
        let next = match known {
            Some((known, _)) => known.clone(),
            None => {
                let (variables, parameter, family) = line_family(game, line);
                redundant(game, kernel, &variables, parameter, &family, workspace, budget)?
            }
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
/// `family` speaks of the game's position, its option and `parameter`; `kernel` is the game's, one track a pile.
///
/// # Errors
/// The limit that was passed.
pub fn redundant(
    game: &Game,
    kernel: &Arc<Dfa>,
    variables: &Variables,
    parameter: Var,
    family: &ExprRef,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Redundant, Halt> {
    let (position, option) = (game.position().to_vec(), game.option().to_vec());
    let table = |vars: &[Var]| stored("P(%)", kernel, vars);
    let winning = Expr::and(vec![game.moves().clone(), table(&option)]);
    let member = Expr::and(vec![game.moves().clone(), family.clone()]);
    let all: Vec<Var> = position.iter().chain(&option).copied().collect();

    let exists = Expr::exists(all.clone(), member.clone());
    let needed = if game.block() == 1 {
        let wins = only_winning(game, kernel, variables, parameter, family, workspace, budget)?;
        match game.is_misere() {
            false => Expr::exists(position, wins),
            true => {
                let others = Expr::and(vec![game.moves().clone(), Expr::negation(family.clone())]);
                let others = Expr::exists(option.clone(), others);
                let moved = Expr::exists(option.clone(), member);
                let last = Expr::and(vec![table(&position), moved, Expr::negation(others.clone())]);
                Expr::exists(position, Expr::or(vec![Expr::and(vec![wins, others]), last]))
            }
        }
    } else if is_function(game, variables, parameter, family, workspace, budget)? {
        // One move a position: it is needed where it wins and there are no more than `block` winning moves.
        let more = Expr::new(Kind::AtLeast(u64::from(game.block()) + 1, option.clone(), winning.clone()));
        let parts = vec![member.clone(), table(&option), Expr::negation(table(&position)), Expr::negation(more)];
        Expr::exists(all, Expr::and(parts))
    } else {
        let others = Expr::and(vec![winning, Expr::negation(family.clone())]);
        let enough = Expr::new(Kind::AtLeast(game.block().into(), option.clone(), others));
        Expr::exists(position, Expr::and(vec![Expr::negation(table(game.position())), Expr::negation(enough)]))
    };
    let needed = Expr::and(vec![exists.clone(), needed]);
    let needed = built_over(&needed, &[parameter], variables, workspace, budget)?;
    let known = stored("needed(%)", &needed, &[parameter]);
    let unneeded = Expr::and(vec![exists, Expr::negation(known)]);
    let unneeded = built_over(&unneeded, &[parameter], variables, workspace, budget)?;
    let systems = vec![game.system().clone()];
    Ok(Redundant {
        needed: Relation::from_closed(needed, systems.clone()),
        redundant: Relation::from_closed(unneeded, systems),
    })
}

/// The parameters i and positions with a winning move of the member and no other winning move, where nothing is blocked.
///
/// The pairs of parameter and position with a winning move of the family come first; the other winning moves are taken
/// from them part by part, each part of the rules only where something is left. All at once, their subsets multiply:
/// Splithoff does not end in 2 GB.
fn only_winning(
    game: &Game,
    kernel: &Arc<Dfa>,
    variables: &Variables,
    parameter: Var,
    family: &ExprRef,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<ExprRef, Halt> {
    let (mut vars, option) = (game.position().to_vec(), game.option().to_vec());
    let wins = |part: &ExprRef, of_family: ExprRef| {
        Expr::exists(option.clone(), Expr::and(vec![part.clone(), stored("P(%)", kernel, &option), of_family]))
    };
    // Whoever has a winning move is in no P-position: the kernel is stable.
    let target = wins(game.moves(), family.clone());
    let others = game.parts().iter().map(|part| wins(part, Expr::negation(family.clone()))).collect();
    vars.push(parameter);
    let cover = Cover::of(variables.clone(), vars, target, others);
    let (left, _) = cover.rest(workspace, budget, &mut |_| {}).map_err(|(_, limit)| limit)?;
    Ok(stored("left(%)", &left.dfa, &left.vars))
}

/// Whether every position has at most one move of the family for each parameter.
fn is_function(
    game: &Game,
    variables: &Variables,
    parameter: Var,
    family: &ExprRef,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<bool, Halt> {
    let two = Expr::new(Kind::AtLeast(2, game.option().to_vec(), family.clone()));
    let mut vars = game.position().to_vec();
    vars.push(parameter);
    let mut engine = Engine::new(workspace, variables, budget);
    Ok(engine.search(&vars, &engine.prepare(&two, true))?.is_none())
}
