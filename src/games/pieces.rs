//! The moves of a game, one kind at a time.
//!
//! A piece is a conjunction of atoms that implies the rules, with the piles of the option in one order. An inequality
//! also gives the piece where its sides differ by as little as they may, which is far smaller: winning moves often take
//! as much as they may. The pieces together are the rules, so a position with a move by none of them has no move at
//! all.
//!
//! Each conjunction of the rules gives a piece for each order of the piles and for each wide inequality in it, so with
//! n piles n! times as many and more. Only for rules that are Boolean combinations of linear atoms, and for few piles.

use std::slice;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::automata::Dfa;
use crate::budget::{Budget, Halt};
use crate::logic::Workspace;
use crate::logic::ir::{Expr, ExprRef, Kind, LinearConstraint, Var};
use crate::numeration::{Compare, Relation};

use super::arithmetic::{Condition, is_contradiction};
use super::rules::{Game, linear, orders};
use super::symmetry::in_order;

/// Values of a sum that are taken one by one.
const MOST_VALUES: i64 = 4;

/// Moves of a game into a set.
pub(super) struct Piece {
    pub expr: ExprRef,
    pub condition: Condition,
    /// How large its automaton is expected to be, in comparison with others.
    pub price: u64,
}

/// The pieces of the moves into a set of which these conjunctions are the disjunction. Positions are those where
/// `representative` holds.
///
/// # Errors
/// The limit that was passed; [`Halt::TooLarge`] if an atom is not linear.
pub(super) fn pieces(
    game: &Game,
    set: &Arc<Dfa>,
    moves: &[ExprRef],
    representative: &ExprRef,
    workspace: &Workspace,
    budget: &Budget,
) -> Result<Vec<Piece>, Halt> {
    let (position, option) = (game.position(), game.option());
    let all: Vec<Var> = position.iter().chain(option).copied().collect();
    let sorted: Vec<ExprRef> = orders(game.piles()).iter().map(|order| in_order(order, option)).collect();
    // Moves to one position are no projection, and from many positions one leads to the first of the set.
    let first = Relation::from_closed(set.clone(), game.systems()).first(1).pop();
    let is_first = first.and_then(|first| {
        let equal = |(&var, value): (&Var, &BigInt)| Some(linear(vec![(var, 1)], Compare::Equal, value.to_i64()?));
        option.iter().zip(&first).map(equal).collect::<Option<Vec<ExprRef>>>().map(Expr::and)
    });
    let mut pieces = Vec::new();
    let mut add = |atoms: &[ExprRef], given: &[ExprRef]| -> Result<(), Halt> {
        budget.check_now()?;
        let expr = workspace.prepare(&Expr::and([atoms, given].concat()), true);
        if *expr.kind() == Kind::Truth(false) || is_contradiction(&expr) {
            return Ok(());
        }
        let condition = Condition::new(&expr, &all).ok_or(Halt::TooLarge)?;
        let needed = without_implied(expr.conjuncts().to_vec(), representative, workspace);
        let price = 1 << (2 * needed.iter().filter(|atom| is_wide(atom)).count());
        pieces.push(Piece { expr: Expr::and(needed), condition, price });
        Ok(())
    };
    for part in moves {
        for atoms in without_bands(part.conjuncts().to_vec()) {
            if let Some(is_first) = &is_first {
                add(&atoms, slice::from_ref(is_first))?;
            }
            for order in &sorted {
                add(&atoms, slice::from_ref(order))?;
                for at in (0..atoms.len()).filter(|&at| is_wide(&atoms[at])) {
                    let mut face = atoms.clone();
                    face[at] = tight(&face[at]).ok_or(Halt::TooLarge)?;
                    add(&face, slice::from_ref(order))?;
                }
            }
        }
    }
    Ok(pieces)
}

/// The conjunction without inequalities of three variables or more that follow from the others, where `given` holds.
fn without_implied(mut atoms: Vec<ExprRef>, given: &ExprRef, workspace: &Workspace) -> Vec<ExprRef> {
    for at in (0..atoms.len()).rev() {
        if !is_wide(&atoms[at]) {
            continue;
        }
        let atom = atoms.remove(at);
        let fails = workspace.prepare(&atom, false);
        if !is_contradiction(&Expr::and([&atoms[..], given.conjuncts(), &[fails]].concat())) {
            atoms.insert(at, atom);
        }
    }
    atoms
}

/// The conjunctions that come of one when two inequalities that leave a sum few values become an equation for each value.
fn without_bands(atoms: Vec<ExprRef>) -> Vec<Vec<ExprRef>> {
    let (mut done, mut open) = (Vec::new(), vec![atoms]);
    while let Some(atoms) = open.pop() {
        let pairs = (0..atoms.len()).flat_map(|above| (0..atoms.len()).map(move |below| (above, below)));
        let band = pairs.clone().find_map(|(above, below)| Some((above, below, band(&atoms[above], &atoms[below])?)));
        match band {
            None => done.push(atoms),
            Some((above, below, equations)) => open.extend(equations.into_iter().map(|equation| {
                let others = atoms.iter().enumerate().filter(|&(at, _)| at != above && at != below);
                others.map(|(_, atom)| atom.clone()).chain([equation]).collect()
            })),
        }
    }
    done
}

/// An equation for each value of a sum that is bounded by the first atom from above and by the second from below, if these
/// are few.
fn band(above: &ExprRef, below: &ExprRef) -> Option<Vec<ExprRef>> {
    let (above, below) = (above.kind().linear()?, below.kind().linear()?);
    let negated = |term: &(Var, Vec<i64>)| (term.0, term.1.iter().map(|k| -k).collect());
    let is_opposite = below.terms.iter().map(negated).eq(above.terms.iter().cloned());
    if [above, below].iter().any(|atom| atom.compare != Compare::Less) || !is_opposite {
        return None;
    }
    let values = 1i64.checked_sub(below.constant)?..above.constant;
    if values.end.checked_sub(values.start)? > MOST_VALUES {
        return None;
    }
    let equation =
        |constant| Expr::new(Kind::Linear(LinearConstraint { compare: Compare::Equal, constant, ..above.clone() }));
    Some(values.map(equation).collect())
}

/// Whether an atom is an inequality of three variables or more.
fn is_wide(expr: &ExprRef) -> bool {
    expr.kind().linear().is_some_and(|linear| linear.compare == Compare::Less && linear.terms.len() > 2)
}

/// The equation where the sides of an inequality differ by as little as they may.
fn tight(expr: &ExprRef) -> Option<ExprRef> {
    let linear = expr.kind().linear()?;
    let constant = linear.constant.checked_sub(1)?;
    Some(Expr::new(Kind::Linear(LinearConstraint { compare: Compare::Equal, constant, ..linear.clone() })))
}
