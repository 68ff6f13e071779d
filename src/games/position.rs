//! Who wins from a position of any size, and how.
//!
//! The P-positions are an automaton, so a position costs one run along its digits, and a winning move one along the
//! automaton of the moves beside it. Linear in the number of digits; writing numbers in the system is not
//! (`numeration::conversion`).

use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::{Dfa, Letter};
use crate::budget::{Budget, Halt};
use crate::logic::ir::{ExprRef, Var, Variables};
use crate::logic::{Engine, Tactics, Workspace};
use crate::numeration::NumerationSystem;

use super::arithmetic::consistent_conjunctions;
use super::options::{Completions, Digits, side as places};
use super::rules::{Game, GameError, LEAST_PILES, Piles, Position, Rules, disjuncts};
use super::solver::Solver;
use super::winning_move::winning_moves;

/// The outcome of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Whoever has to move loses.
    Lost,
    /// Whoever has to move wins, by these moves or more; where moves can be blocked, by those of them that are not.
    Won(Vec<Position>),
    /// The play is over, in misere play: whoever has to move wins, for no move is left.
    Over,
}

/// Plays a game whose kernel is known.
///
/// The moves are kept in the parts of which they are a disjunction, each explored when a winning move is sought in it.
pub struct Player {
    system: Arc<NumerationSystem>,
    piles: usize,
    variables: Variables,
    /// The piles of a position, then those of its option.
    tracks: Vec<Var>,
    parts: Vec<ExprRef>,
    /// In misere play, the positions without a move.
    ends: Option<Arc<Dfa>>,
    workspace: Workspace,
}

impl Player {
    /// A player by these rules, which are known to make a game: nothing of that is proved here. `ends` are those of the
    /// game in misere play.
    ///
    /// # Errors
    /// [`GameError`], if the rules speak of other things than their piles.
    pub fn new(rules: &Rules, ends: Option<Arc<Dfa>>) -> Result<Player, GameError> {
        let Piles { variables, position, option } = Piles::new(rules)?;
        let moves = rules.moves.over_numbers();
        // The digits of one position contradict most conjunctions at once.
        let finer = if position.len() >= LEAST_PILES { consistent_conjunctions(&moves) } else { None };
        let parts = finer.unwrap_or_else(|| disjuncts(&moves));
        let tracks = position.into_iter().chain(option).collect();
        // The digits of one position reach little of a large atom.
        let tactics = Tactics::default().with_atoms_on_demand();
        let (system, piles) = (rules.system.clone(), rules.position.len());
        Ok(Player { system, piles, variables, tracks, parts, ends, workspace: Workspace::new().with_tactics(tactics) })
    }

    /// The system of the piles.
    pub fn system(&self) -> &Arc<NumerationSystem> {
        &self.system
    }

    /// Number of piles.
    pub fn piles(&self) -> usize {
        self.piles
    }

    /// Who wins from a position, with one winning move. `kernel` is the game's, one track a pile.
    ///
    /// `None` if a position outside has no option in the kernel: it is none of this game.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn outcome(&mut self, kernel: &Dfa, position: &[BigInt], budget: &Budget) -> Result<Option<Outcome>, Halt> {
        self.outcome_with(kernel, position, 1, budget)
    }

    /// Who wins from a position, with up to `most` winning moves, where `most` is 1 or more.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn outcome_with(
        &mut self,
        kernel: &Dfa,
        position: &[BigInt],
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Outcome>, Halt> {
        let words = position.iter().map(|pile| self.system.representation_within(pile, budget));
        let mut words: Vec<Vec<u32>> = words.collect::<Result<_, Halt>>()?;
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        words.iter_mut().for_each(|word| self.system.pad(word, length));
        let slots = kernel.layout().slots();
        let letter = |i: usize| -> Letter { words.iter().zip(slots).map(|(w, slot)| slot.place(w[i])).collect() };
        let word: Vec<Letter> = (0..length).map(letter).collect();
        if kernel.accepts(word.iter().copied()) {
            return Ok(Some(Outcome::Lost));
        }
        if self.ends.as_ref().is_some_and(|ends| ends.accepts(word.iter().copied())) {
            return Ok(Some(Outcome::Over));
        }
        let mut found: Vec<Position> = Vec::new();
        for part in self.parts.clone() {
            let mut engine = Engine::new(&mut self.workspace, &self.variables, budget);
            let explored = engine.explored(&engine.prepare(&part, true), &self.tracks)?;
            let Some((mut moves, layout)) = explored else { continue };
            for option in winning_moves(&mut moves, layout.slots(), kernel, &words, most, budget)? {
                let piles = option.iter().map(|digits| self.system.value_within(digits, budget));
                let option = piles.collect::<Result<Position, Halt>>()?;
                if found.len() < most && !found.contains(&option) {
                    found.push(option);
                }
            }
            if found.len() >= most {
                break;
            }
        }
        Ok((!found.is_empty()).then_some(Outcome::Won(found)))
    }
}

/// Who wins from a position by solving all that may follow: every winning move, and the bound below which all piles were
/// solved, 0 where positions were solved one by one.
///
/// # Errors
/// [`Halt::TooLarge`] if the position is too large for brute force, or another limit.
pub fn brute_force(
    game: &Arc<Game>,
    position: &[u64],
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<(Outcome, u64), Halt> {
    let mut solver = Solver::new(game, 0, workspace, budget)?;
    if solver.value(position)? == Some(0) {
        return Ok((Outcome::Lost, solver.reached()));
    }
    let options = solver.options(position)?;
    if options.is_empty() {
        return Ok((Outcome::Over, solver.reached()));
    }
    let mut moves = Vec::new();
    for option in options {
        if solver.value(&option)? == Some(0) {
            moves.push(option.into_iter().map(BigInt::from).collect());
        }
    }
    Ok((Outcome::Won(moves), solver.reached()))
}

/// Which positions of a board are in the kernel of a game on two piles, first pile slowest.
pub fn outcomes(game: &Game, kernel: &Dfa, side: usize) -> Vec<bool> {
    let mut lost = vec![false; side * side];
    let length = (0..).find(|&length| places(game.system(), length).is_none_or(|places| places >= side as u64));
    if let Some(digits) = Digits::new(game.system(), length.unwrap_or(0), 1 << 20) {
        Completions::new(kernel, &[]).each(&[], &digits, &mut |position| {
            if let [p, q] = *position
                && p.max(q) < side as u64
            {
                lost[p as usize * side + q as usize] = true;
            }
            true
        });
    }
    lost
}
