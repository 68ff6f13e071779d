//! Positions with exactly one winning move, where the moves are too large for an automaton.
//!
//! The positions outside the kernel are taken in cells: those whose first winning move, in the order in which a
//! [`Removal`] takes them away, is by one piece. From a cell, the positions are taken away that also have a winning
//! move by any rule and not by that piece, and last those with two winning moves by the piece. What is left has one
//! winning move, which is by the piece, and every other position with a winning move has two.
//!
//! Which kinds of moves are to be taken away is told by samples; that no position with another is left is decided at
//! the end, rule by rule. Positions are those of [`representative`]: the others are the same with piles exchanged.
//!
//! Bad where the cells are many: each has a removal of its own. The Tribonacci game has seven.

use std::slice;
use std::sync::Arc;

use crate::automata::Dfa;
use crate::budget::{Budget, Halt};
use crate::logic::ir::{Expr, ExprRef, Kind, Var, Variables};
use crate::logic::{Cover, Engine, Workspace};

use super::arithmetic::{cases, consistent_conjunctions, is_contradiction};
use super::move_family::{MoveFamily, two_of};
use super::removal::{Removal, SAMPLE, joining_workspace};
use super::rules::{Game, Position, built_over, stored, values};
use super::symmetry::{exchanges, orders_by, representative};

/// Positions among which those with a second winning move are looked for: most have none.
const MOST_ALONE: usize = 2_000;

/// The positions with exactly one winning move, told apart by kinds of moves.
#[derive(Clone, Debug)]
pub struct SoleMoves {
    /// Moves that imply the rules, and the positions whose only winning move is one of these.
    cells: Vec<(ExprRef, Arc<Dfa>)>,
    /// Orders of the piles that take these positions to all of their kind.
    orders: Vec<Vec<usize>>,
}

impl SoleMoves {
    /// Those of a game with this kernel, which is without blocking and not misere.
    ///
    /// # Errors
    /// The limit that was passed; [`Halt::TooLarge`] if the rules are no conditions on numbers.
    pub fn new(game: &Game, kernel: &Arc<Dfa>, budget: &Budget) -> Result<SoleMoves, Halt> {
        let workspace = joining_workspace();
        let exchanges = exchanges(game, &[kernel], &workspace);
        let representative = workspace.prepare(&representative(game, &exchanges), true);
        let mut removal = Removal::new(game, kernel, game.parts(), &representative, budget)?;
        let won = Expr::and(vec![Expr::negation(stored("P(%)", kernel, game.position())), representative.clone()]);
        let mut left = removal.built(&won)?;
        let mut cells = Vec::new();
        loop {
            let sample = removal.sample(&left, SAMPLE);
            if sample.is_empty() {
                break;
            }
            let (piece, rest) = removal.step(&left, &sample)?;
            let [before, after] = [&left, &rest].map(|set| stored("left(%)", set, game.position()));
            let cell = removal.built(&Expr::and(vec![before, Expr::negation(after)]))?;
            cells.push((piece, cell));
            left = rest;
        }
        let orders = orders_by(&exchanges, game.piles());
        for (piece, cell) in &mut cells {
            let workspace = joining_workspace();
            let mut second = Second { game, kernel, representative: &representative, workspace, budget };
            *cell = second.without_another(piece, cell.clone())?;
            *cell = second.without_two(piece, cell.clone())?;
        }
        cells.retain(|(_, cell)| !cell.is_empty());
        Ok(SoleMoves { cells, orders })
    }

    /// Formulas of which one holds for the parameters of a move of a family that is the only winning move of some position. Every
    /// position has at most one move of the family for each parameter.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn needed(
        &self,
        game: &Game,
        kernel: &Arc<Dfa>,
        family: &MoveFamily,
        budget: &Budget,
    ) -> Result<Vec<ExprRef>, Halt> {
        let mut workspace = joining_workspace();
        let all = [game.position(), game.option()].concat();
        let members = cases(family.member.clone());
        let mut needed = Vec::new();
        for (piece, cell) in &self.cells {
            let inside = [stored("sole(%)", cell, game.position()), stored("P(%)", kernel, game.option())];
            let only = Expr::and([slice::from_ref(piece), &inside].concat());
            let only = built_over(&only, &all, game.variables(), &mut workspace, budget)?;
            for order in &self.orders {
                let reordered = |vars: &[Var]| order.iter().map(|&pile| vars[pile]).collect::<Vec<Var>>();
                let tracks = [reordered(game.position()), reordered(game.option())].concat();
                let piece = piece.renamed(&all.iter().copied().zip(tracks.iter().copied()).collect());
                for member in &members {
                    if !is_contradiction(&Expr::and([piece.conjuncts(), member.conjuncts()].concat())) {
                        let only = stored("only(%)", &only, &tracks);
                        needed.push(projected(game, only, family, member, &mut workspace, budget)?);
                    }
                }
            }
        }
        Ok(needed)
    }
}

/// A formula on the parameters of members of a family that are moves of a relation on a position and its option.
///
/// First comes what says nothing of parameters; then all piles but one are eliminated one after another, each with the atoms
/// that speak of it. A pile that is nearly told by others becomes a parameter that is, so that the relation stays small, where all
/// sums together would be the product of their automata: 1,113 states for the Tribonacci game's largest cell of rule I have
/// 2,580 on the way, and do not end in 60 s all at once.
fn projected(
    game: &Game,
    relation: ExprRef,
    family: &MoveFamily,
    member: &ExprRef,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<ExprRef, Halt> {
    let is_parameter = |var: &Var| family.parameters.contains(var);
    let mut left = relation;
    let (own, mut open): (Vec<ExprRef>, Vec<ExprRef>) =
        member.conjuncts().iter().cloned().partition(|atom| !atom.free().iter().any(is_parameter));
    let mut piles: Vec<Var> =
        game.position().iter().zip(game.option()).flat_map(|(&before, &after)| [before, after]).collect();
    let last = piles.pop().into_iter().collect();
    let mut step = |left: &ExprRef, atoms: Vec<ExprRef>, gone: Option<Var>| -> Result<ExprRef, Halt> {
        let body = Expr::and([slice::from_ref(left), &atoms].concat());
        let body = Expr::exists(gone.into_iter().collect(), body);
        let tracks = body.free().to_vec();
        let dfa = built_over(&body, &tracks, &family.variables, workspace, budget)?;
        Ok(if dfa.is_empty() { Expr::truth(false) } else { stored("left(%)", &dfa, &tracks) })
    };
    left = step(&left, own, None)?;
    for pile in piles {
        if *left.kind() == Kind::Truth(false) {
            return Ok(left);
        }
        let (own, others) = open.into_iter().partition(|atom| atom.free().contains(&pile));
        (left, open) = (step(&left, own, Some(pile))?, others);
    }
    Ok(Expr::exists(last, Expr::and([&[left], &open[..]].concat())))
}

/// What a second winning move is looked for with.
struct Second<'a> {
    game: &'a Game,
    kernel: &'a Arc<Dfa>,
    representative: &'a ExprRef,
    workspace: Workspace,
    budget: &'a Budget,
}

impl Second<'_> {
    /// The positions of a cell without a winning move beside those of a piece.
    fn without_another(&mut self, piece: &ExprRef, cell: Arc<Dfa>) -> Result<Arc<Dfa>, Halt> {
        let beside: Vec<ExprRef> = self.game.parts().iter().map(|part| self.beside(part, piece)).collect();
        let mut moves = Vec::new();
        for part in &beside {
            moves.extend(consistent_conjunctions(part).ok_or(Halt::TooLarge)?);
        }
        let mut removal = Removal::new(self.game, self.kernel, &moves, self.representative, self.budget)?;
        let mut left = cell;
        while !left.is_empty() {
            let mut sample = Vec::new();
            for position in removal.sample(&left, MOST_ALONE) {
                match removal.pieces_from(&position) {
                    Ok(pieces) if !pieces.is_empty() => sample.push(position),
                    Ok(_) => {}
                    Err(Halt::TooLarge) => break,
                    Err(limit) => return Err(limit),
                }
            }
            if sample.is_empty() {
                match self.another(&beside, &left)? {
                    Some(position) => sample.push(position),
                    None => break,
                }
            }
            left = removal.step(&left, &sample)?.1;
        }
        Ok(left)
    }

    /// The moves of a rule that are not those of a piece.
    fn beside(&self, part: &ExprRef, piece: &ExprRef) -> ExprRef {
        if is_contradiction(&Expr::and(vec![part.clone(), piece.clone()])) {
            return part.clone();
        }
        self.workspace.prepare(&Expr::and(vec![part.clone(), Expr::negation(piece.clone())]), true)
    }

    /// A position of the set with one of these moves into the kernel.
    fn another(&mut self, moves: &[ExprRef], set: &Arc<Dfa>) -> Result<Option<Position>, Halt> {
        let (position, option) = (self.game.position(), self.game.option());
        let all = [position, option].concat();
        for part in moves {
            let body = vec![stored("left(%)", set, position), part.clone(), stored("P(%)", self.kernel, option)];
            if let Some(found) = self.search(self.game.variables(), &all, body)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn search(&mut self, variables: &Variables, all: &[Var], body: Vec<ExprRef>) -> Result<Option<Position>, Halt> {
        let mut engine = Engine::new(&mut self.workspace, variables, self.budget);
        let found = engine.search(all, &engine.prepare(&Expr::and(body), true))?;
        Ok(found.map(|found| values(self.game.position(), &found)))
    }

    /// The positions of a cell without two winning moves by a piece.
    fn without_two(&mut self, piece: &ExprRef, cell: Arc<Dfa>) -> Result<Arc<Dfa>, Halt> {
        let (position, option) = (self.game.position().to_vec(), self.game.option().to_vec());
        let mut variables = self.game.variables().clone();
        let inside = stored("left(%)", &cell, &position);
        let winning = Expr::and(vec![piece.clone(), stored("P(%)", self.kernel, &option)]);
        let (two, other) = two_of(self.game, &mut variables, &winning);
        let both = [&option[..], &other].concat();
        let all = [&position[..], &both].concat();
        let mut pieces = Vec::new();
        for part in two {
            for part in cases(part) {
                let part = vec![part, inside.clone()];
                // Most have none, which a search tells before an automaton is made.
                if self.search(&variables, &all, part.clone())?.is_some() {
                    pieces.push(Expr::exists(both.clone(), Expr::and(part)));
                }
            }
        }
        let cover = Cover::of(variables, position, inside, pieces);
        let (rest, _) = cover.rest(&mut self.workspace, self.budget, &mut |_| {}).map_err(|(_, limit)| limit)?;
        Ok(rest.dfa)
    }
}
