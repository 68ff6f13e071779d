//! The positions of a box by number, and in an order in which every option comes before its position: by the measure of
//! the game, sorted stably by each component (a radix sort), from the last to the first. O(cells), 12 bytes for each.

use crate::budget::{Budget, Halt};

use super::rules::Game;

/// The cell of a position in a box.
pub(super) fn index(position: &[u64], side: u64) -> usize {
    position.iter().fold(0, |index, &pile| index * side + pile) as usize
}

/// The position of a cell.
pub(super) fn place(cell: usize, side: u64, position: &mut [u64]) {
    let mut rest = cell as u64;
    for pile in position.iter_mut().rev() {
        *pile = rest % side;
        rest /= side;
    }
}

/// Cells of a box so that options come before their position: by measure, then by sum, which every line decreases.
///
/// # Errors
/// A limit of `budget` was passed.
pub(super) fn in_order(game: &Game, side: u64, budget: &Budget) -> Result<Vec<u32>, Halt> {
    let mut position = vec![0; game.piles()];
    let mut key = |cell: u32, component: &dyn Fn(&[u64]) -> u128| {
        place(cell as usize, side, &mut position);
        component(&position)
    };
    let cells = side.pow(game.piles() as u32) as u32;
    budget.check_room(cells as usize * size_of::<u32>())?;
    let order: Vec<u32> = (0..cells).collect();
    let sum = |position: &[u64]| position.iter().copied().map(u128::from).sum();
    let mut order = sorted(order, |cell| key(cell, &sum), budget)?;
    for weights in game.measure().iter().rev() {
        // Piles of a box have fewer than 24 bits and coefficients 63: the sum is far inside 128.
        let component = |position: &[u64]| {
            weights.iter().map(|&(pile, k)| u128::from(position[pile]) * u128::from(k.unsigned_abs())).sum()
        };
        order = sorted(order, |cell| key(cell, &component), budget)?;
    }
    Ok(order)
}

/// All cells sorted by key, equal ones in the order they had: by counting, unless there are more keys than cells.
fn sorted(mut cells: Vec<u32>, mut key: impl FnMut(u32) -> u128, budget: &Budget) -> Result<Vec<u32>, Halt> {
    budget.check_now()?;
    let most = cells.iter().map(|&cell| key(cell)).max().unwrap_or(0);
    if most > cells.len() as u128 + 64 {
        // The sort that is stable needs room for half of what it sorts.
        budget.check_room(cells.len() * (size_of::<u128>() + size_of::<u32>()))?;
        let keys: Vec<u128> = (0..cells.len() as u32).map(key).collect();
        cells.sort_by_key(|&cell| keys[cell as usize]);
        return Ok(cells);
    }
    budget.check_room((2 * cells.len() + most as usize) * size_of::<u32>())?;
    let keys: Vec<u32> = cells.iter().map(|&cell| key(cell) as u32).collect();
    let mut starts = vec![0u32; most as usize + 2];
    for &key in &keys {
        starts[key as usize + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut sorted = vec![0; cells.len()];
    for (&cell, &key) in cells.iter().zip(&keys) {
        sorted[starts[key as usize] as usize] = cell;
        starts[key as usize] += 1;
    }
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_sorted_by_key_and_equal_ones_stay_in_order() {
        let budget = Budget::unlimited();
        let mixed: Vec<u32> = (0..1000).map(|n| n * 377 % 1000).collect();
        for factor in [1, 1 << 70] {
            let key = |cell: u32| u128::from(cell % 7) * factor;
            let sorted = sorted(mixed.clone(), key, &budget).unwrap();
            let mut expected: Vec<(u128, usize)> =
                mixed.iter().enumerate().map(|(at, &cell)| (key(cell), at)).collect();
            expected.sort_unstable();
            assert!(sorted.iter().zip(expected).all(|(&cell, (_, at))| cell == mixed[at]), "{factor}");
        }
    }

    #[test]
    fn there_must_be_room_for_keys() {
        let budget = Budget::unlimited().with_memory(4096, || 0);
        for factor in [1, 1 << 70] {
            assert!(sorted((0..1000).collect(), |cell| u128::from(cell) * factor, &budget).is_err());
        }
    }
}
