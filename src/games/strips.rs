//! Moves that do not depend on one of the piles, which a solver marks all at once.
//!
//! In Delete Nim a move splits one pile and takes the other away, whatever its size: with one P-position whole rows and
//! columns have a winning move, and a quarter of all positions are P-positions, so listing them costs the cube of the
//! side. A move that is the same for all sizes of a pile, except the smallest, is a relation of the other piles and the
//! option: a strip of the board for each of its tuples. The prover decides that it is the same, so nothing else is
//! marked. Only for games without lines and without blocking: positions are marked, not counted.

use std::sync::Arc;

use crate::automata::Dfa;
use crate::budget::{Attempt, Budget, Halt};
use crate::logic::Workspace;
use crate::logic::ir::{Expr, ExprRef, Var};
use crate::numeration::Compare;

use super::cells::{index, place};
use super::lines::Lines;
use super::options::{Completions, Digits};
use super::rules::{Game, built_over, linear, stored};

/// Sizes of a pile from one of these on are alike.
const EDGES: [u64; 3] = [0, 1, 4];
/// Options and positions between two polls of the clock.
const MOVES_BETWEEN_POLLS: u64 = 1 << 14;
/// States of an automaton on the way to the strips of a game, at most.
const MOST_STATES: usize = 20_000;

/// Moves that do not depend on a pile from some size on.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    pile: usize,
    edge: u64,
    /// The option, then the other piles of the position.
    from_options: Completions,
    /// The other piles of the position, then the option.
    from_others: Completions,
}

/// The strips of a game, and its moves that are on no line and in no strip: the tracks of the position, then those of the
/// option.
///
/// # Errors
/// The limit that was passed.
pub(super) fn strips(
    game: &Game,
    parts: &Lines,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<(Vec<Strip>, Arc<Dfa>), Halt> {
    let none = (Vec::new(), parts.rest.clone());
    if !parts.lines.is_empty() || game.block() != 1 || game.piles() < 2 || parts.rest.is_empty() {
        return Ok(none);
    }
    Ok(match budget.attempt(MOST_STATES, |budget| found(game, parts, workspace, budget))? {
        Attempt::Done(found) => found,
        Attempt::TooLarge => none,
    })
}

fn found(
    game: &Game,
    parts: &Lines,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<(Vec<Strip>, Arc<Dfa>), Halt> {
    let (position, option) = (game.position(), game.option());
    let all: Vec<Var> = position.iter().chain(option).copied().collect();
    let moves = stored("moves(%)", &parts.rest, &all);
    let (mut strips, mut rest) = (Vec::new(), vec![moves.clone()]);
    for pile in 0..game.piles() {
        let order: Vec<Var> = option.iter().chain(position).copied().filter(|&var| var != position[pile]).collect();
        let mut best: Option<(u64, Arc<Dfa>)> = None;
        for edge in EDGES {
            // No size from the edge on lacks the move.
            let lacks = Expr::and(vec![at_least(position[pile], edge), Expr::negation(moves.clone())]);
            let same = Expr::negation(Expr::exists(vec![position[pile]], lacks));
            let same = built_over(&same, &order, game.variables(), workspace, budget)?;
            // A later edge is for more moves, not for the same ones.
            if !same.is_empty() && best.as_ref().is_none_or(|(_, known)| *known != same) {
                best = Some((edge, same));
            }
        }
        let Some((edge, same)) = best else { continue };
        let strip = Expr::and(vec![at_least(position[pile], edge), stored("strip(%)", &same, &order)]);
        rest.push(Expr::negation(strip));
        let piles = game.piles();
        let [option, others] = [(0..piles).collect::<Vec<_>>(), (piles..2 * piles - 1).collect()];
        let [from_options, from_others] = [option, others].map(|fixed| Completions::new(&same, &fixed));
        strips.push(Strip { pile, edge, from_options, from_others });
    }
    if strips.is_empty() {
        return Ok((strips, parts.rest.clone()));
    }
    let rest = built_over(&Expr::and(rest), &all, game.variables(), workspace, budget)?;
    Ok((strips, rest))
}

/// The pile has this size at least.
fn at_least(pile: Var, edge: u64) -> ExprRef {
    if edge == 0 {
        return Expr::truth(true);
    }
    linear(vec![(pile, -1)], Compare::Less, 1 - edge as i64)
}

/// The strips of a box from which a move leads to a position that was found.
///
/// Whether one does is asked of its options, which are decided before any of its positions, up to the first that was found. That
/// is for free where every fourth position is. Where that takes more options than the box has positions, each position that is
/// found marks its strips from then on.
pub(super) struct Met<'a> {
    strips: &'a [Strip],
    side: u64,
    /// For each kind of strip, by the other piles; `None` if it was not asked for.
    met: Vec<Vec<Option<bool>>>,
    /// Options that may still be looked at.
    looks: u64,
    budget: &'a Budget,
}

impl<'a> Met<'a> {
    /// None yet.
    ///
    /// # Errors
    /// There is no room for them.
    pub fn new(strips: &'a [Strip], piles: usize, side: u64, budget: &'a Budget) -> Result<Met<'a>, Halt> {
        let cells = side.checked_pow(piles as u32 - 1).ok_or(Halt::TooLarge)? as usize;
        budget.check_room(cells * strips.len())?;
        Ok(Met { strips, side, met: vec![vec![None; cells]; strips.len()], looks: side * cells as u64, budget })
    }

    /// Notes that this position was found.
    pub fn add(&mut self, option: &[u64], digits: &Digits) {
        if self.looks > 0 {
            return;
        }
        for (strip, met) in self.strips.iter().zip(&mut self.met) {
            strip.from_options.each(option, digits, &mut |others| {
                met[index(others, self.side)] = Some(true);
                true
            });
        }
    }

    /// Whether a position lies in a strip with a move to one of those that were found, which are the cells of this value.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn has(&mut self, position: &[u64], values: &[u8], value: u8, digits: &Digits) -> Result<bool, Halt> {
        for (kind, strip) in self.strips.iter().enumerate() {
            if position[strip.pile] < strip.edge {
                continue;
            }
            let others = position.iter().enumerate().filter(|&(pile, _)| pile != strip.pile).map(|(_, &pile)| pile);
            let at = others.clone().fold(0, |index, pile| index * self.side + pile) as usize;
            if self.met[kind][at].is_none() && self.looks > 0 {
                let others: Vec<u64> = others.collect();
                let (mut looks, mut is_met, mut ended) = (self.looks, false, Ok(()));
                strip.from_others.each(&others, digits, &mut |option| {
                    looks -= 1;
                    is_met = values[index(option, self.side)] == value;
                    if looks % MOVES_BETWEEN_POLLS == 0 {
                        ended = self.budget.check_now();
                    }
                    !is_met && looks > 0 && ended.is_ok()
                });
                ended?;
                self.looks = looks;
                match looks {
                    0 => self.add_all(position.len(), values, value, digits)?,
                    _ => self.met[kind][at] = Some(is_met),
                }
            }
            if self.met[kind][at] == Some(true) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn add_all(&mut self, piles: usize, values: &[u8], value: u8, digits: &Digits) -> Result<(), Halt> {
        let mut position = vec![0; piles];
        for (done, cell) in (0..values.len()).filter(|&cell| values[cell] == value).enumerate() {
            if (done as u64).is_multiple_of(MOVES_BETWEEN_POLLS / self.side.max(1) + 1) {
                self.budget.check_now()?;
            }
            place(cell, self.side, &mut position);
            self.add(&position, digits);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::in_order;
    use super::*;
    use crate::script::Session;
    use crate::syntax::{Source, parse_script};

    const SIDE: u64 = 24;

    /// The positions without a move to one of them, where strips are all moves, with so many looks at options.
    fn found(game: &Game, strips: &[Strip], looks: u64, budget: &Budget) -> Vec<u8> {
        let digits = Digits::below(game.system(), 5, SIDE).expect("small numbers");
        let mut met = Met { looks, ..Met::new(strips, game.piles(), SIDE, budget).expect("room") };
        let mut values = vec![9; (SIDE * SIDE) as usize];
        let mut position = vec![0; 2];
        for cell in in_order(game, SIDE, budget).expect("an order") {
            place(cell as usize, SIDE, &mut position);
            if !met.has(&position, &values, 0, &digits).expect("no limit") {
                values[cell as usize] = 0;
                met.add(&position, &digits);
            }
        }
        values
    }

    #[test]
    fn strips_are_met_whether_options_are_looked_at_or_mark_them() {
        let rules =
            ["p>0 & q>0 & (r+s+1=p | r+s+1=q)", "(p>0 & r+s+1=p) | (q>0 & r+s+1=q)", "r+s+1=p | (r+s+2=q & s<3)"];
        for rule in rules {
            let source = Source::new("game", format!("game G \"?msd_2 p,q -> r,s : {rule}\":"));
            let mut session = Session::new();
            session.define_all(&source, &parse_script(&source).0).expect("a game");
            let game = session.games().pop().expect("one game").1;
            let (mut workspace, budget) = (Workspace::new(), Budget::unlimited());
            let lines = Lines::new(&game, &mut workspace, &budget).expect("its lines");
            let (strips, rest) = strips(&game, &lines, &mut workspace, &budget).expect("its strips");
            assert!(rest.is_empty() && strips.len() == 2, "{rule}");
            let looked = found(&game, &strips, u64::MAX, &budget);
            for looks in [0, 1, 7, 40, 200] {
                assert_eq!(found(&game, &strips, looks, &budget), looked, "{rule} with {looks} looks");
            }
            let mut recursive = vec![9; looked.len()];
            let relation = game.relation().expect("an automaton");
            for cell in in_order(&game, SIDE, &budget).expect("an order") {
                let all = |option: usize| [cell as usize, option].map(|cell| [cell as u64 / SIDE, cell as u64 % SIDE]);
                let is_move = |option: usize| {
                    let numbers: Vec<num_bigint::BigInt> = all(option).concat().into_iter().map(Into::into).collect();
                    let systems = vec![game.system().clone(); 4];
                    relation.accepts(crate::numeration::encode(&numbers, relation.layout(), &systems))
                };
                let is_won = (0..recursive.len()).any(|option| recursive[option] == 0 && is_move(option));
                if !is_won {
                    recursive[cell as usize] = 0;
                }
            }
            assert_eq!(recursive, looked, "{rule}");
        }
    }
}
