//! Who wins from a position of any size, and how.
//!
//! The P-positions are an automaton, so a position costs one run along its digits. A winning move is found on the join
//! of the moves, with the position's digits put in, and the P-positions: one layer of pairs of states a digit, walked
//! back from the end. Linear in the number of digits. Writing numbers in the system costs the square of the digits in
//! machine words, by additions alone, which up to 10^4 digits is less than reading them.

use std::sync::Arc;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::automata::{Budget, Dfa, Letter, Limit, State};
use crate::logic::Workspace;
use crate::logic::ir::{ExprRef, Var, Variables};
use crate::numeration::NumerationSystem;

use super::options::{Completions, Digits, side as places};
use super::rules::{Game, GameError, Piles, Position, Rules, built_over, disjuncts, longest_lead};

/// The outcome of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Whoever has to move loses.
    Lost,
    /// Whoever has to move wins, by this move; where moves can be blocked, by one of as many as the game asks for.
    Won(Position),
}

/// Plays a game whose kernel is known.
///
/// The moves are kept in the parts of which they are a disjunction, each built when a winning move is sought in it.
pub struct Player {
    system: Arc<NumerationSystem>,
    piles: usize,
    variables: Variables,
    /// The piles of a position, then those of its option.
    tracks: Vec<Var>,
    parts: Vec<ExprRef>,
    workspace: Workspace,
}

impl Player {
    /// A player by these rules, which are known to make a game: nothing of that is proved here.
    ///
    /// # Errors
    /// [`GameError`], if the rules speak of other things than their piles.
    pub fn new(rules: &Rules) -> Result<Player, GameError> {
        let Piles { variables, position, option } = Piles::new(rules)?;
        let parts = disjuncts(&rules.moves.whole());
        let tracks = position.into_iter().chain(option).collect();
        let (system, piles) = (rules.system.clone(), rules.position.len());
        Ok(Player { system, piles, variables, tracks, parts, workspace: Workspace::new() })
    }

    /// The system of the piles.
    pub fn system(&self) -> &Arc<NumerationSystem> {
        &self.system
    }

    /// Number of piles.
    pub fn piles(&self) -> usize {
        self.piles
    }

    /// Who wins from a position. `kernel` is the game's, one track a pile.
    ///
    /// `None` if a position outside has no option in the kernel: it is none of this game.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn outcome(&mut self, kernel: &Dfa, position: &[BigInt], budget: &Budget) -> Result<Option<Outcome>, Limit> {
        let mut words: Vec<Vec<u32>> = position.iter().map(|pile| self.system.representation(pile)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        words.iter_mut().for_each(|word| self.system.pad(word, length));
        let word: Vec<Letter> = (0..length)
            .map(|i| words.iter().zip(kernel.layout().slots()).fold(0, |letter, (w, slot)| letter | slot.place(w[i])))
            .collect();
        if kernel.accepts(word.iter().copied()) {
            return Ok(Some(Outcome::Lost));
        }
        for part in self.parts.clone() {
            let moves = built_over(&part, &self.tracks, &self.variables, &mut self.workspace, budget)?;
            // Room for options with more digits.
            let Some(lead) = longest_lead(&moves, self.piles) else { continue };
            let longer: Vec<Vec<u32>> =
                words.iter().map(|w| std::iter::repeat_n(0, lead).chain(w.iter().copied()).collect()).collect();
            if let Some(option) = winning(&moves, kernel, &longer) {
                return Ok(Some(Outcome::Won(option.iter().map(|digits| self.system.value(digits)).collect())));
            }
        }
        Ok(None)
    }
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

/// The digits of an option in the kernel.
fn winning(moves: &Dfa, kernel: &Dfa, words: &[Vec<u32>]) -> Option<Vec<Vec<u32>>> {
    let slots = moves.layout().slots();
    let piles = words.len();
    let fixed = slots[..piles].iter().fold(0, |mask, slot| mask | slot.mask());
    // The tracks of an option stand last, as those of a kernel do.
    let option_bits = kernel.layout().slots().iter().fold(0, |mask, slot| mask | slot.mask());
    debug_assert!(slots[piles..].iter().eq(kernel.layout().slots()));
    let length = words[0].len();
    // Each pair of states at each depth: the pair before it and the letter of the option.
    let mut layers: Vec<Vec<(State, State, u32, Letter)>> = vec![vec![(0, 0, 0, 0)]];
    let mut seen: FxHashMap<(State, State), ()> = FxHashMap::default();
    for i in 0..length {
        let prefix = words.iter().zip(slots).fold(0, |letter, (word, slot)| letter | slot.place(word[i]));
        seen.clear();
        let mut next = Vec::new();
        for (from, &(q, k, ..)) in layers[i].iter().enumerate() {
            let letters = moves.transitions().letters(q);
            let start = letters.partition_point(|&letter| letter & fixed < prefix);
            for (j, &letter) in letters.iter().enumerate().skip(start) {
                if letter & fixed != prefix {
                    break;
                }
                let own = letter & option_bits;
                let Some(target) = kernel.transitions().step(k, own) else { continue };
                let pair = (moves.transitions().targets(q)[j], target);
                if seen.insert(pair, ()).is_none() {
                    next.push((pair.0, pair.1, from as u32, own));
                }
            }
        }
        layers.push(next);
    }
    let accepts =
        |&(q, k, ..): &(State, State, u32, Letter)| moves.accepting()[q as usize] && kernel.accepting()[k as usize];
    let mut at = layers[length].iter().position(accepts)?;
    let mut letters = Vec::with_capacity(length);
    for layer in layers[1..].iter().rev() {
        let (_, _, from, letter) = layer[at];
        letters.push(letter);
        at = from as usize;
    }
    letters.reverse();
    let digits = |pile: usize| letters.iter().map(|&letter| kernel.layout().slots()[pile].digit(letter)).collect();
    Some((0..piles).map(digits).collect())
}
