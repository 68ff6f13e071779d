//! Columns of Sprague-Grundy values (Grundy 1939): the positions (0, c), (1, c), (2, c), .. of a game on two piles, for
//! small c.
//!
//! Solved column by column by the direct method: the value of a position is the least that none of its options has.
//! Where values follow the first pile at a bounded distance, value minus pile is a word; its period is looked for. What
//! is found is computed as far as the rows go, and nothing more: `filbert columns` writes it down as theorems.
//!
//! O(rows columns^2) for a game whose positions have a few options in each earlier column, apart from their own column.

use std::sync::Arc;

use crate::budget::{Budget, Halt};
use crate::logic::Workspace;

use super::lines::Lines;
use super::options::{Completions, Digits};
use super::rules::Game;
use super::table::{TableError, digits, has_values, insert, least_missing, sum_never_grows};

/// One column: what its first rows are, and what they repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The value of each row.
    pub values: Vec<u32>,
    /// From this row on ..
    pub start: usize,
    /// .. a row this much further has a value this much larger, as far as the values go.
    pub period: usize,
}

/// Why there are no columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ColumnsError {
    /// There is no table of this game.
    #[error("{0}")]
    Table(#[from] TableError),
    /// The game is not on two piles.
    #[error("only games on two piles have columns")]
    Piles,
    /// A position of the column has an option in a later column, or further down its own.
    #[error("a position in column {0} has an option in a later column")]
    Later(usize),
    /// The values do not repeat.
    #[error("column {column} repeats no period three times in {rows} rows")]
    NoPeriod {
        /// The column.
        column: usize,
        /// Rows that were solved.
        rows: usize,
    },
}

impl From<Halt> for ColumnsError {
    fn from(limit: Halt) -> ColumnsError {
        TableError::Limit(limit).into()
    }
}

/// Columns 0, .., `upto` of the second pile, each with `rows` rows or a few more.
///
/// # Errors
/// [`ColumnsError`].
pub fn columns(
    game: &Arc<Game>,
    upto: usize,
    rows: usize,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Vec<Column>, ColumnsError> {
    if game.piles() != 2 {
        return Err(ColumnsError::Piles);
    }
    has_values(game)?;
    if !game.is_bounded() && !sum_never_grows(game) {
        return Err(TableError::Unbounded.into());
    }
    let moves = Moves::new(game, workspace, budget)?;
    let digits = digits(game, rows + upto + 1)?;
    let mut solved: Vec<Vec<u32>> = Vec::new();
    for c in 0..=upto {
        // An option in an earlier column is at most as much further down as the column is to the left.
        let column = moves.solve(c, rows + upto - c, &solved, &digits, budget)?;
        solved.push(column);
    }
    solved.into_iter().enumerate().map(|(column, values)| repeating(column, values)).collect()
}

/// The moves of a game, those of a common kind apart: down its column, along its row, both piles by as much.
struct Moves {
    own: bool,
    row: bool,
    diagonal: bool,
    rest: Completions,
    has_rest: bool,
    terminal: Option<Completions>,
}

impl Moves {
    fn new(game: &Arc<Game>, workspace: &mut Workspace, budget: &Budget) -> Result<Moves, Halt> {
        let parts = Lines::new(game, workspace, budget)?;
        let has = |line: &[usize]| parts.lines.iter().any(|known| known == line);
        let rest = Completions::new(&parts.rest, &[0, 1]);
        Ok(Moves {
            own: has(&[0]),
            row: has(&[1]),
            diagonal: has(&[0, 1]),
            has_rest: !rest.is_empty(),
            rest,
            terminal: game.terminal().map(|terminal| Completions::new(terminal, &[0, 1])),
        })
    }

    /// The values of column `c`, the earlier columns being solved.
    fn solve(
        &self,
        c: usize,
        rows: usize,
        solved: &[Vec<u32>],
        digits: &Digits,
        budget: &Budget,
    ) -> Result<Vec<u32>, ColumnsError> {
        let mut column: Vec<u32> = Vec::new();
        let mut met: Vec<u64> = Vec::new();
        let mut listed: Vec<u64> = Vec::new();
        for r in 0..rows {
            if r % 4096 == 0 {
                budget.check_now()?;
            }
            let mut value = 0;
            if !self.ends([r as u64, c as u64], digits) {
                listed.clear();
                if self.row {
                    solved.iter().for_each(|earlier| insert(&mut listed, earlier[r]));
                }
                if self.diagonal {
                    (1..=r.min(c)).for_each(|k| insert(&mut listed, solved[c - k][r - k]));
                }
                let mut outside = false;
                if self.has_rest {
                    self.rest.each(&[r as u64, c as u64], digits, &mut |option| {
                        let (i, j) = (option[0] as usize, option[1] as usize);
                        let earlier = if j == c { Some(&column) } else { solved.get(j) };
                        match earlier.and_then(|values| values.get(i)) {
                            Some(&known) => insert(&mut listed, known),
                            None => outside = true,
                        }
                        !outside
                    });
                }
                if outside {
                    return Err(ColumnsError::Later(c));
                }
                value = match self.own {
                    true => least_missing(&[&met, &listed]),
                    false => least_missing(&[&listed]),
                };
            }
            insert(&mut met, value);
            column.push(value);
        }
        Ok(column)
    }

    /// True if the game ends in this position.
    fn ends(&self, position: [u64; 2], digits: &Digits) -> bool {
        let mut ends = false;
        if let Some(terminal) = &self.terminal {
            terminal.each(&position, digits, &mut |_| {
                ends = true;
                false
            });
        }
        ends
    }
}

/// The least period that the values show three times or more, and where it begins.
fn repeating(column: usize, values: Vec<u32>) -> Result<Column, ColumnsError> {
    let rows = values.len();
    let steps: Vec<i64> = values.iter().zip(0..).map(|(&value, row): (_, i64)| i64::from(value) - row).collect();
    for period in 1..=rows / 3 {
        let repeated = (0..rows - period).rev().take_while(|&row| steps[row] == steps[row + period]).count();
        if repeated >= 2 * period && repeated >= rows / 3 {
            return Ok(Column { values, start: rows - period - repeated, period });
        }
    }
    Err(ColumnsError::NoPeriod { column, rows })
}

impl Column {
    /// What is added to value minus row to make it a natural number, the least such.
    pub fn offset(&self) -> u32 {
        // Where the value is the larger one nothing is needed.
        self.values.iter().zip(0..).map(|(&value, row): (_, u32)| row.saturating_sub(value)).max().unwrap_or(0)
    }

    /// True if no value comes twice, and every value comes that is as far from the end as values are from their rows.
    pub fn is_permutation(&self) -> bool {
        let rows = self.values.len();
        let farthest =
            // Where the value is the larger one nothing is needed.
        self.values.iter().enumerate().map(|(row, &value)| row.abs_diff(value as usize)).max().unwrap_or(0);
        let mut rows_of = vec![0; rows + farthest];
        // Where the value is the larger one nothing is needed.
        self.values.iter().for_each(|&value| rows_of[value as usize] += 1);
        rows_of.iter().enumerate().all(|(value, &count)| count == 1 || count == 0 && value + farthest >= rows)
    }

    /// The word of value minus row plus [`Column::offset`] as the fixed point of a morphism of length `base` and its
    /// coding: images and outputs of the letters 0, 1, ..; as few letters as there can be.
    pub fn word(&self, base: usize) -> (Vec<Vec<i64>>, Vec<i64>) {
        let (start, period) = (self.start, self.period);
        let offset = i64::from(self.offset());
        // A letter stands for a number: those that differ by periods are followed by the same letters.
        let same = |n: usize| if n < start + period { n } else { start + (n - start) % period };
        let output: Vec<i64> = (0..start + period).map(|n| i64::from(self.values[n]) - n as i64 + offset).collect();
        let mut classes: Vec<usize> = numbered(output.iter().copied());
        loop {
            let next = numbered(
                (0..start + period)
                    .map(|n| (classes[n], (0..base).map(|digit| classes[same(base * n + digit)]).collect::<Vec<_>>())),
            );
            let done = next.iter().max() == classes.iter().max();
            classes = next;
            if done {
                break;
            }
        }
        // Classes are numbered as they are met, so class 0 is that of 0, and the first of a class stands for it.
        let mut first = Vec::new();
        for (n, &class) in classes.iter().enumerate() {
            if class == first.len() {
                first.push(n);
            }
        }
        let image = |&n: &usize| (0..base).map(|digit| classes[same(base * n + digit)] as i64).collect();
        (first.iter().map(image).collect(), first.iter().map(|&n| output[n]).collect())
    }
}

/// Equal keys get equal numbers, in the order in which they are met.
fn numbered<K: std::hash::Hash + Eq>(keys: impl Iterator<Item = K>) -> Vec<usize> {
    let mut numbers = rustc_hash::FxHashMap::default();
    keys.map(|key| {
        let next = numbers.len();
        *numbers.entry(key).or_insert(next)
    })
    .collect()
}
