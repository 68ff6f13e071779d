//! Shows that every position outside a set has a move into it, one kind of move at a time.
//!
//! The positions with a move into a set P are a projection, and where rules on three piles are a few inequalities its
//! subsets multiply. So they are taken in pieces: a conjunction of atoms that implies the rules, with the piles of the option
//! in one order. An inequality also gives the piece where its sides differ by as little as they may, which is far smaller:
//! winning moves often take as much as they may. What is left of the positions outside P, minimized after each piece, is
//! where the next is determinized ([`Cover`]). Which comes next is told by the smallest positions that are left: the piece that
//! has a move into P from most of them, for its price. The pieces together are the rules, so that a position with a move by
//! none of them has no move into P at all.
//!
//! If the rules and P are the same with two neighbouring piles exchanged, so are the positions without a move into P, and
//! only those are looked at where these piles are in order: a sixth of all, for three piles.
//!
//! Bad where whole inequalities are needed: their pieces are as large as the projection.

use std::collections::BTreeSet;
use std::slice;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use crate::automata::Dfa;
use crate::budget::{Attempt, Budget, Halt};
use crate::logic::ir::{Expr, ExprRef, Kind, LinearConstraint, Var};
use crate::logic::{Cover, Tactic, Tactics, Workspace};
use crate::numeration::{Compare, Relation};

use super::arithmetic::{Condition, is_contradiction};
use super::options::{Completions, Digits, side};
use super::rules::{Game, Position, Steps, built_over, linear, orders, stored};
use super::solver::MOST_LISTED;
use super::symmetry::in_order;

/// Values of a sum that are taken one by one.
const MOST_VALUES: i64 = 4;
/// Positions that say which piece is next.
const SAMPLE: usize = 300;
/// Members of the set among which the options of a position are looked for, at most.
const MOST_MEMBERS: usize = 1 << 14;
/// States of an automaton of a piece, at first; four times as many once some pieces in a row had more.
const FIRST_STATES: usize = 1 << 17;
/// States of an automaton of a piece, at most.
const MOST_STATES: usize = 1 << 22;
/// Pieces in a row that are given up for so many states.
const MOST_REFUSED: usize = 2;

/// Moves of a game into a set.
struct Piece {
    expr: ExprRef,
    condition: Condition,
    /// How large its automaton is expected to be, in comparison with others.
    price: u64,
    /// States that were too few for it.
    refused: usize,
}

/// A position that satisfies `target` and has no move into `set`; `None` is a proof that there is none. For games without
/// blocking whose options have no pile larger than the largest of their position.
///
/// Tracks of `set`: one a pile.
///
/// # Errors
/// The limit that was passed; [`Halt::TooLarge`] if the rules are no conditions on numbers.
pub(super) fn unabsorbed(
    game: &Game,
    set: &Arc<Dfa>,
    (target, representative): (&ExprRef, &ExprRef),
    budget: &Budget,
) -> Result<Option<Position>, Halt> {
    let Steps::Condition(moves) = game.steps() else { return Err(Halt::TooLarge) };
    // A pile eliminated by an equation of a piece leaves the others as many values as there are numbers; joined with the
    // set, where one is nearly told by the others, it has few.
    let mut workspace = Workspace::new().with_tactics(Tactics::default().without(Tactic::EliminateEarly));
    let (position, option) = (game.position().to_vec(), game.option().to_vec());
    let mut pieces = pieces(game, set, representative, &workspace, budget)?;
    let mut left = built_over(target, &position, game.variables(), &mut workspace, budget)?;
    let mut sampled = Sampled::new(game, moves, set);
    let (mut states, mut refused) = (FIRST_STATES, 0);
    loop {
        budget.check_now()?;
        let sample = Relation::from_closed(left.clone(), game.systems()).first(SAMPLE);
        if sample.is_empty() {
            return Ok(None);
        }
        let mut count = vec![0u64; pieces.len()];
        for position in &sample {
            let by = sampled.pieces_from(position, &pieces, budget)?;
            if by.is_empty() {
                return Ok(Some(position.clone()));
            }
            by.iter().for_each(|&at| count[at as usize] += 1);
        }
        let is_open = |at: &usize| count[*at] > 0 && pieces[*at].refused < states && refused < MOST_REFUSED;
        // A piece that takes all that is left may be the last, and is worth more than its part.
        let worth = |at: &usize| (count[*at].pow(3) << 10) / pieces[*at].price;
        let Some(next) = (0..pieces.len()).filter(is_open).max_by_key(worth) else {
            if states >= MOST_STATES {
                return Err(Halt::TooLarge);
            }
            (states, refused) = (4 * states, 0);
            continue;
        };
        let moved = Expr::and(vec![pieces[next].expr.clone(), stored("P(%)", set, &option)]);
        let (variables, left_over) = (game.variables().clone(), stored("left(%)", &left, &position));
        let cover = Cover::of(variables, position.clone(), left_over, vec![Expr::exists(option.clone(), moved)]);
        let take = |budget: &Budget| cover.rest(&mut workspace, budget, &mut |_| {}).map_err(|(_, limit)| limit);
        match budget.attempt(states, take)? {
            Attempt::Done((rest, _)) => (left, refused) = (rest.dfa, 0),
            Attempt::TooLarge => (pieces[next].refused, refused) = (states, refused + 1),
        }
    }
}

/// Which pieces have a move into the set from positions that were asked about.
struct Sampled<'a> {
    game: &'a Game,
    moves: &'a Condition,
    set: Completions,
    /// The members of the set with piles below `side`.
    members: Vec<Vec<u64>>,
    side: u64,
    known: FxHashMap<Position, Vec<u32>>,
}

impl<'a> Sampled<'a> {
    fn new(game: &'a Game, moves: &'a Condition, set: &Dfa) -> Sampled<'a> {
        let (members, known) = Default::default();
        Sampled { game, moves, set: Completions::new(set, &[]), members, side: 0, known }
    }

    /// The pieces with a move into the set from this position.
    fn pieces_from(&mut self, position: &Position, pieces: &[Piece], budget: &Budget) -> Result<&[u32], Halt> {
        if !self.known.contains_key(position) {
            budget.check_now()?;
            let small: Option<Vec<u64>> = position.iter().map(ToPrimitive::to_u64).collect();
            let small = small.ok_or(Halt::TooLarge)?;
            let largest = small.iter().copied().max().unwrap_or(0);
            self.reach(largest)?;
            let is_option = |member: &&Vec<u64>| self.moves.holds(&small, member);
            let mut by = BTreeSet::new();
            for option in self.members.iter().filter(is_option) {
                let leads_there = |at: &u32| pieces[*at as usize].condition.holds(&small, option);
                by.extend((0..pieces.len() as u32).filter(leads_there));
            }
            self.known.insert(position.clone(), by.into_iter().collect());
        }
        Ok(&self.known[position])
    }

    /// Lists the members of the set with piles up to `largest` at least.
    fn reach(&mut self, largest: u64) -> Result<(), Halt> {
        if largest < self.side {
            return Ok(());
        }
        let system = self.game.system();
        let length =
            (0..).find(|&length| side(system, length).is_none_or(|side| side > largest)).expect("weights grow");
        let digits = Digits::new(system, length, MOST_LISTED).ok_or(Halt::TooLarge)?;
        self.members.clear();
        self.set.each(&[], &digits, &mut |member| {
            self.members.push(member.to_vec());
            self.members.len() <= MOST_MEMBERS
        });
        if self.members.len() > MOST_MEMBERS {
            return Err(Halt::TooLarge);
        }
        self.side = digits.side;
        Ok(())
    }
}

/// The pieces of the rules.
fn pieces(
    game: &Game,
    set: &Arc<Dfa>,
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
        pieces.push(Piece { expr: Expr::and(needed), condition, price, refused: 0 });
        Ok(())
    };
    for part in game.parts() {
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
