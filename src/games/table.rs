//! The Sprague-Grundy table of a game on one, two or three piles (Grundy 1939).
//!
//! On two piles by a direct solver. The value of a position is the least that none of its options has. The values met
//! along a line of moves are a set of bits that grows with the line, so a position of Wythoff costs three sets,
//! whatever its piles; other moves are listed. O(n^2 v / 64) for n x n positions with values up to v, and the list of
//! the other moves.
//!
//! Where a pile may grow but the sum of both never does, all positions with the sums of the table are solved, four
//! times as many cells as it shows. On one and on three piles the general solver finds value after value: O(n^k v) for
//! n^k positions with values up to v, and none beyond [`LARGEST_LAYER`].

use std::sync::Arc;

use crate::budget::{Budget, Halt};
use crate::logic::Workspace;
use crate::planted::{Bug, planted};

use super::cells::{in_order, place};
use super::lines::Lines;
use super::options::{Completions, Digits, side};
use super::rules::Game;
use super::solver::{LARGEST_LAYER, MOST_CELLS, Solver};

/// Bytes of a cell: its value, its place in the order, and what is written of it.
const CELL: usize = 32;

/// Sprague-Grundy values of the positions with piles below `side`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name of each pile.
    pub piles: Vec<Arc<str>>,
    /// Piles run from 0 to `side - 1`.
    pub side: usize,
    /// The first pile is the slowest, the last the fastest.
    pub values: Vec<u32>,
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A limit was passed.
    #[error("{0}")]
    Limit(#[from] Halt),
    /// The table has too many values.
    #[error("a table of {0} rows needs more than {MOST_CELLS} values")]
    TooLarge(usize),
    /// The game is on four piles or more.
    #[error("a table shows games on one, two or three piles")]
    Piles,
    /// The table has values that are not told apart.
    #[error("a value beyond {LARGEST_LAYER}, which only tables of two piles show")]
    Value,
    /// Options of the table's positions lie outside.
    #[error(
        "an option may have a larger pile than its position, and moves need not decrease the sum of the piles: \
         no table holds every option"
    )]
    Unbounded,
    /// Values are not defined.
    #[error("games with blocking have no Sprague-Grundy values")]
    Blocking,
    /// Values are not defined: a sum of misere games is not won by the values of its parts.
    #[error("games in misere play have no Sprague-Grundy values: `kernel` finds their P-positions")]
    Misere,
}

impl Table {
    /// The table of a game.
    ///
    /// # Errors
    /// [`TableError`].
    pub fn new(game: &Arc<Game>, side: usize, workspace: &mut Workspace, budget: &Budget) -> Result<Table, TableError> {
        has_values(game)?;
        match game.piles() {
            2 => Table::of_two_piles(game, side, workspace, budget),
            1 | 3 => Table::by_values(game, side, workspace, budget),
            _ => Err(TableError::Piles),
        }
    }

    /// By the solver for any number of piles.
    fn by_values(
        game: &Arc<Game>,
        side: usize,
        workspace: &mut Workspace,
        budget: &Budget,
    ) -> Result<Table, TableError> {
        let cells = side.checked_pow(game.piles() as u32).filter(|&cells| cells as u64 <= MOST_CELLS);
        let cells = cells.ok_or(TableError::TooLarge(side))?;
        budget.check_room(cells.saturating_mul(CELL))?;
        let mut solver = Solver::new(game, LARGEST_LAYER, workspace, budget)?;
        let mut position = vec![0; game.piles()];
        let mut values = Vec::with_capacity(cells);
        for cell in 0..cells {
            place(cell, side as u64, &mut position);
            let value = solver.value(&position).map_err(|limit| match limit {
                Halt::TooLarge => TableError::Unbounded,
                other => other.into(),
            })?;
            values.push(value.ok_or(TableError::Value)?.into());
        }
        Ok(Table { piles: game.pile_names(), side, values })
    }

    fn of_two_piles(
        game: &Arc<Game>,
        side: usize,
        workspace: &mut Workspace,
        budget: &Budget,
    ) -> Result<Table, TableError> {
        let shown = side;
        let side = match game.is_bounded() {
            true => Some(side),
            false if sum_never_grows(game) => side.checked_mul(2).map(|twice| twice.max(1) - 1),
            false => return Err(TableError::Unbounded),
        };
        let most = usize::try_from(MOST_CELLS.isqrt()).expect("a number of 12 bits");
        let side = side.filter(|&side| side <= most).ok_or(TableError::TooLarge(shown))?;
        budget.check_room(side * side * CELL)?;
        let parts = Lines::new(game, workspace, budget)?;
        let rest = Completions::new(&parts.rest, &[0, 1]);
        let has_rest = !rest.is_empty();
        let digits = digits(game, side)?;
        let mut terminal = vec![false; side * side];
        if let Some(dfa) = game.terminal() {
            Completions::new(dfa, &[]).each(&[], &digits, &mut |position| {
                if position.iter().all(|&pile| pile < side as u64) {
                    terminal[position[0] as usize * side + position[1] as usize] = true;
                }
                true
            });
        }
        let mut met: Vec<Vec<Vec<u64>>> = parts.lines.iter().map(|_| vec![Vec::new(); 2 * side]).collect();
        let mut values = vec![0u32; side * side];
        let mut listed: Vec<u64> = Vec::new();
        for (done, cell) in in_order(game, side as u64, budget)?.into_iter().enumerate() {
            if done % 4096 == 0 {
                budget.check_now()?;
            }
            let (p, q) = (cell as usize / side, cell as usize % side);
            if side > shown && p + q >= side {
                continue;
            }
            let line_of = |line: &Vec<usize>| match line[..] {
                [0] => q,
                [1] => p,
                _ => side + p - q,
            };
            let value = if terminal[cell as usize] {
                0
            } else {
                listed.clear();
                if has_rest && !planted(Bug::Options) {
                    rest.each(&[p as u64, q as u64], &digits, &mut |option| {
                        insert(&mut listed, values[option[0] as usize * side + option[1] as usize]);
                        true
                    });
                }
                let sets = parts.lines.iter().zip(&met).map(|(line, met)| &met[line_of(line)]);
                least_missing(&sets.chain([&listed]).collect::<Vec<_>>())
            };
            values[cell as usize] = value;
            for (line, met) in parts.lines.iter().zip(&mut met) {
                insert(&mut met[line_of(line)], value);
            }
        }
        let values = values.chunks(side.max(1)).take(shown).flat_map(|row| &row[..shown]).copied().collect();
        Ok(Table { piles: game.pile_names(), side: shown, values })
    }

    /// The value of a position on two piles.
    pub fn value(&self, p: usize, q: usize) -> u32 {
        self.values[p * self.side + q]
    }

    /// One pile: a line a value. Two: a line for each size of the first. Three: a table for each size of the last, which
    /// stands before it.
    pub fn csv(&self) -> String {
        let row = |row: Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",") + "\n";
        match self.piles.len() {
            1 => self.values.iter().map(|value| format!("{value}\n")).collect(),
            2 => self.board(None).map(row).collect(),
            _ => (0..self.side)
                .map(|last| {
                    format!("{}={last}\n", self.piles[2]) + &self.board(Some(last)).map(row).collect::<String>()
                })
                .collect(),
        }
    }

    /// Columns of one width; the largest first pile on top, as boards are drawn. Of three piles the last is that of a
    /// slice.
    pub fn text(&self) -> String {
        let width = self.values.iter().max().map_or(1, |most| most.to_string().len());
        let row = |row: &[u32], width: usize| {
            let cells: Vec<String> = row.iter().map(|value| format!("{value:>width$}")).collect();
            cells.join(" ") + "\n"
        };
        let board = |last| {
            let rows: Vec<Vec<u32>> = self.board(last).collect();
            rows.iter().rev().map(|cells| row(cells, width)).collect::<String>()
        };
        match self.piles.len() {
            1 => {
                let sizes: Vec<u32> = (0..).take(self.side).collect();
                let width = width.max(self.side.saturating_sub(1).to_string().len());
                let names = self.piles[0].len().max("value".len());
                format!("{:<names$}  {}", self.piles[0], row(&sizes, width))
                    + &format!("{:<names$}  {}", "value", row(&self.values, width))
            }
            2 => board(None),
            _ => {
                let slice = |last| format!("{} = {last}\n{}", self.piles[2], board(Some(last)));
                (0..self.side).map(slice).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// The rows of the first two piles, the first growing; of three piles for this size of the last.
    fn board(&self, last: Option<usize>) -> impl Iterator<Item = Vec<u32>> + '_ {
        let side = self.side;
        let cell = move |p: usize, q: usize| match last {
            None => p * side + q,
            Some(r) => (p * side + q) * side + r,
        };
        (0..side).map(move |p| (0..side).map(|q| self.values[cell(p, q)]).collect())
    }
}

/// Refuses the games without Sprague-Grundy values.
pub(super) fn has_values(game: &Game) -> Result<(), TableError> {
    match (game.block(), game.is_misere()) {
        (_, true) => Err(TableError::Misere),
        (1, false) => Ok(()),
        (_, false) => Err(TableError::Blocking),
    }
}

/// True if the sum of two piles is what every move decreases, or keeps while it decreases something else.
pub(super) fn sum_never_grows(game: &Game) -> bool {
    matches!(game.measure().first().map(Vec::as_slice), Some([(0, 1), (1, 1)] | [(1, 1), (0, 1)]))
}

pub(super) fn digits(game: &Game, bound: usize) -> Result<Digits, Halt> {
    let length = (0..).find(|&length| side(game.system(), length).is_none_or(|side| side >= bound as u64));
    Digits::new(game.system(), length.expect("weights grow"), 1 << 20).ok_or(Halt::TooLarge)
}

pub(super) fn insert(set: &mut Vec<u64>, value: u32) {
    let word = value as usize / 64;
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value % 64);
}

/// The least number in none of the sets.
pub(super) fn least_missing(sets: &[&Vec<u64>]) -> u32 {
    let mut word = 0;
    loop {
        let union = sets.iter().fold(0, |union, set| union | set.get(word).copied().unwrap_or(0));
        if union != u64::MAX {
            return word as u32 * 64 + union.trailing_ones();
        }
        word += 1;
    }
}
