//! Moves of a game with parameters: as many from each of some piles, or as a formula says.
//!
//! [`redundant`](mod@super::redundant) tells which members of a family are not needed. [`is_function`] searches for a
//! position with two moves for one parameter, among two copies of the moves.

use std::collections::BTreeMap;

use crate::budget::{Budget, Halt};
use crate::logic::ir::{Expr, ExprRef, Var, Variables};
use crate::logic::{Engine, Workspace};
use crate::numeration::Compare;

use super::arithmetic::cases;
use super::lines::on_line;
use super::rules::{Game, linear};

/// Moves with parameters.
#[derive(Clone, Debug)]
pub struct MoveFamily {
    /// Those of the game and the parameters, among others.
    pub variables: Variables,
    /// The parameters, numbers in the system of the game.
    pub parameters: Vec<Var>,
    /// Which moves it has, over a position of the game, its option and the parameters.
    pub member: ExprRef,
}

/// The moves along the line of these piles, with the number taken from each as parameter.
pub fn line_family(game: &Game, piles: &[usize]) -> MoveFamily {
    let mut variables = game.variables().clone();
    let parameter = variables.add("i".into(), game.system().clone());
    let first = piles[0];
    let amount =
        linear(vec![(game.position()[first], 1), (game.option()[first], -1), (parameter, -1)], Compare::Equal, 0);
    let member = Expr::and(vec![on_line(game, piles), amount]);
    MoveFamily { variables, parameters: vec![parameter], member }
}

/// Whether every position has at most one move of the family for each parameter.
pub(super) fn is_function(
    game: &Game,
    family: &MoveFamily,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<bool, Halt> {
    let mut variables = family.variables.clone();
    let (two, other) = two_of(game, &mut variables, &family.member);
    let vars = [game.position(), game.option(), &other, &family.parameters].concat();
    for part in two {
        for part in cases(part) {
            let mut engine = Engine::new(workspace, &variables, budget);
            if engine.search(&vars, &engine.prepare(&part, true))?.is_some() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Formulas of which one holds for a position and two of its options if `moves` holds for both options, and the variables of
/// the other option. One option is less in the first pile where they differ.
pub(super) fn two_of(game: &Game, variables: &mut Variables, moves: &ExprRef) -> (Vec<ExprRef>, Vec<Var>) {
    let option = game.option();
    let other: Vec<Var> =
        option.iter().map(|&pile| variables.add(variables.name(pile).clone(), game.system().clone())).collect();
    let names: BTreeMap<Var, Var> = option.iter().copied().zip(other.iter().copied()).collect();
    let both = [moves.clone(), moves.renamed(&names)];
    let compared = |at: usize, compare| linear(vec![(option[at], 1), (other[at], -1)], compare, 0);
    let differ_in = |pile: usize| {
        let same = (0..pile).map(|at| compared(at, Compare::Equal));
        Expr::and(both.iter().cloned().chain(same).chain([compared(pile, Compare::Less)]).collect())
    };
    ((0..option.len()).map(differ_in).collect(), other)
}
