//! What makes a set the kernel of a game, as `verified/Rules.v` states it, and measures that moves may decrease.

use crate::formula::{Comparison, Formula, Game, Term, Variable};

/// What is to be proved if the relation that has a number is the kernel: that moves decrease the measure, and the others.
pub(crate) fn claims(relation: usize, game: &Game, measure: &[Term]) -> Formula {
    let (piles, behind) = (game.piles, (game.piles..2 * game.piles).collect::<Vec<_>>());
    let inside = || Formula::Relation(relation, (0..piles).collect());
    let into = game.rule.clone().and(Formula::Relation(relation, behind.clone()));
    let loses = at_least(game.block, &behind, into);
    let moves = at_least(1, &behind, game.rule.clone());
    let decreased = game.rule.clone().implies(decreased(piles, measure));
    decreased.and(match game.misere {
        true => {
            let stable = inside().implies(loses.clone().negation());
            let absorbing = inside().negation().implies(moves.clone().negation().or(loses));
            inside().implies(moves).and(stable.and(absorbing))
        }
        false => inside().implies(loses.clone().negation()).and(inside().negation().implies(loses)),
    })
}

fn at_least(count: usize, tuple: &[Variable], formula: Formula) -> Formula {
    match count {
        1 => tuple.iter().rev().fold(formula, |f, x| Formula::exists(*x, f)),
        _ => Formula::AtLeast(count, tuple.to_vec(), Box::new(formula)),
    }
}

/// The first of these terms that a move changes becomes less.
fn decreased(piles: usize, terms: &[Term]) -> Formula {
    terms.iter().rev().fold(Formula::falsity(), |rest, term| {
        // For the position after the move.
        let after = term.with(&|x| Term::Variable(piles + x));
        let less = Formula::Compare(Comparison::Less, after.clone(), term.clone());
        less.or(Formula::Compare(Comparison::Equal, after, term.clone()).and(rest))
    })
}

/// Measures of a game that has none: the sum of its piles, and the piles in each order.
pub(crate) fn measures(piles: usize) -> Vec<Vec<Term>> {
    let sum = (0..piles).map(Term::Variable).reduce(|sum, pile| Term::Sum(Box::new(sum), Box::new(pile)));
    let ordered = orders((0..piles).collect());
    let listed = ordered.into_iter().map(|order| order.into_iter().map(Term::Variable).collect());
    sum.map(|sum| vec![sum]).into_iter().chain(listed).collect()
}

fn orders(piles: Vec<Variable>) -> Vec<Vec<Variable>> {
    if piles.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |x: &Variable| {
        let rest = piles.iter().filter(|y| *y != x).copied().collect();
        orders(rest).into_iter().map(|order| [vec![*x], order].concat()).collect::<Vec<_>>()
    };
    piles.iter().flat_map(with_first).collect()
}
