//! Exchanges of neighbouring piles after which a game is the same.
//!
//! The rules are compared as sets of conjunctions of atoms, and the sets of positions as automata. So an exchange may
//! be missed, and none is claimed that is not there. Linear in the rules for each pair of neighbours.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::automata::{Dfa, Track};
use crate::logic::Workspace;
use crate::logic::ir::{Expr, ExprRef, Var};
use crate::numeration::Compare;

use super::rules::{Game, linear};

/// The piles that may change places with the one before, so that the rules and these sets are what they were.
pub(super) fn exchanges(game: &Game, sets: &[&Arc<Dfa>], workspace: &Workspace) -> Vec<usize> {
    let piles = game.piles();
    let rules = alternatives(game.parts(), &BTreeMap::new(), workspace);
    let is_same = |&pile: &usize| {
        let mut order: Vec<usize> = (0..piles).collect();
        order.swap(pile - 1, pile);
        let exchanged = [game.position(), game.option()].into_iter();
        let exchanged = exchanged.flat_map(|vars| [(vars[pile - 1], vars[pile]), (vars[pile], vars[pile - 1])]);
        let tracks = Track::list(order.iter().copied());
        sets.iter().all(|set| set.reordered(&tracks) == ***set)
            && alternatives(game.parts(), &exchanged.collect(), workspace) == rules
    };
    (1..piles).filter(is_same).collect()
}

/// A condition on the position that holds for one of all positions that are the same but for these exchanges of piles.
pub(super) fn representative(game: &Game, exchanges: &[usize]) -> ExprRef {
    Expr::and(exchanges.iter().map(|&pile| in_order(&[pile - 1, pile], game.position())).collect())
}

/// All orders of the piles that come of these exchanges.
pub(super) fn orders_by(exchanges: &[usize], piles: usize) -> Vec<Vec<usize>> {
    let mut all = vec![(0..piles).collect::<Vec<usize>>()];
    let mut done = 0;
    while done < all.len() {
        for &pile in exchanges {
            let mut order = all[done].clone();
            order.swap(pile - 1, pile);
            if !all.contains(&order) {
                all.push(order);
            }
        }
        done += 1;
    }
    all
}

/// The rules as a set of conjunctions, with other variables.
fn alternatives(parts: &[ExprRef], names: &BTreeMap<Var, Var>, workspace: &Workspace) -> FxHashSet<Vec<ExprRef>> {
    let mut all = FxHashSet::default();
    for part in parts {
        let renamed = |atom: &ExprRef| workspace.prepare(&atom.renamed(names), true);
        let mut atoms: Vec<ExprRef> = part.conjuncts().iter().map(renamed).collect();
        atoms.sort_unstable_by_key(|atom| atom.id());
        atoms.dedup();
        all.insert(atoms);
    }
    all
}

/// The piles are in this order.
pub(super) fn in_order(order: &[usize], piles: &[Var]) -> ExprRef {
    let less = |pair: &[usize]| linear(vec![(piles[pair[0]], 1), (piles[pair[1]], -1)], Compare::Less, 1);
    Expr::and(order.windows(2).map(less).collect())
}
