//! Brute force for three piles and more where P-positions are few and the rules are a condition on numbers.
//!
//! No move makes a pile larger. So the positions may be taken in lexicographic order, and the last pile, which runs
//! fastest, in leaps: a move into a position that was found is there for all sizes of the last pile up to one that the
//! inequalities of the rules tell ([`Condition::spell`]). Of those found, the ones that stopped a position last are
//! tried first. If the rules are the same for all orders of the piles, only positions in order are looked at.
//!
//! A box of side n with m positions found costs about n^(piles-1) rows of a few leaps, each up to m conditions; nothing
//! is stored for the others. Bad where the positions found are many.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Halt};
use crate::logic::Workspace;

use super::arithmetic::Condition;
use super::options::side;
use super::rules::{Game, orders};
use super::symmetry::exchanges;

/// Positions that are found, at most.
const MOST_FOUND: usize = 1 << 16;
/// Piles of a box are below this.
const LARGEST_SIDE: u64 = 1 << 20;
/// Conditions that are tried in one box, at most.
const MOST_TRIED: u64 = 1 << 27;
/// Conditions that are tried between two polls of the clock.
const TRIED_BETWEEN_POLLS: u64 = 1 << 14;

/// The positions of value 0, 1, .., `upto` in a box.
#[derive(Debug)]
pub(super) struct Rows {
    condition: Condition,
    /// The orders of the piles in which a position is the same; the first leaves it as it is.
    orders: Vec<Vec<usize>>,
    upto: u8,
    /// All positions with piles below this are known.
    side: u64,
    /// Piles below this were too much.
    refused: u64,
    found: FxHashMap<Vec<u64>, u8>,
}

impl Rows {
    /// Knows nothing yet about a game with these moves, none of which makes a pile larger.
    pub fn new(game: &Game, condition: &Condition, upto: u8, workspace: &Workspace) -> Rows {
        let piles = game.piles();
        let is_symmetric = exchanges(game, &[], workspace).len() == piles - 1;
        let orders = if is_symmetric { orders(piles) } else { vec![(0..piles).collect()] };
        Rows { condition: condition.clone(), orders, upto, side: 0, refused: LARGEST_SIDE, found: FxHashMap::default() }
    }

    /// All positions with piles below this are known.
    pub fn side(&self) -> u64 {
        self.side
    }

    /// The positions of this value that are known.
    pub fn found(&self, value: u8) -> impl Iterator<Item = &Vec<u64>> {
        self.found.iter().filter(move |entry| *entry.1 == value).map(|(position, _)| position)
    }

    /// The value of a position if it is at most `upto`.
    ///
    /// # Errors
    /// [`Halt::TooLarge`] if it is too large for brute force, or another limit.
    pub fn value(&mut self, game: &Game, position: &[u64], budget: &Budget) -> Result<Option<u8>, Halt> {
        self.reach(game, position.iter().copied().max().unwrap_or(0), budget)?;
        Ok(self.found.get(position).copied())
    }

    /// Finds the positions with piles up to `largest` at least.
    ///
    /// # Errors
    /// As [`Rows::value`].
    pub fn reach(&mut self, game: &Game, largest: u64, budget: &Budget) -> Result<(), Halt> {
        if largest < self.side {
            return Ok(());
        }
        let mut longer = (0..).map_while(|length| side(game.system(), length));
        let side = longer.find(|&side| side > largest).filter(|&side| side < self.refused).ok_or(Halt::TooLarge)?;
        let mut found = FxHashMap::default();
        for layer in 0..=self.upto {
            let (own, found) = (Vec::new(), &mut found);
            let mut sweep = Sweep { rows: self, side, layer, found, own, tried: 0, budget };
            let swept = sweep.rows_from(&mut Vec::new(), game.piles());
            if swept == Err(Halt::TooLarge) {
                self.refused = side;
            }
            swept?;
        }
        (self.side, self.found) = (side, found);
        Ok(())
    }
}

/// A walk through a box for the positions of one value.
struct Sweep<'a> {
    rows: &'a Rows,
    side: u64,
    layer: u8,
    found: &'a mut FxHashMap<Vec<u64>, u8>,
    /// The positions of this value, those first that stopped one last.
    own: Vec<Vec<u64>>,
    tried: u64,
    budget: &'a Budget,
}

impl Sweep<'_> {
    /// Takes the rows with these first piles.
    fn rows_from(&mut self, first: &mut Vec<u64>, piles: usize) -> Result<(), Halt> {
        let least = if self.rows.orders.len() > 1 { first.last().copied().unwrap_or(0) } else { 0 };
        if first.len() + 1 == piles {
            return self.row(first, least);
        }
        for pile in least..self.side {
            first.push(pile);
            self.rows_from(first, piles)?;
            first.pop();
        }
        Ok(())
    }

    /// Takes the positions of one row, the last pile from `least` on.
    fn row(&mut self, first: &[u64], least: u64) -> Result<(), Halt> {
        let mut position = [first, &[least]].concat();
        let last = first.len();
        while position[last] < self.side {
            let stopped = match self.found.contains_key(&position) {
                true => Some(position[last]),
                false => self.stopped(&position)?,
            };
            match stopped {
                Some(until) => position[last] = until.saturating_add(1),
                None => self.add(&position)?,
            }
        }
        Ok(())
    }

    /// Up to which size of the last pile a position has a move into one of this value that was found; `None` if it has none.
    fn stopped(&mut self, position: &[u64]) -> Result<Option<u64>, Halt> {
        for at in 0..self.own.len() {
            if let Some(until) = self.stops(at, position)? {
                self.own[..=at].rotate_right(1);
                return Ok(Some(until));
            }
        }
        Ok(None)
    }

    /// Up to which size of the last pile a position has a move into this one of those found.
    fn stops(&mut self, at: usize, position: &[u64]) -> Result<Option<u64>, Halt> {
        if self.own[at].iter().zip(position).any(|(after, before)| after > before) {
            return Ok(None);
        }
        self.tried += 1;
        if self.tried.is_multiple_of(TRIED_BETWEEN_POLLS) {
            self.budget.check_now()?;
        }
        if self.tried > MOST_TRIED {
            return Err(Halt::TooLarge);
        }
        let (stops, until) = self.rows.condition.spell(position, &self.own[at]);
        Ok(stops.then_some(until))
    }

    fn add(&mut self, position: &[u64]) -> Result<(), Halt> {
        for order in &self.rows.orders {
            let same: Vec<u64> = order.iter().map(|&pile| position[pile]).collect();
            if !self.found.contains_key(&same) {
                self.found.insert(same.clone(), self.layer);
                self.own.push(same);
            }
        }
        if self.found.len() > MOST_FOUND { Err(Halt::TooLarge) } else { Ok(()) }
    }
}
