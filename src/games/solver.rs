//! Brute force: the value of every position in a box, from the moves alone.
//!
//! Positions are taken in an order in which options come first. A position not yet known to have `block` options among
//! those found is found itself; it is then counted for every position that it is an option of. A line of moves is one
//! counter for all its positions, and a strip of them one bit; other moves are listed from their automaton. With a box
//! of n positions of which m are found: O(n) and the list of m positions' predecessors. Bad for piles so large that the
//! box does not fit: [`Halt::TooLarge`] says so.
//!
//! In misere play a position without options is not among those found.
//!
//! Where options may have larger piles than their position no box is closed, and positions are solved one after another
//! with a memory of those seen.

use std::collections::HashMap;
use std::sync::Arc;

use crate::automata::Dfa;
use crate::budget::{Budget, Halt};
use crate::logic::Workspace;

use super::arithmetic::Condition;
use super::bitset_solver::BitsetSolver;
use super::cells::{in_order, index, place};
use super::lines::Lines;
use super::options::{Completions, Digits, side};
use super::rows::Rows;
use super::rules::{Game, Steps};
use super::strips::{Met, Strip, strips};

/// Positions of a box that is solved at most.
pub const MOST_CELLS: u64 = 1 << 23;

/// Positions of a box that is solved before it is left to the solver for large piles.
const NEAR_CELLS: u64 = 1 << 20;

/// Positions that are solved one by one for a sample, at most.
const MOST_ASKED: u64 = 1 << 16;

/// Lines of one kind in a box at most.
const MOST_LINES: u64 = 1 << 28;

/// Positions between two polls of the clock.
const CELLS_BETWEEN_POLLS: usize = 1 << 12;

/// Numbers whose digits are tabulated at most.
pub(super) const MOST_LISTED: u64 = 1 << 20;

/// Not yet known, or more than what was asked for.
const OPEN: u8 = u8::MAX;

/// The largest Sprague-Grundy value that the layers of a box tell apart.
pub const LARGEST_LAYER: u8 = OPEN - 1;

/// The moves as a solver takes them.
#[derive(Debug)]
enum Moves {
    /// An automaton, of which options and positions are listed.
    Listed(Box<Listed>),
    /// A condition, which is tried for pairs of positions.
    Tried(Condition),
}

/// Moves taken apart.
#[derive(Debug)]
struct Listed {
    lines: Vec<Vec<usize>>,
    strips: Vec<Strip>,
    /// The options of a position by all moves.
    forward: Completions,
    /// The positions with an option by the moves beside lines and strips.
    backward: Completions,
}

impl Listed {
    fn new(game: &Game, relation: &Dfa, workspace: &mut Workspace, budget: &Budget) -> Result<Listed, Halt> {
        let piles = game.piles();
        let positions: Vec<usize> = (0..piles).collect();
        let options: Vec<usize> = (piles..2 * piles).collect();
        let parts = Lines::new(game, workspace, budget)?;
        let (strips, rest) = strips(game, &parts, workspace, budget)?;
        let forward = Completions::new(relation, &positions);
        Ok(Listed { lines: parts.lines, strips, forward, backward: Completions::new(&rest, &options) })
    }
}

/// Knows positions beyond the box.
#[derive(Debug)]
enum Far {
    /// Two piles with lines.
    Bits(BitsetSolver),
    /// Moves that are a condition, which have no box.
    Rows(Rows),
}

impl Far {
    fn side(&self) -> u64 {
        match self {
            Far::Bits(far) => far.side(),
            Far::Rows(rows) => rows.side(),
        }
    }

    fn found(&self, value: u8) -> Vec<Vec<u64>> {
        match self {
            Far::Bits(far) => far.found(value).map(|position| position.to_vec()).collect(),
            Far::Rows(rows) => rows.found(value).cloned().collect(),
        }
    }
}

/// Knows the positions of value 0, 1, .., `upto` of a game as far as they have been asked for.
#[derive(Debug)]
pub struct Solver {
    game: Arc<Game>,
    moves: Moves,
    upto: u8,
    most_cells: u64,
    /// The box solved so far.
    digits: Digits,
    values: Vec<u8>,
    /// Digits of the positions whose options were listed.
    listed: Digits,
    /// For piles beyond the box.
    far: Option<Far>,
    /// For games whose options may be larger than their position.
    seen: HashMap<Vec<u64>, u8>,
    /// Of these, all positions with piles below this are known.
    asked: u64,
    budget: Budget,
}

impl Solver {
    /// A solver for the values up to `upto`, which is 0 for the P-positions.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn new(game: &Arc<Game>, upto: u8, workspace: &mut Workspace, budget: &Budget) -> Result<Solver, Halt> {
        let (moves, far) = match game.steps() {
            Steps::Automaton(relation) => {
                let far = BitsetSolver::new(game, upto, workspace, budget)?;
                (Moves::Listed(Box::new(Listed::new(game, relation, workspace, budget)?)), far.map(Far::Bits))
            }
            Steps::Condition(condition) => {
                (Moves::Tried(condition.clone()), Some(Far::Rows(Rows::new(game, condition, upto, workspace))))
            }
        };
        Ok(Solver {
            moves,
            upto,
            most_cells: MOST_CELLS,
            digits: Digits::new(game.system(), 0, 1).expect("zero has no digits"),
            listed: Digits::new(game.system(), 0, 1).expect("zero has no digits"),
            values: Vec::new(),
            far,
            seen: HashMap::new(),
            asked: 0,
            game: game.clone(),
            budget: budget.clone(),
        })
    }

    /// Solves no box of more cells.
    #[must_use]
    pub fn with_most_cells(mut self, cells: u64) -> Solver {
        self.most_cells = cells;
        self
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// All positions with piles below this are solved.
    pub fn side(&self) -> u64 {
        if self.values.is_empty() { 0 } else { self.digits.side }
    }

    /// All positions with piles below this are solved, beyond [`Self::side`] sparsely.
    pub fn reached(&self) -> u64 {
        self.side().max(self.asked).max(self.far.as_ref().map_or(0, Far::side))
    }

    /// The Sprague-Grundy value of a position if it is at most `upto`; with `block` and in misere play, 0 for a
    /// P-position.
    ///
    /// # Errors
    /// [`Halt::TooLarge`] if the position is too large for brute force, or another limit.
    pub fn value(&mut self, position: &[u64]) -> Result<Option<u8>, Halt> {
        let largest = position.iter().copied().max().unwrap_or(0);
        // A square that saturates is more than the cells that are near.
        let is_far = largest >= self.side() && largest.saturating_pow(2) > NEAR_CELLS;
        match &mut self.far {
            Some(Far::Bits(far)) if is_far => return far.value(position, &self.budget),
            Some(Far::Rows(rows)) => return rows.value(&self.game, position, &self.budget),
            _ => {}
        }
        let value = if self.game.is_bounded() {
            self.reach(largest)?;
            self.values[index(position, self.digits.side)]
        } else {
            self.one(position)?
        };
        Ok((value != OPEN).then_some(value))
    }

    /// Solves a box that holds piles of this size.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn reach(&mut self, largest: u64) -> Result<(), Halt> {
        if largest < self.side() {
            return Ok(());
        }
        if let Some(Far::Rows(rows)) = &mut self.far {
            return rows.reach(&self.game, largest, &self.budget);
        }
        let system = self.game.system();
        let length =
            (0..).find(|&length| side(system, length).is_none_or(|side| side > largest)).expect("weights grow");
        // All piles of one length if they fit, otherwise as many as are needed. The largest of all numbers does not fit,
        // so that a sum that saturates is refused.
        match self.fits(side(system, length).unwrap_or(u64::MAX)) {
            true => self.solve(length),
            false if self.fits(largest.saturating_add(1)) => {
                let digits = Digits::below(system, length, largest + 1).ok_or(Halt::TooLarge)?;
                self.solve_below(digits)
            }
            false => Err(Halt::TooLarge),
        }
    }

    fn fits(&self, side: u64) -> bool {
        side.checked_pow(self.game.piles() as u32).is_some_and(|cells| cells <= self.most_cells)
    }

    /// Solves the box of piles with at most `length` digits.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn solve(&mut self, length: usize) -> Result<(), Halt> {
        let most = side(self.game.system(), length).filter(|&side| self.fits(side)).ok_or(Halt::TooLarge)?;
        if let Some(Far::Rows(rows)) = &mut self.far {
            return rows.reach(&self.game, most - 1, &self.budget);
        }
        let digits = Digits::new(self.game.system(), length, most).ok_or(Halt::TooLarge)?;
        self.solve_below(digits)
    }

    /// A box that is not finished leaves the one that was known.
    fn solve_below(&mut self, digits: Digits) -> Result<(), Halt> {
        let known = std::mem::replace(&mut self.digits, digits);
        match self.solved() {
            Ok(values) => self.values = values,
            Err(limit) => {
                self.digits = known;
                return Err(limit);
            }
        }
        Ok(())
    }

    fn solved(&self) -> Result<Vec<u8>, Halt> {
        let cells = self.digits.side.pow(self.game.piles() as u32) as usize;
        let order = in_order(&self.game, self.digits.side, &self.budget)?;
        self.budget.check_room(2 * cells)?;
        let mut values = vec![OPEN; cells];
        let terminal = self.ending(cells)?;
        for layer in 0..=self.upto {
            self.sweep(layer, &order, &terminal, &mut values)?;
        }
        Ok(values)
    }

    /// Which cells are terminal, in misere play all without options; empty if none was declared.
    fn ending(&self, cells: usize) -> Result<Vec<bool>, Halt> {
        let Some(dfa) = self.game.ends().or(self.game.terminal()) else { return Ok(Vec::new()) };
        let mut terminal = vec![false; cells];
        let side = self.digits.side;
        Completions::new(dfa, &[]).each(&[], &self.digits, &mut |position| {
            terminal[index(position, side)] = true;
            true
        });
        self.budget.check_now()?;
        Ok(terminal)
    }

    /// Finds the positions of one value among those without one.
    fn sweep(&self, layer: u8, order: &[u32], terminal: &[bool], values: &mut [u8]) -> Result<(), Halt> {
        let side = self.digits.side;
        let piles = self.game.piles();
        let needed = if layer == 0 { self.game.block() } else { 1 };
        let Moves::Listed(listed) = &self.moves else { return Err(Halt::TooLarge) };
        let counted = if listed.backward.is_empty() { 0 } else { values.len() };
        let lines = line_count(piles, side)?;
        self.budget.check_room(size_of::<u32>() * (counted + lines * listed.lines.len()))?;
        let mut met = Met::new(&listed.strips, piles, side, &self.budget)?;
        let mut counts = vec![0u32; counted];
        let mut on_lines: Vec<Vec<u32>> = vec![vec![0; lines]; listed.lines.len()];
        let mut position = vec![0; piles];
        for (done, &cell) in order.iter().enumerate() {
            if done % CELLS_BETWEEN_POLLS == 0 {
                self.budget.check_now()?;
            }
            let cell = cell as usize;
            if values[cell] != OPEN {
                continue;
            }
            place(cell, side, &mut position);
            let is_terminal = terminal.get(cell).copied().unwrap_or(false);
            if is_terminal && self.game.is_misere() {
                continue;
            }
            if !is_terminal {
                let rest = counts.get(cell).copied().unwrap_or(0);
                let lines = listed.lines.iter().zip(&on_lines);
                let sum = lines.fold(rest, |sum, (line, counts)| sum + counts[line_index(line, &position, side)]);
                if sum >= needed || met.has(&position, values, layer, &self.digits)? {
                    continue;
                }
            }
            values[cell] = layer;
            for (line, counts) in listed.lines.iter().zip(&mut on_lines) {
                counts[line_index(line, &position, side)] += 1;
            }
            met.add(&position, &self.digits);
            if !counts.is_empty() {
                listed.backward.each(&position, &self.digits, &mut |before| {
                    counts[index(before, side)] += 1;
                    true
                });
            }
        }
        Ok(())
    }

    /// The value of one position by its options, remembered.
    fn one(&mut self, position: &[u64]) -> Result<u8, Halt> {
        if let Some(&value) = self.seen.get(position) {
            return Ok(value);
        }
        self.budget.check(self.seen.len())?;
        if self.seen.len() as u64 > self.most_cells {
            return Err(Halt::TooLarge);
        }
        let options = self.options(position)?;
        if options.is_empty() && self.game.is_misere() {
            self.seen.insert(position.to_vec(), OPEN);
            return Ok(OPEN);
        }
        let upto = self.upto;
        let mut lost = 0u32;
        let mut met = vec![false; usize::from(upto) + 1];
        for option in options {
            let value = self.one(&option)?;
            if value <= upto {
                met[usize::from(value)] = true;
                lost += u32::from(value == 0);
            }
        }
        if lost < self.game.block() {
            met[0] = false;
        }
        let value = met.iter().position(|met| !met).map_or(OPEN, |value| value as u8);
        self.seen.insert(position.to_vec(), value);
        Ok(value)
    }

    /// Every option of a position.
    ///
    /// # Errors
    /// [`Halt::TooLarge`] if the position is too large to list them.
    pub fn options(&mut self, position: &[u64]) -> Result<Vec<Vec<u64>>, Halt> {
        let largest = position.iter().copied().max().unwrap_or(0);
        let forward = match &self.moves {
            Moves::Listed(listed) => &listed.forward,
            Moves::Tried(condition) => return self.tried_options(condition, position, largest.saturating_add(1)),
        };
        let system = self.game.system();
        let length =
            (0..).find(|&length| side(system, length).is_none_or(|side| side > largest)).expect("weights grow");
        let length = length + self.game.lead();
        if self.listed.length < length {
            self.listed = Digits::new(system, length, MOST_LISTED).ok_or(Halt::TooLarge)?;
        }
        let mut options = Vec::new();
        forward.each(position, &self.listed, &mut |option| {
            options.push(option.to_vec());
            true
        });
        Ok(options)
    }

    /// The options of a position among those with piles below `side`.
    fn tried_options(&self, condition: &Condition, position: &[u64], side: u64) -> Result<Vec<Vec<u64>>, Halt> {
        if !self.fits(side) {
            return Err(Halt::TooLarge);
        }
        let (mut option, mut options) = (vec![0; position.len()], Vec::new());
        for cell in 0..side.pow(position.len() as u32) as usize {
            if cell % CELLS_BETWEEN_POLLS == 0 {
                self.budget.check_now()?;
            }
            place(cell, side, &mut option);
            if condition.holds(position, &option) {
                options.push(option.clone());
            }
        }
        Ok(options)
    }

    /// The values of the box, first pile slowest; `None` for more than `upto`. `side()` a pile.
    pub fn cells(&self) -> impl Iterator<Item = Option<u8>> + '_ {
        self.values.iter().map(|&value| (value != OPEN).then_some(value))
    }

    /// Positions of value `upto` known beyond the box, and below which piles they are all.
    pub(super) fn beyond(&self) -> Option<(u64, Vec<Vec<u64>>)> {
        let far = self.far.as_ref().filter(|far| far.side() > self.side())?;
        Some((far.side(), far.found(self.upto)))
    }

    /// The value of a position in the box if it is at most `upto`.
    pub(super) fn known(&self, position: &[u64]) -> Option<u8> {
        let value = self.values[index(position, self.digits.side)];
        (value != OPEN).then_some(value)
    }

    /// The positions of this value that are known, all with piles below the number that comes with them.
    pub(super) fn found(&self, value: u8) -> (u64, Vec<Vec<u64>>) {
        if let Some(far) = self.far.as_ref().filter(|far| far.side() > self.side()) {
            return (far.side(), far.found(value));
        }
        if !self.game.is_bounded() {
            let inside = |position: &&Vec<u64>| position.iter().all(|&pile| pile < self.asked);
            let own = self.seen.iter().filter(|&(_, &known)| known == value).map(|(position, _)| position);
            return (self.asked, own.filter(inside).cloned().collect());
        }
        let side = self.side();
        let cells = self.values.iter().enumerate().filter(|&(_, &known)| known == value);
        let position = |(cell, _): (usize, &u8)| {
            let mut position = vec![0; self.game.piles()];
            place(cell, side, &mut position);
            position
        };
        (side, cells.map(position).collect())
    }

    /// Solves a box with piles up to `largest` at least, by whichever solver reaches as far.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub(super) fn extend(&mut self, largest: u64) -> Result<(), Halt> {
        if largest < self.reached() {
            return Ok(());
        }
        match self.far.as_mut() {
            Some(Far::Bits(far)) => far.reach(largest, &self.budget),
            Some(Far::Rows(rows)) => rows.reach(&self.game, largest, &self.budget),
            None if self.game.is_bounded() => self.reach(largest),
            None => self.ask(largest.saturating_add(1)),
        }
    }

    /// Asks for the value of each position with piles below `side`.
    fn ask(&mut self, side: u64) -> Result<(), Halt> {
        let cells = side.checked_pow(self.game.piles() as u32).filter(|&cells| cells <= MOST_ASKED);
        let mut position = vec![0; self.game.piles()];
        for cell in 0..cells.ok_or(Halt::TooLarge)? as usize {
            place(cell, side, &mut position);
            self.one(&position)?;
        }
        self.asked = side;
        Ok(())
    }

    /// How many times as wide the next box should be: two where it costs the more the wider it is, four otherwise.
    pub(super) fn growth(&self) -> u64 {
        if matches!(self.far, Some(Far::Rows(_))) { 2 } else { 4 }
    }

    /// The digits of the numbers in the box.
    pub(super) fn digits(&self) -> &Digits {
        &self.digits
    }
}

/// What all positions of a line share: the piles it leaves alone, and the differences of those it takes from.
fn line_index(line: &[usize], position: &[u64], side: u64) -> usize {
    let first = position[line[0]];
    let coordinate = |(pile, &size): (usize, &u64)| match line.contains(&pile) {
        false => Some(size),
        true if pile == line[0] => None,
        true => Some(size + side - first),
    };
    position.iter().enumerate().filter_map(coordinate).fold(0, |index, c| index * 2 * side + c) as usize
}

/// How many lines of one kind there are at most; of many small piles more than of positions.
fn line_count(piles: usize, side: u64) -> Result<usize, Halt> {
    let lines = (2 * side).checked_pow(piles as u32 - 1).filter(|&lines| lines <= MOST_LINES);
    lines.map(|lines| lines as usize).ok_or(Halt::TooLarge)
}
